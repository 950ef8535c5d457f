// Integers have no `/`: what a division by zero gives is yours to say.
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2], 6).unwrap();
    let b = Tensor::full(extents![2], 3_i32).unwrap();
    let _ = &a / &b;
}
