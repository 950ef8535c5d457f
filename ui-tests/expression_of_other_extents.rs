// An expression takes operands of the same extents.
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1.0).unwrap();
    let b = Tensor::full(extents![2, 4], 2.0).unwrap();
    let _ = &a + &b;
}
