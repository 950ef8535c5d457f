//! [`Layout`]: where the bytes of a message lie on one side, as few and as regular pieces, which become datatypes.

/// Where bytes lie, from some begin on. No count is larger than a limit, which is that of the calls that are made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Bytes one after the other.
    Bytes(usize),
    /// A layout again and again, with a number of bytes from one begin to the next.
    Repeat { count: usize, stride: usize, of: Box<Layout> },
    /// Layouts, each with the number of bytes before it.
    Join(Vec<(usize, Layout)>),
}

impl Layout {
    /// Contiguous bytes.
    pub(crate) fn bytes(count: usize, limit: usize) -> Self {
        match count <= limit {
            true => Layout::Bytes(count),
            false => Layout::Bytes(1).repeated(count, 1, limit),
        }
    }

    /// This layout, `count` times.
    pub(crate) fn repeated(self, count: usize, stride: usize, limit: usize) -> Self {
        let limit = limit.max(2);
        if let Layout::Bytes(bytes) = self
            && bytes == stride
            && let Some(all) = bytes.checked_mul(count).filter(|&all| all <= limit)
        {
            return Layout::Bytes(all);
        }
        if count == 1 {
            return self;
        }
        if count <= limit {
            return Layout::Repeat { count, stride, of: Box::new(self) };
        }
        // Blocks of as many as there may be, and what is left.
        let (blocks, rest) =
            (count.checked_div(limit).unwrap_or(0), count.checked_rem(limit).unwrap_or(0));
        let by_block = stride.saturating_mul(limit);
        let block = self.clone().repeated(limit, stride, limit);
        let mut parts = vec![(0, block.repeated(blocks, by_block, limit))];
        if rest > 0 {
            parts.push((by_block.saturating_mul(blocks), self.repeated(rest, stride, limit)));
        }
        Layout::joined(parts, limit)
    }

    /// Layouts, each with the number of bytes before it.
    pub(crate) fn joined(parts: Vec<(usize, Layout)>, limit: usize) -> Self {
        let limit = limit.max(2);
        let mut parts = parts;
        while parts.len() > limit {
            let groups = parts.chunks(limit).map(|group| (0, Layout::Join(group.to_vec())));
            parts = groups.collect();
        }
        match &mut parts[..] {
            [(0, _)] => parts.pop().map_or(Layout::Bytes(0), |(_, only)| only),
            _ => Layout::Join(parts),
        }
    }

    /// A product of runs, one list for each mode, in row-major order: where each run begins and its number of entries, and the
    /// extent of the mode.
    pub(crate) fn of_runs(modes: &[Mode], element: usize, limit: usize) -> Self {
        let (mut inner, mut stride) = (Layout::bytes(element, limit), element);
        for (runs, extent) in modes.iter().rev() {
            let mut parts = vec![];
            let mut rest = &runs[..];
            while let Some((&(begin, count), after)) = rest.split_first() {
                // As many runs as are alike, at one distance: tiles that are dealt out.
                let (like, distance) = alike(rest);
                let run = inner.clone().repeated(count, stride, limit);
                let all = run.repeated(like, distance.saturating_mul(stride), limit);
                parts.push((begin.saturating_mul(stride), all));
                rest = rest.get(like..).unwrap_or(after);
            }
            inner = Layout::joined(parts, limit);
            stride = stride.saturating_mul(*extent);
        }
        inner
    }
}

/// How many of the first runs have one length and one distance from each to the next, and that distance.
fn alike(runs: &[(usize, usize)]) -> (usize, usize) {
    let [(first, count), (second, _), ..] = runs else { return (1, 0) };
    let distance = second.saturating_sub(*first);
    let pairs = runs.iter().zip(runs.iter().skip(1));
    let more = pairs.take_while(|((one, _), (next, length))| {
        length == count && next.saturating_sub(*one) == distance
    });
    (more.count().saturating_add(1), distance)
}

/// The runs of a mode, and its extent.
pub(crate) type Mode = (Vec<(usize, usize)>, usize);

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "small numbers")]
mod tests {
    use super::*;

    /// The bytes of a layout, one by one, and a look that no count is larger than the limit.
    fn places(layout: &Layout, at: usize, limit: usize, all: &mut Vec<usize>) {
        match layout {
            Layout::Bytes(count) => {
                assert!(*count <= limit);
                all.extend(at..at + count);
            }
            Layout::Repeat { count, stride, of } => {
                assert!(*count <= limit);
                (0..*count).for_each(|n| places(of, at + n * stride, limit, all));
            }
            Layout::Join(parts) => {
                assert!(parts.len() <= limit);
                parts.iter().for_each(|(before, part)| places(part, at + before, limit, all));
            }
        }
    }

    fn of(layout: &Layout, limit: usize) -> Vec<usize> {
        let mut all = vec![];
        places(layout, 0, limit, &mut all);
        all
    }

    #[test]
    fn bytes_beyond_the_limit_are_blocks() {
        for limit in 2..9 {
            for count in 0..200 {
                assert_eq!(of(&Layout::bytes(count, limit), limit), (0..count).collect::<Vec<_>>());
            }
        }
        // Of as many as an `i32` counts, one block and what is left.
        let limit = i32::MAX as usize;
        let Layout::Join(parts) = Layout::bytes(limit + 7, limit) else { panic!() };
        assert_eq!(parts, [(0, Layout::Bytes(limit)), (limit, Layout::Bytes(7))]);
    }

    /// Against the definition: the product of the entries of all runs, at its row-major place.
    #[test]
    fn runs_are_products_in_row_major_order() {
        let modes = [
            (vec![(0, 2), (3, 4)], 8),
            (vec![(1, 1), (3, 1), (5, 2), (8, 1), (10, 1)], 12),
            (vec![(0, 5)], 5),
        ];
        let entries = |mode: &Mode| -> Vec<usize> {
            mode.0.iter().flat_map(|&(begin, count)| begin..begin + count).collect()
        };
        let mut expected = vec![];
        for i in entries(&modes[0]) {
            for j in entries(&modes[1]) {
                for k in entries(&modes[2]) {
                    expected.extend((0..3).map(|byte| ((i * 12 + j) * 5 + k) * 3 + byte));
                }
            }
        }
        for limit in [2, 3, 4, 5, 16, 1000] {
            assert_eq!(of(&Layout::of_runs(&modes, 3, limit), limit), expected, "limit {limit}");
        }
        // Tiles that are dealt out are one piece again and again, with the last one, which is shorter, beside them.
        let dealt = [(vec![(0, 4)], 4), (vec![(2, 2), (6, 2), (10, 2), (14, 1)], 16)];
        let of_tiles = Layout::Repeat { count: 3, stride: 32, of: Box::new(Layout::Bytes(16)) };
        let row = Layout::Join(vec![(16, of_tiles), (112, Layout::Bytes(8))]);
        let rows = Layout::Repeat { count: 4, stride: 128, of: Box::new(row) };
        assert_eq!(Layout::of_runs(&dealt, 8, 999), rows);
        // Whole modes at the end are one piece, and a scalar is its bytes.
        assert_eq!(
            Layout::of_runs(&[(vec![(0, 4)], 4), (vec![(0, 6)], 6)], 8, 999),
            Layout::Bytes(192)
        );
        assert_eq!(Layout::of_runs(&[], 8, 999), Layout::Bytes(8));
    }
}
