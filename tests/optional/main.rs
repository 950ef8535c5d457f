//! What features add, and what works in another way with one: a program of its own, which `.ci/features` runs with all
//! features, and with `rayon` alone.

mod attack;
mod builder;
#[cfg(feature = "num-complex")]
mod complex_numbers;
mod draw;
#[path = "../einsums/mod.rs"]
mod einsums;
#[cfg(feature = "float8")]
mod half_floats;
mod hostile_layouts;
#[cfg(feature = "ndarray")]
mod hostile_ndarray;
mod large_products;
#[cfg(feature = "ndarray")]
mod ndarray;
#[path = "../oracle/mod.rs"]
mod oracle;
#[cfg(feature = "rayon")]
mod parallel_contractions;
#[cfg(feature = "rayon")]
mod parallel_elements;
