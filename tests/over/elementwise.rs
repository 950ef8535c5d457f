//! Elementwise functions and the operators that assign.
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers that are compared are exact"
)]

use extents::error::Place;
use extents::layout::{Canonical, ColMajor};
use extents::{DynExtents, InlineTensor, ShapeError, StaticExtents, Tensor, View, extents, modes};

#[test]
fn extremes_of_two_operands() {
    let (nan, numbers) = (f64::NAN, [-1.0, 0.0, 2.5, f64::INFINITY, f64::NEG_INFINITY]);
    for x in numbers {
        for y in numbers {
            let (a, b) =
                (Tensor::full(extents![3], x).unwrap(), Tensor::full(extents![3], y).unwrap());
            // By definition, of numbers without NaN.
            assert_eq!(a.lazy().maximum(&b).eval().unwrap()[[1]], if x < y { y } else { x });
            assert_eq!(a.lazy().minimum(y).eval().unwrap()[[1]], if x < y { x } else { y });
        }
        let a = Tensor::full(extents![3], x).unwrap();
        assert!(a.lazy().maximum(nan).eval().unwrap()[[0]].is_nan());
        assert!(a.lazy().minimum(nan).eval().unwrap()[[0]].is_nan());
        let nans = Tensor::full(extents![3], nan).unwrap();
        assert!(nans.lazy().maximum(&a).eval().unwrap()[[0]].is_nan());
        assert!(nans.lazy().minimum(&a).eval().unwrap()[[0]].is_nan());
        assert!(nans.lazy().clamp(&a, 9.0).eval().unwrap()[[0]].is_nan());
        assert!(a.lazy().clamp(nan, 9.0).eval().unwrap()[[0]].is_nan());
        assert!(a.lazy().clamp(-9.0, nan).eval().unwrap()[[0]].is_nan());
    }
    let a = Tensor::from_vec(extents![5], vec![-9, -1, 0, 3, 9]).unwrap();
    assert_eq!(a.lazy().clamp(-1, 3).eval().unwrap().as_slice(), [-1, -1, 0, 3, 3]);
    // As NumPy has it, the greater bound wins.
    assert_eq!(a.lazy().clamp(3, -1).eval().unwrap().as_slice(), [-1; 5]);
    let (low, high) = (Tensor::full(extents![dyn 5].unwrap(), -1).unwrap(), &a);
    assert_eq!(a.lazy().clamp(&low, high).eval().unwrap().as_slice(), [-9, -1, 0, 3, 9]);
    let short = Tensor::full(extents![dyn 4].unwrap(), 0).unwrap();
    assert_eq!(
        a.lazy().maximum(&short).eval().unwrap_err(),
        ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 5, found: 4 }
    );
}

#[test]
fn rounding() {
    let a = Tensor::from_vec(extents![6], vec![-2.5_f64, -1.2, -0.5, 0.5, 1.5, 2.7]).unwrap();
    assert_eq!(a.lazy().floor().eval().unwrap().as_slice(), [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0]);
    assert_eq!(a.lazy().ceil().eval().unwrap().as_slice(), [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0]);
    assert_eq!(a.lazy().round().eval().unwrap().as_slice(), [-3.0, -1.0, -1.0, 1.0, 2.0, 3.0]);
    assert_eq!(a.lazy().trunc().eval().unwrap().as_slice(), [-2.0, -1.0, 0.0, 0.0, 1.0, 2.0]);
    let b = a.map(|x| *x as f32).unwrap();
    assert_eq!(b.lazy().floor().over(modes![0]).sum().unwrap()[[]], -3.0);
}

#[test]
fn operators_that_assign() {
    let b = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4]).unwrap();
    let mut a = Tensor::from_vec(ColMajor.of(extents![2, 2]), vec![10, 30, 20, 40]).unwrap();
    a += &b;
    assert_eq!(a.as_slice(), [11, 33, 22, 44]);
    a -= b.transpose();
    assert_eq!(a.as_slice(), [10, 31, 19, 40]);
    a *= &b * 2 - 1;
    assert_eq!(a.as_slice(), [10, 155, 57, 280]);
    a += 1;
    a *= 2;
    a -= 2;
    assert_eq!(a.as_slice(), [20, 310, 114, 560]);
    // Of part of a tensor, and of an inline one.
    let mut c =
        InlineTensor::<_, StaticExtents![2, 3]>::from_array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let row = InlineTensor::<_, StaticExtents![3]>::from_array([1.0, 2.0, 4.0]);
    for mut each in c.along_mut(extents::Const::<0>) {
        each /= row;
        each *= 4.0;
    }
    assert_eq!(c.into_array(), [[4.0, 4.0, 3.0], [16.0, 10.0, 6.0]]);
    let mut view = c.view_mut();
    view /= 2.0;
    view -= &View::from_slice(extents![2, 3], &[1.0; 6]).unwrap();
    assert_eq!(c.into_array(), [[1.0, 1.0, 0.5], [7.0, 4.0, 2.0]]);
    // A number has no extents that could differ.
    let mut d = Tensor::full(DynExtents::new([2, 3]).unwrap(), 200_u8).unwrap();
    d += 100;
    assert_eq!(d.as_slice(), [44; 6]);
    d -= 45;
    assert_eq!(d.as_slice(), [255; 6]);
}

#[test]
fn folds_of_the_whole() {
    let a =
        Tensor::from_vec(ColMajor.of(extents![2, 3]), vec![1.0, 4.0, 2.0, 5.0, 3.0, 6.0]).unwrap();
    assert_eq!(a.lazy().product(), Ok(720.0));
    assert_eq!(a.lazy().mean(), Ok(Some(3.5)));
    assert_eq!(a.lazy().count(|x| x > 2.5), Ok(4));
    assert_eq!((&a * -1.0).argmin(), Ok(Some([1, 2])));
    assert_eq!((&a * -1.0).argmax(), Ok(Some([0, 0])));
    let b = Tensor::full(extents![dyn 2, 4].unwrap(), 1.0).unwrap();
    let c = Tensor::full(DynExtents::new([2, 3]).unwrap(), 1.0).unwrap();
    let error = ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 4, found: 3 };
    assert_eq!((&b + &c).argmax(), Err(error));
    assert_eq!((&b + &c).product(), Err(error));
    assert_eq!((&b + &c).mean(), Err(error));
    assert_eq!((&b + &c).count(|_| true), Err(error));
}
