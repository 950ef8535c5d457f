//! The tests of the compile-time layer alone, as a crate that depends on nothing else uses it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking; the numbers are small"
)]

#[path = "../../../tests/no_std/counting.rs"]
mod counting;
#[path = "../../../tests/oracle/iterators.rs"]
mod iterators;

mod broadcast;
mod checks;
mod composing;
mod dims;
mod errors;
mod growth;
mod indices;
mod known;
mod memory;
mod orders;
mod proofs;
mod sizes;
mod slices;
mod strides;
