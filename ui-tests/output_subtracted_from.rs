// An output can be written or added to, not subtracted from.
use extents::label::{i, j, k};
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f64, StaticExtents![2, 2]>::inline_zeros();
    let mut c = InlineTensor::<f64, StaticExtents![2, 2]>::inline_zeros();
    let Ok(()) = contract!(c[i, k] -= a[i, j] * a[j, k]);
}
