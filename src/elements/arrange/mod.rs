//! Elements that are arranged anew along a mode: joined, stacked, repeated, rolled, padded, taken by indices, swapped.
//!
//! Each of these is a list of runs: entries of a mode of the result, one after the other, and the entries of a source that
//! are there, at equal distances. A run is one walk along the [nest](crate::nest) of a part of both. What is not of the mode
//! is compared first.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "modes are compared with the rank before, and entries, which are below `isize::MAX`, with the extent"
)]

#[cfg(feature = "alloc")]
mod by_tensor;
mod entries;
mod entry_number;
mod grown;
mod join;
mod parts;
mod picked;
mod scatter;
mod swap;

use core::marker::PhantomData;
#[cfg(feature = "alloc")]
use {
    crate::Mapping, crate::elements::Tensor, crate::elements::vec_tensor::reserved,
    alloc::vec::Vec, core::mem::MaybeUninit,
};

#[cfg(feature = "alloc")]
pub use join::{concat, stack};
pub use join::{concat_into, stack_into};
pub use parts::PartList;
pub(crate) use parts::names_of_values;
pub use picked::{IndexList, Padding};
#[cfg(feature = "device")]
pub(crate) use {
    grown::{Grown, PaddedBy, Width, assert_padded, check_target as check_grown, grown},
    join::{assert_concat, check_joined, joined_extent},
    parts::JoinsTo,
};

use extents_static::__private::{assert_joined_names, assert_mode, assert_target_names};

use crate::elements::walk::{Body, pace, plan, run};
use crate::elements::{View, ViewMut};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::nest::{Nest, Steps, Strided, Way};
use crate::rearrange::EntryCount;
use crate::{
    Extents, Mode, ShapeError,
    error::{Bounded, Place},
};

/// The elements of a view by numbers alone, so that the code is compiled once for all extents and layouts.
#[derive(Debug)]
pub struct Flat<'v, 'a, T> {
    // INVARIANT: each index in bounds of `extents` leads from `origin`, by `strides`, to an element that is borrowed for
    // `'a`: mutably, and by one index each, if this is made of a mutable view.
    origin: *mut T,
    extents: &'v mut [usize],
    strides: &'v mut [isize],
    borrow: PhantomData<&'a T>,
}

impl<'a, T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> View<'a, T, E, L> {
    /// Lends the elements by numbers, to be read. The null shape has none.
    fn flat<R>(
        &self,
        read: impl FnOnce(Flat<'_, 'a, T>) -> Result<R, ShapeError>,
    ) -> Result<R, ShapeError> {
        if self.extents().is_null() {
            return Err(ShapeError::Null);
        }
        let (mut extents, mut strides) = (self.extents().extents(), self.mapping().strides());
        let (extents, strides) = (extents.as_mut(), strides.as_mut());
        read(Flat { origin: self.origin().cast_mut(), extents, strides, borrow: PhantomData })
    }
}

impl<'a, T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> ViewMut<'a, T, E, L> {
    /// Lends the elements by numbers, to be written. The null shape has none.
    fn flat_mut<R>(
        &mut self,
        write: impl FnOnce(Flat<'_, '_, T>) -> Result<R, ShapeError>,
    ) -> Result<R, ShapeError> {
        if self.extents().is_null() {
            return Err(ShapeError::Null);
        }
        let (mut extents, mut strides) = (self.extents().extents(), self.mapping().strides());
        let (extents, strides) = (extents.as_mut(), strides.as_mut());
        write(Flat { origin: self.origin(), extents, strides, borrow: PhantomData })
    }
}

/// Entries `to`, `to + pace`, .. of a mode, and what is there: entries `from`, `from + step`, .. of a source.
#[derive(Clone, Copy, Debug)]
struct Run {
    to: usize,
    pace: usize,
    from: usize,
    step: isize,
    count: usize,
}

impl Run {
    /// One entry of each; further ones are at these distances.
    const fn new((to, pace): (usize, usize), (from, step): (usize, isize)) -> Self {
        Run { to, pace, from, step, count: 1 }
    }
}

