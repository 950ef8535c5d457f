//! Views along one mode: its entries, its lanes and its chunks.

use core::fmt;
use core::iter::FusedIterator;

use super::View;
#[cfg(feature = "alloc")]
use crate::DynRankExtents;
use crate::layout::{StridedLayout, TrustedLayout};
#[cfg(feature = "alloc")]
use crate::rearrange::{ByStrides, lane_by, others_by};
use crate::rearrange::{Chunked, EachEntry, Lane, Steps};
use crate::{Extents, Indices, Mapping, ShapeError, TypedExtents};

/// The views of the entries of a mode: what [`View::along`] gives.
///
/// ```
/// use extents::{View, extents};
/// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
/// assert_eq!(view.along::<0>().len(), 2);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct Entries<'a, T, E: Extents, L: TrustedLayout<E>> {
    // INVARIANT: the entries from `front` to before `back` are parts of a view, `stride` elements after
    // each other; `first` is that of entry 0, if there is one.
    first: View<'a, T, E, L>,
    stride: isize,
    front: usize,
    back: usize,
}

/// The views along a mode, one at each index of the other modes: what [`View::lanes`] gives.
///
/// ```
/// use extents::{View, extents};
/// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
/// assert_eq!(view.lanes::<0>().len(), 3);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct Lanes<'a, T, E: Extents, L: TrustedLayout<E>, O: Extents, M> {
    // INVARIANT: `first` leads to a lane from each offset that `others` gives an index of `indices`.
    first: View<'a, T, E, L>,
    others: Mapping<O, M>,
    indices: Indices<O>,
}

/// The views of neighbouring entries of a mode: what [`View::chunks`] gives.
///
/// ```
/// use extents::{View, extents};
/// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
/// assert_eq!(view.chunks::<1>(2)?.len(), 2);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct Chunks<'a, T, E: TypedExtents, L: TrustedLayout<E>, const MODE: usize> {
    // INVARIANT: the entries from `front` to before `back` were not given out; `size` is not 0, and
    // `front` is a multiple of it.
    view: View<'a, T, E, L>,
    steps: Steps,
    size: usize,
    front: usize,
    back: usize,
}

/// How far so many steps are. In bounds it fits; elsewhere it may wrap.
#[inline]
pub(super) fn distance(stride: isize, steps: usize) -> usize {
    stride.wrapping_mul(steps.cast_signed()).cast_unsigned()
}

impl<'a, T, E: TypedExtents, L: TrustedLayout<E>> View<'a, T, E, L> {
    /// Views of the entries of mode `MODE`, which they leave out, one after the other.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
    /// let sums: Vec<i32> = view.along::<1>().map(|column| column[[0]] + column[[1]]).collect();
    /// assert_eq!(sums, [5, 7, 9]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn along<const MODE: usize>(
        &self,
    ) -> Entries<'a, T, <L as EachEntry<E, MODE>>::Extents, <L as EachEntry<E, MODE>>::Layout>
    where
        L: EachEntry<E, MODE>,
    {
        let (steps, mapping) = L::entries(self.mapping());
        // SAFETY: `entries` gives the mapping of entry 0; it is used only if there is one.
        let first = unsafe { self.part(steps.begin, mapping) };
        Entries { first, stride: steps.stride, front: 0, back: steps.count }
    }

    /// Views along mode `MODE`, one at each index of the other modes, in row-major order.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
    /// let rows: Vec<i32> = view.lanes::<1>().map(|row| row[[0]] + row[[2]]).collect();
    /// assert_eq!(rows, [4, 10]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[allow(clippy::type_complexity, reason = "the types of a lane and of the other modes")]
    pub fn lanes<const MODE: usize>(
        &self,
    ) -> Lanes<
        'a,
        T,
        <L as Lane<E, MODE>>::Extents,
        <L as Lane<E, MODE>>::Layout,
        <L as Lane<E, MODE>>::Others,
        <L as Lane<E, MODE>>::OthersLayout,
    >
    where
        L: Lane<E, MODE>,
    {
        let (steps, others) = L::others(self.mapping());
        let lane = L::lane(self.mapping());
        let base = distance(steps.stride.min(0), steps.count.saturating_sub(1));
        // SAFETY: the lane at the smallest offset of the others begins where entry 0 does or, turned around,
        // where its last entry is. It is used only at the indices of the others.
        let first = unsafe { self.part(steps.begin.wrapping_add(base), lane) };
        let indices = others.extents().indices();
        Lanes { first, others, indices }
    }

    /// Views of `size` neighbouring entries of mode `MODE` each, one after the other; the last may have fewer.
    ///
    /// # Errors
    /// [`ShapeError::ZeroStep`] for a size of 0.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
    /// let firsts: Vec<i32> = view.chunks::<1>(2)?.map(|chunk| chunk[[0, 0]]).collect();
    /// assert_eq!(firsts, [1, 3]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn chunks<const MODE: usize>(
        &self,
        size: usize,
    ) -> Result<Chunks<'a, T, E, L, MODE>, ShapeError>
    where
        L: Chunked<E, MODE>,
    {
        if size == 0 {
            return Err(ShapeError::ZeroStep { mode: MODE });
        }
        let steps = L::steps(self.mapping());
        Ok(Chunks { view: self.view(), steps, size, front: 0, back: steps.count })
    }

    /// Views of the entries of mode `MODE` before entry `at`, and of the others.
    ///
    /// # Errors
    /// [`ShapeError::SliceOutOfBounds`] where there are fewer entries.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
    /// let (left, right) = view.split_at::<1>(1)?;
    /// assert_eq!((left[[1, 0]], right[[1, 0]]), (4, 5));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[allow(clippy::type_complexity, reason = "two views")]
    pub fn split_at<const MODE: usize>(
        &self,
        at: usize,
    ) -> Result<
        (
            View<'a, T, <L as Chunked<E, MODE>>::Extents, <L as Chunked<E, MODE>>::Layout>,
            View<'a, T, <L as Chunked<E, MODE>>::Extents, <L as Chunked<E, MODE>>::Layout>,
        ),
        ShapeError,
    >
    where
        L: Chunked<E, MODE>,
    {
        let steps = L::steps(self.mapping());
        let extent = steps.count;
        let Some(rest) = extent.checked_sub(at) else {
            return Err(ShapeError::SliceOutOfBounds { mode: MODE, begin: 0, end: at, extent });
        };
        let mut all =
            Chunks { view: self.view(), steps, size: extent.max(1), front: 0, back: extent };
        // SAFETY: the entries before `at`, and those from there on, which are `rest`.
        Ok(unsafe { (all.chunk(0, at), all.chunk(at, rest)) })
    }
}

