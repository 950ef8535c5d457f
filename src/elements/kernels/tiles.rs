//! Products like those of matrices, where each element is used many times.
//!
//! The loops form four groups, each counted through as one: those of the batch, the rows (in the left operand
//! and the result), the columns (in the right one and the result) and the depth, which is summed. `boxes` cuts the groups into
//! blocks. Blocks of the operands are copied into `panels`, in which a tile of the result finds what it needs one after the
//! other; so any strides and any number of loops will do, and nothing is as large as an operand. A tile is summed in registers.
//! Where the depth is more than one block, the sums of a block stay in memory of their own until they are complete.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: panels and tiles count below the sizes that the memory was cut for"
)]

use core::mem::MaybeUninit;

use super::axes::{Axis, Group, each_index, in_groups, turns};
use super::boxes::Boxes;
use super::panels::{Block, DEEPEST, MOST_ENTRIES};
use super::processor::Processor;
use super::tile::{AddTile, WriteTile, group, lanes_of, tile};
use super::{Numbers, Offsets, Places};

/// The elements that fit on the stack, and the blocks that do.
const ON_STACK: usize = 3072;
const SMALL: Sizes = Sizes { rows: 24, columns: 32, depth: 32, held: 24 };

/// Up to so many bytes of a block of the right operand are read for each panel of rows, so that the result is written row
/// after row; longer ones once for each panel of columns.
const NEAR: usize = 32 << 10;

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
    /// The rows whose sums are kept, where the depth is more than one block: so many meet a block of the right operand before
    /// another takes its place.
    held: usize,
}

impl Sizes {
    /// The blocks for elements of so many bytes and vectors of so many: a panel of the right operand is 8 to 32 KiB, which stays
    /// in the nearest cache, and the blocks stay in the next one.
    fn large(bytes: usize, vector: usize) -> Self {
        let (depth, block) = (DEEPEST, (128 << 10).max(vector << 12));
        let rows = (block / (depth * bytes.max(1))).clamp(16, MOST_ENTRIES);
        Sizes { rows, columns: (rows * 2).min(MOST_ENTRIES), depth, held: rows * 4 }
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
        with_width!(group::<N::Sum>(), [4 8], |G| {
            in_blocks::<N, G>(axes, places, adds, processor);
        });
    }
}

/// Columns are copied and written `G` at a time.
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
    let (batch, axes) = axes.split_at_mut(batch);
    let starts = [rows, columns].map(|start| start - batch.len());
    let tile = tile::<N::Sum>(vector, turns(&axes[..starts[0]]));
    let mut stack = Aligned([const { MaybeUninit::uninit() }; ON_STACK]);
    let sizes = Sizes::large(size_of::<N::Sum>(), vector);
    let product = Product::cut(axes, starts, sizes, tile, processor);
    if product.elements() <= ON_STACK {
        // SAFETY: the promises are the caller's, of these loops; there is as much memory as the product asks for.
        return unsafe { product.each::<N, G>(batch, places, adds, &mut stack.0) };
    }
    #[cfg(feature = "alloc")]
    {
        let mut memory = alloc::vec::Vec::new();
        if memory.try_reserve_exact(product.elements() + 64).is_ok() {
            let memory = memory.spare_capacity_mut();
            // Vectors that lie across two lines of the cache are slow.
            let first = memory.as_ptr().align_offset(64);
            let memory = memory.split_at_mut(if first < 64 { first } else { 0 }).1;
            // SAFETY: as above.
            return unsafe { product.each::<N, G>(batch, places, adds, memory) };
        }
    }
    let product = Product::cut(axes, starts, SMALL, tile, processor);
    // SAFETY: as above: the stack is long enough for `SMALL`.
    unsafe { product.each::<N, G>(batch, places, adds, &mut stack.0) }
}

/// As the lines of the cache are.
#[repr(align(64))]
struct Aligned<T>(T);

/// A product in blocks.
struct Product<'a> {
    rows: Boxes<'a>,
    columns: Boxes<'a>,
    depth: Boxes<'a>,
    /// The rows and the columns of a tile.
    tile: [usize; 2],
    /// The blocks of rows whose sums are kept.
    held: usize,
    processor: Processor,
}

