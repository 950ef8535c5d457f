// 7 entries are no pairs.
use extents::einops::rearrange;
use extents::{Tensor, extents};

fn main() {
    let x = Tensor::full(extents![2, 7], 1.0).unwrap();
    let _ = rearrange!(x[a, (h p)] => [h, a, p]; p = 2);
}
