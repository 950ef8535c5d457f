//! [`BytesError`]: why bytes are not the elements of a shape.

use core::fmt;

use crate::ShapeError;

/// An error of bytes that should be the elements of a view.
///
/// ```
/// use extents::error::BytesError;
/// let error = BytesError::Length { expected: 8, found: 7 };
/// assert_eq!(error.to_string(), "the elements take 8 bytes, but 7 were given");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BytesError {
    /// There are more or fewer bytes than the elements take.
    Length {
        /// The number of bytes that the elements take.
        expected: usize,
        /// The number of bytes.
        found: usize,
    },
    /// The elements take more bytes than a `usize` counts.
    TooMany {
        /// The number of elements.
        elements: usize,
        /// The size of an element, in bytes.
        width: usize,
        /// The number of bytes.
        found: usize,
    },
    /// The first byte is at an address where no element of the type can be.
    Alignment {
        /// The number that the address should be a multiple of.
        expected: usize,
        /// What is left of the address after division by it.
        remainder: usize,
    },
    /// A range of bytes ends before it begins.
    Reversed {
        /// Where it begins.
        begin: usize,
        /// Where it ends.
        end: usize,
    },
    /// The bytes of an element are no value of its type, as 2 is no `bool`.
    Value {
        /// The offset of the element, in elements.
        offset: usize,
    },
    /// The type of the elements has no size, so that bytes do not say how many there are.
    NoSize,
    /// The extents or the layout are wrong.
    Shape(ShapeError),
}

/// As `Display`: it is what a program prints that ends with the error.
impl fmt::Debug for BytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for BytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BytesError::Length { expected, found } => {
                write!(f, "the elements take {expected} bytes, but {found} were given")
            }
            BytesError::TooMany { elements, width, found } => write!(
                f,
                "the elements are {elements} of {width} bytes each, but {found} bytes were given"
            ),
            BytesError::Alignment { expected, remainder } => write!(
                f,
                "the elements should begin at a multiple of {expected} bytes, but begin {remainder} bytes after one"
            ),
            BytesError::Reversed { begin, end } => {
                write!(f, "the bytes end at {end}, before they begin at {begin}")
            }
            BytesError::Value { offset } => {
                write!(f, "the bytes of element {offset} are not a value of its type")
            }
            BytesError::NoSize => f.write_str("elements without a size have no bytes"),
            BytesError::Shape(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for BytesError {}

impl From<ShapeError> for BytesError {
    fn from(error: ShapeError) -> Self {
        BytesError::Shape(error)
    }
}

/// Checks that there are the bytes of `span` elements of type `T`, and that the first one can be where they are. Bytes of no
/// elements can be anywhere.
pub(crate) fn check_bytes<T>(span: usize, bytes: &[u8]) -> Result<(), BytesError> {
    if size_of::<T>() == 0 {
        return Err(BytesError::NoSize);
    }
    if span.checked_mul(size_of::<T>()) != Some(bytes.len()) {
        return Err(wrong_length::<T>(span, bytes.len()));
    }
    let remainder = bytes.as_ptr().addr().checked_rem(align_of::<T>()).unwrap_or(0);
    if span > 0 && remainder != 0 {
        return Err(BytesError::Alignment { expected: align_of::<T>(), remainder });
    }
    Ok(())
}

/// The error of a number of bytes that is not that of `count` elements of type `T`.
#[cold]
pub(crate) fn wrong_length<T>(count: usize, found: usize) -> BytesError {
    let width = size_of::<T>();
    match count.checked_mul(width) {
        Some(expected) => BytesError::Length { expected, found },
        None => BytesError::TooMany { elements: count, width, found },
    }
}
