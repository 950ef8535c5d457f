//! The run-time layer of [`extents`](https://docs.rs/extents): extents of static and of run-time
//! rank, the conversions and comparisons between all layers, and text labels.
//!
//! Users depend on `extents`, which re-exports all of this. Without the feature `alloc` only
//! [`DynExtents`] remains.
#![no_std]
// None but the lines that implement the unsafe traits of `extents-static`.
#![deny(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

#[cfg(feature = "alloc")]
mod compose;
mod convert;
#[cfg(feature = "alloc")]
mod dyn_rank;
#[cfg(feature = "alloc")]
mod ellipsis;
mod extents;
#[cfg(all(feature = "alloc", feature = "gradients"))]
mod gradient;
#[cfg(feature = "alloc")]
mod label;
#[cfg(feature = "alloc")]
mod mode_array;
#[cfg(feature = "alloc")]
mod of_types;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "alloc")]
mod squeeze;

#[cfg(feature = "alloc")]
pub use compose::{Composition, Resolved};
#[cfg(feature = "alloc")]
pub use dyn_rank::DynRankExtents;
pub use extents::DynExtents;
#[cfg(all(feature = "alloc", feature = "gradients"))]
pub use gradient::Gradient;
#[cfg(feature = "alloc")]
pub use label::{
    is_contraction, is_hadamard, label_permutation, labels_concatenation, labels_difference,
    labels_intersection, labels_union, parse_labels,
};
#[cfg(feature = "alloc")]
pub use mode_array::ModeArray;
#[cfg(feature = "alloc")]
pub use squeeze::{squeeze, squeeze_octave, to_string};
