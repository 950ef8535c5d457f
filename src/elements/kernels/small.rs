//! Small contractions whose plan the compiler knows: loops with constant bounds around straight code.
//!
//! One of the loops of the result becomes lanes, where possible one whose steps are of one element; one
//! other becomes rows. A tile of some rows by some lanes is summed in registers, so that rows share what they
//! read. All sizes are consts of the types, in `sizes`: what a contraction does not need is never compiled. Tiles of floats are
//! added up by `vectors` of the processor: those that the program is compiled for, or where these are narrow, those that the
//! processor is asked for.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel of const bounds: each loop counts below the lengths it indexes, and the plan turns few times"
)]

mod sizes;
#[cfg(all(target_arch = "x86_64", not(plain_kernels)))]
mod vectors;

use core::hint::black_box;
#[cfg(not(plain_kernels))]
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use self::sizes::{MOST_PACKED, Sizes, Tiles};
use super::arranged::Small;
#[cfg(not(plain_kernels))]
use super::processor::{Processor, WIDE, Work, can_be_wide, run_for};
use super::{COMPILED, Numbers, Places, moved};
use crate::Scalar;
use crate::plan::Plan;

/// A plan that the compiler knows.
pub(super) trait KnownPlan {
    /// The fused plan, if the types know it.
    const PLAN: Option<Plan>;
    /// If it is small.
    const SMALL: Option<Small> = Small::of(Self::PLAN.as_ref(), false, COMPILED);
    /// The bytes of the vectors that it is run by, which the processor has.
    const VECTOR: usize = COMPILED;
}

/// The bytes of the widest vectors by which products of such numbers may be run here.
#[cfg_attr(
    plain_kernels,
    allow(clippy::extra_unused_type_parameters, reason = "for kernels that are not compiled")
)]
pub(super) const fn vector_of<T: Scalar>() -> usize {
    #[cfg(not(plain_kernels))]
    if super::vectors::is_float::<T>() && can_be_wide::<T>() {
        return WIDE;
    }
    COMPILED
}

/// The same by [`WIDE`] vectors, where the program is compiled for narrower ones.
#[cfg(not(plain_kernels))]
struct Widely<P>(PhantomData<P>);

#[cfg(not(plain_kernels))]
impl<P: KnownPlan> KnownPlan for Widely<P> {
    const PLAN: Option<Plan> = P::PLAN;
    const SMALL: Option<Small> = P::SMALL;
    const VECTOR: usize = WIDE;
}

/// Runs a small plan. `ADDS` to what the result is, or writes it.
///
/// # Safety
/// `P` has a small plan. For its loops *reads*, *writes* and *alone* hold, as [`general::run`](super::general::run)
/// names them.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) unsafe fn run<N: Numbers, P: KnownPlan, const ADDS: bool>(places: Places<N>) {
    #[cfg(not(plain_kernels))]
    if const { asks::<N, P>() } && Processor::has_wide() {
        let all = All::<N, Widely<P>, ADDS>(places, PhantomData);
        // SAFETY: the promises are the caller's, and the processor has these vectors.
        return unsafe { run_for::<WIDE, _>(all, &mut ()) };
    }
    // SAFETY: the promises are the caller's.
    unsafe { run_compiled::<N, P, ADDS>(places) }
}

/// Whether it is worth it to ask the processor for wider vectors than those that the program is compiled for.
#[cfg(not(plain_kernels))]
pub(super) const fn asks<N: Numbers, P: KnownPlan>() -> bool {
    can_be_wide::<N::Sum>() && !Sizes::<N, P>::STRAIGHT && Sizes::<N, Widely<P>>::ACROSS.is_some()
}

/// The same, by the vectors that the program is compiled for.
///
/// # Safety
/// As [`run`].
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) unsafe fn run_compiled<N: Numbers, P: KnownPlan, const ADDS: bool>(places: Places<N>) {
    let all = const {
        if Sizes::<N, P>::STRAIGHT { straight::<N, P, ADDS> } else { apart::<N, P, ADDS> }
    };
    // SAFETY: what is inlined or not has the same places, for which the caller promises *reads*, *writes* and *alone*.
    unsafe { all(places.left, places.right, places.result) };
}

