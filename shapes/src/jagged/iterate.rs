//! All indices of a jagged shape, run by run along the last mode.

use super::JaggedShape;
use super::tower::Tower;
use crate::{ShapeBase, StructureError};
use extents::ModeArray;

impl JaggedShape {
    /// Returns an iterator over all indices as arrays, in lexicographic order, starting at the origin: faster than
    /// [`indices`](ShapeBase::indices) where the rank is known.
    ///
    /// # Errors
    /// Returns [`RankMismatch`](extents::ShapeError::RankMismatch).
    ///
    /// ```
    /// use extents_shapes::JaggedShape;
    /// let shape = JaggedShape::from_lengths([1, 2])?;
    /// assert!(shape.indices_of::<2>()?.eq([[0, 0], [1, 0], [1, 1]]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn indices_of<const R: usize>(
        &self,
    ) -> Result<JaggedIndices<'_, [usize; R]>, StructureError> {
        self.check_rank(R)?;
        Ok(JaggedIndices::new(self.tower.as_deref(), [0; R], true))
    }

    pub(super) fn zero_index(&self) -> ModeArray<usize> {
        (0..self.rank()).map(|_| 0).collect()
    }
}

/// An iterator over all indices of a [`JaggedShape`], in lexicographic order.
///
/// ```
/// let shape = extents_shapes::jagged![[1], [2]]?;
/// let last = shape.indices_of::<2>()?.fold([0, 0], |_, index| index);
/// assert_eq!(last, [1, 1]);
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone, Debug)]
pub struct JaggedIndices<'a, I> {
    tower: Option<&'a Tower>,
    /// Whether coordinates count from the origin of their row, or from 0.
    absolute: bool,
    /// The row of each level, and the leaf.
    rows: ModeArray<usize>,
    /// The next index.
    index: I,
    /// How many indices are left in the run along the last mode, this one included.
    run: usize,
    /// How many are left in all.
    left: usize,
}

impl<'a, I: AsRef<[usize]> + AsMut<[usize]> + Clone> JaggedIndices<'a, I> {
    /// The indices, in a buffer of the right length.
    pub(super) fn new(tower: Option<&'a Tower>, index: I, absolute: bool) -> Self {
        let left = tower.map_or(0, |tower| tower.size);
        let levels = tower.map_or(0, |tower| tower.levels.len());
        let rows = (0..=levels).map(|_| 0).collect();
        let mut this = JaggedIndices { tower, absolute, rows, index, run: 0, left };
        if left > 0 {
            this.enter_first();
        }
        this
    }

    /// Goes to the first index, which exists.
    fn enter_first(&mut self) {
        let Some(tower) = self.tower else { return };
        if tower.rank() == 0 {
            self.run = 1;
            return;
        }
        // Of each level the first row is that of the first element.
        let mut row = tower.starts.row_of(0);
        for (at, level) in tower.levels.iter().enumerate().rev() {
            self.set_row(at.wrapping_add(1), row);
            row = level.spans.row_of(row);
        }
        for mode in 0..tower.rank() {
            self.set_coordinate(tower, mode, 0);
        }
        if let Some(last) = tower.levels.last()
            && tower.leaves.is_empty()
        {
            // The last row of levels holds single elements: it begins where the first element is.
            let (row, entry) =
                (self.row(tower.levels.len().wrapping_sub(1)), self.row(tower.levels.len()));
            self.run = last.spans.start(row.wrapping_add(1)).wrapping_sub(entry);
        } else {
            self.run =
                tower.leaves.last().map_or(1, |mode| mode.extent.get(self.row(tower.levels.len())));
        }
        self.fix_levels(tower);
    }

    /// Writes the coordinates of all levels, given their rows.
    fn fix_levels(&mut self, tower: &Tower) {
        for (at, level) in tower.levels.iter().enumerate() {
            let step = self.row(at.wrapping_add(1)).wrapping_sub(level.spans.start(self.row(at)));
            self.set_coordinate(tower, at, step);
        }
    }

