//! A contraction of arrays of two types of devices.
use extents::backend::{Array, Native};
use extents::label::{i, j, k};
use extents::{contract, extents};

fn main() {
    let a = Array::zeros(&Native::<f64>::new(), (), extents![2, 3]).unwrap();
    let b = Array::zeros(&Native::<f32>::new(), (), extents![3, 4]).unwrap();
    let _ = contract!(a[i, j] * b[j, k] => [i, k]);
}
