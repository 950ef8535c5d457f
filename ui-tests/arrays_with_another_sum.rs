//! A contraction of arrays that says in what type to sum, which the device decides.
use extents::backend::{Array, Native};
use extents::label::{i, j, k};
use extents::{contract, extents};

fn main() {
    let device = Native::<f32>::new();
    let a = Array::zeros(&device, (), extents![2, 3]).unwrap();
    let b = Array::zeros(&device, (), extents![3, 4]).unwrap();
    let _ = contract!(a[i, j] * b[j, k] => [i, k]; sum in f64);
}
