//! Sums along the memory of the left operand, of one row or of several rows at a time.
//!
//! Each row is summed in several vectors side by side, which are added up at the end: so no sum waits for the
//! one before. A row is summed in the same way whether it stands alone or beside others.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: entries count below the extent of their loop, and lanes are constants"
)]

use super::axes::Axis;
use super::{Numbers, Places, VECTOR, moved};
use crate::Scalar;

/// So many rows at a time share what they read of the right operand.
const ROWS: usize = 2;

/// The vectors of a row.
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
    // SAFETY: the caller's promise.
    unsafe {
        match VECTOR / size_of::<N::Sum>().max(1) {
            16.. => add_rows::<N, 16>(sums, places, run, rows),
            8.. => add_rows::<N, 8>(sums, places, run, rows),
            4.. => add_rows::<N, 4>(sums, places, run, rows),
            _ => add_rows::<N, 2>(sums, places, run, rows),
        }
    }
}

/// # Safety
/// As [`add_dots`].
#[inline(always)]
unsafe fn add_rows<N: Numbers, const V: usize>(
    sums: &mut [N::Sum],
    places: Places<N>,
    run: &Axis,
    rows: &Axis,
) {
    let steps = [rows.steps[0], rows.steps[1], 0];
    let mut row = 0;
    while row < sums.len() {
        let from = moved([0; 3], steps, row);
        // SAFETY: the caller's promise.
        unsafe {
            if row + ROWS <= sums.len() {
                let from = core::array::from_fn(|r| places.moved(moved(from, steps, r)));
                let dots: [_; ROWS] = dots::<N, V, ROWS>(from, run, steps[1] == 0);
                for (sum, dot) in sums[row..].iter_mut().zip(dots) {
                    *sum = sum.plus(dot);
                }
                row += ROWS;
            } else {
                let [dot] = dots::<N, V, 1>([places.moved(from)], run, true);
                sums[row] = sums[row].plus(dot);
                row += 1;
            }
        }
    }
}

/// The sums of the products along `run`, of `R` rows. Versions for the steps that are common let the compiler
/// vectorise.
///
/// # Safety
/// As [`add_dots`], of rows that begin at `from`. Where the right operand `is_shared`, they all begin at the
/// same place of it.
#[inline(always)]
unsafe fn dots<N: Numbers, const V: usize, const R: usize>(
    from: [Places<N>; R],
    run: &Axis,
    is_shared: bool,
) -> [N::Sum; R] {
    let shared: [Places<N>; R] =
        core::array::from_fn(|r| Places { right: from[0].right, ..from[r] });
    // SAFETY: the caller's promise.
    unsafe {
        match run.steps {
            [1, 0, _] => along::<N, V, R>(from, [1, 0], run.extent),
            [1, 1, _] if is_shared => along::<N, V, R>(shared, [1, 1], run.extent),
            [1, 1, _] => along::<N, V, R>(from, [1, 1], run.extent),
            [left, right, _] => along::<N, 1, R>(from, [left, right], run.extent),
        }
    }
}

/// # Safety
/// As [`dots`].
#[inline(always)]
unsafe fn along<N: Numbers, const V: usize, const R: usize>(
    from: [Places<N>; R],
    [left, right]: [isize; 2],
    count: usize,
) -> [N::Sum; R] {
    let product = |r: usize, n: usize| {
        let at: Places<N> = from[r].moved(moved([0; 3], [left, right, 0], n));
        // SAFETY: the caller's promise: `n` is below the count.
        unsafe { N::product(N::left(*at.left), N::right(*at.right)) }
    };
    let mut sums = [[[N::Sum::ZERO; V]; VECTORS]; R];
    let mut n = 0;
    while n + VECTORS * V <= count {
        for r in 0..R {
            for v in 0..VECTORS {
                for lane in 0..V {
                    let term = product(r, n + v * V + lane);
                    sums[r][v][lane] = sums[r][v][lane].plus(term);
                }
            }
        }
        n += VECTORS * V;
    }
    let mut sums = sums.map(|[a, b, c, d]| {
        core::array::from_fn::<_, V, _>(|v| a[v].plus(b[v]).plus(c[v].plus(d[v])))
    });
    while n + V <= count {
        for r in 0..R {
            for lane in 0..V {
                sums[r][lane] = sums[r][lane].plus(product(r, n + lane));
            }
        }
        n += V;
    }
    let mut sums = sums.map(|mut lanes| {
        let mut half = V / 2;
        while half > 0 {
            for lane in 0..half {
                lanes[lane] = lanes[lane].plus(lanes[lane + half]);
            }
            half /= 2;
        }
        lanes[0]
    });
    while n < count {
        for r in 0..R {
            sums[r] = sums[r].plus(product(r, n));
        }
        n += 1;
    }
    sums
}
