//! Elements in order along a mode: the numbers of their entries as a new tensor, defined once for [`Tensor`], [`View`] and [`ViewMut`],
//! and in place, once for [`Tensor`] and [`ViewMut`].

#![allow(clippy::indexing_slicing, reason = "the numbers of a lane are those of its elements")]

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::mem::MaybeUninit;
use core::ptr::{from_mut, from_ref};

use extents_static::__private::{assert_mode, refuse};

use super::try_lanes;
use crate::elements::expression::is_nan;
use crate::elements::{Storage, StorageMut, Tensor, View, ViewMut};
use crate::layout::{RowMajor, StridedLayout, TrustedLayout};
use crate::rearrange::{Across, Along, EntryCount, Lane, Resize};
use crate::{Extents, Mode, ShapeError, error::Bounded};

/// The order of numbers, with NaN, and what holds it, behind all others.
#[inline]
fn ascending<T: PartialOrd>(a: &T, b: &T) -> Ordering {
    match (is_nan(a), is_nan(b)) {
        (false, false) => a.partial_cmp(b).unwrap_or(Ordering::Equal),
        (a, b) => a.cmp(&b),
    }
}

/// Makes room for all elements of a list that is empty.
fn reserve<T>(list: &mut Vec<T>, elements: usize) -> Result<(), ShapeError> {
    list.try_reserve_exact(elements).map_err(|_| ShapeError::Allocation { elements })
}

fn argsort_by<T, E, L, M>(
    view: View<'_, T, E, L>,
    mode: M,
    compare: impl FnMut(&T, &T) -> Ordering,
) -> Result<Tensor<usize, E>, ShapeError>
where
    E: Extents,
    L: TrustedLayout<E>,
    M: Copy,
    Lane<M>: Along<E, L> + Along<E, RowMajor>,
    Across<M>: Along<E, L> + Along<E, RowMajor>,
{
    let mut result = Tensor::full(view.extents().clone(), 0)?;
    first_numbers(view, result.view_mut(), mode, compare)?;
    Ok(result)
}

/// Writes the numbers of the entries that are first in an order of their elements, as many as a target has along the mode.
fn first_numbers<T, E, L, F, M>(
    view: View<'_, T, E, L>,
    to: ViewMut<'_, usize, F>,
    mode: M,
    mut compare: impl FnMut(&T, &T) -> Ordering,
) -> Result<(), ShapeError>
where
    E: Extents,
    L: TrustedLayout<E>,
    F: Extents,
    M: Copy,
    Lane<M>: Along<E, L> + Along<F, RowMajor>,
    Across<M>: Along<E, L> + Along<F, RowMajor>,
{
    let (mut numbers, mut elements) = (Vec::new(), Vec::new());
    for (lane, to) in try_lanes(view, mode)?.zip(try_lanes(to, mode)?) {
        // Then there is one number along the mode, 0, or none.
        if lane.len() < 2 || to.is_empty() {
            break;
        }
        numbers.clear();
        reserve(&mut numbers, lane.len())?;
        numbers.extend(0..lane.len());
        // Those of equal elements by themselves, which keeps their order and takes no memory.
        if let Some(all) = as_slice(&lane) {
            let compare = |a: &usize, b: &usize| compare(&all[*a], &all[*b]).then(a.cmp(b));
            sort_first(&mut numbers, to.len(), compare);
        } else {
            elements.clear();
            reserve(&mut elements, lane.len())?;
            lane.into_iter().for_each(|element| elements.push(element));
            let compare = |a: &usize, b: &usize| compare(elements[*a], elements[*b]).then(a.cmp(b));
            sort_first(&mut numbers, to.len(), compare);
        }
        to.into_iter().zip(&numbers).for_each(|(to, number)| *to = *number);
    }
    Ok(())
}

/// What [`arg_largest`](Tensor::arg_largest) and [`arg_smallest`](Tensor::arg_smallest) return, in the order of each.
fn first_by<T, E, L, M, N>(
    view: View<'_, T, E, L>,
    mode: M,
    count: N,
    compare: impl FnMut(&T, &T) -> Ordering,
) -> Result<Tensor<usize, First<E, M, N>>, ShapeError>
where
    E: Resize<M, M::Stated<N::Mode>>,
    L: TrustedLayout<E> + StridedLayout<E>,
    M: EntryCount,
    N: EntryCount,
{
    let (mode, count) = (mode.mode().extent(), count.mode().extent());
    if view.extents().is_null() {
        return Err(ShapeError::Null);
    }
    let extent = view.extents().extent(mode)?;
    if count > extent {
        return Err(too_few(mode, count, extent));
    }
    let mut result = Tensor::full(view.extents().resize(mode, count)?, 0)?;
    first_numbers(view, result.view_mut(), mode, compare)?;
    Ok(result)
}

