//! [`ModeTiling`]: one mode, cut into tiles.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Range;

use super::varying::Varying;
use crate::ShapeError;
use crate::layout::Block;
use crate::shape::StructureError;

/// One mode, cut into tiles that follow each other.
///
/// Tiles of one or two sizes in turn are kept in closed form, however they were written: so are
/// [`uniform`](Self::uniform) and [`balanced`](Self::balanced) ones. Any other sizes are kept as
/// boundaries, with a table that finds the tile of an entry in constant time on average. Clones share
/// them. Two tilings are equal where their boundaries are.
///
/// A tile may be empty. No entry is in an empty tile.
///
/// ```
/// use extents::shape::ModeTiling;
/// let tiling = ModeTiling::from_sizes([5, 15, 10])?;
/// assert_eq!((tiling.extent(), tiling.tiles()), (30, 3));
/// assert_eq!(tiling.range(1)?, 5..20);
/// assert_eq!(tiling.tile_of(7)?, (1, 2));
/// assert_eq!(ModeTiling::uniform(6, 2)?, ModeTiling::from_sizes([2, 2, 2])?);
/// assert_eq!(tiling.to_string(), "[5, 15, 10]");
/// # Ok::<(), extents::shape::StructureError>(())
/// ```
#[derive(Clone)]
pub struct ModeTiling {
    // INVARIANT: canonical. Boundaries that are `Closed` are never `Varying`, and of equal boundaries
    // `Closed` has one spelling.
    rule: Rule,
}

#[derive(Clone)]
enum Rule {
    Closed(Closed),
    Varying(Arc<Varying>),
}

/// `counts[0]` tiles of `sizes[0]`, then `counts[1]` of `sizes[1]`.
///
/// INVARIANT: where there is a second kind there is a first one, of another size; what there is none of has
/// size 0. The counts add up to a `usize`, and the extent to at most `isize::MAX`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Closed {
    counts: [usize; 2],
    sizes: [usize; 2],
}

impl Closed {
    /// The sizes of two kinds of which there are any must differ.
    fn new(counts: [usize; 2], sizes: [usize; 2]) -> Self {
        let ([first, second], [size, next]) = (counts, sizes);
        let (counts, sizes) = match (first, second) {
            (0, 0) => ([0, 0], [0, 0]),
            (0, _) => ([second, 0], [next, 0]),
            (_, 0) => ([first, 0], [size, 0]),
            _ => (counts, sizes),
        };
        Closed { counts, sizes }
    }

    /// Where the second kind begins.
    #[inline]
    fn turn(self) -> usize {
        self.counts[0].wrapping_mul(self.sizes[0])
    }

    #[inline]
    fn extent(self) -> usize {
        self.turn().wrapping_add(self.counts[1].wrapping_mul(self.sizes[1]))
    }

    #[inline]
    fn tiles(self) -> usize {
        self.counts[0].wrapping_add(self.counts[1])
    }

    #[inline]
    fn begin(self, tile: usize) -> usize {
        let ([first, second], [size, next]) = (self.counts, self.sizes);
        let later = tile.saturating_sub(first).min(second);
        tile.min(first).wrapping_mul(size).wrapping_add(later.wrapping_mul(next))
    }

    /// The tile of an entry below the extent.
    #[inline]
    fn tile_of(self, entry: usize) -> usize {
        let turn = self.turn();
        if entry < turn {
            entry.checked_div(self.sizes[0]).unwrap_or(0)
        } else {
            let later = entry.wrapping_sub(turn).checked_div(self.sizes[1]).unwrap_or(0);
            self.counts[0].wrapping_add(later)
        }
    }
}

/// The extent, if a mode may have it.
fn check_extent(extent: usize) -> Result<(), StructureError> {
    crate::check_size(&[extent])?;
    Ok(())
}

impl ModeTiling {
    /// Tiles of one size, but the last one, which has what is left.
    ///
    /// # Errors
    /// [`StructureError::ZeroTile`]; [`ShapeError::SizeOverflow`] for an extent of more than
    /// `isize::MAX`.
    ///
    /// ```
    /// use extents::shape::ModeTiling;
    /// assert!(ModeTiling::uniform(10, 4)?.sizes().eq([4, 4, 2]));
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    pub fn uniform(extent: usize, tile: usize) -> Result<Self, StructureError> {
        check_extent(extent)?;
        let (Some(whole), Some(rest)) = (extent.checked_div(tile), extent.checked_rem(tile)) else {
            return Err(StructureError::ZeroTile { mode: 0, extent });
        };
        Ok(Self::closed([whole, usize::from(rest > 0)], [tile, rest]))
    }

