//! [`Spans`]: where the elements of a message lie on one side, as few contiguous spans as there can be.

/// Contiguous elements, one span after the other, in the order in which elements are sent: where each begins, and their number.
pub(crate) struct Spans {
    /// Of each outer mode the distances of the entries from the first element, and which one is next.
    outer: Vec<(Vec<usize>, usize)>,
    /// The spans for one entry of each outer mode, and how many of the first ones have as many elements.
    inner: Vec<(usize, usize)>,
    alike: usize,
    next: usize,
    begin: usize,
    /// Where the entries of the outer modes that are next begin.
    first: usize,
    is_done: bool,
}

impl Spans {
    /// The spans of a product of runs: for each mode where they begin and how many entries each has, and the extent of the mode.
    pub(crate) fn new(modes: Vec<(Vec<(usize, usize)>, usize)>, begin: usize) -> Self {
        let mut stride = 1_usize;
        let mut inner = vec![(0, 1)];
        let mut outer: Vec<(Vec<usize>, usize)> = vec![];
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
                let entries =
                    runs.iter().flat_map(|&(begin, count)| begin..begin.saturating_add(count));
                outer.push((entries.map(|entry| entry.saturating_mul(stride)).collect(), 0));
            }
            stride = stride.saturating_mul(extent);
        }
        outer.reverse();
        let each = inner.first().map_or(0, |&(_, count)| count);
        let alike = inner.iter().take_while(|&&(_, count)| count == each).count();
        let is_done = inner.is_empty() || outer.iter().any(|(entries, _)| entries.is_empty());
        let mut spans = Spans { outer, inner, alike, next: 0, begin, first: 0, is_done };
        spans.first = spans.first_of_outer();
        spans
    }

    fn first_of_outer(&self) -> usize {
        let at = |(entries, at): &(Vec<usize>, usize)| entries.get(*at).copied().unwrap_or(0);
        self.outer.iter().map(at).fold(self.begin, usize::saturating_add)
    }

    /// The only span, if there is no other one.
    pub(crate) fn only(&self) -> Option<(usize, usize)> {
        let mut first = self.begin;
        for (entries, _) in &self.outer {
            let &[entry] = &entries[..] else { return None };
            first = first.saturating_add(entry);
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
            self.is_done = true;
            for (entries, at) in self.outer.iter_mut().rev() {
                *at = at.saturating_add(1);
                if *at < entries.len() {
                    self.is_done = false;
                    break;
                }
                *at = 0;
            }
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
