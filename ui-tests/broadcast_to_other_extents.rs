// Mode 0 has extent 2, which is repeated by nothing.
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let _ = a.broadcast_to(extents![5, 4, 3]);
}
