//! Shapes and ragged tensors in the forms of other crates.

#[cfg(feature = "serde")]
mod serde;
