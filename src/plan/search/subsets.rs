//! The best of all binary trees over a few branches, by their subsets: the best tree of a set consists of the best trees of the two
//! parts of some split.

use alloc::vec::Vec;

use super::sort_by;

/// The most branches that all trees are compared of.
pub(super) const MOST_BRANCHES: usize = 16;
/// The mark, beside those of the branches, of a label that is left in the end.
const KEPT: u32 = 1 << MOST_BRANCHES;

/// Room that is used again and again. Labels that the same branches have are one group, so that a set of groups is a number.
///
/// Branch `n` is bit `count - 1 - n`, as in [`order`](super::super::order), so that left to right is tried before all others.
pub(super) struct Subsets {
    count: usize,
    /// For each label, the branches that have it; 0 between two searches.
    marks: Vec<u32>,
    /// The labels, by their marks.
    labels: Vec<u32>,
    groups: Vec<Group>,
    unions: Vec<u128>,
    /// The groups that are left of a subset.
    results: Vec<u128>,
    sizes: Vec<f64>,
    best: Vec<Best>,
}

struct Group {
    /// Where its labels end.
    end: usize,
    size: f64,
}

/// The best tree of a subset.
#[derive(Clone, Copy, Default)]
pub(super) struct Best {
    pub(super) adds: f64,
    /// The largest temporary, with what the subset itself makes.
    pub(super) temporary: f64,
    /// The left part of the split.
    left: u32,
}

impl Subsets {
    pub(super) fn new(labels: usize) -> Self {
        Subsets {
            count: 0,
            marks: alloc::vec![0; labels],
            labels: Vec::new(),
            groups: Vec::new(),
            unions: Vec::new(),
            results: Vec::new(),
            sizes: Vec::new(),
            best: Vec::new(),
        }
    }

    /// Finds the best tree of these branches, and the number of splits that were compared; `None` if there are more than 128
    /// groups of labels.
    pub(super) fn find<'a>(
        &mut self,
        branches: impl ExactSizeIterator<Item = &'a [u32]>,
        kept: &[u32],
        extents: &[f64],
    ) -> Option<(Best, u64)> {
        self.count = branches.len();
        self.group(branches, kept, extents)?;
        let subsets = 1_usize << self.count;
        self.results.clear();
        self.sizes.clear();
        self.best.clear();
        self.best.resize(subsets, Best::default());
        let kept = self.unions.pop().unwrap_or(0);
        let mut compared = 0;
        for set in 0..subsets {
            let result = self.unions[set] & (kept | self.unions[subsets - 1 - set]);
            self.results.push(result);
            self.sizes.push(self.size(result));
            if set & set.wrapping_sub(1) != 0 {
                compared += self.split(set, set + 1 < subsets);
            }
        }
        Some((self.best[subsets - 1], compared))
    }

    /// Groups labels, and makes the unions of the groups of each subset, and behind them those that are kept.
    fn group<'a>(
        &mut self,
        branches: impl ExactSizeIterator<Item = &'a [u32]>,
        kept: &[u32],
        extents: &[f64],
    ) -> Option<()> {
        self.labels.clear();
        self.groups.clear();
        for (branch, labels) in branches.enumerate() {
            for &label in labels {
                let marks = &mut self.marks[label as usize];
                if *marks == 0 {
                    self.labels.push(label);
                }
                *marks |= 1 << (self.count - 1 - branch);
            }
        }
        for &label in kept {
            // What is kept some branch has.
            self.marks[label as usize] |= KEPT;
        }
        let marks = &self.marks;
        let key = |label: u32| (marks[label as usize], label);
        sort_by(&mut self.labels, &|left, right| key(left).cmp(&key(right)));
        let subsets = 1_usize << self.count;
        self.unions.clear();
        self.unions.resize(subsets + 1, 0);
        let mut last = 0;
        for (place, &label) in self.labels.iter().enumerate() {
            let marks = core::mem::take(&mut self.marks[label as usize]);
            let extent = extents[label as usize];
            match self.groups.last_mut() {
                Some(group) if marks == last => {
                    *group = Group { end: place + 1, size: group.size * extent };
                }
                _ => {
                    let bit = 1_u128.wrapping_shl(self.groups.len() as u32);
                    self.groups.push(Group { end: place + 1, size: extent });
                    for branch in 0..self.count {
                        if marks & (1 << branch) != 0 {
                            self.unions[1 << branch] |= bit;
                        }
                    }
                    if marks & KEPT != 0 {
                        self.unions[subsets] |= bit;
                    }
                }
            }
            last = marks;
        }
        if self.groups.len() > 128 {
            return None;
        }
        for set in 1..subsets {
            self.unions[set] = self.unions[set & (set - 1)] | self.unions[set & set.wrapping_neg()];
        }
        Some(())
    }

    fn size(&self, groups: u128) -> f64 {
        let (mut rest, mut size) = (groups, 1.0);
        while rest != 0 {
            size *= self.groups[rest.trailing_zeros() as usize].size;
            rest &= rest - 1;
        }
        size
    }

    /// Finds the best split of a set whose subsets are done.
    fn split(&mut self, set: usize, goes_on: bool) -> u64 {
        let (result, made) = (self.results[set], self.sizes[set]);
        // The first branch of the set is on the left, so that each split comes once.
        let rest = set - (1 << set.ilog2());
        let (mut right, mut compared) = (0_usize, 0);
        let mut best = Best { adds: f64::INFINITY, temporary: f64::INFINITY, left: 0 };
        while right < rest {
            // The next larger subset of the rest.
            right = right.wrapping_sub(rest) & rest;
            let left = set - right;
            compared += 1;
            let (one, other) = (self.best[left], self.best[right]);
            let parts = one.adds + other.adds;
            if best.left != 0 && parts + made > best.adds {
                continue;
            }
            // Both have what is summed: all other labels are gone.
            let summed = self.results[left] & self.results[right] & !result;
            let adds = parts + if summed == 0 { made } else { made * self.size(summed) };
            let temporary = one.temporary.max(other.temporary);
            let is_better = adds < best.adds || (adds == best.adds && temporary < best.temporary);
            if best.left == 0 || is_better {
                best = Best { adds, temporary, left: left as u32 };
            }
        }
        if goes_on {
            best.temporary = best.temporary.max(made);
        }
        self.best[set] = best;
        compared
    }

    /// All branches.
    pub(super) const fn all(&self) -> usize {
        (1 << self.count) - 1
    }

    /// The branch that a set of one is.
    pub(super) const fn branch(&self, set: usize) -> usize {
        self.count - 1 - set.trailing_zeros() as usize
    }

    /// The best split of a set, and the multiply-adds of its last step.
    pub(super) fn parts(&self, set: usize) -> (usize, usize, f64) {
        let left = self.best[set].left as usize;
        let right = set - left;
        (left, right, self.size(self.results[left] | self.results[right]))
    }

    /// Puts the labels that are left of a set into a list, sorted.
    pub(super) fn labels(&self, set: usize, into: &mut Vec<u32>) {
        into.clear();
        let mut start = 0;
        for (number, group) in self.groups.iter().enumerate() {
            if self.results[set] >> number & 1 != 0 {
                into.extend_from_slice(&self.labels[start..group.end]);
            }
            start = group.end;
        }
        into.sort_unstable();
    }
}
