// The output is a vector, and its labels those of a matrix.
use extents::label::{i, j, k};
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 3]>::inline_zeros();
    let b = InlineTensor::<f32, StaticExtents![3, 4]>::inline_zeros();
    let mut c = InlineTensor::<f32, StaticExtents![2]>::inline_zeros();
    let Ok(()) = contract!(c[i, k] = a[i, j] * b[j, k]);
}
