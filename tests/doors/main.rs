//! What passes between this library and other crates and file formats: a program of its own, which `.ci/features` runs with
//! all features, and which counts allocations.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

#[cfg(feature = "arrow")]
mod arrow;
#[allow(dead_code, reason = "another program limits memory, too, and some doors count nothing")]
#[path = "../no_std/counting.rs"]
mod counting;
#[cfg(all(feature = "dlpack", feature = "half", feature = "float8", feature = "num-complex"))]
mod dlpack;
#[cfg(all(feature = "dlpack", feature = "npy", feature = "safetensors", feature = "serde"))]
mod fuzz_corpus;
mod matrices;
#[cfg(any(feature = "bytemuck", feature = "zerocopy"))]
mod memory;
#[cfg(all(feature = "npy", feature = "half", feature = "num-complex"))]
mod npy;
mod numbers;
#[cfg(feature = "safetensors")]
mod safetensors;
#[cfg(any(feature = "npy", feature = "safetensors"))]
mod scratch;
#[cfg(feature = "serde")]
mod serde;
#[allow(dead_code, unused_imports, reason = "without a door there is nothing to pass")]
mod without_a_copy;
