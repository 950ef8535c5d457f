//! Labels for modes that are numbers in the type: what [`contract!`](crate::contract!) needs to know.

#![allow(missing_debug_implementations, reason = "types without values")]

use crate::error::Place;
use core::marker::PhantomData;

use extents_static::__private::{Cons, In, Nil, Nth, NthOf, ToTuple, Tuple};

use crate::Operand;
use crate::contract::Contract;
use crate::edit::ReplaceAt;
use crate::label::Label;
use crate::label::LabelName;
use crate::{Const, Dim, Dyn, Mode, ShapeError, Sym, TypedExtents};

/// The labels of the modes of the left and of the right operand.
mod label {
    crate::labels! {
        pub mode0, pub mode1, pub mode2, pub mode3, pub mode4, pub mode5,
        pub mode6, pub mode7, pub mode8, pub mode9, pub mode10, pub mode11,
        pub right0, pub right1, pub right2, pub right3, pub right4, pub right5,
        pub right6, pub right7, pub right8, pub right9, pub right10, pub right11,
    }
}
pub(super) use label::right0;
use label::*;

macro_rules! sides {
    ($($left:ident $right:ident)*) => {
        /// The labels of the modes of a left operand.
        pub(super) type Lefts = ($($left,)*);
        /// The labels of the modes of a right operand that are not summed.
        pub(super) type Rights = ($($right,)*);
        const LEFTS: [&str; 12] = [$(<$left as Label>::NAME),*];
    };
}
sides! {
    mode0 right0 mode1 right1 mode2 right2 mode3 right3 mode4 right4 mode5 right5
    mode6 right6 mode7 right7 mode8 right8 mode9 right9 mode10 right10 mode11 right11
}

/// A label of the result.
pub(crate) struct Kept<L>(PhantomData<L>);

/// A label that is summed.
pub(crate) struct Summed<L>(PhantomData<L>);

/// A list of [`Kept`] and [`Summed`].
pub(crate) trait Labels {
    /// All labels.
    type All;
    /// Those that are kept.
    type Free;
}

impl Labels for Nil {
    type All = Nil;
    type Free = Nil;
}

impl<L, Rest: Labels> Labels for Cons<Kept<L>, Rest> {
    type All = Cons<L, Rest::All>;
    type Free = Cons<L, Rest::Free>;
}

impl<L, Rest: Labels> Labels for Cons<Summed<L>, Rest> {
    type All = Cons<L, Rest::All>;
    type Free = Rest::Free;
}

/// A tuple of modes, which have numbers.
pub(crate) trait Numbered {
    /// The labels of the modes of a left operand.
    type Left: Tuple<List: Labels>;
    /// The labels of the modes of a right operand.
    type Right: Tuple<List: Labels>;
    /// The same as plain labels.
    type Labels;
}

macro_rules! numbered {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<$($A: Mode),*> Numbered for ($($A,)*) {
            type Left = ($(Kept<NthOf<Lefts, $k>>,)*);
            type Right = ($(Kept<NthOf<Rights, $k>>,)*);
            type Labels = ($(NthOf<Lefts, $k>,)*);
        }
    };
}
extents_static::for_each_arity!(numbered);

/// Mode `LEFT` of the left operand, which is summed against mode `RIGHT` of the right one.
#[diagnostic::on_unimplemented(
    message = "mode {LEFT} of the left operand has extent `{Self}`, but mode {RIGHT} of the right one has `{M}`",
    label = "two modes that are summed together need equal extents"
)]
pub(crate) trait SumsWith<M, const LEFT: usize, const RIGHT: usize> {
    /// `L`. Where the extents differ there is none, and so no further error about it.
    type Label<L>;
}

