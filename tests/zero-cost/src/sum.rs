//! Sums over views by checked indexing.

use extents::{DynRankExtents, Mode, StaticExtents, View, extents};

#[inline(never)]
pub fn sum_static_typed(data: &[f64; 60]) -> f64 {
    let Ok(view) = View::from_slice(extents![3, 4, 5], data) else { return 0.0 };
    let mut sum = 0.0;
    for i in 0..3 {
        for j in 0..4 {
            for k in 0..5 {
                sum += view[[i, j, k]];
            }
        }
    }
    sum
}

/// The rank and two extents are checked once; the loops know them.
#[inline(never)]
pub fn sum_strengthened_typed(view: &View<'_, f64, DynRankExtents>) -> Option<f64> {
    let view = view.strengthen::<StaticExtents![dyn, 8, 8]>().ok()?;
    let mut sum = 0.0;
    for n in 0..view.extents().modes().0.extent() {
        for i in 0..8 {
            for j in 0..8 {
                sum += view[[n, i, j]];
            }
        }
    }
    Some(sum)
}
