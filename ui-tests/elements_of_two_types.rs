// Single and double precision in one product.
use extents::label::{i, j, k};
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 3]>::inline_zeros();
    let b = InlineTensor::<f64, StaticExtents![3, 4]>::inline_zeros();
    let Ok(_) = contract!(a[i, j] * b[j, k] => [i, k]);
}
