//! One tile of a product: a few rows and columns, whose sums stay in registers.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: rows and columns count below the sizes of the tile"
)]

use core::mem::MaybeUninit;

use super::general::LARGEST;
use super::processor::{Work, fuses, prefetch};
use super::{COMPILED, Numbers, Offsets, Places};
use crate::Scalar;

/// The rows of a tile of few, and of one that fills the registers of vectors of so many bytes beside two vectors of columns.
const FEW: usize = 4;
const fn tall<T: Scalar>(vector: usize) -> usize {
    match vector {
        // What fills no vectors has no use for their registers.
        _ if !T::FILLS_VECTORS || size_of::<T>() < 4 => FEW,
        64 => 12,
        _ => 6,
    }
}

/// The most columns of a tile.
const MOST_LANES: usize = 32;

/// The columns of a tile, for vectors of so many bytes: two vectors side by side, so that a sum need not wait for the one
/// before. Integers add up at once, and one will do.
const fn lanes<T: Scalar>(vector: usize) -> usize {
    lanes_of(size_of::<T>(), if T::ADDS_IN_ANY_ORDER { vector } else { 2 * vector })
}

/// Columns are copied and written so many at a time.
pub(super) const fn group<T: Scalar>() -> usize {
    if lanes::<T>(COMPILED) < 8 { 4 } else { 8 }
}

/// As many elements of so many bytes as these hold, but a power of two: what is compiled for some vectors copies columns for
/// wider ones as well.
pub(super) const fn lanes_of(bytes: usize, held: usize) -> usize {
    match held.checked_div(bytes) {
        Some(MOST_LANES..) | None => MOST_LANES,
        Some(16..) => 16,
        Some(8..) => 8,
        Some(_) => 4,
    }
}

// Tiles have whole groups of the columns that are copied at a time, whatever the size of the elements.
const _: () = {
    let mut bytes = 0;
    while bytes <= LARGEST {
        let mut held = 16;
        while held <= 64 {
            assert!(lanes_of(bytes, 2 * held).is_multiple_of(lanes_of(bytes, held)));
            held *= 2;
        }
        assert!(lanes_of(bytes, held) <= MOST_LANES);
        bytes += 1;
    }
};

/// The rows and the columns of a tile, of so many rows in all: a tile of more rows takes less time a row, if they are there.
pub(super) fn tile<T: Scalar>(vector: usize, rows: usize) -> [usize; 2] {
    let tall = tall::<T>(vector);
    let is_filled = rows.next_multiple_of(tall) * 20 <= rows.next_multiple_of(FEW) * 23;
    [if is_filled { tall } else { FEW }, lanes::<T>(vector)]
}

/// Adds a panel of rows times a panel of columns to a tile, which stays in registers meanwhile. (It is compiled
/// apart: beside the loops around it the compiler would not keep it there.)
pub(super) struct AddTile<'a, N: Numbers> {
    pub(super) left: &'a [MaybeUninit<N::Sum>],
    pub(super) right: &'a [MaybeUninit<N::Sum>],
    pub(super) is_first: bool,
}

/// The panels have been written, and unless `is_first` the tile. It has as many columns as there are lanes.
impl<N: Numbers> Work for AddTile<'_, N> {
    type Sum = N::Sum;
    type Output = [MaybeUninit<N::Sum>];
    const WIDEST: usize = 64;

    #[inline(always)]
    unsafe fn run<const VECTOR: usize>(self, tile: &mut [MaybeUninit<N::Sum>]) {
        // SAFETY: the promises of this work, as the caller gives them.
        unsafe {
            with_width!(lanes::<N::Sum>(VECTOR), [4 8 16 32], |W| {
                with_width!(tall::<N::Sum>(VECTOR), [4 6 12], |R| {
                    if R == FEW || tile.len() == R * W {
                        self.add::<R, W, VECTOR>(tile);
                    } else {
                        self.add::<FEW, W, VECTOR>(tile);
                    }
                });
            });
        }
    }
}

