//! The order in which more than two operands contract: against all orders there are, by numbers that
//! are known, and by results.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking"
)]

mod costs;
mod many;
pub(super) mod network;
mod orders;
mod results;
