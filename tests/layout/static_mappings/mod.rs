//! What the types of a mapping know: all answers in consts where they know everything, and strides one by one where they
//! know some. Expected values are listed index by index, from the definition of each layout and operation.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

mod mixed;
mod plans;

use crate::oracle::{self, Order};
use extents::generic::ModeTuple;
use extents::layout::{
    Blocked, Canonical, ColMajor, Layout, MinorToMajor, Neg, Padded, Plus, RowMajor, Strided,
    StridedLayout, Tiled, Times, TrustedLayout, UniformTiles,
};
use extents::rearrange::{
    Broadcast, Chip, Diagonal, DropMode, InsertMode, Merge, Permute, Rearrange, Reverse, Sliced,
    Split, Tiles, Transpose, Windows,
};
use extents::{Const, Extents, Mapping, Rank, StaticExtents, extents, modes, slice, strides};

// In const contexts.

type Batch = StaticExtents![4, 3, 6];
type Rows = Mapping<Batch, Padded<RowMajor, Const<4>>>;
type Permuted = Mapping<Batch, MinorToMajor<(Const<1>, Const<2>, Const<0>)>>;
type Mirrored = Mapping<StaticExtents![3, 4], Strided<(Times<Const<5>, Const<2>>, Neg<Const<2>>)>>;
type Repeated = Mapping<StaticExtents![3, 4], Strided<(Const<0>, Plus<Const<1>, Const<2>>)>>;
type Tile = Mapping<StaticExtents![5, 7], Blocked<UniformTiles<StaticExtents![2, 3]>>>;
const _: () = assert!(matches!(Rows::STRIDES, [24, 8, 1]) && Rows::REQUIRED_SPAN_SIZE == 94);
const _: () = assert!(matches!(Rows::offset_of([3, 2, 5]), Some(93)));
const _: () = assert!(Rows::offset_of([3, 2, 6]).is_none() && Rows::index_of::<3>(6).is_none());
const _: () = assert!(matches!(Permuted::STRIDES, [18, 1, 3]));
const _: () = assert!(matches!(Permuted::offset_of([1, 2, 5]), Some(35)));
const _: () = assert!(matches!(Mirrored::STRIDES, [10, -2]) && Mirrored::REQUIRED_SPAN_SIZE == 27);
const _: () = assert!(matches!(Mirrored::offset_of([0, 0]), Some(6)));
const _: () = assert!(matches!(Mirrored::index_of(20), Some([2, 3])));
const _: () = assert!(matches!(Repeated::STRIDES, [0, 3]) && Repeated::REQUIRED_SPAN_SIZE == 10);
const _: () = assert!(matches!(Repeated::index_of(9), Some([0, 3])));
// Tile (2, 2): two rows of 2 x 7, two tiles of 1 x 3, and the place 0 in a tile of 1 x 1.
const _: () = assert!(matches!(Tile::offset_of([4, 6]), Some(34)));
const BUFFER: [u8; Rows::REQUIRED_SPAN_SIZE] = [0; 94];

// What needs no mapping is apart from what does, so that it is not compiled for each.

/// Each index of the extents, in row-major order, and its offset.
fn indices_and_offsets<const R: usize>(
    extents: &[usize; R],
    offsets: &[usize],
) -> Vec<([usize; R], usize)> {
    let indices: Vec<[usize; R]> =
        oracle::indices(extents).into_iter().map(|index| index.try_into().unwrap()).collect();
    assert_eq!(indices.len(), offsets.len());
    indices.into_iter().zip(offsets.iter().copied()).collect()
}

/// Each index of the extents, and those that are at most 2 beyond them.
fn indices_around<const R: usize>(extents: &[usize; R]) -> Vec<[usize; R]> {
    let indices = oracle::indices(&extents.map(|extent| extent + 2));
    indices.into_iter().map(|index| index.try_into().unwrap()).collect()
}

fn offset_at<const R: usize>(pairs: &[([usize; R], usize)], index: &[usize; R]) -> Option<usize> {
    pairs.iter().find(|(at, _)| at == index).map(|(_, offset)| *offset)
}

/// The first index that has the offset.
fn index_at<const R: usize>(pairs: &[([usize; R], usize)], offset: usize) -> Option<[usize; R]> {
    pairs.iter().find(|(_, at)| *at == offset).map(|(index, _)| *index)
}

