//! How a nested shape is best stored: layer by layer.

use super::{Layering, Nested};
use crate::Mapping;
use crate::shape::SmoothShape;

impl<S: SmoothShape, L: Layering> Nested<S, L> {
    /// The mapping that stores the shape layer by layer: what is inside one outer index is contiguous.
    ///
    /// The modes of the outer layers stand before those of the inner ones, so that is the row-major
    /// mapping. Views over it are indexed from 0, whatever the origin is.
    ///
    /// ```
    /// use extents::shape::{Nested, Shape};
    /// use extents::{View, extents};
    /// let pairs = Nested::new([1, 1], Shape::new(extents![3, 2]))?;
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let view = View::from_slice(pairs.mapping(), &data)?;
    /// assert_eq!((view[[2, 0]], view[[2, 1]]), (5, 6));
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    pub fn mapping(&self) -> Mapping<S::Extents> {
        Mapping::new(self.shape.extents().clone())
    }
}
