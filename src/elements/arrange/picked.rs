//! What the entries of a mode become: which of a source stand where.

use core::marker::PhantomData;

use extents_static::__private::agree_in_order;

use super::entry_number::EntryNumber;
#[cfg(feature = "alloc")]
use super::grown::Width;
use super::scatter::check_named;
use super::{Arrangement, Flat, Run, check_indices, check_others, each, extent_of, visit};
use crate::elements::View;
use crate::layout::{StridedLayout, TrustedLayout};
use crate::nest::{Strided, Way};
use crate::{Const, Dyn, Extents, Mode, ShapeError, error::Place};

/// What stands before and after the entries of a mode that is padded.
///
/// ```
/// use extents::arrange::Padding;
/// use extents::{Tensor, extents};
/// let a = Tensor::from_vec(extents![3], vec![1, 2, 3])?;
/// let padded = |padding| a.pad(0, (2, 2), padding).map(Tensor::into_storage);
/// assert_eq!(padded(Padding::Constant(0))?, [0, 0, 1, 2, 3, 0, 0]);
/// assert_eq!(padded(Padding::Edge)?, [1, 1, 1, 2, 3, 3, 3]);
/// assert_eq!(padded(Padding::Reflect)?, [3, 2, 1, 2, 3, 2, 1]);
/// assert_eq!(padded(Padding::Symmetric)?, [2, 1, 1, 2, 3, 3, 2]);
/// assert_eq!(padded(Padding::Wrap)?, [2, 3, 1, 2, 3, 1, 2]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Padding<T> {
    /// This value.
    Constant(T),
    /// The first entry and the last one.
    Edge,
    /// The entries in reverse order, without repeating the first and the last.
    Reflect,
    /// The entries in reverse order, from the first and the last on.
    Symmetric,
    /// The entries from the other end.
    Wrap,
}

impl<T> Padding<T> {
    /// What stands at a place, counted from the first entry, and after it.
    fn stretch(&self, place: isize, extent: usize) -> Stretch {
        let of = |period: usize| place.rem_euclid(period.cast_signed()).unsigned_abs();
        let last = extent.saturating_sub(1);
        let up = |entry: usize| Stretch { from: Some(entry), step: 1, count: extent - entry };
        let stay = |from| {
            // Before the first entry, or without an end.
            let count = if place < 0 { place.unsigned_abs() } else { usize::MAX };
            Stretch { from, step: 0, count }
        };
        match self {
            _ if place >= 0 && place.unsigned_abs() < extent => up(place.unsigned_abs()),
            Padding::Constant(_) => stay(None),
            Padding::Edge if place >= 0 => stay(Some(last)),
            Padding::Edge => stay(Some(0)),
            Padding::Reflect if last == 0 => stay(Some(0)),
            Padding::Wrap => up(of(extent)),
            Padding::Reflect => match of(2 * last) {
                entry if entry < extent => up(entry),
                entry => {
                    Stretch { from: Some(2 * last - entry), step: -1, count: 2 * last - entry }
                }
            },
            Padding::Symmetric => match of(2 * extent) {
                entry if entry < extent => up(entry),
                entry => Stretch {
                    from: Some(2 * extent - 1 - entry),
                    step: -1,
                    count: 2 * extent - entry,
                },
            },
        }
    }
}

/// How many entries are added before and after a mode, where both types know it.
#[cfg(feature = "alloc")]
pub(super) const fn known_widths<A: Width, B: Width>() -> Option<usize> {
    match (A::COUNT, B::COUNT) {
        (Some(before), Some(after)) => Some(before.saturating_add(after)),
        _ => None,
    }
}

