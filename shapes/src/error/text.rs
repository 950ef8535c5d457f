//! What a [`StructureError`] says.

use core::fmt;

use super::StructureError;

impl fmt::Display for StructureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => error.fmt(f),
            Self::FirstOffset { level, found } => write!(
                f,
                "the offsets of level {level} should begin with 0, but begin with {found}"
            ),
            Self::FallingOffset { level, row, from, to } => write!(
                f,
                "row {row} of level {level} begins at offset {from}, but ends before it at {to}"
            ),
            Self::OffsetCount { level, expected, found } => write!(
                f,
                "level {level} should have {expected} offsets, one more than rows, but has {found}"
            ),
            Self::LengthOverflow { level, row, before, length } => write!(
                f,
                "the rows of level {level} are too long: {before} entries before row {row}, which has {length} more"
            ),
            Self::SliceRank { slice, expected, found } => write!(
                f,
                "slice {slice} should have rank {expected} as those before it, but has rank {found}"
            ),
            Self::IndexOutOfBounds { mode, row, index, begin, end } => write!(
                f,
                "index {index} is out of bounds for row {row} of mode {mode}, which spans {begin}..{end}"
            ),
            Self::SliceOutOfBounds { mode, row, first, last, begin, end } => write!(
                f,
                "slice {first}..{last} is out of bounds for row {row} of mode {mode}, which spans {begin}..{end}"
            ),
            Self::TooManyPins { pins, rank } => write!(f, "{pins} pins for a shape of rank {rank}"),
            Self::OriginOverflow { mode, origin, extent } => write!(
                f,
                "mode {mode} of extent {extent} cannot begin at {origin}: its end would not be a `usize`"
            ),
            Self::NotSmooth { mode, row, left, right } => {
                write!(f, "mode {mode} is ragged: row 0 has extent {left}, row {row} has {right}")
            }
            Self::RowOrigins { mode, row, left, right } => {
                write!(f, "mode {mode} is ragged: row 0 begins at {left}, row {row} at {right}")
            }
            Self::NoRows { mode } => write!(f, "mode {mode} has no rows, so its extent is unknown"),
            Self::OffsetOutOfBounds { offset, size } => {
                write!(f, "there is no element {offset} in a shape of {size} elements")
            }
            Self::ZeroTile { mode, extent } => {
                write!(f, "tiles of size 0 do not cover mode {mode} of extent {extent}")
            }
            Self::TilesDoNotCover { mode, covered, extent } => write!(
                f,
                "the tiles of mode {mode} cover {covered} entries, but its extent is {extent}"
            ),
            Self::NoBoundary { mode } => {
                write!(f, "the tiles of mode {mode} have no boundary: the first one is 0")
            }
            Self::FirstBoundary { mode, found } => write!(
                f,
                "the boundaries of mode {mode} should begin with 0, but begin with {found}"
            ),
            Self::FallingBoundary { mode, tile, from, to } => {
                write!(f, "tile {tile} of mode {mode} begins at {from}, but ends before it at {to}")
            }
            Self::TileOutOfRange { mode, tile, tiles } => {
                write!(f, "there is no tile {tile} in mode {mode} of {tiles} tiles")
            }
            Self::TilingExtents { mode, left, right } => {
                write!(f, "two tilings of mode {mode} cover different extents: {left} and {right}")
            }
            Self::TilingsDiffer { mode, tile, left, right } => write!(
                f,
                "tile {tile} of mode {mode} ends at {left} in one tiling and at {right} in the other"
            ),
            Self::TileOverflow { mode, tile, before, size } => write!(
                f,
                "the tiles of mode {mode} are too large: {before} entries before tile {tile}, which has {size} more"
            ),
            Self::NoSuchTile { tile, tiles } => {
                write!(f, "there is no tile {tile} in a shape of {tiles} tiles")
            }
            Self::TileCounts { mode, left, right } => {
                write!(f, "mode {mode} has {left} tiles in one tiling and {right} in the other")
            }
            Self::LabelTilings { label, tile, left, right } => write!(
                f,
                "label `{label}` names modes of different tiles: tile {tile} ends at {left} and at {right}"
            ),
            Self::LabelTileCounts { label, left, right } => {
                write!(f, "label `{label}` names modes of {left} and of {right} tiles")
            }
            Self::LocalOutOfRange { process, local, count } => {
                write!(f, "process {process} has no tile {local}: it owns {count}")
            }
            Self::NoProcess { tiles } => {
                write!(f, "the number of processes is 0, but there are {tiles} tiles")
            }
            Self::ZeroBlock { tiles, processes } => {
                write!(
                    f,
                    "blocks of 0 tiles cannot distribute {tiles} tiles to {processes} processes"
                )
            }
            Self::ProcessOutOfRange { process, processes } => {
                write!(f, "there is no process {process} among {processes}")
            }
            Self::WeightOverflow { tile, before, weight } => write!(
                f,
                "the sum of the weights is too large: {before} before tile {tile} of weight {weight}"
            ),
            Self::TooFewLayers { layers, needed } => write!(
                f,
                "{layers} layers are too few for a jagged shape with {needed} modes outside of its smooth slices"
            ),
            Self::LayerOutOfRange { layer, layers } => {
                write!(f, "there is no layer {layer} in a shape of {layers} layers")
            }
            Self::LayerCount { left, right } => {
                write!(f, "shapes of {left} and {right} layers cannot be composed")
            }
            Self::LayerMismatch { label, left, right } => {
                write!(f, "label `{label}` is in layer {left} and in layer {right}")
            }
            Self::LayerOrder { label, layer, before } => {
                write!(f, "label `{label}` of layer {layer} comes after one of layer {before}")
            }
            Self::LabelSets { label } => write!(
                f,
                "label `{label}` is missing on one side: sums permute modes, and neither add nor drop them"
            ),
            Self::RaggedWithSmooth { label, extent, row, length } => write!(
                f,
                "label `{label}` names a smooth mode of extent {extent} and a ragged one, whose row {row} has {length}"
            ),
            Self::ProfileMismatch { label, row, left, right } => write!(
                f,
                "label `{label}` names ragged modes of different lengths: row {row} has {left} and {right}"
            ),
            Self::ProfileRows { label, left, right } => {
                write!(f, "label `{label}` names ragged modes of {left} and of {right} rows")
            }
            Self::ProfileOrigins { label, row, left, right } => write!(
                f,
                "label `{label}` names ragged modes of different origins: row {row} begins at {left} and at {right}"
            ),
            Self::ProfileParents { label, left, right } => write!(
                f,
                "label `{label}` names ragged modes that depend on {left} and on {right} labels"
            ),
            Self::ProfilePlaces { label, row } => write!(
                f,
                "label `{label}` names ragged modes of the same lengths, but row {row} belongs to other indices in one than in the other"
            ),
            Self::RowsMeet { label, row, length, other_row, other_length } => write!(
                f,
                "label `{label}` should have one length throughout, but row {row} of {length} meets row {other_row} of {other_length}"
            ),
            Self::LabelWithoutRows { label } => write!(
                f,
                "label `{label}` names a ragged mode without rows, so its extent is unknown"
            ),
            Self::RaggedParents { label, left, right } => write!(
                f,
                "label `{label}` depends on `{left}` in one operand and on `{right}` in another, so the result cannot keep it"
            ),
            Self::RaggedPermutation { label, parent, row, left, right } => write!(
                f,
                "label `{label}` depends on `{parent}` and cannot come before it: row {row} of {right} is longer than the row of {left} before it"
            ),
            Self::RaggedOrder { label, parent } => write!(
                f,
                "label `{label}` depends on `{parent}`, which must come before it in the result"
            ),
            Self::ParentSummed { label, parent, row, left, right } => write!(
                f,
                "label `{label}` depends on `{parent}`, which is summed over: row 0 has {left}, row {row} has {right}"
            ),
            Self::RaggedOrigin { label, parent, row, left, right } => write!(
                f,
                "label `{label}` depends on `{parent}`, which must come before it in the result: row 0 begins at {left}, row {row} at {right}"
            ),
            Self::ExpressionDepth { depth, most } => write!(
                f,
                "sums and products are nested {depth} deep, but at most {most} are allowed: `to` computes the shape of a part"
            ),
            Self::OriginMismatch { label, left, right } => {
                write!(f, "label `{label}` names modes that begin at {left} and at {right}")
            }
            Self::Text { position, expected } => {
                write!(f, "{expected} expected at position {position}")
            }
        }
    }
}
