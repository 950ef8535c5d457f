// The sizes of `h` and `p` make 6, and the mode has 8 entries.
use extents::einops::rearrange;
use extents::{Tensor, extents};

fn main() {
    let x = Tensor::full(extents![2, 8], 1.0).unwrap();
    let _ = rearrange!(x[a, (h p)] => [h, a, p]; h = 3, p = 2);
}
