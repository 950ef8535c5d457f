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

use core::mem::MaybeUninit;

use super::axes::{Axis, Group, each_index, in_groups, turns};
use super::processor::{Processor, WIDE, WIDEST, Work, fuses, run_for};
use super::vectors::{add_row, is_float};
use super::{COMPILED, Numbers, Places, moved};
use crate::Scalar;

/// From so many turns on it pays to copy the operands; sooner where `tiles` has wider vectors than those here, and later where these
/// were asked for.
const MANY_TURNS: usize = 32 * 32 * 32;
const MANY_FOR_WIDE: usize = 16 * 16 * 16;
const MANY_BY_WIDE: usize = 33 * 33 * 33;

/// Of up to so many rows and columns a copy would be used too seldom, however long the sums: where the vectors here are wide.
const MOST_THIN: usize = 16;

/// The most elements that are copied so that lanes lie side by side: those of the right operand of a product of 32 x 32 x 32.
const MOST_COPIED: usize = 32 * 32;

/// The terms of a block of long sums: all tiles read it before it leaves the nearest cache.
const BLOCK: usize = 256;

/// The rows of a group. A tile is a group, or two where a row of it is one vector: a single group of those would wait for its
/// sums.
const ROWS: usize = 4;

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
    /// Of [`WIDE`] bytes, for which the program is not compiled. There are lanes for one.
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
        } else if processor.is_wide() && lanes >= wide {
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

/// Whether the loops turn so few times that it would take longer to copy the operands.
pub(super) fn is_small<N: Numbers>(axes: &[Axis], processor: Processor) -> bool {
    let many = match (processor.is_wide(), is_float::<N::Sum>()) {
        (true, true) => MANY_BY_WIDE,
        (true, false) => MANY_FOR_WIDE,
        (false, _) => MANY_TURNS,
    };
    turns(axes) < many
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
    let is_product = rows.extent >= ROWS && lanes.extent >= FEWEST && terms.extent > 1;
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
                        self.run::<N, W, 2, WIDEST>(places, adds);
                    });
                }
                Vectors::Wide if const { is_float::<N::Sum>() && COMPILED < WIDE } => {
                    // Two side by side, but where one of the last two would be computed in vain.
                    let wide = const { lanes_of::<N::Sum>(WIDE) };
                    if lanes < 2 * wide || lanes.div_ceil(wide) == 3 {
                        with_width!(lanes_of::<N::Sum>(WIDE), [4 8], |W| {
                            self.run::<N, W, 2, WIDE>(places, adds);
                        });
                    } else {
                        with_width!(2 * lanes_of::<N::Sum>(WIDE), [8 16], |W| {
                            self.run::<N, W, 1, WIDE>(places, adds);
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
                self.run::<N, 32, 1, COMPILED>(places, adds);
            } else if const { widest::<N::Sum>() >= 16 } && lanes >= 16 {
                self.run::<N, 16, 1, COMPILED>(places, adds);
            } else if const { widest::<N::Sum>() >= 8 } && lanes >= 8 {
                self.run::<N, 8, 1, COMPILED>(places, adds);
            } else {
                self.run::<N, FEWEST, 1, COMPILED>(places, adds);
            }
        }
    }

    /// Tile by tile. The last ones of rows and lanes may reach back into those before; only what is new of
    /// them is written.
    ///
    /// # Safety
    /// As [`run`], of one index of the loops around. There are at least `W` lanes, one after the other in the right
    /// operand. The processor has vectors of `VECTOR` bytes.
    unsafe fn run<N: Numbers, const W: usize, const G: usize, const VECTOR: usize>(
        &self,
        places: Places<N>,
        adds: bool,
    ) {
        let Nest { rows, lanes, deep, terms } = self;
        for lane in (0..lanes.extent).step_by(W) {
            let first_lane = lane.min(lanes.extent - W);
            let places = places.moved(moved([0; 3], lanes.steps, first_lane));
            for row in (0..rows.extent).step_by(G * ROWS) {
                let places = places.moved(moved([0; 3], rows.steps, row));
                let count = (G * ROWS).min(rows.extent - row);
                // What a tile has beyond the last row is that row, and is not written.
                let offset = |r: usize| rows.steps[0] * r.min(count - 1).cast_signed();
                let mut offsets = [[0; ROWS]; G];
                for (r, to) in offsets.as_flattened_mut().iter_mut().enumerate() {
                    *to = offset(r);
                }
                let mut sums = [[[N::Sum::ZERO; W]; ROWS]; G];
                let mut add_terms = |at| {
                    let work =
                        AddTerms::<N, W, G> { from: places.moved(at), rows: &offsets, terms };
                    // SAFETY: *reads*: the `W` lanes from `first_lane` on are below their number, and so are the rows. The
                    // processor has the vectors, as the caller promises.
                    unsafe { run_for::<VECTOR, _>(work, &mut sums) };
                };
                match deep {
                    [] => add_terms([0; 3]),
                    _ => each_index(deep, [0; 3], &mut add_terms),
                }
                for (r, sums) in sums.as_flattened().iter().enumerate().take(count) {
                    let to = places.moved([0, 0, rows.steps[2] * r.cast_signed()]);
                    // SAFETY: *writes* and *alone*: row `r` is below `count`, and the lanes are those of the tile.
                    unsafe { write_row(sums, to, lane - first_lane, lanes.steps[2], adds) };
                }
            }
        }
    }
}

