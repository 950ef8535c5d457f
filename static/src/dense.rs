//! The strides of dense and padded shapes as types: what a mapping's type knows of its strides.

use core::marker::PhantomData;

use crate::certainty::Certainty;
use crate::list::{Cons, Nil, Nth, ToTuple};
use crate::mode::{Const, Mode};
use crate::select::{NthOf, ReplaceAt};
use crate::stride::{DynStride, Stride, StrideTuple};

/// How much room the fastest mode is given.
pub trait Room {
    /// The distance from one run along the fastest mode to the next.
    type Of<M: Mode>: Stride;
}

/// As much as the mode has entries.
#[derive(Debug)]
pub enum Dense {}

/// The least multiple of `P`.
#[derive(Debug)]
pub struct PaddedTo<P>(PhantomData<P>);

impl Room for Dense {
    type Of<M: Mode> = M::AsStride;
}

impl<P: Stride> Room for PaddedTo<P> {
    type Of<M: Mode> = M::PaddedTo<P>;
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
    type Size = Const<1>;
}

impl<R: Room, M: Mode> RowMajorList<R> for Cons<M, Nil> {
    type Strides = Cons<Const<1>, Nil>;
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

/// A list turned around, before another one.
pub trait ReverseOnto<After> {
    /// The elements in reverse, then `After`.
    type Reversed;
}

impl<After> ReverseOnto<After> for Nil {
    type Reversed = After;
}

impl<H, T: ReverseOnto<Cons<H, After>>, After> ReverseOnto<After> for Cons<H, T> {
    type Reversed = T::Reversed;
}

/// A list turned around.
pub type Reversed<List> = <List as ReverseOnto<Nil>>::Reversed;

/// The tuple of the strides of a list of modes, the last one fastest.
pub(crate) type RowMajorTuple<List, R> = <<List as RowMajorList<R>>::Strides as ToTuple>::Tuple;

/// The tuple of the strides of a list of modes, the first one fastest: of the mirrored list, mirrored.
pub(crate) type ColMajorTuple<List, R> =
    <Reversed<<Reversed<List> as RowMajorList<R>>::Strides> as ToTuple>::Tuple;

/// Strides that are computed as a whole, where the extents are all in the type.
pub trait StrideSource:
    Copy + core::fmt::Debug + Eq + core::hash::Hash + Send + Sync + 'static
{
    /// One stride a mode, then anything.
    const STRIDES: [isize; 12];
}

/// Strides that the compiler knows: one a mode, then anything.
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

/// Stride `K` of a [`StrideSource`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct StrideOf<C, const K: usize>(pub(crate) PhantomData<C>);

/// What a stride is, by whether the extents that it depends on are in the type.
pub trait PickStride {
    /// `S` where they are, else [`DynStride`].
    type Pick<S: Stride>: Stride;
}

impl PickStride for crate::certainty::Known {
    type Pick<S: Stride> = S;
}

impl PickStride for crate::certainty::Open {
    type Pick<S: Stride> = DynStride;
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
    Source: StrideSource,
    Strides: ReplaceAt<MODE, Cons<C::Pick<StrideOf<Source, MODE>>, Nil>>,
    Rest: PlaceStrides<T, C::And<<NthOf<T, MODE> as Mode>::Certainty>, Source, Strides::Output>,
{
    type Strides = Rest::Strides;
}

/// The types of the strides of a tuple of modes.
pub trait TypedModes {
    /// The last mode fastest.
    type RowMajor<R: Room>: StrideTuple;
    /// The first mode fastest.
    type ColMajor<R: Room>: StrideTuple;
    /// Values.
    type Open: StrideTuple;
    /// A slice of whole modes.
    type Whole: crate::slice::SliceTuple;
}

macro_rules! typed_modes {
    (@open $A:ident) => { DynStride };
    (@whole $A:ident) => { crate::slice::Full };
    (@list) => { Nil };
    (@list $head:ident $($tail:ident)*) => { Cons<$head, typed_modes!(@list $($tail)*)> };
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<$($A: Mode),*> TypedModes for ($($A,)*) {
            type RowMajor<R: Room> = RowMajorTuple<typed_modes!(@list $($A)*), R>;
            type ColMajor<R: Room> = ColMajorTuple<typed_modes!(@list $($A)*), R>;
            type Open = ($(typed_modes!(@open $A),)*);
            type Whole = ($(typed_modes!(@whole $A),)*);
        }
    };
}
for_each_arity!(typed_modes);
