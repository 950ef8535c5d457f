//! The kernels against the definition, on loops drawn at random and on sizes at the edges of blocks.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "tests: sizes are small, and a panic is a failure"
)]

use std::vec;
use std::vec::Vec;

use super::axes::{Axis, turns};
use super::element_types::{Alone, Mixed, Numbers, Same};
use super::processor::{Processor, fuses};
use super::{Places, choose, general, in_order, unpacked};
use crate::Scalar;

// What is built for tests, without optimization, has all kernels: `Cargo.toml` turns them on.
const _: () = assert!(!cfg!(plain_kernels));

pub(super) struct Draw(pub(super) u64);

impl Draw {
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }

    pub(super) fn shuffle<T>(&mut self, all: &mut [T]) {
        for n in (1..all.len()).rev() {
            all.swap(n, self.below(n + 1));
        }
    }
}

/// Strides of some modes that lie densely, in any order, some of them backwards or with gaps.
fn strides(draw: &mut Draw, extents: &[usize], may_gap: bool) -> Vec<isize> {
    let mut order: Vec<usize> = (0..extents.len()).collect();
    if draw.below(2) == 0 {
        draw.shuffle(&mut order);
    }
    let (mut strides, mut span) = (vec![0; extents.len()], 1);
    for mode in order.into_iter().rev() {
        let is_backwards = may_gap && draw.below(5) == 0;
        strides[mode] = if is_backwards { -(span as isize) } else { span as isize };
        span = span * extents[mode] + if may_gap && draw.below(4) == 0 { draw.below(4) } else { 0 };
    }
    strides
}

/// The loops: with steps in the operands that have them, and in the result if they are kept. Kept ones first.
fn loops(draw: &mut Draw, classes: &[(&str, usize)], may_gap: bool) -> Vec<Axis> {
    let mut axes: Vec<Axis> = classes
        .iter()
        .map(|&(class, extent)| Axis { extent, is_kept: class.contains('c'), ..Axis::NONE })
        .collect();
    for (operand, name) in ["a", "b", "c"].into_iter().enumerate() {
        let has: Vec<usize> = (0..axes.len()).filter(|&n| classes[n].0.contains(name)).collect();
        let extents: Vec<usize> = has.iter().map(|&n| axes[n].extent).collect();
        for (n, stride) in has.into_iter().zip(strides(draw, &extents, may_gap)) {
            // Operands may repeat their elements, results not.
            let repeats = operand < 2 && may_gap && draw.below(12) == 0;
            axes[n].steps[operand] = if repeats { 0 } else { stride };
        }
    }
    axes.sort_by_key(|axis| !axis.is_kept);
    axes
}

/// How many elements lie before the one at the index of zeros, and how many are spanned in all.
fn span(axes: &[Axis], operand: usize) -> (usize, usize) {
    let (mut before, mut after) = (0, 0);
    // Of operands nothing is read then; but a result that sums nothing is written.
    if axes.iter().any(|axis| axis.extent == 0 && (axis.is_kept || operand < 2)) {
        return (0, 1);
    }
    for axis in axes {
        let reach = axis.length(operand) * axis.extent.saturating_sub(1);
        *if axis.steps[operand] < 0 { &mut before } else { &mut after } += reach;
    }
    (before, before + after + 1)
}

/// Runs loops both ways, writing and adding. What no index leads to must stay.
fn check<N: Numbers<Left: Default, Right: Default, Result: PartialEq + core::fmt::Debug>>(
    axes: &[Axis],
    mut left: impl FnMut(usize) -> N::Left,
    mut right: impl FnMut(usize) -> N::Right,
    mut result: impl FnMut(usize) -> N::Result,
) {
    let [of_left, of_right, of_result] = [0, 1, 2].map(|operand| span(axes, operand));
    let left: Vec<N::Left> = (0..of_left.1).map(&mut left).collect();
    let right: Vec<N::Right> = (0..of_right.1).map(&mut right).collect();
    let before: Vec<N::Result> = (0..of_result.1).map(&mut result).collect();
    for adds in [false, true] {
        let (mut expected, mut found) = (before.clone(), Vec::new());
        let places = |result: &mut Vec<N::Result>| Places::<N> {
            left: left.as_ptr().wrapping_add(of_left.0),
            right: right.as_ptr().wrapping_add(of_right.0),
            result: result.as_mut_ptr().wrapping_add(of_result.0),
        };
        // SAFETY: the buffers span what the loops reach, and the result has an element for each index.
        unsafe { in_order::run(axes, places(&mut expected), adds) };
        for processor in Processor::all() {
            found.clone_from(&before);
            // SAFETY: the buffers span what the loops reach, and the result has an element for each index.
            unsafe {
                choose::run(processor, &mut axes.to_vec(), places(&mut found), adds);
            }
            if expected != found {
                let steps: Vec<_> = axes.iter().map(|a| (a.extent, a.steps, a.is_kept)).collect();
                let at = (0..found.len()).find(|&n| expected[n] != found[n]).unwrap();
                let (found, expected) = (found[at], expected[at]);
                panic!(
                    "{processor:?}, adds {adds}, at {at}: {found:?} and not {expected:?}: {steps:?}"
                );
            }
        }
    }
}

