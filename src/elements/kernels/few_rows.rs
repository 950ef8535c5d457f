//! Adds a few rows to a row of sums, each of which stays in a register meanwhile: sums over a window, and other short sums.
//!
//! Vectors of [`WIDE`] are the widest: with those of AVX-512 the compiler adds integers one by one, and floats hardly faster.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: rows and lanes count below the extents of their loops"
)]

use core::mem::MaybeUninit;

use super::axes::{Axis, each_index, turns};
use super::processor::{WIDE, Work, run_for};
use super::{Numbers, Offsets, Places, moved};
use crate::Scalar;

/// So many rows are few.
pub(super) const FEW: usize = 16;

/// How far in the operands from the first row it is to each row, of which there is one for each index of some loops.
pub(super) struct FewRows {
    offsets: [Offsets; FEW],
    count: usize,
}

impl FewRows {
    /// Those of these loops, if they are few.
    pub(super) fn of(loops: &[Axis]) -> Option<Self> {
        let count = turns(loops);
        if count > FEW {
            return None;
        }
        let mut offsets = [[0; 3]; FEW];
        let mut rows = offsets.iter_mut();
        each_index(loops, [0; 3], &mut |at| rows.next().into_iter().for_each(|row| *row = at));
        Some(FewRows { offsets, count })
    }
}

/// Adds to each sum, of which there is one for each entry of `lanes`, the products of all rows.
///
/// To run it is to promise *reads*: in all rows, at each entry of `lanes`, the operands have elements that are initialised,
/// and that nothing writes meanwhile. Unless this `is_first`, the sums have been written; after it they are.
pub(super) struct AddFewRows<'a, N: Numbers> {
    pub(super) places: Places<N>,
    pub(super) lanes: &'a Axis,
    pub(super) rows: &'a FewRows,
    pub(super) is_first: bool,
}

impl<N: Numbers> Work for AddFewRows<'_, N> {
    type Sum = N::Sum;
    type Output = [MaybeUninit<N::Sum>];
    const WIDEST: usize = WIDE;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn run<const VECTOR: usize>(self, sums: &mut Self::Output) {
        let Self { places, lanes: along, rows, is_first } = self;
        let to_add = ToAdd { from: places, rows: &rows.offsets[..rows.count], is_first };
        // SAFETY: the promises of this work. The processor is that of this work. Of what is alone nothing moves along.
        unsafe {
            with_width!(lanes::<N::Sum>(VECTOR), [4 8 16 32], |W| match along.steps {
                [1, 0, _] => to_add.to_rows::<W, 0, VECTOR>(sums),
                [1, 1, _] if const { !N::IS_ALONE } => to_add.to_rows::<W, 1, VECTOR>(sums),
                steps => to_add.to_lanes(sums, steps),
            });
        }
    }
}

/// The sums that are in registers at a time, for vectors of so many bytes: 64 bytes of them, or two vectors if these are
/// shorter.
const fn lanes<T>(vector: usize) -> usize {
    let bytes = if 2 * vector < 64 { 2 * vector } else { 64 };
    match bytes.checked_div(size_of::<T>()) {
        Some(32..) | None => 32,
        Some(16..) => 16,
        Some(8..) => 8,
        Some(_) => 4,
    }
}

/// Rows that begin at these offsets, and are added to sums that have been written unless this `is_first`.
struct ToAdd<'a, N: Numbers> {
    from: Places<N>,
    rows: &'a [Offsets],
    is_first: bool,
}

