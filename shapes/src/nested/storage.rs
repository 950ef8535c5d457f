//! How a nested shape is best stored: layer by layer.

use super::Nested;
use crate::{SmoothShape, TiledShape, Tiling};
use extents::layout::Blocked;
use extents::layout::ModeList;
use extents::{Extents, Mapping};

impl<S: SmoothShape, L: ModeList> Nested<S, L> {
    /// Returns the mapping that stores the shape layer by layer: the elements of one outer index are contiguous.
    ///
    /// The modes of the outer layers come before those of the inner ones, so that is the row-major
    /// mapping. Views over it are indexed from 0, whatever the origin is.
    ///
    /// ```
    /// use extents_shapes::{Nested, Shape};
    /// use extents::{View, extents};
    /// let pairs = Nested::new([1, 1], Shape::new(extents![3, 2]))?;
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let view = View::from_slice(pairs.mapping(), &data)?;
    /// assert_eq!((view[[2, 0]], view[[2, 1]]), (5, 6));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn mapping(&self) -> Mapping<S::Extents> {
        Mapping::new(self.shape.extents().clone())
    }
}

impl<E: Extents, T: Tiling, L: ModeList> Nested<TiledShape<E, T>, L> {
    /// Returns the mapping that stores the tiles one after the other, and is indexed by elements of the tensor that was
    /// tiled.
    ///
    /// ```
    /// use extents_shapes::{Nested, TiledShape};
    /// // A grid of tiles, and what is in a tile.
    /// let tiled = TiledShape::from_sizes([[1, 2], [2, 1]])?;
    /// let nested = Nested::new([2, 2], tiled)?;
    /// // Tile (1, 0) holds rows 1 and 2 of columns 0 and 1, and is stored behind the 3 elements of row 0.
    /// assert_eq!(nested.mapping().offset([2, 1].as_slice())?, 6);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn mapping(&self) -> Mapping<E, Blocked<T>> {
        self.shape.mapping()
    }
}
