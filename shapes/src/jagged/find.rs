//! From an index to the position of its element, and back.

use super::JaggedShape;
use super::spans::Spans;
use super::starts::Starts;
use super::tower::Tower;
use crate::error::{Compared, Item};
use crate::{PlacedShape, Shape, ShapeBase, StructureError};
use extents::error::Place;
use extents::{DynRankExtents, ModeArray, ShapeError};

impl JaggedShape {
    /// Returns the position of an element among all elements in lexicographic order.
    ///
    /// # Errors
    /// Returns [`StructureError::IndexOutOfBounds`] with the mode, the row and its bounds;
    /// [`RankMismatch`](ShapeError::RankMismatch), [`Null`](ShapeError::Null).
    ///
    /// ```
    /// use extents_shapes::{JaggedShape, StructureError};
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

    /// Returns the index of the element at a position: the inverse of [`offset`](Self::offset).
    ///
    /// Takes one bisection a ragged mode.
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`].
    ///
    /// ```
    /// use extents_shapes::JaggedShape;
    /// let shape = JaggedShape::from_lengths([2, 0, 3])?;
    /// assert_eq!(shape.index(2)?.as_ref(), [2, 0]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn index(&self, offset: usize) -> Result<ModeArray<usize>, StructureError> {
        let mut index = self.zero_index();
        self.write_index(offset, &mut index, |starts, entry| starts.row_of(entry))?;
        Ok(index)
    }

    /// Returns the index of the element at a position as an array, where the rank is known.
    ///
    /// # Errors
    /// As there, and [`RankMismatch`](ShapeError::RankMismatch).
    ///
    /// ```
    /// use extents_shapes::JaggedShape;
    /// let shape = JaggedShape::from_lengths([2, 0, 3])?;
    /// assert_eq!(shape.index_of::<2>(2)?, [2, 0]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn index_of<const R: usize>(&self, offset: usize) -> Result<[usize; R], StructureError> {
        self.check_rank(R)?;
        let mut index = [0; R];
        self.write_index(offset, &mut index, |starts, entry| starts.row_of(entry))?;
        Ok(index)
    }

    pub(super) fn check_rank(&self, found: usize) -> Result<(), ShapeError> {
        let expected = self.rank();
        if expected == found { Ok(()) } else { Err(ShapeError::RankMismatch { expected, found }) }
    }

    /// Writes the index of an element. The function finds the row of an entry of the last ragged mode.
    #[inline]
    pub(super) fn write_index(
        &self,
        offset: usize,
        index: &mut [usize],
        row_of: impl FnOnce(Starts<'_>, usize) -> usize,
    ) -> Result<(), StructureError> {
        match &self.tower {
            Some(tower) if offset < tower.size => {
                tower.write_index(offset, index, row_of);
                Ok(())
            }
            _ => Err(StructureError::OutOfRange {
                of: Item::Element,
                number: offset,
                count: self.size(),
            }),
        }
    }

    /// Converts into a smooth shape, if the shape is smooth.
    ///
    /// # Errors
    /// Returns [`StructureError::Mismatch`] with the first row that differs in extent,
    /// [`Mismatch`](StructureError::Mismatch) with the first one that begins elsewhere,
    /// [`NoRows`](StructureError::NoRows) where no row tells an extent.
    ///
    /// ```
    /// use extents_shapes::{Shape, jagged};
    /// assert_eq!(jagged![[3], [3]]?.to_smooth()?, Shape::from_list(&[2, 3])?);
    /// assert_eq!(
    ///     jagged![[3], [4]]?.to_smooth().unwrap_err().to_string(),
    ///     "mode 1 is ragged: row 0 has extent 3, row 1 has 4",
    /// );
    /// # Ok::<(), extents_shapes::StructureError>(())
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
                return Err(StructureError::Mismatch {
                    place: Place::Mode(mode),
                    of: Compared::RowLength { row },
                    left,
                    right,
                });
            }
            if let Some(row) = origins.first_unlike(rows) {
                let (left, right) = (origins.get(0), origins.get(row));
                return Err(StructureError::Mismatch {
                    place: Place::Mode(mode),
                    of: Compared::RowOrigin { row },
                    left,
                    right,
                });
            }
            if rows == 0 && !extents.is_uniform() {
                return Err(StructureError::NoRows { place: Place::Mode(mode) });
            }
        }
        Err(StructureError::NoRows { place: Place::Mode(tower.rank()) })
    }

    /// Returns the smooth slice at a partial index of at least [`outer_rank`](Self::outer_rank) coordinates.
    ///
    /// # Errors
    /// Returns the errors of [`element`](Self::element) and [`to_smooth`](Self::to_smooth).
    ///
    /// ```
    /// use extents_shapes::{Shape, jagged};
    /// let shape = jagged![[10, 20], [30, 40]]?;
    /// assert_eq!(shape.leaf(&[1])?, Shape::from_list(&[30, 40])?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn leaf(&self, prefix: &[usize]) -> Result<PlacedShape, StructureError> {
        self.element(prefix)?.to_smooth()
    }

    /// Returns whether the shape contains an index.
    ///
    /// ```
    /// use extents_shapes::JaggedShape;
    /// let shape = JaggedShape::from_lengths([2, 3])?;
    /// assert!(shape.contains(&[1, 2]) && !shape.contains(&[0, 2]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn contains(&self, index: &[usize]) -> bool {
        self.offset(index).is_ok()
    }

    /// Returns the origin of each mode in its first row: the first index, if these rows have elements.
    ///
    /// ```
    /// use extents_shapes::ShapeBase;
    /// let shape = extents_shapes::jagged![[10], [20]]?.slice([1])?;
    /// assert_eq!(shape.origin().as_ref(), [1, 0]);
    /// # Ok::<(), extents_shapes::StructureError>(())
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
        self.position(index).ok_or_else(|| self.outside(index))
    }

    /// The position of an element that is there.
    #[inline]
    fn position(&self, index: &[usize]) -> Option<usize> {
        let (outer, inner) = index.split_at_checked(self.levels.len())?;
        let mut row = 0;
        for (level, &index) in self.levels.iter().zip(outer) {
            let entries = level.spans.range(row);
            let length = entries.end.wrapping_sub(entries.start);
            let step = within(index, level.origin.get(row), length)?;
            row = entries.start.wrapping_add(step);
        }
        let mut offset = 0_usize;
        for (leaf, &index) in self.leaves.iter().zip(inner) {
            let extent = leaf.extent.get(row);
            let step = within(index, leaf.origin.get(row), extent)?;
            offset = offset.wrapping_mul(extent).wrapping_add(step);
        }
        Some(self.starts.start(row).wrapping_add(offset))
    }

    /// What is wrong with an index that is not there.
    #[cold]
    pub(super) fn outside(&self, index: &[usize]) -> StructureError {
        let mut row = 0;
        for (mode, &index) in index.iter().enumerate() {
            let (extents, origins, _) = self.mode(mode);
            let (extent, begin) = (extents.get(row), origins.get(row));
            let Some(step) = within(index, begin, extent) else {
                let end = begin.wrapping_add(extent);
                return StructureError::IndexOutOfBounds { mode, row, index, begin, end };
            };
            if let Some(level) = self.levels.get(mode) {
                row = level.spans.start(row).wrapping_add(step);
            }
        }
        ShapeError::RankMismatch { expected: self.rank(), found: index.len() }.into()
    }

    /// The rows that are looked for first, given an element; and how many elements each of their entries has.
    pub(super) fn last_ragged(&self) -> Option<(&Spans, usize)> {
        match &self.starts {
            Spans::Uniform(each) => Some((&self.levels.last()?.spans, *each)),
            starts => Some((starts, 1)),
        }
    }

    #[inline]
    fn write_index(
        &self,
        offset: usize,
        index: &mut [usize],
        row_of: impl FnOnce(Starts<'_>, usize) -> usize,
    ) {
        let Some((outer, inner)) = index.split_at_mut_checked(self.levels.len()) else { return };
        // One mode after the other, from the last one on. `row` is that of the mode behind.
        let (mut row, mut left, mut row_of) = (offset, 0, Some(row_of));
        let mut find = |starts: Starts<'_>, entry| match row_of.take() {
            Some(row_of) => row_of(starts, entry),
            None => starts.row_of(entry),
        };
        match &self.starts {
            Spans::Uniform(1) => {}
            Spans::Uniform(each) => {
                row = offset.checked_div(*each).unwrap_or(0);
                left = offset.wrapping_sub(row.wrapping_mul(*each));
            }
            starts => {
                row = find(starts.starts(), offset);
                left = offset.wrapping_sub(starts.start(row));
            }
        }
        for (leaf, to) in self.leaves.iter().zip(inner).rev() {
            let extent = leaf.extent.get(row);
            let step = left.checked_rem(extent).unwrap_or(0);
            left = left.checked_div(extent).unwrap_or(0);
            *to = leaf.origin.get(row).wrapping_add(step);
        }
        for (level, to) in self.levels.iter().zip(outer).rev() {
            let starts = level.spans.starts();
            let parent = find(starts, row);
            let step = row.wrapping_sub(starts.start(parent));
            *to = level.origin.get(parent).wrapping_add(step);
            row = parent;
        }
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

/// How far an index is from the origin of its row, if it is in the row.
#[inline]
pub(super) fn within(index: usize, origin: usize, extent: usize) -> Option<usize> {
    // Below the origin this wraps to more than any extent, for an origin plus its extent does not wrap.
    let step = index.wrapping_sub(origin);
    (step < extent).then_some(step)
}
