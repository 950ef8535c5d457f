//! Slices and chips of a jagged shape.

use alloc::vec::Vec;
use core::ops::Range;

use super::JaggedShape;
use super::run::{Column, fill, reserve};
use super::spans::Spans;
use super::tower::{LeafMode, Level, Tower};
use crate::region::{Pick, picks};
use crate::{Region, ShapeBase, StructureError};
use extents::{ModeArray, ShapeError, error::Bounded};

/// How a part is cut out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    /// Whether modes that are pinned are left out.
    chips: bool,
    /// Whether a row that does not have all of a range gives what it has, and is no error.
    clips: bool,
}

impl Cut {
    pub(super) const STRICT_SLICE: Cut = Cut { chips: false, clips: false };
    pub(super) const STRICT_CHIP: Cut = Cut { chips: true, clips: false };
    pub(super) const CLIP: Cut = Cut { chips: false, clips: true };
}

impl JaggedShape {
    /// Returns the slice at a partial index, which may be empty: the shape of the remaining modes.
    ///
    /// # Errors
    /// Returns [`StructureError::IndexOutOfBounds`], [`TooManyPins`](StructureError::TooManyPins).
    ///
    /// ```
    /// use extents_shapes::jagged;
    /// let shape = jagged![{ [10] }, { [20], [30] }]?;
    /// assert_eq!(shape.element(&[1])?, jagged![[20], [30]]?);
    /// assert_eq!(shape.element(&[1, 0])?.to_string(), "[20]");
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn element(&self, prefix: &[usize]) -> Result<JaggedShape, StructureError> {
        if prefix.is_empty() {
            return Ok(self.clone());
        }
        self.part(Region::Pins(prefix), Cut::STRICT_CHIP)
    }

    /// Returns a range of slices along mode 0, in absolute indices, without copying.
    ///
    /// # Errors
    /// Returns [`StructureError::SliceOutOfBounds`]; of [`ShapeError`] `BeginAfterEnd`, and `OutOfBounds` where
    /// there is no mode.
    ///
    /// ```
    /// use extents_shapes::jagged;
    /// let shape = jagged![[10], [20], [30]]?;
    /// let part = shape.slice_rows(1..3)?;
    /// assert_eq!(part, jagged![[20], [30]]?.with_origin(&[1])?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn slice_rows(&self, rows: Range<usize>) -> Result<JaggedShape, StructureError> {
        let Range { start: first, end: last } = rows;
        let rank = self.rank();
        if rank == 0 {
            return Err(
                ShapeError::OutOfBounds { of: Bounded::Mode, number: 0, limit: rank }.into()
            );
        }
        if first > last {
            return Err(ShapeError::BeginAfterEnd { mode: 0, begin: first, end: last }.into());
        }
        let mut picks: ModeArray<Pick> = (0..rank).map(|_| Pick::Full).collect();
        if let Some(pick) = picks.first_mut() {
            *pick = Pick::Range { first, last };
        }
        self.cut_out(&picks, Cut::STRICT_SLICE)
    }

    pub(super) fn part(&self, region: Region<'_>, cut: Cut) -> Result<JaggedShape, StructureError> {
        self.cut_out(&picks(region, self.rank())?, cut)
    }

    fn cut_out(&self, picks: &[Pick], cut: Cut) -> Result<JaggedShape, StructureError> {
        let dropped = |picks: &[Pick]| picks.iter().filter(|pick| pick.is_dropped()).count();
        if cut.chips && dropped(picks) == 0 {
            return Err(ShapeError::NothingToChip.into());
        }
        let Some(tower) = &self.tower else { return Ok(self.clone()) };
        let mut levels = Vec::new();
        let mut rows = Rows::Range(0..1);
        let (outer, inner) = picks.split_at(tower.levels.len());
        let leaves_are_alike = tower.leaves.iter().all(LeafMode::is_uniform);
        let mut reached = Reached::All;
        for (mode, (level, &pick)) in tower.levels.iter().zip(outer).enumerate() {
            if mode == tower.outer_rank {
                // From here on slices are smooth: all modes of one that is taken are checked.
                reached = Reached::all_of(rows.len());
            }
            // Behind the last level it may not matter which rows are taken.
            let is_last = mode.saturating_add(1) == tower.levels.len();
            let (part, entries) =
                rows.enter(mode, level, pick, cut, is_last && leaves_are_alike)?;
            if !(cut.chips && pick.is_dropped()) {
                levels.push(part);
            }
            rows = entries;
        }
        if tower.outer_rank >= tower.levels.len() {
            reached = Reached::all_of(rows.len());
        }
        let mut leaves = Vec::new();
        for (at, (leaf, &pick)) in tower.leaves.iter().zip(inner).enumerate() {
            let mode = tower.levels.len().wrapping_add(at);
            let part = rows.cut(mode, &leaf.extent, &leaf.origin, pick, cut, &reached)?;
            if mode < tower.outer_rank && !cut.clips {
                reached.pass(&part.extent, rows.len())?;
            }
            if !(cut.chips && pick.is_dropped()) {
                leaves.push(part);
            }
        }
        let outer = picks.get(..tower.outer_rank).unwrap_or(picks);
        let gone = if cut.chips { dropped(outer) } else { 0 };
        let tower = Tower::new(levels, leaves, tower.outer_rank.saturating_sub(gone))?;
        Ok(JaggedShape::from_tower(tower))
    }
}

