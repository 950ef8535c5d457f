//! A sum of arrays whose extents differ.
use extents::backend::{Array, Native};
use extents::extents;

fn main() {
    let device = Native::<f64>::new();
    let a = Array::zeros(&device, (), extents![2, 3]).unwrap();
    let b = Array::zeros(&device, (), extents![2, 4]).unwrap();
    let _ = (&a + &b).eval();
}
