//! Small products like those of matrices, read where they lie.
//!
//! To copy the operands into panels, as `tiles` does, would take longer than to multiply them. A tile of the
//! result, of some rows by some lanes, is summed in registers; lanes lie one after the other in the right operand, or few of them are copied so.
//! Sums are taken in the same order as in `tiles`, long ones of few rows and columns block by block.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: rows and lanes count below the extents of their loops, and the loops turn few times"
)]

use core::hint::black_box;
use core::mem::MaybeUninit;

use super::axes::{Axis, Group, each_index, in_groups, nth_index, turns};
use super::processor::{Processor, WIDE, WIDEST, Work, fuses, run_for};
use super::vectors::{add_row, is_float};
use super::{COMPILED, Numbers, Places, moved};
use crate::Scalar;

/// From so many turns on it pays to copy the operands.
const MANY: usize = 33 * 33 * 33;

/// The same of what is no float where `tiles` has [`WIDE`] vectors, which the tiles here do not have.
const MANY_FOR_WIDE: usize = 16 * 16 * 16;

/// The same of floats by [`WIDE`] vectors, and where the right operand is near: it spans so many bytes at most, which stay in the second
/// cache. Not where a crate copies them, which is faster then.
const MANY_BY_WIDE: usize = if cfg!(feature = "gemm") { MANY } else { 65 * 65 * 65 };
const MANY_NEAR: usize = if cfg!(feature = "gemm") { MANY } else { 113 * 113 * 113 };
const NEAR: usize = 128 << 10;

/// Of up to so many rows and columns a copy would be used too seldom, however long the sums: where the vectors here are wide.
const MOST_THIN: usize = 16;

/// The most elements that are copied so that lanes lie side by side: those of the right operand of a product of 32 x 32 x 32.
const MOST_COPIED: usize = 32 * 32;

/// The terms of a block of long sums: all tiles read it before it leaves the nearest cache.
const BLOCK: usize = 256;

/// The rows of a tile, each of two vectors. Where a row is one vector there are [`MORE`] rows: four would wait for their sums.
const ROWS: usize = 4;
const MORE: usize = 8;

/// The same of two [`WIDE`] vectors, which leave registers for more: what is read of the right operand serves longer.
const HIGH: usize = 6;

/// The fewest lanes of a tile.
const FEWEST: usize = 4;

/// Two vectors of lanes, if there are as many.
const fn widest<T>() -> usize {
    match 2 * COMPILED / if size_of::<T>() == 0 { 1 } else { size_of::<T>() } {
        32.. => 32,
        16.. => 16,
        8.. => 8,
        _ => FEWEST,
    }
}

/// The numbers of a vector of so many bytes, of floats.
const fn lanes_of<T>(vector: usize) -> usize {
    vector / if size_of::<T>() == 4 { 4 } else { 8 }
}

/// The vectors of a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Vectors {
    /// Those that the program is compiled for, as many as there are lanes for.
    Compiled,
    /// Of [`WIDE`] bytes, compiled for them or not. There are lanes for one.
    Wide,
    /// Of [`WIDEST`] bytes, compiled for them or not. There are lanes for one.
    Widest,
}

impl Vectors {
    /// Those of tiles of so many rows and lanes. Of floats, the processor may have wider ones than those that are compiled for: the
    /// widest for tall tiles, where there are enough rows and lanes for them, but not lanes for two such vectors side by side where
    /// the compiler would take those.
    pub(super) fn of<T: Scalar>(rows: usize, lanes: usize, processor: Processor) -> Self {
        let (wide, widest) = (lanes_of::<T>(WIDE), lanes_of::<T>(WIDEST));
        let has_room = COMPILED < WIDEST || lanes < 2 * widest;
        if !is_float::<T>() {
            Self::Compiled
        } else if processor.vector::<T>() == WIDEST && rows > ROWS && lanes >= widest && has_room {
            Self::Widest
        } else if (COMPILED == WIDE || processor.is_wide()) && lanes >= wide {
            Self::Wide
        } else {
            Self::Compiled
        }
    }

    /// The bytes of one.
    pub(super) const fn bytes(self) -> usize {
        match self {
            Self::Compiled => COMPILED,
            Self::Wide => WIDE,
            Self::Widest => WIDEST,
        }
    }
}

#[cfg(test)]
std::thread_local! {
    /// Whether nothing is small, so that `tiles` are tested by products that take a test little time.
    pub(super) static COPIES_ALL: core::cell::Cell<bool> = const { core::cell::Cell::new(false) };
}

