//! [`DlpackError`]: why a managed tensor is not of a type.

use core::fmt;

use super::element::{DeviceId, ElementType};
use crate::dtype::say_other_type;
use crate::elements::Rejected;
use crate::elements::foreign::bytes::BytesError;
use crate::{DType, ShapeError};

/// An error of a tensor that comes from or goes to another library by DLPack.
///
/// ```
/// use extents::error::DlpackError;
/// let error = DlpackError::Extent { mode: 1, found: -3 };
/// assert_eq!(error.to_string(), "mode 1 should have an extent of at least 0, but has -3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DlpackError {
    /// The pointer to the managed tensor is null.
    NullTensor,
    /// The struct is of a version that is not known.
    Version {
        /// The major version; 1 is known.
        major: u32,
        /// The minor version.
        minor: u32,
    },
    /// The elements are not in the memory of the processor.
    Device(DeviceId),
    /// The elements are of another type.
    ElementType {
        /// The type that is asked for.
        expected: DType,
        /// The type of the elements.
        found: ElementType,
    },
    /// The Rust type has another size than its [`DType`].
    Width {
        /// The type that it says it is.
        dtype: DType,
        /// The size of the Rust type, in bytes.
        found: usize,
    },
    /// DLPack has no code for the type of the elements.
    NoCode(DType),
    /// The rank is negative, or larger than `i32` counts.
    Rank {
        /// The rank.
        found: i64,
    },
    /// There are modes, but the pointer to their extents is null.
    NullExtents {
        /// The number of modes.
        rank: usize,
    },
    /// There are modes, but the pointer to their strides is null, which says row-major up to version 1.1 only.
    NullStrides {
        /// The number of modes.
        rank: usize,
        /// The minor version.
        minor: u32,
    },
    /// An extent is negative, or larger than `usize` counts.
    Extent {
        /// The mode.
        mode: usize,
        /// The extent.
        found: i64,
    },
    /// A stride is larger than `isize` counts.
    Stride {
        /// The mode.
        mode: usize,
        /// The stride.
        found: i64,
    },
    /// There are elements, but the pointer to them is null.
    NullData {
        /// The number of elements.
        elements: usize,
    },
    /// The elements take more bytes than there are addresses before or after the first one.
    Addresses {
        /// The number of elements from the first one in memory to the last, with the gaps between them.
        span: usize,
        /// The size of an element, in bytes.
        width: usize,
    },
    /// The offset to the first element is larger than there are addresses.
    ByteOffset {
        /// The offset, in bytes.
        found: u64,
    },
    /// The first element is at an address where no element of the type can be, or the bytes of an element are not a value of
    /// the type.
    Bytes(BytesError),
    /// The elements may be read, but not written.
    ReadOnly,
    /// Elements of less than a byte take a byte each, which a struct without a version cannot say.
    Padded {
        /// The size of an element, in bits.
        bits: u8,
    },
    /// The extents or the strides are wrong.
    Shape(ShapeError),
}

impl From<ShapeError> for DlpackError {
    fn from(error: ShapeError) -> Self {
        DlpackError::Shape(error)
    }
}

impl From<BytesError> for DlpackError {
    fn from(error: BytesError) -> Self {
        match error {
            BytesError::Shape(error) => DlpackError::Shape(error),
            error => DlpackError::Bytes(error),
        }
    }
}

impl<V, E: Into<DlpackError>> From<Rejected<V, E>> for DlpackError {
    fn from(rejected: Rejected<V, E>) -> Self {
        rejected.error.into()
    }
}

/// As `Display`: it is what a program prints that ends with the error.
impl fmt::Debug for DlpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for DlpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            DlpackError::NullTensor => f.write_str("the pointer to the managed tensor is null"),
            DlpackError::Version { major, minor } => {
                write!(f, "the tensor should be of version 1 of DLPack, but is of {major}.{minor}")
            }
            DlpackError::Device(found) => {
                write!(f, "the elements should be on {}, but are on {found}", DeviceId::HOST)
            }
            DlpackError::ElementType { expected, found } => say_other_type(f, expected, found),
            DlpackError::Width { dtype, found } => write!(
                f,
                "elements of {dtype} take {} bits, but the Rust type takes {}",
                dtype.bits(),
                found.saturating_mul(8)
            ),
            DlpackError::NoCode(dtype) => write!(f, "DLPack has no code for elements of {dtype}"),
            DlpackError::Rank { found } => {
                write!(f, "the rank should be from 0 to {}, but is {found}", i32::MAX)
            }
            DlpackError::NullExtents { rank } => {
                write!(f, "the rank is {rank}, but the pointer to the extents is null")
            }
            DlpackError::NullStrides { rank, minor } => write!(
                f,
                "the rank is {rank}, but the pointer to the strides is null, which version 1.{minor} does not allow"
            ),
            DlpackError::Extent { mode, found: found @ ..0 } => {
                write!(f, "mode {mode} should have an extent of at least 0, but has {found}")
            }
            DlpackError::Extent { mode, found } => {
                write!(f, "mode {mode} has extent {found}, but at most {} fits", usize::MAX)
            }
            DlpackError::Stride { mode, found } => {
                write!(f, "mode {mode} has stride {found}, but at most {} fits", isize::MAX)
            }
            DlpackError::NullData { elements } => {
                write!(f, "there are {elements} elements, but the pointer to them is null")
            }
            DlpackError::Addresses { span, width } => write!(
                f,
                "the elements reach over {span} of {width} bytes each, more than there are addresses there"
            ),
            DlpackError::ByteOffset { found } => write!(
                f,
                "the elements begin {found} bytes after the data, more than there are addresses there"
            ),
            DlpackError::Bytes(error) => error.fmt(f),
            DlpackError::ReadOnly => f.write_str("the elements may be read, but not written"),
            DlpackError::Padded { bits } => write!(
                f,
                "elements of {bits} bits take a byte each, which a tensor without a version cannot say"
            ),
            DlpackError::Shape(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for DlpackError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            DlpackError::Bytes(error) => Some(error),
            DlpackError::Shape(error) => Some(error),
            _ => None,
        }
    }
}
