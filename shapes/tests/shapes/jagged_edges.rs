//! Jagged shapes at their edges: bad input, huge input, blocks of compact rows, and how they print.

use extents_shapes::error::{Compared, Item, Pieces};
use std::iter::repeat_n;

use extents::{
    DynRankExtents, ShapeError,
    error::{Bounded, Place},
};
use extents_shapes::{JaggedShape, ShapeBase, StructureError, jagged};

const MOST: usize = isize::MAX as usize;

fn smooth(extents: &[usize]) -> JaggedShape {
    JaggedShape::from_extents(&DynRankExtents::new(extents).unwrap())
}

fn is_allocation<T: std::fmt::Debug>(result: Result<T, StructureError>) -> bool {
    matches!(result, Err(StructureError::Shape(ShapeError::Allocation { .. })))
}

// Bad input.

#[test]
fn offsets_that_are_none() {
    use StructureError as E;
    let of = |offsets: &[usize]| JaggedShape::from_offsets(offsets.to_vec());
    assert_eq!(of(&[]), Err(E::BoundaryCount { of: Pieces::Rows, mode: 1, expected: 1, found: 0 }));
    assert_eq!(of(&[1, 2]), Err(E::FirstBoundary { of: Pieces::Rows, mode: 1, found: 1 }));
    assert_eq!(
        of(&[0, 5, 3]),
        Err(E::FallingBoundary { of: Pieces::Rows, mode: 1, piece: 1, from: 5, to: 3 })
    );
    assert_eq!(
        of(&[0, 0, 7, 6, 5]),
        Err(E::FallingBoundary { of: Pieces::Rows, mode: 1, piece: 2, from: 7, to: 6 })
    );
    let length = MOST + 1;
    assert_eq!(
        of(&[0, length]),
        Err(E::SumOverflow { of: Pieces::Rows, mode: 1, piece: 0, before: 0, size: length })
    );
    assert_eq!(
        of(&[0, 4, usize::MAX]),
        Err(E::SumOverflow {
            of: Pieces::Rows,
            mode: 1,
            piece: 1,
            before: 4,
            size: usize::MAX - 4
        })
    );
    assert_eq!(of(&[0, MOST]).unwrap().size(), MOST);
    let levels =
        |a: &[usize], b: &[usize]| JaggedShape::from_offset_levels([a.to_vec(), b.to_vec()]);
    let count = |found| Err(E::BoundaryCount { of: Pieces::Rows, mode: 2, expected: 4, found });
    assert_eq!(levels(&[0, 1, 3], &[0, 1, 2]), count(3));
    assert_eq!(levels(&[0, 1, 3], &[0, 1, 2, 3, 4]), count(5));
    assert_eq!(
        levels(&[0, 1, 3], &[]),
        Err(E::BoundaryCount { of: Pieces::Rows, mode: 2, expected: 1, found: 0 })
    );
    assert_eq!(
        levels(&[0, 1, 3], &[2, 3]),
        Err(E::FirstBoundary { of: Pieces::Rows, mode: 2, found: 2 })
    );
    assert_eq!(
        levels(&[0, 1, 3], &[0, 4, 2, 3]),
        Err(E::FallingBoundary { of: Pieces::Rows, mode: 2, piece: 1, from: 4, to: 2 })
    );
    let none: [Vec<usize>; 0] = [];
    assert_eq!(
        JaggedShape::from_offset_levels(none),
        Err(E::BoundaryCount { of: Pieces::Rows, mode: 1, expected: 1, found: 0 })
    );
    assert_eq!(levels(&[0], &[0]).unwrap().rank(), 3);
}

