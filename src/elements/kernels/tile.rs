//! One tile of a product: a few rows and columns, whose sums stay in registers.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: rows and columns count below the sizes of the tile"
)]

use core::mem::MaybeUninit;

use super::panels::Lines;
use super::processor::{Work, fuses, prefetch};
use super::vectors::{Lanes, Vector, has_vectors};
#[cfg(target_arch = "x86_64")]
use super::vectors::{Masked, with_vectors};
use super::{Numbers, Offsets, write};
use crate::Scalar;

/// The most rows of a tile: those that fill the registers of vectors of so many bytes beside two vectors of columns.
const fn tall<T: Scalar>(vector: usize) -> usize {
    match vector {
        // What fills no vectors has no use for their registers.
        _ if !T::FILLS_VECTORS || size_of::<T>() < 4 => 4,
        64 => TALLEST,
        _ => 6,
    }
}

/// The rows of the tallest tile there is.
pub(super) const TALLEST: usize = 12;

/// Tiles have a multiple of so many rows, so that there are up to three heights.
const fn unit(tall: usize) -> usize {
    match tall {
        4 => 4,
        _ => tall / 3,
    }
}

/// The most columns of a tile.
const MOST_LANES: usize = 32;

/// The columns of a tile, for vectors of so many bytes: two vectors side by side, so that a sum need not wait for the one
/// before. Integers add up at once, and one will do.
const fn lanes<T: Scalar>(vector: usize) -> usize {
    lanes_of(size_of::<T>(), if T::ADDS_IN_ANY_ORDER { vector } else { 2 * vector })
}

/// As many elements of so many bytes as these hold, but a power of two.
pub(super) const fn lanes_of(bytes: usize, held: usize) -> usize {
    match held.checked_div(bytes) {
        Some(MOST_LANES..) | None => MOST_LANES,
        Some(16..) => 16,
        Some(8..) => 8,
        Some(_) => 4,
    }
}

/// The rows and the columns of a tile, of so many rows in all.
pub(super) fn tile<T: Scalar>(vector: usize, rows: usize) -> [usize; 2] {
    let tall = tall::<T>(vector);
    [rows.next_multiple_of(unit(tall)).min(tall), lanes::<T>(vector)]
}

/// Of what the rows and the columns of a tile are a multiple.
pub(super) fn units<T: Scalar>(vector: usize) -> [usize; 2] {
    let lanes = lanes::<T>(vector);
    [unit(tall::<T>(vector)), if has_vectors::<T>(vector) { lanes / 2 } else { lanes }]
}

/// Adds rows times columns to a tile, which stays in registers meanwhile. (It is compiled apart: beside the loops around it the
/// compiler would not keep it there.)
pub(super) struct AddTile<'a, N: Numbers> {
    pub(super) left: Lines<N::Sum>,
    pub(super) right: Lines<N::Sum>,
    /// How many products each sum gets.
    pub(super) depth: usize,
    /// Whether it adds to the sums that are there.
    pub(super) adds: bool,
    /// Whether their lines are asked for before.
    pub(super) asks: bool,
    pub(super) sums: SumsAt<'a, N::Sum>,
}

/// Where the sums of a tile are: the first one, the offsets of its rows, of which those of the result count, and how far the second
/// vector of columns is from the first. The columns of a vector lie one after the other.
#[derive(Clone, Copy)]
pub(super) struct SumsAt<'a, T> {
    pub(super) start: *mut T,
    pub(super) rows: &'a [Offsets],
    pub(super) second: isize,
    /// How many rows and columns there are.
    pub(super) size: [usize; 2],
}

/// At each depth there is an element for each row and for each of the columns, which lie one after the other. The rows and the columns
/// are multiples of their [`units`], and no more than a [`tile`] has; each row has offsets. The sums may be written and are reached by
/// nothing else, and where it `adds` they have been written.
impl<N: Numbers> Work for AddTile<'_, N> {
    type Sum = N::Sum;
    type Output = ();
    const WIDEST: usize = 64;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn run<const VECTOR: usize>(self, (): &mut ()) {
        // SAFETY: the promises of this work, as the caller gives them. Of each type its own vectors are taken, which the processor
        // has.
        unsafe {
            #[cfg(target_arch = "x86_64")]
            with_vectors!(N::Sum, VECTOR, |V| return self.of_vectors::<V, VECTOR>());
            with_width!(lanes::<N::Sum>(VECTOR), [4 8 16 32], |W| {
                if const { fuses(VECTOR) } {
                    self.of_rows::<Lanes<N, W, true>, VECTOR, 1>();
                } else {
                    self.of_rows::<Lanes<N, W, false>, VECTOR, 1>();
                }
            });
        }
    }
}

