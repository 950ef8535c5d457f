//! Inline tensors whose modes are numbers with names, and products of such.
#![allow(clippy::arithmetic_side_effects, reason = "small numbers")]

use extents::names::Parts;
use extents::prelude::*;
use extents::storage::Inline;

dims! { Heads = 2, Key = 3, Batch }

type Named = StaticExtents![(Heads), (Key)];
type Merged = StaticExtents![(Heads * Key), 2];

#[test]
fn a_number_with_a_name_is_an_array() {
    let a = InlineTensor::<i32, Named>::from_array([[1, 2, 3], [4, 5, 6]]);
    assert_eq!(size_of_val(&a), 6 * size_of::<i32>());
    assert_eq!((a[[1, 0]], a.extents().extents()), (4, [2, 3]));
    assert_eq!(format!("{:?}", a.extents()), "[Heads = 2, Key = 3]");
    // It is `Copy`, as that of numbers without names.
    let copied = a;
    assert_eq!(a.into_array(), copied.into_array());
    let by_index = InlineTensor::<usize, Named>::inline_from_fn(|[h, k]| 10 * h + k);
    assert_eq!(by_index.as_slice(), [0, 1, 2, 10, 11, 12]);
    assert_eq!(InlineTensor::<u8, Named>::inline_zeros().as_slice(), [0; 6]);
}

#[test]
fn a_product_is_an_array_of_arrays() {
    let a = InlineTensor::<u16, Merged>::from_array([
        [[0, 1], [2, 3], [4, 5]],
        [[6, 7], [8, 9], [10, 11]],
    ]);
    assert_eq!(size_of::<Inline<u16, Merged>>(), 12 * size_of::<u16>());
    assert_eq!(a.extents().extents(), [6, 2]);
    for (index, expected) in a.extents().indices().zip(0..) {
        assert_eq!(a[index], expected);
    }
    // Alignment and elements that are dropped.
    let names = InlineTensor::<String, StaticExtents![(2 * 2), (Key)]>::inline_from_fn(|[n, k]| {
        format!("{n}{k}")
    });
    assert_eq!(names.clone().as_slice().concat(), names.iter().cloned().collect::<String>());
    assert_eq!(names[[3, 1]], "31");
}

#[test]
fn a_sum_is_two_arrays_one_behind_the_other() {
    type Sum = StaticExtents![(Heads + 1), 2];
    let a = InlineTensor::<u16, Sum>::from_array(Parts([[0, 1], [2, 3]], [[4, 5]]));
    assert_eq!(size_of_val(&a), 6 * size_of::<u16>());
    assert_eq!(a.extents().extents(), [3, 2]);
    for (index, expected) in a.extents().indices().zip(0..) {
        assert_eq!(a[index], expected);
    }
    // It is `Copy`, and sums stand in products, and products in sums.
    assert_eq!((a, a.into_array()).1, Parts([[0, 1], [2, 3]], [[4, 5]]));
    type Nested = StaticExtents![(2 * (Heads + 1)), (Key + Heads * 2)];
    let b =
        InlineTensor::<String, Nested>::inline_from_fn(|[row, column]| format!("{row}{column}"));
    assert_eq!(size_of::<Inline<String, Nested>>(), 6 * 7 * size_of::<String>());
    let expected: Vec<String> =
        (0..6).flat_map(|row| (0..7).map(move |column| format!("{row}{column}"))).collect();
    assert_eq!(b.as_slice(), expected);
    // What a concatenation gives.
    let longer = InlineTensor::<u16, Sum>::inline_from_fn(|[h, k]| (10 * h + k) as u16);
    let Ok(sum) = (a + longer).eval_inline();
    assert_eq!(sum.into_array(), Parts([[0, 2], [12, 14]], [[24, 26]]));
}

#[test]
fn results_are_inline_where_names_are_numbers() {
    let a = InlineTensor::<i64, Named>::inline_from_fn(|[h, k]| (10 * h + k) as i64);
    let b = InlineTensor::<i64, StaticExtents![(Key), (Heads)]>::inline_from_fn(|[k, h]| {
        (7 * k + h) as i64
    });
    let Ok(sum) = (a + b).eval_inline();
    let _: &InlineTensor<i64, Named> = &sum;
    let Ok(product) = contract!(a[h, k] * b[k, g] => [h, g]);
    for [h, g] in product.extents().indices() {
        let expected: i64 = (0..3).map(|k| a[[h, k]] * b[[k, g]]).sum();
        assert_eq!(product[[h, g]], expected);
    }
    assert_eq!(size_of_val(&product), 4 * size_of::<i64>());
    for [h, k] in sum.extents().indices() {
        assert_eq!(sum[[h, k]], a[[h, k]] + b[[k, h]]);
    }
    let Ok(twice) = a.zip_inline(&a, |x, y| x + y);
    assert_eq!(twice.into_array(), [[0, 2, 4], [20, 22, 24]]);
    let read = Tensor::from_vec(extents![(Heads), (Key)], vec![1, 2, 3, 4, 5, 6]).unwrap();
    assert_eq!(read.to_inline().into_array(), [[1, 2, 3], [4, 5, 6]]);
}

/// Of any two numbers: in code over them too.
#[test]
fn code_over_numbers_needs_no_bound() {
    fn ones<const H: usize, const K: usize>() -> InlineTensor<u8, StaticExtents![({ H } * { K }), K]>
    {
        InlineTensor::inline_full(1)
    }
    assert_eq!(ones::<2, 3>().as_slice(), [1; 18]);
}
