//! Quantiles, against their definition by sorting.
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a panic fails the test, as it should; the numbers are small, and those that are compared are exact"
)]

use super::{groups, shape};
use crate::elements::models::{in_all_layouts, shapes};
use extents::{Const, Extents, ShapeError, StaticExtents, Tensor, TensorOf, View, extents, modes};

/// By definition 7 of Hyndman and Fan, of multiples of 1/4 that no step rounds.
fn defined(values: &[f64], quarters: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let way = (sorted.len() - 1) * quarters;
    let (at, rest) = (way / 4, (way % 4) as f64 / 4.0);
    let next = sorted[(at + 1).min(sorted.len() - 1)];
    sorted[at] + rest * (next - sorted[at])
}

#[test]
fn they_are_those_of_the_definition_in_all_layouts() {
    let number = |x: &i32| f64::from(x % 100);
    shapes(53, |random, of, mode| {
        let values: Vec<f64> = of.elements.iter().map(number).collect();
        let mut list = vec![mode];
        let other = random.below(of.extents.len());
        if other != mode {
            list.push(other);
        }
        let quarters = random.below(5);
        let q = quarters as f64 / 4.0;
        let groups = groups(&of.extents, &list, &values);
        if groups.iter().any(Vec::is_empty) {
            let values = Tensor::full(extents::DynRankExtents::new(&of.extents).unwrap(), 1.0_f64);
            let error = values.unwrap().over(&list[..]).quantile(q).unwrap_err();
            assert!(matches!(error, ShapeError::NothingToFold { .. }), "{error}");
            return;
        }
        let wanted: Vec<f64> = groups.iter().map(|group| defined(group, quarters)).collect();
        in_all_layouts(of, |view| {
            let values = || view.lazy().map(|x| number(&x));
            let found = values().over(&list[..]).quantile(q).unwrap();
            assert_eq!(found.extents().extents().as_ref(), shape(&of.extents, &list, false));
            assert_eq!(found.as_slice(), wanted, "{list:?} of {:?} at {q}", of.extents);
            let kept = values().over(&list[..]).keep().quantile(q).unwrap();
            assert_eq!(kept.extents().extents().as_ref(), shape(&of.extents, &list, true));
            assert_eq!(kept.as_slice(), wanted);
            if quarters == 2 {
                assert_eq!(values().over(&list[..]).median().unwrap().as_slice(), wanted);
            }
        });
    });
}

#[test]
fn types_know_the_extents_of_the_results() {
    let a = Tensor::from_fn(extents![2, 3, 4], |[i, j, k]| (i * 100 + j * 10 + k) as f32).unwrap();
    let medians: TensorOf<StaticExtents![2], f32> = a.over(modes![1, 2]).median().unwrap();
    assert_eq!(medians.as_slice(), [11.5, 111.5]);
    let kept: TensorOf<StaticExtents![2, 1, 4], f32> =
        a.over(Const::<1>).keep().quantile(1.0).unwrap();
    assert_eq!(kept.as_slice(), [20.0, 21.0, 22.0, 23.0, 120.0, 121.0, 122.0, 123.0]);
    let inline = a.over(modes![0, 2]).inline().median().unwrap();
    assert_eq!(inline.into_array(), [51.5, 61.5, 71.5]);
}

#[test]
fn no_number_comes_of_what_is_none() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let a = Tensor::from_vec(
        extents![4, 3],
        vec![
            1.0, nan, 2.0, //
            inf, inf, 1.0, //
            -inf, 5.0, inf, //
            -inf, -inf, -inf,
        ],
    );
    let a = a.unwrap();
    let medians = a.over(modes![1]).median().unwrap();
    assert!(medians.as_slice()[0].is_nan());
    assert_eq!(medians.as_slice()[1..], [inf, 5.0, -inf]);
    // Beside an infinity, and further apart than the largest number.
    let b = Tensor::from_vec(
        extents![4, 2],
        vec![
            -inf,
            1.0, //
            1.0,
            inf, //
            f64::MAX,
            -f64::MAX, //
            f64::MAX,
            f64::MAX,
        ],
    );
    let medians = b.unwrap().over(modes![1]).median().unwrap();
    assert_eq!(medians.as_slice(), [-inf, inf, 0.0, f64::MAX]);
    // So near to a number that the weight of the infinity is 0 in its type.
    let near = Tensor::from_vec(extents![2], vec![1.0, f32::INFINITY]).unwrap();
    assert_eq!(near.quantile(1e-50), Ok(Some(1.0)));
    // Half way from infinity to infinity, and from a number to infinity.
    let quarter = a.over(modes![1]).quantile(0.75).unwrap();
    assert_eq!(quarter.as_slice()[1..], [inf, inf, -inf]);
    for q in [-0.1, 1.1, nan, inf] {
        assert!(a.over(modes![1]).quantile(q).unwrap().as_slice().iter().all(|x| x.is_nan()));
    }
}

#[test]
fn what_is_wrong_changes_nothing() {
    let a = Tensor::full(extents![2, 3], 1.0_f64).unwrap();
    let mut target = Tensor::full(extents::DynRankExtents::new(&[3]).unwrap(), 7.0).unwrap();
    let error = a.over([1]).median_into(&mut target).unwrap_err();
    assert_eq!(error.to_string(), "mode 0 should have extent 3, but has 2");
    assert_eq!(target.as_slice(), [7.0; 3]);
    a.over([0]).quantile_into(0.3, &mut target).unwrap();
    assert_eq!(target.as_slice(), [1.0; 3]);
    let error = a.over(2).median().unwrap_err();
    assert_eq!(error.to_string(), "there is no mode 2 in a shape of rank 2");
}

#[test]
fn all_values_together() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let a = Tensor::from_vec(extents![2, 3], vec![3.0_f64, 1.0, 2.0, 6.0, 5.0, 4.0]).unwrap();
    let ln = f64::ln;
    assert_eq!(a.median(), Ok(Some(3.5)));
    assert_eq!(a.reverse(0).unwrap().permute([1, 0]).unwrap().quantile(0.2), Ok(Some(2.0)));
    assert_eq!(a.lazy().map(|x| x as f32).quantile(0.25), Ok(Some(2.25)));
    assert_eq!((a.quantile(0.0), a.quantile(1.0)), (Ok(Some(1.0)), Ok(Some(6.0))));
    assert!(a.quantile(1.5).unwrap().unwrap().is_nan());
    let none = Tensor::<f64, _>::from_vec(extents![0], vec![]).unwrap();
    assert_eq!((none.median(), none.log_sum_exp()), (Ok(None), -inf));
    let logs = |values: &[f64]| View::from_slice([values.len()], values).unwrap().log_sum_exp();
    assert_eq!(logs(&[1000.0, 1000.0]), 1000.0 + ln(2.0));
    assert_eq!(logs(&[-1000.0, -inf]), -1000.0);
    assert_eq!((logs(&[-inf, -inf]), logs(&[inf, 0.0])), (-inf, inf));
    assert!(logs(&[inf, nan]).is_nan() && logs(&[nan, 0.0]).is_nan());
}
