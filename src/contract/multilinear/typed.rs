//! The functions on modes that are types.

use extents_static::__private::{
    Chain, Cons, Nil, Nth, NthOf, ToTuple, Tuple, assert_mode_lists, assert_permutation_of,
};
use extents_static::Outcome;

use super::Vector;
use super::by_types::{
    AllOf, FreeOf, Labels, Lefts, ModesOf, Numbered, Paired, ResultOf, SumsWith, by_modes, right0,
};
use crate::Operand;
use crate::contract::Contract;
use crate::edit::{FoldedAt, ReplaceAt, Select};
use crate::{Const, ModeTuple, Rank, StaticModes, TypedExtents};

/// Operands to which a function on modes applies: what [`ttv`](super::ttv), [`ttm`](super::ttm), [`ttt`](super::ttt) and
/// [`trans`](super::trans) ask for. `T` is the type of an element where modes are run-time numbers.
///
/// | `Operation` | functions |
/// |---|---|
/// | [`SumOver<L, R>`](SumOver) | [`ttt`](super::ttt), [`prod`](super::prod); `SumOver<M, Vector>` is that of [`ttv`](super::ttv) |
/// | [`MultiplyAlong<M>`](MultiplyAlong) | [`ttm`](super::ttm) |
/// | [`Reorder<P>`](Reorder) | [`trans`](super::trans), of one operand |
///
/// ```
/// use extents::multilinear::{Multilinear, MultiplyAlong, SumOver, ttm, ttt};
/// use extents::{Const, StaticExtents, Tensor, TensorOf, extents, modes};
/// type Square = SumOver<(Const<0>,), (Const<1>,)>;
/// fn twice<'a, A>(a: &'a A) -> <(&'a A, &'a A) as Multilinear<Square>>::Result
/// where
///     (&'a A, &'a A): Multilinear<Square>,
/// {
///     ttt(a, a, modes![0], modes![1])
/// }
/// let square: TensorOf<StaticExtents![2, 2], _> = twice(&Tensor::full(extents![2, 2], 1)?)?;
/// assert_eq!(square.as_slice(), [2; 4]);
///
/// type First = MultiplyAlong<Const<0>>;
/// fn first<'a, A, B>(a: &'a A, b: &'a B) -> <(&'a A, &'a B) as Multilinear<First>>::Result
/// where
///     (&'a A, &'a B): Multilinear<First>,
/// {
///     ttm(a, b, Const::<0>)
/// }
/// assert_eq!(first(&extents![2, 3], &extents![4, 2]), Ok(extents![4, 3]));
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub trait Multilinear<Operation, T = ()> {
    /// What [`contract!`](crate::contract!) gives: a `Result` of a tensor, or of extents.
    type Result;
    /// Fails to compile where the modes in the type are wrong. The functions evaluate it, so that the error shows the
    /// line of their caller.
    #[doc(hidden)]
    const CHECK: () = ();
    /// Applies the operation. The functions call it.
    ///
    /// # Errors
    /// Those of the function.
    ///
    /// ```
    /// use extents::extents;
    /// use extents::multilinear::{Multilinear, Reorder};
    /// assert_eq!((&extents![2, 3]).apply(Reorder(extents::modes![1, 0])), Ok(extents![3, 2]));
    /// ```
    fn apply(self, operation: Operation) -> Self::Result;
}

/// What a function on modes returns: a `Result` of a tensor, or of extents.
///
/// ```
/// use extents::multilinear::{MultiplyAlong, ResultOn};
/// use extents::{Const, StaticExtents};
/// type Operands<'a> = (&'a StaticExtents![2, 3], &'a StaticExtents![4, 2]);
/// let first: ResultOn<Operands<'_>, MultiplyAlong<Const<0>>> = Ok(extents::extents![4, 3]);
/// # let _ = first;
/// ```
pub type ResultOn<Operands, Operation, T = ()> = <Operands as Multilinear<Operation, T>>::Result;

/// The sum over modes `L` of the left operand against modes `R` of the right one. [`ttv`](super::ttv) has a mode and
/// [`Vector`] in the place of the lists.
///
/// ```
/// use extents::multilinear::{Multilinear, SumOver};
/// use extents::{extents, modes};
/// let operands = (&extents![2, 3], &extents![4, 2]);
/// assert_eq!(operands.apply(SumOver(modes![0], modes![1])), Ok(extents![3, 4]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SumOver<L, R>(pub L, pub R);

