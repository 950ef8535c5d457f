// A label names one mode of the result.
use extents::einops::rearrange;
use extents::{Tensor, extents};

fn main() {
    let x = Tensor::full(extents![2, 2], 1.0).unwrap();
    let _ = rearrange!(x[a, b] => [a, b, a]);
}
