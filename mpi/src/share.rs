//! [`Share`]: how one mode is shared out.

use std::fmt;
use std::ops::Range;

use extents_shapes::ModeTiling;

use crate::{DistError, Mesh, Ownership};

/// How one mode is shared out: its tiles, who owns each, and the axes of a mesh along which owners are counted.
///
/// Of several axes the last one is the fastest: along the axes 0 and 1 of a mesh of 2 x 3, owner 4 is at place `[1, 1]`.
///
/// ```
/// use extents_mpi::{Mesh, Share};
/// let mesh = Mesh::new([3])?;
/// assert_eq!(Share::block(10, &mesh, &[0])?.ranges(1), [4..7]);
/// assert_eq!(Share::block_cyclic(10, 2, &mesh, 0)?.ranges(0), [0..2, 6..8]);
/// assert_eq!(Share::whole(10)?.ranges(0), [0..10]);
/// # Ok::<(), extents_mpi::DistError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Share {
    // INVARIANT: there is an owner for each tile.
    tiling: ModeTiling,
    owners: Ownership,
    axes: Vec<usize>,
}

impl Share {
    /// Creates a share of any tiles with any owners, along any axes.
    ///
    /// # Errors
    /// Returns [`DistError::Tiles`] where there are owners for another number of tiles.
    pub fn new(
        tiling: ModeTiling,
        owners: Ownership,
        axes: impl Into<Vec<usize>>,
    ) -> Result<Self, DistError> {
        let (tiles, owned) = (tiling.tiles(), owners.tiles());
        if tiles != owned {
            return Err(DistError::Tiles { mode: None, tiles, owned });
        }
        Ok(Share { tiling, owners, axes: axes.into() })
    }

    /// Creates the share in which each process has the whole mode.
    ///
    /// # Errors
    /// Returns [`ShapeError::SizeOverflow`](extents::ShapeError::SizeOverflow).
    pub fn whole(extent: usize) -> Result<Self, DistError> {
        Share::new(ModeTiling::from_boundaries([0, extent])?, Ownership::block(1, 1)?, [])
    }

    /// Creates the share in which each process has one range, whose lengths differ by at most one along each axis.
    ///
    /// Along several axes the ranges of a later one are cut out of those of the axis before.
    ///
    /// # Errors
    /// Returns [`DistError::NoAxis`].
    pub fn block(extent: usize, mesh: &Mesh, axes: &[usize]) -> Result<Self, DistError> {
        let mut boundaries = vec![0, extent];
        for &axis in axes {
            let parts = length_of(mesh, axis)?;
            let mut finer = vec![0];
            for window in boundaries.windows(2) {
                let &[begin, end] = window else { continue };
                finer.extend((1..=parts).map(|part| cut(begin, end, part, parts)));
            }
            boundaries = finer;
        }
        let tiles = boundaries.len().saturating_sub(1);
        Share::new(ModeTiling::from_boundaries(boundaries)?, Ownership::block(tiles, tiles)?, axes)
    }

    /// Creates the share in which tiles of `tile` entries are dealt out to the processes along an axis in turn, as ScaLAPACK does
    /// along each mode of a matrix.
    ///
    /// # Errors
    /// Returns [`DistError::NoAxis`]; [`DistError::Structure`] for tiles without entries.
    pub fn block_cyclic(
        extent: usize,
        tile: usize,
        mesh: &Mesh,
        axis: usize,
    ) -> Result<Self, DistError> {
        let tiling = ModeTiling::uniform(extent, tile)?;
        let owners = Ownership::cyclic(tiling.tiles(), length_of(mesh, axis)?)?;
        Share::new(tiling, owners, [axis])
    }

    /// The same tiles and owners, which are counted along other axes.
    pub(crate) fn along(&self, axes: impl Into<Vec<usize>>) -> Result<Self, DistError> {
        Share::new(self.tiling.clone(), self.owners.clone(), axes)
    }

