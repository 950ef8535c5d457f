//! The layouts of XLA and those of this crate say the same where they meet: dense and padded ones, tiles in the type,
//! blocks of equal tiles.

use core::fmt::Debug;
use extents::error::Place;

use extents::generic::TypedExtents;
use extents::layout::{
    Canonical, ColMajor, DynStride, Layout as _, MinorToMajor, Padded, RowMajor, Strided,
    StridedLayout, TileList, TileOrder, Tiled,
};
use extents::{
    Const, DType, DynExtents, DynRankExtents, Extents, Mapping, Rank, ShapeError, StaticExtents,
    Tensor, View, extents, modes, strides,
};
use extents_xla::{ArrayShape, BufferLayout, Layout, PaddingValue, Tile, TileDimension, XlaError};
use proptest::prelude::*;

use crate::index::model::{self, indices};

/// The same offsets, spans aside.
fn assert_same_offsets<E: Extents, L: StridedLayout<E>>(mapping: &Mapping<E, L>) -> ArrayShape {
    let shape = ArrayShape::of_mapping(DType::F32, mapping).unwrap();
    let theirs = shape.mapping::<E>().unwrap();
    let extents = mapping.extents();
    for index in extents.indices() {
        let ours = mapping.layout().offset(extents, &index);
        assert_eq!(theirs.layout().offset(extents, &index), ours, "{mapping:?} {index:?}");
        let place = shape.linear_index(index.as_ref());
        assert_eq!(place, Ok(ours), "{mapping:?} {index:?}");
    }
    assert!(theirs.required_span_size() >= mapping.required_span_size());
    shape
}

#[test]
fn row_major_is_descending_and_col_major_ascending() {
    let rows = assert_same_offsets(&RowMajor.of(extents![2, 3, 4]));
    assert!(rows.layout().unwrap().is_default());
    let columns = assert_same_offsets(&ColMajor.of(extents![2, 3, 4]));
    assert!(columns.layout().unwrap().is_monotonic_with_dim0_minor());
    // Modes of one entry, and none at all.
    assert_same_offsets(&RowMajor.of(extents![2, 1, 3]));
    assert_same_offsets(&ColMajor.of(extents![1, 2, 1]));
    assert!(assert_same_offsets(&RowMajor.of(extents![1, 1])).layout().unwrap().is_default());
    assert_same_offsets(&RowMajor.of(extents![]));
    assert_same_offsets(&ColMajor.of(extents![2, 0, 3]));
    let extents = DynRankExtents::from_extents(&[3, 2]).unwrap();
    assert_same_offsets(&Mapping::with_layout(extents, ColMajor).unwrap());
}

#[test]
fn an_order_is_minor_to_major() {
    let shape = assert_same_offsets(
        &Mapping::with_layout(extents![2, 3, 4], MinorToMajor::new(modes![1, 2, 0])).unwrap(),
    );
    assert_eq!(shape.layout().unwrap().minor_to_major(), [1, 2, 0]);
    // And back.
    let strided = shape.strided_mapping::<DynExtents<3>>().unwrap();
    let back = strided.try_convert::<DynExtents<3>, MinorToMajor<[usize; 3]>>().unwrap();
    assert_eq!(back.layout().list(), &[1, 2, 0]);
    let typed = strided
        .try_convert::<StaticExtents![2, 3, 4], MinorToMajor<(Const<1>, Const<2>, Const<0>)>>();
    assert_eq!(typed.unwrap().strides(), [12, 1, 3]);
    assert_eq!(
        strided.try_convert::<StaticExtents![2, 3, 4], RowMajor>().unwrap_err().to_string(),
        "mode 1 should have stride 4, but has 1"
    );
    let rows: ArrayShape = "f32[2,3,4]{2,1,0}".parse().unwrap();
    let rows = rows.strided_mapping::<StaticExtents![2, 3, 4]>().unwrap();
    assert!(rows.try_convert::<StaticExtents![2, 3, 4], RowMajor>().is_ok());
    let columns: ArrayShape = "f32[2,3,4]{0,1,2}".parse().unwrap();
    let columns = columns.strided_mapping::<StaticExtents![2, 3, 4]>().unwrap();
    assert!(columns.try_convert::<StaticExtents![2, 3, 4], ColMajor>().is_ok());
}

