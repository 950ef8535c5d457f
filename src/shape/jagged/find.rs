//! From an index to the position of its element, and back.

use super::JaggedShape;
use super::tower::Tower;
use crate::shape::{PlacedShape, Shape, ShapeBase, StructureError};
use crate::{DynRankExtents, ModeArray, ShapeError};

impl JaggedShape {
    /// The position of an element among all elements in lexicographic order.
    ///
    /// # Errors
    /// [`StructureError::IndexOutOfBounds`] with the mode, the row and its bounds;
    /// [`RankMismatch`](ShapeError::RankMismatch), [`Null`](ShapeError::Null).
    ///
    /// ```
    /// use extents::shape::{JaggedShape, StructureError};
    /// let shape = JaggedShape::from_lengths([2, 3])?;
    /// assert_eq!(shape.offset(&[1, 2]), Ok(4));
    /// assert_eq!(
    ///     shape.offset(&[0, 2]),
    ///     Err(StructureError::IndexOutOfBounds { mode: 1, row: 0, index: 2, begin: 0, end: 2 }),
    /// );
    /// # Ok::<(), StructureError>(())
    /// ```
    #[inline]
    pub fn offset(&self, index: &[usize]) -> Result<usize, StructureError> {
        let Some(tower) = &self.tower else { return Err(ShapeError::Null.into()) };
        tower.offset(index)
    }

    /// The index of the element at a position: the inverse of [`offset`](Self::offset).
    ///
    /// Takes one bisection a ragged mode.
    ///
    /// # Errors
    /// [`StructureError::OffsetOutOfBounds`].
    ///
    /// ```
    /// use extents::shape::JaggedShape;
    /// let shape = JaggedShape::from_lengths([2, 0, 3])?;
    /// assert_eq!(shape.index(2)?.as_ref(), [2, 0]);
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    pub fn index(&self, offset: usize) -> Result<ModeArray<usize>, StructureError> {
        match &self.tower {
            Some(tower) if offset < tower.size => Ok(tower.index(offset)),
            _ => Err(StructureError::OffsetOutOfBounds { offset, size: self.size() }),
        }
    }

    /// The smooth shape that this one is.
    ///
    /// # Errors
    /// [`StructureError::NotSmooth`] with the first row that differs in extent,
    /// [`RowOrigins`](StructureError::RowOrigins) with the first one that begins elsewhere,
    /// [`NoRows`](StructureError::NoRows) where no row tells an extent.
    ///
    /// ```
    /// use extents::jagged;
    /// use extents::shape::Shape;
    /// assert_eq!(jagged![[3], [3]]?.to_smooth()?, Shape::from_list(&[2, 3])?);
    /// assert_eq!(
    ///     jagged![[3], [4]]?.to_smooth().unwrap_err().to_string(),
    ///     "mode 1 is ragged: row 0 has extent 3, row 1 has 4",
    /// );
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    pub fn to_smooth(&self) -> Result<PlacedShape, StructureError> {
        let Some(tower) = &self.tower else { return Ok(Shape::null().into()) };
        if tower.levels.is_empty() {
            return Shape::at(DynRankExtents::new(&tower.leaf(0))?, self.origin());
        }
        for mode in 0..tower.rank() {
            let (extents, origins, rows) = tower.mode(mode);
            if let Some(row) = extents.first_unlike(rows) {
                let (left, right) = (extents.get(0), extents.get(row));
                return Err(StructureError::NotSmooth { mode, row, left, right });
            }
            if let Some(row) = origins.first_unlike(rows) {
                let (left, right) = (origins.get(0), origins.get(row));
                return Err(StructureError::RowOrigins { mode, row, left, right });
            }
            if rows == 0 && !extents.is_uniform() {
                return Err(StructureError::NoRows { mode });
            }
        }
        Err(StructureError::NoRows { mode: tower.rank() })
    }

    /// The smooth slice at a partial index of [`outer_rank`](Self::outer_rank) coordinates, or of more.
    ///
    /// # Errors
    /// As [`element`](Self::element) and [`to_smooth`](Self::to_smooth).
    ///
    /// ```
    /// use extents::jagged;
    /// use extents::shape::Shape;
    /// let shape = jagged![[10, 20], [30, 40]]?;
    /// assert_eq!(shape.leaf(&[1])?, Shape::from_list(&[30, 40])?);
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    pub fn leaf(&self, prefix: &[usize]) -> Result<PlacedShape, StructureError> {
        self.element(prefix)?.to_smooth()
    }

