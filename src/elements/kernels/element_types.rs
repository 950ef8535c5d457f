//! [`Numbers`]: the types that a kernel multiplies, adds and writes.

use core::marker::PhantomData;

use super::compiled::Compiled;
#[cfg(feature = "gemm")]
use super::gemm::MatrixProduct;
use super::how::Shared;
use crate::Scalar;
use crate::elements::SumIn;

/// The element types of the operands and of the result, and the type that products are added up in.
pub(super) trait Numbers {
    type Left: Copy;
    type Right: Copy;
    type Result: Copy;
    type Sum: Scalar;
    /// The operands exchanged.
    type Swapped: Numbers<Left = Self::Right, Right = Self::Left, Result = Self::Result, Sum = Self::Sum>;
    /// The kernels that this crate has compiled, where it has; then all four types are one.
    const COMPILED: Option<Compiled<Self::Sum>> = None;
    /// Whether the result has the type of the sums, and a sum is written as it is.
    const RESULT_IS_SUM: bool;
    /// Whether elements of the left and of the right operand are multiplied as they are.
    const ARE_SUMS: [bool; 2];
    /// Whether there is no right operand. Its type then has no size, so that reading it reads nothing.
    const IS_ALONE: bool = false;
    /// A product of matrices by a crate, where there is one; then all four types are one.
    #[cfg(feature = "gemm")]
    const GEMM: Option<unsafe fn(&MatrixProduct<Self::Sum>)> = None;
    fn left(element: Self::Left) -> Self::Sum;
    fn right(element: Self::Right) -> Self::Sum;
    /// The product of an element of the left operand and one of the right one.
    #[inline(always)]
    fn product(left: Self::Sum, right: Self::Sum) -> Self::Sum {
        left.times(right)
    }
    /// A sum and the product of an element of each, rounded once.
    #[inline(always)]
    fn plus_product(sum: Self::Sum, left: Self::Sum, right: Self::Sum) -> Self::Sum {
        sum.plus_product(left, right)
    }
    /// What a result that is added to begins with.
    fn so_far(element: Self::Result) -> Self::Sum;
    fn result(sum: Self::Sum) -> Self::Result;
}

/// Operands of `L` and `R`, and a result of `O`, whose products are added up in `A`.
pub(super) struct Mixed<L, R, O, A>(PhantomData<(L, R, O, A)>);

/// Proof that elements and sums can be shared with other threads and given to them. INVARIANT: the types of `N` are
/// `Send` and `Sync`, as only [`Threads::of`] makes one, of a proof for each type.
pub(super) struct Threads<N>(PhantomData<fn() -> N>);

impl<N> Clone for Threads<N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N> Copy for Threads<N> {}

impl<L: SumIn<A>, R: SumIn<A>, O: SumIn<A>, A: Scalar> Threads<Mixed<L, R, O, A>> {
    pub(super) fn of(_: Shared<L>, _: Shared<R>, _: Shared<O>, _: Shared<A>) -> Self {
        Threads(PhantomData)
    }
}

impl<N: Numbers> Threads<N> {
    /// Of the left operand alone: the right one is of `()`.
    pub(super) fn alone(self) -> Threads<Alone<N>> {
        Threads(PhantomData)
    }
}

/// All of one type.
#[cfg(feature = "alloc")]
pub(super) type Same<T> = Mixed<T, T, T, T>;

/// All of one type, whose products commute: exchanged operands need no code of their own.
pub(super) struct Commuting<T>(PhantomData<T>);

impl<T: Send + Sync> Threads<Commuting<T>> {
    /// What threads can share, as the bounds say.
    pub(super) const PROOF: Self = Threads(PhantomData);
}