impl<N: Numbers> AddTile<'_, N> {
    /// # Safety
    /// As [`Work::run`]: the panels have been written, and unless `is_first` the tile. It is of `R` rows of `W`
    /// lanes.
    #[inline(always)]
    unsafe fn add<const R: usize, const W: usize, const VECTOR: usize>(
        &self,
        tile: &mut [MaybeUninit<N::Sum>],
    ) {
        debug_assert_eq!(tile.len(), R * W, "the tile was cut for vectors of this width");
        let tile: *mut [[N::Sum; W]; R] = tile.as_mut_ptr().cast();
        // SAFETY: unless `is_first`, the tile has been written; it has `R * W` elements.
        let mut sums = if self.is_first { [[N::Sum::ZERO; W]; R] } else { unsafe { tile.read() } };
        for (left, right) in self.left.chunks_exact(R).zip(self.right.chunks_exact(W)) {
            // SAFETY: the chunks are of `R` and of `W` elements, and panels have been written.
            let (left, right): ([N::Sum; R], [N::Sum; W]) = unsafe {
                (left.as_ptr().cast::<[_; R]>().read(), right.as_ptr().cast::<[_; W]>().read())
            };
            let mut row = 0;
            while row < R {
                add_row::<N, W>(&mut sums[row], left[row], &right, const { fuses(VECTOR) });
                row += 1;
            }
        }
        // SAFETY: the tile has room for `R * W` elements.
        unsafe { tile.write(sums) };
    }
}

/// Adds products to the sums of a row; each with its sum is one instruction where the processor `fuses` them.
#[inline(always)]
pub(super) fn add_row<N: Numbers, const W: usize>(
    sums: &mut [N::Sum; W],
    left: N::Sum,
    right: &[N::Sum; W],
    fuses: bool,
) {
    for (sum, &right) in sums.iter_mut().zip(right) {
        *sum = if fuses {
            N::plus_product(*sum, left, right)
        } else {
            sum.plus(N::product(left, right))
        };
    }
}

/// Writes a tile where its rows and columns are in the result: `runs` says of each column how many lie one after the other from it
/// on.
pub(super) struct WriteTile<'a, N: Numbers> {
    pub(super) rows: &'a [Offsets],
    pub(super) columns: &'a [Offsets],
    pub(super) runs: &'a [u8],
    pub(super) places: Places<N>,
    pub(super) adds: bool,
}

/// The tile has been written, and has as many columns as there are lanes. At the offsets of these rows and columns *writes* and
/// *alone* hold, as in [`tiles::run`](super::tiles::run).
impl<N: Numbers> Work for WriteTile<'_, N> {
    type Sum = N::Sum;
    type Output = [MaybeUninit<N::Sum>];
    const WIDEST: usize = 64;

    #[inline(always)]
    unsafe fn run<const VECTOR: usize>(self, tile: &mut [MaybeUninit<N::Sum>]) {
        let lanes = const { lanes::<N::Sum>(VECTOR) };
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
            let end = first + usize::from(self.runs[first]);
            for column in self.columns[first..end].iter().step_by(step) {
                let to = self.places.moved([0, 0, column[2]]);
                self.rows.iter().for_each(|row| prefetch(to.moved([0, 0, row[2]]).result));
            }
            first = end;
        }
    }

    /// Writes the `L` columns from the `first` one on, which lie one after the other.
    ///
    /// # Safety
    /// As [`Work::run`].
    #[inline(always)]
    unsafe fn columns<const L: usize>(
        &self,
        tile: &[MaybeUninit<N::Sum>],
        lanes: usize,
        first: usize,
    ) {
        let to = self.places.moved([0, 0, self.columns[first][2]]);
        for (sums, row) in tile.chunks_exact(lanes).zip(self.rows) {
            let sums = sums[first..].as_chunks::<L>().0[0];
            let to = to.moved([0, 0, row[2]]);
            // SAFETY: the sums were written. *writes* and *alone*, of this row and `L` columns. All sums are read before any
            // result is written, so that they may be written as vectors.
            unsafe {
                let sums = sums.map(|sum| sum.assume_init());
                let write =
                    |n: usize, sum, adds| to.moved([0, 0, n.cast_signed()]).write(sum, adds);
                if self.adds {
                    sums.into_iter().enumerate().for_each(|(n, sum)| write(n, sum, true));
                } else {
                    sums.into_iter().enumerate().for_each(|(n, sum)| write(n, sum, false));
                }
            }
        }
    }
}
