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
use super::general::LARGEST;
use super::processor::{Processor, Work, fuses};
use super::{COMPILED, Numbers, Offsets, Places};
use crate::Scalar;

/// The rows of a tile.
const ROWS: usize = 4;

/// The most columns of a tile.
const MOST_LANES: usize = 32;

/// The elements that fit on the stack, and the blocks that do.
const ON_STACK: usize = 3072;
const SMALL: Sizes = Sizes { rows: 16, columns: 32, depth: 32, held: 16 };

/// The longest depth of a block.
const DEEPEST: usize = 256;

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
    /// The rows whose sums are kept: so many meet a block of the right operand before another takes its place.
    held: usize,
}

impl Sizes {
    /// The blocks for elements of so many bytes and vectors of so many: panels of the right operand stay in
    /// the nearest cache, the blocks in the next one.
    fn large(bytes: usize, vector: usize) -> Self {
        let depth = ((8 << 10) / vector).clamp(64, DEEPEST);
        let rows = (128 << 10) / (depth * bytes.max(1));
        let rows = rows.max(16);
        Sizes { rows, columns: rows * 2, depth, held: rows * 4 }
    }

    /// Blocks that are no larger than the whole, and begin anew with a tile.
    fn within(self, whole: Self, lanes: usize) -> Self {
        Sizes {
            rows: self.rows.min(whole.rows).next_multiple_of(ROWS),
            columns: self.columns.min(whole.columns).next_multiple_of(lanes),
            depth: self.depth.min(whole.depth),
            held: self.held.min(whole.rows).next_multiple_of(ROWS),
        }
    }

    /// The elements of the panels and the sums.
    fn elements(self) -> usize {
        self.rows * self.depth + self.depth * self.columns + self.held * self.columns
    }
}

/// # Safety
/// *reads*, *writes* and *alone*, as [`general::run`](super::general::run), of loops that each have an entry, one or
/// more of them summed.
pub(super) unsafe fn run<N: Numbers>(
    axes: &mut [Axis],
    places: Places<N>,
    adds: bool,
    processor: Processor,
) {
    // SAFETY: *reads*, *writes* and *alone*, of the loops and places of the caller.
    unsafe {
        with_width!(lanes::<N::Sum>(COMPILED), [4 8 16 32], |W| {
            in_blocks::<N, W>(axes, places, adds, processor);
        });
    }
}

/// The columns of a tile, for vectors of so many bytes: two vectors side by side, so that a sum need not wait for the one
/// before. Integers add up at once, and one will do.
const fn lanes<T: Scalar>(vector: usize) -> usize {
    lanes_of(size_of::<T>(), if T::ADDS_IN_ANY_ORDER { vector } else { 2 * vector })
}

