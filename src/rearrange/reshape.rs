//! One mode as several and several as one: [`Split`], [`Merge`], [`InsertMode`], [`DropMode`].

use core::convert::Infallible;
use core::marker::PhantomData;

use extents_static::__private::{
    Certainty, Chain, Cons, MergedModes, Nil, Nth, NthOf, StartingAt, ToTuple, Tuple, assert_merge,
    assert_split, refuse,
};

use super::numbers::{self, ModeSink, Numbers};
use super::{Part, Rearrange, Seal, certain, modes, number, read, typed_part};
use crate::edit::{InsertAt, Next, ReplaceAt};
use crate::error::Place;
use crate::layout::{Strided, TypedLayout};
use crate::{
    Const, Dim, Dyn, Mapping, Mode, ModeTuple, ShapeError, StaticExtents, Stride, StrideList, Sym,
    TypedExtents,
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

/// The operation that merges mode `MODE` and the next one into one mode `X`, if they are contiguous in memory. `X` is a mode, or
/// [`Named`] for what the types make of the two.
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

/// Stands for the mode that the types name, where a caller could state one: `Batch*Time` of two modes that merge, `Past+Time` of
/// two that are concatenated, a number of two numbers, and [`Dyn`](crate::Dyn) where one mode is `Dyn`.
///
/// A mode that is padded becomes `2+Time`, or `Time+2`; one whose entries repeat `Time*2`, or `2*Time`; windows of 3 have
/// `Time-3+1` positions, and there are `Time/3` tiles.
///
/// ```
/// use extents::rearrange::Named;
/// use extents::{Const, StaticExtents, Tensor, dims, extents};
/// dims! { Batch, Time }
/// let x = Tensor::full(extents![dyn Batch = 2, dyn Time = 3, 8, 64]?, 1.0)?;
/// let rows = x.merge::<Named, _>(Const::<0>)?;
/// let _: &StaticExtents![(Batch * Time), 8, 64] = rows.extents();
/// let flat = rows.merge::<Named, _>(Const::<1>)?;
/// assert_eq!(format!("{:?}", flat.extents()), "[Batch*Time = 6, 512]");
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Named {}

/// What a caller states of the mode that `A` and `B` merge to.
pub(super) trait Stated<A, B> {
    type Mode: Mode;
}
#[diagnostic::do_not_recommend]
impl<X: Mode, A, B> Stated<A, B> for X {
    type Mode = X;
}
impl<A: Mode, B: Mode> Stated<A, B> for Named {
    type Mode = MergedModes<A, B>;
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
    <<<P as TypedExtents>::Modes as ModeTuple>::RowMajor<StartingAt<S>> as Tuple>::List;

impl<E, L, P, S, T, U, const MODE: usize> Rearrange<E, L> for Split<Const<MODE>, P>
where
    E: TypedExtents,
    L: TypedLayout<E>,
    P: TypedExtents,
    E::Modes: Nth<MODE, Item: Mode>,
    L::Strides: Nth<MODE, Item = S>,
    S: Stride,
    E::Modes: ReplaceAt<MODE, <P::Modes as Tuple>::List, Output = T>,
    T: ModeTuple,
    L::Strides: ReplaceAt<MODE, PartStrides<P, S>, Output = U>,
    U: StrideList,
{
    type Extents = StaticExtents<T>;
    type Layout = Strided<U>;
    type Error =
        <<CertaintyOf<E::Modes, MODE> as Certainty>::And<P::Certainty> as Certainty>::Error;
    const KEEPS_ALL: bool = true;

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
            let layout = Strided::new(StrideList::from_strides(numbers.strides()));
            let moved = || Ok(modes(mapping).replace(self.1.typed().modes().into_list()));
            typed_part(mapping, &numbers, layout, moved)
        });
        <CertaintyOf<E::Modes, MODE> as Certainty>::And::<P::Certainty>::settle(part)
    }
}

/// Whether everything that a merge depends on is in the types: modes `M` and `N` of strides `S` and `T`, and a mode `X` that
/// takes any extent.
type MergeCertainty<M, N, S, T, X> = <<<BothCertain<M, N> as Certainty>::And<
    <S as Stride>::Certainty,
> as Certainty>::And<<T as Stride>::Certainty> as Certainty>::And<<X as Mode>::Takes>;

/// Whether both modes are in the types.
type BothCertain<M, N> = <<M as Mode>::Certainty as Certainty>::And<<N as Mode>::Certainty>;

impl<E, L, States, X, M, Ms, T, S, Ss, U, const MODE: usize> Rearrange<E, L>
    for Merge<States, Const<MODE>>
