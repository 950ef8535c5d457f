//! The order in which several operands contract, two at a time: on plain numbers and without memory,
//! so also at compile time.
//!
//! An operand is the set of its labels: bit `n` of a `u128` is label `n`, whose extent is
//! `extents[n]` (1 where the list ends earlier). `kept` is the set of the result's labels.
//!
//! An order is a list of pairs of positions. The operands are at `0..count`, and what step `s`
//! makes is at `count + s`; each position is used once.
//!
//! A label that is not kept and that only one of the operands has is summed there before the first
//! step, which takes as long in any order and counts in none. A label that is not kept, and that
//! nothing else has after a step, is summed in that step.
#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "const functions have no iterators; positions and labels count below the lengths"
)]

use super::cost::Cost;

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
/// compared with the elements of the two that it replaces.
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
            size = size.saturating_mul(extents[label] as u128);
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
/// step makes. Empty for a position that the steps do not reach.
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
    let mut network = Network::new(operands, kept);
    let mut step = 0;
    while step < steps.len() && network.used <= position {
        let (left, right) = steps[step];
        network.contract(left, right);
        step += 1;
    }
    if position < network.used { network.sets[position] } else { 0 }
}

/// The operands and what became of them.
struct Network {
    sets: [u128; 2 * MAX_OPERANDS],
    is_gone: [bool; 2 * MAX_OPERANDS],
    /// How many entries of these are used.
    used: usize,
    kept: u128,
}

impl Network {
    /// Of the first [`MAX_OPERANDS`] operands, without the labels that only one of them needs.
    const fn new(operands: &[u128], kept: u128) -> Self {
        let mut network = Network {
            sets: [0; 2 * MAX_OPERANDS],
            is_gone: [false; 2 * MAX_OPERANDS],
            used: 0,
            kept,
        };
        while network.used < operands.len() && network.used < MAX_OPERANDS {
            network.sets[network.used] = operands[network.used];
            network.used += 1;
        }
        let (in_two, _) = network.needs();
        let mut position = 0;
        while position < network.used {
            network.sets[position] &= kept | in_two;
            position += 1;
        }
        network
    }

    /// The labels that at least two, and those that at least three of what is there have.
    const fn needs(&self) -> (u128, u128) {
        let (mut in_one, mut in_two, mut in_three) = (0, 0, 0);
        let mut position = 0;
        while position < self.used {
            if !self.is_gone[position] {
                let set = self.sets[position];
                in_three |= in_two & set;
                in_two |= in_one & set;
                in_one |= set;
            }
            position += 1;
        }
        (in_two, in_three)
    }

    /// What two sets contract to: their labels that are kept, or that a third has.
    const fn result(&self, left: u128, right: u128, needs: (u128, u128)) -> u128 {
        let (in_two, in_three) = needs;
        let needed = self.kept | (left & right & in_three) | ((left ^ right) & in_two);
        (left | right) & needed
    }

    /// Makes a step, unless it names no two positions that are there.
    const fn contract(&mut self, left: usize, right: usize) -> Option<u128> {
        let beyond = left >= self.used || right >= self.used || self.used == self.sets.len();
        if beyond || left == right || self.is_gone[left] || self.is_gone[right] {
            return None;
        }
        let result = self.result(self.sets[left], self.sets[right], self.needs());
        self.is_gone[left] = true;
        self.is_gone[right] = true;
        self.sets[self.used] = result;
        self.used += 1;
        Some(result)
    }
}

/// The subsets of so many operands.
const SUBSETS: usize = 1 << EXHAUSTIVE;

/// For each subset of the operands, what it contracts to and the best tree for that.
///
/// Operand `n` is bit `count - 1 - n`, so that the split which comes first, counting down from all
/// on the left, has the last operand alone on the right: left to right is tried before all others.
struct Trees {
    count: usize,
    results: [u128; SUBSETS],
    costs: [Cost; SUBSETS],
    /// The left part of the best split.
    lefts: [usize; SUBSETS],
}

/// By subsets: the best tree of a set consists of the best trees of the two parts of some split.
const fn best_tree(operands: &[u128], kept: u128, extents: &[usize], steps: &mut [(usize, usize)]) {
    let count = operands.len();
    let all = (1 << count) - 1;
    let mut unions = [0; SUBSETS];
    let mut set = 1_usize;
    while set <= all {
        let first = set.trailing_zeros() as usize;
        unions[set] = unions[set & (set - 1)] | operands[count - 1 - first];
        set += 1;
    }
    let (results, costs, lefts) = ([0; SUBSETS], [Cost::NONE; SUBSETS], [0; SUBSETS]);
    let mut trees = Trees { count, results, costs, lefts };
    set = 1;
    while set <= all {
        trees.results[set] = unions[set] & (kept | unions[all - set]);
        set += 1;
    }
    set = 1;
    while set <= all {
        if set & (set - 1) != 0 {
            trees.split(set, extents, set != all);
        }
        set += 1;
    }
    trees.write(all, steps, 0);
}

