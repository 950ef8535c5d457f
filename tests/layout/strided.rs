//! The layouts with strides of their own, against their definitions spelled out: each offset is listed by
//! brute force, and every answer of a mapping is compared with the list.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::error::{Bounded, Place};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::oracle;
use crate::tables::{Table, minor_to_major, padded, permutations, strided};
use extents::generic::AddressedBy;
use extents::layout::{
    Canonical, ColMajor, DynStride, Layout, MinorToMajor, Neg, Padded, RowMajor, StrideList,
    Strided, Times,
};
use extents::{
    Const, Dyn, DynExtents, DynRankExtents, Extents, Mapping, ModeArray, Rank, ShapeError,
    StaticExtents, ViewMut, extents, modes, strides,
};
use proptest::prelude::*;
use static_assertions::{assert_eq_size, const_assert};

// What needs no mapping is apart from what does, so that it is not compiled for each.

fn offsets(table: &Table) -> Vec<usize> {
    table.iter().map(|(_, offset)| *offset).collect()
}

/// The first index of the table that has the offset; or none, in a gap or past the end.
fn index_at(table: &Table, offset: usize) -> Option<&[usize]> {
    table.iter().find(|(_, at)| *at == offset).map(|(index, _)| index.as_slice())
}

/// How many offsets are reached.
fn reached(table: &Table) -> usize {
    offsets(table).into_iter().collect::<BTreeSet<_>>().len()
}

/// Compares every answer of a mapping with the table of all its offsets.
fn check<E, L>(mapping: &Mapping<E, L>, table: &Table)
where
    E: Extents + for<'a> AddressedBy<&'a <E as Extents>::Index>,
    L: Layout<E>,
{
    let span = oracle::span(&offsets(table));
    assert_eq!(mapping.required_span_size(), span, "{mapping:?}");
    for (index, offset) in table {
        let mut at = mapping.extents().extents();
        at.as_mut().copy_from_slice(index);
        assert_eq!(mapping.offset(&at), Ok(*offset), "{mapping:?} at {index:?}");
    }
    // The first index in row-major order, in which the table is.
    for offset in 0..span + 3 {
        match (mapping.index(offset), index_at(table, offset)) {
            (Ok(index), Some(first)) => assert_eq!(index.as_ref(), first, "{mapping:?}"),
            (found, first) => {
                assert_eq!(first, None, "{mapping:?} at {offset}");
                assert_eq!(
                    found,
                    Err(ShapeError::OutOfBounds {
                        of: Bounded::Offset,
                        number: offset,
                        limit: span
                    })
                );
            }
        }
    }
    let reached = reached(table);
    assert_eq!(mapping.is_unique(), reached == table.len(), "{mapping:?}");
    assert!(!mapping.is_exhaustive() || reached == span, "{mapping:?}");
    assert!(mapping.is_strided());
    assert!(!L::IS_ALWAYS_UNIQUE || mapping.is_unique());
    assert!(!L::IS_ALWAYS_EXHAUSTIVE || mapping.is_exhaustive());
}

/// The mapping of these extents in all layers, and in mixed ones.
macro_rules! on_all_layers {
    ([$($extent:literal),*], $layout:expr, $table:expr) => {{
        let extents = [$($extent),*];
        let table = $table;
        let layout = $layout;
        check(&Mapping::with_layout(extents![$($extent),*], layout.clone()).unwrap(), &table);
        check(&Mapping::with_layout(extents![$(dyn $extent),*].unwrap(), layout.clone()).unwrap(), &table);
        check(&Mapping::with_layout(DynExtents::new(extents).unwrap(), layout.clone()).unwrap(), &table);
        check(&Mapping::with_layout(DynRankExtents::new(&extents).unwrap(), layout).unwrap(), &table);
    }};
}

