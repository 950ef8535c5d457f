//! Products like those of matrices, where each element is used many times.
//!
//! The loops form four groups, each counted through as one: those of the batch, the rows (in the left operand
//! and the result), the columns (in the right one and the result) and the depth, which is summed. Blocks of the
//! operands are copied into panels, in which a tile of the result finds what it needs one after the other;
//! so any strides and any number of loops will do. The sums of a block stay in memory of their own until they
//! are complete.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: panels and tiles count below the sizes that the memory was cut for"
)]

use core::mem::MaybeUninit;
use core::ops::Range;

use super::axes::{Axis, Group, each_index, in_groups, nth, turns};
use super::{Numbers, Offsets, Places, VECTOR};
use crate::Scalar;

/// The rows of a tile.
const ROWS: usize = 4;

/// The elements that fit on the stack, and the blocks that do.
const ON_STACK: usize = 3072;
const SMALL: Sizes = Sizes { rows: 16, columns: 32, depth: 32 };

/// The longest depth of a block.
const DEEPEST: usize = 256;

/// Whether rows, columns and depth are long enough to be worth copying.
pub(super) fn are_worth_it(axes: &[Axis]) -> bool {
    let (mut rows, mut columns, mut depth) = (1_usize, 1_usize, 1_usize);
    for axis in axes {
        let turns = match axis.group() {
            Group::Rows => &mut rows,
            Group::Columns => &mut columns,
            Group::Depth => &mut depth,
            Group::Batch => continue,
        };
        *turns = turns.saturating_mul(axis.extent);
    }
    rows >= 4 && columns >= 4 && depth >= 2
}

/// Whether the left operand would better be the right one: columns should lie along the result's memory.
pub(super) fn are_crosswise(axes: &[Axis]) -> bool {
    let shortest = |group: Group| {
        axes.iter().filter(|axis| axis.group() == group).map(|axis| axis.length(2)).min()
    };
    shortest(Group::Rows) < shortest(Group::Columns)
}

/// So many rows, columns and summed entries.
#[derive(Clone, Copy)]
struct Sizes {
    rows: usize,
    columns: usize,
    depth: usize,
}

impl Sizes {
    /// The blocks for elements of so many bytes: panels of the right operand stay in the nearest cache, the
    /// blocks in the next one.
    fn large(bytes: usize) -> Self {
        let depth = ((8 << 10) / VECTOR).clamp(64, DEEPEST);
        let rows = (128 << 10) / (depth * bytes.max(1));
        Sizes { rows: rows.max(16), columns: rows.max(16) * 2, depth }
    }

    /// Blocks that are no larger than the whole, and begin anew with a tile.
    fn within(self, whole: Self, lanes: usize) -> Self {
        Sizes {
            rows: self.rows.min(whole.rows).next_multiple_of(ROWS),
            columns: self.columns.min(whole.columns).next_multiple_of(lanes),
            depth: self.depth.min(whole.depth),
        }
    }

    /// The elements of the panels and the sums.
    fn elements(self) -> usize {
        self.rows * self.depth + self.depth * self.columns + self.rows * self.columns
    }
}

/// # Safety
/// As [`general::run`](super::general::run), of loops that each have an entry, one or more of them summed.
pub(super) unsafe fn run<N: Numbers>(axes: &mut [Axis], places: Places<N>, adds: bool) {
    // SAFETY: the caller's promise.
    unsafe {
        match 2 * VECTOR / size_of::<N::Sum>().max(1) {
            32.. => with_lanes::<N, 32>(axes, places, adds),
            16.. => with_lanes::<N, 16>(axes, places, adds),
            8.. => with_lanes::<N, 8>(axes, places, adds),
            _ => with_lanes::<N, 4>(axes, places, adds),
        }
    }
}

/// Tiles have `W` columns.
///
/// # Safety
/// As [`run`].
unsafe fn with_lanes<N: Numbers, const W: usize>(axes: &mut [Axis], places: Places<N>, adds: bool) {
    let [batch, rows, columns] = in_groups(axes);
    let product = Product {
        rows: &axes[batch..rows],
        columns: &axes[rows..columns],
        depth: &axes[columns..],
    };
    let whole = product.whole();
    let run = |sizes: Sizes, memory: &mut [MaybeUninit<N::Sum>]| {
        each_index(&axes[..batch], [0; 3], &mut |at| {
            // SAFETY: the caller's promise.
            unsafe { product.run::<N, W>(places.moved(at), adds, sizes, memory) };
        });
    };
    let sizes = Sizes::large(size_of::<N::Sum>()).within(whole, W);
    #[cfg(feature = "alloc")]
    if sizes.elements() > ON_STACK {
        let mut memory = alloc::vec::Vec::new();
        if memory.try_reserve_exact(sizes.elements() + 64).is_ok() {
            let memory = memory.spare_capacity_mut();
            // Vectors that lie across two lines of the cache are slow.
            let first = memory.as_ptr().align_offset(64);
            return run(sizes, memory.split_at_mut(if first < 64 { first } else { 0 }).1);
        }
    }
    let sizes = if sizes.elements() > ON_STACK { SMALL.within(whole, W) } else { sizes };
    run(sizes, &mut Aligned([const { MaybeUninit::uninit() }; ON_STACK]).0);
}

