//! Mappings: offsets, strides, span and the inverse, in both layouts, at run time and in consts.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use crate::oracle::{self, Order};
use extents::layout::{Canonical, Checked, ColMajor, Layout, RowMajor, StridedLayout, Strides};
use extents::{
    DynExtents, DynRankExtents, Extents, Mapping, ModeArray, Rank, ShapeError, StaticExtents,
    error::{Bounded, Place},
    extents,
};
use static_assertions::{assert_eq_size, const_assert, const_assert_eq};

type Rows = Mapping<StaticExtents![2, 3, 4]>;
type Columns = Mapping<StaticExtents![2, 3, 4], ColMajor>;

// In const contexts, where the extents are static.

const_assert_eq!(Rows::STRIDES[0], 12);
const_assert_eq!(Columns::STRIDES[2], 6);
const_assert_eq!(Rows::REQUIRED_SPAN_SIZE, 24);
const_assert_eq!(Mapping::<StaticExtents![3, 0]>::REQUIRED_SPAN_SIZE, 0);
const_assert_eq!(Mapping::<StaticExtents![]>::REQUIRED_SPAN_SIZE, 1);
const_assert!(matches!(Rows::offset_of([1, 2, 3]), Some(23)));
const_assert!(matches!(Columns::offset_of([1, 0, 3]), Some(19)));
const_assert!(Rows::offset_of([1, 3, 0]).is_none());
const_assert!(matches!(Rows::index_of(13), Some([1, 0, 1])));
const_assert!(matches!(Columns::index_of(13), Some([1, 0, 2])));
const_assert!(Columns::index_of::<3>(24).is_none());
const MAPPING: Columns = Mapping::of(extents![2, 3, 4]);
const BUFFER: [u8; Rows::REQUIRED_SPAN_SIZE] = [0; 24];

// Strides of static extents take no space.
assert_eq_size!(Strides<StaticExtents![2, 3, 4], ColMajor>, ());
assert_eq_size!(Strides<DynExtents<2>, RowMajor>, [usize; 2]);

const_assert!(<RowMajor as Layout<DynRankExtents>>::IS_ALWAYS_UNIQUE);
const_assert!(<RowMajor as Layout<DynRankExtents>>::IS_ALWAYS_EXHAUSTIVE);
const_assert!(<RowMajor as Layout<DynRankExtents>>::IS_ALWAYS_STRIDED);
const_assert!(<ColMajor as Layout<StaticExtents![2]>>::IS_ALWAYS_UNIQUE);
const_assert!(<ColMajor as Layout<StaticExtents![2]>>::IS_ALWAYS_EXHAUSTIVE);
const_assert!(<ColMajor as Layout<StaticExtents![2]>>::IS_ALWAYS_STRIDED);

#[test]
fn consts_agree_with_the_oracle_at_each_index_and_offset() {
    /// Both directions, over more than all indices and offsets.
    macro_rules! check {
        ($([$($extent:literal),*])*) => {$(
            check!(@layout RowMajor, $($extent),*);
            check!(@layout ColMajor, $($extent),*);
        )*};
        (@layout $L:ident, $($extent:literal),*) => {{
            type E = StaticExtents![$($extent),*];
            type M = Mapping<E, $L>;
            const RANK: usize = E::RANK;
            let e: &[usize] = &[$($extent),*];
            let beyond: Vec<usize> = e.iter().map(|extent| extent + 2).collect();
            let pairs = oracle::pairs(e, Order::$L);
            assert_eq!(M::STRIDES.as_slice(), oracle::strides(e, Order::$L));
            assert_eq!(M::REQUIRED_SPAN_SIZE, pairs.len());
            for index in oracle::indices(&beyond) {
                let expected = pairs.iter().find(|(at, _)| *at == index).map(|(_, offset)| *offset);
                let index: [usize; RANK] = index.try_into().unwrap();
                assert_eq!(M::offset_of(index), expected);
            }
            for offset in (0..pairs.len() + 3).chain([usize::MAX]) {
                let expected = pairs.iter().find(|(_, at)| *at == offset);
                let expected = expected.map(|(index, _)| index.clone().try_into().unwrap());
                assert_eq!(M::index_of::<RANK>(offset), expected);
            }
        }};
    }
    check!([] [4] [0] [2, 3] [3, 0, 2] [2, 1, 3] [2, 3, 2, 2]);
    assert_eq!((MAPPING.strides(), BUFFER.len()), ([1, 2, 6], 24));
}

