//! The labels of a sum: the same in each term and in the result.

use extents_static::__private::{Cons, LabelList, Nil, Tuple};
use extents_static::label::Label;
use typenum::{B0, B1};

/// A list of label tuples, each of which has just the labels of `Out`, once each, in any order.
pub(crate) trait Permuted<Out> {}

impl<Out> Permuted<Out> for Nil {}

impl<Labels, Rest, Out> Permuted<Out> for Cons<Labels, Rest>
where
    Labels: Tuple<List: HasAll<Out::List> + Distinct>,
    Out: Tuple<List: HasAll<Labels::List>>,
    Rest: Permuted<Out>,
{
}

/// A list with all of these labels.
trait HasAll<Labels> {}

impl<List> HasAll<Nil> for List {}

impl<List, L, Rest> HasAll<Cons<L, Rest>> for List
where
    L: Label,
    List: LabelList<Has<L>: IsThere<L>> + HasAll<Rest>,
{
}

/// The answer `B1` to whether a label is in a list.
#[diagnostic::on_unimplemented(
    message = "label `{L}` is missing on one side: sums permute modes, and neither add nor drop them",
    label = "all terms and the result of a sum have the same labels"
)]
trait IsThere<L> {}
impl<L> IsThere<L> for B1 {}

/// A list in which no label repeats.
trait Distinct {}

impl Distinct for Nil {}

impl<L: Label, Rest> Distinct for Cons<L, Rest> where Rest: LabelList<Has<L>: IsOther<L>> + Distinct {}

/// The answer `B0` to whether a label repeats among those behind it.
#[diagnostic::on_unimplemented(
    message = "label `{L}` occurs twice on one side of a sum",
    label = "sums permute modes, and take no diagonals"
)]
trait IsOther<L> {}
impl<L> IsOther<L> for B0 {}