#[test]
fn strided_mappings_have_the_offsets_of_their_strides() {
    macro_rules! cases {
        ($([$($extent:literal),*] by [$($stride:tt)*] as $strides:expr;)*) => {$(
            let array = [$($stride)*];
            let table = strided(&[$($extent),*], &array);
            on_all_layers!([$($extent),*], Strided::new(array), table.clone());
            on_all_layers!([$($extent),*], Strided::new(ModeArray::from(&array[..])), table.clone());
            on_all_layers!([$($extent),*], Strided::new($strides), table);
        )*};
    }
    type Back<const N: usize> = Neg<Const<N>>;
    cases! {
        [4] by [1] as strides![1];
        [4] by [3] as (DynStride::new(3),);
        [4] by [0] as strides![0];
        [4] by [-1] as (Back::<1>::default(),);
        [4] by [-3] as (DynStride::new(-3),);
        [0] by [-3] as (Back::<3>::default(),);
        [1] by [-3] as (Back::<3>::default(),);
        [2, 3] by [3, 1] as strides![3, 1];
        [2, 3] by [1, 2] as strides![1, 2];
        [2, 3] by [6, 2] as strides![6, 2];
        [2, 3] by [1, 1] as strides![1, 1];
        [2, 3] by [0, 1] as (Const::<0>, DynStride::new(1));
        [2, 3] by [0, 0] as strides![0, 0];
        [2, 3] by [-3, 1] as (Back::<3>::default(), Const::<1>);
        [2, 3] by [5, -2] as (DynStride::new(5), Back::<2>::default());
        [2, 3] by [-1, -4] as (Back::<1>::default(), Back::<4>::default());
        [3, 4] by [3, 2] as strides![3, 2];
        [1, 3] by [-100, 2] as (Back::<100>::default(), Const::<2>);
        [0, 3] by [5, -7] as (Const::<5>, Back::<7>::default());
        [2, 3, 4] by [-12, 1, 3] as (<Neg<Times<Const<3>, Const<4>>>>::default(), Const::<1>, Const::<3>);
        [2, 2, 2] by [2, 3, 6] as strides![2, 3, 6];
        [2, 2, 2] by [-4, 0, -2] as (Back::<4>::default(), Const::<0>, Back::<2>::default());
    }
    check(&Mapping::with_layout(extents![], Strided::new(())).unwrap(), &strided(&[], &[]));
    check(&Mapping::with_layout(extents![], Strided::new([])).unwrap(), &strided(&[], &[]));
    let null = Mapping::with_layout(DynRankExtents::null(), Strided::new([])).unwrap();
    check(&null, &vec![]);
}

#[test]
fn padded_mappings_have_room_behind_each_run() {
    macro_rules! cases {
        ($([$($extent:literal),*] to $padding:literal;)*) => {$({
            let extents = [$($extent),*];
            let rows = padded(&extents, $padding, false);
            let columns = padded(&extents, $padding, true);
            on_all_layers!([$($extent),*], RowMajor.padded(Const::<$padding>), rows.clone());
            on_all_layers!([$($extent),*], RowMajor.padded(Dyn::new($padding)), rows);
            on_all_layers!([$($extent),*], ColMajor.padded(Const::<$padding>), columns.clone());
            on_all_layers!([$($extent),*], ColMajor.padded(Dyn::new($padding)), columns);
        })*};
    }
    cases! {
        [3] to 8;
        [0] to 8;
        [3, 6] to 0;
        [3, 6] to 1;
        [3, 6] to 3;
        [3, 6] to 4;
        [3, 6] to 5;
        [3, 6] to 8;
        [1, 6] to 8;
        [6, 1] to 8;
        [0, 3] to 4;
        [3, 0] to 4;
        [2, 1, 3] to 2;
        [2, 3, 4] to 5;
        [2, 2, 0] to 3;
        [2, 3, 2, 3] to 4;
    }
    let scalar = Mapping::with_layout(extents![], RowMajor.padded(Const::<8>)).unwrap();
    check(&scalar, &padded(&[], 8, false));
    let null = Mapping::with_layout(DynRankExtents::null(), ColMajor.padded(Const::<8>)).unwrap();
    check(&null, &vec![]);
}

