//! Work by name: which mode has a name, what the names of all modes are, and which of them a product keeps.

use core::marker::PhantomData;

use typenum::{B0, B1};

use crate::compose::{LabelList, Tag};
use crate::dim::{Every, Join, Less, Product};
pub use crate::dim::{In, Parts};
use crate::label::{Equal, Label, Truth, cannot_be_told_apart, digits, label_id};
use crate::list::{Chain, Cons, Nil, ToTuple, Tuple};
use crate::mode::{Const, Dyn, Mode};

/// The names of modes, as a value without size: what [`names!`](crate::names!) makes, for methods that take modes.
///
/// ```
/// use extents_static::names::Names;
/// use extents_static::{dims, names};
/// dims! { Batch, Time }
/// let order: Names<(Time, Batch)> = names![Time, Batch];
/// assert_eq!(size_of_val(&order), 0);
/// ```
pub struct Names<L>(PhantomData<fn() -> L>);

impl<L> Names<L> {
    /// Creates the value.
    ///
    /// ```
    /// use extents_static::{dims, names, names::Names};
    /// dims! { Batch }
    /// let _: Names<(Batch,)> = Names::new();
    /// let _: Names<(Batch,)> = names![Batch];
    /// ```
    #[inline]
    pub const fn new() -> Self {
        Names(PhantomData)
    }
}

impl<L> Default for Names<L> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl<L> Clone for Names<L> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for Names<L> {}

impl<L> core::fmt::Debug for Names<L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Names")
    }
}

/// Names modes by the names that their types have: `names![Time, Batch]`.
///
/// ```
/// use extents_static::{dims, names, names::Names};
/// dims! { Batch, Time }
/// let order: Names<(Time, Batch)> = names![Time, Batch];
/// # let _ = order;
/// ```
#[macro_export]
macro_rules! names {
    ($($name:path),* $(,)?) => { $crate::names::Names::<($($name,)*)>::new() };
    ($($other:tt)*) => {
        compile_error!("`names!` takes the names of modes, which are types: `names![Batch, Time]`")
    };
}

