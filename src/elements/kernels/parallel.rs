//! Large contractions on all processors (feature `rayon`).
//!
//! A loop is halved until the parts are small enough to keep all processors busy. No two parts of a loop of the
//! result write the same element. The halves of a sum each have sums of their own, which are then added.
//!
//! Which loop: one of a batch, else the longest one of the result, as long as its halves lie apart in memory, for each
//! processor then reads what no other one does. Where there is none, or the sums are much longer (many rows of few
//! columns), a loop of the sums. Where nothing is summed, the outermost loop in the memory of the result.

use alloc::vec::Vec;

use super::axes::{Axis, Group, each_index, fused, turns};
use super::numbers::Summed;
use super::{Numbers, Places, general, moved, tiles};
use crate::Scalar;
use crate::elements::vec_tensor::reserved;
use crate::plan::Plan;

/// A part that turns no more often is not halved: starting work elsewhere takes as long. Products of matrices turn faster.
const GRAIN: usize = 1 << 16;
const GRAIN_OF_PRODUCTS: usize = 1 << 21;

/// So many parts for each processor, because some end sooner. Those of products of matrices copy what they share.
const PARTS: usize = 4;
const PARTS_OF_PRODUCTS: usize = 2;

/// Halves of a loop that reach over fewer elements lie in the same lines of the cache, or in the same pages.
const APART: usize = 64;

/// How many turns of a part it takes for each sum of its own, and by how much sums are longer than all loops of the
/// result where they are halved first.
const TURNS_OF_A_SUM: usize = 32;
const MUCH_LONGER: usize = 8;

/// What is sent to another thread.
struct Job<N: Numbers>(Places<N>);

// SAFETY: made only for `par`, which takes elements that may be shared with and given to other threads. Parts write
// to places of their own, see `halve`.
unsafe impl<N: Numbers> Send for Job<N> {}

/// # Safety
/// As [`general::run`], of loops of which those of the result stand first. The elements of the operands can be
/// shared with other threads; those of the result, and sums, given to them.
pub(super) unsafe fn run<N: Numbers>(axes: &mut [Axis], mut places: Places<N>, adds: bool) {
    let is_empty = axes.iter().any(|axis| axis.extent == 0);
    // SAFETY: the caller's promise, here and below. A loop that is walked the other way goes to the same places.
    unsafe {
        if is_empty || !N::Sum::CONTRACTS_IN_ANY_ORDER || turns(&*axes) <= GRAIN {
            return general::choose(axes, places, adds);
        }
        // What lies in one run is halved as one.
        for axis in &mut *axes {
            axis.turn_forwards(&mut places);
        }
        let axes = fused(axes);
        let is_product = !N::IS_ALONE && tiles::are_worth_it(axes);
        let (least, parts) =
            if is_product { (GRAIN_OF_PRODUCTS, PARTS_OF_PRODUCTS) } else { (GRAIN, PARTS) };
        let parts = rayon::current_num_threads().saturating_mul(parts).max(1);
        let grain = turns(&*axes).checked_div(parts).unwrap_or(0).max(least);
        halve(axes, Job(places), adds, grain);
    }
}

/// # Safety
/// As [`run`].
unsafe fn halve<N: Numbers>(axes: &mut [Axis], job: Job<N>, adds: bool, grain: usize) {
    let Job(places) = job;
    // SAFETY: the caller's promise, for each half: halves of a loop of the result write places of their own, as
    // it is unique.
    unsafe {
        match Halves::of(axes, grain, false) {
            Some(halves) if halves.is_kept => {
                let Halves { mut front, mut back, by, .. } = halves;
                let (front, back) = (front.loops(axes.len()), back.loops(axes.len()));
                let (first, second) = (Job(places), Job(places.moved(by)));
                rayon::join(
                    move || halve(front, first, adds, grain),
                    move || halve(back, second, adds, grain),
                );
            }
            Some(_) if add_up(axes, places, adds, grain) => {}
            _ => general::choose(axes, places, adds),
        }
    }
}

/// Adds up sums of their own for each half, and then writes them. Gives false, and has done nothing, where there is no
/// memory for them.
///
/// # Safety
/// As [`run`].
unsafe fn add_up<N: Numbers>(
    axes: &mut [Axis],
    places: Places<N>,
    adds: bool,
    grain: usize,
) -> bool {
    let mut own = Loops::of(axes);
    let own = own.loops(axes.len());
    // The sums lie in the order of the loops of the result, the last one fastest.
    let mut stride = 1_isize;
    for axis in own.iter_mut().rev().filter(|axis| axis.is_kept) {
        axis.steps = [axis.steps[0], axis.steps[1], stride];
        stride = stride.wrapping_mul(axis.extent.cast_signed());
    }
    let Places { left, right, result } = places;
    let job = Job::<N>(Places { left, right, result });
    // SAFETY: the caller's promise; the result is not written there.
    let Some(Sums(sums)) = (unsafe { sums_of(own, job, grain) }) else { return false };
    let mut sums = sums.into_iter();
    let kept = axes.iter().take_while(|axis| axis.is_kept).count();
    each_index(axes.split_at(kept).0, [0; 3], &mut |at| {
        if let Some(sum) = sums.next() {
            // SAFETY: the caller's promise: an index of the loops of the result leads to its element.
            unsafe { places.moved(at).write(sum, adds) };
        }
    });
    true
}

