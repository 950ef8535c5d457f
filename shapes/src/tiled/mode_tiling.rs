//! [`ModeTiling`]: one mode, cut into tiles.

use crate::error::Item;
use alloc::sync::Arc;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Range;

use super::closed::Closed;
use super::varying::Varying;
use crate::StructureError;
use extents::layout::Block;
use extents::{ShapeError, error::Bounded};

/// One mode, divided into contiguous tiles.
///
/// Tiles of one or two sizes in turn are kept in closed form, however they were written: so are
/// [`uniform`](Self::uniform) and [`balanced`](Self::balanced) ones. Any other sizes are kept as
/// boundaries, with a table that finds the tile of an entry in constant time on average. Clones share
/// them. Two tilings are equal where their boundaries are.
///
/// A tile may be empty. No entry is in an empty tile.
///
/// ```
/// use extents_shapes::ModeTiling;
/// let tiling = ModeTiling::from_sizes([5, 15, 10])?;
/// assert_eq!((tiling.extent(), tiling.tiles()), (30, 3));
/// assert_eq!(tiling.range(1)?, 5..20);
/// assert_eq!(tiling.tile_of(7)?, (1, 2));
/// assert_eq!(ModeTiling::uniform(6, 2)?, ModeTiling::from_sizes([2, 2, 2])?);
/// assert_eq!(tiling.to_string(), "[5, 15, 10]");
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone)]
pub struct ModeTiling {
    // INVARIANT: canonical. Boundaries that are `Closed` are never `Varying`, and of equal boundaries
    // `Closed` has one spelling.
    pub(super) rule: Rule,
}

#[derive(Clone)]
pub(super) enum Rule {
    Closed(Closed),
    Varying(Arc<Varying>),
}

