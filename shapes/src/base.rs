//! [`ShapeBase`]: what all shapes have in common.

use core::fmt::Debug;

use super::indexed::{LabelNames, names_of};
use super::{AsRegion, Indexed, JaggedShape, LabelledShape, Labelling, StructureError};
use extents::{Extents, ModeArray};
use extents_static::__private::Tuple;

/// The operations that smooth, jagged, tiled and nested shapes share.
///
/// An algorithm that is written for it, and so for jagged shapes, takes a smooth one as it is. One
/// that needs extents asks for [`SmoothShape`], and given a jagged shape it does not compile.
///
/// ```
/// use extents_shapes::{JaggedShape, Shape, ShapeBase};
/// use extents::extents;
/// /// The longest of the slices along mode 0.
/// fn longest(shape: &impl ShapeBase) -> usize {
///     let mut sizes = std::collections::BTreeMap::new();
///     for index in shape.indices() {
///         *sizes.entry(index.as_ref()[0]).or_insert(0) += 1;
///     }
///     sizes.into_values().max().unwrap_or(0)
/// }
/// assert_eq!(longest(&JaggedShape::from_lengths([2, 5, 3])?), 5);
/// assert_eq!(longest(&Shape::new(extents![3, 4])), 4);
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
pub trait ShapeBase: Clone + Debug {
    /// The type of an index, with one coordinate for each mode: `[usize; R]` where the rank is in the type.
    type Index: AsRef<[usize]> + Clone + Debug + Eq;
    /// The shape of a slice, of the same rank.
    type Slice: ShapeBase;
    /// The shape of a chip, of a lower rank.
    type Chip: ShapeBase;
    /// The type of sums and products of such shapes.
    type Composed: ShapeBase<Composed = Self::Composed>;

    /// Returns the number of modes.
    fn rank(&self) -> usize;

    /// Returns the number of elements: 1 for a scalar, 0 for the null shape.
    fn size(&self) -> usize;

    /// Returns whether this is the null shape, which has no modes and, unlike the scalar, no elements.
    fn is_null(&self) -> bool;

    /// Returns the extents if all rows of each mode have the same length, or `None` for the null shape, and where rows
    /// differ or do not exist.
    fn smooth_extents(&self) -> Option<ModeArray<usize>>;

    /// Returns the least number of layers of a [`Nested`](super::Nested) shape of it: one for each mode that is ragged
    /// slice by slice, and none for a smooth or a tiled shape.
    fn least_layers(&self) -> usize {
        0
    }

    /// Returns whether the indices fill a box. The null shape is smooth too: it has no rows that could differ.
    fn is_smooth(&self) -> bool {
        self.is_null() || self.smooth_extents().is_some()
    }

    /// Returns a slice of the same rank, whose origin is its first index.
    ///
    /// # Errors
    /// Returns [`StructureError::IndexOutOfBounds`] and [`SliceOutOfBounds`](StructureError::SliceOutOfBounds) where
    /// any row is left, [`TooManyPins`](StructureError::TooManyPins); of [`ShapeError`](extents::ShapeError)
    /// `RankMismatch` and `BeginAfterEnd`, and `Allocation` where rows or tiles are listed: of a smooth shape there is
    /// no such list. A tiled shape in layers gives [`TooFewLayers`](StructureError::TooFewLayers) where they are too few
    /// for a jagged one.
    fn slice(&self, region: impl AsRegion) -> Result<Self::Slice, StructureError>;

    /// Returns a slice of the same rank, clipped to the shape: indices outside of a row are dropped instead of an
    /// error.
    ///
    /// # Errors
    /// Returns [`TooManyPins`](StructureError::TooManyPins); of [`ShapeError`](extents::ShapeError) `RankMismatch` and
    /// `BeginAfterEnd`, and `Allocation`; [`TooFewLayers`](StructureError::TooFewLayers), as [`slice`](Self::slice).
    fn clip(&self, region: impl AsRegion) -> Result<Self::Slice, StructureError>;

    /// Returns a slice without the modes that are pinned, or of which a box takes one entry.
    ///
    /// # Errors
    /// Returns the errors of [`slice`](Self::slice), and [`NothingToChip`](extents::ShapeError::NothingToChip) where no
    /// mode is dropped.
    fn chip(&self, region: impl AsRegion) -> Result<Self::Chip, StructureError>;

    /// Returns an iterator over all indices in lexicographic order, starting at the origin.
    fn indices(&self) -> impl Iterator<Item = Self::Index> + '_;

    /// Returns an iterator over all indices in lexicographic order, each row counted from 0.
    fn indices_from_zero(&self) -> impl Iterator<Item = Self::Index> + '_;

    /// Returns the same shape as a [`JaggedShape`].
    ///
    /// # Errors
    /// Returns [`Allocation`](extents::ShapeError::Allocation): a tiled shape, in layers as well, takes memory for each
    /// tile then. Others do not fail.
    fn jagged(&self) -> Result<JaggedShape, StructureError>;

    /// Returns the shape under labels, with its layers.
    #[doc(hidden)]
    fn term(&self, labels: Labelling<'_>) -> Result<LabelledShape, StructureError> {
        LabelledShape::new(labels, self)
    }

    /// Creates the shape of a sum or a product.
    #[doc(hidden)]
    fn from_term(term: LabelledShape) -> Result<Self::Composed, StructureError>;

    /// Labels the modes by text, `"i,j"` with names of any length, to compute the shapes of sums and products.
    ///
    /// What is wrong with the text is said by [`Indexed::to`].
    ///
    /// ```
    /// use extents_shapes::{ShapeBase, jagged};
    /// let js = jagged![[10], [20]]?;
    /// // A jagged matrix with 2 rows: contracting the columns gives a 2 by 2 matrix.
    /// let product = (js.ix("i,j") * js.ix("k,j")).to("i,k")?;
    /// assert_eq!(product, jagged![[2], [2]]?);
    /// // These would fail since contracted modes aren't the same length.
    /// assert!((js.ix("i,j") * js.ix("j,k")).to("i,k").is_err());
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    fn ix(&self, labels: &str) -> Indexed<Self::Composed> {
        Indexed::leaf(self.term(Labelling::Text(labels)))
    }

    /// Labels the modes by types, `ix_labels::<(i, j)>()`, as [`ix`](Self::ix) does by text.
    #[allow(private_bounds, reason = "all labels have names")]
    fn ix_labels<Labels: Tuple<List: LabelNames>>(&self) -> Indexed<Self::Composed> {
        Indexed::leaf(self.term(Labelling::Names(names_of::<Labels>())))
    }
}

/// A shape whose type says that its indices fill a box.
///
/// ```
/// use extents_shapes::{Shape, SmoothShape};
/// use extents::{Extents, extents};
/// fn is_square(shape: &impl SmoothShape) -> bool {
///     let extents = shape.extents();
///     extents.iter().all(|extent| extents.extent(0) == Ok(extent))
/// }
/// assert!(is_square(&Shape::new(extents![3, 3])));
/// ```
#[diagnostic::on_unimplemented(
    message = "a smooth shape is required here, but `{Self}` may be jagged",
    label = "its type does not say that all rows are alike",
    note = "`JaggedShape::to_smooth` checks this at run time, and returns a `Shape`"
)]
pub trait SmoothShape: ShapeBase {
    /// The type of the extents.
    type Extents: Extents;
    /// Returns the extents.
    fn extents(&self) -> &Self::Extents;
    /// Returns the first index, with one coordinate for each mode.
    fn origin(&self) -> <Self::Extents as Extents>::Index;
}