/// Whether the loops turn so few times that it would take longer to copy the operands.
pub(super) fn is_small<N: Numbers>(axes: &[Axis], processor: Processor) -> bool {
    #[cfg(test)]
    if COPIES_ALL.get() {
        return false;
    }
    let many = match is_float::<N::Sum>() {
        false if processor.is_wide() => MANY_FOR_WIDE,
        true if processor.vector::<N::Sum>() != WIDE => MANY,
        true if is_near::<N>(axes) => MANY_NEAR,
        true => MANY_BY_WIDE,
        false => MANY,
    };
    turns(axes) < many
}

/// Whether the right operand is [`NEAR`].
fn is_near<N: Numbers>(axes: &[Axis]) -> bool {
    let reach = |axis: &Axis| axis.length(1).saturating_mul(axis.extent - 1);
    let elements = axes.iter().map(reach).fold(1_usize, usize::saturating_add);
    elements.saturating_mul(size_of::<N::Right>()) <= NEAR
}

/// Whether so many rows and columns are few.
#[cfg(feature = "gemm")]
pub(super) fn are_thin(rows: usize, columns: usize) -> bool {
    COMPILED >= WIDE && rows.max(columns) <= MOST_THIN
}

/// Whether there are few rows and columns, and one loop of sums, which [`run`] takes block by block.
pub(super) fn is_thin<N: Numbers>(axes: &[Axis], processor: Processor) -> bool {
    let of = |group| turns(axes.iter().filter(|axis| axis.group() == group));
    let sums = axes.iter().filter(|axis| axis.group() == Group::Depth).count();
    let (rows, columns) = (of(Group::Rows), of(Group::Columns));
    let most = match Vectors::of::<N::Sum>(rows, columns, processor) {
        // One or two in a row.
        Vectors::Wide => 2 * lanes_of::<N::Sum>(WIDE),
        vectors if vectors.bytes() >= WIDE => MOST_THIN,
        _ => 0,
    };
    N::RESULT_IS_SUM && sums == 1 && rows.max(columns) <= most
}

/// Gives false, and has done nothing, where there are no lanes that lie side by side, and too many to be copied first.
///
/// # Safety
/// *reads*, *writes* and *alone*, as [`general::run`](super::general::run), of loops that each have an entry, of which
/// there are rows, columns and sums.
pub(super) unsafe fn run<N: Numbers>(
    axes: &mut [Axis],
    places: Places<N>,
    adds: bool,
    processor: Processor,
) -> bool {
    let begins = in_groups(axes);
    let [batch, rows, columns] = begins;
    if rows == batch || columns == rows {
        return false;
    }
    let lanes = axes[columns - 1];
    let lies_apart = lanes.steps[1] != 1;
    let can_copy = const { is_float::<N::Sum>() } && has_room(axes, begins);
    if lanes.extent < FEWEST || (lies_apart && !can_copy) {
        return false;
    }
    // The longest loop of the rows is that of tiles; it and the lanes stand behind all others of the result.
    let longest = (batch..rows).max_by_key(|&n| axes[n].extent).unwrap_or(batch);
    axes[longest..columns - 1].rotate_left(1);
    let (kept, depth) = axes.split_at(columns);
    let ([around @ .., rows, _], [deep @ .., terms]) = (kept, depth) else { return false };
    let nest = Nest { rows, lanes: &lanes, deep, terms };
    each_index(around, [0; 3], &mut |at| {
        let places = places.moved(at);
        // SAFETY: `at` is an index of the loops around those of the nest, so that the promises hold for these. There are as many
        // lanes as were asked for, with a step of 1 in the right operand, or room for them.
        unsafe {
            if lies_apart && const { is_float::<N::Sum>() } {
                nest.run_copied(places, adds, processor);
            } else {
                nest.run_blocks(places, adds, processor);
            }
        }
    });
    true
}

/// Whether there is room for the innermost lanes of all terms, and each index of the loops around has others. The groups begin there.
fn has_room(axes: &[Axis], [batch, rows, columns]: [usize; 3]) -> bool {
    let [lanes, terms] = &axes[columns - 1..] else { return false };
    let elements = lanes.extent.saturating_mul(terms.extent);
    rows - batch == 1 && elements <= MOST_COPIED && axes[..batch].iter().all(|axis| axis.moves(1))
}

