//! Checks of what is joined, made longer, repeated or folded, called at run time with all small numbers: which of them stop,
//! by the definition, and with which text.

use extents_static::__private::{
    assert_entries, assert_grown, assert_joined, assert_mode, assert_sizes,
};

use crate::checks::{passes, refused, text};

/// What is not known, and small numbers.
const NUMBERS: [Option<usize>; 4] = [None, Some(1), Some(2), Some(3)];

type Known = Option<usize>;

/// All lists of so many numbers.
fn lists(count: usize) -> Vec<Vec<Known>> {
    (0..count).fold(vec![vec![]], |lists, _| {
        let longer = |list: &Vec<Known>| NUMBERS.map(|number| [&list[..], &[number]].concat());
        lists.iter().flat_map(longer).collect()
    })
}

/// Known and different.
fn differ(left: Known, right: Known) -> bool {
    left.zip(right).is_some_and(|(left, right)| left != right)
}

#[test]
fn a_mode_is_one_of_the_rank() {
    for mode in NUMBERS {
        for rank in NUMBERS {
            let is_there = mode.zip(rank).is_none_or(|(mode, rank)| mode < rank);
            assert_eq!(
                text(|| assert_mode(mode, rank)).is_none(),
                is_there,
                "{mode:?} of {rank:?}"
            );
        }
    }
    refused(|| assert_mode(Some(2), Some(2)), "there is no mode 2 in a shape of rank 2");
}

#[test]
fn as_many_elements_fill_as_many_places() {
    for found in NUMBERS {
        for expected in NUMBERS {
            let stops = text(|| assert_sizes(found, expected)).is_some();
            assert_eq!(stops, differ(found, expected), "{found:?} for {expected:?}");
        }
    }
    refused(|| assert_sizes(Some(5), Some(6)), "the shape needs 6 elements, but 5 were given");
}

#[test]
fn a_longer_mode_has_the_extent_that_is_stated() {
    for extents in lists(2) {
        for mode in [None, Some(0), Some(1), Some(2)] {
            for factor in [None, Some(1), Some(2)] {
                for more in [None, Some(0), Some(3)] {
                    for stated in [None, Some(3), Some(4), Some(5), Some(7)] {
                        let extent = mode.and_then(|mode: usize| extents.get(mode).copied()?);
                        let grown = extent.zip(factor).zip(more);
                        let grown = grown.map(|((extent, factor), more)| extent * factor + more);
                        let stops = text(|| assert_grown(mode, &extents, (factor, more), stated));
                        let case = (mode, &extents, factor, more, stated);
                        assert_eq!(stops.is_some(), differ(grown, stated), "{case:?}");
                    }
                }
            }
        }
    }
    let extents = [Some(2), Some(3)];
    refused(
        || assert_grown(Some(1), &extents, (Some(2), Some(4)), Some(9)),
        "mode 1 should have extent 9, but has 10",
    );
    let most = usize::MAX;
    refused(
        || assert_grown(Some(1), &[Some(2), Some(most)], (Some(2), Some(4)), Some(9)),
        &format!("mode 1 should have extent 9, but has {most}"),
    );
}

/// What a check of joined operands has to say: of which operand and mode, or of the sum.
fn joined(
    along: Known,
    operands: &[&[Known]],
    is_whole: bool,
    sum: Known,
) -> Option<(usize, usize)> {
    let first = operands[0];
    for (operand, extents) in operands.iter().enumerate() {
        for (mode, (extent, expected)) in extents.iter().zip(first).enumerate() {
            if along != Some(mode) && differ(*extent, *expected) {
                return Some((operand, mode));
            }
        }
    }
    // The sum is known where all operands are, with their ranks and the extents along the mode.
    let found: Option<usize> = operands
        .iter()
        .map(|extents| match along {
            Some(mode) if mode < extents.len() => extents[mode],
            _ if extents.is_empty() => None,
            _ => Some(0),
        })
        .sum();
    let found = if is_whole { found } else { None };
    (along.is_some() && differ(found, sum)).then_some((usize::MAX, 0))
}

#[test]
fn what_is_joined_agrees_in_all_other_modes() {
    let ones = lists(2);
    for left in &ones {
        for right in &ones {
            for along in [None, Some(0), Some(1)] {
                for (is_whole, sum) in
                    [(true, None), (true, Some(3)), (true, Some(4)), (false, Some(3))]
                {
                    let operands = [&left[..], &right[..]];
                    let stops = text(|| assert_joined(along, &operands, is_whole, sum));
                    let expected = joined(along, &operands, is_whole, sum);
                    let case = (along, &operands, is_whole, sum);
                    assert_eq!(stops.is_some(), expected.is_some(), "{case:?}: {stops:?}");
                }
            }
        }
    }
    let (two, three) = (&[Some(2), Some(3)][..], &[Some(2), Some(3), Some(4)][..]);
    // A rank that is not known is an empty list: it may be any, and so may the sum.
    passes(|| assert_joined(Some(0), &[two, &[]], true, Some(9)));
    passes(|| assert_joined(Some(0), &[&[], two], true, Some(9)));
    passes(|| assert_joined(Some(0), &[two, two, two], true, Some(6)));
    refused(
        || assert_joined(Some(0), &[two, three], true, None),
        "operand 1 should have rank 2, but has 3",
    );
    refused(
        || assert_joined(Some(0), &[two, two, two], true, Some(7)),
        "mode 0 should have extent 7, but has 6",
    );
    refused(
        || assert_joined(Some(0), &[two, two, &[Some(9), Some(5)]], true, None),
        "mode 1 of operand 2 should have extent 3, but has 5",
    );
}

#[test]
fn a_fold_with_results_has_entries() {
    let modes = lists(2).into_iter().chain(lists(1)).chain(lists(0));
    let modes: Vec<Vec<Known>> =
        modes.map(|list| list.iter().map(|mode| mode.map(|mode| mode - 1)).collect()).collect();
    // Extents from 0 on.
    let extents: Vec<Vec<Known>> = (0..=3)
        .flat_map(lists)
        .map(|list| list.iter().map(|extent| extent.map(|extent| extent - 1)).collect())
        .collect();
    for extents in &extents {
        for modes in &modes {
            let is_folded = |mode: usize| modes.contains(&Some(mode));
            let mut all = extents.iter().enumerate();
            // Certainly: where an extent is not known there may be no results.
            let has_results =
                all.clone().all(|(mode, extent)| is_folded(mode) || extent.is_some_and(|n| n > 0));
            let empty = all.find(|(mode, extent)| is_folded(*mode) && **extent == Some(0));
            let stops = text(|| assert_entries(modes, extents));
            let expected = empty.filter(|_| has_results).map(|(mode, _)| mode);
            assert_eq!(stops.is_some(), expected.is_some(), "{modes:?} of {extents:?}");
            if let (Some(text), Some(mode)) = (stops, expected) {
                assert!(text.contains(&format!("mode {mode}")), "{text}");
            }
        }
    }
}
