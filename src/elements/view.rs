//! [`View`]: elements that are borrowed, under a mapping.

use crate::error::Quantity;
use core::marker::PhantomData;
use core::ops::Index;
use core::ptr::NonNull;

use super::{Length, offset_in};
use crate::layout::mapping::IntoMapping;
use crate::layout::{Canonical, Layout, RowMajor, StridedLayout, Trust, TrustedLayout};
use crate::{AddressedBy, Extents, Mapping, ShapeError, UnitesWith, WeakenedFrom};

/// A view: borrowed elements under a mapping. A view of static extents takes one word.
///
/// ```
/// use extents::{View, extents};
/// let data = [1, 2, 3, 4, 5, 6];
/// let view = View::from_slice(extents![2, 3], &data)?;
/// assert_eq!(view[[1, 0]], 4);
/// assert_eq!(view.get([2, 0]), None);
/// assert_eq!(size_of_val(&view), size_of::<usize>());
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct View<'a, T, E: Extents, L: Layout<E> = RowMajor> {
    // INVARIANT: points to `mapping.required_span_size()` elements or more, of which those that the
    // mapping reaches are borrowed for `'a`; in the gaps between them others may write. For a layout
    // that is not trusted, to `length` elements, which are all borrowed.
    pub(super) start: NonNull<T>,
    length: Length<E, L>,
    pub(super) mapping: Mapping<E, L>,
    borrow: PhantomData<&'a [T]>,
}

// SAFETY: a view is a shared borrow of its elements and a mapping.
unsafe impl<T: Sync, E: Extents, L: Layout<E> + Send> Send for View<'_, T, E, L> {}
// SAFETY: what is shared is `&T`, which `T: Sync` lets threads do, and a mapping that is `Sync`.
unsafe impl<T: Sync, E: Extents, L: Layout<E> + Sync> Sync for View<'_, T, E, L> {}

impl<T, E: Extents, L: Layout<E>> Clone for View<'_, T, E, L> {
    #[inline]
    fn clone(&self) -> Self {
        View { mapping: self.mapping.clone(), ..*self }
    }
}

impl<T, E: Extents + Copy, L: Layout<E> + Copy> Copy for View<'_, T, E, L> {}

impl<'a, T, E: Extents, L: Layout<E>> View<'a, T, E, L> {
    /// Creates a view of the elements in `slice`, under extents (row-major) or a [`Mapping`].
    ///
    /// # Errors
    /// Returns [`ShapeError::CountMismatch`] unless the slice has exactly as many elements as the mapping spans.
    ///
    /// ```
    /// use extents::layout::{Canonical, ColMajor};
    /// use extents::{View, extents};
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let view = View::from_slice(ColMajor.of(extents![2, 3]), &data)?;
    /// assert_eq!(view[[1, 0]], 2);
    /// assert!(View::from_slice(extents![2, 2], &data).is_err());
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn from_slice<M, K>(mapping: M, slice: &'a [T]) -> Result<Self, ShapeError>
    where
        M: IntoMapping<K, Extents = E, Layout = L>,
    {
        let mapping = mapping.into_mapping().map_err(Into::into)?;
        check_length(mapping.required_span_size(), slice.len())?;
        Ok(View::from_parts(slice, mapping))
    }

    /// The slice has as many elements as the mapping spans, or more.
    #[inline]
    pub(super) fn from_parts(slice: &'a [T], mapping: Mapping<E, L>) -> Self {
        let length = <L::Trust as Trust<E, L>>::length(slice.len());
        View { start: NonNull::from(slice).cast(), length, mapping, borrow: PhantomData }
    }

    /// # Safety
    /// The invariant of a view holds.
    #[inline]
    pub(super) unsafe fn from_raw(
        start: NonNull<T>,
        length: Length<E, L>,
        mapping: Mapping<E, L>,
    ) -> Self {
        View { start, length, mapping, borrow: PhantomData }
    }

    /// Where the offset 0 is.
    #[inline]
    pub(super) fn start(&self) -> NonNull<T> {
        self.start
    }

    /// Returns the extents.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// assert_eq!(view.extents(), &extents![2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[doc(alias = "shape")]
    #[inline]
    pub fn extents(&self) -> &E {
        self.mapping.extents()
    }

    /// Returns the mapping.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2, 1], &[1, 2])?;
    /// assert_eq!(view.mapping().strides(), [1, 1]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn mapping(&self) -> &Mapping<E, L> {
        &self.mapping
    }

