//! Where XLA's layouts put elements: dense, padded and tiled, against a buffer that is made by definition, and against
//! `tests/vectors/xla_index.json`.

pub(crate) mod model;
mod questions;
mod vectors;

use core::ops::ControlFlow;
use extents_xla::error::{Bounded, Computed, Required};

use self::model::indices;
use extents::{
    DType, DynRankExtents, ShapeError, Tensor, View, ViewMut,
    error::{Part, Quantity},
};
use extents_xla::{ArrayShape, Dimension, Layout, PaddingValue, Tile, TileDimension, XlaError};
use proptest::prelude::*;

type Case = (Vec<usize>, Option<Vec<usize>>, Vec<usize>, Vec<Vec<TileDimension>>, usize);

/// Sizes, widths, an order, tiles and an alignment of the tail.
fn cases() -> impl Strategy<Value = Case> {
    let dimension = (0_usize..6, 0_usize..3);
    let tile_dimension = prop_oneof![
        4 => (1_usize..5).prop_map(TileDimension::Size),
        1 => Just(TileDimension::Combine)
    ];
    // A tile does not end with `*`.
    let tile = (proptest::collection::vec(tile_dimension, 0..4), 1_usize..4).prop_map(
        |(mut tile, last)| {
            tile.push(TileDimension::Size(last));
            tile
        },
    );
    let tiles = proptest::collection::vec(tile, 0..4);
    (proptest::collection::vec(dimension, 0..5), any::<bool>(), tiles, 1_usize..6).prop_flat_map(
        |(dimensions, padded, tiles, alignment)| {
            let sizes: Vec<usize> = dimensions.iter().map(|&(size, _)| size).collect();
            let widths = dimensions.iter().map(|&(size, more)| size + more).collect();
            let order: Vec<usize> = (0..sizes.len()).collect();
            let widths = padded.then_some(widths);
            (Just(sizes), Just(widths), Just(order).prop_shuffle(), Just(tiles), Just(alignment))
        },
    )
}

fn shape_of((sizes, widths, order, tiles, alignment): &Case) -> ArrayShape {
    let tiles = tiles.iter().map(|tile| Tile::of(tile.iter().copied()));
    let mut layout = Layout::new(order.clone()).unwrap().with_tiles(tiles).unwrap();
    if let Some(widths) = widths {
        layout = layout.with_padding(widths.iter().copied(), PaddingValue::Zero);
    }
    let layout = layout.with_tail_padding_alignment(*alignment).unwrap();
    ArrayShape::new(DType::F32, sizes.iter().copied()).with_layout(layout).unwrap()
}

