//! Type-level edits of lists of modes and strides: pick, replace, insert and leave out elements.

use crate::list::{Concat, Cons, Nil, Nth, ToTuple, Tuple};
use crate::mode::{Const, Dyn, Mode};
use crate::stride::Stride;

/// A list of which another list, of `Const` positions, picks elements.
pub trait Select<Positions> {
    /// The elements picked.
    type Output;
}

impl<List> Select<Nil> for List {
    type Output = Nil;
}

impl<List, const K: usize, Ks> Select<Cons<Const<K>, Ks>> for List
where
    List: Nth<K> + Select<Ks>,
{
    type Output = Cons<<List as Nth<K>>::Item, <List as Select<Ks>>::Output>;
}

/// A list into which an element can be put, before element `K` or behind the last.
#[diagnostic::on_unimplemented(
    message = "there is no mode {K} here",
    label = "modes count from 0, and there are not as many"
)]
pub trait InsertAt<const K: usize, X> {
    /// The list with the element.
    type Output;
}

impl<List, X> InsertAt<0, X> for List {
    type Output = Cons<X, List>;
}

macro_rules! insert_at {
    ($($k:literal after $before:literal),*) => {$(
        impl<H, T: InsertAt<$before, X>, X> InsertAt<$k, X> for Cons<H, T> {
            type Output = Cons<H, T::Output>;
        }
    )*};
}
insert_at!(1 after 0, 2 after 1, 3 after 2, 4 after 3, 5 after 4, 6 after 5, 7 after 6, 8 after 7,
    9 after 8, 10 after 9, 11 after 10, 12 after 11);

/// The element `K` of a tuple.
pub type NthOf<T, const K: usize> = <<T as Tuple>::List as Nth<K>>::Item;

/// A tuple with a list in the place of its element `K`.
pub trait ReplaceAt<const K: usize, List> {
    /// The tuple.
    type Output;
}

impl<T, const K: usize, List> ReplaceAt<K, List> for T
where
    T: Tuple<List: Nth<K>>,
    List: Concat<<T::List as Nth<K>>::After>,
    <T::List as Nth<K>>::Before: Concat<List::Output, Output: ToTuple>,
{
    type Output = <<<T::List as Nth<K>>::Before as Concat<List::Output>>::Output as ToTuple>::Tuple;
}

/// A mode of one entry, at place `MODE`.
#[diagnostic::on_unimplemented(
    message = "mode {MODE} has extent `{Self}`: only a mode of extent 1 can be broadcast or dropped",
    label = "this mode has another extent than 1"
)]
pub trait UnitMode<const MODE: usize>: Mode {}
impl<const MODE: usize> UnitMode<MODE> for Const<1> {}
impl<const MODE: usize> UnitMode<MODE> for Dyn {}

/// Two modes that have a diagonal.
#[diagnostic::on_unimplemented(
    message = "modes {FIRST} and {SECOND} have no diagonal: their extents are `{Self}` and `{M}`",
    label = "a diagonal needs equal extents"
)]
pub trait DiagonalWith<M, const FIRST: usize, const SECOND: usize>: Mode {
    /// The mode of the diagonal.
    type Output: Mode;
}
impl<const N: usize, const FIRST: usize, const SECOND: usize> DiagonalWith<Const<N>, FIRST, SECOND>
    for Const<N>
{
    type Output = Const<N>;
}
impl<const N: usize, const FIRST: usize, const SECOND: usize> DiagonalWith<Dyn, FIRST, SECOND>
    for Const<N>
{
    type Output = Const<N>;
}
impl<const N: usize, const FIRST: usize, const SECOND: usize> DiagonalWith<Const<N>, FIRST, SECOND>
    for Dyn
{
    type Output = Const<N>;
}
impl<const FIRST: usize, const SECOND: usize> DiagonalWith<Dyn, FIRST, SECOND> for Dyn {
    type Output = Dyn;
}

/// A list of modes into which a mode of stride `S` splits, the last one fastest.
pub trait SplitStrides<S: Stride> {
    /// The list of their strides.
    type Strides;
    /// The stride that a further, slower mode would have.
    type Size: Stride;
}

impl<S: Stride> SplitStrides<S> for Nil {
    type Strides = Nil;
    type Size = S;
}

impl<S: Stride, M: Mode, Rest: SplitStrides<S>> SplitStrides<S> for Cons<M, Rest> {
    type Strides = Cons<Rest::Size, Rest::Strides>;
    type Size = M::Scale<Rest::Size>;
}

/// A list of strides that a list of tiles takes as steps.
pub trait TileStrides<Tiles> {
    /// Each stride times the extent of the tile.
    type Strides;
}

impl TileStrides<Nil> for Nil {
    type Strides = Nil;
}

impl<S: Stride, Ss: TileStrides<Ms>, M: Mode, Ms> TileStrides<Cons<M, Ms>> for Cons<S, Ss> {
    type Strides = Cons<M::Scale<S>, Ss::Strides>;
}
