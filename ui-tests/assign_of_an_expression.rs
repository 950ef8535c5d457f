// An expression is written by a method of its own, `assign_to`.
use extents::{Tensor, extents};

fn main() {
    let x = Tensor::full(extents![2, 3], 1.0).unwrap();
    let mut sum = x.clone();
    let _ = sum.assign(&(&x * 2.0));
}
