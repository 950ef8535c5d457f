//! [`Starts`]: where the rows of a level begin, for loops over many of them.

use core::ops::Range;

use super::compact::CompactStarts;

/// Where the rows of a level begin: the arrays of [`Spans`](super::spans::Spans), borrowed, so that a look-up goes
/// straight to them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Starts<'a> {
    /// All rows have this length.
    Uniform(usize),
    /// One offset a row, and the end; the number is the first of them.
    Wide(&'a [usize], usize),
    Compact(CompactStarts<'a>),
}

impl Starts<'_> {
    /// Where a row begins. The number of rows is a row here: its beginning is the end of the last.
    #[inline]
    pub(crate) fn start(self, row: usize) -> usize {
        match self {
            Starts::Uniform(length) => row.wrapping_mul(length),
            Starts::Wide(offsets, base) => {
                offsets.get(row).map_or(0, |offset| offset.wrapping_sub(base))
            }
            Starts::Compact(compact) => compact.start(row),
        }
    }

    /// The entries of a row that is there.
    #[inline]
    pub(crate) fn range(self, row: usize) -> Range<usize> {
        match self {
            Starts::Uniform(length) => {
                let begin = row.wrapping_mul(length);
                begin..begin.wrapping_add(length)
            }
            Starts::Wide(offsets, base) => match offsets.get(row..row.wrapping_add(2)) {
                Some(&[begin, end]) => begin.wrapping_sub(base)..end.wrapping_sub(base),
                _ => 0..0,
            },
            Starts::Compact(compact) => compact.range(row),
        }
    }

    #[inline]
    pub(crate) fn len(self, row: usize) -> usize {
        let Range { start, end } = self.range(row);
        end.wrapping_sub(start)
    }

    /// The row of an entry that is there.
    pub(crate) fn row_of(self, entry: usize) -> usize {
        match self {
            Starts::Uniform(1) => entry,
            Starts::Uniform(length) => entry.checked_div(length).unwrap_or(0),
            Starts::Wide(offsets, base) => {
                let entry = entry.wrapping_add(base);
                offsets.partition_point(|&offset| offset <= entry).saturating_sub(1)
            }
            Starts::Compact(compact) => compact.row_of(entry),
        }
    }

    /// The row of an entry, which is known to be one of these.
    pub(crate) fn row_among(self, rows: Range<usize>, entry: usize) -> usize {
        // No branch depends on what is loaded.
        let (mut begin, mut count) = (rows.start, rows.len());
        while count > 1 {
            let half = count / 2;
            let middle = begin.wrapping_add(half);
            begin = if self.start(middle) <= entry { middle } else { begin };
            count = count.wrapping_sub(half);
        }
        begin
    }
}
