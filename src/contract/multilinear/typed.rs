//! The functions on modes that are types.

use extents_static::__private::{Select, ToTuple, assert_mode_lists, assert_permutation_of};

use super::Vector;
use super::by_types::{Lefts, MatrixProduct, ModesOf, Numbered, Outcome, Product, ResultOf};
use crate::Operand;
use crate::contract::Contract;
use crate::elements::Storage;
use crate::layout::RowMajor;
use crate::{Const, ModeTuple, Rank, StaticExtents, StaticModes, Tensor, TypedExtents};

/// Two operands that are summed over modes `L` of the left one against modes `R` of the right one: what
/// [`ttt`](super::ttt) and its kin ask for. `T` is the type of an element where modes are run-time numbers.
///
/// [`ttv`](super::ttv) has a mode and [`Vector`] in the place of the lists.
///
/// ```
/// use extents::multilinear::{SumsOver, ttt};
/// use extents::{Const, StaticExtents, Tensor, TensorOf, extents, modes};
/// fn twice<'a, A>(a: &'a A) -> <(&'a A, &'a A) as SumsOver<(Const<0>,), (Const<1>,)>>::Result
/// where
///     (&'a A, &'a A): SumsOver<(Const<0>,), (Const<1>,)>,
/// {
///     ttt(a, a, modes![0], modes![1])
/// }
/// let square: TensorOf<StaticExtents![2, 2], _> = twice(&Tensor::full(extents![2, 2], 1)?)?;
/// assert_eq!(square.as_slice(), [2; 4]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub trait SumsOver<L, R, T = ()> {
    /// What [`contract!`](crate::contract!) gives: a `Result` of a tensor, or of extents.
    type Result;
    /// Sums.
    ///
    /// # Errors
    /// As [`ttt`](super::ttt).
    fn sum_over(self, left: L, right: R) -> Self::Result;
}

impl<'a, 'b, A, B, Ins, Out, L, R> SumsOver<L, R> for (&'a A, &'b B)
where
    A: Operand<Extents: TypedExtents>,
    B: Operand<Extents: TypedExtents>,
    L: ModeTuple + Product<R, ModesOf<A>, ModesOf<B>, Ins = Ins, Out = Out>,
    R: ModeTuple,
    (&'a A, &'b B): Contract<Ins, Out, Result: Outcome>,
{
    type Result = ResultOf<(&'a A, &'b B), Ins, Out>;

    #[inline]
    fn sum_over(self, _: L, _: R) -> Self::Result {
        const { assert_mode_lists(L::STATIC, R::STATIC) };
        self.contract().by_modes(L::STATIC, R::STATIC)
    }
}

impl<'a, 'b, A, V, const MODE: usize> SumsOver<Const<MODE>, Vector> for (&'a A, &'b V)
where
    V: Operand<Extents: Rank<1>>,
    (&'a A, &'b V): SumsOver<(Const<MODE>,), (Const<0>,)>,
{
    type Result = <(&'a A, &'b V) as SumsOver<(Const<MODE>,), (Const<0>,)>>::Result;

    #[inline]
    fn sum_over(self, mode: Const<MODE>, _: Vector) -> Self::Result {
        SumsOver::<(Const<MODE>,), (Const<0>,)>::sum_over(self, (mode,), (Const,))
    }
}

/// A tensor and a matrix that multiply along mode `M`: what [`ttm`](super::ttm) asks for. `T` is the type of an element
/// where the mode is a run-time number.
///
/// ```
/// use extents::multilinear::{MultipliesAlong, ttm};
/// use extents::{Const, extents};
/// fn first<'a, A, B>(a: &'a A, b: &'a B) -> <(&'a A, &'a B) as MultipliesAlong<Const<0>>>::Result
/// where
///     (&'a A, &'a B): MultipliesAlong<Const<0>>,
/// {
///     ttm(a, b, Const::<0>)
/// }
/// assert_eq!(first(&extents![2, 3], &extents![4, 2]), Ok(extents![4, 3]));
/// ```
pub trait MultipliesAlong<M, T = ()> {
    /// What [`contract!`](crate::contract!) gives: a `Result` of a tensor, or of extents.
    type Result;
    /// Multiplies.
    ///
    /// # Errors
    /// As [`ttm`](super::ttm).
    fn multiply_along(self, mode: M) -> Self::Result;
}

impl<'a, 'b, A, B, Ins, Out, const MODE: usize> MultipliesAlong<Const<MODE>> for (&'a A, &'b B)
where
    A: Operand<Extents: TypedExtents>,
    B: Operand<Extents: TypedExtents + Rank<2>>,
    (Const<MODE>,): MatrixProduct<ModesOf<A>, ModesOf<B>, Ins = Ins, Out = Out>,
    (&'a A, &'b B): Contract<Ins, Out, Result: Outcome>,
{
    type Result = ResultOf<(&'a A, &'b B), Ins, Out>;

    #[inline]
    fn multiply_along(self, _: Const<MODE>) -> Self::Result {
        self.contract().by_modes(&[Some(MODE)], &[Some(1)])
    }
}

