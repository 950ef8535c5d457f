//! [`TiledShape`]: a smooth shape cut into tiles.

mod as_shape;
mod closed;
mod compose;
mod cut;
mod mode_tiling;
mod mode_tilings;
mod places;
#[cfg(feature = "serde")]
mod serde;
mod tile;
mod trusted;
mod typed;
mod unify;
mod varying;

pub use compose::ContractedTilings;
pub use mode_tiling::ModeTiling;
pub use mode_tilings::{ModeTilings, Tiling};
pub use tile::Tile;
pub use unify::Refinement;

use crate::error::Item;
use core::fmt::{self, Debug, Display};
use core::hash::{Hash, Hasher};
use extents::error::Place;

use extents_static::__private::{Certainty, assert_list_of_rank, assert_tile_extents};

use super::StructureError;
use extents::layout::{Blocked, UniformTiles};
use extents::{DynRankExtents, Extents, Mapping, ModeArray, ShapeError, check_size};

/// A smooth shape whose modes are divided into tiles.
///
/// `E` are the extents that were cut, of any layer, and `T` says how: [`ModeTilings`], a list of run-time
/// tilings, or [`UniformTiles`], whose tiles may be in the type. Where both are, the shape takes no space.
///
/// As a shape it is the jagged shape of its tiles: of twice the rank, with the modes of the grid of tiles
/// before those within a tile. [`logical`](Self::logical) gives the extents that were cut. Within a tile each
/// mode counts from 0.
///
/// ```
/// use extents_shapes::{ShapeBase, TiledShape};
/// use extents::{View, extents};
/// // A 30 x 30 matrix, each mode in tiles of 5, 15 and 10.
/// let s = TiledShape::from_sizes([[5, 15, 10], [5, 15, 10]])?;
/// assert_eq!(s.logical(), &extents![30, 30]);
/// assert_eq!((s.n_tiles(), s.rank(), s.size()), (9, 4, 900));
/// let (tile, within) = s.tile_of([7, 20])?;
/// assert_eq!((tile.as_ref(), within.as_ref()), (&[1, 2][..], &[2, 0][..]));
/// assert_eq!(s.tile([1, 2])?.extents().as_ref(), [15, 10]);
///
/// // Stored tile after tile, it is addressed by elements all the same.
/// let data: Vec<usize> = (0..900).collect();
/// let view = View::from_slice(s.mapping(), &data)?;
/// assert_eq!(view[[7, 20]], s.span_of([1, 2])?.start + 2 * 10);
///
/// // In the type:
/// let Ok(s) = TiledShape::uniform(extents![32, 64], extents![8, 8]);
/// assert_eq!((s.n_tiles(), size_of_val(&s)), (32, 0));
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone, Copy)]
pub struct TiledShape<E = DynRankExtents, T = ModeTilings> {
    // INVARIANT: `check_levels` passes.
    mapping: Mapping<E, Blocked<T>>,
}

/// `Infallible` where all extents of both are in the type, else [`ShapeError`].
type ErrorOf<E, X> =
    <<<E as Extents>::Certainty as Certainty>::And<<X as Extents>::Certainty> as Certainty>::Error;