#[test]
fn lengths_that_are_too_much() {
    let over = |row, before, length| {
        Err(StructureError::SumOverflow {
            of: Pieces::Rows,
            mode: 1,
            piece: row,
            before,
            size: length,
        })
    };
    for (lengths, expected) in [
        (vec![usize::MAX], over(0, 0, usize::MAX)),
        (vec![3, usize::MAX, 9], over(1, 3, usize::MAX)),
        (vec![3, MOST], over(1, 3, MOST)),
        (vec![MOST, 0, 1, 5], over(2, MOST, 1)),
        (vec![MOST, MOST, 2, 7], over(1, MOST, MOST)),
        (vec![1, MOST + 1, MOST + 1, 7], over(1, 1, MOST + 1)),
    ] {
        assert_eq!(JaggedShape::from_lengths(lengths.clone()), expected);
        assert_eq!(JaggedShape::compact_from_lengths(lengths.clone()), expected);
        let far: Vec<usize> = repeat_n(0, 600).chain(lengths).collect();
        let Err(StructureError::SumOverflow {
            of: Pieces::Rows,
            piece: row,
            before,
            size: length,
            ..
        }) = expected
        else {
            unreachable!()
        };
        let expected = over(row + 600, before, length);
        assert_eq!(JaggedShape::from_lengths(far.clone()), expected);
        assert_eq!(JaggedShape::compact_from_lengths(far), expected);
    }
    assert_eq!(JaggedShape::from_lengths([MOST, 0]).unwrap().size(), MOST);
    assert_eq!(JaggedShape::compact_from_lengths([MOST - 1, 1]).unwrap().size(), MOST);
}

#[test]
fn slices_that_do_not_fit_together() {
    let rank = |slice, expected, found| Err(StructureError::SliceRank { slice, expected, found });
    assert_eq!(jagged![[1], [2], [3, 4]], rank(2, 1, 2));
    assert_eq!(JaggedShape::from_slices_of_rank(0, [&smooth(&[1])]), rank(0, 0, 1));
    let null: StructureError = ShapeError::Null.into();
    assert_eq!(JaggedShape::from_slices([&smooth(&[1]), &JaggedShape::null()]), Err(null));
    assert_eq!(JaggedShape::null().offset(&[]), Err(null));
    assert_eq!(JaggedShape::null().with_origin(&[]), Err(null));
    let outside = StructureError::OutOfRange { of: Item::Element, number: 0, count: 0 };
    assert_eq!(JaggedShape::null().index(0), Err(outside));
    assert!(JaggedShape::null().indices().next().is_none());
    // They are not walked to be counted.
    assert_eq!(smooth(&[1 << 30, 1 << 30]).indices().count(), 1 << 60);
    assert_eq!(JaggedShape::null().slice([0; 0]), Ok(JaggedShape::null()));
    let size = ShapeError::SizeOverflow { mode: 1, elements: MOST, extent: 2 };
    assert_eq!(jagged![[MOST, 2]], Err(size.into()));
    // Two slices that exist may be too much together.
    let half = 1 << 62;
    let size = ShapeError::SizeOverflow { mode: 1, elements: 2, extent: half };
    assert_eq!(jagged![[half], [half]], Err(size.into()));
    assert!(matches!(
        jagged![[half], [half + 1]],
        Err(StructureError::SumOverflow { of: Pieces::Rows, mode: 1, piece: 1, size: length, .. }) if length == half + 1
    ));
    assert!(jagged![[half, 1], [1, half]].is_err() && jagged![[half, 1], [half, 1]].is_err());
}

#[test]
fn origins_that_are_too_far() {
    let mut shape = jagged![[10], [20]].unwrap();
    let over = |mode, origin, extent| Err(StructureError::OriginOverflow { mode, origin, extent });
    assert_eq!(shape.with_origin(&[usize::MAX]), over(0, usize::MAX, 2));
    let far = shape.set_origin(&[0, usize::MAX - 15]);
    assert_eq!(far.map(|()| shape.clone()), over(1, usize::MAX - 15, 20));
    assert_eq!(shape, jagged![[10], [20]].unwrap());
    shape.set_origin(&[usize::MAX - 2, usize::MAX - 20]).unwrap();
    assert_eq!(shape.index(29).unwrap().as_ref(), [usize::MAX - 1, usize::MAX - 1]);
    assert_eq!(shape.offset(&[usize::MAX - 1, usize::MAX - 1]), Ok(29));
    assert!(!shape.contains(&[usize::MAX, 0]) && !shape.contains(&[usize::MAX - 2, usize::MAX]));
    let wrong = ShapeError::RankMismatch { expected: 2, found: 3 };
    assert_eq!(shape.with_origin(&[0; 3]), Err(wrong.into()));
}

/// Says that it has more than it has, from a number of values on.
#[derive(Clone)]
struct Liar {
    left: usize,
    honest: usize,
    claim: usize,
}

impl Iterator for Liar {
    type Item = usize;
    fn next(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        self.honest = self.honest.saturating_sub(1);
        Some(1)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.honest > 0 { (0, None) } else { (self.claim, None) }
    }
}