fn buffer_of((sizes, widths, order, tiles, alignment): &Case) -> Vec<Option<usize>> {
    model::buffer(sizes, widths.as_deref(), order, tiles, *alignment)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]

    #[test]
    fn places_are_those_of_the_array_that_is_cut_by_hand(case in cases()) {
        let shape = shape_of(&case);
        let buffer = buffer_of(&case);
        let all = indices(&case.0);
        let layout = shape.to_layout().unwrap();
        prop_assert_eq!(layout.allocated_elements(), buffer.len());
        prop_assert_eq!(shape.allocated_elements().unwrap(), buffer.len());
        prop_assert_eq!(layout.elements(), all.len());
        // Back: each place has its element, or padding.
        prop_assert_eq!(layout.slots().len(), buffer.len());
        for (place, (slot, expected)) in layout.slots().zip(&buffer).enumerate() {
            let expected = expected.map(|element| all[element].clone());
            prop_assert_eq!(slot.as_deref(), expected.as_deref());
            prop_assert_eq!(shape.multi_index(place).unwrap(), slot.clone());
            prop_assert_eq!(layout.multi_index(place).unwrap(), slot);
        }
        let allocated = buffer.len();
        let beyond = Err(XlaError::LinearOutOfBounds { linear: allocated, allocated });
        prop_assert_eq!(layout.multi_index(allocated), beyond.clone());
        prop_assert_eq!(shape.multi_index(allocated), beyond);
        // Forth.
        for (element, index) in all.iter().enumerate() {
            let place = buffer.iter().position(|slot| *slot == Some(element)).unwrap();
            prop_assert_eq!(layout.linear_index(index), Ok(place));
            prop_assert_eq!(shape.linear_index(index), Ok(place));
            let explained = shape.explain(index).unwrap();
            prop_assert_eq!(explained.linear_index(), place);
            let text = explained.to_string();
            let last = text.lines().last().unwrap();
            let sum = last.strip_prefix("place: ").unwrap();
            // The sum that it tells adds up.
            let (terms, _) = sum.split_once(" of ").unwrap();
            let terms = terms.split(" = ").next().unwrap();
            let product = |term: &str| term.split(" * ").map(|n| n.parse::<usize>().unwrap()).product::<usize>();
            prop_assert_eq!(terms.split(" + ").map(product).sum::<usize>(), place, "{}", text);
        }
        let strides = shape.strides().unwrap();
        prop_assert_eq!(strides.is_some(), case.3.is_empty());
        if let Some(strides) = strides {
            for (element, index) in all.iter().enumerate() {
                let at: isize = index.iter().zip(strides.iter()).map(|(&at, stride)| at as isize * stride).sum();
                prop_assert_eq!(buffer[at as usize], Some(element));
            }
        }
        let has_padding = buffer.iter().any(Option::is_none);
        prop_assert_eq!(shape.has_padding_slots().unwrap(), has_padding);
    }

    #[test]
    fn views_and_tensors_are_read_and_written_by_index(case in cases()) {
        let shape = shape_of(&case);
        let buffer = buffer_of(&case);
        let all = indices(&case.0);
        let mapping = shape.mapping::<DynRankExtents>().unwrap();
        let span = if all.is_empty() { 0 } else { buffer.len() };
        prop_assert_eq!(mapping.required_span_size(), span);
        prop_assert_eq!(mapping.is_exhaustive(), span == all.len());
        prop_assert!(mapping.is_unique());
        let values: Vec<usize> = buffer.iter().map(|slot| slot.unwrap_or(usize::MAX)).collect();
        let view = View::from_slice(mapping.clone(), &values[..span]).unwrap();
        for (element, index) in all.iter().enumerate() {
            prop_assert_eq!(view.get(index.as_slice()), Some(&element));
            let place = buffer.iter().position(|slot| *slot == Some(element)).unwrap();
            let found = mapping.index(place).unwrap();
            prop_assert_eq!(found.as_ref(), index.as_slice());
        }
        // Walks of all elements go the same way.
        prop_assert!(view.iter().copied().eq(0..all.len()));
        let mut copy = Tensor::full(mapping.clone(), usize::MAX).unwrap();
        copy.assign(&view).unwrap();
        prop_assert!(all.is_empty() || copy.as_slice() == values);
        // An element is made for each place, so there must be no padding.
        let made = Tensor::from_fn(mapping.clone(), |index| *view.get(&index).unwrap());
        prop_assert_eq!(made.is_ok(), mapping.is_exhaustive());
        let mut written = vec![usize::MAX; span];
        let mut target = ViewMut::from_slice(mapping.clone(), &mut written).unwrap();
        for (element, index) in all.iter().enumerate() {
            *target.get_mut(index.as_slice()).unwrap() = element;
        }
        if !all.is_empty() {
            prop_assert_eq!(&written, &values);
        }
        let elements: Vec<usize> = (0..all.len()).collect();
        prop_assert_eq!(shape.memory_order(&elements, usize::MAX).unwrap(), values);
        let mut filled = vec![7; buffer.len()];
        shape.fill_padding_with(&mut filled, 9).unwrap();
        for (slot, found) in buffer.iter().zip(filled) {
            prop_assert_eq!(found, if slot.is_some() { 7 } else { 9 });
        }
    }

    #[test]
    fn a_shape_is_untiled_only_where_its_buffer_is_that_without_tiles(case in cases()) {
        let (sizes, _, order, tiles, _) = case;
        let case = (sizes, None, order, tiles.into_iter().take(1).collect::<Vec<_>>(), 1);
        let mut dense = case.clone();
        dense.3.clear();
        prop_assert_eq!(shape_of(&case).is_untiled().unwrap(), buffer_of(&case) == buffer_of(&dense));
    }

    #[test]
    fn visits_go_through_memory_in_order(case in cases(), step in 1_usize..3) {
        let (sizes, _, order, _, _) = &case;
        let shape = shape_of(&case);
        // All indices by their place in a dense buffer.
        let dense = model::buffer(sizes, None, order, &[], 1);
        let all = indices(sizes);
        let base: Vec<usize> = sizes.iter().map(|&size| size.min(1)).collect();
        let count: Vec<usize> = sizes.iter().zip(&base).map(|(size, base)| size - base).collect();
        let increment = vec![step; sizes.len()];
        let is_visited = |index: &&Vec<usize>| {
            index.iter().zip(&base).all(|(at, base)| at >= base && (at - base) % step == 0)
        };
        let expected: Vec<Vec<usize>> =
            dense.iter().map(|slot| &all[slot.unwrap()]).filter(is_visited).cloned().collect();
        let mut visited = Vec::new();
        shape.for_each_index(&base, &count, &increment, |index| {
            visited.push(index.to_vec());
            ControlFlow::Continue(())
        }).unwrap();
        prop_assert_eq!(&visited, &expected);
        let mut number = 0;
        shape.for_each_index(&base, &count, &increment, |_| {
            number += 1;
            if number == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }).unwrap();
        prop_assert_eq!(number, expected.len().min(2));
        let mut count = 0;
        shape.for_every_index(|_| { count += 1; ControlFlow::Continue(()) }).unwrap();
        prop_assert_eq!(count, all.len());
    }

    #[test]
    fn indices_are_bumped_in_row_major_order(case in cases()) {
        let shape = shape_of(&case);
        let all = indices(&case.0);
        let mut index = vec![0; case.0.len()];
        for (k, expected) in all.iter().enumerate() {
            prop_assert_eq!(&index, expected);
            prop_assert_eq!(shape.bump_index(&mut index).unwrap(), k + 1 < all.len());
        }
        prop_assert!(index.iter().all(|&at| at == 0));
    }
}

