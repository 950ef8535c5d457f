//! Extents with names: what the types say of them is neither compared nor branched upon.
#![allow(clippy::type_complexity, reason = "the types are what is measured")]

use extents::label::{b, h, k, t};
use extents::layout::Strided;
use extents::rearrange::Named;
use extents::{Const, Mapping, StaticExtents, View, ViewMut, contract, dims, names};

dims! { pub Batch ..= 4096, pub Time ..= 8192, pub once Rows ..= 4096, pub once Cols ..= 4096, pub Heads = 4,
pub Past, pub Words }

type Table<'a> = View<'a, f64, StaticExtents![dyn Rows, dyn Cols]>;
type Square<'a> = View<'a, f32, StaticExtents![(Heads), (Heads)]>;
type SquareMut<'a> = ViewMut<'a, f32, StaticExtents![(Heads), (Heads)]>;
type TableMut<'a> = ViewMut<'a, f64, StaticExtents![dyn Rows, dyn Cols]>;

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

/// Two matrices whose extents are bound once a process are added without a comparison.
#[inline(never)]
pub fn once_add_typed(a: &Table<'_>, b: &Table<'_>, to: &mut TableMut<'_>) {
    let Ok(()) = (a + b).assign_to(to);
}

/// As above, of extents of two scopes.
#[inline(never)]
pub fn scope_add_typed<'b, 't>(
    a: &View<'_, f64, StaticExtents![dyn 'b Batch, dyn 't Time]>,
    b: &View<'_, f64, StaticExtents![dyn 'b Batch, dyn 't Time]>,
    to: &mut ViewMut<'_, f64, StaticExtents![dyn 'b Batch, dyn 't Time]>,
) {
    let Ok(()) = (a + b).assign_to(to);
}

/// As above, of numbers that have names.
#[inline(never)]
pub fn fixed_add_typed(
    a: &View<'_, f64, StaticExtents![(Heads), 64]>,
    b: &View<'_, f64, StaticExtents![(Heads), 64]>,
    to: &mut ViewMut<'_, f64, StaticExtents![(Heads), 64]>,
) {
    let Ok(()) = (a + b).assign_to(to);
}

/// Extents that are stored are compared, as those of run time are.
#[inline(never)]
pub fn stored_add_typed(
    a: &View<'_, f64, StaticExtents![dyn Batch, dyn Time]>,
    b: &View<'_, f64, StaticExtents![dyn Batch, dyn Time]>,
    to: &mut ViewMut<'_, f64, StaticExtents![dyn Batch, dyn Time]>,
) -> bool {
    (a + b).assign_to(to).is_ok()
}

#[inline(never)]
pub fn named_sum_typed(
    x: &View<'_, f64, StaticExtents![dyn Words, dyn Past, 8]>,
    to: &mut ViewMut<'_, f64, StaticExtents![dyn Words, 8]>,
) -> bool {
    x.over(names![Past]).sum_into(to).is_ok()
}

/// What a contraction compares of stored names, and what it gives.
#[inline(never)]
pub fn stored_compose_typed(
    x: StaticExtents![dyn Words, dyn Past],
    w: StaticExtents![dyn Past, 8],
) -> Option<StaticExtents![dyn Words, 8]> {
    contract!(x[b, t] * w[t, h] => [b, h]).ok()
}

/// A product of matrices of numbers that have names is one of numbers.
#[inline(never)]
pub fn fixed_matmul_typed(a: &Square<'_>, b: &Square<'_>, to: &mut SquareMut<'_>) {
    let Ok(()) = contract!(to[b, k] = a[b, t] * b[t, k]);
}

/// The extents that meet are bound once, and are not compared.
#[inline(never)]
pub fn once_contract_typed(
    x: &View<'_, f32, StaticExtents![dyn Rows, dyn Cols]>,
    w: &View<'_, f32, StaticExtents![dyn Cols, 8]>,
    to: &mut ViewMut<'_, f32, StaticExtents![dyn Rows, 8]>,
) -> bool {
    let Ok(()) = contract!(to[b, h] = x[b, t] * w[t, h]);
    true
}

/// Of a mode with a largest extent and a number, which is one more word in no type.
#[inline(never)]
pub fn named_merge_typed(
    x: View<'_, f64, StaticExtents![dyn Batch, (Heads), 5]>,
) -> Option<View<'_, f64, StaticExtents![(Batch * Heads * 5)], Strided<(Const<1>,)>>> {
    let x = x.merge::<Named, _>(Const::<0>).ok()?;
    x.merge::<Named, _>(Const::<0>).ok()
}
