//! [`ColumnError`]: why a column of Arrow is not a tensor of a type.

use alloc::boxed::Box;
use core::fmt;

use crate::dtype::{say_other_type, say_other_width};
use crate::elements::Rejected;
use crate::elements::foreign::bytes::BytesError;
use crate::{DType, ShapeError};

/// An error of tensors that come from or go to a column of Arrow.
///
/// ```
/// use extents::error::ColumnError;
/// let error = ColumnError::ListSize { expected: 6, found: 5 };
/// assert_eq!(error.to_string(), "a tensor of the shape has 6 elements, but a list has 5");
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnError {
    /// The field is of another extension type, or of none.
    ExtensionType {
        /// The name of the type.
        expected: &'static str,
        /// The name of the type of the field.
        found: Option<Box<str>>,
    },
    /// The metadata of the extension type is not JSON, or not that of the type.
    Metadata(Box<str>),
    /// A list of the metadata does not have one entry for each mode.
    Count {
        /// The name of the list.
        list: &'static str,
        /// The number of modes.
        expected: usize,
        /// The number of entries.
        found: usize,
    },
    /// An entry of the permutation is not a mode.
    NotAMode {
        /// The place of the entry.
        place: usize,
        /// The number of modes.
        rank: usize,
        /// The entry.
        found: usize,
    },
    /// Two entries of the permutation are one mode.
    ModeTwice {
        /// The places of the two entries.
        places: [usize; 2],
        /// The mode.
        mode: usize,
    },
    /// A mode has another name than in the type.
    DimName {
        /// The mode.
        mode: usize,
        /// The name in the type.
        expected: Box<str>,
        /// The name in the column.
        found: Box<str>,
    },
    /// The name of a mode in the type is longer than names of types are kept.
    LongName {
        /// The mode.
        mode: usize,
        /// What is kept of its name.
        name: Box<str>,
    },
    /// The array is of another type than the field, or than the extension type has.
    Storage {
        /// The type that it should have.
        expected: Box<str>,
        /// The type that it has.
        found: Box<str>,
    },
    /// The elements are of another type.
    ElementType {
        /// The type that is asked for.
        expected: DType,
        /// The type of the elements.
        found: Box<str>,
    },
    /// Arrow has no array of one element after the other of this type.
    NoType(DType),
    /// The Rust type has another size than its [`DType`].
    Width {
        /// The type that it says it is.
        dtype: DType,
        /// The size of the Rust type, in bytes.
        found: usize,
    },
    /// A list has another number of elements than a tensor of the shape.
    ListSize {
        /// The number of elements of a tensor.
        expected: usize,
        /// The number of elements of a list, which is signed in Arrow.
        found: i32,
    },
    /// A number that Arrow keeps in 32 bits is larger.
    TooLarge {
        /// What it is the number of.
        what: &'static str,
        /// The number.
        found: usize,
    },
    /// The array has fewer values than its lists need.
    Values {
        /// The number of values that they need.
        expected: usize,
        /// The number of values.
        found: usize,
    },
    /// A tensor is null.
    NullTensor {
        /// The number of the first tensor that is.
        tensor: usize,
        /// How many are.
        count: usize,
    },
    /// An element of a tensor is null.
    NullElement {
        /// The number of the first tensor with such an element.
        tensor: usize,
        /// The offset of the element in the tensor.
        element: usize,
    },
    /// Values are misaligned.
    Bytes(BytesError),
    /// The extents or the strides are wrong.
    Shape(ShapeError),
}

impl From<ShapeError> for ColumnError {
    fn from(error: ShapeError) -> Self {
        ColumnError::Shape(error)
    }
}

impl From<BytesError> for ColumnError {
    fn from(error: BytesError) -> Self {
        match error {
            BytesError::Shape(error) => ColumnError::Shape(error),
            error => ColumnError::Bytes(error),
        }
    }
}

impl<V, E: Into<ColumnError>> From<Rejected<V, E>> for ColumnError {
    fn from(rejected: Rejected<V, E>) -> Self {
        rejected.error.into()
    }
}

/// As `Display`: it is what a program prints that ends with the error.
impl fmt::Debug for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColumnError::ExtensionType { expected, found: Some(found) } => {
                write!(f, "the field should be of the type `{expected}`, but is of `{found}`")
            }
            ColumnError::ExtensionType { expected, found: None } => {
                write!(
                    f,
                    "the field should be of the type `{expected}`, but is of no extension type"
                )
            }
            ColumnError::Metadata(text) => write!(f, "the metadata is wrong: {text}"),
            ColumnError::Count { list, expected, found } => {
                write!(
                    f,
                    "the list `{list}` should have {expected} entries, one a mode, but has {found}"
                )
            }
            ColumnError::NotAMode { place, rank, found } => write!(
                f,
                "entry {place} of the permutation should be one of the {rank} modes, but is {found}"
            ),
            ColumnError::ModeTwice { places: [first, second], mode } => {
                write!(f, "entries {first} and {second} of the permutation are both mode {mode}")
            }
            ColumnError::DimName { mode, expected, found } => {
                write!(f, "mode {mode} should be named `{expected}`, but is named `{found}`")
            }
            ColumnError::LongName { mode, name } => {
                write!(f, "the name `{name}` of mode {mode} is not known in full")
            }
            ColumnError::Storage { expected, found } => {
                write!(f, "the array should be of the type {expected}, but is of {found}")
            }
            ColumnError::ElementType { expected, found } => say_other_type(f, expected, found),
            ColumnError::NoType(dtype) => write!(f, "Arrow has no array of elements of {dtype}"),
            ColumnError::Width { dtype, found } => say_other_width(f, *dtype, *found),
            ColumnError::ListSize { expected, found } => {
                write!(f, "a tensor of the shape has {expected} elements, but a list has {found}")
            }
            ColumnError::TooLarge { what, found } => {
                write!(f, "{what} is {found}, but Arrow has at most {}", i32::MAX)
            }
            ColumnError::Values { expected, found } => {
                write!(f, "the lists need {expected} values, but the array has {found}")
            }
            ColumnError::NullTensor { tensor, count } => {
                write!(f, "tensor {tensor} is null, the first of {count}")
            }
            ColumnError::NullElement { tensor, element } => {
                write!(f, "element {element} of tensor {tensor} is null")
            }
            ColumnError::Bytes(error) => error.fmt(f),
            ColumnError::Shape(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ColumnError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ColumnError::Bytes(error) => Some(error),
            ColumnError::Shape(error) => Some(error),
            _ => None,
        }
    }
}
