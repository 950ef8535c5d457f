//! The result: its labels, looked up in the environment.

use typenum::{B0, B1};

use super::labelled::Entry;
use super::tags::LabelList;
use crate::label::{Equal, Label};
use crate::list::{Cons, Nil};
use crate::mode::Mode;

/// The modes that a list of labels stands for.
#[doc(hidden)]
pub trait Gather<Env> {
    type Modes;
}

impl<Env> Gather<Env> for Nil {
    type Modes = Nil;
}

impl<L, Rest, Env> Gather<Env> for Cons<L, Rest>
where
    L: Label,
    Rest: LabelList<Has<L>: DiffersFor<L>>,
    Env: Find<L>,
    Rest: Gather<Env>,
{
    type Modes = Cons<Env::Mode, Rest::Modes>;
}

/// Looks a label up in an environment. `Equal` says whether the first label of the list is the one that is sought, once
/// that is known.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "label `{L}` of the result occurs in no operand",
    label = "the result can only have labels of its operands"
)]
pub trait Find<L, Equal = ()> {
    type Mode: Mode;
}

impl<L, L2, M2, Rest> Find<L> for Cons<Entry<L2, M2>, Rest>
where
    L: Label,
    L2: Label,
    Self: Find<L, Equal<L, L2>>,
{
    type Mode = <Self as Find<L, Equal<L, L2>>>::Mode;
}

impl<L, L2, M2: Mode, Rest> Find<L, B1> for Cons<Entry<L2, M2>, Rest> {
    type Mode = M2;
}

impl<L, L2, M2, Rest: Find<L>> Find<L, B0> for Cons<Entry<L2, M2>, Rest> {
    type Mode = Rest::Mode;
}

/// The answer `B0` to whether a label repeats among those behind it in the result.
#[diagnostic::on_unimplemented(
    message = "label `{L}` of the result is not known to differ from the others: a type parameter may be any label",
    label = "in generic code write letters: `contract!(x[b, t] * y[b, k] => ..)`"
)]
trait DiffersFor<L> {}
impl<L> DiffersFor<L> for B0 {}
impl<L: OccursOnce> DiffersFor<L> for B1 {}

/// A label that the result has twice does not: nothing implements this, so that the error is about the label.
#[diagnostic::on_unimplemented(
    message = "label `{Self}` occurs twice in the result",
    label = "each label of the result names one mode"
)]
trait OccursOnce {}
