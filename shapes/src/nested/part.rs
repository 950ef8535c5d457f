//! What nested shapes share with all others, and their slices and chips.

use super::Nested;
use crate::indexed::Layers;
use crate::region::picks;
use crate::{
    AsRegion, JaggedShape, LabelledShape, Labelling, ShapeBase, SmoothShape, StructureError,
};
use extents::layout::ModeList;
use extents::{ModeArray, ShapeError};

/// Under labels: in a sum, each label must have the same layer in all terms; in a product, it gets its outermost layer. The number of
/// layers is kept, and the labels of the result must be in the order of their layers.
///
/// ```
/// use extents::extents;
/// use extents_shapes::{Nested, Shape, ShapeBase};
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
impl<S: ShapeBase, L: ModeList> ShapeBase for Nested<S, L> {
    type Index = S::Index;
    type Slice = Nested<S::Slice, L>;
    type Chip = Nested<S::Chip>;
    type Composed = Nested<S::Composed>;

    fn rank(&self) -> usize {
        self.shape.rank()
    }

    fn size(&self) -> usize {
        self.shape.size()
    }

    fn is_null(&self) -> bool {
        self.shape.is_null()
    }

    fn smooth_extents(&self) -> Option<ModeArray<usize>> {
        self.shape.smooth_extents()
    }

    fn least_layers(&self) -> usize {
        self.shape.least_layers()
    }

    /// Returns a slice in the same layers. A slice of a tiled shape is jagged, and needs as many layers as
    /// [`Nested::new`] asks of it.
    ///
    /// ```
    /// use extents_shapes::{Nested, Shape, ShapeBase};
    /// use extents::extents;
    /// let s2_2 = Nested::new([2, 2], Shape::new(extents![2, 2, 10, 10]))?;
    /// let s01 = Shape::at(extents![1, 1, 10, 10], [0, 1, 0, 0])?;
    /// assert_eq!(s2_2.slice([0, 1])?, Nested::new([2, 2], s01)?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    fn slice(&self, region: impl AsRegion) -> Result<Self::Slice, StructureError> {
        Nested::of_part(self.layers.clone(), self.shape.slice(region)?)
    }

    fn clip(&self, region: impl AsRegion) -> Result<Self::Slice, StructureError> {
        Nested::of_part(self.layers.clone(), self.shape.clip(region)?)
    }

    /// Returns a slice without the dropped modes in its layers. The number of layers stays.
    ///
    /// ```
    /// use extents_shapes::{Nested, Shape, ShapeBase};
    /// use extents::extents;
    /// let s2_2 = Nested::new([2, 2], Shape::new(extents![2, 2, 10, 10]))?;
    /// assert_eq!(s2_2.chip([0])?, Nested::new([1, 2], Shape::new(extents![2, 10, 10]))?);
    /// assert!(s2_2.chip([1, 1])?.same_shape(&Shape::new(extents![10, 10])));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    fn chip(&self, region: impl AsRegion) -> Result<Self::Chip, StructureError> {
        let picks = picks(region.as_region(), self.rank())?;
        let shape = self.shape.chip(region)?;
        let layers = self.layers.with_modes(|ranks| {
            let mut modes = picks.iter();
            ranks
                .iter()
                .map(|&rank| modes.by_ref().take(rank).filter(|pick| !pick.is_dropped()).count())
                .collect()
        });
        Nested::of_part(layers, shape)
    }

    fn indices(&self) -> impl Iterator<Item = S::Index> + '_ {
        self.shape.indices()
    }

    fn indices_from_zero(&self) -> impl Iterator<Item = S::Index> + '_ {
        self.shape.indices_from_zero()
    }

    fn jagged(&self) -> Result<JaggedShape, StructureError> {
        self.shape.jagged()
    }

    fn term(&self, labels: Labelling<'_>) -> Result<LabelledShape, StructureError> {
        let layers = self.layers.with_modes(Layers::of_ranks);
        Ok(self.shape.term(labels)?.in_layers(layers))
    }

    fn from_term(term: LabelledShape) -> Result<Self::Composed, StructureError> {
        let ranks = term.layers().map_or(ModeArray::default(), Layers::ranks);
        Nested::new(ranks, S::from_term(term)?)
    }
}

impl<S: SmoothShape, L: ModeList> SmoothShape for Nested<S, L> {
    type Extents = S::Extents;

    fn extents(&self) -> &S::Extents {
        self.shape.extents()
    }

    fn origin(&self) -> <S::Extents as extents::Extents>::Index {
        self.shape.origin()
    }
}

impl<S: ShapeBase, L: ModeList> Nested<S, L> {
    /// Returns the shape of the inner layers at an index of the outermost layer, or of several outer layers. The empty
    /// index gives the whole shape.
    ///
    /// # Errors
    /// Returns [`RankMismatch`](ShapeError::RankMismatch) where the coordinates end inside of a layer; otherwise as
    /// [`JaggedShape::element`].
    ///
    /// ```
    /// use extents_shapes::{Nested, jagged};
    /// let js1_2 = Nested::new([1, 2], jagged![[200, 30], [10, 20]]?)?;
    /// assert_eq!(js1_2.inner([1])?.to_smooth()?.to_string(), "[10, 20]");
    /// // Not all coordinates of layer 1.
    /// assert!(js1_2.inner([1, 5]).is_err());
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn inner(&self, index: impl AsRef<[usize]>) -> Result<JaggedShape, StructureError> {
        let (index, mut end) = (index.as_ref(), 0_usize);
        for &rank in self.layers().iter() {
            if end >= index.len() {
                break;
            }
            end = end.saturating_add(rank);
        }
        if end > index.len() {
            let (expected, found) = (end, index.len());
            return Err(ShapeError::RankMismatch { expected, found }.into());
        }
        self.shape.jagged()?.element(index)
    }
}