/// As the lines of the cache are.
#[repr(align(64))]
struct Aligned<T>(T);

/// The groups of loops.
struct Product<'a> {
    rows: &'a [Axis],
    columns: &'a [Axis],
    depth: &'a [Axis],
}

impl Product<'_> {
    fn whole(&self) -> Sizes {
        Sizes { rows: turns(self.rows), columns: turns(self.columns), depth: turns(self.depth) }
    }

    /// Block by block.
    ///
    /// # Safety
    /// As [`run`], of one entry of the batch. There is memory for blocks of these sizes.
    unsafe fn run<N: Numbers, const W: usize>(
        &self,
        places: Places<N>,
        adds: bool,
        sizes: Sizes,
        memory: &mut [MaybeUninit<N::Sum>],
    ) {
        let whole = self.whole();
        let (right, memory) = memory.split_at_mut(sizes.depth * sizes.columns);
        let (left, sums) = memory.split_at_mut(sizes.depth * sizes.rows);
        let mut offsets = [const { MaybeUninit::uninit() }; DEEPEST];
        let blocks = (0..whole.columns).step_by(sizes.columns);
        for (column, row) in blocks
            .flat_map(|column| (0..whole.rows).step_by(sizes.rows).map(move |row| (column, row)))
        {
            let rows = sizes.rows.min(whole.rows - row);
            let columns = sizes.columns.min(whole.columns - column);
            for first in (0..whole.depth).step_by(sizes.depth) {
                let depth = sizes.depth.min(whole.depth - first);
                for (n, offset) in offsets[..depth].iter_mut().enumerate() {
                    offset.write(nth(self.depth, first + n));
                }
                // SAFETY: so many were just written.
                let offsets = unsafe { offsets[..depth].assume_init_ref() };
                // SAFETY: the caller's promise: the entries are below those of the groups.
                unsafe {
                    // The columns are still there from the rows before, unless another depth took their place.
                    if row == 0 || depth < whole.depth {
                        let load = |at: isize| N::right(*places.right.wrapping_offset(at));
                        pack::<_, W, 1>(
                            right,
                            self.columns,
                            column..column + columns,
                            offsets,
                            load,
                        );
                    }
                    let load = |at: isize| N::left(*places.left.wrapping_offset(at));
                    pack::<_, ROWS, 0>(left, self.rows, row..row + rows, offsets, load);
                }
                let mut tiles = sums.chunks_exact_mut(ROWS * W);
                for right in right.chunks_exact(depth * W).take(columns.div_ceil(W)) {
                    for left in left.chunks_exact(depth * ROWS).take(rows.div_ceil(ROWS)) {
                        let Some(tile) = tiles.next() else { return };
                        // SAFETY: the panels were written, and the sums by the first depth.
                        unsafe { add_tile::<N, W>(tile, left, right, first == 0) };
                    }
                }
            }
            let mut tiles = sums.chunks_exact(ROWS * W);
            for column in (column..column + columns).step_by(W) {
                let columns = starts::<W, 2>(self.columns, column..whole.columns);
                for row in (row..row + rows).step_by(ROWS) {
                    let rows = starts::<ROWS, 2>(self.rows, row..whole.rows);
                    let Some(tile) = tiles.next() else { return };
                    // SAFETY: all sums were written; and the caller's promise.
                    unsafe { write_tile::<N, W>(tile, &rows, &columns, places, adds) };
                }
            }
        }
    }
}

/// Offsets of up to `P` entries of a group, from one of them on.
struct Starts<const P: usize> {
    offsets: [isize; P],
    count: usize,
    /// Whether there are `P`, one element after the other.
    is_run: bool,
}

/// The offsets in the left operand (0), the right one (1) or the result (2).
#[inline(always)]
fn starts<const P: usize, const OPERAND: usize>(axes: &[Axis], entries: Range<usize>) -> Starts<P> {
    let count = entries.len().min(P);
    let mut offsets = [0; P];
    for (offset, entry) in offsets.iter_mut().zip(entries) {
        *offset = nth(axes, entry)[OPERAND];
    }
    let steps = offsets.windows(2).all(|pair| pair[1] == pair[0].wrapping_add(1));
    Starts { offsets, count, is_run: count == P && steps }
}