/// By run-time numbers, on extents of any layer.
#[cfg(feature = "alloc")]
impl<'a, T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> View<'a, T, E, L> {
    /// Views of the entries of a mode, which they leave out, one after the other.
    ///
    /// # Errors
    /// [`ShapeError::ModeOutOfRange`].
    ///
    /// ```
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
    /// let sums: Vec<i32> = view.along_by(1)?.map(|column| column[[0]] + column[[1]]).collect();
    /// assert_eq!(sums, [5, 7, 9]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn along_by(
        &self,
        mode: usize,
    ) -> Result<Entries<'a, T, DynRankExtents, ByStrides>, ShapeError> {
        let (steps, mapping) = others_by(self.mapping(), mode)?;
        // SAFETY: the mapping is that of entry 0; it is used only if there is one.
        let first = unsafe { self.part(steps.begin, mapping) };
        Ok(Entries { first, stride: steps.stride, front: 0, back: steps.count })
    }

    /// Views along a mode, one at each index of the other modes, in row-major order.
    ///
    /// # Errors
    /// [`ShapeError::ModeOutOfRange`].
    ///
    /// ```
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
    /// let rows: Vec<i32> = view.lanes_by(1)?.map(|row| row[[0]] + row[[2]]).collect();
    /// assert_eq!(rows, [4, 10]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[allow(clippy::type_complexity, reason = "the types of a lane and of the other modes")]
    pub fn lanes_by(
        &self,
        mode: usize,
    ) -> Result<Lanes<'a, T, DynRankExtents, ByStrides, DynRankExtents, ByStrides>, ShapeError>
    {
        let (steps, others) = others_by(self.mapping(), mode)?;
        let lane = lane_by(steps)?;
        let base = distance(steps.stride.min(0), steps.count.saturating_sub(1));
        // SAFETY: as in `lanes`.
        let first = unsafe { self.part(steps.begin.wrapping_add(base), lane) };
        let indices = others.extents().indices();
        Ok(Lanes { first, others, indices })
    }
}

impl<'a, T, E: Extents, L: TrustedLayout<E>> Entries<'a, T, E, L> {
    /// # Safety
    /// The entry is one of the mode.
    #[inline]
    unsafe fn entry(&mut self, entry: usize) -> View<'a, T, E, L> {
        let mapping = self.first.mapping().clone();
        // SAFETY: the invariant of `first`, and the caller's promise.
        unsafe { self.first.part(distance(self.stride, entry), mapping) }
    }
}

impl<'a, T, E: Extents, L: TrustedLayout<E>> Iterator for Entries<'a, T, E, L> {
    type Item = View<'a, T, E, L>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.front >= self.back {
            return None;
        }
        let entry = self.front;
        self.front = self.front.wrapping_add(1);
        // SAFETY: the entry was in the range that is left.
        Some(unsafe { self.entry(entry) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.back.saturating_sub(self.front);
        (left, Some(left))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.front = self.front.saturating_add(n).min(self.back);
        self.next()
    }
}

impl<T, E: Extents, L: TrustedLayout<E>> DoubleEndedIterator for Entries<'_, T, E, L> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.front >= self.back {
            return None;
        }
        self.back = self.back.wrapping_sub(1);
        // SAFETY: the entry was in the range that is left.
        Some(unsafe { self.entry(self.back) })
    }
}

