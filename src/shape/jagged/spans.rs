//! [`Spans`]: where the entries of each row begin and end.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use super::run::Run;
use crate::ShapeError;
use crate::shape::StructureError;

/// The largest number of entries that a shape or a level of it has.
pub(super) const MOST: usize = isize::MAX as usize;

/// Rows of a level: row `r` has the entries from `start(r)` to `start(r + 1)`, counted over all rows.
#[derive(Clone, Debug)]
pub(crate) enum Spans {
    /// All rows have the same length.
    Uniform(usize),
    /// One offset a row, and the end.
    Wide(Wide),
    /// Two bytes a row.
    Compact(Compact),
}

impl Spans {
    /// Where a row begins. The number of rows is a row here: its beginning is the end of the last.
    #[inline]
    pub(crate) fn start(&self, row: usize) -> usize {
        match self {
            Spans::Uniform(length) => row.wrapping_mul(*length),
            Spans::Wide(wide) => wide.start(row),
            Spans::Compact(compact) => compact.start(row),
        }
    }

    #[inline]
    pub(crate) fn len(&self, row: usize) -> usize {
        match self {
            Spans::Uniform(length) => *length,
            _ => self.start(row.wrapping_add(1)).wrapping_sub(self.start(row)),
        }
    }

    #[inline]
    pub(crate) fn range(&self, row: usize) -> Range<usize> {
        self.start(row)..self.start(row.wrapping_add(1))
    }

    /// How many rows there are; 0 where only the level that they belong to knows.
    pub(super) fn rows(&self) -> usize {
        match self {
            Spans::Uniform(_) => 0,
            Spans::Wide(wide) => wide.offsets.as_slice().len().saturating_sub(1),
            Spans::Compact(compact) => compact.steps.len().saturating_sub(1),
        }
    }

    /// The row of an entry that is there.
    pub(crate) fn row_of(&self, entry: usize) -> usize {
        match self {
            Spans::Uniform(length) => entry.checked_div(*length).unwrap_or(0),
            Spans::Wide(wide) => {
                let absolute = entry.wrapping_add(wide.base);
                wide.offsets.as_slice().partition_point(|&o| o <= absolute).saturating_sub(1)
            }
            Spans::Compact(compact) => compact.row_of(entry),
        }
    }

    /// The rows from `begin` to `end`, without copying them.
    pub(crate) fn window(&self, begin: usize, end: usize) -> Self {
        match self {
            Spans::Uniform(length) => Spans::Uniform(*length),
            Spans::Wide(wide) => {
                Spans::Wide(Wide::new(wide.offsets.window(begin, end.saturating_add(1))))
            }
            Spans::Compact(compact) => {
                let base = compact.absolute(begin);
                let begin = compact.begin.wrapping_add(begin);
                Spans::Compact(Compact { begin, base, ..compact.clone() })
            }
        }
    }

    /// The first row whose length is not that of row 0, among so many.
    pub(super) fn first_unlike(&self, rows: usize) -> Option<usize> {
        let first = self.len(0);
        match self {
            Spans::Uniform(_) => None,
            Spans::Wide(wide) => {
                let pairs = wide.offsets.as_slice().windows(2);
                pairs.map(length_of).position(|length| length != first)
            }
            Spans::Compact(_) => (0..rows).find(|&row| self.len(row) != first),
        }
    }

    /// One length for all rows, where they all have it.
    pub(super) fn simplified(self, rows: usize) -> Self {
        if rows > 0 && self.first_unlike(rows).is_none() {
            Spans::Uniform(self.len(0))
        } else {
            self
        }
    }

    /// Whether so many rows have the same lengths in both. Looks at the memory first.
    pub(super) fn equals(&self, other: &Self, rows: usize) -> bool {
        match (self, other) {
            (Spans::Uniform(left), Spans::Uniform(right)) => left == right,
            (Spans::Uniform(_), _) | (_, Spans::Uniform(_)) => false,
            (Spans::Wide(left), Spans::Wide(right)) => {
                let (a, b) = (left.offsets.as_slice(), right.offsets.as_slice());
                left.offsets.is_same(&right.offsets)
                    || if left.base == right.base {
                        a == b
                    } else {
                        a.len() == b.len()
                            && a.windows(2).map(length_of).eq(b.windows(2).map(length_of))
                    }
            }
            (Spans::Compact(left), Spans::Compact(right)) if left.is_same(right) => true,
            _ => (0..rows)
                .all(|row| self.start(row.wrapping_add(1)) == other.start(row.wrapping_add(1))),
        }
    }

