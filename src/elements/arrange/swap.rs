//! Elements that change places, and elements that are put at indices; defined once for [`Tensor`] and [`ViewMut`].

use core::mem::replace;

use extents_static::__private::assert_mode;

use super::picked::IndexList;
use super::{assert_names, check_indices, check_others, each, extent_of, rows};
use crate::elements::whole::as_view::settle;
use crate::elements::{AsView, Disagreement, StorageMut, Target, Tensor, ViewMut};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::nest::{Strided, Way};
use crate::rearrange::EntryCount;
use crate::{
    AddressedBy, Extents, Mode, ShapeError, UnitesWith,
    error::{Bounded, Place},
};

/// Swaps two elements, which may be one.
fn exchange<T>(a: *mut T, b: *mut T) {
    // SAFETY: only called with places of elements that are borrowed mutably.
    unsafe { core::ptr::swap(a, b) }
}

macro_rules! writes {
    () => {
        /// Swaps two elements, without copying either.
        ///
        /// # Errors
        /// Returns the errors of an index: [`ShapeError::OutOfBounds`], [`ShapeError::RankMismatch`].
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let names = vec!["a".to_string(), "b".to_string(), "c".to_string()];
        /// let mut names = Tensor::from_vec(extents![3], names)?;
        /// names.swap([0], [2])?;
        /// assert_eq!(names.as_slice(), ["c", "b", "a"]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn swap<I>(&mut self, a: I, b: I) -> Result<(), ShapeError>
        where
            E: AddressedBy<I>,
        {
            let mut view = self.view_mut();
            let (a, b) = (view.extents().locate(a)?, view.extents().locate(b)?);
            let start = view.start();
            // SAFETY: `locate` checked both, so that they lead to elements of the view, which are borrowed mutably; no
            // reference to one of them is in use.
            unsafe {
                let (a, b) =
                    (view.mapping().offset_unchecked(&a), view.mapping().offset_unchecked(&b));
                core::ptr::swap(start.add(a).as_ptr(), start.add(b).as_ptr());
            }
            Ok(())
        }

        /// Swaps two entries of a mode, `Const::<MODE>` or a number, such as two rows, without copying an element.
        ///
        /// # Errors
        /// Returns [`ShapeError::OutOfBounds`], [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Const, Tensor, extents};
        /// let mut a = Tensor::from_vec(extents![3, 2], vec![1, 2, 3, 4, 5, 6])?;
        /// a.swap_entries(Const::<0>, 0, 2)?;
        /// assert_eq!(a.as_slice(), [5, 6, 3, 4, 1, 2]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn swap_entries<M: EntryCount>(
            &mut self,
            mode: M,
            a: usize,
            b: usize,
        ) -> Result<(), ShapeError>
        where
            L: StridedLayout<E>,
        {
            const { assert_mode(M::Mode::EXTENT, E::STATIC_RANK) };
            let (mut view, mode) = (self.view_mut(), mode.mode().extent());
            view.flat_mut(|all| {
                let extent = extent_of(all.extents, mode)?;
                for index in [a, b] {
                    if index >= extent {
                        return Err(ShapeError::OutOfBounds {
                            of: Bounded::Index { mode },
                            number: index,
                            limit: extent,
                        });
                    }
                }
                let place = |entry: usize| {
                    all.origin.wrapping_offset(all.strides[mode].wrapping_mul(entry.cast_signed()))
                };
                let places = (place(a), place(b));
                all.extents[mode] = 1;
                // SAFETY: both entries are in bounds, so that by the invariant all places are of elements that are borrowed
                // mutably.
                unsafe { rows(all.extents, (all.strides, all.strides), places, &mut exchange) };
                Ok(())
            })
        }

        /// Reverses the order of the entries of a mode, `Const::<MODE>` or a number, by swapping them.
        /// [`reverse`](Self::reverse) gives a view in that order, without moving elements.
        ///
        /// # Errors
        /// Returns [`ShapeError::OutOfBounds`], [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Const, Tensor, extents};
        /// let mut a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?;
        /// a.reverse_in_place(Const::<1>)?;
        /// assert_eq!(a.as_slice(), [3, 2, 1, 6, 5, 4]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn reverse_in_place<M: EntryCount>(&mut self, mode: M) -> Result<(), ShapeError>
        where
            L: StridedLayout<E>,
        {
            const { assert_mode(M::Mode::EXTENT, E::STATIC_RANK) };
            let (mut view, mode) = (self.view_mut(), mode.mode().extent());
            // The same entries from the end on.
            let mut backwards = view.extents().zero_strides();
            view.flat_mut(|all| {
                let extent = extent_of(all.extents, mode)?;
                let stride = all.strides[mode];
                backwards.as_mut().copy_from_slice(all.strides);
                backwards.as_mut()[mode] = stride.wrapping_neg();
                let last = stride.wrapping_mul(extent.saturating_sub(1).cast_signed());
                let places = (all.origin, all.origin.wrapping_offset(last));
                all.extents[mode] = extent / 2;
                // SAFETY: the entries of the first half and those of the second one from the end on are in bounds, so that by
                // the invariant all places are of elements that are borrowed mutably.
                unsafe {
                    rows(all.extents, (all.strides, backwards.as_ref()), places, &mut exchange)
                };
                Ok(())
            })
        }

        /// Swaps all elements with those of another tensor or mutable view of the same extents, without copying one.
        ///
        /// # Errors
        /// Returns [`ShapeError::ExtentMismatch`], [`ShapeError::RankMismatch`], [`ShapeError::Null`]; none where the types
        /// know that the extents agree. Where they know that they do not, it does not compile.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let mut a = Tensor::full(extents![2], 1)?;
        /// let mut b = Tensor::full(extents![2], 2)?;
        /// let Ok(()) = a.swap_with(&mut b);
        /// assert_eq!((a.as_slice(), b.as_slice()), (&[2, 2][..], &[1, 1][..]));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        pub fn swap_with<O>(&mut self, other: &mut O) -> Result<(), Disagreement<E, O::Extents>>
        where
            L: StridedLayout<E>,
            O: Target<Elem = T, Layout: StridedLayout<O::Extents>>,
            O::Extents: UnitesWith<E>,
        {
            let (mut view, mut other) = (self.view_mut(), other.target());
            settle(view.extents(), other.extents())?;
            // Two null shapes have nothing to swap.
            let _: Result<(), ShapeError> = view.flat_mut(|a| {
                other.flat_mut(|b| {
                    // SAFETY: the extents were compared, so that by the invariants all places are of elements that are
                    // borrowed mutably, each by one of the two.
                    unsafe {
                        rows(
                            a.extents,
                            (a.strides, b.strides),
                            (a.origin, b.origin),
                            &mut exchange,
                        );
                    }
                    Ok(())
                })
            });
            Ok(())
        }

        /// Writes the entries of a source along a mode, `Const::<MODE>` or a number, to the indices in a list: what
        /// [`take`](Self::take) reads. Where an index occurs twice, the later entry stays.
        ///
        /// # Errors
        /// Returns [`ShapeError::EntryOutOfBounds`]; [`ShapeError::ExtentMismatch`] where the source has not as many entries
        /// as there are indices; [`ShapeError::ExtentMismatch`] and [`ShapeError::RankMismatch`] where it has other extents in
        /// the other modes; [`ShapeError::OutOfBounds`] of a mode, [`ShapeError::Null`]. Nothing is written then.
        ///
        /// ```
        /// use extents::{Const, Tensor, extents};
        /// let mut a = Tensor::full(extents![3, 2], 0)?;
        /// let rows = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
        /// a.put(Const::<0>, [2, 0], &rows)?;
        /// assert_eq!(a.as_slice(), [3, 4, 0, 0, 1, 2]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn put<M: EntryCount, I: IndexList, B>(
            &mut self,
            mode: M,
            indices: I,
            source: &B,
        ) -> Result<(), ShapeError>
        where
            T: Clone,
            L: StridedLayout<E>,
            B: AsView<Elem = T>,
            B::Layout: TrustedLayout<B::Extents> + StridedLayout<B::Extents>,
        {
            const {
                assert_mode(M::Mode::EXTENT, E::STATIC_RANK);
                assert_names::<M, E, B::Extents>();
            };
            let (mut view, mode, source) =
                (self.view_mut(), mode.mode().extent(), source.as_view());
            let indices = indices.indices();
            let mut by_index = source.extents().zero_strides();
            view.flat_mut(|to| {
                source.flat(|from| {
                    let extent = extent_of(to.extents, mode)?;
                    check_others(1, Some(mode), to.extents, from.extents)?;
                    let (expected, found) = (indices.len(), extent_of(from.extents, mode)?);
                    if expected != found {
                        return Err(ShapeError::ExtentMismatch {
                            place: Place::Mode(mode),
                            expected,
                            found,
                        });
                    }
                    check_indices(mode, extent, indices)?;
                    by_index.as_mut()[mode] = 1;
                    let stride = replace(&mut to.strides[mode], 0);
                    let steps = (
                        Strided::<T, _>::new(&*to.strides),
                        (
                            Strided::<usize, _>::new(by_index.as_ref()),
                            Strided::<T, _>::new(&*from.strides),
                        ),
                    );
                    let place = (to.origin, (indices.as_ptr().cast_mut(), from.origin));
                    let mut write = |(to, (index, from)): (*mut T, (*mut usize, *mut T))| {
                        // SAFETY: a place of an index in the list.
                        let index = unsafe { *index }.cast_signed();
                        let to = to.wrapping_offset(stride.wrapping_mul(index));
                        // SAFETY: both are places of elements: one of the target, which is borrowed mutably, and one of the
                        // source, which is borrowed shared.
                        unsafe { (*to).clone_from(&*from) };
                    };
                    // In order, so that of equal indices the last one stays.
                    // SAFETY: by the invariants all places are of elements: the other extents are those of both, there are as
                    // many indices as entries of the source, and each is that of an entry of the target.
                    unsafe { each(from.extents, &steps, place, Way::Kept, &mut write) };
                    Ok(())
                })
            })
        }
    };
}

impl<T, E: Extents, L: TrustedLayout<E>> ViewMut<'_, T, E, L> {
    writes!();
}

impl<T, E: Extents, L: TrustedLayout<E>, S: StorageMut<Elem = T>> Tensor<T, E, L, S> {
    writes!();
}