/// The answer to whether a mode that is called so has the name `L`.
trait IsNamed<L> {
    type Is: Truth;
    /// The two names, where types take them for one, and they are not.
    const CLASH: Option<[&'static str; 2]>;
}

impl<D: Label, L: Label> IsNamed<L> for D {
    type Is = Equal<D, L>;
    const CLASH: Option<[&'static str; 2]> =
        { if label_id::<D>() == label_id::<L>() { None } else { Some([D::NAME, L::NAME]) } };
}

impl<D: IsNamed<L>, L> IsNamed<L> for In<'_, D> {
    type Is = D::Is;
    const CLASH: Option<[&'static str; 2]> = D::CLASH;
}

impl<L, const N: usize> IsNamed<L> for Const<N> {
    type Is = B0;
    const CLASH: Option<[&'static str; 2]> = None;
}

impl<L> IsNamed<L> for Dyn {
    type Is = B0;
    const CLASH: Option<[&'static str; 2]> = None;
}

/// What is made of dims is no label. Without an answer here, the compiler would go around in a circle where a list of modes or
/// entries is not known yet, names or not.
macro_rules! no_label {
    ($($Dim:ident)*) => {$(
        impl<A, B, L> IsNamed<L> for $Dim<A, B> {
            type Is = B0;
            const CLASH: Option<[&'static str; 2]> = None;
        }
    )*};
}
no_label! { Product Join Less Every }

type Is<M, L> = <<M as Mode>::Name as IsNamed<L>>::Is;

/// A list of modes, beside a list of their places: where the mode named `L` is. `Named` says whether the first one is
/// it, once that is known; `All` are the modes for the message.
#[diagnostic::on_unimplemented(
    message = "there is no mode `{L}` in `{All}`",
    label = "not a name of these modes"
)]
trait PlaceOf<L, All, Places, Named = ()> {
    type Place;
    /// As that of [`IsNamed`], of the mode that is found.
    const CLASH: Option<[&'static str; 2]>;
}

impl<M: Mode<Name: IsNamed<L>>, Rest, L, All, K, Ks> PlaceOf<L, All, Cons<K, Ks>> for Cons<M, Rest>
where
    Self: PlaceOf<L, All, Cons<K, Ks>, Is<M, L>>,
{
    type Place = <Self as PlaceOf<L, All, Cons<K, Ks>, Is<M, L>>>::Place;
    const CLASH: Option<[&'static str; 2]> =
        <Self as PlaceOf<L, All, Cons<K, Ks>, Is<M, L>>>::CLASH;
}

impl<M: Mode<Name: IsNamed<L>>, Rest: Lacks<L>, L, All, K, Ks> PlaceOf<L, All, Cons<K, Ks>, B1>
    for Cons<M, Rest>
{
    type Place = K;
    const CLASH: Option<[&'static str; 2]> = <M::Name as IsNamed<L>>::CLASH;
}

impl<M, Rest: PlaceOf<L, All, Ks>, L, All, K, Ks> PlaceOf<L, All, Cons<K, Ks>, B0>
    for Cons<M, Rest>
{
    type Place = Rest::Place;
    const CLASH: Option<[&'static str; 2]> = Rest::CLASH;
}

/// A list of modes of which none has the name `L`.
trait Lacks<L> {}
impl<L> Lacks<L> for Nil {}
impl<M: Mode<Name: IsNamed<L, Is: IsOther<L>>>, Rest: Lacks<L>, L> Lacks<L> for Cons<M, Rest> {}

/// The answer `B0` to whether a mode has the name `L` too.
#[diagnostic::on_unimplemented(
    message = "two modes have the name `{L}`",
    label = "a name stands for one mode",
    note = "`Const::<MODE>` says which one, and `rename` gives one of them another name"
)]
trait IsOther<L> {}
impl<L> IsOther<L> for B0 {}

macro_rules! list {
    () => { Nil };
    ($first:literal $($rest:literal)*) => { Cons<Const<$first>, list!($($rest)*)> };
}
/// The places of the modes of any tuple.
type Everywhere = list!(0 1 2 3 4 5 6 7 8 9 10 11);

/// What is asked of the names of the tuple of modes `Modes`, and the answer, a type.
///
/// [`Names`] ask where the modes of these names are: the answer is a tuple of [`Const`]. It is the bound of generic code that
/// takes names.
///
/// ```
/// use extents_static::names::{Names, Resolve};
/// use extents_static::{Const, Sym, dims};
/// dims! { Batch, Time }
/// fn takes<N: Resolve<(Sym<Batch>, Sym<Time>), Answer = (Const<1>,)>>() {}
/// takes::<Names<(Time,)>>();
/// ```
#[diagnostic::on_unimplemented(
    message = "nothing is known of the names of the modes `{Modes}`",
    label = "in generic code state this bound, or take the modes as `modes![..]`"
)]
pub trait Resolve<Modes> {
    /// The answer.
    type Answer;
    /// Fails to compile where the answer is about a name that is another one: types compare a part of what tells names apart.
    #[doc(hidden)]
    const CHECK: () = ();
}

/// Asks for the tuple of the names of all modes, which are labels.
#[doc(hidden)]
#[derive(Debug)]
pub enum All {}

/// Asks for the names that are left of the product of two tuples of modes that all have names, summed over the names
/// `Summed`: first those of the left one.
#[doc(hidden)]
#[derive(Debug)]
pub struct SumOver<Summed>(PhantomData<Summed>);

/// A mode, called so, that has a name.
#[diagnostic::on_unimplemented(
    message = "mode {MODE} has no name: `{Self}`",
    label = "without labels in brackets, each mode needs a name",
    note = "`strengthen` gives names to modes: `dyn Batch`; or write labels, `contract!(a[i, j] * ..)`"
)]
pub(crate) trait HasName<const MODE: usize> {
    type Label: Label;
}
#[diagnostic::do_not_recommend]
impl<D: Label, const MODE: usize> HasName<MODE> for D {
    type Label = D;
}
#[diagnostic::do_not_recommend]
impl<D: HasName<MODE>, const MODE: usize> HasName<MODE> for In<'_, D> {
    type Label = D::Label;
}

macro_rules! by_arity {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<T: Tuple, $($A, $B: Default),*> Resolve<T> for Names<($($A,)*)>
        where
            $(T::List: PlaceOf<$A, T, Everywhere, Place = $B>,)*
        {
            type Answer = ($($B,)*);
            const CHECK: () = {
                $(if let Some([one, other]) = <T::List as PlaceOf<$A, T, Everywhere>>::CLASH {
                    cannot_be_told_apart(one, other)
                })*
            };
        }

        impl<$($A: Mode<Name: HasName<$k, Label = $B>>, $B),*> Resolve<($($A,)*)> for All
        where
            <($($B,)*) as Tuple>::List: EachOnce,
        {
            type Answer = ($($B,)*);
        }
    };
}
for_each_arity!(by_arity);

