//! Small contractions of elements of each size, against the definition: kernels cut lanes into tiles by the number of
//! elements that a vector holds.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "tests: sizes are small, and a panic is a failure"
)]

use core::fmt::Debug;
use core::ops::{Add, Mul};
use std::vec::Vec;

use extents_static::__private::Tag;

use super::arranged::Small;
use super::element_types::Same;
use super::processor::{Processor, WIDE, fuses};
use super::small::{self, KnownPlan};
use super::{COMPILED, Places, moved};
use crate::Scalar;
use crate::label::LabelName;
use crate::plan::{Modes, Plan};

/// Bytes, each a number modulo 256.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bytes<const N: usize>([u8; N]);

impl<const N: usize> Scalar for Bytes<N> {
    const ZERO: Self = Bytes([0; N]);
    const CONTRACTS_IN_ANY_ORDER: bool = true;
    fn plus(self, other: Self) -> Self {
        Bytes(core::array::from_fn(|n| self.0[n].wrapping_add(other.0[n])))
    }
    fn times(self, other: Self) -> Self {
        Bytes(core::array::from_fn(|n| self.0[n].wrapping_mul(other.0[n])))
    }
}

impl<const N: usize> Bytes<N> {
    pub(super) fn of(seed: usize) -> Self {
        Bytes(core::array::from_fn(|byte| (seed * 37 + byte * 101 + (seed >> 3)) as u8))
    }
}

const I: Tag = Tag { id: 1, name: LabelName::new("i") };
const J: Tag = Tag { id: 2, name: LabelName::new("j") };
const K: Tag = Tag { id: 3, name: LabelName::new("k") };
const B: Tag = Tag { id: 4, name: LabelName::new("b") };

/// The product of two matrices: of so many rows and lanes, and three terms, in one of the forms below.
struct Product<const ROWS: usize, const LANES: usize, const FORM: u8>;

/// The columns of the second matrix lie one after the other.
const PLAIN: u8 = 0;
/// Its rows do.
const TURNED: u8 = 1;
/// As plain, with the second matrix as the left operand.
const EXCHANGED: u8 = 2;

const TERMS: usize = 3;

impl<const ROWS: usize, const LANES: usize, const FORM: u8> KnownPlan
    for Product<ROWS, LANES, FORM>
{
    const PLAN: Option<Plan> = {
        let (deep, wide) = (TERMS.cast_signed(), LANES.cast_signed());
        let of_right = if FORM == TURNED { [1, deep] } else { [wide, 1] };
        let left = Modes { tags: &[I, J], extents: &[ROWS, TERMS], strides: &[deep, 1] };
        let right = Modes { tags: &[J, K], extents: &[TERMS, LANES], strides: &of_right };
        let result = Modes { tags: &[I, K], extents: &[ROWS, LANES], strides: &[wide, 1] };
        let (left, right) = if FORM == EXCHANGED { (right, left) } else { (left, right) };
        match Plan::of_modes(left, Some(right), result) {
            Some(plan) => Some(plan.fused()),
            None => None,
        }
    };
}

/// Elements around the result, which stay.
const AROUND: usize = 40;

fn check<const N: usize, const ROWS: usize, const LANES: usize>() {
    let add = |sum: Bytes<N>, left: Bytes<N>, right| sum.plus(left.times(right));
    compare::<_, ROWS, LANES, PLAIN, false>(Bytes::of, add);
}

/// Compares a product, or what it `ADDS`, with what `add` makes of the elements, term by term.
fn compare<
    T: Scalar + PartialEq + Debug,
    const ROWS: usize,
    const LANES: usize,
    const FORM: u8,
    const ADDS: bool,
>(
    of: fn(usize) -> T,
    add: fn(T, T, T) -> T,
) {
    let run = small::run_compiled::<Same<T>, Product<ROWS, LANES, FORM>, ADDS>;
    compare_run(run, [ROWS, LANES], (FORM, ADDS), of, add);
}

/// The same of floats, by the vectors that are compiled for and by those that the processor is asked for.
fn compare_floats<
    T: Float,
    const ROWS: usize,
    const LANES: usize,
    const FORM: u8,
    const ADDS: bool,
