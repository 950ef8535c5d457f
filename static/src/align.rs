//! [`AlignsWith`]: extents that may be the same once the modes of both stand in one order, which is that of the names where
//! all modes have one.

use core::marker::PhantomData;

use crate::certainty::{Certainty, Same};
use crate::compose::LabelList;
use crate::dim::{Dim, DimsMeet, Sym};
use crate::error::Place;
use crate::label::{B0, B1, Label, Truth};
use crate::list::{Cons, Nil, Nth, Tuple};
use crate::mode::{Const, Dyn, Mode};
use crate::mode_tuple::ModeTuple;
use crate::names::{HasName, Names, Resolve};
use crate::unite::{Anything, Checked, ModeUnitesWith, agree_in_order, assert_numbers};
use crate::{Extents, LabelName, ShapeError, StaticExtents, UnitesWith};

/// Where the modes of one operand are among those of another one: mode `k` of the first is mode `order[k]` of the second.
pub type Turn = [u8; 12];

/// Extents that may be equal to those of an `F`, in the order of which they are taken: mode by mode, as by [`UnitesWith`], or
/// name by name where all modes of both have names that are labels and these stand in another order.
///
/// It is what elementwise work asks. All types that unite by place align so.
///
/// # Safety
/// `align` passes only where both have the same extents once mode `ORDER[k]` of `self` stands at place `k`, or where no `ORDER`
/// is given; these are then the extents that it gives. `ORDER` names each mode of `self` once. `Meeting` is as the `Relation`
/// of [`UnitesWith`], of the modes that meet.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "extents `{F}` do not match `{Self}`",
    label = "no value of the one type is known to fit the other",
    note = "generic code over two types of extents states it as a bound, `{Self}: UnitesWith<{F}>`; over one type it needs none"
)]
#[allow(unsafe_code)]
pub unsafe trait AlignsWith<F> {
    /// The type of extents that are those of both, in the order of `F`.
    type Aligned: Clone + UnitesWith<Anything>;
    /// Says whether anything is left to compare at run time.
    type Meeting: Certainty;
    /// Where the modes of `F` are among those of this type; `None` where they are at their places.
    const ORDER: Option<Turn> = None;
    /// Fails to compile where names or numbers differ that no bound compares.
    const AGREES: () = ();
    /// Returns the extents of both, or an error that says how `self` differs from `other`, which is expected.
    fn align(&self, other: &F) -> Result<Self::Aligned, ShapeError>;
}

/// Implements [`AlignsWith`] for types that unite by place and no other way.
#[doc(hidden)]
#[macro_export]
macro_rules! __aligns_in_place {
    ($([$($generics:tt)*] $left:ty, $right:ty $(, $bound:ty: $trait:path)*;)*) => {$(
        // SAFETY: the modes are at their places, and `unite` compares them.
        #[allow(unsafe_code)]
        unsafe impl<$($generics)*> $crate::__private::AlignsWith<$right> for $left where $($bound: $trait,)* {
            type Aligned = <$left as $crate::UnitesWith<$right>>::United;
            type Meeting = <$left as $crate::UnitesWith<$right>>::Relation;
            #[inline]
            fn align(&self, other: &$right) -> Result<Self::Aligned, $crate::ShapeError> {
                <$left as $crate::UnitesWith<$right>>::unite(self, other)
            }
        }
    )*};
}
__aligns_in_place! {
    [E: Extents] Anything, E;
    [E: Extents] E, Anything;
    [] Anything, Anything;
}

/// How modes meet: at their places, where they have one name or not both have one.
pub(crate) type ByPlace = B1;
/// How modes meet that have two names: where these are, if the names of all modes are labels.
pub(crate) type ByName = B0;

/// A mode beside another one. In generic code too, a mode meets one of its own type by place.
#[diagnostic::on_unimplemented(
    message = "modes that meet: extent `{M}` does not match `{Self}`",
    label = "these two extents are not known to be equal",
    note = "in generic code over two modes, state a bound of the extents: `StaticExtents<..>: UnitesWith<StaticExtents<..>>`"
)]
#[doc(hidden)]
pub trait Meets<M> {
    type How: Truth;
}
macro_rules! meets {
    ($([$($generics:tt)*] $A:ty, $B:ty => $How:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Meets<$B> for $A {
            type How = $How;
        }
    )*};
}
meets! {
    [const N: usize, const M: usize] Const<N>, Const<M> => ByPlace;
    [const N: usize] Const<N>, Dyn => ByPlace;
    [const N: usize] Dyn, Const<N> => ByPlace;
    [] Dyn, Dyn => ByPlace;
    [D: Dim, const N: usize] Sym<D>, Const<N> => ByPlace;
    [D: Dim, const N: usize] Const<N>, Sym<D> => ByPlace;
    [D: Dim] Sym<D>, Dyn => ByPlace;
    [D: Dim] Dyn, Sym<D> => ByPlace;
    [D: Dim, E: Dim] Sym<D>, Sym<E> => DimsMeet<D, E>;
}

