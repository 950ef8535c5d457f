//! [`StructureError`]: what can be wrong with a jagged, tiled or nested shape.

mod convert;
mod text;

use extents::{LabelName, ShapeError};

/// What is wrong with a jagged, tiled or nested shape, with its numbers.
///
/// What can be wrong with any shape is a [`ShapeError`], which stands in [`Shape`](Self::Shape).
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
    /// Something that is wrong with a shape of any kind.
    Shape(ShapeError),
    /// The offsets of a level begin with another number than 0.
    FirstOffset {
        /// The level, which is the mode that the offsets divide, counted from 0.
        level: usize,
        /// The first offset.
        found: usize,
    },
    /// An offset is smaller than the one before it: a row of negative length.
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
    /// A level has another number of offsets than rows and one.
    OffsetCount {
        /// The level, counted from 0.
        level: usize,
        /// The number of offsets that is needed.
        expected: usize,
        /// The number that was given.
        found: usize,
    },
    /// The lengths of the rows add up to more than `isize::MAX`.
    LengthOverflow {
        /// The level, counted from 0.
        level: usize,
        /// The row that is too much, counted from 0.
        row: usize,
        /// What the rows before it add up to.
        before: usize,
        /// Its own length.
        length: usize,
    },
    /// The slices of a jagged shape have unlike ranks.
    SliceRank {
        /// The first slice that differs, counted from 0.
        slice: usize,
        /// The rank of the slices before it.
        expected: usize,
        /// Its rank.
        found: usize,
    },
    /// A coordinate is outside of its row.
    IndexOutOfBounds {
        /// The mode, counted from 0.
        mode: usize,
        /// The row of that mode, counted from 0 over the whole shape; of a mode of smooth slices, the slice.
        row: usize,
        /// The coordinate.
        index: usize,
        /// The first coordinate of the row.
        begin: usize,
        /// One more than the last.
        end: usize,
    },
    /// A range is not within a row.
    SliceOutOfBounds {
        /// The mode, counted from 0.
        mode: usize,
        /// The first row that the range leaves, counted from 0 over the whole shape.
        row: usize,
        /// Where the range begins.
        first: usize,
        /// One more than where it ends.
        last: usize,
        /// The first coordinate of the row.
        begin: usize,
        /// One more than the last.
        end: usize,
    },
    /// More modes are pinned than there are.
    TooManyPins {
        /// The number of pins.
        pins: usize,
        /// The rank of the shape.
        rank: usize,
    },
    /// The origin is so far out that the last coordinate is no number.
    OriginOverflow {
        /// The mode, counted from 0.
        mode: usize,
        /// The first coordinate.
        origin: usize,
        /// The extent.
        extent: usize,
    },
    /// A smooth shape is needed, but the rows of a mode differ.
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
    /// A smooth shape is needed, but the rows of a mode begin at different coordinates.
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
    /// A smooth shape is needed, but no row tells the extent of a mode.
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
    /// A tile size of 0 cannot cover a mode.
    ZeroTile {
        /// The mode, counted from 0.
        mode: usize,
        /// The extent of the mode.
        extent: usize,
    },
    /// Tiles cover another extent than the mode has.
    TilesDoNotCover {
        /// The mode, counted from 0.
        mode: usize,
        /// What the tiles add up to.
        covered: usize,
        /// The extent of the mode.
        extent: usize,
    },
    /// A list of boundaries is empty; even no tile has a first one.
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
        /// The tile that is too much, counted from 0.
        tile: usize,
        /// What the tiles before it add up to.
        before: usize,
        /// Its own size.
        size: usize,
    },
    /// There is no such tile.
    TileOutOfRange {
        /// The mode, counted from 0.
        mode: usize,
        /// The tile.
        tile: usize,
        /// The number of tiles of the mode.
        tiles: usize,
    },
    /// There is no tile of this number.
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
        /// What the first covers.
        left: usize,
        /// What the other covers.
        right: usize,
    },
    /// Two tilings of one mode should be the same, and are not.
    TilingsDiffer {
        /// The mode, counted from 0.
        mode: usize,
        /// The first tile that differs, counted from 0.
        tile: usize,
        /// Where it ends in the first tiling.
        left: usize,
        /// Where it ends in the other.
        right: usize,
    },
    /// Two tilings of one mode should be the same, but one has further, empty tiles.
    TileCounts {
        /// The mode, counted from 0.
        mode: usize,
        /// The tiles of the first.
        left: usize,
        /// The tiles of the other.
        right: usize,
    },
    /// One label names modes that are tiled differently.
    LabelTilings {
        /// The label.
        label: LabelName,
        /// The first tile that differs, counted from 0.
        tile: usize,
        /// Where it ends in the first tiling.
        left: usize,
        /// Where it ends in the other.
        right: usize,
    },
    /// One label names modes of different numbers of tiles; the further ones are empty.
    LabelTileCounts {
        /// The label.
        label: LabelName,
        /// The tiles of the first.
        left: usize,
        /// The tiles of the other.
        right: usize,
    },
    /// Nobody is there to own a tile.
    NoProcess {
        /// The number of tiles.
        tiles: usize,
    },
    /// Blocks of no tiles cannot be dealt out.
    ZeroBlock {
        /// The number of tiles.
        tiles: usize,
        /// The number of processes.
        processes: usize,
    },
    /// There is no such process.
    ProcessOutOfRange {
        /// The process.
        process: usize,
        /// The number of processes.
        processes: usize,
    },
    /// A process does not own as many tiles.
    LocalOutOfRange {
        /// The process.
        process: usize,
        /// The number among its tiles.
        local: usize,
        /// How many it owns.
        count: usize,
    },
    /// The weights of tiles add up to more than a number holds.
    WeightOverflow {
        /// The tile that is too much, counted from 0.
        tile: usize,
        /// What the tiles before it weigh.
        before: u64,
        /// Its own weight.
        weight: u64,
    },
    /// A jagged shape of rank r with smooth slices of rank s has at least r - s layers.
    TooFewLayers {
        /// The number of layers.
        layers: usize,
        /// The least number.
        needed: usize,
    },
    /// There is no such layer.
    LayerOutOfRange {
        /// The layer, counted from 0.
        layer: usize,
        /// The number of layers.
        layers: usize,
    },
    /// Two nested shapes have different numbers of layers.
    LayerCount {
        /// The layers of the first.
        left: usize,
        /// The layers of the other.
        right: usize,
    },
    /// One label names modes of different layers.
    LayerMismatch {
        /// The label.
        label: LabelName,
        /// The layer it stood in first.
        left: usize,
        /// The other layer.
        right: usize,
    },
    /// Layers share out modes from left to right, and a label of the result is out of order.
    LayerOrder {
        /// The label.
        label: LabelName,
        /// Its layer.
        layer: usize,
        /// The layer of the label before it.
        before: usize,
    },
    /// The sides of a sum, or a sum and its result, have different labels.
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
        /// Its length in the first.
        left: usize,
        /// Its length in the other.
        right: usize,
    },
    /// A label names two ragged modes with different numbers of rows.
    ProfileRows {
        /// The label.
        label: LabelName,
        /// The rows of the first.
        left: usize,
        /// The rows of the other.
        right: usize,
    },
    /// A label names two ragged modes, or a ragged and a smooth one, whose rows begin at different coordinates.
    ProfileOrigins {
        /// The label.
        label: LabelName,
        /// The first row that differs, counted from 0.
        row: usize,
        /// Its origin in the first.
        left: usize,
        /// Its origin in the other.
        right: usize,
    },
    /// A label names two ragged modes that depend on different numbers of labels.
    ProfileParents {
        /// The label.
        label: LabelName,
        /// How many the first depends on.
        left: usize,
        /// How many the other depends on.
        right: usize,
    },
    /// A label names two ragged modes whose rows have the same lengths, but belong to different indices.
    ProfilePlaces {
        /// The label.
        label: LabelName,
        /// The first row that belongs to different indices, counted from 0.
        row: usize,
    },
    /// Lengths have to be equal throughout, but two rows that meet differ.
    RowsMeet {
        /// The label.
        label: LabelName,
        /// A row of the first ragged mode, counted from 0.
        row: usize,
        /// Its length.
        length: usize,
        /// The row of the other one that it meets, counted from 0.
        other_row: usize,
        /// The length of that.
        other_length: usize,
    },
    /// A label names a ragged mode without rows, where an extent is needed.
    LabelWithoutRows {
        /// The label.
        label: LabelName,
    },
    /// A ragged label that is kept depends on different labels in two operands.
    RaggedParents {
        /// The label.
        label: LabelName,
        /// What it depends on first.
        left: LabelName,
        /// What it depends on in the other operand.
        right: LabelName,
    },
    /// A ragged mode would stand before the mode that its rows belong to, and some column would not be contiguous.
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
    /// A ragged mode would stand before a mode that it depends on together with others.
    RaggedOrder {
        /// The ragged label.
        label: LabelName,
        /// A label it depends on, which must stand before it.
        parent: LabelName,
    },
    /// A ragged label is kept, but the label that its rows belong to is summed.
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
    /// The rows of a ragged label begin at different coordinates, and the label that they belong to does not stand
    /// before it in the result.
    RaggedOrigin {
        /// The ragged label.
        label: LabelName,
        /// The label it depends on.
        parent: LabelName,
        /// The first row that begins elsewhere than row 0.
        row: usize,
        /// The origin of row 0.
        left: usize,
        /// The origin of this row.
        right: usize,
    },
    /// Sums of products of sums go deeper than an expression may.
    ExpressionDepth {
        /// How deep.
        depth: usize,
        /// How deep they may go.
        most: usize,
    },
    /// One label names modes of different origins.
    OriginMismatch {
        /// The label.
        label: LabelName,
        /// The origin it stood for first.
        left: usize,
        /// The other origin.
        right: usize,
    },
    /// A text is no shape.
    Text {
        /// Where it goes wrong, in bytes.
        position: usize,
        /// What should stand there.
        expected: &'static str,
    },
}
