//! The same shape in the words of several systems, against one oracle that counts the places of all indices.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::cast_possible_wrap,
    reason = "a test fails by panicking, and its numbers are small"
)]

#[path = "../../../oracle/tables.rs"]
mod tables;

use extents::layout::{
    Blocked, Canonical, ColMajor, Layout, MinorToMajor, RowMajor, Strided, Tiled,
};
use extents::{DType, DynRankExtents, Extents, Mapping, ModeArray, StaticExtents, extents, modes};
use extents_graph::TensorDescription;
use extents_shapes::{JaggedShape, Nested, RaggedTensor, Shape, ShapeBase, TiledShape};
use extents_xla::{ArrayShape, PaddingValue};
use proptest::prelude::*;

#[test]
fn padded_rows_are_padded_dimensions() {
    // The rows of a jagged matrix, padded, are an array of XLA whose dimensions are padded to the longest.
    let rows = JaggedShape::from_lengths([2, 0, 3]).unwrap();
    let padded = rows.padded().unwrap();
    assert_eq!(padded.as_slice(), [3, 3]);
    let layout = extents_xla::Layout::descending(2).with_padding([3, 3], PaddingValue::Zero);
    // Each row alone, in the buffer of all.
    let tensor = RaggedTensor::new(rows, vec![1, 2, 3, 4, 5]).unwrap();
    let buffer = tensor.padded(0).unwrap();
    for (row, expected) in [[1, 2].as_slice(), &[], &[3, 4, 5]].into_iter().enumerate() {
        let part = ArrayShape::new(DType::S32, [3, expected.len()]);
        let part = part.with_layout(layout.clone()).unwrap();
        for (column, value) in expected.iter().enumerate() {
            let place = part.linear_index(&[row, column]).unwrap();
            assert_eq!(buffer.as_slice().get(place), Some(value));
        }
    }
    assert_eq!(buffer.as_slice(), [1, 2, 0, 0, 0, 0, 3, 4, 5]);
}

#[test]
fn static_extents_are_dimensions() {
    let shape: ArrayShape = "f32[8,128]".parse().unwrap();
    assert_eq!(shape.extents::<StaticExtents![8, 128]>().unwrap(), extents![8, 128]);
    assert_eq!(
        shape.extents::<StaticExtents![8, 127]>().unwrap_err().to_string(),
        "mode 1 should have extent 127, but has 128"
    );
    assert_eq!(ArrayShape::of_extents(DType::F32, &extents![8, 128]), shape);
    assert_eq!(JaggedShape::from_extents(&extents![8, 128]).to_string(), "[8, 128]");
}

/// Extents, the size of each mode in memory (no smaller), and an order of the modes, the fastest first.
fn any_room() -> impl Strategy<Value = (Vec<usize>, Vec<usize>, Vec<usize>)> {
    let modes = prop::collection::vec((0_usize..5, 0_usize..4, any::<u32>()), 0..5);
    modes.prop_map(|modes| {
        let extents = modes.iter().map(|mode| mode.0.max(usize::from(mode.2 % 16 != 0)));
        let extents: Vec<usize> = extents.collect();
        let sizes = extents.iter().zip(&modes).map(|(extent, mode)| extent + mode.1).collect();
        let mut order: Vec<usize> = (0..modes.len()).collect();
        order.sort_by_key(|&mode| modes[mode].2);
        (extents, sizes, order)
    })
}

/// The places of the elements of an array that lies in a larger one, by counting the places of the larger one.
fn counted(extents: &[usize], sizes: &[usize], order: &[usize]) -> tables::Table {
    let all = tables::minor_to_major(sizes, order);
    all.into_iter().filter(|(at, _)| at.iter().zip(extents).all(|(at, n)| at < n)).collect()
}

fn in_memory<E: Extents, L: Layout<E>>(mapping: &Mapping<E, L>) -> tables::Table {
    let shape = mapping.extents();
    let place = |index| mapping.layout().offset(shape, &index);
    shape.indices().map(|index| (index.as_ref().to_vec(), place(index.clone()))).collect()
}

