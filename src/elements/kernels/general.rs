//! Contractions of any size, under a plan that is a value: makes the loops, and has them run by the kernel that `choose` finds.
//!
//! Without optimization all are run by `in_order`, unless the feature `all-kernels` is on.
//!
//! Floating-point sums are taken in an order that depends on the plan, the types, the processor that was compiled
//! for and the one that runs the program, on whether there is optimization, and on nothing else.

use super::axes::{Axis, loops_of};
use super::element_types::{Alone, Threads};
#[cfg(plain_kernels)]
use super::in_order;
#[cfg(feature = "rayon")]
use super::parallel;
use super::{Numbers, Places};
#[cfg(not(plain_kernels))]
use super::{choose, processor::Processor};
use crate::plan::{Modes, Plan};

/// There are few loops mostly: then little is set up.
const FEW: usize = 8;

/// Numbers larger than so many bytes are added up one by one, in no tables, which would fill the stack.
pub(super) const LARGEST: usize = 64;

/// The most modes of both operands of [`Loops::of_modes`].
pub(super) const MOST_MODES: usize = 24;

/// The loops of a contraction.
#[derive(Clone, Copy, Debug)]
#[allow(unreachable_pub, reason = "a hidden item of the public `Scalar` names it")]
pub struct Loops<'a>(Known<'a>);

