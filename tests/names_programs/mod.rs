//! The programs of docs/names.md that compile, each by its number: what it gives is annotated as a type and compared with its
//! definition. Those that must not compile are `ui-tests/names_of_sizes.rs` and `ui-tests/numbers_of_sizes.rs`.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::type_complexity,
    reason = "a panic fails the test, as it should; the numbers are small; the types are what these programs are about"
)]

use extents::error::Place;
use extents::label::LabelName;
use extents::prelude::*;
use extents::rearrange::Named;

mod attention;
mod broadcasting;
mod concatenation;
mod layers;
mod table;
mod windows;

dims! { Batch, Time, Past, Source, Model, Heads, Head, Rows, Columns, Down, Across, Half, Features, Classes }

/// A number for each place.
fn number<const R: usize>(index: [usize; R]) -> f64 {
    index.iter().fold(1.0, |number, &place| 7.0 * number + place as f64)
}

/// The error of two extents under one label.
fn under_label(label: &str, expected: usize, found: usize) -> ShapeError {
    ShapeError::ExtentMismatch { place: Place::Label(LabelName::new(label)), expected, found }
}

/// The error of two extents of one mode.
fn of_mode(mode: usize, expected: usize, found: usize) -> ShapeError {
    ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found }
}