impl<'a> Product<'a> {
    /// Cuts loops into blocks. The columns and the depth begin at `starts`.
    fn cut(
        axes: &'a mut [Axis],
        [columns, depth]: [usize; 2],
        sizes: Sizes,
        tile: [usize; 2],
        processor: Processor,
    ) -> Self {
        let (axes, deep) = axes.split_at_mut(depth);
        let (rows, columns) = axes.split_at_mut(columns);
        let [height, lanes] = tile;
        let rows = Boxes::cut(rows, deep, 0, sizes.rows / height * height, height);
        let columns = Boxes::cut(columns, deep, 1, sizes.columns, lanes);
        let depth = Boxes::cut(deep, &[], 0, sizes.depth, 1);
        let held = (sizes.held / rows.largest()).clamp(1, rows.count());
        Product { rows, columns, depth, tile, held, processor }
    }

    /// The room of a block: so many rows, columns and summed entries.
    fn room(&self) -> [usize; 3] {
        let [height, lanes] = self.tile;
        let [rows, columns] = [(&self.rows, height), (&self.columns, lanes)]
            .map(|(boxes, unit)| boxes.largest().next_multiple_of(unit));
        [rows, columns, self.depth.largest()]
    }

    /// The elements of the panels and the sums: those of one tile, where they are complete at once.
    fn elements(&self) -> usize {
        let [rows, columns, depth] = self.room();
        let sums = match self.depth.count() {
            1 => self.tile[0] * self.tile[1],
            _ => self.held * rows * columns,
        };
        (rows + columns) * depth + sums
    }

    /// # Safety
    /// As [`run`], of this product at each index of the batch. There is memory for its elements.
    unsafe fn each<N: Numbers, const G: usize>(
        &self,
        batch: &[Axis],
        places: Places<N>,
        adds: bool,
        memory: &mut [MaybeUninit<N::Sum>],
    ) {
        each_index(batch, [0; 3], &mut |at| {
            // SAFETY: `at` is an index of the batch; the promises hold for it and the loops of this product.
            unsafe { self.run::<N, G>(places.moved(at), adds, memory) };
        });
    }

    /// Block by block.
    ///
    /// # Safety
    /// As [`run`], of one entry of the batch. There is memory for the elements.
    unsafe fn run<N: Numbers, const G: usize>(
        &self,
        places: Places<N>,
        adds: bool,
        memory: &mut [MaybeUninit<N::Sum>],
    ) {
        let [height, lanes] = self.tile;
        let (row_blocks, depth_blocks) = (self.rows.count(), self.depth.count());
        let room = self.room();
        let (right, memory) = memory.split_at_mut(room[1] * room[2]);
        let (left, sums) = memory.split_at_mut(room[0] * room[2]);
        let (mut row_table, mut column_table) = (table::<MOST_ENTRIES>(), table::<MOST_ENTRIES>());
        let (mut depth_table, mut runs) = (table::<DEEPEST>(), [0; MOST_ENTRIES]);
        let (mut row_order, mut column_order) = ([0; MOST_ENTRIES], [0; MOST_ENTRIES]);
        let held = |column: usize| (0..row_blocks).step_by(self.held).map(move |top| (column, top));
        for (column, top) in (0..self.columns.count()).flat_map(held) {
            let columns = self.columns.offsets(column, &mut column_table);
            let column_order = self.columns.order(column, &mut column_order);
            find_runs(columns, lanes, &mut runs);
            for deep in 0..depth_blocks {
                let depth = self.depth.offsets(deep, &mut depth_table);
                // The columns are still there from the rows before, unless another depth took their place.
                if top == 0 || depth_blocks > 1 {
                    let block =
                        Block { entries: columns, depth, order: column_order, width: lanes };
                    // SAFETY: *reads*, of columns and a depth below their numbers.
                    unsafe { block.pack::<_, _, G, 1>(right, places.right, N::right) };
                }
                for row in top..row_blocks.min(top + self.held) {
                    let rows = self.rows.offsets(row, &mut row_table);
                    let order = self.rows.order(row, &mut row_order);
                    let block = Block { entries: rows, depth, order, width: height };
                    // SAFETY: *reads*, of rows and a depth below their numbers.
                    unsafe {
                        if height.is_multiple_of(4) {
                            block.pack::<_, _, 4, 0>(left, places.left, N::left);
                        } else {
                            block.pack::<_, _, 2, 0>(left, places.left, N::left);
                        }
                    }
                    // One tile for all, where each is complete at once.
                    let kept = if depth_blocks > 1 { (row - top) * room[0] * room[1] } else { 0 };
                    let tiles = Tiles {
                        product: self,
                        rows,
                        columns,
                        runs: &runs,
                        depth: depth.len(),
                        is_first: deep == 0,
                        is_last: deep + 1 == depth_blocks,
                        places,
                        adds,
                    };
                    // SAFETY: *writes* and *alone*, of rows and columns below their numbers; the panels were written as far as
                    // these and the depth go, and the sums by the depth before.
                    unsafe { tiles.add(left, right, &mut sums[kept..]) };
                }
            }
        }
    }
}

