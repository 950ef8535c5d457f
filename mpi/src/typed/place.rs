//! Placements: where a mode of a tensor is.

use std::marker::PhantomData;

use extents::ModeArray;
use extents::label::Label;
use extents_static::__private::{Cons, Nil, Tuple};
use extents_static::for_each_arity;
use typenum::B0;

use super::axes::{HasAxis, Same};
use super::mesh::MeshAxes;

/// A mode in blocks along the axis `X` of a mesh, as even as they can be, in the order of the processes.
#[derive(Debug)]
pub struct Shard<X>(PhantomData<X>);

/// A mode that is whole on each process.
#[derive(Debug)]
pub struct Replicated;

/// An axis of a mesh along which each process has a part of each sum.
#[derive(Debug)]
pub struct Partial<X>(PhantomData<X>);

/// Placements on a mesh with these axes: a tuple with [`Shard`] or [`Replicated`] for each mode, in which no axis stands twice.
#[diagnostic::on_unimplemented(
    message = "`{Self}` are no placements on a mesh with axes `{Axes}`",
    label = "a tuple of `Shard<X>` and `Replicated`, one for each mode"
)]
pub trait Placed<Axes> {
    /// The axis of each mode, where it is sharded.
    #[doc(hidden)]
    fn axes() -> Vec<Option<usize>>;
}

impl<Axes: MeshAxes, P> Placed<Axes> for P
where
    P: Tuple<List: PlacedModes<Axes::List> + Distinct>,
{
    fn axes() -> Vec<Option<usize>> {
        let mut axes = vec![];
        P::List::push_axes(&mut axes);
        axes
    }
}

/// A tuple with one element for each mode of a tensor whose indices are of this type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` are the placements of another number of modes than the tensor has",
    label = "one placement for each mode"
)]
pub trait PlacementsFor<Index> {}

macro_rules! placements_for {
    ($rank:literal; $(($A:ident $B:ident $n:tt))*) => {
        impl<$($A),*> PlacementsFor<[usize; $rank]> for ($($A,)*) {}
        // At run time it is compared.
        impl<$($A),*> PlacementsFor<ModeArray<usize>> for ($($A,)*) {}
        // Of two implementations the compiler takes neither for granted, and says that the terms are placed differently.
        impl<$($A),*> PlacedAs<Nil> for ($($A,)*) {}
    };
}
for_each_arity!(placements_for);

/// The same placements.
#[diagnostic::on_unimplemented(
    message = "elements of one index are placed differently: `{Self}` and `{Other}`",
    label = "a process would take elements that do not belong together",
    note = "`.reshard()` one of the tensors"
)]
pub trait PlacedAs<Other> {}
impl<P> PlacedAs<P> for P {}

/// A list of placements on a mesh with these axes.
pub trait PlacedModes<Axes> {
    fn push_axes(axes: &mut Vec<Option<usize>>);
}

impl<Axes> PlacedModes<Axes> for Nil {
    fn push_axes(_: &mut Vec<Option<usize>>) {}
}

impl<Axes, Rest: PlacedModes<Axes>> PlacedModes<Axes> for Cons<Replicated, Rest> {
    fn push_axes(axes: &mut Vec<Option<usize>>) {
        axes.push(None);
        Rest::push_axes(axes);
    }
}

impl<Axes: HasAxis<X>, X, Rest: PlacedModes<Axes>> PlacedModes<Axes> for Cons<Shard<X>, Rest> {
    fn push_axes(axes: &mut Vec<Option<usize>>) {
        axes.push(Some(Axes::POSITION));
        Rest::push_axes(axes);
    }
}

/// Axes along which there are parts of sums, on a mesh with these axes: a tuple of [`Partial`].
pub trait Sums<Axes> {
    /// Whether there are any.
    const ARE_SOME: bool;
    fn axes() -> Vec<usize>;
}

impl<Axes: MeshAxes, S: Tuple<List: SumsAlong<Axes::List>>> Sums<Axes> for S {
    const ARE_SOME: bool = <S::List as SumsAlong<Axes::List>>::ARE_SOME;
    fn axes() -> Vec<usize> {
        let mut axes = vec![];
        S::List::push_axes(&mut axes);
        axes
    }
}

/// A list of [`Partial`], on a mesh with these axes.
pub trait SumsAlong<Axes> {
    const ARE_SOME: bool;
    fn push_axes(axes: &mut Vec<usize>);
}

impl<Axes> SumsAlong<Axes> for Nil {
    const ARE_SOME: bool = false;
    fn push_axes(_: &mut Vec<usize>) {}
}

impl<Axes: HasAxis<X>, X, Rest: SumsAlong<Axes>> SumsAlong<Axes> for Cons<Partial<X>, Rest> {
    const ARE_SOME: bool = true;
    fn push_axes(axes: &mut Vec<usize>) {
        axes.push(Axes::POSITION);
        Rest::push_axes(axes);
    }
}

/// Nothing is unreduced.
#[diagnostic::on_unimplemented(
    message = "unreduced: each process holds only a part of each sum, along the axes `{Self}`",
    label = "these elements are not the tensor's",
    note = "`.reduce()` adds the parts up"
)]
pub trait Reduced {}
impl Reduced for () {}

/// A list of axes along which something is unreduced. Of the list and not of the tuple: where `()` has no trait that `(X,)` has, the
/// compiler proposes to put the tensor into a tuple.
#[diagnostic::on_unimplemented(
    message = "nothing is unreduced here",
    label = "these elements are sums already",
    note = "`.reshard()` places them otherwise"
)]
pub trait Unreduced {}
impl<X, Rest> Unreduced for Cons<X, Rest> {}

/// A list of placements and sums in which no axis stands twice.
pub trait Distinct {}
impl Distinct for Nil {}
impl<Rest: Distinct> Distinct for Cons<Replicated, Rest> {}
impl<X, Rest: Distinct + Spares<X>> Distinct for Cons<Shard<X>, Rest> {}
impl<X, Rest: Distinct + Spares<X>> Distinct for Cons<Partial<X>, Rest> {}

/// A list of placements and sums without the axis `X`.
pub trait Spares<X> {}
impl<X> Spares<X> for Nil {}
impl<X, Rest: Spares<X>> Spares<X> for Cons<Replicated, Rest> {}
impl<X, Y, Rest> Spares<X> for Cons<Shard<Y>, Rest>
where
    X: Label,
    Y: Label,
    Same<X, Y>: UsedOnce<X>,
    Rest: Spares<X>,
{
}
impl<X, Y, Rest> Spares<X> for Cons<Partial<Y>, Rest>
where
    X: Label,
    Y: Label,
    Same<X, Y>: UsedOnce<X>,
    Rest: Spares<X>,
{
}

/// The answer `B0` to whether two axes are the same.
#[diagnostic::on_unimplemented(
    message = "mesh axis `{X}` would be used twice in one tensor",
    label = "an axis shards one mode, or has parts of one sum",
    note = "`.reshard()` an operand along another axis"
)]
pub trait UsedOnce<X> {}
impl<X> UsedOnce<X> for B0 {}
