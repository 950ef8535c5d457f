//! Two tilings of one mode: are they the same, and what refines both.

use crate::error::Compared;
use alloc::vec::Vec;
use extents::error::Place;

use super::cut::room_for;
use super::mode_tiling::ModeTiling;
use crate::StructureError;

/// The coarsest tiling that refines two others, with the growth of the number of tiles.
///
/// ```
/// use extents_shapes::ModeTiling;
/// let left = ModeTiling::from_sizes([5, 5])?;
/// let both = left.refine(&ModeTiling::from_sizes([4, 4, 2])?)?;
/// assert_eq!(both.tiling(), &ModeTiling::from_sizes([4, 1, 3, 2])?);
/// // 4 tiles for each 2 of the left one, and for each 3 of the right one.
/// assert_eq!(both.blow_up(), (2.0, 4.0 / 3.0));
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refinement {
    tiling: ModeTiling,
    left: usize,
    right: usize,
}

impl Refinement {
    /// Returns the tiling.
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// let tiling = ModeTiling::uniform(6, 2)?;
    /// assert_eq!(tiling.refine(&tiling)?.tiling(), &tiling);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn tiling(&self) -> &ModeTiling {
        &self.tiling
    }

    /// Returns the tiling by value.
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// let both = ModeTiling::uniform(6, 2)?.refine(&ModeTiling::uniform(6, 3)?)?.into_tiling();
    /// assert!(both.sizes().eq([2, 1, 1, 2]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn into_tiling(self) -> ModeTiling {
        self.tiling
    }

    /// Returns the number of tiles for each tile of the first tiling, and for each tile of the second; 1 if nothing is
    /// divided.
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// let both = ModeTiling::uniform(8, 4)?.refine(&ModeTiling::uniform(8, 1)?)?;
    /// assert_eq!(both.blow_up(), (4.0, 1.0));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn blow_up(&self) -> (f64, f64) {
        let of = |tiles: usize| match tiles {
            0 => 1.0,
            tiles => self.tiling.tiles() as f64 / tiles as f64,
        };
        (of(self.left), of(self.right))
    }
}

impl ModeTiling {
    /// Checks that another tiling has the same tiles; the error names the first that differs.
    ///
    /// # Errors
    /// Returns [`StructureError::Mismatch`] of extents; of the end of the first tile
    /// that differs; of numbers of tiles where one has empty tiles at its end that the other has
    /// not.
    ///
    /// ```
    /// use extents::error::Place;
    /// use extents_shapes::{ModeTiling, StructureError, error::Compared};
    /// let tiling = ModeTiling::uniform(6, 2)?;
    /// tiling.same_as(&ModeTiling::from_sizes([2, 2, 2])?)?;
    /// assert_eq!(
    ///     tiling.same_as(&ModeTiling::from_sizes([2, 3, 1])?),
    ///     Err(StructureError::Mismatch {
    ///         place: Place::Mode(0),
    ///         of: Compared::TileEnd { tile: 1 },
    ///         left: 4,
    ///         right: 5
    ///     }),
    /// );
    /// # Ok::<(), StructureError>(())
    /// ```
    pub fn same_as(&self, other: &ModeTiling) -> Result<(), StructureError> {
        let (left, right) = (self.extent(), other.extent());
        if left != right {
            return Err(StructureError::Mismatch {
                place: Place::Mode(0),
                of: Compared::TiledExtent,
                left,
                right,
            });
        }
        if self == other {
            return Ok(());
        }
        let tile = self.first_difference(other);
        let (left, right) = (self.tiles(), other.tiles());
        if tile >= left.min(right) {
            return Err(StructureError::Mismatch {
                place: Place::Mode(0),
                of: Compared::Tiles,
                left,
                right,
            });
        }
        let end = tile.saturating_add(1);
        let (left, right) = (self.begin(end), other.begin(end));
        Err(StructureError::Mismatch {
            place: Place::Mode(0),
            of: Compared::TileEnd { tile },
            left,
            right,
        })
    }

