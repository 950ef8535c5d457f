//! Slices, permutations and padding of what is static.

use extents::layout::{Canonical, RowMajor};
use extents::{Const, Mapping, View, extents, modes, slice};

/// A slice of a slice, strided: offsets and strides are constants.
#[inline(never)]
pub fn slice_static_typed(data: &[f64; 480], i: usize, k: usize) -> Option<f64> {
    let view = View::from_slice(extents![6, 8, 10], data).ok()?;
    let Ok(part) = view.chip(slice![1..6; 2, 3, 2..9]);
    let Ok(part) = part.slice(slice![.., 1..7]);
    part.get([i, k]).copied()
}

/// The slice itself is a pointer.
#[inline(never)]
pub fn subview_typed(data: &[f64; 480]) -> *const f64 {
    let Ok(view) = View::from_slice(extents![6, 8, 10], data) else { return data.as_ptr() };
    let Ok(part) = view.chip(slice![2, 3, ..]);
    part.as_slice().as_ptr()
}

#[inline(never)]
pub fn permuted_typed(data: &[f64; 60], i: usize, j: usize, k: usize) -> Option<f64> {
    let view = View::from_slice(extents![3, 4, 5], data).ok()?;
    view.permute(modes![2, 0, 1]).get([i, j, k]).copied()
}

#[inline(never)]
pub fn padded_typed(i: usize, j: usize, k: usize) -> Option<usize> {
    let mapping = Mapping::with_layout(extents![3, 4, 6], RowMajor.padded(Const::<8>)).ok()?;
    mapping.offset([i, j, k]).ok()
}