/// The tiles of a block of rows and one of columns, for a block of the depth.
struct Tiles<'a, N: Numbers> {
    product: &'a Product<'a>,
    rows: &'a [Offsets],
    columns: &'a [Offsets],
    runs: &'a [u8],
    /// How many products each sum gets.
    depth: usize,
    /// Whether no depth came before, and whether none comes after: then the sums are complete.
    is_first: bool,
    is_last: bool,
    places: Places<N>,
    adds: bool,
}

impl<N: Numbers> Tiles<'_, N> {
    /// Adds to the sums, tile by tile, and writes them to the result where they are complete.
    ///
    /// # Safety
    /// The panels have been written, and unless `is_first` the sums. At the offsets of these rows and columns *writes* and *alone*
    /// hold, as in [`run`].
    unsafe fn add(
        &self,
        left: &[MaybeUninit<N::Sum>],
        right: &[MaybeUninit<N::Sum>],
        sums: &mut [MaybeUninit<N::Sum>],
    ) {
        let Self { product, depth, is_first, is_last, places, adds, .. } = *self;
        let [height, lanes] = product.tile;
        let panels = [self.rows.len().div_ceil(height), self.columns.len().div_ceil(lanes)];
        let [of_left, of_right] = [height, lanes].map(|width| width * depth);
        let is_near = panels[1] * of_right * size_of::<N::Sum>() <= NEAR;
        let [outer, inner] = if is_near { panels } else { [panels[1], panels[0]] };
        for (n, m) in (0..outer).flat_map(|n| (0..inner).map(move |m| (n, m))) {
            let [r, c] = if is_near { [n, m] } else { [m, n] };
            let is_alone = is_first && is_last;
            let place = if is_alone { 0 } else { (c * panels[0] + r) * height * lanes };
            let tile = &mut sums[place..][..height * lanes];
            let rows = part(self.rows, r, height);
            let (columns, runs) = (part(self.columns, c, lanes), part(self.runs, c, lanes));
            let write = WriteTile { rows, columns, runs: &runs[..columns.len()], places, adds };
            if is_last {
                write.prefetch();
            }
            let [left, right] =
                [&left[r * of_left..][..of_left], &right[c * of_right..][..of_right]];
            // SAFETY: both panels were written as far as the depth goes, the tile by the first depth, and it is cut for vectors of
            // this processor. *writes* and *alone*, of some of the rows and columns.
            unsafe {
                product.processor.run(AddTile::<N> { left, right, is_first }, tile);
                if is_last {
                    product.processor.run(write, tile);
                }
            }
        }
    }
}

/// The `n`-th part of so many, or what is left.
fn part<T>(all: &[T], n: usize, length: usize) -> &[T] {
    let rest = &all[n * length..];
    &rest[..length.min(rest.len())]
}

/// Room for the offsets of a block.
#[inline(always)]
fn table<const N: usize>() -> [MaybeUninit<Offsets>; N] {
    [const { MaybeUninit::uninit() }; N]
}

/// Finds how many columns of a tile lie one after the other in the result, from each on.
fn find_runs(columns: &[Offsets], lanes: usize, runs: &mut [u8]) {
    for n in (0..columns.len()).rev() {
        let is_last = n + 1 == columns.len() || (n + 1).is_multiple_of(lanes);
        let goes_on = !is_last && columns[n + 1][2] == columns[n][2].wrapping_add(1);
        runs[n] = if goes_on { runs[n + 1] + 1 } else { 1 };
    }
}
