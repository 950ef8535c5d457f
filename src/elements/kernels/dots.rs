//! Sums along the memory of the left operand, row by row.
//!
//! A row is summed in several vectors side by side, which are added up at the end: so no sum waits for the one
//! before. Which term goes where depends on the length of the row alone.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: entries count below the extent of their loop, and lanes are constants"
)]

use core::mem::MaybeUninit;

use super::axes::Axis;
use super::processor::{Processor, WIDE, Work, can_be_wide, run_for};
use super::{COMPILED, Numbers, Offsets, Places};
use crate::Scalar;

/// The vectors side by side.
const VECTORS: usize = 4;

/// Adds to each sum, of which there is one for each entry of `rows`, the products along `run`.
///
/// # Safety
/// *reads*: at all indices of both loops the operands have elements that are initialised, and that nothing writes
/// meanwhile.
pub(super) unsafe fn add_dots<N: Numbers>(
    sums: &mut [N::Sum],
    places: Places<N>,
    run: &Axis,
    rows: &Axis,
    processor: Processor,
) {
    // SAFETY: *reads* for the same loops. A processor that `is_wide` has vectors of `WIDE` bytes, by its invariant, and
    // each has what is compiled for.
    unsafe {
        if const { can_be_wide::<N::Sum>() } && processor.is_wide() {
            add_rows::<N, WIDE>(sums, places, run, rows);
        } else {
            add_rows::<N, COMPILED>(sums, places, run, rows);
        }
    }
}

/// # Safety
/// As [`add_dots`]. The processor has vectors of so many bytes.
#[inline(never)]
unsafe fn add_rows<N: Numbers, const VECTOR: usize>(
    sums: &mut [N::Sum],
    places: Places<N>,
    run: &Axis,
    rows: &Axis,
) {
    // SAFETY: the loops are those of the caller, and so is the width of vectors.
    unsafe {
        with_width!(lanes::<N::Sum>(VECTOR), [2 4 8 16], |W| {
            each_row::<N, W, VECTOR>(sums, places, run, rows);
        });
    }
}

/// The sums side by side in a vector of so many bytes. (Of more than 32 the compiler makes single sums.)
const fn lanes<T>(vector: usize) -> usize {
    let vector = if vector < WIDE { vector } else { WIDE };
    match vector.checked_div(size_of::<T>()) {
        Some(16..) | None => 16,
        Some(8..) => 8,
        Some(4..) => 4,
        Some(_) => 2,
    }
}

/// # Safety
/// As [`add_rows`].
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn each_row<N: Numbers, const V: usize, const VECTOR: usize>(
    sums: &mut [N::Sum],
    places: Places<N>,
    run: &Axis,
    rows: &Axis,
) {
    let [left, right, _] = rows.steps;
    let by_row = [left, right, 0];
    // The steps are looked at once, and not for each row: rows may be short.
    // SAFETY: *reads*: each row, of which there are as many as sums, has `run.extent` entries from `from` on.
    unsafe {
        match run.steps {
            [1, 0, _] => add_each::<N>(sums, places, by_row, |from| {
                along::<N, V, 0, VECTOR>(from, run.extent)
            }),
            // Of what is alone nothing moves along.
            [1, 1, _] if const { !N::IS_ALONE } => add_each::<N>(sums, places, by_row, |from| {
                along::<N, V, 1, VECTOR>(from, run.extent)
            }),
            [left, right, _] => add_each::<N>(sums, places, by_row, |from| {
                strided(from, [left, right, 0], run.extent)
            }),
        }
    }
}

/// Adds to each sum what `row` makes of the place of its row.
#[cfg_attr(not(unoptimized), inline(always))]
fn add_each<N: Numbers>(
    sums: &mut [N::Sum],
    mut from: Places<N>,
    by_row: Offsets,
    row: impl Fn(Places<N>) -> N::Sum,
) {
    for sum in sums {
        *sum = sum.plus(row(from));
        from = from.moved(by_row);
    }
}