/// Adds the products of all terms to a tile, which stays in registers meanwhile. (It is compiled apart: beside the loops around
/// it the compiler would not keep it there.)
struct AddTerms<'a, N: Numbers, const W: usize, const G: usize> {
    from: Places<N>,
    rows: &'a [[isize; ROWS]; G],
    terms: &'a Axis,
}

/// *reads*, as [`run`]: the operands have elements at all indices of the terms, the left one in rows at these offsets,
/// the right one in `W` lanes one after the other. There are one or two groups.
impl<N: Numbers, const W: usize, const G: usize> Work for AddTerms<'_, N, W, G> {
    type Sum = N::Sum;
    type Output = [[[N::Sum; W]; ROWS]; G];
    const WIDEST: usize = WIDEST;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn run<const VECTOR: usize>(self, tile: &mut Self::Output) {
        let Self { from, rows, terms } = self;
        let fuses = const { is_float::<N::Sum>() && fuses(VECTOR) };
        let (&[a, b, c, d], &[e, f, g, h]) = (&rows[0], &rows[G - 1]);
        // One by one: in a loop over the rows, the compiler would make vectors of their first lanes.
        let [mut first, mut second, mut third, mut fourth] = tile[0];
        let [mut fifth, mut sixth, mut seventh, mut last] = tile[G - 1];
        for n in 0..terms.extent {
            let at = from.moved(moved([0; 3], [terms.steps[0], terms.steps[1], 0], n));
            // SAFETY: *reads*, of term `n` of each row and each of `W` lanes.
            unsafe {
                let left = |row| N::left(*at.left.wrapping_offset(row));
                let mut right = [N::Sum::ZERO; W];
                for (w, element) in right.iter_mut().enumerate() {
                    *element = N::right(*at.right.wrapping_add(w));
                }
                add_row::<N, W>(&mut first, left(a), &right, fuses);
                add_row::<N, W>(&mut second, left(b), &right, fuses);
                add_row::<N, W>(&mut third, left(c), &right, fuses);
                add_row::<N, W>(&mut fourth, left(d), &right, fuses);
                if const { G == 2 } {
                    add_row::<N, W>(&mut fifth, left(e), &right, fuses);
                    add_row::<N, W>(&mut sixth, left(f), &right, fuses);
                    add_row::<N, W>(&mut seventh, left(g), &right, fuses);
                    add_row::<N, W>(&mut last, left(h), &right, fuses);
                }
            }
        }
        if const { G == 2 } {
            tile[G - 1] = [fifth, sixth, seventh, last];
        }
        tile[0] = [first, second, third, fourth];
    }
}

/// Writes the lanes from the `first` one on.
///
/// # Safety
/// *writes* and *alone*, as [`run`], of the `W` lanes but those before the `first` one, each `step` elements after the
/// one before.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn write_row<N: Numbers, const W: usize>(
    sums: &[N::Sum; W],
    to: Places<N>,
    first: usize,
    step: isize,
    adds: bool,
) {
    // SAFETY: *writes* and *alone*: below it is called for lanes from the `first` one on, with the step of the caller.
    let write = |w: usize, sum, adds| unsafe { to.moved([0, 0, w.cast_signed()]).write(sum, adds) };
    if first > 0 || step != 1 {
        // SAFETY: *writes* and *alone*, as the caller promises.
        return unsafe { write_lanes(sums, to, first, step, adds) };
    }
    // All are read before any is written, so that they may be written as vectors.
    let sums = *sums;
    if adds {
        sums.into_iter().enumerate().for_each(|(w, sum)| write(w, sum, true));
    } else {
        sums.into_iter().enumerate().for_each(|(w, sum)| write(w, sum, false));
    }
}

/// As [`write_row`], of any step: lane by lane.
///
/// # Safety
/// As [`write_row`].
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