impl<N: Numbers> ToAdd<'_, N> {
    /// Those `lane` lanes further on.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn at<const RIGHT: isize>(&self, lane: usize) -> Self {
        ToAdd { from: self.from.moved(moved([0; 3], [1, RIGHT, 0], lane)), ..*self }
    }

    /// Lanes that lie one after the other in the left operand, and in the right one too or in one place.
    ///
    /// # Safety
    /// As [`AddFewRows`], of these rows, of as many lanes as there are sums. The processor has vectors of so many bytes.
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn to_rows<const W: usize, const RIGHT: isize, const VECTOR: usize>(
        &self,
        sums: &mut [MaybeUninit<N::Sum>],
    ) {
        // What is left of the last vector begins further back, in sums that come out as before: with elements whose products
        // cost little.
        let count = sums.len();
        let last =
            if const { N::Sum::FILLS_VECTORS } { sums.last_chunk::<W>().copied() } else { None };
        let (blocks, others) = sums.as_chunks_mut::<W>();
        let lane = blocks.len() * W;
        // SAFETY: the promises of the caller, for these lanes.
        unsafe {
            if let Ok(rows) = <&[Offsets; NINE]>::try_from(self.rows)
                && const { RIGHT == 0 && (size_of::<N::Sum>() < 8 || N::Sum::ADDS_IN_ANY_ORDER) }
            {
                run_for::<VECTOR, _>(AddNine::<N, W>(self.at::<RIGHT>(0), rows), blocks);
            } else {
                self.to_blocks::<W, RIGHT, VECTOR>(blocks);
            }
            if others.is_empty() {
                return;
            }
            let Some(mut last) = last else {
                return self.at::<RIGHT>(lane).to_lanes(others, [1, RIGHT, 0]);
            };
            let last_lane = count - W;
            run_for::<VECTOR, _>(AddOne::<N, W, RIGHT>(self.at::<RIGHT>(last_lane)), &mut last);
            sums[last_lane..].copy_from_slice(&last);
        }
    }

    /// As [`to_rows`](Self::to_rows), of any number of rows.
    ///
    /// # Safety
    /// As [`to_rows`](Self::to_rows).
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn to_blocks<const W: usize, const RIGHT: isize, const VECTOR: usize>(
        &self,
        blocks: &mut [[MaybeUninit<N::Sum>; W]],
    ) {
        let (fours, ones) = blocks.as_chunks_mut::<4>();
        let mut lane = 0;
        // SAFETY: the promises of the caller, for these lanes.
        unsafe {
            for four in fours {
                run_for::<VECTOR, _>(AddFour::<N, W, RIGHT>(self.at::<RIGHT>(lane)), four);
                lane += 4 * W;
            }
            for one in ones {
                run_for::<VECTOR, _>(AddOne::<N, W, RIGHT>(self.at::<RIGHT>(lane)), one);
                lane += W;
            }
        }
    }

    /// Lanes that lie anyhow.
    ///
    /// # Safety
    /// As [`AddFewRows`], of these rows, of as many lanes as there are sums.
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn to_lanes(&self, sums: &mut [MaybeUninit<N::Sum>], [left, right, _]: Offsets) {
        if self.is_first {
            sums.fill(MaybeUninit::new(N::Sum::ZERO));
        }
        for &row in self.rows {
            let from = self.from.moved(row);
            for (n, sum) in sums.iter_mut().enumerate() {
                let at = from.moved(moved([0; 3], [left, right, 0], n));
                // SAFETY: *reads*, of a lane below the number of sums, which have been written, here at the latest.
                unsafe {
                    let product = N::product(N::left(*at.left), N::right(*at.right));
                    sum.write(sum.assume_init_read().plus(product));
                }
            }
        }
    }

    /// `W` sums before rows are added.
    ///
    /// # Safety
    /// Unless this is the first, they have been written.
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn so_far<const W: usize>(&self, sums: &[MaybeUninit<N::Sum>; W]) -> [N::Sum; W] {
        if self.is_first {
            return [N::Sum::ZERO; W];
        }
        // SAFETY: they have been written, as the caller promises, and lie as sums do.
        unsafe { sums.as_ptr().cast::<[N::Sum; W]>().read() }
    }
}

/// The rows of a window of 3 x 3.
const NINE: usize = 9;

/// Adds nine rows to all blocks of sums. Where each row begins, and what all its lanes are multiplied by, is read once and
/// stays in registers. (Of `f64` the compiler makes single products, which take three times as long as [`AddFour`].)
struct AddNine<'a, N: Numbers, const W: usize>(ToAdd<'a, N>, &'a [Offsets; NINE]);

