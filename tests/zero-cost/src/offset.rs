//! Offsets, strides and spans.

use extents::{Mapping, StaticExtents, extents};

#[inline(never)]
pub fn offset_static_typed(i: usize, j: usize, k: usize) -> Option<usize> {
    Mapping::new(extents![3, 4, 5]).offset([i, j, k]).ok()
}

type Mixed = Mapping<StaticExtents![dyn, 4, 5]>;

#[inline(never)]
pub fn offset_mixed_typed(mapping: Mixed, i: usize, j: usize, k: usize) -> Option<usize> {
    mapping.offset([i, j, k]).ok()
}

#[inline(never)]
pub fn strides_typed() -> ([isize; 4], usize) {
    let mapping = Mapping::new(extents![3, 4, 5, 6]);
    (mapping.strides(), mapping.required_span_size())
}