>() {
    // One instruction rounds once.
    let add = |fuses| if fuses { T::fused } else { |sum, left, right| sum + left * right };
    compare::<T, ROWS, LANES, FORM, ADDS>(T::of, add(fuses(COMPILED)));
    if small::asks::<Same<T>, Product<ROWS, LANES, FORM>>() {
        let run = small::run::<Same<T>, Product<ROWS, LANES, FORM>, ADDS>;
        let add = add(fuses(if Processor::has_wide() { WIDE } else { COMPILED }));
        compare_run(run, [ROWS, LANES], (FORM, ADDS), T::of, add);
    }
}

/// Numbers whose products need one bit more than there are, while sums cancel others.
trait Float: Scalar + Debug + PartialEq + Add<Output = Self> + Mul<Output = Self> {
    fn of(n: usize) -> Self;
    fn fused(sum: Self, left: Self, right: Self) -> Self;
}

impl Float for f64 {
    fn of(n: usize) -> Self {
        near_one(n, 2.0_f64.powi(-27))
    }
    fn fused(sum: Self, left: Self, right: Self) -> Self {
        left.mul_add(right, sum)
    }
}

impl Float for f32 {
    fn of(n: usize) -> Self {
        near_one(n, 2.0_f64.powi(-12)) as f32
    }
    fn fused(sum: Self, left: Self, right: Self) -> Self {
        left.mul_add(right, sum)
    }
}

fn near_one(n: usize, near: f64) -> f64 {
    if n.is_multiple_of(3) { -1.0 - near } else { 1.0 + near }
}

/// [`compare`], compiled once for all plans.
fn compare_run<T: Scalar + PartialEq + Debug>(
    run: unsafe fn(Places<Same<T>>),
    [rows, lanes]: [usize; 2],
    (form, adds): (u8, bool),
    of: fn(usize) -> T,
    add: fn(T, T, T) -> T,
) {
    let left: Vec<T> = (0..rows * TERMS).map(of).collect();
    let right: Vec<T> = (500..500 + lanes * TERMS).map(of).collect();
    let before: Vec<T> = (900..900 + 2 * AROUND + rows * lanes).map(of).collect();
    let (mut expected, mut found) = (before.clone(), before);
    for row in 0..rows {
        for lane in 0..lanes {
            let sum = (0..TERMS).fold(T::ZERO, |sum, term| {
                let right =
                    right[if form == TURNED { lane * TERMS + term } else { term * lanes + lane }];
                add(sum, left[row * TERMS + term], right)
            });
            let to = &mut expected[AROUND + row * lanes + lane];
            *to = if adds { to.plus(sum) } else { sum };
        }
    }
    let mut operands = [left.as_ptr(), right.as_ptr()];
    if form == EXCHANGED {
        operands.reverse();
    }
    let places =
        Places::<Same<T>> { left: operands[0], right: operands[1], result: found.as_mut_ptr() };
    let at = moved([0; 3], [0, 0, 1], AROUND);
    // SAFETY: the plan is that of matrices of these sizes, which the vectors hold.
    unsafe { run(places.moved(at)) };
    assert_eq!(found, expected, "{} bytes, {rows} rows of {lanes}", size_of::<T>());
}

/// Floats in each form, written and added.
fn check_floats<const ROWS: usize, const LANES: usize>() {
    compare_floats::<f64, ROWS, LANES, PLAIN, false>();
    compare_floats::<f64, ROWS, LANES, EXCHANGED, true>();
    compare_floats::<f64, ROWS, LANES, TURNED, true>();
    compare_floats::<f32, ROWS, LANES, EXCHANGED, false>();
    compare_floats::<f32, ROWS, LANES, PLAIN, true>();
    compare_floats::<f32, ROWS, LANES, TURNED, false>();
}

