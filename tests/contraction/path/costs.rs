//! What an order costs, by sets of labels, where operands, result and order are drawn.

use extents::plan::order::{cheapest, in_order, labels_at, size, step_cost, total_cost};
use extents::plan::{Cost, Path};

use super::network::{Draw, Network};

const LABELS: usize = 6;

fn has(set: u128, label: usize) -> bool {
    set >> label & 1 == 1
}

fn product(set: u128, extents: &[usize]) -> u128 {
    (0..128)
        .filter(|&label| has(set, label))
        .map(|n| *extents.get(n).unwrap_or(&1) as u128)
        .product()
}

/// The labels of a set that are kept, or that any of these sets has.
fn needed(set: u128, kept: u128, others: &[Option<u128>]) -> u128 {
    let is_needed = |label| has(kept, label) || others.iter().flatten().any(|&set| has(set, label));
    (0..128).filter(|&label| has(set, label) && is_needed(label)).map(|label| 1 << label).sum()
}

#[test]
fn an_order_costs_what_its_steps_cost() {
    let mut draw = Draw::new(8);
    for round in 0..500 {
        let count = 1 + round % 7;
        let extents: Vec<usize> = (0..LABELS - 1).map(|_| 1 + draw.below(5)).collect();
        let operands: Vec<u128> = (0..count).map(|_| draw.below(1 << LABELS) as u128).collect();
        let kept = draw.below(1 << LABELS) as u128;

        // What only one operand has is summed there.
        let all: Vec<Option<u128>> = operands.iter().copied().map(Some).collect();
        let mut sets: Vec<Option<u128>> = Vec::new();
        for (position, &set) in operands.iter().enumerate() {
            let mut others = all.clone();
            others[position] = None;
            sets.push(Some(needed(set, kept, &others)));
        }
        let (mut steps, mut total, mut at) = (Vec::new(), Cost::NONE, sets.clone());
        for step in 0..count - 1 {
            let left: Vec<usize> = (0..sets.len()).filter(|&n| sets[n].is_some()).collect();
            let first = draw.below(left.len());
            let second = (first + 1 + draw.below(left.len() - 1)) % left.len();
            let (first, second) = (left[first], left[second]);
            let (a, b) = (sets[first].take().unwrap(), sets[second].take().unwrap());
            let made = needed(a | b, kept, &sets);
            let goes_on = step + 2 < count;
            let cost = Cost {
                multiply_adds: product(a | b, &extents),
                elements_moved: product(a, &extents)
                    + product(b, &extents)
                    + product(made, &extents),
                temporary: if goes_on { product(made, &extents) } else { 0 },
            };
            assert_eq!(step_cost(a, b, made, &extents, goes_on), cost);
            total = Cost {
                multiply_adds: total.multiply_adds + cost.multiply_adds,
                elements_moved: total.elements_moved + cost.elements_moved,
                temporary: total.temporary.max(cost.temporary),
            };
            steps.push((first, second));
            sets.push(Some(made));
            at.push(Some(made));
        }
        assert_eq!(total_cost(&operands, kept, &extents, &steps), total, "{operands:?} {steps:?}");
        for (position, set) in at.iter().enumerate() {
            let found = labels_at(position, &operands, kept, &steps);
            assert_eq!(Some(found), *set, "{position} {operands:?} {steps:?}");
        }
        assert_eq!(labels_at(at.len(), &operands, kept, &steps), 0);
    }
    assert_eq!(size(0b111, &[2, 3]), 6);
    assert_eq!(size(u128::MAX, &[5]), 5);
}

#[test]
fn up_to_128_operands_an_order_is_looked_for() {
    // A chain of matrices, and a vector at its end: from there each step is a product of a matrix with a vector.
    let sets: Vec<u128> = (0..128).map(|n| if n < 127 { 0b11 << n } else { 1 << 127 }).collect();
    let (extents, mut found, mut plain) = ([2; 128], [(0, 0); 127], [(0, 0); 127]);
    assert_eq!(cheapest(&sets, 1, &extents, &mut found), 127);
    assert_eq!(in_order(128, &mut plain), 127);
    assert_eq!(total_cost(&sets, 1, &extents, &plain).multiply_adds, 126 * 8 + 4);
    assert!(total_cost(&sets, 1, &extents, &found).multiply_adds < 126 * 8 + 4);
    // With one operand more nothing is.
    let sets: Vec<u128> = [1].into_iter().chain(sets).collect();
    assert_eq!(labels_at(0, &sets, 1, &[]), 0);
    assert_eq!(labels_at(0, &sets[1..], 1, &[]), 0b11);
    assert_eq!(total_cost(&sets, 1, &extents, &[(0, 1)]).multiply_adds, u128::MAX);
}

