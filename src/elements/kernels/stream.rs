//! Sums that read one large operand, the left one, once and in the order of its memory.
//!
//! So that almost all loops can go in that order, the sums of a block of the result are kept on the stack. Of
//! the two innermost loops one goes along the memory of the left operand:
//! - If the result has it, each entry is a lane: `AddLanes` adds several rows to a row of sums, `AddFewRows` all where they
//!   are few.
//! - If it is summed, `add_dots` multiplies runs with runs.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: loops are taken out by the places where they were found, and a block is small"
)]

use core::mem::MaybeUninit;

use super::axes::{Axis, each_index, sort, turns};
use super::dots::add_dots;
use super::few_rows::{AddFewRows, FEW, FewRows};
use super::lanes::AddLanes;
use super::processor::Processor;
use super::{Numbers, Places, moved};
use crate::Scalar;

/// The most sums of a block.
const BLOCK: usize = 512;

/// The most loops of a block, of two entries each.
const MOST: usize = BLOCK.ilog2() as usize;

/// The order of the loops, outermost first.
struct Nest<'a> {
    /// The loops around the blocks.
    around: &'a [Axis],
    /// The loops within a block. Their steps in the result are steps in its sums.
    within: &'a mut [Axis],
    /// How many loops before the last one of `within` are of another kind and done together with it.
    rows: usize,
    /// The rows of these loops, where the last one is of lanes and the rows are few.
    few: Option<FewRows>,
    /// The loops of the sums of a block: their steps are those in the sums, 0, and those in the result.
    block: [Axis; MOST],
    loops: usize,
}

impl<'a> Nest<'a> {
    fn of(axes: &'a mut [Axis]) -> Self {
        // Where modes overlap in memory, as those of windows do, several have one step: the longest is innermost.
        sort(axes, &|axis| [!axis.length(0), axis.extent, 0]);
        let count = axes.len();
        let inner = axes.iter().rposition(|axis| axis.moves(0)).unwrap_or(count - 1);
        axes[inner..].rotate_left(1);
        let (others, inner) = axes.split_at_mut(count - 1);
        // Lanes are added up row by row, and dots are taken of several rows.
        let is_second = |axis: &Axis| axis.is_kept != inner[0].is_kept;
        let second = (others.iter().rposition(|axis| is_second(axis) && axis.moves(0)))
            .or_else(|| others.iter().rposition(is_second));
        let mut rows = 0;
        if let Some(second) = second {
            others[second..].rotate_left(1);
            rows = 1;
            // The few rows of a filter or of short sums are added while a sum stays in a register.
            let mut together = others[count - 2].extent;
            for n in (0..count - 2).rev().filter(|_| inner[0].is_kept) {
                let more = together.saturating_mul(others[n].extent);
                if !others[n].is_kept && more <= FEW {
                    others[n..count - 1 - rows].rotate_left(1);
                    (together, rows) = (more, rows + 1);
                }
            }
        }

        // The innermost loops of the result are in the block, one of them in part. Rows of the right operand
        // that share the left one are in the same block.
        let thin = turns(others.iter().filter(|axis| axis.is_kept && !axis.moves(0))).min(8);
        let (mut block, mut loops) = ([Axis::NONE; MOST], 0);
        let (mut size, mut is_cut, mut around) = (1, false, 0);
        for axis in axes.iter_mut().rev().filter(|axis| axis.is_kept) {
            let room = if loops == 0 && axis.moves(0) { BLOCK / thin } else { BLOCK / size };
            if around > 0 || room < 2 || (is_cut && axis.extent > room) {
                (axis.chunk, around) = (0, around + 1);
                continue;
            }
            axis.chunk = axis.extent.min(room);
            is_cut |= axis.chunk < axis.extent;
            let [left, right, result] = axis.steps;
            block[loops] = Axis { steps: [size.cast_signed(), 0, result], ..*axis };
            axis.steps = [left, right, size.cast_signed()];
            (size, loops) = (size * axis.chunk, loops + 1);
        }
        // The others stand around, outside all sums.
        let mut first = 0;
        for n in 0..count {
            if axes[n].is_kept && axes[n].chunk == 0 {
                axes[first..=n].rotate_right(1);
                first += 1;
            }
        }
        block[..loops].reverse();
        let (around, within) = axes.split_at_mut(around);
        let few = match within.split_last() {
            Some((inner, others)) if inner.is_kept => FewRows::of(&others[others.len() - rows..]),
            _ => None,
        };
        Nest { around, within, rows, few, block, loops }
    }