fn check_all(case: &[Axis]) {
    let any = |n: usize| (n as i32).wrapping_mul(747_796_405).wrapping_add(1 << 29);
    let small = |n: usize| (n * 7 % 11) as f64 - 5.0;
    check::<Same<f32>>(case, |n| small(n) as f32, |n| small(n + 3) as f32, |n| n as f32);
    check::<Same<i8>>(case, |n| any(n) as i8, |n| any(n + 5) as i8, |n| n as i8);
    check::<Wide>(case, |n| (n % 4093) as f32, |n| (n % 4091) as f32, |n| n as f32);
    check::<Same<Matrix>>(
        case,
        |n| Matrix([any(n), 1, n as i32, 2]),
        |n| Matrix([3, any(n), 0, 5]),
        |_| Matrix::ZERO,
    );
    // They reach memory as those above do, and take long to build for a sanitizer.
    #[cfg(not(sanitized))]
    {
        check::<Same<f64>>(case, small, |n| small(n + 3), small);
        check::<Same<i32>>(case, any, |n| any(n + 5), any);
    }
}

fn check_alone(case: &[Axis]) {
    let small = |n: usize| (n * 7 % 11) as f64 - 5.0;
    check::<Alone<Same<f64>>>(case, small, |_| (), small);
    check::<Alone<Wide>>(case, |n| (n * 4093) as f32, |_| (), |n| n as f32);
    check::<Alone<Same<u8>>>(case, |n| n as u8, |_| (), |n| n as u8);
}

/// `f32` that is summed in `f64`: the sums of the tests are whole numbers that `f32` would round.
type Wide = Mixed<f32, f32, f32, f64>;

/// A number whose products depend on the order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Matrix([i32; 4]);

impl Scalar for Matrix {
    const ZERO: Self = Matrix([0; 4]);
    // Not of products in general; those of two operands are always taken in the order of the user.
    const CONTRACTS_IN_ANY_ORDER: bool = true;
    fn plus(self, other: Self) -> Self {
        Matrix(core::array::from_fn(|n| self.0[n].wrapping_add(other.0[n])))
    }
    fn times(self, other: Self) -> Self {
        let at = |r: usize, c: usize| {
            let first = self.0[2 * r].wrapping_mul(other.0[c]);
            first.wrapping_add(self.0[2 * r + 1].wrapping_mul(other.0[2 + c]))
        };
        Matrix([at(0, 0), at(0, 1), at(1, 0), at(1, 1)])
    }
}

#[test]
fn loops_drawn_at_random() {
    let mut draw = Draw(1);
    for round in 0..1500 {
        let is_alone = round % 4 == 0;
        let classes: &[&str] =
            if is_alone { &["ac", "a"] } else { &["abc", "ac", "bc", "ab", "a", "b"] };
        let (mut drawn, mut size) = (Vec::new(), 1);
        for _ in 0..draw.below(if round % 50 == 0 { 15 } else { 7 }) {
            let most = [3, 5, 9, 20, 70, 600][draw.below(6)];
            let extent = if draw.below(60) == 0 { 0 } else { 1 + draw.below(most) };
            if size * extent.max(1) <= 4000 {
                size *= extent.max(1);
                drawn.push((classes[draw.below(classes.len())], extent));
            }
        }
        let may_gap = draw.below(2) == 0;
        let case = loops(&mut draw, &drawn, may_gap);
        if is_alone {
            check_alone(&case);
        } else {
            check_all(&case);
        }
    }
}

