//! Conversions between layouts: each that is allowed keeps every offset, each that is refused names the
//! mode and both strides, and which pairs compile is a table.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::error::Place;
use std::marker::PhantomData;

use crate::tables::{Table, indices, minor_to_major, padded, permutations, strided};
use extents::generic::AddressedBy;
use extents::layout::{
    Canonical, ColMajor, DynStride, LayoutInto, LeastMultiple, MinorToMajor, Neg, Padded, RowMajor,
    Strided, StridedLayout, Times,
};
use extents::{
    Const, Dyn, DynExtents, DynRankExtents, Extents, Mapping, ModeArray, ShapeError, StaticExtents,
    View, ViewMut, extents, modes, strides,
};
use proptest::prelude::*;

/// All offsets that a mapping gives.
fn table<E, L>(mapping: &Mapping<E, L>) -> Table
where
    E: Extents + for<'a> AddressedBy<&'a <E as Extents>::Index>,
    L: StridedLayout<E>,
{
    let offset = |index: &Vec<usize>| {
        let mut at = mapping.extents().extents();
        at.as_mut().copy_from_slice(index);
        mapping.offset(&at).unwrap()
    };
    let indices = indices(mapping.extents().extents().as_ref());
    indices.into_iter().map(|index| (index.clone(), offset(&index))).collect()
}

/// Extents of up to three modes with strides that are often those of a dense or padded shape.
fn any_mapping() -> impl Strategy<Value = (Vec<usize>, Vec<isize>)> {
    let extents = prop::collection::vec(prop_oneof![1 => Just(0_usize), 12 => 1_usize..5], 0..4);
    extents.prop_flat_map(|extents| {
        let rank = extents.len();
        let order = Just((0..rank).collect::<Vec<_>>()).prop_shuffle();
        let odd = prop::collection::vec(
            prop_oneof![9 => Just(None), 1 => (-9_isize..20).prop_map(Some)],
            rank,
        );
        let from_fastest = prop_oneof![Just(0), Just(1), Just(2)];
        (Just(extents), order, odd, 0_usize..4, from_fastest).prop_map(
            |(extents, order, odd, room, from_fastest)| {
                let rank = extents.len();
                let order: Vec<usize> = match from_fastest {
                    0 => (0..rank).collect(),
                    1 => (0..rank).rev().collect(),
                    _ => order,
                };
                let mut strides = vec![0; rank];
                let mut stride = 1;
                for (k, &mode) in order.iter().enumerate() {
                    strides[mode] = odd[mode].unwrap_or(stride);
                    stride *= extents[mode] as isize + if k == 0 { room as isize } else { 0 };
                }
                (extents, strides)
            },
        )
    })
}

type AnyRank<L> = Mapping<DynRankExtents, L>;

/// A conversion holds where one of the layouts of the target's kind has the same table, and then gives it.
fn check_kind<L, M>(source: &AnyRank<L>, expected: &Table, candidates: &[Table])
where
    L: StridedLayout<DynRankExtents> + LayoutInto<M, DynRankExtents, ShapeError>,
    M: StridedLayout<DynRankExtents>,
{
    let converted = source.try_convert::<DynRankExtents, M>();
    match &converted {
        Ok(converted) => {
            assert_eq!(&table(converted), expected, "{source:?} as {converted:?}");
            assert_eq!(converted.required_span_size(), source.required_span_size());
        }
        Err(ShapeError::StrideMismatch { mode, expected, found }) => {
            assert_ne!(expected, found);
            assert_eq!(source.strides()[*mode], *found);
            assert!(source.extents().extents()[*mode] > 1);
        }
        Err(error) => assert_eq!(candidates.len(), 0, "{source:?}: {error}"),
    }
    let is_possible = candidates.contains(expected);
    assert_eq!(converted.is_ok(), is_possible, "{source:?}: {converted:?}");
}

