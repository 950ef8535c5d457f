//! Orders that are made better, against all trees of the branches that they may change.

use std::vec;
use std::vec::Vec;

use super::windows::improve;
use super::{EXHAUSTIVE, cheapest, in_order, labels_at, size, total_cost};
use crate::plan::Cost;

/// A generator of numbers that look random, the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn set(&mut self, labels: usize) -> u128 {
        (0..3).map(|_| 1 << self.below(labels)).fold(0, |set, bit: u128| set | bit)
    }
}

type Pairs = Vec<(usize, usize)>;

/// A contraction, and an order of its steps.
struct Drawn {
    operands: Vec<u128>,
    kept: u128,
    extents: Vec<usize>,
    steps: Pairs,
}

impl Drawn {
    fn of(numbers: &mut Numbers, count: usize) -> Self {
        let labels = 4 + numbers.below(6);
        let extents = (0..labels).map(|_| [0, 1, 2, 2, 3, 3, 5, 8][numbers.below(8)]).collect();
        let operands = (0..count).map(|_| numbers.set(labels)).collect();
        let kept = numbers.set(labels);
        let mut there: Vec<usize> = (0..count).collect();
        let mut steps = Vec::new();
        while there.len() > 1 {
            let left = there.swap_remove(numbers.below(there.len()));
            let right = there.swap_remove(numbers.below(there.len()));
            there.push(count + steps.len());
            steps.push((left, right));
        }
        Drawn { operands, kept, extents, steps }
    }

    fn cost(&self, steps: &Pairs) -> Cost {
        total_cost(&self.operands, self.kept, &self.extents, steps)
    }

    fn labels(&self, position: usize, steps: &Pairs) -> u128 {
        labels_at(position, &self.operands, self.kept, steps)
    }

    fn improved(&self, steps: &Pairs) -> Pairs {
        let mut better = steps.clone();
        improve(&self.operands, self.kept, &self.extents, &mut better);
        assert!(is_order(self.operands.len(), &better), "{steps:?} {better:?}");
        assert!(!self.cost(steps).is_less_than(self.cost(&better)), "{steps:?} {better:?}");
        better
    }
}

/// Whether each step takes two positions that are there, and one is left.
fn is_order(count: usize, steps: &Pairs) -> bool {
    let mut there = vec![true; count];
    for &(left, right) in steps {
        for position in [left, right] {
            if there.get(position) != Some(&true) {
                return false;
            }
            there[position] = false;
        }
        there.push(true);
    }
    there.iter().filter(|is_there| **is_there).count() == 1
}

/// The fewest multiply-adds of all trees over some sets, and of these the smallest largest temporary.
fn least(sets: &[u128], kept: u128, extents: &[usize]) -> (u128, u128) {
    let mut found = (u128::MAX, u128::MAX);
    if sets.len() == 1 {
        return (0, 0);
    }
    for second in 0..sets.len() {
        for first in 0..second {
            let mut rest = sets.to_vec();
            let both = rest.swap_remove(second) | rest.swap_remove(first);
            let made = both & rest.iter().fold(kept, |needed, set| needed | set);
            let temporary = if rest.is_empty() { 0 } else { size(made, extents) };
            rest.push(made);
            let (adds, largest) = least(&rest, kept, extents);
            found = found.min((adds + size(both, extents), largest.max(temporary)));
        }
    }
    found
}

#[test]
fn few_operands_in_any_order_come_to_the_cheapest_one() {
    let mut numbers = Numbers(3);
    let mut changed = 0;
    for round in 0..200 {
        let drawn = Drawn::of(&mut numbers, 2 + round % 5);
        let better = drawn.improved(&drawn.steps);
        let sets: Vec<u128> =
            (0..drawn.operands.len()).map(|operand| drawn.labels(operand, &Vec::new())).collect();
        let cost = drawn.cost(&better);
        let (adds, temporary) = least(&sets, drawn.kept, &drawn.extents);
        assert_eq!((cost.multiply_adds, cost.temporary), (adds, temporary), "{:?}", drawn.steps);
        changed += usize::from(better != drawn.steps);
    }
    assert!(changed > 60, "{changed}");
}

/// All orders of so many operands.
fn all_orders(there: &[usize], next: usize) -> Vec<Pairs> {
    if there.len() == 1 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for second in 0..there.len() {
        for first in 0..second {
            let mut rest = there.to_vec();
            let pair = (rest.swap_remove(second), rest.swap_remove(first));
            rest.push(next);
            found.extend(
                all_orders(&rest, next + 1).into_iter().map(|later| [vec![pair], later].concat()),
            );
        }
    }
    found
}

/// Where a label has no entries, orders differ in their temporaries alone.
#[test]
fn any_order_comes_to_the_smallest_temporary_of_the_fewest_multiply_adds() {
    let mut numbers = Numbers(6);
    let mut changed = 0;
    for round in 0..200 {
        let count = if round % 50 == 0 { 5 } else { 4 };
        let mut drawn = Drawn::of(&mut numbers, count);
        drawn.extents.iter_mut().for_each(|extent| *extent = numbers.below(3));
        let all: Vec<usize> = (0..count).collect();
        let sets: Vec<u128> =
            all.iter().map(|operand| drawn.labels(*operand, &Vec::new())).collect();
        let (adds, temporary) = least(&sets, drawn.kept, &drawn.extents);
        for steps in all_orders(&all, count) {
            let (cost, better) = (drawn.cost(&steps), drawn.cost(&drawn.improved(&steps)));
            assert_eq!((better.multiply_adds, better.temporary), (adds, temporary), "{steps:?}");
            changed += usize::from(cost.multiply_adds == adds && cost.temporary > temporary);
        }
    }
    assert!(changed > 20, "{changed}");
}

