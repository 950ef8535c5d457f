// Extents are not a tuple of numbers.
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let _ = a.reshape((3, 2));
}
