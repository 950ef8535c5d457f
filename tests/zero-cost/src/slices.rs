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

#[inline(never)]
pub fn slice_static_twin(data: &[f64; 480], i: usize, k: usize) -> Option<f64> {
    if i < 3 && k < 6 { Some(data[(1 + 2 * i) * 80 + 3 * 10 + (3 + k)]) } else { None }
}

#[inline(never)]
pub fn slice_static_control(data: &[f64; 480], i: usize, k: usize) -> Option<f64> {
    if i < 3 && k < 6 { Some(data[(1 + i) * 80 + 3 * 10 + (3 + k)]) } else { None }
}

/// The slice itself is a pointer.
#[inline(never)]
pub fn subview_typed(data: &[f64; 480]) -> *const f64 {
    let Ok(view) = View::from_slice(extents![6, 8, 10], data) else { return data.as_ptr() };
    let Ok(part) = view.chip(slice![2, 3, ..]);
    part.as_slice().as_ptr()
}

#[inline(never)]
pub fn subview_twin(data: &[f64; 480]) -> *const f64 {
    &raw const data[2 * 80 + 3 * 10]
}

#[inline(never)]
pub fn subview_control(data: &[f64; 480]) -> *const f64 {
    &raw const data[2 * 80 + 3 * 8]
}

#[inline(never)]
pub fn permuted_typed(data: &[f64; 60], i: usize, j: usize, k: usize) -> Option<f64> {
    let view = View::from_slice(extents![3, 4, 5], data).ok()?;
    view.permute(modes![2, 0, 1]).get([i, j, k]).copied()
}

#[inline(never)]
pub fn permuted_twin(data: &[f64; 60], i: usize, j: usize, k: usize) -> Option<f64> {
    if i < 5 && j < 3 && k < 4 {
        // SAFETY: the largest offset is 4 + 2 * 20 + 3 * 5 = 59.
        Some(unsafe { *data.get_unchecked(i + j * 20 + k * 5) })
    } else {
        None
    }
}

#[inline(never)]
pub fn permuted_control(data: &[f64; 60], i: usize, j: usize, k: usize) -> Option<f64> {
    if i < 5 && j < 3 && k < 4 {
        // SAFETY: the largest offset is 4 + 2 * 20 + 3 * 5 = 59.
        Some(unsafe { *data.get_unchecked(i + j * 12 + k * 4) })
    } else {
        None
    }
}

#[inline(never)]
pub fn padded_typed(i: usize, j: usize, k: usize) -> Option<usize> {
    let mapping = Mapping::with_layout(extents![3, 4, 6], RowMajor.padded(Const::<8>)).ok()?;
    mapping.offset([i, j, k]).ok()
}

#[inline(never)]
pub fn padded_twin(i: usize, j: usize, k: usize) -> Option<usize> {
    if i < 3 && j < 4 && k < 6 { Some((i * 4 + j) * 8 + k) } else { None }
}

#[inline(never)]
pub fn padded_control(i: usize, j: usize, k: usize) -> Option<usize> {
    if i < 3 && j < 4 && k < 6 { Some((i * 4 + j) * 6 + k) } else { None }
}
