//! [`Tile`]: one tile of a shape.

use core::fmt::{self, Debug};
use core::ops::Range;

use extents_static::__private::product_of;

use extents::Extents;
use extents::iter::Indices;

/// One tile of a [`TiledShape`](super::TiledShape) over extents `E`: its position, its first element and its extents.
///
/// ```
/// use extents::extents;
/// use extents_shapes::TiledShape;
/// let Ok(s) = TiledShape::uniform(extents![3, 4], extents![2, 2]);
/// let tile = s.tile([1, 1])?;
/// assert_eq!((tile.index(), tile.origin(), tile.extents()), (&[1, 1], &[2, 2], &[1, 2]));
/// assert!(tile.elements().eq([[2, 2], [2, 3]]));
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Tile<E: Extents> {
    pub(super) index: E::Index,
    pub(super) origin: E::Index,
    pub(super) extents: E::Index,
}

impl<E: Extents> Tile<E> {
    /// Returns the position of the tile in the grid.
    ///
    /// ```
    /// # let Ok(s) = extents_shapes::TiledShape::uniform(extents::extents![3], extents::extents![2]);
    /// assert_eq!(s.tile([1])?.index(), &[1]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub const fn index(&self) -> &E::Index {
        &self.index
    }

    /// Returns the first element.
    ///
    /// ```
    /// # let Ok(s) = extents_shapes::TiledShape::uniform(extents::extents![3], extents::extents![2]);
    /// assert_eq!(s.tile([1])?.origin(), &[2]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub const fn origin(&self) -> &E::Index {
        &self.origin
    }

    /// Returns the extents.
    ///
    /// ```
    /// # let Ok(s) = extents_shapes::TiledShape::uniform(extents::extents![3], extents::extents![2]);
    /// assert_eq!(s.tile([1])?.extents(), &[1]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub const fn extents(&self) -> &E::Index {
        &self.extents
    }

    /// Returns the number of elements.
    ///
    /// ```
    /// # let Ok(s) = extents_shapes::TiledShape::uniform(extents::extents![3], extents::extents![2]);
    /// assert_eq!(s.tile([1])?.size(), 1);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn size(&self) -> usize {
        product_of(self.extents.as_ref())
    }

    /// Returns an iterator over the range of entries of each mode.
    ///
    /// ```
    /// # let Ok(s) = extents_shapes::TiledShape::uniform(extents::extents![3], extents::extents![2]);
    /// assert!(s.tile([1])?.ranges().eq([2..3]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn ranges(&self) -> impl DoubleEndedIterator<Item = Range<usize>> + ExactSizeIterator + '_ {
        let modes = self.origin.as_ref().iter().zip(self.extents.as_ref());
        modes.map(|(&begin, &size)| begin..begin.wrapping_add(size))
    }

    /// Returns an iterator over the elements in row-major order, as indices of the whole shape.
    ///
    /// ```
    /// # let Ok(s) = extents_shapes::TiledShape::uniform(extents::extents![5], extents::extents![2]);
    /// assert!(s.tile([1])?.elements().eq([[2], [3]]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn elements(
        &self,
    ) -> impl DoubleEndedIterator<Item = E::Index> + ExactSizeIterator + Clone + '_ {
        self.indices_from_zero().map(|mut index| {
            for (at, begin) in index.as_mut().iter_mut().zip(self.origin.as_ref()) {
                *at = at.wrapping_add(*begin);
            }
            index
        })
    }

    /// Returns an iterator over the elements in row-major order, as indices within the tile.
    ///
    /// ```
    /// # let Ok(s) = extents_shapes::TiledShape::uniform(extents::extents![5], extents::extents![2]);
    /// assert!(s.tile([1])?.indices_from_zero().eq([[0], [1]]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn indices_from_zero(&self) -> Indices<E> {
        Indices::of_shape(self.extents.clone(), self.size())
    }
}

impl<E: Extents> Debug for Tile<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (index, extents) = (self.index.as_ref(), self.extents.as_ref());
        write!(f, "tile {index:?} of {extents:?} at {:?}", self.origin.as_ref())
    }
}
