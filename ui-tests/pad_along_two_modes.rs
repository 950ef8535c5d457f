// A padding is along one mode.
use extents::arrange::Padding;
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let _ = a.pad([(1, 1), (0, 0)], (0, 0), Padding::Constant(0));
}