#[test]
fn floats_of_each_number_of_lanes_and_rows_are_rounded_as_often_as_the_processor_does() {
    macro_rules! check_all {
        ($($rows:literal $lanes:literal)*) => {
            $(check_floats::<$rows, $lanes>();)*
        };
    }
    // Lanes that end within each vector, at most three of which stand side by side, and each height of tiles.
    check_all!(3 1 4 2 5 3 6 4 7 5 8 6 9 7 10 8 11 9 12 10 13 11 14 12 15 13 16 14 17 15 23 16 24 17 25 18);
    check_all!(3 20 4 23 5 24 6 25 7 31 8 32 9 33 10 40 11 47 12 48 13 49 3 64 5 65 2 24 1 33);
}

macro_rules! check_sizes {
    ($rows:literal $lanes:literal: $($bytes:literal)*) => {
        $(check::<$bytes, $rows, $lanes>();)*
    };
}

#[test]
fn each_lane_of_elements_of_each_size_is_computed() {
    // As in `size_tests`, and none.
    check_sizes!(3 15:
        0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 21 22 25 26 32 33 42 43 64);
}

#[test]
fn each_number_of_lanes_is_computed() {
    macro_rules! check_lanes {
        ($($lanes:literal)*) => {
            $(
                check::<3, 4, $lanes>();
                check::<12, 1, $lanes>();
            )*
        };
    }
    check_lanes!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20);
}

#[test]
fn each_number_of_rows_is_computed() {
    macro_rules! check_rows {
        ($($rows:literal)*) => {
            $(check::<5, $rows, 7>();)*
        };
    }
    check_rows!(1 2 3 4 5 6 7 8 9 10 11 12 13 17);
}

/// A batch of so many products of squares of `SIDE` rows, or where `COLUMNS` is 1 of them with vectors; its plan is small for vectors
/// of so many bytes.
const fn is_small<const SIDE: usize, const COLUMNS: usize>(
    batch: usize,
    is_shared: bool,
    vector: usize,
) -> bool {
    let (of_square, of_thin) = ((SIDE * SIDE).cast_signed(), (SIDE * COLUMNS).cast_signed());
    let (side, columns) = (SIDE.cast_signed(), COLUMNS.cast_signed());
    let left =
        Modes { tags: &[B, I, J], extents: &[batch, SIDE, SIDE], strides: &[of_square, side, 1] };
    let right = Modes {
        tags: &[B, J, K],
        extents: &[batch, SIDE, COLUMNS],
        strides: &[of_thin, columns, 1],
    };
    let result = Modes {
        tags: &[B, I, K],
        extents: &[batch, SIDE, COLUMNS],
        strides: &[of_thin, columns, 1],
    };
    match Plan::of_modes(left, Some(right), result) {
        Some(plan) => Small::of(Some(&plan.fused()), is_shared, vector).is_some(),
        None => false,
    }
}

#[test]
fn many_small_products_are_small_where_they_are_not_shared_out() {
    const C: usize = COMPILED;
    const { assert!(is_small::<4, 4>(1000, true, C) && is_small::<8, 8>(10, true, C)) };
    const { assert!(is_small::<8, 8>(1_000_000, false, C) && !is_small::<8, 8>(1_000_000, true, C)) };
    const { assert!(!is_small::<64, 64>(10, false, C) && !is_small::<64, 64>(1, false, C)) };
    const { assert!(is_small::<12, 12>(1, false, C) && is_small::<12, 12>(1000, false, C)) };
    // Where the vectors of the program are narrow, those of `general` are wider.
    const { assert!(is_small::<16, 16>(1, false, C) == (C >= 32)) };
    const { assert!(is_small::<24, 24>(1000, false, C) == (C >= 32)) };
    const { assert!(is_small::<32, 32>(1000, false, C) == (C >= 32)) };
    const { assert!(is_small::<24, 24>(1, false, WIDE) && is_small::<24, 24>(1000, false, WIDE)) };
    const { assert!(is_small::<32, 32>(1, false, WIDE) == (C >= 32)) };
    const { assert!(!is_small::<36, 36>(1000, false, C) && !is_small::<36, 36>(1000, false, WIDE)) };
    // Each element is read once: that goes at the speed of memory.
    const { assert!(!is_small::<8, 1>(1_000_000, false, C)) };
}
