//! [`XlaError`]: what can be wrong with a shape or a layout of XLA.

use core::fmt;

use super::TileDimension;
use extents::ShapeError;

/// What the number of an [`OutOfBounds`](XlaError::OutOfBounds) counts.
///
/// ```
/// use extents_xla::XlaError;
/// use extents_xla::error::Bounded;
/// let error = XlaError::OutOfBounds { of: Bounded::Dimension, number: 3, limit: 2 };
/// assert_eq!(error.to_string(), "there is no dimension 3 in a shape of rank 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bounded {
    /// A dimension; the limit is the rank.
    Dimension,
    /// An index along a dimension; the limit is its size.
    Index {
        /// The dimension.
        dimension: usize,
    },
    /// A number of a shape index; the limit is the number of parts at that position.
    Part {
        /// The position of the number in the index, counted from 0.
        depth: usize,
    },
}

/// What a [`TooLarge`](XlaError::TooLarge) computes from its two numbers.
///
/// ```
/// use extents_xla::ArrayShape;
/// let shape: ArrayShape = "u8[4]{0:M(18446744073709551615)}".parse()?;
/// assert_eq!(
///     shape.buffer_bytes().unwrap_err().to_string(),
///     "the buffer is too large: 4 bytes after a prefix of 18446744073709551615 bytes",
/// );
/// # Ok::<(), extents_xla::XlaError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Computed {
    /// The elements of the dimensions before one, times its size.
    Dimension {
        /// The dimension.
        dimension: usize,
    },
    /// The elements of what was laid out before, times a size that a tile adds.
    Tile {
        /// The tile, counted from 0.
        tile: usize,
    },
    /// The elements, rounded up to a multiple of the alignment of the tail.
    Tail,
    /// The elements, times the bits of one.
    Bits,
    /// The bytes of the elements, after the bytes of the prefix.
    Prefix,
    /// A stride in elements, times the bits of one.
    Stride {
        /// The dimension.
        dimension: usize,
    },
    /// The parts of a tuple, times the bytes of a pointer.
    Pointers,
}

