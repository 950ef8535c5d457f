//! Small contractions whose plan the compiler knows: straight code, or loops with constant bounds.
//!
//! One of the loops that the result has, where possible one whose steps are of one element, becomes lanes, up
//! to 64 bytes of them; all other loops of the result are rows. Up to four rows at a time are summed in
//! registers, so that what they share is read once. The compiler unrolls what is short.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel of const bounds: each loop counts below the lengths it indexes, and the plan turns few times"
)]

use super::{Numbers, Offsets, Places, moved};
use crate::Scalar;
use crate::plan::{Loop, Plan};

/// Larger ones gain nothing from being known.
const MOST_TURNS: u128 = 1 << 16;

/// The most loops of a group.
const MOST_LOOPS: usize = 8;

/// A small contraction, arranged for this kernel.
#[derive(Clone, Copy)]
pub(super) struct Small {
    /// The loops of the result but the one of the lanes.
    rows: Group,
    lanes: usize,
    lane_steps: Offsets,
    /// The loops of the sums.
    depth: Group,
    operands: usize,
}

/// Loops that are counted through as one, the last one fastest.
#[derive(Clone, Copy)]
struct Group {
    loops: [(usize, Offsets); MOST_LOOPS],
    len: usize,
    size: usize,
}

impl Group {
    const NONE: Self = Group { loops: [(1, [0; 3]); MOST_LOOPS], len: 0, size: 1 };

    /// Adds a loop; gives whether there was room.
    const fn push(&mut self, each: &Loop) -> bool {
        if self.len == MOST_LOOPS {
            return false;
        }
        self.loops[self.len] = (each.extent, steps(each));
        self.len += 1;
        self.size *= each.extent;
        true
    }

    /// The offsets of the `n`-th index.
    #[inline(always)]
    fn at(&self, n: usize) -> Offsets {
        if self.len == 1 {
            return moved([0; 3], self.loops[0].1, n);
        }
        let (mut at, mut rest) = ([0; 3], n);
        for k in (0..self.len).rev() {
            let (extent, steps) = self.loops[k];
            at = moved(at, steps, rest % extent);
            rest /= extent;
        }
        at
    }
}

const fn steps(each: &Loop) -> Offsets {
    [each.left, each.right, each.result]
}

impl Small {
    /// The arrangement of a fused plan, if it is small.
    pub(super) const fn of(plan: Option<&Plan>) -> Option<Self> {
        let Some(plan) = plan else { return None };
        if plan.turns() > MOST_TURNS || plan.turns() == 0 {
            return None;
        }
        let (kept, summed) = (plan.kept(), plan.summed());
        let mut lanes = 0;
        let mut n = 1;
        while n < kept.len() {
            if fitness(&kept[n]) >= fitness(&kept[lanes]) {
                lanes = n;
            }
            n += 1;
        }
        let mut small = Small {
            rows: Group::NONE,
            lanes: 1,
            lane_steps: [0; 3],
            depth: Group::NONE,
            operands: plan.operands(),
        };
        let mut n = 0;
        while n < kept.len() {
            if n == lanes {
                small.lanes = kept[n].extent;
                small.lane_steps = steps(&kept[n]);
            } else if !small.rows.push(&kept[n]) {
                return None;
            }
            n += 1;
        }
        let mut n = 0;
        while n < summed.len() {
            if !small.depth.push(&summed[n]) {
                return None;
            }
            n += 1;
        }
        Some(small)
    }
}

/// How well a loop does as lanes: operands are read more often than results are written.
const fn fitness(each: &Loop) -> usize {
    let reads = (each.left == 0 || each.left == 1) && (each.right == 0 || each.right == 1);
    let writes = each.result == 1;
    4 * reads as usize + 2 * writes as usize
}

/// A plan that the compiler knows.
pub(super) trait KnownPlan {
    /// The fused plan, if the types know it.
    const PLAN: Option<Plan>;
    /// If it is small.
    const SMALL: Option<Small> = Small::of(Self::PLAN.as_ref());
}

/// Runs a small plan. `ADDS` to what the result is, or writes it.
///
/// # Safety
/// Each index in bounds of the loops of the plan leads to elements of the operands that can be read, and to
/// one of the result that can be written, and where it `ADDS` also be read. Nothing else reaches the result.
#[inline(always)]
pub(super) unsafe fn run<N: Numbers, const ADDS: bool>(small: &'static Small, places: Places<N>) {
    let mut row = 0;
    while row + 4 <= small.rows.size {
        // SAFETY: the caller's promise: the rows are below their number.
        unsafe { rows::<N, 4, ADDS>(small, places, row) };
        row += 4;
    }
    while row < small.rows.size {
        // SAFETY: as above.
        unsafe { rows::<N, 1, ADDS>(small, places, row) };
        row += 1;
    }
}

/// `R` rows: all their lanes.
///
/// # Safety
/// As [`run`]; there are `R` rows from `row` on.
#[inline(always)]
unsafe fn rows<N: Numbers, const R: usize, const ADDS: bool>(
    small: &'static Small,
    places: Places<N>,
    row: usize,
) {
    let mut lane = 0;
    // SAFETY: the caller's promise: the lanes are below their number.
    unsafe {
        if size_of::<N::Sum>() <= 4 {
            while lane + 16 <= small.lanes {
                tile::<N, R, 16, ADDS>(small, places, row, lane);
                lane += 16;
            }
        }
        while lane + 8 <= small.lanes {
            tile::<N, R, 8, ADDS>(small, places, row, lane);
            lane += 8;
        }
        while lane + 4 <= small.lanes {
            tile::<N, R, 4, ADDS>(small, places, row, lane);
            lane += 4;
        }
        while lane < small.lanes {
            tile::<N, R, 1, ADDS>(small, places, row, lane);
            lane += 1;
        }
    }
}

/// `R` rows of `W` lanes, summed in registers.
///
/// # Safety
/// As [`run`]; there are `R` rows from `row` on, and `W` lanes from `lane` on.
#[inline(always)]
unsafe fn tile<N: Numbers, const R: usize, const W: usize, const ADDS: bool>(
    small: &'static Small,
    places: Places<N>,
    row: usize,
    lane: usize,
) {
    let starts: [Offsets; R] =
        core::array::from_fn(|r| moved(small.rows.at(row + r), small.lane_steps, lane));
    let mut sums = [[N::Sum::ZERO; W]; R];
    for k in 0..small.depth.size {
        let [left, right, _] = small.depth.at(k);
        for r in 0..R {
            for w in 0..W {
                let at = moved(moved(starts[r], small.lane_steps, w), [left, right, 0], 1);
                let at = places.moved(at);
                // SAFETY: the caller's promise.
                let product = unsafe {
                    let factor = N::left(*at.left);
                    if small.operands == 2 { factor.times(N::right(*at.right)) } else { factor }
                };
                sums[r][w] = if small.depth.len == 0 { product } else { sums[r][w].plus(product) };
            }
        }
    }
    for r in 0..R {
        for w in 0..W {
            let at = places.moved(moved(starts[r], small.lane_steps, w)).result;
            // SAFETY: the caller's promise.
            unsafe {
                let sum = sums[r][w];
                let sum = if ADDS { N::so_far(*at).plus(sum) } else { sum };
                at.write(N::result(sum));
            }
        }
    }
}
