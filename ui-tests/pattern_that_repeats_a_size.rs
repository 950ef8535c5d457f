// A label has one size.
use extents::einops::rearrange;
use extents::{Tensor, extents};

fn main() {
    let x = Tensor::full(extents![6], 1.0).unwrap();
    let _ = rearrange!(x[(a b)] => [a, b]; a = 2, a = 3);
}
