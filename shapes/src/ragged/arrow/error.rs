//! [`RaggedColumnError`]: why a column of Arrow is not a ragged tensor, or the other way.

use core::fmt;

use crate::StructureError;
use extents::ShapeError;
use extents::error::ColumnError;

/// An error of a ragged tensor that comes from or goes to a column of Arrow.
///
/// ```
/// use extents_shapes::error::RaggedColumnError;
/// let error = RaggedColumnError::Elements { tensor: 3, expected: 6, found: 5 };
/// assert_eq!(error.to_string(), "the shape of tensor 3 has 6 elements, but there are 5");
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RaggedColumnError {
    /// The column is of another type, or has nulls.
    Column(ColumnError),
    /// The shape is too large, or is none.
    Structure(StructureError),
    /// A slice along mode 0 is not smooth, so that it is no tensor of Arrow.
    Jagged {
        /// The slice.
        tensor: usize,
        /// Which of its rows differ.
        error: StructureError,
    },
    /// A mode does not begin at 0, as all do in Arrow.
    Origin {
        /// The mode.
        mode: usize,
        /// The row of the mode.
        row: usize,
        /// Where it begins.
        origin: usize,
    },
    /// An extent of a tensor is negative.
    Extent {
        /// The tensor.
        tensor: usize,
        /// The mode in memory.
        mode: usize,
        /// The extent.
        found: i32,
    },
    /// An extent of a tensor is not the one that the type states for all of them.
    Uniform {
        /// The tensor.
        tensor: usize,
        /// The mode in memory.
        mode: usize,
        /// The extent that the type states.
        expected: usize,
        /// The extent of the tensor.
        found: usize,
    },
    /// A tensor has another number of elements than its shape.
    Elements {
        /// The tensor.
        tensor: usize,
        /// The number of elements of its shape.
        expected: usize,
        /// The number of elements in the list.
        found: usize,
    },
    /// A column without tensors, which takes no room for the extents of its modes, has more of them than are made room for.
    Rank {
        /// The number of modes.
        found: usize,
        /// The most that are read.
        most: usize,
    },
    /// The elements of a tensor end before they begin.
    Offsets {
        /// The tensor.
        tensor: usize,
        /// Where they begin.
        begin: i32,
        /// Where they end.
        end: i32,
    },
}

impl From<ColumnError> for RaggedColumnError {
    fn from(error: ColumnError) -> Self {
        RaggedColumnError::Column(error)
    }
}

impl From<StructureError> for RaggedColumnError {
    fn from(error: StructureError) -> Self {
        RaggedColumnError::Structure(error)
    }
}

impl From<ShapeError> for RaggedColumnError {
    fn from(error: ShapeError) -> Self {
        RaggedColumnError::Structure(error.into())
    }
}

impl<V, E: Into<RaggedColumnError>> From<extents::error::Rejected<V, E>> for RaggedColumnError {
    fn from(rejected: extents::error::Rejected<V, E>) -> Self {
        rejected.error.into()
    }
}

/// As `Display`: it is what a program prints that ends with the error.
impl fmt::Debug for RaggedColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for RaggedColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Column(error) => error.fmt(f),
            Self::Structure(error) => error.fmt(f),
            Self::Jagged { tensor, error } => {
                write!(
                    f,
                    "slice {tensor} along mode 0 is not smooth, as tensors of Arrow are: {error}"
                )
            }
            Self::Origin { mode, row, origin } => write!(
                f,
                "row {row} of mode {mode} begins at {origin}, but in Arrow all modes begin at 0"
            ),
            Self::Extent { tensor, mode, found } => write!(
                f,
                "mode {mode} of tensor {tensor} should have an extent of at least 0, but has {found}"
            ),
            Self::Rank { found, most } => write!(
                f,
                "a column without tensors states {found} modes, but at most {most} are read where no tensor has them"
            ),
            Self::Uniform { tensor, mode, expected, found } => write!(
                f,
                "mode {mode} of tensor {tensor} should have extent {expected}, as the type states, but has {found}"
            ),
            Self::Elements { tensor, expected, found } => {
                write!(
                    f,
                    "the shape of tensor {tensor} has {expected} elements, but there are {found}"
                )
            }
            Self::Offsets { tensor, begin, end } => {
                write!(f, "the elements of tensor {tensor} begin at {begin}, but end at {end}")
            }
        }
    }
}

impl core::error::Error for RaggedColumnError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Column(error) => Some(error),
            Self::Structure(error) | Self::Jagged { error, .. } => Some(error),
            _ => None,
        }
    }
}
