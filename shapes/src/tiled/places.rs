//! From elements to tiles and back; tiles one by one.

use crate::error::Item;
use core::iter;
use core::ops::Range;
use extents::error::Bounded;

use extents_static::__private::product_of;

use super::{Tile, TiledShape, Tiling};
use crate::StructureError;
use extents::generic::AddressedBy;
use extents::layout::Block;
use extents::{DynRankExtents, Extents, ShapeError};
use extents_static::__private::Order;

impl<E: Extents, T: Tiling> TiledShape<E, T> {
    /// For each mode a number that is made of the mode and its extent.
    fn each_mode(&self, number: impl Fn(usize, usize) -> usize) -> E::Index {
        let mut all = self.logical().extents();
        for (mode, number_or_extent) in all.as_mut().iter_mut().enumerate() {
            *number_or_extent = number(mode, *number_or_extent);
        }
        all
    }

    /// Returns the number of tiles along each mode.
    ///
    /// ```
    /// use extents_shapes::TiledShape;
    /// let s = TiledShape::from_sizes([vec![5, 15, 10], vec![8, 8]])?;
    /// assert_eq!(s.tiles().as_ref(), [3, 2]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn tiles(&self) -> E::Index {
        self.each_mode(|mode, extent| self.tiling().count(mode, extent))
    }

    /// Returns the extents of the grid of tiles, which is null for the null shape.
    ///
    /// ```
    /// use extents_shapes::TiledShape;
    /// use extents::{Extents, extents};
    /// let Ok(s) = TiledShape::uniform(extents![4, 6], extents![2, 2]);
    /// assert_eq!(s.grid(), extents![2, 3]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn grid(&self) -> DynRankExtents {
        if self.logical().is_null() {
            return DynRankExtents::null();
        }
        // The size of the grid was checked when the shape was made.
        DynRankExtents::new(self.tiles().as_ref()).unwrap_or_default()
    }

    /// Returns the number of tiles, empty ones included.
    ///
    /// ```
    /// use extents_shapes::TiledShape;
    /// assert_eq!(TiledShape::from_sizes([[5, 15, 10], [5, 15, 10]])?.n_tiles(), 9);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn n_tiles(&self) -> usize {
        if self.logical().is_null() { 0 } else { product_of(self.tiles().as_ref()) }
    }

    /// Returns the tile at a position of the grid.
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`]; [`ShapeError::RankMismatch`], [`ShapeError::Null`].
    ///
    /// ```
    /// use extents_shapes::{StructureError, TiledShape, error::Item};
    /// let s = TiledShape::from_sizes([[5, 15, 10], [5, 15, 10]])?;
    /// let tile = s.tile([1, 2])?;
    /// assert_eq!((tile.origin().as_ref(), tile.extents().as_ref()), (&[5, 20][..], &[15, 10][..]));
    /// assert_eq!(
    ///     s.tile([1, 3]).unwrap_err(),
    ///     StructureError::OutOfRange { of: Item::TileOfMode { mode: 1 }, number: 3, count: 3 },
    /// );
    /// # Ok::<(), StructureError>(())
    /// ```
    pub fn tile(&self, index: impl AsRef<[usize]>) -> Result<Tile<E>, StructureError> {
        Ok(self.tile_in_range(&self.checked_tile(index.as_ref())?))
    }

    /// The place of a tile, if there is one.
    fn checked_tile(&self, index: &[usize]) -> Result<E::Index, StructureError> {
        if self.logical().is_null() {
            return Err(ShapeError::Null.into());
        }
        let mut tiles = self.tiles();
        let (expected, found) = (tiles.as_ref().len(), index.len());
        if expected != found {
            return Err(ShapeError::RankMismatch { expected, found }.into());
        }
        for (mode, (count, &tile)) in tiles.as_mut().iter_mut().zip(index).enumerate() {
            if tile >= *count {
                return Err(StructureError::OutOfRange {
                    of: Item::TileOfMode { mode },
                    number: tile,
                    count: *count,
                });
            }
            *count = tile;
        }
        Ok(tiles)
    }

    fn block(&self, index: &E::Index, mode: usize, extent: usize) -> Block {
        self.tiling().block(mode, extent, index.as_ref().get(mode).copied().unwrap_or(0))
    }

    fn tile_in_range(&self, index: &E::Index) -> Tile<E> {
        Tile {
            index: index.clone(),
            origin: self.each_mode(|mode, extent| self.block(index, mode, extent).begin),
            extents: self.each_mode(|mode, extent| self.block(index, mode, extent).size),
        }
    }

    /// Returns an iterator over all tiles, in row-major order of the grid.
    ///
    /// ```
    /// use extents::extents;
    /// use extents_shapes::TiledShape;
    /// let Ok(s) = TiledShape::uniform(extents![3, 4], extents![2, 2]);
    /// assert_eq!(s.iter().map(|tile| tile.size()).collect::<Vec<_>>(), [4, 4, 2, 2]);
    /// assert_eq!(s.iter().next_back().unwrap().origin(), &[2, 2]);
    /// ```
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = Tile<E>> + ExactSizeIterator + Clone + '_ {
        (0..self.n_tiles()).map(|ordinal| self.tile_in_range(&self.place(ordinal)))
    }

    /// The tiles that have elements, in the order of [`iter`](Self::iter). Any number of others takes no time.
    pub(super) fn filled(&self) -> impl Iterator<Item = Tile<E>> + '_ {
        let extents = self.logical().extents();
        let first = (self.logical().size() > 0).then(|| {
            let mut element = extents.clone();
            element.as_mut().fill(0);
            element
        });
        // From the first element of each.
        let ends = extents.clone();
        let elements = iter::successors(first, move |element| {
            let mut next = element.clone();
            for (mode, (at, end)) in next.as_mut().iter_mut().zip(ends.as_ref()).enumerate().rev() {
                let block = self.tiling().block_of(mode, *end, *at);
                *at = block.begin.wrapping_add(block.size);
                if *at < *end {
                    return Some(next);
                }
                *at = 0;
            }
            None
        });
        elements.map(move |mut place| {
            for (mode, (at, end)) in place.as_mut().iter_mut().zip(extents.as_ref()).enumerate() {
                *at = self.tiling().block_of(mode, *end, *at).tile;
            }
            self.tile_in_range(&place)
        })
    }

    /// The place of a tile in the grid, from its number, which is in range.
    fn place(&self, ordinal: usize) -> E::Index {
        let tiles = self.tiles();
        let mut place = tiles.clone();
        Order::RowMajor.write_index(tiles.as_ref(), ordinal, place.as_mut());
        place
    }

    /// Returns the position in the grid of the tile that contains an element, and the position of the element within
    /// it.
    ///
    /// # Errors
    /// Returns [`ShapeError::OutOfBounds`]; [`ShapeError::RankMismatch`] where the rank is a value.
    ///
    /// ```
    /// use extents::extents;
    /// use extents_shapes::TiledShape;
    /// let Ok(s) = TiledShape::uniform(extents![32, 64], extents![8, 8]);
    /// assert_eq!(s.tile_of([9, 63])?, ([1, 7], [1, 7]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn tile_of<I>(&self, element: I) -> Result<(E::Index, E::Index), StructureError>
    where
        E: AddressedBy<I>,
    {
        let mut within = self.logical().locate(element)?;
        let mut tile = self.logical().extents();
        for (mode, (at, place)) in within.as_mut().iter_mut().zip(tile.as_mut()).enumerate() {
            let block = self.tiling().block_of(mode, *place, *at);
            *at = at.wrapping_sub(block.begin);
            *place = block.tile;
        }
        Ok((tile, within))
    }

    /// Returns the element at a position within a tile: the inverse of [`tile_of`](Self::tile_of).
    ///
    /// # Errors
    /// Returns the errors of [`tile`](Self::tile); [`ShapeError::OutOfBounds`] with the size of the tile.
    ///
    /// ```
    /// use extents::extents;
    /// use extents_shapes::TiledShape;
    /// let Ok(s) = TiledShape::uniform(extents![32, 64], extents![8, 8]);
    /// assert_eq!(s.element([1, 7], [1, 7])?, [9, 63]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn element(
        &self,
        tile: impl AsRef<[usize]>,
        within: impl AsRef<[usize]>,
    ) -> Result<E::Index, StructureError> {
        let Tile { origin: mut element, extents, .. } = self.tile(tile)?;
        let (sizes, within) = (extents.as_ref(), within.as_ref());
        let (expected, found) = (sizes.len(), within.len());
        if expected != found {
            return Err(ShapeError::RankMismatch { expected, found }.into());
        }
        let modes = element.as_mut().iter_mut().zip(sizes).zip(within).enumerate();
        for (mode, ((at, &extent), &index)) in modes {
            if index >= extent {
                return Err(ShapeError::OutOfBounds {
                    of: Bounded::Index { mode },
                    number: index,
                    limit: extent,
                }
                .into());
            }
            *at = at.wrapping_add(index);
        }
        Ok(element)
    }

    /// Returns the number of a tile, counted from 0 in row-major order of the grid.
    ///
    /// # Errors
    /// Returns the errors of [`tile`](Self::tile).
    ///
    /// ```
    /// use extents_shapes::TiledShape;
    /// let s = TiledShape::from_sizes([[5, 15, 10], [5, 15, 10]])?;
    /// assert_eq!(s.ordinal([1, 2])?, 5);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn ordinal(&self, tile: impl AsRef<[usize]>) -> Result<usize, StructureError> {
        let place = self.checked_tile(tile.as_ref())?;
        Ok(Order::RowMajor.offset(self.tiles().as_ref(), place.as_ref()))
    }

    /// Returns the tile with this number: the inverse of [`ordinal`](Self::ordinal).
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`].
    ///
    /// ```
    /// use extents_shapes::TiledShape;
    /// let s = TiledShape::from_sizes([[5, 15, 10], [5, 15, 10]])?;
    /// assert_eq!(s.nth_tile(5)?.index().as_ref(), [1, 2]);
    /// assert!(s.nth_tile(9).is_err());
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn nth_tile(&self, ordinal: usize) -> Result<Tile<E>, StructureError> {
        let tiles = self.n_tiles();
        if ordinal < tiles {
            Ok(self.tile_in_range(&self.place(ordinal)))
        } else {
            Err(StructureError::OutOfRange { of: Item::Tile, number: ordinal, count: tiles })
        }
    }

    /// Returns the range of a tile in memory stored by [`layout`](Self::layout): a dense row-major block.
    ///
    /// # Errors
    /// Returns the errors of [`tile`](Self::tile).
    ///
    /// ```
    /// use extents_shapes::TiledShape;
    /// use extents::{Tensor, View, extents};
    /// let Ok(s) = TiledShape::uniform(extents![16, 16], extents![8, 8]);
    /// let tensor = Tensor::from_fn(s.mapping(), |[i, j]| 100 * i + j)?;
    /// let block = &tensor.as_slice()[s.span_of([1, 0])?];
    /// let tile = View::from_slice(extents![8, 8], block)?;
    /// assert_eq!(tile[[2, 3]], tensor[[10, 3]]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn span_of(&self, tile: impl AsRef<[usize]>) -> Result<Range<usize>, StructureError> {
        let place = self.checked_tile(tile.as_ref())?;
        let (mut begin, mut behind, mut size) = (0_usize, 1_usize, 1_usize);
        for (mode, extent) in self.logical().iter().enumerate().rev() {
            let block = self.block(&place, mode, extent);
            let slabs = block.begin.wrapping_mul(behind);
            begin = begin.wrapping_mul(block.size).wrapping_add(slabs);
            behind = behind.wrapping_mul(extent);
            size = size.wrapping_mul(block.size);
        }
        Ok(begin..begin.wrapping_add(size))
    }

    /// Returns the largest extent of the tiles along each mode, or 0 if there are none.
    ///
    /// ```
    /// use extents_shapes::TiledShape;
    /// let s = TiledShape::from_sizes([vec![5, 15, 10], vec![8, 8]])?;
    /// assert_eq!(s.largest_tile().as_ref(), [15, 8]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn largest_tile(&self) -> E::Index {
        self.each_mode(|mode, extent| self.tiling().tiling(mode, extent).largest())
    }

    /// Returns the smallest extent of the tiles along each mode, or 0 if there are none.
    ///
    /// ```
    /// use extents_shapes::TiledShape;
    /// let s = TiledShape::from_sizes([vec![5, 15, 10], vec![8, 8]])?;
    /// assert_eq!(s.smallest_tile().as_ref(), [5, 8]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn smallest_tile(&self) -> E::Index {
        self.each_mode(|mode, extent| self.tiling().tiling(mode, extent).smallest())
    }

    /// Returns whether all tiles have the same extents.
    ///
    /// ```
    /// use extents::extents;
    /// use extents_shapes::TiledShape;
    /// let Ok(s) = TiledShape::uniform(extents![32, 64], extents![8, 8]);
    /// assert!(s.is_uniform());
    /// let Ok(s) = TiledShape::uniform(extents![32, 63], extents![8, 8]);
    /// assert!(!s.is_uniform());
    /// ```
    pub fn is_uniform(&self) -> bool {
        let mut modes = self.logical().iter().enumerate();
        modes.all(|(mode, extent)| self.tiling().tiling(mode, extent).is_even())
    }
}
