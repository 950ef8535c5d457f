//! Auto traits, variance and copying: what the compiler may assume of the types.
#![allow(clippy::arithmetic_side_effects, reason = "sizes of types")]

use std::cell::Cell;
use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::rc::Rc;

use extents::label::LabelName;
use extents::layout::{Canonical, ColMajor, Layout, RowMajor, Strides};
use extents::storage::Inline;
use extents::{
    Composition, Const, Dyn, DynExtents, DynRankExtents, Extents, InlineTensor, Mapping, Mode,
    ModeArray, Rank, ShapeError, StaticExtents, Tensor, TensorOf, View, ViewMut, error::Rejected,
    extents,
};
use static_assertions::{assert_impl_all, assert_not_impl_any, const_assert};

type Known = StaticExtents![2, 3];
type Mixed = StaticExtents![2, dyn];
/// Can be sent, not shared.
type SendOnly = Cell<i32>;
/// Can be neither.
type Neither = Rc<i32>;
/// Can be shared, not sent.
type SyncOnly = std::sync::MutexGuard<'static, i32>;

assert_impl_all!(Const<3>: Mode, Copy, Default, Debug, Hash, Eq, Send, Sync);
assert_impl_all!(Dyn: Mode, Copy, Debug, Hash, Eq, Send, Sync);
assert_impl_all!(Known: Extents, Rank<2>, Copy, Default, Display, Debug, Hash, Eq, Send, Sync);
assert_impl_all!(Mixed: Extents, Rank<2>, Copy, Display, Debug, Hash, Eq, Send, Sync);
assert_impl_all!(DynExtents<3>: Extents, Rank<3>, Copy, Display, Debug, Hash, Eq, Send, Sync);
assert_impl_all!(DynRankExtents: Extents, Clone, Default, Display, Debug, Hash, Eq, Send, Sync);
assert_impl_all!(Known: UnwindSafe, RefUnwindSafe, Unpin);
assert_impl_all!(DynRankExtents: UnwindSafe, RefUnwindSafe, Unpin);
assert_impl_all!(ModeArray<usize>: Send, Sync, Clone, Hash, Eq, Unpin);
// A default of unknown extents would be a guess.
assert_not_impl_any!(Mixed: Default);
assert_not_impl_any!(DynExtents<2>: Default);
assert_not_impl_any!(Known: Rank<1>, Rank<3>);
assert_not_impl_any!(DynRankExtents: Rank<2>, Copy);

assert_impl_all!(RowMajor: Canonical, Layout<Known>, Layout<DynRankExtents>, Copy, Default, Eq);
assert_impl_all!(ColMajor: Canonical, Layout<Known>, Layout<DynRankExtents>, Copy, Default, Eq);
assert_impl_all!(Mapping<Known>: Copy, Eq, Hash, Debug, Send, Sync);
assert_impl_all!(Mapping<DynRankExtents>: Clone, Eq, Hash, Debug, Send, Sync);
assert_impl_all!(Strides<Known, ColMajor>: Copy, Eq, Display, Debug, Send, Sync);