/// Into every kind of layout.
fn check_source<L>(source: &AnyRank<L>, expected: &Table, extents: &[usize])
where
    L: StridedLayout<DynRankExtents>
        + LayoutInto<RowMajor, DynRankExtents, ShapeError>
        + LayoutInto<ColMajor, DynRankExtents, ShapeError>
        + LayoutInto<Padded<RowMajor, Const<3>>, DynRankExtents, ShapeError>
        + LayoutInto<Padded<ColMajor, Const<3>>, DynRankExtents, ShapeError>
        + LayoutInto<Padded<RowMajor, DynStride>, DynRankExtents, ShapeError>
        + LayoutInto<Padded<ColMajor, DynStride>, DynRankExtents, ShapeError>
        + LayoutInto<MinorToMajor<ModeArray<usize>>, DynRankExtents, ShapeError>
        + LayoutInto<Strided<ModeArray<isize>>, DynRankExtents, ShapeError>,
{
    assert_eq!(&table(source), expected);
    check_kind::<L, RowMajor>(source, expected, &[padded(extents, 0, false)]);
    check_kind::<L, ColMajor>(source, expected, &[padded(extents, 0, true)]);
    check_kind::<L, Padded<RowMajor, Const<3>>>(source, expected, &[padded(extents, 3, false)]);
    check_kind::<L, Padded<ColMajor, Const<3>>>(source, expected, &[padded(extents, 3, true)]);
    // The mode behind the fastest one is never further than this, in what these tests make.
    let paddings = 0..=40;
    let rows: Vec<Table> =
        paddings.clone().map(|padding| padded(extents, padding, false)).collect();
    let columns: Vec<Table> = paddings.map(|padding| padded(extents, padding, true)).collect();
    check_kind::<L, Padded<RowMajor, DynStride>>(source, expected, &rows);
    check_kind::<L, Padded<ColMajor, DynStride>>(source, expected, &columns);
    let lists = permutations(extents.len());
    let lists: Vec<Table> = lists.iter().map(|list| minor_to_major(extents, list)).collect();
    check_kind::<L, MinorToMajor<ModeArray<usize>>>(source, expected, &lists);
    check_kind::<L, Strided<ModeArray<isize>>>(source, expected, std::slice::from_ref(expected));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn strides_become_whatever_has_their_offsets((extents, strides) in any_mapping()) {
        let shape = DynRankExtents::new(&extents).unwrap();
        let layout = Strided::new(ModeArray::from(&strides[..]));
        let source = Mapping::with_layout(shape, layout).unwrap();
        check_source(&source, &strided(&extents, &strides), &extents);
    }

    #[test]
    fn lists_of_modes_become_whatever_has_their_offsets(
        (extents, list) in prop::collection::vec(0_usize..4, 0..4).prop_flat_map(|extents| {
            let list = Just((0..extents.len()).collect::<Vec<_>>()).prop_shuffle();
            (Just(extents), list)
        }),
    ) {
        let shape = DynRankExtents::new(&extents).unwrap();
        let layout = MinorToMajor::new(ModeArray::from(&list[..]));
        let source = Mapping::with_layout(shape, layout.clone()).unwrap();
        check_source(&source, &minor_to_major(&extents, &list), &extents);
        // Its own layout comes back as it was, modes of one entry included.
        let same = source.try_convert::<DynRankExtents, MinorToMajor<ModeArray<usize>>>().unwrap();
        prop_assert_eq!(same.layout(), &layout);
    }

    #[test]
    fn dense_layouts_become_whatever_has_their_offsets(
        extents in prop::collection::vec(0_usize..4, 0..4),
    ) {
        let shape = DynRankExtents::new(&extents).unwrap();
        check_source(&RowMajor.of(shape.clone()), &padded(&extents, 0, false), &extents);
        check_source(&ColMajor.of(shape), &padded(&extents, 0, true), &extents);
    }
}

