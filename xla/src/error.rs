//! [`XlaError`]: what can be wrong with a shape or a layout of XLA.

use core::fmt;

use extents::ShapeError;

/// An error of an operation on shapes and layouts of XLA, with its numbers.
///
/// Parsing returns a [`TextError`](super::TextError), which adds the column.
///
/// ```
/// use extents_xla::{Layout, Shape};
/// let error = Layout::new([0, 0]).unwrap_err();
/// assert_eq!(error.to_string(), "dimension 0 occurs twice");
/// let error = "f32[2,".parse::<Shape>().unwrap_err();
/// assert_eq!(error.to_string(), "column 7: expected a dimension");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum XlaError {
    /// An error that any shape can have.
    Shape(ShapeError),
    /// A text is not a shape.
    Text {
        /// The column of the error, in characters, counted from 1.
        column: usize,
        /// What is expected there.
        expected: &'static str,
    },
    /// A number in a text is too large.
    Number {
        /// The column at which it begins, in characters, counted from 1.
        column: usize,
    },
    /// A text names an unknown type of elements.
    UnknownType {
        /// The column at which the name begins, in characters, counted from 1.
        column: usize,
    },
    /// The length of a part of a layout is not the number of dimensions.
    LayoutRank {
        /// The part of the layout.
        part: &'static str,
        /// Its length.
        found: usize,
        /// The number of dimensions.
        rank: usize,
    },
    /// A dimension occurs twice in a list.
    DuplicateDimension {
        /// The dimension.
        dimension: usize,
    },
    /// A dimension does not exist. Negative numbers count from the end.
    DimensionOutOfRange {
        /// The dimension.
        dimension: i64,
        /// The number of dimensions.
        rank: usize,
    },
    /// The padded size of a dimension is less than its size.
    PaddingTooSmall {
        /// The dimension.
        dimension: usize,
        /// Its padded size.
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
    /// A tile ends with `*`, which has no dimension to combine with.
    CombineAtEnd {
        /// The tile, counted from 0.
        tile: usize,
    },
    /// An alignment is 0.
    ZeroAlignment,
    /// Split indices do not increase, or are out of bounds of their dimension.
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
    /// A dense level is marked as not unique or not ordered.
    DenseLevel {
        /// The dimension.
        dimension: usize,
    },
    /// The array is sparse, so the position of an element does not follow from its index.
    Sparse,
    /// A sparse array has tiles.
    SparseTiles,
    /// A physical shape is given for an array that is not sparse, or within another physical shape.
    PhysicalShape,
    /// A stride is not a whole number of bytes.
    FractionalByteStride {
        /// The dimension.
        dimension: usize,
        /// The stride, in elements.
        elements: usize,
        /// The number of bits of an element.
        bits: usize,
    },
    /// An array is required, but the shape is a tuple, a token or opaque.
    NotAnArray,
    /// A tuple is required, but the shape is an array, a token or opaque.
    NotATuple,
    /// An array without padding and tiles is required, or two that are padded and tiled alike.
    NotDense,
    /// A shape index leads to no shape.
    ShapeIndex {
        /// The position of the invalid number in the index, counted from 0.
        depth: usize,
        /// The invalid number.
        index: i64,
        /// The number of parts at that position.
        count: usize,
    },
    /// Shapes are nested too deeply.
    TooDeep {
        /// The depth of the shape.
        depth: usize,
        /// The largest depth.
        most: usize,
    },
    /// A layout is required, but the shape has none.
    NoLayout,
    /// The size of a buffer exceeds the range of `usize`.
    TooLarge {
        /// The dimension at which it does, or the rank for what is added after all dimensions.
        dimension: usize,
        /// The number of elements before it.
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
    /// A position is out of bounds of the buffer.
    LinearOutOfBounds {
        /// The position, in elements.
        linear: usize,
        /// The number of elements that the buffer holds.
        allocated: usize,
    },
    /// Two shapes are incompatible.
    Incompatible {
        /// What differs.
        what: &'static str,
        /// The number of the first shape.
        left: usize,
        /// The number of the second shape.
        right: usize,
    },
}

impl fmt::Display for XlaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => error.fmt(f),
            Self::Text { column, expected } => {
                write!(f, "column {column}: expected {expected}")
            }
            Self::Number { column } => write!(f, "column {column}: this number is too large"),
            Self::UnknownType { column } => {
                write!(f, "column {column}: no type of elements has this name")
            }
            Self::LayoutRank { part, found, rank } => {
                write!(f, "{part} has {found} entries for a shape of rank {rank}")
            }
            Self::DuplicateDimension { dimension } => {
                write!(f, "dimension {dimension} occurs twice")
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
            Self::ZeroAlignment => f.write_str("the alignment of the tail is 0"),
            Self::SplitIndex { dimension, index, size } => write!(
                f,
                "split index {index} is not increasing, or out of bounds for dimension {dimension} of size {size}"
            ),
            Self::Unbounded { dimension } => write!(f, "dimension {dimension} has no bound"),
            Self::DenseLevel { dimension } => {
                write!(
                    f,
                    "dimension {dimension} is dense, so its indices must be unique and ordered"
                )
            }
            Self::Sparse => f.write_str(
                "the array is sparse: the position of an element does not follow from its index",
            ),
            Self::SparseTiles => f.write_str("a sparse array cannot have tiles"),
            Self::PhysicalShape => {
                f.write_str("only a sparse array has a physical shape, which has none itself")
            }
            Self::FractionalByteStride { dimension, elements, bits } => write!(
                f,
                "dimension {dimension}: a stride of {elements} elements of {bits} bits is not a whole number of bytes"
            ),
            Self::NotAnArray => f.write_str("the shape is not an array"),
            Self::NotATuple => f.write_str("the shape is not a tuple"),
            Self::NotDense => f.write_str("the arrays are padded or tiled, and not alike"),
            Self::ShapeIndex { depth, index, count } => {
                write!(
                    f,
                    "number {depth} of the shape index is {index}, but there are {count} shapes"
                )
            }
            Self::TooDeep { depth, most } => {
                write!(f, "shapes can be nested at most {most} deep, but this one is {depth} deep")
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
                write!(f, "position {linear} is out of bounds for a buffer of {allocated} elements")
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