#[test]
fn tiles_that_undo_each_other_are_tiles() {
    // The second tile puts everything back, but to do so it moves it.
    let shape: ArrayShape = "f32[4,8]{1,0:T(2,4)(2,1,4)}".parse().unwrap();
    let dense: ArrayShape = "f32[4,8]{1,0}".parse().unwrap();
    let same = |index: &Vec<usize>| shape.linear_index(index) == dense.linear_index(index);
    assert!(indices(&[4, 8]).iter().all(same) && !shape.is_untiled().unwrap());
}

#[test]
fn bad_indices_are_errors() {
    let shape: ArrayShape = "f32[2,3]{1,0:T(2,2)}".parse().unwrap();
    let expected =
        XlaError::OutOfBounds { of: Bounded::Index { dimension: 1 }, number: 3, limit: 3 };
    assert_eq!(shape.linear_index(&[0, 3]), Err(expected));
    assert_eq!(shape.explain(&[0, 3]).unwrap_err(), expected);
    assert_eq!(shape.bump_index(&mut [0, 3]), Err(expected));
    let rank = XlaError::Shape(ShapeError::RankMismatch { expected: 2, found: 1 });
    assert_eq!(shape.linear_index(&[0]), Err(rank));
    assert_eq!(shape.bump_index(&mut [0]), Err(rank));
    let visit = |_: &[usize]| ControlFlow::Continue(());
    assert_eq!(shape.for_each_index(&[0], &[1, 1], &[1, 1], visit), Err(rank));
    let beyond = XlaError::OutOfBounds { of: Bounded::Index { dimension: 1 }, number: 3, limit: 3 };
    assert_eq!(shape.for_each_index(&[0, 1], &[1, 3], &[1, 1], visit), Err(beyond));
    let of_first = |number, limit| {
        Err(XlaError::OutOfBounds { of: Bounded::Index { dimension: 0 }, number, limit })
    };
    let most = u64::MAX.into();
    assert_eq!(shape.for_each_index(&[usize::MAX, 0], &[1, 1], &[1, 1], visit), of_first(most, 2));
    assert_eq!(
        shape.for_each_index(&[usize::MAX, 0], &[3, 1], &[1, 1], visit),
        of_first(most + 2, 2)
    );
    // Without entries it is the base that is out of bounds.
    assert_eq!(shape.for_each_index(&[10, 0], &[0, 1], &[1, 1], visit), of_first(10, 2));
    assert_eq!(shape.for_each_index(&[2, 0], &[0, 1], &[1, 1], visit), Ok(()));
    let endless = ArrayShape::new(DType::F32, [usize::MAX]).with_default_layout();
    assert_eq!(
        endless.for_each_index(&[usize::MAX], &[1], &[1], |_| ControlFlow::Break(())),
        of_first(most, usize::MAX)
    );
    assert_eq!(
        shape.linear_index(&[usize::MAX, 0]).unwrap_err().to_string(),
        "index 18446744073709551615 is out of bounds for dimension 0 of size 2"
    );
    let step = XlaError::Shape(ShapeError::ZeroSize { part: Part::Step, mode: 1 });
    assert_eq!(shape.for_each_index(&[0, 0], &[1, 1], &[1, 0], visit), Err(step));
    let length = XlaError::Shape(ShapeError::CountMismatch {
        of: Quantity::Elements,
        expected: 6,
        found: 5,
    });
    assert_eq!(shape.memory_order(&[0; 5], 0), Err(length));
    let length = XlaError::Shape(ShapeError::CountMismatch {
        of: Quantity::Elements,
        expected: 8,
        found: 5,
    });
    assert_eq!(shape.fill_padding(&mut [0; 5]), Err(length));
    assert!(shape.dimension_stride(2).is_err() && shape.max_split_size(2).is_err());
}

