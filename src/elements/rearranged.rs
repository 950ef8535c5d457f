//! The methods that give a view of the same elements under other extents: defined once, for [`Tensor`], [`View`] and
//! [`ViewMut`].

use super::{Storage, Tensor, View, ViewMut};
use crate::Extents;
#[allow(unused_imports, reason = "for the documentation")]
use crate::ShapeError;
use crate::layout::Layout;
use crate::rearrange::{
    Broadcast, Chip, Diagonal, DropMode, InsertMode, List, Merge, Outcome, Permute, Rearrange,
    Reverse, Seal, Sliced, Split, Tiles, Transposed, Windows, WindowsAlong,
};

/// What an operation gives, or its error.
pub(super) type Fallible<'a, T, E, L, O> = Result<
    View<'a, T, <O as Rearrange<E, L>>::Extents, <O as Rearrange<E, L>>::Layout>,
    <O as Rearrange<E, L>>::Error,
>;

/// What an operation gives: the view itself where it cannot fail, else a `Result`.
pub(super) type Answer<'a, T, E, L, O> = <<O as Rearrange<E, L>>::Error as Outcome>::Of<
    View<'a, T, <O as Rearrange<E, L>>::Extents, <O as Rearrange<E, L>>::Layout>,
>;

/// The same of mutable views.
pub(super) type FallibleMut<'a, T, E, L, O> = Result<
    ViewMut<'a, T, <O as Rearrange<E, L>>::Extents, <O as Rearrange<E, L>>::Layout>,
    <O as Rearrange<E, L>>::Error,
>;

/// The same of mutable views.
pub(super) type AnswerMut<'a, T, E, L, O> = <<O as Rearrange<E, L>>::Error as Outcome>::Of<
    ViewMut<'a, T, <O as Rearrange<E, L>>::Extents, <O as Rearrange<E, L>>::Layout>,
>;

