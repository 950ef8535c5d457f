//! The walk along the loops of a [`Nest`]: a body is given all rows of its operands.
//!
//! What is a loop here, or the row of a body, is always inlined, but where nothing is optimized: such a build would
//! only hold its code several times.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: loops count below the rank, which is at most 12; places that may pass the end wrap"
)]

use core::hint::black_box;
use core::ops::Range;

use crate::nest::{Loop, MOST, Nest, Operands, Steps, Way};

/// What is known of the steps of a row, for versions of its loop that the compiler can vectorise. With `cfg(one_pace)`,
/// all rows are those at [`ANY`](pace::ANY), but for what types know to be dense, and for sums, which are the same to the bit.
pub(in crate::elements) mod pace {
    /// Nothing.
    pub(in crate::elements) const ANY: u8 = 0;
    /// Each operand goes to the next element of its memory.
    pub(in crate::elements) const NEXT: u8 = 1;
    /// Each operand goes to the next element of its memory, or stays, as along a broadcast mode.
    pub(in crate::elements) const NEXT_OR_STAY: u8 = 2;
    /// Nothing of the steps; all rows together have so few elements that a body need not prepare for many.
    pub(in crate::elements) const SHORT: u8 = 3;

    /// The step of an operand, as far as it is known.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(in crate::elements) fn known<const PACE: u8>(step: isize) -> isize {
        match PACE {
            NEXT => 1,
            NEXT_OR_STAY if step == 0 => 0,
            NEXT_OR_STAY => 1,
            _ => step,
        }
    }
}

/// What is done along a row: with elements that are one step apart.
pub(in crate::elements) trait Body<S: Steps, A> {
    /// Whether rows in which some operands stay are worth code of their own, which makes a version for each that may.
    const HAS_STAYS: bool = true;

    /// Whether rows at the pace [`SHORT`](pace::SHORT) have code of their own. Else they are those at [`ANY`](pace::ANY), which is
    /// compiled once for both.
    const HAS_SHORT: bool = false;

    /// Whether few rows of three elements are worth code of their own: those of windows of 3 x 3, where counting takes as long as
    /// what is done.
    const HAS_TRIPLES: bool = false;

    /// Whether there is code for loops that the rank cannot have. Around those the compiler asks for the length of rows before all
    /// loops; else it asks at each row that is folded, and loads the first element apart from its vector.
    const HAS_ALL_LOOPS: bool = false;

    /// Called once before the first row, with the step of all rows and how many elements each has: `None` where that differs,
    /// tile by tile.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn begin(&mut self, _: S::Step, _: Option<usize>) {}

    /// # Safety
    /// Each operand has `count` elements from the place on, one step apart, of the [pace](pace) that is said; they can be
    /// read, and those of the target of the body written.
    unsafe fn row<const PACE: u8>(
        &mut self,
        all: A,
        place: &S::Place,
        step: S::Step,
        count: usize,
    ) -> A;

    /// Whether the rows that are left change nothing.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn is_done(&self, _: &A) -> bool {
        false
    }
}

/// The lengths of rows that, though known, are kept from the compiler where there are several rows. It would write out the
/// row, and then make vectors of elements of different rows, which takes five times as long. Longer rows stay loops, and
/// where it knows how far they go it reads with a stride without gathering, which takes a third of the time.
const HIDDEN: Range<usize> = 8..64;

/// How many entries are so few that loops over them are not worth a plan.
const FEW: usize = 64;

/// The elements of a row that is not short, the rows that are not many, and the elements of a row that is not long.
const ROW: usize = 8;
const ROWS: usize = 32;
const LONGEST: usize = 64;

/// What types know of a nest.
pub(in crate::elements) trait KnownNest {
    /// The number of modes, where it is known.
    const RANK: Option<usize>;
    /// The nest, where all of it is known.
    const NEST: Option<Nest>;
}

