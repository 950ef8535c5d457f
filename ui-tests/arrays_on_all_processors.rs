//! A contraction into an array that asks for threads of the host.
use extents::backend::{Array, Native};
use extents::label::{i, j, k, l};
use extents::{contract, extents};

fn main() {
    let device = Native::<f32>::new();
    let a = Array::zeros(&device, (), extents![2, 2]).unwrap();
    let mut c = Array::zeros(&device, (), extents![2, 2]).unwrap();
    contract!(c[i, l] = a[i, j] * a[j, k] * a[k, l]; path [(0, 1), (0, 1)]; par).unwrap();
}
