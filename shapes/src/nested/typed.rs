//! Slices of nested shapes whose extents stay static.

use super::Nested;
use crate::smooth::SliceError;
use crate::{Origin, Shape, SliceTyped};
use extents::generic::TypedExtents;
use extents::layout::ModeList;

impl<E: TypedExtents, O: Origin<E>, L: ModeList> Nested<Shape<E, O>, L> {
    /// Returns a slice in the same layers, whose extents are static where the entries of the slice are: see
    /// [`Shape::slice_typed`].
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use extents_shapes::{Nested, Shape};
    /// use extents::{extents, modes, slice};
    /// let s2_2 = Nested::typed(modes![2, 2], Shape::new(extents![2, 2, 10, 10]));
    /// let Ok(part) = s2_2.slice_typed(slice![1, .., 5..10, ..]);
    /// assert_eq!(part.shape().extents(), &extents![1, 2, 5, 10]);
    /// assert_eq!(part.to_string(), "[1, 2, 5, 10] at [1, 0, 5, 0] in layers [2, 2]");
    /// ```
    #[inline]
    #[allow(clippy::type_complexity, reason = "the shape and the error that `Shape` gives")]
    pub fn slice_typed<S>(
        &self,
        slice: S,
    ) -> Result<Nested<Shape<E::Sliced, E::Origin>, L>, SliceError<E, O, S>>
    where
        E: SliceTyped<S, O>,
    {
        let shape = self.shape.slice_typed(slice)?;
        Ok(Nested { layers: self.layers.clone(), shape })
    }
}
