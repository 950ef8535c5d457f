//! Products like those of matrices, where each element is used many times.
//!
//! The loops form four groups, each counted through as one: those of the batch, the rows (in the left operand
//! and the result), the columns (in the right one and the result) and the depth, which is summed. `boxes` cuts the groups into
//! blocks. Blocks of the operands are copied into `panels`, in which a tile of the result finds what it needs one after the
//! other; so any strides and any number of loops will do, and nothing is as large as an operand. An operand of few loops is read
//! where it lies, if that is no slower than to copy it. A tile is summed in registers, and added to the result once a block of the
//! depth; where that is more than one, and tiles do not lie in the result, sums stay in memory of their own until they are complete.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: panels and tiles count below the sizes that the memory was cut for"
)]

use core::mem::MaybeUninit;

use super::axes::{Axis, Group, each_index, in_groups, turns};
use super::boxes::Boxes;
use super::panels::{Block, DEEPEST, Deep, MOST_ENTRIES, Panels, in_place, most_in_place};
use super::processor::Processor;
use super::tile::{AddTile, SumsAt, TALLEST, WriteTile, lanes_of, tile, units};
use super::{Numbers, Offsets, Places};

/// The most rows of a block. There may be more columns.
const MOST_ROWS: usize = 512;

/// The elements that fit on the stack, and the blocks that do.
const ON_STACK: usize = 3072;
const SMALL: Sizes = Sizes { rows: 24, columns: 32, depth: 32, held: 24 };

/// Up to so many bytes of a block of the right operand are read for each panel of rows, so that the result is written row
/// after row; longer ones once for each panel of columns.
const NEAR: usize = 32 << 10;

/// Sums of up to so many products are short.
const SHALLOW: usize = 64;

/// So many bytes of a result are no longer in the cache when they are written.
const LARGE: usize = 1 << 20;

/// Of rows that lie so many bytes from each other, one after the other is written: the processor guesses which lines come next.
const STREAM: usize = 256;

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

/// What the sizes of blocks depend on.
#[derive(Clone, Copy)]
struct Blocks {
    /// Whether tiles [lie in the result](lie_in_result).
    lie_in_result: bool,
    /// Whether sums are long, and vectors so wide that they are soon done.
    are_deep: bool,
    /// Whether the left operand is copied, and has more rows than a block.
    copy_rows: bool,
}

impl Sizes {
    /// The blocks for elements of so many bytes and vectors of so many: a panel of the right operand is 16 to 64 KiB, which comes from the
    /// nearest cache or the next one in time, where the blocks stay. Where vectors are wide and sums are soon done, long ones that are
    /// added to the result have deep blocks, so that it is read and written seldom. Short ones have wide blocks, so that lines of the
    /// cache are read and written whole in more orders of the loops; and so have those whose left operand is copied again for each block
    /// of columns.
    fn large(bytes: usize, vector: usize, blocks: Blocks, depth: usize) -> Self {
        let Blocks { lie_in_result, are_deep, copy_rows } = blocks;
        let deepest = if are_deep { DEEPEST } else { DEEPEST / 2 };
        let block = (128 << 10).max(vector << 12);
        let rows = (block / (deepest * bytes.max(1))).clamp(16, MOST_ROWS);
        let columns = match depth {
            ..=SHALLOW => MOST_ENTRIES,
            _ if lie_in_result && copy_rows => MOST_ENTRIES,
            _ => (rows * if are_deep { 4 } else { 2 }).min(MOST_ROWS),
        };
        Sizes { rows, columns, depth: deepest, held: rows * 4 }
    }
}

/// Whether tiles lie in the result vector by vector, of so many columns, but for the last ones. Then the sums of a block of the depth
/// are added there to those before.
fn lie_in_result<N: Numbers>(columns: &[Axis], vector: usize) -> bool {
    let are_whole = |last: &Axis| columns.len() == 1 || last.extent.is_multiple_of(vector);
    let are_runs = columns.last().is_some_and(|last| last.steps[2] == 1 && are_whole(last));
    N::RESULT_IS_SUM && are_runs
}

/// # Safety
/// *reads*, *writes* and *alone*, as [`general::run`](super::general::run), of loops that each have an entry, one or
/// more of them summed.
pub(super) unsafe fn run<N: Numbers>(
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
    let (batch, axes) = axes.split_at_mut(batch);
    let starts = [rows, columns].map(|start| start - batch.len());
    let mut stack = Aligned([const { MaybeUninit::uninit() }; ON_STACK]);
    let product = Product::cut::<N>(axes, starts, None, processor);
    if product.elements() <= ON_STACK {
        // SAFETY: the promises are the caller's, of these loops; there is as much memory as the product asks for.
        return unsafe { product.each(batch, places, adds, &mut stack.0) };
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
            return unsafe { product.each(batch, places, adds, memory) };
        }
    }
    let product = Product::cut::<N>(axes, starts, Some(SMALL), processor);
    // SAFETY: as above: the stack is long enough for `SMALL`.
    unsafe { product.each(batch, places, adds, &mut stack.0) }
}

