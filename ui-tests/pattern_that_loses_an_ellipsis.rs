// Modes that are left out are folded, which `rearrange!` does not do.
use extents::einops::rearrange;
use extents::{Tensor, extents};

fn main() {
    let x = Tensor::full(extents![2, 3], 1.0).unwrap();
    let _ = rearrange!(x[.., b] => [b]);
}
