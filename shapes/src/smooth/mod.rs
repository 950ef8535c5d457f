//! [`Shape`]: a box of indices, which begin at an origin.

mod compare;
mod convert;
mod indices;
mod origin;
mod region;
mod sliced;
mod text;
mod typed;

pub use indices::ShapeIndices;
pub(crate) use origin::OriginKind;
use origin::Placed;
pub use origin::{Origin, StaticOrigin, ValueOrigin, ZeroOrigin};
pub use sliced::SliceTyped;
pub use typed::{AllModes, Chipped, SliceError};

use super::StructureError;
use extents::{DynRankExtents, Extents, ShapeError};

/// A smooth shape: extents of any layer, and an origin, from which its indices count.
///
/// With the zero origin, which is a type, a shape of static extents has no size. With an origin that
/// is a value ([`ValueOrigin`]) slices keep the indices of the shape that they are cut from.
///
/// ```
/// use extents::extents;
/// use extents_shapes::{Shape, ShapeBase};
/// let s = Shape::new(extents![10, 20, 30]);
/// assert_eq!((s.rank(), s.size(), size_of_val(&s)), (3, 6000, 0));
/// let rows = Shape::new(extents![2, 3]).slice(([0, 1], [1, 3]))?;
/// assert!(rows.indices().eq([[0, 1], [0, 2]]));
/// assert!(rows.indices_from_zero().eq([[0, 0], [0, 1]]));
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Shape<E = DynRankExtents, O = ZeroOrigin> {
    // INVARIANT: the origin has one coordinate a mode, and for each mode coordinate and extent add up to
    // a `usize`. `ZeroOrigin` always has; `place` sees to the values, or they come from within a shape.
    extents: E,
    origin: O,
}

/// A [`Shape`] whose origin is a run-time value.
///
/// ```
/// use extents_shapes::{PlacedShape, Shape};
/// use extents::extents;
/// let mut shapes: Vec<PlacedShape> = vec!["[2, 3] at [4, 5]".parse()?];
/// shapes.push(Shape::from_list(&[2, 3])?.into());
/// assert!(shapes[0].same_extents(&shapes[1]));
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
pub type PlacedShape<E = DynRankExtents> = Shape<E, ValueOrigin<<E as Extents>::Index>>;

impl<E: Extents> Shape<E> {
    /// Creates the shape of these extents whose origin is zero.
    ///
    /// ```
    /// use extents_shapes::{Shape, ShapeBase};
    /// use extents::{DynExtents, StaticExtents, extents};
    /// const FIXED: Shape<StaticExtents![10, 20]> = Shape::new(extents![10, 20]);
    /// let matrix = Shape::new(DynExtents::new([10, 20])?);
    /// assert_eq!(matrix, FIXED);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub const fn new(extents: E) -> Self {
        Shape { extents, origin: ZeroOrigin }
    }
}

impl Shape {
    /// Creates the null shape, which has neither modes nor elements, and is also the `Default`.
    ///
    /// ```
    /// use extents::extents;
    /// use extents_shapes::{Shape, ShapeBase};
    /// assert_eq!((Shape::null().rank(), Shape::null().size()), (0, 0));
    /// assert_ne!(Shape::null(), Shape::scalar());
    /// ```
    #[inline]
    pub const fn null() -> Self {
        Shape::new(DynRankExtents::null())
    }

    /// Creates the shape without modes that has one element. With static extents it is `Shape::new(extents![])`.
    ///
    /// ```
    /// use extents::extents;
    /// use extents_shapes::{Shape, ShapeBase};
    /// assert_eq!((Shape::scalar().rank(), Shape::scalar().size()), (0, 1));
    /// assert_eq!(Shape::scalar(), Shape::new(extents![]));
    /// ```
    #[inline]
    pub fn scalar() -> Self {
        Shape::new(extents_static::extents![].weaken())
    }

    /// Creates the shape with these extents, of run-time rank.
    ///
    /// # Errors
    /// Returns [`ShapeError::SizeOverflow`].
    ///
    /// ```
    /// use extents_shapes::{Shape, ShapeBase};
    /// let extents: Vec<usize> = vec![10, 20, 30];
    /// assert_eq!(Shape::from_list(&extents)?.rank(), 3);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn from_list(extents: &[usize]) -> Result<Self, StructureError> {
        Ok(Shape::new(DynRankExtents::new(extents)?))
    }

    /// Creates the shape with the extents that an iterator yields.
    ///
    /// # Errors
    /// Returns [`ShapeError::SizeOverflow`].
    ///
    /// ```
    /// use extents_shapes::Shape;
    /// let halves = Shape::from_extents([10, 20, 30].iter().map(|extent| extent / 2))?;
    /// assert_eq!(halves.to_string(), "[5, 10, 15]");
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn from_extents(extents: impl IntoIterator<Item = usize>) -> Result<Self, StructureError> {
        let extents: extents::ModeArray<usize> = extents.into_iter().collect();
        Self::from_list(&extents)
    }
}

