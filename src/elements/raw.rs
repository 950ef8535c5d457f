//! Views of memory that is known by a pointer.

use core::convert::Infallible;
use core::ptr::NonNull;

use crate::elements::{View, ViewMut};
use crate::layout::mapping::IntoMapping;
use crate::layout::{StridedLayout, TrustedLayout};
use crate::{Extents, Mapping, ShapeError};

/// Where the offset 0 is, if the element at the index of zeros is at `first`.
#[inline]
fn start_of<T, E: Extents, L: StridedLayout<E>>(
    first: *mut T,
    mapping: &Mapping<E, L>,
) -> NonNull<T> {
    let base = mapping.layout().base_offset(mapping.extents());
    // Without elements the pointer may be anything, but a slice of none is aligned.
    let start =
        if mapping.extents().size() == 0 { None } else { NonNull::new(first.wrapping_sub(base)) };
    start.unwrap_or(NonNull::dangling())
}

impl<'a, T, E: Extents, L: StridedLayout<E> + TrustedLayout<E>> View<'a, T, E, L> {
    /// Creates a view of memory whose element at the index of zeros is at `first`, under extents (row-major) or a
    /// [`Mapping`], such as one of [`Strided`](crate::layout::Strided).
    ///
    /// # Safety
    /// Each index in bounds must lead, by the strides, from `first` to an initialized element of one allocation, aligned and
    /// not written as long as the view lives. If there are no elements, `first` may be anything.
    ///
    /// ```
    /// use extents::layout::Strided;
    /// use extents::{Mapping, View, extents};
    /// let data = [1, 2, 3, 4, 5, 6];
    /// // Two rows of three, the second one first.
    /// let mapping = Mapping::with_layout(extents![2, 3], Strided::new([-3, 1]))?;
    /// // SAFETY: the strides lead to all elements of `data`.
    /// let view = unsafe { View::from_ptr(mapping, data.as_ptr().add(3)) };
    /// assert!(view.iter().eq(&[4, 5, 6, 1, 2, 3]));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub unsafe fn from_ptr<M>(mapping: M, first: *const T) -> Self
    where
        M: IntoMapping<Extents = E, Layout = L, Error = Infallible>,
    {
        let Ok(mapping) = mapping.into_mapping();
        let start = start_of(first.cast_mut(), &mapping);
        // SAFETY: by the caller's promise the mapping, which is of a trusted layout, reaches elements of one allocation that
        // are borrowed for `'a`; the offsets count from `start`.
        unsafe { View::from_raw(start, (), mapping) }
    }
}

impl<'a, T, E: Extents, L: StridedLayout<E> + TrustedLayout<E>> ViewMut<'a, T, E, L> {
    /// Creates a mutable view of memory whose element at the index of zeros is at `first`, as [`View::from_ptr`].
    ///
    /// # Errors
    /// Returns [`ShapeError::NotUnique`] if two indices would share an element.
    ///
    /// # Safety
    /// Each index in bounds must lead, by the strides, from `first` to an initialized element of one allocation, aligned and
    /// neither read nor written by others as long as the view lives. If there are no elements, `first` may be anything.
    ///
    /// ```
    /// use extents::layout::Strided;
    /// use extents::{Mapping, ViewMut, extents};
    /// let mut data = [0; 6];
    /// let mapping = Mapping::with_layout(extents![3], Strided::new([2]))?;
    /// // SAFETY: the strides lead to the elements 1, 3 and 5 of `data`, which nothing else uses meanwhile.
    /// unsafe { ViewMut::from_ptr(mapping, data.as_mut_ptr().add(1)) }?.fill(7);
    /// assert_eq!(data, [0, 7, 0, 7, 0, 7]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub unsafe fn from_ptr<M>(mapping: M, first: *mut T) -> Result<Self, ShapeError>
    where
        M: IntoMapping<Extents = E, Layout = L, Error = Infallible>,
    {
        let Ok(mapping) = mapping.into_mapping();
        if !mapping.is_unique() {
            return Err(ShapeError::NotUnique);
        }
        let start = start_of(first, &mapping);
        // SAFETY: by the caller's promise the mapping, which is unique and of a trusted layout, reaches elements of one
        // allocation that are borrowed mutably for `'a`; the offsets count from `start`.
        Ok(unsafe { ViewMut::from_raw(start, (), mapping) })
    }
}
