//! The definition: loop by loop in the order of the plan, one product at a time.
//!
//! It serves sums whose order matters to the result, and it is what the tests compare the others with.

use super::axes::{Axis, are_empty, each_index, kept_and_summed};
use super::{Numbers, Places, moved};
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
    // SAFETY: *reads*: called with an index of all loops, each of which has an entry, for none of them is empty.
    let product = |at: Places<N>| unsafe { N::product(N::left(*at.left), N::right(*at.right)) };
    each_index(kept, [0; 3], &mut |at| {
        let mut sum = N::Sum::ZERO;
        match summed {
            // A sum of one term is that term.
            [] => sum = product(places.moved(at)),
            _ if is_empty => {}
            [around @ .., last] => each_index(around, at, &mut |at| {
                // A sum of its own, which stays in a register.
                let mut so_far = sum;
                for n in 0..last.extent {
                    so_far = so_far.plus(product(places.moved(moved(at, last.steps, n))));
                }
                sum = so_far;
            }),
        }
        // SAFETY: *writes* and *alone*: an index of the loops of the result.
        unsafe { places.moved(at).write(sum, adds) };
    });
}