    /// Returns the same view, so that generic code can call this on tensors and views.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// assert_eq!(view.view().as_slice(), view.as_slice());
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn view(&self) -> Self {
        self.clone()
    }

    /// Returns a reference to the element at an index, or `None` if it is out of bounds.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// assert_eq!((view.get([1]), view.get([2])), (Some(&2), None));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn get<I>(&self, index: I) -> Option<&'a T>
    where
        E: AddressedBy<I>,
    {
        self.locate(index).ok()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn locate<I>(&self, index: I) -> Result<&'a T, ShapeError>
    where
        E: AddressedBy<I>,
    {
        let index = self.extents().locate(index)?;
        // SAFETY: `locate` checked the index.
        unsafe { self.at(&index) }
    }

    /// The element at an index that is known to be in bounds. An error where the layout lies.
    ///
    /// # Safety
    /// The index is in bounds.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) unsafe fn at(&self, index: &E::Index) -> Result<&'a T, ShapeError> {
        let offset = offset_in(&self.mapping, self.length, index)?;
        // SAFETY: the offset is that of an index in bounds, which by the promise of a trusted layout
        // leads to a borrowed element; else it was compared with the number of borrowed elements.
        Ok(unsafe { self.start.add(offset).as_ref() })
    }
}

impl<'a, T, E: Extents, L: Canonical> View<'a, T, E, L> {
    /// Returns the elements as a slice in memory order. See [`try_as_slice`](Self::try_as_slice) for other layouts.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// assert_eq!(view.as_slice(), [1, 2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn as_slice(&self) -> &'a [T] {
        // SAFETY: the invariant of `start`; a canonical layout is exhaustive.
        unsafe { core::slice::from_raw_parts(self.first(), self.mapping.required_span_size()) }
    }
}

impl<'a, T, E: Extents, L: Layout<E>> View<'a, T, E, L> {
    /// The view of a part of the same elements.
    ///
    /// # Safety
    /// Each index in bounds of `mapping` leads, from `offset` on, to an element that this view
    /// reaches.
    #[inline]
    pub(super) unsafe fn part<F: Extents, M: TrustedLayout<F>>(
        &self,
        offset: usize,
        mapping: Mapping<F, M>,
    ) -> View<'a, T, F, M> {
        // An offset behind the last element belongs to a part without elements.
        let offset = if mapping.extents().size() == 0 { 0 } else { offset };
        // SAFETY: the offset is 0, or there is an index in bounds of the mapping, so that it lies between elements that
        // this view reaches.
        let start = unsafe { self.start.add(offset) };
        View { start, length: (), mapping, borrow: PhantomData }
    }
}

impl<'a, T, E: Extents, L: TrustedLayout<E>> View<'a, T, E, L> {
    /// The element with the smallest offset.
    #[inline]
    pub(super) fn first(&self) -> *const T {
        self.start.as_ptr()
    }

    /// The element at the index of zeros.
    #[inline]
    pub(super) fn origin(&self) -> *const T
    where
        L: StridedLayout<E>,
    {
        let base = self.mapping.layout().base_offset(self.extents());
        self.start.as_ptr().wrapping_add(base)
    }

    /// The same view, so many elements on.
    ///
    /// # Safety
    /// If the view has elements, so many elements further on lie as many others, of the same allocation and borrowed
    /// for `'a`.
    #[inline]
    pub(super) unsafe fn moved_by(&self, elements: isize) -> Self {
        let elements = if self.extents().size() == 0 { 0 } else { elements };
        // SAFETY: without elements it moves nowhere; else the caller promises that elements of the same allocation are
        // there.
        let start = unsafe { self.start.offset(elements) };
        View { start, length: (), mapping: self.mapping.clone(), borrow: PhantomData }
    }