/// As the lines of the cache are.
#[repr(align(64))]
struct Aligned<T>(T);

/// A product in blocks.
struct Product<'a> {
    rows: Boxes<'a>,
    columns: Boxes<'a>,
    depth: Boxes<'a>,
    /// The most rows and the columns of a tile.
    tile: [usize; 2],
    /// Of what the rows and the columns of any tile are a multiple.
    units: [usize; 2],
    /// The steps of the operands that are read where they lie, as [`in_place`] says.
    in_place: [Option<[isize; 2]>; 2],
    /// The most rows and the most columns of a block that are copied.
    copied: [usize; 2],
    /// The offsets of the rows of a tile in memory of its own, of which the last one counts.
    own_rows: [Offsets; TALLEST],
    /// Whether rows of the result lie so far from each other, and there are so many, that its lines are asked for before they are
    /// written.
    are_far: bool,
    /// Whether sums are kept in memory of their own until they are complete: those of more than one block of the depth that do not
    /// [lie in the result](lie_in_result).
    keeps: bool,
    /// The blocks of rows that meet a block of the right operand before another takes its place: all, unless their sums are kept.
    held: usize,
    processor: Processor,
}

impl<'a> Product<'a> {
    /// Cuts loops into blocks of these sizes, or else of those that are fastest. The columns and the depth begin at `starts`.
    fn cut<N: Numbers>(
        axes: &'a mut [Axis],
        [columns, depth]: [usize; 2],
        sizes: Option<Sizes>,
        processor: Processor,
    ) -> Self {
        let (axes, deep) = axes.split_at_mut(depth);
        let (rows, columns) = axes.split_at_mut(columns);
        let (vector, bytes) = (processor.vector::<N::Sum>(), size_of::<N::Sum>());
        let [height, lanes] = tile::<N::Sum>(vector, turns(&*rows));
        let height = height.min(most_in_place(rows, bytes));
        let [left, right] = N::ARE_SUMS;
        let entries = [turns(&*rows), turns(&*columns)];
        let in_place = [
            if left { in_place(0, rows, deep, entries[1] / lanes) } else { None },
            if right { in_place(1, columns, deep, entries[0] / height) } else { None },
        ];
        let units = units::<N::Sum>(vector);
        let lie_in_result = lie_in_result::<N>(columns, units[1]);
        let are_deep = lie_in_result && vector == 64 && turns(&*deep) > DEEPEST / 2;
        let copy_rows = in_place[0].is_none() && entries[0] > MOST_ROWS;
        let blocks = Blocks { lie_in_result, are_deep, copy_rows };
        let large = || Sizes::large(bytes, vector, blocks, turns(&*deep));
        let sizes = sizes.unwrap_or_else(large);
        let mut own_rows = [[0; 3]; TALLEST];
        for (row, offsets) in own_rows.iter_mut().enumerate() {
            offsets[2] = (row * lanes).cast_signed();
        }
        let is_large = entries[0].saturating_mul(entries[1]).saturating_mul(bytes) > LARGE;
        let are_near = matches!(rows, [rows] if rows.length(2).saturating_mul(bytes) <= STREAM);
        let are_far = is_large && !are_near;
        let rows = Boxes::cut(rows, deep, 0, sizes.rows, height);
        let columns = Boxes::cut(columns, deep, 1, sizes.columns, lanes);
        let depth = Boxes::cut(deep, &[], 0, sizes.depth, 1);
        let keeps = !lie_in_result && depth.count() > 1;
        let held =
            if keeps { (sizes.held / rows.largest()).clamp(1, rows.count()) } else { rows.count() };
        let tile = [height, lanes];
        // Of what lies in place, a last panel is copied if it is not whole.
        let copied = |of: usize, largest: usize| match in_place[of] {
            None => largest.next_multiple_of(tile[of]),
            Some(_) if entries[of].is_multiple_of(units[of]) => 0,
            Some(_) => tile[of],
        };
        let copied = [copied(0, rows.largest()), copied(1, columns.largest())];
        Product {
            rows,
            columns,
            depth,
            tile,
            units,
            in_place,
            copied,
            own_rows,
            are_far,
            keeps,
            held,
            processor,
        }
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
        let sums =
            if self.keeps { self.held * rows * columns } else { self.tile[0] * self.tile[1] };
        (self.copied[0] + self.copied[1]) * depth + sums
    }

