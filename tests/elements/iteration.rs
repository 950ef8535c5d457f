//! Iteration over indices and elements, against the brute-force oracle.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use crate::oracle::iterators::behaves_as;
use crate::oracle::{self, strided};
use extents::iter::{IndexedIter, IndexedIterMut, Iter, IterMut};
use extents::layout::{Canonical, Checked, ColMajor, Layout, RowMajor, Strided, TrustedLayout};
use extents::{
    DynExtents, DynRankExtents, Extents, Mapping, ModeArray, StaticExtents, Tensor, View, ViewMut,
    extents, strides,
};
use proptest::prelude::*;

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

// Indices.

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

// Elements.

type Open = Mapping<DynRankExtents, Strided<ModeArray<isize>>>;

fn open(extents: &[usize], strides: &[isize]) -> Open {
    let shape = DynRankExtents::new(extents).unwrap();
    Mapping::with_layout(shape, Strided::new(ModeArray::from(strides))).unwrap()
}

/// The same mapping with extents and strides of a rank in the type.
fn ranked<const R: usize>(
    extents: &[usize],
    strides: &[isize],
) -> Mapping<DynExtents<R>, Strided<[isize; R]>> {
    let shape = DynExtents::new(extents.try_into().unwrap()).unwrap();
    Mapping::with_layout(shape, Strided::new(strides.try_into().unwrap())).unwrap()
}

/// All that iterators over elements give, against the elements in row-major order.
fn gives<E, L>(mapping: Mapping<E, L>, data: &[usize], expected: &[usize], taken: usize)
where
    E: Extents,
    L: Layout<E>,
{
    let all = oracle::indices(mapping.extents().extents().as_ref());
    let view = View::from_slice(mapping, data).unwrap();
    assert!(view.iter().eq(expected));
    assert_eq!(view.iter().len(), expected.len());
    assert!(view.iter().rev().eq(expected.iter().rev()));
    let fold = |iter: Iter<'_, usize, E, L>| {
        iter.fold(Vec::new(), |mut found, &element| {
            found.push(element);
            found
        })
    };
    assert_eq!(fold(view.iter()), expected);
    let (mut iter, mut list) = (view.iter(), expected.iter());
    for _ in 0..taken {
        assert_eq!(iter.next(), list.next());
        assert_eq!(iter.next_back(), list.next_back());
    }
    assert_eq!(iter.nth(taken), list.nth(taken));
    assert_eq!(iter.nth_back(taken), list.nth_back(taken));
    assert_eq!(iter.len(), list.len());
    assert_eq!((iter.clone().count(), iter.clone().last()), (list.len(), list.clone().last()));
    assert_eq!(fold(iter.clone()), list.as_slice());
    assert!((&view).into_iter().eq(expected));

    let mut sorted = expected.to_vec();
    sorted.sort_unstable();
    let mut in_layout_order = fold(view.iter_in_layout_order());
    assert!(view.iter_in_layout_order().eq(&in_layout_order));
    assert!(view.iter_in_layout_order().rev().eq(in_layout_order.iter().rev()));
    in_layout_order.sort_unstable();
    assert_eq!(in_layout_order, sorted);

    let pair = |(index, element): (E::Index, &usize)| (index.as_ref().to_vec(), *element);
    let pairs: Vec<_> = all.into_iter().zip(expected.iter().copied()).collect();
    assert_eq!(view.indexed_iter().map(pair).collect::<Vec<_>>(), pairs);
    assert!(view.indexed_iter().rev().map(pair).eq(pairs.iter().rev().cloned()));
    let folded = view.indexed_iter().fold(Vec::new(), |mut found, each| {
        found.push(pair(each));
        found
    });
    assert_eq!(folded, pairs);
    let (mut iter, mut list) = (view.indexed_iter(), pairs.iter().cloned());
    assert_eq!(iter.nth_back(taken).map(pair), list.nth_back(taken));
    assert_eq!((iter.clone().count(), iter.last().map(pair)), (list.len(), list.next_back()));
    assert!(view.into_iter().eq(expected));
}