    /// As few tiles as there can be of at most `target` entries, of sizes that differ by at most one, the larger
    /// ones first: TiledArray's `make_uniform`.
    ///
    /// # Errors
    /// As [`uniform`](Self::uniform).
    ///
    /// ```
    /// use extents::shape::ModeTiling;
    /// assert!(ModeTiling::balanced(10, 4)?.sizes().eq([4, 3, 3]));
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    pub fn balanced(extent: usize, target: usize) -> Result<Self, StructureError> {
        if target == 0 {
            return Err(StructureError::ZeroTile { mode: 0, extent });
        }
        Self::shared(extent, extent.div_ceil(target))
    }

    /// So many tiles, of sizes that differ by at most one, the larger ones first. At most as many as entries; none
    /// without entries.
    pub(super) fn shared(extent: usize, tiles: usize) -> Result<Self, StructureError> {
        check_extent(extent)?;
        let (Some(size), Some(larger)) = (extent.checked_div(tiles), extent.checked_rem(tiles))
        else {
            return Ok(Self::closed([0, 0], [0, 0]));
        };
        let smaller = tiles.wrapping_sub(larger);
        Ok(Self::closed([larger, smaller], [size.saturating_add(1), size]))
    }

    /// Tiles of these sizes, in this order.
    ///
    /// # Errors
    /// [`StructureError::TileOverflow`] where they add up to more than `isize::MAX`;
    /// [`ShapeError::Allocation`].
    ///
    /// ```
    /// use extents::shape::ModeTiling;
    /// assert_eq!(ModeTiling::from_sizes([5, 15, 10])?.extent(), 30);
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    pub fn from_sizes(sizes: impl AsRef<[usize]>) -> Result<Self, StructureError> {
        let sizes = sizes.as_ref();
        let mut boundaries = room_for(sizes.len().saturating_add(1))?;
        let mut before = 0_usize;
        boundaries.push(before);
        for (tile, &size) in sizes.iter().enumerate() {
            let end = before.checked_add(size).filter(|&end| isize::try_from(end).is_ok());
            before = end.ok_or(StructureError::TileOverflow { mode: 0, tile, before, size })?;
            boundaries.push(before);
        }
        Self::of_boundaries(boundaries)
    }

    /// Tiles from each boundary to the next. The first boundary is 0, the last one the extent.
    ///
    /// # Errors
    /// [`StructureError::NoBoundary`], [`FirstBoundary`](StructureError::FirstBoundary),
    /// [`FallingBoundary`](StructureError::FallingBoundary); [`ShapeError::SizeOverflow`],
    /// [`ShapeError::Allocation`].
    ///
    /// ```
    /// use extents::shape::{ModeTiling, StructureError};
    /// let tiling = ModeTiling::from_boundaries([0, 5, 20, 30])?;
    /// assert_eq!(tiling, ModeTiling::from_sizes([5, 15, 10])?);
    /// let error = ModeTiling::from_boundaries([0, 5, 3]).unwrap_err();
    /// assert_eq!(error.to_string(), "tile 1 of mode 0 begins at 5, but ends before it at 3");
    /// # Ok::<(), StructureError>(())
    /// ```
    pub fn from_boundaries(boundaries: impl AsRef<[usize]>) -> Result<Self, StructureError> {
        let given = boundaries.as_ref();
        match given.first() {
            None => return Err(StructureError::NoBoundary { mode: 0 }),
            Some(0) => {}
            Some(&found) => return Err(StructureError::FirstBoundary { mode: 0, found }),
        }
        for (tile, (&from, &to)) in given.iter().zip(given.iter().skip(1)).enumerate() {
            if from > to {
                return Err(StructureError::FallingBoundary { mode: 0, tile, from, to });
            }
        }
        check_extent(given.last().copied().unwrap_or(0))?;
        let mut boundaries = room_for(given.len())?;
        boundaries.extend_from_slice(given);
        Self::of_boundaries(boundaries)
    }

