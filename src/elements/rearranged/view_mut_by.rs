//! The methods of [`ViewMut`] that give a view of the same elements under other extents, by run-time numbers.

#[allow(unused_imports, reason = "for the documentation")]
use crate::Mapping;
use crate::elements::ViewMut;
use crate::layout::{Strided, StridedLayout, TrustedLayout};
use crate::rearrange::{By, Slice};
use crate::{DynRankExtents, Extents, ModeArray, ShapeError};

/// What an operation by run-time numbers gives.
type ByNumbers<'a, T> = ViewMut<'a, T, DynRankExtents, Strided<ModeArray<isize>>>;

/// By run-time numbers, on extents of any layer.
impl<'a, T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> ViewMut<'a, T, E, L> {
    /// A slice by run-time numbers, which keeps every mode.
    ///
    /// # Errors
    /// As [`Mapping::slice_by`].
    ///
    /// ```
    /// use extents::rearrange::Slice;
    /// use extents::{ViewMut, extents};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// view.slice_by(&[Slice::index(1), (1..6).into()])?[[0, 3]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn slice_by(self, entries: &[Slice]) -> Result<ByNumbers<'a, T>, ShapeError> {
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(By::Slice(entries)) }
    }

    /// A slice by run-time numbers, without the modes that have an index.
    ///
    /// # Errors
    /// As [`Mapping::chip_by`].
    ///
    /// ```
    /// use extents::rearrange::Slice;
    /// use extents::{ViewMut, extents};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// view.chip_by(&[Slice::index(1), (1..6).into()])?[[3]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn chip_by(self, entries: &[Slice]) -> Result<ByNumbers<'a, T>, ShapeError> {
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(By::Chip(entries)) }
    }

    /// The modes in another order: mode `k` of the result is mode `modes[k]`.
    ///
    /// # Errors
    /// [`ShapeError::RankMismatch`], [`ShapeError::ModeOutOfRange`], [`ShapeError::RepeatedMode`]. [`ShapeError::Null`].
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// view.permute_by(&[1, 0])?[[4, 1]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn permute_by(self, modes: &[usize]) -> Result<ByNumbers<'a, T>, ShapeError> {
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(By::Permute(modes)) }
    }

    /// The modes in reverse, whatever the rank is.
    ///
    /// # Errors
    /// [`ShapeError::Null`].
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// view.transpose_by()?[[4, 1]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn transpose_by(self) -> Result<ByNumbers<'a, T>, ShapeError> {
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(By::Transpose) }
    }

    /// A mode turned around: its last entry comes first.
    ///
    /// # Errors
    /// [`ShapeError::ModeOutOfRange`]. [`ShapeError::Null`].
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// view.reverse_by(1)?[[1, 1]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn reverse_by(self, mode: usize) -> Result<ByNumbers<'a, T>, ShapeError> {
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(By::Reverse(mode)) }
    }

    /// A mode as several, the last one fastest.
    ///
    /// # Errors
    /// [`ShapeError::ModeOutOfRange`], [`ShapeError::SplitMismatch`]. [`ShapeError::Null`].
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// view.split_by(1, &[3, 2])?[[1, 2, 0]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn split_by(self, mode: usize, parts: &[usize]) -> Result<ByNumbers<'a, T>, ShapeError> {
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(By::Split(mode, parts)) }
    }

    /// A mode and the next one as one.
    ///
    /// # Errors
    /// [`ShapeError::ModeOutOfRange`], [`ShapeError::NotMergeable`]. [`ShapeError::Null`].
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// view.merge_by(0)?[[10]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn merge_by(self, mode: usize) -> Result<ByNumbers<'a, T>, ShapeError> {
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(By::Merge(mode)) }
    }

    /// A further mode of one entry, at this place.
    ///
    /// # Errors
    /// [`ShapeError::ModeOutOfRange`]. [`ShapeError::Null`].
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// view.insert_mode_by(1)?[[1, 0, 4]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn insert_mode_by(self, mode: usize) -> Result<ByNumbers<'a, T>, ShapeError> {
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(By::InsertMode(mode)) }
    }

    /// Without a mode, which has one entry.
    ///
    /// # Errors
    /// [`ShapeError::ModeOutOfRange`], [`ShapeError::NotUnit`]. [`ShapeError::Null`].
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// view.insert_mode_by(1)?.drop_mode_by(1)?[[1, 4]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn drop_mode_by(self, mode: usize) -> Result<ByNumbers<'a, T>, ShapeError> {
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(By::DropMode(mode)) }
    }

    /// The elements at which two modes have the same coordinate, as one mode in the place of the first.
    ///
    /// # Errors
    /// [`ShapeError::ModeOutOfRange`], [`ShapeError::DiagonalMismatch`]. [`ShapeError::Null`].
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// view.slice_by(&[(..).into(), (3..5).into()])?.diagonal_by(0, 1)?[[1]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn diagonal_by(self, first: usize, second: usize) -> Result<ByNumbers<'a, T>, ShapeError> {
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(By::Diagonal(first, second)) }
    }

    /// All tiles of these extents, then the modes of a tile.
    ///
    /// # Errors
    /// [`ShapeError::RankMismatch`], [`ShapeError::TileMismatch`]. [`ShapeError::Null`].
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data: [i32; 12] = std::array::from_fn(|k| k as i32);
    /// let view = ViewMut::from_slice(extents![2, 6], &mut data)?;
    /// view.tiles_by(&[2, 2])?[[0, 2, 1, 0]] = 0;
    /// assert_eq!(data[10], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn tiles_by(self, tile: &[usize]) -> Result<ByNumbers<'a, T>, ShapeError> {
        // SAFETY: the operation reaches each element by as many indices as before, or fewer.
        unsafe { self.rearrange(By::Tiles(tile)) }
    }
}
