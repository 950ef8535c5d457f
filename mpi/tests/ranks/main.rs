//! Simulated ranks: what is planned is what moves, and what is computed is what one rank computes.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::type_complexity,
    reason = "a test fails by panicking; the numbers are small; types say where tensors are placed"
)]

mod bounds;
mod calls;
mod case;
mod contractions;
mod differing;
mod exchanges;
#[cfg(feature = "npy")]
mod files;
#[cfg(feature = "npy")]
mod files_on_threads;
mod hostile;
mod owners;
#[cfg(feature = "serde")]
mod owners_serde;
mod random;
mod rooms;
mod rooms_on_threads;
mod tiles;
mod typed;
mod typed_parts;
