// Two orders of the operands: which one?
use extents::label::{i, j, k, l};
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f64, StaticExtents![2, 2]>::inline_zeros();
    let Ok(_) = contract!(
        a[i, j] * a[j, k] * a[k, l] => [i, l]; path [(0, 1), (0, 1)]; sum in f64; path [(1, 2), (0, 1)]
    );
}