/// A tuple of modes: whether the names of all are labels.
pub(crate) trait AllLabels {
    type AreLabels: Truth;
}

/// Modes that may be those of `U`, in the order of `U`: each by [`ModeUnitesWith`], at its place or where its name is. `By` is how
/// they meet, once it is known.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "extents `StaticExtents<{U}>` do not match `StaticExtents<{Self}>`",
    label = "the ranks differ, or nothing is known of the modes",
    note = "nothing repeats by itself: `b.broadcast_like(&a)?` gives `b` the extents of `a`, and a fold after `keep()` leaves the modes that this needs"
)]
pub trait InOrderOf<U, By = ()> {
    /// The modes of both, static where either is.
    type United: ModeTuple;
    type Relation: Certainty;
    /// As [`AlignsWith::ORDER`].
    const ORDER: Option<Turn>;
    /// As [`AlignsWith::AGREES`].
    const AGREES: ();
}

// What the names say is asked only here, where it matters.
impl<T, U, M> InOrderOf<U, ByName> for T
where
    T: Turned<U, Modes = M>,
    M: InOrderOf<U, ByPlace>,
{
    type United = M::United;
    type Relation = M::Relation;
    const ORDER: Option<Turn> = T::ORDER;
    const AGREES: () = {
        let () = T::CHECK;
        M::AGREES
    };
}

/// Modes with two names, put in the order of those of `U` where the names say it; else left as they are, and then refused as modes
/// at their places are, by a message with both names. `By` is what is known so far.
// All of it fits any modes: the compiler takes an implementation that is the only one to fit before it knows `By`.
#[diagnostic::on_unimplemented(
    message = "nothing is known of the names of the modes `{Self}` and `{U}`",
    label = "in generic code, these may have one order or another",
    note = "generic code over two types of extents states `StaticExtents<{Self}>: UnitesWith<StaticExtents<{U}>>`"
)]
pub(crate) trait Turned<U, By = ()> {
    type Modes: ModeTuple;
    const ORDER: Option<Turn> = None;
    const CHECK: () = ();
}

/// This says whether the names of all modes are labels.
#[derive(Debug)]
pub(crate) struct ByLabels<Are>(PhantomData<Are>);

type AreLabels<T, U> = <<T as AllLabels>::AreLabels as Truth>::And<<U as AllLabels>::AreLabels>;

#[diagnostic::do_not_recommend]
impl<T, U> Turned<U> for T
where
    T: AllLabels,
    U: AllLabels,
    T: Turned<U, ByLabels<AreLabels<T, U>>>,
{
    type Modes = <T as Turned<U, ByLabels<AreLabels<T, U>>>>::Modes;
    const ORDER: Option<Turn> = <T as Turned<U, ByLabels<AreLabels<T, U>>>>::ORDER;
    const CHECK: () = <T as Turned<U, ByLabels<AreLabels<T, U>>>>::CHECK;
}

impl<T: ModeTuple, U> Turned<U, ByLabels<B0>> for T {
    type Modes = T;
}

impl<T, U, Labels, Own, Are, Others> Turned<U, ByLabels<B1>> for T
where
    U: Labelled<Labels = Labels>,
    T: Labelled<Labels = Own>,
    Labels: Tuple<List: LabelList + AreIn<Own::List, Are = Are>>,
    // Then each is there once in either, if it is in this one: `Resolve` sees to that.
    Own: Tuple<List: LabelList + AreIn<Labels::List, Are = Others>>,
    Are: Truth,
    Others: Truth,
    T: Turned<U, Found<Labels, Are::And<Others>>>,
{
    type Modes = <T as Turned<U, Found<Labels, Are::And<Others>>>>::Modes;
    const ORDER: Option<Turn> = <T as Turned<U, Found<Labels, Are::And<Others>>>>::ORDER;
    const CHECK: () = <T as Turned<U, Found<Labels, Are::And<Others>>>>::CHECK;
}