/// Fails to compile where a mode of an operand `F` has another name than that of an operand `E`, but for the mode that changes. Where
/// that is a number, all are compared.
#[track_caller]
const fn assert_names<M: EntryCount, E: Extents, F: Extents>() {
    assert_joined_names(M::Mode::EXTENT, &[E::NAMES, F::NAMES], &[E::LABELS, F::LABELS]);
}

/// The same of a target `F` of what has the names of `E`, which has the mode.
#[track_caller]
const fn assert_target<M: EntryCount, E: Extents, F: Extents>() {
    assert_mode(M::Mode::EXTENT, E::STATIC_RANK);
    assert_target_names(M::Mode::EXTENT, (E::NAMES, E::LABELS), (F::NAMES, F::LABELS));
}

/// The extent of a mode.
fn extent_of(extents: &[usize], mode: usize) -> Result<usize, ShapeError> {
    let error = ShapeError::OutOfBounds { of: Bounded::Mode, number: mode, limit: extents.len() };
    extents.get(mode).copied().ok_or(error)
}

/// Compares the extents of an operand with those of the result, but for mode `mode`.
fn check_others(
    operand: usize,
    mode: Option<usize>,
    expected: &[usize],
    found: &[usize],
) -> Result<(), ShapeError> {
    if expected.len() != found.len() {
        return Err(ShapeError::RankMismatch { expected: expected.len(), found: found.len() });
    }
    for (other, (&expected, &found)) in expected.iter().zip(found).enumerate() {
        if expected != found && Some(other) != mode {
            return Err(ShapeError::ExtentMismatch {
                place: Place::Joined { operand, mode: other },
                expected,
                found,
            });
        }
    }
    Ok(())
}

/// Calls a function with the places of each element of a run: the target's and the source's.
///
/// The extents but that of mode `mode` are those of both, and the run is in bounds, or nothing is called.
fn visit<U, T>(
    to: &mut Flat<'_, '_, U>,
    from: &mut Flat<'_, '_, T>,
    mode: usize,
    run: Run,
    f: &mut impl FnMut(*mut U, *mut T),
) -> Result<(), ShapeError> {
    check_others(0, Some(mode), to.extents, from.extents)?;
    let (to_extent, extent) = (extent_of(to.extents, mode)?, extent_of(from.extents, mode)?);
    let Run { to: first, pace, from: entry, step, count } = run;
    let Some(more) = count.checked_sub(1) else { return Ok(()) };
    let last = step.checked_mul(more.cast_signed()).and_then(|by| entry.checked_add_signed(by));
    for index in [Some(entry), last] {
        if index.is_none_or(|index| index >= extent) {
            let index = index.unwrap_or(usize::MAX);
            return Err(ShapeError::OutOfBounds {
                of: Bounded::Index { mode },
                number: index,
                limit: extent,
            });
        }
    }
    let end = more.saturating_mul(pace).saturating_add(first).saturating_add(1);
    if end > to_extent {
        return Err(ShapeError::SliceOutOfBounds { mode, begin: first, end, extent: to_extent });
    }
    let (to_stride, stride) = (to.strides[mode], from.strides[mode]);
    let place = (
        to.origin.wrapping_offset(to_stride.wrapping_mul(first.cast_signed())),
        from.origin.wrapping_offset(stride.wrapping_mul(entry.cast_signed())),
    );
    to.extents[mode] = count;
    to.strides[mode] = to_stride.wrapping_mul(pace.cast_signed());
    from.strides[mode] = stride.wrapping_mul(step);
    // SAFETY: by the invariant of both all indices that are visited lead to elements: those of mode `mode` are in bounds, as
    // was compared, and so are the others, whose extents are those of both.
    unsafe { rows(to.extents, (to.strides, from.strides), place, f) };
    to.extents[mode] = to_extent;
    to.strides[mode] = to_stride;
    from.strides[mode] = stride;
    Ok(())
}

