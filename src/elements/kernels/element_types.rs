//! [`Numbers`]: the types that a kernel multiplies, adds and writes.

use core::marker::PhantomData;

use super::Places;
use super::compiled::Compiled;
#[cfg(feature = "gemm")]
use super::gemm::MatrixProduct;
use super::how::Shared;
use crate::Scalar;
use crate::elements::SumIn;

/// The element types of the operands and of the result, and the type that products are added up in.
pub(super) trait Numbers: Sized {
    type Left: Copy;
    type Right: Copy;
    type Result: Copy;
    type Sum: Scalar;
    /// How elements of the left and of the right operand become what is multiplied.
    type OfLeft: ToSum<Self::Left, Self::Sum>;
    type OfRight: ToSum<Self::Right, Self::Sum>;
    /// The operands exchanged, of which products are still taken in the order of the user.
    type Swapped: Numbers<Result = Self::Result, Sum = Self::Sum>;
    /// The operands exchanged, whose products [commute](Scalar::COMMUTES): mostly a type that is there anyway.
    type Commuted: Numbers<Result = Self::Result, Sum = Self::Sum>;
    /// The same with the sums themselves as the result.
    type Summed: Numbers<Left = Self::Left, Right = Self::Right, Result = Self::Sum, Sum = Self::Sum>;
    /// The same with operands of sums, as copies of them are: one type, and so one code, for operands of many types.
    type Packed: Numbers<Result = Self::Result, Sum = Self::Sum>;
    /// The kernels that this crate has compiled, where it has; then all four types are one.
    const COMPILED: Option<Compiled<Self::Sum>> = None;
    /// Whether the result has the type of the sums, and a sum is written as it is.
    const RESULT_IS_SUM: bool;
    /// Whether elements of the left and of the right operand are multiplied as they are.
    const ARE_SUMS: [bool; 2] = [Self::OfLeft::IS_SUM, Self::OfRight::IS_SUM];
    /// Whether there is no right operand. Its type then has no size, so that reading it reads nothing.
    const IS_ALONE: bool = false;
    /// A product of matrices by a crate, where there is one; then all four types are one.
    #[cfg(feature = "gemm")]
    const GEMM: Option<unsafe fn(&MatrixProduct<Self::Sum>)> = None;
    #[inline(always)]
    fn left(element: Self::Left) -> Self::Sum {
        Self::OfLeft::to_sum(element)
    }
    #[inline(always)]
    fn right(element: Self::Right) -> Self::Sum {
        Self::OfRight::to_sum(element)
    }
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
    /// The same places with the operands exchanged.
    fn swapped(places: Places<Self>) -> Places<Self::Swapped>;
    /// The same places with the operands exchanged.
    fn commuted(places: Places<Self>) -> Places<Self::Commuted>;
    /// What a result that is added to begins with.
    fn so_far(element: Self::Result) -> Self::Sum;
    fn result(sum: Self::Sum) -> Self::Result;
}

/// How elements become numbers of the type of the sums: apart from [`Numbers`], so that operands of one type share code.
pub(super) trait ToSum<E, A> {
    /// Whether they are such numbers.
    const IS_SUM: bool;
    fn to_sum(element: E) -> A;
}

/// Elements of an operand: as [`SumIn`] says.
pub(super) struct Widened;

impl<E: SumIn<A>, A> ToSum<E, A> for Widened {
    const IS_SUM: bool = E::SAME.is_some();
    #[inline(always)]
    fn to_sum(element: E) -> A {
        element.widen()
    }
}

/// Elements of the operand that is not there, beside one [alone](Alone).
pub(super) struct Nothing;

impl<A: Scalar> ToSum<(), A> for Nothing {
    const IS_SUM: bool = false;
    #[inline(always)]
    fn to_sum((): ()) -> A {
        A::ZERO
    }
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
pub(super) type Same<T> = Mixed<T, T, T, T>;

impl<T: Send + Sync> Threads<Same<T>> {
    /// What threads can share, as the bounds say.
    pub(super) const PROOF: Self = Threads(PhantomData);
}

impl<L: SumIn<A>, R: SumIn<A>, O: SumIn<A>, A: Scalar> Numbers for Mixed<L, R, O, A> {
    type Left = L;
    type Right = R;
    type Result = O;
    type Sum = A;
    type OfLeft = Widened;
    type OfRight = Widened;
    type Swapped = Swapped<Self>;
    type Commuted = Mixed<R, L, O, A>;
    type Summed = Mixed<L, R, A, A>;
    type Packed = Mixed<A, A, O, A>;
    const RESULT_IS_SUM: bool = O::SAME.is_some();
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
    fn swapped(places: Places<Self>) -> Places<Self::Swapped> {
        Places { left: places.right, right: places.left, result: places.result }
    }
    #[inline(always)]
    fn commuted(places: Places<Self>) -> Places<Self::Commuted> {
        Places { left: places.right, right: places.left, result: places.result }
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
    type OfLeft = N::OfRight;
    type OfRight = N::OfLeft;
    type Swapped = N;
    type Commuted = N;
    type Summed = Swapped<N::Summed>;
    type Packed = Swapped<N::Packed>;
    const RESULT_IS_SUM: bool = N::RESULT_IS_SUM;
    #[cfg(feature = "gemm")]
    const GEMM: Option<unsafe fn(&MatrixProduct<N::Sum>)> = N::GEMM;
    #[inline(always)]
    fn product(left: N::Sum, right: N::Sum) -> N::Sum {
        N::product(right, left)
    }
    #[inline(always)]
    fn plus_product(sum: N::Sum, left: N::Sum, right: N::Sum) -> N::Sum {
        N::plus_product(sum, right, left)
    }
    #[inline(always)]
    fn swapped(places: Places<Self>) -> Places<N> {
        Places { left: places.right, right: places.left, result: places.result }
    }
    #[inline(always)]
    fn commuted(places: Places<Self>) -> Places<N> {
        Self::swapped(places)
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
    type OfLeft = N::OfLeft;
    type OfRight = Nothing;
    // There is nothing to exchange.
    type Swapped = Self;
    type Commuted = Self;
    type Summed = Alone<N::Summed>;
    type Packed = Alone<N::Packed>;
    const RESULT_IS_SUM: bool = N::RESULT_IS_SUM;
    const IS_ALONE: bool = true;
    #[inline(always)]
    fn product(left: N::Sum, _: N::Sum) -> N::Sum {
        left
    }
    #[inline(always)]
    fn plus_product(sum: N::Sum, left: N::Sum, _: N::Sum) -> N::Sum {
        sum.plus(left)
    }
    #[inline(always)]
    fn swapped(places: Places<Self>) -> Places<Self> {
        places
    }
    #[inline(always)]
    fn commuted(places: Places<Self>) -> Places<Self> {
        places
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
