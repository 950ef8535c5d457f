//! [`ViewMut`]: elements that are borrowed mutably, under a mapping.

use core::marker::PhantomData;
use core::ops::{Index, IndexMut};
use core::ptr::NonNull;

use super::view::{check_length, index_panic};
use super::{Length, Rejected, View, length_of, offset_in};
use crate::layout::mapping::IntoMapping;
use crate::layout::{Canonical, Layout, RowMajor, StridedLayout, TrustedLayout};
use crate::{AddressedBy, Extents, Mapping, ShapeError, UnitesWith, WeakenedFrom};

/// A mutable view: mutably borrowed elements under a mapping in which no two indices share an element.
///
/// ```
/// use extents::{ViewMut, extents};
/// let mut data = [0; 6];
/// let mut view = ViewMut::from_slice(extents![2, 3], &mut data)?;
/// view[[1, 0]] = 4;
/// assert_eq!(data, [0, 0, 0, 4, 0, 0]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct ViewMut<'a, T, E: Extents, L: Layout<E> = RowMajor> {
    // INVARIANT: points to `mapping.required_span_size()` elements or more, of which those that the
    // mapping reaches are borrowed mutably for `'a`; in the gaps between them may be elements of
    // others. The mapping is unique. For a layout that is not trusted, to `length` elements, which
    // are all borrowed.
    pub(super) start: NonNull<T>,
    length: Length<E, L>,
    pub(super) mapping: Mapping<E, L>,
    borrow: PhantomData<&'a mut [T]>,
}

// SAFETY: a mutable view is a mutable borrow of its elements and a mapping.
unsafe impl<T: Send, E: Extents, L: Layout<E> + Send> Send for ViewMut<'_, T, E, L> {}
// SAFETY: what is shared is `&T`, which `T: Sync` lets threads do, and a mapping that is `Sync`.
unsafe impl<T: Sync, E: Extents, L: Layout<E> + Sync> Sync for ViewMut<'_, T, E, L> {}

impl<'a, T, E: Extents, L: Layout<E>> ViewMut<'a, T, E, L> {
    /// Creates a mutable view of the elements in `slice`, under extents (row-major) or a [`Mapping`].
    ///
    /// # Errors
    /// Returns [`ShapeError::CountMismatch`] unless the slice has exactly as many elements as the mapping spans;
    /// [`ShapeError::NotUnique`] where two indices would share an element.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2, 3];
    /// assert!(ViewMut::from_slice(extents![2], &mut data).is_err());
    /// ```
    #[inline]
    pub fn from_slice<M, K>(mapping: M, slice: &'a mut [T]) -> Result<Self, ShapeError>
    where
        M: IntoMapping<K, Extents = E, Layout = L>,
    {
        let mapping = mapping.into_mapping().map_err(Into::into)?;
        check_length(mapping.required_span_size(), slice.len())?;
        if !mapping.is_unique() {
            return Err(ShapeError::NotUnique);
        }
        Ok(ViewMut::from_parts(slice, mapping))
    }

    /// The slice has as many elements as the mapping, which is unique, spans, or more.
    #[inline]
    pub(super) fn from_parts(slice: &'a mut [T], mapping: Mapping<E, L>) -> Self {
        let length = length_of::<E, L>(slice.len());
        ViewMut { start: NonNull::from(slice).cast(), length, mapping, borrow: PhantomData }
    }

    /// # Safety
    /// The invariant of a mutable view holds.
    #[inline]
    pub(super) unsafe fn from_raw(
        start: NonNull<T>,
        length: Length<E, L>,
        mapping: Mapping<E, L>,
    ) -> Self {
        ViewMut { start, length, mapping, borrow: PhantomData }
    }

    /// Where the offset 0 is, and the mapping.
    #[inline]
    pub(super) fn into_raw(self) -> (NonNull<T>, Mapping<E, L>) {
        (self.start, self.mapping)
    }

    /// Where the offset 0 is.
    #[inline]
    pub(super) fn start(&mut self) -> NonNull<T> {
        self.start
    }

    /// Returns the extents.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2];
    /// assert_eq!(ViewMut::from_slice(extents![2], &mut data)?.extents(), &extents![2]);
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
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2];
    /// assert_eq!(ViewMut::from_slice(extents![2], &mut data)?.mapping().strides(), [1]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn mapping(&self) -> &Mapping<E, L> {
        &self.mapping
    }

    /// Borrows the elements as a view.
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
        // SAFETY: the invariant of `start` is that of a view, and `self` stays borrowed.
        unsafe { View::from_raw(self.start, self.length, self.mapping.clone()) }
    }

    /// Reborrows the elements mutably for a shorter lifetime.
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
        ViewMut { mapping: self.mapping.clone(), ..*self }
    }

    /// Returns a reference to the element at an index, or `None` if it is out of bounds.
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
        let element = self.locate(index).ok()?;
        // SAFETY: `locate` gives an element that is borrowed, here for as long as `self`.
        Some(unsafe { element.as_ref() })
    }

    /// Returns a mutable reference to the element at an index, or `None` if it is out of bounds.
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
        let mut element = self.locate(index).ok()?;
        // SAFETY: `locate` gives an element that is borrowed mutably, here for as long as `self` is.
        Some(unsafe { element.as_mut() })
    }

    /// Where the element at an index is: at one that is borrowed.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn locate<I>(&self, index: I) -> Result<NonNull<T>, ShapeError>
    where
        E: AddressedBy<I>,
    {
        let index = self.extents().locate(index)?;
        let offset = offset_in(&self.mapping, self.length, &index)?;
        // SAFETY: `locate` checked the index, so a trusted layout gives the offset of an element that
        // it reaches; else the offset was compared with the number of borrowed elements.
        Ok(unsafe { self.start.add(offset) })
    }
}

