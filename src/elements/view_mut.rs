//! [`ViewMut`]: elements that are borrowed mutably, under a mapping.

use core::fmt;
use core::marker::PhantomData;
use core::ops::{Index, IndexMut};
use core::ptr::NonNull;

use super::view::{check_length, index_panic};
use super::{Rejected, View};
use crate::layout::{Layout, RowMajor, TrustedLayout};
use crate::{AddressedBy, Extents, IntoMapping, Mapping, ShapeError, StrengthensTo, WeakensTo};

/// Mutably borrowed elements under a mapping in which no two indices share an element.
///
/// ```
/// use extents::{ViewMut, extents};
/// let mut data = [0; 6];
/// let mut view = ViewMut::from_slice(extents![2, 3], &mut data)?;
/// view[[1, 0]] = 4;
/// assert_eq!(data, [0, 0, 0, 4, 0, 0]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct ViewMut<'a, T, E, L = RowMajor> {
    // INVARIANT: points to `mapping.required_span_size()` elements or more, borrowed mutably for
    // `'a`; the mapping is unique.
    start: NonNull<T>,
    mapping: Mapping<E, L>,
    borrow: PhantomData<&'a mut [T]>,
}

// SAFETY: a mutable view is a mutable borrow of its elements and a mapping.
unsafe impl<T: Send, E: Send, L: Send> Send for ViewMut<'_, T, E, L> {}
// SAFETY: as above.
unsafe impl<T: Sync, E: Sync, L: Sync> Sync for ViewMut<'_, T, E, L> {}

impl<'a, T, E: Extents, L: Layout<E>> ViewMut<'a, T, E, L> {
    /// A mutable view of the elements in `slice`, under extents (row-major) or a [`Mapping`].
    ///
    /// # Errors
    /// [`ShapeError::LengthMismatch`] unless the slice has exactly as many elements as the mapping
    /// spans; [`ShapeError::NotUnique`] where two indices would share an element.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2, 3];
    /// assert!(ViewMut::from_slice(extents![2], &mut data).is_err());
    /// ```
    #[inline]
    pub fn from_slice<M>(mapping: M, slice: &'a mut [T]) -> Result<Self, ShapeError>
    where
        M: IntoMapping<Extents = E, Layout = L>,
        L: TrustedLayout<E>,
    {
        let mapping = mapping.into_mapping();
        check_length(mapping.required_span_size(), slice.len())?;
        if !mapping.is_unique() {
            return Err(ShapeError::NotUnique);
        }
        Ok(ViewMut::from_parts(slice, mapping))
    }

    /// The slice has as many elements as the mapping, which is unique, spans, or more.
    #[inline]
    pub(super) fn from_parts(slice: &'a mut [T], mapping: Mapping<E, L>) -> Self {
        ViewMut { start: NonNull::from(slice).cast(), mapping, borrow: PhantomData }
    }

    /// The extents.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2];
    /// assert_eq!(ViewMut::from_slice(extents![2], &mut data)?.extents(), &extents![2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn extents(&self) -> &E {
        self.mapping.extents()
    }

    /// The mapping.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2];
    /// assert_eq!(ViewMut::from_slice(extents![2], &mut data)?.mapping().strides(), [1]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn mapping(&self) -> &Mapping<E, L> {
        &self.mapping
    }
}

