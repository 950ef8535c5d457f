//! What a [`StructureError`] says.

use core::fmt;

use extents::error::Place;

use super::{Compared, Item, Need, Pieces, StructureError};

/// As `Display`: it is what a program prints that ends with the error.
impl fmt::Debug for StructureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for StructureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => error.fmt(f),
            Self::IndexOutOfBounds { mode, row, index, begin, end } => write!(
                f,
                "index {index} is out of bounds for row {row} of mode {mode}, which spans {begin}..{end}"
            ),
            Self::SliceOutOfBounds { mode, row, first, last, begin, end } => write!(
                f,
                "slice {first}..{last} is out of bounds for row {row} of mode {mode}, which spans {begin}..{end}"
            ),
            Self::TooManyPins { pins, rank } => write!(f, "{pins} pins for a shape of rank {rank}"),
            Self::SliceRank { slice, expected, found } => write!(
                f,
                "slice {slice} should have rank {expected} as those before it, but has rank {found}"
            ),
            Self::OriginOverflow { mode, origin, extent } => write!(
                f,
                "mode {mode} of extent {extent} cannot begin at {origin}: its end would not be a `usize`"
            ),
            Self::TilesDoNotCover { mode, covered, extent } => write!(
                f,
                "the tiles of mode {mode} cover {covered} entries, but its extent is {extent}"
            ),
            Self::WeightOverflow { tile, before, weight } => write!(
                f,
                "the sum of the weights is too large: {before} before tile {tile} of weight {weight}"
            ),
            Self::TooFewLayers { layers, needed } => write!(
                f,
                "{layers} layers are too few for a jagged shape with {needed} modes outside of its smooth slices"
            ),
            Self::LayerCount { left, right } => {
                write!(f, "shapes of {left} and {right} layers cannot be composed")
            }
            Self::LayerOrder { label, layer, before } => {
                write!(f, "label `{label}` of layer {layer} comes after one of layer {before}")
            }
            Self::LabelSets { label } => write!(
                f,
                "label `{label}` is missing on one side: sums permute modes, and neither add nor drop them"
            ),
            Self::ProfilePlaces { label, row } => write!(
                f,
                "label `{label}` names ragged modes of the same lengths, but row {row} belongs to other indices in one than in the other"
            ),
            Self::RowsMeet { label, row, length, other_row, other_length } => write!(
                f,
                "label `{label}` should have one length throughout, but row {row} of {length} meets row {other_row} of {other_length}"
            ),
            Self::RaggedParents { label, left, right } => write!(
                f,
                "label `{label}` depends on `{left}` in one operand and on `{right}` in another, so the result cannot keep it"
            ),
            Self::RaggedOrder { label, parent } => write!(
                f,
                "label `{label}` depends on `{parent}`, which must come before it in the result"
            ),
            Self::ExpressionDepth { depth, most } => write!(
                f,
                "sums and products are nested {depth} deep, but at most {most} are allowed: `to` computes the shape of a part"
            ),
            Self::FirstBoundary { of: Pieces::Rows, mode, found } => {
                write!(f, "the offsets of level {mode} should begin with 0, but begin with {found}")
            }
            Self::FirstBoundary { of: Pieces::Tiles, mode, found } => write!(
                f,
                "the boundaries of mode {mode} should begin with 0, but begin with {found}"
            ),
            Self::FallingBoundary { of: Pieces::Rows, mode, piece, from, to } => write!(
                f,
                "row {piece} of level {mode} begins at offset {from}, but ends before it at {to}"
            ),
            Self::FallingBoundary { of: Pieces::Tiles, mode, piece, from, to } => {
                write!(
                    f,
                    "tile {piece} of mode {mode} begins at {from}, but ends before it at {to}"
                )
            }
            Self::BoundaryCount { of: Pieces::Rows, mode, expected, found } => write!(
                f,
                "level {mode} should have {expected} offsets, one more than rows, but has {found}"
            ),
            Self::BoundaryCount { of: Pieces::Tiles, mode, expected, found } => write!(
                f,
                "the tiles of mode {mode} should have {expected} boundary or more, but have {found}: the first one is 0"
            ),
            Self::SumOverflow { of: Pieces::Rows, mode, piece, before, size } => write!(
                f,
                "the rows of level {mode} are too long: {before} entries before row {piece}, which has {size} more"
            ),
            Self::SumOverflow { of: Pieces::Tiles, mode, piece, before, size } => write!(
                f,
                "the tiles of mode {mode} are too large: {before} entries before tile {piece}, which has {size} more"
            ),
            Self::Mismatch { place: Place::Label(label), of, left, right } => {
                write!(f, "label `{label}` ")?;
                names(f, *of, *left, *right)
            }
            Self::Mismatch { place: Place::Mode(mode), of, left, right } => {
                one_mode(f, *mode, *of, *left, *right)
            }
            Self::Mismatch { place, of, left, right } => {
                write!(f, "{place:?} ")?;
                names(f, *of, *left, *right)
            }
            Self::OutOfRange { of, number, count } => match of {
                Item::Element => {
                    write!(f, "there is no element {number} in a shape of {count} elements")
                }
                Item::Layer => write!(f, "there is no layer {number} in a shape of {count} layers"),
                Item::Process => write!(f, "there is no process {number} among {count}"),
                Item::Tile => write!(f, "there is no tile {number} in a shape of {count} tiles"),
                Item::TileOfMode { mode } => {
                    write!(f, "there is no tile {number} in mode {mode} of {count} tiles")
                }
                Item::TileOfProcess { process } => {
                    write!(f, "process {process} has no tile {number}: it owns {count}")
                }
            },
            Self::NoRows { place: Place::Label(label) } => write!(
                f,
                "label `{label}` names a ragged mode without rows, so its extent is unknown"
            ),
            Self::NoRows { place: Place::Mode(mode) } => {
                write!(f, "mode {mode} has no rows, so its extent is unknown")
            }
            Self::NoRows { place } => write!(f, "{place:?} has no rows, so its extent is unknown"),
            Self::NoDistribution { tiles, processes: 0 } => {
                write!(f, "the number of processes is 0, but there are {tiles} tiles")
            }
            Self::NoDistribution { tiles, processes } => write!(
                f,
                "blocks of 0 tiles cannot distribute {tiles} tiles to {processes} processes"
            ),
            Self::ParentNeeded { label, parent, by, row, left, right } => {
                write!(f, "label `{label}` depends on `{parent}`")?;
                match by {
                    Need::Length => {
                        write!(f, ", which is summed over: row 0 has {left}, row {row} has {right}")
                    }
                    Need::Origin => write!(
                        f,
                        ", which must come before it in the result: row 0 begins at {left}, row {row} at {right}"
                    ),
                    Need::Order => write!(
                        f,
                        " and cannot come before it: row {row} of {right} is longer than the row of {left} before it"
                    ),
                }
            }
        }
    }
}

