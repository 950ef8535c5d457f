//! The methods that walk along a mode: those that read, defined once for [`Tensor`], [`View`] and [`ViewMut`], and those
//! that write, once for [`Tensor`] and [`ViewMut`].

use super::chunks::{self, ChunksOf, HalvesOf};
use super::iterators::{self, EntriesOf, LanesOf, ViewMutPart, ViewPart};
use crate::elements::{Storage, StorageMut, Tensor, View, ViewMut};
use crate::layout::TrustedLayout;
use crate::rearrange::{Across, Along, Chunk, Entry, EntryCount, Lane};
#[allow(unused_imports, reason = "for the documentation")]
use crate::{Dyn, ShapeError};
use crate::{Extents, Mode};

macro_rules! reads {
    ($life:lifetime) => {
        /// Returns views of the entries of a mode, which they leave out, one after the other.
        ///
        /// `Const::<MODE>` gives the iterator itself, a number a `Result`.
        ///
        /// # Errors
        /// Returns [`ShapeError::OutOfBounds`], [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Const, View, extents};
        /// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
        /// let sums: Vec<i32> = view.along(Const::<1>).map(|column| column.sum()).collect();
        /// assert_eq!(sums, [5, 7, 9]);
        /// let sums: Vec<i32> = view.along(0)?.map(|row| row.sum()).collect();
        /// assert_eq!(sums, [6, 15]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "axis_iter")]
        #[doc(alias = "outer_iter")]
        #[inline]
        pub fn along<M>(&self, mode: M) -> EntriesOf<ViewPart<$life, T, E, L, Entry<M>>, E, L, M>
        where
            Entry<M>: Along<E, L>,
        {
            iterators::entries(self.view(), mode)
        }

        /// Returns views along a mode, one at each index of the other modes, in row-major order.
        ///
        /// `Const::<MODE>` gives the iterator itself, a number a `Result`.
        ///
        /// # Errors
        /// Returns [`ShapeError::OutOfBounds`], [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Const, View, extents};
        /// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
        /// let sums: Vec<i32> = view.lanes(Const::<1>).map(|row| row.sum()).collect();
        /// assert_eq!(sums, [6, 15]);
        /// let sums: Vec<i32> = view.lanes(0)?.map(|column| column.sum()).collect();
        /// assert_eq!(sums, [5, 7, 9]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn lanes<M: Copy>(&self, mode: M) -> LanesOf<ViewPart<$life, T, E, L, Lane<M>>, E, L, M>
        where
            Lane<M>: Along<E, L>,
            Across<M>: Along<E, L>,
        {
            iterators::lanes(self.view(), mode)
        }

        /// Returns views of `size` neighboring entries of a mode each, one after the other.
        ///
        /// The mode is `Const::<MODE>` or a number. After a number of entries the last view may have fewer;
        /// `Const::<SIZE>` divides the extent, and is in the type of the views.
        ///
        /// # Errors
        /// Returns [`ShapeError::ZeroSize`] for a size of 0; [`ShapeError::PartMismatch`] where `Const::<SIZE>` does
        /// not divide the extent. Where the types know that, it does not compile; where they know that it fits, there
        /// is no error. By number also [`ShapeError::OutOfBounds`] and [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Const, StaticExtents, View, extents};
        /// let view = View::from_slice(extents![2, 4], &[1, 2, 3, 4, 5, 6, 7, 8])?;
        /// let Ok(mut chunks) = view.chunks(Const::<1>, Const::<2>);
        /// let first: View<'_, i32, StaticExtents![2, 2], _> = chunks.next().unwrap();
        /// assert_eq!((first[[1, 1]], chunks.len()), (6, 1));
        /// let sums: Vec<i32> = view.chunks(1, 3)?.map(|chunk| chunk.sum()).collect();
        /// assert_eq!(sums, [24, 12]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        ///
        /// ```compile_fail,E0080
        /// # use extents::{Const, View, extents};
        /// # let view = View::from_slice(extents![2, 4], &[1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
        /// // tiles of extent 3 do not cover mode 1 of extent 4
        /// let Ok(chunks) = view.chunks(Const::<1>, Const::<3>);
        /// ```
        #[inline]
        pub fn chunks<M: Copy, N: EntryCount>(
            &self,
            mode: M,
            size: N,
        ) -> ChunksOf<ViewPart<$life, T, E, L, Chunk<M, N::Mode>>, E, L, Chunk<M, N::Mode>>
        where
            Chunk<M, N::Mode>: Along<E, L>,
        {
            const { chunks::check_chunks::<E, L, Chunk<M, N::Mode>>() };
            chunks::chunks(self.view(), mode, size.mode())
        }

        /// Returns views of the entries of a mode before entry `at`, and of the others.
        ///
        /// The mode is `Const::<MODE>` or a number. After `Const::<AT>`, which is in the type of the first view, the
        /// caller states the mode `Rest` of the second: `Const<N>`, or [`Dyn`].
        ///
        /// # Errors
        /// Returns [`ShapeError::SliceOutOfBounds`] where there are fewer entries, [`ShapeError::ExtentMismatch`] where
        /// others than `Rest` follow. Where the types know that, it does not compile; where they know that it fits,
        /// there is no error. By number also [`ShapeError::OutOfBounds`] and [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Const, StaticExtents, View, extents};
        /// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
        /// let Ok((left, right)) = view.split_at::<Const<2>, _, _>(Const::<1>, Const::<1>);
        /// let left: View<'_, i32, StaticExtents![2, 1], _> = left;
        /// let right: View<'_, i32, StaticExtents![2, 2], _> = right;
        /// assert_eq!((left[[1, 0]], right[[1, 0]]), (4, 5));
        /// let (left, right) = view.split_at(1, 2)?;
        /// assert_eq!((left[[1, 0]], right[[1, 0]]), (4, 6));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        ///
        /// ```compile_fail,E0080
        /// # use extents::{Const, View, extents};
        /// # let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
        /// // mode 1 should have extent 3, but has 2
        /// let Ok(halves) = view.split_at::<Const<3>, _, _>(Const::<1>, Const::<1>);
        /// ```
        #[inline]
        pub fn split_at<Rest: Mode, M: Copy, N: EntryCount<Rest>>(
            &self,
            mode: M,
            at: N,
        ) -> HalvesOf<
            ViewPart<$life, T, E, L, Chunk<M, N::Mode>>,
            ViewPart<$life, T, E, L, Chunk<M, Rest>>,
            E,
            L,
            Chunk<M, N::Mode>,
        >
        where
            Chunk<M, N::Mode>: Along<E, L>,
            Chunk<M, Rest>: Along<E, L>,
        {
            const { chunks::check_halves::<E, L, Chunk<M, N::Mode>, Chunk<M, Rest>>() };
            chunks::halves::<_, _, _, Rest>(self.view(), mode, at.mode())
        }
    };
}

