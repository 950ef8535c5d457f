//! The methods of views that walk along a mode.

use super::iterators::{self, ChunkOf, Chunks, EntriesOf, LanesOf};
#[cfg(feature = "alloc")]
use super::iterators::{Entries, Lanes};
#[cfg(feature = "alloc")]
use crate::DynRankExtents;
#[cfg(feature = "alloc")]
use crate::Extents;
use crate::elements::{View, ViewMut};
#[cfg(feature = "alloc")]
use crate::layout::StridedLayout;
use crate::layout::TrustedLayout;
#[cfg(feature = "alloc")]
use crate::rearrange::{ByStrides, lane_by, others_by};
use crate::rearrange::{Chunked, EachEntry, Lane};
use crate::{ShapeError, TypedExtents};

/// Lanes along a mode that is a run-time number.
#[cfg(feature = "alloc")]
type LanesBy<V> = Lanes<V, DynRankExtents, ByStrides>;

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
    pub fn along<const MODE: usize>(&self) -> EntriesOf<View<'a, T, E, L>, MODE>
    where
        L: EachEntry<E, MODE>,
    {
        iterators::entries(self.clone())
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
    pub fn lanes<const MODE: usize>(&self) -> LanesOf<View<'a, T, E, L>, MODE>
    where
        L: Lane<E, MODE>,
    {
        iterators::lanes(self.clone())
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
    ) -> Result<Chunks<View<'a, T, E, L>, MODE>, ShapeError>
    where
        L: Chunked<E, MODE>,
    {
        Chunks::of(self.clone(), size)
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
    ) -> Result<(ChunkOf<View<'a, T, E, L>, MODE>, ChunkOf<View<'a, T, E, L>, MODE>), ShapeError>
    where
        L: Chunked<E, MODE>,
    {
        Chunks::split(self.clone(), at)
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
    ) -> Result<Entries<View<'a, T, DynRankExtents, ByStrides>>, ShapeError> {
        let (steps, mapping) = others_by(self.mapping(), mode)?;
        let view = self.clone();
        // SAFETY: the mapping is that of entry 0; it is used only if there is one.
        Ok(unsafe { Entries::from(view.part(steps.begin, mapping), steps) })
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
    pub fn lanes_by(
        &self,
        mode: usize,
    ) -> Result<LanesBy<View<'a, T, DynRankExtents, ByStrides>>, ShapeError> {
        let (steps, others) = others_by(self.mapping(), mode)?;
        let lane = lane_by(steps)?;
        // SAFETY: the mappings and steps are those of the view.
        Ok(unsafe { iterators::lanes_from(self.clone(), steps, lane, others) })
    }
}

impl<T, E: TypedExtents, L: TrustedLayout<E>> ViewMut<'_, T, E, L> {
    /// Mutable views of the entries of mode `MODE`, which they leave out, one after the other.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut view = ViewMut::from_slice(extents![2, 3], &mut data)?;
    /// view.along_mut::<1>().for_each(|mut column| column.fill(0));
    /// assert_eq!(data, [0; 6]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn along_mut<const MODE: usize>(&mut self) -> EntriesOf<ViewMut<'_, T, E, L>, MODE>
    where
        L: EachEntry<E, MODE>,
    {
        iterators::entries(self.view_mut())
    }

    /// Mutable views along mode `MODE`, one at each index of the other modes, in row-major order.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut view = ViewMut::from_slice(extents![2, 3], &mut data)?;
    /// view.lanes_mut::<1>().for_each(|mut row| row[[2]] = 0);
    /// assert_eq!(data, [1, 2, 0, 4, 5, 0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn lanes_mut<const MODE: usize>(&mut self) -> LanesOf<ViewMut<'_, T, E, L>, MODE>
    where
        L: Lane<E, MODE>,
    {
        iterators::lanes(self.view_mut())
    }

    /// Mutable views of `size` neighbouring entries of mode `MODE` each, one after the other; the last may have fewer.
    ///
    /// # Errors
    /// [`ShapeError::ZeroStep`] for a size of 0.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut view = ViewMut::from_slice(extents![2, 3], &mut data)?;
    /// view.chunks_mut::<0>(1)?.for_each(|mut row| row.as_mut_slice().reverse());
    /// assert_eq!(data, [3, 2, 1, 6, 5, 4]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn chunks_mut<const MODE: usize>(
        &mut self,
        size: usize,
    ) -> Result<Chunks<ViewMut<'_, T, E, L>, MODE>, ShapeError>
    where
        L: Chunked<E, MODE>,
    {
        Chunks::of(self.view_mut(), size)
    }

    /// Mutable views of the entries of mode `MODE` before entry `at`, and of the others.
    ///
    /// # Errors
    /// [`ShapeError::SliceOutOfBounds`] where there are fewer entries.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut view = ViewMut::from_slice(extents![2, 3], &mut data)?;
    /// let (mut left, mut right) = view.split_at_mut::<1>(1)?;
    /// core::mem::swap(&mut left[[0, 0]], &mut right[[1, 1]]);
    /// assert_eq!(data, [6, 2, 3, 4, 5, 1]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[allow(clippy::type_complexity, reason = "two views")]
    pub fn split_at_mut<const MODE: usize>(
        &mut self,
        at: usize,
    ) -> Result<
        (ChunkOf<ViewMut<'_, T, E, L>, MODE>, ChunkOf<ViewMut<'_, T, E, L>, MODE>),
        ShapeError,
    >
    where
        L: Chunked<E, MODE>,
    {
        Chunks::split(self.view_mut(), at)
    }
}

/// By run-time numbers, on extents of any layer.
#[cfg(feature = "alloc")]
impl<T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> ViewMut<'_, T, E, L> {
    /// Mutable views of the entries of a mode, which they leave out, one after the other.
    ///
    /// # Errors
    /// [`ShapeError::ModeOutOfRange`].
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut view = ViewMut::from_slice(extents![2, 3], &mut data)?;
    /// view.along_by_mut(1)?.for_each(|mut column| column.fill(0));
    /// assert_eq!(data, [0; 6]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn along_by_mut(
        &mut self,
        mode: usize,
    ) -> Result<Entries<ViewMut<'_, T, DynRankExtents, ByStrides>>, ShapeError> {
        let (steps, mapping) = others_by(self.mapping(), mode)?;
        let mut view = self.view_mut();
        // SAFETY: the mapping is that of entry 0; it is used only if there is one.
        Ok(unsafe { Entries::from(view.part(steps.begin, mapping), steps) })
    }

    /// Mutable views along a mode, one at each index of the other modes, in row-major order.
    ///
    /// # Errors
    /// [`ShapeError::ModeOutOfRange`].
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut view = ViewMut::from_slice(extents![2, 3], &mut data)?;
    /// view.lanes_by_mut(1)?.for_each(|mut row| row[[2]] = 0);
    /// assert_eq!(data, [1, 2, 0, 4, 5, 0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn lanes_by_mut(
        &mut self,
        mode: usize,
    ) -> Result<LanesBy<ViewMut<'_, T, DynRankExtents, ByStrides>>, ShapeError> {
        let (steps, others) = others_by(self.mapping(), mode)?;
        let lane = lane_by(steps)?;
        // SAFETY: the mappings and steps are those of the view.
        Ok(unsafe { iterators::lanes_from(self.view_mut(), steps, lane, others) })
    }
}