    /// The bytes that it takes for each row, in all.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Spans::Uniform(_) => 0,
            Spans::Wide(wide) => size_of_val(wide.offsets.as_slice()),
            Spans::Compact(compact) => {
                let bases = size_of_val(compact.blocks.as_slice());
                bases.saturating_add(size_of_val(compact.steps.as_slice()))
            }
        }
    }

    /// Rows of these lengths, one offset each, written into `memory` from its beginning.
    pub(super) fn from_lengths(
        level: usize,
        lengths: impl Iterator<Item = usize>,
        mut memory: Vec<usize>,
    ) -> Result<Self, StructureError> {
        memory.clear();
        reserve(&mut memory, lengths.size_hint().0.saturating_add(1))?;
        memory.push(0);
        let mut end = 0_usize;
        memory.extend(lengths.map(|length| {
            end = end.saturating_add(length);
            end
        }));
        checked_total(level, &memory)?;
        Ok(Spans::Wide(Wide::new(Run::new(memory))))
    }

    /// The rows between these offsets.
    pub(super) fn from_offsets(level: usize, offsets: Vec<usize>) -> Result<Self, StructureError> {
        match offsets.first() {
            Some(0) => {}
            Some(&found) => return Err(StructureError::FirstOffset { level, found }),
            None => return Err(StructureError::OffsetCount { level, expected: 1, found: 0 }),
        }
        // One pass without a branch; what is wrong is looked for only if something is.
        let falls =
            offsets.windows(2).fold(false, |falls, pair| falls | (pair.first() > pair.last()));
        if falls {
            for (row, pair) in offsets.windows(2).enumerate() {
                if let &[from, to] = pair
                    && from > to
                {
                    return Err(StructureError::FallingOffset { level, row, from, to });
                }
            }
        }
        checked_total(level, &offsets)?;
        Ok(Spans::Wide(Wide::new(Run::new(offsets))))
    }

    /// Rows of these lengths in two bytes each, or one offset each where that does not fit; and their number.
    pub(super) fn compact_from_lengths(
        level: usize,
        mut lengths: impl Iterator<Item = usize>,
    ) -> Result<(Self, usize), StructureError> {
        let rows = lengths.size_hint().0;
        let (mut blocks, mut steps) = (Vec::new(), Vec::new());
        reserve(&mut blocks, rows.wrapping_div(Compact::BLOCK).saturating_add(1))?;
        reserve(&mut steps, rows.saturating_add(1))?;
        let mut base = 0_usize;
        loop {
            let mut block = [0; Compact::BLOCK];
            let mut filled = 0_usize;
            for (slot, length) in block.iter_mut().zip(&mut lengths) {
                *slot = length;
                filled = filled.wrapping_add(1);
            }
            let is_last = filled < Compact::BLOCK;
            let (block, _) = block.split_at(filled);
            // Offsets count from the base of their block, and the end of the last block is one of its offsets.
            let counted =
                if is_last { block } else { block.split_last().map_or(block, |(_, rest)| rest) };
            let largest = counted.iter().fold(0_usize, |sum, &length| sum.saturating_add(length));
            let end = block.iter().fold(base, |sum, &length| sum.saturating_add(length));
            if largest > usize::from(u16::MAX) || end > MOST {
                let done = Compact::new(blocks, steps);
                let known = done.steps.len();
                let all = (0..known)
                    .map(|row| done.start(row.wrapping_add(1)).wrapping_sub(done.start(row)));
                let all = all.take(known.saturating_sub(1));
                let last = known.checked_sub(1).map(|row| base.wrapping_sub(done.start(row)));
                let all = all.chain(last).chain(block.iter().copied()).chain(lengths);
                let mut rows = 0_usize;
                let all = all.inspect(|_| rows = rows.wrapping_add(1));
                let spans = Self::from_lengths(level, all, Vec::new())?;
                return Ok((spans, rows));
            }
            blocks.push(base);
            let mut step = 0_u16;
            steps.extend(block.iter().map(|&length| {
                // What a row adds beyond 16 bits is seen by nobody: it is the last of its block.
                let begin = step;
                step = step.wrapping_add(length as u16);
                begin
            }));
            if is_last {
                steps.push(step);
                break;
            }
            base = end;
        }
        let rows = steps.len().wrapping_sub(1);
        Ok((Spans::Compact(Compact::new(blocks, steps)), rows))
    }
}

