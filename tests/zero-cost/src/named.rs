//! Extents with names: what the types say of them is neither compared nor branched upon.
#![allow(clippy::type_complexity, reason = "the types are what is measured")]

use extents::label::{b, h, k, t};
use extents::{Mapping, StaticExtents, contract, dims};

dims! { pub Batch ..= 4096, pub Time ..= 8192, pub once Rows ..= 4096, pub once Cols ..= 4096, pub Heads = 4 }

#[inline(never)]
pub fn named_offset_typed(
    mapping: Mapping<StaticExtents![dyn Batch, (Heads), 5]>,
    i: usize,
    j: usize,
    l: usize,
) -> Option<usize> {
    mapping.offset([i, j, l]).ok()
}

/// Largest extents, of which none meets another.
#[inline(never)]
pub fn named_compose_typed(
    x: StaticExtents![dyn Batch, dyn Time, 64],
) -> StaticExtents![dyn Batch, dyn Time, 128] {
    let w = extents::extents![64, 128];
    let Ok(y) = contract!(x[b, t, h] * w[h, k] => [b, t, k]);
    y
}

/// Two modes each of dims that are bound once a process.
#[inline(never)]
pub fn once_compose_typed(
    x: StaticExtents![dyn Rows, dyn Cols],
    y: StaticExtents![dyn Rows, dyn Cols],
) -> StaticExtents![dyn Cols] {
    let Ok(z) = contract!(x[b, t] * y[b, t] => [t]);
    z
}

/// Two modes each of dims of two scopes.
#[inline(never)]
pub fn scope_compose_typed<'b, 't>(
    x: StaticExtents![dyn 'b Batch, dyn 't Time],
    y: StaticExtents![dyn 't Time, dyn 'b Batch],
) -> StaticExtents![dyn 'b Batch, dyn 't Time] {
    let Ok(z) = contract!(x[b, t] * y[t, b] => [b, t]);
    z
}
