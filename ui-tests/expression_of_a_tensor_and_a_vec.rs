// A `Vec` has no extents: `View::from_slice` gives it some.
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2], 1.0_f64).unwrap();
    let _ = &a + vec![1.0_f64, 2.0];
}
