// Both operands have each mode that is summed.
use extents::multilinear::prod;
use extents::{Tensor, extents, modes};

fn main() {
    let a = Tensor::full(extents![2, 3], 1.0).unwrap();
    let b = Tensor::full(extents![2], 1.0).unwrap();
    let _ = prod(&a, &b, modes![0, 1]).unwrap();
}