#[test]
fn shapes_without_a_layout_or_a_bound_have_no_places() {
    let shape = ArrayShape::new(DType::F32, [2, 3]);
    assert_eq!(shape.linear_index(&[0, 0]), Err(XlaError::Requires(Required::Layout)));
    assert_eq!(shape.multi_index(0), Err(XlaError::Requires(Required::Layout)));
    assert_eq!(shape.allocated_elements(), Err(XlaError::Requires(Required::Layout)));
    assert_eq!(shape.padded_bytes(), Ok(24));
    let open = ArrayShape::new(DType::F32, [Dimension::Static(2), Dimension::Unbounded]);
    let open = open.with_default_layout();
    assert_eq!(open.linear_index(&[0, 0]), Err(XlaError::Unbounded { dimension: 1 }));
    assert_eq!(open.elements_in(), Err(XlaError::Unbounded { dimension: 1 }));
    assert!(open.index_in_bounds(&[1, i64::MAX]) && !open.index_in_bounds(&[2, 0]));
    // A bounded one counts as its bound.
    let bounded: ArrayShape = "f32[2,<=3]{1,0}".parse().unwrap();
    assert_eq!(bounded.linear_index(&[1, 2]), Ok(5));
}

#[test]
fn huge_numbers_are_errors() {
    let max = usize::MAX;
    let shape = |sizes: [usize; 2]| ArrayShape::new(DType::F64, sizes).with_default_layout();
    let over =
        XlaError::TooLarge { of: Computed::Dimension { dimension: 1 }, elements: 1 << 62, size: 2 };
    assert_eq!(shape([1 << 62, 2]).elements_in(), Err(over));
    assert_eq!(shape([1 << 62, 2]).linear_index(&[0, 0]), Err(over));
    assert_eq!(
        shape([max, max]).allocated_elements().unwrap_err().to_string(),
        "the buffer is too large: 1 elements before dimension 0, times 18446744073709551615"
    );
    // Sizes of 0 do not save it.
    assert_eq!(
        ArrayShape::new(DType::F64, [1 << 62, 0, 4]).elements_in().unwrap_err().to_string(),
        "the buffer is too large: 4611686018427387904 elements before dimension 2, times 4"
    );
    assert_eq!(shape([1 << 62, 1]).allocated_elements(), Ok(1 << 62));
    assert_eq!(
        shape([1 << 62, 1]).padded_bytes().unwrap_err().to_string(),
        "the buffer is too large: 4611686018427387904 elements of 64 bits"
    );
    assert_eq!(shape([1 << 60, 1]).padded_bytes(), Ok(1 << 63));
    assert!(shape([1 << 62, 1]).unpacked_byte_strides().is_ok());
    assert_eq!(
        shape([1, 1 << 62]).unpacked_byte_strides().unwrap_err().to_string(),
        "the stride is too large: 4611686018427387904 elements of 64 bits along dimension 0"
    );
    let laid = |layout: Layout| shape([4, 4]).with_layout(layout).unwrap();
    let tiled =
        |sizes: [usize; 2]| laid(Layout::descending(2).with_tiles([Tile::new(sizes)]).unwrap());
    assert_eq!(
        tiled([max, max]).to_layout().unwrap_err().to_string(),
        "the buffer is too large: 1 elements, times 18446744073709551615 of tile 0"
    );
    assert_eq!(
        tiled([max, 1]).multi_index(0).unwrap_err().to_string(),
        "the buffer is too large: 4 elements, times 18446744073709551615 of tile 0"
    );
    assert_eq!(tiled([1 << 40, 1]).allocated_elements(), Ok(1 << 42));
    let far = laid(Layout::descending(2).with_tail_padding_alignment(max).unwrap());
    assert_eq!(
        far.to_layout().unwrap_err().to_string(),
        "the buffer is too large: 16 elements, rounded up to a multiple of 18446744073709551615"
    );
    let wide = laid(Layout::descending(2).with_padding([max, 4], PaddingValue::Zero));
    assert_eq!(
        wide.to_layout().unwrap_err().to_string(),
        "the buffer is too large: 1 elements before dimension 0, times 18446744073709551615"
    );
    let bits = laid(Layout::descending(2).with_element_size_in_bits(max));
    assert_eq!(
        bits.padded_bytes().unwrap_err().to_string(),
        "the buffer is too large: 16 elements of 18446744073709551615 bits"
    );
    // Seven eighths of the bits fit as bytes, although the bits do not.
    let seven = Layout::descending(1).with_element_size_in_bits(max / 4);
    let seven = ArrayShape::new(DType::F64, [7]).with_layout(seven).unwrap();
    let bytes = (7 * (max as u128 / 4)).div_ceil(8);
    assert_eq!(seven.unpadded_bytes().map(|bytes| bytes as u128), Ok(bytes));
    assert_eq!(seven.padded_bytes().map(|bytes| bytes as u128), Ok(bytes));
    // Eight elements of this many bits are as many bytes, and nine of them are too many.
    let most = |n: usize| {
        let layout = Layout::descending(1).with_element_size_in_bits(max);
        ArrayShape::new(DType::F64, [n]).with_layout(layout).unwrap().padded_bytes()
    };
    assert_eq!(most(8), Ok(max));
    assert_eq!(
        most(9).unwrap_err().to_string(),
        "the buffer is too large: 9 elements of 18446744073709551615 bits"
    );
    let prefix = laid(Layout::descending(2).with_metadata_prefix_bytes(max));
    assert_eq!(
        prefix.buffer_bytes().unwrap_err().to_string(),
        "the buffer is too large: 128 bytes after a prefix of 18446744073709551615 bytes"
    );
    assert_eq!(prefix.padded_bytes(), Ok(128));
}

