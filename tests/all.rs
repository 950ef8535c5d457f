//! The tests of the root package, one module a subject. Programs of their own are beside them:
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

mod contraction;
mod differences;
mod dims;
mod einops;
mod einsums;
mod elements;
mod examples;
mod expression;
mod features;
mod layout;
mod names_programs;
mod oracle;
mod over;
mod programs;
mod rearrange;
#[path = "oracle/tables.rs"]
mod tables;