/// The positions that a part of the tree takes from elsewhere, and its steps: of the branches above a step, the one that
/// is made last is replaced by the two that it is made of, while there are fewer than [`EXHAUSTIVE`].
fn branches_above(root: usize, count: usize, steps: &Pairs) -> (Vec<usize>, Vec<usize>) {
    let (mut branches, mut inside) = (vec![steps[root].0, steps[root].1], vec![root]);
    while branches.len() < EXHAUSTIVE {
        branches.sort_unstable();
        let Some(step) = branches.last().and_then(|last| last.checked_sub(count)) else { break };
        branches.pop();
        branches.extend([steps[step].0, steps[step].1]);
        inside.push(step);
    }
    (branches, inside)
}

#[test]
fn of_many_operands_no_part_that_was_looked_at_has_a_cheaper_tree() {
    let mut numbers = Numbers(4);
    let mut changed = 0;
    for round in 0..24 {
        let drawn = Drawn::of(&mut numbers, 7 + round % 4);
        let count = drawn.operands.len();
        // Until it stays as it is.
        let mut steps = drawn.steps.clone();
        let mut times = 0;
        loop {
            let better = drawn.improved(&steps);
            if better == steps {
                break;
            }
            (steps, times) = (better, times + 1);
            assert!(times < 20, "{steps:?}");
        }
        changed += usize::from(times > 0);
        for root in 0..steps.len() {
            let (branches, inside) = branches_above(root, count, &steps);
            let sets: Vec<u128> =
                branches.iter().map(|&branch| drawn.labels(branch, &steps)).collect();
            let of_step = |&step: &usize| {
                let (left, right) = steps[step];
                let both = drawn.labels(left, &steps) | drawn.labels(right, &steps);
                size(both, &drawn.extents)
            };
            let made = |&step: &usize| size(drawn.labels(count + step, &steps), &drawn.extents);
            let adds: u128 = inside.iter().map(of_step).sum();
            let temporary = inside[1..].iter().map(made).max().unwrap_or(0);
            let kept = drawn.labels(count + root, &steps);
            let expected = least(&sets, kept, &drawn.extents);
            assert_eq!((adds, temporary), expected, "{root} {steps:?} {:?}", drawn.operands);
        }
    }
    assert!(changed > 15, "{changed}");
}

#[test]
fn an_order_that_is_the_best_stays() {
    // A product of matrices and a vector, which comes first; vectors, and an outer product of vectors, in whatever order.
    let chain = ([0b011, 0b110, 0b100], 0b001, [(2, 1), (3, 0)]);
    let vectors = ([1, 1, 1, 1], 1, [(3, 2), (1, 0), (5, 4)]);
    let outer = ([0b001, 0b010, 0b100], 0b111, [(2, 1), (0, 3)]);
    let (mut of_chain, mut of_vectors, mut of_outer) = (chain.2, vectors.2, outer.2);
    improve(&chain.0, chain.1, &[20, 30, 40], &mut of_chain);
    improve(&vectors.0, vectors.1, &[20], &mut of_vectors);
    improve(&outer.0, outer.1, &[2, 2, 2], &mut of_outer);
    assert_eq!((of_chain, of_vectors, of_outer), (chain.2, vectors.2, outer.2));
}

/// Small extents make many orders alike.
#[test]
fn up_to_six_operands_the_cheapest_order_is_that_of_all_trees() {
    let mut numbers = Numbers(5);
    let (mut plain, mut other) = (0, 0);
    for round in 0..1500 {
        let count = if round % 50 == 0 { 6 } else { 3 + round % 3 };
        let mut drawn = Drawn::of(&mut numbers, count);
        if round % 2 == 0 {
            drawn.extents.iter_mut().for_each(|extent| *extent = (*extent).min(2));
        }
        let sets: Vec<u128> =
            (0..count).map(|operand| drawn.labels(operand, &Vec::new())).collect();
        let mut steps = vec![(0, 0); count - 1];
        cheapest(&drawn.operands, drawn.kept, &drawn.extents, &mut steps);
        assert!(is_order(count, &steps), "{steps:?}");
        let cost = drawn.cost(&steps);
        let expected = least(&sets, drawn.kept, &drawn.extents);
        assert_eq!((cost.multiply_adds, cost.temporary), expected, "{steps:?} {sets:?}");
        // From left to right, where that is as cheap.
        let mut in_turn = steps.clone();
        in_order(count, &mut in_turn);
        let cost = drawn.cost(&in_turn);
        if (cost.multiply_adds, cost.temporary) == expected {
            assert_eq!(steps, in_turn, "{sets:?} {:?}", drawn.extents);
            plain += 1;
        } else {
            other += 1;
        }
    }
    assert!(plain > 200 && other > 200, "{plain} {other}");
}