/// Copies entries of a group into panels: for each depth `P` of them, one after the other. What a panel has
/// beyond the last entry is zero.
///
/// # Safety
/// `load` can be called with the offsets of all these entries at each of the offsets of the depth.
#[inline(never)]
unsafe fn pack<T: Scalar, const P: usize, const OPERAND: usize>(
    panels: &mut [MaybeUninit<T>],
    axes: &[Axis],
    entries: Range<usize>,
    depth: &[Offsets],
    load: impl Fn(isize) -> T,
) {
    let firsts = entries.clone().step_by(P);
    for (panel, first) in panels.chunks_exact_mut(P * depth.len()).zip(firsts) {
        let starts = starts::<P, OPERAND>(axes, first..entries.end);
        for (slots, depth) in panel.chunks_exact_mut(P).zip(depth) {
            let depth = depth[OPERAND];
            if starts.is_run {
                let start = starts.offsets[0].wrapping_add(depth);
                // All are read before any is written, so that they may be read as vectors.
                let values: [T; P] =
                    core::array::from_fn(|lane| load(start.wrapping_add(lane.cast_signed())));
                slots.copy_from_slice(&values.map(MaybeUninit::new));
            } else if starts.count == P {
                for (slot, start) in slots.iter_mut().zip(starts.offsets) {
                    slot.write(load(start.wrapping_add(depth)));
                }
            } else {
                for (lane, (slot, start)) in slots.iter_mut().zip(starts.offsets).enumerate() {
                    let is_there = lane < starts.count;
                    slot.write(if is_there { load(start.wrapping_add(depth)) } else { T::ZERO });
                }
            }
        }
    }
}

/// Adds a panel of rows times a panel of columns to a tile, which stays in registers meanwhile. (A function of
/// its own: beside the loops around it the compiler would not keep it there.)
///
/// # Safety
/// The panels have been written, and unless `is_first` the tile. It has `ROWS * W` elements.
#[inline(never)]
unsafe fn add_tile<N: Numbers, const W: usize>(
    tile: &mut [MaybeUninit<N::Sum>],
    left: &[MaybeUninit<N::Sum>],
    right: &[MaybeUninit<N::Sum>],
    is_first: bool,
) {
    let tile: *mut [[N::Sum; W]; ROWS] = tile.as_mut_ptr().cast();
    // SAFETY: the caller's promise.
    let sums = if is_first { [[N::Sum::ZERO; W]; ROWS] } else { unsafe { tile.read() } };
    // One by one: in a loop over the rows, the compiler would make vectors of their first lanes.
    let [mut first, mut second, mut third, mut fourth] = sums;
    for (left, right) in left.chunks_exact(ROWS).zip(right.chunks_exact(W)) {
        // SAFETY: the caller's promise: these are `ROWS` and `W` elements.
        let ([a, b, c, d], right): ([N::Sum; ROWS], [N::Sum; W]) = unsafe {
            (left.as_ptr().cast::<[_; ROWS]>().read(), right.as_ptr().cast::<[_; W]>().read())
        };
        add_row::<N, W>(&mut first, a, &right);
        add_row::<N, W>(&mut second, b, &right);
        add_row::<N, W>(&mut third, c, &right);
        add_row::<N, W>(&mut fourth, d, &right);
    }
    // SAFETY: as above.
    unsafe { tile.write([first, second, third, fourth]) };
}

#[inline(always)]
fn add_row<N: Numbers, const W: usize>(sums: &mut [N::Sum; W], left: N::Sum, right: &[N::Sum; W]) {
    for (sum, &right) in sums.iter_mut().zip(right) {
        *sum = sum.plus(N::product(left, right));
    }
}

/// # Safety
/// The tile has been written. The result can be written at the offsets of these rows and columns, and where
/// this `adds` also be read.
#[inline(never)]
unsafe fn write_tile<N: Numbers, const W: usize>(
    tile: &[MaybeUninit<N::Sum>],
    rows: &Starts<ROWS>,
    columns: &Starts<W>,
    places: Places<N>,
    adds: bool,
) {
    for (sums, &row) in tile.chunks_exact(W).zip(&rows.offsets[..rows.count]) {
        // SAFETY: the caller's promise: these are `W` sums. All are read before any result is written.
        let sums: [N::Sum; W] = unsafe { sums.as_ptr().cast::<[_; W]>().read() };
        if columns.is_run {
            let first = places.moved([0, 0, row.wrapping_add(columns.offsets[0])]);
            for (column, sum) in sums.into_iter().enumerate() {
                // SAFETY: the caller's promise.
                unsafe { first.moved([0, 0, column.cast_signed()]).write(sum, adds) };
            }
        } else {
            for (&column, sum) in columns.offsets[..columns.count].iter().zip(sums) {
                // SAFETY: as above.
                unsafe { places.moved([0, 0, row.wrapping_add(column)]).write(sum, adds) };
            }
        }
    }
}
