//! Sums along the memory of the left operand, row by row.
//!
//! A row is summed in several vectors side by side, which are added up at the end: so no sum waits for the one
//! before. Which term goes where depends on the length of the row alone.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: entries count below the extent of their loop, and lanes are constants"
)]

use super::axes::Axis;
use super::{Numbers, Places, VECTOR, moved};
use crate::Scalar;

/// The vectors side by side.
const VECTORS: usize = 4;

/// Adds to each sum, of which there is one for each entry of `rows`, the products along `run`.
///
/// # Safety
/// The operands have elements at all indices of both loops.
pub(super) unsafe fn add_dots<N: Numbers>(
    sums: &mut [N::Sum],
    places: Places<N>,
    run: &Axis,
    rows: &Axis,
) {
    let [left, right, _] = rows.steps;
    for (row, sum) in sums.iter_mut().enumerate() {
        let from = places.moved(moved([0; 3], [left, right, 0], row));
        // SAFETY: the caller's promise.
        let dot = unsafe {
            match VECTOR / size_of::<N::Sum>().max(1) {
                16.. => dot::<N, 16>(from, run),
                8.. => dot::<N, 8>(from, run),
                4.. => dot::<N, 4>(from, run),
                _ => dot::<N, 2>(from, run),
            }
        };
        *sum = sum.plus(dot);
    }
}

/// The sum of the products along `run`. Versions for the steps that are common let the compiler vectorise.
///
/// # Safety
/// As [`add_dots`], of the row that begins at `from`.
#[inline(always)]
unsafe fn dot<N: Numbers, const V: usize>(from: Places<N>, run: &Axis) -> N::Sum {
    // SAFETY: the caller's promise.
    unsafe {
        match run.steps {
            [1, 0, _] => along::<N, V>(from, [1, 0], run.extent),
            [1, 1, _] => along::<N, V>(from, [1, 1], run.extent),
            [left, right, _] => along::<N, 1>(from, [left, right], run.extent),
        }
    }
}

/// # Safety
/// As [`dot`].
#[inline(always)]
unsafe fn along<N: Numbers, const V: usize>(
    from: Places<N>,
    [left, right]: [isize; 2],
    count: usize,
) -> N::Sum {
    let product = |n: usize| {
        let at = from.moved(moved([0; 3], [left, right, 0], n));
        // SAFETY: the caller's promise: `n` is below the count.
        unsafe { N::product(N::left(*at.left), N::right(*at.right)) }
    };
    let mut sums = [[N::Sum::ZERO; V]; VECTORS];
    let mut n = 0;
    while n + VECTORS * V <= count {
        for (v, sums) in sums.iter_mut().enumerate() {
            for (lane, sum) in sums.iter_mut().enumerate() {
                *sum = sum.plus(product(n + v * V + lane));
            }
        }
        n += VECTORS * V;
    }
    let [a, b, c, d] = sums;
    let mut sums: [_; V] = core::array::from_fn(|v| a[v].plus(b[v]).plus(c[v].plus(d[v])));
    while n + V <= count {
        for (lane, sum) in sums.iter_mut().enumerate() {
            *sum = sum.plus(product(n + lane));
        }
        n += V;
    }
    let mut half = V / 2;
    while half > 0 {
        for lane in 0..half {
            sums[lane] = sums[lane].plus(sums[lane + half]);
        }
        half /= 2;
    }
    let mut sum = sums[0];
    while n < count {
        sum = sum.plus(product(n));
        n += 1;
    }
    sum
}
