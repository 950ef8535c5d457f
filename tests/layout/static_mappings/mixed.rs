//! Extents of which the types know some: each stride that follows from those is known.

use extents::generic::TypedExtents;
use extents::layout::{
    Canonical, ColMajor, Layout, MinorToMajor, Padded, RowMajor, StrideList, Strided, TypedLayout,
};
use extents::rearrange::{Chip, Diagonal, InsertMode, Permute, Reverse, Sliced, Transpose};
use extents::{
    Const, DynExtents, DynRankExtents, Extents, Mapping, Rank, StaticExtents, extents, modes, slice,
};

use super::oracle::{self, Order};
use super::{by_strides, dense, list, room};

// What needs no types is apart from what does, so that it is not compiled for each.

/// The shapes of extents of which some are known, where each other one is 2 or 7.
fn shapes(known: &[Option<usize>]) -> Vec<Vec<usize>> {
    let ranges: Vec<usize> = known.iter().map(|e| if e.is_some() { 1 } else { 2 }).collect();
    let shape = |choice: Vec<usize>| {
        known.iter().zip(choice).map(|(e, choice)| e.unwrap_or(2 + 5 * choice)).collect()
    };
    oracle::indices(&ranges).into_iter().map(shape).collect()
}

/// The strides that are the same in all lists.
fn common(all: &[Vec<isize>]) -> Vec<Option<isize>> {
    let [first, others @ ..] = all else { return Vec::new() };
    let is_common = |mode: usize| others.iter().all(|strides| strides[mode] == first[mode]);
    (0..first.len()).map(|mode| is_common(mode).then_some(first[mode])).collect()
}

/// What the types know of the strides, against the strides of all shapes of the type whose run-time extents are 2 or 7:
/// a stride is known if it is the same in all. The typed list says the same, and takes one word a stride that is not.
fn check_mixed<E, L, const R: usize>(layout: L, list: &[usize], order: Order, padding: usize)
where
    E: TypedExtents + Rank<R>,
    L: TypedLayout<E>,
{
    let known = E::STATIC_EXTENTS;
    let mut all: Vec<Vec<isize>> = Vec::new();
    for extents in shapes(known) {
        let strides = dense(&extents, list, room(&extents, order, padding));
        let mapping = Mapping::with_layout(E::from_extents(&extents).unwrap(), layout.clone());
        let mapping = mapping.unwrap();
        assert_eq!(mapping.strides().as_slice(), strides, "{mapping:?}");
        let strided = mapping.to_strided();
        assert_eq!(strided.strides().as_slice(), strides, "{mapping:?}");
        for (at, index) in oracle::indices(&extents).into_iter().enumerate() {
            let expected = by_strides(&extents, &strides)[at];
            let index: [usize; R] = index.try_into().unwrap();
            assert_eq!(strided.offset(index), Ok(expected), "{strided:?} at {index:?}");
            assert_eq!(mapping.offset(index), Ok(expected), "{mapping:?} at {index:?}");
        }
        all.push(strides);
    }
    let expected = common(&all);
    let name = format!("{layout:?} of {known:?}");
    assert_eq!(Mapping::<E, L>::STATIC_STRIDES, expected, "{name}");
    assert_eq!(<L::Strides as StrideList>::STATIC, expected, "{name}");
    let open = expected.len() - expected.iter().flatten().count();
    assert_eq!(size_of::<L::Strides>(), open * size_of::<usize>(), "{name}");
    let words = size_of::<E>() + open * size_of::<usize>();
    assert_eq!(size_of::<Mapping<E, Strided<L::Strides>>>(), words, "{name}");
}

#[test]
fn strides_of_mixed_extents_are_known_one_by_one() {
    macro_rules! table {
        ($($E:ty;)*) => {$({
            type E = $E;
            const RANK: usize = match <E as Extents>::STATIC_RANK { Some(rank) => rank, None => 0 };
            let (rows, columns) = (list(RANK, Order::RowMajor), list(RANK, Order::ColMajor));
            check_mixed::<E, _, RANK>(RowMajor, &rows, Order::RowMajor, 0);
            check_mixed::<E, _, RANK>(ColMajor, &columns, Order::ColMajor, 0);
            check_mixed::<E, _, RANK>(RowMajor.padded(Const::<5>), &rows, Order::RowMajor, 5);
            check_mixed::<E, _, RANK>(ColMajor.padded(Const::<5>), &columns, Order::ColMajor, 5);
        })*};
    }
    table! {
        StaticExtents![dyn, 8, 8];
        StaticExtents![8, dyn, 8];
        StaticExtents![8, 8, dyn];
        StaticExtents![dyn, 4, dyn];
        StaticExtents![dyn];
        StaticExtents![dyn, dyn, 3, 4];
        StaticExtents![2, 3, 4];
        DynExtents<0>;
        DynExtents<1>;
        DynExtents<3>;
    }
    macro_rules! lists {
        ($($E:ty: {$($list:tt)*};)*) => {$($({
            let layout = MinorToMajor::new(modes! $list);
            check_mixed::<$E, _, 3>(layout, &$list, Order::RowMajor, 0);
        })*)*};
    }
    lists! {
        StaticExtents![dyn, 3, 4]: {[0, 1, 2] [1, 0, 2] [1, 2, 0] [2, 1, 0]};
        StaticExtents![3, dyn, dyn]: {[0, 2, 1] [2, 0, 1] [0, 1, 2]};
        StaticExtents![2, 3, 4]: {[1, 0, 2]};
        DynExtents<3>: {[1, 0, 2]};
    }
}