    /// # Safety
    /// As [`run`], of this product at each index of the batch. There is memory for its elements.
    unsafe fn each<N: Numbers>(
        &self,
        batch: &[Axis],
        places: Places<N>,
        adds: bool,
        memory: &mut [MaybeUninit<N::Sum>],
    ) {
        each_index(batch, [0; 3], &mut |at| {
            // SAFETY: `at` is an index of the batch; the promises hold for it and the loops of this product.
            unsafe { self.run(places.moved(at), adds, memory) };
        });
    }

    /// Block by block.
    ///
    /// # Safety
    /// As [`run`], of one entry of the batch. There is memory for the elements.
    unsafe fn run<N: Numbers>(
        &self,
        places: Places<N>,
        adds: bool,
        memory: &mut [MaybeUninit<N::Sum>],
    ) {
        let [_, lanes] = self.tile;
        let (row_blocks, depth_blocks) = (self.rows.count(), self.depth.count());
        let room = self.room();
        let (right, memory) = memory.split_at_mut(self.copied[1] * room[2]);
        let (left, sums) = memory.split_at_mut(self.copied[0] * room[2]);
        let (mut row_table, mut column_table) =
            (table::<MOST_ROWS, Offsets>(), table::<MOST_ENTRIES, Offsets>());
        let (mut depth_table, mut runs) = (table::<DEEPEST, Offsets>(), [0; MOST_ENTRIES]);
        let (mut row_order, mut column_order) = ([0; MOST_ROWS], [0; MOST_ENTRIES]);
        let (mut deep_order, mut deep_tables) = ([0; DEEPEST], [table::<DEEPEST, Deep>(); 2]);
        let mut of_right = None;
        let held = |column: usize| (0..row_blocks).step_by(self.held).map(move |top| (column, top));
        for (column, top) in (0..self.columns.count()).flat_map(held) {
            let columns = self.columns.offsets(column, &mut column_table);
            let column_order = self.columns.order(column, &mut column_order);
            find_runs(columns, lanes, &mut runs);
            for deep in 0..depth_blocks {
                let depth = self.depth.offsets(deep, &mut depth_table);
                // Boxes of the depth are ordered by the left operand, if its loops are not as the right one has them.
                let order = self.depth.order(deep, &mut deep_order).map(|(order, _)| order);
                // Of what lies in place, the first one says where.
                let [left_depth, right_depth] =
                    self.copied.map(|copied| if copied == 0 { &depth[..1] } else { depth });
                let [deep_left, deep_right] = &mut deep_tables;
                let deep_left = Deep::of(0, left_depth, order, deep_left);
                let deep_right = Deep::of(1, right_depth, None, deep_right);
                // The columns are still there from the rows before, unless another depth took their place.
                if top == 0 || depth_blocks > 1 {
                    let block = self.block(1, columns, deep_right, column_order);
                    // SAFETY: *reads*, of columns and a depth below their numbers. What lies in place is of sums.
                    of_right =
                        Some(unsafe { block.panels::<N::OfRight, _, _, 1>(right, places.right) });
                }
                let Some(of_right) = &of_right else { continue };
                for row in top..row_blocks.min(top + self.held) {
                    let rows = self.rows.offsets(row, &mut row_table);
                    let order = self.rows.order(row, &mut row_order);
                    let block = self.block(0, rows, deep_left, order);
                    // SAFETY: *reads*, of rows and a depth below their numbers. What lies in place is of sums.
                    let of_left = unsafe { block.panels::<N::OfLeft, _, _, 0>(left, places.left) };
                    // One tile for all, where each is complete at once.
                    let kept = if self.keeps { (row - top) * room[0] * room[1] } else { 0 };
                    let tiles = Tiles::<N::Packed> {
                        product: self,
                        left: &of_left,
                        right: of_right,
                        rows,
                        columns,
                        runs: &runs,
                        depth: depth.len(),
                        is_first: deep == 0,
                        is_last: deep + 1 == depth_blocks,
                        result: places.result,
                        adds,
                    };
                    // SAFETY: *writes* and *alone*, of rows and columns below their numbers; the panels were written as far as
                    // these and the depth go, and the sums by the depth before.
                    unsafe { tiles.add(&mut sums[kept..]) };
                }
            }
        }
    }

    /// A block of the left operand (0) or the right one (1).
    fn block<'b>(
        &self,
        operand: usize,
        entries: &'b [Offsets],
        depth: &'b [Deep],
        order: Option<(&'b [u16], usize)>,
    ) -> Block<'b> {
        let (width, unit) = (self.tile[operand], self.units[operand]);
        Block { entries, depth, order, width, in_place: self.in_place[operand], unit }
    }
}