/// The same of a small product of one loop each of rows, columns and sums, and nothing else: to arrange those would take as long as
/// to run them. Gives false, and has done nothing, where it is not that.
///
/// # Safety
/// As [`run`], of any loops that each have an entry.
pub(super) unsafe fn run_as_it_lies<N: Numbers>(
    axes: &[Axis],
    places: Places<N>,
    adds: bool,
    processor: Processor,
) -> bool {
    let [first, second, terms] = axes else { return false };
    let (rows, lanes) = match (first.group(), second.group(), terms.group()) {
        (Group::Rows, Group::Columns, Group::Depth) => (first, second),
        (Group::Columns, Group::Rows, Group::Depth) => (second, first),
        _ => return false,
    };
    let lies_well = lanes.steps[1] == 1 && lanes.length(2) <= rows.length(2);
    // Of fewer rows of what is no float, `stream` has wider vectors.
    let fewest = if const { is_float::<N::Sum>() } { 2 } else { ROWS };
    let is_product = rows.extent >= fewest && lanes.extent >= FEWEST && terms.extent > 1;
    if !lies_well || !is_product || !is_small::<N>(axes, processor) {
        return false;
    }
    // SAFETY: the promises are the caller's, and the lanes are as many, with a step of 1 in the right operand.
    unsafe { Nest { rows, lanes, deep: &[], terms }.run_blocks(places, adds, processor) };
    true
}

/// The loops of a product of matrices.
struct Nest<'a> {
    rows: &'a Axis,
    lanes: &'a Axis,
    /// The loops of the sums but the innermost.
    deep: &'a [Axis],
    terms: &'a Axis,
}

