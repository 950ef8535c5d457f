//! Labelled nested shapes: the shape composes as it is, and each label brings its layer.

use super::{Layering, Nested};
use crate::indexed::{Layers, Meets};
use crate::{Indexable, Labelling, StructureError, Term};
use extents::ModeArray;

/// In a sum, each label must have the same layer in all terms; in a product, it gets its outermost layer. The number of
/// layers is kept, and the labels of the result must be in the order of their layers.
///
/// ```
/// use extents::extents;
/// use extents_shapes::{Indexable, Nested, Shape};
/// let s = Shape::new(extents![10, 20, 30]);
/// let (s1_2, s2_1) = (Nested::new([1, 2], s)?, Nested::new([2, 1], s)?);
/// assert_eq!((s1_2.ix("i,j,k") + s1_2.ix("i,j,k")).to("i,j,k")?, s1_2);
/// assert!((s1_2.ix("i,j,k") + s2_1.ix("i,j,k")).to("i,j,k").is_err());
/// let product = (s1_2.ix("i,j,k") * s1_2.ix("i,j,k")).to("j,k")?;
/// assert_eq!(product, Nested::new([0, 2], Shape::new(extents![20, 30]))?);
/// // Layers only need compatible, not identical, shapes.
/// let product = (s1_2.ix("i,j,k") * s2_1.ix("i,j,k")).to("j,k")?;
/// assert_eq!(product, Nested::new([1, 1], Shape::new(extents![20, 30]))?);
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
impl<S: Indexable, L: Layering> Indexable for Nested<S, L> {
    type Result = Nested<S::Result>;

    fn term(&self, labels: Labelling<'_>) -> Result<Term, StructureError> {
        let layers = self.layers.with_ranks(Layers::of_ranks);
        Ok(self.shape.term(labels)?.in_layers(layers))
    }

    fn from_term(term: Term) -> Result<Self::Result, StructureError> {
        let ranks = term.layers().map_or(ModeArray::default(), Layers::ranks);
        Nested::new(ranks, S::from_term(term)?)
    }
}

impl<A: Meets<B>, B> Meets<Nested<B>> for Nested<A> {
    type Output = Nested<A::Output>;
}

/// No shape at all. With it there are two kinds of shape that meet a nested one; of one kind the compiler would say no
/// more than that the types are not the same.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NoLayers {}

impl<A: Indexable<Result = A>> Meets<NoLayers> for Nested<A> {
    type Output = Nested<A>;
}
