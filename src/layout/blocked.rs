//! [`Blocked`]: tile after tile.

use core::fmt::{self, Debug};

use extents_static::__private::{Certainty, assert_list_of_rank, assert_tile_extents};

use super::known::StaticPlaces;
use super::{Blocking, Layout, Trusted, UniformTiles};
use crate::{Extents, ShapeError};

/// A layout that stores one tile after another, without gaps: a whole tile is contiguous in memory.
///
/// Tiles are in row-major order of the grid that they form, and so are the elements within a tile. Tiles at the end
/// may be smaller, and other rules ([`Blocking`]) cut into tiles of any sizes; nothing is padded. Elements are
/// addressed by their index in the whole shape. Where uniform tiles are in the type, offsets fold as those of
/// blocking by hand do.
///
/// ```
/// use extents::layout::{Blocked, Layout};
/// use extents::{Mapping, View, extents};
/// let Ok(layout) = Blocked::uniform(extents![2, 2]);
/// let mapping = Mapping::with_layout(extents![4, 6], layout)?;
/// // Tile (1, 2), before which are 5 of 4 elements, and in it the element (0, 1).
/// assert_eq!(mapping.offset([2, 5])?, 5 * 4 + 1);
/// assert_eq!(mapping.index(21)?, [2, 5]);
/// assert_eq!(size_of_val(&mapping), 0);
/// // 3 x 3 leaves a row and a column of smaller tiles.
/// let small = [11, 12, 21, 22, 13, 23, 31, 32, 33];
/// let view = View::from_slice(Mapping::with_layout(extents![3, 3], layout)?, &small)?;
/// assert_eq!((view[[0, 2]], view[[1, 0]], view[[2, 2]]), (13, 21, 33));
/// # Ok::<(), extents::ShapeError>(())
/// ```
///
/// It counts as a layout without strides, even if there is only one tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Blocked<B> {
    blocking: B,
}

impl<B: Blocking> Blocked<B> {
    /// Creates the layout that stores the tiles of this rule one after another.
    ///
    /// ```
    /// use extents::layout::{Blocked, UniformTiles};
    /// use extents::{Mapping, extents};
    /// let Ok(tiles) = UniformTiles::new(extents![10, 15]);
    /// let mapping = Mapping::with_layout(extents![30, 30], Blocked::new(tiles))?;
    /// // Two rows of tiles hold 20 * 30 elements; the element is (0, 5) in the next tile.
    /// assert_eq!(mapping.offset([20, 5])?, 605);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn new(blocking: B) -> Self {
        Blocked { blocking }
    }

    /// Returns the rule by which modes are cut.
    ///
    /// ```
    /// use extents::extents;
    /// use extents::layout::Blocked;
    /// let Ok(layout) = Blocked::uniform(extents![2, 2]);
    /// assert_eq!(layout.blocking().tile(), &extents![2, 2]);
    /// ```
    #[inline]
    pub const fn blocking(&self) -> &B {
        &self.blocking
    }
}

impl<X: Extents> Blocked<UniformTiles<X>> {
    /// Creates the layout of uniform tiles of these extents, one after another. A static extent of 0 does not
    /// compile.
    ///
    /// # Errors
    /// As [`UniformTiles::new`]: none where the extents are all in the type.
    ///
    /// ```
    /// use extents::layout::Blocked;
    /// use extents::{Mapping, extents};
    /// let n = 2;
    /// let layout = Blocked::uniform(extents![dyn n]?)?;
    /// assert_eq!(Mapping::with_layout(extents![5], layout)?.required_span_size(), 5);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn uniform(tile: X) -> Result<Self, <X::Certainty as Certainty>::Error> {
        // Here as well, so that the compiler shows the line that calls this.
        const { assert_tile_extents(X::STATIC_EXTENTS) };
        UniformTiles::new(tile).map(Blocked::new)
    }
}

/// There is no mapping if the tiles do not cover the extents or have another rank.
impl<E: Extents, B: Blocking> Layout<E> for Blocked<B> {
    type Trust = Trusted;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = true;
    const IS_ALWAYS_STRIDED: bool = false;
    const STATIC_PLACES: StaticPlaces = match B::STATIC_TILE {
        Some(tile) => StaticPlaces::Blocked(tile),
        None => StaticPlaces::Unknown,
    };
    const CHECK: () = assert_list_of_rank(E::STATIC_RANK, B::STATIC_RANK);

    #[inline]
    fn check(&self, extents: &E) -> Result<(), ShapeError> {
        extents.with_slice(|extents| self.blocking.check(extents))
    }

    #[inline]
    fn offset(&self, extents: &E, index: &E::Index) -> usize {
        extents.with_slice(|extents| {
            // From the last mode to the first: what lies before the tile of the modes so far, in a
            // shape of these modes alone, and the place in the tile.
            let (mut before, mut behind) = (0_usize, 1_usize);
            let (mut within, mut tile) = (0_usize, 1_usize);
            for (mode, (&extent, &at)) in extents.iter().zip(index.as_ref()).enumerate().rev() {
                let block = self.blocking.block_of(mode, extent, at);
                let slabs = block.begin.wrapping_mul(behind);
                before = before.wrapping_mul(block.size).wrapping_add(slabs);
                behind = behind.wrapping_mul(extent);
                let inside = at.wrapping_sub(block.begin);
                within = inside.wrapping_mul(tile).wrapping_add(within);
                tile = tile.wrapping_mul(block.size);
            }
            before.wrapping_add(within)
        })
    }

    #[inline]
    fn required_span_size(&self, extents: &E) -> usize {
        extents.size()
    }

    fn index(&self, extents: &E, offset: usize) -> Result<E::Index, ShapeError> {
        let find = || {
            let size = extents.size();
            if offset >= size {
                return None;
            }
            // The index begins as the extents. First it becomes the first element of the tile.
            let mut index = extents.extents();
            let (mut rest, mut behind, mut tile) = (offset, size, 1_usize);
            for (mode, at) in index.as_mut().iter_mut().enumerate() {
                let extent = *at;
                behind = behind.checked_div(extent)?;
                // All that lies in these tiles of the modes before, one entry of this mode after the other.
                let slab = tile.wrapping_mul(behind);
                let block = self.blocking.block_of(mode, extent, rest.checked_div(slab)?);
                rest = rest.wrapping_sub(block.begin.wrapping_mul(slab));
                tile = tile.wrapping_mul(block.size);
                *at = block.begin;
            }
            let origin = index.clone();
            extents.with_slice(|extents| {
                let modes = index.as_mut().iter_mut().zip(origin.as_ref()).zip(extents);
                for (mode, ((at, &begin), &extent)) in modes.enumerate() {
                    tile = tile.checked_div(self.blocking.block_of(mode, extent, begin).size)?;
                    *at = begin.wrapping_add(rest.checked_div(tile)?);
                    rest = rest.checked_rem(tile)?;
                }
                Some(())
            })?;
            Some(index)
        };
        find().ok_or_else(|| self.no_index(extents, offset))
    }
}

impl<B: Debug> Debug for Blocked<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blocked {:?}", self.blocking)
    }
}
