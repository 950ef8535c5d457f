//! Good orders of more operands than allow a look at all of them.

use super::network::Network;
use super::trees::best_tree;
use super::windows::improve;
use super::{EXHAUSTIVE, MAX_OPERANDS, size, total_cost};

/// Replaces the order in `steps` by one that is cheaper, if either rule finds such, and makes the best
/// of them better where it can.
pub(super) const fn best_greedy(
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
            break;
        }
        prefers_shrinking = true;
    }
    improve(operands, kept, extents, steps.split_at_mut(needed).0);
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