#[test]
fn iterators_that_lie_about_their_length() {
    for claim in [usize::MAX, MOST, 1 << 60, 1 << 48] {
        for honest in [0, 1, 2, 3, 4, 5, 8, 100] {
            let liar = Liar { left: 1000, honest, claim };
            assert!(is_allocation(JaggedShape::from_lengths(liar.clone())));
            assert!(is_allocation(JaggedShape::from_lengths_in(
                Vec::with_capacity(64),
                liar.clone()
            )));
            // What is claimed later is not needed: there are blocks, each with room of its own.
            let compact = JaggedShape::compact_from_lengths(liar);
            assert!(is_allocation(compact.clone()) || compact.unwrap().size() == 1000);
        }
    }
    let modest = Liar { left: 1000, honest: usize::MAX, claim: 0 };
    assert_eq!(JaggedShape::from_lengths(modest).unwrap(), smooth(&[1000, 1]));
}

// Compact rows.

#[test]
fn compact_rows_are_as_wide_ones() {
    let check = |lengths: Vec<usize>, is_compact: bool| {
        let wide = JaggedShape::from_lengths(lengths.clone()).unwrap();
        let compact = JaggedShape::compact_from_lengths(lengths.clone()).unwrap();
        assert_eq!(wide, compact);
        if wide.smooth_extents().is_none() {
            let bytes = lengths.len() * 2 + 2 + (lengths.len() / 256 + 1) * 8;
            assert_eq!(compact.bytes() == bytes, is_compact);
        }
        let mut begin = 0;
        for (row, &length) in lengths.iter().enumerate() {
            assert_eq!(compact.rows().get(row), Some(begin..begin + length));
            for step in [0, length / 2, length.saturating_sub(1)] {
                if step < length {
                    assert_eq!(compact.index(begin + step).unwrap().as_ref(), [row, step]);
                    assert_eq!(compact.offset(&[row, step]), Ok(begin + step));
                }
            }
            begin += length;
        }
        assert_eq!(compact.rows().get(lengths.len()), None);
    };
    for rows in [1, 2, 254, 255, 256, 257, 511, 512, 513, 1000] {
        check((0..rows).map(|row| row % 7).collect(), true);
        check((0..rows).map(|row| if row % 3 == 0 { 256 } else { 255 }).collect(), true);
        check((0..rows).map(|row| if row + 1 == rows { 3 } else { 0 }).collect(), true);
    }
    // 255 rows of 257 add up to 65535, which still fits; the last row of a full block may be
    // longer, up to 24 bits.
    let full = |lengths: [usize; 3]| {
        let block = repeat_n(257, 254).chain([lengths[0], lengths[1]]);
        block.chain(repeat_n(2, 255)).chain([lengths[2]]).collect::<Vec<_>>()
    };
    check(full([257, 1, 2]), true);
    check(full([257, (1 << 24) - 1, 2]), true);
    check(full([257, 1 << 24, 2]), false);
    check(full([257, 1 << 40, 2]), false);
    check(full([258, 1, 2]), false);
    check(full([257, 1, (1 << 24) - 1]), true);
    check(full([257, 1, 1 << 40]), false);
    check(full([1 << 40, 1, 2]), false);
    check(full([257, 1, 2]).into_iter().chain([65_535]).collect(), true);
    check(full([257, 1, 2]).into_iter().chain([65_536]).collect(), false);
    check(full([257, 1, 2]).into_iter().chain([65_535, 1]).collect(), false);
}

#[test]
fn windows_of_compact_rows() {
    let lengths: Vec<usize> = (0..1300).map(|row| row * row % 11).collect();
    let compact = JaggedShape::compact_from_lengths(lengths.clone()).unwrap();
    for begin in [0, 1, 100, 255, 256, 257, 511, 512, 600, 1023, 1024, 1299, 1300] {
        for end in [begin, begin + 1, begin + 2, begin + 255, begin + 256, begin + 300, 1300] {
            if end > 1300 {
                continue;
            }
            let part = compact.slice_rows(begin..end).unwrap().with_origin(&[0]).unwrap();
            let fresh = JaggedShape::from_lengths(lengths[begin..end].iter().copied()).unwrap();
            // Where there is no row, a part may know more than nothing about its extents.
            assert!(begin == end || part == fresh);
            assert_eq!((part.size(), part.rows().len()), (fresh.size(), end - begin));
            assert!(part.rows().iter().eq(fresh.rows().iter()));
            assert!((0..=part.size()).all(|offset| part.index(offset) == fresh.index(offset)));
            assert!(part.indices().eq(fresh.indices()));
            assert!(part.bytes() <= 2 * (end - begin + 1) + 8 * ((end - begin) / 256 + 2));
            // And windows of windows.
            let (from, to) = ((end - begin) / 3, (end - begin) / 2);
            let inner = part.slice_rows(from..to).unwrap();
            assert!(inner.rows().iter().eq(fresh.slice_rows(from..to).unwrap().rows().iter()));
        }
    }
}