#[test]
fn more_loops_than_a_walk_or_a_block_has() {
    let mut draw = Draw(2);
    for classes in [["ac"; 14].as_slice(), &["abc"; 13], &["bc"; 13], &["ab"; 14]] {
        let mut all: Vec<_> = classes.iter().map(|class| (*class, 2)).collect();
        check_all(&loops(&mut draw, &all, true));
        all.extend([("a", 2), ("ac", 3)]);
        check_all(&loops(&mut draw, &all, true));
    }
    let all = [("ac", 2), ("a", 2)].repeat(7);
    check_alone(&loops(&mut draw, &all, true));
}

#[test]
fn edges_of_blocks() {
    let mut draw = Draw(3);
    for size in
        [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 65, 127, 129, 257, 511, 512, 513, 1025]
    {
        for class in ["ac", "abc", "ab", "a", "bc", "b"] {
            check_all(&loops(&mut draw, &[("abc", 3), ("ac", 2), (class, size), ("ab", 3)], false));
            check_all(&loops(&mut draw, &[(class, size), ("bc", 5), ("ac", 5)], true));
        }
        for class in ["ac", "a"] {
            check_alone(&loops(&mut draw, &[("ac", 3), (class, size), ("a", 5)], false));
            check_alone(&loops(&mut draw, &[("a", 3), (class, size), ("ac", 5)], true));
        }
    }
}

#[test]
fn edges_of_tiles() {
    let mut draw = Draw(4);
    // Under a sanitizer, a product takes ten times as long.
    let most = if cfg!(sanitized) { 60_000 } else { 150_000 };
    for rows in [4, 15, 33, 131] {
        for columns in [4, 17, 34, 262] {
            for depth in [2, 31, 130, 515] {
                if rows * columns * depth < most {
                    unpacked::COPIES_ALL.set(draw.below(4) > 0);
                    let may_gap = draw.below(2) == 0;
                    let classes = [("ac", rows), ("bc", columns), ("ab", depth)];
                    check_all(&loops(&mut draw, &classes, may_gap));
                }
            }
        }
    }
    unpacked::COPIES_ALL.set(true);
    // More rows than sums are kept of, in a depth of one block and of more.
    for depth in [2, 260] {
        check_all(&loops(&mut draw, &[("ac", 1030), ("bc", 4), ("ab", depth)], false));
    }
    for depth in [513, 1030] {
        let classes = [("ac", 9), ("bc", 5), ("ab", 2), ("ab", depth), ("abc", 2)];
        check_all(&loops(&mut draw, &classes, true));
    }
    // Columns in several loops, some of whose tiles lie in the result as they are, and sums of several blocks.
    for _ in 0..3 {
        check_all(&loops(&mut draw, &[("ac", 5), ("bc", 3), ("bc", 40), ("ab", 515)], true));
    }
    // Rows a page apart, in operands and results that lie in all ways.
    for _ in 0..3 {
        check_all(&loops(&mut draw, &[("ac", 12), ("bc", 20), ("ab", 512)], false));
        check_all(&loops(&mut draw, &[("ac", 12), ("bc", 512), ("ab", 20)], false));
    }
    unpacked::COPIES_ALL.set(false);
    assert_eq!(turns(&[]), 1);
}

/// Tiles whose vectors lie in the result one by one, in rows of several loops, and a depth that each operand has in another order.
#[test]
fn vectors_of_a_tile_lie_apart() {
    unpacked::COPIES_ALL.set(true);
    for inner in [4_usize, 8, 16, 24, 32, 48] {
        let run = inner.cast_signed();
        let row = 3 * (run + 3);
        let kept = |extent, steps| Axis { extent, steps, is_kept: true, ..Axis::NONE };
        let summed = |extent, steps| Axis { extent, steps, ..Axis::NONE };
        check_all(&[
            kept(2, [2160, 0, 4 * row + 5]),
            kept(4, [540, 0, row]),
            kept(3, [0, run, run + 3]),
            kept(inner, [0, 1, 1]),
            summed(60, [9, 3 * run, 0]),
            summed(9, [1, 180 * run, 0]),
        ]);
    }
    unpacked::COPIES_ALL.set(false);
}

#[test]
fn a_sum_of_nothing_is_zero_and_nothing_stays() {
    let mut draw = Draw(5);
    check_all(&loops(&mut draw, &[("ac", 3), ("ab", 0)], false));
    check_all(&loops(&mut draw, &[("ac", 0), ("ab", 3), ("bc", usize::MAX / 4)], false));
    check_all(&loops(&mut draw, &[("ac", 5), ("bc", 5), ("ab", 0)], false));
    check_all(&loops(&mut draw, &[("abc", 0), ("ab", 0)], false));
    check_all(&loops(&mut draw, &[], false));
}

