//! The environment: the labelled modes of all operands, folded into one entry a label.

use typenum::{B0, B1};

use super::LabelExtent;
use super::labelled::{Entry, LabelledBy};
use super::wiring::Numbers;
use crate::ShapeError;
use crate::certainty::{Certainty, Known};
use crate::dim::{Dim, Sym};
use crate::label::{Equal, Label, MixesWith};
use crate::list::{Cons, Nil};
use crate::mode::{Const, Dyn, Mode};
use crate::unite::{Alike, Relation, Unlike};

/// Folds the labelled modes of a list of operands into an environment.
#[doc(hidden)]
pub trait FoldOperands<Ins, Env> {
    type Environment;
    type Certainty: Certainty;
    /// Compares the extents under each label, returns those of the result, and writes those of the first labels.
    fn extents(
        &self,
        before: &Numbers<'_>,
        labels: &mut [LabelExtent],
    ) -> Result<[usize; 12], ShapeError>;
}

impl<Env> FoldOperands<Nil, Env> for Nil {
    type Environment = Env;
    type Certainty = Known;
    #[inline]
    fn extents(
        &self,
        before: &Numbers<'_>,
        labels: &mut [LabelExtent],
    ) -> Result<[usize; 12], ShapeError> {
        before.write_labels(labels);
        Ok(before.of_result())
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
    fn extents(
        &self,
        before: &Numbers<'_>,
        labels: &mut [LabelExtent],
    ) -> Result<[usize; 12], ShapeError> {
        if self.0.is_null() {
            return Err(ShapeError::Null);
        }
        self.0.with_slice(|extents| self.1.extents(&before.with(extents)?, labels))
    }
}

/// Folds the labelled modes of one operand into an environment.
#[doc(hidden)]
pub trait FoldEntries<Env> {
    type Environment;
}

impl<Env> FoldEntries<Env> for Nil {
    type Environment = Env;
}

impl<L, M, Rest, Env> FoldEntries<Env> for Cons<Entry<L, M>, Rest>
where
    Env: Meet<L, M>,
    Rest: FoldEntries<Env::Environment>,
{
    type Environment = Rest::Environment;
}

/// Takes in a mode named `L`: pushed where the label is new, unified where it is known. `Equal` says whether the first
/// label of the list is the one that arrives, once that is known.
#[doc(hidden)]
pub trait Meet<L, M, Equal = ()> {
    type Environment;
}

impl<L: Label, M: Mode> Meet<L, M> for Nil {
    type Environment = Cons<Entry<L, M>, Nil>;
}

impl<L, M, L2, M2, Rest> Meet<L, M> for Cons<Entry<L2, M2>, Rest>
where
    L: Label<Set: MixesWith<L2::Set, L, L2>>,
    L2: Label,
    Self: Meet<L, M, Equal<L, L2>>,
{
    type Environment = <Self as Meet<L, M, Equal<L, L2>>>::Environment;
}

impl<L, M: Mode, L2, M2: Mode, Rest> Meet<L, M, B1> for Cons<Entry<L2, M2>, Rest>
where
    M2: Unify<L, M, M2::Name, M::Name>,
{
    type Environment = Cons<Entry<L2, M2::Output>, Rest>;
}

impl<L, M, L2, M2, Rest> Meet<L, M, B0> for Cons<Entry<L2, M2>, Rest>
where
    Rest: Meet<L, M>,
{
    type Environment = Cons<Entry<L2, M2>, Rest::Environment>;
}

/// Two modes under one label `L`, which the message calls `A` and `B`; all three may be any types. The output is what is
/// known of either: a number, and without one a name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "label `{L}` names modes of different extents: `{A}` and `{B}`",
    label = "a label stands for one extent in all operands",
    note = "the two modes need equal extents, or labels of their own"
)]
pub trait Unify<L, M, A, B> {
    type Output: Mode;
    type Relation: Relation;
}

impl<L, M: Mode, A, B> Unify<L, M, A, B> for M {
    type Output = M;
    type Relation = Alike;
}

impl<L, const N: usize, A, B> Unify<L, Dyn, A, B> for Const<N> {
    type Output = Const<N>;
    type Relation = Unlike;
}

impl<L, const N: usize, A, B> Unify<L, Const<N>, A, B> for Dyn {
    type Output = Const<N>;
    type Relation = Unlike;
}

impl<L, D: Dim, const N: usize, A, B> Unify<L, Sym<D>, A, B> for Const<N> {
    type Output = Const<N>;
    type Relation = Unlike;
}

impl<L, D: Dim, const N: usize, A, B> Unify<L, Const<N>, A, B> for Sym<D> {
    type Output = Const<N>;
    type Relation = Unlike;
}

impl<L, D: Dim, A, B> Unify<L, Dyn, A, B> for Sym<D> {
    type Output = Sym<D>;
    type Relation = Unlike;
}

impl<L, D: Dim, A, B> Unify<L, Sym<D>, A, B> for Dyn {
    type Output = Sym<D>;
    type Relation = Unlike;
}