#[test]
fn rows_that_are_taken() {
    let shape = jagged![[1], [0], [3], [2]].unwrap().with_origin(&[10, 5]).unwrap();
    let part = shape.slice_rows(11..13).unwrap();
    assert!(part.indices_of::<2>().unwrap().eq([[12, 5], [12, 6], [12, 7]]));
    assert_eq!(part, jagged![[0], [3]].unwrap().with_origin(&[11, 5]).unwrap());
    assert_eq!(shape.clip(([11, 0], [13, usize::MAX])), Ok(part));
    assert_eq!(shape.slice_rows(10..14), Ok(shape.clone()));
    let (mode, row, begin, end) = (0, 0, 10, 14);
    for (first, last) in [(9, 11), (13, 15), (0, usize::MAX), (14, 15), (9, 9)] {
        let error = StructureError::SliceOutOfBounds { mode, row, first, last, begin, end };
        assert_eq!(shape.slice_rows(first..last), Err(error));
    }
    let falls = ShapeError::BeginAfterEnd { mode: 0, begin: 12, end: 11 };
    #[expect(clippy::reversed_empty_ranges, reason = "it is an error")]
    let fallen = shape.slice_rows(12..11);
    assert_eq!(fallen, Err(falls.into()));
    let none = ShapeError::OutOfBounds { of: Bounded::Mode, number: 0, limit: 0 };
    assert_eq!(JaggedShape::scalar().slice_rows(0..0), Err(none.into()));
    assert_eq!(JaggedShape::null().slice_rows(0..0), Err(none.into()));
}

#[test]
fn offsets_that_are_given_back() {
    let whole = JaggedShape::from_lengths([1, 2, 0, 4]).unwrap();
    let first = whole.slice_rows(0..2).unwrap();
    let middle = whole.slice_rows(1..3).unwrap();
    assert_eq!(first.clone().into_offsets(), None);
    drop(whole);
    assert_eq!(middle.into_offsets(), None);
    assert_eq!(first.into_offsets(), Some(vec![0, 1, 3]));
    // A shape of rank 3 is no matrix, though its levels look like one.
    assert_eq!(jagged![[1, 2], [3, 2]].unwrap().into_offsets(), None);
    assert_eq!(smooth(&[2, 3]).into_offsets(), None);
    assert_eq!(JaggedShape::null().into_offsets(), None);
    let memory = vec![9; 100];
    let shape = JaggedShape::from_lengths_in(memory, [3, 0, 1]).unwrap();
    assert_eq!(shape.into_offsets(), Some(vec![0, 3, 3, 4]));
    let shape = JaggedShape::from_lengths_in(vec![9; 2], [3, 0, 1]).unwrap();
    assert_eq!(shape.into_offsets(), Some(vec![0, 3, 3, 4]));
}

#[test]
fn compact_rows_are_equal_where_their_lengths_are() {
    let all: Vec<Vec<usize>> = (0..=4_u32)
        .flat_map(|rows| {
            (0..3_usize.pow(rows))
                .map(move |n| (0..rows).map(|row| n / 3_usize.pow(row) % 3).collect())
        })
        .collect();
    let made: Vec<[JaggedShape; 2]> = all
        .iter()
        .map(|rows| {
            let compact = JaggedShape::compact_from_lengths(rows.iter().copied()).unwrap();
            [compact, JaggedShape::from_lengths(rows.iter().copied()).unwrap()]
        })
        .collect();
    for (left, lefts) in all.iter().zip(&made) {
        for (right, rights) in all.iter().zip(&made) {
            for left_shape in lefts {
                for right_shape in rights {
                    assert_eq!(left_shape == right_shape, left == right, "{left:?} {right:?}");
                }
            }
        }
    }
}

