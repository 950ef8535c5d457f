//! Small products, and thin ones, against sums that are taken in the order they promise.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "tests: sizes are small, and a panic is a failure"
)]

use std::vec;
use std::vec::Vec;

use super::Places;
use super::axes::{Axis, each_index, nth_index, turns};
use super::element_types::Same;
use super::processor::{Processor, WIDE, fuses};
use super::unpacked::{self, Vectors};
use crate::Scalar;

#[test]
fn small_products_are_summed_term_by_term_where_they_lie() {
    for processor in Processor::all() {
        for rows in [4, 5, 6, 7, 8, 9, 10, 13, 17] {
            for lanes in [4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 41] {
                for (depth, step, adds) in
                    [(2, 1, false), (5, 1, true), (3, 2, false), (6, 2, true)]
                {
                    small_product::<f64>(rows, lanes, depth, (step, adds), processor);
                    small_product::<f32>(rows, lanes, depth, (step, adds), processor);
                }
            }
        }
    }
    let axis = |extent, steps, is_kept| Axis { extent, steps, is_kept, ..Axis::NONE };
    let processor = Processor::here();
    // Many lanes apart from one another, and too few lanes, are left to others.
    let others = [(8, 33, 2), (8, 3, 1)];
    for (rows, lanes, apart) in others {
        let mut axes = [
            axis(rows, [32, 0, lanes as isize], true),
            axis(lanes, [0, apart, 1], true),
            axis(32, [1, 64, 0], false),
        ];
        let places = Places::<Same<f64>> { left: &0.0, right: &0.0, result: core::ptr::null_mut() };
        // SAFETY: nothing is read or written.
        assert!(!unsafe { unpacked::run(&mut axes, places, false, processor) });
    }
    // And so are many turns, whatever the processor.
    for processor in Processor::all() {
        let cube = |edge| [true, true, false].map(|is_kept| axis(edge, [0; 3], is_kept));
        assert!(unpacked::is_small::<Same<i64>>(&cube(15), processor));
        assert!(unpacked::is_small::<Same<f64>>(&cube(32), processor));
        assert!(!unpacked::is_small::<Same<f64>>(&cube(114), processor));
        // Where rows of the right operand are far apart, fewer.
        let far =
            [[100, 0, 100], [0, 1, 1], [1, 1000, 0]].map(|steps| axis(66, steps, steps[2] > 0));
        assert!(!unpacked::is_small::<Same<f64>>(&far, processor));
        assert!(!unpacked::is_small::<Same<i64>>(&cube(33), processor));
    }
}

/// The place of an index, against the count through all of them.
#[test]
fn an_index_is_found_by_its_number() {
    let axis = |extent, steps| Axis { extent, steps, ..Axis::NONE };
    let axes =
        [axis(3, [100, 7, 0]), axis(1, [5, 5, 5]), axis(4, [-10, 0, 2]), axis(2, [1, 1, -1])];
    for from in 0..=axes.len() {
        let mut all = Vec::new();
        each_index(&axes[from..], [0; 3], &mut |at| all.push(at));
        assert_eq!(all.len(), turns(&axes[from..]));
        for (n, &at) in all.iter().enumerate() {
            assert_eq!(nth_index(&axes[from..], n), at, "{n} from {from} on");
        }
    }
}

/// A product of rows that have two loops of sums, `depth` terms each in the inner one.
fn small_product<T: Scalar + From<f32> + PartialEq>(
    rows: usize,
    lanes: usize,
    depth: usize,
    (step, adds): (isize, bool),
    processor: Processor,
) {
    let axis = |extent, steps, is_kept| Axis { extent, steps, is_kept, ..Axis::NONE };
    let value = |n: usize| T::from(0.1 + (n * 7 % 23) as f32);
    let (row, deep) = (2 * depth as isize, lanes as isize);
    let mut axes = [
        axis(rows, [row, 0, step * deep + 3], true),
        axis(lanes, [0, 1, step], true),
        axis(2, [depth as isize, deep * depth as isize, 0], false),
        axis(depth, [1, deep, 0], false),
    ];
    let left: Vec<T> = (0..rows * 2 * depth).map(value).collect();
    let right: Vec<T> = (0..lanes * 2 * depth).map(value).collect();
    let before = vec![T::from(0.7); rows * (2 * lanes + 3)];
    let (mut expected, mut found) = (before.clone(), before);
    // A product and a sum are rounded together where the vectors of the tile have an instruction for that.
    let fuses = fuses(Vectors::of::<T>(rows, lanes, processor).bytes());
    for n in 0..rows {
        for lane in 0..lanes {
            let to = &mut expected[n * (step * deep + 3) as usize + lane * step as usize];
            let mut sum = T::ZERO;
            for k in 0..2 * depth {
                let (left, right) = (left[n * 2 * depth + k], right[k * lanes + lane]);
                sum =
                    if fuses { sum.plus_product(left, right) } else { sum.plus(left.times(right)) };
            }
            *to = if adds { to.plus(sum) } else { sum };
        }
    }
    let (left, right) = (left.as_ptr(), right.as_ptr());
    let places = Places::<Same<T>> { left, right, result: found.as_mut_ptr() };
    // SAFETY: the buffers have the sizes of the loops.
    assert!(unsafe { unpacked::run(&mut axes, places, adds, processor) });
    assert!(found == expected, "{rows} {lanes} {depth} {step} {adds} {processor:?}");
}