/// Which of the rows that are taken have an entry in each mode before that was spelled out slice by slice. A
/// region may leave the others: nothing of them is there to be left.
enum Reached {
    All,
    None,
    Some(Vec<bool>),
}

impl Reached {
    fn all_of(rows: usize) -> Self {
        if rows > 0 { Reached::All } else { Reached::None }
    }

    fn is_any(&self) -> bool {
        match self {
            Reached::All => true,
            Reached::None => false,
            Reached::Some(rows) => rows.contains(&true),
        }
    }

    fn is_row(&self, row: usize) -> bool {
        match self {
            Reached::All => true,
            Reached::None => false,
            Reached::Some(rows) => rows.get(row).copied().unwrap_or(false),
        }
    }

    /// Leaves out the rows that a mode leaves without entries.
    fn pass(&mut self, extent: &Column, rows: usize) -> Result<(), StructureError> {
        if extent.is_uniform() {
            if extent.get(0) == 0 {
                *self = Reached::None;
            }
        } else if (0..rows).any(|row| extent.get(row) == 0) {
            let mut list = Vec::new();
            reserve(&mut list, rows)?;
            list.extend((0..rows).map(|row| self.is_row(row) && extent.get(row) > 0));
            *self = Reached::Some(list);
        }
        Ok(())
    }
}

/// Which rows of a level are taken.
enum Rows {
    Range(Range<usize>),
    List(Vec<usize>),
    /// So many, of which this is the first one; all rows are alike.
    Alike {
        first: usize,
        rows: usize,
    },
}

impl Rows {
    fn len(&self) -> usize {
        match self {
            Rows::Range(rows) => rows.len(),
            Rows::List(rows) => rows.len(),
            Rows::Alike { rows, .. } => *rows,
        }
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let (range, list) = match self {
            Rows::Range(rows) => (rows.clone(), &[][..]),
            Rows::List(rows) => (0..0, &rows[..]),
            Rows::Alike { first, rows } => (*first..first.saturating_add(*rows), &[][..]),
        };
        range.chain(list.iter().copied())
    }

    fn of(&self, column: &Column) -> Result<Column, StructureError> {
        match self {
            Rows::Range(rows) => Ok(column.window(rows.start, rows.end)),
            _ => Ok(column.gather(self.len(), self.iter())?),
        }
    }

    /// All of a level, where it is plain that no row of it is longer than the range.
    fn full_if_covered(&self, level: &Level, pick: Pick) -> Pick {
        if let Rows::Range(rows) = self
            && let Pick::Range { first, last } = pick
            && let Column::Uniform(origin) = level.origin
            && first <= origin
            && !rows.is_empty()
        {
            let entries = level.spans.start(rows.end).wrapping_sub(level.spans.start(rows.start));
            if last.saturating_sub(origin) >= entries {
                return Pick::Full;
            }
        }
        pick
    }

