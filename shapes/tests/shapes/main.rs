//! The tests of shapes: one program, whose modules are subjects.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_wrap,
    clippy::type_complexity,
    reason = "a test fails by panicking; the numbers are small, and types are spelled out where they are tested"
)]

mod composing;
#[path = "../../../tests/scaling/linear.rs"]
mod linear;
#[path = "../../../tests/oracle/mod.rs"]
mod oracle;
#[path = "../../../tests/ui/programs.rs"]
mod programs;
#[path = "../../../tests/oracle/tables.rs"]
mod tables;
mod tilings;

mod doors;
mod example;
mod jagged;
mod jagged_bounds;
mod jagged_conversions;
mod jagged_edges;
mod jagged_huge;
mod mistakes;
mod mode_tilings;
mod nested;
mod nested_labels;
mod ragged;
mod scaling;
mod shape_composition;
mod shape_kinds;
mod shape_origins;
mod shape_properties;
mod smooth;
mod tensorwrapper;
mod tiled;
mod tiled_vectors;
mod tiles_typed;