/// Calls a function with the places of each element of two operands of the same extents.
///
/// # Safety
/// Each index in bounds of the extents leads, by the strides, from the places to an element of each operand, and the
/// function may be called with it.
unsafe fn rows<U, T>(
    extents: &[usize],
    (to, from): (&[isize], &[isize]),
    place: (*mut U, *mut T),
    f: &mut impl FnMut(*mut U, *mut T),
) {
    let steps = (Strided::<U, _>::new(to), Strided::<T, _>::new(from));
    // SAFETY: the caller promises that each index leads to an element of both, with which the function may be called.
    unsafe { each(extents, &steps, place, Way::Free, &mut |(to, from)| f(to, from)) }
}

/// Calls a function with the places of each element of operands of the same extents, in row-major order if that is kept.
///
/// # Safety
/// As [`rows`], of the places of all operands.
unsafe fn each<S: Steps>(
    extents: &[usize],
    steps: &S,
    place: S::Place,
    way: Way,
    f: &mut impl FnMut(S::Place),
) {
    // SAFETY: as the caller promises.
    unsafe { Walk::new(extents, steps, way).each(place, f) }
}

/// A walk along operands of the same extents, planned once for all places where it starts.
struct Walk<'e, S> {
    extents: &'e [usize],
    steps: &'e S,
    /// `None` where more modes have extents above 1 than a nest has loops, or there are no elements.
    nest: Option<Nest>,
}

impl<'e, S: Steps> Walk<'e, S> {
    fn new(extents: &'e [usize], steps: &'e S, way: Way) -> Self {
        let mut nest = Nest::EMPTY;
        let has_nest = !extents.contains(&0) && plan(&mut nest, extents, steps, way, true);
        Walk { extents, steps, nest: has_nest.then_some(nest) }
    }

    /// Calls a function with the places of each element.
    ///
    /// # Safety
    /// As [`rows`], of the places of all operands.
    unsafe fn each(&self, mut place: S::Place, f: &mut impl FnMut(S::Place)) {
        let Walk { extents, steps, nest } = self;
        if let Some(nest) = nest {
            // One row is often short, and visited for each of many places.
            if nest.rank <= 1 && nest.starts_at_zeros() {
                let row = nest.inner(0);
                let step = if nest.rank == 0 { S::UNIT } else { steps.step(row.mode(), false) };
                // SAFETY: as below, of the elements of the row.
                return unsafe {
                    match S::is_next(step) {
                        (true, _) => self.row::<{ pace::NEXT }>(place, step, row.extent, f),
                        (false, _) => self.row::<{ pace::ANY }>(place, step, row.extent, f),
                    }
                };
            }
            nest.start(extents, *steps, &mut place);
            // SAFETY: the caller promises that each index leads to an element of each operand; the nest has the extents, and
            // `place` is where it starts.
            unsafe { run(nest, *steps, place, (), &mut Each(f)) };
        } else if !extents.contains(&0) {
            nested(extents, 0, *steps, place, f);
        }
    }

    /// The same of so many elements, a step apart.
    ///
    /// # Safety
    /// As [`each`](Self::each), and as [`Body::row`] says of the pace.
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn row<const PACE: u8>(
        &self,
        place: S::Place,
        step: S::Step,
        count: usize,
        f: &mut impl FnMut(S::Place),
    ) {
        // SAFETY: as the caller promises.
        unsafe { Body::<S, ()>::row::<PACE>(&mut Each(f), (), &place, step, count) }
    }
}

/// The same where more modes have extents above 1 than a nest has loops.
#[cold]
fn nested<S: Steps>(
    extents: &[usize],
    from: usize,
    steps: &S,
    mut place: S::Place,
    f: &mut impl FnMut(S::Place),
) {
    let Some(mode) = first_long(extents, from) else { return f(place) };
    for _ in 0..extents[mode] {
        nested(extents, mode + 1, steps, place.clone(), f);
        S::advance(&mut place, steps.step(mode, false), 1);
    }
}

/// The first mode from `from` on that has more than one entry, or none.
fn first_long(extents: &[usize], from: usize) -> Option<usize> {
    (from..extents.len()).find(|mode| extents[*mode] != 1)
}

/// Calls a function with the places of each element.
struct Each<'f, F>(&'f mut F);

