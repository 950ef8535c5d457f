//! The environment: the labelled modes of all operands, folded into one entry a label.

use typenum::{B0, B1};

use super::environment::Environment;
use super::labelled::{Entry, LabelledBy};
use crate::certainty::{Certainty, Known};
use crate::label::{Compare, Label};
use crate::list::{Cons, Nil};
use crate::mode::{Const, Dyn, Mode};
use crate::{LabelName, ShapeError, error::Place};

/// Folds the labelled modes of a list of operands into an environment.
#[doc(hidden)]
pub trait FoldOperands<Ins, Env> {
    type Environment: Environment;
    type Certainty: Certainty;
    fn fold(self, env: Env, operand: usize) -> Result<Self::Environment, ShapeError>;
}

impl<Env: Environment> FoldOperands<Nil, Env> for Nil {
    type Environment = Env;
    type Certainty = Known;
    #[inline]
    fn fold(self, env: Env, _: usize) -> Result<Env, ShapeError> {
        Ok(env)
    }
}

impl<E, Rest, In, Ins, Env> FoldOperands<Cons<In, Ins>, Env> for Cons<E, Rest>
where
    E: LabelledBy<In>,
    E::Entries: FoldEntries<Env>,
    Rest: FoldOperands<Ins, <E::Entries as FoldEntries<Env>>::Environment>,
{
    type Environment = Rest::Environment;
    type Certainty = <E::Certainty as Certainty>::And<Rest::Certainty>;
    #[inline]
    fn fold(self, env: Env, operand: usize) -> Result<Self::Environment, ShapeError> {
        let env = self.0.entries(operand)?.fold(env)?;
        self.1.fold(env, operand.wrapping_add(1))
    }
}

/// Folds the labelled modes of one operand into an environment.
#[doc(hidden)]
pub trait FoldEntries<Env> {
    type Environment;
    fn fold(self, env: Env) -> Result<Self::Environment, ShapeError>;
}

impl<Env> FoldEntries<Env> for Nil {
    type Environment = Env;
    #[inline]
    fn fold(self, env: Env) -> Result<Env, ShapeError> {
        Ok(env)
    }
}

impl<L, M, Rest, Env> FoldEntries<Env> for Cons<Entry<L, M>, Rest>
where
    Env: Meet<L, M>,
    Rest: FoldEntries<Env::Environment>,
{
    type Environment = Rest::Environment;
    #[inline]
    fn fold(self, env: Env) -> Result<Self::Environment, ShapeError> {
        self.1.fold(env.meet(self.0.mode)?)
    }
}

/// Takes in a mode named `L`: pushed where the label is new, unified where it is known.
#[doc(hidden)]
pub trait Meet<L, M>: Sized {
    type Environment;
    fn meet(self, mode: M) -> Result<Self::Environment, ShapeError>;
}

impl<L: Label, M: Mode> Meet<L, M> for Nil {
    type Environment = Cons<Entry<L, M>, Nil>;
    #[inline]
    fn meet(self, mode: M) -> Result<Self::Environment, ShapeError> {
        Ok(Cons(Entry::new(mode), Nil))
    }
}

impl<L, M, L2, M2, Rest> Meet<L, M> for Cons<Entry<L2, M2>, Rest>
where
    L: Compare<L2>,
    L2: Label,
    Self: MeetIf<L::Equal, L, M>,
{
    type Environment = <Self as MeetIf<L::Equal, L, M>>::Environment;
    #[inline]
    fn meet(self, mode: M) -> Result<Self::Environment, ShapeError> {
        self.meet_if(mode)
    }
}

/// [`Meet`] for a list whose first label is (`B1`) or is not (`B0`) the one that arrives.
#[doc(hidden)]
pub trait MeetIf<Equal, L, M>: Sized {
    type Environment;
    fn meet_if(self, mode: M) -> Result<Self::Environment, ShapeError>;
}

impl<L: Label, M, L2, M2, Rest> MeetIf<B1, L, M> for Cons<Entry<L2, M2>, Rest>
where
    M2: Unify<L, M>,
{
    type Environment = Cons<Entry<L2, M2::Output>, Rest>;
    #[inline]
    fn meet_if(self, mode: M) -> Result<Self::Environment, ShapeError> {
        Ok(Cons(Entry::new(self.0.mode.unify(mode)?), self.1))
    }
}

impl<L, M, L2, M2, Rest> MeetIf<B0, L, M> for Cons<Entry<L2, M2>, Rest>
where
    Rest: Meet<L, M>,
{
    type Environment = Cons<Entry<L2, M2>, Rest::Environment>;
    #[inline]
    fn meet_if(self, mode: M) -> Result<Self::Environment, ShapeError> {
        Ok(Cons(self.0, self.1.meet(mode)?))
    }
}

/// Two modes under one label `L`: what is static in either is static in the output.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "label `{L}` names modes of different extents: `{Self}` and `{M}`",
    label = "a label stands for one extent in all operands",
    note = "the two modes need equal extents, or labels of their own"
)]
pub trait Unify<L, M> {
    type Output: Mode;
    fn unify(self, other: M) -> Result<Self::Output, ShapeError>;
}

impl<L: Label, M: Mode> Unify<L, M> for M {
    type Output = M;
    #[inline]
    fn unify(self, other: M) -> Result<M, ShapeError> {
        equal_extents::<L>(self, other)?;
        Ok(self)
    }
}

impl<L: Label, const N: usize> Unify<L, Dyn> for Const<N> {
    type Output = Const<N>;
    #[inline]
    fn unify(self, other: Dyn) -> Result<Const<N>, ShapeError> {
        equal_extents::<L>(self, other)?;
        Ok(self)
    }
}

impl<L: Label, const N: usize> Unify<L, Const<N>> for Dyn {
    type Output = Const<N>;
    #[inline]
    fn unify(self, other: Const<N>) -> Result<Const<N>, ShapeError> {
        equal_extents::<L>(self, other)?;
        Ok(other)
    }
}

#[inline]
fn equal_extents<L: Label>(left: impl Mode, right: impl Mode) -> Result<(), ShapeError> {
    let (left, right) = (left.extent(), right.extent());
    if left == right { Ok(()) } else { Err(label_mismatch(L::NAME, left, right)) }
}

#[cold]
fn label_mismatch(label: &str, left: usize, right: usize) -> ShapeError {
    ShapeError::ExtentMismatch {
        place: Place::Label(LabelName::new(label)),
        expected: left,
        found: right,
    }
}
