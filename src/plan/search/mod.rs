//! The order in which any number of operands contract, on lists of labels and with memory: what [`order`](super::order) is for a
//! few operands and constants, this is for hundreds and values.
//!
//! | file | what |
//! |---|---|
//! | `mod.rs` | which of these runs for how long, and the exact comparison at the end |
//! | `network.rs` | operands as sorted lists of labels, and what two of them make |
//! | `greedy.rs` | pairs out of a heap of those that share a label: O(n log n) |
//! | `subsets.rs` | the best of all trees over at most sixteen branches |
//! | `tree.rs` | a tree, and the best trees in place of its parts |
//!
//! Sizes are `f64`: exact below 2^53, and far beyond where `u128` ends, so that orders too large to run can still be compared.
//! Nothing is asked of a clock, and all numbers that look random follow from a seed: the same input has the same order everywhere.
#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "positions and labels count below the lengths of the lists that this module makes"
)]

mod greedy;
mod network;
mod subsets;
mod tree;

use alloc::vec::Vec;
use core::cmp::Ordering;

use greedy::Rule;
use network::Network;
use subsets::{MOST_BRANCHES, Subsets};
use tree::Tree;

/// How many branches of a tree are put in the best order at a time: first a few, which takes a tenth of the time.
const WINDOWS: [usize; 2] = [6, 8];
/// How many random greedy trees there are before the best one is improved.
const FIRST_TREES: usize = 4;
/// How often all windows of a tree are looked at, at most.
const ROUNDS: usize = 12;
/// A greedy tree that is this many times dearer than the best one so far is not improved.
const HOPELESS: f64 = 64.0;

/// The budget for so many operands where the caller names none: some microseconds an operand, and enough for all trees of nine.
pub(super) const fn usual_budget(operands: usize) -> u64 {
    let budget = (operands as u64).saturating_mul(800);
    if budget < 14_000 { 14_000 } else { budget }
}

/// What is left of the budget, counted in pairs that are compared.
struct Budget {
    left: u64,
}

impl Budget {
    fn take(&mut self, pairs: u64) {
        self.left = self.left.saturating_sub(pairs);
    }
}

/// Numbers that look random, the same from each seed (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Above 0, below 1.
    fn fraction(&mut self) -> f64 {
        ((self.next() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
    }
}

/// A cheap order, as pairs of positions that count on. `labels` of each operand may repeat; those of extent 1 count nothing.
///
/// Of so few operands that all trees fit the budget, and of at most 128 groups of labels, it is the cheapest one. Otherwise the best of a greedy tree, of random greedy
/// trees, and of each with its parts put in the best order, until the budget is spent; never dearer than from left to right.
pub(super) fn search(
    operands: &[&[usize]],
    kept: &[usize],
    extents: &[usize],
    budget: u64,
    seed: u64,
) -> Vec<(usize, usize)> {
    let network = Network::new(operands, kept, extents);
    let in_turn = network.in_turn();
    if in_turn.len() < 2 {
        return in_turn;
    }
    let mut budget = Budget { left: budget };
    let found = best_tree(&network, &mut budget, &mut Random(seed)).pairs();
    // The search rounds beyond 2^53, and knows nothing of what stands first.
    match network.is_cheaper(&found, &in_turn) {
        true => found,
        false => in_turn,
    }
}

fn best_tree(network: &Network, budget: &mut Budget, random: &mut Random) -> Tree {
    let mut subsets = Subsets::new(network.extents.len());
    let count = network.operands.len();
    if count <= MOST_BRANCHES && 3_u64.pow(count as u32) / 2 <= budget.left {
        // Nothing where there are too many groups of labels: then parts of a greedy tree are improved.
        if let Some(tree) = Tree::best_of_all(network, &mut subsets, budget) {
            return tree;
        }
    }
    let mut best = greedy::tree(network, Rule::SHRINKING, random, budget);
    for _ in 0..FIRST_TREES {
        if budget.left == 0 {
            break;
        }
        let tree = greedy::tree(network, Rule::random(random), random, budget);
        if tree.is_better_than(&best) {
            best = tree;
        }
    }
    improve(&mut best, network, &mut subsets, budget, random);
    // A tree from each random rule, as good as windows make it.
    while budget.left > 0 {
        budget.take(count as u64);
        let mut tree = greedy::tree(network, Rule::random(random), random, budget);
        if tree.total() > best.total() * HOPELESS {
            continue;
        }
        improve(&mut tree, network, &mut subsets, budget, random);
        if tree.is_better_than(&best) {
            best = tree;
        }
    }
    best
}

/// Puts parts of a tree in the best order until that changes nothing: first the dearest branches, then any.
fn improve(
    tree: &mut Tree,
    network: &Network,
    subsets: &mut Subsets,
    budget: &mut Budget,
    random: &mut Random,
) {
    let mut unchanged = 0;
    let [first, later] = WINDOWS;
    for round in 0..ROUNDS {
        let window = if round == 0 { first } else { later };
        let random = if round % 2 == 1 { Some(&mut *random) } else { None };
        match tree.improve(network, subsets, window, budget, random) {
            true => unchanged = 0,
            false => unchanged += 1,
        }
        if unchanged == 2 || budget.left == 0 {
            return;
        }
    }
}

/// Sorts in any order that has no two alike. A sort is much code, which is compiled for each order that is known: here for one.
fn sort_by(all: &mut [u32], order: &dyn Fn(u32, u32) -> Ordering) {
    all.sort_unstable_by(|left, right| order(*left, *right));
}
