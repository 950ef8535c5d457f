//! Operands of a contraction by text have elements of one type.

use extents::{Tensor, einsum, extents};

fn main() {
    let a = Tensor::full(extents![2], 1.0_f32).unwrap();
    let b = Tensor::full(extents![2], 1.0_f64).unwrap();
    let _ = einsum("i,i->", &[&a, &b]);
}
