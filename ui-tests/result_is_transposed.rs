// The result's labels were swapped, the type of the result was not.
use extents::label::{i, j, k};
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 3]>::inline_zeros();
    let b = InlineTensor::<f32, StaticExtents![3, 4]>::inline_zeros();
    let Ok(c) = contract!(a[i, j] * b[j, k] => [k, i]);
    let _: InlineTensor<f32, StaticExtents![2, 4]> = c;
}