#[test]
fn strides_that_only_values_know_are_not_in_the_types() {
    // Beyond rank 12, or where the rank is a value, no list says which mode is meant.
    assert!(Mapping::<DynRankExtents>::STATIC_STRIDES.is_empty());
    assert!(Mapping::<DynExtents<13>>::STATIC_STRIDES.is_empty());
    assert_eq!(Mapping::<DynExtents<12>>::STATIC_STRIDES[11], Some(1));
    type Array = Strided<[isize; 2]>;
    assert_eq!(Mapping::<StaticExtents![2, 3], Array>::STATIC_STRIDES, [None, None]);
    // The padding is a value, so only the fastest stride is known.
    type Value = Padded<RowMajor, extents::layout::DynStride>;
    assert_eq!(Mapping::<StaticExtents![2, 3], Value>::STATIC_STRIDES, [None, Some(1)]);
    type List = MinorToMajor<[usize; 2]>;
    assert_eq!(Mapping::<StaticExtents![2, 3], List>::STATIC_STRIDES, [None, None]);
}

#[test]
fn slices_and_permutations_of_mixed_extents_keep_what_is_known() {
    let word = size_of::<usize>();
    macro_rules! keeps {
        ($mapping:expr, $operation:expr, $words:literal, $known:expr, $strides:expr) => {{
            let part = $mapping.rearrange($operation).unwrap();
            let mapping = part.mapping();
            assert_eq!(size_of_val(mapping), $words * word, "{mapping:?}");
            assert_eq!(known_of(mapping), $known, "{mapping:?}");
            assert_eq!(mapping.strides(), $strides, "{mapping:?}");
        }};
    }
    fn known_of<E: Extents, L: Layout<E>>(_: &Mapping<E, L>) -> &'static [Option<isize>] {
        Mapping::<E, L>::STATIC_STRIDES
    }
    let batch = Mapping::new(extents![dyn 3, 8, 8].unwrap());
    let known = Some::<isize>;
    keeps!(batch, Permute(modes![1, 2, 0]), 1, [known(8), known(1), known(64)], [8, 1, 64]);
    keeps!(batch, Transpose, 1, [known(1), known(8), known(64)], [1, 8, 64]);
    keeps!(batch, Reverse(Const::<1>), 1, [known(64), known(-8), known(1)], [64, -8, 1]);
    keeps!(batch, Diagonal(Const::<1>, Const::<2>), 1, [known(64), known(9)], [64, 9]);
    keeps!(batch, Chip(slice![.., 2, ..]), 1, [known(64), known(1)], [64, 1]);
    keeps!(batch, Chip(slice![1, .., 1..7; 2]), 0, [known(8), known(2)], [8, 2]);
    keeps!(batch, Sliced(slice![.., 1..4, 2..5]), 1, [known(64), known(8), known(1)], [64, 8, 1]);
    keeps!(
        batch,
        InsertMode(Const::<0>),
        1,
        [known(1), known(64), known(8), known(1)],
        [1, 64, 8, 1]
    );
    let middle = Mapping::new(extents![8, dyn 3, 8].unwrap());
    keeps!(middle, Permute(modes![2, 0, 1]), 2, [known(1), None, known(8)], [1, 24, 8]);
    keeps!(middle, Chip(slice![.., .., 2]), 2, [None, known(8)], [24, 8]);
    let columns = ColMajor.of(extents![8, 8, dyn 3].unwrap());
    keeps!(columns, Permute(modes![2, 0, 1]), 1, [known(64), known(1), known(8)], [64, 1, 8]);
    let open = Mapping::new(DynExtents::new([4, 5]).unwrap());
    keeps!(open, Permute(modes![1, 0]), 3, [known(1), None], [1, 5]);
    let layout = MinorToMajor::new(modes![1, 2, 0]);
    let list = Mapping::with_layout(extents![dyn 2, 3, 4].unwrap(), layout).unwrap();
    keeps!(list, Transpose, 1, [known(3), known(1), known(12)], [3, 1, 12]);
}
