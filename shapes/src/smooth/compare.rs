//! When shapes are equal: by value, whatever their types know.

use core::hash::{Hash, Hasher};

use super::{Origin, Shape};
use extents::Extents;

impl<E: Extents, O: Origin<E>> Shape<E, O> {
    /// Returns whether two shapes have the same extents, whatever their origins are. The null shape has no extents.
    ///
    /// ```
    /// use extents_shapes::Shape;
    /// use extents::{StaticExtents, extents};
    /// let (here, there) = (Shape::new(extents![2, 3]), Shape::at(extents![2, dyn 3]?, [10, 10])?);
    /// assert_ne!(here, there);
    /// assert!(here.same_extents(&there));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn same_extents<F: Extents, P: Origin<F>>(&self, other: &Shape<F, P>) -> bool {
        self.extents.same_extents(&other.extents)
    }
}

impl<E: Extents, O: Origin<E>, F: Extents, P: Origin<F>> PartialEq<Shape<F, P>> for Shape<E, O> {
    #[inline]
    fn eq(&self, other: &Shape<F, P>) -> bool {
        self.same_extents(other)
            && (0..self.extents.rank())
                .all(|mode| self.origin.coordinate(mode) == other.origin.coordinate(mode))
    }
}

impl<E: Extents, O: Origin<E>> Eq for Shape<E, O> {}

/// Hashes by value, as `==` compares: equal shapes of different types have the same hash.
impl<E: Extents, O: Origin<E>> Hash for Shape<E, O> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.extents.is_null().hash(state);
        self.extents.with_slice(|extents| {
            extents.hash(state);
            for mode in 0..extents.len() {
                self.origin.coordinate(mode).hash(state);
            }
        });
    }
}
