// A matrix has no mode 2.
use extents::{Const, Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let _ = a.roll(Const::<2>, 1);
}