impl Nest<'_> {
    /// The same after the lanes were copied, those of a term side by side.
    ///
    /// # Safety
    /// As [`run`], of one index of the loops around, with at least [`FEWEST`] lanes, one loop of sums, and [room](has_room) for them.
    #[inline(never)]
    unsafe fn run_copied<N: Numbers>(&self, places: Places<N>, adds: bool, processor: Processor) {
        let (lanes, terms) = (*self.lanes, *self.terms);
        let mut room = [const { MaybeUninit::<N::Right>::uninit() }; MOST_COPIED];
        for (k, to) in room.chunks_exact_mut(lanes.extent).take(terms.extent).enumerate() {
            let from = places.moved(moved([0; 3], terms.steps, k));
            for (w, to) in to.iter_mut().enumerate() {
                let at = from.moved(moved([0; 3], lanes.steps, w));
                // SAFETY: *reads*, of a term and a lane.
                to.write(unsafe { *at.right });
            }
        }
        let [left, _, result] = lanes.steps;
        let lanes = Axis { steps: [left, 1, result], ..lanes };
        let terms = Axis { steps: [terms.steps[0], lanes.extent.cast_signed(), 0], ..terms };
        let places = Places { right: room.as_ptr().cast(), ..places };
        // SAFETY: the promises are the caller's, and the right operand is what was copied, with a step of 1.
        unsafe {
            Nest { lanes: &lanes, terms: &terms, ..*self }.run_blocks(places, adds, processor);
        }
    }

    /// Block by block of the terms.
    ///
    /// # Safety
    /// As [`run`], of one index of the loops around, with at least [`FEWEST`] lanes, one after the other in the right operand.
    unsafe fn run_blocks<N: Numbers>(&self, places: Places<N>, adds: bool, processor: Processor) {
        // What is added to a result that is no sum would be rounded block by block.
        let has_blocks = const { N::RESULT_IS_SUM } && self.deep.is_empty();
        let whole = self.terms.extent;
        let block = if has_blocks { BLOCK } else { whole };
        let mut start = 0;
        while start < whole {
            let terms = Axis { extent: block.min(whole - start), ..*self.terms };
            let places = places.moved(moved([0; 3], terms.steps, start));
            // SAFETY: the promises are the caller's, of a part of the terms; the first one writes what others add to.
            unsafe {
                Nest { terms: &terms, ..*self }.run_tiles(places, adds || start > 0, processor);
            }
            start += block;
        }
    }

    /// By tiles of the vectors that suit them.
    ///
    /// # Safety
    /// As [`run_blocks`](Self::run_blocks).
    unsafe fn run_tiles<N: Numbers>(&self, places: Places<N>, adds: bool, processor: Processor) {
        let lanes = self.lanes.extent;
        // SAFETY: the promises are the caller's. The processor has the vectors, and there are the lanes of each tile.
        unsafe {
            match Vectors::of::<N::Sum>(self.rows.extent, lanes, processor) {
                Vectors::Widest if const { is_float::<N::Sum>() } => {
                    with_width!(lanes_of::<N::Sum>(WIDEST), [8 16], |W| {
                        self.run::<N, W, MORE, MORE, WIDEST>(places, adds);
                    });
                }
                Vectors::Wide if const { is_float::<N::Sum>() && COMPILED <= WIDE } => {
                    // Two side by side, but where one of the last two would be computed in vain.
                    let wide = const { lanes_of::<N::Sum>(WIDE) };
                    if lanes < 2 * wide || lanes.div_ceil(wide) == 3 {
                        with_width!(lanes_of::<N::Sum>(WIDE), [4 8], |W| {
                            self.run::<N, W, MORE, MORE, WIDE>(places, adds);
                        });
                    } else {
                        with_width!(2 * lanes_of::<N::Sum>(WIDE), [8 16], |W| {
                            self.run::<N, W, HIGH, ROWS, WIDE>(places, adds);
                        });
                    }
                }
                _ => self.run_compiled::<N>(places, adds),
            }
        }
    }

    /// By the vectors that are compiled for, two of them side by side where there are lanes for as many.
    ///
    /// # Safety
    /// As [`run_blocks`](Self::run_blocks).
    unsafe fn run_compiled<N: Numbers>(&self, places: Places<N>, adds: bool) {
        let lanes = self.lanes.extent;
        // SAFETY: as the caller promises, and there are the lanes of each.
        unsafe {
            if const { widest::<N::Sum>() >= 32 } && lanes >= 32 {
                self.run::<N, 32, ROWS, ROWS, COMPILED>(places, adds);
            } else if const { widest::<N::Sum>() >= 16 } && lanes >= 16 {
                self.run::<N, 16, ROWS, ROWS, COMPILED>(places, adds);
            } else if const { widest::<N::Sum>() >= 8 } && lanes >= 8 {
                self.run::<N, 8, ROWS, ROWS, COMPILED>(places, adds);
            } else {
                self.run::<N, FEWEST, ROWS, ROWS, COMPILED>(places, adds);
            }
        }
    }

    /// Tile by tile of `R` rows, or of `LAST` where that suits what is left of the rows. The last ones of lanes may reach back into
    /// those before, and have the same sums there.
    ///
    /// # Safety
    /// As [`run`], of one index of the loops around. There are at least `W` lanes, one after the other in the right
    /// operand. The processor has vectors of `VECTOR` bytes.
    unsafe fn run<
        N: Numbers,
        const W: usize,
        const R: usize,
        const LAST: usize,
        const VECTOR: usize,
    >(
        &self,
        places: Places<N>,
        adds: bool,
    ) {
        for lane in (0..self.lanes.extent).step_by(W) {
            let mut row = 0;
            while row < self.rows.extent {
                let rest = self.rows.extent - row;
                // Of tiles of 6 and 4, 8 rows are 4 and 4, and not 6 and 2.
                let is_last = rest <= LAST || (R < rest && rest <= 2 * LAST);
                // SAFETY: the promises are the caller's, of a row and a lane that there are.
                unsafe {
                    if const { R > LAST } && is_last {
                        self.tile::<N, W, LAST, VECTOR>(places, [row, lane], adds);
                        row += LAST;
                    } else {
                        self.tile::<N, W, R, VECTOR>(places, [row, lane], adds);
                        row += R;
                    }
                }
            }
        }
    }

    /// The `R` rows from one on, or as many as there are, of the `W` lanes from one on, or of the last ones.
    ///
    /// # Safety
    /// As [`run`](Self::run); there are this row and this lane.
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn tile<N: Numbers, const W: usize, const R: usize, const VECTOR: usize>(
        &self,
        places: Places<N>,
        [row, lane]: [usize; 2],
        adds: bool,
    ) {
        let first_lane = lane.min(self.lanes.extent - W);
        let places = places.moved(moved([0; 3], self.lanes.steps, first_lane));
        let places = places.moved(moved([0; 3], self.rows.steps, row));
        let count = R.min(self.rows.extent - row);
        let tile = Tile::<N, W, R> { nest: self, places, count, first: lane - first_lane, adds };
        // SAFETY: *reads*, *writes* and *alone* are the caller's of all rows and lanes: the `W` lanes from `first_lane` on are below
        // their number, and so are as many rows from `row` on. The processor has the vectors, as the caller promises.
        unsafe { run_for::<VECTOR, _>(tile, &mut ()) };
    }
}

