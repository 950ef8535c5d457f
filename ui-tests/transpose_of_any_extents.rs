// Which modes extents have that are left open, no type says.
use extents::{Extents, Tensor};

fn transposed<E: Extents>(x: &Tensor<f64, E>) {
    let _ = x.transpose();
}

fn main() {}