/// The tiles of a block of rows and one of columns, for a block of the depth. `N` are [packed](Numbers::Packed).
struct Tiles<'a, N: Numbers> {
    product: &'a Product<'a>,
    left: &'a Panels<N::Sum>,
    right: &'a Panels<N::Sum>,
    rows: &'a [Offsets],
    columns: &'a [Offsets],
    runs: &'a [u8],
    /// How many products each sum gets.
    depth: usize,
    /// Whether no depth came before, and whether none comes after: then the sums are complete.
    is_first: bool,
    is_last: bool,
    /// Where the offsets in the result begin.
    result: *mut N::Result,
    adds: bool,
}

impl<N: Numbers> Tiles<'_, N> {
    /// Adds to the sums, tile by tile, and writes them to the result where they are complete.
    ///
    /// # Safety
    /// The panels that were to be copied have been, and unless `is_first` the sums. At the offsets of these rows and columns *reads*,
    /// *writes* and *alone* hold, as in [`run`].
    unsafe fn add(&self, sums: &mut [MaybeUninit<N::Sum>]) {
        let Self { product, depth, is_first, is_last, result, adds, .. } = *self;
        let [most, lanes] = product.tile;
        let panels = [self.rows.len().div_ceil(most), self.columns.len().div_ceil(lanes)];
        let is_near = panels[1] * lanes * depth * size_of::<N::Sum>() <= NEAR;
        let [outer, inner] = if is_near { panels } else { [panels[1], panels[0]] };
        for (n, m) in (0..outer).flat_map(|n| (0..inner).map(move |m| (n, m))) {
            let [r, c] = if is_near { [n, m] } else { [m, n] };
            let place = if product.keeps { (c * panels[0] + r) * most * lanes } else { 0 };
            let rows = part(self.rows, r, most);
            let (columns, runs) = (part(self.columns, c, lanes), part(self.runs, c, lanes));
            let [height, width] = product.units;
            let size = [rows.len().next_multiple_of(height), columns.len().next_multiple_of(width)];
            let tile = &mut sums[place..][..size[0] * lanes];
            let at_tile = SumsAt {
                start: tile.as_mut_ptr().cast(),
                rows: &product.own_rows,
                second: width.cast_signed(),
                size,
            };
            // Unless sums are kept, those of a depth are added to what is there of the depths before.
            let (adds, is_written) = match product.keeps {
                true => (adds, is_last),
                false => (adds || !is_first, true),
            };
            let write =
                WriteTile::<N> { rows, columns, runs: &runs[..columns.len()], result, adds };
            let (sums, adds, writes) = match self.place(rows, columns, runs, size) {
                Some(place) => (place, adds, false),
                None => (at_tile, product.keeps && !is_first, is_written),
            };
            let add = AddTile::<N::Summed> {
                left: self.left.at(r),
                right: self.right.at(c),
                depth,
                adds,
                asks: adds || (!writes && product.are_far),
                sums,
            };
            if writes && product.are_far {
                write.prefetch();
            }
            // SAFETY: the panels are there as far as the depth goes: *reads* where they lie in the operands, or they were copied. The tile
            // was written by the first depth, and is cut for vectors of this processor. *writes* and *alone*, of some of the rows and
            // columns.
            unsafe {
                product.processor.run(add, &mut ());
                if writes {
                    product.processor.run(write, tile);
                }
            }
        }
    }

    /// Where the sums of a tile of this size lie in the result, if they are not kept and lie there vector by vector.
    fn place<'t>(
        &self,
        rows: &'t [Offsets],
        columns: &[Offsets],
        runs: &[u8],
        size: [usize; 2],
    ) -> Option<SumsAt<'t, N::Sum>> {
        let [_, vector] = self.product.units;
        let is_whole = size == [rows.len(), columns.len()];
        let mut vectors = (0..columns.len()).step_by(vector);
        let is_run = |first| usize::from(runs[first]) >= vector;
        if !N::RESULT_IS_SUM || self.product.keeps || !is_whole || !vectors.all(is_run) {
            return None;
        }
        let offset = |column: usize| columns[column.min(columns.len() - 1)][2];
        let start = self.result.wrapping_offset(offset(0)).cast();
        Some(SumsAt { start, rows, second: offset(vector).wrapping_sub(offset(0)), size })
    }
}

/// The `n`-th part of so many, or what is left.
fn part<T>(all: &[T], n: usize, length: usize) -> &[T] {
    let rest = &all[n * length..];
    &rest[..length.min(rest.len())]
}

/// Room for the offsets of a block.
#[cfg_attr(not(unoptimized), inline(always))]
fn table<const N: usize, T: Copy>() -> [MaybeUninit<T>; N] {
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
