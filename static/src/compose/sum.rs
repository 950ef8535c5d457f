//! The labels of a sum: the same in each term and in the result.

use typenum::{B0, B1};

use super::tags::LabelList;
use crate::label::{Equal, Label};
use crate::list::{Cons, Nil, Tuple};

/// A list of label tuples, each of which has just the labels of `Out`, once each, in any order.
#[doc(hidden)]
pub trait Permuted<Out> {}

impl<Out> Permuted<Out> for Nil {}

impl<Labels, Rest, Out> Permuted<Out> for Cons<Labels, Rest>
where
    Labels: Tuple,
    Out: Tuple,
    Labels::List: HasAll<Out::List>,
    Out::List: HasAll<Labels::List>,
    Labels::List: Distinct,
    Rest: Permuted<Out>,
{
}

/// A list with all of these labels.
trait HasAll<Labels> {}

impl<List> HasAll<Nil> for List {}

impl<List, L, Rest> HasAll<Cons<L, Rest>> for List where List: HasLabel<L> + HasAll<Rest> {}

/// A list with the label `L`. `Equal` says whether its first label is the one that is sought, once that is known.
#[diagnostic::on_unimplemented(
    message = "label `{L}` is missing on one side: sums permute modes, and neither add nor drop them",
    label = "all terms and the result of a sum have the same labels"
)]
trait HasLabel<L, Equal = ()> {}

impl<L, L2, Rest> HasLabel<L> for Cons<L2, Rest>
where
    L: Label,
    L2: Label,
    Self: HasLabel<L, Equal<L, L2>>,
{
}

impl<L, List> HasLabel<L, B1> for List {}
impl<L, L2, Rest: HasLabel<L>> HasLabel<L, B0> for Cons<L2, Rest> {}

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