impl ModeTiling {
    /// Returns the number of entries of the mode.
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// assert_eq!(ModeTiling::from_sizes([5, 15, 10])?.extent(), 30);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn extent(&self) -> usize {
        match &self.rule {
            Rule::Closed(closed) => closed.extent(),
            Rule::Varying(varying) => varying.boundaries().last().copied().unwrap_or(0),
        }
    }

    /// Returns the number of tiles, empty ones included.
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// assert_eq!(ModeTiling::uniform(10, 4)?.tiles(), 3);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn tiles(&self) -> usize {
        match &self.rule {
            Rule::Closed(closed) => closed.tiles(),
            Rule::Varying(varying) => varying.boundaries().len().saturating_sub(1),
        }
    }

    /// Returns the range of the entries of a tile.
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`].
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// assert_eq!(ModeTiling::uniform(10, 4)?.range(2)?, 8..10);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn range(&self, tile: usize) -> Result<Range<usize>, StructureError> {
        let tiles = self.tiles();
        if tile < tiles {
            Ok(self.begin(tile)..self.begin(tile.wrapping_add(1)))
        } else {
            Err(StructureError::OutOfRange {
                of: Item::TileOfMode { mode: 0 },
                number: tile,
                count: tiles,
            })
        }
    }

    /// Returns the first entry of a tile, or where it would be if the tile is empty.
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`].
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// assert_eq!(ModeTiling::from_sizes([5, 15, 10])?.begin_of(2)?, 20);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn begin_of(&self, tile: usize) -> Result<usize, StructureError> {
        Ok(self.range(tile)?.start)
    }

    /// Returns the number of entries of a tile.
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`].
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// assert_eq!(ModeTiling::from_sizes([5, 15, 10])?.size_of(2)?, 10);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn size_of(&self, tile: usize) -> Result<usize, StructureError> {
        Ok(self.range(tile)?.len())
    }

    /// Returns the tile that contains an entry, and the position of the entry within it, counted from 0.
    ///
    /// # Errors
    /// Returns [`ShapeError::OutOfBounds`].
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// assert_eq!(ModeTiling::from_sizes([5, 15, 10])?.tile_of(20)?, (2, 0));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn tile_of(&self, entry: usize) -> Result<(usize, usize), StructureError> {
        let extent = self.extent();
        if entry >= extent {
            return Err(ShapeError::OutOfBounds {
                of: Bounded::Index { mode: 0 },
                number: entry,
                limit: extent,
            }
            .into());
        }
        let block = self.block_of(entry);
        Ok((block.tile, entry.wrapping_sub(block.begin)))
    }

    /// Returns an iterator over the ranges of the tiles.
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// assert!(ModeTiling::uniform(10, 4)?.ranges().eq([0..4, 4..8, 8..10]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn ranges(
        &self,
    ) -> impl DoubleEndedIterator<Item = Range<usize>> + ExactSizeIterator + Clone + '_ {
        (0..self.tiles()).map(|tile| self.begin(tile)..self.begin(tile.wrapping_add(1)))
    }

    /// Returns an iterator over the sizes of the tiles.
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// assert!(ModeTiling::from_boundaries([0, 5, 20])?.sizes().eq([5, 15]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn sizes(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + Clone + '_ {
        self.ranges().map(|range| range.len())
    }

    /// Returns the size of the largest tile, or 0 if there is none.
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// assert_eq!(ModeTiling::from_sizes([5, 15, 10])?.largest(), 15);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn largest(&self) -> usize {
        self.runs().map(|(_, size)| size).max().unwrap_or(0)
    }

    /// Returns the size of the smallest tile, or 0 if there is none.
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// assert_eq!(ModeTiling::from_sizes([5, 15, 10])?.smallest(), 5);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn smallest(&self) -> usize {
        self.runs().map(|(_, size)| size).min().unwrap_or(0)
    }

    /// Returns whether all tiles have the same size.
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// assert!(ModeTiling::uniform(12, 4)?.is_even());
    /// assert!(!ModeTiling::uniform(13, 4)?.is_even());
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn is_even(&self) -> bool {
        matches!(self.rule, Rule::Closed(Closed { counts: [_, 0], .. }))
    }

    /// Checks that the tiles cover a mode of exactly this extent.
    ///
    /// # Errors
    /// Returns [`StructureError::TilesDoNotCover`].
    ///
    /// ```
    /// use extents_shapes::ModeTiling;
    /// let error = ModeTiling::from_sizes([2, 2])?.covers(5).unwrap_err();
    /// assert_eq!(error.to_string(), "the tiles of mode 0 cover 4 entries, but its extent is 5");
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn covers(&self, extent: usize) -> Result<(), StructureError> {
        let covered = self.extent();
        if covered == extent {
            Ok(())
        } else {
            Err(StructureError::TilesDoNotCover { mode: 0, covered, extent })
        }
    }

    /// One tile of at most `isize::MAX` entries.
    pub(super) fn whole(extent: usize) -> Self {
        Self::closed([1, 0], [extent.min(isize::MAX.cast_unsigned()), 0])
    }

    /// Where a tile begins; the extent for one behind the last.
    #[inline]
    pub(super) fn begin(&self, tile: usize) -> usize {
        match &self.rule {
            Rule::Closed(closed) => closed.begin(tile),
            Rule::Varying(varying) => {
                let begin = varying.boundaries().get(tile).copied();
                begin.unwrap_or_else(|| self.extent())
            }
        }
    }

    #[inline]
    pub(super) fn block(&self, tile: usize) -> Block {
        let begin = self.begin(tile);
        Block { tile, begin, size: self.begin(tile.saturating_add(1)).wrapping_sub(begin) }
    }

    /// The tile of an entry below the extent.
    #[inline]
    pub(super) fn block_of(&self, entry: usize) -> Block {
        self.block(match &self.rule {
            Rule::Closed(closed) => closed.tile_of(entry),
            Rule::Varying(varying) => varying.tile_of(entry),
        })
    }

    /// How many tiles of which size follow each other. Tiles of a varying tiling come one by one.
    pub(super) fn runs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let (closed, boundaries) = match &self.rule {
            Rule::Closed(closed) => (*closed, [].as_slice()),
            Rule::Varying(varying) => (Closed::new([0, 0], [0, 0]), varying.boundaries()),
        };
        let runs = closed.counts.into_iter().zip(closed.sizes).filter(|&(count, _)| count > 0);
        let ends = boundaries.iter().skip(1);
        runs.chain(boundaries.iter().zip(ends).map(|(begin, end)| (1, end.wrapping_sub(*begin))))
    }
}

impl PartialEq for ModeTiling {
    fn eq(&self, other: &Self) -> bool {
        match (&self.rule, &other.rule) {
            (Rule::Closed(left), Rule::Closed(right)) => left == right,
            (Rule::Varying(left), Rule::Varying(right)) => {
                Arc::ptr_eq(left, right) || left.boundaries() == right.boundaries()
            }
            _ => false,
        }
    }
}

impl Eq for ModeTiling {}

impl Hash for ModeTiling {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.rule {
            Rule::Closed(closed) => closed.hash(state),
            Rule::Varying(varying) => varying.boundaries().hash(state),
        }
    }
}

/// Writes the sizes of the tiles; `count * size` for many equal ones in sequence.
impl fmt::Display for ModeTiling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        let mut is_first = true;
        for (count, size) in self.runs() {
            let listed = if count > 3 { 1 } else { count };
            for _ in 0..listed {
                f.write_str(if is_first { "" } else { ", " })?;
                is_first = false;
                match count {
                    0..=3 => write!(f, "{size}")?,
                    _ => write!(f, "{count} * {size}")?,
                }
            }
        }
        f.write_str("]")
    }
}

impl fmt::Debug for ModeTiling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