/// The extents of `N` entries of mode `M` of `E`.
type First<E, M, N> = <E as Resize<M, <M as EntryCount>::Stated<<N as EntryCount>::Mode>>>::Extents;

/// Fails where the types know that a mode has fewer entries than are asked for.
#[track_caller]
const fn assert_first<E: Extents, M: EntryCount, N: EntryCount>() {
    assert_mode(M::Mode::EXTENT, E::STATIC_RANK);
    if let (Some(mode), Some(_), Some(count)) = (M::Mode::EXTENT, E::STATIC_RANK, N::Mode::EXTENT)
        && let Some(extent) = E::STATIC_EXTENTS[mode]
        && count > extent
    {
        refuse(too_few(mode, count, extent));
    }
}

const fn too_few(mode: usize, number: usize, limit: usize) -> ShapeError {
    ShapeError::OutOfBounds { of: Bounded::Entries { mode }, number, limit }
}

/// Sorts so many of the first numbers. The others stand behind them in any order.
fn sort_first(
    mut numbers: &mut [usize],
    count: usize,
    mut compare: impl FnMut(&usize, &usize) -> Ordering,
) {
    if count < numbers.len() {
        numbers = numbers.select_nth_unstable_by(count, &mut compare).0;
    }
    numbers.sort_unstable_by(compare);
}

/// The elements of a lane, if they lie one after the other.
fn as_slice<'a, T, E: Extents, L: TrustedLayout<E>>(lane: &View<'a, T, E, L>) -> Option<&'a [T]> {
    let (strides, _) = lane.mapping().layout().strided(lane.extents())?;
    if strides.as_ref() == [1] { lane.try_as_slice() } else { None }
}

fn sort_by<T, E, L, M>(
    view: ViewMut<'_, T, E, L>,
    mode: M,
    mut compare: impl FnMut(&T, &T) -> Ordering,
) -> Result<(), ShapeError>
where
    E: Extents,
    L: TrustedLayout<E>,
    M: Copy,
    Lane<M>: Along<E, L>,
    Across<M>: Along<E, L>,
{
    let mut room = Vec::new();
    for mut lane in try_lanes(view, mode)? {
        // Elements without a size are in any order, however many they are.
        if lane.len() < 2 || const { size_of::<T>() == 0 } {
            break;
        }
        if as_slice(&lane.view()).is_some()
            && let Some(all) = lane.try_as_mut_slice()
        {
            all.sort_by(&mut compare);
        } else {
            Moved::out_of(lane, &mut room)?.elements().sort_by(&mut compare);
        }
    }
    Ok(())
}

/// The elements of a lane beside each other. They go back when this is dropped, as it is where a comparison panics.
struct Moved<'r, 'a, T, E: Extents, L: TrustedLayout<E>> {
    lane: ViewMut<'a, T, E, L>,
    // INVARIANT: a copy of each element of the lane, in any order; those in the lane are not used meanwhile.
    elements: &'r mut Vec<MaybeUninit<T>>,
}

impl<'r, 'a, T, E: Extents, L: TrustedLayout<E>> Moved<'r, 'a, T, E, L> {
    fn out_of(
        lane: ViewMut<'a, T, E, L>,
        elements: &'r mut Vec<MaybeUninit<T>>,
    ) -> Result<Self, ShapeError> {
        elements.clear();
        reserve(elements, lane.len())?;
        lane.iter().for_each(|element| {
            // SAFETY: what is read is an element, which may be none where it is copied to.
            elements.push(unsafe { from_ref(element).cast::<MaybeUninit<T>>().read() });
        });
        Ok(Moved { lane, elements })
    }

    fn elements(&mut self) -> &mut [T] {
        // SAFETY: by the invariant all are elements, and none is used twice.
        unsafe { &mut *(from_mut(self.elements.as_mut_slice()) as *mut [T]) }
    }
}

impl<T, E: Extents, L: TrustedLayout<E>> Drop for Moved<'_, '_, T, E, L> {
    fn drop(&mut self) {
        let mut elements = self.elements.iter();
        self.lane.iter_mut().for_each(|place| {
            if let Some(element) = elements.next() {
                // SAFETY: by the invariant each element is here once, and the places take it back without dropping what is there.
                unsafe { from_mut(place).write(element.as_ptr().read()) };
            }
        });
    }
}

