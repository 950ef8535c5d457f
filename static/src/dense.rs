//! The strides of dense and padded shapes as types: what a mapping's type knows of its strides.

use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use crate::certainty::Certainty;
use crate::list::{Cons, Nil, Nth, Reversed, ToTuple};
use crate::mode::{Const, Mode};
use crate::select::{NthOf, ReplaceAt};
use crate::stride::{Stride, StrideTuple};

/// The stride of the fastest mode, and how much room it is given.
pub trait Room {
    /// The stride of the fastest mode.
    type Start: Stride;
    /// The distance from one run along the fastest mode to the next.
    type Of<M: Mode>: Stride;
}

/// As much as the mode has entries.
#[derive(Debug)]
pub enum Dense {}

/// The least multiple of `P`.
#[derive(Debug)]
pub struct PaddedTo<P>(PhantomData<P>);

/// As much as the mode has entries, which are `S` apart: a mode of this stride splits so.
#[derive(Debug)]
pub struct StartingAt<S>(PhantomData<S>);

impl Room for Dense {
    type Start = Const<1>;
    type Of<M: Mode> = M::AsStride;
}

impl<P: Stride> Room for PaddedTo<P> {
    type Start = Const<1>;
    type Of<M: Mode> = M::PaddedTo<P>;
}

impl<S: Stride> Room for StartingAt<S> {
    type Start = S;
    type Of<M: Mode> = M::Scale<S>;
}

/// A list of modes, the last one fastest.
pub trait RowMajorList<R: Room> {
    /// The list of their strides.
    type Strides;
    /// The distance that a further, slower mode would have.
    type Size: Stride;
}

impl<R: Room> RowMajorList<R> for Nil {
    type Strides = Nil;
    type Size = R::Start;
}

impl<R: Room, M: Mode> RowMajorList<R> for Cons<M, Nil> {
    type Strides = Cons<R::Start, Nil>;
    type Size = R::Of<M>;
}

impl<R: Room, M: Mode, N: Mode, Rest> RowMajorList<R> for Cons<M, Cons<N, Rest>>
where
    Cons<N, Rest>: RowMajorList<R>,
{
    type Strides =
        Cons<<Cons<N, Rest> as RowMajorList<R>>::Size, <Cons<N, Rest> as RowMajorList<R>>::Strides>;
    type Size = M::Scale<<Cons<N, Rest> as RowMajorList<R>>::Size>;
}

/// The tuple of the strides of a list of modes, the last one fastest.
pub(crate) type RowMajorTuple<List, R> = <<List as RowMajorList<R>>::Strides as ToTuple>::Tuple;

/// The tuple of the strides of a list of modes, the first one fastest: of the mirrored list, mirrored.
pub(crate) type ColMajorTuple<List, R> =
    <Reversed<<Reversed<List> as RowMajorList<R>>::Strides> as ToTuple>::Tuple;

/// Strides that are computed as a whole, where the compiler knows them: one a mode, then anything.
pub trait FixedStrides {
    /// The strides.
    const STRIDES: [isize; 12];
}

/// An array of strides, of a length that its reader need not know.
pub trait FirstStrides<A> {
    /// The strides.
    const STRIDES: A;
}

/// The first strides of `S`.
#[derive(Debug)]
pub struct FirstOf<S>(PhantomData<S>);

impl<S: FixedStrides, const R: usize> FirstStrides<[isize; R]> for FirstOf<S> {
    #[allow(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        reason = "const functions have no iterators; `mode` counts below the lengths"
    )]
    const STRIDES: [isize; R] = {
        let mut strides = [0; R];
        let mut mode = 0;
        while mode < R {
            strides[mode] = S::STRIDES[mode];
            mode += 1;
        }
        strides
    };
}

/// Stride `K` of [`FixedStrides`].
pub struct StrideOf<C, const K: usize>(pub(crate) PhantomData<fn() -> C>);

impl<C, const K: usize> Clone for StrideOf<C, K> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<C, const K: usize> Copy for StrideOf<C, K> {}

impl<C, const K: usize> PartialEq for StrideOf<C, K> {
    #[inline]
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<C, const K: usize> Eq for StrideOf<C, K> {}

impl<C, const K: usize> Hash for StrideOf<C, K> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A list of modes of `T`, the fastest first, that puts the stride of each into a tuple: that of `Source`, if the
/// extents of all faster modes are in the type. `C` tells it of those before the list.
pub trait PlaceStrides<T, C, Source, Strides> {
    /// The tuple.
    type Strides: StrideTuple;
}

impl<T, C, Source, Strides: StrideTuple> PlaceStrides<T, C, Source, Strides> for Nil {
    type Strides = Strides;
}

impl<T, C, Source, Strides, Rest, const MODE: usize> PlaceStrides<T, C, Source, Strides>
    for Cons<Const<MODE>, Rest>
where
    T: Nth<MODE, Item: Mode>,
    C: Certainty,
    Source: FixedStrides + 'static,
    Strides: ReplaceAt<MODE, Cons<C::Pick<StrideOf<Source, MODE>>, Nil>>,
    Rest: PlaceStrides<T, C::And<<NthOf<T, MODE> as Mode>::Certainty>, Source, Strides::Output>,
{
    type Strides = Rest::Strides;
}
