//! [`StructureError`]: what can be wrong with a jagged, tiled or nested shape, and what its fields name.

mod convert;
mod parts;
mod text;

use extents::ShapeError;
use extents::error::Place;
use extents::label::LabelName;

#[cfg(feature = "arrow")]
pub use crate::ragged::arrow::RaggedColumnError;
pub use parts::{Compared, Item, Need, Pieces};

/// An error of an operation on jagged, tiled or nested shapes, with its numbers.
///
/// An error that any shape can have is a [`ShapeError`], in [`Shape`](Self::Shape).
///
/// ```
/// use extents_shapes::error::Pieces;
/// use extents_shapes::{JaggedShape, StructureError};
/// let error = JaggedShape::from_offsets(vec![0, 5, 3]).unwrap_err();
/// let falls = StructureError::FallingBoundary { of: Pieces::Rows, mode: 1, piece: 1, from: 5, to: 3 };
/// assert_eq!(error, falls);
/// assert_eq!(error.to_string(), "row 1 of level 1 begins at offset 5, but ends before it at 3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StructureError {
    /// An error that any shape can have.
    Shape(ShapeError),
    /// The first offset or boundary is not 0.
    FirstBoundary {
        /// What the boundaries divide a mode into.
        of: Pieces,
        /// The mode, or the level of a jagged shape, counted from 0.
        mode: usize,
        /// The first boundary.
        found: usize,
    },
    /// An offset or boundary is smaller than the one before it, so that a row or tile would have a negative length.
    FallingBoundary {
        /// What the boundaries divide a mode into.
        of: Pieces,
        /// The mode, or the level of a jagged shape, counted from 0.
        mode: usize,
        /// The row or tile that would have a negative length, counted from 0.
        piece: usize,
        /// Where it begins.
        from: usize,
        /// Where it would end.
        to: usize,
    },
    /// The number of offsets or boundaries is not one more than the number of rows or tiles.
    BoundaryCount {
        /// What the boundaries divide a mode into.
        of: Pieces,
        /// The mode, or the level of a jagged shape, counted from 0.
        mode: usize,
        /// The required number.
        expected: usize,
        /// The number that was given.
        found: usize,
    },
    /// The lengths of rows, or the sizes of tiles, add up to more than `isize::MAX`.
    SumOverflow {
        /// What is added up.
        of: Pieces,
        /// The mode, or the level of a jagged shape, counted from 0.
        mode: usize,
        /// The row or tile at which the sum overflows, counted from 0.
        piece: usize,
        /// The sum before it.
        before: usize,
        /// Its own length or size.
        size: usize,
    },
    /// Two numbers of one mode, or of the modes that one label names, must be equal, but differ.
    Mismatch {
        /// The mode, or the label.
        place: Place,
        /// What was compared.
        of: Compared,
        /// The number of the first mode, of row 0, or of the first tiling.
        left: usize,
        /// The number of the second mode, of the row, or of the second tiling.
        right: usize,
    },
    /// A number is not below the count of what it numbers.
    OutOfRange {
        /// What the number counts.
        of: Item,
        /// The number, counted from 0.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// An extent is required of a mode that has no rows.
    NoRows {
        /// The mode, or the label.
        place: Place,
    },
    /// Tiles cannot be distributed: there is no process, or a block has no tile.
    NoDistribution {
        /// The number of tiles.
        tiles: usize,
        /// The number of processes; if it is not 0, the blocks are empty.
        processes: usize,
    },
    /// A ragged label of the result needs the label before it that its rows belong to.
    ParentNeeded {
        /// The ragged label.
        label: LabelName,
        /// The label that it depends on, which does not come before it.
        parent: LabelName,
        /// What depends on that label.
        by: Need,
        /// A row that shows it, counted from 0.
        row: usize,
        /// The length or origin of row 0, or the length of the row before.
        left: usize,
        /// The length or origin of this row.
        right: usize,
    },
    /// A coordinate is out of bounds of its row.
    IndexOutOfBounds {
        /// The mode, counted from 0.
        mode: usize,
        /// The row of that mode, counted from 0 over the whole shape; for a mode of smooth slices, the slice.
        row: usize,
        /// The coordinate.
        index: usize,
        /// The first coordinate of the row.
        begin: usize,
        /// One past the last coordinate.
        end: usize,
    },
    /// A range is out of bounds of a row.
    SliceOutOfBounds {
        /// The mode, counted from 0.
        mode: usize,
        /// The first row that does not contain the range, counted from 0 over the whole shape.
        row: usize,
        /// The begin of the range.
        first: usize,
        /// The end of the range, excluded.
        last: usize,
        /// The first coordinate of the row.
        begin: usize,
        /// One past the last coordinate.
        end: usize,
    },
    /// More modes are pinned than the shape has.
    TooManyPins {
        /// The number of pins.
        pins: usize,
        /// The rank of the shape.
        rank: usize,
    },
    /// The slices of a jagged shape have different ranks.
    SliceRank {
        /// The first slice that differs, counted from 0.
        slice: usize,
        /// The rank of the slices before it.
        expected: usize,
        /// Its rank.
        found: usize,
    },
    /// The origin is so large that the last coordinate overflows.
    OriginOverflow {
        /// The mode, counted from 0.
        mode: usize,
        /// The first coordinate.
        origin: usize,
        /// The extent.
        extent: usize,
    },
    /// The tiles of a mode do not add up to its extent.
    TilesDoNotCover {
        /// The mode, counted from 0.
        mode: usize,
        /// The sum of the sizes of the tiles.
        covered: usize,
        /// The extent of the mode.
        extent: usize,
    },
    /// The sum of the weights of tiles overflows.
    WeightOverflow {
        /// The tile at which the sum overflows, counted from 0.
        tile: usize,
        /// The sum of the weights of the tiles before it.
        before: u64,
        /// Its own weight.
        weight: u64,
    },
    /// The number of layers is too small: a jagged shape of rank r with smooth slices of rank s has at least r - s.
    TooFewLayers {
        /// The number of layers.
        layers: usize,
        /// The least number of layers.
        needed: usize,
    },
    /// Two nested shapes have different numbers of layers.
    LayerCount {
        /// The number of layers of the first shape.
        left: usize,
        /// The number of layers of the second shape.
        right: usize,
    },
    /// The labels of the result are not in the order of their layers.
    LayerOrder {
        /// The label.
        label: LabelName,
        /// Its layer.
        layer: usize,
        /// The layer of the label before it.
        before: usize,
    },
    /// The terms of a sum, or a sum and its result, have different labels.
    LabelSets {
        /// A label that only one of them has.
        label: LabelName,
    },
    /// A label names two ragged modes whose rows have the same lengths, but belong to different indices.
    ProfilePlaces {
        /// The label.
        label: LabelName,
        /// The first row that belongs to different indices, counted from 0.
        row: usize,
    },
    /// All lengths must be equal, but two rows that meet differ.
    RowsMeet {
        /// The label.
        label: LabelName,
        /// A row of the first ragged mode, counted from 0.
        row: usize,
        /// Its length.
        length: usize,
        /// The row of the second mode that it meets, counted from 0.
        other_row: usize,
        /// The length of that row.
        other_length: usize,
    },
    /// A ragged label of the result depends on different labels in two operands.
    RaggedParents {
        /// The label.
        label: LabelName,
        /// The label it depends on in the first operand.
        left: LabelName,
        /// The label it depends on in the second operand.
        right: LabelName,
    },
    /// A ragged mode would come before one of several modes that it depends on.
    RaggedOrder {
        /// The ragged label.
        label: LabelName,
        /// A label it depends on, which must come before it.
        parent: LabelName,
    },
    /// Sums and products are nested too deeply.
    ExpressionDepth {
        /// The depth of the expression.
        depth: usize,
        /// The largest depth.
        most: usize,
    },
}
