//! Axes of a mesh in types: which they are, and that none is used twice.

use extents::label::Label;
use extents_static::__private::{Cons, LabelList, Nil};
use typenum::{B0, B1};

use super::place::{Partial, Replicated, Shard};

/// `B1` if two labels are the same, else `B0`.
pub(super) type Same<A, B> = <Cons<B, Nil> as LabelList>::Has<A>;

/// A list of axes that has the axis `X`. `Found` says whether the first one is it, once that is known.
#[diagnostic::on_unimplemented(
    message = "the mesh has no axis `{X}`",
    label = "modes are sharded along axes of the mesh that the tensor is on"
)]
pub trait HasAxis<X, Found = ()> {
    /// The number of the axis, counted from 0.
    const POSITION: usize;
}

impl<X: Label, Y: Label, Rest> HasAxis<X> for Cons<Y, Rest>
where
    Self: HasAxis<X, Same<X, Y>>,
{
    const POSITION: usize = <Self as HasAxis<X, Same<X, Y>>>::POSITION;
}

impl<X, Y, Rest> HasAxis<X, B1> for Cons<Y, Rest> {
    const POSITION: usize = 0;
}

impl<X, Y, Rest: HasAxis<X>> HasAxis<X, B0> for Cons<Y, Rest> {
    const POSITION: usize = 1 + Rest::POSITION;
}

/// A list of labels, each another one.
pub trait DistinctAxes {}
impl DistinctAxes for Nil {}
impl<X: Label, Rest> DistinctAxes for Cons<X, Rest> where
    Rest: LabelList<Has<X>: NamedOnce<X>> + DistinctAxes
{
}

/// The answer `B0` to whether an axis repeats among those behind it.
#[diagnostic::on_unimplemented(
    message = "mesh axis `{X}` is named twice",
    label = "each axis of a mesh is another label"
)]
pub trait NamedOnce<X> {}
impl<X> NamedOnce<X> for B0 {}

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