impl Trees {
    /// Finds the best split of a set whose subsets are done.
    const fn split(&mut self, set: usize, extents: &[usize], goes_on: bool) {
        // The first operand of the set is on the left, so that each split comes once.
        let first = 1 << set.ilog2();
        let rest = set - first;
        let mut others = (rest - 1) & rest;
        let mut best: Option<(Cost, usize)> = None;
        loop {
            let left = first | others;
            let right = set - left;
            let (a, b) = (self.results[left], self.results[right]);
            let step = step_cost(a, b, self.results[set], extents, goes_on);
            let cost = self.costs[left].then(self.costs[right]).then(step);
            let is_better = match best {
                None => true,
                Some((known, _)) => cost.is_less_than(known),
            };
            if is_better {
                best = Some((cost, left));
            }
            if others == 0 {
                break;
            }
            others = (others - 1) & rest;
        }
        if let Some((cost, left)) = best {
            self.costs[set] = cost;
            self.lefts[set] = left;
        }
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

/// Replaces the order in `steps` by one that is cheaper, if either rule finds such.
const fn best_greedy(
    operands: &[u128],
    kept: u128,
    extents: &[usize],
    steps: &mut [(usize, usize)],
) {
    let needed = operands.len() - 1;
    let mut best = total_cost(operands, kept, extents, steps.split_at(needed).0);
    let mut prefers_shrinking = false;
    loop {
        let mut found = [(0, 0); MAX_OPERANDS];
        greedy(operands, kept, extents, prefers_shrinking, &mut found);
        let cost = total_cost(operands, kept, extents, found.split_at(needed).0);
        if cost.is_less_than(best) {
            best = cost;
            steps.split_at_mut(needed).0.copy_from_slice(found.split_at(needed).0);
        }
        if prefers_shrinking {
            return;
        }
        prefers_shrinking = true;
    }
}

/// Takes pairs by one of the rules until few enough are left to compare all orders.
const fn greedy(
    operands: &[u128],
    kept: u128,
    extents: &[usize],
    prefers_shrinking: bool,
    steps: &mut [(usize, usize)],
) {
    let mut network = Network::new(operands, kept);
    let mut step = 0;
    while operands.len() - step > EXHAUSTIVE {
        let (left, right) = best_pair(&network, extents, prefers_shrinking);
        steps[step] = (left, right);
        network.contract(left, right);
        step += 1;
    }
    // The rest as operands of their own, and where they really are.
    let (mut rest, mut places) = ([0; EXHAUSTIVE], [0; EXHAUSTIVE]);
    let (mut found, mut position) = (0, 0);
    while position < network.used {
        if !network.is_gone[position] {
            rest[found] = network.sets[position];
            places[found] = position;
            found += 1;
        }
        position += 1;
    }
    let mut last = [(0, 0); EXHAUSTIVE];
    best_tree(&rest, kept, extents, &mut last);
    let mut pair = 0;
    while pair + 1 < EXHAUSTIVE {
        let (left, right) = last[pair];
        let left = if left < EXHAUSTIVE { places[left] } else { network.used + left - EXHAUSTIVE };
        let right =
            if right < EXHAUSTIVE { places[right] } else { network.used + right - EXHAUSTIVE };
        steps[step + pair] = (left, right);
        pair += 1;
    }
}

/// The pair that is best by a rule; of equal ones the first.
const fn best_pair(
    network: &Network,
    extents: &[usize],
    prefers_shrinking: bool,
) -> (usize, usize) {
    let needs = network.needs();
    let mut best: Option<(i128, i128)> = None;
    let mut pair = (0, 1);
    let mut left = 0;
    while left < network.used {
        let mut right = left + 1;
        while !network.is_gone[left] && right < network.used {
            if !network.is_gone[right] {
                let (a, b) = (network.sets[left], network.sets[right]);
                let result = signed(size(network.result(a, b, needs), extents));
                let adds = signed(size(a | b, extents));
                let read = signed(size(a, extents)) + signed(size(b, extents));
                let key = if prefers_shrinking { (result - read, adds) } else { (adds, result) };
                let is_better = match best {
                    None => true,
                    Some((first, second)) => key.0 < first || (key.0 == first && key.1 < second),
                };
                if is_better {
                    best = Some(key);
                    pair = (left, right);
                }
            }
            right += 1;
        }
        left += 1;
    }
    pair
}

/// With room for a sum of two.
const fn signed(size: u128) -> i128 {
    const MOST: u128 = i128::MAX as u128 / 4;
    if size < MOST { size as i128 } else { MOST as i128 }
}
