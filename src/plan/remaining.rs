//! [`Remaining`]: which positions are left while a path contracts them.

use alloc::vec;
use alloc::vec::Vec;

/// The list of what is left, in ascending order of positions: operands, then what steps made.
///
/// A binary indexed tree: a position is found by its place in the list, and the other way around, in logarithmic time.
pub(super) struct Remaining {
    /// At `n`, the number of positions left of those that end at `n - 1`: as many as the lowest set bit of `n` says.
    sums: Vec<usize>,
    /// The number of positions that exist.
    used: usize,
    /// The length of the list.
    pub(super) count: usize,
}

impl Remaining {
    /// The positions of so many operands, with room for all steps of a path.
    pub(super) fn new(operands: usize) -> Self {
        let room = operands.saturating_mul(2);
        let mut remaining = Remaining { sums: vec![0; room.saturating_add(1)], used: 0, count: 0 };
        for _ in 0..operands {
            remaining.push();
        }
        remaining
    }

    /// Takes two positions out, and puts what they make at the end.
    pub(super) fn contract(&mut self, (first, second): (usize, usize)) {
        for position in [first, second] {
            self.add(position, -1);
            self.count = self.count.saturating_sub(1);
        }
        self.push();
    }

    fn push(&mut self) {
        self.add(self.used, 1);
        self.used = self.used.saturating_add(1);
        self.count = self.count.saturating_add(1);
    }

    fn add(&mut self, position: usize, step: isize) {
        let mut at = position.saturating_add(1);
        while let Some(sum) = self.sums.get_mut(at) {
            *sum = sum.saturating_add_signed(step);
            at = at.saturating_add(at & at.wrapping_neg());
        }
    }

    /// The number of positions left before this one.
    pub(super) fn place(&self, position: usize) -> usize {
        let (mut at, mut before) = (position, 0_usize);
        while at > 0 {
            before = before.saturating_add(self.sums.get(at).copied().unwrap_or(0));
            at &= at.wrapping_sub(1);
        }
        before
    }

    /// The position at a place of the list.
    pub(super) fn position(&self, place: usize) -> Option<usize> {
        if place >= self.count {
            return None;
        }
        // The most positions before which there are at most `place` of the list.
        let (mut at, mut rest) = (0_usize, place);
        let mut step = self.sums.len().checked_ilog2().map_or(0, |bits| 1_usize << bits);
        while step > 0 {
            let next = at.saturating_add(step);
            if let Some(&sum) = self.sums.get(next)
                && sum <= rest
            {
                (at, rest) = (next, rest.saturating_sub(sum));
            }
            step /= 2;
        }
        Some(at)
    }
}
