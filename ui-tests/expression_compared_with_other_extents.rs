// Elements are compared with those of a tensor of the same extents.
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let b = Tensor::full(extents![3, 3], 2).unwrap();
    let _ = a.lazy().equals(&b);
}