/// The answers that each layer must give for extents `[2, 3, 4]`.
fn check_2_3_4<E: Extents>(extents: &E) {
    let rows = RowMajor.of(extents.clone());
    assert_eq!(rows.strides().as_ref(), [12, 4, 1]);
    assert_eq!((rows.required_span_size(), rows.extents().size()), (24, 24));
    assert!(rows.is_unique() && rows.is_exhaustive() && rows.is_strided());
    assert_eq!(rows.index(13).unwrap().as_ref(), [1, 0, 1]);
    let columns = ColMajor.of(extents.clone());
    assert_eq!(columns.strides().as_ref(), [1, 2, 6]);
    assert_eq!(columns.required_span_size(), 24);
    assert!(columns.is_unique() && columns.is_exhaustive() && columns.is_strided());
    assert_eq!(columns.index(13).unwrap().as_ref(), [1, 0, 2]);
    let error = ShapeError::OutOfBounds { of: Bounded::Offset, number: 24, limit: 24 };
    assert_eq!(rows.index(24).unwrap_err(), error);
    assert_eq!(columns.index(24).unwrap_err(), error);
}

#[test]
fn each_layer_maps_alike() {
    check_2_3_4(&extents![2, 3, 4]);
    check_2_3_4(&extents![2, dyn 3, 4].unwrap());
    check_2_3_4(&extents![dyn 2, dyn 3, dyn 4].unwrap());
    check_2_3_4(&DynExtents::new([2, 3, 4]).unwrap());
    check_2_3_4(&DynRankExtents::new(&[2, 3, 4]).unwrap());
}

#[test]
fn an_index_out_of_bounds_names_the_first_mode_that_is() {
    fn check<E: Rank<2>>(extents: E) {
        let mapping = Mapping::new(extents);
        let outside = |mode, index, extent| ShapeError::OutOfBounds {
            of: Bounded::Index { mode },
            number: index,
            limit: extent,
        };
        assert_eq!(mapping.offset([1, 2]), Ok(5));
        assert_eq!(mapping.offset([2, 0]), Err(outside(0, 2, 2)));
        assert_eq!(mapping.offset([0, 3]), Err(outside(1, 3, 3)));
        assert_eq!(mapping.offset([7, 9]), Err(outside(0, 7, 2)));
        assert_eq!(mapping.offset([0, usize::MAX]), Err(outside(1, usize::MAX, 3)));
        assert_eq!(mapping.offset([usize::MAX, 0]), Err(outside(0, usize::MAX, 2)));
    }
    check(extents![2, 3]);
    check(extents![dyn 2, 3].unwrap());
    check(DynExtents::new([2, 3]).unwrap());
}

#[test]
fn an_index_into_a_run_time_rank_is_checked_for_its_length() {
    let mapping = Mapping::new(DynRankExtents::new(&[2, 3]).unwrap());
    assert_eq!(mapping.offset([1, 2]), Ok(5));
    assert_eq!(mapping.offset(&[1, 2]), Ok(5));
    assert_eq!(mapping.offset([1, 2].as_slice()), Ok(5));
    let index: ModeArray<usize> = [1, 2].into_iter().collect();
    assert_eq!(mapping.offset(&index), Ok(5));
    let rank = |found| ShapeError::RankMismatch { expected: 2, found };
    assert_eq!(mapping.offset([1]), Err(rank(1)));
    assert_eq!(mapping.offset([0, 0, 0]), Err(rank(3)));
    assert_eq!(mapping.offset([]), Err(rank(0)));
    // The wrong rank is the mistake, whatever the coordinates are.
    assert_eq!(mapping.offset([9]), Err(rank(1)));
    let outside = ShapeError::OutOfBounds { of: Bounded::Index { mode: 1 }, number: 3, limit: 3 };
    assert_eq!(mapping.offset([1, 3]), Err(outside));
}

#[test]
fn unchecked_twins_agree_with_the_checked_ones() {
    let e = [3, 1, 4];
    for (index, offset) in oracle::pairs(&e, Order::ColMajor) {
        let open = ColMajor.of(DynRankExtents::new(&e).unwrap());
        let known = ColMajor.of(extents![3, 1, 4]);
        let array = [index[0], index[1], index[2]];
        let modes = index.iter().copied().collect();
        // SAFETY: the oracle lists the indices in bounds and their offsets.
        unsafe {
            assert_eq!(known.offset_unchecked(&array), offset);
            assert_eq!(open.offset_unchecked(&modes), offset);
            assert_eq!(known.index_unchecked(offset), array);
            assert_eq!(open.index_unchecked(offset), modes);
        }
    }
}

#[test]
fn a_scalar_has_the_offset_0_and_no_other() {
    fn check<E: Rank<0>>(extents: E) {
        for mapping in [Mapping::new(extents.clone()), RowMajor.of(extents.clone())] {
            assert_eq!((mapping.offset([]), mapping.index(0)), (Ok(0), Ok([])));
            assert_eq!(mapping.required_span_size(), 1);
            let error = ShapeError::OutOfBounds { of: Bounded::Offset, number: 1, limit: 1 };
            assert_eq!(mapping.index(1), Err(error));
        }
        assert_eq!(ColMajor.of(extents).strides(), [0; 0]);
    }
    check(extents![]);
    check(DynExtents::new([]).unwrap());
    let open = Mapping::new(DynRankExtents::new(&[]).unwrap());
    assert_eq!((open.offset([]), open.required_span_size()), (Ok(0), 1));
}

