//! [`Outcome`]: what a method returns whose types may rule out an error.

use core::convert::Infallible;

use crate::ShapeError;

/// An error type that determines what a method returns: the value itself for [`Infallible`], a `Result` otherwise.
///
/// ```
/// use extents_static::{Outcome, ShapeError};
/// use std::convert::Infallible;
/// let certain: Result<i32, Infallible> = Ok(7);
/// assert_eq!(Outcome::of(certain), 7);
/// let checked: Result<i32, ShapeError> = Ok(7);
/// assert_eq!(Outcome::of(checked), Ok(7));
/// ```
///
/// Whichever it is, in generic code `.map_err(Into::into)?` converts it into `ShapeError`, and `?` into `Box<dyn Error>` and
/// its kin.
pub trait Outcome: Into<ShapeError> + core::error::Error + Send + Sync + Sized + 'static {
    /// The return type of a method whose result is a `T`.
    type Of<T>;
    /// Converts a result into the return type of the method.
    fn of<T>(result: Result<T, Self>) -> Self::Of<T>;
    /// Changes the error, if there is one.
    #[doc(hidden)]
    fn map(self, change: impl FnOnce(ShapeError) -> ShapeError) -> Self;
}

impl Outcome for Infallible {
    type Of<T> = T;
    #[inline]
    fn of<T>(result: Result<T, Self>) -> T {
        let Ok(value) = result;
        value
    }
    #[inline]
    fn map(self, _: impl FnOnce(ShapeError) -> ShapeError) -> Self {
        match self {}
    }
}

impl Outcome for ShapeError {
    type Of<T> = Result<T, ShapeError>;
    #[inline]
    fn of<T>(result: Result<T, Self>) -> Self::Of<T> {
        result
    }
    #[inline]
    fn map(self, change: impl FnOnce(ShapeError) -> ShapeError) -> Self {
        change(self)
    }
}
