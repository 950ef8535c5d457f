//! [`ShapeBase`]: what all shapes have in common.

use core::fmt::Debug;

use super::{AsRegion, JaggedShape, StructureError};
use extents::{Extents, ModeArray};

/// What smooth, jagged, tiled and nested shapes have in common.
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
    /// One coordinate a mode: `[usize; R]` where the rank is in the type.
    type Index: AsRef<[usize]> + Clone + Debug + Eq;
    /// A part of the same rank.
    type Slice: ShapeBase;
    /// A part of lower rank.
    type Chip: ShapeBase;

    /// The number of modes.
    fn rank(&self) -> usize;

    /// The number of elements: 1 for a scalar, 0 for the null shape.
    fn size(&self) -> usize;

    /// Whether this is the null shape, which has no modes and, unlike the scalar, no elements.
    fn is_null(&self) -> bool;

    /// The extents, where all rows of each mode are alike; `None` for the null shape, and where a row differs
    /// or there is none to tell.
    fn smooth_extents(&self) -> Option<ModeArray<usize>>;

    /// The least number of layers that a [`Nested`](super::Nested) shape of it has: one for each mode that is
    /// ragged slice by slice, none for a smooth or a tiled shape.
    fn least_layers(&self) -> usize {
        0
    }

    /// Whether the indices fill a box. The null shape is smooth as well: it has no rows that could differ.
    fn is_smooth(&self) -> bool {
        self.is_null() || self.smooth_extents().is_some()
    }

    /// A part of the same rank, whose origin is the first index taken.
    ///
    /// # Errors
    /// [`StructureError::IndexOutOfBounds`] and [`SliceOutOfBounds`](StructureError::SliceOutOfBounds)
    /// where any row is left, [`TooManyPins`](StructureError::TooManyPins); of
    /// [`ShapeError`](extents::ShapeError) `RankMismatch` and `BeginAfterEnd`.
    fn slice(&self, region: impl AsRegion) -> Result<Self::Slice, StructureError>;

    /// A part of the same rank, cut to what there is: what lies outside of a row is no error, but left out.
    ///
    /// # Errors
    /// [`TooManyPins`](StructureError::TooManyPins); of [`ShapeError`](extents::ShapeError) `RankMismatch` and
    /// `BeginAfterEnd`.
    fn clip(&self, region: impl AsRegion) -> Result<Self::Slice, StructureError>;

    /// A part without the modes that are pinned, or of which a box takes one entry.
    ///
    /// # Errors
    /// As [`slice`](Self::slice), and [`NothingToChip`](extents::ShapeError::NothingToChip) where no mode is
    /// dropped.
    fn chip(&self, region: impl AsRegion) -> Result<Self::Chip, StructureError>;

    /// All indices in lexicographic order, counted from the origin on.
    fn indices(&self) -> impl Iterator<Item = Self::Index> + '_;

    /// Returns all indices in lexicographic order, each row counted from 0.
    fn indices_from_zero(&self) -> impl Iterator<Item = Self::Index> + '_;

    /// The same shape as a [`JaggedShape`].
    ///
    /// # Errors
    /// [`Allocation`](extents::ShapeError::Allocation): a tiled shape takes memory for each tile then. Others do not
    /// fail.
    fn jagged(&self) -> Result<JaggedShape, StructureError>;
}

/// A shape whose indices fill a box, by its type.
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
    message = "a smooth shape is needed here, but `{Self}` may be jagged",
    label = "its type does not say that all rows are alike",
    note = "`JaggedShape::to_smooth` checks that at run time, and gives a `Shape`"
)]
pub trait SmoothShape: ShapeBase {
    /// The type of the extents.
    type Extents: Extents;
    /// The extents.
    fn extents(&self) -> &Self::Extents;
    /// The first index, one coordinate a mode.
    fn origin(&self) -> <Self::Extents as Extents>::Index;
}
