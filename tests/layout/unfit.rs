//! Layouts that are asked of extents that they have no mapping of: any number will do, and nothing panics.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should"
)]

use extents::layout::{Blocked, Layout, MinorToMajor, Strided, StridedLayout};
use extents::{DynRankExtents, Extents, ModeArray};

/// Asks all that a layout answers.
fn ask<L: Layout<DynRankExtents>>(layout: &L, extents: &DynRankExtents) {
    let span = layout.required_span_size(extents);
    for index in extents.indices() {
        let _ = layout.offset(extents, &index);
    }
    for offset in [0, 1, span, usize::MAX] {
        let _ = layout.index(extents, offset);
    }
    let _ = (layout.is_strided(extents), layout.strided(extents));
}

#[test]
fn layouts_of_another_rank_answer_without_a_panic() {
    for rank in 0..4 {
        for count in (0..4).filter(|count| *count != rank) {
            let extents = DynRankExtents::new(&[2, 3, 4][..rank]).unwrap();
            let strides = Strided::new(ModeArray::from(&[5, -7, 1][..count]));
            ask(&strides, &extents);
            // What there is no mapping of is not unique, nor has it an element at each offset.
            assert!(!strides.is_unique(&extents), "{strides:?} of {extents:?}");
            assert!(!strides.is_exhaustive(&extents), "{strides:?} of {extents:?}");
            let expected: Vec<isize> =
                (0..rank).map(|mode| if mode < count { [5, -7, 1][mode] } else { 0 }).collect();
            assert_eq!(strides.strides(&extents)[..], expected);
            let _ = strides.base_offset(&extents);
            let list = MinorToMajor::new(ModeArray::from(&[0, 1, 2][..count]));
            ask(&list, &extents);
            assert_eq!(list.strides(&extents)[..], vec![0; rank]);
            let tile = DynRankExtents::new(&[2, 1, 3][..count]).unwrap();
            ask(&Blocked::uniform(tile).unwrap(), &extents);
        }
    }
    let repeated = MinorToMajor::new(ModeArray::from(&[1, 1][..]));
    ask(&repeated, &DynRankExtents::new(&[2, 3]).unwrap());
}

#[test]
fn a_span_that_overflows_is_neither_unique_nor_exhaustive() {
    let extents = DynRankExtents::new(&[3, 2]).unwrap();
    let strides = Strided::new(ModeArray::from(&[isize::MAX, 1][..]));
    assert!(strides.check(&extents).is_err());
    assert!(!strides.is_unique(&extents) && !strides.is_exhaustive(&extents));
    let _ = (strides.required_span_size(&extents), strides.index(&extents, 1));
}
