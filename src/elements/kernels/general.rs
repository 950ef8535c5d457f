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
use super::numbers::Alone;
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

/// Runs a plan. Adds to what the result is where it `adds`, else writes it. On all processors where it
/// `is_parallel`, with the feature `rayon`.
///
/// # Safety
/// Where it `is_parallel`, elements of the operands can be shared with other threads, and those of the result
/// and sums given to them.
///
/// Each index in bounds of the loops of the plan leads to elements of the operands that can be read, and to
/// one of the result that can be written, and where it `adds` also be read. Nothing else reaches the result.
#[inline(never)]
pub(super) unsafe fn run<N: Numbers>(
    plan: &Plan,
    places: Places<N>,
    adds: bool,
    is_parallel: bool,
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
    // SAFETY: the caller's promise.
    unsafe {
        if plan.loops().len() <= FEW {
            run_axes(&mut [Axis::NONE; FEW], fill, is_alone, places, (adds, is_parallel));
        } else {
            run_axes(
                &mut [Axis::NONE; Plan::MOST_LOOPS],
                fill,
                is_alone,
                places,
                (adds, is_parallel),
            );
        }
    }
}

/// The most modes of both operands of [`run_modes`].
pub(super) const MOST_MODES: usize = 24;

/// As [`run`], of operands and a result that have these modes, those of the operands at most [`MOST_MODES`]. No plan is made: that takes
/// longer than the product of two small matrices.
///
/// # Safety
/// The extents of the operands and of the result agree under each label, and each label of the result stands
/// in an operand. An index in bounds leads to elements of the operands that can be read, and to one of the
/// result that can be written, and where it `adds` also be read. Nothing else reaches the result.
#[inline(never)]
pub(super) unsafe fn run_modes<N: Numbers>(
    modes: [Modes<'_>; 3],
    is_alone: bool,
    places: Places<N>,
    adds: bool,
    is_parallel: bool,
) {
    let [left, right, _] = modes;
    let fill = |axes: &mut [Axis]| loops_of(axes, modes);
    // SAFETY: the caller's promise.
    unsafe {
        if left.rank().saturating_add(right.rank()) <= FEW {
            run_axes(&mut [Axis::NONE; FEW], fill, is_alone, places, (adds, is_parallel));
        } else {
            run_axes(&mut [Axis::NONE; MOST_MODES], fill, is_alone, places, (adds, is_parallel));
        }
    }
}

/// The loops that `fill` makes of some axes, as many as it gives back.
///
/// # Safety
/// As [`run`].
#[inline(always)]
unsafe fn run_axes<N: Numbers>(
    axes: &mut [Axis],
    fill: impl FnOnce(&mut [Axis]) -> usize,
    is_alone: bool,
    places: Places<N>,
    how: (bool, bool),
) {
    let loops = fill(axes);
    let axes = axes.split_at_mut(loops).0;
    // SAFETY: the caller's promise. Of an operand alone no right element is read, but one of no size.
    unsafe {
        if is_alone {
            let Places { left, result, .. } = places;
            let places = Places { left, right: core::ptr::dangling(), result };
            share_out::<Alone<N>>(axes, places, how);
        } else {
            share_out::<N>(axes, places, how);
        }
    }
}

/// # Safety
/// As [`run`].
unsafe fn share_out<N: Numbers>(
    axes: &mut [Axis],
    places: Places<N>,
    (adds, is_parallel): (bool, bool),
) {
    // SAFETY: the caller's promise.
    unsafe {
        #[cfg(feature = "rayon")]
        if is_parallel {
            return parallel::run(axes, places, adds);
        }
        // Without rayon there is one thread.
        let _ = is_parallel;
        choose::<N>(axes, places, adds);
    }
}

/// # Safety
/// As [`run`]; the loops of the result stand first.
pub(super) unsafe fn choose<N: Numbers>(axes: &mut [Axis], places: Places<N>, adds: bool) {
    // SAFETY: the caller's promise.
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
    // SAFETY: the caller's promise, here and below. A loop that is walked the other way goes to the same places.
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
/// As [`run`].
unsafe fn sum<N: Numbers>(
    axes: &mut [Axis],
    places: Places<N>,
    adds: bool,
    is_product: bool,
    processor: Processor,
) {
    // SAFETY: the caller's promise.
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