#[test]
fn a_list_of_modes_counts_up_its_first_mode_first() {
    for list in permutations(3) {
        let list: [usize; 3] = list.try_into().unwrap();
        on_all_layers!([2, 3, 4], MinorToMajor::new(list), minor_to_major(&[2, 3, 4], &list));
        on_all_layers!([3, 1, 2], MinorToMajor::new(list), minor_to_major(&[3, 1, 2], &list));
        on_all_layers!([3, 0, 2], MinorToMajor::new(list), minor_to_major(&[3, 0, 2], &list));
        let list = ModeArray::from(&list[..]);
        on_all_layers!(
            [2, 3, 4],
            MinorToMajor::new(list.clone()),
            minor_to_major(&[2, 3, 4], &list)
        );
    }
    macro_rules! typed {
        ($([$($mode:literal),*])*) => {$(
            let list = MinorToMajor::new(modes![$($mode),*]);
            on_all_layers!([2, 3, 4], list, minor_to_major(&[2, 3, 4], &[$($mode),*]));
        )*};
    }
    typed!([0, 1, 2] [0, 2, 1] [1, 0, 2] [1, 2, 0] [2, 0, 1] [2, 1, 0]);
    let scalar = Mapping::with_layout(extents![], MinorToMajor::new([])).unwrap();
    check(&scalar, &minor_to_major(&[], &[]));
    let null = Mapping::with_layout(DynRankExtents::null(), MinorToMajor::new([])).unwrap();
    check(&null, &vec![]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// Uniqueness above all: it is exact, whatever the strides are.
    #[test]
    fn any_strides_answer_as_brute_force_does(
        modes in prop::collection::vec((0_usize..5, -9_isize..10), 0..5),
    ) {
        let (extents, strides): (Vec<usize>, Vec<isize>) = modes.into_iter().unzip();
        let table = strided(&extents, &strides);
        let layout = Strided::new(ModeArray::from(&strides[..]));
        let shape = DynRankExtents::new(&extents).unwrap();
        let mapping = Mapping::with_layout(shape, layout).unwrap();
        check(&mapping, &table);
        // Where each stride moves something, `is_exhaustive` is exact, too.
        let span = mapping.required_span_size();
        if mapping.is_unique() && extents.iter().all(|extent| *extent > 1) {
            prop_assert_eq!(mapping.is_exhaustive(), table.len() == span);
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Many short modes, whose offsets many indices share.
    #[test]
    fn the_first_index_of_an_offset_is_that_of_brute_force(
        modes in prop::collection::vec((1_usize..4, -12_isize..13), 5..8),
    ) {
        let (extents, strides): (Vec<usize>, Vec<isize>) = modes.into_iter().unzip();
        let table = strided(&extents, &strides);
        let layout = Strided::new(ModeArray::from(&strides[..]));
        let mapping = Mapping::with_layout(DynRankExtents::new(&extents).unwrap(), layout).unwrap();
        for offset in 0..=mapping.required_span_size() {
            // The table is in row-major order.
            let expected = table.iter().find(|(_, found)| *found == offset).map(|(index, _)| index);
            let found = mapping.index(offset).ok();
            prop_assert_eq!(found.as_deref(), expected.map(Vec::as_slice));
        }
    }

    /// The offsets of a long mode beside another: by the remainder of a division, not by walking.
    #[test]
    fn the_index_of_an_offset_in_long_modes_is_that_of_the_remainder(
        (first, second) in (1_usize..1000, 1_usize..1000),
        long in (1_usize << 30)..(1 << 31),
        (i, j) in (0_usize..1 << 30, 0_usize..1 << 30),
    ) {
        let strides = [first as isize, second as isize];
        let mapping =
            Mapping::with_layout(DynExtents::new([long, long]).unwrap(), Strided::new(strides)).unwrap();
        let offset = mapping.offset([i, j]).unwrap();
        let [at, behind] = mapping.index(offset).unwrap();
        prop_assert_eq!(mapping.offset([at, behind]), Ok(offset));
        // Indices of one offset are `second / gcd` apart along the first mode, so none is before the first.
        let period = (1..=second).find(|by| (by * first) % second == 0).unwrap();
        prop_assert!(at < period || behind.saturating_add(period * first / second) >= long);
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// Long modes and large strides: the search for a shared offset must not walk them.
    #[test]
    fn two_strides_share_an_offset_where_their_multiples_meet(
        extents in (2_usize..40, 2_usize..40),
        strides in (-40_isize..41, -40_isize..41),
    ) {
        let (extents, strides) = ([extents.0, extents.1], [strides.0, strides.1]);
        let table = strided(&extents, &strides);
        let reached: BTreeSet<usize> = table.iter().map(|(_, offset)| *offset).collect();
        let shape = DynExtents::new(extents).unwrap();
        let mapping = Mapping::with_layout(shape, Strided::new(strides)).unwrap();
        prop_assert_eq!(mapping.is_unique(), reached.len() == table.len());
    }
}

#[test]
fn uniqueness_of_long_modes_is_found_without_walking_them() {
    let unique = |extents: [usize; 3], strides: [isize; 3]| {
        let shape = DynExtents::new(extents).unwrap();
        Mapping::with_layout(shape, Strided::new(strides)).unwrap().is_unique()
    };
    // An odd distance is no sum of even ones.
    assert!(unique([2, 1 << 40, 1], [(1 << 40) + 1, 2, 1]));
    assert!(!unique([2, 1 << 40, 1], [1 << 40, 2, 1]));
    assert!(!unique([2, 1 << 40, 2], [(1 << 40) + 1, 2, 1]));
    assert!(unique([1 << 20, 1 << 20, 1 << 20], [1, 1 << 20, 1 << 40]));
}

#[test]
fn the_index_of_an_offset_is_found_where_many_strides_are_equal() {
    // Forty choices of 0 or 1: trying them one by one takes 2^40 steps. The first index with the sum 20 takes the last
    // twenty, and no index has the sum 41.
    let shape = DynRankExtents::new(&[2; 40]).unwrap();
    let same =
        Mapping::with_layout(shape.clone(), Strided::new(ModeArray::from(&[1_isize; 40][..])));
    let same = same.unwrap();
    let expected: Vec<usize> = [[0; 20], [1; 20]].concat();
    assert_eq!(same.index(20).unwrap()[..], expected);
    assert_eq!(
        same.index(41),
        Err(ShapeError::OutOfBounds { of: Bounded::Offset, number: 41, limit: 41 })
    );
    assert!(!same.is_unique());
    // All even: an odd offset has no index.
    let even = Strided::new((1..=40).map(|n| 2 * n).collect::<ModeArray<isize>>());
    let even = Mapping::with_layout(shape.clone(), even).unwrap();
    let span = even.required_span_size();
    assert_eq!(
        even.index(801),
        Err(ShapeError::OutOfBounds { of: Bounded::Offset, number: 801, limit: span })
    );
    assert_eq!(even.offset(&even.index(800).unwrap()), Ok(800));
    // Windows of windows, broadcast: three modes over the same elements, and two that do not move.
    let windows = DynExtents::new([1 << 10, 1 << 10, 1 << 10, 1 << 10, 3, 1 << 19]).unwrap();
    let windows = Mapping::with_layout(windows, Strided::new([1, 4096, -1, 4096, 1, 0])).unwrap();
    let offset = windows.offset([5, 6, 7, 8, 2, 9]).unwrap();
    // The reversed mode begins where the offset is largest: 5 - 7 + 2 = 0, and 6 + 8 = 14.
    assert_eq!(windows.index(offset), Ok([0, 0, 0, 14, 0, 0]));
}

#[test]
fn the_index_of_an_offset_is_found_without_walking_a_long_mode() {
    // Windows over a long mode, for each of some batches far apart: the first entry from which a window of three ends at
    // an offset is two before it.
    let shape = DynExtents::new([1 << 40, 3, 4]).unwrap();
    let windows = Mapping::with_layout(shape, Strided::new([1, 1, 1 << 41])).unwrap();
    let at = (1 << 39) + 5;
    assert_eq!(windows.index((3 << 41) + at), Ok([at - 2, 2, 3]));
    assert_eq!(windows.index(1), Ok([0, 1, 0]));
    let gap = (1 << 40) + 2;
    let span = windows.required_span_size();
    assert_eq!(
        windows.index(gap),
        Err(ShapeError::OutOfBounds { of: Bounded::Offset, number: gap, limit: span })
    );
    // The same with the long mode turned around: its first entry is the last in memory.
    let windows = Mapping::with_layout(shape, Strided::new([-1, 1, 1 << 41])).unwrap();
    assert_eq!(windows.index((3 << 41) + at), Ok([(1 << 40) - 1 - at, 0, 3]));
}

#[test]
fn a_search_that_would_not_end_is_an_error_with_its_numbers() {
    // The sum of twenty numbers below 40 is at least 190, so no index has the offset: to see that by search, all choices
    // of about twenty modes are tried.
    let extents = DynRankExtents::new(&[2; 40]).unwrap();
    let strides: ModeArray<isize> = (0..40).map(|n| (1 << 40) + n).collect();
    let mapping = Mapping::with_layout(extents, Strided::new(strides)).unwrap();
    let offset = 20 * (1 << 40) + 100;
    let error = ShapeError::SearchLimit { offset, tried: 1 << 22 };
    assert_eq!(mapping.index(offset), Err(error));
    assert_eq!(
        error.to_string(),
        "the search for the index of offset 21990232555620 gave up after 4194304 combinations: too many strides overlap"
    );
}

#[test]
fn modes_of_one_entry_take_no_time() {
    // Each step of a search that looks at all modes would look at 3000.
    let rank = 3000;
    let mut extents = vec![1_usize; rank];
    let mut strides = vec![1_isize; rank];
    for n in 0..30 {
        extents[n * 100] = 2;
        strides[n * 100] = (1 << 30) + (1 << n);
    }
    let shape = DynRankExtents::new(&extents).unwrap();
    let layout = Strided::new(strides.iter().copied().collect::<ModeArray<isize>>());
    let mapping = Mapping::with_layout(shape, layout).unwrap();
    let start = Instant::now();
    // The sums of different powers of two differ, so it is unique; the search may give up before it finds out.
    let _ = mapping.is_unique();
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    assert!(!mapping.is_exhaustive());
    let last = mapping.required_span_size() - 1;
    let expected: Vec<usize> = extents.iter().map(|extent| extent - 1).collect();
    assert_eq!(mapping.index(last).unwrap()[..], expected);
}

// --- What is always so ---

const_assert!(<Strided<(Const<3>, Const<1>)> as Layout<StaticExtents![2, 3]>>::IS_ALWAYS_UNIQUE);
const_assert!(
    <Strided<(Const<3>, Const<1>)> as Layout<StaticExtents![2, 3]>>::IS_ALWAYS_EXHAUSTIVE
);
const_assert!(<Strided<(Const<4>, Const<1>)> as Layout<StaticExtents![2, 3]>>::IS_ALWAYS_UNIQUE);
const_assert!(
    !<Strided<(Const<4>, Const<1>)> as Layout<StaticExtents![2, 3]>>::IS_ALWAYS_EXHAUSTIVE
);
const_assert!(!<Strided<(Const<0>, Const<1>)> as Layout<StaticExtents![2, 3]>>::IS_ALWAYS_UNIQUE);
const_assert!(!<Strided<(Const<3>, Const<1>)> as Layout<StaticExtents![2, dyn]>>::IS_ALWAYS_UNIQUE);
const_assert!(!<Strided<[isize; 2]> as Layout<StaticExtents![2, 3]>>::IS_ALWAYS_UNIQUE);
const_assert!(<Strided<[isize; 2]> as Layout<StaticExtents![0, dyn]>>::IS_ALWAYS_EXHAUSTIVE);
const_assert!(!<Strided<ModeArray<isize>> as Layout<DynRankExtents>>::IS_ALWAYS_UNIQUE);
const_assert!(!<Strided<ModeArray<isize>> as Layout<DynRankExtents>>::IS_ALWAYS_EXHAUSTIVE);
const_assert!(!<Strided<()> as Layout<DynRankExtents>>::IS_ALWAYS_UNIQUE);
const_assert!(<Padded<RowMajor, Const<4>> as Layout<StaticExtents![dyn, 8]>>::IS_ALWAYS_EXHAUSTIVE);
const_assert!(
    !<Padded<ColMajor, Const<4>> as Layout<StaticExtents![dyn, 8]>>::IS_ALWAYS_EXHAUSTIVE
);
const_assert!(!<Padded<RowMajor, Const<4>> as Layout<StaticExtents![8, 7]>>::IS_ALWAYS_EXHAUSTIVE);
const_assert!(!<Padded<RowMajor, DynStride> as Layout<StaticExtents![8, 8]>>::IS_ALWAYS_EXHAUSTIVE);
const_assert!(<Padded<RowMajor, DynStride> as Layout<StaticExtents![8]>>::IS_ALWAYS_EXHAUSTIVE);
const_assert!(!<Padded<RowMajor, Const<1>> as Layout<DynRankExtents>>::IS_ALWAYS_EXHAUSTIVE);

// --- Sizes ---

assert_eq_size!(Mapping<StaticExtents![2, 3], Strided<(Const<4>, Neg<Const<1>>)>>, ());
assert_eq_size!(Mapping<StaticExtents![2, 3], Padded<ColMajor, Const<4>>>, ());
assert_eq_size!(Mapping<StaticExtents![2, 3], MinorToMajor<(Const<1>, Const<0>)>>, ());
assert_eq_size!(Mapping<StaticExtents![2, 3], Strided<(DynStride, Const<1>)>>, isize);
assert_eq_size!(Mapping<StaticExtents![2, dyn], Strided<(DynStride, Const<1>)>>, [usize; 2]);
assert_eq_size!(Mapping<DynExtents<2>, Padded<ColMajor, DynStride>>, [usize; 3]);

// --- Refusals ---

#[test]
fn a_mapping_that_does_not_fit_is_refused_with_its_numbers() {
    const MAX: isize = isize::MAX;
    fn refused<E: Extents, L: Layout<E>>(extents: E, layout: L) -> ShapeError {
        Mapping::with_layout(extents, layout).map(|_| ()).unwrap_err()
    }
    let overflow = |mode, extent, stride| ShapeError::SpanOverflow { mode, extent, stride };
    assert_eq!(refused(extents![2], Strided::new([MAX])), overflow(0, 2, MAX));
    assert_eq!(refused(extents![2], Strided::new([isize::MIN])), overflow(0, 2, isize::MIN));
    assert_eq!(refused(extents![3], Strided::new([MAX / 2 + 1])), overflow(0, 3, MAX / 2 + 1));
    assert_eq!(refused(extents![2, 2], Strided::new([MAX - 1, -1])), overflow(1, 2, -1));
    assert!(Mapping::with_layout(extents![2, 2], Strided::new([MAX - 2, -1])).is_ok());
    assert!(Mapping::with_layout(extents![1, 0], Strided::new([MAX, MAX])).is_ok());
    assert!(Mapping::with_layout(extents![1], Strided::new([isize::MIN])).is_ok());

    // Where both ranks are in the types, these do not compile.
    let ranks = |expected, found| ShapeError::RankMismatch { expected, found };
    let of_rank_2 = || DynRankExtents::new(&[2, 3]).unwrap();
    assert_eq!(refused(of_rank_2(), Strided::new([1])), ranks(2, 1));
    assert_eq!(refused(of_rank_2(), Strided::new(strides![2, 1, 1])), ranks(2, 3));
    assert_eq!(refused(DynRankExtents::null(), Strided::new([1])), ranks(0, 1));
    assert_eq!(refused(of_rank_2(), MinorToMajor::new([0])), ranks(2, 1));
    assert_eq!(refused(of_rank_2(), MinorToMajor::new(modes![0, 1, 2])), ranks(2, 3));
    let out_of_range = ShapeError::OutOfBounds { of: Bounded::Mode, number: 2, limit: 2 };
    assert_eq!(refused(extents![2, 3], MinorToMajor::new([2, 0])), out_of_range);
    let repeated = ShapeError::Repeated { place: Place::Mode(1) };
    assert_eq!(refused(extents![2, 3], MinorToMajor::new([1, 1])), repeated);
    let padding = Dyn::new(usize::MAX);
    assert_eq!(
        Mapping::with_layout(extents![2, 3], RowMajor.padded(padding)).unwrap_err().to_string(),
        "the layout takes more than 9223372036854775807 elements: 2 before mode 1, times 9223372036854775807 for that mode"
    );
    assert!(Mapping::with_layout(extents![3], RowMajor.padded(padding)).is_ok());
}

#[test]
fn elements_that_are_shared_cannot_be_changed() {
    let mut data = [0; 9];
    let broadcast = Mapping::with_layout(extents![2, 3], Strided::new(strides![0, 1])).unwrap();
    let view = ViewMut::from_slice(broadcast, &mut data[..3]);
    assert_eq!(view.map(|_| ()), Err(ShapeError::NotUnique));
    // 0 and 6 are both a multiple of 3 and of 2.
    let meets = |extents| Mapping::with_layout(extents, Strided::new([2, 3])).unwrap();
    let four_by_three = meets(DynExtents::new([4, 3]).unwrap());
    assert_eq!(
        ViewMut::from_slice(four_by_three, &mut [0; 13]).unwrap_err().to_string(),
        "two indices of the mapping share an element, so it cannot be changed"
    );
    let three_by_two = meets(DynExtents::new([3, 2]).unwrap());
    let mut view = ViewMut::from_slice(three_by_two, &mut data[..8]).unwrap();
    let mut written = 0;
    for index in [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1]] {
        written += 1;
        view[index] = written;
    }
    assert_eq!(data, [1, 0, 3, 2, 5, 4, 0, 6, 0]);
}

#[test]
fn generic_code_reads_any_list_of_strides() {
    fn base<E: Rank<1>, S: StrideList>(extents: E, list: S) -> usize {
        Mapping::with_layout(extents, Strided::new(list)).unwrap().offset([0]).unwrap()
    }
    assert_eq!(base(extents![4], [-2]), 6);
    assert_eq!(base(extents![4], (Neg::<Const<2>>::default(),)), 6);
    assert_eq!(base(extents![4], ModeArray::from(&[-2][..])), 6);
    assert_eq!(base(extents![dyn 1].unwrap(), [-2]), 0);
}