/// A tile, which stays in registers from its first term until it is written. (It is compiled apart: beside the loops around it the
/// compiler would not keep it there.)
struct Tile<'a, N: Numbers, const W: usize, const R: usize> {
    nest: &'a Nest<'a>,
    /// At its first row and lane.
    places: Places<N>,
    /// How many of the rows there are, and from which of the lanes on they are written.
    count: usize,
    first: usize,
    adds: bool,
}

/// *reads*, *writes* and *alone*, as [`run`]: of `W` lanes from the places on, one after the other in the right operand, and of as many
/// rows as there are, one at least.
impl<N: Numbers, const W: usize, const R: usize> Work for Tile<'_, N, W, R> {
    type Sum = N::Sum;
    type Output = ();
    const WIDEST: usize = WIDEST;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn run<const VECTOR: usize>(self, (): &mut ()) {
        let Self { nest, places, count, first, adds } = self;
        let Nest { rows, lanes, deep, terms } = nest;
        let fuses = const { is_float::<N::Sum>() && fuses(VECTOR) };
        // What a tile has beyond the last row is that row.
        let last = count.cast_signed() - 1;
        let mut offsets = [0; R];
        each_row!(R, |r| { offsets[r as usize] = rows.steps[0] * r.min(last) });
        let mut sums = [[N::Sum::ZERO; W]; R];
        if !fuses && const { is_float::<N::Sum>() || size_of::<N::Sum>() < 8 } {
            // Of zeros that it knows the compiler would add some number by number. (Most vectors have no products of integers of 8 bytes.)
            sums = black_box(sums);
        }
        for n in 0..turns(*deep) {
            let from = if deep.is_empty() { places } else { places.moved(nth_index(deep, n)) };
            for n in 0..terms.extent {
                let at = from.moved(moved([0; 3], [terms.steps[0], terms.steps[1], 0], n));
                let mut right = [N::Sum::ZERO; W];
                for (w, element) in right.iter_mut().enumerate() {
                    // SAFETY: *reads*, of term `n` of each of `W` lanes.
                    *element = unsafe { N::right(*at.right.wrapping_add(w)) };
                }
                // One by one: in a loop over the rows, the compiler would make vectors of their first lanes.
                each_row!(R, |r| {
                    // SAFETY: *reads*, of term `n` of each row.
                    let left = unsafe { N::left(*at.left.wrapping_offset(offsets[r as usize])) };
                    add_row::<N, W>(&mut sums[r as usize], left, &right, fuses);
                });
            }
        }
        let row = |r: isize| places.moved([0, 0, rows.steps[2] * r.min(last)]);
        // SAFETY: *writes* and *alone*: the lanes are those of the tile, of rows that there are.
        unsafe {
            if lanes.steps[2] == 1 && !adds {
                // What has been written before, by this tile or the one before, are the same sums.
                each_row!(R, |r| { write_row(sums[r as usize], row(r), false) });
            } else if lanes.steps[2] == 1 && first == 0 && count == R {
                each_row!(R, |r| { write_row(sums[r as usize], row(r), true) });
            } else {
                // What could be read elsewhere would not be kept in registers.
                let sums = sums;
                for (r, sums) in (0..).zip(sums.iter().take(count)) {
                    write_lanes(sums, row(r), first, lanes.steps[2], adds);
                }
            }
        }
    }
}

/// Writes the lanes of a row, one after the other. All are read before any is written, so that they may be written as vectors.
///
/// # Safety
/// *writes* and *alone*, as [`run`], of the `W` lanes.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn write_row<N: Numbers, const W: usize>(sums: [N::Sum; W], to: Places<N>, adds: bool) {
    for (w, sum) in (0..).zip(sums) {
        // SAFETY: *writes* and *alone*, of a lane.
        unsafe { to.moved([0, 0, w]).write(sum, adds) };
    }
}

/// Writes the lanes from the `first` one on, lane by lane.
///
/// # Safety
/// *writes* and *alone*, as [`run`], of the lanes from the `first` one on, each `step` elements after the one before.
#[inline(never)]
unsafe fn write_lanes<N: Numbers>(
    sums: &[N::Sum],
    to: Places<N>,
    first: usize,
    step: isize,
    adds: bool,
) {
    for (w, &sum) in sums.iter().enumerate().skip(first) {
        // SAFETY: *writes* and *alone*, of a lane from the `first` one on.
        unsafe { to.moved([0, 0, step.wrapping_mul(w.cast_signed())]).write(sum, adds) };
    }
}