macro_rules! sums_with {
    ($([$($generics:tt)*] $left:ty, $right:ty;)*) => {$(
        impl<$($generics)* const LEFT: usize, const RIGHT: usize>
            SumsWith<$right, LEFT, RIGHT> for $left
        {
            type Label<L> = L;
        }
    )*};
}
// The pairs that one label of `contract!` may name. One implementation for all that unite would give a label to others too,
// under which they would be refused once more.
sums_with! {
    [const N: usize,] Const<N>, Const<N>;
    [const N: usize,] Const<N>, Dyn;
    [const N: usize,] Dyn, Const<N>;
    [] Dyn, Dyn;
    [D: Dim,] Sym<D>, Sym<D>;
    [D: Dim, const N: usize,] Const<N>, Sym<D>;
    [D: Dim, const N: usize,] Sym<D>, Const<N>;
    [D: Dim,] Sym<D>, Dyn;
    [D: Dim,] Dyn, Sym<D>;
    ['b, D: Dim,] Sym<In<'b, D>>, Sym<D>;
    ['b, D: Dim,] Sym<D>, Sym<In<'b, D>>;
}

/// A list of modes of a left operand of modes `A`, which are summed against those of the list `Rs` of a right operand of
/// modes `B`.
///
/// The list implements it, and not the modes: then the compiler does not look for an implementation as long as it does not
/// know the list.
pub(crate) trait Paired<Rs, A, B> {
    /// The labels of the left operand.
    type Left: Tuple<List: Labels>;
    /// The labels of the right operand.
    type Right: Tuple<List: Labels>;
}

impl<A: Numbered, B: Numbered> Paired<Nil, A, B> for Nil {
    type Left = A::Left;
    type Right = B::Right;
}

// Total on lists of different lengths: `assert_mode_lists` says what is wrong with them.
impl<A: Numbered, B: Numbered, L, Ls> Paired<Nil, A, B> for Cons<L, Ls> {
    type Left = A::Left;
    type Right = B::Right;
}

impl<A: Numbered, B: Numbered, R, Rs> Paired<Cons<R, Rs>, A, B> for Nil {
    type Left = A::Left;
    type Right = B::Right;
}

impl<A, B, X, Ls, Rs, OtherLeft, OtherRight, Left, Right, const L: usize, const R: usize>
    Paired<Cons<Const<R>, Rs>, A, B> for Cons<Const<L>, Ls>
where
    A: Nth<L>,
    B: Nth<R>,
    Lefts: Nth<L>,
    NthOf<A, L>: SumsWith<NthOf<B, R>, L, R, Label<NthOf<Lefts, L>> = X>,
    Ls: Paired<Rs, A, B, Left = OtherLeft, Right = OtherRight>,
    OtherLeft: ReplaceAt<L, Cons<Summed<X>, Nil>, Output = Left>,
    OtherRight: ReplaceAt<R, Cons<Summed<X>, Nil>, Output = Right>,
    Left: Tuple<List: Labels>,
    Right: Tuple<List: Labels>,
{
    type Left = Left;
    type Right = Right;
}

/// The modes of an operand.
pub(super) type ModesOf<A> = <<A as Operand>::Extents as TypedExtents>::Modes;

/// All labels of an operand, and those that are kept.
pub(super) type AllOf<T> = <<<T as Tuple>::List as Labels>::All as ToTuple>::Tuple;
pub(super) type FreeOf<T> = <<T as Tuple>::List as Labels>::Free;

/// The error with the modes that are summed, where it names a label.
#[cold]
pub(super) fn by_modes(
    error: ShapeError,
    lefts: &[Option<usize>],
    rights: &[Option<usize>],
) -> ShapeError {
    let ShapeError::ExtentMismatch { place: Place::Label(label), expected: left, found: right } =
        error
    else {
        return error;
    };
    let is_of = |mode: usize| LEFTS.get(mode).is_some_and(|name| label == LabelName::new(name));
    for pair in lefts.iter().zip(rights) {
        if let (&Some(left_mode), &Some(right_mode)) = pair
            && is_of(left_mode)
        {
            return ShapeError::ExtentMismatch {
                place: Place::Pair(left_mode, right_mode),
                expected: left,
                found: right,
            };
        }
    }
    error
}

/// Contracts under labels that were found.
pub(super) type ResultOf<Operands, Ins, Out> = <Operands as Contract<(), Ins, Out>>::Result;
