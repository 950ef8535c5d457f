//! Drawings: each element at its offset, padding told apart, lines between tiles.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use extents::layout::{Canonical, ColMajor};
use extents::xla::{ArrayShape, XlaError};
use extents::{DynRankExtents, Mapping, ShapeError, extents};

fn array(text: &str) -> ArrayShape {
    text.parse().unwrap()
}

#[test]
fn tiles_and_their_padding() {
    // The offsets of the elements are those of the vector `xla_tiled_index/0009`; the slots between them are padding.
    let drawing = array("f32[3,5]{1,0:T(2,2)}").draw().unwrap();
    let expected = [
        "        0    1      2    3      4    5",
        "   +----------------------------------",
        " 0 |    0    1 |    4    5 |    8  (9)",
        " 1 |    2    3 |    6    7 |   10 (11)",
        "   |-----------+-----------+----------",
        " 2 |   12   13 |   16   17 |   20 (21)",
        " 3 | (14) (15) | (18) (19) | (22) (23)",
    ];
    assert!(drawing.to_string().lines().eq(expected), "{drawing}");
    assert_eq!(drawing.title(), "f32[3,5]{1,0:T(2,2)}");
}

#[test]
fn padded_dimensions() {
    // The example of the document: a d 0 b e 0 c f 0 0 0 0 0 0 0.
    let text = array("f32[2,3]{0,1:PAD(3,5:zero)}").draw().unwrap().to_string();
    let rows: Vec<&str> = text.lines().skip(2).collect();
    assert_eq!(rows[0], " 0 |    0    3    6  (9) (12)");
    assert_eq!(rows[1], " 1 |    1    4    7 (10) (13)");
    assert_eq!(rows[2], " 2 |  (2)  (5)  (8) (11) (14)");
}

#[test]
fn planes_and_scalars() {
    let text = ColMajor.of(extents![2, 2, 2]).draw().unwrap().to_string();
    assert!(text.contains("plane 1\n"), "{text}");
    // Element (1, 0, 1) is the last but two.
    assert_eq!(text.lines().filter(|line| *line == " 0 |  1  5").count(), 1);
    assert!(Mapping::new(extents![]).draw().unwrap().to_string().ends_with(" 0 |  0\n"));
    assert_eq!(Mapping::new(extents![0, 3]).draw().unwrap().to_string().lines().count(), 2);
}

#[test]
fn what_cannot_be_drawn() {
    let many = Mapping::new(extents![1, 1, 1, 1]).draw();
    assert_eq!(many.unwrap_err(), ShapeError::RankMismatch { expected: 3, found: 4 });
    let huge = DynRankExtents::new(&[1 << 40, 1 << 20]).unwrap();
    assert!(matches!(Mapping::new(huge).draw(), Err(ShapeError::Allocation { .. })));
    assert_eq!(array("f32[3,5]").draw(), Err(XlaError::NoLayout));
}

#[cfg(feature = "draw")]
#[test]
fn pictures_have_a_cell_for_each_slot() {
    let svg = array("f32[3,5]{1,0:T(2,2)}").draw().unwrap().to_svg();
    let count = |text: &str| svg.matches(text).count();
    // 4 x 6 cells, 24 slots, the background and the frame.
    assert_eq!(count("<rect"), 24 + 24 + 2);
    // 9 of the 24 are padding, in the grid and in memory.
    assert_eq!(count("#eeeeee"), 9 + 9);
    // Two lines between columns of tiles, one between rows.
    assert_eq!(count("<line"), 3);
    assert!(svg.contains("f32[3,5]{1,0:T(2,2)}") && svg.contains("2,4"));
}
