//! The same shape in the words of several systems.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking, and its numbers are small"
)]

use extents::layout::{Canonical, ColMajor, Layout, MinorToMajor, RowMajor, Strided, Strides};
use extents::shape::JaggedShape;
use extents::xla::{ArrayShape, PaddingValue};
use extents::{
    DType, DynRankExtents, Extents, Mapping, ModeArray, RaggedTensor, StaticExtents, extents,
};

/// Where each element is, in the order of the indices, by the definition of strides.
fn places(extents: &[usize], strides: &[isize]) -> Vec<usize> {
    let mut places = vec![0_isize];
    for (&extent, &stride) in extents.iter().zip(strides) {
        let steps = (0..extent as isize).map(|step| step * stride);
        places = places.iter().flat_map(|&at| steps.clone().map(move |step| at + step)).collect();
    }
    places.into_iter().map(|place| usize::try_from(place).unwrap()).collect()
}

fn offsets<E: Extents, L: Layout<E>>(mapping: &Mapping<E, L>) -> Vec<usize> {
    let shape = mapping.extents();
    shape.indices().map(|index| mapping.layout().offset(shape, &index)).collect()
}

#[test]
fn padded_rows_are_padded_dimensions() {
    // The rows of a jagged matrix, padded, are an array of XLA whose dimensions are padded to the longest.
    let rows = JaggedShape::from_lengths([2, 0, 3]).unwrap();
    let padded = rows.padded().unwrap();
    assert_eq!(padded.as_slice(), [3, 3]);
    let layout = extents::xla::Layout::descending(2).with_padding([3, 3], PaddingValue::Zero);
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
    assert!(shape.extents::<StaticExtents![8, 127]>().is_err());
    assert_eq!(ArrayShape::of_extents(DType::F32, &extents![8, 128]), shape);
    assert_eq!(JaggedShape::from_extents(&extents![8, 128]).to_string(), "[8, 128]");
}

#[test]
fn all_systems_place_elements_alike() {
    for sizes in [[2, 3, 4], [1, 5, 2], [3, 1, 1]] {
        let shape = DynRankExtents::new(&sizes).unwrap();
        let [a, b, c] = sizes.map(|size| isize::try_from(size).unwrap());
        for (minor_to_major, strides) in
            [([2, 1, 0], [b * c, c, 1]), ([0, 1, 2], [1, a, a * b]), ([1, 2, 0], [b * c, 1, b])]
        {
            let expected = places(&sizes, &strides);
            let text =
                format!("f32[{a},{b},{c}]{{{}}}", minor_to_major.map(|d| d.to_string()).join(","));
            let array: ArrayShape = text.parse().unwrap();
            assert_eq!(offsets(&array.mapping::<DynRankExtents>().unwrap()), expected, "{text}");
            let order = MinorToMajor::new(ModeArray::from(&minor_to_major[..]));
            assert_eq!(offsets(&Mapping::with_layout(shape.clone(), order).unwrap()), expected);
            let strided = Strided::new(ModeArray::from(&strides[..]));
            assert_eq!(offsets(&Mapping::with_layout(shape.clone(), strided).unwrap()), expected);
        }
        // uBLAS's orders are the first and the last of these.
        let [first, last] = [[1, a, a * b], [b * c, c, 1]];
        assert_eq!(offsets(&ColMajor.of(shape.clone())), places(&sizes, &first));
        assert_eq!(offsets(&RowMajor.of(shape.clone())), places(&sizes, &last));
        assert_eq!(Strides::<_, ColMajor>::new(shape.clone()).to_array().as_ref(), first);
    }
}