    /// How many tiles at the beginning are the same. Runs of equal tiles are compared at once.
    fn first_difference(&self, other: &ModeTiling) -> usize {
        let (mut left, mut right) = (self.runs(), other.runs());
        let (mut ours, mut theirs) = (left.next(), right.next());
        let mut same = 0_usize;
        while let (Some((count, size)), Some((number, other_size))) = (ours, theirs)
            && size == other_size
        {
            let both = count.min(number);
            same = same.saturating_add(both);
            let (count, number) = (count.saturating_sub(both), number.saturating_sub(both));
            ours = if count > 0 { Some((count, size)) } else { left.next() };
            theirs = if number > 0 { Some((number, size)) } else { right.next() };
        }
        same
    }

    /// Returns the coarsest common refinement: the fewest tiles such that each tile of either tiling, an empty one too,
    /// consists of whole tiles.
    ///
    /// A tiling refined with itself is itself.
    ///
    /// # Errors
    /// Returns [`StructureError::Mismatch`]; [`ShapeError::Allocation`](extents::ShapeError::Allocation).
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// let left = ModeTiling::from_sizes([5, 2, 3])?;
    /// let right = ModeTiling::from_sizes([2, 3, 5])?;
    /// assert!(left.refine(&right)?.tiling().sizes().eq([2, 3, 2, 3]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn refine(&self, other: &ModeTiling) -> Result<Refinement, StructureError> {
        let (left, right) = (self.extent(), other.extent());
        if left != right {
            return Err(StructureError::Mismatch {
                place: Place::Mode(0),
                of: Compared::TiledExtent,
                left,
                right,
            });
        }
        let tiling = if self.is_refined_by(other) {
            other.clone()
        } else if other.is_refined_by(self) {
            self.clone()
        } else {
            Self::of_boundaries(merged(self, other)?)?
        };
        Ok(Refinement { tiling, left: self.tiles(), right: other.tiles() })
    }

    /// Whether the other tiling refines this one, where that is plain without a look at each tile.
    fn is_refined_by(&self, other: &ModeTiling) -> bool {
        if self == other {
            return true;
        }
        let (Some(coarse), Some(fine)) = (self.uniform_size(), other.uniform_size()) else {
            return false;
        };
        coarse.checked_rem(fine) == Some(0)
    }

    /// The size of all tiles but the last, which is not empty and at most as large, where that is plain.
    fn uniform_size(&self) -> Option<usize> {
        let mut runs = self.runs();
        let (_, size) = runs.next()?;
        match (runs.next(), runs.next()) {
            (None, _) => Some(size),
            (Some((1, last)), None) if (1..=size).contains(&last) => Some(size),
            _ => None,
        }
    }
}

/// The boundaries of two tilings in one list. A boundary that both have as often as it repeats in one of them.
fn merged(left: &ModeTiling, right: &ModeTiling) -> Result<Vec<usize>, StructureError> {
    let (ours, theirs) = (left.tiles(), right.tiles());
    let mut boundaries = room_for(ours.saturating_add(theirs).saturating_add(1))?;
    boundaries.push(0);
    let (mut tile, mut other) = (0_usize, 0_usize);
    while tile < ours || other < theirs {
        let end = |tiling: &ModeTiling, tile: usize, tiles: usize| {
            (tile < tiles).then(|| tiling.begin(tile.saturating_add(1)))
        };
        let (one, two) = (end(left, tile, ours), end(right, other, theirs));
        // The smaller one; behind the last tile of a tiling there is none.
        let next = match (one, two) {
            (Some(one), Some(two)) => one.min(two),
            (Some(end), None) | (None, Some(end)) => end,
            (None, None) => break,
        };
        tile = tile.saturating_add(usize::from(one == Some(next)));
        other = other.saturating_add(usize::from(two == Some(next)));
        boundaries.push(next);
    }
    Ok(boundaries)
}
