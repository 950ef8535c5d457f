//! Modes in another order, and sums along modes: contractions of one operand, whose modes have numbers in the place of labels.

use extents::composition::Contract;
use extents::generic::StaticModes;
use extents::label::{a, b, c, d, e, f, g, h, i, j, k, l};
use extents::{Const, Extents, Scalar};
use extents_static::__private::{
    Chain, Cons, Nil, Nth, NthOf, Reversed, ToTuple, Tuple, assert_permutation_of,
};
use extents_static::for_each_arity;

use super::dist::Dist;

/// What the contraction of one operand gives.
type Relabelled<'t, D, Labels, Out> = <(&'t D,) as Contract<D, (Labels,), Out>>::Result;

impl<T: Scalar, E: Extents, M, P, S> Dist<T, E, M, P, S> {
    /// Permutes the modes: mode `k` of the result is mode `modes[k]`. Each keeps its placement, so that nothing moves.
    ///
    /// A list that does not name each mode once does not compile.
    ///
    /// # Errors
    /// Returns [`ShapeError::Allocation`](extents::ShapeError::Allocation), on a rank without memory alone as of [`map`](Self::map).
    ///
    /// ```
    /// use extents::{StaticExtents, extents, labels, modes};
    /// use extents_mpi::{Dist, DistError, NamedMesh, Replicated, Shard, simulated};
    /// labels! { node }
    /// type On<'b, E, P> = Dist<i64, E, NamedMesh<'b, (node,)>, P>;
    /// let turned = simulated::run(2, |world| {
    ///     NamedMesh::<(node,)>::scope([2], |mesh| {
    ///         let rows: On<'_, StaticExtents![2, 3], (Shard<node>, Replicated)> =
    ///             Dist::from_fn(world, mesh, extents![2, 3], |[i, j]| (10 * i + j) as i64)?;
    ///         let turned: On<'_, StaticExtents![3, 2], (Replicated, Shard<node>)> = rows.permute(modes![1, 0])?;
    ///         Ok::<_, DistError>(turned.local().as_slice().to_vec())
    ///     })?
    /// });
    /// assert_eq!(turned, [Ok(vec![0, 1, 2]), Ok(vec![10, 11, 12])]);
    /// ```
    pub fn permute<'t, Order>(
        &'t self,
        modes: Order,
    ) -> Relabelled<'t, Self, P::Labels, <P as Ordered<Order>>::Out>
    where
        Order: StaticModes,
        P: Ordered<Order>,
        (&'t Self,): Contract<Self, (P::Labels,), <P as Ordered<Order>>::Out>,
    {
        const { assert_permutation_of(Order::STATIC, P::RANK) };
        let _ = modes;
        const { <(&'t Self,) as Contract<Self, (P::Labels,), <P as Ordered<Order>>::Out>>::CHECK };
        (self,).contract()
    }

    /// Reverses the order of the modes, each of which keeps its placement, so that nothing moves.
    ///
    /// # Errors
    /// Returns [`ShapeError::Allocation`](extents::ShapeError::Allocation), on a rank without memory alone as of [`map`](Self::map).
    ///
    /// ```
    /// use extents::{StaticExtents, extents, labels};
    /// use extents_mpi::{Dist, DistError, NamedMesh, Replicated, Shard, simulated};
    /// labels! { node }
    /// type On<'b, E, P> = Dist<i64, E, NamedMesh<'b, (node,)>, P>;
    /// let turned = simulated::run(2, |world| {
    ///     NamedMesh::<(node,)>::scope([2], |mesh| {
    ///         let columns: On<'_, StaticExtents![2, 4], (Replicated, Shard<node>)> =
    ///             Dist::from_fn(world, mesh, extents![2, 4], |[i, j]| (10 * i + j) as i64)?;
    ///         let turned: On<'_, StaticExtents![4, 2], (Shard<node>, Replicated)> = columns.transpose()?;
    ///         Ok::<_, DistError>(turned.local().as_slice().to_vec())
    ///     })?
    /// });
    /// assert_eq!(turned, [Ok(vec![0, 10, 1, 11]), Ok(vec![2, 12, 3, 13])]);
    /// ```
    pub fn transpose<'t>(&'t self) -> Relabelled<'t, Self, P::Labels, P::Reversed>
    where
        P: Lettered,
        (&'t Self,): Contract<Self, (P::Labels,), P::Reversed>,
    {
        const { <(&'t Self,) as Contract<Self, (P::Labels,), P::Reversed>>::CHECK };
        (self,).contract()
    }

    /// Returns the sums along some modes, [`modes![0, 2]`](extents::modes!) or [`Const::<MODE>`](Const), which the result does not
    /// have. Nothing moves: where one of them is sharded, each process has a part of each sum, and the result is
    /// [`Partial`](crate::Partial) along that axis, as that of [`contract!`](extents::contract!).
    ///
    /// # Errors
    /// Returns [`ShapeError::Allocation`](extents::ShapeError::Allocation), on a rank without memory alone as of [`map`](Self::map).
    ///
    /// ```
    /// use extents::{Const, StaticExtents, extents, labels, modes};
    /// use extents_mpi::{Dist, DistError, NamedMesh, Partial, Replicated, Shard, simulated};
    /// labels! { node }
    /// type On<'b, E, P, S = ()> = Dist<i64, E, NamedMesh<'b, (node,)>, P, S>;
    /// let sums = simulated::run(2, |world| {
    ///     NamedMesh::<(node,)>::scope([2], |mesh| {
    ///         let rows: On<'_, StaticExtents![2, 3], (Shard<node>, Replicated)> =
    ///             Dist::from_fn(world, mesh, extents![2, 3], |[i, j]| (10 * i + j) as i64)?;
    ///         let of_rows: On<'_, StaticExtents![2], (Shard<node>,)> = rows.sum(Const::<1>)?;
    ///         let of_columns: On<'_, StaticExtents![3], (Replicated,), (Partial<node>,)> = rows.sum(modes![0])?;
    ///         let of_columns = of_columns.reduce::<(Replicated,)>(world)?;
    ///         Ok::<_, DistError>((of_rows.local().as_slice().to_vec(), of_columns.local().as_slice().to_vec()))
    ///     })?
    /// });
    /// assert_eq!(sums, [Ok((vec![3], vec![10, 12, 14])), Ok((vec![33], vec![10, 12, 14]))]);
    /// ```
    pub fn sum<'t, Modes>(
        &'t self,
        modes: Modes,
    ) -> Relabelled<'t, Self, P::Labels, <P as Without<Modes>>::Out>
    where
        P: Without<Modes>,
        (&'t Self,): Contract<Self, (P::Labels,), <P as Without<Modes>>::Out>,
    {
        let _ = modes;
        const { <(&'t Self,) as Contract<Self, (P::Labels,), <P as Without<Modes>>::Out>>::CHECK };
        (self,).contract()
    }
}

/// Placements of modes, each of which has a letter as its label.
pub trait Lettered {
    /// The number of modes.
    const RANK: usize;
    /// The letters.
    type Labels;
    /// The letters from the last one on.
    type Reversed;
    /// A list of the letters, in which those that are named are marked.
    type All;
}

/// The placements of modes in another order.
#[diagnostic::on_unimplemented(
    message = "`{Order}` is not an order of the modes that are placed as `{Self}`",
    label = "`modes![..]` names each mode once"
)]
pub trait Ordered<Order>: Lettered {
    /// The letters in this order.
    type Out;
}

macro_rules! lettered {
    ($($rank:literal: $(($P:ident $N:ident $letter:ident))*;)*) => {$(
        impl<$($P),*> Lettered for ($($P,)*) {
            const RANK: usize = $rank;
            type Labels = ($($letter,)*);
            type Reversed = <Reversed<<($($letter,)*) as Tuple>::List> as ToTuple>::Tuple;
            type All = <($(Kept<$letter>,)*) as Tuple>::List;
        }
    )*};
}
lettered! {
    0: ;
    1: (A0 B0 a);
    2: (A0 B0 a) (A1 B1 b);
    3: (A0 B0 a) (A1 B1 b) (A2 B2 c);
    4: (A0 B0 a) (A1 B1 b) (A2 B2 c) (A3 B3 d);
    5: (A0 B0 a) (A1 B1 b) (A2 B2 c) (A3 B3 d) (A4 B4 e);
    6: (A0 B0 a) (A1 B1 b) (A2 B2 c) (A3 B3 d) (A4 B4 e) (A5 B5 f);
    7: (A0 B0 a) (A1 B1 b) (A2 B2 c) (A3 B3 d) (A4 B4 e) (A5 B5 f) (A6 B6 g);
    8: (A0 B0 a) (A1 B1 b) (A2 B2 c) (A3 B3 d) (A4 B4 e) (A5 B5 f) (A6 B6 g) (A7 B7 h);
    9: (A0 B0 a) (A1 B1 b) (A2 B2 c) (A3 B3 d) (A4 B4 e) (A5 B5 f) (A6 B6 g) (A7 B7 h) (A8 B8 i);
    10: (A0 B0 a) (A1 B1 b) (A2 B2 c) (A3 B3 d) (A4 B4 e) (A5 B5 f) (A6 B6 g) (A7 B7 h) (A8 B8 i) (A9 B9 j);
    11: (A0 B0 a) (A1 B1 b) (A2 B2 c) (A3 B3 d) (A4 B4 e) (A5 B5 f) (A6 B6 g) (A7 B7 h) (A8 B8 i) (A9 B9 j)
        (A10 B10 k);
    12: (A0 B0 a) (A1 B1 b) (A2 B2 c) (A3 B3 d) (A4 B4 e) (A5 B5 f) (A6 B6 g) (A7 B7 h) (A8 B8 i) (A9 B9 j)
        (A10 B10 k) (A11 B11 l);
}

macro_rules! ordered {
    ($rank:literal; $(($A:ident $B:ident $n:tt))*) => {
        impl<All, Modes, Marked, $($B,)* $(const $A: usize),*> Ordered<($(Const<$A>,)*)> for ($($B,)*)
        where
            Self: Lettered<All = All, Labels: Tuple $(+ Nth<$A>)*>,
            ($(Const<$A>,)*): Tuple<List = Modes>,
            // Each once.
            All: MarkAll<Modes, Marked = Marked>,
            Marked: Left,
        {
            type Out = Marked::With<($(NthOf<<Self as Lettered>::Labels, $A>,)*)>;
        }
    };
}
for_each_arity!(ordered);

/// A letter that was not named.
#[derive(Debug)]
pub struct Kept<L>(std::marker::PhantomData<L>);

/// In the place of a letter that was named.
#[derive(Debug)]
pub struct Named;

/// The placements of modes of which some are summed.
#[diagnostic::on_unimplemented(
    message = "`{Modes}` are not modes of those that are placed as `{Self}`",
    label = "`Const::<MODE>` or `modes![..]`, which names modes by their numbers, none twice"
)]
pub trait Without<Modes>: Lettered {
    /// The letters of the other modes.
    type Out;
}

impl<P, Out, const MODE: usize> Without<Const<MODE>> for P
where
    P: Without<(Const<MODE>,), Out = Out>,
{
    type Out = Out;
}

macro_rules! without {
    ($rank:literal; $(($A:ident $B:ident $n:tt))*) => {
        impl<P, All, Modes, Marked, Letters, $(const $A: usize),*> Without<($(Const<$A>,)*)> for P
        where
            P: Lettered<All = All>,
            ($(Const<$A>,)*): Tuple<List = Modes>,
            All: MarkAll<Modes, Marked = Marked>,
            Marked: Left<Letters = Letters>,
            Letters: ToTuple,
        {
            type Out = Letters::Tuple;
        }
    };
}
for_each_arity!(without);

/// Marks the letters of some modes.
pub trait MarkAll<Modes> {
    type Marked;
}

impl<List> MarkAll<Nil> for List {
    type Marked = List;
}

impl<List, Rest, const MODE: usize> MarkAll<Cons<Const<MODE>, Rest>> for List
where
    List: Mark<MODE, MODE, Marked: MarkAll<Rest>>,
{
    type Marked = <List::Marked as MarkAll<Rest>>::Marked;
}

/// Marks the letter of mode `MODE` of a list, unless it is marked already. `NAMED` is its number in the whole list.
#[diagnostic::on_unimplemented(
    message = "there is no mode {NAMED}, or it is named twice",
    label = "modes count from 0, and each is named once"
)]
pub trait Mark<const MODE: usize, const NAMED: usize> {
    type Marked;
}

