// An array of arrays is no tensor; `InlineTensor::from_array` makes one of it.
use extents::label::{i, j, k};
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 2]>::inline_zeros();
    let b = [[1.0_f32, 0.0], [0.0, 1.0]];
    let Ok(_) = contract!(a[i, j] * b[j, k] => [i, k]);
}
