// `&` takes masks, which comparisons give.
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2], 1.0).unwrap();
    let _ = &a & &a;
}
