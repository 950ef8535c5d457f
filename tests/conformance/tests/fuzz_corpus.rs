//! The corpus of the fuzz targets in `fuzz/`, and changes of it by a fixed rule, with the pinned toolchain.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

#[path = "../../no_std/counting.rs"]
#[allow(dead_code, reason = "nothing is refused here")]
mod counting;
#[path = "../../../fuzz/harness/mod.rs"]
mod harness;
#[path = "../../../fuzz/replay.rs"]
mod replay;

use replay::{any_byte, run};

#[test]
fn texts_of_xla_are_parsed_or_refused() {
    let signs = b"f32s8[](){}<=?,:*TSCLEMPAD#0123456789-/ \xc3\xa9\n";
    run("parse", signs, 30_000, harness::xla::parse);
}

#[test]
fn layouts_of_xla_are_made_or_refused() {
    run("construct", &any_byte(), 30_000, harness::xla::construct);
}

#[test]
fn texts_of_labels_are_parsed_or_refused() {
    run("labels", b"abcij,->; \xc3\xa9.\n\0", 10_000, harness::labels::labels);
}

#[test]
fn strided_mappings_agree_with_lists_or_are_refused() {
    run("strides", &any_byte(), 10_000, harness::strides::strides);
}

#[test]
fn slices_agree_with_lists_or_are_refused() {
    run("slices", &any_byte(), 10_000, harness::slices::slices);
}

#[test]
fn shapes_are_made_or_refused() {
    run("shapes", &any_byte(), 10_000, harness::shapes::shapes);
}

#[test]
fn npy_files_are_read_or_refused() {
    run(
        "npy",
        b"'shape': (1,2) descr<i2 fortran_order False{}[]\x93\0\x01\xff",
        10_000,
        harness::npy::npy,
    );
}

#[test]
fn descriptions_agree_with_lists_or_are_refused() {
    run("descriptions", &any_byte(), 10_000, harness::descriptions::descriptions);
}

#[test]
fn patterns_agree_with_loops_over_labels_or_are_refused() {
    run(
        "patterns",
        b"abch ()()->...1230_\xc3\xa9\0\x01\x02\x03",
        10_000,
        harness::patterns::patterns,
    );
}
