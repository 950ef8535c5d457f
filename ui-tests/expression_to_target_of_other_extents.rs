// An expression is written to a target of its extents.
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1.0).unwrap();
    let mut c = Tensor::full(extents![2, 4], 0.0).unwrap();
    let _ = (&a + 1.0).assign_to(&mut c);
}
