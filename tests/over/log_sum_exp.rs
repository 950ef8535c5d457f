//! Logarithms of sums of exponentials, against their definition and where that exceeds the range.
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers that are compared are exact"
)]

use super::{groups, shape};
use crate::elements::models::{in_all_layouts, shapes};
use extents::{
    Const, DynExtents, Extents, ShapeError, StaticExtents, Tensor, TensorOf, extents, modes,
};

/// By definition, of values whose exponentials are in range.
fn defined(values: &[f64]) -> f64 {
    values.iter().map(|x| x.exp()).sum::<f64>().ln()
}

/// The differences of two numbers, of which both may be the same infinity.
fn is_close(x: f64, y: f64) -> bool {
    x == y || (x - y).abs() <= 1e-13 * y.abs().max(1.0)
}

#[test]
fn they_are_those_of_the_definition_in_all_layouts() {
    let number = |x: &i32| f64::from(x % 100) / 8.0 - 5.0;
    shapes(47, |random, of, mode| {
        let values: Vec<f64> = of.elements.iter().map(number).collect();
        let mut list = vec![mode];
        let other = random.below(of.extents.len());
        if other != mode {
            list.push(other);
        }
        let wanted: Vec<f64> =
            groups(&of.extents, &list, &values).iter().map(|group| defined(group)).collect();
        in_all_layouts(of, |view| {
            let values = || view.lazy().map(|x| number(&x));
            let found = values().over(&list[..]).log_sum_exp().unwrap();
            assert_eq!(found.extents().extents().as_ref(), shape(&of.extents, &list, false));
            assert_eq!(found.as_slice().len(), wanted.len());
            let kept = values().over(&list[..]).keep().log_sum_exp().unwrap();
            assert_eq!(kept.extents().extents().as_ref(), shape(&of.extents, &list, true));
            assert_eq!(kept.as_slice(), found.as_slice());
            for (found, wanted) in found.as_slice().iter().zip(&wanted) {
                assert!(is_close(*found, *wanted), "{found} is not {wanted}");
            }
        });
    });
}

#[test]
fn no_step_exceeds_the_range() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let ln = f64::ln;
    // Each row, and its result by hand.
    let rows = [
        ([1000.0, 1000.0, -1000.0], 1000.0 + ln(2.0)),
        ([-1000.0, -1000.0, -1000.0], ln(3.0) - 1000.0),
        ([-inf, -inf, -inf], -inf),
        ([-inf, 7.0, -inf], 7.0),
        ([inf, 7.0, -inf], inf),
        ([inf, inf, 0.0], inf),
        ([f64::MAX, -f64::MAX, 0.0], f64::MAX),
        ([-f64::MAX, -f64::MAX, -inf], -f64::MAX),
        ([0.0, -0.0, 0.0], ln(3.0)),
        ([nan, 1.0, 2.0], nan),
        ([1.0, inf, nan], nan),
        ([-inf, nan, -inf], nan),
    ];
    for (row, wanted) in rows {
        let a = Tensor::from_vec(extents![3], row.to_vec()).unwrap();
        let found = a.over(modes![0]).log_sum_exp().unwrap();
        let found = found[[]];
        let same = if wanted.is_nan() { found.is_nan() } else { is_close(found, wanted) };
        assert!(same, "{row:?}: {found} is not {wanted}");
    }
    // In the other format, whose range ends at 3e38.
    let a = Tensor::from_vec(extents![2], vec![200.0_f32, 200.0]).unwrap();
    let found = a.over(0).log_sum_exp().unwrap();
    assert!((found[[]] - (200.0 + 2_f32.ln())).abs() <= 200.0 * f32::EPSILON);
}

#[test]
fn they_go_to_any_destination_with_typed_extents() {
    let a = Tensor::from_vec(extents![2, dyn 2].unwrap(), vec![0.0, 0.0, 5.0, 5.0]).unwrap();
    let wanted = [2_f64.ln(), 5.0 + 2_f64.ln()];
    let rows: TensorOf<StaticExtents![2], f64> = a.over(modes![1]).log_sum_exp().unwrap();
    assert_eq!(rows.as_slice(), wanted);
    let inline = a.over(Const::<1>).inline().log_sum_exp().unwrap();
    assert_eq!(inline.into_array(), wanted);
    let mut columns = Tensor::full(extents![2, 2], 9.0).unwrap();
    a.over(1).keep().log_sum_exp_into(&mut columns.view_mut().transpose()).unwrap_err();
    assert_eq!(columns.as_slice(), [9.0; 4]);
    let mut target = columns.chip_mut(extents::slice![.., 1]).unwrap();
    a.over(modes![1]).log_sum_exp_into(&mut target).unwrap();
    assert_eq!(columns.as_slice(), [9.0, wanted[0], 9.0, wanted[1]]);
    // No values, and no results.
    let empty = Tensor::<f64, _>::zeros(extents![dyn 2, dyn 0].unwrap()).unwrap();
    assert_eq!(empty.over(1).log_sum_exp().unwrap().as_slice(), [f64::NEG_INFINITY; 2]);
    assert_eq!(empty.over(0).log_sum_exp().unwrap().as_slice(), [0.0; 0]);
    assert_eq!(empty.over([0, 1]).log_sum_exp().unwrap().as_slice(), [f64::NEG_INFINITY]);
    assert_eq!(
        a.over(2).log_sum_exp().unwrap_err().to_string(),
        "there is no mode 2 in a shape of rank 2"
    );
    let b = Tensor::<f64, _>::zeros(DynExtents::new([2, 3]).unwrap()).unwrap();
    let c = Tensor::<f64, _>::zeros(DynExtents::new([2, 4]).unwrap()).unwrap();
    let Err(ShapeError::ExtentMismatch { .. }) = (&b + &c).over(1).log_sum_exp() else {
        panic!("operands of other extents are refused");
    };
}
