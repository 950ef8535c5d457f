// A mode and its parts are both types, or both numbers.
use extents::{Const, Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 6], 1).unwrap();
    let _ = a.split(Const::<1>, [3, 2]);
}