/// Every const answer, against the offset of each index in row-major order.
fn check<T, L, const R: usize>(mapping: Mapping<StaticExtents<T>, L>, expected: &[usize])
where
    T: ModeTuple,
    L: Layout<StaticExtents<T>>,
    StaticExtents<T>: Rank<R>,
{
    let extents = mapping.extents().extents();
    assert_eq!(size_of_val(&mapping), 0, "{mapping:?}");
    let pairs = indices_and_offsets(&extents, expected);
    let span = oracle::span(expected);
    let known = const { Mapping::<StaticExtents<T>, L>::REQUIRED_SPAN_SIZE };
    assert_eq!((known, mapping.required_span_size()), (span, span), "{mapping:?}");
    for index in indices_around(&extents) {
        let expected = offset_at(&pairs, &index);
        let found = Mapping::<StaticExtents<T>, L>::offset_of(index);
        assert_eq!(found, expected, "{mapping:?} at {index:?}");
        assert_eq!(mapping.offset(index).ok(), expected, "{mapping:?} at {index:?}");
    }
    for offset in (0..span + 3).chain([usize::MAX]) {
        let expected = index_at(&pairs, offset);
        let found = Mapping::<StaticExtents<T>, L>::index_of(offset);
        assert_eq!(found, expected, "{mapping:?} at {offset}");
    }
    for (index, offset) in &pairs {
        // SAFETY: the index is one of the extents, and the offset that of an index.
        unsafe {
            assert_eq!(Mapping::<StaticExtents<T>, L>::offset_of_unchecked(*index), *offset);
            let found = Mapping::<StaticExtents<T>, L>::index_of_unchecked::<R>(*offset);
            assert!(pairs.contains(&(found, *offset)));
        }
    }
}

/// As [`check`], and the strides, which are the distances between neighbors.
fn check_strided<T, L, const R: usize>(mapping: Mapping<StaticExtents<T>, L>, expected: &[usize])
where
    T: ModeTuple<Strides = [isize; R]>,
    L: StridedLayout<StaticExtents<T>>,
    StaticExtents<T>: Rank<R>,
{
    let strides = const { Mapping::<StaticExtents<T>, L>::STRIDES };
    let known = Mapping::<StaticExtents<T>, L>::STATIC_STRIDES;
    assert_eq!(known, strides.map(Some), "{mapping:?}");
    assert_eq!(strides, mapping.strides(), "{mapping:?}");
    let extents = mapping.extents().extents();
    let mut behind = 1;
    for mode in (0..R).rev() {
        // The index that is 1 in this mode and 0 elsewhere is `behind` places after the first.
        if extents[mode] > 1 && !expected.is_empty() {
            let distance = expected[behind].wrapping_sub(expected[0]).cast_signed();
            assert_eq!(strides[mode], distance, "mode {mode} of {mapping:?}");
        }
        behind *= extents[mode];
    }
    check(mapping, expected);
}

/// The offsets of strides, from the smallest on.
fn by_strides(extents: &[usize], strides: &[isize]) -> Vec<usize> {
    oracle::strided::offsets(extents, strides)
}

/// The strides of modes, the fastest first in `list`, where the fastest has `room`.
fn dense(extents: &[usize], list: &[usize], room: Option<usize>) -> Vec<isize> {
    let mut strides = vec![0; extents.len()];
    for (k, &mode) in list.iter().enumerate() {
        let faster = list[..k].iter().enumerate();
        let allocated = faster.map(|(k, &mode)| match room {
            Some(room) if k == 0 => room,
            _ => extents[mode],
        });
        strides[mode] = allocated.product::<usize>().cast_signed();
    }
    strides
}

/// The modes from the fastest to the slowest.
fn list(rank: usize, order: Order) -> Vec<usize> {
    match order {
        Order::RowMajor => (0..rank).rev().collect(),
        Order::ColMajor => (0..rank).collect(),
    }
}

/// The room of a run of so many entries: counted up to the padding, multiple by multiple.
fn room(extents: &[usize], order: Order, padding: usize) -> Option<usize> {
    let fastest = *list(extents.len(), order).first()?;
    if extents.len() < 2 || padding == 0 {
        return None;
    }
    let mut room = 0;
    while room < extents[fastest] {
        room += padding;
    }
    Some(room)
}