#[test]
fn padded_layouts_lose_their_padding_where_there_is_no_room() {
    for extents in [[3, 6], [6, 3], [1, 6], [6, 1], [0, 3], [3, 0]] {
        for padding in 0..8 {
            let shape = DynExtents::new(extents).unwrap();
            let layout = RowMajor.padded(Dyn::new(padding));
            let source = Mapping::with_layout(shape, layout).unwrap();
            let expected = padded(&extents, padding, false);
            assert_eq!(table(&source), expected);
            let dense = source.try_convert::<DynExtents<2>, RowMajor>();
            assert_eq!(dense.is_ok(), expected == padded(&extents, 0, false), "{source:?}");
            let known = source.try_convert::<DynExtents<2>, Padded<RowMajor, Const<3>>>();
            assert_eq!(known.is_ok(), expected == padded(&extents, 3, false), "{source:?}");
            let strides = source.convert::<DynRankExtents, Strided<ModeArray<isize>>>();
            assert_eq!(table(&strides), expected);
            let same = source.convert::<DynExtents<2>, Padded<RowMajor, DynStride>>();
            assert_eq!(same, source);
        }
    }
}

// --- What compiles ---

struct May<L, M, F>(PhantomData<(L, M, F)>);
struct Always<L, M, F>(PhantomData<(L, M, F)>);

/// An associated const of the type itself, where its bound holds, hides the one of a trait.
impl<L: LayoutInto<M, F, ShapeError>, M, F: Extents> May<L, M, F> {
    const HOLDS: bool = true;
}
impl<L: LayoutInto<M, F>, M, F: Extents> Always<L, M, F> {
    const HOLDS: bool = true;
}
trait Otherwise {
    const HOLDS: bool = false;
}
impl<L, M, F> Otherwise for May<L, M, F> {}
impl<L, M, F> Otherwise for Always<L, M, F> {}

