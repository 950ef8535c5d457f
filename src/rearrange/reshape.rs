//! One mode as several and several as one: [`Split`], [`Merge`], [`InsertMode`], [`DropMode`].

use core::convert::Infallible;
use core::marker::PhantomData;

use extents_static::__private::{
    Certainty, Chain, Cons, InsertAt, Next, Nil, Nth, NthOf, ReplaceAt, RowMajorList, StartingAt,
    ToTuple, Tuple, UnitMode, assert_merge, assert_split,
};

use super::numbers::{self, ModeSink, Numbers};
use super::{Part, Rearrange, Seal, certain, read, typed_part};
use crate::layout::{Strided, TypedLayout};
use crate::{
    Const, Mapping, Mode, ModeTuple, StaticExtents, Stride, StrideList, StrideTuple, TypedExtents,
};

/// The operation that splits mode `MODE` into modes of given extents, the last one fastest. Their product must be its
/// extent.
///
/// ```
/// use extents::rearrange::Split;
/// use extents::{Const, Mapping, extents};
/// let Ok(part) = Mapping::new(extents![2, 6]).rearrange(Split(Const::<1>, extents![3, 2]));
/// assert_eq!(part.mapping().extents(), &extents![2, 3, 2]);
/// assert_eq!(part.mapping().strides(), [6, 2, 1]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Split<M, P>(pub M, pub P);

/// The operation that merges mode `MODE` and the next one into one mode `X`, if they are contiguous in memory.
///
/// It has the stride of the second one, in the type too. A second mode of one entry, which may have any
/// stride, is left out by [`DropMode`].
///
/// ```
/// use extents::rearrange::Merge;
/// use extents::{Const, Mapping, extents};
/// let Ok(part) = Mapping::new(extents![2, 3, 4]).rearrange(Merge::<Const<12>, _>::of(Const::<1>));
/// assert_eq!(part.mapping().extents(), &extents![2, 12]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Merge<X, M> {
    #[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "read where it is a number"))]
    mode: M,
    merged: PhantomData<X>,
}

impl<X, M> Merge<X, M> {
    /// Returns the operation that merges a mode with the next one.
    ///
    /// ```
    /// use extents::rearrange::Merge;
    /// use extents::{Const, Dyn, Mapping, extents};
    /// let part = Mapping::new(extents![2, 3]).rearrange(Merge::<Dyn, _>::of(Const::<0>));
    /// assert_eq!(part.unwrap().mapping().extents(), &extents![6]);
    /// ```
    #[inline]
    #[must_use]
    pub const fn of(mode: M) -> Self {
        Merge { mode, merged: PhantomData }
    }
}

#[cfg(feature = "alloc")]
impl Merge<(), usize> {
    pub(super) const fn mode(&self) -> usize {
        self.mode
    }
}

/// The operation that inserts a mode of extent 1 at position `MODE`.
///
/// ```
/// use extents::rearrange::InsertMode;
/// use extents::{Const, Mapping, extents};
/// let Ok(part) = Mapping::new(extents![2, 3]).rearrange(InsertMode(Const::<1>));
/// assert_eq!(part.mapping().extents(), &extents![2, 1, 3]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct InsertMode<M>(pub M);

/// The operation that removes mode `MODE`, whose extent must be 1.
///
/// ```
/// use extents::rearrange::DropMode;
/// use extents::{Const, Mapping, extents};
/// let Ok(part) = Mapping::new(extents![2, 1, 3]).rearrange(DropMode(Const::<1>));
/// assert_eq!(part.mapping().extents(), &extents![2, 3]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DropMode<M>(pub M);

/// The certainty of mode `MODE`.
type CertaintyOf<T, const MODE: usize> = <NthOf<T, MODE> as Mode>::Certainty;

/// The list of the strides of the parts.
type PartStrides<P, S> =
    <<<P as TypedExtents>::Modes as Tuple>::List as RowMajorList<StartingAt<S>>>::Strides;

impl<E, L, P, const MODE: usize> Rearrange<E, L> for Split<Const<MODE>, P>
where
    E: TypedExtents,
    L: TypedLayout<E>,
    P: TypedExtents,
    E::Modes: Nth<MODE, Item: Mode>,
    L::Strides: Nth<MODE, Item: Stride>,
    <P::Modes as Tuple>::List: RowMajorList<StartingAt<NthOf<L::Strides, MODE>>>,
    E::Modes: ReplaceAt<MODE, <P::Modes as Tuple>::List, Output: ModeTuple>,
    L::Strides: ReplaceAt<MODE, PartStrides<P, NthOf<L::Strides, MODE>>, Output: StrideTuple>,
{
    type Extents = StaticExtents<<E::Modes as ReplaceAt<MODE, <P::Modes as Tuple>::List>>::Output>;
    type Layout =
        Strided<<L::Strides as ReplaceAt<MODE, PartStrides<P, NthOf<L::Strides, MODE>>>>::Output>;
    type Error =
        <<CertaintyOf<E::Modes, MODE> as Certainty>::And<P::Certainty> as Certainty>::Error;

    const CHECK: () = { assert_split(MODE, E::STATIC_EXTENTS, P::STATIC_EXTENTS) };

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, Self::Layout>, Self::Error> {
        const { <Self as Rearrange<E, L>>::CHECK };
        let part = read(mapping, |extents, strides| {
            let numbers = self.1.with_slice(|parts| {
                Numbers::of(|to| numbers::split((extents, strides), MODE, parts, to))
            })?;
            let layout = Strided::new(StrideTuple::from_strides(numbers.strides()));
            typed_part(mapping, &numbers, layout)
        });
        <CertaintyOf<E::Modes, MODE> as Certainty>::And::<P::Certainty>::settle(part)
    }
}

