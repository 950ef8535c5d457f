// An expression has no elements yet.
use extents::label::{i, j, k};
use extents::{Tensor, contract, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1.0).unwrap();
    let b = Tensor::full(extents![3, 4], 1.0).unwrap();
    let _ = contract!((&a * 2.0)[i, j] * b[j, k] => [i, k]);
}
