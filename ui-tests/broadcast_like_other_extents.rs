// A row of two repeats to rows of two, not of four.
use extents::{Tensor, extents};

fn main() {
    let row = Tensor::full(extents![1, 2], 1).unwrap();
    let other = Tensor::full(extents![3, 4], 1).unwrap();
    let _ = row.broadcast_like(&other);
}
