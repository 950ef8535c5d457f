//! [`View`]: elements that are borrowed, under a mapping.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Index;
use core::ptr::NonNull;

use crate::layout::{Layout, RowMajor, TrustedLayout};
use crate::{AddressedBy, Extents, IntoMapping, Mapping, ShapeError, StrengthensTo, WeakensTo};

/// Borrowed elements under a mapping. A view of static extents is one word.
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
pub struct View<'a, T, E, L = RowMajor> {
    // INVARIANT: points to `mapping.required_span_size()` elements or more, borrowed for `'a`.
    start: NonNull<T>,
    mapping: Mapping<E, L>,
    borrow: PhantomData<&'a [T]>,
}

// SAFETY: a view is a shared borrow of its elements and a mapping.
unsafe impl<T: Sync, E: Send, L: Send> Send for View<'_, T, E, L> {}
// SAFETY: as above.
unsafe impl<T: Sync, E: Sync, L: Sync> Sync for View<'_, T, E, L> {}

impl<T, E: Clone, L: Clone> Clone for View<'_, T, E, L> {
    #[inline]
    fn clone(&self) -> Self {
        View { start: self.start, mapping: self.mapping.clone(), borrow: PhantomData }
    }
}

impl<T, E: Copy, L: Copy> Copy for View<'_, T, E, L> {}

impl<'a, T, E: Extents, L: Layout<E>> View<'a, T, E, L> {
    /// A view of the elements in `slice`, under extents (row-major) or a [`Mapping`].
    ///
    /// # Errors
    /// [`ShapeError::LengthMismatch`] unless the slice has exactly as many elements as the mapping
    /// spans.
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
    pub fn from_slice<M>(mapping: M, slice: &'a [T]) -> Result<Self, ShapeError>
    where
        M: IntoMapping<Extents = E, Layout = L>,
        L: TrustedLayout<E>,
    {
        let mapping = mapping.into_mapping();
        check_length(mapping.required_span_size(), slice.len())?;
        Ok(View::from_parts(slice, mapping))
    }

    /// The slice has as many elements as the mapping spans, or more.
    #[inline]
    pub(super) fn from_parts(slice: &'a [T], mapping: Mapping<E, L>) -> Self {
        View { start: NonNull::from(slice).cast(), mapping, borrow: PhantomData }
    }

    #[inline]
    pub(super) fn start(&self) -> *const T {
        self.start.as_ptr()
    }

    /// The extents.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// assert_eq!(view.extents(), &extents![2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn extents(&self) -> &E {
        self.mapping.extents()
    }

    /// The mapping.
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
}

impl<'a, T, E: Extents, L: TrustedLayout<E>> View<'a, T, E, L> {
    /// The same view: so that generic code can ask a tensor or a view for one.
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

    /// The element at an index, if it is in bounds.
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

    /// The element at an index that is known to be in bounds.
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
        // SAFETY: the index is in bounds, so a trusted layout gives an offset below the span, and
        // by the invariant of `start` there is an element, borrowed for `'a`.
        unsafe { self.start.add(self.mapping.offset_unchecked(index)).as_ref() }
    }

    #[inline]
    fn locate<I>(&self, index: I) -> Result<&'a T, ShapeError>
    where
        E: AddressedBy<I>,
    {
        let index = self.extents().locate(index)?;
        // SAFETY: `locate` checked the index.
        Ok(unsafe { self.get_unchecked(&index) })
    }

    /// The elements in memory order: all that the mapping spans.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// assert_eq!(view.as_slice(), [1, 2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn as_slice(&self) -> &'a [T] {
        // SAFETY: the invariant of `start`.
        unsafe { core::slice::from_raw_parts(self.start(), self.mapping.required_span_size()) }
    }

    /// The same view with extents in a type that knows less.
    ///
    /// ```
    /// use extents::{DynExtents, View, extents};
    /// let view = View::from_slice(extents![2, 1], &[1, 2])?;
    /// assert_eq!(view.weaken::<DynExtents<2>>()[[1, 0]], 2);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn weaken<F: Extents>(&self) -> View<'a, T, F, L>
    where
        E: WeakensTo<F>,
        L: TrustedLayout<F>,
    {
        let mapping = Mapping::with_layout(self.extents().weaken(), self.mapping.layout().clone());
        self.remapped(mapping)
    }

    /// The same view with extents in a type that knows more.
    ///
    /// # Errors
    /// As [`Extents::strengthen`].
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
        E: StrengthensTo<F>,
        L: TrustedLayout<F>,
    {
        let extents = self.extents().strengthen()?;
        Ok(self.remapped(Mapping::with_layout(extents, self.mapping.layout().clone())))
    }

    /// The same elements under a mapping of equal extents.
    #[inline]
    fn remapped<F>(&self, mapping: Mapping<F, L>) -> View<'a, T, F, L> {
        // A layout that is trusted for both types spans as much under the other.
        View { start: self.start, mapping, borrow: PhantomData }
    }
}

#[inline]
pub(super) fn check_length(expected: usize, found: usize) -> Result<(), ShapeError> {
    if expected == found { Ok(()) } else { Err(ShapeError::LengthMismatch { expected, found }) }
}

/// Indexing outside the bounds panics, as it does for slices.
#[cold]
#[inline(never)]
#[track_caller]
#[allow(clippy::panic, reason = "`[]` panics as slices do")]
pub(super) fn index_panic(error: ShapeError) -> ! {
    panic!("{error}")
}

impl<T, I, E: AddressedBy<I>, L: TrustedLayout<E>> Index<I> for View<'_, T, E, L> {
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

impl<T: fmt::Debug, E: Extents, L: TrustedLayout<E>> fmt::Debug for View<'_, T, E, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} ", self.mapping)?;
        self.as_slice().fmt(f)
    }
}