impl TiledShape {
    /// Creates a tiled shape from the sizes of the tiles of each mode.
    ///
    /// # Errors
    /// Returns the errors of [`ModeTilings::from_sizes`] and [`TiledShape::new`].
    ///
    /// ```
    /// use extents::extents;
    /// use extents_shapes::TiledShape;
    /// let s = TiledShape::from_sizes([vec![5, 15, 10], vec![8, 8]])?;
    /// assert_eq!(s.logical(), &extents![30, 16]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn from_sizes<S: AsRef<[usize]>>(
        modes: impl IntoIterator<Item = S>,
    ) -> Result<Self, StructureError> {
        Self::of_tilings(ModeTilings::from_sizes(modes)?)
    }

    /// Creates a tiled shape from the boundaries of the tiles of each mode.
    ///
    /// # Errors
    /// Returns the errors of [`ModeTilings::from_boundaries`] and [`TiledShape::new`].
    ///
    /// ```
    /// use extents_shapes::TiledShape;
    /// let s = TiledShape::from_boundaries([vec![0, 5, 20, 30], vec![0, 16]])?;
    /// assert_eq!(s, TiledShape::from_sizes([vec![5, 15, 10], vec![16]])?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn from_boundaries<S: AsRef<[usize]>>(
        modes: impl IntoIterator<Item = S>,
    ) -> Result<Self, StructureError> {
        Self::of_tilings(ModeTilings::from_boundaries(modes)?)
    }

    /// Creates a tiled shape from a tiling for each mode.
    ///
    /// # Errors
    /// Returns [`ShapeError::SizeOverflow`], also of the number of tiles.
    ///
    /// ```
    /// use extents_shapes::{ModeTiling, TiledShape};
    /// let s = TiledShape::from_tilings([ModeTiling::balanced(10, 4)?, ModeTiling::uniform(6, 6)?])?;
    /// assert_eq!(s.to_string(), "[[4, 3, 3], [6]]");
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn from_tilings(
        modes: impl IntoIterator<Item = ModeTiling>,
    ) -> Result<Self, StructureError> {
        Self::of_tilings(modes.into_iter().collect())
    }

    fn of_tilings(tilings: ModeTilings) -> Result<Self, StructureError> {
        let extents: ModeArray<usize> = tilings.iter().map(ModeTiling::extent).collect();
        Self::new(DynRankExtents::new(&extents)?, tilings)
    }
}

impl<E: Extents, X: Extents> TiledShape<E, UniformTiles<X>> {
    /// Creates a tiled shape of tiles of the same extents; those at the end take the remainder.
    ///
    /// A tile without entries, or of another rank, does not compile where the types know it.
    ///
    /// # Errors
    /// Returns [`ShapeError::ZeroSize`], [`ShapeError::RankMismatch`], [`ShapeError::Null`]; none where all extents are
    /// in the type.
    ///
    /// ```
    /// use extents::extents;
    /// use extents_shapes::TiledShape;
    /// let Ok(s) = TiledShape::uniform(extents![20, 64], extents![8, 8]);
    /// assert_eq!(s.tiles(), [3, 8]);
    /// assert_eq!(s.tile([2, 0])?.extents(), &[4, 8]);
    /// let n = 20;
    /// let s = TiledShape::uniform(extents![dyn n, 64]?, extents![8, 8])?;
    /// assert_eq!(s.n_tiles(), 24);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn uniform(extents: E, tile: X) -> Result<Self, ErrorOf<E, X>> {
        // Here as well, so that the compiler shows the line that calls this.
        const { assert_tile_extents(X::STATIC_EXTENTS) };
        const { assert_list_of_rank(E::STATIC_RANK, X::STATIC_RANK) };
        let checked = || {
            let tiles = UniformTiles::new(tile).map_err(Into::into)?;
            Mapping::with_layout(extents, Blocked::new(tiles))
        };
        let mapping = <E::Certainty as Certainty>::And::<X::Certainty>::settle(checked())?;
        // No tile is empty, so there are never more tiles than elements.
        Ok(TiledShape { mapping })
    }
}

impl<E: Extents, T: Tiling> TiledShape<E, T> {
    /// Creates a tiled shape from extents and a tiling.
    ///
    /// # Errors
    /// Returns [`StructureError::TilesDoNotCover`] with the mode; [`ShapeError::RankMismatch`] where there are more or
    /// fewer tilings than modes; [`ShapeError::SizeOverflow`] where empty tiles are so many that the jagged shape of
    /// all tiles would have more than `isize::MAX` rows.
    ///
    /// ```
    /// use extents::extents;
    /// use extents_shapes::{ModeTilings, StructureError, TiledShape};
    /// let tilings = ModeTilings::from_sizes([vec![2, 3], vec![4]])?;
    /// let error = TiledShape::new(extents![5, 5], tilings).unwrap_err();
    /// assert_eq!(error, StructureError::TilesDoNotCover { mode: 1, covered: 4, extent: 5 });
    /// # Ok::<(), StructureError>(())
    /// ```
    pub fn new(extents: E, tiling: T) -> Result<Self, StructureError> {
        const { assert_list_of_rank(E::STATIC_RANK, T::STATIC_RANK) };
        extents.with_slice(|all| {
            tiling.check_cover(all)?;
            check_levels(all, &tiling)
        })?;
        Ok(TiledShape { mapping: Mapping::with_layout(extents, Blocked::new(tiling))? })
    }

