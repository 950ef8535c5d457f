//! Contractions of any size, under a plan that is a value.

use super::{Numbers, Offsets, Places, moved};
use crate::Scalar;
use crate::plan::{Loop, Plan};

/// Runs a fused plan. Adds to what the result is where it `adds`, else writes it.
///
/// # Safety
/// Each index in bounds of the loops of the plan leads to elements of the operands that can be read, and to
/// one of the result that can be written, and where it `adds` also be read. Nothing else reaches the result.
pub(super) unsafe fn run<N: Numbers>(plan: &Plan, places: Places<N>, adds: bool) {
    // Beside a zero extent others may be huge: loops over nothing must not take their time.
    if plan.elements() == 0 {
        return;
    }
    let is_empty = plan.summed().iter().any(|each| each.extent == 0);
    each_index(plan.kept(), |kept| {
        let mut sum = N::Sum::ZERO;
        if !is_empty {
            each_index(plan.summed(), |summed| {
                let at = places.moved(moved(kept, summed, 1));
                // SAFETY: the caller's promise.
                let product = unsafe {
                    let factor = N::left(*at.left);
                    if plan.operands() == 2 { factor.times(N::right(*at.right)) } else { factor }
                };
                sum = if plan.summed().is_empty() { product } else { sum.plus(product) };
            });
        }
        let at = places.moved(kept).result;
        // SAFETY: as above.
        unsafe {
            let sum = if adds { N::so_far(*at).plus(sum) } else { sum };
            at.write(N::result(sum));
        }
    });
}

/// Calls `body` with the offsets of each index of some loops, which each have an entry, the last one fastest.
fn each_index(loops: &[Loop], mut body: impl FnMut(Offsets)) {
    let mut index = [0_usize; Plan::MOST_LOOPS];
    let mut at = [0; 3];
    loop {
        body(at);
        let mut slower = loops.iter().zip(&mut index).rev();
        let has_next = slower.any(|(each, count)| {
            let steps = [each.left, each.right, each.result];
            *count = count.wrapping_add(1);
            if *count < each.extent {
                at = moved(at, steps, 1);
                return true;
            }
            at = moved(at, steps, 1_usize.wrapping_sub(each.extent));
            *count = 0;
            false
        });
        if !has_next {
            return;
        }
    }
}
