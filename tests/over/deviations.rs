//! Variances and standard deviations, whole and along modes, against their definition and numbers of NumPy.
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers that are compared are exact"
)]

use super::groups;
use crate::elements::models::{in_all_layouts, shapes};
use extents::error::Place;
use extents::{
    Const, DynExtents, DynRankExtents, InlineTensor, ShapeError, StaticExtents, Tensor, View,
    extents, modes, slice,
};

/// The variance, by definition.
fn var(values: &[f64], ddof: usize) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
    squares / values.len().saturating_sub(ddof) as f64
}

/// The same but for the order of the additions.
fn is_near(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-12 * expected.abs()
        || found == expected
        || (found.is_nan() && expected.is_nan())
}

#[test]
fn spread_of_elements_in_all_layouts() {
    shapes(41, |random, of, mode| {
        let values: Vec<f64> = of.elements.iter().map(|x| f64::from(x % 100)).collect();
        let mut list = vec![mode];
        let other = random.below(of.extents.len());
        if other != mode {
            list.push(other);
        }
        let empty = of.extents.iter().enumerate().find(|(k, n)| **n == 0 && list.contains(k));
        let (is_empty, groups) = (empty.is_some(), groups(&of.extents, &list, &values));
        in_all_layouts(of, |view| {
            for ddof in [0, 1, 3] {
                let values_of = view.lazy().map(|x| f64::from(x % 100));
                let whole = values_of.var(ddof).unwrap();
                assert_eq!(whole.is_none(), values.is_empty());
                assert!(whole.is_none_or(|found| is_near(found, var(&values, ddof))));
                let root = values_of.std(ddof).unwrap();
                assert!(root.is_none_or(|found| is_near(found, var(&values, ddof).sqrt())));
                let along = values_of.over(&list[..]).keep().var(ddof);
                if is_empty && !groups.is_empty() {
                    assert!(matches!(along, Err(ShapeError::NothingToFold { .. })));
                    continue;
                }
                let along = along.unwrap();
                assert_eq!(along.len(), groups.len());
                let mut pairs = along.iter().zip(&groups);
                assert!(pairs.all(|(found, values)| is_near(*found, var(values, ddof))));
            }
        });
    });
}

#[test]
fn spread_along_modes_in_types() {
    let a =
        Tensor::from_vec(extents![2, dyn 4].unwrap(), vec![1.0, 2.0, 4.0, 9.0, 5.0, 5.0, 5.0, 5.0])
            .unwrap();
    // numpy.var(a, axis=1), with ddof=1, and numpy.std(a, axis=1).
    let vars: Tensor<f64, StaticExtents![2]> = a.over(modes![1]).var(0).unwrap();
    assert_eq!(vars.as_slice(), [9.5, 0.0]);
    assert!(is_near(a.over(Const::<1>).var(1).unwrap()[[0]], 12.666666666666666));
    let roots = a.over(modes![1]).inline().std(0).unwrap();
    assert_eq!(roots.as_slice(), [3.082207001484488, 0.0]);
    assert_eq!(a.over(1).var(0).unwrap().as_slice(), [9.5, 0.0]);
    assert_eq!(a.view().transpose().over(modes![0]).var(0).unwrap().as_slice(), [9.5, 0.0]);
    let one = View::from_slice(extents![1, 2], &[1.0, 3.0]).unwrap();
    let Ok(many) = one.broadcast_to(extents![3, 2]);
    assert_eq!(many.over(modes![0, 1]).var(0).unwrap()[[]], 1.0);
    let inline = InlineTensor::<f32, StaticExtents![2]>::from_array([1.0, 5.0]);
    assert_eq!((inline.var(1), inline.std(0)), (Some(8.0), Some(2.0)));
    let f = Tensor::full(DynExtents::new([3]).unwrap(), 0.1_f32).unwrap();
    assert!(f.std(0).unwrap() < 1e-7);
}

