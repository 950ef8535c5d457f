//! [`Spans`]: where the elements of a message lie on one side, as few contiguous spans as there can be.

/// Contiguous elements, one span after the other, in the order in which elements are sent: where each begins, and their number.
pub(crate) struct Spans {
    /// The outer modes, each with the entry of it that is next.
    outer: Vec<Outer>,
    /// The spans for one entry of each outer mode, and how many of the first ones have as many elements.
    inner: Vec<(usize, usize)>,
    alike: usize,
    next: usize,
    begin: usize,
    /// Where the entries of the outer modes that are next begin.
    first: usize,
    is_done: bool,
}

/// A mode whose entries are not one with those of the mode after it. Of the entries there are runs only: they may be as many as the
/// elements.
struct Outer {
    runs: Vec<(usize, usize)>,
    /// The distance between neighbors.
    stride: usize,
    /// Which run is next, and which of its entries.
    run: usize,
    entry: usize,
}

impl Outer {
    /// How far the next entry is from the first element.
    #[inline]
    fn distance(&self) -> usize {
        let begin = self.runs.get(self.run).map_or(0, |&(begin, _)| begin);
        begin.saturating_add(self.entry).saturating_mul(self.stride)
    }

    /// Goes on to the next entry; after the last one to the first one, and returns false.
    #[inline]
    fn pass(&mut self) -> bool {
        self.entry = self.entry.saturating_add(1);
        if self.runs.get(self.run).is_some_and(|&(_, count)| self.entry < count) {
            return true;
        }
        (self.run, self.entry) = (self.run.saturating_add(1), 0);
        let is_there = self.run < self.runs.len();
        if !is_there {
            self.run = 0;
        }
        is_there
    }
}

impl Spans {
    /// The spans of a product of runs: for each mode where they begin and how many entries each has, and the extent of the mode.
    pub(crate) fn new(modes: Vec<(Vec<(usize, usize)>, usize)>, begin: usize) -> Self {
        let mut stride = 1_usize;
        let mut inner = vec![(0, 1)];
        let mut outer: Vec<Outer> = vec![];
        for (runs, extent) in modes.into_iter().rev() {
            let runs = joined(runs);
            let is_whole = matches!(inner[..], [(0, count)] if count == stride);
            if outer.is_empty() && is_whole {
                // What is whole is one with the entries of the mode before.
                let spans = runs.iter().map(|&(begin, count)| {
                    (begin.saturating_mul(stride), count.saturating_mul(stride))
                });
                inner = spans.collect();
            } else {
                outer.push(Outer { runs, stride, run: 0, entry: 0 });
            }
            stride = stride.saturating_mul(extent);
        }
        outer.reverse();
        let each = inner.first().map_or(0, |&(_, count)| count);
        let alike = inner.iter().take_while(|&&(_, count)| count == each).count();
        let is_done = inner.is_empty() || outer.iter().any(|mode| mode.runs.is_empty());
        let mut spans = Spans { outer, inner, alike, next: 0, begin, first: 0, is_done };
        spans.first = spans.first_of_outer();
        spans
    }

    fn first_of_outer(&self) -> usize {
        self.outer.iter().map(Outer::distance).fold(self.begin, usize::saturating_add)
    }

    /// The only span, if there is no other one.
    pub(crate) fn only(&self) -> Option<(usize, usize)> {
        let mut first = self.begin;
        for mode in &self.outer {
            let [(begin, 1)] = mode.runs[..] else { return None };
            first = first.saturating_add(begin.saturating_mul(mode.stride));
        }
        match self.inner[..] {
            [(begin, count)] => Some((first.saturating_add(begin), count)),
            _ => None,
        }
    }
}

/// Spans of as many elements each.
pub(crate) struct Row<'s> {
    /// What is added to where each begins.
    first: usize,
    pub(crate) spans: &'s [(usize, usize)],
    pub(crate) each: usize,
}

impl Row<'_> {
    /// Where a span begins.
    #[inline]
    pub(crate) fn begin(&self, of: usize) -> usize {
        self.first.saturating_add(of)
    }
}

impl Spans {
    /// The next spans that are alike, of so many elements at most; `None` where the next one is longer, or one of the last ones.
    #[inline]
    pub(crate) fn row(&self, elements: usize) -> Option<Row<'_>> {
        let rest = self.inner.get(self.next..self.alike).filter(|_| !self.is_done)?;
        let each = rest.first()?.1;
        let spans = rest.get(..elements.checked_div(each)?.min(rest.len()))?;
        Some(Row { first: self.first, spans, each }).filter(|row| !row.spans.is_empty())
    }

    /// Goes on after so many spans, which are those of a row or the next one.
    pub(crate) fn pass(&mut self, count: usize) {
        self.next = self.next.saturating_add(count);
        if self.next >= self.inner.len() {
            self.next = 0;
            self.is_done = !self.outer.iter_mut().rev().any(Outer::pass);
            self.first = self.first_of_outer();
        }
    }
}