impl<N: Numbers> AddTile<'_, N> {
    /// # Safety
    /// As [`Work::run`]. The elements of vectors are the sums, and a tile has two of them side by side, or one.
    #[cfg(target_arch = "x86_64")]
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn of_vectors<V: Vector, const VECTOR: usize>(&self) {
        let [_, columns] = self.sums.size;
        // SAFETY: as the caller promises.
        unsafe {
            if columns > V::LANES {
                self.of_rows::<V, VECTOR, 2>();
            } else {
                self.of_rows::<V, VECTOR, 1>();
            }
        }
    }

    /// # Safety
    /// As [`Work::run`], of `C` vectors of columns, whose elements are the sums.
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn of_rows<V: Vector, const VECTOR: usize, const C: usize>(&self) {
        let [rows, _] = self.sums.size;
        // SAFETY: as the caller promises.
        unsafe {
            with_width!(tall::<N::Sum>(VECTOR), [4 6 12], |R| {
                const UNIT: usize = unit(R);
                if R == UNIT || rows == R {
                    self.add::<V, R, C>();
                } else if rows == UNIT {
                    self.add::<V, UNIT, C>();
                } else {
                    self.add::<V, { 2 * UNIT }, C>();
                }
            });
        }
    }

    /// # Safety
    /// As [`of_rows`](Self::of_rows), of `R` rows.
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn add<V: Vector, const R: usize, const C: usize>(&self) {
        debug_assert_eq!(self.sums.size, [R, C * V::LANES], "the tile was cut for these vectors");
        debug_assert!(self.sums.rows.len() >= R, "each row has offsets");
        let Self { left, right, depth, adds, asks, sums } = *self;
        let rows = sums.rows.as_ptr();
        // SAFETY: each row has offsets.
        let place = |row: usize, column: usize| unsafe {
            let second = if column == 0 { 0 } else { sums.second };
            let at = (*rows.add(row))[2].wrapping_add(second);
            sums.start.wrapping_offset(at).cast::<V::Element>()
        };
        // Rows stand three by three, so that few registers lead to all of them.
        let mut threes = [left.start.cast::<V::Element>(); 4];
        let mut n = 1;
        while n < threes.len() {
            threes[n] = threes[n - 1].wrapping_offset(left.entry.wrapping_mul(3));
            n += 1;
        }
        let (mut columns, by_depth) = (right.start.cast::<V::Element>(), right.depth);
        // SAFETY: the processor has the vectors. The elements are those of the sums, whose type the operands have too: `R` rows and `C`
        // vectors are there at each depth, and places for `R` rows of `C` vectors, which have been written where this `adds`.
        unsafe {
            if asks {
                let are_apart = C == 1 || sums.second != V::LANES.cast_signed();
                let mut row = 0;
                while row < R {
                    let mut column = 0;
                    while column < C {
                        let vector = place(row, column);
                        prefetch(vector);
                        // Where vectors follow each other, so do their lines.
                        if are_apart || column + 1 == C {
                            prefetch(vector.wrapping_add(V::LANES - 1));
                        }
                        column += 1;
                    }
                    row += 1;
                }
            }
            let mut totals = [[V::zero(); C]; R];
            for _ in 0..depth {
                let mut right = [V::zero(); C];
                let mut column = 0;
                while column < C {
                    right[column] = V::load(columns.wrapping_add(column * V::LANES));
                    column += 1;
                }
                let mut row = 0;
                while row < R {
                    let step = left.entry.wrapping_mul((row % 3).cast_signed());
                    let left = *threes[row / 3].wrapping_offset(step);
                    let mut column = 0;
                    while column < C {
                        totals[row][column] =
                            totals[row][column].plus_products(left, right[column]);
                        column += 1;
                    }
                    row += 1;
                }
                let mut n = 0;
                while n < threes.len() {
                    threes[n] = threes[n].wrapping_offset(left.depth);
                    n += 1;
                }
                columns = columns.wrapping_offset(by_depth);
            }
            let mut row = 0;
            while row < R {
                let mut column = 0;
                while column < C {
                    let place = place(row, column);
                    let sum = totals[row][column];
                    let sum = if adds { V::load(place).plus(sum) } else { sum };
                    sum.store(place);
                    column += 1;
                }
                row += 1;
            }
        }
    }
}

/// Writes a tile where its rows and columns are in the result: `runs` says of each column how many lie one after the other from it
/// on.
pub(super) struct WriteTile<'a, N: Numbers> {
    pub(super) rows: &'a [Offsets],
    pub(super) columns: &'a [Offsets],
    pub(super) runs: &'a [u8],
    /// Where the offsets in the result begin.
    pub(super) result: *mut N::Result,
    pub(super) adds: bool,
}

