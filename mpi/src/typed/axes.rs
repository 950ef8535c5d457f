//! Axes of a mesh in types.

use extents::label::Label;
use extents_static::__private::{Cons, LabelList, Nil};
use typenum::{B0, B1};

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