#[test]
fn the_compiler_allows_what_the_table_says() {
    type R4 = Padded<RowMajor, Const<4>>;
    type R8 = Padded<RowMajor, Const<8>>;
    type Rn = Padded<RowMajor, DynStride>;
    type C4 = Padded<ColMajor, Const<4>>;
    type Cn = Padded<ColMajor, DynStride>;
    type Open = Strided<[isize; 2]>;
    type Opens = Strided<(DynStride, DynStride)>;
    type Mixed = Strided<(DynStride, Const<1>)>;
    type Known = Strided<(Const<3>, Const<1>)>;
    type Free = Strided<ModeArray<isize>>;
    type List = MinorToMajor<[usize; 2]>;
    type Swap = MinorToMajor<(Const<0>, Const<1>)>;
    // Whether a conversion may hold, and whether it always does, for extents of rank 0, 1, 2 and any.
    macro_rules! table {
        ($($L:ty => $M:ty: $may:literal $always:literal;)*) => {$({
            let mark = |holds: bool| if holds { 'x' } else { '.' };
            let may = [
                May::<$L, $M, StaticExtents![]>::HOLDS,
                May::<$L, $M, DynExtents<1>>::HOLDS,
                May::<$L, $M, StaticExtents![2, 3]>::HOLDS,
                May::<$L, $M, DynRankExtents>::HOLDS,
            ];
            let always = [
                Always::<$L, $M, StaticExtents![]>::HOLDS,
                Always::<$L, $M, DynExtents<1>>::HOLDS,
                Always::<$L, $M, StaticExtents![2, 3]>::HOLDS,
                Always::<$L, $M, DynRankExtents>::HOLDS,
            ];
            let found = (String::from_iter(may.map(mark)), String::from_iter(always.map(mark)));
            assert_eq!((found.0.as_str(), found.1.as_str()), ($may, $always), stringify!($L => $M));
        })*};
    }
    table! {
        RowMajor => RowMajor: "xxxx" "xxxx";
        RowMajor => ColMajor: "xx.x" "xx..";
        ColMajor => RowMajor: "xx.x" "xx..";
        RowMajor => R4: "xxxx" "xx..";
        RowMajor => Rn: "xxxx" "xxxx";
        RowMajor => Cn: "xx.x" "xx..";
        RowMajor => C4: "xx.x" "xx..";
        ColMajor => Cn: "xxxx" "xxxx";
        ColMajor => R4: "xx.x" "xx..";
        R4 => RowMajor: "xxxx" "xx..";
        Rn => RowMajor: "xxxx" "xx..";
        R4 => ColMajor: "...." "....";
        Rn => ColMajor: "...." "....";
        C4 => RowMajor: "...." "....";
        R4 => R4: "xxxx" "xxxx";
        R4 => R8: "xxxx" "....";
        R4 => Rn: "xxxx" "xxxx";
        Rn => R4: "xxxx" "....";
        Rn => Rn: "xxxx" "xxxx";
        Padded<RowMajor, LeastMultiple<Const<4>, Const<6>>> => Rn: "xxxx" "xxxx";
        Rn => Cn: "xx.x" "xx..";
        C4 => R4: "xx.x" "xx..";
        RowMajor => Open: "xxxx" "..x.";
        RowMajor => Opens: "xxxx" "..x.";
        RowMajor => Mixed: "xxxx" "....";
        RowMajor => Known: "xxxx" "....";
        RowMajor => Free: "xxxx" "xxxx";
        Rn => Open: "xxxx" "..x.";
        Swap => Open: "xxxx" "..x.";
        List => Free: "xxxx" "xxxx";
        Open => Opens: "xxxx" "xxxx";
        Opens => Open: "xxxx" "xxxx";
        Open => Mixed: "xxxx" "....";
        Free => Open: "xxxx" "..x.";
        Free => Opens: "xxxx" "..x.";
        Free => Mixed: "xxxx" "....";
        Open => Free: "xxxx" "xxxx";
        Known => Known: "xxxx" "xxxx";
        Known => Mixed: "xxxx" "xxxx";
        Mixed => Known: "xxxx" "....";
        Strided<(Neg<Const<2>>, Times<Const<2>, Const<3>>)> => Opens: "xxxx" "xxxx";
        Known => RowMajor: "xxxx" "x...";
        Open => RowMajor: "xxxx" "x...";
        Open => Cn: "xxxx" "x...";
        Open => List: "xxxx" "....";
        Swap => RowMajor: "xxxx" "....";
        Swap => Rn: "xxxx" "....";
        RowMajor => Swap: "xxxx" "....";
        Rn => List: "xxxx" "....";
        Swap => Swap: "xxxx" "xxxx";
        Swap => List: "xxxx" "....";
    }
}

// --- By hand ---

#[test]
fn conversions_of_static_mappings_take_no_space() {
    type E = StaticExtents![2, 3];
    let rows = RowMajor.of(extents![2, 3]);
    let named = rows.try_convert::<E, Strided<(Const<3>, Const<1>)>>().unwrap();
    let listed = named.try_convert::<E, MinorToMajor<(Const<1>, Const<0>)>>().unwrap();
    let padded = listed.try_convert::<E, Padded<RowMajor, Const<3>>>().unwrap();
    let back = padded.try_convert::<E, RowMajor>().unwrap();
    assert_eq!(size_of_val(&(named, listed, padded, back)), 0);
    assert_eq!(back, rows);
    let room = Mapping::with_layout(extents![2, 3], RowMajor.padded(Const::<4>)).unwrap();
    let gaps = room.try_convert::<E, Strided<(Const<4>, Const<1>)>>().unwrap();
    assert_eq!(table(&gaps), strided(&[2, 3], &[4, 1]));
}

