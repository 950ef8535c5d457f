//! Placements: where a mode of a tensor is.

use std::marker::PhantomData;

use extents::ModeArray;
use extents_static::__private::{Cons, Nil, Tuple};
use extents_static::for_each_arity;

use super::axes::{Distinct, HasAxis};
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
    message = "the terms are placed differently: `{Self}` and `{Other}`",
    label = "a process would add elements that do not belong together",
    note = "`.reshard()` one of them"
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
    fn axes() -> Vec<usize>;
}

impl<Axes: MeshAxes, S: Tuple<List: SumsAlong<Axes::List>>> Sums<Axes> for S {
    fn axes() -> Vec<usize> {
        let mut axes = vec![];
        S::List::push_axes(&mut axes);
        axes
    }
}

/// A list of [`Partial`], on a mesh with these axes.
pub trait SumsAlong<Axes> {
    fn push_axes(axes: &mut Vec<usize>);
}

impl<Axes> SumsAlong<Axes> for Nil {
    fn push_axes(_: &mut Vec<usize>) {}
}

impl<Axes: HasAxis<X>, X, Rest: SumsAlong<Axes>> SumsAlong<Axes> for Cons<Partial<X>, Rest> {
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

/// Something is unreduced.
#[diagnostic::on_unimplemented(
    message = "nothing is unreduced here",
    label = "these elements are sums already",
    note = "`.reshard()` places them otherwise"
)]
pub trait Unreduced {}
impl<S: Tuple<List: Something>> Unreduced for S {}

/// A list that is not empty.
#[diagnostic::on_unimplemented(
    message = "nothing is unreduced here",
    label = "these elements are sums already",
    note = "`.reshard()` places them otherwise"
)]
pub trait Something {}
impl<X, Rest> Something for Cons<X, Rest> {}
