//! A step takes two operands.

use extents::label::{i, j, k, l};
use extents::{Tensor, contract, extents};

fn main() {
    let a = Tensor::full(extents![dyn 2, dyn 2].unwrap(), 1.0).unwrap();
    let _ = contract!(a[i, j] * a[j, k] * a[k, l] => [i, l]; path [(1, 1), (0, 1)]);
}
