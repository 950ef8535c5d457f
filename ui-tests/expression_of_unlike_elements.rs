// Elements are not converted unasked: `map` converts them.
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2], 1.0_f64).unwrap();
    let b = Tensor::full(extents![2], 2.0_f32).unwrap();
    let _ = &a + &b;
}