/// [`all_outer`], compiled for wider vectors than all else.
#[cfg(not(plain_kernels))]
struct All<N: Numbers, P, const ADDS: bool>(Places<N>, PhantomData<P>);

/// As [`run`].
#[cfg(not(plain_kernels))]
impl<N: Numbers, P: KnownPlan, const ADDS: bool> Work for All<N, P, ADDS> {
    type Sum = N::Sum;
    type Output = ();
    const WIDEST: usize = WIDE;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn run<const VECTOR: usize>(self, (): &mut ()) {
        // SAFETY: the promises are the caller's.
        unsafe { all_outer::<N, P, ADDS>(self.0) }
    }
}

/// [`all_outer`], inlined.
///
/// # Safety
/// As [`run`].
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn straight<N: Numbers, P: KnownPlan, const ADDS: bool>(
    left: *const N::Left,
    right: *const N::Right,
    result: *mut N::Result,
) {
    // SAFETY: the pointers are those of the caller's places.
    unsafe { all_outer::<N, P, ADDS>(Places { left, right, result }) }
}

/// The same, but not inlined: then the caller's result is written in place, where the compiler would
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
    // SAFETY: the pointers are those of the caller's places.
    unsafe { all_outer::<N, P, ADDS>(Places { left, right, result }) }
}

/// All of it.
///
/// # Safety
/// As [`run`].
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn all_outer<N: Numbers, P: KnownPlan, const ADDS: bool>(places: Places<N>) {
    let small = const { &Sizes::<N, P>::SMALL };
    let mut n = 0;
    while n < small.outer.size {
        let at = small.outer.at(if const { Sizes::<N, P>::APART } { black_box(n) } else { n });
        // SAFETY: `n` counts through all indices of the outer loops; the promises hold for each of them.
        unsafe { all_lanes::<N, P, ADDS>(places.moved(at)) };
        n += 1;
    }
}

/// All lanes of all rows from `places` on.
///
/// # Safety
/// As [`run`], for the loops of rows, lanes and sums.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn all_lanes<N: Numbers, P: KnownPlan, const ADDS: bool>(places: Places<N>) {
    macro_rules! each_tile {
        ($($tiles:literal)*) => {$({
            let Tiles { first_lane, width, count } = const { Sizes::<N, P>::TILES[$tiles] };
            let tile = const { tiles_of::<N, P, $tiles, ADDS>() };
            let mut n = 0;
            while n < count {
                // SAFETY: the tiles cover the lanes and no more, so that these are `width` lanes from there on.
                unsafe { tile(lane::<N, P>(places, first_lane + n * width)) };
                n += 1;
            }
        })*};
    }
    each_tile!(0 1 2 3);
}

#[cfg_attr(not(unoptimized), inline(always))]
fn lane<N: Numbers, P: KnownPlan>(places: Places<N>, lane: usize) -> Places<N> {
    places.moved(moved([0; 3], const { Sizes::<N, P>::SMALL.lanes.steps }, lane))
}

#[cfg_attr(not(unoptimized), inline(always))]
fn row_at<N: Numbers, P: KnownPlan>(places: Places<N>, row: usize) -> Places<N> {
    places.moved(moved([0; 3], const { Sizes::<N, P>::SMALL.rows.steps }, row))
}

/// The code for a tile at places, whose terms may be packed.
type Tile<N> = unsafe fn(Places<N>, *const <N as Numbers>::Sum);

/// The code for the tiles of this place among [`Sizes::TILES`]. Chosen by a constant and not by a branch: what stands in a function is looked
/// at by the compiler, constants and all, also where no branch leads to it.
const fn tiles_of<N: Numbers, P: KnownPlan, const TILES: usize, const ADDS: bool>()
-> unsafe fn(Places<N>) {
    let width = Sizes::<N, P>::TILES[TILES].width;
    #[cfg(all(target_arch = "x86_64", not(plain_kernels)))]
    if Sizes::<N, P>::ACROSS.is_some() && width > 0 {
        return vectors::lanes_of::<N, P, TILES, ADDS>();
    }
    lanes_of::<N, P, ADDS>(width)
}

