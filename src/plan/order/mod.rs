//! The order in which several operands contract, two at a time: on plain numbers and without memory,
//! so also at compile time.
//!
//! An operand is the set of its labels: bit `n` of a `u128` is label `n`, whose extent is
//! `extents[n]` (1 where the list ends earlier). `kept` is the set of the result's labels.
//!
//! An order is a list of pairs of positions. The operands are at `0..count`, and what step `s`
//! makes is at `count + s`; each position is used once.
//!
//! A label that is not kept and that only one of the operands has is summed there before the operand
//! meets another, which takes as long in any order and counts in none: it is no step here. A label that is
//! not kept, and that nothing else has after a step, is summed in that step.
#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "const functions have no iterators; positions and labels count below the lengths"
)]

mod greedy;
mod network;
#[cfg(test)]
mod tests;
mod trees;
mod windows;

use super::cost::Cost;
use greedy::best_greedy;
use network::Network;
use trees::best_tree;

/// Up to so many operands all orders are compared.
///
/// ```
/// assert_eq!(extents::plan::order::EXHAUSTIVE, 6);
/// ```
pub const EXHAUSTIVE: usize = 6;

/// More operands than this contract from left to right.
///
/// ```
/// assert_eq!(extents::plan::order::MAX_OPERANDS, 128);
/// ```
pub const MAX_OPERANDS: usize = 128;

/// Writes the cheapest order to `steps`, and gives the number of its steps: one less than there are
/// operands. Gives 0 and writes nothing where `steps` is shorter than that.
///
/// Cheapest is what has the fewest multiply-adds in all, then the smallest temporary (of the largest
/// ones). Of several such orders it is from left to right where that is one, and else the first that
/// the search meets, always the same one.
///
/// Up to [`EXHAUSTIVE`] operands this is the minimum over all binary trees, those with outer products
/// included. Beyond, it is the best of three: left to right, and two that take pairs by a rule until
/// that many operands are left, and from there on the best tree. One rule is the pair with the fewest
/// multiply-adds. The other is that of Python's `opt_einsum`: the pair whose result is smallest
/// compared with the elements of the two that it replaces. The best of the three is then made better:
/// each part of its tree that has [`EXHAUSTIVE`] branches is replaced by the best tree of these. So it
/// is never dearer than from left to right, but it need not be the minimum.
///
/// ```
/// use extents::plan::order::cheapest;
/// // ij,jk,k->i: matrix by vector, twice.
/// const ORDER: [(usize, usize); 2] = {
///     let mut steps = [(0, 0); 2];
///     cheapest(&[0b011, 0b110, 0b100], 0b001, &[20, 30, 40], &mut steps);
///     steps
/// };
/// // First operands 1 and 2; what they make is at position 3.
/// assert_eq!(ORDER, [(1, 2), (0, 3)]);
/// ```
pub const fn cheapest(
    operands: &[u128],
    kept: u128,
    extents: &[usize],
    steps: &mut [(usize, usize)],
) -> usize {
    let count = operands.len();
    let written = in_order(count, steps);
    if written < 2 || count > MAX_OPERANDS {
        // One order alone, or none to look for.
    } else if count <= EXHAUSTIVE {
        best_tree(operands, kept, extents, steps);
    } else {
        best_greedy(operands, kept, extents, steps);
    }
    written
}

/// Writes the order from left to right to `steps`, and gives the number of its steps, as
/// [`cheapest`].
///
/// ```
/// use extents::plan::order::in_order;
/// let mut steps = [(0, 0); 3];
/// assert_eq!(in_order(4, &mut steps), 3);
/// assert_eq!(steps, [(0, 1), (4, 2), (5, 3)]);
/// ```
pub const fn in_order(count: usize, steps: &mut [(usize, usize)]) -> usize {
    let needed = count.saturating_sub(1);
    if steps.len() < needed {
        return 0;
    }
    let mut step = 0;
    while step < needed {
        steps[step] = if step == 0 { (0, 1) } else { (count + step - 1, step + 1) };
        step += 1;
    }
    needed
}

