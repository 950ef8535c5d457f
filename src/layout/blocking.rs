//! [`Blocking`]: how the modes of a shape are cut into tiles; and [`UniformTiles`], which cuts all alike.

use core::fmt::{self, Debug};

use extents_static::__private::{Certainty, assert_tile_extents};

use crate::{Extents, ShapeError};

/// A rule that cuts each mode into tiles, one after the other: [`UniformTiles`], or a run-time list
/// `shape::ModeTilings`, whose tiles may have any sizes. Sealed.
///
/// [`Blocked`](super::Blocked) stores by such a rule.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not cut modes into tiles",
    label = "expected `UniformTiles` or `ModeTilings`"
)]
pub trait Blocking: Clone + Debug + Send + Sync + 'static + sealed::Sealed {
    /// How many modes there are, where the type says so.
    #[doc(hidden)]
    const STATIC_RANK: Option<usize>;
    /// The extents of each tile but the last ones, where the tiles are alike; what the type knows of them.
    #[doc(hidden)]
    const STATIC_TILE: Option<&'static [Option<usize>]> = None;

    /// Whether there is a rule for each mode, and its tiles cover the extent.
    #[doc(hidden)]
    fn check(&self, extents: &[usize]) -> Result<(), ShapeError>;

    /// The number of tiles of a mode.
    #[doc(hidden)]
    fn count(&self, mode: usize, extent: usize) -> usize;

    /// A tile of a mode; any block within it where there is no such tile.
    #[doc(hidden)]
    fn block(&self, mode: usize, extent: usize, tile: usize) -> Block;

    /// The tile that an entry of a mode is in; any block where there is no such entry.
    #[doc(hidden)]
    fn block_of(&self, mode: usize, extent: usize, entry: usize) -> Block;
}

/// A tile of one mode.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Which tile it is, counted from 0.
    pub tile: usize,
    /// The first entry.
    pub begin: usize,
    /// The number of entries.
    pub size: usize,
}

pub(crate) mod sealed {
    pub trait Sealed {}
}

/// Tiles that all have the same extents, but for those at the end, which may be smaller.
///
/// `X` are the extents of a tile, of any layer. What they have in the type takes no space.
///
/// ```
/// use extents::layout::UniformTiles;
/// use extents::{Dyn, StaticExtents, extents};
/// let Ok(tiles) = UniformTiles::new(extents![8, 8]);
/// assert_eq!(size_of_val(&tiles), 0);
/// let tiles = UniformTiles::new(extents![8, dyn 5]?)?;
/// assert_eq!(tiles.tile(), &extents![8, 5]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct UniformTiles<X> {
    // INVARIANT: no extent is 0.
    tile: X,
}

impl<X: Extents> UniformTiles<X> {
    /// Tiles of these extents. A tile without entries in the type does not compile.
    ///
    /// # Errors
    /// [`ShapeError::ZeroTile`], [`ShapeError::Null`]; none where the extents are all in the type.
    ///
    /// ```
    /// use extents::layout::UniformTiles;
    /// use extents::{ShapeError, extents};
    /// let wrong = UniformTiles::new(extents![8, dyn 0]?);
    /// assert_eq!(wrong, Err(ShapeError::ZeroTile { mode: 1 }));
    /// # Ok::<(), ShapeError>(())
    /// ```
    #[inline]
    pub fn new(tile: X) -> Result<Self, <X::Certainty as Certainty>::Error> {
        const { assert_tile_extents(X::STATIC_EXTENTS) };
        let zero = tile.with_slice(|tile| tile.iter().position(|&extent| extent == 0));
        X::Certainty::settle(match zero {
            _ if tile.is_null() => Err(ShapeError::Null),
            Some(mode) => Err(ShapeError::ZeroTile { mode }),
            None => Ok(UniformTiles { tile }),
        })
    }

    /// The extents of a tile.
    ///
    /// ```
    /// use extents::extents;
    /// use extents::layout::UniformTiles;
    /// let Ok(tiles) = UniformTiles::new(extents![8, 4]);
    /// assert_eq!(tiles.tile(), &extents![8, 4]);
    /// ```
    #[inline]
    pub const fn tile(&self) -> &X {
        &self.tile
    }

    /// The extent of a tile along a mode, which is not 0.
    #[inline]
    fn extent(&self, mode: usize) -> usize {
        self.tile.with_slice(|tile| tile.get(mode).copied().unwrap_or(1))
    }
}

impl<X: Extents> sealed::Sealed for UniformTiles<X> {}

impl<X: Extents> Blocking for UniformTiles<X> {
    const STATIC_RANK: Option<usize> = X::STATIC_RANK;
    const STATIC_TILE: Option<&'static [Option<usize>]> = match X::STATIC_RANK {
        Some(_) => Some(X::STATIC_EXTENTS),
        None => None,
    };

    #[inline]
    fn check(&self, extents: &[usize]) -> Result<(), ShapeError> {
        let (expected, found) = (extents.len(), self.tile.rank());
        if expected == found { Ok(()) } else { Err(ShapeError::RankMismatch { expected, found }) }
    }

    #[inline]
    fn count(&self, mode: usize, extent: usize) -> usize {
        extent.div_ceil(self.extent(mode))
    }

    #[inline]
    fn block(&self, mode: usize, extent: usize, tile: usize) -> Block {
        let size = self.extent(mode);
        let begin = tile.saturating_mul(size).min(extent);
        Block { tile, begin, size: size.min(extent.wrapping_sub(begin)) }
    }

    #[inline]
    fn block_of(&self, mode: usize, extent: usize, entry: usize) -> Block {
        let size = self.extent(mode);
        let block = uniform_block_of(size, extent, entry);
        // The remainder folds where both numbers are in the type. Where the tile is a value, dividing
        // once more would cost more than asking how much is left.
        let is_static = X::STATIC_EXTENTS.get(mode).is_some_and(Option::is_some);
        if is_static && extent.is_multiple_of(size) { Block { size, ..block } } else { block }
    }
}

/// The tile of so many entries, or fewer at the end, that an entry of a mode is in.
#[inline]
pub(super) const fn uniform_block_of(size: usize, extent: usize, entry: usize) -> Block {
    let tile = match entry.checked_div(size) {
        Some(tile) => tile,
        None => 0,
    };
    let begin = tile.wrapping_mul(size);
    let rest = extent.wrapping_sub(begin);
    Block { tile, begin, size: if size < rest { size } else { rest } }
}

impl<X: Extents> Debug for UniformTiles<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tiles of {:?}", self.tile)
    }
}
