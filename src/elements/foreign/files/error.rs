//! [`FileError`]: what is wrong with a file, and with which of its tensors.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;
use std::io;

use crate::dtype::{say_other_type, say_other_width};
use crate::elements::foreign::bytes::BytesError;
use crate::{DType, ShapeError};

/// An error of a tensor in a file: the name of the tensor, or of the file if it holds one tensor, and the
/// [problem](FileProblem).
///
/// ```
/// use extents::error::{FileError, FileProblem};
/// # #[cfg(feature = "npy")] {
/// let error = extents::npy::read::<f32, extents::StaticExtents![2]>("no/such/file.npy").unwrap_err();
/// assert_eq!(error.name(), Some("no/such/file.npy"));
/// assert!(matches!(error.problem, FileProblem::Io(_)));
/// # }
/// ```
pub struct FileError {
    name: Option<Box<str>>,
    /// What is wrong.
    pub problem: FileProblem,
}

/// What is wrong with a file or a tensor of it.
#[non_exhaustive]
pub enum FileProblem {
    /// The file cannot be read or written.
    Io(io::Error),
    /// The file is not of its format; the text goes on after "the file" or the name of the tensor.
    Format(Cow<'static, str>),
    /// The file has no tensor of this name.
    Missing,
    /// The file has a tensor that nobody asked for.
    Unexpected,
    /// The elements are of another type.
    DType {
        /// The type that is asked for.
        expected: DType,
        /// The type in the file, as its format names it.
        found: Box<str>,
    },
    /// The elements have the other byte order, so that they can be read but not viewed.
    ByteOrder {
        /// The type in the file, as its format names it.
        found: Box<str>,
    },
    /// The elements are in the other order, row-major or column-major, so that they can be read but not viewed.
    MemoryOrder {
        /// Whether the file is column-major.
        is_col_major: bool,
    },
    /// The Rust type has another size than its [`DType`].
    Width {
        /// The type that it says it is.
        dtype: DType,
        /// The size of the Rust type, in bytes.
        found: usize,
    },
    /// The bytes are not the elements.
    Bytes(BytesError),
    /// The extents are not those that the type asks for.
    Shape(ShapeError),
}

impl FileError {
    /// Returns the name of the tensor, or of the file.
    ///
    /// ```
    /// # #[cfg(feature = "npy")] {
    /// let error = extents::npy::view::<f32, extents::StaticExtents![2], extents::layout::RowMajor>(b"").unwrap_err();
    /// assert_eq!(error.name(), None);
    /// # }
    /// ```
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    pub(super) fn named(name: impl Into<String>, problem: impl Into<FileProblem>) -> Self {
        FileError { name: Some(name.into().into_boxed_str()), problem: problem.into() }
    }
}

impl From<FileProblem> for FileError {
    fn from(problem: FileProblem) -> Self {
        FileError { name: None, problem }
    }
}

macro_rules! from_cause {
    ($($cause:ty)*) => {$(
        impl From<$cause> for FileError {
            fn from(cause: $cause) -> Self {
                FileProblem::from(cause).into()
            }
        }
    )*};
}
from_cause! { io::Error ShapeError BytesError }

impl From<io::Error> for FileProblem {
    fn from(error: io::Error) -> Self {
        FileProblem::Io(error)
    }
}

impl From<ShapeError> for FileProblem {
    fn from(error: ShapeError) -> Self {
        FileProblem::Shape(error)
    }
}

impl From<BytesError> for FileProblem {
    fn from(error: BytesError) -> Self {
        match error {
            BytesError::Shape(error) => FileProblem::Shape(error),
            error => FileProblem::Bytes(error),
        }
    }
}

/// As `Display`: it is what a program prints that ends with the error.
impl fmt::Debug for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "`{name}`: {}", self.problem),
            None => self.problem.fmt(f),
        }
    }
}

/// As `Display`: it is what a program prints that ends with the error.
impl fmt::Debug for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileProblem::Io(error) => error.fmt(f),
            FileProblem::Format(what) => f.write_str(what),
            FileProblem::Missing => f.write_str("the file has no tensor of this name"),
            FileProblem::Unexpected => {
                f.write_str("the file has this tensor, for which nobody asked")
            }
            FileProblem::DType { expected, found } => say_other_type(f, expected, found),
            FileProblem::ByteOrder { found } => write!(
                f,
                "the elements are {found}, of the other byte order: read them, which converts"
            ),
            FileProblem::MemoryOrder { is_col_major } => {
                let (found, expected) = match is_col_major {
                    true => ("column-major", "row-major"),
                    false => ("row-major", "column-major"),
                };
                write!(
                    f,
                    "the elements should be {expected}, but are {found}: read them, which converts"
                )
            }
            FileProblem::Width { dtype, found } => say_other_width(f, *dtype, *found),
            FileProblem::Bytes(error) => error.fmt(f),
            FileProblem::Shape(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FileError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.problem)
    }
}

impl core::error::Error for FileProblem {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            FileProblem::Io(error) => Some(error),
            FileProblem::Bytes(error) => Some(error),
            FileProblem::Shape(error) => Some(error),
            _ => None,
        }
    }
}
