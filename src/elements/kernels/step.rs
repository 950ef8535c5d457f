//! One step of a contraction whose types do not know it: operands and sums between steps, into either.

use super::Places;
use super::element_types::{Mixed, Threads};
use super::general::{self, Loops};
use super::how::Shared;
use crate::Scalar;
use crate::elements::SumIn;

/// The element at the index of zeros of what a step takes: of an operand, or of sums that an earlier step left.
pub(super) enum Start<T, A> {
    Element(*const T),
    Sum(*const A),
}

/// The proofs that threads may share elements and sums, where they are to.
pub(super) type Proofs<T, A> = Option<(Shared<T>, Shared<A>)>;

/// Contracts what a step takes, of which the right one is not looked at if the left one is alone. The proof for the result
/// is made of those for elements and sums.
///
/// # Safety
/// *reads*, *writes*, *alone* and *distinct*, as [`general::run`], of these loops.
pub(super) unsafe fn run<T: SumIn<A>, A: Scalar, O: SumIn<A>>(
    loops: Loops<'_>,
    taken: [Start<T, A>; 2],
    result: *mut O,
    adds: bool,
    proofs: Proofs<T, A>,
    of_result: impl Fn(Shared<T>, Shared<A>) -> Shared<O>,
) {
    macro_rules! run {
        ($left:expr, $right:expr, |$t:ident, $a:ident| $of_left:ident $of_right:ident) => {{
            let threads =
                proofs.map(|($t, $a)| Threads::of($of_left, $of_right, of_result($t, $a), $a));
            let places: Places<Mixed<_, _, O, A>> = Places { left: $left, right: $right, result };
            // SAFETY: what the caller promises.
            unsafe { general::run(loops, places, adds, threads) }
        }};
    }
    use Start::{Element, Sum};
    match taken {
        [Element(left), Element(right)] => run!(left, right, |t, a| t t),
        [Element(left), Sum(right)] => run!(left, right, |t, a| t a),
        [Sum(left), Element(right)] => run!(left, right, |t, a| a t),
        [Sum(left), Sum(right)] => run!(left, right, |t, a| a a),
    }
}