/// As many elements of so many bytes as these hold, but a power of two: what is compiled for some vectors copies columns for
/// wider ones as well.
const fn lanes_of(bytes: usize, held: usize) -> usize {
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

/// The columns of a tile are copied `G` at a time. For the vectors that are compiled for that is all of them.
///
/// # Safety
/// As [`run`].
unsafe fn in_blocks<N: Numbers, const G: usize>(
    axes: &mut [Axis],
    places: Places<N>,
    adds: bool,
    mut processor: Processor,
) {
    let [batch, rows, columns] = in_groups(axes);
    // One vector takes as long half empty as full.
    let vector = lanes_of(size_of::<N::Sum>(), processor.vector::<N::Sum>());
    if turns(&axes[rows..columns]) <= vector {
        processor = processor.at_most_wide();
    }
    let vector = processor.vector::<N::Sum>();
    let product = Product {
        rows: &axes[batch..rows],
        columns: &axes[rows..columns],
        depth: &axes[columns..],
        lanes: lanes::<N::Sum>(vector),
        processor,
    };
    let whole = product.whole();
    let run = |sizes: Sizes, memory: &mut [MaybeUninit<N::Sum>]| {
        each_index(&axes[..batch], [0; 3], &mut |at| {
            // SAFETY: `at` is an index of the batch; the promises hold for it and the loops of `product`. The memory is
            // either as long as these sizes ask for, or that of the stack, which is long enough for `SMALL`.
            unsafe { product.run::<N, G>(places.moved(at), adds, sizes, memory) };
        });
    };
    let sizes = Sizes::large(size_of::<N::Sum>(), vector).within(whole, product.lanes);
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
    let sizes =
        if sizes.elements() > ON_STACK { SMALL.within(whole, product.lanes) } else { sizes };
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
    /// The columns of a tile.
    lanes: usize,
    processor: Processor,
}

impl Product<'_> {
    fn whole(&self) -> Sizes {
        let rows = turns(self.rows);
        Sizes { rows, columns: turns(self.columns), depth: turns(self.depth), held: rows }
    }

    /// Block by block.
    ///
    /// # Safety
    /// As [`run`], of one entry of the batch. There is memory for blocks of these sizes, whose depth is at most
    /// `DEEPEST`.
    unsafe fn run<N: Numbers, const G: usize>(
        &self,
        places: Places<N>,
        adds: bool,
        sizes: Sizes,
        memory: &mut [MaybeUninit<N::Sum>],
    ) {
        let (whole, lanes) = (self.whole(), self.lanes);
        let (right, memory) = memory.split_at_mut(sizes.depth * sizes.columns);
        let (left, sums) = memory.split_at_mut(sizes.depth * sizes.rows);
        let mut offsets = [const { MaybeUninit::uninit() }; DEEPEST];
        let blocks = (0..whole.columns).step_by(sizes.columns);
        for (column, top) in blocks
            .flat_map(|column| (0..whole.rows).step_by(sizes.held).map(move |row| (column, row)))
        {
            let columns = column..whole.columns.min(column + sizes.columns);
            let held = top..whole.rows.min(top + sizes.held);
            // Each block of rows has its sums one after the other.
            let blocks = || {
                let ends = move |row| (row - top, row..held.end.min(row + sizes.rows));
                held.clone().step_by(sizes.rows).map(ends)
            };
            for first in (0..whole.depth).step_by(sizes.depth) {
                let depth = sizes.depth.min(whole.depth - first);
                for (n, offset) in offsets[..depth].iter_mut().enumerate() {
                    offset.write(nth(self.depth, first + n));
                }
                // SAFETY: `depth` of them were just written.
                let offsets = unsafe { offsets[..depth].assume_init_ref() };
                // The columns are still there from the rows before, unless another depth took their place.
                if top == 0 || depth < whole.depth {
                    let load = |at: isize| {
                        // SAFETY: *reads*: called with the offset of a column below their number and a depth below
                        // theirs.
                        unsafe { N::right(*places.right.wrapping_offset(at)) }
                    };
                    // SAFETY: `load` reads the right operand, in which these columns and this depth are.
                    unsafe {
                        pack::<_, G, 1>(right, lanes, self.columns, columns.clone(), offsets, load)
                    };
                }
                for (above, rows) in blocks() {
                    // SAFETY: *reads*, of a row below their number and a depth below theirs.
                    unsafe {
                        let load = |at: isize| N::left(*places.left.wrapping_offset(at));
                        pack::<_, ROWS, 0>(left, ROWS, self.rows, rows.clone(), offsets, load);
                    }
                    let mut tiles = sums[above * sizes.columns..].chunks_exact_mut(ROWS * lanes);
                    for right in
                        right.chunks_exact(depth * lanes).take(columns.len().div_ceil(lanes))
                    {
                        for left in left.chunks_exact(depth * ROWS).take(rows.len().div_ceil(ROWS))
                        {
                            let Some(tile) = tiles.next() else { return };
                            let work = AddTile::<N> { left, right, is_first: first == 0 };
                            // SAFETY: both panels were written as far as `depth` goes, the tile by the first depth, and
                            // it is cut for vectors of this processor.
                            unsafe { self.processor.run(work, tile) };
                        }
                    }
                }
            }
            for (above, rows) in blocks() {
                let mut tiles = sums[above * sizes.columns..].chunks_exact(ROWS * lanes);
                for column in columns.clone().step_by(lanes) {
                    let columns = starts::<2>(self.columns, column..whole.columns, lanes);
                    for row in rows.clone().step_by(ROWS) {
                        let rows = starts::<2>(self.rows, row..whole.rows, ROWS);
                        let Some(tile) = tiles.next() else { return };
                        // SAFETY: all sums were written. *writes* and *alone*: the offsets are those of rows and
                        // columns of the result, below their numbers.
                        unsafe { write_tile::<N, G>(tile, lanes, &rows, &columns, places, adds) };
                    }
                }
            }
        }
    }
}

