//! [`Axis`]: a loop as the kernels of large contractions see it, and the count through some of them.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: each loop counts below the number of axes that it indexes"
)]

use super::general::MOST_MODES;
use super::{Offsets, moved};
use crate::nest::merged;
use crate::plan::Modes;

/// A loop: how often it turns, and how far a step goes in the left operand, the right one and the result.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub(super) extent: usize,
    pub(super) steps: Offsets,
    /// Whether the result has it. All others are summed.
    pub(super) is_kept: bool,
    /// How many of its entries a block has, where there are blocks.
    pub(super) chunk: usize,
}

/// What a loop is to a product of matrices.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Group {
    /// In both operands and the result, or in the result alone.
    Batch,
    /// In the left operand and the result.
    Rows,
    /// In the right operand and the result.
    Columns,
    /// Summed.
    Depth,
}

impl Axis {
    pub(super) const NONE: Self = Axis { extent: 1, steps: [0; 3], is_kept: false, chunk: 0 };

    /// This loop and another one as one, if a step of one goes as far as the whole of the other.
    fn in_one(&self, other: &Self) -> Option<Self> {
        if self.is_kept != other.is_kept {
            return None;
        }
        let one = merged((self.extent, self.steps), (other.extent, other.steps))?;
        Some(Axis { extent: one.extent, steps: one.strides, ..*self })
    }

    /// The same loop for the operands exchanged.
    pub(super) fn swap_operands(&mut self) {
        let [left, right, result] = self.steps;
        self.steps = [right, left, result];
    }

    /// How many elements a step passes by in the left operand (0), the right one (1) or the result (2).
    pub(super) fn length(&self, operand: usize) -> usize {
        self.steps.get(operand).map_or(0, |step| step.unsigned_abs())
    }

    /// What it is to a product of matrices.
    pub(super) fn group(&self) -> Group {
        match (self.is_kept, self.moves(0), self.moves(1)) {
            (false, ..) => Group::Depth,
            (true, true, false) => Group::Rows,
            (true, false, true) => Group::Columns,
            (true, ..) => Group::Batch,
        }
    }

    /// Whether steps move in the left operand (0), the right one (1) or the result (2).
    pub(super) fn moves(&self, operand: usize) -> bool {
        self.length(operand) > 0
    }
}

/// Makes a loop of each label: first of those of the result, then of those of the operands that it has not.
/// Gives how many there are. The modes are those of the left operand, the right one and the result.
pub(super) fn loops_of(axes: &mut [Axis], [left, right, result]: [Modes<'_>; 3]) -> usize {
    let (mut labels, mut count) = ([0; MOST_MODES], 0);
    for (operand, modes) in [(2, result), (0, left), (1, right)] {
        for ((tag, &extent), &stride) in modes.tags.iter().zip(modes.extents).zip(modes.strides) {
            let n = labels[..count].iter().position(|&id| id == tag.id).unwrap_or(count);
            let (Some(label), Some(axis)) = (labels.get_mut(n), axes.get_mut(n)) else { continue };
            if n == count {
                (*label, count) = (tag.id, count + 1);
                *axis = Axis { extent, is_kept: operand == 2, ..Axis::NONE };
            }
            // Within one tensor, sums of strides stay below its span.
            axis.steps[operand] = axis.steps[operand].wrapping_add(stride);
        }
    }
    count
}

/// Fewer and longer loops: two that lie in one another in all operands are one. Those of the result still stand
/// first.
pub(super) fn fused(axes: &mut [Axis]) -> &mut [Axis] {
    let mut count = 0;
    // A sum of one term is a sum all the same, which begins at zero: one loop of it stays.
    let last_sum = axes.iter().rposition(|axis| !axis.is_kept);
    for n in 0..axes.len() {
        let mut axis = axes[n];
        let is_only_sum = Some(n) == last_sum && axes[..count].iter().all(|axis| axis.is_kept);
        if axis.extent == 1 && !is_only_sum {
            continue;
        }
        // A loop that got longer may now fit into another one, or another one into it.
        let one_with = |axis: &Axis, others: &[Axis]| {
            others.iter().enumerate().find_map(|(m, other)| Some((m, axis.in_one(other)?)))
        };
        while let Some((m, longer)) = one_with(&axis, &axes[..count]) {
            axis = longer;
            axes.copy_within(m + 1..count, m);
            count -= 1;
        }
        axes[count] = axis;
        count += 1;
    }
    axes.split_at_mut(count).0
}

/// Sorts the loops of a product of matrices: the batch, the rows, the columns and the depth, each in the order of
/// the result, and then of the right operand. Gives where the rows, the columns and the depth begin.
pub(super) fn in_groups(axes: &mut [Axis]) -> [usize; 3] {
    sort(axes, &|axis| [axis.group() as usize, !axis.length(2), !axis.length(1)]);
    [Group::Batch, Group::Rows, Group::Columns]
        .map(|group| axes.partition_point(|axis| axis.group() as u8 <= group as u8))
}

/// Walks the other way where an operand is walked backwards. Gives where the other end of those loops is.
pub(super) fn turn_forwards(axes: &mut [Axis]) -> Offsets {
    let mut ends = [0; 3];
    for axis in axes {
        let [left, right, _] = axis.steps;
        if left < 0 || (left == 0 && right < 0) {
            ends = moved(ends, axis.steps, axis.extent.wrapping_sub(1));
            axis.steps = axis.steps.map(isize::wrapping_neg);
        }
    }
    ends
}

/// Whether a loop has no entry.
pub(super) fn are_empty(axes: &[Axis]) -> bool {
    axes.iter().any(|axis| axis.extent == 0)
}

/// The loops of the result, which stand first, and those that are summed.
pub(super) fn kept_and_summed(axes: &[Axis]) -> (&[Axis], &[Axis]) {
    axes.split_at(axes.iter().take_while(|axis| axis.is_kept).count())
}

/// How often the loops turn that move in the left operand (0), the right one (1) or the result (2).
pub(super) fn uses(axes: &[Axis], operand: usize) -> usize {
    turns(axes.iter().filter(|axis| axis.moves(operand)))
}

/// How often the loops turn in all.
pub(super) fn turns<'a>(axes: impl IntoIterator<Item = &'a Axis>) -> usize {
    axes.into_iter().fold(1, |turns, axis| turns.saturating_mul(axis.extent))
}

