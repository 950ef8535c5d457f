//! Drawings: each element at its offset, padding told apart, lines between tiles.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking; the numbers are small"
)]

use std::cell::Cell;
use std::rc::Rc;

use extents::layout::{Canonical, Checked, ColMajor, Layout, RowMajor, Strided};
use extents::{
    Drawing, DynExtents, DynRankExtents, Mapping, Rank, ShapeError, error::Limit, extents,
};

#[test]
fn planes_are_drawn_one_after_the_other() {
    let text = ColMajor.of(extents![2, 2, 2]).draw().unwrap().to_string();
    assert!(text.contains("plane 1\n"), "{text}");
    // Element (1, 0, 1) is the last but two.
    assert_eq!(text.lines().filter(|line| *line == " 0 |  1  5").count(), 1);
    assert!(Mapping::new(extents![]).draw().unwrap().to_string().ends_with(" 0 |  0\n"));
    assert_eq!(Mapping::new(extents![0, 3]).draw().unwrap().to_string().lines().count(), 2);
}

#[test]
fn four_modes_and_too_many_elements_are_not_drawn() {
    let many = Mapping::new(extents![1, 1, 1, 1]).draw();
    assert_eq!(many.unwrap_err(), ShapeError::RankMismatch { expected: 3, found: 4 });
    let huge = DynRankExtents::new(&[1 << 40, 1 << 20]).unwrap();
    let most = Drawing::MOST_PLACES;
    let error = ShapeError::LimitExceeded { of: Limit::Drawing, found: 1 << 60, most };
    assert_eq!(Mapping::new(huge).draw().unwrap_err(), error);
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
        assert_eq!(
            drawing.unwrap_err(),
            ShapeError::LimitExceeded { of: Limit::Drawing, found: places, most }
        );
        assert_eq!(times, 0, "[{rows}, {columns}]");
    }
    // Rows without columns are lines of text, too.
    let (times, drawing) = asked(most, 0);
    assert_eq!((times, drawing.unwrap().to_string().lines().count()), (0, most + 2));
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
