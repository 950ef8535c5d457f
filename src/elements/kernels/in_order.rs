//! The definition: loop by loop in the order of the plan, one product at a time.
//!
//! It serves sums whose order matters to the result, and all where there is no optimization; and it is what the tests
//! compare the others with.

use super::axes::{Axis, are_empty, each_index, kept_and_summed};
use super::{Numbers, Places};
use crate::Scalar;

/// # Safety
/// As [`general::run`](super::general::run), of loops of which those of the result stand first.
pub(super) unsafe fn run<N: Numbers>(axes: &[Axis], places: Places<N>, adds: bool) {
    let (kept, summed) = kept_and_summed(axes);
    if are_empty(axes) {
        // SAFETY: the loops and promises are those of the caller.
        return unsafe { sum_nothing(axes, places, adds) };
    }
    if let ([around @ .., last], []) = (kept, summed) {
        return each_index(around, [0; 3], &mut |at| {
            // SAFETY: called with an index of the loops around the last one, each of which has an entry, for none is empty.
            unsafe { write_products(places.moved(at), last, adds) };
        });
    }
    each_index(kept, [0; 3], &mut |at| {
        let mut sum = N::Sum::ZERO;
        // SAFETY: *reads*: called with an index of all loops, or of those around the last one, each of which has an entry,
        // for none of them is empty. *writes* and *alone*: an index of the loops of the result.
        unsafe {
            match summed {
                // A sum of one term is that term.
                [] => sum = product::<N>(places.moved(at)),
                [around @ .., last] => each_index(around, at, &mut |at| {
                    sum = plus_products(sum, places.moved(at), last);
                }),
            }
            places.moved(at).write(sum, adds);
        }
    });
}

/// Writes sums of no terms: of loops of which one at least has no entry.
///
/// # Safety
/// *writes* and *alone*, as [`run`].
pub(super) unsafe fn sum_nothing<N: Numbers>(axes: &[Axis], places: Places<N>, adds: bool) {
    let (kept, _) = kept_and_summed(axes);
    // Beside a zero extent others may be huge: loops over nothing must not take their time.
    if are_empty(kept) {
        return;
    }
    each_index(kept, [0; 3], &mut |at| {
        // SAFETY: an index of the loops of the result.
        unsafe { places.moved(at).write(N::Sum::ZERO, adds) };
    });
}

/// Writes each product along a loop.
///
/// # Safety
/// *reads*, *writes* and *alone*, as [`run`], of all entries of the loop from `from` on.
#[inline(always)]
unsafe fn write_products<N: Numbers>(from: Places<N>, along: &Axis, adds: bool) {
    let (mut at, mut n) = (from, 0_usize);
    while n < along.extent {
        // SAFETY: *reads*, *writes* and *alone*, of entry `n`.
        unsafe { at.write(product(at), adds) };
        at = at.moved(along.steps);
        n = n.wrapping_add(1);
    }
}

/// Adds the products along a loop. (By pointers that move, and without a range: little of these loops is a call where there
/// is no optimization.)
///
/// # Safety
/// *reads*, as [`run`], of all entries of the loop from `from` on.
#[inline(always)]
unsafe fn plus_products<N: Numbers>(mut sum: N::Sum, from: Places<N>, along: &Axis) -> N::Sum {
    let Axis { extent, steps: [by_left, by_right, _], .. } = *along;
    let (mut at, mut n) = (from, 0_usize);
    while n < extent {
        // SAFETY: *reads*, of entry `n`.
        sum = sum.plus(unsafe { product(at) });
        at.left = at.left.wrapping_offset(by_left);
        at.right = at.right.wrapping_offset(by_right);
        n = n.wrapping_add(1);
    }
    sum
}

/// # Safety
/// *reads*, as [`run`], of the elements there.
#[inline(always)]
unsafe fn product<N: Numbers>(at: Places<N>) -> N::Sum {
    // SAFETY: *reads*, of the two elements at these places.
    unsafe { N::product(N::left(*at.left), N::right(*at.right)) }
}