// A view is a shared borrow: `Copy` whatever the elements, sent and shared as `&[T]` is.
assert_impl_all!(View<'static, String, Known>: Copy, Send, Sync, Debug);
assert_impl_all!(View<'static, String, DynRankExtents>: Clone, Send, Sync);
assert_impl_all!(View<'static, SyncOnly, Known>: Send, Sync);
assert_not_impl_any!(View<'static, String, DynRankExtents>: Copy);
assert_not_impl_any!(View<'static, SendOnly, Known>: Send, Sync);
assert_not_impl_any!(View<'static, Neither, Known>: Send, Sync);

// A mutable view is a mutable borrow: never `Copy`, sent and shared as `&mut [T]` is.
assert_impl_all!(ViewMut<'static, String, Known>: Send, Sync, Debug);
assert_impl_all!(ViewMut<'static, SendOnly, Known>: Send);
assert_impl_all!(ViewMut<'static, SyncOnly, Known>: Sync);
assert_not_impl_any!(ViewMut<'static, SendOnly, Known>: Sync);
assert_not_impl_any!(ViewMut<'static, SyncOnly, Known>: Send);
assert_not_impl_any!(ViewMut<'static, Neither, Known>: Send, Sync);
assert_not_impl_any!(ViewMut<'static, i32, Known>: Copy, Clone);
// As `&mut [T]`, it is not unwind safe.
assert_not_impl_any!(ViewMut<'static, i32, Known>: UnwindSafe);

// A tensor is its storage.
assert_impl_all!(Tensor<String, Known>: Clone, Send, Sync, Debug, Unpin);
assert_impl_all!(Tensor<SendOnly, Known>: Send);
assert_not_impl_any!(Tensor<SendOnly, Known>: Sync);
assert_not_impl_any!(Tensor<Neither, Known>: Send, Sync);
assert_not_impl_any!(Tensor<i32, Known>: Copy);
assert_impl_all!(InlineTensor<i32, Known>: Copy, Send, Sync, Default, Debug);
assert_impl_all!(InlineTensor<String, Known>: Clone, Send, Sync, Debug);
assert_not_impl_any!(InlineTensor<String, Known>: Copy, Default);
assert_not_impl_any!(InlineTensor<SendOnly, Known>: Sync);
assert_not_impl_any!(InlineTensor<Neither, Known>: Send, Sync);
assert_impl_all!(Inline<i32, Known>: Copy, Debug);
assert_impl_all!(TensorOf<DynRankExtents>: Default, Clone);

assert_impl_all!(ShapeError: Error, Copy, Eq, Debug, Display, Send, Sync, From<std::convert::Infallible>);
assert_impl_all!(Rejected<Vec<i32>>: Error, Debug, Display, Send, Sync);
assert_impl_all!(ShapeError: From<Rejected<Vec<i32>>>);
assert_impl_all!(Composition: Clone, Debug, Eq, Send, Sync);
assert_impl_all!(LabelName: Copy, Eq, Hash, Display, Debug, Send, Sync);

// Errors are returned by value everywhere, so they stay small.
const_assert!(size_of::<ShapeError>() <= 40);
const_assert!(size_of::<Result<DynRankExtents, ShapeError>>() <= 12 * size_of::<usize>());
const_assert!(size_of::<DynRankExtents>() <= 10 * size_of::<usize>());
const_assert!(size_of::<LabelName>() == 16);

/// Compiles only if `View` is covariant in its lifetime and in its elements.
fn shorten<'short, 'long: 'short>(
    view: View<'long, &'long str, Known>,
) -> View<'short, &'short str, Known> {
    view
}

/// Compiles only if `Tensor` is covariant in its elements.
fn shorten_elements<'short, 'long: 'short>(
    tensor: Tensor<&'long str, Known>,
) -> Tensor<&'short str, Known> {
    tensor
}

/// Compiles only if `ViewMut` is covariant in its lifetime.
fn shorten_borrow<'short, 'long: 'short, T>(
    view: ViewMut<'long, T, Known>,
) -> ViewMut<'short, T, Known> {
    view
}

#[test]
fn views_can_be_used_where_shorter_borrows_are_expected() {
    let names = ["a", "b", "c", "d", "e", "f"];
    let view = View::from_slice(extents![2, 3], &names).unwrap();
    assert_eq!(shorten(view)[[1, 2]], "f");
    assert_eq!(shorten_elements(Tensor::from_slice(extents![2, 3], &names).unwrap())[[0, 1]], "b");
    let mut numbers = [1, 2, 3, 4, 5, 6];
    let mut view = shorten_borrow(ViewMut::from_slice(extents![2, 3], &mut numbers).unwrap());
    view[[0, 0]] = 9;
    assert_eq!(numbers[0], 9);
}

#[test]
fn views_cross_threads() {
    let mut numbers = [1, 2, 3, 4, 5, 6];
    let mut view = ViewMut::from_slice(extents![2, 3], &mut numbers).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| view[[1, 1]] = 50);
    });
    let view = View::from_slice(extents![2, 3], &numbers).unwrap();
    let sum = std::thread::scope(|scope| {
        let handles = [0, 1]
            .map(|row| scope.spawn(move || (0..3).map(|column| view[[row, column]]).sum::<i32>()));
        handles.map(|handle| handle.join().unwrap()).iter().sum::<i32>()
    });
    assert_eq!(sum, 1 + 2 + 3 + 4 + 50 + 6);
}
