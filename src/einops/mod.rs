//! Rearranging, folding and repeating by a pattern, as the Python package `einops` has it (feature `einops`).
//!
//! A [`Pattern`] is a text that can be kept: `"b (h p) c -> b h (p c)"`. It does nothing that [`split`](crate::View::split),
//! [`permute`](crate::View::permute), [`over`](crate::View::over), [`broadcast`](crate::View::broadcast) and
//! [`merge`](crate::View::merge) do not do, in that order, and reads better where there are several of these. The macros
//! [`rearrange!`], [`repeat!`] and [`reduce!`] are the same where the rank is in the type: the compiler resolves the labels.

mod by_text;
mod macros;
mod rearranged;
pub(crate) mod typed;

pub use crate::rearrange::Pattern;
pub use by_text::Folds;
pub use rearranged::Rearranged;

#[doc(inline)]
pub use crate::{__rearrange as rearrange, __reduce as reduce, __repeat as repeat};

use crate::ShapeError;

/// The error of a fold, with the mode of the operand in place of that of the axes. What has no entries to fold is an axis of a mode of
/// extent 0; all other axes have entries, or there would be no results.
fn of_operand(error: ShapeError, extents: &[usize]) -> ShapeError {
    let empty = extents.iter().position(|extent| *extent == 0);
    match (error, empty) {
        (ShapeError::NothingToFold { .. }, Some(mode)) => ShapeError::NothingToFold { mode },
        (error, _) => error,
    }
}
