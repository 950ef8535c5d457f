//! A 4x4 by 4x4 matrix product.

use extents::label::{i, j, k, l};
use extents::{InlineTensor, StaticExtents, contract};

type Matrix = InlineTensor<f32, StaticExtents![4, 4]>;

#[inline(never)]
pub fn matmul_typed(a: &Matrix, b: &Matrix) -> Matrix {
    let Ok(c) = contract!(a[i, j] * b[j, k] => [i, k]);
    c
}

#[inline(never)]
pub fn matmul_twin(a: &[[f32; 4]; 4], b: &[[f32; 4]; 4]) -> [[f32; 4]; 4] {
    let mut c = [[0.0; 4]; 4];
    for row in 0..4 {
        for col in 0..4 {
            let mut sum = 0.0;
            for n in 0..4 {
                sum += a[row][n] * b[n][col];
            }
            c[row][col] = sum;
        }
    }
    c
}

#[inline(never)]
pub fn matmul_into_typed(a: &Matrix, b: &Matrix, c: &mut Matrix) {
    let Ok(()) = contract!(c[i, k] = a[i, j] * b[j, k]);
}

#[inline(never)]
pub fn matmul_into_twin(a: &[[f32; 4]; 4], b: &[[f32; 4]; 4], c: &mut [[f32; 4]; 4]) {
    for row in 0..4 {
        for col in 0..4 {
            let mut sum = 0.0;
            for n in 0..4 {
                sum += a[row][n] * b[n][col];
            }
            c[row][col] = sum;
        }
    }
}

#[inline(never)]
pub fn matmul_into_control(a: &[[f32; 4]; 4], b: &[[f32; 4]; 4], c: &mut [[f32; 4]; 4]) {
    for row in 0..4 {
        for col in 0..4 {
            for n in 0..4 {
                c[row][col] -= a[row][n] * b[n][col];
            }
        }
    }
}

#[inline(never)]
pub fn matmul_control(a: &[[f32; 4]; 4], b: &[[f32; 4]; 4]) -> [[f32; 4]; 4] {
    let mut c = [[0.0; 4]; 4];
    for row in 0..4 {
        for col in 0..4 {
            let mut sum = 0.0;
            for n in 0..4 {
                sum += a[row][n] * b[col][n];
            }
            c[row][col] = sum;
        }
    }
    c
}

type Cube = InlineTensor<f32, StaticExtents![4, 4, 4]>;
type Vector = InlineTensor<f32, StaticExtents![4]>;

/// The first two modes are one to the plan, as they are to the twin.
#[inline(never)]
pub fn modes_typed(a: &Cube, b: &Matrix, c: &mut Cube) {
    let Ok(()) = contract!(c[i, j, l] = a[i, j, k] * b[k, l]);
}

#[inline(never)]
pub fn modes_twin(a: &[[[f32; 4]; 4]; 4], b: &[[f32; 4]; 4], c: &mut [[[f32; 4]; 4]; 4]) {
    for row in 0..4 {
        for mid in 0..4 {
            for col in 0..4 {
                let mut sum = 0.0;
                for n in 0..4 {
                    sum += a[row][mid][n] * b[n][col];
                }
                c[row][mid][col] = sum;
            }
        }
    }
}

#[inline(never)]
pub fn modes_control(a: &[[[f32; 4]; 4]; 4], b: &[[f32; 4]; 4], c: &mut [[[f32; 4]; 4]; 4]) {
    for row in 0..4 {
        for mid in 0..4 {
            for col in 0..4 {
                for n in 0..4 {
                    c[row][mid][col] -= a[row][mid][n] * b[n][col];
                }
            }
        }
    }
}

#[inline(never)]
pub fn matvec_typed(a: &Matrix, x: &Vector, y: &mut Vector) {
    let Ok(()) = contract!(y[i] = a[j, i] * x[j]);
}

#[inline(never)]
pub fn matvec_twin(a: &[[f32; 4]; 4], x: &[f32; 4], y: &mut [f32; 4]) {
    for col in 0..4 {
        let mut sum = 0.0;
        for n in 0..4 {
            sum += a[n][col] * x[n];
        }
        y[col] = sum;
    }
}

#[inline(never)]
pub fn matvec_control(a: &[[f32; 4]; 4], x: &[f32; 4], y: &mut [f32; 4]) {
    for col in 0..4 {
        for n in 0..4 {
            y[col] -= a[n][col] * x[n];
        }
    }
}