impl<S: Steps, F: FnMut(S::Place)> Body<S, ()> for Each<'_, F> {
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn row<const PACE: u8>(
        &mut self,
        (): (),
        place: &S::Place,
        step: S::Step,
        count: usize,
    ) {
        let step = if PACE == pace::NEXT { S::UNIT } else { step };
        let mut place = place.clone();
        for _ in 0..count {
            (self.0)(place.clone());
            S::advance(&mut place, step, 1);
        }
    }
}

/// Compares each index with the extent.
pub(crate) fn check_indices(
    mode: usize,
    extent: usize,
    indices: &[usize],
) -> Result<(), ShapeError> {
    match indices.iter().position(|index| *index >= extent) {
        Some(position) => {
            let index = indices[position];
            Err(ShapeError::EntryOutOfBounds { mode, position, index, extent })
        }
        None => Ok(()),
    }
}

/// Elements in a new arrangement.
///
/// # Safety
/// `lay` calls the function with each element of the target once, and an element of a source that is borrowed for `'a`, or
/// it returns an error.
unsafe trait Arrangement<'a, T: 'a> {
    /// Calls a function with the place of each element of the target, and that of the element that belongs there.
    fn lay<U>(
        &self,
        to: Flat<'_, '_, U>,
        f: &mut impl FnMut(*mut U, *mut T),
    ) -> Result<(), ShapeError>;
}

/// Creates a tensor of elements in a new arrangement.
#[cfg(feature = "alloc")]
fn created<'a, T: Clone + 'a, E: Extents>(
    extents: E,
    arrangement: &impl Arrangement<'a, T>,
) -> Result<Tensor<T, E>, ShapeError> {
    let mapping = Mapping::of(extents);
    let elements = if core::mem::needs_drop::<T>() {
        // A `clone` may panic, and must not leave elements that nobody drops: so those that are there are found first.
        let sources: Vec<&'a T> = laid(&mapping, arrangement, |from| from)?;
        let mut elements = reserved(sources.len())?;
        elements.extend(sources.into_iter().cloned());
        elements
    } else {
        laid(&mapping, arrangement, T::clone)?
    };
    Ok(Tensor::from_parts(elements, mapping))
}

/// The elements of a new tensor, in memory order, each made of the one that belongs there.
#[cfg(feature = "alloc")]
fn laid<'a, T: 'a, U, E: Extents>(
    mapping: &Mapping<E, crate::layout::RowMajor>,
    arrangement: &impl Arrangement<'a, T>,
    make: impl Fn(&'a T) -> U,
) -> Result<Vec<U>, ShapeError> {
    let size = mapping.extents().size();
    let mut elements = reserved(size)?;
    let mut target = ViewMut::from_parts(elements.spare_capacity_mut(), mapping.clone());
    target.flat_mut(|to| {
        // SAFETY: `lay` calls it with places of elements: one of the target, which is borrowed mutably, and one of a source,
        // which is borrowed for `'a`.
        arrangement.lay(to, &mut unsafe { written(&make) })
    })?;
    // SAFETY: there is room for `size` elements, and `lay` visited each.
    unsafe { elements.set_len(size) };
    Ok(elements)
}

/// Writes what is made of an element to a place. It is compiled once for elements of these types, and not for each kind of extents.
///
/// # Safety
/// The function is called with places of elements, of which those of a `U` are borrowed mutably, and those of a `T` for `'a`.
#[cfg(feature = "alloc")]
unsafe fn written<'a, T: 'a, U>(
    make: &impl Fn(&'a T) -> U,
) -> impl FnMut(*mut MaybeUninit<U>, *mut T) {
    |to, from| {
        // SAFETY: as the caller promises.
        unsafe { (*to).write(make(&*from)) };
    }
}

/// Writes elements in a new arrangement.
fn write<'a, T: Clone + 'a, E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
    mut target: ViewMut<'_, T, E, L>,
    arrangement: &impl Arrangement<'a, T>,
) -> Result<(), ShapeError> {
    target.flat_mut(|to| {
        arrangement.lay(to, &mut |to: *mut T, from: *mut T| {
            // SAFETY: both are places of elements: one of the target, which is borrowed mutably, and one of a source, which is
            // borrowed shared, so that they differ.
            unsafe { (*to).clone_from(&*from) };
        })
    })
}
