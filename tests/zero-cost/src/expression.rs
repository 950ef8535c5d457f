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

/// Four operands of 5120 elements, whose extents have two modes, are one loop.
#[inline(never)]
pub fn expr_four_typed(to: &mut [f64; 5120], [a, b, c, d]: [&[f64; 5120]; 4]) {
    let (Ok(mut to), Ok(a), Ok(b), Ok(c), Ok(d)) = (
        ViewMut::from_slice(extents![64, 80], to),
        View::from_slice(extents![64, 80], a),
        View::from_slice(extents![64, 80], b),
        View::from_slice(extents![64, 80], c),
        View::from_slice(extents![64, 80], d),
    ) else {
        return;
    };
    let Ok(()) = (a + 2.0 * b - c * d).assign_to(&mut to);
}
