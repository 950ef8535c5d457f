// The columns of `a` are 3, the rows of `b` are 8: the product is not defined.
use extents::label::{i, j, k};
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 3]>::inline_zeros();
    let b = InlineTensor::<f32, StaticExtents![8, 4]>::inline_zeros();
    let Ok(_) = contract!(a[i, j] * b[j, k] => [i, k]);
}
