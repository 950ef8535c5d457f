// There is no largest of no elements.
use extents::{Tensor, extents, modes};

fn main() {
    let a = Tensor::full(extents![2, 0], 1).unwrap();
    let _ = a.over(modes![1]).max();
}
