//! Contractions of run-time extents, of elements of sizes from 1 to 64 bytes, by each kernel, against the definition.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "tests: sizes are small, and a panic is a failure"
)]

use std::vec::Vec;

use super::axes::Axis;
use super::element_types::Same;
use super::processor::Processor;
use super::small_tests::Bytes;
use super::{Places, choose};
use crate::Scalar;

/// The loops of a contraction: the extent of each, its steps in the operands and the result, whether it is kept.
type Loops = [(usize, [isize; 3], bool)];

/// One for each kernel: rows, lanes and sums that are read in place, and that are packed into tiles, with the right operand as
/// it lies and transposed; long sums of few rows; a matrix and a vector, both ways; a dot; sums of columns of products; no
/// sums, transposed.
const CASES: [&Loops; 9] = [
    &[(5, [7, 0, 13], true), (13, [0, 1, 1], true), (7, [1, 13, 0], false)],
    &[(17, [15, 0, 17], true), (17, [0, 1, 1], true), (15, [1, 17, 0], false)],
    &[(11, [6, 0, 10], true), (10, [0, 6, 1], true), (6, [1, 1, 0], false)],
    &[(2, [1, 0, 4], true), (4, [0, 1, 1], true), (260, [2, 4, 0], false)],
    &[(9, [37, 0, 1], true), (37, [1, 1, 0], false)],
    &[(37, [1, 0, 1], true), (9, [37, 1, 0], false)],
    &[(67, [1, 1, 0], false)],
    &[(2, [90, 90, 15], true), (15, [1, 1, 1], true), (6, [15, 15, 0], false)],
    &[(11, [1, 0, 9], true), (9, [0, 1, 1], true)],
];

/// Elements around the result, which stay as they are.
const AROUND: usize = 24;

/// Calls a function with the offsets of each index.
fn each(loops: &Loops, at: [isize; 3], f: &mut impl FnMut([usize; 3])) {
    let Some(&(extent, steps, _)) = loops.first() else {
        return f(at.map(isize::cast_unsigned));
    };
    for n in 0..extent.cast_signed() {
        each(&loops[1..], core::array::from_fn(|of| at[of] + n * steps[of]), f);
    }
}

fn span(loops: &Loops, of: usize) -> usize {
    let mut span = 0;
    each(loops, [0; 3], &mut |at| span = span.max(at[of] + 1));
    span
}

fn check<const N: usize>() {
    for (case, &loops) in CASES.iter().enumerate() {
        let [of_left, of_right, of_result] = [0, 1, 2].map(|of| span(loops, of));
        let left: Vec<Bytes<N>> = (1..=of_left).map(Bytes::of).collect();
        let right: Vec<Bytes<N>> = (500..500 + of_right).map(Bytes::of).collect();
        let count = of_result + 2 * AROUND;
        let before: Vec<Bytes<N>> = (900..900 + count).map(Bytes::of).collect();
        let mut sums = before.clone();
        sums[AROUND..AROUND + of_result].fill(Bytes::ZERO);
        each(loops, [0; 3], &mut |[at_left, at_right, at_result]| {
            let sum = &mut sums[AROUND + at_result];
            *sum = sum.plus(left[at_left].times(right[at_right]));
        });
        for adds in [false, true] {
            let mut expected = sums.clone();
            for at in AROUND..AROUND + if adds { of_result } else { 0 } {
                expected[at] = expected[at].plus(before[at]);
            }
            for processor in Processor::all() {
                let axis =
                    |&(extent, steps, is_kept)| Axis { extent, steps, is_kept, ..Axis::NONE };
                let mut axes: Vec<Axis> = loops.iter().map(axis).collect();
                let mut found = before.clone();
                let places = Places::<Same<Bytes<N>>> {
                    left: left.as_ptr(),
                    right: right.as_ptr(),
                    result: found[AROUND..].as_mut_ptr(),
                };
                // SAFETY: the vectors span what the loops reach, and each index of the result has an element of its own.
                unsafe { choose::run(processor, &mut axes, places, adds) };
                assert!(found == expected, "{N} bytes, case {case}, {processor:?}, adds {adds}");
            }
        }
    }
}

#[test]
fn run_time_extents_of_elements_of_each_size_are_exact() {
    macro_rules! check_sizes {
        ($($bytes:literal)*) => {
            $(check::<$bytes>();)*
        };
    }
    // The least and the most of which 128 bytes, two of the widest vectors, hold as many: each size up to 19 bytes, then the two ends.
    check_sizes!(
        1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 21 22 25 26 32 33 42 43 64
    );
}
