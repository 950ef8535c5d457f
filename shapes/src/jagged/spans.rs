//! [`Spans`]: where the entries of each row begin and end.

use crate::error::Pieces;
use alloc::vec::Vec;
use core::ops::Range;

use super::compact::Compact;
use super::run::{Run, fill, reserve};
use super::starts::Starts;
use crate::StructureError;

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
    /// The arrays, for many look-ups.
    #[inline]
    pub(crate) fn starts(&self) -> Starts<'_> {
        match self {
            Spans::Uniform(length) => Starts::Uniform(*length),
            Spans::Wide(wide) => Starts::Wide(wide.offsets.as_slice(), wide.base),
            Spans::Compact(compact) => Starts::Compact(compact.starts()),
        }
    }

    /// Where a row begins. The number of rows is a row here: its beginning is the end of the last.
    #[inline]
    pub(crate) fn start(&self, row: usize) -> usize {
        self.starts().start(row)
    }

    #[inline]
    pub(crate) fn len(&self, row: usize) -> usize {
        self.starts().len(row)
    }

    #[inline]
    pub(crate) fn range(&self, row: usize) -> Range<usize> {
        self.starts().range(row)
    }

    /// The row of an entry that is there.
    pub(crate) fn row_of(&self, entry: usize) -> usize {
        self.starts().row_of(entry)
    }

    /// How many rows there are; 0 where only the level that they belong to knows.
    pub(super) fn rows(&self) -> usize {
        match self {
            Spans::Uniform(_) => 0,
            Spans::Wide(wide) => wide.offsets.as_slice().len().saturating_sub(1),
            Spans::Compact(compact) => compact.rows(),
        }
    }

    /// The rows from `begin` to `end`, without copying them.
    pub(crate) fn window(&self, begin: usize, end: usize) -> Self {
        match self {
            Spans::Uniform(length) => Spans::Uniform(*length),
            Spans::Wide(wide) => {
                Spans::Wide(Wide::new(wide.offsets.window(begin, end.saturating_add(1))))
            }
            Spans::Compact(compact) => Spans::Compact(compact.window(begin, end)),
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
            Spans::Compact(_) => {
                let starts = self.starts();
                (0..rows).find(|&row| starts.len(row) != first)
            }
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
            (Spans::Compact(left), Spans::Compact(right)) if left.is_equal(right) => true,
            _ => {
                let (left, right) = (self.starts(), other.starts());
                (1..=rows).all(|row| left.start(row) == right.start(row))
            }
        }
    }

    /// The bytes that it takes for each row, in all.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Spans::Uniform(_) => 0,
            Spans::Wide(wide) => size_of_val(wide.offsets.as_slice()),
            Spans::Compact(compact) => compact.bytes(),
        }
    }

    /// Rows of these lengths, one offset each, written into `memory` from its beginning.
    pub(super) fn from_lengths(
        level: usize,
        lengths: impl Iterator<Item = usize>,
        mut memory: Vec<usize>,
    ) -> Result<Self, StructureError> {
        // The sum may wrap; but the first step beyond `MOST` sets the highest bit of the sum or of the length.
        // Two numbers collect the bits, so that no row waits for two steps of the one before it.
        let (mut end, mut bits, mut sums) = (0_usize, 0, 0);
        let mut offsets = lengths.map(|length| {
            end = end.wrapping_add(length);
            bits |= length;
            sums |= end;
            end
        });
        // First over the values that are in the memory, then behind them.
        let mut written = 1_usize;
        if let Some((first, rest)) = memory.split_first_mut() {
            *first = 0;
            for (slot, offset) in rest.iter_mut().zip(&mut offsets) {
                *slot = offset;
                written = written.wrapping_add(1);
            }
        }
        if written < memory.len() {
            memory.truncate(written);
        } else {
            reserve(&mut memory, offsets.size_hint().0.saturating_add(1))?;
            if memory.is_empty() {
                memory.push(0);
            }
            fill(&mut memory, &mut offsets)?;
        }
        if bits | sums > MOST {
            return Err(overflow(level, &memory));
        }
        Ok(Spans::Wide(Wide::new(Run::new(memory))))
    }

    /// The rows between these offsets.
    pub(super) fn from_offsets(level: usize, offsets: Vec<usize>) -> Result<Self, StructureError> {
        match offsets.first() {
            Some(0) => {}
            Some(&found) => {
                return Err(StructureError::FirstBoundary { of: Pieces::Rows, mode: level, found });
            }
            None => {
                return Err(StructureError::BoundaryCount {
                    of: Pieces::Rows,
                    mode: level,
                    expected: 1,
                    found: 0,
                });
            }
        }
        // One pass without a branch; what is wrong is looked for only if something is.
        let falls =
            offsets.windows(2).fold(false, |falls, pair| falls | (pair.first() > pair.last()));
        if falls {
            for (row, pair) in offsets.windows(2).enumerate() {
                if let &[from, to] = pair
                    && from > to
                {
                    return Err(StructureError::FallingBoundary {
                        of: Pieces::Rows,
                        mode: level,
                        piece: row,
                        from,
                        to,
                    });
                }
            }
        }
        if offsets.last().is_some_and(|&end| end > MOST) {
            return Err(overflow(level, &offsets));
        }
        Ok(Spans::Wide(Wide::new(Run::new(offsets))))
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

    pub(super) fn into_vec(self) -> Option<Vec<usize>> {
        self.offsets.into_vec()
    }
}

/// The error of rows that all have this length, which is not 0, and of which there are more than fit.
pub(super) fn uniform_overflow(level: usize, length: usize) -> StructureError {
    let piece = MOST.checked_div(length).unwrap_or(0);
    let before = piece.saturating_mul(length);
    StructureError::SumOverflow { of: Pieces::Rows, mode: level, piece, before, size: length }
}

/// The first row that ends behind [`MOST`], of offsets that may have wrapped there.
fn overflow(level: usize, offsets: &[usize]) -> StructureError {
    let mut rows = offsets.iter().zip(offsets.iter().skip(1)).enumerate();
    let over = rows.find(|&(_, (&begin, &end))| end > MOST || end < begin);
    let (row, (&before, &end)) = over.unwrap_or((0, (&0, &usize::MAX)));
    StructureError::SumOverflow {
        of: Pieces::Rows,
        mode: level,
        piece: row,
        before,
        size: end.wrapping_sub(before),
    }
}

fn length_of(pair: &[usize]) -> usize {
    match pair {
        [from, to] => to.wrapping_sub(*from),
        _ => 0,
    }
}
