//! Reshapes against lists of offsets: the elements of both shapes in row-major order are the same ones.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::layout::{ColMajor, Strided};
use extents::rearrange::{List, Merge, Reshape, merged_stride, split_strides};
use extents::{
    Const, Dyn, DynExtents, DynRankExtents, Extents, Mapping, ModeArray, ShapeError, Tensor,
    error::Quantity, extents,
};
use proptest::prelude::*;

/// All indices of a shape, in row-major order.
fn indices(extents: &[usize]) -> Vec<Vec<usize>> {
    extents.iter().fold(vec![vec![]], |all, extent| {
        let longer = |index: &Vec<usize>| {
            let index = index.clone();
            (0..*extent).map(move |k| [&index[..], &[k]].concat()).collect::<Vec<_>>()
        };
        all.iter().flat_map(longer).collect()
    })
}

fn far(index: &[usize], strides: &[isize]) -> isize {
    index.iter().zip(strides).map(|(at, stride)| *at as isize * stride).sum()
}

/// Whether some strides lead from the first of these offsets to each other one.
fn has_strides(extents: &[usize], offsets: &[isize]) -> bool {
    let indices = indices(extents);
    let Some(first) = offsets.first() else { return true };
    let stride = |mode: usize| {
        let unit: Vec<usize> = (0..extents.len()).map(|k| usize::from(k == mode)).collect();
        let place = indices.iter().position(|index| *index == unit);
        place.map_or(0, |place| offsets[place] - first)
    };
    let strides: Vec<isize> = (0..extents.len()).map(stride).collect();
    indices.iter().zip(offsets).all(|(index, offset)| first + far(index, &strides) == *offset)
}