    /// What a pick leaves of a mode of these rows. A row that is not reached is not left either.
    fn cut(
        &self,
        mode: usize,
        extent: &Column,
        origin: &Column,
        pick: Pick,
        cut: Cut,
        reached: &Reached,
    ) -> Result<LeafMode, StructureError> {
        if pick == Pick::Full {
            return Ok(LeafMode { extent: self.of(extent)?, origin: self.of(origin)? });
        }
        let range_of = |row: usize, is_checked: bool| {
            let (begin, extent) = (origin.get(row), extent.get(row));
            let end = begin.wrapping_add(extent);
            if cut.clips || !is_checked {
                Ok(pick.clipped(begin, end))
            } else {
                pick.strict(mode, row, begin, end)
            }
        };
        // Rows that are all alike are cut once, even where there is none.
        if extent.is_uniform() && origin.is_uniform() {
            let (first, last) = range_of(self.iter().next().unwrap_or(0), reached.is_any())?;
            return Ok(LeafMode::uniform(last.wrapping_sub(first), first));
        }
        let (mut extents, mut origins) = (Vec::new(), Vec::new());
        reserve(&mut extents, self.len())?;
        reserve(&mut origins, self.len())?;
        for (at, row) in self.iter().enumerate() {
            let (first, last) = range_of(row, reached.is_row(at))?;
            extents.push(last.wrapping_sub(first));
            origins.push(first);
        }
        Ok(LeafMode { extent: Column::new(extents), origin: Column::new(origins) })
    }

    /// What a pick leaves of a level of these rows, and which entries of it.
    fn enter(
        &self,
        mode: usize,
        level: &Level,
        pick: Pick,
        cut: Cut,
        entries_are_alike: bool,
    ) -> Result<(Level, Rows), StructureError> {
        let spans = &level.spans;
        let pick = if cut.clips { self.full_if_covered(level, pick) } else { pick };
        if let (Rows::Range(rows), Pick::Full) = (self, pick) {
            let (spans, entries) = (
                spans.window(rows.start, rows.end),
                spans.start(rows.start)..spans.start(rows.end),
            );
            let part = Level { spans, origin: self.of(&level.origin)? };
            return Ok((part, Rows::Range(entries)));
        }
        let lengths = Column::Lengths(spans.clone());
        let LeafMode { extent, origin } =
            self.cut(mode, &lengths, &level.origin, pick, cut, &Reached::all_of(self.len()))?;
        let part = |spans| Level { spans, origin: origin.clone() };
        let taken = |at: usize, row: usize| {
            let skipped = origin.get(at).wrapping_sub(level.origin.get(row));
            let first = spans.start(row).wrapping_add(skipped);
            first..first.wrapping_add(extent.get(at))
        };
        if let Rows::Range(rows) = self
            && rows.len() == 1
        {
            let entries = taken(0, rows.start);
            return Ok((part(Spans::Uniform(entries.len())), Rows::Range(entries)));
        }
        let rows = self.len();
        let (spans, count) = match &extent {
            Column::Uniform(length) => (Spans::Uniform(*length), rows.saturating_mul(*length)),
            extent => {
                let lengths = (0..rows).map(|at| extent.get(at));
                let spans = Spans::from_lengths(mode, lengths, Vec::new())?;
                let count = spans.start(rows);
                (spans, count)
            }
        };
        // None is looked for behind the last one: rows without entries may be very many.
        let mut entries = self.iter().enumerate().flat_map(|(at, row)| taken(at, row)).take(count);
        let entries = if entries_are_alike {
            Rows::Alike { first: entries.next().unwrap_or(0), rows: count }
        } else {
            let mut list = Vec::new();
            reserve(&mut list, count)?;
            fill(&mut list, &mut entries)?;
            Rows::List(list)
        };
        Ok((part(spans), entries))
    }
}