impl<'a, T, E: Extents, L: Canonical> ViewMut<'a, T, E, L> {
    /// Returns the elements as a slice in memory order. See [`try_as_slice`](Self::try_as_slice) for other layouts.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2];
    /// assert_eq!(ViewMut::from_slice(extents![2], &mut data)?.as_slice(), [1, 2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        self.view().as_slice()
    }

    /// Returns the elements as a mutable slice in memory order. See [`try_as_mut_slice`](Self::try_as_mut_slice) for
    /// other layouts.
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
        let span = self.mapping.required_span_size();
        // SAFETY: the invariant of `start`; a canonical layout is exhaustive.
        unsafe { core::slice::from_raw_parts_mut(self.start.as_ptr(), span) }
    }
}

impl<'a, T, E: Extents, L: Layout<E>> ViewMut<'a, T, E, L> {
    /// The view of a part of the same elements.
    ///
    /// # Safety
    /// Each index in bounds of `mapping`, which is unique, leads, from `offset` on, to an element that
    /// this view reaches. Of several parts that are used at a time, no two reach the same element.
    #[inline]
    pub(super) unsafe fn part<F: Extents, M: TrustedLayout<F>>(
        &mut self,
        offset: usize,
        mapping: Mapping<F, M>,
    ) -> ViewMut<'a, T, F, M> {
        // An offset behind the last element belongs to a part without elements.
        let offset = if mapping.extents().size() == 0 { 0 } else { offset };
        // SAFETY: the offset is 0, or there is an index in bounds of the mapping, so that it lies between elements that
        // this view reaches.
        let start = unsafe { self.start.add(offset) };
        ViewMut { start, length: (), mapping, borrow: PhantomData }
    }
}

impl<'a, T, E: Extents, L: TrustedLayout<E>> ViewMut<'a, T, E, L> {
    /// Converts to extents of a type that knows less.
    ///
    /// ```
    /// use extents::{DynExtents, ViewMut, extents};
    /// let mut data = [1, 2];
    /// ViewMut::from_slice(extents![2, 1], &mut data)?.weaken::<DynExtents<2>>()[[1, 0]] = 5;
    /// assert_eq!(data, [1, 5]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn weaken<F: WeakenedFrom<E>>(self) -> ViewMut<'a, T, F, L>
    where
        L: TrustedLayout<F>,
    {
        let extents = self.extents().weaken();
        self.with_extents(extents)
    }

