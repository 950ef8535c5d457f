//! `examples/custom_layout.rs`.

use extents::layout::Layout;
use extents::{DynRankExtents, Extents, Mapping, ShapeError, Tensor, View, error::Place, extents};

use super::harness::*;

#[path = "../../examples/custom_layout.rs"]
#[allow(dead_code, reason = "its `main` is run as a program")]
mod program;
use program::Morton;

/// The offsets of 8 x 8, drawn by hand: four times the same Z, and four of those.
const EIGHT_BY_EIGHT: [[usize; 8]; 8] = [
    [0, 1, 4, 5, 16, 17, 20, 21],
    [2, 3, 6, 7, 18, 19, 22, 23],
    [8, 9, 12, 13, 24, 25, 28, 29],
    [10, 11, 14, 15, 26, 27, 30, 31],
    [32, 33, 36, 37, 48, 49, 52, 53],
    [34, 35, 38, 39, 50, 51, 54, 55],
    [40, 41, 44, 45, 56, 57, 60, 61],
    [42, 43, 46, 47, 58, 59, 62, 63],
];

#[test]
fn prints_the_order_of_memory() {
    let folder = Folder::new();
    let text = stdout(&folder.run("custom_layout", &[]));
    let row = |row: &[usize; 8]| row.map(|offset| format!("{offset:4}")).concat();
    let table = EIGHT_BY_EIGHT[..4].iter().map(row).collect::<Vec<_>>().join("\n");
    assert!(text.contains(&table), "{text}");
    for fact in [
        // In memory the two by two elements of a corner stand together.
        "in memory  [0, 1, 1, 2, 4, 9, 5, 10] ..",
        "row-major  [0, 1, 4, 9, 16, 25, 36, 49] ..",
        // 8 * (0 + 1 + 4 + 9) + 4 * (0 + 1 + 4 + 9 + 16 + 25 + 36 + 49) + 1000
        "the sum is 1672",
        "the largest is 1058 at [3, 7]",
        "mode 1 should have extent 8, but has 6",
    ] {
        assert!(text.contains(fact), "no {fact:?} in\n{text}");
    }
}

#[test]
fn offsets_are_morton_codes() {
    let square = extents![8, 8];
    for (i, row) in EIGHT_BY_EIGHT.iter().enumerate() {
        for (j, &offset) in row.iter().enumerate() {
            assert_eq!(Morton.offset(&square, &[i, j]), offset);
        }
    }
    // Three modes take turns; a mode of one entry has no bits, and a longer one goes on alone.
    assert_eq!(Morton.offset(&extents![2, 2, 2], &[1, 0, 1]), 0b101);
    assert_eq!(Morton.offset(&extents![4, 4, 4], &[0b10, 0b11, 0b01]), 0b110_011);
    assert_eq!(Morton.offset(&extents![1, 4], &[0, 3]), 3);
    assert_eq!(Morton.offset(&extents![2, 16], &[1, 0b1101]), 0b11011);
}

#[test]
fn every_offset_has_one_index() {
    for shape in [[1, 1, 1], [2, 8, 4], [16, 1, 2], [4, 4, 4]] {
        let mapping = Mapping::with_layout(DynRankExtents::new(&shape).unwrap(), Morton).unwrap();
        let mut offsets: Vec<usize> =
            mapping.extents().indices().map(|index| mapping.offset(&index).unwrap()).collect();
        offsets.sort_unstable();
        assert!(offsets.into_iter().eq(0..shape.iter().product()), "{shape:?}");
    }
}

#[test]
fn refuses_extents_that_are_no_powers_of_two() {
    let refused = |shape: [usize; 2]| {
        let extents = DynRankExtents::new(&shape).unwrap();
        Mapping::with_layout(extents, Morton).unwrap_err()
    };
    let error = |mode, expected, found| ShapeError::ExtentMismatch {
        place: Place::Mode(mode),
        expected,
        found,
    };
    assert_eq!(refused([4, 6]), error(1, 8, 6));
    assert_eq!(refused([0, 4]), error(0, 1, 0));
    assert_eq!(refused([usize::MAX / 2, 1]), error(0, 1 << 63, usize::MAX / 2));
}

#[test]
fn views_and_tensors_iterate_row_by_row() {
    let mapping = || Mapping::with_layout(extents![8, 8], Morton).unwrap();
    let data: Vec<usize> = (0..64).collect();
    // The element at an offset is the offset, so iteration shows the offsets.
    let view = View::from_slice(mapping(), &data).unwrap();
    assert!(view.iter().eq(EIGHT_BY_EIGHT.as_flattened()));
    assert_eq!(view.get([8, 0]), None);
    let copy = Tensor::from_fn(extents![8, 8], |[i, j]| view[[i, j]]).unwrap();
    assert_eq!(copy.as_slice(), EIGHT_BY_EIGHT.as_flattened());
    // A buffer that is too short is refused when the view is made.
    assert!(View::from_slice(mapping(), &data[1..]).is_err());
}
