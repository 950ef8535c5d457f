//! The programs in `examples/`, run as a user runs them.
//!
//! Input files are written byte by byte, so that byte order, mode order and damage can be
//! chosen. Expected results are computed here by loops over all indices.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking"
)]

mod custom_layout;
mod einsum;
mod einsum_refused;
mod harness;
mod quickstart;

const NAMES: [&str; 3] = ["custom_layout", "einsum", "quickstart"];
