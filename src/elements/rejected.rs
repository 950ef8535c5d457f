//! [`Rejected`]: an error that gives back what was handed in.

use core::fmt;

use crate::ShapeError;

/// A value that a constructor or conversion consumed but could not use, with the error.
///
/// `?` turns it into its error, which is a [`ShapeError`] unless something else than a shape can be wrong.
///
/// ```
/// use extents::{Tensor, extents};
/// let rejected = Tensor::from_vec(extents![2, 2], vec![1, 2, 3]).unwrap_err();
/// assert_eq!(rejected.to_string(), "the shape needs 4 elements, but 3 were given");
/// assert_eq!(rejected.value, [1, 2, 3]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Rejected<V, E = ShapeError> {
    /// The value, unchanged.
    pub value: V,
    /// The error.
    pub error: E,
}

impl<V, E: fmt::Debug> fmt::Debug for Rejected<V, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.error, f)
    }
}

impl<V, E: fmt::Display> fmt::Display for Rejected<V, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.error, f)
    }
}

impl<V, E: fmt::Debug + fmt::Display> core::error::Error for Rejected<V, E> {}

impl<V> From<Rejected<V>> for ShapeError {
    fn from(rejected: Rejected<V>) -> Self {
        rejected.error
    }
}
