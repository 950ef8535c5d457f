//! The ellipsis of [`contract!`](crate::contract!): labels for the modes that it stands for, so that everything else knows of
//! labels alone.

use core::marker::PhantomData;

use extents_static::__private::{Chain, Cons, ModeUnitesWith, Nil, ToTuple, Tuple};
use extents_static::label::{D0, D1, D2, D3, D4, D5, D6, D7, D8, D9, DA, DB, Four, Label};

use super::Contract;
use crate::edit::{Take, Without};
use crate::elements::OperandTuple;
use crate::{Mode, TypedExtents};

/// The labels of an operand or of the result: as many as there are modes in front, and then the tuple `Labels`.
#[derive(Debug)]
pub struct Open<Labels>(PhantomData<Labels>);

macro_rules! modes {
    ($($name:ident $number:literal $digit:ident $text:literal)*) => {
        $(
            /// The label of a mode that the ellipsis stands for.
            #[allow(missing_debug_implementations, unreachable_pub, reason = "only types of `contract!` name it")]
            pub enum $name {}

            impl Label for $name {
                const NAME: &'static str = $text;
                // A set that has these digits by chance has another hash, and a constant refuses the composition.
                type Id = $digit<D0<Four<14, 7, 7, 14>>>;
                const HASH: u32 = 0x2e2e_2e2e;
            }

            impl<M: Mode> InFront<$number> for M {
                type Label = $name;
            }
        )*
        /// The labels of as many modes as there can be.
        type All = modes!(@list $($name)*);
    };
    (@list) => { Nil };
    (@list $first:ident $($name:ident)*) => { Cons<$first, modes!(@list $($name)*)> };
}
modes! {
    EllipsisMode0 0 D0 "..0" EllipsisMode1 1 D1 "..1" EllipsisMode2 2 D2 "..2" EllipsisMode3 3 D3 "..3" EllipsisMode4 4 D4 "..4" EllipsisMode5 5 D5 "..5"
    EllipsisMode6 6 D6 "..6" EllipsisMode7 7 D7 "..7" EllipsisMode8 8 D8 "..8" EllipsisMode9 9 D9 "..9" EllipsisMode10 10 DA "..10" EllipsisMode11 11 DB "..11"
}

/// The list of the modes of extents `E`.
type ModesOf<E> = <<E as TypedExtents>::Modes as Tuple>::List;
/// The modes in front, of extents `E` with labels `Tail` behind.
type Front<E, Tail> =
    <<ModesOf<E> as Without<<Tail as Tuple>::List>>::Rest as Take<ModesOf<E>>>::Taken;

/// A list of extents, under a list of labels of each.
trait Fronts<Ins> {
    /// The list of the modes of the first ellipsis.
    type First;
}

impl<E: TypedExtents, Es, Tail: Tuple, Ins> Fronts<Cons<Open<Tail>, Ins>> for Cons<E, Es>
where
    ModesOf<E>: Without<Tail::List, Rest: Take<ModesOf<E>>>,
{
    type First = Front<E, Tail>;
}

/// A tuple of modes that one ellipsis stands for, beside those of the first one.
#[diagnostic::on_unimplemented(
    message = "`..` stands for modes `{First}` of one operand and for `{Self}` of another",
    label = "`..` stands for equally many modes in all operands",
    note = "a mode that only one operand has is written as a label"
)]
trait AsManyAs<First: Tuple> {
    /// The list of their labels.
    type Labels: Chain;
}

/// A mode that may be the mode `M` of the first ellipsis, where both are mode `MODE` of those in front.
#[diagnostic::on_unimplemented(
    message = "mode {MODE} of those that `..` stands for has different extents: `{M}` and `{Self}`",
    label = "`..` stands for modes of the same extents in all operands",
    note = "modes that need not be equal are written as labels of their own"
)]
trait Meets<M, const MODE: usize> {
    /// The label of both. Where they do not meet there is none, so that nothing else is said of them.
    type Label;
}

#[diagnostic::do_not_recommend]
impl<N, M, const MODE: usize, Both, Name> Meets<M, MODE> for N
where
    N: ModeUnitesWith<M, MODE, United = Both>,
    Both: InFront<MODE, Label = Name>,
{
    type Label = Name;
}

/// A mode in front, of this number.
trait InFront<const MODE: usize> {
    type Label;
}

macro_rules! plain {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<E, Es: Fronts<Ins>, Ins, $($A),*> Fronts<Cons<($($A,)*), Ins>> for Cons<E, Es> {
            type First = Es::First;
        }

        impl<E, First, $($A),*> Expand<E, First> for ($($A,)*) {
            type Labels = Self;
        }

        impl<$($A: Meets<$B, $k>, $B),*> AsManyAs<($($B,)*)> for ($($A,)*) {
            type Labels = <($($A::Label,)*) as Tuple>::List;
        }
    };
}
extents_static::for_each_arity!(plain);

/// The labels of an operand of extents `E`, with one for each of the modes `First` in the place of the ellipsis. That there is
/// one for each mode is for the composition to check.
trait Expand<E, First> {
    type Labels;
}

impl<E, First, Own, Same, Tail> Expand<E, First> for Open<Tail>
where
    E: TypedExtents,
    Tail: Tuple,
    ModesOf<E>: Without<Tail::List, Rest: Take<ModesOf<E>, Taken: ToTuple<Tuple = Own>>>,
    First: ToTuple<Tuple: Tuple>,
    Own: AsManyAs<First::Tuple, Labels = Same>,
    Same: Chain<Then<Tail::List>: ToTuple>,
{
    type Labels = <Same::Then<Tail::List> as ToTuple>::Tuple;
}

/// A list of labels of operands, whose extents are the list `Shapes`.
trait ExpandAll<Shapes, First> {
    type Labels;
}

impl<First> ExpandAll<Nil, First> for Nil {
    type Labels = Nil;
}

impl<E, Es, First, In, Ins> ExpandAll<Cons<E, Es>, First> for Cons<In, Ins>
where
    In: Expand<E, First>,
    Ins: ExpandAll<Es, First>,
{
    type Labels = Cons<In::Labels, Ins::Labels>;
}

/// References to operands that contract under labels with an ellipsis.
#[allow(private_bounds, reason = "`contract!` alone writes it")]
#[inline]
pub fn contract_open<H, Ins, Tail, Operands, Extents, First, Full, FullIns, Out>(
    _: PhantomData<(H, Ins, Open<Tail>)>,
    operands: Operands,
) -> Operands::Result
where
    Extents: Tuple<List: Fronts<Ins::List, First = First>>,
    Ins: Tuple<List: ExpandAll<Extents::List, First, Labels = Full>>,
    Tail: Tuple,
    First: Take<All, Taken: Chain<Then<Tail::List>: ToTuple<Tuple = Out>>>,
    Full: ToTuple<Tuple = FullIns>,
    Operands: OperandTuple<Extents = Extents> + Contract<(), FullIns, Out, H>,
{
    const { <Operands as Contract<(), FullIns, Out, H>>::CHECK };
    operands.contract()
}
