//! Equality but for rounding: the examples of NumPy's documentation of `allclose` and `isclose`, and what is no number.
#![allow(clippy::unwrap_used, reason = "a panic fails the test, as it should")]

use std::convert::Infallible;

use extents::error::Place;
use extents::{DynExtents, ShapeError, Tensor, View, extents};

/// `numpy.isclose(a, b, rtol, atol)`.
fn is_close<const N: usize>(a: [f64; N], b: [f64; N], relative: f64, absolute: f64) -> Vec<bool> {
    let a = View::from_slice(extents![N], &a).unwrap();
    let b = View::from_slice(extents![N], &b).unwrap();
    let each = a.lazy().is_close(b, relative, absolute).eval().unwrap();
    let all: Result<bool, Infallible> = a.all_close(b, relative, absolute);
    assert_eq!(all, Ok(each.as_slice().iter().all(|is| *is)));
    each.into_storage()
}

#[test]
fn examples_of_numpy() {
    let (relative, absolute) = (1e-5, 1e-8);
    assert_eq!(is_close([1e10, 1e-7], [1.00001e10, 1e-8], relative, absolute), [true, false]);
    assert_eq!(is_close([1e10, 1e-8], [1.00001e10, 1e-9], relative, absolute), [true, true]);
    assert_eq!(is_close([1e10, 1e-8], [1.0001e10, 1e-9], relative, absolute), [false, true]);
    assert_eq!(is_close([1.0, f64::NAN], [1.0, f64::NAN], relative, absolute), [true, false]);
    assert_eq!(is_close([1e-8, 1e-7], [0.0, 0.0], relative, absolute), [true, false]);
    assert_eq!(is_close([1e-100, 1e-7], [0.0, 0.0], relative, 0.0), [false, false]);
    assert_eq!(is_close([1e-10, 1e-10], [1e-20, 0.0], relative, absolute), [true, true]);
    let last = 0.999999e-10;
    assert_eq!(is_close([1e-10, 1e-10], [1e-20, last], relative, 0.0), [false, true]);
}

#[test]
fn infinities_are_close_to_themselves() {
    let (one, all) = (f64::INFINITY, f64::NEG_INFINITY);
    assert_eq!(is_close([one, all, one], [one, all, all], 1e-5, 1e-8), [true, true, false]);
    // The tolerance would be infinite, too.
    assert_eq!(is_close([1.0, all], [one, 1.0], 1e-5, 1e-8), [false, false]);
    // What is expected counts: |1 - 2| is at most half of 2, but not half of 1.
    assert_eq!(is_close([1.0, 2.0], [2.0, 1.0], 0.5, 0.0), [true, false]);
    assert!(is_close([], [], 0.0, 0.0).is_empty());
}

#[test]
fn extents_are_compared() {
    let of = |extents| Tensor::full(DynExtents::new(extents).unwrap(), 1.0_f32).unwrap();
    let error = ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 2, found: 3 };
    assert_eq!(of([2, 2]).all_close(of([2, 3]), 1.0, 1.0), Err(error));
    assert_eq!((&of([2, 2]) + 1.0).all_close(2.0, 0.0, 0.0), Ok(true));
    assert_eq!(of([2, 2]).view_mut().all_close(of([2, 2]).transpose(), 0.0, 0.0), Ok(true));
}