#[test]
fn padded_dimensions_are_room_between_neighbours() {
    // Nervana's sizes [3, 5] of a [2, 3] array, in columns: strides 1 and 3.
    let layout = Layout::ascending(2).with_padding([3, 5], PaddingValue::Zero);
    let shape = ArrayShape::new(DType::F32, [2, 3]).with_layout(layout).unwrap();
    let strided = shape.strided_mapping::<StaticExtents![2, 3]>().unwrap();
    assert_eq!(strided.strides(), [1, 3]);
    let padded =
        strided.try_convert::<StaticExtents![2, 3], Padded<ColMajor, DynStride>>().unwrap();
    assert_eq!(padded.strides(), [1, 3]);
    assert_eq!((padded.required_span_size(), shape.allocated_elements()), (8, Ok(15)));
    let rows = Mapping::with_layout(extents![2, 3], RowMajor.padded(Const::<8>)).unwrap();
    let shape = assert_same_offsets(&rows);
    assert_eq!(shape.layout().unwrap().padded_dimensions(), Some(&[2, 8][..]));
    let strided =
        Mapping::with_layout(extents![2, 3, 2], Strided::new(strides![40, 4, 1])).unwrap();
    let shape = assert_same_offsets(&strided);
    assert_eq!(shape.layout().unwrap().padded_dimensions(), Some(&[2, 10, 4][..]));
}

#[test]
fn strides_that_xla_has_no_words_for_are_errors() {
    let of = |strides: [isize; 2]| {
        let mapping = Mapping::with_layout(extents![2, 3], Strided::new(strides)).unwrap();
        ArrayShape::of_mapping(DType::F32, &mapping)
    };
    let error = |mode, expected, found| {
        Err(XlaError::Shape(ShapeError::StrideMismatch { mode, expected, found }))
    };
    // A gap between the elements of the fastest mode.
    assert_eq!(of([6, 2]), error(1, 1, 2));
    assert_eq!(of([0, 1]), error(0, 1, 0));
    assert_eq!(of([3, -1]), error(1, 1, -1));
    // The rows overlap.
    assert_eq!(of([2, 1]), error(0, 3, 2));
    assert!(of([7, 1]).is_ok());
    let odd = Mapping::with_layout(extents![2, 2, 3], Strided::new([11, 5, 1])).unwrap();
    assert_eq!(ArrayShape::of_mapping(DType::F32, &odd), error(0, 10, 11));
    let null = Mapping::new(DynRankExtents::null());
    assert_eq!(ArrayShape::of_mapping(DType::F32, &null), Err(ShapeError::Null.into()));
}

/// The mapping ends with its last element, the buffer of XLA with the room behind it.
#[test]
fn a_mapping_whose_last_run_has_no_room_is_an_error() {
    let extents = DynRankExtents::new(&[2, 2]).unwrap();
    let strides = extents::ModeArray::from(&[1_isize << 62, 1][..]);
    let mapping = Mapping::with_layout(extents, Strided::new(strides)).unwrap();
    let error = ArrayShape::of_mapping(DType::U8, &mapping).unwrap_err();
    assert!(matches!(error, XlaError::TooLarge { .. }), "{error}");
}

#[test]
fn extents_of_other_sizes_have_no_mapping() {
    let layout = "f32[2,3]{1,0:T(2,2)}".parse::<ArrayShape>().unwrap().to_layout().unwrap();
    let mapping = Mapping::with_layout(extents![2, 4], layout.clone());
    let mismatch = ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 3, found: 4 };
    assert_eq!(mapping.unwrap_err(), mismatch);
    let mapping = Mapping::with_layout(extents![6], layout.clone());
    assert_eq!(mapping.unwrap_err(), ShapeError::RankMismatch { expected: 2, found: 1 });
    let mapping = Mapping::with_layout(DynRankExtents::null(), layout.clone());
    assert_eq!(mapping.unwrap_err(), ShapeError::Null);
    let shape: ArrayShape = "f32[2,3]{1,0:T(2,2)}".parse().unwrap();
    assert_eq!(
        shape.mapping::<StaticExtents![2, 4]>().unwrap_err().to_string(),
        "mode 1 should have extent 4, but has 3"
    );
    assert_eq!(
        shape.strided_mapping::<DynExtents<2>>().unwrap_err(),
        ShapeError::NotStrided.into()
    );
    // The rest of the trait does not panic for an index that no check has seen.
    assert_eq!(layout.offset(&extents![6], &[1]), 0);
    assert_eq!(
        layout.index(&extents![6], 1).unwrap_err().to_string(),
        "no index has offset 1: the mapping spans 8 elements"
    );
}

