//! A contraction of arrays whose extents differ under a label.
use extents::backend::{Array, Native};
use extents::label::{i, j, k};
use extents::{contract, extents};

fn main() {
    let device = Native::<f64>::new();
    let a = Array::zeros(&device, (), extents![2, 3]).unwrap();
    let b = Array::zeros(&device, (), extents![8, 4]).unwrap();
    let _ = contract!(a[i, j] * b[j, k] => [i, k]);
}
