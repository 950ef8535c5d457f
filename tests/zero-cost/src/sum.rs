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

#[inline(never)]
pub fn sum_static_twin(data: &[f64; 60]) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        for j in 0..4 {
            for k in 0..5 {
                sum += data[(i * 4 + j) * 5 + k];
            }
        }
    }
    sum
}

#[inline(never)]
pub fn sum_static_control(data: &[f64; 60]) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        for j in 0..4 {
            for k in 0..4 {
                sum += data[(i * 4 + j) * 5 + k];
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

#[inline(never)]
pub fn sum_strengthened_twin(view: &View<'_, f64, DynRankExtents>) -> Option<f64> {
    let &[images, 8, 8] = view.extents().as_slice() else { return None };
    let data = view.as_slice().as_ptr();
    let mut sum = 0.0;
    for n in 0..images {
        for i in 0..8 {
            for j in 0..8 {
                // SAFETY: the view has `images * 64` elements.
                sum += unsafe { *data.add((n * 8 + i) * 8 + j) };
            }
        }
    }
    Some(sum)
}

/// The extents are checked at every access.
#[inline(never)]
pub fn sum_strengthened_control(view: &View<'_, f64, DynRankExtents>) -> Option<f64> {
    let &[images, 8, 8] = view.extents().as_slice() else { return None };
    let mut sum = 0.0;
    for n in 0..images {
        for i in 0..8 {
            for j in 0..8 {
                sum += view.get([n, i, j])?;
            }
        }
    }
    Some(sum)
}
