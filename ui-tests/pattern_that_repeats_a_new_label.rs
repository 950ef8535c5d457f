// A label of the result names one mode.
use extents::einops::repeat;
use extents::{Tensor, extents};

fn main() {
    let x = Tensor::full(extents![3], 1.0).unwrap();
    let _ = repeat!(x[i] => [k, i, k]; k = 2);
}
