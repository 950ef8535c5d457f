//! Orders of contraction that are asked for with nonsense: what makes no sense counts nothing, and the rest is what a
//! model by definition says, on lists that grow.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test says what is wrong by panicking; the positions are in bounds"
)]

use extents::plan::Cost;
use extents::plan::order::{
    MAX_OPERANDS, cheapest, in_order, labels_at, size, step_cost, total_cost,
};
use extents::{DynRankExtents, ShapeError, Tensor, einsum};

/// The product of the extents of the labels in the set, one after the other, no larger than the largest number.
fn elements(set: u128, extents: &[usize]) -> u128 {
    let labels = extents.iter().take(128).enumerate().filter(|(label, _)| set >> label & 1 == 1);
    // A product of zero is zero, however large it was before.
    labels.fold(1, |product: u128, (_, &extent)| product.saturating_mul(extent as u128))
}

fn cost(left: u128, right: u128, result: u128, extents: &[usize], goes_on: bool) -> Cost {
    let sizes = [left, right, result].map(|set| elements(set, extents));
    Cost {
        multiply_adds: elements(left | right, extents),
        elements_moved: sizes.iter().fold(0, |sum: u128, &size| sum.saturating_add(size)),
        temporary: if goes_on { sizes[2] } else { 0 },
    }
}

/// The labels of each position after the steps, and what they cost in all.
struct Model {
    sets: Vec<u128>,
    total: Cost,
}

impl Model {
    fn new(operands: &[u128], kept: u128, extents: &[usize], steps: &[(usize, usize)]) -> Self {
        let mut sets: Vec<u128> = Vec::new();
        for (at, set) in operands.iter().enumerate() {
            let others = operands.iter().enumerate().filter(|(other, _)| *other != at);
            sets.push(set & others.fold(kept, |needed, (_, other)| needed | other));
        }
        let mut is_there = vec![true; sets.len()];
        let mut total = Cost::default();
        for (step, &(left, right)) in steps.iter().enumerate() {
            let is_pair =
                left != right && [left, right].iter().all(|&at| is_there.get(at) == Some(&true));
            if !is_pair {
                continue;
            }
            (is_there[left], is_there[right]) = (false, false);
            let rest = (0..sets.len()).filter(|&at| is_there[at]);
            let needed = rest.fold(kept, |needed, at| needed | sets[at]);
            let result = (sets[left] | sets[right]) & needed;
            let next = cost(sets[left], sets[right], result, extents, step + 1 < steps.len());
            total = Cost {
                multiply_adds: total.multiply_adds.saturating_add(next.multiply_adds),
                elements_moved: total.elements_moved.saturating_add(next.elements_moved),
                temporary: total.temporary.max(next.temporary),
            };
            sets.push(result);
            is_there.push(true);
        }
        Model { sets, total }
    }
}

/// Whether the steps use each operand and each result but the last exactly once, after it is there.
fn is_order(count: usize, steps: &[(usize, usize)]) -> bool {
    let mut used = vec![false; 2 * count - 1];
    steps.iter().enumerate().all(|(step, &(left, right))| {
        [left, right]
            .into_iter()
            .all(|at| at < count + step && !std::mem::replace(&mut used[at], true))
    })
}

#[test]
fn nonsense_is_answered_as_the_definition_says() {
    let sets = [0, 1, 0b11, u128::MAX, 1 << 127, 0b1010];
    let lists: [&[usize]; 6] =
        [&[], &[0], &[1, usize::MAX], &[usize::MAX; 128], &[2; 200], &[usize::MAX, 7, 9, 0, 3]];
    let positions = [0, 1, 2, 127, 128, 255, 256, usize::MAX];
    for extents in lists {
        for set in sets {
            assert_eq!(size(set, extents), elements(set, extents), "{set:b}");
            for kept in sets {
                let expected = cost(set, !set, kept, extents, kept == 0);
                assert_eq!(step_cost(set, !set, kept, extents, kept == 0), expected);
                for count in [0, 1, 2, 3, 7, 8, 20] {
                    let mut operands = vec![set; count];
                    if let Some(last) = operands.last_mut() {
                        *last = kept;
                    }
                    let total = |steps: &[_]| {
                        let model = Model::new(&operands, kept, extents, steps);
                        assert_eq!(total_cost(&operands, kept, extents, steps), model.total);
                        model
                    };
                    let needed = count.saturating_sub(1);
                    for room in [0, 1, count.saturating_sub(1), count + 3] {
                        let mut steps = vec![(usize::MAX, 5); room];
                        let written = if room < needed { 0 } else { needed };
                        assert_eq!(cheapest(&operands, kept, extents, &mut steps), written);
                        assert!(steps[written..].iter().all(|&step| step == (usize::MAX, 5)));
                        assert!(written == 0 || is_order(count, &steps[..written]), "{steps:?}");
                        total(&steps);
                        let best = total(&steps[..written]).total;
                        assert_eq!(in_order(count, &mut steps), written);
                        let plain = total(&steps[..written]).total;
                        assert!(!plain.is_less_than(best), "{plain} against {best}");
                    }
                    for left in positions {
                        for right in positions {
                            let steps = [(left, right), (right, left), (left, left)];
                            let model = total(&steps);
                            let expected = model.sets.get(right).copied().unwrap_or(0);
                            assert_eq!(labels_at(right, &operands, kept, &steps), expected);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn many_operands_have_an_order() {
    for count in [100, 127, 128, 129, 300] {
        let operands = vec![0b11; count];
        let mut steps = vec![(0, 0); count + 1];
        assert_eq!(cheapest(&operands, 1, &[2, 3], &mut steps), count - 1);
        assert!(is_order(count, &steps[..count - 1]), "{count}");
        if count <= MAX_OPERANDS {
            let total = Model::new(&operands, 1, &[2, 3], &steps[..count - 1]).total;
            assert_eq!(total_cost(&operands, 1, &[2, 3], &steps[..count - 1]), total);
            assert_eq!(total.multiply_adds, 6 * (count as u128 - 1));
            assert_eq!(labels_at(count - 1, &operands, 1, &steps[..count - 1]), 0b11);
        } else {
            // Not those of the first so many operands.
            let far =
                Cost { multiply_adds: u128::MAX, elements_moved: u128::MAX, temporary: u128::MAX };
            assert_eq!(total_cost(&operands, 1, &[2, 3], &steps[..count - 1]), far);
            assert_eq!(labels_at(0, &operands, 1, &steps[..count - 1]), 0);
        }
        assert_eq!(in_order(usize::MAX, &mut steps), 0);
        assert_eq!(labels_at(2 * count, &operands, 1, &steps), 0);
    }
}

#[test]
fn null_is_refused() {
    let null = Tensor::from_vec(DynRankExtents::null(), Vec::<f64>::new()).unwrap();
    assert_eq!(einsum("->", &[&null]).unwrap_err(), ShapeError::Null);
}
