//! Changes of the modes of a jagged shape: their origins, and two of them made one.

use alloc::vec::Vec;

use super::JaggedShape;
use super::run::Column;
use super::spans::Spans;
use super::tower::{LeafMode, Level, Tower, varying};
use crate::{ShapeBase, StructureError};
use extents::{ShapeError, error::Bounded};

impl JaggedShape {
    /// Returns the same shape with this origin for its first modes, in all their rows. The other modes keep their
    /// origins.
    ///
    /// # Errors
    /// Returns [`RankMismatch`](ShapeError::RankMismatch) where there are more coordinates than modes,
    /// [`StructureError::OriginOverflow`], [`Null`](ShapeError::Null).
    ///
    /// ```
    /// use extents_shapes::jagged;
    /// let shape = jagged![[10], [20]]?.with_origin(&[10])?;
    /// assert_eq!(shape.index(29)?.as_ref(), [11, 19]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn with_origin(&self, origin: &[usize]) -> Result<Self, StructureError> {
        let Some(tower) = &self.tower else { return Err(ShapeError::Null.into()) };
        if origin.len() > tower.rank() {
            let (expected, found) = (tower.rank(), origin.len());
            return Err(ShapeError::RankMismatch { expected, found }.into());
        }
        let (mut levels, mut leaves) = (tower.levels.clone(), tower.leaves.clone());
        let places = levels.iter_mut().map(|level| &mut level.origin);
        let places = places.chain(leaves.iter_mut().map(|mode| &mut mode.origin));
        for (place, &origin) in places.zip(origin) {
            *place = Column::Uniform(origin);
        }
        Ok(Self::from_tower(Tower::new(levels, leaves, tower.outer_rank)?))
    }

    /// Sets the origin of the first modes. On an error nothing changes.
    ///
    /// # Errors
    /// Returns the errors of [`with_origin`](Self::with_origin).
    ///
    /// ```
    /// let mut shape = extents_shapes::jagged![[1], [2]]?;
    /// shape.set_origin(&[10, 5])?;
    /// assert!(shape.indices_of::<2>()?.eq([[10, 5], [11, 5], [11, 6]]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn set_origin(&mut self, origin: &[usize]) -> Result<(), StructureError> {
        *self = self.with_origin(origin)?;
        Ok(())
    }

    /// Returns the shape of the first modes, whose indices are the partial indices of this shape.
    ///
    /// # Errors
    /// Returns [`RankMismatch`](ShapeError::RankMismatch) where the shape has fewer modes,
    /// [`Null`](ShapeError::Null).
    ///
    /// ```
    /// use extents_shapes::jagged;
    /// let shape = jagged![{ [10] }, { [20], [30] }]?;
    /// assert_eq!(shape.first_modes(2)?, jagged![[1], [2]]?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn first_modes(&self, modes: usize) -> Result<Self, StructureError> {
        let Some(tower) = &self.tower else { return Err(ShapeError::Null.into()) };
        if modes > tower.rank() {
            let (expected, found) = (tower.rank(), modes);
            return Err(ShapeError::RankMismatch { expected, found }.into());
        }
        let levels: Vec<Level> = tower.levels.iter().take(modes).cloned().collect();
        let leaves = modes.saturating_sub(levels.len());
        let leaves = tower.leaves.iter().take(leaves).cloned().collect();
        Ok(Self::from_tower(Tower::new(levels, leaves, tower.outer_rank.min(modes))?))
    }

    /// Merges modes `mode` and `mode + 1` into one, whose rows are those of the second concatenated. Its origin is 0.
    ///
    /// # Errors
    /// Returns [`OutOfBounds`](ShapeError::OutOfBounds) where there is no next mode.
    ///
    /// ```
    /// use extents_shapes::jagged;
    /// let shape = jagged![{ [10] }, { [20], [30] }]?;
    /// assert_eq!(shape.flatten(0)?, jagged![[10], [20], [30]]?);
    /// assert_eq!(shape.flatten(1)?, jagged![[10], [50]]?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn flatten(&self, mode: usize) -> Result<Self, StructureError> {
        let rank = self.rank();
        let next = mode.saturating_add(1);
        let Some(tower) = self.tower.as_ref().filter(|_| next < rank) else {
            return Err(
                ShapeError::OutOfBounds { of: Bounded::Mode, number: next, limit: rank }.into()
            );
        };
        let outer = tower.outer_rank;
        // The rows of the merged mode are of different entries of the last outer mode: what follows them differs as it did before.
        let is_outer = outer == next && next.saturating_add(1) < rank;
        let outer = match outer > next {
            true => outer.saturating_sub(1),
            false if is_outer => outer,
            false => outer.min(mode),
        };
        if let Some(at) = mode.checked_sub(tower.levels.len()) {
            let mut leaves = tower.leaves.clone();
            let second = leaves.remove(at.saturating_add(1)).extent;
            if let Some(first) = leaves.get_mut(at) {
                let extent = first.extent.times(&second, tower.leaf_count())?;
                *first = LeafMode { extent, origin: Column::Uniform(0) };
            }
            return Ok(Self::from_tower(Tower::new(tower.levels.clone(), leaves, outer)?));
        }
        let mut parts = tower.unrolled(next.saturating_add(1))?;
        let second = parts.levels.remove(next).spans;
        let (rows, entries) = (parts.rows(mode), parts.rows(next));
        let Some(first) = parts.levels.get_mut(mode) else { return Ok(self.clone()) };
        let spans = match (&first.spans, &second) {
            (Spans::Uniform(left), Spans::Uniform(right)) => {
                Spans::Uniform(left.saturating_mul(*right))
            }
            // No row has an entry, however many rows there are.
            _ if rows > 0 && entries == 0 => Spans::Uniform(0),
            (left, right) => {
                let ends = (0..rows).map(|row| {
                    let entries = left.range(row);
                    right.start(entries.end).wrapping_sub(right.start(entries.start))
                });
                Spans::from_lengths(mode, ends, Vec::new())?
            }
        };
        *first = Level::plain(spans);
        Ok(Self::from_tower(Tower::new(parts.levels, parts.leaves, outer)?))
    }
}