/// Offsets of some entries of a group, from one of them on.
struct Starts {
    offsets: [isize; MOST_LANES],
    count: usize,
    /// Whether they are one element after the other.
    is_run: bool,
}

/// The offsets of up to so many entries in the left operand (0), the right one (1) or the result (2).
#[inline(always)]
fn starts<const OPERAND: usize>(axes: &[Axis], entries: Range<usize>, most: usize) -> Starts {
    let count = entries.len().min(most);
    let mut offsets = [0; MOST_LANES];
    for (offset, entry) in offsets[..count].iter_mut().zip(entries) {
        *offset = nth(axes, entry)[OPERAND];
    }
    let is_run = offsets[..count].windows(2).all(|pair| pair[1] == pair[0].wrapping_add(1));
    Starts { offsets, count, is_run }
}

/// Copies entries of a group into panels: for each depth `width` of them, one after the other. What a panel has
/// beyond the last entry is zero. `P` at a time are copied, which divides the width.
///
/// # Safety
/// `load` can be called with the offsets of all these entries at each of the offsets of the depth.
#[inline(never)]
unsafe fn pack<T: Scalar, const P: usize, const OPERAND: usize>(
    panels: &mut [MaybeUninit<T>],
    width: usize,
    axes: &[Axis],
    entries: Range<usize>,
    depth: &[Offsets],
    load: impl Fn(isize) -> T,
) {
    let firsts = entries.clone().step_by(width);
    for (panel, first) in panels.chunks_exact_mut(width * depth.len()).zip(firsts) {
        let starts = starts::<OPERAND>(axes, first..entries.end, width);
        for (slots, depth) in panel.chunks_exact_mut(width).zip(depth) {
            let depth = depth[OPERAND];
            for (n, slots) in slots.chunks_exact_mut(P).enumerate() {
                let firsts = &starts.offsets[n * P..][..P];
                let start = firsts[0].wrapping_add(depth);
                if starts.count < (n + 1) * P {
                    let count = starts.count.saturating_sub(n * P);
                    for (lane, (slot, first)) in slots.iter_mut().zip(firsts).enumerate() {
                        let is_there = lane < count;
                        slot.write(if is_there {
                            load(first.wrapping_add(depth))
                        } else {
                            T::ZERO
                        });
                    }
                } else if starts.is_run {
                    // All are read before any is written, so that they may be read as vectors.
                    let values: [T; P] =
                        core::array::from_fn(|lane| load(start.wrapping_add(lane.cast_signed())));
                    slots.copy_from_slice(&values.map(MaybeUninit::new));
                } else {
                    for (slot, first) in slots.iter_mut().zip(firsts) {
                        slot.write(load(first.wrapping_add(depth)));
                    }
                }
            }
        }
    }
}

/// Adds a panel of rows times a panel of columns to a tile, which stays in registers meanwhile. (It is compiled
/// apart: beside the loops around it the compiler would not keep it there.)
struct AddTile<'a, N: Numbers> {
    left: &'a [MaybeUninit<N::Sum>],
    right: &'a [MaybeUninit<N::Sum>],
    is_first: bool,
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
            with_width!(lanes::<N::Sum>(VECTOR), [4 8 16 32], |W| self.add::<W, VECTOR>(tile));
        }
    }
}

