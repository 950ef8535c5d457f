//! Types of other crates, one folder a crate.

#[cfg(feature = "ndarray")]
mod ndarray;

#[cfg(feature = "ndarray")]
pub use ndarray::{Axes, NdArray};
