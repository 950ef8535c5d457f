//! Slices and chips at run-time numbers, and what else all shapes have.

use super::{Origin, PlacedShape, Shape, ValueOrigin};
use crate::region::{Pick, picks};
use crate::{AsRegion, JaggedShape, LabelledShape, ShapeBase, SmoothShape, StructureError};
use extents::{DynRankExtents, Extents, ModeArray, ShapeError};

impl<E: Extents, O: Origin<E>> ShapeBase for Shape<E, O> {
    type Index = E::Index;
    /// The rank stays in the type; the extents of the slice are values.
    type Slice = PlacedShape<E::Opened>;
    type Chip = PlacedShape;
    type Composed = PlacedShape;

    #[inline]
    fn rank(&self) -> usize {
        self.extents.rank()
    }

    #[inline]
    fn size(&self) -> usize {
        self.extents.size()
    }

    #[inline]
    fn is_null(&self) -> bool {
        self.extents.is_null()
    }

    fn smooth_extents(&self) -> Option<ModeArray<usize>> {
        (!self.is_null()).then(|| self.extents.with_slice(|all| ModeArray::from(all)))
    }

    fn slice(&self, region: impl AsRegion) -> Result<Self::Slice, StructureError> {
        self.cut(region, |mode, pick, begin, end| pick.strict(mode, 0, begin, end))
    }

    fn chip(&self, region: impl AsRegion) -> Result<PlacedShape, StructureError> {
        let picks = picks(region.as_region(), self.rank())?;
        let (mut extents, mut origin) = (ModeArray::default(), ModeArray::default());
        for (mode, (extent, pick)) in self.extents.iter().zip(picks.iter()).enumerate() {
            let (begin, end) = self.span(mode, extent);
            let (first, last) = pick.strict(mode, 0, begin, end)?;
            if !pick.is_dropped() {
                extents.push(last.wrapping_sub(first));
                origin.push(first);
            }
        }
        if !picks.iter().any(|pick| pick.is_dropped()) {
            return Err(ShapeError::NothingToChip.into());
        }
        Ok(Shape { extents: DynRankExtents::new(&extents)?, origin: ValueOrigin(origin) })
    }

    /// Returns a slice of the same rank, clipped to the shape. A mode that does not meet the region has extent 0.
    ///
    /// ```
    /// use extents_shapes::{Shape, ShapeBase};
    /// use extents::extents;
    /// let s = Shape::at(extents![10, 20], [5, 0])?;
    /// assert!(s.slice(([0, 0], [8, 99])).is_err());
    /// assert_eq!(s.clip(([0, 0], [8, 99]))?.to_string(), "[3, 20] at [5, 0]");
    /// assert_eq!(s.clip(99)?.to_string(), "[0, 20] at [15, 0]");
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    fn clip(&self, region: impl AsRegion) -> Result<Self::Slice, StructureError> {
        self.cut(region, |_, pick, begin, end| Ok(pick.clipped(begin, end)))
    }

    #[inline]
    fn indices(&self) -> impl Iterator<Item = E::Index> + '_ {
        Shape::indices(self)
    }

    #[inline]
    fn indices_from_zero(&self) -> impl Iterator<Item = E::Index> + '_ {
        Shape::indices_from_zero(self)
    }

    fn jagged(&self) -> Result<JaggedShape, StructureError> {
        Ok(self.to_jagged())
    }

    fn from_term(term: LabelledShape) -> Result<PlacedShape, StructureError> {
        term.into_smooth()
    }
}

impl<E: Extents, O: Origin<E>> Shape<E, O> {
    /// Converts into a jagged shape.
    ///
    /// ```
    /// use extents::extents;
    /// use extents_shapes::{Shape, ShapeBase};
    /// let matrix = Shape::new(extents![10, 20]).to_jagged();
    /// assert_eq!((matrix.rank(), matrix.size(), matrix.is_smooth()), (2, 200, true));
    /// ```
    pub fn to_jagged(&self) -> JaggedShape {
        if self.is_null() {
            return JaggedShape::null();
        }
        let origin = SmoothShape::origin(self);
        let jagged = self.extents.with_slice(|all| JaggedShape::smooth(all, origin.as_ref()));
        // Extents and origin fit, as they do here.
        jagged.unwrap_or_default()
    }
}

impl<E: Extents, O: Origin<E>> SmoothShape for Shape<E, O> {
    type Extents = E;

    #[inline]
    fn extents(&self) -> &E {
        &self.extents
    }

    #[inline]
    fn origin(&self) -> E::Index {
        Shape::origin(self)
    }
}

impl<E: Extents, O: Origin<E>> Shape<E, O> {
    /// Returns the extents.
    ///
    /// ```
    /// use extents_shapes::Shape;
    /// use extents::extents;
    /// assert_eq!(Shape::new(extents![2, 3]).extents(), &extents![2, 3]);
    /// ```
    #[inline]
    pub const fn extents(&self) -> &E {
        &self.extents
    }

    /// Returns the first index, with one coordinate for each mode.
    ///
    /// ```
    /// use extents_shapes::Shape;
    /// use extents::extents;
    /// assert_eq!(Shape::new(extents![2, 3]).origin(), [0, 0]);
    /// ```
    #[inline]
    pub fn origin(&self) -> E::Index {
        let mut origin = self.extents.extents();
        for (mode, to) in origin.as_mut().iter_mut().enumerate() {
            *to = self.origin.coordinate(mode);
        }
        origin
    }

    /// What `bounds` makes of each mode: its begin and end, which lie within the mode's.
    fn cut(
        &self,
        region: impl AsRegion,
        bounds: impl Fn(usize, Pick, usize, usize) -> Result<(usize, usize), StructureError>,
    ) -> Result<PlacedShape<E::Opened>, StructureError> {
        let mut extents = self.extents.extents();
        let mut origin = extents.clone();
        let picks = picks(region.as_region(), extents.as_ref().len())?;
        let modes = extents.as_mut().iter_mut().zip(origin.as_mut()).zip(picks.iter());
        for (mode, ((extent, to), pick)) in modes.enumerate() {
            let (begin, end) = self.span(mode, *extent);
            let (first, last) = bounds(mode, *pick, begin, end)?;
            (*extent, *to) = (last.wrapping_sub(first), first);
        }
        let extents = if self.is_null() {
            E::Opened::adopt(&self.extents)?
        } else {
            E::Opened::from_extents(extents.as_ref())?
        };
        Ok(Shape { extents, origin: ValueOrigin(origin) })
    }
}