#[test]
fn bits_are_packed_as_the_layout_says() {
    let bytes = |text: &str| {
        let shape: ArrayShape = text.parse().unwrap();
        (shape.padded_bytes().unwrap(), shape.unpadded_bytes().unwrap())
    };
    assert_eq!(bytes("s4[7]{0:E(4)}"), (4, 4));
    assert_eq!(bytes("s4[7]{0}"), (7, 7));
    assert_eq!(bytes("pred[9]{0:E(1)}"), (2, 2));
    assert_eq!(bytes("s2[5]{0:T(4)E(2)}"), (2, 2));
    assert_eq!(bytes("s4[5]{0:T(4)E(4)}"), (4, 3));
    // 15 elements in 24 places, then up to 28 for the tail.
    assert_eq!(bytes("f32[3,5]{1,0:T(2,2)L(7)}"), (112, 60));
    assert_eq!(bytes("f32[]"), (4, 4));
    let factor = |text: &str| text.parse::<ArrayShape>().unwrap().expansion_factor().unwrap();
    assert_eq!(factor("f32[2,3]{1,0}"), Some(1.0));
    assert_eq!(factor("f32[0,3]{1,0}"), None);
}

#[test]
fn packed_elements_have_byte_strides_where_they_fill_bytes() {
    let strides = |text: &str| {
        let found = text.parse::<ArrayShape>().unwrap().byte_strides();
        found.map(|strides| strides.map(|strides| strides.to_vec()))
    };
    assert_eq!(strides("f32[3,5,7]{2,1,0}"), Ok(Some(vec![140, 28, 4])));
    assert_eq!(strides("f16[5,7]{0,1}"), Ok(Some(vec![2, 10])));
    assert_eq!(strides("s4[10,20]{1,0}"), Ok(Some(vec![20, 1])));
    assert_eq!(strides("s4[10,20]{1,0:E(24)}"), Ok(Some(vec![60, 3])));
    assert_eq!(strides("f32[2,3]{1,0:PAD(2,5:zero)}"), Ok(Some(vec![20, 4])));
    assert_eq!(strides("f32[2,3]{1,0:T(2,2)}"), Ok(None));
    assert_eq!(strides("s4[]{:E(4)}"), Ok(Some(vec![])));
    let half = XlaError::FractionalByteStride { dimension: 1, elements: 1, bits: 4 };
    assert_eq!(strides("s4[10,20]{1,0:E(4)}"), Err(half));
    let third = XlaError::FractionalByteStride { dimension: 0, elements: 3, bits: 4 };
    assert_eq!(strides("s4[2,3]{1,0:E(4)}"), Err(third));
    let huge = strides("f64[2,2305843009213693951]{1,0}");
    assert!(
        matches!(huge, Err(XlaError::TooLarge { of: Computed::Stride { dimension: 0 }, .. })),
        "{huge:?}"
    );
    assert_eq!(strides("f32[2,3]"), Err(XlaError::Requires(Required::Layout)));
}

