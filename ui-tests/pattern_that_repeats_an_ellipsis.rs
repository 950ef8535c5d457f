// Each mode of `..` is one of the result, once.
use extents::einops::rearrange;
use extents::{Tensor, extents};

fn main() {
    let x = Tensor::full(extents![2, 3], 1.0).unwrap();
    let _ = rearrange!(x[.., b] => [.., (b ..)]);
}