/// What a pair is chosen by, the pair, and the labels of what it makes.
type Choice = ((i128, i128), (usize, usize), u128);

/// Takes the best pair of what is left, again and again: the one that takes the fewest multiply-adds, and of those the
/// one that makes the fewest elements; or the one that leaves the fewest elements more than before.
fn greedy(operands: &[u128], kept: u128, extents: &[usize], shrinks: bool) -> Vec<(usize, usize)> {
    let all: Vec<Option<u128>> = operands.iter().copied().map(Some).collect();
    let without = |sets: &[Option<u128>], gone: &[usize]| {
        let mut others = sets.to_vec();
        gone.iter().for_each(|&position| others[position] = None);
        others
    };
    let own =
        |(position, &set): (usize, &u128)| Some(needed(set, kept, &without(&all, &[position])));
    let mut sets: Vec<Option<u128>> = operands.iter().enumerate().map(own).collect();
    let mut steps = Vec::new();
    while steps.len() + 1 < operands.len() {
        let mut best: Option<Choice> = None;
        for left in 0..sets.len() {
            for right in left + 1..sets.len() {
                let (Some(a), Some(b)) = (sets[left], sets[right]) else { continue };
                let made = needed(a | b, kept, &without(&sets, &[left, right]));
                let count = |set| product(set, extents) as i128;
                let key = match shrinks {
                    true => (count(made) - count(a) - count(b), count(a | b)),
                    false => (count(a | b), count(made)),
                };
                if best.is_none_or(|(least, ..)| key < least) {
                    best = Some((key, (left, right), made));
                }
            }
        }
        let (_, (left, right), made) = best.unwrap();
        (sets[left], sets[right]) = (None, None);
        sets.push(Some(made));
        steps.push((left, right));
    }
    steps
}

#[test]
fn many_operands_are_never_dearer_than_one_best_pair_after_the_other() {
    let mut draw = Draw::new(9);
    let mut differ = 0;
    for round in 0..300 {
        let (count, labels) = (7 + round % 6, 6 + draw.below(8));
        let extents: Vec<usize> = (0..labels).map(|_| 2 + draw.below(6)).collect();
        let mut set = || (0..3).map(|_| 1 << draw.below(labels)).fold(0_u128, |set, bit| set | bit);
        let operands: Vec<u128> = (0..count).map(|_| set()).collect();
        let kept = set();
        let mut steps = vec![(0, 0); count - 1];
        assert_eq!(cheapest(&operands, kept, &extents, &mut steps), count - 1);
        // Each step takes what there is.
        let mut is_left = vec![true; count];
        for &(left, right) in &steps {
            assert!(left != right && is_left[left] && is_left[right], "{steps:?}");
            (is_left[left], is_left[right]) = (false, false);
            is_left.push(true);
        }
        let found = total_cost(&operands, kept, &extents, &steps);
        let [few, small] = [false, true].map(|shrinks| {
            let steps = greedy(&operands, kept, &extents, shrinks);
            total_cost(&operands, kept, &extents, &steps)
        });
        assert!(!few.is_less_than(found) && !small.is_less_than(found), "{operands:?} {extents:?}");
        differ += usize::from(few != small);
    }
    assert!(differ > 50, "{differ}");
}

#[test]
fn of_orders_that_cost_the_same_the_one_with_the_smallest_temporary() {
    let mut draw = Draw::new(10);
    for round in 0..600 {
        let extents: &[usize] = if round % 3 == 0 { &[0, 1, 2] } else { &[2] };
        let labels = 3 + draw.below(6);
        let network = Network::draw(&mut draw, 3 + round % 3, labels, extents);
        let path = Path::cheapest(&network.composition(), &network.shapes()).unwrap();
        let (sets, summed) = network.summed();
        let (adds, temporary) = network.least(&sets);
        let first = path.steps().iter().filter(|step| step.sources().len() == 1);
        let first = first.map(|step| step.cost().temporary).max().unwrap_or(0);
        let cost = path.cost();
        assert_eq!(cost.multiply_adds, adds + summed, "{network:?}\n{path}");
        assert_eq!(cost.temporary, temporary.max(first), "{network:?}\n{path}");
    }
}
