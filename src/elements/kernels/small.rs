//! Small contractions whose plan the compiler knows: loops with constant bounds around straight code.
//!
//! One of the loops of the result becomes lanes, where possible one whose steps are of one element; one
//! other becomes rows. A tile of some rows by some lanes is summed in registers, so that rows share what they
//! read. All sizes are consts of the types: what a contraction does not need is never compiled.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel of const bounds: each loop counts below the lengths it indexes, and the plan turns few times"
)]

use core::mem::MaybeUninit;

use super::{Numbers, Offsets, Places, moved};
use crate::Scalar;
use crate::plan::{Loop, Plan};

/// Larger ones gain nothing from being known.
const MOST_TURNS: u128 = 1 << 16;

/// The most loops of a group.
const MOST_LOOPS: usize = 8;

/// The most elements that are copied for a tile, to be read in order.
const MOST_PACKED: usize = 512;

/// A small contraction, arranged for this kernel.
#[derive(Clone, Copy)]
pub(super) struct Small {
    /// The loops of the result but the two that follow.
    outer: Group,
    rows: Line,
    lanes: Line,
    /// The loops of the sums but the innermost.
    depth: Group,
    terms: Line,
    sums: bool,
    operands: usize,
    /// What is copied before it is read by many rows: the lanes of the left operand, or of the right one.
    packs: [bool; 2],
}

/// A loop.
#[derive(Clone, Copy)]
struct Line {
    extent: usize,
    steps: Offsets,
}

impl Line {
    const NONE: Self = Line { extent: 1, steps: [0; 3] };

    const fn of(each: &Loop) -> Self {
        Line { extent: each.extent, steps: [each.left, each.right, each.result] }
    }
}

/// Loops that are counted through as one, the last one fastest.
#[derive(Clone, Copy)]
struct Group {
    loops: [Line; MOST_LOOPS],
    len: usize,
    size: usize,
}

