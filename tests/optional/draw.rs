//! Drawings: each element at its offset, padding told apart, lines between tiles.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking; the numbers are small"
)]

use std::cell::Cell;
use std::rc::Rc;

use extents::layout::{Canonical, Checked, ColMajor, Layout, RowMajor, Strided};
use extents::xla::{ArrayShape, XlaError};
use extents::{Drawing, DynExtents, DynRankExtents, Mapping, Rank, ShapeError, extents};

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
    let most = Drawing::MOST_PLACES;
    let error = ShapeError::DrawingTooLarge { places: 1 << 60, most };
    assert_eq!(Mapping::new(huge).draw().unwrap_err(), error);
    assert_eq!(array("f32[3,5]").draw(), Err(XlaError::NoLayout));
}

/// A layout that counts how often it is asked.
#[derive(Clone, Debug, Default)]
struct Counted(Rc<Cell<usize>>);

impl<E: Rank<2>> Layout<E> for Counted {
    type Trust = Checked;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = true;
    const IS_ALWAYS_STRIDED: bool = false;
    fn offset(&self, extents: &E, index: &E::Index) -> usize {
        self.0.set(self.0.get() + 1);
        RowMajor.offset(extents, index)
    }
    fn required_span_size(&self, extents: &E) -> usize {
        extents.size()
    }
}

#[test]
fn drawings_have_a_limit() {
    let most = Drawing::MOST_PLACES;
    assert_eq!(most, 16_384);
    let asked = |rows: usize, columns: usize| {
        let counted = Counted::default();
        let shape = DynExtents::new([rows, columns]).unwrap();
        let drawing = Mapping::with_layout(shape, counted.clone()).unwrap().draw();
        (counted.0.get(), drawing)
    };
    // As many places as there may be, each of which is asked for once, and has at most 5 digits beside a space.
    let (times, drawing) = asked(128, 128);
    assert_eq!(times, most);
    let text = drawing.unwrap().to_string();
    assert!(text.len() < 7 * most, "{}", text.len());
    assert!(text.ends_with(" 16383\n"), "{}", &text[text.len() - 20..]);
    // Beyond, none is asked for.
    for (rows, columns) in
        [(129, 128), (1, most + 1), (1 << 30, 1 << 30), (0, most + 1), (usize::MAX >> 1, 0)]
    {
        let (times, drawing) = asked(rows, columns);
        let places = rows.max(1) * columns.max(1);
        assert_eq!(drawing.unwrap_err(), ShapeError::DrawingTooLarge { places, most });
        assert_eq!(times, 0, "[{rows}, {columns}]");
    }
    // Rows without columns are lines of text, too.
    let (times, drawing) = asked(most, 0);
    assert_eq!((times, drawing.unwrap().to_string().lines().count()), (0, most + 2));
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
        let error = ShapeError::DrawingTooLarge { places, most };
        assert_eq!(array(text).draw().unwrap_err(), XlaError::Shape(error), "{text}");
    }
    assert_eq!(array("f32[16384]{0}").draw().unwrap().to_string().lines().count(), 3);
    // Far apart in memory, but few.
    let far = Mapping::with_layout(extents![2], Strided::new([1 << 40])).unwrap().draw().unwrap();
    assert!(far.to_string().ends_with(" 0 |             0 1099511627776\n"), "{far}");
}

#[cfg(feature = "draw")]
#[test]
fn pictures_have_the_limit_too() {
    let most = Drawing::MOST_PLACES;
    let far = Mapping::with_layout(extents![2], Strided::new([1 << 40])).unwrap().draw().unwrap();
    let picture = far.to_svg();
    let more = (1_usize << 40) + 1 - most;
    assert!(picture.contains(&format!("in memory, without the last {more} slots")));
    // Two places and so many slots, the background and a frame.
    assert_eq!(picture.matches("<rect").count(), 2 + most + 2);
    let all = Mapping::new(extents![128, 128]).draw().unwrap().to_svg();
    assert_eq!(all.matches("<rect").count(), 2 * most + 2);
    assert!(all.contains("\nin memory\n"));
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