    /// Returns the extents that are divided into tiles.
    ///
    /// ```
    /// use extents::extents;
    /// use extents_shapes::TiledShape;
    /// assert_eq!(TiledShape::from_sizes([[5, 15, 10]])?.logical(), &extents![30]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub const fn logical(&self) -> &E {
        self.mapping.extents()
    }

    /// Returns the tiling.
    ///
    /// ```
    /// use extents_shapes::TiledShape;
    /// let s = TiledShape::from_sizes([[5, 15, 10]])?;
    /// assert_eq!(s.tiling()[0].largest(), 15);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub const fn tiling(&self) -> &T {
        self.mapping.layout().blocking()
    }

    /// Returns the tiling of one mode.
    ///
    /// # Errors
    /// Returns [`ShapeError::OutOfBounds`].
    ///
    /// ```
    /// use extents::extents;
    /// use extents_shapes::TiledShape;
    /// let Ok(s) = TiledShape::uniform(extents![20, 64], extents![8, 8]);
    /// assert!(s.mode(0)?.sizes().eq([8, 8, 4]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn mode(&self, mode: usize) -> Result<ModeTiling, StructureError> {
        Ok(self.tiling().tiling(mode, self.logical().extent(mode)?))
    }

    /// Returns the tilings of all modes, as values.
    ///
    /// ```
    /// use extents::extents;
    /// use extents_shapes::{ModeTilings, TiledShape};
    /// let Ok(s) = TiledShape::uniform(extents![4, 6], extents![2, 3]);
    /// assert_eq!(s.tilings(), ModeTilings::from_sizes([[2, 2], [3, 3]])?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn tilings(&self) -> ModeTilings {
        let modes = self.logical().iter().enumerate();
        modes.map(|(mode, extent)| self.tiling().tiling(mode, extent)).collect()
    }

    /// Returns the layout that stores tile after tile.
    ///
    /// ```
    /// use extents_shapes::TiledShape;
    /// use extents::{Mapping, extents};
    /// let Ok(s) = TiledShape::uniform(extents![4, 4], extents![2, 2]);
    /// assert_eq!(Mapping::with_layout(extents![4, 4], s.layout())?, s.mapping());
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn layout(&self) -> Blocked<T> {
        self.mapping.layout().clone()
    }

    /// Returns the mapping of the extents that stores tile after tile. A view or a tensor of it is indexed by elements.
    ///
    /// ```
    /// use extents_shapes::TiledShape;
    /// use extents::{Tensor, extents};
    /// let Ok(s) = TiledShape::uniform(extents![4, 4], extents![2, 2]);
    /// let tensor = Tensor::from_fn(s.mapping(), |[i, j]| 10 * i + j)?;
    /// assert_eq!(tensor.as_slice()[..6], [0, 1, 10, 11, 2, 3]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn mapping(&self) -> Mapping<E, Blocked<T>> {
        self.mapping.clone()
    }

    /// Returns the same extents, divided at the boundaries of this shape and of another one.
    ///
    /// # Errors
    /// Returns [`StructureError::Mismatch`] with the mode; [`ShapeError::RankMismatch`], [`ShapeError::Null`];
    /// otherwise as [`ModeTiling::refine`] and [`TiledShape::new`].
    ///
    /// ```
    /// use extents_shapes::TiledShape;
    /// let left = TiledShape::from_sizes([vec![4, 4], vec![6]])?;
    /// let right = TiledShape::from_sizes([vec![2, 6], vec![3, 3]])?;
    /// let both = left.refine(&right)?;
    /// assert_eq!(both, TiledShape::from_sizes([vec![2, 2, 4], vec![3, 3]])?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn refine<F: Extents, U: Tiling>(
        &self,
        other: &TiledShape<F, U>,
    ) -> Result<TiledShape<E>, StructureError> {
        if self.logical().is_null() != other.logical().is_null() {
            return Err(ShapeError::Null.into());
        }
        let (ours, theirs) = (self.tilings(), other.tilings());
        let (expected, found) = (ours.len(), theirs.len());
        if expected != found {
            return Err(ShapeError::RankMismatch { expected, found }.into());
        }
        let modes = ours.iter().zip(theirs.iter()).enumerate().map(|(mode, (left, right))| {
            let both = left.refine(right).map_err(|error| at_mode(error, mode))?;
            Ok(both.into_tiling())
        });
        let modes: alloc::vec::Vec<_> = modes.collect::<Result<_, StructureError>>()?;
        TiledShape::new(self.logical().clone(), modes.into_iter().collect())
    }
}

