// The mean of integers may be none.
use extents::{Tensor, extents, modes};

fn main() {
    let a = Tensor::full(extents![2, 6], 1_i32).unwrap();
    let _ = a.over(modes![1]).mean();
}