/// Gives `body` all rows of operands of these extents, and returns what it made of them; `Err(init)` where there are too
/// many loops. The nest may be known; `merges` is said of [`Nest::plan`].
///
/// # Safety
/// *elements*: each operand has the extents, which are not null and none of which is 0; `place` is at their index of
/// zeros, from where the strides lead to the elements that [`Body::row`] asks for. A rank or a nest that is known is that
/// of these extents and strides.
#[cfg_attr(not(unoptimized), inline(always))]
pub(in crate::elements) unsafe fn walk<K: KnownNest, S: Steps, A, B: Body<S, A>>(
    extents: &[usize],
    steps: &S,
    mut place: S::Place,
    (way, merges): (Way, bool),
    init: A,
    body: &mut B,
) -> Result<A, A> {
    if const { matches!(K::NEST, Some(Nest { is_tiled: false, .. })) } {
        // A reference to a constant, and no copy of it: then the compiler sees through it.
        let nest = const {
            &match K::NEST {
                Some(nest) => nest,
                None => Nest::EMPTY,
            }
        };
        if !nest.starts_at_zeros() {
            nest.start(extents, steps, &mut place);
        }
        let [first, second, third] = [nest.inner(0), nest.inner(1), nest.inner(2)];
        let (step, mut count) = (step_of(first, steps), first.extent);
        body.begin(step, Some(count));
        if nest.rank > 1 && HIDDEN.contains(&count) {
            count = black_box(count);
        }
        let (around, row, loops) = ((nest, outer_modes(nest)), (step, count), [second, third]);
        // SAFETY: *elements*: `place` is where the nest starts.
        return Ok(unsafe { rows::<false, _, _, _>(around, row, loops, steps, place, init, body) });
    }
    if const { matches!(K::RANK, Some(1)) }
        && let Some(&count) = extents.first()
    {
        // One mode is one row: there is nothing to plan.
        let goes_down = |operands: &Operands<'_>| operands.goes_down(0);
        let is_reversed = way == Way::Free && steps.operands(&Operands::None, goes_down);
        if is_reversed {
            let last = count.cast_signed().wrapping_sub(1);
            S::advance(&mut place, steps.step(0, false), last);
        }
        let step = steps.step(0, is_reversed);
        body.begin(step, Some(count));
        // SAFETY: *elements*: the row has all of them, from the first or the last one on.
        return Ok(unsafe { row(body, init, &place, step, count) });
    }
    if const { matches!(K::RANK, Some(2 | 3)) } && are_few(extents) {
        let [first, second, third] = Nest::in_order(extents);
        let (step, count) = (step_of(first, steps), first.extent);
        body.begin(step, Some(count));
        let (around, loops) = ((&Nest::EMPTY, 0), [second, third]);
        // SAFETY: *elements*: there is a loop for each mode.
        return Ok(unsafe {
            if const { B::HAS_TRIPLES && !cfg!(one_pace) } && count == 3 {
                rows::<true, _, _, _>(around, (step, 3), loops, steps, place, init, body)
            } else if const { B::HAS_SHORT || !cfg!(one_pace) } {
                rows::<true, _, _, _>(around, (step, count), loops, steps, place, init, body)
            } else {
                // As those below, which are compiled anyway.
                rows::<false, _, _, _>(around, (step, count), loops, steps, place, init, body)
            }
        });
    }
    let mut planned = Nest::EMPTY;
    let is_in_order = const { K::NEST.is_none() && matches!(K::RANK, Some(2 | 3)) }
        && is_in_order(extents, steps);
    let nest = match const { &K::NEST } {
        Some(nest) => nest,
        None => {
            if !is_in_order
                && !plan(&mut planned, extents, steps, way, merges)
                // There is a plan for so many modes.
                && const { !matches!(K::RANK, Some(..=MOST)) }
            {
                return Err(init);
            }
            &planned
        }
    };
    // There are no more loops than modes: what cannot be needs no code.
    let most = const {
        match K::RANK {
            Some(rank) if !B::HAS_ALL_LOOPS => rank,
            _ => MOST,
        }
    };
    let loops = if is_in_order { Nest::in_order(extents) } else { innermost(nest, most) };
    if !nest.starts_at_zeros() {
        nest.start(extents, steps, &mut place);
    }
    body.begin(step_of(loops[0], steps), (!nest.is_tiled).then_some(loops[0].extent));
    let modes = if const { matches!(K::RANK, Some(..=3)) } { 0 } else { outer_modes(nest) };
    // SAFETY: *elements*: `place` is where the nest starts. One in order has a loop for each mode, and is not tiled.
    Ok(unsafe { run_from((nest, modes), loops, steps, place, init, body) })
}

/// Ends what has found no loops over operands that [have some](crate::nest::KnownOperands::have_loops).
#[cold]
#[inline(never)]
pub(in crate::elements) fn no_loops() -> ! {
    unreachable!("there are loops over at most 12 modes of operands that have strides")
}