/// The typed layout against the array cut by hand and against the one at run time.
fn assert_tiled<E, T, O>(extents: E, tiles: T, order: O, minor_to_major: &[usize])
where
    E: TypedExtents + Debug,
    T: TileList,
    O: TileOrder,
{
    let layout = Tiled::new(tiles).in_order(order);
    let sizes: Vec<usize> = extents.iter().collect();
    let cuts: Vec<Vec<TileDimension>> = T::TILES
        .iter()
        .map(|tile| tile.iter().map(|&size| TileDimension::Size(size)).collect())
        .collect();
    let buffer = model::buffer(&sizes, None, minor_to_major, &cuts, 1);
    let mapping = Mapping::with_layout(extents.clone(), layout).unwrap();
    let all = indices(&sizes);
    let what = format!("{mapping:?}");
    let span = if all.is_empty() { 0 } else { buffer.len() };
    assert_eq!(mapping.required_span_size(), span, "{what}");
    assert_eq!(mapping.is_exhaustive(), span == all.len(), "{what}");
    for (place, slot) in buffer.iter().enumerate() {
        let found = layout.index(&extents, place);
        let expected = slot.map(|element| all[element].as_slice());
        assert_eq!(found.as_ref().ok().map(AsRef::as_ref), expected, "{what} {place}");
    }
    for beyond in [span, span + 1, span + 7, 2 * span, 3 * span + 1, usize::MAX / 2, usize::MAX] {
        assert!(beyond < span || layout.index(&extents, beyond).is_err(), "{what} {beyond}");
    }
    let shape = ArrayShape::of_tiled(DType::F32, &mapping).unwrap();
    let theirs = shape.mapping::<E>().unwrap();
    assert_eq!(theirs.required_span_size(), span);
    for index in extents.indices() {
        let element = all.iter().position(|other| other == index.as_ref());
        let place = buffer.iter().position(|slot| *slot == element).unwrap();
        assert_eq!(layout.offset(&extents, &index), place, "{what} {index:?}");
        assert_eq!(theirs.layout().offset(&extents, &index), place, "{what} {index:?}");
    }
    // There and back.
    assert_eq!(shape.tiled_mapping::<E, T, O>().unwrap(), mapping);
}

#[test]
fn tiles_in_the_type_are_those_cut_by_hand() {
    let rows = [1, 0];
    assert_tiled(extents![3, 5], modes![2, 2], RowMajor, &rows);
    assert_tiled(extents![4, 6], modes![2, 2], RowMajor, &rows);
    assert_tiled(extents![3, 5], modes![2, 2], ColMajor, &[0, 1]);
    assert_tiled(extents![9, 20], (modes![4, 8], modes![2, 1]), RowMajor, &rows);
    // A nested tile that does not divide the one around it.
    assert_tiled(extents![7, 9], (modes![4, 5], modes![3, 2]), RowMajor, &rows);
    assert_tiled(extents![7, 9], (modes![4, 5], modes![3, 2], modes![2, 2, 1]), ColMajor, &[0, 1]);
    assert_tiled(extents![10], (modes![6], modes![4], modes![2, 1], modes![3]), RowMajor, &[0]);
    // Tiles of lower and of higher rank, and none.
    assert_tiled(extents![2, 3, 4], modes![3], RowMajor, &[2, 1, 0]);
    assert_tiled(extents![3], modes![2, 2], RowMajor, &[0]);
    assert_tiled(extents![], modes![2, 2], RowMajor, &[]);
    assert_tiled(extents![8, 8], (modes![2, 4], modes![2, 1, 1, 1]), RowMajor, &rows);
    assert_tiled(extents![0, 5], modes![2, 2], RowMajor, &rows);
    assert_tiled(extents![2, 3, 4], modes![2, 2], MinorToMajor::new(modes![1, 2, 0]), &[1, 2, 0]);
    // Extents that are values.
    for (rows, columns) in [(1, 1), (3, 5), (8, 4), (0, 3), (9, 17)] {
        let mixed = extents![dyn rows, dyn columns].unwrap();
        assert_tiled(mixed, modes![4, 8], RowMajor, &[1, 0]);
        let fixed = DynExtents::new([rows, columns]).unwrap();
        assert_tiled(fixed, (modes![4, 8], modes![2, 1]), ColMajor, &[0, 1]);
    }
}

