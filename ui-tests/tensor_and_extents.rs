// `b` was meant to be a tensor, and is only extents.
use extents::label::{i, j, k};
use extents::{InlineTensor, StaticExtents, contract, extents};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 3]>::inline_zeros();
    let b = extents![3, 4];
    let Ok(_) = contract!(a[i, j] * b[j, k] => [i, k]);
}
