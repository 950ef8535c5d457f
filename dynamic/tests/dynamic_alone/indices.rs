//! Iteration over indices, against the brute-force oracle.

use crate::oracle::{self, iterators::behaves_as};
use extents_dynamic::{DynExtents, DynRankExtents};
use extents_static::{Extents, StaticExtents, extents};
use proptest::prelude::*;

#[test]
fn indices_of_the_smallest_shapes() {
    assert!(extents![].indices().eq([[0_usize; 0]]));
    assert_eq!(extents![3, 0].indices().next(), None);
    assert_eq!(extents![0, { usize::MAX / 4 }].indices().fold(0, |n, _| n + 1), 0);
    assert_eq!(DynRankExtents::null().indices().len(), 0);
    assert!(DynRankExtents::null().indices().next().is_none());
    assert_eq!(DynRankExtents::null().indices().fold(0, |n, _| n + 1), 0);
    assert_eq!(DynRankExtents::new(&[]).unwrap().indices().fold(0, |n, _| n + 1), 1);
    assert!(extents![2, 3].indices().rev().eq([[1, 2], [1, 1], [1, 0], [0, 2], [0, 1], [0, 0]]));
    assert_eq!(extents![1000, 1000, 1000, 1000].indices().nth(1_002_003_004), Some([1, 2, 3, 4]));
    assert_eq!(extents![1000, 1000].indices().nth_back(1_002), Some([998, 997]));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn indices_are_those_of_the_oracle(
        extents in prop::collection::vec(0_usize..=4, 0..=6),
        front in 0_usize..6,
        back in 0_usize..6,
        skip in 0_usize..9,
    ) {
        let expected = oracle::indices(&extents);
        let check = |shape: &DynRankExtents| behaves_as(shape.indices(), &expected, front, back, skip);
        check(&DynRankExtents::new(&extents).unwrap());
        if let Ok(known) = <StaticExtents![dyn; 3]>::from_extents(&extents) {
            behaves_as(known.indices(), &expected, front, back, skip);
        }
        if let Ok(known) = DynExtents::<5>::from_extents(&extents) {
            behaves_as(known.indices(), &expected, front, back, skip);
        }
        behaves_as(extents![2, 3, 2].indices(), &oracle::indices(&[2, 3, 2]), front, back, skip);
    }
}
