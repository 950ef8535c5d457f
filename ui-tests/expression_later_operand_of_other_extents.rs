// What either of two operands knows, a third one must agree with.
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![dyn 2, 3].unwrap(), 1.0).unwrap();
    let b = Tensor::full(extents![2, dyn 3].unwrap(), 2.0).unwrap();
    let c = Tensor::full(extents![4, 3], 3.0).unwrap();
    let _ = &a + &b - &c;
}
