//! A tiled shape as the jagged shape of its tiles.

use super::cut::room_for;
use super::{TiledShape, Tiling};
use crate::{AsRegion, JaggedShape, LabelledShape, ShapeBase, StructureError};
use extents::{Extents, ModeArray};

/// One list after the other.
fn joined(first: &[usize], second: &[usize]) -> ModeArray<usize> {
    first.iter().chain(second).copied().collect()
}

/// As the jagged shape of all tiles: of twice the rank, the grid first.
impl<E: Extents, T: Tiling> ShapeBase for TiledShape<E, T> {
    type Index = ModeArray<usize>;
    type Slice = JaggedShape;
    type Chip = JaggedShape;
    type Composed = JaggedShape;

    fn rank(&self) -> usize {
        self.logical().rank().saturating_mul(2)
    }

    fn size(&self) -> usize {
        self.logical().size()
    }

    fn is_null(&self) -> bool {
        self.logical().is_null()
    }

    fn smooth_extents(&self) -> Option<ModeArray<usize>> {
        let tiles = self.tiles();
        let is_smooth = !self.is_null() && !tiles.as_ref().contains(&0) && self.is_uniform();
        is_smooth.then(|| joined(tiles.as_ref(), self.largest_tile().as_ref()))
    }

    fn slice(&self, region: impl AsRegion) -> Result<JaggedShape, StructureError> {
        self.jagged()?.slice(region)
    }

    fn clip(&self, region: impl AsRegion) -> Result<JaggedShape, StructureError> {
        self.jagged()?.clip(region)
    }

    fn chip(&self, region: impl AsRegion) -> Result<JaggedShape, StructureError> {
        self.jagged()?.chip(region)
    }

    fn indices(&self) -> impl Iterator<Item = ModeArray<usize>> + '_ {
        self.filled().flat_map(|tile| {
            let (index, elements) = (tile.index.clone(), tile.indices_from_zero());
            elements.map(move |within| joined(index.as_ref(), within.as_ref()))
        })
    }

    fn indices_from_zero(&self) -> impl Iterator<Item = ModeArray<usize>> + '_ {
        self.indices()
    }

    /// The jagged shape of all tiles: the modes of the grid, then those within a tile.
    ///
    /// Where all tiles are alike it is smooth; else it takes memory for each tile.
    ///
    /// # Errors
    /// Returns [`ShapeError::Allocation`](extents::ShapeError::Allocation).
    ///
    /// ```
    /// use extents_shapes::{ShapeBase, TiledShape};
    /// let jagged = TiledShape::from_sizes([[5, 15, 10], [5, 15, 10]])?.jagged()?;
    /// assert_eq!((jagged.rank(), jagged.size()), (4, 900));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    fn jagged(&self) -> Result<JaggedShape, StructureError> {
        if self.logical().is_null() {
            return Ok(JaggedShape::null());
        }
        match self.smooth_extents() {
            Some(extents) => {
                let origin: ModeArray<usize> = extents.iter().map(|_| 0).collect();
                JaggedShape::smooth(&extents, &origin)
            }
            None => {
                // So many that memory cannot hold them are refused at once, not when it is full.
                let numbers = self.n_tiles().saturating_mul(self.logical().rank());
                drop(room_for::<usize>(numbers)?);
                let tiles = self.iter().map(|tile| tile.extents);
                JaggedShape::of_leaves(self.tiles().as_ref(), self.logical().rank(), tiles)
            }
        }
    }

    fn from_term(term: LabelledShape) -> Result<JaggedShape, StructureError> {
        term.into_jagged()
    }
}