#[test]
fn dense_padded_and_permuted_mappings_are_consts() {
    macro_rules! table {
        ($([$($extent:literal),*]: {$($list:tt)*};)*) => {$(
            let e: &[usize] = &[$($extent),*];
            let rank = e.len();
            for order in [Order::RowMajor, Order::ColMajor] {
                let expected = |padding| {
                    by_strides(e, &dense(e, &list(rank, order), room(e, order, padding)))
                };
                match order {
                    Order::RowMajor => {
                        check_strided(Mapping::new(extents![$($extent),*]), &expected(0));
                        table!(@padded RowMajor, expected, [$($extent),*], 0 1 3 4 8);
                    }
                    Order::ColMajor => {
                        check_strided(ColMajor.of(extents![$($extent),*]), &expected(0));
                        table!(@padded ColMajor, expected, [$($extent),*], 0 1 3 4 8);
                    }
                }
            }
            table!(@lists e, [$($extent),*], $($list)*);
        )*};
        (@padded $L:ident, $expected:ident, $extents:tt, $($padding:literal)*) => {$({
            let layout = $L.padded(Const::<$padding>);
            check_strided(Mapping::with_layout(extents! $extents, layout).unwrap(), &$expected($padding));
        })*};
        (@lists $e:ident, $extents:tt, $($list:tt)*) => {$({
            let layout = MinorToMajor::new(modes! $list);
            let mapping = Mapping::with_layout(extents! $extents, layout).unwrap();
            check_strided(mapping, &by_strides($e, &dense($e, &$list, None)));
        })*};
    }
    table! {
        []: {[]};
        [4]: {[0]};
        [0]: {[0]};
        [2, 3]: {[0, 1] [1, 0]};
        [3, 0, 2]: {[2, 0, 1]};
        [2, 1, 3]: {[0, 1, 2] [1, 0, 2] [1, 2, 0] [2, 1, 0]};
        [3, 2, 4, 2]: {[1, 3, 0, 2] [3, 1, 2, 0]};
    }
    assert_eq!(BUFFER.len(), 94);
}

#[test]
fn strided_mappings_are_consts() {
    macro_rules! table {
        ($($extents:tt $strides:tt $typed:expr;)*) => {$({
            let (e, expected): (&[usize], &[isize]) = (&$extents, &$strides);
            let layout = Strided::new($typed);
            let mapping = Mapping::with_layout(extents! $extents, layout).unwrap();
            check_strided(mapping, &by_strides(e, expected));
        })*};
    }
    table! {
        [2, 3] [6, 2] strides![6, 2];
        [2, 3] [-6, 2] (Neg::<Const<6>>::default(), Const::<2>);
        [2, 3] [6, -2] (Const::<6>, Neg::<Const<2>>::default());
        [2, 3] [-1, -2] (Neg::<Const<1>>::default(), Neg::<Const<2>>::default());
        [2, 3] [0, 1] strides![0, 1];
        [3, 2] [1, 1] strides![1, 1];
        [3, 3] [2, -2] (Const::<2>, Neg::<Times<Const<2>, Const<1>>>::default());
        [4] [12] (<Times<Const<3>, Const<4>>>::default(),);
        [3] [4] (<Plus<Const<3>, Const<1>>>::default(),);
        [0, 3] [-5, 1] (Neg::<Const<5>>::default(), Const::<1>);
        [1, 3] [100, -3] (Const::<100>, Neg::<Const<3>>::default());
    }
}

/// The offset by XLA's rule: the modes of an order, major to minor, each tile cutting the last of them.
pub(super) fn tiled(extents: &[usize], list: &[usize], tiles: &[&[usize]]) -> Vec<usize> {
    let offset = |index: Vec<usize>| {
        let mut digits: Vec<(usize, usize)> =
            list.iter().rev().map(|&mode| (index[mode], extents[mode])).collect();
        for tile in tiles {
            while digits.len() < tile.len() {
                digits.insert(0, (0, 1));
            }
            let cut = digits.split_off(digits.len() - tile.len());
            let whole = cut.iter().zip(*tile).map(|(&(at, size), t)| (at / t, size.div_ceil(*t)));
            digits.extend(whole);
            digits.extend(cut.iter().zip(*tile).map(|(&(at, _), &t)| (at % t, t)));
        }
        digits.iter().fold(0, |offset, (at, size)| offset * size + at)
    };
    oracle::indices(extents).into_iter().map(offset).collect()
}