/// An operand whose modes can be copied in the order `P`: what [`trans`](super::trans) asks for.
///
/// ```
/// use extents::multilinear::{Reorders, trans};
/// use extents::{Const, extents, modes};
/// fn swapped<'a, A>(a: &'a A) -> <&'a A as Reorders<(Const<1>, Const<0>)>>::Result
/// where
///     &'a A: Reorders<(Const<1>, Const<0>)>,
/// {
///     trans(a, modes![1, 0])
/// }
/// assert_eq!(swapped(&extents![2, 3]), Ok(extents![3, 2]));
/// ```
pub trait Reorders<P, T = ()> {
    /// What [`contract!`](crate::contract!) gives: a `Result` of a tensor, or of extents.
    type Result;
    /// Copies.
    ///
    /// # Errors
    /// As [`trans`](super::trans).
    fn reorder(self, permutation: P) -> Self::Result;
}

impl<'a, A, Left, P> Reorders<P> for &'a A
where
    A: Operand<Extents: TypedExtents>,
    P: StaticModes,
    ModesOf<A>: Select<P::List> + Numbered<Labels = Left>,
    Lefts: Select<P::List, Output: ToTuple>,
    (&'a A,): Contract<(Left,), <<Lefts as Select<P::List>>::Output as ToTuple>::Tuple>,
{
    type Result =
        ResultOf<(&'a A,), (Left,), <<Lefts as Select<P::List>>::Output as ToTuple>::Tuple>;

    #[inline]
    fn reorder(self, _: P) -> Self::Result {
        const { assert_permutation_of(P::STATIC, <ModesOf<A> as ModeTuple>::STATIC.len()) };
        (self,).contract()
    }
}

/// The numbers of all modes of an operand.
type All<A> = <ModesOf<A> as Numbered>::Numbers;

/// [`inner`](super::inner) of two tensors of equal rank: extents that differ in the types do not compile.
///
/// # Errors
/// [`ShapeError::ModePairMismatch`](crate::ShapeError::ModePairMismatch) where run-time extents differ; `Infallible` for
/// inline tensors.
///
/// ```
/// use extents::multilinear::inner_typed;
/// use extents::{InlineTensor, StaticExtents};
/// let a = InlineTensor::<i32, StaticExtents![2, 2]>::from_array([[1, 2], [3, 4]]);
/// let Ok(sum) = inner_typed(&a, &a);
/// assert_eq!(sum, 30);
/// ```
#[inline]
#[allow(clippy::indexing_slicing, reason = "a tensor of rank 0 has the one element")]
pub fn inner_typed<'a, 'b, A, B, T, S, E, const R: usize>(left: &'a A, right: &'b B) -> Result<T, E>
where
    A: Operand<Extents: TypedExtents + Rank<R>>,
    ModesOf<A>: Numbered,
    B: Operand<Extents: Rank<R>>,
    T: Copy,
    S: Storage<Elem = T>,
    (&'a A, &'b B):
        SumsOver<All<A>, All<A>, Result = Result<Tensor<T, StaticExtents<()>, RowMajor, S>, E>>,
{
    SumsOver::<All<A>, All<A>>::sum_over((left, right), All::<A>::default(), All::<A>::default())
        .map(|sum| sum[[]])
}

/// [`outer`](super::outer) of two operands whose ranks are in the type: the result has the extents of the left one, then
/// those of the right one.
///
/// # Errors
/// [`ShapeError::SizeOverflow`](crate::ShapeError::SizeOverflow),
/// [`ShapeError::Allocation`](crate::ShapeError::Allocation); `Infallible` for inline tensors.
///
/// ```
/// use extents::multilinear::outer_typed;
/// use extents::{InlineTensor, StaticExtents};
/// let v = InlineTensor::<i32, StaticExtents![3]>::from_array([1, 2, 3]);
/// let w = InlineTensor::<i32, StaticExtents![2]>::from_array([1, 10]);
/// let Ok(c) = outer_typed(&v, &w);
/// assert_eq!(c.into_array(), [[1, 10], [2, 20], [3, 30]]);
/// ```
#[inline]
pub fn outer_typed<'a, 'b, A, B>(
    left: &'a A,
    right: &'b B,
) -> <(&'a A, &'b B) as SumsOver<(), ()>>::Result
where
    (&'a A, &'b B): SumsOver<(), ()>,
{
    (left, right).sum_over((), ())
}