/// Whether there are fewer entries than it takes to plan loops over them.
#[cfg_attr(not(unoptimized), inline(always))]
fn are_few(extents: &[usize]) -> bool {
    extents.iter().fold(1_usize, |size, extent| size.saturating_mul(*extent)) <= FEW
}

/// Whether rows of the last mode lie in memory one element after the other, or stay at one, neither short nor many: then a plan
/// takes longer than what it could win. Rows that are all one were found by the types, mostly.
#[cfg_attr(not(unoptimized), inline(always))]
fn is_in_order<S: Steps>(extents: &[usize], steps: &S) -> bool {
    let Some((&count, others)) = extents.split_last() else { return false };
    let rows = others.iter().fold(1_usize, |rows, extent| rows.saturating_mul(*extent));
    count >= ROW
        && rows <= ROWS
        && count <= LONGEST
        && S::is_next(steps.step(others.len(), false)).1
}

/// Plans, in an empty nest, the loops over operands of these extents, none of which is 0. Returns false where they are too
/// many.
///
/// The nest is planned where it stays: a copy of it takes longer than a small loop.
#[cfg_attr(not(unoptimized), inline(always))]
pub(in crate::elements) fn plan<S: Steps>(
    nest: &mut Nest,
    extents: &[usize],
    steps: &S,
    way: Way,
    merges: bool,
) -> bool {
    steps.operands(&Operands::None, |operands| nest.plan(extents, operands, way, merges))
}

/// How many modes have no loop of their own in the code.
#[cfg_attr(not(unoptimized), inline(always))]
fn outer_modes(nest: &Nest) -> usize {
    nest.rank.saturating_sub(3)
}

/// The three innermost loops, from inside, of a nest of at most so many.
#[cfg_attr(not(unoptimized), inline(always))]
fn innermost(nest: &Nest, most: usize) -> [Loop; 3] {
    let [none, ..] = Nest::in_order(&[]);
    let inner = |k| if k < most { nest.inner(k) } else { none };
    [inner(0), inner(1), inner(2)]
}

/// The step of a loop. One that stands for none has no mode.
#[cfg_attr(not(unoptimized), inline(always))]
fn step_of<S: Steps>(each: Loop, steps: &S) -> S::Step {
    if each.extent == 1 { S::UNIT } else { steps.step(each.mode(), each.is_reversed) }
}

/// Gives `body` all rows of a nest.
///
/// # Safety
/// *elements*, as [`walk`], of a nest of these steps, or a part of it; `place` is where it starts.
#[cfg_attr(not(unoptimized), inline(always))]
pub(in crate::elements) unsafe fn run<S: Steps, A>(
    nest: &Nest,
    steps: &S,
    place: S::Place,
    init: A,
    body: &mut impl Body<S, A>,
) -> A {
    // SAFETY: *elements*, of the loops of the nest.
    unsafe { run_from((nest, outer_modes(nest)), innermost(nest, MOST), steps, place, init, body) }
}

/// As [`run`], of a nest with these innermost loops, that has so many modes that have no loop of their own in the code.
///
/// # Safety
/// *elements*, as [`run`].
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn run_from<S: Steps, A>(
    (nest, modes): (&Nest, usize),
    [first, mut second, third]: [Loop; 3],
    steps: &S,
    mut place: S::Place,
    init: A,
    body: &mut impl Body<S, A>,
) -> A {
    let (mut all, mut at) = (init, [0; 2]);
    let (step, mut count) = (step_of(first, steps), first.extent);
    let mut tile = nest.first_tile();
    loop {
        if let Some(tile) = &tile {
            (count, second.extent) = (tile.inner(0).extent, tile.inner(1).extent);
        }
        let (around, row, loops) = ((nest, modes), (step, count), [second, third]);
        // SAFETY: *elements*: a tile is some iterations of the two innermost loops, and `place` is where it begins.
        all =
            unsafe { rows::<false, _, _, _>(around, row, loops, steps, place.clone(), all, body) };
        let Some(tile) = &mut tile else { return all };
        if body.is_done(&all) || !nest.next_tile(tile, &mut at, steps, &mut place) {
            return all;
        }
    }
}

