//! A 4x4 by 4x4 matrix product.

use extents::label::{i, j, k};
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