impl Iterator for Spans {
    type Item = (usize, usize);

    #[inline]
    fn next(&mut self) -> Option<(usize, usize)> {
        if self.is_done {
            return None;
        }
        let first = self.first;
        let &(begin, count) = self.inner.get(self.next)?;
        self.pass(1);
        Some((first.saturating_add(begin), count))
    }
}

/// Runs of which none begins where another one ends.
fn joined(runs: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let mut joined: Vec<(usize, usize)> = vec![];
    for (begin, count) in runs {
        match joined.last_mut() {
            Some((first, length)) if first.saturating_add(*length) == begin => {
                *length = length.saturating_add(count);
            }
            _ => joined.push((begin, count)),
        }
    }
    joined
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "small numbers")]
mod tests {
    use super::*;

    fn elements(spans: Spans) -> Vec<usize> {
        spans.flat_map(|(begin, count)| begin..begin + count).collect()
    }

    /// Against the definition: the product of the entries of all runs, at its row-major place.
    #[test]
    fn spans_are_products_in_row_major_order() {
        type Mode = (Vec<(usize, usize)>, usize);
        let modes: [Mode; 3] = [
            (vec![(0, 2), (3, 4)], 8),
            (vec![(1, 1), (3, 1), (5, 2), (7, 1), (10, 1)], 12),
            (vec![(0, 5)], 5),
        ];
        let entries = |mode: &Mode| -> Vec<usize> {
            mode.0.iter().flat_map(|&(begin, count)| begin..begin + count).collect()
        };
        let mut expected = vec![];
        for i in entries(&modes[0]) {
            for j in entries(&modes[1]) {
                expected.extend(entries(&modes[2]).iter().map(|k| 100 + (i * 12 + j) * 5 + k));
            }
        }
        assert_eq!(elements(Spans::new(modes.to_vec(), 100)), expected);
        // Neighbours are one span: four of them for each of six entries.
        assert_eq!(Spans::new(modes.to_vec(), 0).count(), 6 * 4);
        assert_eq!(Spans::new(modes.to_vec(), 0).only(), None);
        // Whole modes at the end are one with the mode before them, and a scalar is an element.
        let rows: Vec<Mode> = vec![(vec![(2, 3)], 9), (vec![(0, 2), (2, 2)], 4)];
        assert_eq!(Spans::new(rows.clone(), 1).only(), Some((9, 12)));
        assert_eq!(Spans::new(rows, 1).collect::<Vec<_>>(), [(9, 12)]);
        assert_eq!(Spans::new(vec![], 7).collect::<Vec<_>>(), [(7, 1)]);
        // One row, of which a part is wanted.
        let part: Vec<Mode> = vec![(vec![(2, 1)], 9), (vec![(1, 2)], 4)];
        assert_eq!(Spans::new(part, 0).only(), Some((9, 2)));
        let nothing: Vec<Mode> = vec![(vec![], 9), (vec![(1, 2)], 4)];
        assert_eq!(Spans::new(nothing, 0).next(), None);
    }

    /// Of a column of very many rows nothing is written down for each.
    #[test]
    fn rows_need_no_room() {
        let column = vec![(vec![(3, 1 << 50)], 1 << 51), (vec![(1, 1)], 2)];
        let spans = Spans::new(column, 10);
        assert_eq!(spans.only(), None);
        assert_eq!(spans.take(3).collect::<Vec<_>>(), [(17, 1), (19, 1), (21, 1)]);
    }

    /// Rows and single spans in turns are the spans: within a limit, of tiles of which the last ones are shorter or longer.
    #[test]
    fn rows_are_some_of_the_spans() {
        let outer = (vec![(0, 2), (3, 1)], 4);
        for last in [(12, 1), (12, 2), (12, 3)] {
            let modes = vec![outer.clone(), (vec![(0, 2), (4, 2), (8, 2), last], 15)];
            let expected: Vec<_> = Spans::new(modes.clone(), 0).collect();
            assert_eq!(expected.len(), 3 * 4);
            for limit in 0..12 {
                let (mut spans, mut found) = (Spans::new(modes.clone(), 0), vec![]);
                for turn in 0_usize.. {
                    if let Some(row) = spans.row(limit).filter(|_| turn.is_multiple_of(2)) {
                        let count = row.spans.len();
                        assert!(row.each == 2 && count * 2 <= limit, "{count} of {limit}");
                        found.extend(row.spans.iter().map(|&(it, _)| (row.begin(it), row.each)));
                        spans.pass(count);
                    } else if let Some(span) = spans.next() {
                        found.push(span);
                    } else {
                        break;
                    }
                }
                assert!(spans.row(limit).is_none());
                assert_eq!(found, expected, "{limit}");
            }
        }
    }
}
