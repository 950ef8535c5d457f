//! Orders that contradict themselves, and comparisons that panic: of elements that are not copied, none is lost and none is there twice.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind};

use extents::{Tensor, extents};

use super::chains::Random;

/// Words of different lengths, each with memory of its own.
fn words() -> Vec<String> {
    (0..60).map(|n| "x".repeat(1 + n * 37 % 60)).collect()
}

/// Sorts along a mode, and compares what is there, in any order, with what was.
fn attack(mode: usize, compare: impl FnMut(&String, &String) -> Ordering) -> bool {
    let mut a = Tensor::from_vec(extents![3, 20], words()).unwrap();
    let mut turned = a.view_mut().transpose();
    let ended = catch_unwind(AssertUnwindSafe(|| turned.sort_by(mode, compare))).is_ok();
    let mut found = a.into_storage();
    let mut wanted = words();
    found.sort();
    wanted.sort();
    assert_eq!(found, wanted);
    ended
}

#[test]
fn orders_that_contradict_themselves_lose_no_element() {
    let mut random = Random(5);
    for round in 0..200 {
        let any = |_: &String, _: &String| {
            [Ordering::Less, Ordering::Equal, Ordering::Greater][random.below(3)]
        };
        attack(round % 2, any);
    }
}

#[test]
fn comparisons_that_panic_lose_no_element() {
    for mode in [0, 1] {
        for last in 0..40 {
            let mut compared = 0;
            let compare = |a: &String, b: &String| {
                compared += 1;
                assert!(compared <= last, "no more");
                a.cmp(b)
            };
            assert!(!attack(mode, compare));
        }
        assert!(attack(mode, String::cmp));
    }
}

/// Tuples that hold NaN have no order with some others, and have one with the rest.
#[test]
fn elements_without_a_whole_order_are_all_there() {
    let mut random = Random(7);
    let few = [f64::NAN, 0.0, 1.0];
    for _ in 0..200 {
        let all: Vec<(f64, f64, usize)> =
            (0..80).map(|n| (few[random.below(3)], few[random.below(3)], n)).collect();
        let mut a = Tensor::from_vec(extents![80], all).unwrap();
        let numbers = catch_unwind(AssertUnwindSafe(|| a.argsort(0)));
        if let Ok(numbers) = numbers {
            let mut numbers = numbers.unwrap().into_storage();
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..80));
        }
        let _ = catch_unwind(AssertUnwindSafe(|| a.sort(0)));
        let mut found: Vec<usize> = a.iter().map(|element| element.2).collect();
        found.sort_unstable();
        assert!(found.into_iter().eq(0..80));
    }
}

#[test]
fn numbers_of_orders_that_contradict_themselves_are_all_there() {
    let mut random = Random(6);
    let a = Tensor::from_vec(extents![60], words()).unwrap();
    let mut ended = 0;
    for _ in 0..200 {
        let any = |_: &String, _: &String| {
            [Ordering::Less, Ordering::Equal, Ordering::Greater][random.below(3)]
        };
        let numbers = catch_unwind(AssertUnwindSafe(|| a.argsort_by(0, any)));
        let Ok(numbers) = numbers else { continue };
        let mut numbers = numbers.unwrap().into_storage();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..60));
        ended += 1;
    }
    assert!(ended > 0);
}
