//! [`Remaining`]: which positions are left while a path contracts them, and the check of paths that a user gives.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; positions count below the room, and sums below the positions"
)]

use crate::{
    ShapeError,
    error::{Bounded, Place, Quantity},
};

/// The positions that are left: of the operands, and of what the steps make, which count on.
///
/// Element `i` of the room, from 1 on, is the number of positions left among the last `i & -i` up to `i` (a tree of
/// Fenwick), so that a long path costs a logarithm a step.
pub(super) struct Remaining<'r> {
    sums: &'r mut [usize],
    used: usize,
    count: usize,
}

impl<'r> Remaining<'r> {
    /// The length of the room for all positions of a path.
    pub(super) const fn room(operands: usize) -> usize {
        operands.saturating_mul(2).saturating_add(1)
    }

    /// All operands, in a room of zeros.
    pub(super) const fn new(operands: usize, room: &'r mut [usize]) -> Self {
        let mut remaining = Remaining { sums: room, used: 0, count: 0 };
        let mut n = 0;
        while n < operands {
            remaining.push();
            n += 1;
        }
        remaining
    }

    /// Takes both positions out, and adds that of what they make.
    pub(super) const fn contract(&mut self, (first, second): (usize, usize)) {
        self.add(first, false);
        self.add(second, false);
        self.count = self.count.saturating_sub(2);
        self.push();
    }

    const fn push(&mut self) {
        self.add(self.used, true);
        self.used += 1;
        self.count += 1;
    }

    const fn add(&mut self, position: usize, is_there: bool) {
        let mut at = position.saturating_add(1);
        while at < self.sums.len() {
            let sum = self.sums[at];
            self.sums[at] = if is_there { sum + 1 } else { sum.saturating_sub(1) };
            at = at.saturating_add(at & at.wrapping_neg());
        }
    }

    /// The place of a position in the list of what is left.
    #[cfg(feature = "alloc")]
    pub(super) const fn place(&self, position: usize) -> usize {
        let (mut at, mut before) = (position, 0_usize);
        while at > 0 {
            if at < self.sums.len() {
                before = before.saturating_add(self.sums[at]);
            }
            at &= at.wrapping_sub(1);
        }
        before
    }

    /// The position at a place in the list of what is left.
    pub(super) const fn position(&self, place: usize) -> Option<usize> {
        if place >= self.count {
            return None;
        }
        // The most positions before which there are at most `place` of the list.
        let (mut at, mut rest) = (0_usize, place);
        let mut step = match self.sums.len().checked_ilog2() {
            Some(bits) => 1_usize << bits,
            None => 0,
        };
        while step > 0 {
            let next = at.saturating_add(step);
            if next < self.sums.len() && self.sums[next] <= rest {
                (at, rest) = (next, rest.saturating_sub(self.sums[next]));
            }
            step /= 2;
        }
        Some(at)
    }
}

/// Checks a path in NumPy's notation, whose positions are those in the list of what is left, and writes its pairs
/// with positions that count on. `room` is of zeros, as long as [`Remaining::room`] says.
///
/// # Errors
/// [`ShapeError::CountMismatch`], [`ShapeError::OutOfBounds`] and [`ShapeError::Repeated`].
pub(super) const fn resolve_path(
    path: &[(usize, usize)],
    operands: usize,
    room: &mut [usize],
    pairs: &mut [(usize, usize)],
) -> Result<(), ShapeError> {
    let expected = operands.saturating_sub(1);
    if path.len() != expected || pairs.len() < expected {
        return Err(ShapeError::CountMismatch {
            of: Quantity::PathSteps,
            expected,
            found: path.len(),
        });
    }
    let mut left = Remaining::new(operands, room);
    let mut step = 0;
    while step < expected {
        let (first, second) = path[step];
        let operands = left.count;
        pairs[step] = match (left.position(first), left.position(second)) {
            (Some(_), Some(_)) if first == second => {
                return Err(ShapeError::Repeated {
                    place: Place::PathOperand { step, operand: first },
                });
            }
            (Some(one), Some(other)) => (one, other),
            (Some(_), None) => {
                return Err(ShapeError::OutOfBounds {
                    of: Bounded::PathOperand { step },
                    number: second,
                    limit: operands,
                });
            }
            (None, _) => {
                return Err(ShapeError::OutOfBounds {
                    of: Bounded::PathOperand { step },
                    number: first,
                    limit: operands,
                });
            }
        };
        left.contract(pairs[step]);
        step += 1;
    }
    Ok(())
}

/// Checks a path whose positions count on: each is there before its step, and taken once.
///
/// # Errors
/// [`ShapeError::CountMismatch`], [`ShapeError::OutOfBounds`] and [`ShapeError::Repeated`].
#[cfg(feature = "alloc")]
pub(super) fn check_ssa(path: &[(usize, usize)], operands: usize) -> Result<(), ShapeError> {
    let (expected, found) = (operands.saturating_sub(1), path.len());
    if found != expected {
        return Err(ShapeError::CountMismatch { of: Quantity::PathSteps, expected, found });
    }
    let mut is_taken = alloc::vec![false; operands + found];
    for (step, &(first, second)) in path.iter().enumerate() {
        let limit = operands + step;
        for position in [first, second] {
            if position >= limit {
                let of = Bounded::PathPosition { step };
                return Err(ShapeError::OutOfBounds { of, number: position, limit });
            }
            if core::mem::replace(&mut is_taken[position], true) {
                return Err(ShapeError::Repeated { place: Place::PathPosition { step, position } });
            }
        }
    }
    Ok(())
}