/// The code for tiles of so many lanes, as [`tiles_of`].
#[allow(clippy::panic, reason = "evaluated by the compiler alone")]
const fn lanes_of<N: Numbers, P: KnownPlan, const ADDS: bool>(
    width: usize,
) -> unsafe fn(Places<N>) {
    match width {
        // There is no such tile.
        0 => no_lanes,
        1 => lanes::<N, P, 1, ADDS>,
        2 => lanes::<N, P, 2, ADDS>,
        3 => lanes::<N, P, 3, ADDS>,
        4 => lanes::<N, P, 4, ADDS>,
        8 => lanes::<N, P, 8, ADDS>,
        16 => lanes::<N, P, 16, ADDS>,
        _ => panic!("there is code for each tile"),
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn no_lanes<N: Numbers>(_: Places<N>) {}

/// `W` lanes of all rows.
///
/// # Safety
/// As [`run`], for the loops of rows and sums, and `W` lanes.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn lanes<N: Numbers, P: KnownPlan, const W: usize, const ADDS: bool>(places: Places<N>) {
    let mut room = [const { MaybeUninit::<N::Sum>::uninit() }; MOST_PACKED];
    let room = room.as_mut_ptr().cast::<N::Sum>();
    if const { Sizes::<N, P>::packs(W) } {
        // SAFETY: there are `W` lanes, and room for their terms.
        unsafe { pack::<N, P>(places, W, room) };
    }
    let height = const { Sizes::<N, P>::rows(W) };
    let tile = const { tile_of::<N, P, W, ADDS>(Sizes::<N, P>::rows(W)) };
    let last = const { last_of::<N, P, W, ADDS>() };
    // SAFETY: if terms are packed, all of them were just written to the room.
    unsafe { all_rows::<N, P>(places, room, (height, tile), last) };
}

/// Copies the terms of so many lanes, each row of lanes behind the one before.
///
/// # Safety
/// *reads*, as [`run`], of the loops of sums and so many lanes, of an operand that does not move along the rows. There is room for
/// so many of each term.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn pack<N: Numbers, P: KnownPlan>(places: Places<N>, lanes: usize, room: *mut N::Sum) {
    let small = const { &Sizes::<N, P>::SMALL };
    for n in 0..small.depth.size {
        let at = small.depth.at(n);
        for k in 0..small.terms.extent {
            let at = moved(at, small.terms.steps, k);
            for w in 0..lanes {
                let at = places.moved(moved(at, small.lanes.steps, w));
                let to = room.wrapping_add((n * small.terms.extent + k) * lanes + w);
                // SAFETY: *reads*, at row 0, a lane below their number and a term of the sums, for which there is room.
                unsafe {
                    to.write(if small.packs[0] { N::left(*at.left) } else { N::right(*at.right) });
                }
            }
        }
    }
}

/// Runs the code for tiles of so many rows, from the first row on, and that for what is left of the rows.
///
/// # Safety
/// As [`lanes`], of the lanes of those tiles, whose terms are in the room if they are packed. What is left of the rows has
/// code for as many.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn all_rows<N: Numbers, P: KnownPlan>(
    places: Places<N>,
    room: *const N::Sum,
    (height, tile): (usize, Tile<N>),
    last: Option<Tile<N>>,
) {
    let mut row = 0;
    // SAFETY: each tile begins where the one above ends, and the last one is as high as what is left of the rows.
    unsafe {
        while row + height <= const { Sizes::<N, P>::SMALL.rows.extent } {
            tile(row_at::<N, P>(places, row), room);
            row += height;
        }
        if let Some(last) = last {
            last(row_at::<N, P>(places, row), room);
        }
    }
}

/// The code for a tile of so many rows, as [`tiles_of`].
#[allow(clippy::panic, reason = "evaluated by the compiler alone")]
const fn tile_of<N: Numbers, P: KnownPlan, const W: usize, const ADDS: bool>(
    rows: usize,
) -> Tile<N> {
    match rows {
        1 => tile::<N, P, 1, W, ADDS>,
        2 => tile::<N, P, 2, W, ADDS>,
        3 => tile::<N, P, 3, W, ADDS>,
        4 => tile::<N, P, 4, W, ADDS>,
        5 => tile::<N, P, 5, W, ADDS>,
        6 => tile::<N, P, 6, W, ADDS>,
        7 => tile::<N, P, 7, W, ADDS>,
        8 => tile::<N, P, 8, W, ADDS>,
        _ => panic!("there is code for each tile"),
    }
}