    /// Goes to the next run, which exists.
    #[inline(never)]
    fn enter_next(&mut self) {
        let Some(tower) = self.tower else { return };
        let depth = tower.levels.len();
        if tower.leaves.is_empty() {
            // The next row of the last level that is not empty.
            let Some(last) = tower.levels.last() else { return };
            let at = depth.wrapping_sub(1);
            let mut row = self.row(at).wrapping_add(1);
            while last.spans.len(row) == 0 {
                row = row.wrapping_add(1);
            }
            self.set_row(at, row);
            self.set_row(depth, last.spans.start(row));
            self.run = last.spans.len(row);
            self.set_coordinate(tower, at, 0);
            self.climb(tower, at);
            return;
        }
        let leaf = self.row(depth);
        for (at, mode) in tower.leaves.iter().enumerate().rev().skip(1) {
            let at = depth.wrapping_add(at);
            let origin = if self.absolute { mode.origin.get(leaf) } else { 0 };
            let next = self.coordinate(at).wrapping_sub(origin).wrapping_add(1);
            if next < mode.extent.get(leaf) {
                self.set_coordinate(tower, at, next);
                for later in at.wrapping_add(1)..tower.rank() {
                    self.set_coordinate(tower, later, 0);
                }
                self.run = tower.leaves.last().map_or(0, |mode| mode.extent.get(leaf));
                return;
            }
        }
        let mut leaf = leaf.wrapping_add(1);
        while tower.starts.len(leaf) == 0 {
            leaf = leaf.wrapping_add(1);
        }
        self.set_row(depth, leaf);
        self.climb(tower, depth);
        for mode in depth..tower.rank() {
            self.set_coordinate(tower, mode, 0);
        }
        self.run = tower.leaves.last().map_or(0, |mode| mode.extent.get(leaf));
    }

    /// Moves the rows above level `at` to where its row now belongs, and writes their coordinates.
    fn climb(&mut self, tower: &Tower, at: usize) {
        for (above, level) in tower.levels.iter().enumerate().take(at).rev() {
            let child = self.row(above.wrapping_add(1));
            let before = self.row(above);
            let mut row = before;
            while level.spans.start(row.wrapping_add(1)) <= child {
                row = row.wrapping_add(1);
            }
            self.set_row(above, row);
            self.set_coordinate(tower, above, child.wrapping_sub(level.spans.start(row)));
            if row == before {
                return;
            }
        }
    }

    #[inline]
    fn row(&self, level: usize) -> usize {
        self.rows.get(level).copied().unwrap_or(0)
    }

    #[inline]
    fn set_row(&mut self, level: usize, row: usize) {
        if let Some(to) = self.rows.get_mut(level) {
            *to = row;
        }
    }

    #[inline]
    fn coordinate(&self, mode: usize) -> usize {
        self.index.as_ref().get(mode).copied().unwrap_or(0)
    }

    /// Writes the coordinate that is `step` behind the origin of the row of its mode.
    fn set_coordinate(&mut self, tower: &Tower, mode: usize, step: usize) {
        let depth = tower.levels.len();
        let row = self.row(mode.min(depth));
        let origin = match tower.levels.get(mode) {
            _ if !self.absolute => 0,
            Some(level) => level.origin.get(row),
            None => {
                let leaf = tower.leaves.get(mode.wrapping_sub(depth));
                leaf.map_or(0, |leaf| leaf.origin.get(row))
            }
        };
        if let Some(to) = self.index.as_mut().get_mut(mode) {
            *to = origin.wrapping_add(step);
        }
    }
}

impl<I: AsRef<[usize]> + AsMut<[usize]> + Clone> Iterator for JaggedIndices<'_, I> {
    type Item = I;

    #[inline]
    fn next(&mut self) -> Option<I> {
        if self.left == 0 {
            return None;
        }
        let index = self.index.clone();
        self.left = self.left.wrapping_sub(1);
        self.run = self.run.wrapping_sub(1);
        if self.run > 0 {
            if let Some(last) = self.index.as_mut().last_mut() {
                *last = last.wrapping_add(1);
            }
        } else if self.left > 0 {
            self.enter_next();
        }
        Some(index)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    #[inline]
    fn count(self) -> usize {
        self.left
    }

    #[inline]
    fn fold<B, F: FnMut(B, I) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        while self.left > 0 {
            let first = self.index.as_ref().last().copied().unwrap_or(0);
            for step in 0..self.run {
                let mut index = self.index.clone();
                if let Some(last) = index.as_mut().last_mut() {
                    *last = first.wrapping_add(step);
                }
                folded = f(folded, index);
            }
            self.left = self.left.wrapping_sub(self.run);
            if self.left > 0 {
                self.enter_next();
            }
        }
        folded
    }
}

impl<I: AsRef<[usize]> + AsMut<[usize]> + Clone> ExactSizeIterator for JaggedIndices<'_, I> {}
impl<I: AsRef<[usize]> + AsMut<[usize]> + Clone> core::iter::FusedIterator
    for JaggedIndices<'_, I>
{
}
