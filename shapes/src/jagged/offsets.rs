//! Jagged shapes from the lengths of their rows, or from offsets.

use crate::error::Pieces;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::JaggedShape;
use super::compact::CompactMemory;
use super::spans::Spans;
use super::tower::{Level, Tower};
use crate::StructureError;

impl JaggedShape {
    /// Creates a jagged matrix whose rows have these lengths.
    ///
    /// # Errors
    /// Returns [`StructureError::SumOverflow`], [`Allocation`](extents::ShapeError::Allocation).
    ///
    /// ```
    /// use extents_shapes::{JaggedShape, jagged};
    /// assert_eq!(JaggedShape::from_lengths([10, 20])?, jagged![[10], [20]]?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn from_lengths(lengths: impl IntoIterator<Item = usize>) -> Result<Self, StructureError> {
        Self::from_lengths_in(Vec::new(), lengths)
    }

    /// Creates a jagged matrix whose rows have these lengths, in reused memory: see
    /// [`into_offsets`](Self::into_offsets).
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use extents_shapes::JaggedShape;
    /// let memory = JaggedShape::from_lengths([1, 2, 3])?.into_offsets().unwrap_or_default();
    /// assert_eq!(memory, [0, 1, 3, 6]);
    /// let shape = JaggedShape::from_lengths_in(memory, [4, 5])?;
    /// assert_eq!(shape, JaggedShape::from_lengths([4, 5])?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn from_lengths_in(
        memory: Vec<usize>,
        lengths: impl IntoIterator<Item = usize>,
    ) -> Result<Self, StructureError> {
        Self::matrix(Spans::from_lengths(1, lengths.into_iter(), memory)?)
    }

    /// Creates a jagged matrix whose rows have these lengths, in two bytes a row. This requires that no row has 2^24
    /// entries and that each 255 rows add up to less than 65536, as they do if no row is longer than 256; otherwise it
    /// is stored as by [`from_lengths`](Self::from_lengths).
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use extents_shapes::JaggedShape;
    /// let shape = JaggedShape::compact_from_lengths([10, 20])?;
    /// assert_eq!(shape, JaggedShape::from_lengths([10, 20])?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn compact_from_lengths(
        lengths: impl IntoIterator<Item = usize>,
    ) -> Result<Self, StructureError> {
        Self::compact_from_lengths_in(CompactMemory::default(), lengths)
    }

    /// Creates a jagged matrix as [`compact_from_lengths`](Self::compact_from_lengths) does, in reused memory: see
    /// [`into_compact_memory`](Self::into_compact_memory).
    ///
    /// # Errors
    /// As there.
    pub fn compact_from_lengths_in(
        memory: CompactMemory,
        lengths: impl IntoIterator<Item = usize>,
    ) -> Result<Self, StructureError> {
        Self::matrix(Spans::compact_from_lengths(1, lengths.into_iter(), memory)?)
    }

    /// Creates a jagged matrix from the offsets of its rows, followed by the end of the last row.
    ///
    /// # Errors
    /// Returns [`StructureError::FirstBoundary`] where the first one is not 0,
    /// [`FallingBoundary`](StructureError::FallingBoundary) where one is smaller than that before it,
    /// [`BoundaryCount`](StructureError::BoundaryCount) where there is none.
    ///
    /// ```
    /// use extents_shapes::JaggedShape;
    /// assert_eq!(JaggedShape::from_offsets(vec![0, 2, 5])?, JaggedShape::from_lengths([2, 3])?);
    /// assert!(JaggedShape::from_offsets(vec![0, 5, 3]).is_err());
    /// assert!(JaggedShape::from_offsets(vec![1, 2]).is_err());
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn from_offsets(offsets: Vec<usize>) -> Result<Self, StructureError> {
        Self::from_offset_levels([offsets])
    }

    /// Creates a jagged shape from one list of offsets for each ragged mode. Those of mode 1, which divide the entries
    /// of mode 1 among the entries of mode 0, come first.
    ///
    /// # Errors
    /// Returns the errors of [`from_offsets`](Self::from_offsets), with the level;
    /// [`BoundaryCount`](StructureError::BoundaryCount) where a level does not have one offset more than the level before
    /// it has entries.
    ///
    /// ```
    /// use extents_shapes::{JaggedShape, jagged};
    /// let shape = JaggedShape::from_offset_levels([vec![0, 1, 3], vec![0, 10, 30, 60]])?;
    /// assert_eq!(shape, jagged![{ [10] }, { [20], [30] }]?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn from_offset_levels(
        offsets: impl IntoIterator<Item = Vec<usize>>,
    ) -> Result<Self, StructureError> {
        let mut levels: Vec<Level> = Vec::new();
        let mut entries = None;
        for (at, offsets) in offsets.into_iter().enumerate() {
            let level = at.saturating_add(1);
            let spans = Spans::from_offsets(level, offsets)?;
            let rows = spans.rows();
            if let Some(entries) = entries
                && rows != entries
            {
                let expected = usize::saturating_add(entries, 1);
                let found = rows.saturating_add(1);
                return Err(StructureError::BoundaryCount {
                    of: Pieces::Rows,
                    mode: level,
                    expected,
                    found,
                });
            }
            if levels.is_empty() {
                levels.push(Level::plain(Spans::Uniform(rows)));
            }
            entries = Some(spans.start(rows));
            levels.push(Level::plain(spans));
        }
        if levels.is_empty() {
            return Err(StructureError::BoundaryCount {
                of: Pieces::Rows,
                mode: 1,
                expected: 1,
                found: 0,
            });
        }
        let outer = levels.len().saturating_sub(1);
        Ok(Self::from_tower(Tower::new(levels, Vec::new(), outer)?))
    }

    fn matrix(spans: Spans) -> Result<Self, StructureError> {
        let levels = vec![Level::plain(Spans::Uniform(spans.rows())), Level::plain(spans)];
        Ok(Self::from_tower(Tower::new(levels, Vec::new(), 1)?))
    }

    /// Returns the offsets of the rows of a ragged matrix, for reuse, or `None` if the shape is not stored as offsets,
    /// if another shape shares them, or if they are a part of a longer list behind its first row.
    ///
    /// ```
    /// use extents_shapes::JaggedShape;
    /// let shape = JaggedShape::from_lengths([1, 2])?;
    /// let copy = shape.clone();
    /// assert_eq!(shape.into_offsets(), None);
    /// assert_eq!(copy.into_offsets(), Some(vec![0, 1, 3]));
    /// // The first rows of a longer list keep its memory.
    /// let first = JaggedShape::from_lengths([1, 2, 3])?.slice_rows(0..2)?;
    /// assert_eq!(first.into_offsets(), Some(vec![0, 1, 3]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn into_offsets(self) -> Option<Vec<usize>> {
        let mut tower = Arc::try_unwrap(self.tower?).ok().filter(|tower| tower.rank() == 2)?;
        match (tower.levels.pop()?.spans, tower.levels.len()) {
            (Spans::Wide(wide), 1) => wide.into_vec(),
            _ => None,
        }
    }

    /// Returns the memory of a ragged matrix in compact form, for reuse, or `None` if it is not stored in compact form,
    /// or where [`into_offsets`](Self::into_offsets) returns `None`.
    pub fn into_compact_memory(self) -> Option<CompactMemory> {
        let mut tower = Arc::try_unwrap(self.tower?).ok().filter(|tower| tower.rank() == 2)?;
        match (tower.levels.pop()?.spans, tower.levels.len()) {
            (Spans::Compact(compact), 1) => compact.into_memory(),
            _ => None,
        }
    }
}