/// The product of a tensor and a matrix along mode `M`.
///
/// ```
/// use extents::multilinear::{Multilinear, MultiplyAlong};
/// use extents::{Const, extents};
/// let operands = (&extents![2, 3], &extents![4, 2]);
/// assert_eq!(operands.apply(MultiplyAlong(Const::<0>)), Ok(extents![4, 3]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MultiplyAlong<M>(pub M);

/// The copy with the modes in the order `P`.
///
/// ```
/// use extents::multilinear::{Multilinear, Reorder};
/// use extents::{extents, modes};
/// assert_eq!((&extents![2, 3, 4]).apply(Reorder(modes![2, 0, 1])), Ok(extents![4, 2, 3]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reorder<P>(pub P);

impl<'a, 'b, A, B, L, R, Left, Right, Out, C, E> Multilinear<SumOver<L, R>> for (&'a A, &'b B)
where
    A: Operand<Extents: TypedExtents>,
    B: Operand<Extents: TypedExtents>,
    ModesOf<A>: FoldedAt<L::List>,
    ModesOf<B>: FoldedAt<R::List>,
    L: ModeTuple<List: Paired<R::List, ModesOf<A>, ModesOf<B>, Left = Left, Right = Right>>,
    R: ModeTuple,
    Left: Tuple<List: Labels<All: ToTuple, Free: Chain<Then<FreeOf<Right>>: ToTuple<Tuple = Out>>>>,
    Right: Tuple<List: Labels<All: ToTuple>>,
    (&'a A, &'b B): Contract<(), (AllOf<Left>, AllOf<Right>), Out, Result = Result<C, E>>,
    E: Outcome,
{
    type Result = Result<C, E>;
    const CHECK: () = assert_mode_lists(L::STATIC, R::STATIC);

    #[inline]
    fn apply(self, _: SumOver<L, R>) -> Self::Result {
        const { <Self as Multilinear<SumOver<L, R>>>::CHECK };
        self.contract().map_err(|error| error.map(|error| by_modes(error, L::STATIC, R::STATIC)))
    }
}

impl<'a, 'b, A, V, const MODE: usize> Multilinear<SumOver<Const<MODE>, Vector>> for (&'a A, &'b V)
where
    V: Operand<Extents: Rank<1>>,
    (&'a A, &'b V): Multilinear<SumOver<(Const<MODE>,), (Const<0>,)>>,
{
    type Result = <(&'a A, &'b V) as Multilinear<SumOver<(Const<MODE>,), (Const<0>,)>>>::Result;

    #[inline]
    fn apply(self, SumOver(mode, _): SumOver<Const<MODE>, Vector>) -> Self::Result {
        self.apply(SumOver((mode,), (Const::<0>,)))
    }
}

impl<'a, 'b, A, B, X, Left, Out, C, E, const MODE: usize> Multilinear<MultiplyAlong<Const<MODE>>>
    for (&'a A, &'b B)
where
    A: Operand<Extents: TypedExtents>,
    B: Operand<Extents: TypedExtents + Rank<2>>,
    ModesOf<A>: Nth<MODE> + Numbered<Labels = Left>,
    ModesOf<B>: Nth<1>,
    Lefts: Nth<MODE>,
    NthOf<ModesOf<A>, MODE>: SumsWith<NthOf<ModesOf<B>, 1>, MODE, 1, Label<NthOf<Lefts, MODE>> = X>,
    Left: ReplaceAt<MODE, Cons<right0, Nil>, Output = Out>,
    (&'a A, &'b B): Contract<(), (Left, (right0, X)), Out, Result = Result<C, E>>,
    E: Outcome,
{
    type Result = Result<C, E>;

    #[inline]
    fn apply(self, _: MultiplyAlong<Const<MODE>>) -> Self::Result {
        self.contract()
            .map_err(|error| error.map(|error| by_modes(error, &[Some(MODE)], &[Some(1)])))
    }
}

impl<'a, A, Left, Out, P> Multilinear<Reorder<P>> for &'a A
where
    A: Operand<Extents: TypedExtents>,
    P: StaticModes,
    ModesOf<A>: Select<P::List> + FoldedAt<P::List> + Numbered<Labels = Left>,
    Lefts: Select<P::List, Output: ToTuple<Tuple = Out>>,
    (&'a A,): Contract<(), (Left,), Out>,
{
    type Result = ResultOf<(&'a A,), (Left,), Out>;
    const CHECK: () = assert_permutation_of(P::STATIC, <ModesOf<A> as ModeTuple>::STATIC.len());

    #[inline]
    fn apply(self, _: Reorder<P>) -> Self::Result {
        const { <Self as Multilinear<Reorder<P>>>::CHECK };
        (self,).contract()
    }
}