#[test]
fn tiled_and_blocked_mappings_are_consts() {
    macro_rules! tiled {
        ($($extents:tt $order:expr, $list:tt, $tiles:expr, $numbers:expr;)*) => {$({
            let e: &[usize] = &$extents;
            let layout = Tiled::new($tiles).in_order($order);
            let mapping = Mapping::with_layout(extents! $extents, layout).unwrap();
            let offsets = tiled(e, &$list, $numbers);
            check_tiled(mapping, &offsets);
        })*};
    }
    tiled! {
        [3, 5] RowMajor, [1, 0], modes![2, 2], &[&[2, 2]];
        [4, 6] RowMajor, [1, 0], modes![2, 3], &[&[2, 3]];
        [4, 4] ColMajor, [0, 1], (modes![4, 4], modes![2, 1]), &[&[4, 4], &[2, 1]];
        [2, 3, 4] MinorToMajor::new(modes![1, 2, 0]), [1, 2, 0], modes![4, 3], &[&[4, 3]];
        [5] RowMajor, [0], modes![2, 3], &[&[2, 3]];
    }
    macro_rules! blocked {
        ($($extents:tt $tile:tt;)*) => {$({
            let e: &[usize] = &$extents;
            let Ok(layout) = Blocked::uniform(extents! $tile);
            let mapping = Mapping::with_layout(extents! $extents, layout).unwrap();
            check(mapping, &blocked(e, &$tile));
        })*};
    }
    blocked! {
        [4, 6] [2, 3];
        [5, 7] [2, 3];
        [3, 0] [2, 2];
        [3, 2, 5] [2, 2, 4];
        [4] [9];
    }
}

/// As [`check`], where there is padding behind the last element.
fn check_tiled<T, L, const R: usize>(mapping: Mapping<StaticExtents<T>, L>, expected: &[usize])
where
    T: ModeTuple,
    L: Layout<StaticExtents<T>>,
    StaticExtents<T>: Rank<R>,
{
    let known = const { Mapping::<StaticExtents<T>, L>::REQUIRED_SPAN_SIZE };
    assert_eq!(known, mapping.required_span_size());
    assert!(expected.iter().all(|offset| *offset < known));
    assert!(Mapping::<StaticExtents<T>, L>::STATIC_STRIDES.is_empty());
    assert_eq!(L::IS_ALWAYS_EXHAUSTIVE, known == expected.len());
    for (index, offset) in oracle::indices(&mapping.extents().extents()).into_iter().zip(expected) {
        let index: [usize; R] = index.try_into().unwrap();
        assert_eq!(Mapping::<StaticExtents<T>, L>::offset_of(index), Some(*offset), "{index:?}");
        assert_eq!(Mapping::<StaticExtents<T>, L>::index_of(*offset), Some(index), "{index:?}");
    }
    for padding in (0..known + 3).filter(|offset| !expected.contains(offset)) {
        assert_eq!(Mapping::<StaticExtents<T>, L>::index_of::<R>(padding), None, "{padding}");
    }
}

/// The offset of each index, tile after tile: by counting the elements in their order.
pub(super) fn blocked(extents: &[usize], tile: &[usize]) -> Vec<usize> {
    let mut order = oracle::indices(extents);
    order.sort_by_key(|index| {
        let tiles: Vec<usize> = index.iter().zip(tile).map(|(at, tile)| at / tile).collect();
        (tiles, index.clone())
    });
    let place = |index| order.iter().position(|other| *other == index).unwrap();
    oracle::indices(extents).into_iter().map(place).collect()
}

/// A rearrangement of a static mapping of these strides, whose index `at` is index `source(at)` of the mapping.
fn check_part<E, L, O, T, M, const R: usize>(
    mapping: &Mapping<E, L>,
    strides: &[isize],
    operation: O,
    source: impl Fn(&[usize]) -> Vec<usize>,
) where
    E: Extents,
    L: Layout<E>,
    O: Rearrange<E, L, Extents = StaticExtents<T>, Layout = M>,
    T: ModeTuple<Strides = [isize; R]>,
    M: TrustedLayout<StaticExtents<T>> + StridedLayout<StaticExtents<T>>,
    StaticExtents<T>: Rank<R>,
{
    let part = mapping.rearrange(operation).unwrap();
    let base = oracle::strided::base(mapping.extents().extents().as_ref(), strides);
    let offset = |index: &Vec<usize>| {
        let steps = source(index).into_iter().zip(strides).map(|(at, s)| at.cast_signed() * s);
        (base + steps.sum::<isize>()).cast_unsigned()
    };
    let indices = oracle::indices(&part.mapping().extents().extents());
    let offsets: Vec<usize> = indices.iter().map(offset).collect();
    let least = offsets.iter().copied().min().unwrap();
    assert_eq!(part.offset(), least);
    let expected: Vec<usize> = offsets.iter().map(|offset| offset - least).collect();
    check_strided(part.into_parts().1, &expected);
}

