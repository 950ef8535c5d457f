// Extents of a run-time rank are listed by `as_slice()`.
use extents::{DynRankExtents, Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let to = DynRankExtents::new(&[3, 2]).unwrap();
    let _ = a.reshape(to);
}
