//! Work on whole views and tensors, element by element, between any two layouts and layers.

pub(in crate::elements) mod as_view;
mod assign;
pub(in crate::elements) mod elementwise;
mod equal;
#[cfg(feature = "rayon")]
mod parallel;
pub(in crate::elements) mod zip;

#[cfg(feature = "alloc")]
pub(in crate::elements) use as_view::agree;
pub use as_view::{AsView, Disagreement};

#[cfg(feature = "alloc")]
pub(in crate::elements) use zip::zip_with_one;