impl<L, Rest, const NAMED: usize> Mark<0, NAMED> for Cons<Kept<L>, Rest> {
    type Marked = Cons<Named, Rest>;
}

/// No mode has this number. With it a list has two implementations wherever it may have one, so that the compiler does not conclude
/// from them which mode was named. What it gives is not a list.
const NONE: usize = usize::MAX;
#[diagnostic::do_not_recommend]
impl<L, Rest> Mark<NONE, NONE> for Cons<L, Rest> {
    type Marked = Named;
}

macro_rules! mark {
    ($($before:literal $mode:literal;)*) => {$(
        impl<L, Rest: Mark<$before, NAMED>, const NAMED: usize> Mark<$mode, NAMED> for Cons<L, Rest> {
            type Marked = Cons<L, Rest::Marked>;
        }
    )*};
}
mark! { 0 1; 1 2; 2 3; 3 4; 4 5; 5 6; 6 7; 7 8; 8 9; 9 10; 10 11; }

/// The letters that are not marked.
pub trait Left {
    type Letters: Chain + ToTuple;
    /// A type that is known where this list is.
    type With<Out>;
}

impl Left for Nil {
    type Letters = Nil;
    type With<Out> = Out;
}

impl<L, Rest: Left> Left for Cons<Kept<L>, Rest>
where
    Cons<L, Rest::Letters>: ToTuple + Chain,
{
    type Letters = Cons<L, Rest::Letters>;
    type With<Out> = Out;
}

impl<Rest: Left> Left for Cons<Named, Rest> {
    type Letters = Rest::Letters;
    type With<Out> = Out;
}
