//! An option that there is not.

use extents::label::{i, j, k};
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f64, StaticExtents![2, 2]>::inline_zeros();
    let Ok(_) = contract!(a[i, j] * a[j, k] => [i, k]; fast);
}
