// A mask has one value for each entry of the mode.
use extents::{Const, Tensor, extents};

fn main() {
    let a = Tensor::full(extents![3, 2], 1).unwrap();
    let mask = Tensor::full(extents![2], true).unwrap();
    let _ = a.compress(Const::<0>, &mask);
}