    /// Converts to extents of a type that knows more, checked at run time.
    ///
    /// # Errors
    /// Returns the errors of [`Extents::strengthen`], with the view.
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
        E: UnitesWith<F>,
        L: TrustedLayout<F>,
    {
        const { <E as UnitesWith<F>>::CHECK };
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
        let mut all = self;
        let mapping = Mapping::trusted(extents, all.mapping.layout().clone());
        // SAFETY: a layout that is trusted for both types gives the same offsets under the other, and
        // is as unique.
        unsafe { all.part(0, mapping) }
    }

    /// Returns a reference to the element at an index, without checking bounds.
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
        // SAFETY: the caller promises that the index is in bounds, so that it leads to an element of the borrow.
        unsafe { self.start.add(self.mapping.offset_unchecked(index)).as_ref() }
    }

    /// Returns a mutable reference to the element at an index, without checking bounds.
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
        // SAFETY: the caller promises that the index is in bounds, so that it leads to an element of the borrow, which
        // is mutable, here for as long as `self` is.
        unsafe { self.start.add(self.mapping.offset_unchecked(index)).as_mut() }
    }

    /// Returns the elements as a slice in memory order, if they are contiguous.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2];
    /// let view = ViewMut::from_slice(extents![2], &mut data)?;
    /// assert_eq!(view.try_as_slice(), Some(&[1, 2][..]));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn try_as_slice(&self) -> Option<&[T]> {
        self.view().try_as_slice()
    }

    /// Returns the elements as a mutable slice in memory order, if they are contiguous.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2];
    /// let mut view = ViewMut::from_slice(extents![2], &mut data)?;
    /// if let Some(all) = view.try_as_mut_slice() {
    ///     all[0] = 5;
    /// }
    /// assert_eq!(data, [5, 2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn try_as_mut_slice(&mut self) -> Option<&mut [T]> {
        if !self.mapping.is_exhaustive() {
            return None;
        }
        let span = self.mapping.required_span_size();
        // SAFETY: the invariant of `start`; the mapping reaches each element that it spans.
        Some(unsafe { core::slice::from_raw_parts_mut(self.start.as_ptr(), span) })
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
        if let Some(all) = self.try_as_mut_slice() {
            return all.fill(value);
        }
        self.apply(|element| element.clone_from(&value));
    }

    /// The element at the index of zeros.
    #[inline]
    pub(super) fn origin(&mut self) -> *mut T
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
    /// mutably for `'a`. No other view in use reaches them.
    #[inline]
    pub(super) unsafe fn moved_by(&mut self, elements: isize) -> Self {
        let elements = if self.extents().size() == 0 { 0 } else { elements };
        // SAFETY: without elements it moves nowhere; else the caller promises that elements of the same allocation are
        // there.
        let start = unsafe { self.start.offset(elements) };
        ViewMut { start, length: (), mapping: self.mapping.clone(), borrow: PhantomData }
    }
}

impl<T, I, E: AddressedBy<I>, L: Layout<E>> Index<I> for ViewMut<'_, T, E, L> {
    type Output = T;
    #[inline]
    #[track_caller]
    fn index(&self, index: I) -> &T {
        match self.locate(index) {
            // SAFETY: `locate` gives an element that is borrowed, here for as long as `self` is.
            Ok(element) => unsafe { element.as_ref() },
            Err(error) => index_panic(error),
        }
    }
}

impl<T, I, E: AddressedBy<I>, L: Layout<E>> IndexMut<I> for ViewMut<'_, T, E, L> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut T {
        match self.locate(index) {
            // SAFETY: `locate` gives an element that is borrowed mutably, here for as long as `self` is.
            Ok(mut element) => unsafe { element.as_mut() },
            Err(error) => index_panic(error),
        }
    }
}