/// As [`AddFour`], of lanes that are multiplied by one element of the right operand. There is a lane.
impl<N: Numbers, const W: usize> Work for AddNine<'_, N, W> {
    type Sum = N::Sum;
    type Output = [[MaybeUninit<N::Sum>; W]];
    const WIDEST: usize = WIDE;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn run<const VECTOR: usize>(self, blocks: &mut Self::Output) {
        let Self(to_add, rows) = self;
        let mut from = [to_add.from; NINE];
        // SAFETY: the promises of this work: a first lane of the first row.
        let mut shared = [unsafe { N::right(*from[0].moved(rows[0]).right) }; NINE];
        for k in 0..NINE {
            from[k] = from[k].moved(rows[k]);
            // SAFETY: the promises of this work: a first lane of each row.
            shared[k] = unsafe { N::right(*from[k].right) };
        }
        for (block, sums) in blocks.iter_mut().enumerate() {
            // SAFETY: the promises of this work, for the lanes of these sums.
            unsafe {
                let mut all = to_add.so_far(sums);
                for k in 0..NINE {
                    let mut products = [N::Sum::ZERO; W];
                    for (w, product) in products.iter_mut().enumerate() {
                        let left = N::left(*from[k].left.wrapping_add(block * W + w));
                        *product = N::product(left, shared[k]);
                    }
                    add(&mut all, &products);
                }
                sums.write_copy_of_slice(&all);
            }
        }
    }
}

/// Adds rows to `4 * W` sums, which stay in registers meanwhile. (Compiled apart, as beside the loops around it the compiler
/// would not keep them there.)
struct AddFour<'a, N: Numbers, const W: usize, const RIGHT: isize>(ToAdd<'a, N>);

/// What [`AddFewRows`] says, of these rows and as many lanes as there are sums.
impl<N: Numbers, const W: usize, const RIGHT: isize> Work for AddFour<'_, N, W, RIGHT> {
    type Sum = N::Sum;
    type Output = [[MaybeUninit<N::Sum>; W]; 4];
    const WIDEST: usize = WIDE;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn run<const VECTOR: usize>(self, sums: &mut Self::Output) {
        // One by one: in a loop over them, the compiler would make vectors of their first lanes.
        // SAFETY: the promises of this work, for the lanes of these sums.
        unsafe {
            let [mut first, mut second] = [self.0.so_far(&sums[0]), self.0.so_far(&sums[1])];
            let [mut third, mut fourth] = [self.0.so_far(&sums[2]), self.0.so_far(&sums[3])];
            for &row in self.0.rows {
                let at = self.0.from.moved(row);
                add_row::<N, W, RIGHT>(&mut first, at, 0);
                add_row::<N, W, RIGHT>(&mut second, at, W);
                add_row::<N, W, RIGHT>(&mut third, at, 2 * W);
                add_row::<N, W, RIGHT>(&mut fourth, at, 3 * W);
            }
            sums.as_flattened_mut()
                .write_copy_of_slice([first, second, third, fourth].as_flattened());
        }
    }
}

/// As [`AddFour`], to `W` sums.
struct AddOne<'a, N: Numbers, const W: usize, const RIGHT: isize>(ToAdd<'a, N>);

/// As [`AddFour`].
impl<N: Numbers, const W: usize, const RIGHT: isize> Work for AddOne<'_, N, W, RIGHT> {
    type Sum = N::Sum;
    type Output = [MaybeUninit<N::Sum>; W];
    const WIDEST: usize = WIDE;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn run<const VECTOR: usize>(self, sums: &mut Self::Output) {
        // SAFETY: the promises of this work, for the lanes of these sums.
        unsafe {
            let mut all = self.0.so_far(sums);
            for &row in self.0.rows {
                add_row::<N, W, RIGHT>(&mut all, self.0.from.moved(row), 0);
            }
            sums.write_copy_of_slice(&all);
        }
    }
}

/// # Safety
/// *reads*, as [`AddFewRows`], of `W` lanes from `lane` on in the row that begins at `at`.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn add_row<N: Numbers, const W: usize, const RIGHT: isize>(
    sums: &mut [N::Sum; W],
    at: Places<N>,
    lane: usize,
) {
    let mut products = [N::Sum::ZERO; W];
    for (n, product) in products.iter_mut().enumerate() {
        let at = at.moved(moved([0; 3], [1, RIGHT, 0], lane + n));
        // SAFETY: *reads*, of one of these lanes.
        *product = unsafe { N::product(N::left(*at.left), N::right(*at.right)) };
    }
    add(sums, &products);
}

/// Adds products to sums.
#[cfg_attr(not(unoptimized), inline(always))]
fn add<T: Scalar, const W: usize>(sums: &mut [T; W], products: &[T; W]) {
    // Integers may be added in any order, and across rows the compiler finds one that takes them one by one. It looks no
    // further than to this, which does nothing.
    if const { T::ADDS_IN_ANY_ORDER } {
        core::hint::black_box(());
    }
    for (sum, &product) in sums.iter_mut().zip(products) {
        *sum = sum.plus(product);
    }
}
