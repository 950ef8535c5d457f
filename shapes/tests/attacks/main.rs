//! Attacks: on tiles and on storages that lie, and by shapes that are huge, empty, odd or deep.
//!
//! A program of its own, which `.ci/sanitize` runs under AddressSanitizer.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking; the numbers are small"
)]

#[path = "../../../tests/optional/attack.rs"]
mod attack;
#[path = "../../../tests/optional/random.rs"]
mod random;

mod hostile;
mod shape_hostile;