impl<T: Scalar> Numbers for Commuting<T> {
    type Left = T;
    type Right = T;
    type Result = T;
    type Sum = T;
    type Swapped = Self;
    const RESULT_IS_SUM: bool = true;
    const ARE_SUMS: [bool; 2] = [true; 2];
    #[cfg(feature = "gemm")]
    const GEMM: Option<unsafe fn(&MatrixProduct<T>)> = T::GEMM;
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

impl<L: SumIn<A>, R: SumIn<A>, O: SumIn<A>, A: Scalar> Numbers for Mixed<L, R, O, A> {
    type Left = L;
    type Right = R;
    type Result = O;
    type Sum = A;
    type Swapped = Swapped<Self>;
    const RESULT_IS_SUM: bool = O::SAME.is_some();
    const ARE_SUMS: [bool; 2] = [L::SAME.is_some(), R::SAME.is_some()];
    const COMPILED: Option<Compiled<A>> = match (L::SAME, R::SAME, O::SAME) {
        (Some(_), Some(_), Some(_)) => A::COMPILED,
        _ => None,
    };
    #[cfg(feature = "gemm")]
    const GEMM: Option<unsafe fn(&MatrixProduct<A>)> = match (L::SAME, R::SAME, O::SAME) {
        (Some(_), Some(_), Some(_)) => A::GEMM,
        _ => None,
    };
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

/// The operands exchanged. Products are still taken in the order of the user, which matters to quaternions.
pub(super) struct Swapped<N>(PhantomData<N>);

impl<N: Numbers> Numbers for Swapped<N> {
    type Left = N::Right;
    type Right = N::Left;
    type Result = N::Result;
    type Sum = N::Sum;
    type Swapped = N;
    const RESULT_IS_SUM: bool = N::RESULT_IS_SUM;
    const ARE_SUMS: [bool; 2] = [N::ARE_SUMS[1], N::ARE_SUMS[0]];
    #[cfg(feature = "gemm")]
    const GEMM: Option<unsafe fn(&MatrixProduct<N::Sum>)> = N::GEMM;
    #[inline(always)]
    fn left(element: N::Right) -> N::Sum {
        N::right(element)
    }
    #[inline(always)]
    fn right(element: N::Left) -> N::Sum {
        N::left(element)
    }
    #[inline(always)]
    fn product(left: N::Sum, right: N::Sum) -> N::Sum {
        N::product(right, left)
    }
    #[inline(always)]
    fn plus_product(sum: N::Sum, left: N::Sum, right: N::Sum) -> N::Sum {
        N::plus_product(sum, right, left)
    }
    #[inline(always)]
    fn so_far(element: N::Result) -> N::Sum {
        N::so_far(element)
    }
    #[inline(always)]
    fn result(sum: N::Sum) -> N::Result {
        N::result(sum)
    }
}

/// The left operand alone.
pub(super) struct Alone<N>(PhantomData<N>);

impl<N: Numbers> Numbers for Alone<N> {
    type Left = N::Left;
    type Right = ();
    type Result = N::Result;
    type Sum = N::Sum;
    type Swapped = Swapped<Self>;
    const RESULT_IS_SUM: bool = N::RESULT_IS_SUM;
    const ARE_SUMS: [bool; 2] = [N::ARE_SUMS[0], false];
    const IS_ALONE: bool = true;
    #[inline(always)]
    fn left(element: N::Left) -> N::Sum {
        N::left(element)
    }
    #[inline(always)]
    fn right((): ()) -> N::Sum {
        N::Sum::ZERO
    }
    #[inline(always)]
    fn product(left: N::Sum, _: N::Sum) -> N::Sum {
        left
    }
    #[inline(always)]
    fn plus_product(sum: N::Sum, left: N::Sum, _: N::Sum) -> N::Sum {
        sum.plus(left)
    }
    #[inline(always)]
    fn so_far(element: N::Result) -> N::Sum {
        N::so_far(element)
    }
    #[inline(always)]
    fn result(sum: N::Sum) -> N::Result {
        N::result(sum)
    }
}

/// The sums themselves as the result.
#[cfg(feature = "rayon")]
pub(super) struct Summed<N>(PhantomData<N>);

#[cfg(feature = "rayon")]
impl<N: Numbers> Numbers for Summed<N> {
    type Left = N::Left;
    type Right = N::Right;
    type Result = N::Sum;
    type Sum = N::Sum;
    type Swapped = Summed<N::Swapped>;
    const RESULT_IS_SUM: bool = true;
    const ARE_SUMS: [bool; 2] = N::ARE_SUMS;
    const IS_ALONE: bool = N::IS_ALONE;
    #[cfg(feature = "gemm")]
    const GEMM: Option<unsafe fn(&MatrixProduct<N::Sum>)> = N::GEMM;
    #[inline(always)]
    fn left(element: N::Left) -> N::Sum {
        N::left(element)
    }
    #[inline(always)]
    fn right(element: N::Right) -> N::Sum {
        N::right(element)
    }
    #[inline(always)]
    fn product(left: N::Sum, right: N::Sum) -> N::Sum {
        N::product(left, right)
    }
    #[inline(always)]
    fn plus_product(sum: N::Sum, left: N::Sum, right: N::Sum) -> N::Sum {
        N::plus_product(sum, left, right)
    }
    #[inline(always)]
    fn so_far(element: N::Sum) -> N::Sum {
        element
    }
    #[inline(always)]
    fn result(sum: N::Sum) -> N::Sum {
        sum
    }
}
