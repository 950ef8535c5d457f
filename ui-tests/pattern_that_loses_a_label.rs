// The result has no mode `b`, and nothing says what becomes of it.
use extents::einops::rearrange;
use extents::{Tensor, extents};

fn main() {
    let x = Tensor::full(extents![2, 3], 1.0).unwrap();
    let _ = rearrange!(x[a, b] => [a]);
}
