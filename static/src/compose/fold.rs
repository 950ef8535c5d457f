//! The environment of a composition: the labelled modes of all operands, folded into one entry a label.

use typenum::{B0, B1};

use super::LabelExtent;
use super::known::{KnownOperand, has_name};
use super::labelled::{Entry, LabelledBy};
use super::tags::pushed_front;
use super::wiring::{At, Numbers};
use crate::certainty::{Certainty, Known, Open, Same};
use crate::dim::{Dim, In, Sym, WithNumber};
use crate::label::{Equal, Label};
use crate::list::{Cons, Nil};
use crate::mode::{Const, Dyn, Mode};
use crate::static_extents::StaticExtents;
use crate::unite::ModeUnitesWith;
use crate::{Extents, ShapeError};

/// Folds the labelled modes of a list of operands into an environment.
#[doc(hidden)]
pub trait FoldOperands<Ins, Env> {
    type Environment;
    /// The extents that decide the layer of the result: the first whose modes are in the type, if there are such.
    type Decides: Extents;
    /// The same with extents `E` in front.
    type DecidesAfter<E: Extents>: Extents;
    type Certainty: Certainty;
    /// `Known` where modes that meet under a label are equal by their types.
    type Meetings: Certainty;
    /// Whether a mode has a name.
    const HAS_NAMES: bool;
    /// What the types know of the extents of each operand.
    const KNOWN: [KnownOperand; 12];
    /// The extent of a mode, where there is one. With a constant place nothing of this is left.
    fn extent(&self, at: At) -> usize;
    /// Compares the extents under each label, returns those of the result, and writes those of the first labels.
    fn extents(
        &self,
        before: &Numbers<'_>,
        labels: &mut [LabelExtent],
    ) -> Result<[usize; 12], ShapeError>;
}

impl<Env> FoldOperands<Nil, Env> for Nil {
    type Environment = Env;
    type Decides = StaticExtents<()>;
    type DecidesAfter<E: Extents> = E;
    type Certainty = Known;
    type Meetings = Known;
    const HAS_NAMES: bool = false;
    const KNOWN: [KnownOperand; 12] = [KnownOperand::NONE; 12];
    #[inline]
    fn extent(&self, _: At) -> usize {
        0
    }
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
    Env: Meet<E::Entries>,
    Rest: FoldOperands<Ins, Env::Environment>,
{
    type Environment = Rest::Environment;
    type Decides = Rest::DecidesAfter<E>;
    type DecidesAfter<F: Extents> = Rest::DecidesAfter<F::TypedOr<E>>;
    type Certainty = <E::Certainty as Certainty>::And<Rest::Certainty>;
    type Meetings = <Env::Meeting as Certainty>::And<Rest::Meetings>;
    const HAS_NAMES: bool = has_name(E::NAMES) || Rest::HAS_NAMES;
    const KNOWN: [KnownOperand; 12] = pushed_front(KnownOperand::of::<E>(), Rest::KNOWN);
    #[inline]
    fn extent(&self, at: At) -> usize {
        match at.operand.checked_sub(1) {
            None => self.0.slice_in(&mut None).get(usize::from(at.mode)).copied().unwrap_or(0),
            Some(operand) => self.1.extent(At { operand, ..at }),
        }
    }
    #[inline]
    fn extents(
        &self,
        before: &Numbers<'_>,
        labels: &mut [LabelExtent],
    ) -> Result<[usize; 12], ShapeError> {
        if self.0.is_null() {
            return Err(ShapeError::Null);
        }
        self.1.extents(&before.with(self.0.slice_in(&mut None))?, labels)
    }
}

/// Takes in what is `New`: an entry, or a list of entries. A mode is pushed where its label is new, and unified where the label is
/// known. `Equal` says whether the first label of the list is the one that arrives, once that is known.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "labels are not known to be equal or to differ: a type parameter may be any label",
    label = "in generic code write letters: `contract!(x[b, t] * y[b, k] => ..)`"
)]
pub trait Meet<New, Equal = ()> {
    type Environment;
    /// `Known` where modes are equal by their types to those that they meet.
    type Meeting: Certainty;
}