impl<'a, T, E: Extents, L: TrustedLayout<E>> ViewMut<'a, T, E, L> {
    /// The same elements, borrowed shared.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2];
    /// let view = ViewMut::from_slice(extents![2], &mut data)?;
    /// assert_eq!(view.view()[[1]], 2);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn view(&self) -> View<'_, T, E, L> {
        View::from_parts(self.as_slice(), self.mapping.clone())
    }

    /// The same elements, borrowed mutably for a shorter time.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2];
    /// let mut view = ViewMut::from_slice(extents![2], &mut data)?;
    /// view.view_mut()[[0]] = 5;
    /// assert_eq!(data, [5, 2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn view_mut(&mut self) -> ViewMut<'_, T, E, L> {
        ViewMut { start: self.start, mapping: self.mapping.clone(), borrow: PhantomData }
    }

    /// The same view with extents in a type that knows less.
    ///
    /// ```
    /// use extents::{DynExtents, ViewMut, extents};
    /// let mut data = [1, 2];
    /// ViewMut::from_slice(extents![2, 1], &mut data)?.weaken::<DynExtents<2>>()[[1, 0]] = 5;
    /// assert_eq!(data, [1, 5]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn weaken<F: Extents>(self) -> ViewMut<'a, T, F, L>
    where
        E: WeakensTo<F>,
        L: TrustedLayout<F>,
    {
        let extents = self.extents().weaken();
        self.with_extents(extents)
    }

    /// The same view with extents in a type that knows more.
    ///
    /// # Errors
    /// As [`Extents::strengthen`], with the view.
    ///
    /// ```
    /// use extents::{StaticExtents, ViewMut, extents};
    /// let mut data = [1, 2];
    /// let view = ViewMut::from_slice(extents![dyn 2, dyn 1]?, &mut data)?;
    /// view.strengthen::<StaticExtents![2, 1]>()?[[1, 0]] = 5;
    /// assert_eq!(data, [1, 5]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn strengthen<F: Extents>(self) -> Result<ViewMut<'a, T, F, L>, Rejected<Self>>
    where
        E: StrengthensTo<F>,
        L: TrustedLayout<F>,
    {
        match self.extents().strengthen() {
            Ok(extents) => Ok(self.with_extents(extents)),
            Err(error) => Err(Rejected { value: self, error }),
        }
    }

    /// The same elements under equal extents.
    #[inline]
    fn with_extents<F: Extents>(self, extents: F) -> ViewMut<'a, T, F, L>
    where
        L: TrustedLayout<F>,
    {
        // A layout that is trusted for both types spans as much under the other, and is as unique.
        let mapping = Mapping::with_layout(extents, self.mapping.layout().clone());
        ViewMut { start: self.start, mapping, borrow: PhantomData }
    }

    /// The element at an index that is known to be in bounds.
    ///
    /// # Safety
    /// The index is in bounds: one coordinate a mode, each below its extent.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2];
    /// let view = ViewMut::from_slice(extents![2], &mut data)?;
    /// // SAFETY: 1 < 2.
    /// assert_eq!(unsafe { view.get_unchecked(&[1]) }, &2);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub unsafe fn get_unchecked(&self, index: &E::Index) -> &T {
        // SAFETY: as in `get_mut`; the caller checked the index.
        unsafe { self.start.add(self.mapping.offset_unchecked(index)).as_ref() }
    }

    /// The element at an index, if it is in bounds.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2];
    /// let view = ViewMut::from_slice(extents![2], &mut data)?;
    /// assert_eq!((view.get([1]), view.get([2])), (Some(&2), None));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn get<I>(&self, index: I) -> Option<&T>
    where
        E: AddressedBy<I>,
    {
        let offset = self.mapping.offset(index).ok()?;
        // SAFETY: as in `get_mut`.
        Some(unsafe { self.start.add(offset).as_ref() })
    }

    /// The element at an index, to be changed, if it is in bounds.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2];
    /// let mut view = ViewMut::from_slice(extents![2], &mut data)?;
    /// *view.get_mut([1]).unwrap() = 5;
    /// assert_eq!(view.get_mut([2]), None);
    /// assert_eq!(data, [1, 5]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn get_mut<I>(&mut self, index: I) -> Option<&mut T>
    where
        E: AddressedBy<I>,
    {
        let offset = self.mapping.offset(index).ok()?;
        // SAFETY: `offset` checked the index, so a trusted layout gives an offset below the span,
        // and by the invariant of `start` there is an element, borrowed mutably through `self`.
        Some(unsafe { self.start.add(offset).as_mut() })
    }

    /// The element at an index that is known to be in bounds, to be changed.
    ///
    /// # Safety
    /// The index is in bounds: one coordinate a mode, each below its extent.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2];
    /// let mut view = ViewMut::from_slice(extents![2], &mut data)?;
    /// // SAFETY: 1 < 2.
    /// *unsafe { view.get_unchecked_mut(&[1]) } = 5;
    /// assert_eq!(data, [1, 5]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub unsafe fn get_unchecked_mut(&mut self, index: &E::Index) -> &mut T {
        // SAFETY: as in `get_mut`; the caller checked the index.
        unsafe { self.start.add(self.mapping.offset_unchecked(index)).as_mut() }
    }

    /// The elements in memory order: all that the mapping spans.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2];
    /// assert_eq!(ViewMut::from_slice(extents![2], &mut data)?.as_slice(), [1, 2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: the invariant of `start`.
        unsafe {
            core::slice::from_raw_parts(self.start.as_ptr(), self.mapping.required_span_size())
        }
    }

    /// The elements in memory order, to be changed: all that the mapping spans.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2];
    /// ViewMut::from_slice(extents![2], &mut data)?.as_mut_slice()[0] = 5;
    /// assert_eq!(data, [5, 2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: the invariant of `start`.
        unsafe {
            core::slice::from_raw_parts_mut(self.start.as_ptr(), self.mapping.required_span_size())
        }
    }

    /// Writes a value to every element.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2];
    /// ViewMut::from_slice(extents![2], &mut data)?.fill(7);
    /// assert_eq!(data, [7, 7]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        self.as_mut_slice().fill(value);
    }
}

impl<T, I, E: AddressedBy<I>, L: TrustedLayout<E>> Index<I> for ViewMut<'_, T, E, L> {
    type Output = T;
    #[inline]
    #[track_caller]
    fn index(&self, index: I) -> &T {
        match self.mapping.offset(index) {
            // SAFETY: as in `get_mut`.
            Ok(offset) => unsafe { self.start.add(offset).as_ref() },
            Err(error) => index_panic(error),
        }
    }
}

impl<T, I, E: AddressedBy<I>, L: TrustedLayout<E>> IndexMut<I> for ViewMut<'_, T, E, L> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut T {
        match self.mapping.offset(index) {
            // SAFETY: as in `get_mut`.
            Ok(offset) => unsafe { self.start.add(offset).as_mut() },
            Err(error) => index_panic(error),
        }
    }
}

impl<T: fmt::Debug, E: Extents, L: TrustedLayout<E>> fmt::Debug for ViewMut<'_, T, E, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}
