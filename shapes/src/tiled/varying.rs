//! [`Varying`]: boundaries of tiles of any sizes, and a table that finds the tile of an entry.

use alloc::vec::Vec;

use super::cut::room_for;
use extents::ShapeError;

/// Where tiles begin and end.
#[derive(Debug)]
pub(super) struct Varying {
    // INVARIANT: not empty, begins with 0, never falls, and ends with at most `isize::MAX`.
    boundaries: Vec<usize>,
    /// `table[b]` is the last tile that begins at or before entry `b << shift`. There are about as many
    /// buckets as tiles, so that a bucket holds one boundary on average.
    table: Vec<usize>,
    shift: u32,
}

impl Varying {
    /// The boundaries must be as the invariant says.
    pub(super) fn new(boundaries: Vec<usize>) -> Result<Self, ShapeError> {
        let extent = boundaries.last().copied().unwrap_or(0);
        let tiles = boundaries.len().saturating_sub(1);
        let last = extent.saturating_sub(1);
        let mut shift = 0_u32;
        while (last >> shift) >= tiles.saturating_mul(2).max(1) {
            shift = shift.saturating_add(1);
        }
        let buckets = (last >> shift).saturating_add(1);
        let mut table = room_for(buckets)?;
        let mut tile = 0_usize;
        for bucket in 0..buckets {
            let first = bucket << shift;
            while boundaries.get(tile.saturating_add(1)).is_some_and(|&end| end <= first)
                && tile.saturating_add(1) < tiles
            {
                tile = tile.saturating_add(1);
            }
            table.push(tile);
        }
        Ok(Varying { boundaries, table, shift })
    }

    #[inline]
    pub(super) fn boundaries(&self) -> &[usize] {
        &self.boundaries
    }

    /// The tile of an entry that is below the extent, hence one that is not empty.
    #[inline]
    pub(super) fn tile_of(&self, entry: usize) -> usize {
        let bucket = entry >> self.shift;
        let first = self.table.get(bucket).copied().unwrap_or(0);
        let last = self.table.get(bucket.saturating_add(1)).copied();
        let last = last.unwrap_or(self.boundaries.len().saturating_sub(2));
        // The tiles that begin in the bucket, behind its first one. Mostly there are none or few; where
        // many small ones crowd in, halving finds the tile.
        let begins = first.saturating_add(1)..last.saturating_add(1);
        let later = self.boundaries.get(begins).unwrap_or(&[]);
        first.saturating_add(later.partition_point(|&begin| begin <= entry))
    }
}