impl Group {
    const NONE: Self = Group { loops: [Line::NONE; MOST_LOOPS], len: 0, size: 1 };

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
    #[inline(always)]
    fn at(&self, n: usize) -> Offsets {
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
    /// The arrangement of a fused plan, if it is small.
    pub(super) const fn of(plan: Option<&Plan>) -> Option<Self> {
        let Some(plan) = plan else { return None };
        if plan.turns() > MOST_TURNS || plan.turns() == 0 {
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

/// A plan that the compiler knows.
pub(super) trait KnownPlan {
    /// The fused plan, if the types know it.
    const PLAN: Option<Plan>;
    /// If it is small.
    const SMALL: Option<Small> = Small::of(Self::PLAN.as_ref());
}

/// Runs `body` for each of `R` rows, without a loop: then each row is known, and kept in registers.
macro_rules! each_row {
    ($R:ident, |$row:ident| $body:block) => {
        each_row!(@ $R $row $body 0 1 2 3 4 5 6 7)
    };
    (@ $R:ident $row:ident $body:block $($number:literal)*) => {$(
        if const { $number < $R } {
            let $row: isize = $number;
            $body
        }
    )*};
}

/// What a contraction of such plans and numbers needs, all of it const.
struct Sizes<N, P>(core::marker::PhantomData<(N, P)>);

impl<N: Numbers, P: KnownPlan> Sizes<N, P> {
    const SMALL: Small = match P::SMALL {
        Some(small) => small,
        None => Small {
            outer: Group::NONE,
            rows: Line::NONE,
            lanes: Line::NONE,
            depth: Group::NONE,
            terms: Line::NONE,
            sums: false,
            operands: 1,
            packs: [false; 2],
        },
    };
    /// Elements in a vector register.
    const VECTOR: usize = {
        let bytes = if cfg!(target_feature = "avx512f") {
            64
        } else if cfg!(target_feature = "avx") {
            32
        } else {
            16
        };
        let size = size_of::<N::Sum>();
        if size == 0 || size >= bytes { 1 } else { bytes / size }
    };
    /// Registers for sums: no tile has more rows.
    const SUMS: usize = 8;
    const TERMS: usize = Self::SMALL.terms.extent * Self::SMALL.depth.size;
    const PACKS: bool = Self::SMALL.packs[0] || Self::SMALL.packs[1];

    /// The lanes of a tile: one vector, or more where there are no rows to fill the registers.
    const WIDEST: usize = match Self::VECTOR {
        _ if Self::SMALL.rows.extent <= 2 && Self::SMALL.sums => 16,
        lanes @ 4..=16 => lanes,
        0..4 => 4,
        _ => 16,
    };

    /// Whether all of it is straight code where it is called.
    const STRAIGHT: bool =
        Self::SMALL.outer.size * Self::SMALL.rows.extent * Self::SMALL.lanes.extent * Self::TERMS
            <= MOST_STRAIGHT;

    /// The rows of tiles of so many lanes.
    const fn rows(lanes: usize) -> usize {
        let rows = Self::SMALL.rows.extent;
        let most = match Self::SUMS / lanes.div_ceil(Self::VECTOR) {
            0 => 1,
            // Less than a vector: straight code, in which the compiler finds vectors across rows.
            _ if lanes < Self::VECTOR => 4,
            most => most,
        };
        rows.div_ceil(rows.div_ceil(most))
    }
}

/// The most products of straight code.
const MOST_STRAIGHT: usize = 128;

/// Runs a small plan. `ADDS` to what the result is, or writes it.
///
/// # Safety
/// `P` has a small plan. Each index in bounds of its loops leads to elements of the operands that can be read,
/// and to one of the result that can be written, and where it `ADDS` also be read. Nothing else reaches the
/// result.
#[inline(always)]
pub(super) unsafe fn run<N: Numbers, P: KnownPlan, const ADDS: bool>(places: Places<N>) {
    // SAFETY: the caller's promise.
    unsafe {
        if const { Sizes::<N, P>::STRAIGHT } {
            all_outer::<N, P, ADDS>(places);
        } else {
            apart::<N, P, ADDS>(places.left, places.right, places.result);
        }
    }
}

/// [`all_outer`], but not inlined: then the caller's result is written in place, where the compiler would
/// copy an array that loops have written.
///
/// # Safety
/// As [`run`].
#[inline(never)]
unsafe fn apart<N: Numbers, P: KnownPlan, const ADDS: bool>(
    left: *const N::Left,
    right: *const N::Right,
    result: *mut N::Result,
) {
    // SAFETY: the caller's promise.
    unsafe { all_outer::<N, P, ADDS>(Places { left, right, result }) }
}

/// All of it.
///
/// # Safety
/// As [`run`].
#[inline(always)]
unsafe fn all_outer<N: Numbers, P: KnownPlan, const ADDS: bool>(places: Places<N>) {
    let small = const { &Sizes::<N, P>::SMALL };
    let mut n = 0;
    while n < small.outer.size {
        // SAFETY: the caller's promise: each index of the outer loops, and then of the lanes.
        unsafe { all_lanes::<N, P, ADDS>(places.moved(small.outer.at(n))) };
        n += 1;
    }
}

/// All lanes of all rows from `places` on.
///
/// # Safety
/// As [`run`], for loops but the outer ones.
#[inline(always)]
unsafe fn all_lanes<N: Numbers, P: KnownPlan, const ADDS: bool>(places: Places<N>) {
    let small = const { &Sizes::<N, P>::SMALL };
    let widest = const { Sizes::<N, P>::WIDEST };
    macro_rules! of {
        ($at:expr, $lanes:expr; $($number:literal)*) => {$(
            if const { $number == $lanes } {
                // SAFETY: the caller's promise: the tiles lie side by side, within the lanes.
                unsafe { lanes::<N, P, $number, ADDS>(lane::<N, P>(places, $at)) };
            }
        )*};
    }
    let mut at = 0;
    while at + widest <= small.lanes.extent {
        of!(at, Sizes::<N, P>::WIDEST; 4 8 16);
        at += widest;
    }
    of!(at, Sizes::<N, P>::SMALL.lanes.extent % Sizes::<N, P>::WIDEST / 8 * 8; 8);
    of!(small.lanes.extent / 8 * 8, Sizes::<N, P>::SMALL.lanes.extent % Sizes::<N, P>::WIDEST / 4 % 2 * 4; 4);
    of!(small.lanes.extent / 4 * 4, Sizes::<N, P>::SMALL.lanes.extent % 4; 1 2 3);
}

#[inline(always)]
fn lane<N: Numbers, P: KnownPlan>(places: Places<N>, lane: usize) -> Places<N> {
    places.moved(moved([0; 3], const { Sizes::<N, P>::SMALL.lanes.steps }, lane))
}

#[inline(always)]
fn row_at<N: Numbers, P: KnownPlan>(places: Places<N>, row: usize) -> Places<N> {
    places.moved(moved([0; 3], const { Sizes::<N, P>::SMALL.rows.steps }, row))
}

/// `W` lanes of all rows.
///
/// # Safety
/// As [`run`], for the loops of rows and sums, and `W` lanes.
#[inline(always)]
unsafe fn lanes<N: Numbers, P: KnownPlan, const W: usize, const ADDS: bool>(places: Places<N>) {
    let small = const { &Sizes::<N, P>::SMALL };
    let mut room = [const { MaybeUninit::<N::Sum>::uninit() }; MOST_PACKED];
    let room = room.as_mut_ptr().cast::<N::Sum>();
    if const { Sizes::<N, P>::PACKS && Sizes::<N, P>::TERMS * W <= MOST_PACKED } {
        for n in 0..small.depth.size {
            let at = small.depth.at(n);
            for k in 0..small.terms.extent {
                let at = moved(at, small.terms.steps, k);
                for w in 0..W {
                    let at = places.moved(moved(at, small.lanes.steps, w));
                    let to = room.wrapping_add((n * small.terms.extent + k) * W + w);
                    // SAFETY: the caller's promise; there is room for so many terms.
                    unsafe {
                        to.write(if small.packs[0] {
                            N::left(*at.left)
                        } else {
                            N::right(*at.right)
                        });
                    }
                }
            }
        }
    }
    let height = const { Sizes::<N, P>::rows(W) };
    let mut row = 0;
    // SAFETY: the caller's promise: the tiles lie one below the other, within the rows.
    unsafe {
        while row + height <= small.rows.extent {
            rows::<N, P, W, ADDS, false>(row_at::<N, P>(places, row), room);
            row += height;
        }
        if const { !Sizes::<N, P>::SMALL.rows.extent.is_multiple_of(Sizes::<N, P>::rows(W)) } {
            rows::<N, P, W, ADDS, true>(row_at::<N, P>(places, row), room);
        }
    }
}

/// One tile: of as many rows as fit, or of the `LAST` ones.
///
/// # Safety
/// As [`tile`].
#[inline(always)]
unsafe fn rows<N: Numbers, P: KnownPlan, const W: usize, const ADDS: bool, const LAST: bool>(
    places: Places<N>,
    packed: *const N::Sum,
) {
    macro_rules! of {
        ($($rows:literal)*) => {$(
            if const {
                let rows = Sizes::<N, P>::rows(W);
                $rows == if LAST { Sizes::<N, P>::SMALL.rows.extent % rows } else { rows }
            } {
                // SAFETY: the caller's promise.
                unsafe { tile::<N, P, $rows, W, ADDS>(places, packed) };
            }
        )*};
    }
    of!(1 2 3 4 5 6 7 8);
}

/// `R` rows of `W` lanes, summed in registers.
///
/// # Safety
/// As [`run`], for the loops of sums, `R` rows and `W` lanes.
#[inline(always)]
unsafe fn tile<N: Numbers, P: KnownPlan, const R: usize, const W: usize, const ADDS: bool>(
    places: Places<N>,
    packed: *const N::Sum,
) {
    let small = const { &Sizes::<N, P>::SMALL };
    let mut sums = [[N::Sum::ZERO; W]; R];
    let mut n = 0;
    while n < small.depth.size {
        let from = places.moved(small.depth.at(n));
        let packed = packed.wrapping_add(n * small.terms.extent * W);
        let mut k = 0;
        // SAFETY: the caller's promise: terms below their number.
        unsafe {
            while k + UNROLLED <= small.terms.extent {
                terms::<N, P, R, W, UNROLLED>(&mut sums, from, packed, k);
                k += UNROLLED;
            }
            if const { Sizes::<N, P>::SMALL.terms.extent % UNROLLED == 1 } {
                terms::<N, P, R, W, 1>(&mut sums, from, packed, k);
            }
            if const { Sizes::<N, P>::SMALL.terms.extent % UNROLLED == 2 } {
                terms::<N, P, R, W, 2>(&mut sums, from, packed, k);
            }
            if const { Sizes::<N, P>::SMALL.terms.extent % UNROLLED == 3 } {
                terms::<N, P, R, W, 3>(&mut sums, from, packed, k);
            }
        }
        n += 1;
    }
    each_row!(R, |r| {
        let to = places.result.wrapping_offset(small.rows.steps[2] * r);
        // SAFETY: the caller's promise.
        unsafe { write_row::<N, P, W, ADDS>(&sums[r as usize], to) }
    });
}

/// How many terms stand in a row.
const UNROLLED: usize = 4;

/// Adds `K` terms, from the `k`-th on, to each sum.
///
/// # Safety
/// As [`tile`], for `K` terms.
#[inline(always)]
unsafe fn terms<N: Numbers, P: KnownPlan, const R: usize, const W: usize, const K: usize>(
    sums: &mut [[N::Sum; W]; R],
    places: Places<N>,
    packed: *const N::Sum,
    k: usize,
) {
    let mut w = 0;
    while w < W {
        // SAFETY: the caller's promise.
        unsafe {
            add_term::<N, P, R, W>(sums, places, packed, k, w);
            if const { K > 1 } {
                add_term::<N, P, R, W>(sums, places, packed, k + 1, w);
            }
            if const { K > 2 } {
                add_term::<N, P, R, W>(sums, places, packed, k + 2, w);
            }
            if const { K > 3 } {
                add_term::<N, P, R, W>(sums, places, packed, k + 3, w);
            }
        }
        w += 1;
    }
}

/// Adds the `k`-th term to the sums of a lane.
///
/// # Safety
/// As [`tile`].
#[inline(always)]
unsafe fn add_term<N: Numbers, P: KnownPlan, const R: usize, const W: usize>(
    sums: &mut [[N::Sum; W]; R],
    places: Places<N>,
    packed: *const N::Sum,
    k: usize,
    w: usize,
) {
    let small = const { &Sizes::<N, P>::SMALL };
    let packs = const { Sizes::<N, P>::PACKS && Sizes::<N, P>::TERMS * W <= MOST_PACKED };
    let offset = |operand: usize| {
        small.terms.steps[operand] * k.cast_signed() + small.lanes.steps[operand] * w.cast_signed()
    };
    let (left, right) =
        (places.left.wrapping_offset(offset(0)), places.right.wrapping_offset(offset(1)));
    let packed = packed.wrapping_add(k * W + w);
    each_row!(R, |r| {
        // SAFETY: the caller's promise.
        let product = unsafe {
            let left = if packs && small.packs[0] {
                *packed
            } else {
                N::left(*left.wrapping_offset(small.rows.steps[0] * r))
            };
            if small.operands == 2 {
                left.times(if packs && small.packs[1] {
                    *packed
                } else {
                    N::right(*right.wrapping_offset(small.rows.steps[1] * r))
                })
            } else {
                left
            }
        };
        let sum = &mut sums[r as usize][w];
        // A sum of one term is that term.
        *sum = if small.sums { sum.plus(product) } else { product };
    });
}

/// Writes each lane of a row.
///
/// # Safety
/// As [`run`], for `W` lanes.
#[inline(always)]
unsafe fn write_row<N: Numbers, P: KnownPlan, const W: usize, const ADDS: bool>(
    sums: &[N::Sum; W],
    to: *mut N::Result,
) {
    let small = const { &Sizes::<N, P>::SMALL };
    let mut w = 0;
    while w < W {
        let to = to.wrapping_offset(small.lanes.steps[2] * w.cast_signed());
        // SAFETY: the caller's promise.
        unsafe {
            let sum = if ADDS { N::so_far(*to).plus(sums[w]) } else { sums[w] };
            to.write(N::result(sum));
        }
        w += 1;
    }
}
