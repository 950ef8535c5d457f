//! Shapes and ragged tensors in the forms of other crates.

#[cfg(feature = "arrow")]
mod arrow;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "serde")]
mod serde_tiles;
