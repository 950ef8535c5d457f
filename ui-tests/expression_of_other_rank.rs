// An expression takes operands of the same rank: nothing is broadcast unasked.
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1.0).unwrap();
    let b = Tensor::full(extents![3], 2.0).unwrap();
    let _ = &a * &b;
}
