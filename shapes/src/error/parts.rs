//! What the fields of a [`StructureError`](super::StructureError) name.

/// What a mode is divided into, by offsets or boundaries.
///
/// ```
/// use extents_shapes::error::Pieces;
/// use extents_shapes::{ModeTiling, StructureError};
/// let error = ModeTiling::from_boundaries([1, 4]).unwrap_err();
/// assert_eq!(error, StructureError::FirstBoundary { of: Pieces::Tiles, mode: 0, found: 1 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pieces {
    /// The rows of a level of a jagged shape.
    Rows,
    /// The tiles of a mode.
    Tiles,
}

/// What a [`Mismatch`](super::StructureError::Mismatch) compared.
///
/// ```
/// use extents::error::Place;
/// use extents_shapes::StructureError;
/// use extents_shapes::error::Compared;
/// let (place, of) = (Place::Mode(1), Compared::RowLength { row: 2 });
/// let error = StructureError::Mismatch { place, of, left: 3, right: 4 };
/// assert_eq!(error.to_string(), "mode 1 is ragged: row 0 has extent 3, row 2 has 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Compared {
    /// The lengths of a row: of a mode that should be smooth with row 0, of two ragged modes with each other.
    RowLength {
        /// The first row that differs, counted from 0.
        row: usize,
    },
    /// Where a row begins, compared as its length is.
    RowOrigin {
        /// The first row that differs, counted from 0.
        row: usize,
    },
    /// The extent of a smooth mode with the length of a row of a ragged one.
    SmoothLength {
        /// The first row that differs, counted from 0.
        row: usize,
    },
    /// The numbers of rows.
    Rows,
    /// The numbers of labels that ragged modes depend on.
    Parents,
    /// The ends of a tile in two tilings.
    TileEnd {
        /// The first tile that differs, counted from 0.
        tile: usize,
    },
    /// The numbers of tiles; the additional ones are empty.
    Tiles,
    /// The extents that two tilings cover.
    TiledExtent,
    /// The layers of a nested shape.
    Layer,
    /// Where modes begin.
    Origin,
}

/// What the number of an [`OutOfRange`](super::StructureError::OutOfRange) counts.
///
/// ```
/// use extents_shapes::StructureError;
/// use extents_shapes::error::Item;
/// let error = StructureError::OutOfRange { of: Item::Layer, number: 2, count: 2 };
/// assert_eq!(error.to_string(), "there is no layer 2 in a shape of 2 layers");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Item {
    /// An element, by its offset.
    Element,
    /// A layer of a nested shape.
    Layer,
    /// A process.
    Process,
    /// A tile, counted over the whole grid.
    Tile,
    /// A tile along a mode.
    TileOfMode {
        /// The mode, counted from 0.
        mode: usize,
    },
    /// A tile among those that a process owns.
    TileOfProcess {
        /// The process.
        process: usize,
    },
}

/// Why a ragged label of the result needs the label that its rows belong to.
///
/// ```
/// use extents_shapes::error::Need;
/// assert_ne!(Need::Length, Need::Order);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Need {
    /// The label is summed over, but rows have different lengths.
    Length,
    /// The rows begin at different coordinates.
    Origin,
    /// Some column would not be contiguous, because a row is longer than the one before it.
    Order,
}