impl<N: Numbers> AddTile<'_, N> {
    /// # Safety
    /// As [`Work::run`]: the panels have been written, and unless `is_first` the tile. It is of `ROWS` rows of `W`
    /// lanes.
    #[inline(always)]
    unsafe fn add<const W: usize, const VECTOR: usize>(&self, tile: &mut [MaybeUninit<N::Sum>]) {
        debug_assert_eq!(tile.len(), ROWS * W, "the tile was cut for vectors of this width");
        let tile: *mut [[N::Sum; W]; ROWS] = tile.as_mut_ptr().cast();
        // SAFETY: unless `is_first`, the tile has been written; it has `ROWS * W` elements.
        let sums = if self.is_first { [[N::Sum::ZERO; W]; ROWS] } else { unsafe { tile.read() } };
        // One by one: in a loop over the rows, the compiler would make vectors of their first lanes.
        let [mut first, mut second, mut third, mut fourth] = sums;
        for (left, right) in self.left.chunks_exact(ROWS).zip(self.right.chunks_exact(W)) {
            // SAFETY: the chunks are of `ROWS` and of `W` elements, and panels have been written.
            let ([a, b, c, d], right): ([N::Sum; ROWS], [N::Sum; W]) = unsafe {
                (left.as_ptr().cast::<[_; ROWS]>().read(), right.as_ptr().cast::<[_; W]>().read())
            };
            add_row::<N, W, VECTOR>(&mut first, a, &right);
            add_row::<N, W, VECTOR>(&mut second, b, &right);
            add_row::<N, W, VECTOR>(&mut third, c, &right);
            add_row::<N, W, VECTOR>(&mut fourth, d, &right);
        }
        // SAFETY: the tile has room for `ROWS * W` elements.
        unsafe { tile.write([first, second, third, fourth]) };
    }
}

#[inline(always)]
fn add_row<N: Numbers, const W: usize, const VECTOR: usize>(
    sums: &mut [N::Sum; W],
    left: N::Sum,
    right: &[N::Sum; W],
) {
    for (sum, &right) in sums.iter_mut().zip(right) {
        *sum = if const { fuses(VECTOR) } {
            N::plus_product(*sum, left, right)
        } else {
            sum.plus(N::product(left, right))
        };
    }
}

/// Writes a tile, `G` columns at a time.
///
/// # Safety
/// The tile has been written. At the offsets of these rows and columns *writes* and *alone* hold, as in [`run`].
#[inline(never)]
unsafe fn write_tile<N: Numbers, const G: usize>(
    tile: &[MaybeUninit<N::Sum>],
    lanes: usize,
    rows: &Starts,
    columns: &Starts,
    places: Places<N>,
    adds: bool,
) {
    for (sums, &row) in tile.chunks_exact(lanes).zip(&rows.offsets[..rows.count]) {
        let mut done = 0;
        while columns.is_run && done + G <= columns.count {
            let at = places.moved([0, 0, row.wrapping_add(columns.offsets[done])]);
            // SAFETY: the sums were written, and `done + G` is at most their number. All are read before any result is
            // written.
            let sums: [N::Sum; G] = unsafe { sums[done..].as_ptr().cast::<[_; G]>().read() };
            for (column, sum) in sums.into_iter().enumerate() {
                // SAFETY: *writes*, of this row and a column below `columns.count`: they lie one after the other.
                unsafe { at.moved([0, 0, column.cast_signed()]).write(sum, adds) };
            }
            done += G;
        }
        for (&column, sum) in columns.offsets[done..columns.count].iter().zip(&sums[done..]) {
            // SAFETY: the sum was written; *writes*, of this row and column.
            unsafe {
                let sum = sum.assume_init();
                places.moved([0, 0, row.wrapping_add(column)]).write(sum, adds);
            }
        }
    }
}