    fn closed(counts: [usize; 2], sizes: [usize; 2]) -> Self {
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

    /// The number of entries of the mode.
    ///
    /// ```
    /// use extents::shape::ModeTiling;
    /// assert_eq!(ModeTiling::from_sizes([5, 15, 10])?.extent(), 30);
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    #[inline]
    pub fn extent(&self) -> usize {
        match &self.rule {
            Rule::Closed(closed) => closed.extent(),
            Rule::Varying(varying) => varying.boundaries().last().copied().unwrap_or(0),
        }
    }

    /// The number of tiles, empty ones included.
    ///
    /// ```
    /// use extents::shape::ModeTiling;
    /// assert_eq!(ModeTiling::uniform(10, 4)?.tiles(), 3);
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    #[inline]
    pub fn tiles(&self) -> usize {
        match &self.rule {
            Rule::Closed(closed) => closed.tiles(),
            Rule::Varying(varying) => varying.boundaries().len().saturating_sub(1),
        }
    }

    /// The entries of a tile.
    ///
    /// # Errors
    /// [`StructureError::TileOutOfRange`].
    ///
    /// ```
    /// use extents::shape::ModeTiling;
    /// assert_eq!(ModeTiling::uniform(10, 4)?.range(2)?, 8..10);
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    #[inline]
    pub fn range(&self, tile: usize) -> Result<Range<usize>, StructureError> {
        let tiles = self.tiles();
        if tile < tiles {
            Ok(self.begin(tile)..self.begin(tile.wrapping_add(1)))
        } else {
            Err(StructureError::TileOutOfRange { mode: 0, tile, tiles })
        }
    }

    /// The first entry of a tile, or where it would be if it is empty.
    ///
    /// # Errors
    /// [`StructureError::TileOutOfRange`].
    ///
    /// ```
    /// use extents::shape::ModeTiling;
    /// assert_eq!(ModeTiling::from_sizes([5, 15, 10])?.begin_of(2)?, 20);
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    pub fn begin_of(&self, tile: usize) -> Result<usize, StructureError> {
        Ok(self.range(tile)?.start)
    }

    /// The number of entries of a tile.
    ///
    /// # Errors
    /// [`StructureError::TileOutOfRange`].
    ///
    /// ```
    /// use extents::shape::ModeTiling;
    /// assert_eq!(ModeTiling::from_sizes([5, 15, 10])?.size_of(2)?, 10);
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    pub fn size_of(&self, tile: usize) -> Result<usize, StructureError> {
        Ok(self.range(tile)?.len())
    }

    /// The tile that an entry is in, and the place it has there, counted from 0.
    ///
    /// # Errors
    /// [`ShapeError::IndexOutOfBounds`].
    ///
    /// ```
    /// use extents::shape::ModeTiling;
    /// assert_eq!(ModeTiling::from_sizes([5, 15, 10])?.tile_of(20)?, (2, 0));
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    #[inline]
    pub fn tile_of(&self, entry: usize) -> Result<(usize, usize), StructureError> {
        let extent = self.extent();
        if entry >= extent {
            return Err(ShapeError::IndexOutOfBounds { mode: 0, index: entry, extent }.into());
        }
        let block = self.block_of(entry);
        Ok((block.tile, entry.wrapping_sub(block.begin)))
    }

    /// The entries of each tile, one tile after the other.
    ///
    /// ```
    /// use extents::shape::ModeTiling;
    /// assert!(ModeTiling::uniform(10, 4)?.ranges().eq([0..4, 4..8, 8..10]));
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    pub fn ranges(
        &self,
    ) -> impl DoubleEndedIterator<Item = Range<usize>> + ExactSizeIterator + Clone + '_ {
        (0..self.tiles()).map(|tile| self.begin(tile)..self.begin(tile.wrapping_add(1)))
    }

    /// The sizes of the tiles.
    ///
    /// ```
    /// use extents::shape::ModeTiling;
    /// assert!(ModeTiling::from_boundaries([0, 5, 20])?.sizes().eq([5, 15]));
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    pub fn sizes(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + Clone + '_ {
        self.ranges().map(|range| range.len())
    }

    /// The size of the largest tile; 0 where there is none.
    ///
    /// ```
    /// use extents::shape::ModeTiling;
    /// assert_eq!(ModeTiling::from_sizes([5, 15, 10])?.largest(), 15);
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    pub fn largest(&self) -> usize {
        self.runs().map(|(_, size)| size).max().unwrap_or(0)
    }

    /// The size of the smallest tile; 0 where there is none.
    ///
    /// ```
    /// use extents::shape::ModeTiling;
    /// assert_eq!(ModeTiling::from_sizes([5, 15, 10])?.smallest(), 5);
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    pub fn smallest(&self) -> usize {
        self.runs().map(|(_, size)| size).min().unwrap_or(0)
    }

    /// Whether all tiles have one size.
    ///
    /// ```
    /// use extents::shape::ModeTiling;
    /// assert!(ModeTiling::uniform(12, 4)?.is_even());
    /// assert!(!ModeTiling::uniform(13, 4)?.is_even());
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    pub fn is_even(&self) -> bool {
        matches!(self.rule, Rule::Closed(Closed { counts: [_, 0], .. }))
    }

    /// Whether the tiles cover a mode of this extent, no more and no less.
    ///
    /// # Errors
    /// [`StructureError::TilesDoNotCover`].
    ///
    /// ```
    /// use extents::shape::ModeTiling;
    /// let error = ModeTiling::from_sizes([2, 2])?.covers(5).unwrap_err();
    /// assert_eq!(error.to_string(), "the tiles of mode 0 cover 4 entries, but its extent is 5");
    /// # Ok::<(), extents::shape::StructureError>(())
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

/// An empty vector with room for so many numbers.
pub(super) fn room_for<T>(numbers: usize) -> Result<Vec<T>, ShapeError> {
    let mut room = Vec::new();
    room.try_reserve_exact(numbers).map_err(|_| ShapeError::Allocation { elements: numbers })?;
    Ok(room)
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

/// The sizes of the tiles; `count * size` where many follow each other.
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