/// Of one loop of sums there are several blocks, the last one shorter; a second loop of sums has none.
#[test]
fn long_sums_of_few_rows_and_columns_are_taken_block_by_block() {
    let axis = |extent, steps, is_kept| Axis { extent, steps, is_kept, ..Axis::NONE };
    for (rows, lanes) in [(8, 8), (5, 16), (3, 4), (16, 9)] {
        for (depth, adds) in [(256, false), (257, true), (600, false), (1030, true)] {
            // Whole numbers, of which every sum is exact in whatever order.
            let value = |n: usize| (n * 7 % 23) as f64;
            let left: Vec<f64> = (0..rows * depth).map(value).collect();
            let right: Vec<f64> = (0..lanes * depth).map(|n| value(n + 3)).collect();
            let before: Vec<f64> = (0..rows * lanes).map(value).collect();
            for processor in Processor::all() {
                let mut found = before.clone();
                let places = Places::<Same<f64>> {
                    left: left.as_ptr(),
                    right: right.as_ptr(),
                    result: found.as_mut_ptr(),
                };
                let [of_rows, of_lanes] = [rows, lanes].map(usize::cast_signed);
                let mut axes = [
                    axis(rows, [1, 0, of_lanes], true),
                    axis(lanes, [0, 1, 1], true),
                    axis(depth, [of_rows, of_lanes, 0], false),
                ];
                let is_thin = match Vectors::of::<f64>(rows, lanes, processor) {
                    Vectors::Wide => rows.max(lanes) <= 8,
                    vectors => vectors.bytes() >= WIDE,
                };
                assert_eq!(unpacked::is_thin::<Same<f64>>(&axes, processor), is_thin);
                // SAFETY: the buffers have the sizes of the loops.
                assert!(unsafe { unpacked::run(&mut axes, places, adds, processor) });
                for (at, found) in found.into_iter().enumerate() {
                    let (row, lane) = (at / lanes, at % lanes);
                    let terms = (0..depth).map(|k| left[k * rows + row] * right[k * lanes + lane]);
                    let expected = if adds { before[at] } else { 0.0 } + terms.sum::<f64>();
                    assert_eq!(found, expected, "{rows} {lanes} {depth} {adds} at {row} {lane}");
                }
            }
        }
    }
    let long = |rows, lanes| {
        [
            axis(rows, [1, 0, 0], true),
            axis(lanes, [0, 1, 1], true),
            axis(9, [8, 8, 0], false),
            axis(600, [1, 1, 0], false),
        ]
    };
    // Two loops of sums, and many rows.
    assert!(!unpacked::is_thin::<Same<f64>>(&long(8, 8), Processor::here()));
    assert!(!unpacked::is_thin::<Same<f64>>(&long(17, 8)[..3], Processor::here()));
}

/// Of whole numbers, of which every sum is exact in whatever order.
#[test]
fn lanes_that_lie_apart_are_copied() {
    let axis = |extent, steps, is_kept| Axis { extent, steps, is_kept, ..Axis::NONE };
    let value = |n: usize| (n * 7 % 23) as f64;
    for (rows, lanes, depth, adds) in [
        (4, 4, 2, false),
        (5, 9, 31, true),
        (9, 17, 3, false),
        (8, 31, 33, true),
        (13, 8, 16, false),
        (4, 32, 32, true),
    ] {
        let [of_row, of_lane] = [depth, lanes].map(usize::cast_signed);
        // Two products; the columns of the right operand lie one behind the other.
        let left: Vec<f64> = (0..2 * rows * depth).map(value).collect();
        let right: Vec<f64> = (0..2 * lanes * depth).map(|n| value(n + 3)).collect();
        let before: Vec<f64> = (0..2 * rows * lanes).map(value).collect();
        let steps_of_batch = [rows * depth, lanes * depth, rows * lanes].map(usize::cast_signed);
        for processor in Processor::all() {
            let mut found = before.clone();
            let mut axes = [
                axis(2, steps_of_batch, true),
                axis(rows, [of_row, 0, of_lane], true),
                axis(lanes, [0, of_row, 1], true),
                axis(depth, [1, 1, 0], false),
            ];
            let places = Places::<Same<f64>> {
                left: left.as_ptr(),
                right: right.as_ptr(),
                result: found.as_mut_ptr(),
            };
            // SAFETY: the buffers have the sizes of the loops.
            assert!(unsafe { unpacked::run(&mut axes, places, adds, processor) });
            for (at, found) in found.into_iter().enumerate() {
                let (item, row, lane) = (at / (rows * lanes), at / lanes % rows, at % lanes);
                let (left, right) = (
                    &left[(item * rows + row) * depth..][..depth],
                    &right[(item * lanes + lane) * depth..][..depth],
                );
                let sum: f64 = left.iter().zip(right).map(|(left, right)| left * right).sum();
                let expected = if adds { before[at] } else { 0.0 } + sum;
                assert_eq!(found, expected, "{rows} {lanes} {depth} {adds} {processor:?} at {at}");
            }
        }
    }
}
