//! The methods of [`View`] that give a view of the same elements under other extents.

use core::convert::Infallible;

use crate::Extents;
#[allow(unused_imports, reason = "for the documentation")]
use crate::ShapeError;
use crate::elements::View;
use crate::layout::TrustedLayout;
use crate::rearrange::{
    Broadcast, Chip, Diagonal, DropMode, InsertMode, Merge, Permute, Rearrange, Reverse, Sliced,
    Split, Tiles, Transpose, Windows,
};

/// What an operation gives.
type Rearranged<'a, T, E, L, O> =
    View<'a, T, <O as Rearrange<E, L>>::Extents, <O as Rearrange<E, L>>::Layout>;

/// What an operation gives that may fail.
type Fallible<'a, T, E, L, O> = Result<Rearranged<'a, T, E, L, O>, <O as Rearrange<E, L>>::Error>;

impl<'a, T, E: Extents, L: TrustedLayout<E>> View<'a, T, E, L> {
    /// The view that an operation of [`rearrange`](crate::rearrange) gives.
    ///
    /// # Errors
    /// What the operation says.
    ///
    /// ```
    /// use extents::rearrange::Transpose;
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2, 2], &[0, 1, 2, 3])?;
    /// let Ok(transposed) = view.rearrange(Transpose);
    /// assert_eq!(transposed[[0, 1]], 2);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn rearrange<O: Rearrange<E, L>>(
        &self,
        operation: O,
    ) -> Result<Rearranged<'a, T, E, L, O>, O::Error> {
        const { O::CHECK };
        let (offset, mapping) = operation.rearrange(self.mapping())?.into_parts();
        // SAFETY: the invariant of `Part`.
        Ok(unsafe { self.part(offset, mapping) })
    }

    /// A slice, which keeps every mode: an index leaves a mode of one entry.
    ///
    /// # Errors
    /// [`ShapeError::SliceOutOfBounds`], [`ShapeError::IndexOutOfBounds`], [`ShapeError::BeginAfterEnd`],
    /// [`ShapeError::ZeroStep`]; none where the types know that the slice fits, and where they know that it does not
    /// it does not compile.
    ///
    /// ```
    /// use extents::{View, extents, slice};
    /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = View::from_slice(extents![2, 6], &data)?;
    /// let Ok(part) = view.slice(slice![1, 1..6; 2]);
    /// assert_eq!(part.extents(), &extents![1, 3]);
    /// assert_eq!((part[[0, 0]], part[[0, 2]]), (7, 11));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn slice<S>(&self, slice: S) -> Fallible<'a, T, E, L, Sliced<S>>
    where
        Sliced<S>: Rearrange<E, L>,
    {
        const { <Sliced<S> as Rearrange<E, L>>::CHECK };
        self.rearrange(Sliced(slice))
    }

    /// A slice without the modes that have an index: mdspan's `submdspan`.
    ///
    /// # Errors
    /// As [`slice`](Self::slice). A chip without an index does not compile.
    ///
    /// ```
    /// use extents::{View, extents, slice};
    /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = View::from_slice(extents![2, 6], &data)?;
    /// let Ok(row) = view.chip(slice![1, ..]);
    /// assert_eq!(row.as_slice(), [6, 7, 8, 9, 10, 11]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn chip<S>(&self, slice: S) -> Fallible<'a, T, E, L, Chip<S>>
    where
        Chip<S>: Rearrange<E, L>,
    {
        const { <Chip<S> as Rearrange<E, L>>::CHECK };
        self.rearrange(Chip(slice))
    }

    /// The modes in another order: mode `k` of the result is mode `modes[k]`. A list that does not name each mode
    /// once does not compile.
    ///
    /// ```
    /// use extents::{View, extents, modes};
    /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = View::from_slice(extents![2, 6], &data)?;
    /// let permuted = view.permute(modes![1, 0]);
    /// assert_eq!(permuted[[4, 1]], 10);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn permute<P>(&self, modes: P) -> Rearranged<'a, T, E, L, Permute<P>>
    where
        Permute<P>: Rearrange<E, L, Error = Infallible>,
    {
        const { <Permute<P> as Rearrange<E, L>>::CHECK };
        let Ok(view) = self.rearrange(Permute(modes));
        view
    }

    /// The modes in reverse: row-major becomes column-major.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = View::from_slice(extents![2, 6], &data)?;
    /// assert_eq!(view.transpose()[[4, 1]], 10);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn transpose(&self) -> Rearranged<'a, T, E, L, Transpose>
    where
        Transpose: Rearrange<E, L, Error = Infallible>,
    {
        const { <Transpose as Rearrange<E, L>>::CHECK };
        let Ok(view) = self.rearrange(Transpose);
        view
    }

    /// Mode `MODE` turned around: its last entry comes first.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = View::from_slice(extents![2, 6], &data)?;
    /// assert_eq!(view.reverse::<1>()[[0, 0]], 5);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn reverse<const MODE: usize>(&self) -> Rearranged<'a, T, E, L, Reverse<MODE>>
    where
        Reverse<MODE>: Rearrange<E, L, Error = Infallible>,
    {
        const { <Reverse<MODE> as Rearrange<E, L>>::CHECK };
        let Ok(view) = self.rearrange(Reverse::<MODE>);
        view
    }

    /// Mode `MODE` as several, the last one fastest.
    ///
    /// # Errors
    /// [`ShapeError::SplitMismatch`] where the product of the parts is not the extent; where the types know that, it
    /// does not compile.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = View::from_slice(extents![2, 6], &data)?;
    /// let Ok(split) = view.split::<1, _>(extents![3, 2]);
    /// assert_eq!(split[[1, 2, 0]], 10);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn split<const MODE: usize, P>(&self, parts: P) -> Fallible<'a, T, E, L, Split<MODE, P>>
    where
        Split<MODE, P>: Rearrange<E, L>,
    {
        const { <Split<MODE, P> as Rearrange<E, L>>::CHECK };
        self.rearrange(Split(parts))
    }

    /// Mode `MODE` and the next one as one mode `X`: `Const<N>`, or [`Dyn`](crate::Dyn).
    ///
    /// # Errors
    /// [`ShapeError::NotMergeable`] where the two do not follow each other in memory as one mode would,
    /// [`ShapeError::ExtentMismatch`]; where the types know that, it does not compile.
    ///
    /// ```
    /// use extents::{Const, View, extents};
    /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = View::from_slice(extents![2, 6], &data)?;
    /// let Ok(flat) = view.merge::<0, Const<12>>();
    /// assert_eq!(flat[[10]], 10);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn merge<const MODE: usize, X>(&self) -> Fallible<'a, T, E, L, Merge<MODE, X>>
    where
        Merge<MODE, X>: Rearrange<E, L>,
    {
        const { <Merge<MODE, X> as Rearrange<E, L>>::CHECK };
        self.rearrange(Merge::<MODE, X>::new())
    }

    /// A further mode of one entry, which will be mode `MODE`.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = View::from_slice(extents![2, 6], &data)?;
    /// assert_eq!(view.insert_mode::<1>().extents(), &extents![2, 1, 6]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn insert_mode<const MODE: usize>(&self) -> Rearranged<'a, T, E, L, InsertMode<MODE>>
    where
        InsertMode<MODE>: Rearrange<E, L, Error = Infallible>,
    {
        const { <InsertMode<MODE> as Rearrange<E, L>>::CHECK };
        let Ok(view) = self.rearrange(InsertMode::<MODE>);
        view
    }

    /// Without mode `MODE`, which has one entry. Another extent in the type does not compile.
    ///
    /// # Errors
    /// [`ShapeError::NotUnit`] where the extent is a run-time one.
    ///
    /// ```
    /// use extents::{View, extents, slice};
    /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = View::from_slice(extents![2, 6], &data)?;
    /// let Ok(row) = view.slice(slice![1, ..])?.drop_mode::<0>();
    /// assert_eq!(row[[4]], 10);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn drop_mode<const MODE: usize>(&self) -> Fallible<'a, T, E, L, DropMode<MODE>>
    where
        DropMode<MODE>: Rearrange<E, L>,
    {
        const { <DropMode<MODE> as Rearrange<E, L>>::CHECK };
        self.rearrange(DropMode::<MODE>)
    }

    /// The elements at which modes `FIRST` and `SECOND` have the same coordinate, as one mode in the place of the
    /// first.
    ///
    /// # Errors
    /// [`ShapeError::DiagonalMismatch`] where the extents differ; where the types know that, it does not compile.
    ///
    /// ```
    /// use extents::{View, extents, slice};
    /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = View::from_slice(extents![2, 6], &data)?;
    /// let Ok(diagonal) = view.slice(slice![.., 0..2])?.diagonal::<0, 1>();
    /// assert_eq!((diagonal[[0]], diagonal[[1]]), (0, 7));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn diagonal<const FIRST: usize, const SECOND: usize>(
        &self,
    ) -> Fallible<'a, T, E, L, Diagonal<FIRST, SECOND>>
    where
        Diagonal<FIRST, SECOND>: Rearrange<E, L>,
    {
        const { <Diagonal<FIRST, SECOND> as Rearrange<E, L>>::CHECK };
        self.rearrange(Diagonal::<FIRST, SECOND>)
    }

    /// Mode `MODE`, of one entry, as a mode of several that are all the same element. Another extent in the type
    /// does not compile.
    ///
    /// # Errors
    /// [`ShapeError::NotUnit`] where the extent is a run-time one, [`ShapeError::SizeOverflow`].
    ///
    /// ```
    /// use extents::{Const, View, extents, slice};
    /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = View::from_slice(extents![2, 6], &data)?;
    /// let Ok(rows) = view.slice(slice![1, ..])?.broadcast::<0, _>(Const::<3>);
    /// assert_eq!(rows.extents(), &extents![3, 6]);
    /// assert_eq!((rows[[0, 4]], rows[[2, 4]]), (10, 10));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn broadcast<const MODE: usize, X>(
        &self,
        extent: X,
    ) -> Fallible<'a, T, E, L, Broadcast<MODE, X>>
    where
        Broadcast<MODE, X>: Rearrange<E, L>,
    {
        const { <Broadcast<MODE, X> as Rearrange<E, L>>::CHECK };
        self.rearrange(Broadcast(extent))
    }

    /// All tiles of extents `tile`, as modes `O` (such as `StaticExtents![dyn, dyn]`), then the modes of a tile.
    ///
    /// # Errors
    /// [`ShapeError::TileMismatch`] where tiles do not cover a mode exactly; where the types know that, it does not
    /// compile.
    ///
    /// ```
    /// use extents::{StaticExtents, View, extents};
    /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = View::from_slice(extents![2, 6], &data)?;
    /// let Ok(tiles) = view.tiles::<StaticExtents![1, 3], _>(extents![2, 2]);
    /// assert_eq!((tiles[[0, 2, 1, 0]], tiles[[0, 0, 0, 1]]), (10, 1));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn tiles<O, W>(&self, tile: W) -> Fallible<'a, T, E, L, Tiles<O, W>>
    where
        Tiles<O, W>: Rearrange<E, L>,
    {
        const { <Tiles<O, W> as Rearrange<E, L>>::CHECK };
        self.rearrange(Tiles::of(tile))
    }

    /// All places of a window of extents `window`, as modes `O` (such as `StaticExtents![dyn, dyn]`), then the
    /// modes of the window.
    ///
    /// # Errors
    /// [`ShapeError::WindowMismatch`] where a window is longer than its mode, or empty; where the types know that, it
    /// does not compile.
    ///
    /// ```
    /// use extents::{StaticExtents, View, extents};
    /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = View::from_slice(extents![2, 6], &data)?;
    /// let Ok(windows) = view.windows::<StaticExtents![1, 5], _>(extents![2, 2]);
    /// assert_eq!((windows[[0, 3, 1, 1]], windows[[0, 4, 1, 0]]), (10, 10));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn windows<O, W>(&self, window: W) -> Fallible<'a, T, E, L, Windows<O, W>>
    where
        Windows<O, W>: Rearrange<E, L>,
    {
        const { <Windows<O, W> as Rearrange<E, L>>::CHECK };
        self.rearrange(Windows::of(window))
    }
}
