//! Work on whole views and tensors, element by element, between any two layouts and layers.

pub(in crate::elements) mod as_view;
mod assign;
mod elementwise;
mod equal;
#[cfg(feature = "rayon")]
mod parallel;

pub(in crate::elements) use as_view::Seal;
#[cfg(feature = "alloc")]
pub(in crate::elements) use as_view::agree;
pub use as_view::{AsView, Disagreement};
#[cfg(feature = "approx")]
pub(in crate::elements) use equal::{all_pairs, assert_comparable};