#[test]
fn a_refusal_names_the_mode_and_both_strides() {
    type E = StaticExtents![2, 3];
    let mismatch = |mode, expected, found| ShapeError::StrideMismatch { mode, expected, found };
    let rows = RowMajor.of(extents![2, 3]);
    let known = rows.try_convert::<E, Strided<(Const<4>, Const<1>)>>();
    assert_eq!(known.unwrap_err(), mismatch(0, 4, 3));
    let columns = rows.try_convert::<E, MinorToMajor<(Const<0>, Const<1>)>>();
    assert_eq!(columns.unwrap_err(), mismatch(0, 1, 3));
    let room = rows.try_convert::<E, Padded<RowMajor, Const<4>>>();
    assert_eq!(room.unwrap_err(), mismatch(0, 4, 3));
    let turned = Mapping::with_layout(extents![3], Strided::new([-1])).unwrap();
    let dense = turned.try_convert::<StaticExtents![3], RowMajor>();
    assert_eq!(dense.unwrap_err(), mismatch(0, 1, -1));
    let any_rank = RowMajor.of(DynRankExtents::new(&[2, 3]).unwrap());
    let columns = any_rank.try_convert::<DynRankExtents, ColMajor>();
    assert_eq!(columns.unwrap_err(), mismatch(0, 1, 3));
    // Extents are checked first, and lists of another length.
    let other = any_rank.try_convert::<StaticExtents![2, 4], RowMajor>();
    let extents = ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 4, found: 3 };
    assert_eq!(other.unwrap_err(), extents);
    // Where both ranks are in the types, another length does not compile.
    type Open = DynRankExtents;
    let ranks = ShapeError::RankMismatch { expected: 2, found: 3 };
    assert_eq!(any_rank.try_convert::<Open, Strided<[isize; 3]>>().unwrap_err(), ranks);
    assert_eq!(
        any_rank.try_convert::<Open, Strided<(Const<3>, Const<1>, Const<1>)>>().unwrap_err(),
        ranks
    );
    assert_eq!(any_rank.try_convert::<Open, MinorToMajor<[usize; 3]>>().unwrap_err(), ranks);
}

#[test]
fn strides_that_move_nothing_may_be_others() {
    fn becomes<E: Extents, const R: usize>(extents: E, strides: [isize; R]) -> bool {
        let source = Mapping::with_layout(extents, Strided::new(strides)).unwrap();
        source.try_convert::<E, RowMajor>().is_ok()
    }
    assert!(becomes(extents![1, 3], [-77, 1]));
    assert!(becomes(extents![3, 1], [1, 0]));
    assert!(becomes(extents![0, 3], [5, -7]));
    assert!(becomes(DynExtents::new([0, 3]).unwrap(), [isize::MIN, isize::MAX]));
    assert!(!becomes(extents![2, 1], [2, 1]));
}

#[test]
fn from_exists_where_it_collides_with_nothing() {
    let rows = RowMajor.of(extents![2, 3]);
    let strides: Mapping<_, Strided<[isize; 2]>> = rows.into();
    assert_eq!(table(&strides), strided(&[2, 3], &[3, 1]));
    let padded: Mapping<_, Padded<RowMajor, DynStride>> = rows.into();
    assert_eq!(table(&padded), table(&rows));
    let empty: Mapping<_, Padded<ColMajor, DynStride>> = ColMajor.of(extents![0, 3]).into();
    assert_eq!(empty.required_span_size(), 0);
    let scalar: Mapping<_, Padded<ColMajor, DynStride>> = ColMajor.of(extents![]).into();
    assert_eq!(table(&scalar), [(vec![], 0)]);
    let strides: Mapping<_, Strided<ModeArray<isize>>> =
        ColMajor.of(DynRankExtents::new(&[2, 3]).unwrap()).into();
    assert_eq!(table(&strides), strided(&[2, 3], &[1, 2]));
    let room = Mapping::with_layout(extents![2, 3], ColMajor.padded(Const::<4>)).unwrap();
    let strides: Mapping<_, Strided<[isize; 2]>> = room.into();
    assert_eq!(strides.strides(), [1, 4]);
    let list = Mapping::with_layout(extents![2, 3], MinorToMajor::new(modes![0, 1])).unwrap();
    let strides: Mapping<_, Strided<[isize; 2]>> = list.into();
    assert_eq!(strides.strides(), [1, 2]);
    let columns: Mapping<StaticExtents![4], ColMajor> = RowMajor.of(extents![4]).into();
    let rows: Mapping<StaticExtents![4]> = columns.into();
    assert_eq!(rows.strides(), [1]);
}