/// What would take a place for the elements of a sparse array is refused.
#[test]
fn sparse_arrays_have_no_places() {
    let sparse: ArrayShape = "f32[4,6]{1,0:D(D,C)}".parse().unwrap();
    let dense: ArrayShape = "f32[4,6]{1,0:D(D,D)}".parse().unwrap();
    let error = XlaError::Requires(Required::NotSparse);
    assert_eq!(sparse.linear_index(&[1, 2]).unwrap_err(), error);
    assert_eq!(dense.linear_index(&[1, 2]), Ok(8));
    assert_eq!(sparse.multi_index(3).unwrap_err(), error);
    assert_eq!(sparse.strides().unwrap_err(), error);
    assert_eq!(sparse.byte_strides().unwrap_err(), error);
    assert_eq!(sparse.padded_bytes().unwrap_err(), error);
    assert_eq!(sparse.to_layout().unwrap_err(), error);
    assert!(sparse.mapping::<extents::DynExtents<2>>().is_err());
    assert_eq!(sparse.reshape_is_bitcast(&sparse).unwrap_err(), error);
    assert_eq!(sparse.transpose_is_bitcast_exact(&sparse, &[0, 1]).unwrap_err(), error);
    assert_eq!(sparse.decompose_bitcast(&sparse).unwrap_err(), XlaError::Requires(Required::Dense));
    assert!(sparse.align_layouts(&sparse).is_err());
    assert_ne!(sparse, dense);
}