/// The tile has been written, and has as many columns as there are lanes. At the offsets of these rows and columns *writes* and
/// *alone* hold, as in [`tiles::run`](super::tiles::run).
impl<N: Numbers> Work for WriteTile<'_, N> {
    type Sum = N::Sum;
    type Output = [MaybeUninit<N::Sum>];
    const WIDEST: usize = 64;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn run<const VECTOR: usize>(self, tile: &mut [MaybeUninit<N::Sum>]) {
        let lanes = const { lanes::<N::Sum>(VECTOR) };
        #[cfg(target_arch = "x86_64")]
        if const { N::RESULT_IS_SUM } {
            // SAFETY: the promises of this work. The processor has the vectors, and the sums are what the result has.
            with_vectors!(N::Sum, VECTOR, |V| return unsafe { self.vectors::<V>(tile, lanes) });
        }
        let mut first = 0;
        while first < self.columns.len() {
            let end = first + usize::from(self.runs[first]);
            // SAFETY: the promises of this work; the columns up to `end` lie one after the other.
            unsafe {
                while first + 16 <= end {
                    self.columns::<16>(tile, lanes, first);
                    first += 16;
                }
                while first + 8 <= end {
                    self.columns::<8>(tile, lanes, first);
                    first += 8;
                }
                while first < end {
                    self.columns::<1>(tile, lanes, first);
                    first += 1;
                }
            }
        }
    }
}

impl<N: Numbers> WriteTile<'_, N> {
    /// Asks for the lines of the result, so that they are there when the sums are.
    #[inline(never)]
    pub(super) fn prefetch(&self) {
        const LINE: usize = 64;
        let step = (LINE / size_of::<N::Sum>().max(1)).max(1);
        let mut first = 0;
        while first < self.columns.len() {
            let count = usize::from(self.runs[first]);
            let to = self.result.wrapping_offset(self.columns[first][2]);
            for row in self.rows {
                let to = to.wrapping_offset(row[2]);
                (0..count).step_by(step).for_each(|n| prefetch(to.wrapping_add(n)));
                prefetch(to.wrapping_add(count - 1));
            }
            first += count;
        }
    }

    /// Writes vector by vector, of which some lanes alone are written where a run ends.
    ///
    /// # Safety
    /// As [`Work::run`]. The elements of vectors are the sums, and the result is of them.
    #[cfg(target_arch = "x86_64")]
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn vectors<V: Masked>(&self, tile: &[MaybeUninit<N::Sum>], lanes: usize) {
        let mut first = 0;
        while first < self.columns.len() {
            let count = usize::from(self.runs[first]).min(V::LANES);
            let to = self.result.wrapping_offset(self.columns[first][2]);
            for (sums, row) in tile.chunks_exact(lanes).zip(self.rows) {
                let from = sums[first..][..count].as_ptr().cast::<V::Element>();
                let to = to.wrapping_offset(row[2]).cast::<V::Element>();
                // SAFETY: the sums were written. *writes* and *alone*, of this row and so many columns.
                unsafe {
                    let mut sum = V::load_first(from, count);
                    if self.adds {
                        sum = V::load_first(to, count).plus(sum);
                    }
                    sum.store_first(to, count);
                }
            }
            first += count;
        }
    }

    /// Writes the `L` columns from the `first` one on, which lie one after the other.
    ///
    /// # Safety
    /// As [`Work::run`].
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn columns<const L: usize>(
        &self,
        tile: &[MaybeUninit<N::Sum>],
        lanes: usize,
        first: usize,
    ) {
        let to = self.result.wrapping_offset(self.columns[first][2]);
        for (sums, row) in tile.chunks_exact(lanes).zip(self.rows) {
            let sums = sums[first..].as_chunks::<L>().0[0];
            let to = to.wrapping_offset(row[2]);
            // SAFETY: the sums were written. *writes* and *alone*, of this row and `L` columns. All sums are read before any
            // result is written, so that they may be written as vectors.
            unsafe {
                let mut read = [N::Sum::ZERO; L];
                for (to, sum) in read.iter_mut().zip(&sums) {
                    *to = sum.assume_init();
                }
                if self.adds {
                    for (n, &sum) in read.iter().enumerate() {
                        write::<N>(to.wrapping_add(n), sum, true);
                    }
                } else {
                    for (n, &sum) in read.iter().enumerate() {
                        write::<N>(to.wrapping_add(n), sum, false);
                    }
                }
            }
        }
    }
}
