//! [`Sums`]: a sum of many values that keeps their digits.

use core::mem::MaybeUninit;

use super::row::LANES;
use crate::Scalar;

/// How many values are added up before their sum is that of a block.
const BLOCK: usize = 1024;

/// The most sums of blocks that wait for others. Few, since elements may be large, and all are on the stack.
const MOST: usize = 8;

/// So many blocks are added by halves; the sums of as many each are added one after the other.
const WHOLE: usize = 1 << MOST;

/// A sum of values that come row by row.
///
/// Values that lie one after the other are added in eight sums side by side, which the compiler adds at once where it may
/// not reorder one. Sums of blocks are added by halves, those of two neighbors, then those of two such pairs, and so on: the
/// rounding errors grow with the logarithm of how many they are (N. J. Higham, *The accuracy of floating point summation*,
/// 1993), and beyond 262,144 values by one more each time that there are as many. Where the compiler may add in any order, there is one sum, which it does better by itself.
pub(in crate::elements) struct Sums<'h, T> {
    one: T,
    lanes: [T; LANES],
    has_lanes: bool,
    /// How many values were added to these since the last block.
    added: usize,
    // Lent, so that all else can stay in registers.
    halves: &'h mut Halves<T>,
}

/// The sums of blocks.
pub(in crate::elements) struct Halves<T> {
    // Less than `WHOLE`.
    blocks: usize,
    /// The sum of those before them, if there are any.
    before: Option<T>,
    // INVARIANT: there is one for each digit 1 of `blocks`, as a binary number, from the highest digit on; these are
    // initialised.
    waiting: [MaybeUninit<T>; MOST],
}

impl<T: Scalar> Halves<T> {
    /// The sum of no blocks.
    #[inline(always)]
    pub(in crate::elements) fn new() -> Self {
        Halves { blocks: 0, before: None, waiting: [const { MaybeUninit::uninit() }; MOST] }
    }

    /// Adds the sum of a block.
    #[inline(never)]
    fn add(&mut self, mut sum: T) {
        let waiting = self.blocks.count_ones() as usize;
        let first = waiting.wrapping_sub(self.blocks.trailing_ones() as usize);
        for half in self.waiting.iter().take(waiting).skip(first).rev() {
            // SAFETY: it is one of those that wait, by the invariant.
            sum = unsafe { half.assume_init() }.plus(sum);
        }
        self.blocks = self.blocks.wrapping_add(1);
        if self.blocks == WHOLE {
            self.before = Some(self.before.map_or(sum, |before| before.plus(sum)));
            self.blocks = 0;
        } else if let Some(half) = self.waiting.get_mut(first) {
            half.write(sum);
        }
    }

    /// The sum of all blocks and of what comes after them.
    #[inline(never)]
    fn total(&self, sum: T) -> T {
        let waiting = self.waiting.iter().take(self.blocks.count_ones() as usize);
        // SAFETY: each is one of those that wait, by the invariant.
        let sum = waiting.rev().fold(sum, |sum, half| unsafe { half.assume_init() }.plus(sum));
        self.before.map_or(sum, |before| before.plus(sum))
    }
}

impl<'h, T: Scalar> Sums<'h, T> {
    /// The sum of one value.
    #[inline(always)]
    pub(in crate::elements) fn from(one: T, halves: &'h mut Halves<T>) -> Self {
        Sums { one, lanes: [T::ZERO; LANES], has_lanes: false, added: 0, halves }
    }

    /// Adds the values of a row, which lie one after the other if it `is_dense`.
    #[inline(always)]
    pub(in crate::elements) fn add_row(
        &mut self,
        at: impl Fn(usize) -> T,
        count: usize,
        is_dense: bool,
    ) {
        if T::ADDS_IN_ANY_ORDER {
            self.one = (0..count).fold(self.one, |sum, n| sum.plus(at(n)));
            return;
        }
        let mut from = 0_usize;
        while from < count {
            let end = count.min(from.wrapping_add(BLOCK));
            self.added = self.added.wrapping_add(end.wrapping_sub(from));
            if is_dense && end.wrapping_sub(from) >= 2 * LANES {
                self.has_lanes = true;
                let mut lanes = self.lanes;
                while end.wrapping_sub(from) >= LANES {
                    for (lane, sum) in lanes.iter_mut().enumerate() {
                        *sum = sum.plus(at(from.wrapping_add(lane)));
                    }
                    from = from.wrapping_add(LANES);
                }
                self.lanes = lanes;
            }
            self.one = (from..end).fold(self.one, |sum, n| sum.plus(at(n)));
            from = end;
            if self.added >= BLOCK {
                self.halves.add(self.of_block());
                (self.one, self.lanes, self.added) = (T::ZERO, [T::ZERO; LANES], 0);
            }
        }
    }

    /// The sum of what was added since the last block.
    #[inline(always)]
    fn of_block(&self) -> T {
        if self.has_lanes { self.lanes.into_iter().fold(self.one, T::plus) } else { self.one }
    }

    /// The sum of all.
    #[inline(always)]
    pub(in crate::elements) fn total(&self) -> T {
        let sum = self.of_block();
        let halves = &self.halves;
        if halves.blocks == 0 && halves.before.is_none() { sum } else { halves.total(sum) }
    }
}
