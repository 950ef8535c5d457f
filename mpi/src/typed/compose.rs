//! [`Place`]: the placement of a contraction's result.
//!
//! As extents are composed: the labelled placements of all operands are folded into a list with one entry a label, which must be placed
//! alike wherever it stands; those of the result's labels are looked up in it, and what else is sharded leaves parts of sums.

use std::marker::PhantomData;

use extents::label::Label;
use extents_static::__private::{Chain, Cons, LabelList, Nil, ToTuple, Tuple};
use typenum::{B0, B1};

use super::axes::Same;
use super::place::{Distinct, Partial, Replicated, Shard};

/// A tuple of the placements of operands that contract under the labels `Ins` to a result labelled `Out`.
pub trait Place<Ins, Out> {
    /// The placements of the result.
    type Placed;
    /// The axes along which the result is unreduced.
    type Sums;
}

/// The list of entries of all operands.
type Env<Operands, Ins> =
    <<Operands as Tuple>::List as FoldOperands<<Ins as Tuple>::List, Nil>>::Env;

impl<Operands, Ins, Out> Place<Ins, Out> for Operands
where
    Operands: Tuple,
    Ins: Tuple,
    Out: Tuple<List: LabelList>,
    Operands::List: FoldOperands<Ins::List, Nil, Env: Summing<Out::List>>,
    Out::List: Placing<Env<Operands, Ins>>,
    <Out::List as Placing<Env<Operands, Ins>>>::Placed:
        ToTuple + Chain<Then<<Env<Operands, Ins> as Summing<Out::List>>::Sums>: Distinct>,
    <Env<Operands, Ins> as Summing<Out::List>>::Sums: ToTuple,
{
    type Placed = <<Out::List as Placing<Env<Operands, Ins>>>::Placed as ToTuple>::Tuple;
    type Sums = <<Env<Operands, Ins> as Summing<Out::List>>::Sums as ToTuple>::Tuple;
}

/// A label and where it is.
#[derive(Debug)]
pub struct At<L, P>(PhantomData<(L, P)>);

/// Folds the placements of a list of operands into entries.
pub trait FoldOperands<Ins, Before> {
    type Env;
}

impl<Before> FoldOperands<Nil, Before> for Nil {
    type Env = Before;
}

impl<P, Rest, In, Ins, Before> FoldOperands<Cons<In, Ins>, Before> for Cons<P, Rest>
where
    P: Tuple,
    In: Tuple,
    P::List: FoldModes<In::List, Before>,
    Rest: FoldOperands<Ins, <P::List as FoldModes<In::List, Before>>::Env>,
{
    type Env = Rest::Env;
}

/// Folds the placements of one operand into entries.
pub trait FoldModes<Labels, Before> {
    type Env;
}

impl<Before> FoldModes<Nil, Before> for Nil {
    type Env = Before;
}

impl<P, Rest, L, Labels, Before> FoldModes<Cons<L, Labels>, Before> for Cons<P, Rest>
where
    Before: Meet<L, P>,
    Rest: FoldModes<Labels, Before::Env>,
{
    type Env = Rest::Env;
}

/// Takes in a mode at `P` under the label `L`. `Found` says whether the first entry is of that label, once that is known.
pub trait Meet<L, P, Found = ()> {
    type Env;
}

impl<L, P> Meet<L, P> for Nil {
    type Env = Cons<At<L, P>, Nil>;
}

impl<L: Label, P, L2: Label, P2, Rest> Meet<L, P> for Cons<At<L2, P2>, Rest>
where
    Self: Meet<L, P, Same<L, L2>>,
{
    type Env = <Self as Meet<L, P, Same<L, L2>>>::Env;
}

impl<L, P, L2, P2: AgreesWith<L, P>, Rest> Meet<L, P, B1> for Cons<At<L2, P2>, Rest> {
    type Env = Self;
}

impl<L, P, L2, P2, Rest: Meet<L, P>> Meet<L, P, B0> for Cons<At<L2, P2>, Rest> {
    type Env = Cons<At<L2, P2>, Rest::Env>;
}

/// Two placements of one label that are the same.
#[diagnostic::on_unimplemented(
    message = "label `{L}` is placed differently in the operands: `{Self}` and `{P}`",
    label = "a process would multiply elements that do not belong together",
    note = "`.reshard()` one of the operands"
)]
pub trait AgreesWith<L, P> {}
impl<L, X> AgreesWith<L, Shard<X>> for Shard<X> {}
impl<L> AgreesWith<L, Replicated> for Replicated {}

/// The placements of a list of labels of the result.
pub trait Placing<Env> {
    type Placed;
}

impl<Env> Placing<Env> for Nil {
    type Placed = Nil;
}

impl<L, Rest, Env> Placing<Env> for Cons<L, Rest>
where
    Env: Find<L>,
    Rest: Placing<Env>,
{
    type Placed = Cons<Env::Placement, Rest::Placed>;
}

/// Looks a label up. `Found` says whether the first entry is of that label, once that is known.
pub trait Find<L, Found = ()> {
    type Placement;
}

impl<L: Label, L2: Label, P2, Rest> Find<L> for Cons<At<L2, P2>, Rest>
where
    Self: Find<L, Same<L, L2>>,
{
    type Placement = <Self as Find<L, Same<L, L2>>>::Placement;
}

impl<L, L2, P2, Rest> Find<L, B1> for Cons<At<L2, P2>, Rest> {
    type Placement = P2;
}

impl<L, L2, P2, Rest: Find<L>> Find<L, B0> for Cons<At<L2, P2>, Rest> {
    type Placement = Rest::Placement;
}

/// The axes along which labels lie that the result does not have.
pub trait Summing<Out> {
    type Sums;
}

impl<Out> Summing<Out> for Nil {
    type Sums = Nil;
}

impl<L: Label, P, Rest, Out> Summing<Out> for Cons<At<L, P>, Rest>
where
    Out: LabelList,
    Rest: Summing<Out>,
    P: SumIf<Out::Has<L>, Rest::Sums>,
{
    type Sums = P::Sums;
}

/// What a placement adds to the sums, if its label is (`B1`) or is not (`B0`) in the result.
pub trait SumIf<Kept, Rest> {
    type Sums;
}

impl<X, Rest> SumIf<B1, Rest> for Shard<X> {
    type Sums = Rest;
}

impl<X, Rest> SumIf<B0, Rest> for Shard<X> {
    type Sums = Cons<Partial<X>, Rest>;
}

impl<Kept, Rest> SumIf<Kept, Rest> for Replicated {
    type Sums = Rest;
}