/// The methods, for a type that has `rearrange`: with the receiver and `self`, the constant that they evaluate so that an
/// error shows the line of their caller, the types that they give, and the lifetime of those.
macro_rules! rearrangements {
    ([$($receiver:tt)+] $self:ident, $CHECK:ident, $Fallible:ident, $Answer:ident, $life:lifetime) => {
        /// Returns the part that `slice` keeps, with every mode: an index leaves a mode of extent 1.
        ///
        /// The entries are types ([`slice!`](crate::slice!)), or an array of [`Slice`](crate::rearrange::Slice).
        ///
        /// # Errors
        /// Returns [`ShapeError::SliceOutOfBounds`], [`ShapeError::TooManyLeftOut`], [`ShapeError::OutOfBounds`],
        /// [`ShapeError::BeginAfterEnd`], [`ShapeError::ZeroSize`]; of an array also [`ShapeError::CountMismatch`] and [`ShapeError::Null`]. None where
        /// the types know that the slice fits; where they know that it does not, it does not compile.
        ///
        /// ```
        /// use extents::rearrange::Slice;
        /// use extents::{View, extents, slice};
        /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
        /// let view = View::from_slice(extents![2, 6], &data)?;
        /// let Ok(part) = view.slice(slice![1, 1..6; 2]);
        /// assert_eq!(part.extents(), &extents![1, 3]);
        /// assert_eq!((part[[0, 0]], part[[0, 2]]), (7, 11));
        /// let part = view.slice([Slice::index(1), Slice::from(1..6).step(2)])?;
        /// assert_eq!((part[[0, 0]], part[[0, 2]]), (7, 11));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn slice<W: List>($($receiver)+, slice: W) -> $Fallible<$life, T, E, L, Sliced<W::As>>
        where
            Sliced<W::As>: Rearrange<E, L>,
        {
            const { <Sliced<W::As> as Rearrange<E, L>>::$CHECK };
            $self.rearrange(Sliced(slice.listed()))
        }

        /// Returns the part that `slice` keeps, without the modes that have an index: mdspan's `submdspan`.
        ///
        /// # Errors
        /// Returns the errors of [`slice`](Self::slice), and [`ShapeError::NothingToChip`]. A typed list without an
        /// index does not compile.
        ///
        /// ```
        /// use extents::rearrange::Slice;
        /// use extents::{View, extents, slice};
        /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
        /// let view = View::from_slice(extents![2, 6], &data)?;
        /// let Ok(row) = view.chip(slice![1, ..]);
        /// assert_eq!(row.as_slice(), [6, 7, 8, 9, 10, 11]);
        /// let row = view.chip([Slice::index(1), Slice::from(..)])?;
        /// assert_eq!(row[[5]], 11);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "index_axis")]
        #[inline]
        pub fn chip<W: List>($($receiver)+, slice: W) -> $Fallible<$life, T, E, L, Chip<W::As>>
        where
            Chip<W::As>: Rearrange<E, L>,
        {
            const { <Chip<W::As> as Rearrange<E, L>>::$CHECK };
            $self.rearrange(Chip(slice.listed()))
        }

        /// Permutes the modes: mode `k` of the result is mode `modes[k]`.
        ///
        /// [`modes!`](crate::modes!) gives the view itself, and a list that does not name each mode once does not
        /// compile; run-time numbers give a `Result`.
        ///
        /// # Errors
        /// Returns [`ShapeError::RankMismatch`], [`ShapeError::OutOfBounds`], [`ShapeError::Repeated`],
        /// [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{View, extents, modes};
        /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
        /// let view = View::from_slice(extents![2, 6], &data)?;
        /// assert_eq!(view.permute(modes![1, 0])[[4, 1]], 10);
        /// assert_eq!(view.permute([1, 0])?[[4, 1]], 10);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "swapaxes")]
        #[doc(alias = "moveaxis")]
        #[inline]
        pub fn permute<P: List>($($receiver)+, modes: P) -> $Answer<$life, T, E, L, Permute<P::As>>
        where
            Permute<P::As>: Rearrange<E, L>,
        {
            const { <Permute<P::As> as Rearrange<E, L>>::$CHECK };
            Outcome::of($self.rearrange(Permute(modes.listed())))
        }

        /// Reverses the order of the modes: row-major becomes column-major. Extents of run-time rank give a `Result`.
        ///
        /// # Errors
        /// Returns [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{View, extents};
        /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
        /// let view = View::from_slice(extents![2, 6], &data)?;
        /// assert_eq!(view.transpose()[[4, 1]], 10);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "t")]
        #[inline]
        #[allow(private_bounds, reason = "the compiler finds the operation `K`")]
        pub fn transpose<K: Rearrange<E, L>>($($receiver)+) -> $Answer<$life, T, E, L, K>
        where
            E: Transposed<L, K>,
        {
            Outcome::of($self.rearrange(E::OPERATION))
        }

        /// Reverses a mode: its last entry comes first. `Const::<MODE>` gives the view itself, a number a `Result`.
        ///
        /// # Errors
        /// Returns [`ShapeError::OutOfBounds`], [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Const, View, extents};
        /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
        /// let view = View::from_slice(extents![2, 6], &data)?;
        /// assert_eq!(view.reverse(Const::<1>)[[0, 0]], 5);
        /// assert_eq!(view.reverse(1)?[[0, 0]], 5);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "flip")]
        #[inline]
        pub fn reverse<M>($($receiver)+, mode: M) -> $Answer<$life, T, E, L, Reverse<M>>
        where
            Reverse<M>: Rearrange<E, L>,
        {
            const { <Reverse<M> as Rearrange<E, L>>::$CHECK };
            Outcome::of($self.rearrange(Reverse(mode)))
        }

        /// Splits a mode, `Const::<MODE>` or a number, into modes of the extents `parts`, the last one fastest.
        ///
        /// # Errors
        /// Returns [`ShapeError::PartMismatch`] where the product of the parts is not the extent; where the types know
        /// that, it does not compile. [`ShapeError::SizeOverflow`] where a part of extent 0 stands beside others that are too
        /// large together. By number also [`ShapeError::OutOfBounds`] and [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Const, View, extents};
        /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
        /// let view = View::from_slice(extents![2, 6], &data)?;
        /// let Ok(split) = view.split(Const::<1>, extents![3, 2]);
        /// assert_eq!(split[[1, 2, 0]], 10);
        /// assert_eq!(view.split(1, [3, 2])?[[1, 2, 0]], 10);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn split<M, P: List>(
            $($receiver)+,
            mode: M,
            parts: P,
        ) -> $Fallible<$life, T, E, L, Split<M, P::As>>
        where
            Split<M, P::As>: Rearrange<E, L>,
        {
            const { <Split<M, P::As> as Rearrange<E, L>>::$CHECK };
            $self.rearrange(Split(mode, parts.listed()))
        }

        /// Merges a mode with the next one. Of `Const::<MODE>` the caller states the mode `NamedOrExtent` that they become:
        /// `Const<N>`, [`Dyn`](crate::Dyn), or [`Named`](crate::rearrange::Named) for what the types make of the two.
        ///
        /// # Errors
        /// Returns [`ShapeError::NotMergeable`] where the two do not follow each other in memory as one mode would, as those
        /// of a row-major copy do, which `to_tensor` makes; [`ShapeError::ExtentMismatch`]; where the types know that, it does not compile. By number also
        /// [`ShapeError::OutOfBounds`] and [`ShapeError::Null`]; and by number alone a second mode of one entry may have any stride:
        /// of `Const::<MODE>`, [`drop_mode`](Self::drop_mode) leaves it out.
        ///
        /// ```
        /// use extents::{Const, View, extents};
        /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
        /// let view = View::from_slice(extents![2, 6], &data)?;
        /// let Ok(flat) = view.merge::<Const<12>, _>(Const::<0>);
        /// assert_eq!(flat[[10]], 10);
        /// assert_eq!(view.merge(0)?[[10]], 10);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn merge<NamedOrExtent, M>($($receiver)+, mode: M) -> $Fallible<$life, T, E, L, Merge<NamedOrExtent, M>>
        where
            Merge<NamedOrExtent, M>: Rearrange<E, L>,
        {
            const { <Merge<NamedOrExtent, M> as Rearrange<E, L>>::$CHECK };
            $self.rearrange(Merge::of(mode))
        }

        /// Inserts a mode of extent 1 at a position, `Const::<MODE>` or a number. The former gives the view itself,
        /// the latter a `Result`.
        ///
        /// # Errors
        /// Returns [`ShapeError::OutOfBounds`], [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Const, View, extents};
        /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
        /// let view = View::from_slice(extents![2, 6], &data)?;
        /// assert_eq!(view.insert_mode(Const::<1>).extents(), &extents![2, 1, 6]);
        /// assert_eq!(view.insert_mode(1)?.extents(), &extents![2, 1, 6]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "unsqueeze")]
        #[doc(alias = "insert_axis")]
        #[doc(alias = "expand_dims")]
        #[doc(alias = "newaxis")]
        #[inline]
        pub fn insert_mode<M>($($receiver)+, mode: M) -> $Answer<$life, T, E, L, InsertMode<M>>
        where
            InsertMode<M>: Rearrange<E, L>,
        {
            const { <InsertMode<M> as Rearrange<E, L>>::$CHECK };
            Outcome::of($self.rearrange(InsertMode(mode)))
        }

        /// Removes a mode of extent 1, `Const::<MODE>` or a number. A static extent other than 1 does not compile.
        ///
        /// # Errors
        /// Returns [`ShapeError::ExtentMismatch`] where the extent is a run-time one. By number also
        /// [`ShapeError::OutOfBounds`] and [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Const, View, extents, slice};
        /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
        /// let view = View::from_slice(extents![2, 6], &data)?;
        /// let Ok(row) = view.slice(slice![1, ..])?.drop_mode(Const::<0>);
        /// assert_eq!(row[[4]], 10);
        /// assert_eq!(view.slice(slice![1, ..])?.drop_mode(0)?[[4]], 10);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "squeeze")]
        #[inline]
        pub fn drop_mode<M>($($receiver)+, mode: M) -> $Fallible<$life, T, E, L, DropMode<M>>
        where
            DropMode<M>: Rearrange<E, L>,
        {
            const { <DropMode<M> as Rearrange<E, L>>::$CHECK };
            $self.rearrange(DropMode(mode))
        }

        /// Returns the elements at which two modes, each `Const::<MODE>` or both numbers, have the same coordinate, as
        /// one mode in the place of the first.
        ///
        /// # Errors
        /// Returns [`ShapeError::ExtentMismatch`] where the extents differ; where the types know that, it does not
        /// compile. By number also [`ShapeError::OutOfBounds`], [`ShapeError::Repeated`] and [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Const, View, extents, slice};
        /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
        /// let view = View::from_slice(extents![2, 6], &data)?;
        /// let Ok(square) = view.slice(slice![.., 0..2]);
        /// let Ok(diagonal) = square.diagonal(Const::<0>, Const::<1>);
        /// assert_eq!((diagonal[[0]], diagonal[[1]]), (0, 7));
        /// assert_eq!(square.diagonal(0, 1)?[[1]], 7);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn diagonal<M, N>(
            $($receiver)+,
            first: M,
            second: N,
        ) -> $Fallible<$life, T, E, L, Diagonal<M, N>>
        where
            Diagonal<M, N>: Rearrange<E, L>,
        {
            const { <Diagonal<M, N> as Rearrange<E, L>>::$CHECK };
            $self.rearrange(Diagonal(first, second))
        }

        /// Returns all tiles of extents `tile`, as modes `NamedOrTiles` (such as `StaticExtents![dyn, dyn]`, or
        /// [`Named`](crate::rearrange::Named) for `Time/2`; not stated for an array), then the modes of a tile.
        ///
        /// # Errors
        /// Returns [`ShapeError::PartMismatch`] where tiles do not cover a mode exactly, [`ShapeError::ExtentMismatch`] where
        /// `NamedOrTiles` states another number of tiles; where the types know one of these, it does not compile.
        /// [`ShapeError::SizeOverflow`] where there is no tile along a mode and the extents of a tile are too large together. Of
        /// an array also [`ShapeError::RankMismatch`] and [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{StaticExtents, View, extents};
        /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
        /// let view = View::from_slice(extents![2, 6], &data)?;
        /// let Ok(tiles) = view.tiles::<StaticExtents![1, 3], _>(extents![2, 2]);
        /// assert_eq!((tiles[[0, 2, 1, 0]], tiles[[0, 0, 0, 1]]), (10, 1));
        /// assert_eq!(view.tiles([2, 2])?[[0, 2, 1, 0]], 10);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn tiles<NamedOrTiles, W: List>($($receiver)+, tile: W) -> $Fallible<$life, T, E, L, Tiles<NamedOrTiles, W::As>>
        where
            Tiles<NamedOrTiles, W::As>: Rearrange<E, L>,
        {
            const { <Tiles<NamedOrTiles, W::As> as Rearrange<E, L>>::$CHECK };
            $self.rearrange(Tiles::of(tile.listed()))
        }

        /// Repeats a mode of extent 1, `Const::<MODE>` or a number, `extent` times: all entries are the same element.
        /// A static extent other than 1 does not compile, nor does a mutable view of the result.
        ///
        /// # Errors
        /// Returns [`ShapeError::ExtentMismatch`] where the extent is a run-time one, [`ShapeError::SizeOverflow`]. By number
        /// also [`ShapeError::OutOfBounds`] and [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Const, View, extents, slice};
        /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
        /// let view = View::from_slice(extents![2, 6], &data)?;
        /// let Ok(row) = view.slice(slice![1, ..]);
        /// let Ok(rows) = row.broadcast(Const::<0>, Const::<3>);
        /// assert_eq!(rows.extents(), &extents![3, 6]);
        /// assert_eq!((rows[[0, 4]], rows[[2, 4]]), (10, 10));
        /// assert_eq!(row.broadcast(0, 3)?[[2, 4]], 10);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn broadcast<M, X>(
            $($receiver)+,
            mode: M,
            extent: X,
        ) -> $Fallible<$life, T, E, L, Broadcast<M, X>>
        where
            Broadcast<M, X>: Rearrange<E, L>,
        {
            const { <Broadcast<M, X> as Rearrange<E, L>>::$CHECK };
            $self.rearrange(Broadcast(mode, extent))
        }

        /// Returns all positions of a window of extents `window`, as modes `NamedOrPositions` (such as `StaticExtents![dyn, dyn]`, or
        /// [`Named`](crate::rearrange::Named) for `Time-3+1`; not stated for an array), then the modes of the window. A
        /// mutable view of the result does not compile.
        ///
        /// # Errors
        /// Returns [`ShapeError::PartMismatch`] where a window is longer than its mode, or empty,
        /// [`ShapeError::ExtentMismatch`] where `NamedOrPositions` states another number of positions; where the types know one of
        /// these, it does not compile. [`ShapeError::SizeOverflow`] where all windows together have too many elements. Of an
        /// array also [`ShapeError::RankMismatch`] and [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{StaticExtents, View, extents};
        /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
        /// let view = View::from_slice(extents![2, 6], &data)?;
        /// let Ok(windows) = view.windows::<StaticExtents![1, 5], _>(extents![2, 2]);
        /// assert_eq!((windows[[0, 3, 1, 1]], windows[[0, 4, 1, 0]]), (10, 10));
        /// assert_eq!(view.windows([2, 2])?[[0, 3, 1, 1]], 10);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "sliding_window_view")]
        #[doc(alias = "unfold")]
        #[inline]
        pub fn windows<NamedOrPositions, W: List>(
            $($receiver)+,
            window: W,
        ) -> $Fallible<$life, T, E, L, Windows<NamedOrPositions, W::As>>
        where
            Windows<NamedOrPositions, W::As>: Rearrange<E, L>,
        {
            const { <Windows<NamedOrPositions, W::As> as Rearrange<E, L>>::$CHECK };
            $self.rearrange(Windows::of(window.listed()))
        }

        /// Returns all positions of a window along one mode, `Const::<MODE>` or a number, and behind all other modes that of the window.
        /// Its extent is `Const::<N>`, or a number where the mode is one. The positions stand in the place of the mode, as the mode
        /// `NamedOrPositions` (`Const<N>`, [`Dyn`](crate::Dyn), or [`Named`](crate::rearrange::Named) for `Time-3+1`; not stated
        /// of a number). A mutable view of the result does not compile.
        ///
        /// # Errors
        /// Returns the errors of [`windows`](Self::windows); by number also [`ShapeError::OutOfBounds`].
        ///
        /// ```
        /// use extents::{Const, Extents, View, extents};
        /// let data = [1.0, 2.0, 6.0, 4.0, 8.0, 0.0, 1.0, 2.0];
        /// let series = View::from_slice(extents![2, 4], &data)?;
        /// let windows = series.windows_along(1, 3)?;
        /// assert_eq!(windows.extents().extents().as_ref(), [2, 2, 3]);
        /// assert_eq!(windows.over(2).mean()?.as_slice(), [3.0, 4.0, 3.0, 1.0]);
        /// let Ok(windows) = series.windows_along::<Const<2>, _, _>(Const::<1>, Const::<3>);
        /// assert_eq!(windows.extents(), &extents![2, 2, 3]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "sliding_window_view")]
        #[doc(alias = "unfold")]
        #[doc(alias = "rolling")]
        #[inline]
        pub fn windows_along<NamedOrPositions, M, W>(
            $($receiver)+,
            mode: M,
            window: W,
        ) -> $Fallible<$life, T, E, L, WindowsAlong<NamedOrPositions, M, W>>
        where
            WindowsAlong<NamedOrPositions, M, W>: Rearrange<E, L>,
        {
            const { <WindowsAlong<NamedOrPositions, M, W> as Rearrange<E, L>>::$CHECK };
            $self.rearrange(WindowsAlong::of(mode, window))
        }
    };
}
#[cfg(feature = "device")]
pub(crate) use rearrangements;