impl<Env> Meet<Nil> for Env {
    type Environment = Env;
    type Meeting = Known;
}

impl<L, M, Rest, Env> Meet<Cons<Entry<L, M>, Rest>> for Env
where
    Env: Meet<Entry<L, M>>,
    <Env as Meet<Entry<L, M>>>::Environment: Meet<Rest>,
{
    type Environment = <<Env as Meet<Entry<L, M>>>::Environment as Meet<Rest>>::Environment;
    type Meeting = <<Env as Meet<Entry<L, M>>>::Meeting as Certainty>::And<
        <<Env as Meet<Entry<L, M>>>::Environment as Meet<Rest>>::Meeting,
    >;
}

impl<L: Label, M: Mode> Meet<Entry<L, M>> for Nil {
    type Environment = Cons<Entry<L, M>, Nil>;
    type Meeting = Known;
}

impl<L, M, L2, M2, Rest> Meet<Entry<L, M>> for Cons<Entry<L2, M2>, Rest>
where
    L: Label,
    L2: Label,
    Self: Meet<Entry<L, M>, Equal<L, L2>>,
{
    type Environment = <Self as Meet<Entry<L, M>, Equal<L, L2>>>::Environment;
    type Meeting = <Self as Meet<Entry<L, M>, Equal<L, L2>>>::Meeting;
}

impl<L, M: Mode, L2, M2: Mode, Rest> Meet<Entry<L, M>, B1> for Cons<Entry<L2, M2>, Rest>
where
    M2: Unify<L, M, M2::Name, M::Name>,
{
    type Environment = Cons<Entry<L2, M2::Output>, Rest>;
    type Meeting = <M2::Relation as Certainty>::Compared<<M2::Output as Mode>::Certainty>;
}

impl<L, M, L2, M2, Rest> Meet<Entry<L, M>, B0> for Cons<Entry<L2, M2>, Rest>
where
    Rest: Meet<Entry<L, M>>,
{
    type Environment = Cons<Entry<L2, M2>, Rest::Environment>;
    type Meeting = Rest::Meeting;
}

/// Two modes under one label `L`, which the message calls `A` and `B`; all three may be any types. The output is what is
/// known of either: a number, and without one a name. A name that is a number stays; constants compare it with the other.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "label `{L}` names modes of different extents: `{A}` and `{B}`",
    label = "a label stands for one extent in all operands",
    note = "the two modes need equal extents, or labels of their own"
)]
pub trait Unify<L, M, A, B> {
    type Output: Mode;
    type Relation: Certainty;
}

/// Implements [`Unify`], and [`ModeUnitesWith`] for the same two modes at one place.
macro_rules! unify {
    ($([$($generics:tt)*] $Own:ty, $Other:ty => $Both:ty, $Relation:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)* L, A, B> Unify<L, $Other, A, B> for $Own {
            type Output = $Both;
            type Relation = $Relation;
        }
        #[diagnostic::do_not_recommend]
        impl<$($generics)* const MODE: usize> ModeUnitesWith<$Other, MODE> for $Own {
            type United = $Both;
            type Relation = $Relation;
        }
    )*};
}
unify! {
    [M: Mode,] M, M => M, Same;
    [const N: usize,] Const<N>, Dyn => Const<N>, Open;
    [const N: usize,] Dyn, Const<N> => Const<N>, Open;
    [D: Dim, const N: usize,] Const<N>, Sym<D> => WithNumber<D, N>, Open;
    [D: Dim, const N: usize,] Sym<D>, Const<N> => WithNumber<D, N>, Open;
    [D: Dim,] Sym<D>, Dyn => Sym<D>, Open;
    [D: Dim,] Dyn, Sym<D> => Sym<D>, Open;
    // The extent of a scope, and one of the same name that may be another.
    ['b, D: Dim,] Sym<In<'b, D>>, Sym<D> => Sym<In<'b, D>>, Open;
    ['b, D: Dim,] Sym<D>, Sym<In<'b, D>> => Sym<In<'b, D>>, Open;
}
