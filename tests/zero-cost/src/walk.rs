//! Elementwise work, folds over indices, and indices that carry their proof.

use extents::layout::{ColMajor, RowMajor};
use extents::proof::InBounds;
use extents::{Extents, StaticExtents, View, ViewMut, extents};

type Square = StaticExtents![8, 8];

#[inline(never)]
pub fn proof_typed(view: &View<'_, f64, Square, ColMajor>, at: InBounds<Square>) -> f64 {
    view[at]
}

/// Two orders meet.
#[inline(never)]
pub fn zip_typed(to: &mut [f32; 12], a: &[f32; 12], b: &[f32; 12]) {
    let (Ok(mut to), Ok(a), Ok(b)) = (
        ViewMut::<_, StaticExtents![3, 4], RowMajor>::from_slice(extents![3, 4], to),
        View::<_, StaticExtents![3, 4], RowMajor>::from_slice(extents![3, 4], a),
        View::from_slice(extents::Mapping::<StaticExtents![3, 4], ColMajor>::of(extents![3, 4]), b),
    ) else {
        return;
    };
    let Ok(()) = to.assign_zip(&a, &b, |x, y| x + 2.0 * y);
}

/// A fold over static indices is nested loops.
#[inline(never)]
pub fn indices_typed(data: &[f64; 60]) -> f64 {
    let Ok(view) = View::from_slice(extents![3, 4, 5], data) else { return 0.0 };
    extents![3, 4, 5].indices().fold(0.0, |sum, index| sum + view[index])
}

/// Elements of another order, in row-major order.
#[inline(never)]
pub fn iter_typed(data: &[f64; 60]) -> f64 {
    let columns = extents::Mapping::<_, ColMajor>::of(extents![3, 4, 5]);
    let Ok(view) = View::from_slice(columns, data) else { return 0.0 };
    view.iter().fold(0.0, |sum, x| sum + x)
}

/// The mean of the four neighbors of each place of 76 x 66 but those at the edge, by checked index.
#[inline(never)]
pub fn stencil_typed(to: &mut [f64; 5016], from: &[f64; 5016]) {
    let (Ok(mut to), Ok(from)) =
        (ViewMut::from_slice(extents![76, 66], to), View::from_slice(extents![76, 66], from))
    else {
        return;
    };
    for i in 1..75 {
        for j in 1..65 {
            to[[i, j]] =
                0.25 * (from[[i - 1, j]] + from[[i + 1, j]] + from[[i, j - 1]] + from[[i, j + 1]]);
        }
    }
}
