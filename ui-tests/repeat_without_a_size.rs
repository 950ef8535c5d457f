// How often?
use extents::einops::repeat;
use extents::{Tensor, extents};

fn main() {
    let x = Tensor::full(extents![2], 1.0).unwrap();
    let _ = repeat!(x[a] => [a, copy]);
}
