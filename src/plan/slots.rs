//! [`Slots`]: the places of the temporaries of a chain.
#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; places count below their number, and there are no more than temporaries"
)]

use super::chain::MOST_TEMPORARIES;

/// The places of temporaries: where one was read, a later one takes its place.
#[derive(Clone, Copy)]
pub(super) struct Slots {
    /// The number of elements of each.
    sizes: [usize; MOST_TEMPORARIES],
    /// Whether what was written to each has been read.
    is_free: [bool; MOST_TEMPORARIES],
    count: usize,
}

impl Slots {
    pub(super) const NONE: Self =
        Slots { sizes: [0; MOST_TEMPORARIES], is_free: [false; MOST_TEMPORARIES], count: 0 };

    /// A free place for so many elements, which it is not any more: the smallest one with room, else the largest one, which
    /// grows, else a new one.
    pub(super) const fn take(&mut self, size: usize) -> usize {
        let (mut best, mut n) = (self.count, 0);
        while n < self.count {
            if self.is_free[n] {
                let found = self.sizes[n];
                let is_better = if best == self.count {
                    true
                } else if self.sizes[best] < size {
                    found > self.sizes[best]
                } else {
                    found >= size && found < self.sizes[best]
                };
                if is_better {
                    best = n;
                }
            }
            n += 1;
        }
        if best == self.count {
            self.count += 1;
        }
        if self.sizes[best] < size {
            self.sizes[best] = size;
        }
        self.is_free[best] = false;
        best
    }

    /// Where a place begins among the elements of all.
    pub(super) const fn offset(&self, slot: usize) -> usize {
        let (mut offset, mut n) = (0_usize, 0);
        while n < slot {
            // Nobody has memory for more than can be counted.
            offset = offset.saturating_add(self.sizes[n]);
            n += 1;
        }
        offset
    }

    /// The number of elements of a place, which is that of the largest temporary there.
    pub(super) const fn size(&self, slot: usize) -> usize {
        self.sizes[slot]
    }

    /// The number of elements of all places.
    pub(super) const fn all(&self) -> usize {
        self.offset(self.count)
    }

    /// What was written to a place has been read.
    pub(super) const fn free(&mut self, slot: usize) {
        self.is_free[slot] = true;
    }
}