/// This says whether the labels of the one are those of the other.
#[derive(Debug)]
pub(crate) struct Found<Labels, Are>(PhantomData<(Labels, Are)>);

impl<T: ModeTuple, U, Labels> Turned<U, Found<Labels, B0>> for T {
    type Modes = T;
}

impl<T, U, Labels, Places, M> Turned<U, Found<Labels, B1>> for T
where
    Names<Labels>: Resolve<T, Answer = Places>,
    Places: PlacesIn<T, Modes = M>,
    M: ModeTuple,
{
    type Modes = M;
    const ORDER: Option<Turn> = Some(Places::ORDER);
    const CHECK: () = <Names<Labels> as Resolve<T>>::CHECK;
}

/// A tuple of modes whose names are all labels, one or more times.
pub(crate) trait Labelled {
    type Labels;
}

/// A list of labels: whether all of them are in another one.
pub(crate) trait AreIn<Others> {
    type Are: Truth;
}
impl<Others> AreIn<Others> for Nil {
    type Are = B1;
}
impl<L: Label, Rest: AreIn<Others>, Others: LabelList> AreIn<Others> for Cons<L, Rest> {
    type Are = <Others::Has<L> as Truth>::And<Rest::Are>;
}

/// Places of modes of the tuple `T`, and the modes there.
pub(crate) trait PlacesIn<T> {
    type Modes;
    const ORDER: Turn;
}

/// A place of a mode of the tuple `T`.
pub(crate) trait PlaceIn<T> {
    type Mode;
    const PLACE: u8;
}
impl<T: Nth<MODE>, const MODE: usize> PlaceIn<T> for Const<MODE> {
    type Mode = T::Item;
    const PLACE: u8 = MODE as u8;
}

macro_rules! align {
    (@labels) => { B1 };
    (@labels $A:ident $($rest:ident)*) => {
        <$A::IsLabel as Truth>::And<align!(@labels $($rest)*)>
    };
    (@how) => { ByPlace };
    (@how ($A:ident $B:ident) $($rest:tt)*) => {
        <<$A as Meets<$B>>::How as Truth>::And<align!(@how $($rest)*)>
    };
    (@relations) => { Same };
    (@relations ($A:ident $B:ident $k:tt) $($rest:tt)*) => {
        <<$A as ModeUnitesWith<$B, $k>>::Relation as Certainty>::And<align!(@relations $($rest)*)>
    };
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<$($A: Mode),*> AllLabels for ($($A,)*) {
            type AreLabels = align!(@labels $($A)*);
        }

        impl<$($A: Mode + Meets<$B>, $B: Mode),*> InOrderOf<($($B,)*)> for ($($A,)*)
        where
            Self: InOrderOf<($($B,)*), align!(@how $(($A $B))*)>,
        {
            type United = <Self as InOrderOf<($($B,)*), align!(@how $(($A $B))*)>>::United;
            type Relation = <Self as InOrderOf<($($B,)*), align!(@how $(($A $B))*)>>::Relation;
            const ORDER: Option<Turn> =
                <Self as InOrderOf<($($B,)*), align!(@how $(($A $B))*)>>::ORDER;
            const AGREES: () = <Self as InOrderOf<($($B,)*), align!(@how $(($A $B))*)>>::AGREES;
        }

        impl<$($A: Mode + ModeUnitesWith<$B, $k>, $B: Mode),*> InOrderOf<($($B,)*), ByPlace> for ($($A,)*) {
            type United = ($($A::United,)*);
            type Relation = align!(@relations $(($A $B $k))*);
            const ORDER: Option<Turn> = None;
            const AGREES: () = assert_numbers::<Self, ($($B,)*)>();
        }

        impl<$($A: Mode<Name: HasName<$k, Label = $B>>, $B),*> Labelled for ($($A,)*) {
            type Labels = ($($B,)*);
        }

        impl<T, $($A: PlaceIn<T>),*> PlacesIn<T> for ($($A,)*) {
            type Modes = ($($A::Mode,)*);
            #[allow(unused_mut, clippy::indexing_slicing, reason = "there are at most 12")]
            const ORDER: Turn = {
                let mut order = [0; 12];
                $(order[$k] = $A::PLACE;)*
                order
            };
        }
    };
}
for_each_arity!(align);

