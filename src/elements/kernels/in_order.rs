//! The definition: loop by loop in the order of the plan, one product at a time.
//!
//! It serves sums whose order matters to the result, and it is what the tests compare the others with.

use super::axes::{Axis, are_empty, each_index, kept_and_summed};
use super::{Numbers, Places};
use crate::Scalar;

/// # Safety
/// As [`general::run`](super::general::run), of loops of which those of the result stand first.
pub(super) unsafe fn run<N: Numbers>(axes: &[Axis], places: Places<N>, adds: bool) {
    let (kept, summed) = kept_and_summed(axes);
    // Beside a zero extent others may be huge: loops over nothing must not take their time.
    if are_empty(kept) {
        return;
    }
    let is_empty = are_empty(summed);
    each_index(kept, [0; 3], &mut |at| {
        let mut sum = N::Sum::ZERO;
        if !is_empty {
            each_index(summed, at, &mut |at| {
                let at = places.moved(at);
                // SAFETY: *reads*: an index of all loops, each of which has an entry, for none of them is empty.
                let (left, right) = unsafe { (N::left(*at.left), N::right(*at.right)) };
                let product = N::product(left, right);
                // A sum of one term is that term.
                sum = if summed.is_empty() { product } else { sum.plus(product) };
            });
        }
        // SAFETY: *writes* and *alone*: an index of the loops of the result.
        unsafe { places.moved(at).write(sum, adds) };
    });
}
