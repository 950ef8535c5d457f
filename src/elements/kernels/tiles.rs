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
use super::general::LARGEST;
use super::panels::{Block, DEEPEST, MOST_ENTRIES};
use super::processor::{Processor, Work, fuses};
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
    /// The blocks for elements of so many bytes and vectors of so many: panels of the right operand stay in
    /// the nearest cache, the blocks in the next one.
    fn large(bytes: usize, vector: usize) -> Self {
        let depth = ((8 << 10) / vector).clamp(64, DEEPEST);
        let rows = ((128 << 10) / (depth * bytes.max(1))).clamp(16, MOST_ENTRIES);
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

/// The columns of a tile, for vectors of so many bytes: two vectors side by side, so that a sum need not wait for the one
/// before. Integers add up at once, and one will do.
const fn lanes<T: Scalar>(vector: usize) -> usize {
    lanes_of(size_of::<T>(), if T::ADDS_IN_ANY_ORDER { vector } else { 2 * vector })
}

/// Columns are copied and written so many at a time.
const fn group<T: Scalar>() -> usize {
    if lanes::<T>(COMPILED) < 8 { 4 } else { 8 }
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

/// The rows and the columns of a tile, of so many rows in all: a tile of more rows takes less time a row, if they are there.
fn tile<T: Scalar>(vector: usize, rows: usize) -> [usize; 2] {
    let tall = tall::<T>(vector);
    let is_filled = rows.next_multiple_of(tall) * 20 <= rows.next_multiple_of(FEW) * 23;
    [if is_filled { tall } else { FEW }, lanes::<T>(vector)]
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
        let rows = Boxes::cut(rows, 0, sizes.rows / height * height, height);
        let columns = Boxes::cut(columns, 1, sizes.columns, lanes);
        let depth = Boxes::cut(deep, 0, sizes.depth, 1);
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
                    // SAFETY: *reads*, of a column and a depth below their numbers.
                    let load = |at| unsafe { N::right(*places.right.wrapping_offset(at)) };
                    // SAFETY: `load` reads the right operand, in which these columns and this depth are.
                    unsafe { block.pack::<_, G, 1>(right, load) };
                }
                for row in top..row_blocks.min(top + self.held) {
                    let rows = self.rows.offsets(row, &mut row_table);
                    let order = self.rows.order(row, &mut row_order);
                    let block = Block { entries: rows, depth, order, width: height };
                    // SAFETY: *reads*, of a row and a depth below their numbers.
                    let load = |at| unsafe { N::left(*places.left.wrapping_offset(at)) };
                    // SAFETY: `load` reads the left operand, in which these rows and this depth are.
                    unsafe {
                        if height.is_multiple_of(4) {
                            block.pack::<_, 4, 0>(left, load);
                        } else {
                            block.pack::<_, 2, 0>(left, load);
                        }
                    }
                    let panels = [rows.len().div_ceil(height), columns.len().div_ceil(lanes)];
                    let [of_left, of_right] = [height, lanes].map(|width| width * depth.len());
                    let is_near = panels[1] * of_right * size_of::<N::Sum>() <= NEAR;
                    let [outer, inner] = if is_near { panels } else { [panels[1], panels[0]] };
                    for (n, m) in (0..outer).flat_map(|n| (0..inner).map(move |m| (n, m))) {
                        let [r, c] = if is_near { [n, m] } else { [m, n] };
                        let place = match depth_blocks {
                            1 => 0,
                            _ => {
                                (row - top) * room[0] * room[1]
                                    + (c * panels[0] + r) * height * lanes
                            }
                        };
                        let tile = &mut sums[place..][..height * lanes];
                        let left = &left[r * of_left..][..of_left];
                        let right = &right[c * of_right..][..of_right];
                        let work = AddTile::<N> { left, right, is_first: deep == 0 };
                        // SAFETY: both panels were written as far as `depth` goes, the tile by the first depth, and
                        // it is cut for vectors of this processor.
                        unsafe { self.processor.run(work, tile) };
                        if deep + 1 == depth_blocks {
                            let rows = &rows[r * height..];
                            let rows = &rows[..height.min(rows.len())];
                            let (columns, runs) = (&columns[c * lanes..], &runs[c * lanes..]);
                            let count = lanes.min(columns.len());
                            // SAFETY: all sums were written. *writes* and *alone*: the offsets are those of rows and
                            // columns of the result, below their numbers.
                            unsafe {
                                let (columns, runs) = (&columns[..count], &runs[..count]);
                                write_tile::<N, G>(
                                    tile,
                                    lanes,
                                    rows,
                                    (columns, runs),
                                    places,
                                    adds,
                                );
                            }
                        }
                    }
                }
            }
        }
    }
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
                add_row::<N, W, VECTOR>(&mut sums[row], left[row], &right);
                row += 1;
            }
        }
        // SAFETY: the tile has room for `R * W` elements.
        unsafe { tile.write(sums) };
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

/// Writes a tile, `G` columns at a time where they lie one after the other: `runs` says of each column how many do from it on.
///
/// # Safety
/// The tile has been written. At the offsets of these rows and columns *writes* and *alone* hold, as in [`run`].
#[inline(never)]
unsafe fn write_tile<N: Numbers, const G: usize>(
    tile: &[MaybeUninit<N::Sum>],
    lanes: usize,
    rows: &[Offsets],
    (columns, runs): (&[Offsets], &[u8]),
    places: Places<N>,
    adds: bool,
) {
    for (sums, row) in tile.chunks_exact(lanes).zip(rows) {
        let to = places.moved([0, 0, row[2]]);
        let mut first = 0;
        while first < columns.len() {
            let (to, run) = (to.moved([0, 0, columns[first][2]]), usize::from(runs[first]));
            let (groups, rest) = sums[first..][..run].as_chunks::<G>();
            for (n, group) in groups.iter().enumerate() {
                // SAFETY: the sums were written. All are read before any result is written, so that they may be written as
                // vectors.
                let group = group.map(|sum| unsafe { sum.assume_init() });
                for (m, sum) in group.into_iter().enumerate() {
                    // SAFETY: *writes*, of this row and a column of the run.
                    unsafe { to.moved([0, 0, (n * G + m).cast_signed()]).write(sum, adds) };
                }
            }
            for (n, sum) in rest.iter().enumerate() {
                // SAFETY: the sum was written; *writes*, of this row and a column of the run.
                unsafe {
                    let at = (groups.len() * G + n).cast_signed();
                    to.moved([0, 0, at]).write(sum.assume_init(), adds);
                }
            }
            first += run;
        }
    }
}
