//! The labels of a sum: the same in each term and in the result.

use typenum::{B0, B1};

use crate::label::{Compare, Label};
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
#[doc(hidden)]
pub trait HasAll<Labels> {}

impl<List> HasAll<Nil> for List {}

impl<List, L, Rest> HasAll<Cons<L, Rest>> for List where List: HasLabel<L> + HasAll<Rest> {}

/// A list with the label `L`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "label `{L}` is missing on one side: sums permute modes, and neither add nor drop them",
    label = "all terms and the result of a sum have the same labels"
)]
pub trait HasLabel<L> {}

impl<L, L2, Rest> HasLabel<L> for Cons<L2, Rest>
where
    L: Compare<L2>,
    L2: Label,
    Self: HasLabelIf<L::Equal, L>,
{
}

/// [`HasLabel`] for a list whose first label is (`B1`) or is not (`B0`) the one that is sought.
#[doc(hidden)]
pub trait HasLabelIf<Equal, L> {}
impl<L, List> HasLabelIf<B1, L> for List {}
impl<L, L2, Rest: HasLabel<L>> HasLabelIf<B0, L> for Cons<L2, Rest> {}

/// A list in which no label repeats.
#[doc(hidden)]
pub trait Distinct {}

impl Distinct for Nil {}
impl<L, Rest> Distinct for Cons<L, Rest> where Rest: Without<L> + Distinct {}

/// A list without `L`.
#[doc(hidden)]
pub trait Without<L> {}

impl<L> Without<L> for Nil {}

impl<L, L2, Rest> Without<L> for Cons<L2, Rest>
where
    L: Compare<L2>,
    L2: Label,
    L::Equal: IsOther<L>,
    Rest: Without<L>,
{
}

/// The answer `B0` to whether a label equals another one of the same term.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "label `{L}` occurs twice on one side of a sum",
    label = "sums permute modes, and take no diagonals"
)]
pub trait IsOther<L> {}
impl<L> IsOther<L> for B0 {}