/// `[2, 3]` in columns of 3, five of them: strides 1 and 3 in both systems, 15 places, and the hand-made list of six.
#[test]
fn sizes_of_nervana_are_padded_dimensions_of_xla_by_hand() {
    let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3]).unwrap();
    let tensor = tensor.with_sizes(&[3, 5]).unwrap().column_major().unwrap();
    assert_eq!(tensor.strides(), Some(vec![1, 3]));
    let layout = extents_xla::Layout::ascending(2).with_padding([3, 5], PaddingValue::Zero);
    let array = ArrayShape::new(DType::F32, [2, 3]).with_layout(layout).unwrap();
    assert_eq!(array.strides().unwrap().unwrap().as_ref(), [1, 3]);
    assert_eq!((tensor.tensor_size(), array.buffer_bytes()), (4 * 15, Ok(4 * 15)));
    let places = [0, 3, 6, 1, 4, 7];
    let indices = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]];
    for (index, place) in indices.iter().zip(places) {
        assert_eq!(tensor.offset_of(index), Ok(place));
        assert_eq!(array.linear_index(index), Ok(place));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// The room of a Nervana tensor and the padded dimensions of an XLA array are one thing: each element has the place
    /// that counting gives, in both, with the same strides and as much memory.
    #[test]
    fn sizes_of_nervana_are_padded_dimensions_of_xla((extents, sizes, order) in any_room()) {
        let tensor = <TensorDescription>::of_shape(DType::F32, &extents).unwrap();
        let tensor = tensor.with_sizes(&sizes).unwrap().in_order(&order).unwrap();
        let layout = extents_xla::Layout::new(order.clone()).unwrap();
        let layout = layout.with_padding(sizes.clone(), PaddingValue::Zero);
        let array = ArrayShape::new(DType::F32, extents.iter().copied()).with_layout(layout).unwrap();
        for (index, place) in counted(&extents, &sizes, &order) {
            prop_assert_eq!(tensor.offset_of(&index), Ok(place));
            prop_assert_eq!(array.linear_index(&index), Ok(place));
            prop_assert_eq!(array.multi_index(place).unwrap().unwrap().to_vec(), index);
        }
        // The stride of a mode is the room of those that are faster.
        let stride = |mode: usize| -> usize {
            order.iter().take_while(|&&faster| faster != mode).map(|&faster| sizes[faster]).product()
        };
        let strides: Vec<isize> = (0..sizes.len()).map(|mode| stride(mode) as isize).collect();
        prop_assert_eq!(tensor.strides().unwrap(), strides.clone());
        if !extents.contains(&0) {
            prop_assert_eq!(array.strides().unwrap().unwrap().to_vec(), strides);
            let places: usize = sizes.iter().product();
            prop_assert_eq!((array.allocated_elements().unwrap(), tensor.tensor_size()), (places, 4 * places));
            let mapping = array.strided_mapping::<DynRankExtents>().unwrap();
            prop_assert_eq!(in_memory(&mapping), in_memory(&tensor.mapping().unwrap()));
        }
    }

    /// The oracle counts the places of all indices; every system that has a word for this layout agrees with it.
    #[test]
    fn all_systems_place_elements_alike((extents, _, order) in any_room()) {
        let expected = tables::minor_to_major(&extents, &order);
        let shape = DynRankExtents::new(&extents).unwrap();
        let rank = extents.len();
        let stride = |mode: usize| -> usize {
            order.iter().take_while(|&&faster| faster != mode).map(|&faster| extents[faster]).product()
        };
        let strides: Vec<isize> = (0..rank).map(|mode| stride(mode) as isize).collect();

        // This crate's own words, which are those of uBLAS and of mdspan for the first and the last order.
        let own = MinorToMajor::new(ModeArray::from(&order[..]));
        prop_assert_eq!(&in_memory(&Mapping::with_layout(shape.clone(), own).unwrap()), &expected);
        let strided = Strided::new(ModeArray::from(&strides[..]));
        prop_assert_eq!(&in_memory(&Mapping::with_layout(shape.clone(), strided).unwrap()), &expected);
        let ascending: Vec<usize> = (0..rank).collect();
        let descending: Vec<usize> = (0..rank).rev().collect();
        let first_order = tables::minor_to_major(&extents, &ascending);
        let last_order = tables::minor_to_major(&extents, &descending);
        prop_assert_eq!(&in_memory(&ColMajor.of(shape.clone())), &first_order);
        prop_assert_eq!(&in_memory(&RowMajor.of(shape.clone())), &last_order);

        // XLA's, read from text, and Nervana's.
        let text = |list: &[usize]| list.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let text = format!("f32[{}]{{{}}}", text(&extents), text(&order));
        let array: ArrayShape = text.parse().unwrap();
        prop_assert_eq!(&in_memory(&array.mapping::<DynRankExtents>().unwrap()), &expected);
        let tensor = <TensorDescription>::of_shape(DType::F32, &extents).unwrap();
        let tensor = tensor.in_order(&order).unwrap();
        prop_assert_eq!(&in_memory(&tensor.mapping().unwrap()), &expected);
        for (index, place) in &expected {
            prop_assert_eq!(array.linear_index(index), Ok(*place));
            prop_assert_eq!(tensor.offset_of(index), Ok(*place));
        }

        // TensorWrapper's shapes have no order of their own: theirs is the last one.
        let smooth = Shape::from_list(&extents).unwrap();
        let jagged = JaggedShape::from_extents(&shape);
        let nested = Nested::new([rank], smooth.clone()).unwrap();
        prop_assert_eq!(&in_memory(&nested.mapping()), &last_order);
        for (index, place) in &last_order {
            prop_assert_eq!(smooth.offset(&index[..]), Ok(*place));
            prop_assert_eq!(jagged.offset(index), Ok(*place));
            prop_assert_eq!(&jagged.index(*place).unwrap().to_vec(), index);
        }
        prop_assert_eq!(smooth.indices().map(|at| at.to_vec()).collect::<Vec<_>>(), tables::indices(&extents));
        prop_assert_eq!(jagged.indices().map(|at| at.to_vec()).collect::<Vec<_>>(), tables::indices(&extents));
    }

    /// A tiled shape of equal tiles that divide and an array of XLA with this tile: tile after tile, and in each its
    /// elements, both in row-major order.
    #[test]
    fn tiles_that_divide_are_placed_alike(modes in prop::collection::vec((1_usize..4, 1_usize..4), 1..4)) {
        let (tiles, tile): (Vec<usize>, Vec<usize>) = modes.into_iter().unzip();
        let extents: Vec<usize> = tiles.iter().zip(&tile).map(|(count, size)| count * size).collect();
        let mut expected: tables::Table = Vec::new();
        for at in tables::indices(&tiles) {
            for within in tables::indices(&tile) {
                let index = (0..tile.len()).map(|mode| at[mode] * tile[mode] + within[mode]).collect();
                expected.push((index, expected.len()));
            }
        }
        expected.sort();
        let shape = DynRankExtents::new(&extents).unwrap();
        let tiled = TiledShape::uniform(shape, DynRankExtents::new(&tile).unwrap()).unwrap();
        prop_assert_eq!(&in_memory(&tiled.mapping()), &expected);
        let layout = extents_xla::Layout::descending(tile.len());
        let layout = layout.with_tiles([extents_xla::Tile::new(tile)]).unwrap();
        let array = ArrayShape::new(DType::F32, extents).with_layout(layout).unwrap();
        prop_assert_eq!(&in_memory(&array.mapping::<DynRankExtents>().unwrap()), &expected);
    }
}

#[test]
fn equal_tiles_that_divide_are_blocks() {
    let Ok(blocked) = Blocked::uniform(extents![2, 4]);
    let blocked = Mapping::with_layout(extents![6, 8], blocked).unwrap();
    let tiled = Mapping::with_layout(extents![6, 8], Tiled::new(modes![2, 4])).unwrap();
    let shape = TiledShape::from_sizes([vec![2; 3], vec![4; 2]]).unwrap();
    for index in extents![6, 8].indices() {
        assert_eq!(tiled.offset(index), blocked.offset(index));
        // The same as tile, and place within it.
        let (tile, within) = shape.tile_of(index).unwrap();
        let number = tile[0] * 2 + tile[1];
        assert_eq!(tiled.offset(index), Ok(number * 8 + within[0] * 4 + within[1]));
    }
    assert!(tiled.is_exhaustive() && blocked.is_exhaustive());
}
