//! The ellipsis of [`contract!`](crate::contract!): labels for the modes that it stands for, so that everything else knows of
//! labels alone.

use core::marker::PhantomData;

use extents_static::__private::{Chain, Cons, Nil, ToTuple, Tuple};
use extents_static::label::{D0, D1, D2, D3, D4, D5, D6, D7, D8, D9, DA, DB, Four, Label};

use super::Contract;
use crate::TypedExtents;
use crate::elements::OperandTuple;

/// The labels of an operand or of the result: as many as there are modes in front, and then the tuple `Labels`.
#[derive(Debug)]
pub struct Open<Labels>(PhantomData<Labels>);

macro_rules! modes {
    ($($name:ident $digit:ident $text:literal)*) => {
        $(
            /// The label of a mode that the ellipsis stands for.
            #[allow(missing_debug_implementations, unreachable_pub, reason = "only types of `contract!` name it")]
            pub enum $name {}

            impl Label for $name {
                const NAME: &'static str = $text;
                type High = D0;
                type Low = $digit;
                // A set that has these digits by chance has another hash, and a constant refuses the composition.
                type Set = Four<14, 7, 7, 14>;
                const HASH: u32 = 0x2e2e_2e2e;
            }
        )*
        /// The labels of as many modes as there can be.
        type All = modes!(@list $($name)*);
    };
    (@list) => { Nil };
    (@list $first:ident $($name:ident)*) => { Cons<$first, modes!(@list $($name)*)> };
}
modes! {
    EllipsisMode0 D0 "..0" EllipsisMode1 D1 "..1" EllipsisMode2 D2 "..2" EllipsisMode3 D3 "..3" EllipsisMode4 D4 "..4" EllipsisMode5 D5 "..5"
    EllipsisMode6 D6 "..6" EllipsisMode7 D7 "..7" EllipsisMode8 D8 "..8" EllipsisMode9 D9 "..9" EllipsisMode10 DA "..10" EllipsisMode11 DB "..11"
}

/// A list of modes without as many as a list of labels has.
#[diagnostic::on_unimplemented(
    message = "an operand has fewer modes than labels behind `..`",
    label = "each label needs a mode"
)]
trait Without<Labels> {
    type Rest;
}

impl<Modes> Without<Nil> for Modes {
    type Rest = Modes;
}

impl<M, Ms: Without<Labels>, L, Labels> Without<Cons<L, Labels>> for Cons<M, Ms> {
    type Rest = Ms::Rest;
}

/// A list of modes, each of which takes a label of a list.
trait Take<Labels> {
    type Taken: Chain;
}

impl<Labels> Take<Labels> for Nil {
    type Taken = Nil;
}

impl<M, Ms: Take<Labels>, L, Labels> Take<Cons<L, Labels>> for Cons<M, Ms> {
    type Taken = Cons<L, Ms::Taken>;
}

/// The labels of the modes in front, of extents `E` with labels `Tail` behind.
type Front<E, Tail> = <<<<E as TypedExtents>::Modes as Tuple>::List as Without<
    <Tail as Tuple>::List,
>>::Rest as Take<All>>::Taken;

/// A list of extents, under a list of labels of each.
trait Fronts<Ins> {
    /// The labels of the first ellipsis.
    type Labels: Chain;
}

impl<E: TypedExtents, Es, Tail: Tuple, Ins> Fronts<Cons<Open<Tail>, Ins>> for Cons<E, Es>
where
    <E::Modes as Tuple>::List: Without<Tail::List, Rest: Take<All>>,
{
    type Labels = Front<E, Tail>;
}

macro_rules! plain {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<E, Es: Fronts<Ins>, Ins, $($A),*> Fronts<Cons<($($A,)*), Ins>> for Cons<E, Es> {
            type Labels = Es::Labels;
        }

        impl<Front, $($A),*> Expand<Front> for ($($A,)*) {
            type Labels = Self;
        }
    };
}
extents_static::for_each_arity!(plain);

/// The labels of an operand, with those of `Front` in the place of the ellipsis. That there is one for each mode is for the
/// composition to check.
trait Expand<Front> {
    type Labels;
}

impl<Front: Chain<Then<Tail::List>: ToTuple>, Tail: Tuple> Expand<Front> for Open<Tail> {
    type Labels = <Front::Then<Tail::List> as ToTuple>::Tuple;
}

/// A list of labels of operands.
trait ExpandAll<Front> {
    type Labels;
}

impl<Front> ExpandAll<Front> for Nil {
    type Labels = Nil;
}

impl<Front, In: Expand<Front>, Ins: ExpandAll<Front>> ExpandAll<Front> for Cons<In, Ins> {
    type Labels = Cons<In::Labels, Ins::Labels>;
}

/// References to operands that contract under labels with an ellipsis.
#[allow(private_bounds, reason = "`contract!` alone writes it")]
#[inline]
pub fn contract_open<H, Ins, Tail, Operands, Extents, Front, Full, FullIns, Out>(
    _: PhantomData<(H, Ins, Open<Tail>)>,
    operands: Operands,
) -> Operands::Result
where
    Operands: OperandTuple<Extents = Extents> + Contract<FullIns, Out, H>,
    Extents: Tuple<List: Fronts<Ins::List, Labels = Front>>,
    Ins: Tuple<List: ExpandAll<Front, Labels = Full>>,
    Tail: Tuple,
    Front: Chain<Then<Tail::List>: ToTuple<Tuple = Out>>,
    Full: ToTuple<Tuple = FullIns>,
{
    const { <Operands as Contract<FullIns, Out, H>>::CHECK };
    operands.contract()
}
