// A matrix has no mode 2.
use extents::{Const, Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let at = Tensor::full(extents![4, 4], 0).unwrap();
    let _ = a.take_by(Const::<2>, &at);
}
