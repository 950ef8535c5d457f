//! Three operands need two steps.

use extents::label::{i, j, k, l};
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 2]>::inline_zeros();
    let Ok(_) = contract!(a[i, j] * a[j, k] * a[k, l] => [i, l]; path [(0, 1)]);
}
