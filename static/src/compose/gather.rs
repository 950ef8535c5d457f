//! The result: its labels, looked up in the environment.

use typenum::{B0, B1};

use super::labelled::Entry;
use crate::label::{Compare, Label};
use crate::list::{Cons, Nil};
use crate::mode::Mode;

/// The modes that a list of labels stands for.
#[doc(hidden)]
pub trait Gather<Env> {
    type Modes;
    fn gather(env: &Env) -> Self::Modes;
}

impl<Env> Gather<Env> for Nil {
    type Modes = Nil;
    #[inline]
    fn gather(_: &Env) -> Nil {
        Nil
    }
}

impl<L, Rest, Env> Gather<Env> for Cons<L, Rest>
where
    Rest: Lacks<L>,
    Env: Find<L>,
    Rest: Gather<Env>,
{
    type Modes = Cons<Env::Mode, Rest::Modes>;
    #[inline]
    fn gather(env: &Env) -> Self::Modes {
        Cons(env.find(), Rest::gather(env))
    }
}

/// Looks a label up in an environment.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "label `{L}` of the result occurs in no operand",
    label = "the result can only have labels of its operands"
)]
pub trait Find<L> {
    type Mode: Mode;
    fn find(&self) -> Self::Mode;
}

impl<L, L2, M2, Rest> Find<L> for Cons<Entry<L2, M2>, Rest>
where
    L: Compare<L2>,
    L2: Label,
    Self: FindIf<L::Equal, L>,
{
    type Mode = <Self as FindIf<L::Equal, L>>::Mode;
    #[inline]
    fn find(&self) -> Self::Mode {
        self.find_if()
    }
}

/// [`Find`] for a list whose first label is (`B1`) or is not (`B0`) the one that is sought.
#[doc(hidden)]
pub trait FindIf<Equal, L> {
    type Mode: Mode;
    fn find_if(&self) -> Self::Mode;
}

impl<L, L2, M2: Mode, Rest> FindIf<B1, L> for Cons<Entry<L2, M2>, Rest> {
    type Mode = M2;
    #[inline]
    fn find_if(&self) -> M2 {
        self.0.mode
    }
}

impl<L, L2, M2, Rest: Find<L>> FindIf<B0, L> for Cons<Entry<L2, M2>, Rest> {
    type Mode = Rest::Mode;
    #[inline]
    fn find_if(&self) -> Rest::Mode {
        self.1.find()
    }
}

/// A list of labels without `L`.
#[doc(hidden)]
pub trait Lacks<L> {}

impl<L> Lacks<L> for Nil {}

impl<L, L2, Rest> Lacks<L> for Cons<L2, Rest>
where
    L: Compare<L2>,
    L2: Label,
    L::Equal: DiffersFor<L>,
    Rest: Lacks<L>,
{
}

/// The answer `B0` to whether a label equals another one of the result.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "label `{L}` occurs twice in the result",
    label = "each label of the result names one mode"
)]
pub trait DiffersFor<L> {}
impl<L> DiffersFor<L> for B0 {}
