//! [`Outcome`]: what a method returns whose types may rule out an error.

use core::convert::Infallible;

use crate::ShapeError;

/// The error of an operation, which says what its method returns: the value itself where the error is [`Infallible`],
/// else a `Result`.
///
/// ```
/// use extents_static::{Outcome, ShapeError};
/// use std::convert::Infallible;
/// let certain: Result<i32, Infallible> = Ok(7);
/// assert_eq!(Outcome::of(certain), 7);
/// let checked: Result<i32, ShapeError> = Ok(7);
/// assert_eq!(Outcome::of(checked), Ok(7));
/// ```
pub trait Outcome: Sized {
    /// What a method returns whose result is a `T`.
    type Of<T>;
    /// Returns the result as the method does.
    fn of<T>(result: Result<T, Self>) -> Self::Of<T>;
}

impl Outcome for Infallible {
    type Of<T> = T;
    #[inline]
    fn of<T>(result: Result<T, Self>) -> T {
        let Ok(value) = result;
        value
    }
}

impl Outcome for ShapeError {
    type Of<T> = Result<T, ShapeError>;
    #[inline]
    fn of<T>(result: Result<T, Self>) -> Self::Of<T> {
        result
    }
}