/// Levels and leaves of which so many are levels, whether or not they could be leaves.
pub(super) struct Unrolled {
    pub(super) levels: Vec<Level>,
    pub(super) leaves: Vec<LeafMode>,
    rows: Vec<usize>,
}

impl Unrolled {
    pub(super) fn rows(&self, level: usize) -> usize {
        self.rows.get(level).copied().unwrap_or(0)
    }
}

impl Tower {
    /// The number of levels that are needed. One more is there where all leaves are alike: the first leaf mode.
    pub(super) fn least_levels(&self) -> usize {
        let alike = self.leaves.iter().all(LeafMode::is_uniform);
        self.levels.len().saturating_sub(usize::from(alike))
    }

    /// Whether all leaves of both have the same extents and origins.
    pub(super) fn has_leaves_of(&self, other: &Self) -> bool {
        let same = |(left, right): (&LeafMode, &LeafMode)| {
            left.is_uniform()
                && right.is_uniform()
                && (left.extent.get(0), left.origin.get(0))
                    == (right.extent.get(0), right.origin.get(0))
        };
        self.leaves.len() == other.leaves.len() && self.leaves.iter().zip(&other.leaves).all(same)
    }

    /// Turns leaf modes into levels until there are so many of them, or the last level into a leaf mode if there is
    /// one more.
    pub(super) fn unrolled(&self, depth: usize) -> Result<Unrolled, StructureError> {
        let (mut levels, mut leaves) = (self.levels.clone(), self.leaves.clone());
        let mut rows = self.rows.clone();
        if levels.len() > depth.max(self.least_levels())
            && let Some(Level { spans, origin }) = levels.pop()
        {
            leaves.insert(0, LeafMode { extent: Column::Lengths(spans), origin });
            rows.pop();
        }
        // The innermost first, so that each level is taken from behind the others.
        leaves.reverse();
        let mut varying = varying(&leaves);
        while levels.len() < depth
            && let Some(LeafMode { extent, origin }) = leaves.pop()
        {
            varying.pop_if(|at| *at == leaves.len());
            let parents = rows.last().copied().unwrap_or(1);
            let spans = match extent {
                Column::Uniform(length) => Spans::Uniform(length),
                Column::Lengths(spans) => spans,
                Column::Varying(lengths) => {
                    let lengths = lengths.as_slice().iter().copied();
                    Spans::from_lengths(levels.len(), lengths, Vec::new())?
                }
            };
            let entries = match &spans {
                Spans::Uniform(length) => {
                    let elements = parents.saturating_mul(*length);
                    parents.checked_mul(*length).ok_or(ShapeError::Allocation { elements })?
                }
                spans => spans.start(parents),
            };
            for &at in &varying {
                if let Some(mode) = leaves.get_mut(at) {
                    mode.give_children(&spans, parents, entries)?;
                }
            }
            rows.push(entries);
            levels.push(Level { spans, origin });
        }
        leaves.reverse();
        Ok(Unrolled { levels, leaves, rows })
    }
}