/// A list of labels of which none repeats.
trait EachOnce {}
impl EachOnce for Nil {}
impl<L: Label, Rest: LabelList<Has<L>: IsOther<L>> + EachOnce> EachOnce for Cons<L, Rest> {}

impl<A, B, OfA, OfB, Summed, Left, Right> Resolve<(A, B)> for SumOver<Summed>
where
    All: Resolve<A, Answer = OfA> + Resolve<B, Answer = OfB>,
    OfA: Tuple<List: LabelList + Without<Summed::List, Rest = Left>>,
    OfB: Tuple<List: LabelList + Without<OfA::List, Rest: Without<Summed::List, Rest = Right>>>,
    Summed: Tuple<List: LabelList + InBoth<OfA::List, OfB::List>>,
    Left: Chain<Then<Right>: ToTuple>,
{
    type Answer = <Left::Then<Right> as ToTuple>::Tuple;
    const CHECK: () = {
        assert_told_apart(&<Summed::List as LabelList>::TAGS, &<OfA::List as LabelList>::TAGS);
        assert_told_apart(&<Summed::List as LabelList>::TAGS, &<OfB::List as LabelList>::TAGS);
    };
}

/// Fails to compile where types take two of these labels for one, and they are not.
#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; both count below 12"
)]
const fn assert_told_apart(asked: &[Tag; 12], all: &[Tag; 12]) {
    let mut at = 0;
    while at < 144 {
        let (one, other) = (&all[at / 12], &asked[at % 12]);
        if digits(one.id) == digits(other.id) && one.id != other.id {
            cannot_be_told_apart(one.name.as_str(), other.name.as_str())
        }
        at += 1;
    }
}

/// A list of names that both lists have.
trait InBoth<A, B> {}
impl<A, B> InBoth<A, B> for Nil {}
impl<A, B, L, Rest> InBoth<A, B> for Cons<L, Rest>
where
    L: Label,
    A: LabelList<Has<L>: IsThere<L>>,
    B: LabelList<Has<L>: IsThere<L>>,
    Rest: InBoth<A, B>,
{
}

/// The answer `B1` to whether a tensor has a mode named `L`.
#[diagnostic::on_unimplemented(
    message = "there is no mode `{L}` to sum over",
    label = "a name that is summed over is one of a mode of each operand"
)]
trait IsThere<L> {}
impl<L> IsThere<L> for B1 {}

/// A list of labels, without those of another one.
trait Without<Others> {
    type Rest;
}

impl<Others> Without<Others> for Nil {
    type Rest = Nil;
}

impl<L: Label, T: Without<Others>, Others: LabelList> Without<Others> for Cons<L, T> {
    type Rest = <Others::Has<L> as Truth>::Choose<T::Rest, Cons<L, T::Rest>>;
}

/// What else only the compiler evaluates.
#[cfg(test)]
mod tests {
    use super::{Tag, assert_told_apart};
    use crate::LabelName;

    fn tags<const N: usize>(ids: [u64; N]) -> [Tag; 12] {
        let mut tags = [Tag::NONE; 12];
        for (tag, id) in tags.iter_mut().zip(ids) {
            *tag = Tag { id, name: LabelName::new("x") };
        }
        tags
    }

    const HASH: u64 = 1 << 40;

    #[test]
    fn labels_of_other_digits_are_told_apart() {
        assert_told_apart(&tags([1, 2]), &tags([3, 1, HASH | 4]));
    }

    #[test]
    #[should_panic(expected = "labels `x` and `x`")]
    fn labels_of_equal_digits_are_not() {
        assert_told_apart(&tags([1, 2]), &tags([HASH | 2, 3]));
    }

    #[test]
    #[should_panic(expected = "labels `x` and `x`")]
    fn the_last_labels_are_compared_too() {
        let ids = core::array::from_fn::<u64, 12, _>(|n| n as u64);
        let others = ids.map(|id| if id == 11 { HASH | 11 } else { 20 + id });
        assert_told_apart(&tags(ids), &tags(others));
    }
}
