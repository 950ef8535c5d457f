//! Whether a computation on extents can fail at run time, as a type.

use core::convert::Infallible;
use core::fmt::Debug;

use crate::placement::{InPlace, OnHeap, Placement};
use crate::stride::{DynStride, Stride};
use crate::{Outcome, ShapeError};

/// Implemented by [`Known`] and [`Open`]. Its members are total functions on types, so generic code
/// that composes them needs no bounds.
///
/// # Safety
/// The type is one of these two, or says of each member what one of them does: `Known` where nothing is left to check.
#[allow(unsafe_code)]
pub unsafe trait Certainty: 'static {
    /// Whether nothing is left to fail.
    const IS_KNOWN: bool;
    /// `S` if it is known, else [`DynStride`]: what a stride is that depends on extents.
    type Pick<S: Stride>: Stride;
    /// Known only if both are.
    type And<Other: Certainty>: Certainty;
    /// Where a result of inline operands goes: inline too where all is known, else to the heap.
    type Inline: Placement;
    /// `Infallible` where all is known, else [`ShapeError`].
    type Error: Into<ShapeError> + Outcome + Debug + 'static;
    /// Narrows the error type of a check that the compiler has already made.
    fn settle<T>(result: Result<T, ShapeError>) -> Result<T, Self::Error>;
    /// `Infallible` where all is known, else `E`: [`Error`](Self::Error) for another error than
    /// [`ShapeError`].
    type Fails<E: From<Infallible> + Debug + 'static>: Into<E> + Debug + 'static;
    /// [`settle`](Self::settle) for another error than [`ShapeError`].
    fn settle_as<T, E: From<Infallible> + Debug + 'static>(
        result: Result<T, E>,
    ) -> Result<T, Self::Fails<E>>;
}

/// Everything is in the type: nothing is left to fail.
#[derive(Debug)]
pub enum Known {}

/// Something is a value: checks happen at run time.
#[derive(Debug)]
pub enum Open {}

// SAFETY: it is `Known`.
#[allow(unsafe_code)]
unsafe impl Certainty for Known {
    type Pick<S: Stride> = S;
    const IS_KNOWN: bool = true;
    type And<Other: Certainty> = Other;
    type Inline = InPlace;
    type Error = Infallible;

    #[inline]
    fn settle<T>(result: Result<T, ShapeError>) -> Result<T, Infallible> {
        match result {
            Ok(value) => Ok(value),
            // Only types without a run-time part get here, and their checks were trait bounds and
            // const assertions: the program would not have compiled.
            Err(error) => unreachable!("static extents were checked by the compiler: {error}"),
        }
    }

    type Fails<E: From<Infallible> + Debug + 'static> = Infallible;

    #[inline]
    fn settle_as<T, E: From<Infallible> + Debug + 'static>(
        result: Result<T, E>,
    ) -> Result<T, Infallible> {
        match result {
            Ok(value) => Ok(value),
            // As above.
            Err(error) => unreachable!("static extents were checked by the compiler: {error:?}"),
        }
    }
}

// SAFETY: it is `Open`.
#[allow(unsafe_code)]
unsafe impl Certainty for Open {
    type Pick<S: Stride> = DynStride;
    const IS_KNOWN: bool = false;
    type And<Other: Certainty> = Open;
    type Inline = OnHeap;
    type Error = ShapeError;

    #[inline]
    fn settle<T>(result: Result<T, ShapeError>) -> Result<T, ShapeError> {
        result
    }

    type Fails<E: From<Infallible> + Debug + 'static> = E;

    #[inline]
    fn settle_as<T, E: From<Infallible> + Debug + 'static>(result: Result<T, E>) -> Result<T, E> {
        result
    }
}
