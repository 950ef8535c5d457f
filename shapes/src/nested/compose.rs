//! Labelled nested shapes: the shape composes as it is, and each label brings its layer.

use super::Nested;
use crate::ShapeBase;
use crate::indexed::Meets;

impl<A: Meets<B>, B> Meets<Nested<B>> for Nested<A> {
    type Output = Nested<A::Output>;
}

/// No shape at all. With it there are two kinds of shape that meet a nested one; of one kind the compiler would say no
/// more than that the types are not the same.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NoLayers {}

impl<A: ShapeBase<Composed = A>> Meets<NoLayers> for Nested<A> {
    type Output = Nested<A>;
}
