//! Shapes to shapes whose types know more or less.

use super::{
    Origin, OriginKind, Placed, PlacedShape, Shape, StaticOrigin, ValueOrigin, ZeroOrigin,
};
use crate::StructureError;
use extents::Extents;
use extents::generic::{UnitesWith, WeakenedFrom};

/// A shape of extents `F` with an origin of the same kind as that of a shape of extents `E`.
type Kept<E, O, F> = Shape<F, <O as Origin<E>>::Of<F>>;

impl<E: Extents, O: Origin<E>> Shape<E, O> {
    /// Converts to extents of a type that knows less. Compiles only where this cannot fail.
    ///
    /// ```
    /// use extents_shapes::Shape;
    /// use extents::{DynRankExtents, StaticExtents, extents};
    /// let s = Shape::at(extents![2, 3], [4, 5])?;
    /// assert_eq!(format!("{:?}", s.weaken::<StaticExtents![2, dyn]>()), "[2, dyn 3] at [4, 5]");
    /// assert_eq!(s.weaken::<DynRankExtents>(), s);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn weaken<F: WeakenedFrom<E>>(&self) -> Kept<E, O, F> {
        self.with_extents(self.extents.weaken())
    }

    /// Converts to extents of a type that knows more, checked at run time. A conversion that can never succeed does not
    /// compile.
    ///
    /// # Errors
    /// Of [`ShapeError`](extents::ShapeError) `RankMismatch`, `ExtentMismatch` with the mode and both extents,
    /// and `Null`.
    ///
    /// ```
    /// use extents_shapes::Shape;
    /// use extents::{StaticExtents, extents};
    /// let read: Shape = "[2, 3]".parse()?;
    /// assert_eq!(read.strengthen::<StaticExtents![2, 3]>()?, Shape::new(extents![2, 3]));
    /// assert!(read.strengthen::<StaticExtents![2, 4]>().is_err());
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn strengthen<F: Extents>(&self) -> Result<Kept<E, O, F>, StructureError>
    where
        E: UnitesWith<F>,
    {
        Ok(self.with_extents(self.extents.strengthen()?))
    }

    /// The same numbers in other types.
    #[inline]
    fn with_extents<F: Extents>(&self, extents: F) -> Kept<E, O, F> {
        let origin = self.origin.of(&extents);
        Shape { extents, origin }
    }
}

impl<E: Extents> From<E> for Shape<E> {
    #[inline]
    fn from(extents: E) -> Self {
        Shape::new(extents)
    }
}

impl<E: Extents> From<Shape<E, ZeroOrigin>> for PlacedShape<E> {
    #[inline]
    fn from(shape: Shape<E, ZeroOrigin>) -> Self {
        let mut origin = shape.extents.extents();
        origin.as_mut().fill(0);
        Shape { extents: shape.extents, origin: ValueOrigin(origin) }
    }
}

impl<E: Extents, T> From<Shape<E, StaticOrigin<T>>> for PlacedShape<E>
where
    StaticOrigin<T>: Origin<E>,
{
    #[inline]
    fn from(shape: Shape<E, StaticOrigin<T>>) -> Self {
        let origin = Placed::with(&shape.extents, |mode| shape.origin.coordinate(mode));
        Shape { extents: shape.extents, origin }
    }
}

impl<E: Extents + Default> Default for Shape<E> {
    #[inline]
    fn default() -> Self {
        Shape::new(E::default())
    }
}
