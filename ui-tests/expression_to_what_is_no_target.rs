// An expression is written to a tensor or a `ViewMut`, not to a view.
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2], 1.0).unwrap();
    let b = Tensor::full(extents![2], 1.0_f64).unwrap();
    let _ = (&a + 1.0).assign_to(&mut b.view());
}
