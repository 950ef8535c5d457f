//! Pairs of functions that must compile to the same machine code: `*_typed` goes through `extents`,
//! `*_twin` is written by hand, and `*_control` does something else, so that a comparison which
//! cannot tell code apart is noticed. `tests/zero_cost.rs` of the root package compares them.
#![allow(
    missing_docs,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::needless_range_loop,
    reason = "kernels, as a user would write them"
)]

pub mod blocked;
pub mod contraction;
pub mod expression;
pub mod iteration;
pub mod offset;
pub mod slices;
pub mod sum;
pub mod tiled;
pub mod walk;
