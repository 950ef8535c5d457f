//! Large contractions on all processors (feature `rayon`).
//!
//! A loop is halved until the parts are small enough to keep all processors busy. No two parts of a loop of the
//! result write the same element. The halves of a sum each have sums of their own, which are then added.
//!
//! Which loop: one of a batch, else the longest one of the result, as long as its halves lie apart in memory, for each
//! processor then reads what no other one does. Where there is none, or the sums are much longer (many rows of few
//! columns), a loop of the sums. Where nothing is summed, the outermost loop in the memory of the result.

use alloc::vec::Vec;

use super::axes::{Axis, Group, are_empty, are_product, each_index, fused, turn_forwards, turns};
use super::element_types::Threads;
use super::{Numbers, Places, general, moved};
use crate::Scalar;
use crate::elements::vec_tensor::reserved;
use crate::plan::Plan;

/// A part that turns no more often is not halved: starting work elsewhere takes as long. Products of matrices turn
/// faster.
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

/// What is sent to another thread: pointers that it reads and writes elements through.
struct Job<N: Numbers>(Places<N>, Threads<N>);

// SAFETY: by the invariant of `Threads` the elements are `Sync`, so that other threads may read them, and `Send`, so
// that they may write them. Parts write to places of their own, see `halve`.
unsafe impl<N: Numbers> Send for Job<N> {}

/// # Safety
/// *reads*, *writes*, *alone* and *distinct*, as [`general::run`], of loops of which those of the result stand first.
pub(super) unsafe fn run<N: Numbers>(
    axes: &mut [Axis],
    mut places: Places<N>,
    adds: bool,
    threads: Threads<N>,
) {
    let is_empty = are_empty(axes);
    // SAFETY: the four promises are about the set of places that the loops lead to, which stays the same where a loop
    // is walked the other way, or two loops become one.
    unsafe {
        if is_empty || !N::Sum::CONTRACTS_IN_ANY_ORDER || turns(&*axes) <= GRAIN {
            return general::choose(axes, places, adds);
        }
        // What lies in one run is halved as one.
        places = places.moved(turn_forwards(axes));
        let axes = fused(axes);
        let is_product = !N::IS_ALONE && are_product(axes);
        let (least, parts) =
            if is_product { (GRAIN_OF_PRODUCTS, PARTS_OF_PRODUCTS) } else { (GRAIN, PARTS) };
        let parts = rayon::current_num_threads().saturating_mul(parts).max(1);
        let grain = turns(&*axes).checked_div(parts).unwrap_or(0).max(least);
        halve(axes, Job(places, threads), adds, grain);
    }
}

/// # Safety
/// As [`run`].
unsafe fn halve<N: Numbers>(axes: &mut [Axis], job: Job<N>, adds: bool, grain: usize) {
    let Job(places, threads) = job;
    // SAFETY: the loops of each half lead to some of the places of the whole. By *distinct* the halves of a loop of the
    // result write different elements, so that *alone* holds for each of them, at the same time.
    unsafe {
        match Halves::of(axes, grain, false) {
            Some(halves) if halves.is_kept => {
                let Halves { mut front, mut back, by, .. } = halves;
                let (front, back) = (front.loops(axes.len()), back.loops(axes.len()));
                let (first, second) = (Job(places, threads), Job(places.moved(by), threads));
                rayon::join(
                    move || halve(front, first, adds, grain),
                    move || halve(back, second, adds, grain),
                );
            }
            Some(_) if add_up(axes, Job(places, threads), adds, grain) => {}
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
    Job(places, threads): Job<N>,
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
    // SAFETY: *reads*, for the same loops; `own` has the steps of sums without gaps. The result is not written there.
    let Some(sums) = (unsafe { sums_of(own, Job(places, threads), grain) }) else { return false };
    let Sums(sums, _) = sums;
    let mut sums = sums.into_iter();
    let kept = axes.iter().take_while(|axis| axis.is_kept).count();
    each_index(axes.split_at(kept).0, [0; 3], &mut |at| {
        if let Some(sum) = sums.next() {
            // SAFETY: *writes* and *alone*: an index of the loops of the result.
            unsafe { places.moved(at).write(sum, adds) };
        }
    });
    true
}

/// Sums that are made on another thread.
struct Sums<N: Numbers>(Vec<N::Sum>, Threads<N>);

// SAFETY: by the invariant of `Threads` the sums are `Send`.
unsafe impl<N: Numbers> Send for Sums<N> {}

/// The sums over all loops: those of one half, and then those of the other. Nothing where there is no memory.
///
/// # Safety
/// *reads*, as [`run`], of loops whose steps in the result are those of the sums, which lie without gaps. The result of
/// the job is not looked at.
unsafe fn sums_of<N: Numbers>(axes: &mut [Axis], job: Job<N>, grain: usize) -> Option<Sums<N>> {
    let Job(places, threads) = job;
    let Some(Halves { mut front, mut back, by, .. }) = Halves::of(axes, grain, true) else {
        let count = turns(axes.iter().filter(|axis| axis.is_kept));
        let mut sums = reserved::<N::Sum>(count).ok()?;
        let Places { left, right, .. } = places;
        let places = Places::<N::Summed> { left, right, result: sums.as_mut_ptr() };
        // SAFETY: *reads* is the caller's. There is room for `count` sums, which nothing else reaches, and as they lie
        // without gaps each of them is written.
        unsafe {
            general::choose(axes, places, false);
            sums.set_len(count);
        }
        return Some(Sums(sums, threads));
    };
    let (front, back) = (front.loops(axes.len()), back.loops(axes.len()));
    let (first, second) = (Job(places, threads), Job(places.moved(by), threads));
    // SAFETY: *reads*: the loops of each half lead to some of the elements of the whole. Each half has sums of its own.
    let (first, second) = unsafe {
        rayon::join(move || sums_of(front, first, grain), move || sums_of(back, second, grain))
    };
    let (Sums(mut sums, _), Sums(others, _)) = (first?, second?);
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum = sum.plus(other);
    }
    Some(Sums(sums, threads))
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
    /// The halves of the loop where that gains most, or of a loop of the sums. Nothing where there are no more turns
    /// than a grain, or nothing to gain.
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
