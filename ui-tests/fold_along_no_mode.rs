// Modes 0 and 1 are there.
use extents::{Tensor, extents, modes};

fn main() {
    let a = Tensor::full(extents![2, 6], 1).unwrap();
    let _ = a.over(modes![2]).sum();
}
