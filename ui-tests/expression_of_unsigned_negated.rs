// Unsigned numbers have no negative.
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2], 6_u8).unwrap();
    let _ = -&a;
}