#[test]
fn padding_is_filled_with_what_the_layout_names() {
    fn filled<T: extents_xla::PaddingElement>(value: PaddingValue, buffer: [T; 3]) -> [T; 3] {
        let layout = Layout::descending(1).with_padding([3], value);
        let shape = ArrayShape::new(DType::F32, [2]).with_layout(layout).unwrap();
        let mut buffer = buffer;
        shape.fill_padding(&mut buffer).unwrap();
        buffer
    }
    assert_eq!(filled(PaddingValue::Zero, [1.0, 2.0, 3.0]), [1.0, 2.0, 0.0]);
    assert_eq!(filled(PaddingValue::One, [5, 6, 7_i8]), [5, 6, 1]);
    assert_eq!(filled(PaddingValue::Lowest, [5, 6, 7_i16]), [5, 6, i16::MIN]);
    assert_eq!(filled(PaddingValue::Highest, [1.0_f32, 2.0, 3.0]), [1.0, 2.0, f32::INFINITY]);
    assert_eq!(filled(PaddingValue::Unknown, [5, 6, 7_u64]), [5, 6, 7]);
    assert_eq!(filled(PaddingValue::Highest, [false; 3]), [false, false, true]);
}

#[test]
fn explanations_read_well() {
    let explain = |text: &str, index: &[usize]| {
        text.parse::<ArrayShape>().unwrap().explain(index).unwrap().to_string()
    };
    assert_eq!(
        explain("bf16[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}", &[1, 0, 0, 0, 1]),
        "index [1, 0, 0, 0, 1] of bf16[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}\n\
         from major to minor (dimensions 0, 1, 2, 3, 4): [1, 0, 0, 0, 1] of [2, 7, 8, 11, 10]\n\
         tile (*,*,2,*,3): [1, 0, 0] of [2, 7, 8] is 56 = 28 * 2 + 0, [0, 1] of [11, 10] is 1 = 0 * 3 + 1: \
         [28, 0, 0, 1] of [56, 37, 2, 3]\n\
         place: 28 * 222 + 0 * 6 + 0 * 3 + 1 * 1 = 6217 of 12432"
    );
    let layout = Layout::new([0]).unwrap().with_padding([5], PaddingValue::Zero);
    let layout = layout.with_tiles([Tile::new([2, 4])]).unwrap();
    let layout = layout.with_tail_padding_alignment(20).unwrap();
    let shape = ArrayShape::new(DType::F32, [3]).with_layout(layout).unwrap();
    assert_eq!(
        shape.explain(&[2]).unwrap().to_string().lines().skip(1).collect::<Vec<_>>(),
        [
            "from major to minor (dimensions 0): [2] of [3]",
            "padded: the same of [5]",
            "before these, for the tiles, 1 more of size 1",
            "tile (2,4): 0 = 0 * 2 + 0, 2 = 0 * 4 + 2: [0, 0, 0, 2] of [1, 2, 2, 4]",
            "place: 0 * 16 + 0 * 8 + 0 * 4 + 2 * 1 = 2 of 16, padded at the end to 20",
        ]
    );
    let scalar = ArrayShape::new(DType::F32, [0; 0]).with_default_layout();
    assert_eq!(scalar.explain(&[]).unwrap().to_string(), "index [] of f32[]\nplace: 0 of 1");
}
