//! Pairs of functions that must compile to the same machine code: `*_typed` goes through `extents`, `*_twin` (in
//! `twins`) is written by hand without it, and `*_control` (in `controls`) does the same more slowly, so that a
//! comparison which refuses nothing is noticed. `tests/zero_cost.rs` of the root package compares them.
#![allow(
    missing_docs,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::needless_range_loop,
    reason = "kernels, as a user would write them"
)]

pub mod blocked;
pub mod contraction;
pub mod controls;
pub mod expression;
pub mod iteration;
pub mod named;
pub mod offset;
#[cfg(test)]
mod same;
pub mod slices;
pub mod sum;
pub mod tiled;
pub mod twins;
pub mod unnamed;
pub mod walk;
