// An operator cannot return the error of extents that differ at run time.
use extents::{Tensor, extents};

fn main() {
    let mut a = Tensor::full(extents![2, dyn 3].unwrap(), 1.0).unwrap();
    let b = Tensor::full(extents![2, dyn 3].unwrap(), 1.0).unwrap();
    a += &b;
}