    /// Each tile in one part for each process along a further axis.
    pub(crate) fn cut_along(&self, mesh: &Mesh, axis: usize) -> Result<Self, DistError> {
        let parts = length_of(mesh, axis)?;
        let mut boundaries = vec![0];
        for tile in 0..self.tiling.tiles() {
            let Range { start, end } = self.tiling.range(tile)?;
            boundaries.extend((1..=parts).map(|part| cut(start, end, part, parts)));
        }
        let processes = self.owners.processes().saturating_mul(parts);
        let owner = |part: usize| {
            let (tile, part) = (part.checked_div(parts), part.checked_rem(parts));
            let owner = tile.and_then(|tile| self.owners.owner(tile).ok()).unwrap_or(0);
            owner.saturating_mul(parts).saturating_add(part.unwrap_or(0))
        };
        let tiles = boundaries.len().saturating_sub(1);
        let owners = Ownership::by_fn(tiles, processes, owner)?;
        let axes: Vec<usize> = self.axes.iter().copied().chain([axis]).collect();
        Share::new(ModeTiling::from_boundaries(boundaries)?, owners, axes)
    }

    /// Returns the extent of the mode.
    pub fn extent(&self) -> usize {
        self.tiling.extent()
    }

    /// Returns the axes along which owners are counted.
    pub fn axes(&self) -> &[usize] {
        &self.axes
    }

    /// Returns the number of owners.
    pub fn owners(&self) -> usize {
        self.owners.processes()
    }

    /// Returns the entries of an owner, in order and as few ranges as there can be; none where there is no such owner.
    pub fn ranges(&self, owner: usize) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = vec![];
        for tile in self.owners.tiles_of(owner).into_iter().flatten() {
            let Ok(range) = self.tiling.range(tile) else { continue };
            match ranges.last_mut() {
                _ if range.is_empty() => {}
                Some(last) if last.end == range.start => last.end = range.end,
                _ => ranges.push(range),
            }
        }
        ranges
    }
}

/// Tiles, their owners and the axes, all in one line.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tiles {} along axes {:?} by {:?}", self.tiling, self.axes, self.owners)
    }
}

fn length_of(mesh: &Mesh, axis: usize) -> Result<usize, DistError> {
    let length = mesh.lengths().get(axis).copied();
    length.ok_or(DistError::NoAxis { mode: None, axis, axes: mesh.axes() })
}

/// Where part `part` of `parts` begins: the first parts have one entry more, where the entries do not divide.
fn cut(begin: usize, end: usize, part: usize, parts: usize) -> usize {
    let size = end.saturating_sub(begin);
    let each = size.checked_div(parts).unwrap_or(0);
    let more = size.checked_rem(parts).unwrap_or(0);
    begin.saturating_add(part.saturating_mul(each)).saturating_add(part.min(more))
}

/// The entries of some ranges that are in one of some parts of them, whose lengths differ by at most one.
pub(crate) fn part_of(ranges: &[Range<usize>], part: usize, parts: usize) -> Vec<Range<usize>> {
    entries_of(ranges, part_of_extent(total(ranges), part, parts))
}

/// The entries of some ranges from one to another one, where they are counted in these ranges.
pub(crate) fn entries_of(ranges: &[Range<usize>], counted: Range<usize>) -> Vec<Range<usize>> {
    let Range { start, end } = counted;
    let (mut before, mut entries) = (0_usize, vec![]);
    for range in ranges {
        let at =
            |entry: usize| range.start.saturating_add(entry.saturating_sub(before)).min(range.end);
        let both = at(start)..at(end);
        if !both.is_empty() {
            entries.push(both);
        }
        before = before.saturating_add(range.len());
    }
    entries
}

/// Some ranges without the entries of others, both in order.
pub(crate) fn without(ranges: &[Range<usize>], others: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut rest = vec![];
    for range in ranges {
        let mut begin = range.start;
        for other in others.iter().filter(|it| it.start < range.end && it.end > range.start) {
            if begin < other.start {
                rest.push(begin..other.start);
            }
            begin = begin.max(other.end);
        }
        if begin < range.end {
            rest.push(begin..range.end);
        }
    }
    rest
}

/// One of some parts of the entries of a mode, of which the first ones are the longest.
pub(crate) fn part_of_extent(extent: usize, part: usize, parts: usize) -> Range<usize> {
    cut(0, extent, part, parts)..cut(0, extent, part.saturating_add(1), parts)
}

/// The number of entries of some ranges.
pub(crate) fn total(ranges: &[Range<usize>]) -> usize {
    ranges.iter().map(Range::len).sum()
}