/// The rows of a nest, of so many elements a step apart, in two loops and those around them, from `place` on. Where they `ARE_FEW`, the
/// pace is not asked for.
///
/// # Safety
/// *elements*, as [`run`].
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn rows<const ARE_FEW: bool, S: Steps, A, B: Body<S, A>>(
    around: (&Nest, usize),
    row: (S::Step, usize),
    loops: [Loop; 2],
    steps: &S,
    place: S::Place,
    init: A,
    body: &mut B,
) -> A {
    // The pace is looked at once, and not for each row: rows may be short.
    let (is_next, is_next_or_stays) = S::is_next(row.0);
    // SAFETY: *elements*; the pace is what the step says.
    unsafe {
        if const { ARE_FEW && B::HAS_SHORT } {
            rows_at::<{ pace::SHORT }, _, _, _>(around, row, loops, steps, place, init, body)
        } else if cfg!(one_pace) {
            rows_at::<{ pace::ANY }, _, _, _>(around, row, loops, steps, place, init, body)
        } else if const { !ARE_FEW } && is_next {
            rows_at::<{ pace::NEXT }, _, _, _>(around, row, loops, steps, place, init, body)
        } else if const { !ARE_FEW && B::HAS_STAYS } && is_next_or_stays {
            rows_at::<{ pace::NEXT_OR_STAY }, _, _, _>(around, row, loops, steps, place, init, body)
        } else {
            rows_at::<{ pace::ANY }, _, _, _>(around, row, loops, steps, place, init, body)
        }
    }
}

/// As [`rows`], in the version for their pace.
///
/// # Safety
/// *elements*, as [`run`]; the step is of this pace.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn rows_at<const PACE: u8, S: Steps, A, B: Body<S, A>>(
    (nest, modes): (&Nest, usize),
    (step, count): (S::Step, usize),
    [second, third]: [Loop; 2],
    steps: &S,
    mut place: S::Place,
    init: A,
    body: &mut B,
) -> A {
    // Read once: what a body writes might be the strides, for all that the compiler knows.
    let (by_second, by_third) = (step_of(second, steps), step_of(third, steps));
    let mut index = [0; MOST];
    let mut all = init;
    loop {
        let mut outer = place.clone();
        for _ in 0..third.extent {
            let mut at = outer.clone();
            for _ in 0..second.extent {
                // SAFETY: *elements*: the loops run over the extents of the operands, with their strides.
                all = unsafe { body.row::<PACE>(all, &at, step, count) };
                if body.is_done(&all) {
                    return all;
                }
                S::advance(&mut at, by_second, 1);
            }
            S::advance(&mut outer, by_third, 1);
        }
        // Asked here, so that nothing of the counting is left where the rank is a small constant.
        if modes == 0 || !next(nest, modes, &mut index, steps, &mut place) {
            return all;
        }
    }
}

/// One row, in the version for its pace.
///
/// # Safety
/// *elements*, as [`Body::row`], of any pace.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn row<S: Steps, A, B: Body<S, A>>(
    body: &mut B,
    all: A,
    place: &S::Place,
    step: S::Step,
    count: usize,
) -> A {
    let (is_next, is_next_or_stays) = S::is_next(step);
    // SAFETY: *elements*; the pace is what the step says.
    unsafe {
        if cfg!(one_pace) {
            body.row::<{ pace::ANY }>(all, place, step, count)
        } else if is_next {
            body.row::<{ pace::NEXT }>(all, place, step, count)
        } else if const { B::HAS_STAYS } && is_next_or_stays {
            body.row::<{ pace::NEXT_OR_STAY }>(all, place, step, count)
        } else {
            body.row::<{ pace::ANY }>(all, place, step, count)
        }
    }
}

/// Moves on along the outermost `modes`, which have no loop of their own in the code; returns false, back at the start,
/// after the last place.
#[inline]
fn next<S: Steps>(
    nest: &Nest,
    modes: usize,
    index: &mut [usize; MOST],
    steps: &S,
    place: &mut S::Place,
) -> bool {
    for at in (0..modes).rev() {
        let each = nest.loops[at];
        let step = steps.step(each.mode(), each.is_reversed);
        index[at] += 1;
        if index[at] < each.extent {
            S::advance(place, step, 1);
            return true;
        }
        S::advance(place, step, 1_isize.wrapping_sub_unsigned(each.extent));
        index[at] = 0;
    }
    false
}
