//! Contractions of any size, under a plan that is a value: chooses the kernel.
//!
//! - Nothing is summed: `elementwise`.
//! - Both operands have modes of their own in the result, so that each element is used many times: `unpacked` if
//!   they are small, `tiles`, or with the feature `gemm` `lowered`.
//! - All else reads one large operand once: `stream`.
//!
//! Floating-point sums are taken in an order that depends on the plan, the types, the processor that was compiled
//! for and the one that runs the program, and on nothing else.

use super::axes::{Axis, fused, loops_of, turns};
#[cfg(feature = "gemm")]
use super::lowered;
use super::numbers::{Alone, Threads};
#[cfg(feature = "rayon")]
use super::parallel;
use super::processor::Processor;
use super::{Numbers, Places, elementwise, in_order, stream, tiles, unpacked};
use crate::Scalar;
use crate::plan::{Modes, Plan};

/// There are few loops mostly: then little is set up.
const FEW: usize = 8;

/// Numbers larger than so many bytes are added up one by one, in no tables, which would fill the stack.
pub(super) const LARGEST: usize = 64;

/// Runs a plan. Adds to what the result is where it `adds`, else writes it. On all processors where there are
/// `threads`, with the feature `rayon`.
///
/// # Safety
/// At each index in bounds of the loops, the steps lead from `places`
/// - *reads*: in the left operand, and in the right one if there are two, to an element that is initialised, aligned
///   and inside one allocation, and that nothing writes meanwhile;
/// - *writes*: in the result to an element that is aligned and valid for writes, and where this `adds` initialised;
/// - *alone*: which nothing but this call reaches meanwhile, neither the operands nor another thread;
/// - *distinct*: and which no other index of the loops of the result leads to.
#[inline(never)]
pub(super) unsafe fn run<N: Numbers>(
    plan: &Plan,
    places: Places<N>,
    adds: bool,
    threads: Option<Threads<N>>,
) {
    let kept = plan.kept().len();
    let fill = |axes: &mut [Axis]| {
        for (n, (axis, each)) in axes.iter_mut().zip(plan.loops()).enumerate() {
            let (extent, steps) = (each.extent, [each.left, each.right, each.result]);
            *axis = Axis { extent, steps, is_kept: n < kept, ..Axis::NONE };
        }
        plan.loops().len()
    };
    let is_alone = plan.operands() == 1;
    // SAFETY: the axes are the loops of the plan, for which the caller promises *reads*, *writes*, *alone* and
    // *distinct*.
    unsafe {
        if plan.loops().len() <= FEW {
            run_axes(&mut [Axis::NONE; FEW], fill, is_alone, places, (adds, threads));
        } else {
            run_axes(&mut [Axis::NONE; Plan::MOST_LOOPS], fill, is_alone, places, (adds, threads));
        }
    }
}

/// The most modes of both operands of [`run_modes`].
pub(super) const MOST_MODES: usize = 24;

/// As [`run`], of operands and a result that have these modes, those of the operands at most [`MOST_MODES`]. No plan is
/// made: that takes longer than the product of two small matrices.
///
/// # Safety
/// The extents of the operands and of the result agree under each label, and each label of the result stands
/// in an operand. For the loops over all labels, as [`run`].
#[inline(never)]
pub(super) unsafe fn run_modes<N: Numbers>(
    modes: [Modes<'_>; 3],
    is_alone: bool,
    places: Places<N>,
    adds: bool,
    threads: Option<Threads<N>>,
) {
    let [left, right, _] = modes;
    let fill = |axes: &mut [Axis]| loops_of(axes, modes);
    // SAFETY: `loops_of` makes a loop of each label; labels agree, so that its extent and steps are those of all
    // operands. The four promises of `run` hold for these loops.
    unsafe {
        if left.rank().saturating_add(right.rank()) <= FEW {
            run_axes(&mut [Axis::NONE; FEW], fill, is_alone, places, (adds, threads));
        } else {
            run_axes(&mut [Axis::NONE; MOST_MODES], fill, is_alone, places, (adds, threads));
        }
    }
}

/// The loops that `fill` makes of some axes, as many as it gives back.
///
/// # Safety
/// As [`run`], of the loops that `fill` makes. Where there `is_alone` an operand, *reads* of the left one only.
#[inline(always)]
unsafe fn run_axes<N: Numbers>(
    axes: &mut [Axis],
    fill: impl FnOnce(&mut [Axis]) -> usize,
    is_alone: bool,
    places: Places<N>,
    (adds, threads): (bool, Option<Threads<N>>),
) {
    let loops = fill(axes);
    let axes = axes.split_at_mut(loops).0;
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
    // SAFETY: the same loops and places, and by its invariant `here` is what the processor has.
    unsafe { choose_for(Processor::here(), axes, places, adds) };
}

/// As [`choose`], with the vectors of some processor.
///
/// # Safety
/// As [`choose`].
pub(super) unsafe fn choose_for<N: Numbers>(
    processor: Processor,
    axes: &mut [Axis],
    mut places: Places<N>,
    adds: bool,
) {
    let is_empty = axes.iter().any(|axis| axis.extent == 0);
    // SAFETY: the promises of `run` are about the set of places that the loops lead to. That set stays the same where a
    // loop is walked the other way (from its other end), two loops become one, or operands are exchanged. `in_order`
    // alone gets loops without entries; the others get one or more entries a loop.
    unsafe {
        if is_empty || !N::Sum::CONTRACTS_IN_ANY_ORDER || size_of::<N::Sum>() > LARGEST {
            return in_order::run(axes, places, adds);
        }
        for axis in &mut *axes {
            axis.turn_forwards(&mut places);
        }
        #[cfg(feature = "gemm")]
        if lowered::run_as_it_lies(axes, places, adds) {
            return;
        }
        let axes = fused(axes);
        if axes.iter().all(|axis| axis.is_kept) {
            return elementwise::run(axes, places, adds);
        }
        let is_product = !N::IS_ALONE && tiles::are_worth_it(axes);
        let uses = |operand: usize| turns(axes.iter().filter(|axis| axis.moves(operand)));
        let swaps = if is_product { tiles::are_crosswise(axes) } else { uses(0) < uses(1) };
        if N::IS_ALONE || !swaps {
            sum(axes, places, adds, is_product, processor);
        } else {
            axes.iter_mut().for_each(Axis::swap_operands);
            sum(axes, places.swapped(), adds, is_product, processor);
        }
    }
}

/// # Safety
/// As [`choose`], of loops that each have an entry, one or more of them summed.
unsafe fn sum<N: Numbers>(
    axes: &mut [Axis],
    places: Places<N>,
    adds: bool,
    is_product: bool,
    processor: Processor,
) {
    // SAFETY: each kernel asks for the four promises of `run`, for loops that each have an entry: those of the caller.
    unsafe {
        if is_product {
            if unpacked::is_small(axes, processor) && unpacked::run(axes, places, adds) {
                return;
            }
            #[cfg(feature = "gemm")]
            if lowered::run(axes, places, adds, 1) {
                return;
            }
            tiles::run(axes, places, adds, processor);
        } else {
            stream::run(axes, places, adds, processor);
        }
    }
}