/// Every shape of a rank from 0 to 4 with this many elements, 1 among the extents.
fn shapes_of(size: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    let mut done = vec![];
    for _ in 0..=4 {
        done.extend(
            all.iter()
                .filter(|shape: &&Vec<usize>| shape.iter().product::<usize>() == size)
                .cloned(),
        );
        let factors: Vec<usize> =
            (1..=size.max(1)).filter(|n| size == 0 || size.is_multiple_of(*n)).collect();
        let longer = |shape: &Vec<usize>| {
            factors.iter().map(|n| [&shape[..], &[*n]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    done
}

#[test]
fn a_reshape_keeps_the_row_major_order_of_the_elements_or_there_are_no_strides() {
    let (mut possible, mut refused) = (0, 0);
    for size in [1, 2, 6, 8, 12] {
        let shapes = shapes_of(size);
        for (n, old) in shapes.iter().enumerate() {
            // Dense in an order that changes from shape to shape, some modes reversed or with room between.
            let mut order: Vec<usize> = (0..old.len()).collect();
            if n % 3 > 0 && !order.is_empty() {
                order.rotate_left(n % old.len());
            }
            let (mut strides, mut below) = (vec![0; old.len()], 1 + (n % 2) as isize);
            for mode in order.iter().rev() {
                strides[*mode] = if n % 5 == 4 { -below } else { below };
                below *= old[*mode] as isize + isize::from(n % 7 == 6);
            }
            let list: ModeArray<isize> = strides.iter().copied().collect();
            let mapping =
                Mapping::with_layout(DynRankExtents::new(old).unwrap(), Strided::new(list))
                    .unwrap();
            let base = mapping.offset(&vec![0; old.len()][..]).unwrap() as isize;
            let offsets: Vec<isize> =
                indices(old).iter().map(|index| base + far(index, &strides)).collect();
            for new in shapes.iter().step_by(1 + n % 4) {
                match mapping.rearrange(Reshape(new.listed())) {
                    Ok(part) => {
                        possible += 1;
                        let (begin, reshaped) = part.into_parts();
                        let found = indices(new)
                            .iter()
                            .map(|index| (begin + reshaped.offset(&index[..]).unwrap()) as isize)
                            .collect::<Vec<_>>();
                        assert_eq!(found, offsets, "{mapping:?} as {new:?}");
                        assert_eq!(reshaped.extents().extents().as_ref(), &new[..]);
                    }
                    Err(ShapeError::NotMergeable { mode, stride, expected }) => {
                        refused += 1;
                        assert!(!has_strides(new, &offsets), "{mapping:?} as {new:?}");
                        assert_eq!(strides[mode], stride);
                        assert_ne!(Some(stride), expected);
                    }
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
    assert!(possible > 1000 && refused > 500, "{possible} {refused}");
}

#[test]
fn shapes_without_elements_reshape_to_each_other_and_no_others_do() {
    let empty = Mapping::of(extents![3, 0]);
    let _: &Mapping<_, ColMajor> = &empty;
    let part = empty.rearrange(Reshape([0, 5, 2].listed())).unwrap();
    assert_eq!(part.mapping().extents(), &DynExtents::new([0, 5, 2]).unwrap());
    assert_eq!((part.offset(), part.mapping().required_span_size()), (0, 0));
    let error = ShapeError::CountMismatch { of: Quantity::Elements, expected: 6, found: 0 };
    assert_eq!(empty.rearrange(Reshape([2, 3].listed())).unwrap_err(), error);
    let full = Mapping::new(extents![2, 3]);
    let error = ShapeError::CountMismatch { of: Quantity::Elements, expected: 7, found: 6 };
    assert_eq!(full.rearrange(Reshape([7].listed())).unwrap_err(), error);
    assert!(matches!(
        full.rearrange(Reshape([usize::MAX, usize::MAX].listed())),
        Err(ShapeError::SizeOverflow { .. })
    ));
}

#[test]
fn views_reshape_to_a_rank_in_the_type_or_in_a_value() {
    let tensor = Tensor::from_vec(extents![2, 6], (0..12).collect::<Vec<i32>>()).unwrap();
    let cubes = tensor.view().rearrange(Reshape([2, 3, 2].listed())).unwrap();
    assert_eq!((cubes[[1, 2, 0]], cubes[[0, 1, 1]]), (10, 3));
    let flat = tensor.view().rearrange(Reshape(vec![12].listed())).unwrap();
    assert_eq!((flat.extents().rank(), flat[&[7][..]]), (1, 7));
}

fn length() -> impl Strategy<Value = usize> {
    prop_oneof![
        0_usize..4,
        Just(usize::MAX),
        Just(isize::MAX as usize),
        Just(1 << 31),
        any::<usize>()
    ]
}

/// The stride that a mode needs to continue a faster one is one more than `isize::MAX`: no stride would do.
#[test]
fn modes_that_no_stride_merges_need_a_copy() {
    const HALF: isize = 1 << (isize::BITS - 2);
    let mapping = Mapping::with_layout(extents![2, 2], Strided::new([1, HALF])).unwrap();
    let error = ShapeError::NotMergeable { mode: 0, stride: 1, expected: None };
    assert_eq!(merged_stride(&[2, 2], &[1, HALF]), Err(error));
    assert_eq!(mapping.rearrange(Reshape([4].listed())).unwrap_err(), error);
    assert_eq!(mapping.rearrange(Merge::of(0)).unwrap_err(), error);
    assert_eq!(mapping.rearrange(Merge::<Dyn, _>::of(Const::<0>)).unwrap_err(), error);
    let text =
        "mode 0 of stride 1 cannot merge with the next: it needs a copy, as `to_tensor()` makes";
    assert_eq!(error.to_string(), text);
    // Where it fits, the least stride is `isize::MIN`.
    let stride = merged_stride(&[2, 2], &[1, -HALF]).unwrap_err();
    let expected = Some(isize::MIN);
    assert_eq!(stride, ShapeError::NotMergeable { mode: 0, stride: 1, expected });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// In 128 bits: each part has the stride of the whole times the extents of the faster ones, and they merge again.
    #[test]
    fn parts_have_exact_strides_or_there_is_an_error(
        stride in prop_oneof![-4_isize..5, any::<isize>()],
        extents in prop::collection::vec(length(), 0..4),
    ) {
        let exact: Vec<Option<i128>> = (0..extents.len())
            .map(|mode| extents[mode + 1..].iter().rev().try_fold(stride as i128, |far, n| {
                let far = far.checked_mul(*n as i128)?;
                isize::try_from(far).is_ok().then_some(far)
            }))
            .collect();
        match split_strides(stride, &extents) {
            Ok(strides) => {
                let found: Vec<Option<i128>> = strides.iter().map(|each| Some(*each as i128)).collect();
                prop_assert_eq!(found, exact);
                if extents.iter().any(|n| *n > 1) && !extents.contains(&0) {
                    prop_assert_eq!(merged_stride(&extents, &strides), Ok(stride));
                }
            }
            Err(ShapeError::SpanOverflow { .. }) => prop_assert!(exact.contains(&None) || extents.iter().any(|n| *n > isize::MAX as usize)),
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
}
