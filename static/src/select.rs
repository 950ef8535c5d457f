//! Type-level edits of lists of modes and strides: pick, replace, insert and leave out elements.

use crate::list::{Chain, Cons, Nil, Nth, ToTuple};
use crate::mode::{Const, Dyn, Mode};
use crate::stride::Stride;

/// A tuple of which a list of `Const` positions picks elements.
pub trait Select<Positions> {
    /// The list of the elements picked.
    type Output;
}

impl<T> Select<Nil> for T {
    type Output = Nil;
}

impl<T, const K: usize, Ks> Select<Cons<Const<K>, Ks>> for T
where
    T: Nth<K> + Select<Ks>,
{
    type Output = Cons<<T as Nth<K>>::Item, <T as Select<Ks>>::Output>;
}

/// The element `K` of a tuple.
pub type NthOf<T, const K: usize> = <T as Nth<K>>::Item;

/// A tuple with a list in the place of its element `K`.
pub trait ReplaceAt<const K: usize, List> {
    /// The tuple.
    type Output;
}

impl<T, const K: usize, List> ReplaceAt<K, List> for T
where
    T: Nth<K, Before: Chain<Then<List::Then<T::After>>: ToTuple>>,
    List: Chain,
{
    type Output = <<T::Before as Chain>::Then<List::Then<T::After>> as ToTuple>::Tuple;
}

/// A mode of which nothing is left, at its place in a tuple.
#[allow(missing_debug_implementations, reason = "a type without values")]
pub enum Folded {}

/// A tuple of modes that is folded along a list of `Const` modes.
pub trait FoldedAt<List> {
    /// The tuple with `Folded` at each of them.
    type Output;
}

impl<T> FoldedAt<Nil> for T {
    type Output = T;
}

impl<T, Rest, const K: usize> FoldedAt<Cons<Const<K>, Rest>> for T
where
    T: Nth<K, Item: FirstAt<K>> + ReplaceAt<K, Cons<Folded, Nil>, Output: FoldedAt<Rest>>,
{
    type Output = <T::Output as FoldedAt<Rest>>::Output;
}

/// A mode, and not a `Folded` one, at place `K`: a list that names each mode once finds it there.
#[diagnostic::on_unimplemented(
    message = "mode {K} occurs twice in the list: it names each mode once",
    label = "this list names a mode twice"
)]
pub(crate) trait FirstAt<const K: usize> {}

#[diagnostic::do_not_recommend]
impl<M: Mode, const K: usize> FirstAt<K> for M {}

/// A list of modes, some of which are `Folded`.
pub trait AfterFold {
    /// The list without these.
    type Dropped;
    /// The list with [`Const<1>`](Const) in their place.
    type Kept;
}

impl AfterFold for Nil {
    type Dropped = Nil;
    type Kept = Nil;
}

impl<Rest: AfterFold> AfterFold for Cons<Folded, Rest> {
    type Dropped = Rest::Dropped;
    type Kept = Cons<Const<1>, Rest::Kept>;
}

impl<M: Mode, Rest: AfterFold> AfterFold for Cons<M, Rest> {
    type Dropped = Cons<M, Rest::Dropped>;
    type Kept = Cons<M, Rest::Kept>;
}

/// What is behind mode `MODE` of a list: not nothing.
#[diagnostic::on_unimplemented(
    message = "mode {MODE} is the last one: there is no next one to merge it with",
    label = "needs a mode behind this one"
)]
pub trait Next<const MODE: usize> {
    /// The next element.
    type Item;
    /// The elements behind it.
    type After;
}

impl<H, T, const MODE: usize> Next<MODE> for Cons<H, T> {
    type Item = H;
    type After = T;
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