#[test]
fn tiles_in_the_type_are_consts() {
    type Registers = Mapping<StaticExtents![60, 1000], Tiled<(Const<8>, Const<128>)>>;
    const SPAN: usize = Registers::REQUIRED_SPAN_SIZE;
    assert_eq!(SPAN, 64 * 1024);
    const AT: Option<usize> = Registers::offset_of([9, 130]);
    // Tile (1, 1) of 8 columns of tiles, element (1, 2).
    assert_eq!(AT, Some((8 + 1) * 1024 + 128 + 2));
    const BACK: Option<[usize; 2]> = Registers::index_of(9 * 1024 + 130);
    assert_eq!(BACK, Some([9, 130]));
    assert_eq!(Registers::offset_of([60, 0]), None);
    assert_eq!(Registers::index_of::<2>(SPAN), None);
    // Row 60 is padding.
    assert_eq!(Registers::index_of::<2>(7 * 8 * 1024 + 4 * 128), None);
    type Layout = Tiled<(Const<8>, Const<128>)>;
    const {
        assert!(
            !<Layout as extents::layout::Layout<StaticExtents![60, 1000]>>::IS_ALWAYS_EXHAUSTIVE
        )
    };
    const {
        assert!(<Layout as extents::layout::Layout<StaticExtents![64, 1024]>>::IS_ALWAYS_EXHAUSTIVE)
    };
    const { assert!(size_of::<Registers>() == 0) };
}

#[test]
fn tiles_too_large_are_errors() {
    let layout = Tiled::new((Const::<{ 1 << 40 }>, Const::<{ 1 << 30 }>));
    let error = Mapping::with_layout(DynExtents::new([1, 1]).unwrap(), layout).unwrap_err();
    let expected = ShapeError::RoomOverflow { mode: 1, elements: 1 << 40, room: 1 << 30 };
    assert_eq!(error, expected);
}