impl<T, E: Extents, L: TrustedLayout<E>> ExactSizeIterator for Entries<'_, T, E, L> {}
impl<T, E: Extents, L: TrustedLayout<E>> FusedIterator for Entries<'_, T, E, L> {}

impl<'a, T, E, L, O, M> Lanes<'a, T, E, L, O, M>
where
    E: Extents,
    L: TrustedLayout<E>,
    O: Extents,
    M: TrustedLayout<O>,
{
    /// # Safety
    /// The index is one of the others.
    #[inline]
    unsafe fn lane(&mut self, index: &O::Index) -> View<'a, T, E, L> {
        let offset = self.others.layout().offset(self.others.extents(), index);
        let mapping = self.first.mapping().clone();
        // SAFETY: the invariant of `first`, and the caller's promise.
        unsafe { self.first.part(offset, mapping) }
    }
}

impl<'a, T, E, L, O, M> Iterator for Lanes<'a, T, E, L, O, M>
where
    E: Extents,
    L: TrustedLayout<E>,
    O: Extents,
    M: TrustedLayout<O>,
{
    type Item = View<'a, T, E, L>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let index = self.indices.next()?;
        // SAFETY: each index comes once.
        Some(unsafe { self.lane(&index) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let index = self.indices.nth(n)?;
        // SAFETY: each index comes once.
        Some(unsafe { self.lane(&index) })
    }
}

impl<T, E, L, O, M> DoubleEndedIterator for Lanes<'_, T, E, L, O, M>
where
    E: Extents,
    L: TrustedLayout<E>,
    O: Extents,
    M: TrustedLayout<O>,
{
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let index = self.indices.next_back()?;
        // SAFETY: each index comes once.
        Some(unsafe { self.lane(&index) })
    }
}

impl<T, E: Extents, L: TrustedLayout<E>, O: Extents, M: TrustedLayout<O>> ExactSizeIterator
    for Lanes<'_, T, E, L, O, M>
{
}
impl<T, E: Extents, L: TrustedLayout<E>, O: Extents, M: TrustedLayout<O>> FusedIterator
    for Lanes<'_, T, E, L, O, M>
{
}

impl<'a, T, E: TypedExtents, L: Chunked<E, MODE>, const MODE: usize> Chunks<'a, T, E, L, MODE> {
    /// # Safety
    /// The entries are some of the mode.
    #[inline]
    unsafe fn chunk(&mut self, from: usize, entries: usize) -> View<'a, T, L::Extents, L::Layout> {
        let mapping = L::chunk(self.view.mapping(), entries);
        let base = mapping.layout().base_offset(mapping.extents());
        let origin = self.steps.begin.wrapping_add(distance(self.steps.stride, from));
        // SAFETY: the entries of the mode from `from` on, which the caller says are there; the smallest
        // offset of a chunk is that of its index of zeros less its base.
        unsafe { self.view.part(origin.wrapping_sub(base), mapping) }
    }
}

impl<'a, T, E: TypedExtents, L: Chunked<E, MODE>, const MODE: usize> Iterator
    for Chunks<'a, T, E, L, MODE>
{
    type Item = View<'a, T, L::Extents, L::Layout>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let left = self.back.saturating_sub(self.front);
        if left == 0 {
            return None;
        }
        let (from, entries) = (self.front, left.min(self.size));
        self.front = from.wrapping_add(entries);
        // SAFETY: these entries were in the range that is left.
        Some(unsafe { self.chunk(from, entries) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let chunks = self.back.saturating_sub(self.front).div_ceil(self.size);
        (chunks, Some(chunks))
    }
}

impl<T, E: TypedExtents, L: Chunked<E, MODE>, const MODE: usize> DoubleEndedIterator
    for Chunks<'_, T, E, L, MODE>
{
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let left = self.back.saturating_sub(self.front);
        let last = left.checked_sub(1)?.checked_rem(self.size)?.wrapping_add(1);
        self.back = self.back.wrapping_sub(last);
        // SAFETY: these entries were in the range that is left.
        Some(unsafe { self.chunk(self.back, last) })
    }
}

impl<T, E: TypedExtents, L: Chunked<E, MODE>, const MODE: usize> ExactSizeIterator
    for Chunks<'_, T, E, L, MODE>
{
}
impl<T, E: TypedExtents, L: Chunked<E, MODE>, const MODE: usize> FusedIterator
    for Chunks<'_, T, E, L, MODE>
{
}

impl<T, E: Extents, L: TrustedLayout<E>> fmt::Debug for Entries<'_, T, E, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entries {}..{} of {:?}", self.front, self.back, self.first.mapping())
    }
}

impl<T, E, L, O, M> fmt::Debug for Lanes<'_, T, E, L, O, M>
where
    E: Extents,
    L: TrustedLayout<E>,
    O: Extents,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lanes of {:?}", self.first.mapping())
    }
}

impl<T, E: TypedExtents, L: TrustedLayout<E>, const MODE: usize> fmt::Debug
    for Chunks<'_, T, E, L, MODE>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entries {}..{} by {}", self.front, self.back, self.size)
    }
}