/// Whether the numbers of rows of each level of the jagged shape of all tiles fit, as extents must.
///
/// The level before element mode `k` has a row for each choice of entries of the modes before and of tiles of the
/// others. Where no tile is empty there are no more of these than elements.
fn check_levels<T: Tiling>(extents: &[usize], tiling: &T) -> Result<(), StructureError> {
    let counts = extents.iter().enumerate().map(|(mode, &extent)| tiling.count(mode, extent));
    let counts: ModeArray<usize> = counts.collect();
    // The extents up to a mode, and the tiles of the modes behind it: each mode exchanges one factor. As in all sizes,
    // 0 is no factor.
    let (mut before, mut behind) = (1_usize, check_size(&counts)?);
    for (mode, (&extent, &tiles)) in extents.iter().zip(counts.iter()).enumerate() {
        before = before.saturating_mul(extent.max(1));
        behind = behind.checked_div(tiles.max(1)).unwrap_or(0);
        if isize::try_from(before.saturating_mul(behind)).is_err() {
            let ends = mode.saturating_add(1);
            let level = extents.iter().take(ends).chain(counts.iter().skip(ends));
            check_size(&level.copied().collect::<ModeArray<usize>>())?;
        }
    }
    // Where all tiles are alike, the jagged shape has extents.
    let modes = || extents.iter().enumerate().map(|(mode, &extent)| tiling.tiling(mode, extent));
    if extents.contains(&0) && modes().all(|tiles| tiles.is_even()) {
        let counts = modes().map(|tiles| tiles.tiles());
        check_size(
            &counts.chain(modes().map(|tiles| tiles.largest())).collect::<ModeArray<usize>>(),
        )?;
    }
    Ok(())
}

/// An error about mode 0, about another mode.
fn at_mode(error: StructureError, mode: usize) -> StructureError {
    use StructureError as S;
    match error {
        S::Shape(ShapeError::PartMismatch { part, size, extent, .. }) => {
            S::Shape(ShapeError::PartMismatch { part, mode, size, extent })
        }
        S::TilesDoNotCover { covered, extent, .. } => S::TilesDoNotCover { mode, covered, extent },
        S::BoundaryCount { of, expected, found, .. } => {
            S::BoundaryCount { of, mode, expected, found }
        }
        S::FirstBoundary { of, found, .. } => S::FirstBoundary { of, mode, found },
        S::FallingBoundary { of, piece, from, to, .. } => {
            S::FallingBoundary { of, mode, piece, from, to }
        }
        S::SumOverflow { of, piece, before, size, .. } => {
            S::SumOverflow { of, mode, piece, before, size }
        }
        S::OutOfRange { of: Item::TileOfMode { .. }, number, count } => {
            S::OutOfRange { of: Item::TileOfMode { mode }, number, count }
        }
        S::Mismatch { of, left, right, .. } => {
            S::Mismatch { place: Place::Mode(mode), of, left, right }
        }
        S::Shape(ShapeError::SizeOverflow { elements, extent, .. }) => {
            ShapeError::SizeOverflow { mode, elements, extent }.into()
        }
        other => other,
    }
}

/// Shapes are equal if their extents and the boundaries of their tiles are, whatever they were made from.
impl<E: Extents, T: Tiling, F: Extents, U: Tiling> PartialEq<TiledShape<F, U>>
    for TiledShape<E, T>
{
    fn eq(&self, other: &TiledShape<F, U>) -> bool {
        self.logical().same_extents(other.logical()) && self.tilings() == other.tilings()
    }
}

impl<E: Extents, T: Tiling> Eq for TiledShape<E, T> {}

impl<E: Extents, T: Tiling> Hash for TiledShape<E, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.logical().is_null().hash(state);
        self.tilings().hash(state);
    }
}

/// Writes the sizes of the tiles of each mode.
impl<E: Extents, T: Tiling> Display for TiledShape<E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.logical().is_null() {
            f.write_str("null")
        } else {
            write!(f, "{:?}", self.tilings())
        }
    }
}

impl<E: Extents, T: Tiling> Debug for TiledShape<E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} in {:?}", self.logical(), self.tiling())
    }
}
