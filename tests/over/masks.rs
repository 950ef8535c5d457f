//! `&`, `|`, `^` and `!` of masks and bits, kinds of floats, and rounding.
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should; the numbers that are compared are exact"
)]

use extents::error::Place;
use extents::expression::uniform;
use extents::layout::{Canonical, ColMajor};
use extents::{DynExtents, ShapeError, Tensor, View, extents, modes};

#[test]
fn masks_by_truth_table() {
    let a = Tensor::from_vec(extents![2, 2], vec![false, false, true, true]).unwrap();
    // The same elements as [false, true, false, true], in another order.
    let b =
        Tensor::from_vec(ColMajor.of(extents![2, dyn 2].unwrap()), vec![false, false, true, true])
            .unwrap();
    assert_eq!((&a & &b).eval().unwrap().as_slice(), [false, false, false, true]);
    assert_eq!((&a | &b).eval().unwrap().as_slice(), [false, true, true, true]);
    assert_eq!((&a ^ b.view()).eval().unwrap().as_slice(), [false, true, true, false]);
    assert_eq!((!&a).eval().unwrap().as_slice(), [true, true, false, false]);
    assert_eq!((!(&a & &b) | &a).eval().unwrap().as_slice(), [true; 4]);
    assert_eq!((&a & uniform(true)).eval().unwrap(), a);
    assert_eq!((&a | &b).over(modes![1]).all(|is| is).unwrap().as_slice(), [false, true]);
    let one = View::from_slice(extents![1], &[true]).unwrap();
    let Ok(all) = one.broadcast_to(extents![2, 2]);
    assert_eq!((all ^ &a).count(|is| is).unwrap(), 2);
    let other = Tensor::full(DynExtents::new([2, 3]).unwrap(), true).unwrap();
    let error = ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 2, found: 3 };
    assert_eq!((&a & &other).eval().unwrap_err(), error);
}

#[test]
fn masks_of_comparisons_choose() {
    let x = Tensor::from_vec(extents![5], vec![-2.0, 0.5, 3.0, f64::NAN, 7.0]).unwrap();
    let inside = x.lazy().at_least(0.0) & x.lazy().less(5.0);
    assert_eq!(inside.eval().unwrap().as_slice(), [false, true, true, false, false]);
    assert_eq!(inside.select(&x, 0.0).eval().unwrap().as_slice(), [0.0, 0.5, 3.0, 0.0, 0.0]);
    // NaN is not less, and not at least either: the opposite of a comparison is not another comparison.
    assert!((!x.lazy().less(5.0)).eval().unwrap()[[3]]);
}

#[test]
fn bits_of_integers() {
    let a = Tensor::from_vec(extents![3], vec![0b1100_u8, 0xff, 0]).unwrap();
    assert_eq!((&a & 0b1010).eval().unwrap().as_slice(), [0b1000, 0b1010, 0]);
    assert_eq!((&a | 0b1010).eval().unwrap().as_slice(), [0b1110, 0xff, 0b1010]);
    assert_eq!((&a ^ &a).eval().unwrap().as_slice(), [0; 3]);
    assert_eq!((!&a).eval().unwrap().as_slice(), [0b1111_0011, 0, 0xff]);
    assert_eq!((!a.map(|x| i32::from(*x)).unwrap()).eval().unwrap().as_slice(), [-13, -256, -1]);
}

#[test]
fn kinds_of_floats() {
    let values = vec![1.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 5e-324];
    let x = Tensor::from_vec(extents![7], values.clone()).unwrap();
    let is_nan: Vec<bool> = values.iter().map(|x| x.is_nan()).collect();
    let is_finite: Vec<bool> = values.iter().map(|x| x.is_finite()).collect();
    assert_eq!(x.lazy().is_nan().eval().unwrap().as_slice(), is_nan);
    assert_eq!(x.lazy().is_finite().eval().unwrap().as_slice(), is_finite);
    let mut zeroed = x.clone();
    x.lazy().is_nan().select(0.0, &x).assign_to(&mut zeroed).unwrap();
    assert_eq!((zeroed[[2]], zeroed[[3]]), (0.0, f64::INFINITY));
}

#[test]
fn ties_go_to_the_even_number() {
    let a = Tensor::from_vec(extents![7], vec![-2.5_f64, -1.5, -0.5, 0.5, 1.5, 2.5, 2.6]).unwrap();
    let even = a.lazy().round_ties_even().eval().unwrap();
    assert_eq!(even.as_slice(), [-2.0, -2.0, -0.0, 0.0, 2.0, 2.0, 3.0]);
    assert!(even[[2]].is_sign_negative());
    let nan = Tensor::full(extents![1], f32::NAN).unwrap();
    assert!(nan.lazy().round_ties_even().eval().unwrap()[[0]].is_nan());
}

#[test]
fn equal_numbers_keep_the_first() {
    let (minus, plus) =
        (Tensor::full(extents![1], -0.0_f64).unwrap(), Tensor::full(extents![1], 0.0).unwrap());
    // Where IEEE 754 has maximum(-0, +0) = +0 and minimum(+0, -0) = -0.
    assert!(minus.lazy().maximum(&plus).eval().unwrap()[[0]].is_sign_negative());
    assert!(plus.lazy().maximum(&minus).eval().unwrap()[[0]].is_sign_positive());
    assert!(plus.lazy().minimum(-0.0).eval().unwrap()[[0]].is_sign_positive());
    assert!(minus.lazy().minimum(0.0).eval().unwrap()[[0]].is_sign_negative());
    assert!(minus.lazy().clamp(0.0, 1.0).eval().unwrap()[[0]].is_sign_negative());
}
