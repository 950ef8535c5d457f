// The operand has a third mode.
use extents::einops::rearrange;
use extents::{Tensor, extents};

fn main() {
    let x = Tensor::full(extents![2, 3, 4], 1.0).unwrap();
    let _ = rearrange!(x[a, b] => [b, a]);
}
