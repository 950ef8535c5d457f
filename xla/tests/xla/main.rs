//! XLA's shapes and layouts: by the vectors in `tests/vectors`, and against definitions spelled out by brute force.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_wrap,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

mod bridge;
mod draw;
mod hostile;
mod index;
mod ops;
mod scaling;
#[cfg(feature = "half")]
mod short_floats;
mod text;
