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