    /// Whether all loops within are few rows of lanes that lie one after the other in the result: then sums need no memory of
    /// their own where they have the type of the result.
    fn are_rows(&self) -> bool {
        self.few.is_some()
            && self.within.len() == self.rows + 1
            && self.loops == 1
            && self.block[0].steps[2] == 1
    }

    /// Leaves the lanes whole.
    fn join(&mut self) {
        let lanes = self.within.last_mut().into_iter().chain(&mut self.block[..self.loops]);
        lanes.for_each(|axis| axis.chunk = axis.extent);
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
    if let [axis] = &*axes {
        // One sum: there is nothing to arrange.
        let mut sum = [N::Sum::ZERO];
        // SAFETY: *reads* along the only loop, which is summed; *writes* and *alone* of the only result.
        unsafe {
            add_dots(&mut sum, places.operands(), axis, &Axis::NONE, processor);
            return places.write(sum[0], adds);
        }
    }
    // SAFETY: the promises are the caller's.
    if const { N::RESULT_IS_SUM } && !adds && unsafe { run_pair(axes, places, processor) } {
        return;
    }
    let mut nest = Nest::of(axes);
    let is_direct = const { N::RESULT_IS_SUM } && !adds && nest.are_rows();
    if is_direct {
        nest.join();
    }
    let cut = cut_of(nest.within).zip(cut_of(&nest.block[..nest.loops]));
    each_index(nest.around, [0; 3], &mut |at| {
        let Some((cut, in_block)) = cut else {
            // SAFETY: the loops around and those within are all loops: the promises hold at `at` for those within.
            return unsafe { each_sum(&nest, places.moved(at), (adds, is_direct), processor) };
        };
        let (whole, in_result) = (nest.within[cut], nest.block[in_block].steps[2]);
        let [left, right, _] = whole.steps;
        for start in (0..whole.extent).step_by(whole.chunk) {
            let extent = whole.chunk.min(whole.extent - start);
            (nest.within[cut].extent, nest.block[in_block].extent) = (extent, extent);
            let at = moved(at, [left, right, in_result], start);
            // SAFETY: the promises hold at `at` for the loops within, and so for a part of the one that is cut: `start + extent`
            // is at most its whole extent.
            unsafe { each_sum(&nest, places.moved(at), (adds, is_direct), processor) };
        }
        nest.within[cut] = whole;
    });
}

/// A product of a matrix and a vector, or the sum of rows or of columns, where it is one block and the results lie one after the
/// other: to arrange two loops may take longer than to run them. Gives false, and has done nothing, where it is not that.
///
/// # Safety
/// As [`run`]. Sums have the type of the result, and nothing is added to.
unsafe fn run_pair<N: Numbers>(axes: &[Axis], places: Places<N>, processor: Processor) -> bool {
    let [kept, summed] = axes else { return false };
    let (along_kept, along_summed) = (kept.length(0), summed.length(0));
    let is_pair = kept.is_kept && !summed.is_kept && along_kept.min(along_summed) > 0;
    let is_one_block = kept.steps[2] == 1 && kept.extent <= BLOCK;
    if !is_pair || !is_one_block || along_kept == along_summed {
        return false;
    }
    let from = places.operands();
    // SAFETY: *writes* and *alone*, of the entries of the result, which lie one after the other and have the type of sums.
    // *reads*, of the only loops. What is no first row finds sums that have been written.
    unsafe {
        let result = places.result.cast::<MaybeUninit<N::Sum>>();
        let sums = core::slice::from_raw_parts_mut(result, kept.extent);
        let are_lanes = along_kept < along_summed;
        if are_lanes && let Some(rows) = &FewRows::of(core::slice::from_ref(summed)) {
            let work = AddFewRows { places: from, lanes: kept, rows, is_first: true };
            processor.run(work, sums);
            return true;
        }
        sums.fill(MaybeUninit::new(N::Sum::ZERO));
        let sums = sums.assume_init_mut();
        if are_lanes {
            processor.run(AddLanes { places: from, lanes: kept, rows: summed }, sums);
        } else {
            add_dots(sums, from, summed, kept, processor);
        }
    }
    true
}

/// Which loop stands in the block in part.
fn cut_of(axes: &[Axis]) -> Option<usize> {
    axes.iter().position(|axis| axis.is_kept && axis.chunk < axis.extent)
}

/// The number of sums of a block.
fn size_of_block(block: &[Axis]) -> usize {
    block.iter().map(|axis| axis.steps[0].unsigned_abs() * axis.extent).max().unwrap_or(1)
}

/// The sums of one block.
///
/// # Safety
/// As [`run`], of the loops `within` the block. Those of the `block` are those of the result among them, with steps in
/// its sums and in the result. What `is_direct` is no addition, of [rows](Nest::are_rows), and sums have the type of the result.
unsafe fn each_sum<N: Numbers>(
    nest: &Nest<'_>,
    places: Places<N>,
    (adds, is_direct): (bool, bool),
    processor: Processor,
) {
    let Nest { within, rows, few, block, loops, .. } = nest;
    let block = &block[..*loops];
    let Some((inner, middle)) = within.split_last() else { return };
    let (middle, rows) = middle.split_at(middle.len() - rows);
    // Where all that is summed is added at once, what is added is first to write the sums.
    let is_first = few.is_some() && middle.iter().all(|axis| axis.is_kept);
    if is_direct && let Some(rows) = few {
        // SAFETY: *writes* and *alone*, of the lanes, which lie one after the other in the result and have its type: that of
        // sums. *reads*, of the only loops. What is first reads no sum.
        unsafe {
            let result = places.result.cast::<MaybeUninit<N::Sum>>();
            let sums = core::slice::from_raw_parts_mut(result, inner.extent);
            let work = AddFewRows { places: places.operands(), lanes: inner, rows, is_first };
            return processor.run(work, sums);
        }
    }
    let mut sums = [const { MaybeUninit::<N::Sum>::uninit() }; BLOCK];
    let sums = &mut sums[..size_of_block(block)];
    if !is_first {
        sums.fill(MaybeUninit::new(N::Sum::ZERO));
    }
    each_index(middle, [0; 3], &mut |at| {
        let from = places.operands().moved(at);
        let sums = &mut sums[at[2].cast_unsigned()..];
        // SAFETY: *reads*, of an index of the loops in the middle and all of the innermost ones, which each have an entry.
        // The sums have been written, unless each of them is met once.
        unsafe {
            let row = rows.first().unwrap_or(&Axis::NONE);
            if let Some(rows) = few {
                let work = AddFewRows { places: from, lanes: inner, rows, is_first };
                processor.run(work, &mut sums[..inner.extent]);
            } else if inner.is_kept {
                let sums = sums[..inner.extent].assume_init_mut();
                processor.run(AddLanes { places: from, lanes: inner, rows: row }, sums);
            } else {
                let sums = sums[..row.extent].assume_init_mut();
                add_dots(sums, from, inner, row, processor);
            }
        }
    });
    let (rows, last) = block.split_at(block.len().saturating_sub(1));
    let last = last.first().copied().unwrap_or(Axis::NONE);
    each_index(rows, [0; 3], &mut |[at, _, result]| {
        let sums = &sums[at.cast_unsigned()..][..last.extent];
        let places = places.moved([0, 0, result]);
        // SAFETY: *writes* and *alone*, of an index of the outer loops of the block and all entries of the last one. The loops
        // within have the same entries, for which the sums have been written.
        unsafe {
            let sums = sums.assume_init_ref();
            if last.steps[2] == 1 {
                write_row(sums, places, 1, adds);
            } else {
                write_row(sums, places, last.steps[2], adds);
            }
        }
    });
}

/// # Safety
/// *writes* and *alone*, as [`run`], of an element of the result for each sum, each `step` elements after the one
/// before.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn write_row<N: Numbers>(sums: &[N::Sum], places: Places<N>, step: isize, adds: bool) {
    for (n, &sum) in sums.iter().enumerate() {
        let offset = step.wrapping_mul(n.cast_signed());
        // SAFETY: *writes* and *alone*, of the `n`-th of as many elements as there are sums.
        unsafe { places.moved([0, 0, offset]).write(sum, adds) };
    }
}
