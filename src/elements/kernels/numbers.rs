//! [`Numbers`]: the types that a kernel multiplies, adds and writes.

use core::marker::PhantomData;

use crate::Scalar;

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

/// All of one type.
pub(super) struct Same<T>(PhantomData<T>);

impl<T: Scalar> Numbers for Same<T> {
    type Left = T;
    type Right = T;
    type Result = T;
    type Sum = T;
    #[inline(always)]
    fn left(element: T) -> T {
        element
    }
    #[inline(always)]
    fn right(element: T) -> T {
        element
    }
    #[inline(always)]
    fn so_far(element: T) -> T {
        element
    }
    #[inline(always)]
    fn result(sum: T) -> T {
        sum
    }
}