/// What modes have that one label names, after the label.
fn names(f: &mut fmt::Formatter<'_>, of: Compared, left: usize, right: usize) -> fmt::Result {
    match of {
        Compared::RowLength { row } => {
            write!(f, "names ragged modes of different lengths: row {row} has {left} and {right}")
        }
        Compared::RowOrigin { row } => write!(
            f,
            "names ragged modes of different origins: row {row} begins at {left} and at {right}"
        ),
        Compared::SmoothLength { row } => write!(
            f,
            "names a smooth mode of extent {left} and a ragged one, whose row {row} has {right}"
        ),
        Compared::Rows => write!(f, "names ragged modes of {left} and of {right} rows"),
        Compared::Parents => {
            write!(f, "names ragged modes that depend on {left} and on {right} labels")
        }
        Compared::TileEnd { tile } => {
            write!(f, "names modes of different tiles: tile {tile} ends at {left} and at {right}")
        }
        Compared::Tiles => write!(f, "names modes of {left} and of {right} tiles"),
        Compared::TiledExtent => write!(f, "names modes tiled to extents {left} and {right}"),
        Compared::Layer => write!(f, "is in layer {left} and in layer {right}"),
        Compared::Origin => write!(f, "names modes that begin at {left} and at {right}"),
    }
}

/// What one mode has, in two rows or in two tilings.
fn one_mode(
    f: &mut fmt::Formatter<'_>,
    mode: usize,
    of: Compared,
    left: usize,
    right: usize,
) -> fmt::Result {
    match of {
        Compared::RowLength { row } | Compared::SmoothLength { row } => {
            write!(f, "mode {mode} is ragged: row 0 has extent {left}, row {row} has {right}")
        }
        Compared::RowOrigin { row } => {
            write!(f, "mode {mode} is ragged: row 0 begins at {left}, row {row} at {right}")
        }
        Compared::TileEnd { tile } => write!(
            f,
            "tile {tile} of mode {mode} ends at {left} in one tiling and at {right} in the other"
        ),
        Compared::Tiles => {
            write!(f, "mode {mode} has {left} tiles in one tiling and {right} in the other")
        }
        Compared::TiledExtent => {
            write!(f, "two tilings of mode {mode} cover different extents: {left} and {right}")
        }
        Compared::Rows | Compared::Parents | Compared::Layer | Compared::Origin => {
            write!(f, "mode {mode} ")?;
            names(f, of, left, right)
        }
    }
}
