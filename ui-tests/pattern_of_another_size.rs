// Label `b` gets size 3, and its mode has 8 entries.
use extents::einops::rearrange;
use extents::{Tensor, extents};

fn main() {
    let x = Tensor::full(extents![2, 8], 1.0).unwrap();
    let _ = rearrange!(x[a, b] => [b, a]; b = 3);
}