macro_rules! reads {
    () => {
        /// Returns the numbers of the entries along a mode, `Const::<MODE>` or a number, in ascending order of their elements, NaN last.
        ///
        /// Elements that are equal stay in their order. [`take_along`](Self::take_along) takes the elements of these numbers.
        ///
        /// # Errors
        /// Returns [`ShapeError::Allocation`]; by number also [`ShapeError::OutOfBounds`] and [`ShapeError::Null`].
        ///
        /// # Panics
        /// May panic where elements contradict their order; never for numbers, or tuples and options of them.
        ///
        /// ```
        /// use extents::{Const, View, extents};
        /// let view = View::from_slice(extents![2, 3], &[0.2, 0.5, 0.3, 0.6, 0.1, 0.3])?;
        /// assert_eq!(view.argsort(Const::<1>)?.as_slice(), [0, 2, 1, 1, 2, 0]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        pub fn argsort<M: Copy>(&self, mode: M) -> Result<Tensor<usize, E>, ShapeError>
        where
            T: PartialOrd,
            Lane<M>: Along<E, L> + Along<E, RowMajor>,
            Across<M>: Along<E, L> + Along<E, RowMajor>,
        {
            argsort_by(self.view(), mode, ascending)
        }

        /// Returns the numbers of the entries along a mode, `Const::<MODE>` or a number, in an order of their elements.
        ///
        /// Elements that are equal stay in their order.
        ///
        /// # Errors
        /// Returns the errors of [`argsort`](Self::argsort).
        ///
        /// # Panics
        /// May panic where `compare` contradicts itself, as `sort_by` of a slice does.
        ///
        /// ```
        /// use extents::{Const, View, extents};
        /// let view = View::from_slice(extents![3], &["two", "three", "one"])?;
        /// let longest_first = view.argsort_by(Const::<0>, |a, b| b.len().cmp(&a.len()))?;
        /// assert_eq!(longest_first.as_slice(), [1, 0, 2]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        pub fn argsort_by<M: Copy>(
            &self,
            mode: M,
            compare: impl FnMut(&T, &T) -> Ordering,
        ) -> Result<Tensor<usize, E>, ShapeError>
        where
            Lane<M>: Along<E, L> + Along<E, RowMajor>,
            Across<M>: Along<E, L> + Along<E, RowMajor>,
        {
            argsort_by(self.view(), mode, compare)
        }

        first! {
            /// Returns the numbers of the entries along a mode, `Const::<MODE>` or a number, that have the largest elements, so many
            /// as `count` is, `Const::<N>` or a number: the largest first, NaN before all others, as
            /// `argmax` of [`over`](Self::over) finds it.
            ///
            /// Of elements that are equal the first ones come first. [`take_along`](Self::take_along) takes the elements of these numbers.
            /// Others than the first are not sorted, so this takes less time than [`argsort`](Self::argsort).
            ///
            /// # Errors
            /// Returns [`ShapeError::OutOfBounds`] where there are fewer entries; where the types know that, it does not compile.
            /// [`ShapeError::Allocation`]; by number also [`ShapeError::OutOfBounds`] of a mode and [`ShapeError::Null`].
            ///
            /// # Panics
            /// May panic where elements contradict their order; never for numbers, or tuples and options of them.
            ///
            /// ```
            /// use extents::{Const, View, extents};
            /// let view = View::from_slice(extents![2, 4], &[0.2, 0.1, 0.4, 0.3, 0.6, 0.9, 0.7, 0.8])?;
            /// let best = view.arg_largest(Const::<1>, Const::<2>)?;
            /// assert_eq!((best.extents(), best.as_slice()), (&extents![2, 2], &[2, 3, 1, 3][..]));
            /// assert_eq!(view.take_along(Const::<1>, &best)?.as_slice(), [0.4, 0.3, 0.9, 0.8]);
            /// # Ok::<(), extents::ShapeError>(())
            /// ```
            #[doc(alias = "topk")]
            #[doc(alias = "top_k")]
            #[doc(alias = "argpartition")]
            arg_largest |a, b| ascending(b, a);
            /// Returns the numbers of the entries along a mode, `Const::<MODE>` or a number, that have the smallest elements, so many
            /// as `count` is, `Const::<N>` or a number: the smallest first, NaN behind all others. These are the first of
            /// [`argsort`](Self::argsort).
            ///
            /// # Errors
            /// Returns the errors of [`arg_largest`](Self::arg_largest).
            ///
            /// # Panics
            /// May panic where elements contradict their order; never for numbers, or tuples and options of them.
            ///
            /// ```
            /// use extents::{View, extents};
            /// let distances = View::from_slice(extents![2, 4], &[2.0, 1.0, 4.0, 3.0, 6.0, 9.0, 7.0, 8.0])?;
            /// assert_eq!(distances.arg_smallest(1, 3)?.as_slice(), [1, 0, 3, 0, 2, 3]);
            /// # Ok::<(), extents::ShapeError>(())
            /// ```
            arg_smallest |a, b| ascending(a, b);
        }
    };
}