/// The product of the extents of a set of labels.
///
/// ```
/// use extents::plan::order::size;
/// assert_eq!(size(0b101, &[2, 3, 4]), 8);
/// assert_eq!(size(0, &[2, 3, 4]), 1);
/// ```
pub const fn size(labels: u128, extents: &[usize]) -> u128 {
    let mut rest = labels;
    let mut size = 1_u128;
    while rest != 0 {
        let label = rest.trailing_zeros() as usize;
        if label < extents.len() {
            size = times(size, extents[label] as u128);
        }
        rest &= rest - 1;
    }
    size
}

/// What it costs to contract two sets of labels to a third. `goes_on` says that a further step reads
/// the result.
///
/// ```
/// use extents::plan::Cost;
/// use extents::plan::order::step_cost;
/// let product = step_cost(0b011, 0b110, 0b101, &[2, 3, 4], true);
/// assert_eq!(product, Cost { multiply_adds: 24, elements_moved: 26, temporary: 8 });
/// ```
pub const fn step_cost(
    left: u128,
    right: u128,
    result: u128,
    extents: &[usize],
    goes_on: bool,
) -> Cost {
    let written = size(result, extents);
    let read = size(left, extents).saturating_add(size(right, extents));
    Cost {
        multiply_adds: size(left | right, extents),
        elements_moved: read.saturating_add(written),
        temporary: if goes_on { written } else { 0 },
    }
}

/// What all steps of an order cost. Steps that name no two positions still there count nothing.
///
/// The cost of more than [`MAX_OPERANDS`] operands is not computed: all its numbers are `u128::MAX`.
///
/// ```
/// use extents::plan::order::total_cost;
/// let chain = total_cost(&[0b011, 0b110, 0b100], 0b001, &[20, 30, 40], &[(0, 1), (3, 2)]);
/// assert_eq!(chain.multiply_adds, 20 * 30 * 40 + 20 * 40);
/// assert_eq!(chain.temporary, 20 * 40);
/// ```
pub const fn total_cost(
    operands: &[u128],
    kept: u128,
    extents: &[usize],
    steps: &[(usize, usize)],
) -> Cost {
    if operands.len() > MAX_OPERANDS {
        return Cost { multiply_adds: u128::MAX, elements_moved: u128::MAX, temporary: u128::MAX };
    }
    let mut network = Network::new(operands, kept);
    let mut total = Cost::NONE;
    let mut step = 0;
    while step < steps.len() {
        let (left, right) = steps[step];
        if let Some(result) = network.contract(left, right) {
            let (left, right) = (network.sets[left], network.sets[right]);
            total = total.then(step_cost(left, right, result, extents, step + 1 < steps.len()));
        }
        step += 1;
    }
    total
}

/// The labels of what is at a position: of an operand without those that only it needs, or of what a
/// step makes. Empty for a position that the steps do not reach, and for more than [`MAX_OPERANDS`] operands.
///
/// ```
/// use extents::plan::order::labels_at;
/// let steps = [(1, 2), (0, 3)];
/// assert_eq!(labels_at(3, &[0b011, 0b110, 0b100], 0b001, &steps), 0b010);
/// // `l` stands in operand 0 alone, and is summed there.
/// assert_eq!(labels_at(0, &[0b1011, 0b110, 0b100], 0b001, &steps), 0b011);
/// ```
pub const fn labels_at(
    position: usize,
    operands: &[u128],
    kept: u128,
    steps: &[(usize, usize)],
) -> u128 {
    if operands.len() > MAX_OPERANDS {
        return 0;
    }
    let mut network = Network::new(operands, kept);
    let mut step = 0;
    while step < steps.len() && network.used <= position {
        let (left, right) = steps[step];
        network.contract(left, right);
        step += 1;
    }
    if position < network.used { network.sets[position] } else { 0 }
}

/// As `saturating_mul`, which takes the compiler five times as long to evaluate.
const fn times(a: u128, b: u128) -> u128 {
    const SMALL: u128 = u64::MAX as u128;
    if a <= SMALL && b <= SMALL { a * b } else { a.saturating_mul(b) }
}

/// As `saturating_add`.
const fn plus(a: u128, b: u128) -> u128 {
    if a <= u128::MAX - b { a + b } else { u128::MAX }
}