where
    E: TypedExtents,
    L: TypedLayout<E>,
    States: Stated<NthOf<E::Modes, MODE>, M, Mode = X>,
    X: Mode,
    E::Modes: Nth<MODE, Item: Mode, After: Next<MODE, Item = M, After = Ms>>,
    M: Mode,
    <E::Modes as Nth<MODE>>::Before: Chain<Then<Cons<X, Ms>>: ToTuple<Tuple = T>>,
    T: ModeTuple,
    L::Strides: Nth<MODE, Item: Stride, After: Next<MODE, Item = S, After = Ss>>,
    S: Stride,
    <L::Strides as Nth<MODE>>::Before: Chain<Then<Cons<S, Ss>>: ToTuple<Tuple = U>>,
    U: StrideList,
{
    type Extents = StaticExtents<T>;
    type Layout = Strided<U>;
    type Error =
        <MergeCertainty<NthOf<E::Modes, MODE>, M, NthOf<L::Strides, MODE>, S, X> as Certainty>::Error;
    const KEEPS_ALL: bool = true;

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
            let layout = Strided::new(StrideList::from_strides(numbers.strides()));
            let moved = || {
                let (before, _, after) = Nth::<MODE>::parts(modes(mapping));
                // Stated, and of a number that it has.
                let merged = X::read(number(numbers.extents(), MODE), MODE)?;
                Ok(before.then(Cons(merged, after.next().1)).into_tuple())
            };
            typed_part(mapping, &numbers, layout, moved)
        });
        MergeCertainty::<NthOf<E::Modes, MODE>, M, NthOf<L::Strides, MODE>, S, X>::settle(part)
    }
}

impl<E, L, T, S, const MODE: usize> Rearrange<E, L> for InsertMode<Const<MODE>>
where
    E: TypedExtents,
    L: TypedLayout<E>,
    E::Modes: InsertAt<MODE, Const<1>, Output: ToTuple<Tuple = T>>,
    T: ModeTuple,
    L::Strides: InsertAt<MODE, Const<1>, Output: ToTuple<Tuple = S>>,
    S: StrideList,
{
    type Extents = StaticExtents<T>;
    type Layout = Strided<S>;
    type Error = Infallible;
    const KEEPS_ALL: bool = true;

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, Self::Layout>, Infallible> {
        certain(read(mapping, |extents, strides| {
            let numbers = Numbers::of(|to| numbers::insert((extents, strides), MODE, to))?;
            let layout = Strided::new(StrideList::from_strides(numbers.strides()));
            let moved = || Ok(modes(mapping).insert(Const).into_tuple());
            typed_part(mapping, &numbers, layout, moved)
        }))
    }
}

/// A mode of one entry, at place `MODE`.
#[diagnostic::on_unimplemented(
    message = "mode {MODE} has extent `{Self}`: only a mode of extent 1 can be broadcast or dropped",
    label = "this mode has another extent than 1"
)]
pub(super) trait UnitMode<const MODE: usize>: Mode {}
impl<const MODE: usize> UnitMode<MODE> for Const<1> {}
impl<const MODE: usize> UnitMode<MODE> for Dyn {}
impl<D: Dim, const MODE: usize> UnitMode<MODE> for Sym<D> {}

/// Fails to compile where a mode has a name and another extent than 1.
#[track_caller]
pub(super) const fn assert_unit(mode: usize, extent: Option<usize>) {
    if let Some(found @ (0 | 2..)) = extent {
        refuse(ShapeError::ExtentMismatch { place: Place::Mode(mode), expected: 1, found });
    }
}

impl<E, L, T, S, const MODE: usize> Rearrange<E, L> for DropMode<Const<MODE>>
where
    E: TypedExtents,
    L: TypedLayout<E>,
    E::Modes: Nth<MODE, Item: UnitMode<MODE>> + ReplaceAt<MODE, Nil, Output = T>,
    T: ModeTuple,
    L::Strides: ReplaceAt<MODE, Nil, Output = S>,
    S: StrideList,
{
    type Extents = StaticExtents<T>;
    type Layout = Strided<S>;
    type Error = <CertaintyOf<E::Modes, MODE> as Certainty>::Error;
    const KEEPS_ALL: bool = true;

    const CHECK: () = assert_unit(MODE, <NthOf<E::Modes, MODE> as Mode>::EXTENT);

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, Self::Layout>, Self::Error> {
        let part = read(mapping, |extents, strides| {
            let numbers = Numbers::of(|to| numbers::drop_mode((extents, strides), MODE, to))?;
            let layout = Strided::new(StrideList::from_strides(numbers.strides()));
            let moved = || Ok(ReplaceAt::<MODE, Nil>::replace(modes(mapping), Nil));
            typed_part(mapping, &numbers, layout, moved)
        });
        <CertaintyOf<E::Modes, MODE> as Certainty>::settle(part)
    }
}

#[cfg(test)]
mod tests {
    use super::assert_unit;
    use crate::layout::tests::refusal;

    /// What otherwise only the compiler evaluates.
    #[test]
    fn a_mode_of_another_extent_than_1_is_refused() {
        assert_unit(4, None);
        assert_unit(4, Some(1));
        for found in [0, 2, 7] {
            let text = refusal(|| assert_unit(4, Some(found)));
            assert!(
                text.contains("mode 4") && text.contains(&std::format!("{found}")[..]),
                "{text}"
            );
        }
    }
}