/// The first numbers in an order.
macro_rules! first {
    ($($(#[$doc:meta])* $name:ident |$a:ident, $b:ident| $compare:expr;)*) => {$(
        $(#[$doc])*
        pub fn $name<M: EntryCount, N: EntryCount>(
            &self,
            mode: M,
            count: N,
        ) -> Result<Tensor<usize, First<E, M, N>>, ShapeError>
        where
            T: PartialOrd,
            E: Resize<M, M::Stated<N::Mode>>,
            L: StridedLayout<E>,
        {
            const { assert_first::<E, M, N>() };
            first_by(self.view(), mode, count, |$a, $b| $compare)
        }
    )*};
}

macro_rules! writes {
    () => {
        /// Sorts the elements along a mode, `Const::<MODE>` or a number, in ascending order, NaN last.
        ///
        /// Elements that are equal stay in their order.
        ///
        /// # Errors
        /// Returns [`ShapeError::Allocation`], where some lanes may be sorted and others not; by number also
        /// [`ShapeError::OutOfBounds`] and [`ShapeError::Null`].
        ///
        /// # Panics
        /// May panic where elements contradict their order; never for numbers, or tuples and options of them.
        ///
        /// ```
        /// use extents::{Const, Tensor, extents};
        /// let mut a = Tensor::from_vec(extents![2, 3], vec![3, 1, 2, 0, 5, 4])?;
        /// a.sort(Const::<1>)?;
        /// assert_eq!(a.as_slice(), [1, 2, 3, 0, 4, 5]);
        /// a.sort(0)?;
        /// assert_eq!(a.as_slice(), [0, 2, 3, 1, 4, 5]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        pub fn sort<M: Copy>(&mut self, mode: M) -> Result<(), ShapeError>
        where
            T: PartialOrd,
            Lane<M>: Along<E, L>,
            Across<M>: Along<E, L>,
        {
            sort_by(self.view_mut(), mode, ascending)
        }

        /// Sorts the elements along a mode, `Const::<MODE>` or a number, in an order of your own.
        ///
        /// Elements that are equal stay in their order.
        ///
        /// # Errors
        /// Returns the errors of [`sort`](Self::sort).
        ///
        /// # Panics
        /// May panic where `compare` contradicts itself, as `sort_by` of a slice does. Then the elements along the mode are in any order.
        ///
        /// ```
        /// use extents::{Const, Tensor, extents};
        /// let mut a = Tensor::from_vec(extents![2, 3], vec![3.0, 1.0, 2.0, 0.0, 5.0, 4.0])?;
        /// a.sort_by(Const::<1>, |a, b| f64::total_cmp(b, a))?;
        /// assert_eq!(a.as_slice(), [3.0, 2.0, 1.0, 5.0, 4.0, 0.0]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        pub fn sort_by<M: Copy>(
            &mut self,
            mode: M,
            compare: impl FnMut(&T, &T) -> Ordering,
        ) -> Result<(), ShapeError>
        where
            Lane<M>: Along<E, L>,
            Across<M>: Along<E, L>,
        {
            sort_by(self.view_mut(), mode, compare)
        }
    };
}

/// Elements in order.
impl<T, E: Extents, L: TrustedLayout<E>> View<'_, T, E, L> {
    reads!();
}

/// Elements in order.
impl<T, E: Extents, L: TrustedLayout<E>> ViewMut<'_, T, E, L> {
    reads!();
    writes!();
}

/// Elements in order.
impl<T, E: Extents, L: TrustedLayout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    reads!();
}

/// Elements in order, in place.
impl<T, E: Extents, L: TrustedLayout<E>, S: StorageMut<Elem = T>> Tensor<T, E, L, S> {
    writes!();
}