#[test]
fn few_values_and_nan() {
    let of = |values: &[f64]| {
        Tensor::from_vec(DynExtents::new([values.len()]).unwrap(), values.to_vec()).unwrap()
    };
    assert_eq!((of(&[]).var(0), of(&[]).std(1)), (None, None));
    assert_eq!(of(&[7.0]).var(0), Some(0.0));
    // 0 / 0, and 2 / 0, as NumPy has it.
    assert!(of(&[7.0]).var(1).unwrap().is_nan());
    assert_eq!(of(&[1.0, 3.0]).var(2), Some(f64::INFINITY));
    assert_eq!(of(&[1.0, 3.0]).var(3), Some(f64::INFINITY));
    assert!(of(&[7.0]).over(0).var(1).unwrap()[&[][..]].is_nan());
    for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(of(&[1.0, wrong]).var(0).unwrap().is_nan());
        let a = Tensor::from_vec(extents![2, 2], vec![1.0, wrong, 1.0, 3.0]).unwrap();
        let along = a.over(modes![1]).var(0).unwrap();
        assert!(along[[0]].is_nan() && along[[1]] == 1.0);
    }
    // The square of what the mean is rounded by is infinite, and so are squares of values that are not.
    let far = Tensor::full(extents![1, 3], 1.5e28_f32).unwrap();
    assert_eq!((far.over(modes![1]).var(0).unwrap()[[0]], far.var(0)), (0.0, Some(0.0)));
    let wide = Tensor::from_vec(extents![1, 3], vec![1e200, 0.0, 0.0]).unwrap();
    assert_eq!(wide.over(modes![1]).var(0).unwrap()[[0]], f64::INFINITY);
    assert_eq!(wide.var(0), Some(f64::INFINITY));
    // In one pass, by the squares alone, nothing would be left of this.
    assert_eq!(of(&[1e9, 1e9 + 1.0, 1e9 + 2.0]).var(0), Some(2.0 / 3.0));
    let empty = Tensor::<f64, _>::zeros(extents![dyn 2, dyn 0].unwrap()).unwrap();
    assert_eq!(empty.over(1).std(0).unwrap_err(), ShapeError::NothingToFold { mode: 1 });
    assert!(empty.over(0).std(0).unwrap().is_empty());
}

#[test]
fn ranks_that_no_tuple_has() {
    for rank in [12, 13, 16] {
        // [2, 1, .., 1, 3], the last mode backwards: 0 to 2 and 3 to 5.
        let mut extents = vec![1; rank];
        (extents[0], extents[rank - 1]) = (2, 3);
        let a = Tensor::from_vec(
            DynRankExtents::new(&extents).unwrap(),
            (0..6).map(f64::from).collect(),
        )
        .unwrap();
        let backwards = a.reverse(rank - 1).unwrap();
        // Of 0 and 3, of 1 and 4, of 2 and 5.
        assert_eq!(a.over(0).var(0).unwrap().as_slice(), [2.25; 3]);
        assert_eq!(backwards.over(0).std(0).unwrap().as_slice(), [1.5; 3]);
        let row = Tensor::from_vec(extents![3], vec![10, 20, 30]).unwrap();
        let row = row.reverse(Const::<0>);
        let like = row.broadcast_like(&backwards).unwrap();
        assert_eq!(like.rank(), rank);
        assert_eq!(like.iter().copied().collect::<Vec<_>>(), [30, 20, 10, 30, 20, 10]);
        assert_eq!(like.iter().count(), row.broadcast_to(&extents[..]).unwrap().iter().count());
    }
    let ones = Tensor::full(DynExtents::new([1; 13]).unwrap(), 1.0).unwrap();
    assert_eq!(ones.broadcast_like(&ones).unwrap().sum(), 1.0);
    assert_eq!(ones.over(0).var(0).unwrap().sum(), 0.0);
}

#[test]
fn spread_into_what_is_there() {
    let a =
        Tensor::from_vec(extents![2, dyn 4].unwrap(), vec![1.0, 2.0, 4.0, 9.0, 5.0, 5.0, 5.0, 5.0])
            .unwrap();
    // numpy.var(a, axis=1), and numpy.std(a, axis=1).
    let mut vars = Tensor::full(extents![2], -1.0).unwrap();
    a.over(modes![1]).var_into(0, &mut vars).unwrap();
    assert_eq!(vars.as_slice(), [9.5, 0.0]);
    // Along a column, and with the mode kept.
    let mut all = Tensor::full(DynExtents::new([3, 2]).unwrap(), -1.0).unwrap();
    let mut column = all.along_mut(Const::<1>).nth(1).unwrap();
    let doubled = (&a * 2.0).over(modes![1]);
    let error = ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 3, found: 2 };
    assert_eq!(doubled.std_into(0, &mut column), Err(error));
    let mut column = column.slice(slice![1..3]).unwrap();
    (&a * 2.0).over(modes![1]).std_into(0, &mut column).unwrap();
    assert_eq!(all.as_slice(), [-1.0, -1.0, -1.0, 2.0 * 3.082207001484488, -1.0, 0.0]);
    let mut kept = Tensor::full(extents![2, 1], -1.0).unwrap();
    a.over(1).keep().var_into(1, &mut kept).unwrap();
    assert!(is_near(kept[[0, 0]], 12.666666666666666) && kept[[1, 0]] == 0.0);
    // A target is unchanged by what fails.
    let empty = Tensor::<f64, _>::zeros(extents![dyn 2, dyn 0].unwrap()).unwrap();
    let error = ShapeError::NothingToFold { mode: 1 };
    assert_eq!(empty.over(modes![1]).var_into(0, &mut vars), Err(error));
    assert_eq!(vars.as_slice(), [9.5, 0.0]);
}