#[test]
fn rearrangements_of_static_mappings_are_consts() {
    macro_rules! each_source {
        ($check:ident) => {
            $check!(Mapping::new(extents![4, 6, 4]), [24, 4, 1]);
            $check!(ColMajor.of(extents![4, 6, 4]), [1, 4, 24]);
            let layout = RowMajor.padded(Const::<3>);
            $check!(Mapping::with_layout(extents![4, 6, 4], layout).unwrap(), [36, 6, 1]);
            let layout = ColMajor.padded(Const::<5>);
            $check!(Mapping::with_layout(extents![4, 6, 4], layout).unwrap(), [1, 5, 30]);
            let layout = MinorToMajor::new(modes![1, 2, 0]);
            $check!(Mapping::with_layout(extents![4, 6, 4], layout).unwrap(), [24, 1, 6]);
            let layout = Strided::new((Const::<2>, Neg::<Const<9>>::default(), Const::<70>));
            $check!(Mapping::with_layout(extents![4, 6, 4], layout).unwrap(), [2, -9, 70]);
        };
    }
    macro_rules! check_all {
        ($mapping:expr, $strides:expr) => {
            let (mapping, strides) = ($mapping, $strides);
            check_part(&mapping, &strides, Sliced(slice![1..4, 2..5, ..]), |at| {
                vec![at[0] + 1, at[1] + 2, at[2]]
            });
            check_part(&mapping, &strides, Sliced(slice![.., 1..6; 2, 3]), |at| {
                vec![at[0], 1 + 2 * at[1], 3]
            });
            check_part(&mapping, &strides, Chip(slice![2, .., 1..4; 2]), |at| {
                vec![2, at[0], 1 + 2 * at[1]]
            });
            check_part(&mapping, &strides, Permute(modes![2, 0, 1]), |at| {
                vec![at[1], at[2], at[0]]
            });
            check_part(&mapping, &strides, Transpose, |at| vec![at[2], at[1], at[0]]);
            check_part(&mapping, &strides, Reverse(Const::<1>), |at| vec![at[0], 5 - at[1], at[2]]);
            check_part(&mapping, &strides, Diagonal(Const::<0>, Const::<2>), |at| vec![at[0], at[1], at[0]]);
            check_part(&mapping, &strides, Split(Const::<1>, extents![3, 2]), |at| {
                vec![at[0], 2 * at[1] + at[2], at[3]]
            });
            check_part(&mapping, &strides, InsertMode(Const::<1>), |at| vec![at[0], at[2], at[3]]);
            let windows = Windows::<StaticExtents![2, 4, 4], _>::of(extents![3, 3, 1]);
            check_part(&mapping, &strides, windows, |at| {
                vec![at[0] + at[3], at[1] + at[4], at[2] + at[5]]
            });
            let tiles = Tiles::<StaticExtents![2, 2, 1], _>::of(extents![2, 3, 4]);
            check_part(&mapping, &strides, tiles, |at| {
                vec![2 * at[0] + at[3], 3 * at[1] + at[4], 4 * at[2] + at[5]]
            });
            // One after the other: what is left of a mode, without it, and as several entries.
            let Ok(thin) = mapping.rearrange(Sliced(slice![.., 2, ..]));
            let thin = *thin.mapping();
            check_part(&thin, &strides, DropMode(Const::<1>), |at| vec![at[0], 0, at[1]]);
            check_part(&thin, &strides, Broadcast(Const::<1>, Const::<3>), |at| {
                vec![at[0], 0, at[2]]
            });
            let Ok(turned) = mapping.rearrange(Permute(modes![1, 2, 0]));
            let Ok(turned) = turned.mapping().rearrange(Reverse(Const::<0>));
            let turned = *turned.mapping();
            let strides = [-strides[1], strides[2], strides[0]];
            check_part(&turned, &strides, Chip(slice![1..5, 1, 0..4; 3]), |at| {
                vec![at[0] + 1, 1, 3 * at[1]]
            });
        };
    }
    each_source!(check_all);
    let dense = Mapping::new(extents![2, 3, 4]);
    check_part(&dense, &[12, 4, 1], Merge::<Const<6>, _>::of(Const::<0>), |at| {
        vec![at[0] / 3, at[0] % 3, at[1]]
    });
}