/// What the loops come from.
#[derive(Clone, Copy, Debug)]
enum Known<'a> {
    Plan(&'a Plan),
    Modes { modes: [Modes<'a>; 3], is_alone: bool },
}

impl<'a> Loops<'a> {
    /// Those of a plan.
    pub(super) fn of_plan(plan: &'a Plan) -> Self {
        Loops(Known::Plan(plan))
    }

    /// One a label of the left operand, the right one, and the result, those of the operands at most [`MOST_MODES`] in
    /// all; the left one may be alone. No plan is made: that takes longer than the product of two small matrices.
    pub(super) fn of_modes(modes: [Modes<'a>; 3], is_alone: bool) -> Self {
        Loops(Known::Modes { modes, is_alone })
    }

    /// Whether there are few.
    fn are_few(&self) -> bool {
        match &self.0 {
            Known::Plan(plan) => plan.loops().len() <= FEW,
            Known::Modes { modes: [left, right, _], .. } => {
                left.rank().saturating_add(right.rank()) <= FEW
            }
        }
    }

    fn is_alone(&self) -> bool {
        match self.0 {
            Known::Plan(plan) => plan.operands() == 1,
            Known::Modes { is_alone, .. } => is_alone,
        }
    }

    /// Writes them to the first axes, and gives how many there are.
    fn write(self, axes: &mut [Axis]) -> usize {
        match self.0 {
            Known::Plan(plan) => {
                let kept = plan.kept().len();
                for (n, (axis, each)) in axes.iter_mut().zip(plan.loops()).enumerate() {
                    let (extent, steps) = (each.extent, [each.left, each.right, each.result]);
                    *axis = Axis { extent, steps, is_kept: n < kept, ..Axis::NONE };
                }
                plan.loops().len()
            }
            Known::Modes { modes, .. } => loops_of(axes, modes),
        }
    }
}

/// Runs a contraction. Adds to what the result is where it `adds`, else writes it. On all processors where there are
/// `threads`, with the feature `rayon`.
///
/// # Safety
/// At each index in bounds of the loops, the steps lead from `places`
/// - *reads*: in the left operand, and in the right one if there are two, to an element that is initialised, aligned
///   and inside one allocation, and that nothing writes meanwhile;
/// - *writes*: in the result to an element that is aligned and valid for writes, and where this `adds` initialised;
/// - *alone*: which nothing but this call reaches meanwhile, neither the operands nor another thread;
/// - *distinct*: and which no other index of the loops of the result leads to.
///
/// Of [`Loops::of_modes`] the extents of the operands and of the result agree under each label, and each label of the result
/// stands in an operand.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) unsafe fn run<N: Numbers>(
    loops: Loops<'_>,
    places: Places<N>,
    adds: bool,
    threads: Option<Threads<N>>,
) {
    // A constant and no branch: the compiler looks at all code that stands in a function.
    let run = const { if N::COMPILED.is_some() { run_compiled::<N> } else { run_here::<N> } };
    // SAFETY: the promises are the caller's.
    unsafe { run(loops, places, adds, threads) }
}

/// # Safety
/// As [`run`].
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn run_compiled<N: Numbers>(
    loops: Loops<'_>,
    places: Places<N>,
    adds: bool,
    threads: Option<Threads<N>>,
) {
    let Places { left, right, result } = places;
    if let Some(compiled) = N::COMPILED {
        // SAFETY: the promises are the caller's. The kernels are compiled only where the types are one.
        unsafe {
            (compiled.step)(
                loops,
                [left.cast(), right.cast()],
                result.cast(),
                adds,
                threads.is_some(),
            );
        }
    }
}

/// As [`run`], compiled for these numbers.
///
/// # Safety
/// As [`run`].
#[inline(never)]
pub(super) unsafe fn run_here<N: Numbers>(
    loops: Loops<'_>,
    places: Places<N>,
    adds: bool,
    threads: Option<Threads<N>>,
) {
    // SAFETY: `write` makes a loop of each label, of which there is room for as many as there may be; labels agree, so that
    // its extent and steps are those of all operands. The four promises of `run` hold for these loops.
    unsafe {
        if loops.are_few() {
            run_axes(&mut [Axis::NONE; FEW], loops, places, (adds, threads));
        } else {
            run_axes(&mut [Axis::NONE; MOST], loops, places, (adds, threads));
        }
    }
}

/// The most loops.
pub(super) const MOST: usize =
    if Plan::MOST_LOOPS > MOST_MODES { Plan::MOST_LOOPS } else { MOST_MODES };

/// The loops, in room for as many.
///
/// # Safety
/// As [`run`]. Of an operand alone, *reads* of the left one only.
unsafe fn run_axes<N: Numbers>(
    axes: &mut [Axis],
    loops: Loops<'_>,
    places: Places<N>,
    (adds, threads): (bool, Option<Threads<N>>),
) {
    let is_alone = loops.is_alone();
    let count = loops.write(axes);
    let axes = axes.split_at_mut(count).0;
    // SAFETY: the promises of `run` hold for these loops. What is read of the right of an operand alone is `()`, which
    // is there wherever a pointer that is not null and aligned leads.
    unsafe {
        if is_alone {
            let Places { left, result, .. } = places;
            let places = Places { left, right: core::ptr::dangling(), result };
            share_out::<Alone<N>>(axes, places, adds, threads.map(Threads::alone));
        } else {
            share_out::<N>(axes, places, adds, threads);
        }
    }
}

/// # Safety
/// As [`run`], of these loops.
unsafe fn share_out<N: Numbers>(
    axes: &mut [Axis],
    places: Places<N>,
    adds: bool,
    threads: Option<Threads<N>>,
) {
    // SAFETY: the loops and places are those of the caller, who promises *reads*, *writes*, *alone* and *distinct* for
    // them.
    unsafe {
        #[cfg(feature = "rayon")]
        if let Some(threads) = threads {
            return parallel::run(axes, places, adds, threads);
        }
        // Without rayon there is one thread.
        let _ = threads;
        choose::<N>(axes, places, adds);
    }
}

/// # Safety
/// As [`run`], of these loops; those of the result stand first.
pub(super) unsafe fn choose<N: Numbers>(axes: &mut [Axis], places: Places<N>, adds: bool) {
    // SAFETY: *reads*, *writes* and *alone*, of the loops and places of the caller; by its invariant `here` is what the processor has.
    unsafe {
        // Without optimization tiles and vectors are slower than a plain loop, and this whole crate takes twice as long to
        // compile with them: see `build.rs`.
        #[cfg(plain_kernels)]
        in_order::run(axes, places, adds);
        #[cfg(not(plain_kernels))]
        choose::run(Processor::here(), axes, places, adds);
    }
}
