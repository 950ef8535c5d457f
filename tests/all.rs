//! The tests of the root package, one module a subject. Those of what goes along rows run under AddressSanitizer as well, by
//! `.ci/sanitize`, with all versions of each row. Programs of their own are beside them:
//!
//! - `doors`, other crates and file formats, which `.ci/features` runs with all features, and which counts allocations;
//! - `element_sizes`, which `.ci/processors` compiles for each kind of processor;
//! - `hostile`, attacks from safe code, which `.ci/sanitize` runs under AddressSanitizer;
//! - `no_std`, which `.ci/features` runs without `std` and without `alloc`;
//! - `optional`, which it runs with all features;
//! - `random_einsums`, 100,000 of them, and `random_options`, those of what features change, which `.ci/features` runs;
//! - `scaling`, which compares times, so that nothing else may run;
//! - `ui`, programs that must not compile;
//! - `usize_overflow`, which compiles where `usize` has 32 bits, as literals of the others do not;
//! - `zero_cost`, machine code.

#[cfg(not(sanitized))]
mod contraction;
#[cfg(not(sanitized))]
mod differences;
#[cfg(not(sanitized))]
mod dims;
#[cfg(not(sanitized))]
mod einops;
#[cfg(not(sanitized))]
mod einsums;
#[cfg(not(sanitized))]
mod elements;
#[cfg(not(sanitized))]
mod examples;
mod expression;
#[cfg(not(sanitized))]
mod features;
#[cfg(not(sanitized))]
mod layout;
#[cfg(not(sanitized))]
mod names_programs;
mod oracle;
mod over;
#[cfg(not(sanitized))]
mod programs;
#[cfg(not(sanitized))]
mod rearrange;
#[cfg(not(sanitized))]
#[path = "oracle/tables.rs"]
mod tables;
