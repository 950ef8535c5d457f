// `..` stands for modes that are left, and none are.
use extents::einops::rearrange;
use extents::{Tensor, extents};

fn main() {
    let x = Tensor::full(extents![2, 3], 1.0).unwrap();
    let _ = rearrange!(x[.., a, b, c] => [c, b, a, ..]);
}
