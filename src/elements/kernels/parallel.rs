//! Large contractions on all processors (feature `rayon`).
//!
//! A loop of the result is halved until the parts are small enough to keep all processors busy; no two parts
//! write the same element. Where the result has one element, the sum is halved, and the halves are added.

use core::mem::MaybeUninit;

use super::axes::{Axis, turns};
use super::numbers::Summed;
use super::{Numbers, Places, general, moved};
use crate::Scalar;
use crate::plan::Plan;

/// A part that turns no more often is not halved: starting work elsewhere takes as long.
const GRAIN: usize = 1 << 16;

/// So many parts for each processor, because some end sooner.
const PARTS: usize = 4;

/// What is sent to another thread.
struct Job<N: Numbers>(Places<N>);

// SAFETY: made only for `par`, which takes elements that may be shared with and given to other threads. Parts write
// to places of their own, see `halves`.
unsafe impl<N: Numbers> Send for Job<N> {}

/// # Safety
/// As [`general::run`], of loops of which those of the result stand first. The elements of the operands can be
/// shared with other threads; those of the result, and sums, given to them.
pub(super) unsafe fn run<N: Numbers>(axes: &mut [Axis], places: Places<N>, adds: bool) {
    let parts = rayon::current_num_threads().saturating_mul(PARTS).max(1);
    let grain = turns(&*axes).checked_div(parts).unwrap_or(0).max(GRAIN);
    // SAFETY: the caller's promise.
    unsafe { halve(axes, Job(places), adds, grain) };
}

/// # Safety
/// As [`run`].
unsafe fn halve<N: Numbers>(axes: &mut [Axis], job: Job<N>, adds: bool, grain: usize) {
    let Job(places) = job;
    let is_large = turns(&*axes) > grain && N::Sum::CONTRACTS_IN_ANY_ORDER;
    let halves = if is_large { Halves::of(axes) } else { None };
    let Some(Halves { mut front, mut back, by, is_kept }) = halves else {
        // SAFETY: the caller's promise.
        return unsafe { general::choose(axes, places, adds) };
    };
    // SAFETY: the caller's promise, for each half: halves of a loop of the result write places of their own, as
    // it is unique. Without such a loop there is one place.
    unsafe {
        if !is_kept {
            return places.write(add_up(axes, Job(places), grain).0, adds);
        }
        let (front, back) = (front.loops(axes.len()), back.loops(axes.len()));
        let (first, second) = (Job(places), Job(places.moved(by)));
        rayon::join(
            move || halve(front, first, adds, grain),
            move || halve(back, second, adds, grain),
        );
    }
}

/// A sum that is made on another thread.
struct Sum<A>(A);

// SAFETY: as for `Job`, of sums.
unsafe impl<A> Send for Sum<A> {}

/// The sum over all loops: that of one half, and then that of the other.
///
/// # Safety
/// As [`run`], where the result has one element, which is not looked at.
unsafe fn add_up<N: Numbers>(axes: &mut [Axis], job: Job<N>, grain: usize) -> Sum<N::Sum> {
    let Job(places) = job;
    let halves = if turns(&*axes) > grain { Halves::of(axes) } else { None };
    let Some(Halves { mut front, mut back, by, .. }) = halves else {
        let mut sum = MaybeUninit::<N::Sum>::uninit();
        let Places { left, right, .. } = places;
        let places = Places::<Summed<N>> { left, right, result: sum.as_mut_ptr() };
        // SAFETY: the caller's promise; the one element of the result is written.
        return unsafe {
            general::choose(axes, places, false);
            Sum(sum.assume_init())
        };
    };
    let (front, back) = (front.loops(axes.len()), back.loops(axes.len()));
    let (first, second) = (Job(places), Job(places.moved(by)));
    // SAFETY: the caller's promise, for each half.
    let (first, second) = unsafe {
        rayon::join(move || add_up(front, first, grain), move || add_up(back, second, grain))
    };
    Sum(first.0.plus(second.0))
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
    fn loops(&mut self, count: usize) -> &mut [Axis] {
        self.0.split_at_mut(count.min(Plan::MOST_LOOPS)).0
    }
}

impl Halves {
    /// The longest loop of the result in halves or, where that has one element, of the sum.
    fn of(axes: &[Axis]) -> Option<Self> {
        let has_one = axes.iter().all(|axis| !axis.is_kept || axis.extent == 1);
        let longest = |is_kept: bool| {
            let all = axes.iter().enumerate().filter(|(_, axis)| axis.is_kept == is_kept);
            all.max_by_key(|(_, axis)| axis.extent)
        };
        let (n, axis) = longest(!has_one).filter(|(_, axis)| axis.extent > 1)?;
        let half = axis.extent.div_euclid(2);
        let by = moved([0; 3], axis.steps, half);
        let rest = axis.extent.saturating_sub(half);
        let with = |extent: usize| {
            let mut loops = [Axis::NONE; Plan::MOST_LOOPS];
            for (m, (to, from)) in loops.iter_mut().zip(axes).enumerate() {
                *to = if m == n { Axis { extent, ..*from } } else { *from };
            }
            Loops(loops)
        };
        Some(Halves { front: with(half), back: with(rest), by, is_kept: axis.is_kept })
    }
}
