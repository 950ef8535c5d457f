//! [`Numbers`]: the types that a kernel multiplies, adds and writes.

use core::marker::PhantomData;

use crate::{Scalar, SumIn};

/// The element types of the operands and of the result, and the type that products are added up in.
pub(super) trait Numbers {
    type Left: Copy;
    type Right: Copy;
    type Result: Copy;
    type Sum: Scalar;
    fn left(element: Self::Left) -> Self::Sum;
    fn right(element: Self::Right) -> Self::Sum;
    /// What a result that is added to begins with.
    fn so_far(element: Self::Result) -> Self::Sum;
    fn result(sum: Self::Sum) -> Self::Result;
}

/// Operands of `L` and `R`, and a result of `O`, whose products are added up in `A`.
pub(super) struct Mixed<L, R, O, A>(PhantomData<(L, R, O, A)>);

/// All of one type.
pub(super) type Same<T> = Mixed<T, T, T, T>;

impl<L: SumIn<A>, R: SumIn<A>, O: SumIn<A>, A: Scalar> Numbers for Mixed<L, R, O, A> {
    type Left = L;
    type Right = R;
    type Result = O;
    type Sum = A;
    #[inline(always)]
    fn left(element: L) -> A {
        element.widen()
    }
    #[inline(always)]
    fn right(element: R) -> A {
        element.widen()
    }
    #[inline(always)]
    fn so_far(element: O) -> A {
        element.widen()
    }
    #[inline(always)]
    fn result(sum: A) -> O {
        O::narrow(sum)
    }
}
