//! Contractions of any size, under a plan that is a value: chooses the kernel.
//!
//! - Nothing is summed: `elementwise`.
//! - Both operands have modes of their own in the result, so that each element is used many times: `tiles`.
//! - All else reads one large operand once: `stream`.
//!
//! Floating-point sums are taken in an order that depends on the plan, the types and the processor that was
//! compiled for, and on nothing else.

use super::axes::{Axis, turns};
use super::numbers::Alone;
use super::{Numbers, Places, elementwise, in_order, stream, tiles};
use crate::Scalar;
use crate::plan::Plan;

/// Plans have few loops mostly: then little is set up.
const FEW: usize = 8;

/// Numbers larger than so many bytes are added up one by one, in no tables.
const LARGEST: usize = 64;

/// Runs a fused plan. Adds to what the result is where it `adds`, else writes it.
///
/// # Safety
/// Each index in bounds of the loops of the plan leads to elements of the operands that can be read, and to
/// one of the result that can be written, and where it `adds` also be read. Nothing else reaches the result.
#[inline(never)]
pub(super) unsafe fn run<N: Numbers>(plan: &Plan, places: Places<N>, adds: bool) {
    let (mut few, mut all);
    let axes: &mut [Axis] = if plan.loops().len() <= FEW {
        few = [Axis::NONE; FEW];
        &mut few
    } else {
        all = [Axis::NONE; Plan::MOST_LOOPS];
        &mut all
    };
    let kept = plan.kept().len();
    for (n, (axis, each)) in axes.iter_mut().zip(plan.loops()).enumerate() {
        *axis = Axis::of(each, n < kept);
    }
    let axes = axes.split_at_mut(plan.loops().len()).0;
    // SAFETY: the caller's promise. Of an operand alone no right element is read, but one of no size.
    unsafe {
        if plan.operands() == 1 {
            let Places { left, result, .. } = places;
            let places = Places { left, right: core::ptr::dangling(), result };
            choose::<Alone<N>>(axes, kept, places, adds);
        } else {
            choose::<N>(axes, kept, places, adds);
        }
    }
}

/// # Safety
/// As [`run`]; the first `kept` loops are those of the result.
pub(super) unsafe fn choose<N: Numbers>(
    axes: &mut [Axis],
    kept: usize,
    mut places: Places<N>,
    adds: bool,
) {
    let is_empty = axes.iter().any(|axis| axis.extent == 0);
    // SAFETY: the caller's promise, here and below. A loop that is walked the other way goes to the same places.
    unsafe {
        if is_empty || N::Sum::ORDER_MATTERS || size_of::<N::Sum>() > LARGEST {
            return in_order::run(axes, kept, places, adds);
        }
        for axis in &mut *axes {
            axis.turn_forwards(&mut places);
        }
        if kept == axes.len() {
            return elementwise::run(axes, places, adds);
        }
        let is_product = !N::IS_ALONE && tiles::are_worth_it(axes);
        let uses = |operand: usize| turns(axes.iter().filter(|axis| axis.moves(operand)));
        let swaps = if is_product { tiles::are_crosswise(axes) } else { uses(0) < uses(1) };
        if N::IS_ALONE || !swaps {
            sum(axes, places, adds, is_product);
        } else {
            axes.iter_mut().for_each(Axis::swap_operands);
            sum(axes, places.swapped(), adds, is_product);
        }
    }
}

/// # Safety
/// As [`run`].
unsafe fn sum<N: Numbers>(axes: &mut [Axis], places: Places<N>, adds: bool, is_product: bool) {
    // SAFETY: the caller's promise.
    unsafe {
        if is_product {
            tiles::run(axes, places, adds);
        } else {
            stream::run(axes, places, adds);
        }
    }
}