macro_rules! writes {
    () => {
        /// Returns mutable views of the entries of a mode, which they leave out, one after the other.
        ///
        /// `Const::<MODE>` gives the iterator itself, a number a `Result`.
        ///
        /// # Errors
        /// Returns [`ShapeError::OutOfBounds`], [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Const, ViewMut, extents};
        /// let mut data = [1, 2, 3, 4, 5, 6];
        /// let mut view = ViewMut::from_slice(extents![2, 3], &mut data)?;
        /// view.along_mut(Const::<1>).for_each(|mut column| column[[0]] = 0);
        /// view.along_mut(0)?.skip(1).for_each(|mut row| row.fill(7));
        /// assert_eq!(data, [0, 0, 0, 7, 7, 7]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn along_mut<M>(
            &mut self,
            mode: M,
        ) -> EntriesOf<ViewMutPart<'_, T, E, L, Entry<M>>, E, L, M>
        where
            Entry<M>: Along<E, L>,
        {
            iterators::entries(self.view_mut(), mode)
        }

        /// Returns mutable views along a mode, one at each index of the other modes, in row-major order.
        ///
        /// `Const::<MODE>` gives the iterator itself, a number a `Result`.
        ///
        /// # Errors
        /// Returns [`ShapeError::OutOfBounds`], [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Const, ViewMut, extents};
        /// let mut data = [1, 2, 3, 4, 5, 6];
        /// let mut view = ViewMut::from_slice(extents![2, 3], &mut data)?;
        /// view.lanes_mut(Const::<1>).for_each(|mut row| row[[2]] = 0);
        /// view.lanes_mut(0)?.for_each(|mut column| column[[1]] = 7);
        /// assert_eq!(data, [1, 2, 0, 7, 7, 7]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn lanes_mut<M: Copy>(
            &mut self,
            mode: M,
        ) -> LanesOf<ViewMutPart<'_, T, E, L, Lane<M>>, E, L, M>
        where
            Lane<M>: Along<E, L>,
            Across<M>: Along<E, L>,
        {
            iterators::lanes(self.view_mut(), mode)
        }

        /// Returns mutable views of `size` neighboring entries of a mode each, one after the other: as
        /// [`chunks`](Self::chunks).
        ///
        /// # Errors
        /// Returns [`ShapeError::ZeroSize`] for a size of 0; [`ShapeError::PartMismatch`] where `Const::<SIZE>` does
        /// not divide the extent. Where the types know that, it does not compile; where they know that it fits, there
        /// is no error. By number also [`ShapeError::OutOfBounds`] and [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Const, ViewMut, extents};
        /// let mut data = [1, 2, 3, 4, 5, 6];
        /// let mut view = ViewMut::from_slice(extents![6], &mut data)?;
        /// let Ok(pairs) = view.chunks_mut(Const::<0>, Const::<2>);
        /// pairs.for_each(|mut pair| pair.as_mut_slice().reverse());
        /// view.chunks_mut(0, 4)?.skip(1).for_each(|mut rest| rest.fill(0));
        /// assert_eq!(data, [2, 1, 4, 3, 0, 0]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn chunks_mut<M: Copy, N: EntryCount>(
            &mut self,
            mode: M,
            size: N,
        ) -> ChunksOf<ViewMutPart<'_, T, E, L, Chunk<M, N::Mode>>, E, L, Chunk<M, N::Mode>>
        where
            Chunk<M, N::Mode>: Along<E, L>,
        {
            const { chunks::check_chunks::<E, L, Chunk<M, N::Mode>>() };
            chunks::chunks(self.view_mut(), mode, size.mode())
        }

        /// Returns mutable views of the entries of a mode before entry `at`, and of the others: as
        /// [`split_at`](Self::split_at).
        ///
        /// # Errors
        /// Returns [`ShapeError::SliceOutOfBounds`] where there are fewer entries, [`ShapeError::ExtentMismatch`] where
        /// others than `Rest` follow. Where the types know that, it does not compile; where they know that it fits,
        /// there is no error. By number also [`ShapeError::OutOfBounds`] and [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Const, ViewMut, extents};
        /// let mut data = [1, 2, 3, 4, 5, 6];
        /// let mut view = ViewMut::from_slice(extents![2, 3], &mut data)?;
        /// let Ok((mut left, mut right)) = view.split_at_mut::<Const<2>, _, _>(Const::<1>, Const::<1>);
        /// core::mem::swap(&mut left[[0, 0]], &mut right[[1, 1]]);
        /// let (mut above, _) = view.split_at_mut(0, 1)?;
        /// above[[0, 1]] = 0;
        /// assert_eq!(data, [6, 0, 3, 4, 5, 1]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn split_at_mut<Rest: Mode, M: Copy, N: EntryCount<Rest>>(
            &mut self,
            mode: M,
            at: N,
        ) -> HalvesOf<
            ViewMutPart<'_, T, E, L, Chunk<M, N::Mode>>,
            ViewMutPart<'_, T, E, L, Chunk<M, Rest>>,
            E,
            L,
            Chunk<M, N::Mode>,
        >
        where
            Chunk<M, N::Mode>: Along<E, L>,
            Chunk<M, Rest>: Along<E, L>,
        {
            const { chunks::check_halves::<E, L, Chunk<M, N::Mode>, Chunk<M, Rest>>() };
            chunks::halves::<_, _, _, Rest>(self.view_mut(), mode, at.mode())
        }
    };
}

impl<'a, T, E: Extents, L: TrustedLayout<E>> View<'a, T, E, L> {
    reads!('a);
}

impl<T, E: Extents, L: TrustedLayout<E>> ViewMut<'_, T, E, L> {
    reads!('_);
    writes!();
}

impl<T, E: Extents, L: TrustedLayout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    reads!('_);
}

/// The layout is one that is always unique, which the compiler checks; for others there is
/// [`try_view_mut`](Tensor::try_view_mut).
impl<T, E: Extents, L: TrustedLayout<E>, S: StorageMut<Elem = T>> Tensor<T, E, L, S> {
    writes!();
}
