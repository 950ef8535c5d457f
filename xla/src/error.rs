//! [`XlaError`]: what can be wrong with a shape or a layout of XLA.

use core::fmt;

use extents::ShapeError;

/// What is wrong with a shape or a layout, with its numbers.
///
/// A text that is no shape gives a [`TextError`](super::TextError), which adds the column.
///
/// ```
/// use extents_xla::{Layout, Shape};
/// let error = Layout::new([0, 0]).unwrap_err();
/// assert_eq!(error.to_string(), "dimension 0 stands twice");
/// let error = "f32[2,".parse::<Shape>().unwrap_err();
/// assert_eq!(error.to_string(), "column 7: a dimension should stand here");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum XlaError {
    /// What can be wrong with any shape.
    Shape(ShapeError),
    /// A text is no shape.
    Text {
        /// Where it goes wrong, in characters, counted from 1.
        column: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// A number in a text is too large.
    Number {
        /// Where it begins, in characters, counted from 1.
        column: usize,
    },
    /// A text names an unknown type of elements.
    UnknownType {
        /// Where the name begins, in characters, counted from 1.
        column: usize,
    },
    /// Something in a layout has another length than the shape has dimensions.
    LayoutRank {
        /// Which part of the layout.
        part: &'static str,
        /// Its length.
        found: usize,
        /// The number of dimensions.
        rank: usize,
    },
    /// A dimension stands twice in a list.
    DuplicateDimension {
        /// The dimension.
        dimension: usize,
    },
    /// There is no such dimension; negative ones count from the end.
    DimensionOutOfRange {
        /// The dimension.
        dimension: i64,
        /// The number of dimensions.
        rank: usize,
    },
    /// A dimension is padded to less than its size.
    PaddingTooSmall {
        /// The dimension.
        dimension: usize,
        /// What it is padded to.
        padded: usize,
        /// Its size.
        size: usize,
    },
    /// A tile has a dimension of size 0.
    ZeroTile {
        /// The tile, counted from 0.
        tile: usize,
        /// The dimension of the tile.
        dimension: usize,
    },
    /// A `*` stands at the end of a tile: it has no dimension to combine with.
    CombineAtEnd {
        /// The tile, counted from 0.
        tile: usize,
    },
    /// An alignment of 0 elements.
    ZeroAlignment,
    /// Split indices do not rise, or leave their dimension.
    SplitIndex {
        /// The dimension.
        dimension: usize,
        /// The index.
        index: usize,
        /// The size of the dimension.
        size: usize,
    },
    /// A dimension has no bound.
    Unbounded {
        /// The dimension.
        dimension: usize,
    },
    /// A dense level has indices that may repeat or have no order.
    DenseLevel {
        /// The dimension.
        dimension: usize,
    },
    /// The array is sparse, so no place follows from an index.
    Sparse,
    /// A sparse array has tiles.
    SparseTiles,
    /// A shape in memory stands for an array that is not sparse, or within another one.
    PhysicalShape,
    /// A stride has a fraction of a byte.
    FractionalByteStride {
        /// The dimension.
        dimension: usize,
        /// The stride, in elements.
        elements: usize,
        /// The bits of an element.
        bits: usize,
    },
    /// An array is needed, and the shape is a tuple, a token or opaque.
    NotAnArray,
    /// A tuple is needed, and the shape is an array, a token or opaque.
    NotATuple,
    /// An array without padding and tiles is needed, or two that are padded and tiled alike.
    NotDense,
    /// A shape index leads to nothing.
    ShapeIndex {
        /// At which of its numbers.
        depth: usize,
        /// That number.
        index: i64,
        /// How many there are.
        count: usize,
    },
    /// Shapes lie in too many others.
    TooDeep {
        /// The depth that the shape would have.
        depth: usize,
        /// The largest depth.
        most: usize,
    },
    /// A layout is needed, and the shape has none.
    NoLayout,
    /// A buffer would be larger than a `usize` can say.
    TooLarge {
        /// The dimension that is too much, or the rank for what comes behind them.
        dimension: usize,
        /// The elements before it.
        elements: usize,
        /// Its size.
        size: usize,
    },
    /// An index is out of bounds.
    IndexOutOfBounds {
        /// The dimension.
        dimension: usize,
        /// The index.
        index: i64,
        /// The size of the dimension.
        size: usize,
    },
    /// A position is not in the buffer.
    LinearOutOfBounds {
        /// The position, in elements.
        linear: usize,
        /// The elements that the buffer holds.
        allocated: usize,
    },
    /// Two shapes do not go together.
    Incompatible {
        /// What is different.
        what: &'static str,
        /// A number of the one.
        left: usize,
        /// The number of the other.
        right: usize,
    },
}

