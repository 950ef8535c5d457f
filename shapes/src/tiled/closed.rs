//! [`Closed`]: tiles of one or two sizes in turn.

/// `counts[0]` tiles of `sizes[0]`, then `counts[1]` of `sizes[1]`.
///
/// INVARIANT: where there is a second kind there is a first one, of another size; what there is none of has
/// size 0. The counts add up to a `usize`, and the extent to at most `isize::MAX`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Closed {
    pub(super) counts: [usize; 2],
    pub(super) sizes: [usize; 2],
}

impl Closed {
    /// The sizes of two kinds of which there are any must differ.
    pub(super) fn new(counts: [usize; 2], sizes: [usize; 2]) -> Self {
        let ([first, second], [size, next]) = (counts, sizes);
        let (counts, sizes) = match (first, second) {
            (0, 0) => ([0, 0], [0, 0]),
            (0, _) => ([second, 0], [next, 0]),
            (_, 0) => ([first, 0], [size, 0]),
            _ => (counts, sizes),
        };
        Closed { counts, sizes }
    }

    /// Where the second kind begins.
    #[inline]
    fn turn(self) -> usize {
        self.counts[0].wrapping_mul(self.sizes[0])
    }

    #[inline]
    pub(super) fn extent(self) -> usize {
        self.turn().wrapping_add(self.counts[1].wrapping_mul(self.sizes[1]))
    }

    #[inline]
    pub(super) fn tiles(self) -> usize {
        self.counts[0].wrapping_add(self.counts[1])
    }

    #[inline]
    pub(super) fn begin(self, tile: usize) -> usize {
        let ([first, second], [size, next]) = (self.counts, self.sizes);
        let later = tile.saturating_sub(first).min(second);
        tile.min(first).wrapping_mul(size).wrapping_add(later.wrapping_mul(next))
    }

    /// The tile of an entry below the extent.
    #[inline]
    pub(super) fn tile_of(self, entry: usize) -> usize {
        let turn = self.turn();
        if entry < turn {
            entry.checked_div(self.sizes[0]).unwrap_or(0)
        } else {
            let later = entry.wrapping_sub(turn).checked_div(self.sizes[1]).unwrap_or(0);
            self.counts[0].wrapping_add(later)
        }
    }
}
