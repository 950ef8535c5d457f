// Floats number no entries.
use extents::{Const, Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let at = Tensor::full(extents![2], 0.0).unwrap();
    let _ = a.take_by(Const::<1>, &at);
}
