//! Programs as users write them: kernels of image processing, linear algebra, physics, chemistry and learning. Each is compared
//! with its definition, spelled out over numbers, and needs no bound that the guide does not name.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

mod attention;
mod convolution;
mod factorizations;
mod heat;
mod integrals;
mod network;

/// A number that looks random, the same each time, between -1 and 1.
fn noise(seed: usize) -> f64 {
    let mixed = (seed as u64).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9) as i64 as f64 / 2.0_f64.powi(63)
}

#[track_caller]
fn assert_close(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() <= 1e-12 * (1.0 + expected.abs()),
        "{found} should be {expected}"
    );
}
