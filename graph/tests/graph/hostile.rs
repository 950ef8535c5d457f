//! Numbers as large as they come: an error, or the right answer in 128 bits.

use extents::DType;
use extents_graph::{
    Assignable, Axes, AxisSlice, ComplexView, DescriptionError, IndexMap, TensorDescription, align,
    linear_offset, strides_in_order,
};
use proptest::prelude::*;

fn length() -> impl Strategy<Value = usize> {
    prop_oneof![
        0_usize..5,
        Just(usize::MAX),
        Just(isize::MAX as usize),
        Just(1 << 31),
        Just(1 << 61),
        any::<usize>(),
    ]
}

fn signed() -> impl Strategy<Value = isize> {
    prop_oneof![
        -4_isize..5,
        Just(isize::MAX),
        Just(isize::MIN),
        Just(1 << 61),
        Just(-(1 << 61)),
        any::<isize>(),
    ]
}

fn slice() -> impl Strategy<Value = AxisSlice> {
    let at = prop_oneof![-4_i64..5, Just(i64::MAX), Just(i64::MIN), any::<i64>()];
    let bound = prop::option::of(at.clone());
    let part = (bound.clone(), bound, at.clone());
    prop_oneof![
        at.prop_map(AxisSlice::Entry),
        part.prop_map(|(start, stop, step)| AxisSlice::Part { start, stop, step }),
    ]
}

/// The sum modulo 2^128, where it is not so large that this says another number: floats know that well enough.
fn exact_offset(strides: &[isize], offset: usize, index: &[usize]) -> Option<isize> {
    let pairs = || strides.iter().zip(index);
    let about: f64 = pairs().map(|(stride, at)| *stride as f64 * *at as f64).sum();
    let sum = pairs()
        .fold(offset as i128, |sum, (stride, at)| sum.wrapping_add(*stride as i128 * *at as i128));
    let is_small = strides.len() == index.len() && about.abs() < 2_f64.powi(100);
    if is_small { sum.try_into().ok() } else { None }
}

#[test]
fn steps_that_cancel_each_other_are_an_offset() {
    let (most, least) = (isize::MAX, isize::MIN);
    assert_eq!(linear_offset(&[most, -most], 0, &[2, 2]), Ok(0));
    assert_eq!(linear_offset(&[-1], usize::MAX, &[1 << 63]), Ok(most));
    assert_eq!(linear_offset(&[1, -1], 7, &[usize::MAX, usize::MAX - 3]), Ok(10));
    // Each two steps are more than 128 bits hold.
    let [down, up] = [least, most].map(|stride| [stride; 4]);
    let strides = [&down[..], &up, &[1; 4]].concat();
    assert_eq!(linear_offset(&strides, 5, &[usize::MAX; 12]), Ok(5));
    for (strides, offset) in [(&[1][..], 0), (&[], usize::MAX), (&[least, least], 0)] {
        let index = vec![usize::MAX; strides.len()];
        let error = linear_offset(strides, offset, &index).unwrap_err();
        assert_eq!(error, DescriptionError::TooLarge { what: "an offset" });
    }
}

#[test]
fn a_layout_of_a_view_that_begins_below_zero_says_so() {
    let map = |from: &str| IndexMap::slice(&[4], &[from.parse().unwrap()]).unwrap();
    // Entry 3 is at 2 - 3 * 5.
    let error = DescriptionError::NegativeOffset { offset: -13 };
    assert_eq!(map("3").layout(&[-5], 2), Err(error));
    assert_eq!(map("3").layout(&[-5], 15), Ok((vec![], 0)));
    assert_eq!(map("3").layout(&[-5], 14), Err(DescriptionError::NegativeOffset { offset: -1 }));
    let error = DescriptionError::TooLarge { what: "an offset" };
    assert_eq!(map("3").layout(&[5], usize::MAX), Err(error));
}

