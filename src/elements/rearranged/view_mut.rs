//! The methods of [`ViewMut`] that give a view of the same elements under other extents.

use core::convert::Infallible;

use crate::Extents;
#[allow(unused_imports, reason = "for the documentation")]
use crate::ShapeError;
use crate::elements::ViewMut;
use crate::layout::TrustedLayout;
use crate::rearrange::{
    Chip, Diagonal, DropMode, InsertMode, Merge, Permute, Rearrange, Reverse, Sliced, Split, Tiles,
    Transpose,
};

/// What an operation gives.
type Rearranged<'a, T, E, L, O> =
    ViewMut<'a, T, <O as Rearrange<E, L>>::Extents, <O as Rearrange<E, L>>::Layout>;

/// What an operation gives that may fail.
type Fallible<'a, T, E, L, O> = Result<Rearranged<'a, T, E, L, O>, <O as Rearrange<E, L>>::Error>;

impl<'a, T, E: Extents, L: TrustedLayout<E>> ViewMut<'a, T, E, L> {
    /// The view that an operation gives.
    ///
    /// # Safety
    /// The operation keeps a unique mapping unique.
    #[inline]
    pub(super) unsafe fn rearrange<O: Rearrange<E, L>>(
        mut self,
        operation: O,
    ) -> Result<Rearranged<'a, T, E, L, O>, O::Error> {
        let (offset, mapping) = operation.rearrange(self.mapping())?.into_parts();
        // SAFETY: by the invariant of `Part` the mapping leads to elements of the view, and the caller promises that it
        // is unique. `self` ends here, so that no other part is in use.
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
    /// use extents::{ViewMut, extents, slice};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// let Ok(mut part) = view.slice(slice![1, 1..6; 2]);
    /// part.fill(0);
    /// assert_eq!(data, [0, 1, 2, 3, 4, 5, 6, 0, 8, 0, 10, 0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn slice<S>(self, slice: S) -> Fallible<'a, T, E, L, Sliced<S>>
    where
        Sliced<S>: Rearrange<E, L>,
    {
        const { <Sliced<S> as Rearrange<E, L>>::CHECK };
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(Sliced(slice)) }
    }

    /// A slice without the modes that have an index: mdspan's `submdspan`.
    ///
    /// # Errors
    /// As [`slice`](Self::slice). A chip without an index does not compile.
    ///
    /// ```
    /// use extents::{ViewMut, extents, slice};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// let Ok(mut column) = view.chip(slice![.., 2]);
    /// column.fill(0);
    /// assert_eq!(data, [0, 1, 0, 3, 4, 5, 6, 7, 0, 9, 10, 11]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn chip<S>(self, slice: S) -> Fallible<'a, T, E, L, Chip<S>>
    where
        Chip<S>: Rearrange<E, L>,
    {
        const { <Chip<S> as Rearrange<E, L>>::CHECK };
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(Chip(slice)) }
    }

    /// The modes in another order: mode `k` of the result is mode `modes[k]`. A list that does not name each mode
    /// once does not compile.
    ///
    /// ```
    /// use extents::{ViewMut, extents, modes};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// view.permute(modes![1, 0])[[4, 1]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn permute<P>(self, modes: P) -> Rearranged<'a, T, E, L, Permute<P>>
    where
        Permute<P>: Rearrange<E, L, Error = Infallible>,
    {
        const { <Permute<P> as Rearrange<E, L>>::CHECK };
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        let Ok(view) = unsafe { self.rearrange(Permute(modes)) };
        view
    }

    /// The modes in reverse: row-major becomes column-major.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// view.transpose()[[4, 1]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn transpose(self) -> Rearranged<'a, T, E, L, Transpose>
    where
        Transpose: Rearrange<E, L, Error = Infallible>,
    {
        const { <Transpose as Rearrange<E, L>>::CHECK };
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        let Ok(view) = unsafe { self.rearrange(Transpose) };
        view
    }

    /// Mode `MODE` turned around: its last entry comes first.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// view.reverse::<1>()[[0, 0]] = 0;
    /// assert_eq!(data[5], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn reverse<const MODE: usize>(self) -> Rearranged<'a, T, E, L, Reverse<MODE>>
    where
        Reverse<MODE>: Rearrange<E, L, Error = Infallible>,
    {
        const { <Reverse<MODE> as Rearrange<E, L>>::CHECK };
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        let Ok(view) = unsafe { self.rearrange(Reverse::<MODE>) };
        view
    }

    /// Mode `MODE` as several, the last one fastest.
    ///
    /// # Errors
    /// [`ShapeError::SplitMismatch`] where the product of the parts is not the extent; where the types know that, it
    /// does not compile.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// let Ok(mut split) = view.split::<1, _>(extents![3, 2]);
    /// split[[1, 2, 0]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn split<const MODE: usize, P>(self, parts: P) -> Fallible<'a, T, E, L, Split<MODE, P>>
    where
        Split<MODE, P>: Rearrange<E, L>,
    {
        const { <Split<MODE, P> as Rearrange<E, L>>::CHECK };
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(Split(parts)) }
    }

    /// Mode `MODE` and the next one as one mode `X`: `Const<N>`, or [`Dyn`](crate::Dyn).
    ///
    /// # Errors
    /// [`ShapeError::NotMergeable`] where the two do not follow each other in memory as one mode would,
    /// [`ShapeError::ExtentMismatch`]; where the types know that, it does not compile.
    ///
    /// ```
    /// use extents::{Const, ViewMut, extents};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// let Ok(mut flat) = view.merge::<0, Const<12>>();
    /// flat[[10]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn merge<const MODE: usize, X>(self) -> Fallible<'a, T, E, L, Merge<MODE, X>>
    where
        Merge<MODE, X>: Rearrange<E, L>,
    {
        const { <Merge<MODE, X> as Rearrange<E, L>>::CHECK };
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(Merge::<MODE, X>::new()) }
    }

    /// A further mode of one entry, which will be mode `MODE`.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// view.insert_mode::<1>()[[1, 0, 4]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn insert_mode<const MODE: usize>(self) -> Rearranged<'a, T, E, L, InsertMode<MODE>>
    where
        InsertMode<MODE>: Rearrange<E, L, Error = Infallible>,
    {
        const { <InsertMode<MODE> as Rearrange<E, L>>::CHECK };
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        let Ok(view) = unsafe { self.rearrange(InsertMode::<MODE>) };
        view
    }

    /// Without mode `MODE`, which has one entry. Another extent in the type does not compile.
    ///
    /// # Errors
    /// [`ShapeError::NotUnit`] where the extent is a run-time one.
    ///
    /// ```
    /// use extents::{ViewMut, extents, slice};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// let Ok(mut row) = view.slice(slice![1, ..])?.drop_mode::<0>();
    /// row[[4]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn drop_mode<const MODE: usize>(self) -> Fallible<'a, T, E, L, DropMode<MODE>>
    where
        DropMode<MODE>: Rearrange<E, L>,
    {
        const { <DropMode<MODE> as Rearrange<E, L>>::CHECK };
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(DropMode::<MODE>) }
    }

    /// The elements at which modes `FIRST` and `SECOND` have the same coordinate, as one mode in the place of the
    /// first.
    ///
    /// # Errors
    /// [`ShapeError::DiagonalMismatch`] where the extents differ; where the types know that, it does not compile.
    ///
    /// ```
    /// use extents::{ViewMut, extents, slice};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// let Ok(mut diagonal) = view.slice(slice![.., 0..2])?.diagonal::<0, 1>();
    /// diagonal[[1]] = 0;
    /// assert_eq!(data[7], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn diagonal<const FIRST: usize, const SECOND: usize>(
        self,
    ) -> Fallible<'a, T, E, L, Diagonal<FIRST, SECOND>>
    where
        Diagonal<FIRST, SECOND>: Rearrange<E, L>,
    {
        const { <Diagonal<FIRST, SECOND> as Rearrange<E, L>>::CHECK };
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(Diagonal::<FIRST, SECOND>) }
    }

    /// All tiles of extents `tile`, as modes `O` (such as `StaticExtents![dyn, dyn]`), then the modes of a tile.
    ///
    /// # Errors
    /// [`ShapeError::TileMismatch`] where tiles do not cover a mode exactly; where the types know that, it does not
    /// compile.
    ///
    /// ```
    /// use extents::{StaticExtents, ViewMut, extents};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// let Ok(mut tiles) = view.tiles::<StaticExtents![1, 3], _>(extents![2, 2]);
    /// tiles[[0, 2, 1, 0]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn tiles<O, W>(self, tile: W) -> Fallible<'a, T, E, L, Tiles<O, W>>
    where
        Tiles<O, W>: Rearrange<E, L>,
    {
        const { <Tiles<O, W> as Rearrange<E, L>>::CHECK };
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(Tiles::of(tile)) }
    }
}
