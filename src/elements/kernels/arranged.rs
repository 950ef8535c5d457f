//! How the loops of a small contraction are arranged for the kernel of such: at compile time.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes, and the plan turns few times"
)]

use super::{COMPILED, Offsets, moved};
use crate::plan::{Class, Loop, Plan};

/// Larger ones gain nothing from being known.
const MOST_TURNS: u128 = 1 << 16;

/// The same of a product of matrices, where the vectors of the code here have so many bytes. Where they are narrow, what is not tiny
/// is faster by those that `general` asks the processor for; where they were asked for too, `general` may have found wider ones.
const fn most_turns_of_product(vector: usize) -> u128 {
    match (COMPILED >= 32, vector >= 32) {
        (true, _) => MOST_TURNS,
        (false, true) => 1 << 14,
        (false, false) => 1 << 11,
    }
}

/// The same of each of many products, those of a batch.
const MOST_TURNS_OF_MANY: u128 = 1 << 15;

/// The most loops of a group.
const MOST_LOOPS: usize = 8;

/// A small contraction, arranged for this kernel.
#[derive(Clone, Copy)]
pub(super) struct Small {
    /// The loops of the result but the two that follow.
    pub(super) outer: Group,
    pub(super) rows: Line,
    pub(super) lanes: Line,
    /// The loops of the sums but the innermost.
    pub(super) depth: Group,
    pub(super) terms: Line,
    pub(super) sums: bool,
    pub(super) operands: usize,
    /// What is copied before it is read by many rows: the lanes of the left operand, or of the right one.
    pub(super) packs: [bool; 2],
}

/// A loop.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) extent: usize,
    pub(super) steps: Offsets,
}

impl Line {
    pub(super) const NONE: Self = Line { extent: 1, steps: [0; 3] };

    const fn of(each: &Loop) -> Self {
        Line { extent: each.extent, steps: [each.left, each.right, each.result] }
    }
}

/// Loops that are counted through as one, the last one fastest.
#[derive(Clone, Copy)]
pub(super) struct Group {
    loops: [Line; MOST_LOOPS],
    len: usize,
    pub(super) size: usize,
}

impl Group {
    pub(super) const NONE: Self = Group { loops: [Line::NONE; MOST_LOOPS], len: 0, size: 1 };

    /// All loops but two; nothing if there are too many.
    const fn all_but(loops: &[Loop], one: usize, other: usize) -> Option<Self> {
        let mut group = Group::NONE;
        let mut n = 0;
        while n < loops.len() {
            if n != one && n != other {
                if group.len == MOST_LOOPS {
                    return None;
                }
                group.loops[group.len] = Line::of(&loops[n]);
                group.len += 1;
                group.size *= loops[n].extent;
            }
            n += 1;
        }
        Some(group)
    }

    /// The offsets of the `n`-th index.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn at(&self, n: usize) -> Offsets {
        let (mut at, mut rest) = ([0; 3], n);
        for k in (0..self.len).rev() {
            let Line { extent, steps } = self.loops[k];
            if k == 0 {
                return moved(at, steps, rest);
            }
            at = moved(at, steps, rest % extent);
            rest /= extent;
        }
        at
    }
}

impl Small {
    /// The arrangement of a fused plan, if it is small, or of many small products that are not shared out, for vectors of so many
    /// bytes.
    pub(super) const fn of(plan: Option<&Plan>, is_shared: bool, vector: usize) -> Option<Self> {
        let Some(plan) = plan else { return None };
        let most_of_product = most_turns_of_product(vector);
        let turns = plan.iterations();
        let is_small = match turns_of_product(plan) {
            None => turns <= MOST_TURNS,
            Some(each) if turns <= MOST_TURNS => each <= most_of_product,
            Some(each) => each <= most_of_product && each <= MOST_TURNS_OF_MANY && !is_shared,
        };
        if turns == 0 || !is_small {
            return None;
        }
        // Few long sums are made faster where several of their terms are added up at a time.
        let elements = plan.elements();
        if elements < 8 && plan.iterations() / elements > 64 {
            return None;
        }
        let (kept, summed) = (plan.kept(), plan.summed());
        let none = usize::MAX;
        let (mut lanes, mut n) = (none, 0);
        while n < kept.len() {
            if lanes == none || fitness(&kept[n]) >= fitness(&kept[lanes]) {
                lanes = n;
            }
            n += 1;
        }
        let (mut rows, mut n) = (none, 0);
        while n < kept.len() {
            if n != lanes
                && (rows == none
                    || sharing(&kept[n], &kept[lanes]) >= sharing(&kept[rows], &kept[lanes]))
            {
                rows = n;
            }
            n += 1;
        }
        let terms = if summed.is_empty() { none } else { summed.len() - 1 };
        let (Some(outer), Some(depth)) =
            (Group::all_but(kept, lanes, rows), Group::all_but(summed, terms, none))
        else {
            return None;
        };
        let mut small = Small {
            outer,
            rows: line(kept, rows),
            lanes: line(kept, lanes),
            depth,
            terms: line(summed, terms),
            sums: !summed.is_empty(),
            operands: plan.operands(),
            packs: [false; 2],
        };
        let mut operand = 0;
        while operand < 2 {
            small.packs[operand] = small.operands == 2
                && small.terms.extent * small.depth.size > 1
                && small.lanes.extent > 1
                && small.lanes.steps[operand].unsigned_abs() > 1
                && small.rows.steps[operand] == 0
                && small.rows.extent > 2;
            operand += 1;
        }
        Some(small)
    }
}

/// The turns of a product of matrices, or of each where there are many: one for each index of the labels that both operands and the
/// result have.
const fn turns_of_product(plan: &Plan) -> Option<u128> {
    let (loops, mut turns, mut n) = (plan.loops(), 1, 0);
    let (mut has_rows, mut has_columns, mut has_sums) = (false, false, false);
    while n < loops.len() {
        let class = loops[n].class;
        has_rows |= matches!(class, Class::LeftFree);
        has_columns |= matches!(class, Class::RightFree);
        has_sums |= matches!(class, Class::Contracted);
        if !matches!(class, Class::Batch) {
            turns *= loops[n].extent as u128;
        }
        n += 1;
    }
    if has_rows && has_columns && has_sums { Some(turns) } else { None }
}

const fn line(loops: &[Loop], n: usize) -> Line {
    if n < loops.len() { Line::of(&loops[n]) } else { Line::NONE }
}

/// How well a loop does as lanes.
const fn fitness(each: &Loop) -> usize {
    let reads =
        (each.left == 0 || each.left == 1) as usize + (each.right == 0 || each.right == 1) as usize;
    let writes = each.result == 1;
    2 * reads + 3 * writes as usize
}

/// How well a loop does as rows of these lanes: what varies along the lanes is best shared by all rows.
const fn sharing(each: &Loop, lanes: &Loop) -> usize {
    ((lanes.left != 0 && each.left == 0) || (lanes.right != 0 && each.right == 0)) as usize
}
