// There are 6 elements, and not 8.
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let _ = a.into_shape(extents![4, 2]);
}
