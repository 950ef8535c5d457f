//! Products of `f64` are not summed in `f32`.

use extents::label::{i, j, k};
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f64, StaticExtents![2, 2]>::inline_zeros();
    let Ok(_) = contract!(a[i, j] * a[j, k] => [i, k]; sum in f32);
}
