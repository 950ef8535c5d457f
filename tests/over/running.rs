//! Running folds of random views, by definition.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use crate::oracle::strided;
use extents::layout::{Canonical, ColMajor, Strided};
use extents::{
    Const, DynExtents, DynRankExtents, Mapping, ModeArray, StaticExtents, Tensor, View, ViewMut,
    extents, strides,
};
use proptest::prelude::*;

/// The running fold of elements in row-major order along a mode.
fn running(extents: &[usize], mode: usize, elements: &[i64], f: fn(i64, i64) -> i64) -> Vec<i64> {
    let step: usize = extents[mode + 1..].iter().product();
    let mut all = elements.to_vec();
    for number in 0..all.len() {
        if !(number / step).is_multiple_of(extents[mode]) {
            all[number] = f(all[number - step], all[number]);
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn running_folds_agree_with_the_definition(
        (extents, strides) in strided::extents().prop_flat_map(|extents| {
            (Just(extents.clone()), strided::unique_strides(extents))
        }),
    ) {
        let offsets = strided::offsets(&extents, &strides);
        let data: Vec<i64> = (0..strided::span(&extents, &strides) as i64).map(|n| n * 7 % 11 - 4).collect();
        let elements: Vec<i64> = offsets.iter().map(|offset| data[*offset]).collect();
        let layout = Strided::new(ModeArray::from(strides.as_slice()));
        let open = Mapping::with_layout(DynRankExtents::new(&extents).unwrap(), layout).unwrap();
        for mode in 0..extents.len() {
            let sums = running(&extents, mode, &elements, |x, y| x + y);
            let products = running(&extents, mode, &elements, i64::wrapping_mul);
            let by: fn(i64, i64) -> i64 = |before, x| before.wrapping_mul(3) - x;
            let folds = running(&extents, mode, &elements, by);
            let view = View::from_slice(open.clone(), &data).unwrap();
            let (sum, product) = (view.running_sum(mode).unwrap(), view.running_product(mode).unwrap());
            prop_assert_eq!((sum.as_slice(), product.as_slice()), (&sums[..], &products[..]));
            let fold = view.running(mode, by).unwrap();
            prop_assert_eq!(fold.as_slice(), &folds[..]);
            // In place, where the elements between stay.
            let mut memory = data.clone();
            ViewMut::from_slice(open.clone(), &mut memory).unwrap().running_sum_inplace(mode).unwrap();
            let mut wanted = data.clone();
            for (offset, sum) in offsets.iter().zip(sums) {
                wanted[*offset] = sum;
            }
            prop_assert_eq!(&memory, &wanted);
            let mut memory = data.clone();
            ViewMut::from_slice(open.clone(), &mut memory).unwrap().running_product_inplace(mode).unwrap();
            for (offset, product) in offsets.iter().zip(products) {
                wanted[*offset] = product;
            }
            prop_assert_eq!(memory, &wanted[..]);
            let mut memory = data.clone();
            ViewMut::from_slice(open.clone(), &mut memory).unwrap().running_inplace(mode, by).unwrap();
            for (offset, fold) in offsets.iter().zip(folds) {
                wanted[*offset] = fold;
            }
            prop_assert_eq!(memory, wanted);
        }
    }
}

#[test]
fn typed_modes() {
    let data: Vec<i64> = (0..24).map(|n| n * 7 % 11 - 4).collect();
    let a = Tensor::from_vec(extents![2, 3, 4], data.clone()).unwrap();
    let of = |mode| running(&[2, 3, 4], mode, &data, |x, y| x + y);
    let first: Tensor<i64, StaticExtents![2, 3, 4]> = a.running_sum(Const::<0>).unwrap();
    assert_eq!(first.as_slice(), of(0));
    assert_eq!(a.running_sum(Const::<1>).unwrap().as_slice(), of(1));
    assert_eq!(a.running_sum(Const::<2>).unwrap().as_slice(), of(2));
    let ranked = Tensor::from_vec(DynExtents::new([2, 3, 4]).unwrap(), data.clone()).unwrap();
    assert_eq!(ranked.running_sum(Const::<1>).unwrap().as_slice(), of(1));
    let mut mixed = Tensor::from_vec(extents![2, dyn 3, 4].unwrap(), data.clone()).unwrap();
    mixed.running_sum_inplace(Const::<1>);
    assert_eq!(mixed.as_slice(), of(1));
    let mut columns =
        Tensor::from_fn(ColMajor.of(extents![2, 3, 4]), |[i, j, k]| data[12 * i + 4 * j + k])
            .unwrap();
    columns.view_mut().running_sum_inplace(Const::<0>);
    assert_eq!(columns.iter().copied().collect::<Vec<_>>(), of(0));
    // Turned around, the running sum starts at the other end.
    let mut memory = [1, 2, 3, 4];
    let mapping = Mapping::with_layout(extents![4], Strided::new(strides![-1])).unwrap();
    ViewMut::from_slice(mapping, &mut memory).unwrap().running_sum_inplace(Const::<0>);
    assert_eq!(memory, [10, 9, 7, 4]);
}
