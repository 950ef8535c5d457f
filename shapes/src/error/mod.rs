//! [`StructureError`]: what can be wrong with a jagged, tiled or nested shape.

mod convert;
mod text;

use extents::ShapeError;
use extents::label::LabelName;

/// An error of an operation on jagged, tiled or nested shapes, with its numbers.
///
/// An error that any shape can have is a [`ShapeError`], in [`Shape`](Self::Shape).
///
/// ```
/// use extents_shapes::{JaggedShape, StructureError};
/// let error = JaggedShape::from_offsets(vec![0, 5, 3]).unwrap_err();
/// assert_eq!(error, StructureError::FallingOffset { level: 1, row: 1, from: 5, to: 3 });
/// assert_eq!(error.to_string(), "row 1 of level 1 begins at offset 5, but ends before it at 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StructureError {
    /// An error that any shape can have.
    Shape(ShapeError),
    /// The first offset of a level is not 0.
    FirstOffset {
        /// The level, which is the mode that the offsets divide, counted from 0.
        level: usize,
        /// The first offset.
        found: usize,
    },
    /// An offset is smaller than the one before it, so that a row would have a negative length.
    FallingOffset {
        /// The level, counted from 0.
        level: usize,
        /// The row that would have a negative length, counted from 0.
        row: usize,
        /// Where the row begins.
        from: usize,
        /// Where it would end.
        to: usize,
    },
    /// The number of offsets of a level is not one more than its number of rows.
    OffsetCount {
        /// The level, counted from 0.
        level: usize,
        /// The required number of offsets.
        expected: usize,
        /// The number that was given.
        found: usize,
    },
    /// The lengths of the rows add up to more than `isize::MAX`.
    LengthOverflow {
        /// The level, counted from 0.
        level: usize,
        /// The row at which the sum overflows, counted from 0.
        row: usize,
        /// The sum of the lengths of the rows before it.
        before: usize,
        /// Its own length.
        length: usize,
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
    /// The origin is so large that the last coordinate overflows.
    OriginOverflow {
        /// The mode, counted from 0.
        mode: usize,
        /// The first coordinate.
        origin: usize,
        /// The extent.
        extent: usize,
    },
    /// A smooth shape is required, but the rows of a mode differ.
    NotSmooth {
        /// The mode, counted from 0.
        mode: usize,
        /// The first row that differs from row 0.
        row: usize,
        /// The extent of row 0.
        left: usize,
        /// The extent of this row.
        right: usize,
    },
    /// A smooth shape is required, but the rows of a mode begin at different coordinates.
    RowOrigins {
        /// The mode, counted from 0.
        mode: usize,
        /// The first row whose origin is not that of row 0, counted from 0.
        row: usize,
        /// The origin of row 0.
        left: usize,
        /// The origin of this row.
        right: usize,
    },
    /// A smooth shape is required, but a mode has no rows, so that its extent is unknown.
    NoRows {
        /// The mode, counted from 0.
        mode: usize,
    },
    /// No element has this offset.
    OffsetOutOfBounds {
        /// The offset.
        offset: usize,
        /// The number of elements.
        size: usize,
    },
    /// A tile size is 0.
    ZeroTile {
        /// The mode, counted from 0.
        mode: usize,
        /// The extent of the mode.
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
    /// A list of boundaries is empty. Even without tiles it contains the first boundary.
    NoBoundary {
        /// The mode, counted from 0.
        mode: usize,
    },
    /// The first boundary is not 0.
    FirstBoundary {
        /// The mode, counted from 0.
        mode: usize,
        /// The first boundary.
        found: usize,
    },
    /// A boundary is smaller than the one before it.
    FallingBoundary {
        /// The mode, counted from 0.
        mode: usize,
        /// The tile that would have a negative size, counted from 0.
        tile: usize,
        /// Where the tile begins.
        from: usize,
        /// Where it would end.
        to: usize,
    },
    /// The sizes of tiles add up to more than `isize::MAX`.
    TileOverflow {
        /// The mode, counted from 0.
        mode: usize,
        /// The tile at which the sum overflows, counted from 0.
        tile: usize,
        /// The sum of the sizes of the tiles before it.
        before: usize,
        /// Its own size.
        size: usize,
    },
    /// A tile does not exist.
    TileOutOfRange {
        /// The mode, counted from 0.
        mode: usize,
        /// The tile.
        tile: usize,
        /// The number of tiles of the mode.
        tiles: usize,
    },
    /// No tile has this number.
    NoSuchTile {
        /// The number of the tile, counted over the whole grid.
        tile: usize,
        /// The number of tiles.
        tiles: usize,
    },
    /// Two tilings of one mode cover different extents.
    TilingExtents {
        /// The mode, counted from 0.
        mode: usize,
        /// The extent that the first tiling covers.
        left: usize,
        /// The extent that the second tiling covers.
        right: usize,
    },
    /// Two tilings of one mode must be equal, but differ.
    TilingsDiffer {
        /// The mode, counted from 0.
        mode: usize,
        /// The first tile that differs, counted from 0.
        tile: usize,
        /// The end of the tile in the first tiling.
        left: usize,
        /// The end of the tile in the second tiling.
        right: usize,
    },
    /// Two tilings of one mode must be equal, but one has more tiles, which are empty.
    TileCounts {
        /// The mode, counted from 0.
        mode: usize,
        /// The number of tiles of the first tiling.
        left: usize,
        /// The number of tiles of the second tiling.
        right: usize,
    },
    /// One label names modes that are tiled differently.
    LabelTilings {
        /// The label.
        label: LabelName,
        /// The first tile that differs, counted from 0.
        tile: usize,
        /// The end of the tile in the first tiling.
        left: usize,
        /// The end of the tile in the second tiling.
        right: usize,
    },
    /// One label names modes with different numbers of tiles; the additional tiles are empty.
    LabelTileCounts {
        /// The label.
        label: LabelName,
        /// The number of tiles of the first tiling.
        left: usize,
        /// The number of tiles of the second tiling.
        right: usize,
    },
    /// The number of processes is 0.
    NoProcess {
        /// The number of tiles.
        tiles: usize,
    },
    /// The number of tiles of a block is 0.
    ZeroBlock {
        /// The number of tiles.
        tiles: usize,
        /// The number of processes.
        processes: usize,
    },
    /// A process does not exist.
    ProcessOutOfRange {
        /// The process.
        process: usize,
        /// The number of processes.
        processes: usize,
    },
    /// A process owns fewer tiles.
    LocalOutOfRange {
        /// The process.
        process: usize,
        /// The number of the tile among those of the process.
        local: usize,
        /// The number of tiles that it owns.
        count: usize,
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
    /// A layer does not exist.
    LayerOutOfRange {
        /// The layer, counted from 0.
        layer: usize,
        /// The number of layers.
        layers: usize,
    },
    /// Two nested shapes have different numbers of layers.
    LayerCount {
        /// The number of layers of the first shape.
        left: usize,
        /// The number of layers of the second shape.
        right: usize,
    },
    /// One label names modes of different layers.
    LayerMismatch {
        /// The label.
        label: LabelName,
        /// The layer of the label where it occurs first.
        left: usize,
        /// The other layer.
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
    /// A label names a ragged mode in one place and a smooth one in another.
    RaggedWithSmooth {
        /// The label.
        label: LabelName,
        /// The extent of the smooth mode.
        extent: usize,
        /// A row of the ragged mode that differs, counted from 0.
        row: usize,
        /// Its length.
        length: usize,
    },
    /// A label names two ragged modes whose rows differ.
    ProfileMismatch {
        /// The label.
        label: LabelName,
        /// The first row that differs, counted from 0.
        row: usize,
        /// The length of the row in the first mode.
        left: usize,
        /// The length of the row in the second mode.
        right: usize,
    },
    /// A label names two ragged modes with different numbers of rows.
    ProfileRows {
        /// The label.
        label: LabelName,
        /// The number of rows of the first mode.
        left: usize,
        /// The number of rows of the second mode.
        right: usize,
    },
    /// A label names two ragged modes, or a ragged and a smooth one, whose rows begin at different coordinates.
    ProfileOrigins {
        /// The label.
        label: LabelName,
        /// The first row that differs, counted from 0.
        row: usize,
        /// The origin of the row in the first mode.
        left: usize,
        /// The origin of the row in the second mode.
        right: usize,
    },
    /// A label names two ragged modes that depend on different numbers of labels.
    ProfileParents {
        /// The label.
        label: LabelName,
        /// The number of labels that the first mode depends on.
        left: usize,
        /// The number of labels that the second mode depends on.
        right: usize,
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
    /// A label names a ragged mode without rows, but an extent is required.
    LabelWithoutRows {
        /// The label.
        label: LabelName,
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
    /// A ragged mode would come before the mode that its rows belong to, and some column would not be contiguous.
    RaggedPermutation {
        /// The ragged label.
        label: LabelName,
        /// The label it depends on.
        parent: LabelName,
        /// The first row that is longer than the one before it.
        row: usize,
        /// The length of the row before.
        left: usize,
        /// The length of this row.
        right: usize,
    },
    /// A ragged mode would come before one of several modes that it depends on.
    RaggedOrder {
        /// The ragged label.
        label: LabelName,
        /// A label it depends on, which must come before it.
        parent: LabelName,
    },
    /// A ragged label is kept, but the label that its rows belong to is summed over.
    ParentSummed {
        /// The ragged label.
        label: LabelName,
        /// The label that is missing in the result.
        parent: LabelName,
        /// A row whose length differs from row 0.
        row: usize,
        /// The length of row 0.
        left: usize,
        /// The length of this row.
        right: usize,
    },
    /// The rows of a ragged label begin at different coordinates, and the label that they belong to does not come
    /// before it in the result.
    RaggedOrigin {
        /// The ragged label.
        label: LabelName,
        /// The label it depends on.
        parent: LabelName,
        /// The first row with another origin than row 0.
        row: usize,
        /// The origin of row 0.
        left: usize,
        /// The origin of this row.
        right: usize,
    },
    /// Sums and products are nested too deeply.
    ExpressionDepth {
        /// The depth of the expression.
        depth: usize,
        /// The largest depth.
        most: usize,
    },
    /// One label names modes of different origins.
    OriginMismatch {
        /// The label.
        label: LabelName,
        /// The origin of the first mode.
        left: usize,
        /// The origin of the second mode.
        right: usize,
    },
    /// A text is not a shape.
    Text {
        /// The position of the error, in bytes.
        position: usize,
        /// What is expected there.
        expected: &'static str,
    },
}