#[test]
fn without_elements_no_offset_has_an_index() {
    for e in [&[0][..], &[0, 3], &[3, 0], &[2, 0, 4], &[0, 0], &[usize::MAX >> 1, 0]] {
        let extents = DynRankExtents::new(e).unwrap();
        let (rows, columns) = (RowMajor.of(extents.clone()), ColMajor.of(extents));
        let error = ShapeError::OutOfBounds { of: Bounded::Offset, number: 0, limit: 0 };
        assert_eq!((rows.required_span_size(), columns.required_span_size()), (0, 0));
        assert_eq!(rows.index(0), Err(error));
        assert_eq!(columns.index(0), Err(error));
        assert!(rows.offset(vec![0; e.len()].as_slice()).is_err());
        // Strides follow the one rule here too.
        assert_eq!(rows.strides().as_ref(), oracle::strides(e, Order::RowMajor));
        assert_eq!(columns.strides().as_ref(), oracle::strides(e, Order::ColMajor));
    }
}

#[test]
fn the_null_shape_has_no_offsets() {
    let mapping = ColMajor.of(DynRankExtents::null());
    assert_eq!(mapping.required_span_size(), 0);
    assert_eq!(mapping.offset([]), Err(ShapeError::Null));
    assert_eq!(
        mapping.index(0),
        Err(ShapeError::OutOfBounds { of: Bounded::Offset, number: 0, limit: 0 })
    );
    assert_eq!(mapping.strides().as_ref(), [0; 0]);
}

#[test]
fn the_largest_shapes_map_without_overflow() {
    const HALF: usize = usize::MAX >> 2;
    let mapping = ColMajor.of(extents![dyn HALF, 2].unwrap());
    assert_eq!(mapping.required_span_size(), 2 * HALF);
    assert_eq!(mapping.strides(), [1, HALF as isize]);
    assert_eq!(mapping.offset([HALF - 1, 1]), Ok(2 * HALF - 1));
    assert_eq!(mapping.index(2 * HALF - 1), Ok([HALF - 1, 1]));
    type Large = Mapping<StaticExtents![2, HALF]>;
    assert_eq!(Large::STRIDES, [HALF as isize, 1]);
    assert_eq!(Large::offset_of([1, HALF - 1]), Some(2 * HALF - 1));
}

#[test]
fn strides_are_a_value_of_their_own() {
    let rows = Strides::<_, RowMajor>::new(extents![2, 3, 4]);
    let columns = Strides::<_, ColMajor>::new(extents![dyn 2, 3, 4].unwrap());
    assert_eq!((rows.to_array(), columns.to_array()), ([12, 4, 1], [1, 2, 6]));
    assert_eq!((rows.stride(0), columns.stride(2)), (Ok(12), Ok(6)));
    assert_eq!(
        rows.stride(3),
        Err(ShapeError::OutOfBounds { of: Bounded::Mode, number: 3, limit: 3 })
    );
    assert_eq!(
        (rows.to_string(), format!("{columns:?}")),
        ("[12, 4, 1]".into(), "[1, 2, 6]".into())
    );
    assert_ne!(rows, columns);
    // Equal by value, whatever the layers and the layouts are.
    assert_eq!(columns, Strides::<_, ColMajor>::new(DynExtents::new([2, 3, 9]).unwrap()));
    assert_eq!(Strides::<_, RowMajor>::new(extents![5]), Strides::<_, ColMajor>::new(extents![7]));
    let listed = Strides::<StaticExtents![2, dyn], RowMajor>::from_values(&[2, 5]).unwrap();
    assert_eq!(listed.to_array(), [5, 1]);
    let wrong = Strides::<StaticExtents![2, dyn], RowMajor>::from_values(&[3, 5]);
    assert_eq!(
        wrong.unwrap_err(),
        ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 2, found: 3 }
    );
}