#[test]
fn a_sum_of_nothing_writes_zeros_and_adds_none() {
    let axis = |extent, result, is_kept| Axis { extent, steps: [0, 0, result], is_kept, chunk: 0 };
    // Nothing but the results is touched, and nothing at all where there is none, however long the other loops.
    let three = [axis(3, 2, true), axis(0, 0, false), axis(5, 0, false)];
    let none = [axis(usize::MAX / 4, 0, true), axis(0, 2, true), axis(2, 0, false)];
    for (axes, adds, expected) in [
        (three, false, [0.0, 7.0, 0.0, 7.0, 0.0]),
        (three, true, [7.0; 5]),
        (none, false, [7.0; 5]),
    ] {
        for is_definition in [false, true] {
            let (mut own, mut result) = (axes, [7.0; 5]);
            let places = Places::<Same<f64>> {
                left: core::ptr::dangling(),
                right: core::ptr::dangling(),
                result: result.as_mut_ptr(),
            };
            // SAFETY: nothing is read, and the result has the places.
            unsafe {
                match is_definition {
                    true => in_order::run(&own, places, adds),
                    false => general::choose(&mut own, places, adds),
                }
            }
            assert_eq!(result, expected, "{adds} {is_definition}");
        }
    }
}

#[test]
fn what_is_not_finite_passes() {
    for (rows, columns, depth) in [(1, 1, 40), (5, 1, 40), (1, 9, 40), (9, 9, 40), (9, 1, 3)] {
        for infinite in [f64::INFINITY, f64::NAN] {
            let axes = [
                Axis {
                    extent: rows,
                    steps: [depth as isize, 0, columns as isize],
                    is_kept: true,
                    chunk: 0,
                },
                Axis { extent: columns, steps: [0, 1, 1], is_kept: true, chunk: 0 },
                Axis { extent: depth, steps: [1, columns as isize, 0], is_kept: false, chunk: 0 },
            ];
            let axes: Vec<_> = axes.into_iter().filter(|axis| axis.extent > 1).collect();
            let mut left = vec![1.0; rows * depth];
            left[depth - 1] = infinite;
            // No zero is skipped: zero times infinity is no number.
            let right = vec![0.0; columns * depth];
            for processor in Processor::all() {
                let mut result = vec![7.0; rows * columns];
                let places = Places::<Same<f64>> {
                    left: left.as_ptr(),
                    right: right.as_ptr(),
                    result: result.as_mut_ptr(),
                };
                // SAFETY: the buffers have the sizes of the loops.
                unsafe { choose::run(processor, &mut axes.clone(), places, false) };
                for (n, value) in result.into_iter().enumerate() {
                    assert_eq!(value.is_nan(), n < columns, "{rows} {columns} {depth} {n}");
                }
            }
        }
    }
}

/// Of `-1 * y + x * x`, where the square of `x` is `y` but for 2^-54, which only a fused sum does not round away.
#[test]
fn each_width_is_used_where_the_processor_has_it() {
    // So many that they are copied.
    const EDGE: usize = 128;
    let mut widths = Vec::new();
    for processor in Processor::all() {
        let x = 1.0 + 2.0_f64.powi(-27);
        let left = [-1.0, x].repeat(EDGE);
        let right = [[1.0 + 2.0_f64.powi(-26); EDGE], [x; EDGE]].concat();
        let mut result = vec![7.0; EDGE * EDGE];
        let axis = |extent, steps, is_kept| Axis { extent, steps, is_kept, chunk: 0 };
        let edge = EDGE.cast_signed();
        let mut axes = [
            axis(EDGE, [2, 0, edge], true),
            axis(EDGE, [0, 1, 1], true),
            axis(2, [1, edge, 0], false),
        ];
        let places = Places::<Same<f64>> {
            left: left.as_ptr(),
            right: right.as_ptr(),
            result: result.as_mut_ptr(),
        };
        // SAFETY: the buffers have the sizes of the loops.
        unsafe { choose::run(processor, &mut axes, places, false) };
        let width = processor.vector::<f64>();
        let expected = if fuses(width) { 2.0_f64.powi(-54) } else { 0.0 };
        assert!(result.iter().all(|&value| value == expected), "{processor:?} {}", result[0]);
        widths.push(width);
    }
    assert_eq!(widths.last(), Some(&Processor::here().vector::<f64>()));
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
        assert!(widths.last() >= Some(&32), "{widths:?}");
    }
}
