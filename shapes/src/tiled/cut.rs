//! What makes a [`ModeTiling`].

use crate::error::Pieces;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::closed::Closed;
use super::mode_tiling::{ModeTiling, Rule};
use super::varying::Varying;
use crate::StructureError;
use extents::{ShapeError, error::Part};

/// The extent, if a mode may have it.
fn check_extent(extent: usize) -> Result<(), StructureError> {
    extents::check_size(&[extent])?;
    Ok(())
}

/// Tiles of 0 entries, of mode 0.
fn no_tile(extent: usize) -> StructureError {
    ShapeError::PartMismatch { part: Part::Tile, mode: 0, size: 0, extent }.into()
}

impl ModeTiling {
    /// Divides an extent into tiles of one size; the last one takes the remainder.
    ///
    /// # Errors
    /// Returns [`ShapeError::PartMismatch`] for tiles of 0 entries; [`ShapeError::SizeOverflow`] for an extent of more than `isize::MAX`.
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// assert!(ModeTiling::uniform(10, 4)?.sizes().eq([4, 4, 2]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn uniform(extent: usize, tile: usize) -> Result<Self, StructureError> {
        check_extent(extent)?;
        let (Some(whole), Some(rest)) = (extent.checked_div(tile), extent.checked_rem(tile)) else {
            return Err(no_tile(extent));
        };
        Ok(Self::closed([whole, usize::from(rest > 0)], [tile, rest]))
    }

    /// Divides an extent into the fewest tiles of at most `target` entries, whose sizes differ by at most one, the
    /// larger ones first: TiledArray's `make_uniform`.
    ///
    /// # Errors
    /// Returns the errors of [`uniform`](Self::uniform).
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// assert!(ModeTiling::balanced(10, 4)?.sizes().eq([4, 3, 3]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn balanced(extent: usize, target: usize) -> Result<Self, StructureError> {
        if target == 0 {
            return Err(no_tile(extent));
        }
        Self::in_parts(extent, extent.div_ceil(target))
    }

    /// Divides an extent into this number of tiles, whose sizes differ by at most one, the larger ones first; where there are more
    /// tiles than entries, the last ones are empty.
    ///
    /// # Errors
    /// Returns [`ShapeError::ExtentMismatch`] for entries without a tile; [`ShapeError::SizeOverflow`] for more than `isize::MAX`
    /// entries or tiles.
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// assert!(ModeTiling::in_parts(10, 4)?.sizes().eq([3, 3, 2, 2]));
    /// assert!(ModeTiling::in_parts(2, 3)?.sizes().eq([1, 1, 0]));
    /// assert_eq!(ModeTiling::in_parts(2, 0).unwrap_err().to_string(), "mode 0 should have extent 2, but has 0");
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn in_parts(extent: usize, tiles: usize) -> Result<Self, StructureError> {
        check_extent(tiles)?;
        if tiles == 0 && extent > 0 {
            let place = extents::error::Place::Mode(0);
            return Err(ShapeError::ExtentMismatch { place, expected: extent, found: 0 }.into());
        }
        Self::shared(extent, tiles)
    }

    /// The tiles of [`in_parts`](Self::in_parts). None where there is no number of tiles.
    fn shared(extent: usize, tiles: usize) -> Result<Self, StructureError> {
        check_extent(extent)?;
        let (Some(size), Some(larger)) = (extent.checked_div(tiles), extent.checked_rem(tiles))
        else {
            return Ok(Self::closed([0, 0], [0, 0]));
        };
        let smaller = tiles.wrapping_sub(larger);
        Ok(Self::closed([larger, smaller], [size.saturating_add(1), size]))
    }

    /// Creates a tiling of these sizes, in this order.
    ///
    /// # Errors
    /// Returns [`StructureError::SumOverflow`] where they add up to more than `isize::MAX`;
    /// [`ShapeError::Allocation`].
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// assert_eq!(ModeTiling::from_sizes([5, 15, 10])?.extent(), 30);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn from_sizes(sizes: impl AsRef<[usize]>) -> Result<Self, StructureError> {
        let sizes = sizes.as_ref();
        let mut boundaries = room_for(sizes.len().saturating_add(1))?;
        let mut before = 0_usize;
        boundaries.push(before);
        for (tile, &size) in sizes.iter().enumerate() {
            let end = before.checked_add(size).filter(|&end| isize::try_from(end).is_ok());
            before = end.ok_or(StructureError::SumOverflow {
                of: Pieces::Tiles,
                mode: 0,
                piece: tile,
                before,
                size,
            })?;
            boundaries.push(before);
        }
        Self::of_boundaries(boundaries)
    }

    /// Creates a tiling from boundaries. The first boundary is 0, the last one the extent.
    ///
    /// # Errors
    /// Returns [`StructureError::BoundaryCount`], [`FirstBoundary`](StructureError::FirstBoundary),
    /// [`FallingBoundary`](StructureError::FallingBoundary); [`ShapeError::SizeOverflow`], [`ShapeError::Allocation`].
    ///
    /// ```
    /// use extents_shapes::{ModeTiling, StructureError};
    /// let tiling = ModeTiling::from_boundaries([0, 5, 20, 30])?;
    /// assert_eq!(tiling, ModeTiling::from_sizes([5, 15, 10])?);
    /// let error = ModeTiling::from_boundaries([0, 5, 3]).unwrap_err();
    /// assert_eq!(error.to_string(), "tile 1 of mode 0 begins at 5, but ends before it at 3");
    /// # Ok::<(), StructureError>(())
    /// ```
    pub fn from_boundaries(boundaries: impl AsRef<[usize]>) -> Result<Self, StructureError> {
        let given = boundaries.as_ref();
        match given.first() {
            None => {
                return Err(StructureError::BoundaryCount {
                    of: Pieces::Tiles,
                    mode: 0,
                    expected: 1,
                    found: 0,
                });
            }
            Some(0) => {}
            Some(&found) => {
                return Err(StructureError::FirstBoundary { of: Pieces::Tiles, mode: 0, found });
            }
        }
        for (tile, (&from, &to)) in given.iter().zip(given.iter().skip(1)).enumerate() {
            if from > to {
                return Err(StructureError::FallingBoundary {
                    of: Pieces::Tiles,
                    mode: 0,
                    piece: tile,
                    from,
                    to,
                });
            }
        }
        check_extent(given.last().copied().unwrap_or(0))?;
        let mut boundaries = room_for(given.len())?;
        boundaries.extend_from_slice(given);
        Self::of_boundaries(boundaries)
    }

    pub(super) fn closed(counts: [usize; 2], sizes: [usize; 2]) -> Self {
        ModeTiling { rule: Rule::Closed(Closed::new(counts, sizes)) }
    }

    /// The tiling of boundaries that begin with 0, never fall, and end with at most `isize::MAX`.
    pub(super) fn of_boundaries(boundaries: Vec<usize>) -> Result<Self, StructureError> {
        let (mut counts, mut kinds) = ([0_usize; 2], [0_usize; 2]);
        let mut kind = 0_usize;
        for (&from, &to) in boundaries.iter().zip(boundaries.iter().skip(1)) {
            let size = to.wrapping_sub(from);
            let [first, second] = &mut counts;
            match kind {
                0 if *first == 0 || kinds[0] == size => {
                    kinds[0] = size;
                    *first = first.saturating_add(1);
                }
                0 | 1 if *second == 0 || kinds[1] == size => {
                    kind = 1;
                    kinds[1] = size;
                    *second = second.saturating_add(1);
                }
                _ => {
                    let varying = Varying::new(boundaries)?;
                    return Ok(ModeTiling { rule: Rule::Varying(Arc::new(varying)) });
                }
            }
        }
        Ok(Self::closed(counts, kinds))
    }
}

/// An empty vector with room for so many numbers.
pub(super) fn room_for<T>(numbers: usize) -> Result<Vec<T>, ShapeError> {
    let mut room = Vec::new();
    room.try_reserve_exact(numbers).map_err(|_| ShapeError::Allocation { elements: numbers })?;
    Ok(room)
}
