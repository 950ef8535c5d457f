//! A 4x4 by 4x4 matrix product.

use extents::label::{i, j, k, l};
use extents::{InlineTensor, StaticExtents, contract};

pub(crate) type Matrix = InlineTensor<f32, StaticExtents![4, 4]>;

#[inline(never)]
pub fn matmul_typed(a: &Matrix, b: &Matrix) -> Matrix {
    let Ok(c) = contract!(a[i, j] * b[j, k] => [i, k]);
    c
}

#[inline(never)]
pub fn matmul_into_typed(a: &Matrix, b: &Matrix, c: &mut Matrix) {
    let Ok(()) = contract!(c[i, k] = a[i, j] * b[j, k]);
}

pub(crate) type Cube = InlineTensor<f32, StaticExtents![4, 4, 4]>;
pub(crate) type Vector = InlineTensor<f32, StaticExtents![4]>;

/// The first two modes are one to the plan, as they are to the twin.
#[inline(never)]
pub fn modes_typed(a: &Cube, b: &Matrix, c: &mut Cube) {
    let Ok(()) = contract!(c[i, j, l] = a[i, j, k] * b[k, l]);
}

#[inline(never)]
pub fn matvec_typed(a: &Matrix, x: &Vector, y: &mut Vector) {
    let Ok(()) = contract!(y[i] = a[j, i] * x[j]);
}
