//! [`TextError`]: what is wrong with a text, and where.

use core::fmt;

use crate::XlaError;

/// An error in a text, and its column.
///
/// ```
/// use extents_xla::{Shape, XlaError};
/// let error = "f32[2,3]{0,0}".parse::<Shape>().unwrap_err();
/// assert_eq!(error.to_string(), "column 12: dimension 0 occurs twice");
/// assert_eq!((error.column(), error.problem()), (12, XlaError::DuplicateDimension { dimension: 0 }));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TextError {
    column: usize,
    problem: XlaError,
}

impl TextError {
    pub(super) fn new(column: usize, problem: XlaError) -> Self {
        TextError { column, problem }
    }

    /// Returns the column of the error, in characters, counted from 1. It is one past the text if something is missing
    /// at its end.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Returns the error.
    pub fn problem(&self) -> XlaError {
        self.problem
    }
}

/// As `Display`: it is what a program prints that ends with the error.
impl fmt::Debug for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            // These say it themselves.
            XlaError::Text { .. } | XlaError::Number { .. } | XlaError::UnknownType { .. } => {
                self.problem.fmt(f)
            }
            problem => write!(f, "column {}: {problem}", self.column),
        }
    }
}

impl core::error::Error for TextError {}

/// Returns the error, without the column unless the text itself is wrong.
impl From<TextError> for XlaError {
    fn from(error: TextError) -> Self {
        error.problem
    }
}
