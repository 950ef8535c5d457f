//! Offsets, strides and spans.

use extents::{Mapping, StaticExtents, extents};

#[inline(never)]
pub fn offset_static_typed(i: usize, j: usize, k: usize) -> Option<usize> {
    Mapping::new(extents![3, 4, 5]).offset([i, j, k]).ok()
}

#[inline(never)]
pub fn offset_static_twin(i: usize, j: usize, k: usize) -> Option<usize> {
    if i < 3 && j < 4 && k < 5 { Some((i * 4 + j) * 5 + k) } else { None }
}

#[inline(never)]
pub fn offset_static_control(i: usize, j: usize, k: usize) -> Option<usize> {
    if i < 3 && j < 4 && k < 5 { Some((i * 5 + j) * 4 + k) } else { None }
}

type Mixed = Mapping<StaticExtents![dyn, 4, 5]>;

#[inline(never)]
pub fn offset_mixed_typed(mapping: Mixed, i: usize, j: usize, k: usize) -> Option<usize> {
    mapping.offset([i, j, k]).ok()
}

#[inline(never)]
pub fn offset_mixed_twin(rows: usize, i: usize, j: usize, k: usize) -> Option<usize> {
    if i < rows && j < 4 && k < 5 { Some((i * 4 + j) * 5 + k) } else { None }
}

#[inline(never)]
pub fn offset_mixed_control(_rows: usize, i: usize, j: usize, k: usize) -> Option<usize> {
    if j < 4 && k < 5 { Some((i * 4 + j) * 5 + k) } else { None }
}

#[inline(never)]
pub fn strides_typed() -> ([isize; 4], usize) {
    let mapping = Mapping::new(extents![3, 4, 5, 6]);
    (mapping.strides(), mapping.required_span_size())
}

#[inline(never)]
pub fn strides_twin() -> ([isize; 4], usize) {
    ([120, 30, 6, 1], 360)
}

#[inline(never)]
pub fn strides_control() -> ([isize; 4], usize) {
    ([1, 3, 12, 60], 360)
}