// SAFETY: `agree_in_order` compares the extents in the order of the names, each of which is one mode of each; those that are not
// compared are known to be equal, by their types or by their dims, which are bound once or by a scope.
#[allow(unsafe_code)]
unsafe impl<T: ModeTuple, U: ModeTuple> AlignsWith<StaticExtents<U>> for StaticExtents<T>
where
    T: InOrderOf<U>,
{
    type Aligned = StaticExtents<<T as InOrderOf<U>>::United>;
    type Meeting = <T as InOrderOf<U>>::Relation;
    const ORDER: Option<Turn> = <T as InOrderOf<U>>::ORDER;
    const AGREES: () = <T as InOrderOf<U>>::AGREES;
    #[inline]
    fn align(&self, other: &StaticExtents<U>) -> Result<Self::Aligned, ShapeError> {
        let () = <Self as AlignsWith<StaticExtents<U>>>::AGREES;
        let (own, expected) = (self.modes().extents(), other.modes().extents());
        let mut found = expected;
        match const { <T as InOrderOf<U>>::ORDER } {
            Some(order) => turn(&order, own.as_ref(), found.as_mut()),
            None => found.as_mut().copy_from_slice(own.as_ref()),
        }
        if !const { Checked::<Self::Meeting, Self::Aligned>::IS_KNOWN } {
            let agreed = agree_in_order(expected.as_ref(), found.as_ref());
            match const { <T as InOrderOf<U>>::ORDER } {
                // The mode is another one in either.
                Some(_) => agreed.map_err(|error| by_label(error, U::NAMES))?,
                None => agreed?,
            }
        }
        // The type of each mode of both is that of the mode of either, and the extents are equal.
        Ok(StaticExtents::carry(found.as_ref()))
    }
}

/// An error that says the label of a mode in place of its number.
#[cold]
fn by_label(error: ShapeError, names: &[Option<LabelName>]) -> ShapeError {
    match error {
        ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found }
            if let Some(&Some(name)) = names.get(mode) =>
        {
            ShapeError::ExtentMismatch { place: Place::Label(name), expected, found }
        }
        error => error,
    }
}

/// Puts what there is for each mode of one operand in the order of another.
#[inline]
pub fn turn<T: Copy>(order: &Turn, own: &[T], to: &mut [T]) {
    for (to, &place) in to.iter_mut().zip(order) {
        if let Some(&own) = own.get(usize::from(place)) {
            *to = own;
        }
    }
}

/// Where the labels of one list are among those of another, which has the same ones in another order, each once; `None` of any
/// other lists.
#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; both count below the lengths, which are at most 12"
)]
pub const fn order_of_labels(of: &[u64], among: &[u64]) -> Option<Turn> {
    if of.len() != among.len() || of.len() > 12 {
        return None;
    }
    let (mut order, mut mode, mut moves) = ([0; 12], 0, false);
    while mode < of.len() {
        let (mut place, mut found) = (0, 0);
        while place < among.len() {
            if among[place] == of[mode] {
                order[mode] = place as u8;
                found += 1;
            }
            place += 1;
        }
        if found != 1 || of[mode] == 0 {
            return None;
        }
        moves |= order[mode] as usize != mode;
        mode += 1;
    }
    // A label that this list has twice leaves one of the other out.
    let (mut mode, mut seen) = (0, 0_u16);
    while mode < of.len() {
        seen |= 1 << order[mode];
        mode += 1;
    }
    if moves && seen.count_ones() as usize == of.len() { Some(order) } else { None }
}

/// What else only the compiler evaluates.
#[cfg(test)]
mod tests {
    use super::{order_of_labels, turn};

    #[test]
    fn labels_are_found_where_they_are() {
        let order = order_of_labels(&[7, 8, 9], &[9, 7, 8]).unwrap();
        assert_eq!(order[..3], [1, 2, 0]);
        let mut turned = [0; 3];
        turn(&order, &[9, 7, 8], &mut turned);
        assert_eq!(turned, [7, 8, 9]);
    }

    #[test]
    fn other_lists_have_no_order() {
        // In order already, strangers, one twice on either side, no label, other lengths.
        for (of, among) in [
            (&[7, 8][..], &[7, 8][..]),
            (&[7, 8], &[8, 9]),
            (&[7, 7], &[7, 8]),
            (&[8, 8], &[7, 8]),
            (&[7, 8], &[8, 8]),
            (&[8, 0], &[0, 8]),
            (&[8, 7], &[7]),
            (&[], &[]),
        ] {
            assert_eq!(order_of_labels(of, among), None, "{of:?} {among:?}");
        }
        assert_eq!(order_of_labels(&[1; 13], &[1; 13]), None);
    }
}
