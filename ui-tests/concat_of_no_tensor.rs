// A number is no tensor.
use extents::arrange::concat;
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let _ = concat(0, (&a, 5));
}
