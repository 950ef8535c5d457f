//! Attacks by implementing traits, from crates that forbid unsafe code: what compiles is harmless. What does not
//! compile is in `ui-tests/`, in the programs whose names begin with `sealed_`.
#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should"
)]

mod backends;
mod labels;
mod others;