/// A list of indices, whose type may know their number: what [`take`](View::take) takes.
///
/// ```
/// use extents::arrange::IndexList;
/// use extents::Mode;
/// fn known<I: IndexList>(_: I) -> Option<usize> {
///     I::Count::EXTENT
/// }
/// assert_eq!((known([4, 0, 1]), known(vec![4, 0, 1])), (Some(3), None));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of indices",
    label = "expected an array, a slice or a `Vec` of `usize`",
    note = "a tensor or view of indices, such as `argsort` gives, is taken by `take_by`, and written to by `put_by`"
)]
pub trait IndexList {
    /// The number of indices: [`Const<N>`](Const) of an array, else [`Dyn`].
    type Count: Mode;
    /// Returns the indices.
    fn indices(&self) -> &[usize];
}

macro_rules! index_lists {
    ($([$($generics:tt)*] $list:ty, $Count:ty;)*) => {$(
        impl<$($generics)*> IndexList for $list {
            type Count = $Count;
            fn indices(&self) -> &[usize] {
                self.as_ref()
            }
        }
    )*};
}
index_lists! {
    [const N: usize] [usize; N], Const<N>;
    [const N: usize] &[usize; N], Const<N>;
    [] &[usize], Dyn;
}
#[cfg(feature = "alloc")]
index_lists! {
    [] alloc::vec::Vec<usize>, Dyn;
    [] &alloc::vec::Vec<usize>, Dyn;
}

/// What stands at some places of a mode, one after the other: entries at equal distances, or the value that pads.
pub(super) struct Stretch {
    from: Option<usize>,
    step: isize,
    count: usize,
}

/// Entries of a mode of a view by what stands at a place and after it, and a value where that names none.
pub(super) struct Picked<'p, 'a, T, E: Extents, L: TrustedLayout<E>, F> {
    view: &'p View<'a, T, E, L>,
    value: Option<&'a T>,
    mode: usize,
    stretch: F,
}

// SAFETY: the runs follow each other up to the end of the mode, and `visit` compares each with the extents.
unsafe impl<'a, T, E, L, F> Arrangement<'a, T> for Picked<'_, 'a, T, E, L, F>
where
    T: 'a,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    F: Fn(usize) -> Stretch,
{
    fn lay<U>(
        &self,
        mut to: Flat<'_, '_, U>,
        f: &mut impl FnMut(*mut U, *mut T),
    ) -> Result<(), ShapeError> {
        let Picked { view, mode, .. } = *self;
        let end = extent_of(to.extents, mode)?;
        if to.extents.contains(&0) {
            return Ok(());
        }
        let (mut extents, mut strides) = (view.extents().extents(), view.extents().zero_strides());
        view.flat(|mut from| {
            let mut place = 0;
            while place < end {
                let Stretch { from: entry, step, count } = (self.stretch)(place);
                let count = count.clamp(1, end - place);
                let run = Run { count, ..Run::new((place, 1), (entry.unwrap_or(0), step)) };
                match (entry, self.value) {
                    (None, Some(value)) => {
                        extent_of(extents.as_ref(), mode)?;
                        extents.as_mut()[mode] = 1;
                        // At all places of its one entry is the value.
                        let mut value = Flat {
                            origin: core::ptr::from_ref(value).cast_mut(),
                            extents: extents.as_mut(),
                            strides: strides.as_mut(),
                            borrow: PhantomData,
                        };
                        visit(&mut to, &mut value, mode, run, f)?;
                    }
                    _ => visit(&mut to, &mut from, mode, run, f)?,
                }
                place += count;
            }
            Ok(())
        })
    }
}

/// What [`View::pad`] gives.
pub(super) fn padded<'p, 'a, T, E: Extents, L: TrustedLayout<E>>(
    view: &'p View<'a, T, E, L>,
    (mode, extent): (usize, usize),
    (before, after): (usize, usize),
    padding: &'a Padding<T>,
) -> Result<Picked<'p, 'a, T, E, L, impl Fn(usize) -> Stretch>, ShapeError> {
    let value = if let Padding::Constant(value) = padding { Some(value) } else { None };
    if value.is_none() && extent == 0 && (before > 0 || after > 0) {
        return Err(ShapeError::EntryOutOfBounds { mode, position: 0, index: 0, extent });
    }
    let stretch = move |place: usize| {
        padding.stretch(place.cast_signed().wrapping_sub_unsigned(before), extent)
    };
    Ok(Picked { view, value, mode, stretch })
}

