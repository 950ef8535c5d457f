//! [`Blocking`]: how the modes of a shape are cut into tiles; and [`UniformTiles`], which cuts all alike.

use core::fmt::{self, Debug};

use extents_static::__private::{Certainty, assert_tile_extents};

use crate::{Extents, ShapeError, error::Part};

/// A rule that cuts each mode into consecutive tiles: [`UniformTiles`], whose tiles are alike, or a rule of your own.
/// The package `extents-shapes` has `ModeTilings`, whose tiles have any sizes.
///
/// [`Blocked`](super::Blocked) is the layout that stores by such a rule.
///
/// ```
/// use extents::layout::{Block, Blocked, Blocking};
/// use extents::{Mapping, ShapeError, error::Part, extents};
///
/// /// Each mode in two halves.
/// #[derive(Clone, Debug)]
/// struct Halves;
///
/// // SAFETY: the first tile ends where the second begins, and the two cover any extent.
/// unsafe impl Blocking for Halves {
///     const STATIC_RANK: Option<usize> = None;
///     fn check(&self, _: &[usize]) -> Result<(), ShapeError> {
///         Ok(())
///     }
///     fn count(&self, _: usize, _: usize) -> usize {
///         2
///     }
///     fn block(&self, _: usize, extent: usize, tile: usize) -> Block {
///         let half = extent / 2;
///         match tile {
///             0 => Block { tile, begin: 0, size: half },
///             _ => Block { tile: 1, begin: half, size: extent - half },
///         }
///     }
///     fn block_of(&self, mode: usize, extent: usize, entry: usize) -> Block {
///         self.block(mode, extent, usize::from(entry >= extent / 2))
///     }
/// }
///
/// let mapping = Mapping::with_layout(extents![4, 6], Blocked::new(Halves))?;
/// // Before tile (1, 0) are two tiles of 2 x 3 elements; the element is (0, 1) in it.
/// assert_eq!(mapping.offset([2, 1])?, 2 * 6 + 1);
/// # Ok::<(), ShapeError>(())
/// ```
///
/// # Safety
/// For extents that [`check`](Self::check) accepts, of the rank [`STATIC_RANK`](Self::STATIC_RANK) where this states one:
/// the tiles of a mode are consecutive, the first begins at 0 and the last ends at the extent, and
/// [`block_of`](Self::block_of) returns the one that the entry is in. Each call returns the same, for clones too. Where
/// [`STATIC_TILE`](Self::STATIC_TILE) states extents, all tiles have them but the last of a mode, which may be smaller.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not cut modes into tiles",
    label = "expected `UniformTiles` or another `Blocking`"
)]
pub unsafe trait Blocking: Clone + Debug + Send + Sync {
    /// The number of modes, if the type knows it.
    const STATIC_RANK: Option<usize>;
    /// What the type knows of the extents of all tiles but the last of each mode, if tiles are alike.
    const STATIC_TILE: Option<&'static [Option<usize>]> = None;

    /// Checks that there is a rule for each mode, whose tiles cover the extent.
    ///
    /// # Errors
    /// [`ShapeError::RankMismatch`] or [`ShapeError::ExtentMismatch`].
    fn check(&self, extents: &[usize]) -> Result<(), ShapeError>;

    /// Returns the number of tiles of a mode.
    fn count(&self, mode: usize, extent: usize) -> usize;

    /// Returns a tile of a mode; any block within the mode if there is no such tile.
    fn block(&self, mode: usize, extent: usize, tile: usize) -> Block;

    /// Returns the tile that contains an entry of a mode; any block if there is no such entry.
    fn block_of(&self, mode: usize, extent: usize, entry: usize) -> Block;
}

/// A tile of one mode.
///
/// ```
/// use extents::extents;
/// use extents::layout::{Block, Blocking, UniformTiles};
/// let Ok(tiles) = UniformTiles::new(extents![8]);
/// // The last of three tiles of a mode of 20 entries.
/// assert_eq!(tiles.block(0, 20, 2), Block { tile: 2, begin: 16, size: 4 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The number of the tile, counted from 0.
    pub tile: usize,
    /// The first entry.
    pub begin: usize,
    /// The number of entries.
    pub size: usize,
}

/// Tiles that all have the same extents, except those at the end, which may be smaller.
///
/// `X` is the type of a tile's extents, of any layer. Static extents take no space.
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
    /// Creates tiles of these extents. A static extent of 0 does not compile.
    ///
    /// # Errors
    /// [`ShapeError::ZeroSize`], [`ShapeError::Null`]. It cannot fail if all extents are static.
    ///
    /// ```
    /// use extents::layout::UniformTiles;
    /// use extents::{ShapeError, error::Part, extents};
    /// let wrong = UniformTiles::new(extents![8, dyn 0]?);
    /// assert_eq!(wrong, Err(ShapeError::ZeroSize { part: Part::Tile, mode: 1 }));
    /// # Ok::<(), ShapeError>(())
    /// ```
    #[inline]
    pub fn new(tile: X) -> Result<Self, <X::Certainty as Certainty>::Error> {
        const { assert_tile_extents(X::STATIC_EXTENTS) };
        let zero = tile.with_slice(|tile| tile.iter().position(|&extent| extent == 0));
        X::Certainty::settle(match zero {
            _ if tile.is_null() => Err(ShapeError::Null),
            Some(mode) => Err(ShapeError::ZeroSize { part: Part::Tile, mode }),
            None => Ok(UniformTiles { tile }),
        })
    }

    /// Returns the extents of a tile.
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

// SAFETY: tile `n` begins at `n` times the extent of a tile, which is not 0, and ends where the next begins or the mode ends;
// an entry is in the tile of its quotient by that extent. The extents are those of the type where it has them.
unsafe impl<X: Extents> Blocking for UniformTiles<X> {
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
