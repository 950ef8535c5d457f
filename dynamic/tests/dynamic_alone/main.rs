//! The tests of the run-time layer, on the compile-time layer that it rests on and without what rests on both.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking; the numbers are small"
)]

#[path = "../../../tests/no_std/counting.rs"]
mod counting;
#[cfg(feature = "alloc")]
#[path = "../../../tests/oracle/mod.rs"]
mod oracle;

#[cfg(feature = "alloc")]
mod composition;
#[cfg(feature = "alloc")]
mod conversions;
#[cfg(feature = "alloc")]
mod indices;
#[cfg(feature = "alloc")]
mod label_sets;
#[cfg(feature = "alloc")]
mod layers;
mod memory;
#[cfg(feature = "alloc")]
mod vocabulary;