impl<E: Extents> PlacedShape<E> {
    /// Creates the shape of these extents whose first index is `origin`.
    ///
    /// # Errors
    /// Returns [`ShapeError::RankMismatch`] for another number of coordinates than modes,
    /// [`StructureError::OriginOverflow`] where the end of a mode exceeds `usize::MAX`.
    ///
    /// ```
    /// use extents_shapes::{Shape, StructureError};
    /// use extents::{ShapeError, extents};
    /// let s = Shape::at(extents![2, 3], [10, 10])?;
    /// assert_eq!(s.indices().next(), Some([10, 10]));
    /// assert_eq!(
    ///     Shape::at(extents![2, 3], [0, usize::MAX]),
    ///     Err(StructureError::OriginOverflow { mode: 1, origin: usize::MAX, extent: 3 }),
    /// );
    /// # Ok::<(), StructureError>(())
    /// ```
    #[inline]
    pub fn at(extents: E, origin: impl AsRef<[usize]>) -> Result<Self, StructureError> {
        let origin = place(&extents, origin.as_ref())?;
        Ok(Shape { extents, origin })
    }

    /// Moves the shape so that its first index is `origin`.
    ///
    /// # Errors
    /// Returns the errors of [`at`](Self::at); the shape then stays where it is.
    ///
    /// ```
    /// use extents_shapes::Shape;
    /// use extents::extents;
    /// let mut s = Shape::at(extents![2, 2], [0, 0])?;
    /// s.set_origin([10, 10])?;
    /// assert!(s.indices().eq([[10, 10], [10, 11], [11, 10], [11, 11]]));
    /// assert!(s.set_origin([10]).is_err());
    /// assert_eq!(s.to_string(), "[2, 2] at [10, 10]");
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn set_origin(&mut self, origin: impl AsRef<[usize]>) -> Result<(), StructureError> {
        self.origin = place(&self.extents, origin.as_ref())?;
        Ok(())
    }
}

impl<E: Extents, O: Origin<E>> Shape<E, O> {
    /// Returns the shape of the same extents with another first index.
    ///
    /// # Errors
    /// Returns the errors of [`at`](Shape::at).
    ///
    /// ```
    /// use extents_shapes::Shape;
    /// use extents::extents;
    /// let moved = Shape::new(extents![2, 3]).with_origin([4, 5])?;
    /// assert_eq!(moved.to_string(), "[2, 3] at [4, 5]");
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn with_origin(
        self,
        origin: impl AsRef<[usize]>,
    ) -> Result<PlacedShape<E>, StructureError> {
        Shape::at(self.extents, origin)
    }

    /// Returns the shape of the same extents with origin zero.
    ///
    /// ```
    /// use extents_shapes::Shape;
    /// use extents::extents;
    /// let moved = Shape::at(extents![2, 3], [4, 5])?;
    /// assert_eq!(moved.without_origin(), Shape::new(extents![2, 3]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn without_origin(self) -> Shape<E> {
        Shape::new(self.extents)
    }

    /// The shape of these parts, which satisfy the invariant.
    #[inline]
    pub(crate) fn of_parts(extents: E, origin: O) -> Self {
        Shape { extents, origin }
    }

    /// The first coordinate of a mode and one more than the last, which is a number by the invariant.
    #[inline]
    fn span(&self, mode: usize, extent: usize) -> (usize, usize) {
        let begin = self.origin.coordinate(mode);
        (begin, begin.wrapping_add(extent))
    }
}

/// The origin with these coordinates, after the checks that [`Shape`] promises.
#[inline]
fn place<E: Extents>(
    extents: &E,
    origin: &[usize],
) -> Result<ValueOrigin<E::Index>, StructureError> {
    let mut placed = extents.extents();
    let rank = placed.as_ref().len();
    if origin.len() != rank {
        return Err(ShapeError::RankMismatch { expected: rank, found: origin.len() }.into());
    }
    for (mode, (to, &origin)) in placed.as_mut().iter_mut().zip(origin).enumerate() {
        let extent = *to;
        if origin.checked_add(extent).is_none() {
            return Err(StructureError::OriginOverflow { mode, origin, extent });
        }
        *to = origin;
    }
    Ok(ValueOrigin(placed))
}
