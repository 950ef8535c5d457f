// An expression borrows its operands: one that is gone after the line cannot be read later.
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2], 1.0).unwrap();
    let sum = &a + &Tensor::full(extents![2], 2.0).unwrap();
    let _ = sum.eval();
}