/// Each way to change all elements changes those that are reached, in this order, and no other.
fn changes<E, L>(mapping: &Mapping<E, L>, offsets: &[usize], span: usize)
where
    E: Extents,
    L: TrustedLayout<E>,
{
    type Change<E, L> = fn(&mut ViewMut<'_, usize, E, L>);
    let in_order: [Change<E, L>; 5] = [
        |view| view.iter_mut().zip(1..).for_each(|(element, n)| *element = n),
        |view| {
            view.iter_mut().fold(1, |n, element| {
                *element = n;
                n + 1
            });
        },
        |view| {
            for (n, element) in
                view.iter_mut().rev().enumerate().collect::<Vec<_>>().into_iter().rev()
            {
                *element = n + 1;
            }
        },
        |view| view.indexed_iter_mut().zip(1..).for_each(|((_, element), n)| *element = n),
        |view| view.into_iter().enumerate().for_each(|(n, element)| *element = n + 1),
    ];
    for (k, change) in in_order.into_iter().enumerate() {
        let mut data = vec![0; span];
        change(&mut ViewMut::from_slice(mapping.clone(), &mut data).unwrap());
        let mut expected = vec![0; span];
        for (n, &offset) in offsets.iter().enumerate() {
            expected[offset] = if k == 2 { offsets.len() - n } else { n + 1 };
        }
        assert_eq!(data, expected, "way {k}");
    }
    let mut data = vec![0; span];
    let mut view = ViewMut::from_slice(mapping.clone(), &mut data).unwrap();
    view.iter_in_layout_order_mut().zip(1..).for_each(|(element, n)| *element = n);
    let mut reached = offsets.to_vec();
    reached.sort_unstable();
    let mut expected = vec![0; span];
    for (n, offset) in reached.into_iter().enumerate() {
        expected[offset] = n + 1;
    }
    assert_eq!(data, expected);
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn elements_come_in_order(
        (extents, strides) in strided::extents().prop_flat_map(|extents| {
            let strides = prop_oneof![strided::any_strides(extents.len()), strided::unique_strides(extents.clone())];
            (Just(extents), strides)
        }),
        taken in 0_usize..4,
    ) {
        let expected = strided::offsets(&extents, &strides);
        // Each element is its own offset.
        let data: Vec<usize> = (0..strided::span(&extents, &strides)).collect();
        gives(open(&extents, &strides), &data, &expected, taken);
        match extents.len() {
            0 => gives(ranked::<0>(&extents, &strides), &data, &expected, taken),
            1 => gives(ranked::<1>(&extents, &strides), &data, &expected, taken),
            2 => gives(ranked::<2>(&extents, &strides), &data, &expected, taken),
            3 => gives(ranked::<3>(&extents, &strides), &data, &expected, taken),
            4 => gives(ranked::<4>(&extents, &strides), &data, &expected, taken),
            _ => gives(ranked::<5>(&extents, &strides), &data, &expected, taken),
        }
        if strides.len() == 3 {
            let shape = <StaticExtents![dyn, dyn, dyn]>::from_extents(&extents).unwrap();
            let list: [isize; 3] = strides.as_slice().try_into().unwrap();
            let mapping = Mapping::with_layout(shape, Strided::new(list)).unwrap();
            gives(mapping, &data, &expected, taken);
        }
    }

    #[test]
    fn elements_change_in_order((extents, strides) in strided::extents().prop_flat_map(|extents| {
        (Just(extents.clone()), strided::unique_strides(extents))
    })) {
        let (offsets, span) = (strided::offsets(&extents, &strides), strided::span(&extents, &strides));
        changes(&open(&extents, &strides), &offsets, span);
        match extents.len() {
            2 => changes(&ranked::<2>(&extents, &strides), &offsets, span),
            3 => changes(&ranked::<3>(&extents, &strides), &offsets, span),
            4 => changes(&ranked::<4>(&extents, &strides), &offsets, span),
            _ => {}
        }
    }
}

#[test]
fn elements_of_typed_mappings() {
    let data: Vec<usize> = (0..60).collect();
    gives(RowMajor.of(extents![3, 4, 5]), &data, &data, 2);
    let columns = |strides: &[isize]| strided::offsets(&[3, 4, 5], strides);
    gives(ColMajor.of(extents![3, 4, 5]), &data, &columns(&[1, 3, 12]), 2);
    gives(ColMajor.of(extents![dyn 3, 4, dyn 5].unwrap()), &data, &columns(&[1, 3, 12]), 2);
    let middle = Mapping::with_layout(extents![3, 4, 5], Strided::new(strides![5, 15, 1])).unwrap();
    gives(middle, &data, &columns(&[5, 15, 1]), 2);
    let reversed =
        Mapping::with_layout(extents![3, 4, 5], Strided::new(strides![-20, 5, -1])).unwrap();
    gives(reversed, &data, &columns(&[-20, 5, -1]), 2);
    changes(&reversed, &columns(&[-20, 5, -1]), 60);
    changes(&middle, &columns(&[5, 15, 1]), 60);
    changes(&ColMajor.of(extents![3, 4, 5]), &columns(&[1, 3, 12]), 60);
    let gaps = Mapping::with_layout(extents![2, 3], Strided::new(strides![10, 2])).unwrap();
    changes(&gaps, &strided::offsets(&[2, 3], &[10, 2]), 15);
    let broadcast = Mapping::with_layout(extents![2, 3], Strided::new(strides![0, 1])).unwrap();
    gives(broadcast, &[0, 1, 2], &[0, 1, 2, 0, 1, 2], 1);
    gives(RowMajor.of(extents![2, 0]), &[], &[], 1);
    gives(ColMajor.of(extents![2, 0]), &[], &[], 1);
    gives(RowMajor.of(extents![]), &[7], &[7], 1);
    gives(RowMajor.of(DynRankExtents::null()), &[], &[], 1);
    gives(ColMajor.of(DynRankExtents::null()), &[], &[], 1);
    gives(
        ColMajor.of(DynRankExtents::new(&[2; 13]).unwrap()),
        &(0..8192).collect::<Vec<_>>(),
        &strided::offsets(&[2; 13], &(0..13).map(|k| 1 << k).collect::<Vec<_>>()),
        3,
    );
    changes(
        &ColMajor.of(DynRankExtents::new(&[2; 13]).unwrap()),
        &strided::offsets(&[2; 13], &(0..13).map(|k| 1 << k).collect::<Vec<_>>()),
        8192,
    );
}

/// Thirteen modes, between each two of which there is a gap, are more than a nest has loops.
#[test]
fn elements_of_many_modes() {
    let strides: Vec<isize> = (0..13).map(|k| 3_isize.pow(k)).collect();
    let (offsets, span) = (strided::offsets(&[2; 13], &strides), strided::span(&[2; 13], &strides));
    let data: Vec<usize> = (0..span).collect();
    gives(open(&[2; 13], &strides), &data, &offsets, 3);
    changes(&open(&[2; 13], &strides), &offsets, span);
}

/// The layout of a user, which claims what it wants and is asked at each index.
#[derive(Clone, Debug)]
struct Claims(usize);
impl<E: Extents> Layout<E> for Claims {
    type Trust = Checked;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = true;
    const IS_ALWAYS_STRIDED: bool = true;
    fn offset(&self, extents: &E, index: &E::Index) -> usize {
        RowMajor.offset(extents, index) * self.0
    }
    fn required_span_size(&self, _: &E) -> usize {
        4
    }
    fn strided(&self, extents: &E) -> Option<(E::Strides, usize)> {
        RowMajor.strided(extents).map(|(strides, _)| (strides, 1 << 40))
    }
}

#[test]
fn a_checked_layout_is_believed_nothing() {
    let data = [0, 1, 2, 3];
    gives(Mapping::with_layout(extents![2, 2], Claims(1)).unwrap(), &data, &data, 1);
    let lie =
        View::from_slice(Mapping::with_layout(extents![2, 2], Claims(2)).unwrap(), &data).unwrap();
    assert_eq!(lie.iter().take(2).collect::<Vec<_>>(), [&0, &2]);
    let message =
        std::panic::catch_unwind(|| lie.iter().count() + lie.iter().sum::<usize>()).unwrap_err();
    let message = message.downcast::<String>().unwrap();
    assert_eq!(*message, "no index has offset 4: the mapping spans 4 elements");
}

/// Where the rank is a value, types say nothing of uniqueness: two `&mut` to one element would be unsound.
#[test]
fn broadcast_of_run_time_rank_is_not_unique() {
    let mapping = open(&[2], &[0]);
    assert!(!mapping.is_unique());
    assert!(!open(&[2], &[2]).is_exhaustive());
    assert_eq!(
        ViewMut::from_slice(mapping, &mut [1]).unwrap_err().to_string(),
        "two indices of the mapping share an element, so it cannot be changed"
    );
}

#[test]
fn iterators_cross_threads_as_slices_do() {
    let mut a = Tensor::from_fn(extents![4, 4], |[i, j]| i * 4 + j).unwrap();
    let sum = std::thread::scope(|scope| {
        let (front, back) = (a.iter(), a.iter().rev());
        let front = scope.spawn(move || front.take(8).sum::<usize>());
        let back = scope.spawn(move || back.take(8).sum::<usize>());
        front.join().unwrap() + back.join().unwrap()
    });
    assert_eq!(sum, 120);
    std::thread::scope(|scope| {
        let all = a.iter_mut();
        scope.spawn(move || all.for_each(|element| *element = 0));
    });
    assert!(a.iter().all(|&element| element == 0));
}

mod auto_traits {
    use super::*;
    use static_assertions::{assert_impl_all, assert_not_impl_any};
    use std::cell::Cell;
    type E = StaticExtents![2, 3];
    type OnlySync = std::sync::MutexGuard<'static, i32>;

    assert_impl_all!(Iter<'static, String, E, ColMajor>: Send, Sync, Clone);
    assert_impl_all!(Iter<'static, OnlySync, E>: Send, Sync);
    assert_not_impl_any!(Iter<'static, Cell<i32>, E>: Send, Sync);
    assert_impl_all!(IndexedIter<'static, String, E>: Send, Sync, Clone);
    assert_not_impl_any!(IndexedIter<'static, Cell<i32>, E>: Send, Sync);
    assert_impl_all!(IterMut<'static, Cell<i32>, E, ColMajor>: Send);
    assert_impl_all!(IterMut<'static, OnlySync, E, ColMajor>: Sync);
    assert_not_impl_any!(IterMut<'static, Cell<i32>, E>: Sync, Clone);
    assert_not_impl_any!(IterMut<'static, OnlySync, E>: Send);
    assert_impl_all!(IndexedIterMut<'static, Cell<i32>, E>: Send);
    assert_not_impl_any!(IndexedIterMut<'static, Cell<i32>, E>: Sync, Clone);
    assert_not_impl_any!(IndexedIterMut<'static, OnlySync, E>: Send);
}