impl fmt::Display for XlaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => error.fmt(f),
            Self::Text { column, expected } => {
                write!(f, "column {column}: {expected} should stand here")
            }
            Self::Number { column } => write!(f, "column {column}: this number is too large"),
            Self::UnknownType { column } => {
                write!(f, "column {column}: no type of elements has this name")
            }
            Self::LayoutRank { part, found, rank } => {
                write!(f, "{part} has {found} entries for a shape of rank {rank}")
            }
            Self::DuplicateDimension { dimension } => {
                write!(f, "dimension {dimension} stands twice")
            }
            Self::DimensionOutOfRange { dimension, rank } => {
                write!(f, "there is no dimension {dimension} in a shape of rank {rank}")
            }
            Self::PaddingTooSmall { dimension, padded, size } => {
                write!(f, "dimension {dimension} of size {size} cannot be padded to {padded}")
            }
            Self::ZeroTile { tile, dimension } => {
                write!(f, "dimension {dimension} of tile {tile} has size 0")
            }
            Self::CombineAtEnd { tile } => {
                write!(f, "tile {tile} ends with `*`, which has no dimension to combine with")
            }
            Self::ZeroAlignment => f.write_str("the tail cannot be padded to a multiple of 0"),
            Self::SplitIndex { dimension, index, size } => write!(
                f,
                "split index {index} does not rise within dimension {dimension} of size {size}"
            ),
            Self::Unbounded { dimension } => write!(f, "dimension {dimension} has no bound"),
            Self::DenseLevel { dimension } => {
                write!(f, "dimension {dimension} is dense: its indices occur once and in order")
            }
            Self::Sparse => f.write_str("the array is sparse: no place follows from an index"),
            Self::SparseTiles => f.write_str("a sparse array cannot have tiles"),
            Self::PhysicalShape => {
                f.write_str("only a sparse array has a physical shape, which has none itself")
            }
            Self::FractionalByteStride { dimension, elements, bits } => write!(
                f,
                "dimension {dimension}: a stride of {elements} elements of {bits} bits is no whole number of bytes"
            ),
            Self::NotAnArray => f.write_str("the shape is no array"),
            Self::NotATuple => f.write_str("the shape is no tuple"),
            Self::NotDense => {
                f.write_str("padding or tiles stand in the way: the arrays are not laid out alike")
            }
            Self::ShapeIndex { depth, index, count } => {
                write!(
                    f,
                    "number {depth} of the shape index is {index}, but there are {count} shapes"
                )
            }
            Self::TooDeep { depth, most } => {
                write!(f, "shapes lie in at most {most} others, but here in {depth}")
            }
            Self::NoLayout => f.write_str("the shape has no layout"),
            Self::TooLarge { dimension, elements, size } => write!(
                f,
                "the buffer is too large: {elements} elements before dimension {dimension}, times {size}"
            ),
            Self::IndexOutOfBounds { dimension, index, size } => {
                write!(f, "index {index} is out of bounds for dimension {dimension} of size {size}")
            }
            Self::LinearOutOfBounds { linear, allocated } => {
                write!(f, "there is no position {linear} in a buffer of {allocated} elements")
            }
            Self::Incompatible { what, left, right } => {
                write!(f, "the shapes differ in {what}: {left} and {right}")
            }
        }
    }
}

impl core::error::Error for XlaError {}

impl From<ShapeError> for XlaError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}
