//! Drawings of arrays: each element at its offset, padding told apart, lines between tiles.

use extents::{Drawing, ShapeError, error::Limit};
use extents_xla::error::Required;
use extents_xla::{ArrayShape, XlaError};

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
fn drawings_of_arrays_have_the_limit_too() {
    let most = Drawing::MOST_PLACES;
    for (text, places) in [
        ("f32[4611686018427387903,0]{1,0}", 4_611_686_018_427_387_903),
        ("f32[0,4611686018427387903]{1,0}", 4_611_686_018_427_387_903),
        ("f32[100000000]{0}", 100_000_000),
        // The padding of a tile counts.
        ("f32[3]{0:T(1000000)}", 1_000_000),
        ("f32[3]{0:PAD(70000:zero)}", 70_000),
        ("f32[3,0]{1,0:T(1099511627776,1)}", 1 << 40),
    ] {
        let error = ShapeError::LimitExceeded { of: Limit::Drawing, found: places, most };
        assert_eq!(array(text).draw().unwrap_err(), XlaError::Shape(error), "{text}");
    }
    assert_eq!(array("f32[16384]{0}").draw().unwrap().to_string().lines().count(), 3);
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

#[test]
fn arrays_without_a_layout_are_not_drawn() {
    assert_eq!(array("f32[3,5]").draw(), Err(XlaError::Requires(Required::Layout)));
}
