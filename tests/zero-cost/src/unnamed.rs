//! What `named` does, of extents that are known at run time and have no names, or are numbers without one; and once more of
//! extents whose rank is a value, as controls.
#![allow(clippy::type_complexity, reason = "the types are what is measured")]

use extents::label::{b, h, t};
use extents::layout::Strided;
use extents::{
    Const, Dyn, DynRankExtents, Extents, StaticExtents, View, ViewMut, contract, extents, modes,
};

type Table<'a> = View<'a, f64, StaticExtents![dyn, dyn]>;
type TableMut<'a> = ViewMut<'a, f64, StaticExtents![dyn, dyn]>;

#[inline(never)]
pub fn once_add_dyn(a: &Table<'_>, b: &Table<'_>, to: &mut TableMut<'_>) {
    let _ = (a + b).assign_to(to);
}

#[inline(never)]
pub fn scope_add_dyn(a: &Table<'_>, b: &Table<'_>, to: &mut TableMut<'_>) {
    let _ = (a + b).assign_to(to);
}

#[inline(never)]
pub fn fixed_add_dyn(
    a: &View<'_, f64, StaticExtents![4, 64]>,
    b: &View<'_, f64, StaticExtents![4, 64]>,
    to: &mut ViewMut<'_, f64, StaticExtents![4, 64]>,
) {
    let Ok(()) = (a + b).assign_to(to);
}

#[inline(never)]
pub fn stored_add_dyn(a: &Table<'_>, b: &Table<'_>, to: &mut TableMut<'_>) -> bool {
    (a + b).assign_to(to).is_ok()
}

#[inline(never)]
pub fn named_sum_dyn(
    x: &View<'_, f64, StaticExtents![dyn, dyn, 8]>,
    to: &mut ViewMut<'_, f64, StaticExtents![dyn, 8]>,
) -> bool {
    x.over(modes![1]).sum_into(to).is_ok()
}

#[inline(never)]
pub fn stored_compose_dyn(
    x: StaticExtents![dyn, dyn],
    w: StaticExtents![dyn, 8],
) -> Option<StaticExtents![dyn, 8]> {
    contract!(x[b, t] * w[t, h] => [b, h]).ok()
}

#[inline(never)]
pub fn once_contract_dyn(
    x: &View<'_, f32, StaticExtents![dyn, dyn]>,
    w: &View<'_, f32, StaticExtents![dyn, 8]>,
    to: &mut ViewMut<'_, f32, StaticExtents![dyn, 8]>,
) -> bool {
    contract!(to[b, h] = x[b, t] * w[t, h]).is_ok()
}

#[inline(never)]
pub fn named_merge_dyn(
    x: View<'_, f64, StaticExtents![dyn, 4, 5]>,
) -> Option<View<'_, f64, StaticExtents![dyn], Strided<(Const<1>,)>>> {
    let x = x.merge::<Dyn, _>(Const::<0>).ok()?;
    x.merge::<Dyn, _>(Const::<0>).ok()
}

/// The sum, element by element, of views whose rank is a value.
fn add(a: &Table<'_>, b: &Table<'_>, to: &mut TableMut<'_>) -> Option<()> {
    let (a, b) = (a.weaken::<DynRankExtents>(), b.weaken::<DynRankExtents>());
    for index in to.extents().indices() {
        *to.get_mut(index)? = a.get(&index[..])? + b.get(&index[..])?;
    }
    Some(())
}

#[inline(never)]
pub fn once_add_control(a: &Table<'_>, b: &Table<'_>, to: &mut TableMut<'_>) {
    let _ = add(a, b, to);
}

#[inline(never)]
pub fn scope_add_control(a: &Table<'_>, b: &Table<'_>, to: &mut TableMut<'_>) {
    let _ = add(a, b, to);
}

#[inline(never)]
pub fn fixed_add_control(
    a: &View<'_, f64, StaticExtents![4, 64]>,
    b: &View<'_, f64, StaticExtents![4, 64]>,
    to: &mut ViewMut<'_, f64, StaticExtents![4, 64]>,
) {
    let _ = (a.weaken::<DynRankExtents>() + b.weaken::<DynRankExtents>()).assign_to(to);
}

#[inline(never)]
pub fn stored_add_control(a: &Table<'_>, b: &Table<'_>, to: &mut TableMut<'_>) -> bool {
    add(a, b, to).is_some()
}

#[inline(never)]
pub fn named_sum_control(
    x: &View<'_, f64, StaticExtents![dyn, dyn, 8]>,
    to: &mut ViewMut<'_, f64, StaticExtents![dyn, 8]>,
) -> bool {
    x.weaken::<DynRankExtents>().over([1]).sum_into(to).is_ok()
}

#[inline(never)]
pub fn once_contract_control(
    x: &View<'_, f32, StaticExtents![dyn, dyn]>,
    w: &View<'_, f32, StaticExtents![dyn, 8]>,
    to: &mut ViewMut<'_, f32, StaticExtents![dyn, 8]>,
) -> bool {
    let (x, w) = (x.weaken::<DynRankExtents>(), w.weaken::<DynRankExtents>());
    contract!(to[b, h] = x[b, t] * w[t, h]).is_ok()
}

#[inline(never)]
pub fn stored_compose_control(
    x: StaticExtents![dyn, dyn],
    w: StaticExtents![dyn, 8],
) -> Option<StaticExtents![dyn, 8]> {
    let (x, w) = (x.weaken::<DynRankExtents>(), w.weaken::<DynRankExtents>());
    contract!(x[b, t] * w[t, h] => [b, h]).ok()?.strengthen().ok()
}

#[inline(never)]
pub fn named_merge_control(
    x: View<'_, f64, StaticExtents![dyn, 4, 5]>,
) -> Option<View<'_, f64, StaticExtents![dyn], Strided<(Const<1>,)>>> {
    let merged = x.weaken::<DynRankExtents>().merge(0).ok()?;
    let merged = merged.merge(0).ok()?;
    Some(x.reshape(extents![dyn merged.extents().size()].ok()?).ok()?.with_layout())
}
