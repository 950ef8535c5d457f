// One of `h` and `p` can be computed, not both.
use extents::einops::rearrange;
use extents::{Tensor, extents};

fn main() {
    let x = Tensor::full(extents![2, 8], 1.0).unwrap();
    let _ = rearrange!(x[a, (h p)] => [h, a, p]);
}
