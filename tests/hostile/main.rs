//! Attacks: odd input, odd layouts, odd elements, and traits that are implemented by whom they are not for.
//!
//! A program of its own, which `.ci/sanitize` runs under AddressSanitizer.
#![recursion_limit = "512"]

mod chains;
mod contractions;
mod extents_of_others;
mod many_labels;
mod order;
mod safe_code;
mod seals;
mod sizes;
mod sorting;