// Operations are implemented of trusted layouts alone; that they say so on the method makes better messages.
impl<'a, T, E: Extents, L: Layout<E>> View<'a, T, E, L> {
    /// Returns the view that an operation of [`rearrange`](crate::rearrange) gives.
    ///
    /// # Errors
    /// The error of the operation, or [`ShapeError`] where it has run-time numbers.
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
    pub fn rearrange<O: Rearrange<E, L>>(&self, operation: O) -> Fallible<'a, T, E, L, O> {
        const { O::CHECK };
        let (offset, mapping) = operation.rearrange(self.mapping(), Seal)?.into_parts();
        // SAFETY: the invariant of `Part`.
        Ok(unsafe { self.part(offset, mapping) })
    }

    rearrangements!([&self] self, CHECK, Fallible, Answer, 'a);
}

impl<'a, T, E: Extents, L: Layout<E>> ViewMut<'a, T, E, L> {
    /// Returns the mutable view that an operation of [`rearrange`](crate::rearrange) gives.
    ///
    /// An operation whose result reaches an element by several indices, such as
    /// [`Broadcast`], does not compile.
    ///
    /// # Errors
    /// The error of the operation, or [`ShapeError`] where it has run-time numbers. The view is gone then; lend it
    /// by [`view_mut`](Self::view_mut) to keep it.
    ///
    /// ```
    /// use extents::rearrange::Transpose;
    /// use extents::{ViewMut, extents};
    /// let mut data = [0, 1, 2, 3];
    /// let view = ViewMut::from_slice(extents![2, 2], &mut data)?;
    /// let Ok(mut transposed) = view.rearrange(Transpose);
    /// transposed[[0, 1]] = 7;
    /// assert_eq!(data, [0, 1, 7, 3]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn rearrange<O: Rearrange<E, L>>(mut self, operation: O) -> FallibleMut<'a, T, E, L, O> {
        const { O::CHECK_UNIQUE };
        let (offset, mapping) = operation.rearrange(self.mapping(), Seal)?.into_parts();
        // SAFETY: by the invariant of `Part` the mapping leads to elements of the view, and is unique because that of
        // the view is and the operation keeps it so. `self` ends here, so that no other part is in use.
        Ok(unsafe { self.part(offset, mapping) })
    }

    rearrangements!([self] self, CHECK_UNIQUE, FallibleMut, AnswerMut, 'a);
}

impl<T, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    /// Returns the view that an operation of [`rearrange`](crate::rearrange) gives.
    ///
    /// # Errors
    /// The error of the operation, or [`ShapeError`] where it has run-time numbers.
    ///
    /// ```
    /// use extents::rearrange::Transpose;
    /// use extents::{InlineTensor, StaticExtents};
    /// type Matrix = InlineTensor<i32, StaticExtents![2, 2]>;
    /// let tensor = Matrix::from_array([[0, 1], [2, 3]]);
    /// let Ok(transposed) = tensor.rearrange(Transpose);
    /// assert_eq!(transposed[[0, 1]], 2);
    /// ```
    #[inline]
    pub fn rearrange<O: Rearrange<E, L>>(&self, operation: O) -> Fallible<'_, T, E, L, O> {
        const { O::CHECK };
        self.view().rearrange(operation)
    }

    rearrangements!([&self] self, CHECK, Fallible, Answer, '_);
}
