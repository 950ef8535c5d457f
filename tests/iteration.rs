//! Iteration over indices and elements, against the brute-force oracle.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

mod oracle;

use extents::layout::{ColMajor, Layout, RowMajor, Strided};
use extents::{DynExtents, DynRankExtents, Extents, Mapping, ModeArray, StaticExtents, extents};
use proptest::prelude::*;

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

// Indices.

/// Takes from both ends, by steps, and folds what is left: all as a `Vec` does.
fn behaves_as<I>(all: I, expected: &[Vec<usize>], front: usize, back: usize, skip: usize)
where
    I: DoubleEndedIterator<Item: AsRef<[usize]>> + ExactSizeIterator + Clone,
{
    let vec = |index: I::Item| index.as_ref().to_vec();
    assert_eq!(all.len(), expected.len());
    assert_eq!(all.clone().map(vec).collect::<Vec<_>>(), expected);
    assert_eq!(all.clone().count(), expected.len());
    assert_eq!(all.clone().last().map(vec), expected.last().cloned());
    let fold = |all: I| {
        all.fold(Vec::new(), |mut found, index| {
            found.push(vec(index));
            found
        })
    };
    assert_eq!(fold(all.clone()), expected);
    assert!(all.clone().rev().map(vec).eq(expected.iter().rev().cloned()));

    let (mut all, mut list) = (all, expected.iter().cloned());
    for _ in 0..front {
        assert_eq!(all.next().map(vec), list.next());
    }
    for _ in 0..back {
        assert_eq!(all.next_back().map(vec), list.next_back());
    }
    assert_eq!(all.len(), list.len());
    assert_eq!(fold(all.clone()), list.clone().collect::<Vec<_>>());
    assert_eq!(all.nth(skip).map(vec), list.nth(skip));
    assert_eq!(all.nth_back(skip).map(vec), list.nth_back(skip));
    assert_eq!(all.len(), list.len());
    while let Some(index) = all.next() {
        assert_eq!(Some(vec(index)), list.next());
    }
    assert_eq!(list.next(), None);
    assert!(all.next().is_none() && all.next_back().is_none() && all.nth(0).is_none());
}

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

#[test]
fn layout_order_of_equal_strides_is_by_mode() {
    let broadcast = Mapping::with_layout(extents![2, 2], Strided::new([0, 0])).unwrap();
    assert!(broadcast.indices_in_layout_order().eq(extents![2, 2].indices()));
}

/// Small extents, the strides of a dense shape of permuted modes, some of them reversed.
fn permuted() -> impl Strategy<Value = (Vec<usize>, Vec<isize>)> {
    prop::collection::vec((0_usize..=3, any::<u32>(), any::<bool>()), 0..=5).prop_map(|modes| {
        let mut order: Vec<usize> = (0..modes.len()).collect();
        order.sort_by_key(|&mode| modes[mode].1);
        let mut strides = vec![0; modes.len()];
        let mut stride = 1;
        for mode in order {
            strides[mode] = if modes[mode].2 { -stride } else { stride };
            stride *= modes[mode].0.max(1) as isize;
        }
        (modes.iter().map(|mode| mode.0).collect(), strides)
    })
}

proptest! {
    #![proptest_config(cases(300))]

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

    #[test]
    fn layout_order_is_the_order_of_offsets((extents, strides) in permuted(), front in 0_usize..4) {
        let shape = DynRankExtents::new(&extents).unwrap();
        let strided = Strided::new(ModeArray::from(strides.as_slice()));
        let mapping = Mapping::with_layout(shape.clone(), strided).unwrap();
        let mut expected = oracle::indices(&extents);
        // Modes of one entry may tie with others in their strides, but move nothing.
        expected.sort_by_key(|index| mapping.layout().offset(&shape, &index.as_slice().into()));
        behaves_as(mapping.indices_in_layout_order(), &expected, front, 2, front);
        for (order, layout) in [(RowMajor.in_memory(&shape), false), (ColMajor.in_memory(&shape), true)] {
            let mut expected = oracle::pairs(&extents, if layout { oracle::Order::ColMajor } else { oracle::Order::RowMajor });
            expected.sort_by_key(|(_, offset)| *offset);
            prop_assert_eq!(order, expected.into_iter().map(|(index, _)| index).collect::<Vec<_>>());
        }
    }
}

trait InMemory {
    fn in_memory(self, shape: &DynRankExtents) -> Vec<Vec<usize>>;
}
impl<L: extents::layout::Canonical + extents::layout::StridedLayout<DynRankExtents>> InMemory
    for L
{
    fn in_memory(self, shape: &DynRankExtents) -> Vec<Vec<usize>> {
        self.of(shape.clone()).indices_in_layout_order().map(|index| index.to_vec()).collect()
    }
}