/// The element behind element `MODE` of a tuple, and the list of those behind both.
type SecondOf<T, const MODE: usize> = <<T as Nth<MODE>>::After as Next<MODE>>::Item;
type RestOf<T, const MODE: usize> = <<T as Nth<MODE>>::After as Next<MODE>>::After;

/// The tuple in which `X` stands in the place of element `MODE` and the next.
type Merged<T, X, const MODE: usize> =
    <<<T as Nth<MODE>>::Before as Chain>::Then<Cons<X, RestOf<T, MODE>>> as ToTuple>::Tuple;

/// Whether everything that a merge depends on is in the types.
type MergeCertainty<M, S, const MODE: usize> =
    <<BothCertain<NthOf<M, MODE>, SecondOf<M, MODE>> as Certainty>::And<
        <NthOf<S, MODE> as Stride>::Certainty,
    > as Certainty>::And<<SecondOf<S, MODE> as Stride>::Certainty>;

/// Whether both modes are in the types.
type BothCertain<M, N> = <<M as Mode>::Certainty as Certainty>::And<<N as Mode>::Certainty>;

impl<E, L, X, const MODE: usize> Rearrange<E, L> for Merge<X, Const<MODE>>
where
    E: TypedExtents,
    L: TypedLayout<E>,
    X: Mode,
    E::Modes: Nth<MODE, Item: Mode, After: Next<MODE, Item: Mode>>,
    <E::Modes as Nth<MODE>>::Before:
        Chain<Then<Cons<X, RestOf<E::Modes, MODE>>>: ToTuple<Tuple: ModeTuple>>,
    L::Strides: Nth<MODE, Item: Stride, After: Next<MODE, Item: Stride>>,
    <L::Strides as Nth<MODE>>::Before: Chain<
        Then<Cons<SecondOf<L::Strides, MODE>, RestOf<L::Strides, MODE>>>: ToTuple<
            Tuple: StrideTuple,
        >,
    >,
{
    type Extents = StaticExtents<Merged<E::Modes, X, MODE>>;
    type Layout = Strided<Merged<L::Strides, SecondOf<L::Strides, MODE>, MODE>>;
    type Error = <MergeCertainty<E::Modes, L::Strides, MODE> as Certainty>::Error;

    const CHECK: () = {
        assert_merge(MODE, E::STATIC_EXTENTS, <L::Strides as StrideList>::STATIC, X::EXTENT);
    };

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, Self::Layout>, Self::Error> {
        const { <Self as Rearrange<E, L>>::CHECK };
        let part = read(mapping, |extents, strides| {
            let numbers = Numbers::of(|to| numbers::merge((extents, strides), MODE, to))?;
            let layout = Strided::new(StrideTuple::from_strides(numbers.strides()));
            typed_part(mapping, &numbers, layout)
        });
        MergeCertainty::<E::Modes, L::Strides, MODE>::settle(part)
    }
}

/// A tuple with a further element.
type Inserted<T, X, const MODE: usize> = <<T as InsertAt<MODE, X>>::Output as ToTuple>::Tuple;

impl<E, L, const MODE: usize> Rearrange<E, L> for InsertMode<Const<MODE>>
where
    E: TypedExtents,
    L: TypedLayout<E>,
    E::Modes: InsertAt<MODE, Const<1>, Output: ToTuple<Tuple: ModeTuple>>,
    L::Strides: InsertAt<MODE, Const<1>, Output: ToTuple<Tuple: StrideTuple>>,
{
    type Extents = StaticExtents<Inserted<E::Modes, Const<1>, MODE>>;
    type Layout = Strided<Inserted<L::Strides, Const<1>, MODE>>;
    type Error = Infallible;

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, Self::Layout>, Infallible> {
        certain(read(mapping, |extents, strides| {
            let numbers = Numbers::of(|to| numbers::insert((extents, strides), MODE, to))?;
            let layout = Strided::new(StrideTuple::from_strides(numbers.strides()));
            typed_part(mapping, &numbers, layout)
        }))
    }
}

impl<E, L, const MODE: usize> Rearrange<E, L> for DropMode<Const<MODE>>
where
    E: TypedExtents,
    L: TypedLayout<E>,
    E::Modes: Nth<MODE, Item: UnitMode<MODE>> + ReplaceAt<MODE, Nil, Output: ModeTuple>,
    L::Strides: ReplaceAt<MODE, Nil, Output: StrideTuple>,
{
    type Extents = StaticExtents<<E::Modes as ReplaceAt<MODE, Nil>>::Output>;
    type Layout = Strided<<L::Strides as ReplaceAt<MODE, Nil>>::Output>;
    type Error = <CertaintyOf<E::Modes, MODE> as Certainty>::Error;

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, Self::Layout>, Self::Error> {
        let part = read(mapping, |extents, strides| {
            let numbers = Numbers::of(|to| numbers::drop_mode((extents, strides), MODE, to))?;
            let layout = Strided::new(StrideTuple::from_strides(numbers.strides()));
            typed_part(mapping, &numbers, layout)
        });
        <CertaintyOf<E::Modes, MODE> as Certainty>::settle(part)
    }
}