/// What [`View::roll`] gives.
pub(super) fn rolled<'p, 'a, T, E: Extents, L: TrustedLayout<E>>(
    view: &'p View<'a, T, E, L>,
    (mode, extent): (usize, usize),
    shift: isize,
) -> Picked<'p, 'a, T, E, L, impl Fn(usize) -> Stretch> {
    // Of an extent of 0 nothing is asked.
    let all = extent.max(1).cast_signed();
    let first = (all - shift.rem_euclid(all)).unsigned_abs();
    let stretch = move |place: usize| {
        let entry = (place + first) % extent.max(1);
        Stretch { from: Some(entry), step: 1, count: extent - entry }
    };
    Picked { view, value: None, mode, stretch }
}

/// Entries of a mode several times: each in a row, or all of them after each other.
pub(super) struct Repeated<'p, 'a, T, E: Extents, L: TrustedLayout<E>> {
    pub(super) view: &'p View<'a, T, E, L>,
    pub(super) mode: usize,
    pub(super) times: usize,
    pub(super) each: bool,
}

// SAFETY: the places are those of `extent` entries `times` times, which is all there are: one loop, over one or the other, is
// that of a run, and the other one counts runs.
unsafe impl<'a, T, E, L> Arrangement<'a, T> for Repeated<'_, 'a, T, E, L>
where
    T: 'a,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    fn lay<U>(
        &self,
        mut to: Flat<'_, '_, U>,
        f: &mut impl FnMut(*mut U, *mut T),
    ) -> Result<(), ShapeError> {
        let Repeated { view, mode, times, each } = *self;
        view.flat(|mut from| {
            check_others(0, Some(mode), to.extents, from.extents)?;
            let (found, extent) = (extent_of(to.extents, mode)?, extent_of(from.extents, mode)?);
            let expected = extent.saturating_mul(times);
            if expected != found {
                return Err(ShapeError::ExtentMismatch {
                    place: Place::Mode(mode),
                    expected,
                    found,
                });
            }
            if to.extents.contains(&0) {
                return Ok(());
            }
            // From place to place of one time, and of one entry.
            let (by_time, by_entry) = if each { (1, times) } else { (extent, 1) };
            if times <= extent {
                (0..times).try_for_each(|time| {
                    let run = Run::new((time * by_time, by_entry), (0, 1));
                    visit(&mut to, &mut from, mode, Run { count: extent, ..run }, f)
                })
            } else {
                (0..extent).try_for_each(|entry| {
                    let run = Run::new((entry * by_entry, by_time), (entry, 0));
                    visit(&mut to, &mut from, mode, Run { count: times, ..run }, f)
                })
            }
        })
    }
}

/// The entries of a mode that a list of indices names.
pub(super) struct Taken<'p, 'a, T, E: Extents, L: TrustedLayout<E>> {
    pub(super) view: &'p View<'a, T, E, L>,
    pub(super) mode: usize,
    pub(super) indices: &'p [usize],
}

