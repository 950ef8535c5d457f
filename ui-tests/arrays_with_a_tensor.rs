//! A contraction of an array of a device and a tensor of the host.
use extents::backend::{Array, Native};
use extents::label::{i, j, k};
use extents::{Tensor, contract, extents};

fn main() {
    let a = Array::zeros(&Native::<f64>::new(), (), extents![2, 3]).unwrap();
    let b = Tensor::full(extents![3, 4], 1.0).unwrap();
    let _ = contract!(a[i, j] * b[j, k] => [i, k]);
}