/// The strides of a shape in each layer, by the definition.
fn assert_strides<E: Extents>(extents: E) {
    let all: Vec<usize> = extents.iter().collect();
    let (rows, columns) = (
        oracle::strides(&all, oracle::Order::RowMajor),
        oracle::strides(&all, oracle::Order::ColMajor),
    );
    let of_rows = Strides::<E, RowMajor>::from_values(&all).unwrap();
    let of_columns = Strides::<E, ColMajor>::from_values(&all).unwrap();
    assert_eq!(
        (of_rows.to_array().as_ref(), of_columns.to_array().as_ref()),
        (&rows[..], &columns[..])
    );
    for mode in 0..all.len() {
        assert_eq!(
            (of_rows.stride(mode), of_columns.stride(mode)),
            (Ok(rows[mode]), Ok(columns[mode]))
        );
    }
    assert_eq!(of_rows, Strides::<E, RowMajor>::new(extents.clone()));
    assert_eq!(of_columns, Strides::<E, ColMajor>::new(extents));
    assert_eq!(
        (of_rows.to_string(), of_columns.to_string()),
        (format!("{rows:?}"), format!("{columns:?}"))
    );
    // One value too many is no list of its extents, where the rank is in the type: `e4` of the page takes five.
    let more = Strides::<E, RowMajor>::from_values(&[&all[..], &[1]].concat());
    match E::STATIC_RANK {
        Some(expected) => {
            let found = expected + 1;
            assert_eq!(more.unwrap_err(), ShapeError::RankMismatch { expected, found });
        }
        None => assert_eq!(more.unwrap().to_array().as_ref().len(), all.len() + 1),
    }
}

#[test]
fn strides_are_made_from_extents_and_from_their_values_in_each_layer() {
    for all in (0..=4).flat_map(|rank| oracle::indices(&vec![4; rank])) {
        assert_strides(DynRankExtents::new(&all).unwrap());
        if let Ok(all) = <[usize; 3]>::try_from(&all[..]) {
            assert_strides(DynExtents::new(all).unwrap());
            assert_strides(<StaticExtents![dyn; 3]>::from_extents(&all).unwrap());
        }
    }
    assert_strides(extents![]);
    assert_strides(extents![1, 2]);
    assert_strides(extents![1, dyn 3, 1].unwrap());
    assert_strides(extents![5, 1, 1, 1, 1]);
    assert_strides(extents![4, 2, 0, 3]);
    // What is static takes no memory, and each run-time extent a word.
    type Of<E> = (Strides<E, RowMajor>, Strides<E, ColMajor>);
    assert_eq!(size_of::<Of<StaticExtents![5, 1, 1, 1, 1]>>(), 0);
    assert_eq!(size_of::<Of<StaticExtents![2, dyn, 3]>>(), 2 * size_of::<usize>());
    assert_eq!(size_of::<Of<DynExtents<3>>>(), 6 * size_of::<usize>());
}

/// A layout that a user of the library writes: row-major, but backwards in memory.
#[derive(Clone, Debug)]
struct Backwards;

impl<E: Extents> Layout<E> for Backwards {
    type Trust = Checked;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = true;
    const IS_ALWAYS_STRIDED: bool = false;

    fn offset(&self, extents: &E, index: &E::Index) -> usize {
        extents.size() - 1 - RowMajor.offset(extents, index)
    }
    fn required_span_size(&self, extents: &E) -> usize {
        extents.size()
    }
    fn index(&self, extents: &E, offset: usize) -> Result<E::Index, ShapeError> {
        let mirrored = extents.size().checked_sub(1).and_then(|last| last.checked_sub(offset));
        RowMajor.index(extents, mirrored.ok_or(self.no_index(extents, offset))?)
    }
}

/// By hand: columns one after the other, and rows whose first coordinate moves farthest.
#[test]
fn indices_in_layout_order_follow_the_strides() {
    let columns = ColMajor.of(extents![2, 2]);
    assert!(columns.indices_in_layout_order().eq([[0, 0], [1, 0], [0, 1], [1, 1]]));
    let rows = RowMajor.of(extents![2, 2]);
    assert!(rows.indices_in_layout_order().eq([[0, 0], [0, 1], [1, 0], [1, 1]]));
}

#[test]
fn users_write_layouts() {
    let mapping = Mapping::with_layout(extents![2, 3], Backwards).unwrap();
    assert_eq!((mapping.offset([0, 0]), mapping.offset([1, 2])), (Ok(5), Ok(0)));
    assert_eq!((mapping.index(5), mapping.index(0)), (Ok([0, 0]), Ok([1, 2])));
    assert!(mapping.index(6).is_err() && mapping.offset([2, 0]).is_err());
    assert!(mapping.is_unique() && mapping.is_exhaustive() && !mapping.is_strided());
    assert_eq!(format!("{mapping:?}"), "[2, 3] Backwards");
}

#[test]
fn generic_code_asks_for_a_layout() {
    fn last<E: Rank<2>, L: StridedLayout<E>>(mapping: &Mapping<E, L>) -> usize {
        let [rows, columns] = mapping.extents().extents();
        mapping.offset([rows - 1, columns - 1]).unwrap()
    }
    assert_eq!(last(&Mapping::new(extents![2, 3])), 5);
    assert_eq!(last(&ColMajor.of(DynExtents::new([4, 5]).unwrap())), 19);
}