    /// Whether an index is one of the shape.
    ///
    /// ```
    /// use extents::shape::JaggedShape;
    /// let shape = JaggedShape::from_lengths([2, 3])?;
    /// assert!(shape.contains(&[1, 2]) && !shape.contains(&[0, 2]));
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    pub fn contains(&self, index: &[usize]) -> bool {
        self.offset(index).is_ok()
    }

    /// The first index: the origin of each mode in its first row.
    ///
    /// ```
    /// use extents::shape::ShapeBase;
    /// let shape = extents::jagged![[10], [20]]?.slice([1])?;
    /// assert_eq!(shape.origin().as_ref(), [1, 0]);
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    pub fn origin(&self) -> ModeArray<usize> {
        let origin_of = |mode| self.tower.as_ref().map_or(0, |tower| tower.mode(mode).1.get(0));
        (0..self.rank()).map(origin_of).collect()
    }
}

impl Tower {
    #[inline]
    pub(super) fn offset(&self, index: &[usize]) -> Result<usize, StructureError> {
        if index.len() != self.rank() {
            return Err(ShapeError::RankMismatch { expected: self.rank(), found: index.len() })?;
        }
        let (outer, inner) = index.split_at(self.levels.len());
        let mut row = 0;
        for (mode, (level, &index)) in self.levels.iter().zip(outer).enumerate() {
            let entries = level.spans.range(row);
            let length = entries.end.wrapping_sub(entries.start);
            let step = within(mode, row, index, level.origin.get(row), length)?;
            row = entries.start.wrapping_add(step);
        }
        let mut offset = 0_usize;
        for (at, (leaf, &index)) in self.leaves.iter().zip(inner).enumerate() {
            let (mode, extent) = (self.levels.len().wrapping_add(at), leaf.extent.get(row));
            let step = within(mode, row, index, leaf.origin.get(row), extent)?;
            offset = offset.wrapping_mul(extent).wrapping_add(step);
        }
        Ok(self.starts.start(row).wrapping_add(offset))
    }

    fn index(&self, offset: usize) -> ModeArray<usize> {
        let mut index: ModeArray<usize> = (0..self.rank()).map(|_| 0).collect();
        let (outer, inner) = index.split_at_mut(self.levels.len());
        let mut row = self.starts.row_of(offset);
        let mut left = offset.wrapping_sub(self.starts.start(row));
        for (leaf, to) in self.leaves.iter().zip(inner).rev() {
            let extent = leaf.extent.get(row);
            let step = left.checked_rem(extent).unwrap_or(0);
            left = left.checked_div(extent).unwrap_or(0);
            *to = leaf.origin.get(row).wrapping_add(step);
        }
        for (level, to) in self.levels.iter().zip(outer).rev() {
            let parent = level.spans.row_of(row);
            let step = row.wrapping_sub(level.spans.start(parent));
            *to = level.origin.get(parent).wrapping_add(step);
            row = parent;
        }
        index
    }

    /// The memory of the arrays.
    pub(super) fn bytes(&self) -> usize {
        let levels = self
            .levels
            .iter()
            .map(|level| level.spans.bytes().saturating_add(level.origin.bytes()));
        let leaves =
            self.leaves.iter().map(|mode| mode.extent.bytes().saturating_add(mode.origin.bytes()));
        levels.chain(leaves).fold(self.starts.bytes(), usize::saturating_add)
    }
}

/// How far an index is from the origin of its row.
#[inline]
pub(super) fn within(
    mode: usize,
    row: usize,
    index: usize,
    origin: usize,
    extent: usize,
) -> Result<usize, StructureError> {
    // Below the origin this wraps to more than any extent, for an origin plus its extent does not wrap.
    let step = index.wrapping_sub(origin);
    if step < extent {
        return Ok(step);
    }
    let end = origin.wrapping_add(extent);
    Err(StructureError::IndexOutOfBounds { mode, row, index, begin: origin, end })
}