    /// Returns a reference to the element at an index, without checking bounds.
    ///
    /// # Safety
    /// The index is in bounds: one coordinate a mode, each below its extent.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// // SAFETY: 1 < 2.
    /// assert_eq!(unsafe { view.get_unchecked(&[1]) }, &2);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub unsafe fn get_unchecked(&self, index: &E::Index) -> &'a T {
        // SAFETY: the caller checked the index, so a trusted layout gives an offset below the span,
        // and by the invariant of `start` there is an element.
        unsafe { self.start.add(self.mapping.offset_unchecked(index)).as_ref() }
    }

    /// Returns the elements as a slice in memory order, if they are contiguous.
    ///
    /// ```
    /// use extents::layout::Strided;
    /// use extents::{Mapping, View, extents};
    /// let gaps = Mapping::with_layout(extents![2], Strided::new([2]))?;
    /// assert_eq!(View::from_slice(gaps, &[1, 2, 3])?.try_as_slice(), None);
    /// assert_eq!(View::from_slice(extents![2], &[1, 2])?.try_as_slice(), Some(&[1, 2][..]));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn try_as_slice(&self) -> Option<&'a [T]> {
        if !self.mapping.is_exhaustive() {
            return None;
        }
        // SAFETY: the invariant of `start`; the mapping reaches each element that it spans.
        Some(unsafe {
            core::slice::from_raw_parts(self.first(), self.mapping.required_span_size())
        })
    }

    /// Converts to extents of a type that knows less.
    ///
    /// ```
    /// use extents::{DynExtents, View, extents};
    /// let view = View::from_slice(extents![2, 1], &[1, 2])?;
    /// assert_eq!(view.weaken::<DynExtents<2>>()[[1, 0]], 2);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn weaken<F: WeakenedFrom<E>>(&self) -> View<'a, T, F, L>
    where
        L: TrustedLayout<F>,
    {
        let mapping = Mapping::trusted(self.extents().weaken(), self.mapping.layout().clone());
        self.remapped(mapping)
    }

    /// Converts to extents of a type that knows more, checked at run time.
    ///
    /// # Errors
    /// Returns the errors of [`Extents::strengthen`].
    ///
    /// ```
    /// use extents::{StaticExtents, View, extents};
    /// let view = View::from_slice(extents![dyn 2, dyn 1]?, &[1, 2])?;
    /// let known = view.strengthen::<StaticExtents![2, 1]>()?;
    /// assert_eq!(size_of_val(&known), size_of::<usize>());
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn strengthen<F: Extents>(&self) -> Result<View<'a, T, F, L>, ShapeError>
    where
        E: UnitesWith<F>,
        L: TrustedLayout<F>,
    {
        const { <E as UnitesWith<F>>::CHECK };
        let extents = self.extents().strengthen()?;
        Ok(self.remapped(Mapping::trusted(extents, self.mapping.layout().clone())))
    }

    /// The same elements under a mapping of equal extents.
    #[inline]
    fn remapped<F: Extents>(&self, mapping: Mapping<F, L>) -> View<'a, T, F, L>
    where
        L: TrustedLayout<F>,
    {
        // SAFETY: a layout that is trusted for both types gives the same offsets under the other.
        unsafe { self.part(0, mapping) }
    }
}

#[inline]
pub(super) fn check_length(expected: usize, found: usize) -> Result<(), ShapeError> {
    if expected == found {
        Ok(())
    } else {
        Err(ShapeError::CountMismatch { of: Quantity::Elements, expected, found })
    }
}

/// Indexing outside the bounds panics, as it does for slices.
#[cold]
#[inline(never)]
#[track_caller]
#[allow(clippy::panic, reason = "`[]` panics as slices do")]
pub(super) fn index_panic(error: ShapeError) -> ! {
    panic!("{error}")
}

impl<T, I, E: AddressedBy<I>, L: Layout<E>> Index<I> for View<'_, T, E, L> {
    type Output = T;
    #[inline]
    #[track_caller]
    fn index(&self, index: I) -> &T {
        match self.locate(index) {
            Ok(element) => element,
            Err(error) => index_panic(error),
        }
    }
}
