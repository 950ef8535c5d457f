//! Whether a computation on extents can fail at run time, as a type.

use core::convert::Infallible;
use core::fmt::Debug;
use core::hash::Hash;

use crate::compose::FoldOperands;
use crate::list::Nil;
use crate::mode::Mode;
use crate::placement::{InPlace, OnHeap, Placement};
use crate::stride::{DynStride, Stride};
use crate::{Outcome, ShapeError};

/// What types know of extents: a type of this module. Its members are total functions on types, so generic code
/// that composes them needs no bounds.
///
/// Extents that are not [`Known`] are checked at run time, [`Open`]. Of modes with a name the type may know more: that all of
/// one type are equal, [`Same`], or that they have a largest extent, [`Bound`], or both, [`Sure`]. Elementwise work asks for
/// the first, and a composition for both.
///
/// # Safety
/// The type is one of these, or says of each member what one of them does: `Known` where nothing is left to check.
#[allow(unsafe_code)]
pub unsafe trait Certainty: 'static {
    /// Whether nothing is left to fail.
    const IS_KNOWN: bool;
    /// Whether all have a largest extent.
    const IS_BOUND: bool;
    /// `S` if it is known, else [`DynStride`]: what a stride is that depends on extents.
    type Pick<S: Stride>: Stride;
    /// What is known of both.
    type And<Other: Certainty>: Certainty;
    #[doc(hidden)]
    type AndSure: Certainty;
    #[doc(hidden)]
    type AndSame: Certainty;
    #[doc(hidden)]
    type AndBound: Certainty;
    /// `Known` where two modes of one type are equal, else `Open`.
    type Identity: Certainty;
    /// Whether the compiler has compared all extents of operands that meet, where `E` is what is known of those of all. `Self` is
    /// `Known` of operands of which at most one has extents, `Same` where all have extents of one type, and `Open` where of some
    /// extent one type knows more than another.
    type Compared<E: Certainty>: Certainty;
    /// What is known of modes made of such, each of which has a number of its own.
    type Made: Certainty;
    /// What is known of modes of a scope, which have one number.
    type Scoped: Certainty;
    /// What a mode of a number of its own holds: nothing where the type knows it, else the number.
    type Held: Copy + Debug + Eq + Hash + Send + Sync + 'static;
    /// `A` where the type knows the extent, else `B`.
    type Either<A: Mode, B: Mode>: Mode;
    /// What a mode of this extent holds.
    fn hold(extent: usize) -> Self::Held;
    /// The extent of a mode, and what the type knows of it.
    fn held(held: Self::Held, known: Option<usize>) -> usize;
    /// `Known` where nothing is left to fail of a composition of these operands, else `Open`. Who meets whom is looked at only
    /// where that matters: nobody pays for names without using them.
    type Agreement<Operands: FoldOperands<Ins, Nil>, Ins>: Certainty;
    /// Where a result of inline operands goes: inline too where all is known, else to the heap.
    type Inline: Placement;
    /// `Infallible` where all is known, else [`ShapeError`].
    type Error: Outcome;
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

/// Modes of one type have one extent.
#[derive(Debug)]
pub enum Same {}

/// There is a largest extent.
#[derive(Debug)]
pub enum Bound {}

/// Modes of one type have one extent, and there is a largest one.
#[derive(Debug)]
pub enum Sure {}

// SAFETY: it is `Known`.
#[allow(unsafe_code)]
unsafe impl Certainty for Known {
    type Pick<S: Stride> = S;
    const IS_KNOWN: bool = true;
    const IS_BOUND: bool = true;
    type And<Other: Certainty> = Other;
    type AndSure = Sure;
    type AndSame = Same;
    type AndBound = Bound;
    type Identity = Known;
    type Compared<E: Certainty> = Known;
    type Agreement<Operands: FoldOperands<Ins, Nil>, Ins> = Known;
    type Made = Known;
    type Scoped = Sure;
    type Held = ();
    type Either<A: Mode, B: Mode> = A;
    #[inline]
    fn hold(_: usize) {}
    #[inline]
    fn held((): (), known: Option<usize>) -> usize {
        known.unwrap_or(0)
    }
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

/// What is not `Known`: its errors are those of run time.
macro_rules! at_run_time {
    ($($Self:ident: $is_bound:literal, $and:ty, $sure:ident $same:ident $bound:ident, $identity:ident $made:ident $scoped:ident, $compared:ty, $agreement:ty;)*) => {$(
        // SAFETY: it is a type of this module.
        #[allow(unsafe_code)]
        unsafe impl Certainty for $Self {
            type Pick<S: Stride> = DynStride;
            const IS_KNOWN: bool = false;
            const IS_BOUND: bool = $is_bound;
            type And<Other: Certainty> = $and;
            type AndSure = $sure;
            type AndSame = $same;
            type AndBound = $bound;
            type Identity = $identity;
            type Compared<E: Certainty> = $compared;
            type Made = $made;
            type Scoped = $scoped;
            type Held = usize;
            type Either<A: Mode, B: Mode> = B;
            #[inline]
            fn hold(extent: usize) -> usize {
                extent
            }
            #[inline]
            fn held(extent: usize, _: Option<usize>) -> usize {
                extent
            }
            type Agreement<Operands: FoldOperands<Ins, Nil>, Ins> = $agreement;
            type Inline = OnHeap;
            type Error = ShapeError;

            #[inline]
            fn settle<T>(result: Result<T, ShapeError>) -> Result<T, ShapeError> {
                result
            }

            type Fails<E: From<Infallible> + Debug + 'static> = E;

            #[inline]
            fn settle_as<T, E: From<Infallible> + Debug + 'static>(
                result: Result<T, E>,
            ) -> Result<T, E> {
                result
            }
        }
    )*};
}
at_run_time! {
    Open: false, Open, Open Open Open, Open Open Same, Open, Open;
    Same: false, Other::AndSame, Same Same Open, Known Open Same, E::Identity, Open;
    Bound: true, Other::AndBound, Bound Open Bound, Open Bound Sure, Open, Operands::Meetings;
    // Equal to those of their type, and compared with others.
    Sure: true, Other::AndSure, Sure Same Bound, Known Bound Sure, E::Identity, Operands::Meetings;
}
