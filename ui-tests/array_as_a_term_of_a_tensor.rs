//! A sum of an array of a device and a tensor of the host.
use extents::backend::{Array, Native};
use extents::{Tensor, extents};

fn main() {
    let a = Array::zeros(&Native::<f64>::new(), (), extents![2, 3]).unwrap();
    let b = Tensor::full(extents![2, 3], 1.0).unwrap();
    let _ = (&a + &b).eval();
}
