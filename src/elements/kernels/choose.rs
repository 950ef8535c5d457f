//! Which kernel runs the loops of a contraction, where there is optimization.
//!
//! - Nothing is summed, or one term: `elementwise`.
//! - Both operands have modes of their own in the result, so that each element is used many times: `unpacked` if
//!   they are small, `tiles`, or with the feature `gemm` `lowered`.
//! - All else reads one large operand once: `stream`.

use super::axes::{
    Axis, are_empty, are_product, fused, kept_and_summed, turn_forwards, turns, uses,
};
use super::elementwise::Write;
use super::general::LARGEST;
#[cfg(feature = "gemm")]
use super::lowered;
use super::processor::Processor;
use super::{Numbers, Places, elementwise, in_order, stream, tiles, unpacked};
use crate::Scalar;

/// Runs a contraction with the vectors of some processor.
///
/// # Safety
/// As [`general::run`](super::general::run), of loops of which those of the result stand first.
pub(super) unsafe fn run<N: Numbers>(
    processor: Processor,
    axes: &mut [Axis],
    places: Places<N>,
    adds: bool,
) {
    // A constant and no branch, as in `general::run`: most elements need one of them alone.
    let run = const {
        if N::Sum::CONTRACTS_IN_ANY_ORDER && size_of::<N::Sum>() <= LARGEST {
            arrange::<N>
        } else {
            keep_order::<N>
        }
    };
    // SAFETY: the promises are the caller's.
    unsafe { run(processor, axes, places, adds) }
}

/// # Safety
/// As [`run`].
unsafe fn keep_order<N: Numbers>(_: Processor, axes: &mut [Axis], places: Places<N>, adds: bool) {
    // SAFETY: the promises are the caller's.
    unsafe { in_order::run(axes, places, adds) }
}

/// # Safety
/// As [`run`].
unsafe fn arrange<N: Numbers>(
    processor: Processor,
    axes: &mut [Axis],
    mut places: Places<N>,
    adds: bool,
) {
    let is_empty = are_empty(axes);
    // SAFETY: the promises of `general::run` are about the set of places that the loops lead to. That set stays the same where a
    // loop is walked the other way (from its other end), two loops become one, or operands are exchanged. What gets loops
    // without entries asks for no more; the others get one or more entries a loop.
    unsafe {
        if is_empty {
            return in_order::sum_nothing(axes, places, adds);
        }
        places = places.moved(turn_forwards(axes));
        #[cfg(feature = "gemm")]
        if lowered::run_as_it_lies(axes, places, adds) {
            return;
        }
        if const { !N::IS_ALONE } && unpacked::run_as_it_lies(axes, places, adds, processor) {
            return;
        }
        let axes = fused(axes);
        let (kept, summed) = kept_and_summed(axes);
        if turns(summed) == 1 {
            let (kept, is_sum) = (kept.len(), !summed.is_empty());
            return elementwise::run(axes.split_at_mut(kept).0, places, Write { adds, is_sum });
        }
        let is_product = !N::IS_ALONE && are_product(axes);
        let swaps = match is_product {
            true => tiles::are_crosswise(axes),
            false => uses(axes, 0) < uses(axes, 1),
        };
        if N::IS_ALONE || !swaps {
            sum(axes, places, adds, is_product, processor);
        } else {
            for axis in &mut *axes {
                axis.swap_operands();
            }
            if const { N::Sum::COMMUTES } {
                sum(axes, N::commuted(places), adds, is_product, processor);
            } else {
                sum(axes, N::swapped(places), adds, is_product, processor);
            }
        }
    }
}

/// # Safety
/// As [`run`], of loops that each have an entry, one or more of them summed.
unsafe fn sum<N: Numbers>(
    axes: &mut [Axis],
    places: Places<N>,
    adds: bool,
    is_product: bool,
    processor: Processor,
) {
    // SAFETY: each kernel asks for the four promises of `general::run`, for loops that each have an entry: those of the caller.
    unsafe {
        // What is alone is no product, and needs no code for one.
        if const { !N::IS_ALONE } && is_product {
            let reads_in_place =
                unpacked::is_small::<N>(axes, processor) || unpacked::is_thin::<N>(axes, processor);
            if reads_in_place && unpacked::run(axes, places, adds, processor) {
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
