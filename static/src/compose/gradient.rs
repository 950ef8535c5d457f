//! The labels of derivatives, as functions of types.

use super::tags::LabelList;
use crate::label::{Label, Truth};
use crate::list::{Chain, Cons, Nil, Nth, ToTuple, Tuple};

/// A tuple of label tuples, one for each operand of a contraction to a result labelled `Out`: the labels of the derivative by
/// operand `OPERAND`.
///
/// The derivative of a number by an operand is a contraction of its derivative by the result, which comes first, and the other
/// operands. What the contraction gives has one mode for each label of the operand that stands somewhere else too. Along the
/// other modes of the operand the derivative repeats; where the operand has a label twice, it is zero off the diagonal.
///
/// ```
/// use extents_static::TypedGradient;
/// use extents_static::label::{i, j, k};
/// use static_assertions::assert_type_eq_all;
/// type Product = ((i, j), (j, k));
/// assert_type_eq_all!(<Product as TypedGradient<0, (i, k)>>::Ins, ((i, k), (j, k)));
/// assert_type_eq_all!(<Product as TypedGradient<0, (i, k)>>::Out, (i, j));
/// assert_type_eq_all!(<Product as TypedGradient<1, (i, k)>>::Ins, ((i, k), (i, j)));
/// // Summed in the operand alone, and there twice.
/// assert_type_eq_all!(<((i, j),) as TypedGradient<0, (i,)>>::Out, (i,));
/// assert_type_eq_all!(<((i, i, j),) as TypedGradient<0, (j, i)>>::Out, (i, j));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` are not the labels of an operand {OPERAND}",
    label = "operands count from 0, and each has a tuple of labels"
)]
pub trait TypedGradient<const OPERAND: usize, Out> {
    /// The labels of what is contracted: those of the result, then those of the other operands in their order.
    type Ins;
    /// The labels of what this gives: those of the operand that stand in `Ins`, each once, in their order.
    type Out;
}

/// What is contracted.
type Others<Ins, Out, const OPERAND: usize> =
    Cons<Out, <<Ins as Nth<OPERAND>>::Before as Chain>::Then<<Ins as Nth<OPERAND>>::After>>;

impl<Ins, Out, Own, Kept, const OPERAND: usize> TypedGradient<OPERAND, Out> for Ins
where
    Ins: Nth<OPERAND, Item: Tuple<List = Own>>,
    Others<Ins, Out, OPERAND>: ToTuple,
    Own: KeptIn<Others<Ins, Out, OPERAND>, Nil, Kept = Kept>,
    Kept: ToTuple,
{
    type Ins = <Others<Ins, Out, OPERAND> as ToTuple>::Tuple;
    type Out = Kept::Tuple;
}

/// A list of label tuples.
trait Anywhere {
    /// Whether the label is in one of them.
    type Has<L: Label>: Truth;
}

impl Anywhere for Nil {
    type Has<L: Label> = <Nil as LabelList>::Has<L>;
}

impl<Labels: Tuple<List: LabelList>, Rest: Anywhere> Anywhere for Cons<Labels, Rest> {
    type Has<L: Label> = <<Labels::List as LabelList>::Has<L> as Truth>::Or<Rest::Has<L>>;
}

/// A list of labels behind those of the list `Before`.
trait KeptIn<Others, Before> {
    /// The labels that stand in one of `Others` and not in `Before`, each once.
    type Kept;
}

impl<Others, Before> KeptIn<Others, Before> for Nil {
    type Kept = Nil;
}

impl<L, Rest, Others, Before> KeptIn<Others, Before> for Cons<L, Rest>
where
    L: Label,
    Others: Anywhere,
    Before: LabelList,
    Rest: KeptIn<Others, Cons<L, Before>>,
{
    type Kept = <Before::Has<L> as Truth>::Choose<
        Rest::Kept,
        <Others::Has<L> as Truth>::Choose<Cons<L, Rest::Kept>, Rest::Kept>,
    >;
}