/// What an operation requires of a shape.
///
/// ```
/// use extents_xla::XlaError;
/// use extents_xla::error::Required;
/// assert_eq!(XlaError::Requires(Required::Tuple).to_string(), "the shape is not a tuple");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Required {
    /// An array: no tuple, token or opaque shape.
    Array,
    /// An array without padding and tiles, or two that are padded and tiled alike.
    Dense,
    /// A layout.
    Layout,
    /// An array that is not sparse, so that the position of an element follows from its index.
    NotSparse,
    /// A tuple.
    Tuple,
}

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
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum XlaError {
    /// An error that any shape can have.
    Shape(ShapeError),
    /// A number does not exist in what it counts. Negative numbers count from the end.
    OutOfBounds {
        /// What the number counts.
        of: Bounded,
        /// The number, which may be negative or more than `i64::MAX`.
        number: i128,
        /// The size, or how many there are.
        limit: usize,
    },
    /// The operation requires another kind of shape.
    Requires(Required),
    /// A text is not a shape.
    Text {
        /// The column of the error, in characters, counted from 1.
        column: usize,
        /// What is expected there.
        expected: &'static str,
    },
    /// A number in a text is too large or too small for 64 bits.
    Number {
        /// The column at which it begins, in characters, counted from 1.
        column: usize,
        /// Whether it is below 0, and so too small.
        is_negative: bool,
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
        /// The dimension of the array, which a split names by its place from the most major one on.
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
    /// Shapes are nested too deeply.
    TooDeep {
        /// The depth of the shape.
        depth: usize,
        /// The largest depth.
        most: usize,
    },
    /// The size of a buffer or a stride exceeds its range.
    TooLarge {
        /// What exceeds it.
        of: Computed,
        /// The first number, which counts elements unless `of` says otherwise.
        elements: usize,
        /// The second number.
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
    /// The tiles of two shapes have different sizes.
    TileMismatch {
        /// The dimension of the tile of the first shape.
        left: TileDimension,
        /// The dimension of the tile of the second shape.
        right: TileDimension,
    },
    /// Two shapes are in different memory spaces.
    MemorySpaceMismatch {
        /// The memory space of the first shape.
        left: i64,
        /// The memory space of the second shape.
        right: i64,
    },
}

/// As `Display`: it is what a program prints that ends with the error.
impl fmt::Debug for XlaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for XlaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => error.fmt(f),
            Self::Text { column, expected } => {
                write!(f, "column {column}: expected {expected}")
            }
            Self::Number { column, is_negative } => {
                let size = if *is_negative { "small" } else { "large" };
                write!(f, "column {column}: this number is too {size}")
            }
            Self::UnknownType { column } => {
                write!(f, "column {column}: no type of elements has this name")
            }
            Self::LayoutRank { part, found, rank } => {
                write!(f, "{part} has {found} entries for a shape of rank {rank}")
            }
            Self::DuplicateDimension { dimension } => {
                write!(f, "dimension {dimension} occurs twice")
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
            Self::SparseTiles => f.write_str("a sparse array cannot have tiles"),
            Self::PhysicalShape => {
                f.write_str("only a sparse array has a physical shape, which has none itself")
            }
            Self::FractionalByteStride { dimension, elements, bits } => write!(
                f,
                "dimension {dimension}: a stride of {elements} elements of {bits} bits is not a whole number of bytes"
            ),
            Self::TooDeep { depth, most } => {
                write!(f, "shapes can be nested at most {most} deep, but this one is {depth} deep")
            }
            Self::TooLarge { of, elements, size } => {
                f.write_str(match of {
                    Computed::Stride { .. } => "the stride is too large: ",
                    Computed::Pointers => "the table is too large: ",
                    _ => "the buffer is too large: ",
                })?;
                match of {
                    Computed::Dimension { dimension } => {
                        write!(f, "{elements} elements before dimension {dimension}, times {size}")
                    }
                    Computed::Tile { tile } => {
                        write!(f, "{elements} elements, times {size} of tile {tile}")
                    }
                    Computed::Tail => {
                        write!(f, "{elements} elements, rounded up to a multiple of {size}")
                    }
                    Computed::Bits => write!(f, "{elements} elements of {size} bits"),
                    Computed::Prefix => {
                        write!(f, "{elements} bytes after a prefix of {size} bytes")
                    }
                    Computed::Stride { dimension } => {
                        write!(f, "{elements} elements of {size} bits along dimension {dimension}")
                    }
                    Computed::Pointers => write!(f, "{elements} pointers of {size} bytes"),
                }
            }
            Self::LinearOutOfBounds { linear, allocated } => {
                write!(f, "position {linear} is out of bounds for a buffer of {allocated} elements")
            }
            Self::Incompatible { what, left, right } => {
                write!(f, "the shapes differ in {what}: {left} and {right}")
            }
            Self::TileMismatch { left, right } => {
                write!(f, "the shapes differ in the size of a tile: {left} and {right}")
            }
            Self::MemorySpaceMismatch { left, right } => {
                write!(f, "the shapes differ in the memory they lie in: {left} and {right}")
            }
            Self::OutOfBounds { of, number, limit } => match of {
                Bounded::Dimension => {
                    write!(f, "there is no dimension {number} in a shape of rank {limit}")
                }
                Bounded::Index { dimension } => write!(
                    f,
                    "index {number} is out of bounds for dimension {dimension} of size {limit}"
                ),
                Bounded::Part { depth } => write!(
                    f,
                    "number {depth} of the shape index is {number}, but there are {limit} shapes"
                ),
            },
            Self::Requires(required) => f.write_str(match required {
                Required::Array => "the shape is not an array",
                Required::Dense => "the arrays are padded or tiled, and not alike",
                Required::Layout => "the shape has no layout",
                Required::NotSparse => {
                    "the array is sparse: the position of an element does not follow from its index"
                }
                Required::Tuple => "the shape is not a tuple",
            }),
        }
    }
}

impl core::error::Error for XlaError {}

impl From<ShapeError> for XlaError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}