// SAFETY: there is an index for each entry of the target, as is compared; so are all indices.
unsafe impl<'a, T, E, L> Arrangement<'a, T> for Taken<'_, 'a, T, E, L>
where
    T: 'a,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    fn lay<U>(
        &self,
        mut to: Flat<'_, '_, U>,
        f: &mut impl FnMut(*mut U, *mut T),
    ) -> Result<(), ShapeError> {
        let Taken { view, mode, indices } = *self;
        view.flat(|mut from| {
            check_others(0, Some(mode), to.extents, from.extents)?;
            let (expected, found) = (extent_of(to.extents, mode)?, indices.len());
            if expected != found {
                return Err(ShapeError::ExtentMismatch {
                    place: Place::Mode(mode),
                    expected,
                    found,
                });
            }
            check_indices(mode, from.extents[mode], indices)?;
            let size: usize = to.extents[mode + 1..].iter().product();
            if size >= LONG_ENTRY {
                for (place, index) in indices.iter().enumerate() {
                    visit(&mut to, &mut from, mode, Run::new((place, 1), (*index, 1)), f)?;
                }
                return Ok(());
            }
            let mut by_index = view.extents().zero_strides();
            by_index.as_mut()[mode] = 1;
            let stride = core::mem::replace(&mut from.strides[mode], 0);
            let steps = (
                Strided::<U, _>::new(&*to.strides),
                (Strided::<usize, _>::new(by_index.as_ref()), Strided::<T, _>::new(&*from.strides)),
            );
            let place = (to.origin, (indices.as_ptr().cast_mut(), from.origin));
            // SAFETY: by the invariants all places are of elements: the other extents are those of both, there are as many
            // indices as entries, and each is that of an entry.
            unsafe { each(to.extents, &steps, place, Way::Free, &mut at_index(stride, f)) };
            Ok(())
        })
    }
}

/// The entries of a mode that indices in the place of the result name.
pub(super) struct TakenAlong<
    'p,
    'a,
    T,
    E: Extents,
    L: TrustedLayout<E>,
    X,
    F: Extents,
    K: TrustedLayout<F>,
> {
    pub(super) view: &'p View<'a, T, E, L>,
    pub(super) mode: usize,
    pub(super) indices: &'p View<'p, X, F, K>,
}

// SAFETY: the target has the extents of the indices, as is compared, and so has the view in the other modes; all indices are
// compared.
unsafe impl<'a, T, E, L, X, F, K> Arrangement<'a, T> for TakenAlong<'_, 'a, T, E, L, X, F, K>
where
    T: 'a,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    X: EntryNumber,
    F: Extents,
    K: TrustedLayout<F> + StridedLayout<F>,
{
    fn lay<U>(
        &self,
        to: Flat<'_, '_, U>,
        f: &mut impl FnMut(*mut U, *mut T),
    ) -> Result<(), ShapeError> {
        let TakenAlong { view, mode, indices } = *self;
        view.flat(|from| {
            let extent = extent_of(from.extents, mode)?;
            indices.flat(|at| {
                check_others(1, Some(mode), from.extents, at.extents)?;
                agree_in_order(at.extents, to.extents)?;
                check_named(mode, extent, indices)?;
                let stride = core::mem::replace(&mut from.strides[mode], 0);
                let steps = (
                    Strided::<U, _>::new(&*to.strides),
                    (Strided::<X, _>::new(&*at.strides), Strided::<T, _>::new(&*from.strides)),
                );
                let place = (to.origin, (at.origin, from.origin));
                // SAFETY: by the invariants all places are of elements: the extents are those of the target and of the
                // indices, and of the view but for the mode, and each index is that of an entry.
                unsafe { each(to.extents, &steps, place, Way::Free, &mut at_index(stride, f)) };
                Ok(())
            })
        })
    }
}

/// Calls a function with the place of a target and that of an element by its index. It is called with the place of an index.
fn at_index<U, X: EntryNumber, T>(
    stride: isize,
    f: &mut impl FnMut(*mut U, *mut T),
) -> impl FnMut((*mut U, (*mut X, *mut T))) {
    move |(to, (index, from))| {
        // SAFETY: a place of an index, which is borrowed shared.
        let index = unsafe { *index }.in_bounds();
        f(to, from.wrapping_offset(stride.wrapping_mul(index)));
    }
}

/// From so many elements on the entries of a mode are taken one by one, each in a walk of its own.
const LONG_ENTRY: usize = 32;