/// The product of the elements that lie so many steps further on.
///
/// # Safety
/// *reads*: at the `n`-th step from `from` on, both operands have an element, as [`add_dots`] says.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn product<N: Numbers>(from: Places<N>, steps: Offsets, n: usize) -> N::Sum {
    let ([left, right, _], n) = (steps, n.cast_signed());
    // SAFETY: *reads*, of that step.
    unsafe {
        let left = N::left(*from.left.wrapping_offset(left.wrapping_mul(n)));
        N::product(left, N::right(*from.right.wrapping_offset(right.wrapping_mul(n))))
    }
}

/// # Safety
/// As [`add_rows`], of the row of `count` entries that begins at `from`. The right operand stays where it is or goes
/// along.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn along<N: Numbers, const V: usize, const RIGHT: isize, const VECTOR: usize>(
    from: Places<N>,
    count: usize,
) -> N::Sum {
    let steps = [1, RIGHT, 0];
    let (mut sums, mut n) = ([N::Sum::ZERO; V], 0);
    if VECTORS * V <= count {
        // SAFETY: *reads*, of `count` steps from `from` on; the processor has the vectors. The work writes its output.
        unsafe {
            let mut vector = MaybeUninit::uninit();
            run_for::<VECTOR, _>(AddVectors::<N, V, RIGHT> { from, count }, &mut vector);
            sums = vector.assume_init();
        }
        n = count - count % (VECTORS * V);
    }
    while n + V <= count {
        for (lane, sum) in sums.iter_mut().enumerate() {
            // SAFETY: *reads*: `n + lane` is below `n + V`, which is at most the count.
            *sum = sum.plus(unsafe { product(from, steps, n + lane) });
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
        // SAFETY: *reads*: `n` is below the count.
        sum = sum.plus(unsafe { product(from, steps, n) });
        n += 1;
    }
    sum
}

/// As far as there are enough terms for all vectors, which become one. (It is compiled apart: beside the rest
/// of the row the compiler would take shorter vectors.)
struct AddVectors<N: Numbers, const V: usize, const RIGHT: isize> {
    from: Places<N>,
    count: usize,
}

/// *reads*: the operands have elements at `count` steps from `from` on, as [`along`] says.
impl<N: Numbers, const V: usize, const RIGHT: isize> Work for AddVectors<N, V, RIGHT> {
    type Sum = N::Sum;
    type Output = MaybeUninit<[N::Sum; V]>;
    const WIDEST: usize = WIDE;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn run<const VECTOR: usize>(self, output: &mut Self::Output) {
        let Self { from, count } = self;
        let (mut all, mut n) = ([[N::Sum::ZERO; V]; VECTORS], 0);
        while n + VECTORS * V <= count {
            for (v, sums) in all.iter_mut().enumerate() {
                for (lane, sum) in sums.iter_mut().enumerate() {
                    // SAFETY: *reads*: the step is below `n + VECTORS * V`, which is at most the count.
                    *sum = sum.plus(unsafe { product(from, [1, RIGHT, 0], n + v * V + lane) });
                }
            }
            n += VECTORS * V;
        }
        let [mut a, b, c, d] = all;
        for v in 0..V {
            a[v] = a[v].plus(b[v]).plus(c[v].plus(d[v]));
        }
        output.write(a);
    }
}

/// # Safety
/// *reads*, as [`add_dots`], of `count` steps from `from` on.
unsafe fn strided<N: Numbers>(from: Places<N>, steps: Offsets, count: usize) -> N::Sum {
    let (mut sums, mut n) = ([N::Sum::ZERO; VECTORS], 0);
    while n + VECTORS <= count {
        for (v, sum) in sums.iter_mut().enumerate() {
            // SAFETY: *reads*: `n + v` is below `n + VECTORS`, which is at most the count.
            *sum = sum.plus(unsafe { product(from, steps, n + v) });
        }
        n += VECTORS;
    }
    let [a, b, c, d] = sums;
    let mut sum = a.plus(b).plus(c.plus(d));
    while n < count {
        // SAFETY: *reads*: `n` is below the count.
        sum = sum.plus(unsafe { product(from, steps, n) });
        n += 1;
    }
    sum
}
