//! What features add, and what works in another way with one: a program of its own, which `.ci/features` runs with all
//! features, and with `rayon` alone. `.ci/sanitize` runs the attacks, and what works on memory of others or on several processors.

mod attack;
#[cfg(not(sanitized))]
mod builder;
#[cfg(feature = "num-complex")]
mod complex_numbers;
#[cfg(feature = "device")]
mod device;
#[cfg(feature = "device")]
#[path = "../differences/mod.rs"]
mod differences;
mod draw;
#[path = "../einsums/mod.rs"]
mod einsums;
#[cfg(feature = "float8")]
mod half_floats;
mod hostile_layouts;
#[cfg(feature = "ndarray")]
mod hostile_ndarray;
#[cfg(not(sanitized))]
mod large_products;
#[cfg(feature = "ndarray")]
#[cfg(not(sanitized))]
mod ndarray;
#[cfg(feature = "device")]
#[cfg(not(sanitized))]
mod network;
#[path = "../oracle/mod.rs"]
mod oracle;
#[cfg(feature = "rayon")]
mod parallel_contractions;
#[cfg(feature = "rayon")]
mod parallel_elements;