#[test]
fn what_keeps_a_shape_from_being_smooth_is_the_first_mode_whose_rows_differ() {
    let alike = jagged![{ [1], [2] }, { [3], [4] }].unwrap();
    assert_eq!(
        alike.to_smooth().unwrap_err(),
        StructureError::Mismatch {
            place: Place::Mode(2),
            of: Compared::RowLength { row: 1 },
            left: 1,
            right: 2
        }
    );
    let unlike = jagged![{ [1], [2] }, { [3] }].unwrap();
    assert_eq!(
        unlike.to_smooth().unwrap_err(),
        StructureError::Mismatch {
            place: Place::Mode(1),
            of: Compared::RowLength { row: 1 },
            left: 2,
            right: 1
        }
    );
}

#[test]
fn a_flattened_mode_is_stored_by_slices_where_both_were() {
    let deep = jagged![{ { [10], [20] } }, { { [30] }, { [40] } }].unwrap();
    assert_eq!((deep.rank(), deep.outer_rank()), (4, 3));
    // Two of the three become one, or the last one is followed by none.
    for mode in 0..3 {
        let flat = deep.flatten(mode).unwrap();
        assert_eq!((flat.rank(), flat.outer_rank(), flat.size()), (3, 2, 100), "{mode}");
    }
    let smooth = jagged![[10, 20], [30, 40]].unwrap();
    assert_eq!(smooth.flatten(1).unwrap().outer_rank(), 1);
    // The merged mode has entries of different extents, and so still is an outer one.
    let rows = smooth.flatten(0).unwrap();
    assert_eq!((rows.rank(), rows.outer_rank(), rows.is_smooth()), (2, 1, false));
    assert_eq!(rows.leaf(&[9]).unwrap().extents().as_slice(), [20]);
    assert_eq!(rows.leaf(&[10]).unwrap().extents().as_slice(), [40]);
    let ragged = jagged![{ [3, 3] }, { [3, 3], [3, 1] }].unwrap();
    let threes = ragged.flatten(1).unwrap();
    assert_eq!((threes.rank(), threes.outer_rank()), (3, 2));
    assert_eq!(threes.leaf(&[1, 2]).unwrap().extents().as_slice(), [3]);
    assert_eq!(threes.leaf(&[1, 3]).unwrap().extents().as_slice(), [1]);
}

#[test]
fn an_index_of_another_rank_is_an_error() {
    let shape = JaggedShape::from_lengths([1, 2]).unwrap();
    assert_eq!(shape.index_of::<2>(2).unwrap(), [1, 1]);
    let error = ShapeError::RankMismatch { expected: 2, found: 3 };
    assert_eq!(shape.index_of::<3>(2).unwrap_err(), error.into());
    assert_eq!(shape.indices_of::<3>().err(), Some(error.into()));
    let sampled = shape.sampled(1).unwrap();
    assert_eq!(sampled.index_of::<2>(2).unwrap(), [1, 1]);
    assert_eq!(sampled.index_of::<3>(2).unwrap_err(), error.into());
    let error = ShapeError::RankMismatch { expected: 2, found: 1 };
    assert_eq!(shape.index_of::<1>(0).unwrap_err(), error.into());
}

// What is stored, where another way of storing it would say the same.

#[test]
fn rows_of_offsets_that_are_alike_are_smooth() {
    let alike = JaggedShape::from_offsets(vec![0, 70_000, 140_000]).unwrap();
    assert_eq!(alike, smooth(&[2, 70_000]));
    assert_eq!(alike.to_smooth().unwrap().size(), 140_000);
    let unlike = JaggedShape::from_offsets(vec![0, 70_000, 140_000, 140_005]).unwrap();
    assert_eq!(
        unlike.to_smooth().unwrap_err(),
        StructureError::Mismatch {
            place: Place::Mode(1),
            of: Compared::RowLength { row: 2 },
            left: 70_000,
            right: 5
        }
    );
}

#[test]
fn rows_are_empty_only_where_there_is_none() {
    let shape = JaggedShape::from_lengths([0, 0]).unwrap();
    assert!(!shape.rows().is_empty());
    assert!(JaggedShape::from_lengths([]).unwrap().rows().is_empty());
}

/// No row tells where they begin, so that shapes without rows are equal whatever their rows began at.
#[test]
fn origins_of_no_rows_are_equal() {
    let shape = JaggedShape::from_lengths([1, 2]).unwrap();
    let moved = shape.with_origin(&[0, 3]).unwrap();
    assert_ne!(shape, moved);
    assert_eq!(shape.slice_rows(0..0).unwrap(), moved.slice_rows(0..0).unwrap());
}