/// One offset a row, and the end.
#[derive(Clone, Debug)]
pub(crate) struct Wide {
    /// They rise; all are at most [`MOST`]. At least one.
    offsets: Run<usize>,
    /// The first of them.
    base: usize,
}

impl Wide {
    fn new(offsets: Run<usize>) -> Self {
        let base = offsets.as_slice().first().copied().unwrap_or(0);
        Wide { offsets, base }
    }

    #[inline]
    fn start(&self, row: usize) -> usize {
        let offset = self.offsets.as_slice().get(row).copied();
        offset.unwrap_or(self.base).wrapping_sub(self.base)
    }

    /// The offsets as they are in memory: the first one is that of row 0.
    pub(crate) fn as_slice(&self) -> &[usize] {
        self.offsets.as_slice()
    }

    pub(super) fn into_vec(self) -> Option<Vec<usize>> {
        self.offsets.into_vec()
    }
}

/// Two bytes a row: offsets that count from the base of a block of rows.
#[derive(Clone, Debug)]
pub(crate) struct Compact {
    /// The offset of the first row of each block.
    blocks: Arc<Vec<usize>>,
    /// For each row, and for the end, the offset that is left.
    steps: Arc<Vec<u16>>,
    /// The first row of the window.
    begin: usize,
    /// Its offset.
    base: usize,
}

impl Compact {
    /// Rows in a block: as many as fit for all lengths below 256.
    const BLOCK: usize = 256;

    fn new(blocks: Vec<usize>, steps: Vec<u16>) -> Self {
        Compact { blocks: Arc::new(blocks), steps: Arc::new(steps), begin: 0, base: 0 }
    }

    #[inline]
    fn start(&self, row: usize) -> usize {
        self.absolute(row).wrapping_sub(self.base)
    }

    /// The offset of a row in the whole array.
    #[inline]
    fn absolute(&self, row: usize) -> usize {
        let row = row.wrapping_add(self.begin);
        let block = self.blocks.get(row / Compact::BLOCK).copied().unwrap_or(0);
        let step = self.steps.get(row).copied().unwrap_or(0);
        block.wrapping_add(usize::from(step))
    }

    fn row_of(&self, entry: usize) -> usize {
        let entry = entry.wrapping_add(self.base);
        let block = self.blocks.partition_point(|&base| base <= entry).saturating_sub(1);
        let base = self.blocks.get(block).copied().unwrap_or(0);
        let first = block.wrapping_mul(Compact::BLOCK);
        let steps = self.steps.get(first..).unwrap_or(&[]);
        let steps = steps.get(..Compact::BLOCK).unwrap_or(steps);
        let before = steps.partition_point(|&step| base.wrapping_add(usize::from(step)) <= entry);
        first.wrapping_add(before).saturating_sub(1).saturating_sub(self.begin)
    }

    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.steps, &other.steps) && self.begin == other.begin
    }
}

/// Room for so many values, or an error in the place of an abort.
pub(super) fn reserve<T>(memory: &mut Vec<T>, elements: usize) -> Result<(), ShapeError> {
    memory.try_reserve(elements).map_err(|_| ShapeError::Allocation { elements })
}

/// Refuses offsets, which rise, that are more than [`MOST`].
fn checked_total(level: usize, offsets: &[usize]) -> Result<(), StructureError> {
    if offsets.last().is_none_or(|&end| end <= MOST) {
        return Ok(());
    }
    let row = offsets.partition_point(|&offset| offset <= MOST).saturating_sub(1);
    let before = offsets.get(row).copied().unwrap_or(0);
    let end = offsets.get(row.saturating_add(1)).copied().unwrap_or(usize::MAX);
    Err(StructureError::LengthOverflow { level, row, before, length: end.wrapping_sub(before) })
}

fn length_of(pair: &[usize]) -> usize {
    match pair {
        [from, to] => to.wrapping_sub(*from),
        _ => 0,
    }
}
