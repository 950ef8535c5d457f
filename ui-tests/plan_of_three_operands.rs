//! A plan is of one operand or two; more contract two at a time.

use extents::label::{i, j, k, l};
use extents::{InlineTensor, StaticExtents, plan};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 2]>::inline_zeros();
    let _ = plan!(a[i, j] * a[j, k] * a[k, l] => [i, l]);
}