/// The code for the last tile, if it has fewer rows than the others.
const fn last_of<N: Numbers, P: KnownPlan, const W: usize, const ADDS: bool>() -> Option<Tile<N>> {
    match Sizes::<N, P>::last_rows(W) {
        Some(rows) => Some(tile_of::<N, P, W, ADDS>(rows)),
        None => None,
    }
}

/// `R` rows of `W` lanes, summed in registers.
///
/// # Safety
/// As [`run`], for the loops of sums, `R` rows and `W` lanes. If terms are packed, `packed` leads to `TERMS * W` of
/// them.
#[cfg_attr(not(unoptimized), inline(always))]
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
        // SAFETY: `k` and the `UNROLLED` or fewer terms from it on are below the number of terms.
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
        // SAFETY: *writes* and *alone* of `W` lanes of a row below `R`.
        unsafe { write_row::<N, P, W, ADDS>(&sums[r as usize], to) }
    });
}

/// How many terms stand in a row.
const UNROLLED: usize = 4;

/// Adds `K` terms, from the `k`-th on, to each sum.
///
/// # Safety
/// As [`tile`], where the innermost loop has `K` terms from `k` on.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn terms<N: Numbers, P: KnownPlan, const R: usize, const W: usize, const K: usize>(
    sums: &mut [[N::Sum; W]; R],
    places: Places<N>,
    packed: *const N::Sum,
    k: usize,
) {
    let mut w = 0;
    while w < W {
        // SAFETY: the terms are below `k + K`, and the lane is below `W`.
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
/// As [`tile`], where the innermost loop has a term `k`, and `w` is below `W`.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn add_term<N: Numbers, P: KnownPlan, const R: usize, const W: usize>(
    sums: &mut [[N::Sum; W]; R],
    places: Places<N>,
    packed: *const N::Sum,
    k: usize,
    w: usize,
) {
    let small = const { &Sizes::<N, P>::SMALL };
    let packs = const { Sizes::<N, P>::packs(W) };
    let offset = |operand: usize| {
        small.terms.steps[operand] * k.cast_signed() + small.lanes.steps[operand] * w.cast_signed()
    };
    let (left, right) =
        (places.left.wrapping_offset(offset(0)), places.right.wrapping_offset(offset(1)));
    let packed = packed.wrapping_add(k * W + w);
    each_row!(R, |r| {
        // SAFETY: *reads* of row `r` below `R`, lane `w` and term `k`; what is packed for that lane and term has been
        // written.
        let [left, right] = unsafe {
            [
                if packs && small.packs[0] {
                    *packed
                } else {
                    N::left(*left.wrapping_offset(small.rows.steps[0] * r))
                },
                if small.operands != 2 {
                    N::Sum::ZERO
                } else if packs && small.packs[1] {
                    *packed
                } else {
                    N::right(*right.wrapping_offset(small.rows.steps[1] * r))
                },
            ]
        };
        let sum = &mut sums[r as usize][w];
        if const { Sizes::<N, P>::FUSES } {
            *sum = N::plus_product(*sum, left, right);
        } else {
            let product = if small.operands == 2 { left.times(right) } else { left };
            // A sum of one term is that term.
            *sum = if small.sums { sum.plus(product) } else { product };
        }
    });
}

/// Writes each lane of a row.
///
/// # Safety
/// *writes* and *alone*, as [`run`], for `W` lanes from `to` on.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn write_row<N: Numbers, P: KnownPlan, const W: usize, const ADDS: bool>(
    sums: &[N::Sum; W],
    to: *mut N::Result,
) {
    let small = const { &Sizes::<N, P>::SMALL };
    let mut w = 0;
    while w < W {
        let to = to.wrapping_offset(small.lanes.steps[2] * w.cast_signed());
        // SAFETY: `w` is below `W`: *writes*, which where this `ADDS` has that the element is initialised.
        unsafe {
            let sum = if ADDS { N::so_far(*to).plus(sums[w]) } else { sums[w] };
            to.write(N::result(sum));
        }
        w += 1;
    }
}