/// Offsets of the first, the last and a middle index, in 128 bits.
fn check(tensor: &TensorDescription) -> Result<(), TestCaseError> {
    let (shape, Some(strides)) = (tensor.shape(), tensor.strides()) else { return Ok(()) };
    if tensor.size() == 0 {
        prop_assert!(tensor.offset_of(&vec![0; shape.len()]).is_err());
        return Ok(());
    }
    for place in 0..3 {
        let index: Vec<usize> = shape.iter().map(|n| (n - 1) / 2 * place).collect();
        let index: Vec<usize> =
            index.iter().zip(&shape).map(|(k, n)| if place == 2 { n - 1 } else { *k }).collect();
        let far: i128 = index.iter().zip(&strides).map(|(k, s)| *k as i128 * *s as i128).sum();
        let expected = tensor.offset().unwrap() as i128 + far;
        prop_assert_eq!(tensor.offset_of(&index).unwrap() as i128, expected);
        prop_assert!(expected >= 0 && expected < tensor.span().unwrap() as i128);
    }
    prop_assert!(tensor.mapping().unwrap().required_span_size() <= tensor.span().unwrap());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics_and_nothing_wraps(
        shape in prop::collection::vec(length(), 0..4),
        strides in prop::collection::vec(signed(), 0..4),
        sizes in prop::collection::vec(length(), 0..4),
        offset in length(),
        slices in prop::collection::vec(slice(), 0..4),
        order in prop::collection::vec(0_usize..4, 0..4),
        other in prop::collection::vec(length(), 0..4),
        room in prop::collection::vec((length(), length()), 0..4),
    ) {
        let _ = strides_in_order(&sizes, &order);
        let _ = align(offset, shape.first().copied().unwrap_or(0));
        let found = linear_offset(&strides, offset, &shape);
        prop_assert_eq!(found.ok(), exact_offset(&strides, offset, &shape));
        if let Ok(map) = IndexMap::slice(&shape, &slices) {
            let _ = map.layout(&strides, offset);
        }
        if let Ok(map) = IndexMap::reshape(&shape, &other) {
            let _ = map.layout(&strides, offset);
        }
        for dtype in [DType::F32, DType::C128, DType::S4] {
            let Ok(open) = <TensorDescription>::of_shape(dtype, &shape) else { continue };
            let _ = TensorDescription::<Assignable>::of_shape(dtype, &shape)
                .and_then(|open| open.with_strides(&strides, offset));
            let layouts = [
                open.with_sizes(&sizes).and_then(|open| open.row_major()),
                open.with_strides(&strides, offset),
                open.with_byte_strides(&strides, offset),
                open.column_major(),
                Ok(open.clone()),
            ];
            for tensor in layouts.into_iter().flatten() {
                check(&tensor)?;
                let views = [
                    tensor.slice(&slices),
                    tensor.transpose(),
                    tensor.permute(&order),
                    tensor.reshape(Axes::of_shape(&other)),
                    tensor.flatten_all(),
                    tensor.broadcast(&Axes::of_shape(&other)),
                    tensor.cast(Axes::of_shape(&other)),
                ];
                for view in views.into_iter().flatten() {
                    check(&view)?;
                    check(&view.transpose().unwrap())?;
                    if let Ok(again) = view.slice(&slices) {
                        check(&again)?;
                    }
                }
                let _ = ComplexView::pad(&tensor, &room);
                let _ = tensor.flat_offsets();
            }
        }
    }
}

#[test]
fn lengths_of_no_tensor() {
    let open = |shape: &[usize]| <TensorDescription>::of_shape(DType::F32, shape);
    assert_eq!(
        open(&[usize::MAX]).unwrap_err().to_string(),
        "the extents other than 0 make more than 9223372036854775807 elements: 1 before mode 0, times its extent 18446744073709551615"
    );
    assert_eq!(
        open(&[isize::MAX as usize]).unwrap_err().to_string(),
        "the size in bytes is more than 9223372036854775807",
        "in bytes it is too much"
    );
    assert!(open(&[isize::MAX as usize / 4]).is_ok());
    assert_eq!(
        open(&[0, usize::MAX]).unwrap_err().to_string(),
        "the extents other than 0 make more than 9223372036854775807 elements: 1 before mode 1, times its extent 18446744073709551615",
        "zero extents are left out of the product"
    );
    let one = open(&[1]).unwrap();
    assert_eq!(
        one.with_strides(&[isize::MAX], 0).unwrap_err().to_string(),
        "a stride in bytes is more than 9223372036854775807",
        "no stride in bytes"
    );
    assert_eq!(
        one.with_strides(&[1], usize::MAX / 8).unwrap_err().to_string(),
        "the offset of the last element in bytes is more than 9223372036854775807"
    );
    assert_eq!(
        open(&[3]).unwrap().with_strides(&[-1], 1).unwrap_err().to_string(),
        "an element would have offset -1, before the beginning of the storage"
    );
    let tensor = open(&[2]).unwrap().row_major().unwrap();
    assert_eq!(
        tensor.byte_address(usize::MAX, &[1]).unwrap_err().to_string(),
        "an address is more than 9223372036854775807"
    );
}
