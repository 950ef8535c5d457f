//! [`Boxes`]: the entries of a group of loops, cut into boxes whose offsets stand in tables.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: boxes are cut for the tables that their entries are written to"
)]

use core::mem::MaybeUninit;

use super::axes::Axis;
use super::general::MOST;
use super::{Offsets, moved};

/// So many entries or more of the loop along the memory of an operand stand in one box, if there are as many: else a line of the
/// cache would be read for each of them again.
const LINE: usize = 16;

/// Some loops, counted through as one, in boxes: a box has `chunk` entries of each loop, or what is left of it.
pub(super) struct Boxes<'a> {
    axes: &'a [Axis],
    /// The loop along the memory of the operand, where another one is innermost.
    along: Option<usize>,
}

/// Where a box begins, and how many entries it has of each loop.
struct Part {
    start: Offsets,
    extents: [usize; MOST],
}

impl<'a> Boxes<'a> {
    /// Cuts loops, the last of which is the innermost, so that a box has at most `most` entries. The innermost loop is cut at multiples
    /// of `unit`, if there is room for one.
    ///
    /// `others` are the loops that are counted through for each entry: where one of them is nearer to the memory of the operand, the
    /// lines of the cache are read along it.
    pub(super) fn cut(
        axes: &'a mut [Axis],
        others: &[Axis],
        operand: usize,
        most: usize,
        unit: usize,
    ) -> Self {
        let last = axes.len().saturating_sub(1);
        let nearest =
            others.iter().filter(|axis| axis.moves(operand)).map(|axis| axis.length(operand)).min();
        let along = (0..axes.len())
            .filter(|&n| axes[n].moves(operand))
            .filter(|&n| nearest.is_none_or(|nearest| axes[n].length(operand) < nearest))
            .min_by_key(|&n| (axes[n].length(operand), last - n))
            .filter(|&n| n < last);
        axes.iter_mut().for_each(|axis| axis.chunk = 1);
        if let Some(along) = along {
            // As many whole lines of it as there is room for, beside one of the innermost loop, or all of a short one.
            let inner = axes[last].extent;
            let inner = if inner < 2 * LINE { inner } else { LINE };
            let lines = (most / inner / LINE).max(1);
            axes[along].chunk = axes[along].extent.min(lines * LINE).min(most);
        }
        for n in (0..axes.len()).rev() {
            let others = axes.iter().map(|axis| axis.chunk).product::<usize>() / axes[n].chunk;
            let room = (most / others).max(1);
            let unit = if n == last { unit } else { 1 };
            // In whole lines, if it is not in whole units.
            let whole = match room {
                _ if room >= unit => unit,
                LINE.. => LINE,
                _ => 1,
            };
            let room = room / whole * whole;
            let extent = axes[n].extent;
            axes[n].chunk = if extent <= room {
                extent
            } else {
                // Parts of about one length, so that the last one is no short one.
                extent.div_ceil(extent.div_ceil(room)).next_multiple_of(unit).min(room)
            };
        }
        Boxes { axes, along }
    }

    /// How many boxes there are, or more than can be counted: two operands can have modes of their own to sum over.
    pub(super) fn count(&self) -> usize {
        let boxes = self.axes.iter().map(|axis| axis.extent.div_ceil(axis.chunk));
        boxes.fold(1, usize::saturating_mul)
    }

    /// The most entries of a box: those of the first one.
    pub(super) fn largest(&self) -> usize {
        self.axes.iter().map(|axis| axis.chunk).product()
    }

    fn part(&self, n: usize) -> Part {
        let (mut part, mut rest) = (Part { start: [0; 3], extents: [1; MOST] }, n);
        for (axis, extent) in self.axes.iter().zip(&mut part.extents).rev() {
            let parts = axis.extent.div_ceil(axis.chunk);
            let first = rest % parts * axis.chunk;
            rest /= parts;
            part.start = moved(part.start, axis.steps, first);
            *extent = axis.chunk.min(axis.extent - first);
        }
        part
    }

    /// Writes the offsets of the entries of the `n`-th box, the innermost loop fastest. Gives them.
    pub(super) fn offsets<'t>(
        &self,
        n: usize,
        table: &'t mut [MaybeUninit<Offsets>],
    ) -> &'t [Offsets] {
        let part = self.part(n);
        let mut count = 1;
        table[0].write(part.start);
        for (axis, &extent) in self.axes.iter().zip(&part.extents).rev() {
            if count == 1 {
                let mut at = part.start;
                for slot in &mut table[1..extent] {
                    at = moved(at, axis.steps, 1);
                    slot.write(at);
                }
                count = extent;
                continue;
            }
            let (so_far, others) = table.split_at_mut(count);
            for (m, more) in others.chunks_exact_mut(count).take(extent - 1).enumerate() {
                for (to, from) in more.iter_mut().zip(&*so_far) {
                    // SAFETY: the first `count` were written, by a loop before this one.
                    to.write(moved(unsafe { from.assume_init() }, axis.steps, m + 1));
                }
            }
            count *= extent;
        }
        // SAFETY: the first `count` were written: the first one above, and each loop made `extent` times as many of them.
        unsafe { table[..count].assume_init_ref() }
    }

    /// Writes in which order the entries of the `n`-th box lie along the memory of the operand, if that is not their own order:
    /// their places in the table of offsets. Gives them, and how many at a time are entries of the loop along the memory.
    pub(super) fn order<'t>(&self, n: usize, table: &'t mut [u16]) -> Option<(&'t [u16], usize)> {
        let along = self.along?;
        let part = self.part(n);
        let extents = &part.extents[..self.axes.len()];
        let mut count = 1;
        table[0] = 0;
        let mut add = |k: usize| {
            let step = extents[k + 1..].iter().product::<usize>();
            for m in 1..extents[k] {
                for n in 0..count {
                    // There are no more places than a table has.
                    #[allow(clippy::cast_possible_truncation, reason = "below `most`")]
                    let place = usize::from(table[n]) + m * step;
                    table[m * count + n] = place as u16;
                }
            }
            count *= extents[k];
        };
        add(along);
        (0..extents.len()).rev().filter(|&k| k != along).for_each(&mut add);
        Some((&table[..count], extents[along]))
    }
}