#[test]
fn other_tiles_are_told_apart() {
    let typed = |text: &str| {
        let shape: ArrayShape = text.parse().unwrap();
        let mapping = shape.tiled_mapping::<StaticExtents![8, 8], (Const<2>, Const<4>), RowMajor>();
        mapping.map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(typed("f32[8,8]{1,0:T(2,4)}"), Ok(()));
    // What says nothing of places is no part of a mapping.
    assert_eq!(typed("f32[8,8]{1,0:T(2,4)E(4)S(3)SC(0:2)M(5)}"), Ok(()));
    let differ = |what: &str| Err(format!("the shapes differ in {what}"));
    assert_eq!(typed("f32[8,8]{0,1:T(2,4)}"), differ("the order of dimensions: 0 and 1"));
    assert_eq!(typed("f32[8,8]{1,0:T(2,2)}"), differ("the size of a tile: 2 and 4"));
    assert_eq!(typed("f32[8,8]{1,0:T(*,4)}"), differ("the size of a tile: * and 2"));
    assert_eq!(typed("f32[8,8]{1,0:T(4)}"), differ("the rank of a tile: 1 and 2"));
    assert_eq!(typed("f32[8,8]{1,0}"), differ("the number of tiles: 0 and 1"));
    assert_eq!(
        typed("f32[8,8]{1,0:T(2,4)L(100)}"),
        differ("the elements of the buffer: 100 and 64")
    );
    assert_eq!(
        typed("f32[8,9]{1,0:T(2,4)}").unwrap_err().to_string(),
        "mode 1 should have extent 8, but has 9"
    );
}

#[test]
fn generic_kernels_take_buffers_of_xla() {
    fn sum<E: Rank<2>, L: extents::layout::Layout<E>>(view: &View<'_, f32, E, L>) -> f32 {
        let [rows, columns] = view.extents().extents();
        (0..rows).map(|i| (0..columns).map(|j| view[[i, j]]).sum::<f32>()).sum()
    }
    let shape: ArrayShape = "f32[3,5]{0,1:T(2,4)}".parse().unwrap();
    let elements: Vec<f32> = (0_u8..15).map(f32::from).collect();
    let buffer = shape.memory_order(&elements, f32::NAN).unwrap();
    let view = View::from_slice(shape.mapping::<DynExtents<2>>().unwrap(), &buffer).unwrap();
    assert_eq!(sum(&view), 105.0);
    assert!(view.iter().eq(&elements));
    let mapping: Mapping<StaticExtents![3, 5], BufferLayout> = shape.mapping().unwrap();
    let mut doubled = Tensor::full(mapping, 0.0).unwrap();
    doubled.view_mut().assign_map(&view, |x| 2.0 * x).unwrap();
    assert_eq!(doubled[[2, 4]], 28.0);
    assert_eq!(sum(&doubled.view()), 210.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// What comes from strides has these strides.
    #[test]
    fn dense_and_padded_mappings_go_there_and_back(
        modes in proptest::collection::vec((0_usize..5, 0_usize..3), 0..5)
            .prop_flat_map(|modes| { let n = modes.len(); (Just(modes), Just((0..n).collect::<Vec<_>>()).prop_shuffle()) })
    ) {
        let (modes, order) = modes;
        let sizes: Vec<usize> = modes.iter().map(|&(size, _)| size).collect();
        let widths = modes.iter().map(|&(size, more)| size + more);
        let layout = Layout::new(order).unwrap().with_padding(widths, PaddingValue::Zero);
        let shape = ArrayShape::new(DType::F32, sizes.iter().copied()).with_layout(layout).unwrap();
        let strided = shape.strided_mapping::<DynRankExtents>().unwrap();
        let again = ArrayShape::of_mapping(DType::F32, &strided).unwrap();
        for index in indices(&sizes) {
            prop_assert_eq!(again.linear_index(&index), shape.linear_index(&index));
        }
        let allocated = again.allocated_elements().unwrap();
        prop_assert!(allocated <= shape.allocated_elements().unwrap());
    }
}

#[test]
fn tiles_at_run_time_are_written_as_in_the_type() {
    let layout = Layout::descending(2).with_tiles([Tile::new([8, 128])]).unwrap();
    let shape = ArrayShape::of_extents(DType::F32, &extents![8, 128]).with_layout(layout).unwrap();
    assert_eq!(shape.to_string(), "f32[8,128]{1,0:T(8,128)}");
    assert_eq!(shape.extents::<StaticExtents![8, 128]>().unwrap(), extents![8, 128]);
    let printed = format!("{:?}", Tiled::new((modes![8, 128], modes![2, 1])).in_order(ColMajor));
    assert_eq!(printed, "ColMajor in tiles [8, 128][2, 1]");
    assert_eq!(format!("{:?}", shape.to_layout().unwrap()), "BufferLayout {1,0:T(8,128)}");
}

#[test]
fn buffers_without_tiles_say_their_strides() {
    for text in ["f32[3,5]{0,1}", "f32[3,5]{1,0}", "f32[3,5]{1,0:T(2,4)}"] {
        let shape: ArrayShape = text.parse().unwrap();
        let mapping: Mapping<DynExtents<2>, BufferLayout> = shape.mapping().unwrap();
        let strided = extents::layout::Layout::strided(mapping.layout(), mapping.extents());
        let step = |index: [usize; 2]| shape.linear_index(&index).unwrap() as isize;
        let steps = [step([1, 0]), step([0, 1])];
        let is_affine = indices(&[3, 5]).iter().all(|at| {
            step([at[0], at[1]]) == at[0] as isize * steps[0] + at[1] as isize * steps[1]
        });
        assert_eq!(strided, is_affine.then_some((steps, 0)), "{text}");
        assert_eq!(mapping.is_strided(), is_affine, "{text}");
    }
}