/// Sums that are made on another thread.
struct Sums<A>(Vec<A>);

// SAFETY: as for `Job`, of sums.
unsafe impl<A> Send for Sums<A> {}

/// The sums over all loops: those of one half, and then those of the other. Nothing where there is no memory.
///
/// # Safety
/// As [`run`], of loops whose steps in the result are those of the sums, which lie without gaps. The result of the
/// job is not looked at.
unsafe fn sums_of<N: Numbers>(
    axes: &mut [Axis],
    job: Job<N>,
    grain: usize,
) -> Option<Sums<N::Sum>> {
    let Job(places) = job;
    let Some(Halves { mut front, mut back, by, .. }) = Halves::of(axes, grain, true) else {
        let count = turns(axes.iter().filter(|axis| axis.is_kept));
        let mut sums = reserved::<N::Sum>(count).ok()?;
        let Places { left, right, .. } = places;
        let places = Places::<Summed<N>> { left, right, result: sums.as_mut_ptr() };
        // SAFETY: the caller's promise; there is room for the sums, and each is written.
        unsafe {
            general::choose(axes, places, false);
            sums.set_len(count);
        }
        return Some(Sums(sums));
    };
    let (front, back) = (front.loops(axes.len()), back.loops(axes.len()));
    let (first, second) = (Job(places), Job(places.moved(by)));
    // SAFETY: the caller's promise, for each half.
    let (first, second) = unsafe {
        rayon::join(move || sums_of(front, first, grain), move || sums_of(back, second, grain))
    };
    let (Sums(mut sums), Sums(others)) = (first?, second?);
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum = sum.plus(other);
    }
    Some(Sums(sums))
}

/// The same loops twice, but for one that each runs half of.
struct Halves {
    front: Loops,
    back: Loops,
    /// Where the second half begins.
    by: [isize; 3],
    /// Whether the result has the loop.
    is_kept: bool,
}

/// Loops by value.
struct Loops([Axis; Plan::MOST_LOOPS]);

impl Loops {
    fn of(axes: &[Axis]) -> Self {
        let mut loops = [Axis::NONE; Plan::MOST_LOOPS];
        loops.iter_mut().zip(axes).for_each(|(to, from)| *to = *from);
        Loops(loops)
    }

    fn loops(&mut self, count: usize) -> &mut [Axis] {
        self.0.split_at_mut(count.min(Plan::MOST_LOOPS)).0
    }
}

impl Halves {
    /// The halves of the loop where that gains most, or of a loop of the sums. Nothing where there are no more turns than
    /// a grain, or nothing to gain.
    fn of(axes: &[Axis], grain: usize, of_sums: bool) -> Option<Self> {
        if turns(axes) <= grain {
            return None;
        }
        let sums_something = axes.iter().any(|axis| !axis.is_kept);
        let longest = |is_kept: bool| {
            let all = axes.iter().enumerate().filter(|(_, axis)| axis.is_kept == is_kept);
            let all = all.filter(|(_, axis)| is_apart(axis));
            all.max_by_key(|(_, axis)| {
                let is_batch = axis.group() == Group::Batch;
                // What sums nothing writes runs of memory; of equal loops that which goes furthest.
                let (first, then) = (axis.extent, axis.length(2));
                if sums_something { (is_batch, first, then) } else { (false, then, first) }
            })
        };
        let (kept, summed) = (longest(true), longest(false));
        let sums = turns(axes.iter().filter(|axis| axis.is_kept));
        let summed = summed.filter(|_| sums.saturating_mul(TURNS_OF_A_SUM) <= grain);
        let (n, axis) = match (kept, summed) {
            (_, summed) if of_sums => summed?,
            (Some(kept), Some(summed)) => {
                let is_longer = summed.1.extent.div_euclid(MUCH_LONGER) > kept.1.extent;
                if is_longer { summed } else { kept }
            }
            (kept, summed) => kept.or(summed)?,
        };
        let half = axis.extent.div_euclid(2);
        let rest = axis.extent.saturating_sub(half);
        let with = |extent: usize| {
            let mut loops = Loops::of(axes);
            if let Some(axis) = loops.0.get_mut(n) {
                axis.extent = extent;
            }
            loops
        };
        let by = moved([0; 3], axis.steps, half);
        Some(Halves { front: with(half), back: with(rest), by, is_kept: axis.is_kept })
    }
}

/// Whether each half of a loop reads memory of its own in the operands that it moves in.
fn is_apart(axis: &Axis) -> bool {
    let half = axis.extent.div_euclid(2);
    let is_far =
        |operand: usize| !axis.moves(operand) || axis.length(operand).saturating_mul(half) >= APART;
    half > 0 && is_far(0) && is_far(1)
}
