// Both operands have the same rank.
use extents::multilinear::inner_typed;
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1.0).unwrap();
    let b = Tensor::full(extents![2], 1.0).unwrap();
    let _ = inner_typed(&a, &b).unwrap();
}
