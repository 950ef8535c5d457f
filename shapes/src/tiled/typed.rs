//! Tiles whose extents are in the type, and stay there.

use crate::error::Compared;
use extents::error::Part;
use extents::error::Place;
use extents_static::__private::{assert_refinement, assert_whole_tiles};

use super::TiledShape;
use crate::{PlacedShape, StructureError};
use extents::generic::TypedExtents;
use extents::layout::{Blocked, UniformTiles};
use extents::{Extents, Mapping, ShapeError};

impl<E: Extents, X: Extents> TiledShape<E, UniformTiles<X>> {
    /// Returns a tile as a shape whose extents are those of all tiles, static where the type knows them. Its origin is
    /// the first element of the tile.
    ///
    /// The tiles cover the extents without a rest; where the types know that they do not, this does not compile.
    /// [`tile`](Self::tile) also returns tiles at the end that are smaller.
    ///
    /// # Errors
    /// Returns [`ShapeError::PartMismatch`] where run-time tiles leave a rest, and those of [`tile`](Self::tile).
    ///
    /// ```
    /// use extents_shapes::{PlacedShape, TiledShape};
    /// use extents::{StaticExtents, extents};
    /// let n = 64;
    /// let s = TiledShape::uniform(extents![32, dyn n]?, extents![8, 16])?;
    /// let tile: PlacedShape<StaticExtents![8, 16]> = s.tile_typed([1, 2])?;
    /// assert_eq!(tile.to_string(), "[8, 16] at [8, 32]");
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use extents::extents;
    /// # use extents_shapes::TiledShape;
    /// let Ok(s) = TiledShape::uniform(extents![32, 60], extents![8, 16]);
    /// // tiles of extent 16 do not cover mode 1 of extent 60
    /// let _ = s.tile_typed([1, 2]);
    /// ```
    pub fn tile_typed(&self, index: E::Index) -> Result<PlacedShape<X>, StructureError> {
        const { assert_whole_tiles(E::STATIC_EXTENTS, X::STATIC_EXTENTS) };
        let all = self.tiling().tile();
        let (extents, tiles) = (self.logical().extents(), all.extents());
        for (mode, (&extent, &tile)) in extents.as_ref().iter().zip(tiles.as_ref()).enumerate() {
            if !extent.is_multiple_of(tile) {
                return Err(ShapeError::PartMismatch {
                    part: Part::Tile,
                    mode,
                    size: tile,
                    extent,
                }
                .into());
            }
        }
        PlacedShape::at(all.clone(), self.tile(index)?.origin())
    }

    /// Refines tiles that are known to fit: along each mode one extent of the tiles is a multiple of the other, and the
    /// tiles of the result have the smaller one. See [`refine`](Self::refine).
    ///
    /// `Z` states the extents of these tiles, which the compiler checks against what it knows; a mode that is
    /// [`Dyn`](extents::Dyn) is computed at run time.
    ///
    /// # Errors
    /// Returns [`StructureError::Mismatch`] where the shapes have other run-time extents,
    /// [`ShapeError::PartMismatch`] where neither of two run-time tiles is a multiple of the other,
    /// [`ShapeError::ExtentMismatch`] where `Z` states another extent, [`ShapeError::RankMismatch`], [`ShapeError::Null`].
    ///
    /// ```
    /// use extents::layout::UniformTiles;
    /// use extents_shapes::TiledShape;
    /// use extents::{StaticExtents, extents};
    /// let Ok(a) = TiledShape::uniform(extents![64, 64], extents![8, 32]);
    /// let Ok(b) = TiledShape::uniform(extents![64, 64], extents![16, 16]);
    /// let both = a.refine_typed::<_, _, StaticExtents![8, 16]>(&b)?;
    /// assert_eq!(both, a.refine(&b)?);
    /// assert_eq!(size_of_val(&both), 0);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn refine_typed<F: Extents, Y: Extents, Z: TypedExtents>(
        &self,
        other: &TiledShape<F, UniformTiles<Y>>,
    ) -> Result<TiledShape<E, UniformTiles<Z>>, StructureError> {
        const {
            assert_refinement(X::STATIC_EXTENTS, Y::STATIC_EXTENTS, Z::STATIC_EXTENTS);
        }
        if self.logical().is_null() != other.logical().is_null() {
            return Err(ShapeError::Null.into());
        }
        let (ours, theirs) = (self.logical().extents(), other.logical().extents());
        let (expected, found) = (ours.as_ref().len(), theirs.as_ref().len());
        if expected != found {
            return Err(ShapeError::RankMismatch { expected, found }.into());
        }
        for (mode, (&left, &right)) in ours.as_ref().iter().zip(theirs.as_ref()).enumerate() {
            if left != right {
                return Err(StructureError::Mismatch {
                    place: Place::Mode(mode),
                    of: Compared::TiledExtent,
                    left,
                    right,
                });
            }
        }
        let (mut smaller, others) =
            (self.tiling().tile().extents(), other.tiling().tile().extents());
        for (mode, (tile, &other)) in smaller.as_mut().iter_mut().zip(others.as_ref()).enumerate() {
            let larger = other.max(*tile);
            *tile = other.min(*tile);
            if !larger.is_multiple_of(*tile) {
                return Err(ShapeError::PartMismatch {
                    part: Part::Tile,
                    mode,
                    size: *tile,
                    extent: larger,
                }
                .into());
            }
        }
        let tile = UniformTiles::new(Z::from_extents(smaller.as_ref())?).map_err(Into::into)?;
        Ok(TiledShape {
            mapping: Mapping::with_layout(self.logical().clone(), Blocked::new(tile))?,
        })
    }
}
