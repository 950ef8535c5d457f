//! The best of all binary trees over a few operands.

use super::{EXHAUSTIVE, plus, size, times};

/// The subsets of so many operands.
const SUBSETS: usize = 1 << EXHAUSTIVE;

/// For each subset of the operands, what it contracts to and the best tree for that.
///
/// Operand `n` is bit `count - 1 - n`, so that the split which comes first, counting down from all
/// on the left, has the last operand alone on the right: left to right is tried before all others.
struct Trees {
    count: usize,
    /// The labels of the operands.
    unions: [u128; SUBSETS],
    /// Those that are left of them.
    results: [u128; SUBSETS],
    sizes: [u128; SUBSETS],
    multiply_adds: [u128; SUBSETS],
    /// The largest temporary, with what the subset itself makes.
    temporaries: [u128; SUBSETS],
    /// The left part of the best split.
    lefts: [usize; SUBSETS],
}

/// Writes the best tree of all operands, and gives its multiply-adds and its largest temporary.
///
/// By subsets: the best tree of a set consists of the best trees of the two parts of some split.
pub(super) const fn best_tree(
    operands: &[u128],
    kept: u128,
    extents: &[usize],
    steps: &mut [(usize, usize)],
) -> (u128, u128) {
    let none = [0; SUBSETS];
    let mut trees = Trees {
        count: operands.len(),
        unions: none,
        results: none,
        sizes: none,
        multiply_adds: none,
        temporaries: none,
        lefts: [0; SUBSETS],
    };
    let all = (1 << operands.len()) - 1;
    let mut set = 1_usize;
    while set <= all {
        let operand = operands.len() - 1 - set.trailing_zeros() as usize;
        trees.unions[set] = trees.unions[set & (set - 1)] | operands[operand];
        set += 1;
    }
    set = 1;
    while set <= all {
        trees.results[set] = trees.unions[set] & (kept | trees.unions[all - set]);
        trees.sizes[set] = size(trees.results[set], extents);
        if set & (set - 1) != 0 {
            trees.split(set, extents, set != all);
        }
        set += 1;
    }
    trees.write(all, steps, 0);
    (trees.multiply_adds[all], trees.temporaries[all])
}

impl Trees {
    /// Finds the best split of a set whose subsets are done.
    const fn split(&mut self, set: usize, extents: &[usize], goes_on: bool) {
        let (result, made) = (self.results[set], self.sizes[set]);
        // The first operand of the set is on the left, so that each split comes once.
        let rest = set - (1 << set.ilog2());
        let mut right = 0;
        let (mut best_adds, mut best_temporary, mut best_left) = (0, 0, 0);
        while right < rest {
            // The next larger subset of the rest.
            right = (right.wrapping_sub(rest)) & rest;
            let left = set - right;
            let parts = plus(self.multiply_adds[left], self.multiply_adds[right]);
            if best_left != 0 && parts > best_adds {
                continue;
            }
            // The loops of a step are the labels of its result and those that it sums, which both
            // have: all others are gone.
            let summed = self.unions[left] & self.unions[right] & !result;
            let step = if summed == 0 { made } else { times(made, size(summed, extents)) };
            let adds = plus(parts, step);
            if best_left != 0 && adds > best_adds {
                continue;
            }
            let (a, b) = (self.temporaries[left], self.temporaries[right]);
            let temporary = if a > b { a } else { b };
            if best_left == 0 || adds < best_adds || temporary < best_temporary {
                (best_adds, best_temporary, best_left) = (adds, temporary, left);
            }
        }
        self.multiply_adds[set] = best_adds;
        self.temporaries[set] =
            if goes_on && made > best_temporary { made } else { best_temporary };
        self.lefts[set] = best_left;
    }

    /// Writes the steps of a tree behind `done` others, and gives the position of its result and how
    /// many are done then. As deep as there are operands.
    const fn write(&self, set: usize, steps: &mut [(usize, usize)], done: usize) -> (usize, usize) {
        if set & (set - 1) == 0 {
            return (self.count - 1 - set.trailing_zeros() as usize, done);
        }
        let (left, done) = self.write(self.lefts[set], steps, done);
        let (right, done) = self.write(set - self.lefts[set], steps, done);
        steps[done] = (left, right);
        (self.count + done, done + 1)
    }
}
