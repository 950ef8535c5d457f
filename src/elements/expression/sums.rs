//! Sums of many values that keep their digits.
//!
//! Values that lie one after the other are added in eight sums side by side, which the compiler adds at once where it may
//! not reorder one. Sums of blocks are added by halves, those of two neighbors, then those of two such pairs, and so on: the
//! rounding errors grow with the logarithm of how many they are (N. J. Higham, *The accuracy of floating point summation*,
//! 1993), and beyond 262,144 values by one more each time that there are as many. Where the compiler may add in any order,
//! there is one sum, which it does better by itself.

use core::mem::MaybeUninit;

use super::row::LANES;
use crate::Scalar;

/// How many values are added up before their sum is that of a block.
pub(super) const BLOCK: usize = 1024;

/// The most sums of blocks that wait for others. Few, since elements may be large, and all are on the stack.
const MOST: usize = 8;

/// So many blocks are added by halves; the sums of as many each are added one after the other.
const WHOLE: usize = 1 << MOST;

/// Elements of at most so many bytes may have eight binary digits, of which a sum of ones stays at 256.
const FEW_BITS: usize = 2;

/// How many values of short rows, of so many bytes each, are added up before their sum is that of a block.
pub(super) const fn block(bytes: usize) -> usize {
    if bytes > FEW_BITS { BLOCK } else { 64 }
}

/// How many bytes an element has at most of which there are sums side by side: larger ones would fill the stack.
const LARGEST: usize = 64;

/// The sums of blocks.
pub(super) struct Halves<T> {
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
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn new() -> Self {
        Halves { blocks: 0, before: None, waiting: [const { MaybeUninit::uninit() }; MOST] }
    }

    /// Adds the sum of a block.
    #[inline(never)]
    pub(super) fn add(&mut self, mut sum: T) {
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
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn total(&self, sum: T) -> T {
        if self.blocks == 0 && self.before.is_none() { sum } else { self.with_blocks(sum) }
    }

    #[inline(never)]
    fn with_blocks(&self, sum: T) -> T {
        let waiting = self.waiting.iter().take(self.blocks.count_ones() as usize);
        // SAFETY: each is one of those that wait, by the invariant.
        let sum = waiting.rev().fold(sum, |sum, half| unsafe { half.assume_init() }.plus(sum));
        self.before.map_or(sum, |before| before.plus(sum))
    }
}

/// The sum of `value` and of those at so many places, which lie one after the other if they are `DENSE`.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn sum<const DENSE: bool, T: Scalar>(
    value: T,
    at: impl Fn(usize) -> T,
    count: usize,
) -> T {
    if T::ADDS_IN_ANY_ORDER {
        (0..count).fold(value, |sum, n| sum.plus(at(n)))
    } else if count > BLOCK {
        value.plus(sum_of_blocks::<DENSE, T>(at, count))
    } else {
        sum_of_block::<DENSE, T>(value, &at, 0, count)
    }
}

/// As [`sum`], of the values `from` some place to before another.
#[cfg_attr(not(unoptimized), inline(always))]
fn sum_of_block<const DENSE: bool, T: Scalar>(
    value: T,
    at: &impl Fn(usize) -> T,
    mut from: usize,
    end: usize,
) -> T {
    // In few bits one sum of many would stop growing.
    let is_one = const { (!DENSE && size_of::<T>() > FEW_BITS) || size_of::<T>() > LARGEST };
    if is_one || end.wrapping_sub(from) < 2 * LANES {
        return (from..end).fold(value, |sum, n| sum.plus(at(n)));
    }
    let mut lanes = [T::ZERO; LANES];
    while end.wrapping_sub(from) >= LANES {
        for (lane, sum) in lanes.iter_mut().enumerate() {
            *sum = sum.plus(at(from.wrapping_add(lane)));
        }
        from = from.wrapping_add(LANES);
    }
    // The value comes last, so that rows need not wait for each other. The lanes go one after the other: by halves, the
    // compiler would make shorter vectors of them, in the loop as well.
    let [first, others @ ..] = lanes;
    let sum = others.into_iter().fold(first, T::plus);
    value.plus((from..end).fold(sum, |sum, n| sum.plus(at(n))))
}

/// As [`sum`], of more values than a block has. Apart, so that short sums have nothing to do with blocks.
#[inline(never)]
fn sum_of_blocks<const DENSE: bool, T: Scalar>(at: impl Fn(usize) -> T, count: usize) -> T {
    let (mut halves, mut from) = (Halves::new(), 0_usize);
    loop {
        let end = count.min(from.wrapping_add(BLOCK));
        let sum = sum_of_block::<DENSE, T>(T::ZERO, &at, from, end);
        if end == count {
            return halves.total(sum);
        }
        halves.add(sum);
        from = end;
    }
}
