// A mode is folded once.
use extents::{Tensor, extents, modes};

fn main() {
    let a = Tensor::full(extents![2, 6], 1).unwrap();
    let _ = a.over(modes![1, 1]).sum();
}