/// Whether they are a product of matrices whose rows, columns and depth are long enough to be worth copying.
pub(super) fn are_product(axes: &[Axis]) -> bool {
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

/// Calls `body` with the offsets of each index, from `at` on, the last loop fastest. The last loop stands here, around the
/// code of the body; what counts through the others is compiled once.
#[inline]
pub(super) fn each_index(axes: &[Axis], at: Offsets, body: &mut impl FnMut(Offsets)) {
    // One index is a loop as well, so that the body stands here once.
    let (last, outer) = axes.split_last().unwrap_or((&Axis::NONE, &[]));
    around(outer, at, &mut |mut at| {
        // Read once: what a body writes might be the loop, for all that the compiler knows.
        let Axis { extent, steps, .. } = *last;
        for _ in 0..extent {
            body(at);
            at = moved(at, steps, 1);
        }
    });
}

/// What is done at each index. (The table of a `dyn FnMut` holds the code of the closure twice.)
trait Body {
    fn run(&mut self, at: Offsets);
}

impl<F: FnMut(Offsets)> Body for F {
    #[inline]
    fn run(&mut self, at: Offsets) {
        self(at);
    }
}

/// As [`each_index`]. (Recursion goes no deeper than a plan has loops.)
fn around(axes: &[Axis], at: Offsets, body: &mut dyn Body) {
    let Some((first, rest)) = axes.split_first() else { return body.run(at) };
    for n in 0..first.extent {
        around(rest, moved(at, first.steps, n), body);
    }
}

/// The offsets of the `n`-th index, the last loop fastest: for code that keeps in registers what a body of [`each_index`] would keep in
/// memory.
pub(super) fn nth_index(axes: &[Axis], mut n: usize) -> Offsets {
    let mut at = [0; 3];
    for axis in axes.iter().rev() {
        at = moved(at, axis.steps, n % axis.extent);
        n /= axis.extent;
    }
    at
}

/// Sorts loops, of which there are few, by a key. Those of equal keys keep their order.
pub(super) fn sort(axes: &mut [Axis], key: &dyn Fn(&Axis) -> [usize; 3]) {
    for n in 1..axes.len() {
        // Most stand in order.
        if key(&axes[n - 1]) <= key(&axes[n]) {
            continue;
        }
        let at = axes[..n].partition_point(|axis| key(axis) <= key(&axes[n]));
        axes[at..=n].rotate_right(1);
    }
}
