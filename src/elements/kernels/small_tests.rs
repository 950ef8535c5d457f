//! Small contractions of elements of each size, against the definition: kernels cut lanes into tiles by the number of
//! elements that a vector holds.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "tests: sizes are small, and a panic is a failure"
)]

use std::vec::Vec;

use extents_static::__private::Tag;

use super::arranged::Small;
use super::element_types::Same;
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

/// The product of two matrices: of so many rows and lanes, and three terms.
struct Product<const ROWS: usize, const LANES: usize>;

const TERMS: usize = 3;

impl<const ROWS: usize, const LANES: usize> KnownPlan for Product<ROWS, LANES> {
    const PLAN: Option<Plan> = {
        let (deep, wide) = (TERMS.cast_signed(), LANES.cast_signed());
        let left = Modes { tags: &[I, J], extents: &[ROWS, TERMS], strides: &[deep, 1] };
        let right = Modes { tags: &[J, K], extents: &[TERMS, LANES], strides: &[wide, 1] };
        let result = Modes { tags: &[I, K], extents: &[ROWS, LANES], strides: &[wide, 1] };
        match Plan::of_modes(left, Some(right), result) {
            Some(plan) => Some(plan.fused()),
            None => None,
        }
    };
}

/// Elements around the result, which stay.
const AROUND: usize = 40;

fn check<const N: usize, const ROWS: usize, const LANES: usize>() {
    let left: Vec<Bytes<N>> = (0..ROWS * TERMS).map(Bytes::of).collect();
    let right: Vec<Bytes<N>> = (500..500 + LANES * TERMS).map(Bytes::of).collect();
    let before: Vec<Bytes<N>> = (900..900 + 2 * AROUND + ROWS * LANES).map(Bytes::of).collect();
    let (mut expected, mut found) = (before.clone(), before);
    for row in 0..ROWS {
        for lane in 0..LANES {
            expected[AROUND + row * LANES + lane] = (0..TERMS).fold(Bytes::ZERO, |sum, term| {
                sum.plus(left[row * TERMS + term].times(right[term * LANES + lane]))
            });
        }
    }
    let places = Places::<Same<Bytes<N>>> {
        left: left.as_ptr(),
        right: right.as_ptr(),
        result: found.as_mut_ptr(),
    };
    let at = moved([0; 3], [0, 0, 1], AROUND);
    // SAFETY: the plan is that of matrices of these sizes, which the vectors hold.
    unsafe { small::run::<_, Product<ROWS, LANES>, false>(places.moved(at)) };
    assert_eq!(found, expected, "{N} bytes, {ROWS} rows of {LANES}");
}

macro_rules! check_sizes {
    ($rows:literal $lanes:literal: $($bytes:literal)*) => {
        $(check::<$bytes, $rows, $lanes>();)*
    };
}

#[test]
fn each_lane_of_elements_of_each_size_is_computed() {
    check_sizes!(3 15:
        0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
        33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64);
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

/// A batch of so many products of squares of `SIDE` rows, or where `COLUMNS` is 1 of them with vectors; its plan is small.
const fn is_small<const SIDE: usize, const COLUMNS: usize>(batch: usize, is_shared: bool) -> bool {
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
        Some(plan) => Small::of(Some(&plan.fused()), is_shared).is_some(),
        None => false,
    }
}

#[test]
fn many_small_products_are_small_where_they_are_not_shared_out() {
    const { assert!(is_small::<4, 4>(1000, true) && is_small::<8, 8>(10, true)) };
    const { assert!(is_small::<8, 8>(1_000_000, false) && !is_small::<8, 8>(1_000_000, true)) };
    const { assert!(!is_small::<64, 64>(10, false) && !is_small::<64, 64>(1, false)) };
    const { assert!(is_small::<12, 12>(1, false) && is_small::<12, 12>(1000, false)) };
    // Where the program has no wide vectors, the processor may.
    const { assert!(is_small::<16, 16>(1, false) == (COMPILED >= 32)) };
    const { assert!(is_small::<24, 24>(1000, false) == (COMPILED >= 32)) };
    const { assert!(!is_small::<32, 32>(1000, false)) };
    // Each element is read once: that goes at the speed of memory.
    const { assert!(!is_small::<8, 1>(1_000_000, false)) };
}