#[test]
fn null_stays_null() {
    let null = Mapping::new(DynRankExtents::null());
    let strided = null.convert::<DynRankExtents, Strided<ModeArray<isize>>>();
    let columns = strided.try_convert::<DynRankExtents, ColMajor>().unwrap();
    let padded = columns.convert::<DynRankExtents, Padded<ColMajor, DynStride>>();
    let list = padded.try_convert::<DynRankExtents, MinorToMajor<ModeArray<usize>>>().unwrap();
    assert!(list.extents().is_null());
    assert_eq!((strided.required_span_size(), padded.required_span_size()), (0, 0));
    assert_eq!(null.try_convert::<DynExtents<0>, RowMajor>().unwrap_err(), ShapeError::Null);
}

#[test]
fn views_keep_their_elements() {
    let data: Vec<usize> = (0..12).collect();
    let turned = Mapping::with_layout(extents![2, 3], Strided::new(strides![6, 2])).unwrap();
    let view = View::from_slice(turned, &data[..11]).unwrap();
    let open = view.convert::<DynRankExtents, Strided<ModeArray<isize>>>();
    let back = open.try_convert::<DynExtents<2>, Strided<(DynStride, Const<2>)>>().unwrap();
    for (index, offset) in strided(&[2, 3], &[6, 2]) {
        let index: [usize; 2] = index.try_into().unwrap();
        assert_eq!((view[index], open[&index[..]], back[index]), (offset, offset, offset));
    }
    assert_eq!(
        view.try_convert::<StaticExtents![2, 3], RowMajor>().unwrap_err().to_string(),
        "mode 0 should have stride 3, but has 6"
    );
    let renamed = view.with_layout::<Strided<(Times<Const<2>, Const<3>>, DynStride)>>();
    assert_eq!((renamed[[1, 2]], size_of_val(&renamed)), (10, 16));

    // From the element with the smallest offset, also where strides are negative.
    let turned = Mapping::with_layout(extents![3], Strided::new((Neg::<Const<2>>::default(),)));
    let view = View::from_slice(turned.unwrap(), &data[..5]).unwrap();
    let open = view.convert::<DynExtents<1>, Strided<[isize; 1]>>();
    assert_eq!([open[[0]], open[[1]], open[[2]]], [4, 2, 0]);
}

#[test]
fn mutable_views_come_back_from_a_refusal() {
    let mut data = [0; 6];
    let mapping = Mapping::with_layout(extents![2, 2], Strided::new([4, 1])).unwrap();
    let view = ViewMut::from_slice(mapping, &mut data).unwrap();
    let rejected = view.try_convert::<StaticExtents![2, 2], RowMajor>().unwrap_err();
    assert_eq!(rejected.error, ShapeError::StrideMismatch { mode: 0, expected: 2, found: 4 });
    let mut rows =
        rejected.value.try_convert::<StaticExtents![2, 2], Padded<RowMajor, Const<4>>>().unwrap();
    rows[[1, 0]] = 3;
    let mut open = rows.convert::<DynExtents<2>, Padded<RowMajor, DynStride>>();
    open[[0, 1]] = 2;
    assert_eq!(data, [0, 2, 0, 0, 3, 0]);
    let mut dense = ViewMut::from_slice(extents![2, 3], &mut data).unwrap();
    dense.view_mut().with_layout::<Strided<(Const<3>, Const<1>)>>()[[1, 2]] = 9;
    assert_eq!(dense.as_slice(), [0, 2, 0, 0, 3, 9]);
}
