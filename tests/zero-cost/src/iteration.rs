//! Iteration, and indices that carry their proof.

use extents::proof::with_proofs;
use extents::{DynExtents, StaticExtents, View, extents, slice};

/// Every second row and column of a static view: nested loops of constant bounds.
#[inline(never)]
pub fn iterate_static_typed(data: &[f64; 64]) -> f64 {
    let Ok(view) = View::from_slice(extents![8, 8], data) else { return 0.0 };
    let Ok(part) = view.slice(slice![..8; 2, 1..7; 2]);
    part.iter().fold(0.0, |sum, element| sum + element)
}

/// A sum over the proven indices of a run-time view, against one that checks nothing by hand.
#[inline(never)]
pub fn proven_sum_typed(view: &View<'_, u64, DynExtents<2>>) -> u64 {
    with_proofs(view.extents(), |scope| {
        let Ok(view) = scope.view(view) else { return 0 };
        scope.indices().fold(0, |sum, proof| view[proof].wrapping_add(sum))
    })
}

/// Exhaustive, with one run-time extent: one flat loop.
#[inline(never)]
pub fn flat_typed(view: &View<'_, u64, StaticExtents![dyn, 4, 5]>) -> u64 {
    view.iter().fold(0, |sum, element| sum ^ element)
}
