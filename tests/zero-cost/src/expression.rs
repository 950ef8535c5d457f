//! Lazy expressions.

use extents::layout::{ColMajor, RowMajor};
use extents::{Mapping, StaticExtents, View, ViewMut, extents};

/// `y += a * x` is one loop.
#[inline(never)]
pub fn expr_axpy_typed(y: &mut [f64; 1000], x: &[f64; 1000], a: f64) {
    let (Ok(mut y), Ok(x)) =
        (ViewMut::from_slice(extents![1000], y), View::from_slice(extents![1000], x))
    else {
        return;
    };
    let Ok(()) = (a * x).add_to(&mut y);
}

#[inline(never)]
pub fn expr_axpy_twin(y: &mut [f64; 1000], x: &[f64; 1000], a: f64) {
    for n in 0..1000 {
        y[n] += a * x[n];
    }
}

#[inline(never)]
pub fn expr_axpy_control(y: &mut [f64; 1000], x: &[f64; 1000], a: f64) {
    for n in 0..1000 {
        y[n] -= a * x[n];
    }
}

/// The norm of a difference is one loop, with eight sums side by side.
#[inline(never)]
pub fn expr_norm_l2_of_difference_typed(x: &[f64; 1000], y: &[f64; 1000]) -> f64 {
    let (Ok(x), Ok(y)) = (View::from_slice(extents![1000], x), View::from_slice(extents![1000], y))
    else {
        return 0.0;
    };
    let Ok(norm) = (x - y).norm_l2();
    norm
}

#[inline(never)]
pub fn expr_norm_l2_of_difference_twin(x: &[f64; 1000], y: &[f64; 1000]) -> f64 {
    let mut sums = [0.0; 8];
    for chunk in 0..125 {
        for lane in 0..8 {
            let difference = x[8 * chunk + lane] - y[8 * chunk + lane];
            sums[lane] += difference * difference;
        }
    }
    sums.iter().fold(0.0, |all, sum| all + sum).sqrt()
}

#[inline(never)]
pub fn expr_norm_l2_of_difference_control(x: &[f64; 1000], y: &[f64; 1000]) -> f64 {
    let mut sums = [0.0; 8];
    for chunk in 0..125 {
        for lane in 0..8 {
            let difference = x[8 * chunk + lane] + y[8 * chunk + lane];
            sums[lane] += difference * difference;
        }
    }
    sums.iter().fold(0.0, |all, sum| all + sum).sqrt()
}

/// Small and static, in two orders: straight code.
#[inline(never)]
pub fn expr_orders_typed(to: &mut [f32; 12], a: &[f32; 12], b: &[f32; 12]) {
    let (Ok(mut to), Ok(a), Ok(b)) = (
        ViewMut::<_, StaticExtents![3, 4], RowMajor>::from_slice(extents![3, 4], to),
        View::<_, StaticExtents![3, 4], RowMajor>::from_slice(extents![3, 4], a),
        View::from_slice(Mapping::<StaticExtents![3, 4], ColMajor>::of(extents![3, 4]), b),
    ) else {
        return;
    };
    let Ok(()) = (a + 2.0 * b).assign_to(&mut to);
}

#[inline(never)]
pub fn expr_orders_twin(to: &mut [f32; 12], a: &[f32; 12], b: &[f32; 12]) {
    for i in 0..3 {
        for j in 0..4 {
            to[i * 4 + j] = a[i * 4 + j] + 2.0 * b[i + 3 * j];
        }
    }
}

#[inline(never)]
pub fn expr_orders_control(to: &mut [f32; 12], a: &[f32; 12], b: &[f32; 12]) {
    for i in 0..3 {
        for j in 0..4 {
            to[i * 4 + j] = a[i * 4 + j] + 2.0 * b[i * 4 + j];
        }
    }
}
