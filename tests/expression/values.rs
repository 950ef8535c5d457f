//! What lazy expressions make of numbers at the edges of their types.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::float_cmp,
    clippy::panic,
    reason = "a panic fails the test, as it should; the numbers that are compared are exact"
)]

use extents::{Tensor, extents};

#[test]
fn integers_wrap_around() {
    let a = Tensor::from_vec(extents![3], vec![127_i8, -128, -1]).unwrap();
    assert_eq!((&a + 1).eval().unwrap().as_slice(), [-128, -127, 0]);
    assert_eq!((&a - 1).eval().unwrap().as_slice(), [126, 127, -2]);
    assert_eq!((2 * &a).eval().unwrap().as_slice(), [-2, 0, -2]);
    assert_eq!((-&a).eval().unwrap().as_slice(), [-127, -128, 1]);
    assert_eq!(a.lazy().abs().eval().unwrap().as_slice(), [127, -128, 1]);
    assert_eq!((&a + &a).sum(), Ok(-4));
    let b = Tensor::from_vec(extents![2], vec![0_u8, 255]).unwrap();
    assert_eq!((&b - 1).eval().unwrap().as_slice(), [255, 254]);
    assert_eq!(b.lazy().sum(), Ok(255));
    let mut c = Tensor::full(extents![2], 200_u8).unwrap();
    let Ok(()) = b.lazy().add_to(&mut c);
    assert_eq!(c.as_slice(), [200, 199]);
}

#[test]
fn each_value_is_given_in_row_major_order_once_extents_agree() {
    let a = Tensor::from_vec(extents![2, dyn 2].unwrap(), vec![1, 2, 3, 4]).unwrap();
    let b = Tensor::from_vec(extents![dyn 2, 2].unwrap(), vec![10, 20, 30, 40]).unwrap();
    let turned = b.transpose();
    let mut sums = Vec::new();
    a.lazy().zip(&turned, |x, y| x + y).for_each(|sum| sums.push(sum)).unwrap();
    assert_eq!(sums, [11, 32, 23, 44]);
    let c = Tensor::full(extents![dyn 3, 2].unwrap(), 0).unwrap();
    let error = (&a + &c).for_each(|_| panic!("the extents differ")).unwrap_err();
    assert_eq!(error.to_string(), "mode 0 should have extent 2, but has 3");
}

#[test]
fn floats_do_what_ieee_says() {
    let (nan, infinity) = (f64::NAN, f64::INFINITY);
    let a = Tensor::from_vec(extents![5], vec![0.0, -0.0, 1.0, infinity, nan]).unwrap();
    let b = (1.0 / &a).eval().unwrap();
    assert_eq!(b.as_slice()[..4], [infinity, -infinity, 1.0, 0.0]);
    assert!(b[[4]].is_nan());
    let negative = (-&a).eval().unwrap();
    assert!(negative[[0]].is_sign_negative() && negative[[1]].is_sign_positive());
    assert!(a.lazy().abs().eval().unwrap()[[1]].is_sign_positive());
    assert!((&a - &a).eval().unwrap()[[3]].is_nan());
    assert_eq!(a.lazy().equals(&a).eval().unwrap().as_slice(), [true, true, true, true, false]);
    assert_eq!(a.lazy().differs(&a).eval().unwrap().as_slice(), [false, false, false, false, true]);
    assert_eq!(a.lazy().less(1.0).eval().unwrap().as_slice(), [true, true, false, false, false]);
    assert_eq!(
        a.lazy().at_least(1.0).eval().unwrap().as_slice(),
        [false, false, true, true, false]
    );
    assert_eq!(a.lazy().at_most(1.0).eval().unwrap().as_slice(), [true, true, true, false, false]);
    assert_eq!(
        a.lazy().greater(1.0).eval().unwrap().as_slice(),
        [false, false, false, true, false]
    );
    // NaN is the least and the greatest, wherever it stands.
    for place in 0..5 {
        let mut c = Tensor::from_vec(extents![5], vec![3.0, 1.0, 4.0, 1.5, 5.0]).unwrap();
        assert_eq!((c.lazy().max(), c.lazy().min()), (Ok(Some(5.0)), Ok(Some(1.0))));
        c[[place]] = nan;
        let Ok((Some(max), Some(min), norm)) =
            c.lazy().max().and_then(|max| Ok((max, c.lazy().min()?, c.lazy().norm_max()?)))
        else {
            panic!("there are elements")
        };
        assert!(max.is_nan() && min.is_nan() && norm.is_nan());
        assert!(c.lazy().sum().is_ok_and(f64::is_nan));
    }
    assert_eq!(a.lazy().sqrt().eval().unwrap()[[3]], infinity);
    assert!(((&a * -1.0) - 1.0).sqrt().eval().unwrap()[[2]].is_nan());
}
