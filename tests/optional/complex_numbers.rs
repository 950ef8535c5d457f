//! Elements that are complex numbers, of the crate `num-complex`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use extents::label::{i, j, k};
use extents::{DType, HasDType, Scalar, Tensor, TensorOf, contract, einsum, extents};
use num_complex::Complex;

#[test]
fn types_and_names_have_the_same_size() {
    fn check<T: HasDType>(dtype: DType) {
        assert_eq!((T::DTYPE, size_of::<T>()), (dtype, dtype.bytes()));
    }
    check::<Complex<f32>>(DType::C64);
    check::<Complex<f64>>(DType::C128);
}

#[test]
fn products_have_both_parts_and_no_conjugate() {
    let (a, b) = (Complex::new(1.0_f64, 2.0), Complex::new(3.0, -4.0));
    // (1 + 2i)(3 - 4i) = 3 - 4i + 6i + 8.
    assert_eq!(a.times(b), Complex::new(11.0, 2.0));
    assert_eq!(a.plus(b), Complex::new(4.0, -2.0));
    assert_eq!(Complex::<f32>::ZERO, Complex::new(0.0, 0.0));
}

#[test]
fn complex_matrices_are_contracted() {
    let unit = Complex::new(0.0_f32, 1.0);
    // [[1, i], [0, 2]] times [[i, 1], [1, i]] is [[2i, 0], [2, 2i]].
    let number = |real: f32| Complex::new(real, 0.0);
    let x = [number(1.0), unit, number(0.0), number(2.0)];
    let y = [unit, number(1.0), number(1.0), unit];
    let expected = [unit * 2.0, number(0.0), number(2.0), unit * 2.0];
    let x = TensorOf::from_slice(extents![2, 2], &x).unwrap();
    let y = TensorOf::from_slice(extents![2, 2], &y).unwrap();
    assert_eq!(contract!(x[i, j] * y[j, k] => [i, k]).unwrap().as_slice(), expected);
    assert_eq!(einsum("ij,jk->ik", &[&x, &y]).unwrap().as_slice(), expected);
}

#[test]
fn products_of_short_complex_numbers_are_summed_in_long_ones() {
    let part = |real: f32, imaginary: f32| Complex::new(real, imaginary);
    let x = [part(1e8, -1e8), part(1.0, 2.0), part(-1e8, 1e8)];
    let x = TensorOf::from_slice(extents![3], &x).unwrap();
    let one = TensorOf::full(extents![3], part(1.0, 0.0)).unwrap();
    // In f32 the numbers beside 1e8 are 8 apart, so that the middle element is lost.
    let rounded = contract!(x[i] * one[i] => []).unwrap();
    let exact = contract!(x[i] * one[i] => []; sum in Complex<f64>).unwrap();
    assert_eq!((rounded[[]], exact[[]]), (part(0.0, 0.0), part(1.0, 2.0)));
}

#[test]
fn a_matrix_as_large_as_the_lowering_wants_is_contracted() {
    // Of n columns, each row of ones and i in turns, times its transpose: every element is n / 2 - n / 2 + 0i.
    let element = |[_, column]: [usize; 2]| match column % 2 {
        0 => Complex::new(1.0_f64, 0.0),
        _ => Complex::new(0.0, 1.0),
    };
    let x = TensorOf::from_fn(extents![70, 90], element).unwrap();
    let y = TensorOf::from_fn(extents![90, 80], |[row, column]| element([column, row])).unwrap();
    let z = contract!(x[i, j] * y[j, k] => [i, k]).unwrap();
    assert!(z.iter().all(|&each| each == Complex::new(0.0, 0.0)));
    // With the conjugate of one of them it is n.
    let y = TensorOf::from_fn(extents![90, 80], |[row, _]| element([0, row]).conj()).unwrap();
    let z = contract!(x[i, j] * y[j, k] => [i, k]).unwrap();
    assert!(z.iter().all(|&each| each == Complex::new(90.0, 0.0)));
}

/// All operators, each by hand: (1 + 2i) and (3 - 4i).
#[test]
fn expressions_of_complex_numbers_are_evaluated() {
    let (one, other) = (Complex::new(1.0_f64, 2.0), Complex::new(3.0, -4.0));
    let a = Tensor::full(extents![2], one).unwrap();
    let b = Tensor::full(extents![2], other).unwrap();
    assert_eq!((&a + &b).eval().unwrap()[[1]], Complex::new(4.0, -2.0));
    assert_eq!((&a - &b).eval().unwrap()[[1]], Complex::new(-2.0, 6.0));
    assert_eq!((&a * &b).eval().unwrap()[[1]], Complex::new(11.0, 2.0));
    // (1 + 2i)(3 + 4i) / 25 = (-5 + 10i) / 25.
    assert_eq!((&a / &b).eval().unwrap()[[1]], Complex::new(-0.2, 0.4));
    assert_eq!((-&a).eval().unwrap()[[1]], Complex::new(-1.0, -2.0));
    assert_eq!((&a - one).sum(), Ok(Complex::new(0.0, 0.0)));
    assert_eq!((other - &a).eval().unwrap()[[0]], Complex::new(2.0, -6.0));
    let Ok(squares) = (&a - &b).map(|z| z.norm_sqr()).sum();
    assert_eq!(squares, 80.0);
}
