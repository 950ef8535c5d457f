// An expression is not written to what it reads: use `zip_apply` or `map_inplace` of the tensor.
use extents::{Tensor, extents};

fn main() {
    let mut a = Tensor::full(extents![2], 1.0).unwrap();
    let _ = (&a * &a).assign_to(&mut a);
}
