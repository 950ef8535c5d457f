// A shape is extents, or an array of numbers.
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let _ = a.into_shape((3, 2));
}
