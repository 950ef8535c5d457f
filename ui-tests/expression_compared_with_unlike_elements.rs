// Elements are compared with those of the same type.
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2], 1_i32).unwrap();
    let b = Tensor::full(extents![2], 2_i64).unwrap();
    let _ = a.lazy().less(&b);
}
