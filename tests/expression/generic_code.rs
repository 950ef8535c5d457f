//! Elementwise work in generic code: over one type of extents it needs no bound, over two one bound.
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::einops::rearrange;
use extents::error::Place;
use extents::expression::{Disagreement, Disagrees};
use extents::generic::UnitesWith;
use extents::layout::Layout;
use extents::prelude::*;
use extents::rearrange::Named;
use std::convert::Infallible;
use std::error::Error;

type Matrix<N, D> = TensorOf<StaticExtents<(N, D)>, f64>;

fn sum_over_modes<N: Mode, D: Mode>(
    x: &Matrix<N, D>,
    y: &Matrix<N, D>,
) -> Result<Matrix<N, D>, ShapeError> {
    (x + y).eval()
}

/// All that compares extents of one type, which are those of two modes.
fn forms_over_modes<N: Mode, D: Mode>(
    x: &Matrix<N, D>,
    y: &mut Matrix<N, D>,
) -> Result<f64, Disagreement<StaticExtents<(N, D)>>> {
    y.view_mut().assign(x)?;
    y.view_mut().copy_from(x)?;
    y.view_mut().zip_apply(x, |y, x| *y += x)?;
    (2.0 * x).add_to(y)?;
    (x - &*y).norm_l2()
}

/// As above, over any extents.
fn forms_over_extents<E: Extents, L: Layout<E>>(
    x: &View<'_, f64, E, L>,
    y: &mut ViewMut<'_, f64, E>,
) -> Result<f64, Disagreement<E>> {
    y.assign(x)?;
    y.copy_from(x)?;
    y.assign_zip(x, x, |x, _| *x)?;
    y.zip_apply2(x, x, |y, x, _| *y += x)?;
    (2.0 * x).add_to(y)?;
    (x + x - (x + &*y) + 1.0 - 1.0).norm_l2()
}

fn zipped<E: Extents>(
    x: &TensorOf<E, f64>,
    y: &TensorOf<E, f64>,
) -> Result<TensorOf<E, f64>, ShapeError> {
    let z = x.zip_with(y, |x, y| x * y)?;
    let same: TensorOf<E, f64> = z.strengthen()?;
    same.view().zip_with3(x, y, |z, x, y| z + x + y)
}

/// Each operation whose error is `Infallible` or `ShapeError`, depending on the modes, in a function whose own error is
/// `ShapeError`.
fn into_shape_error<M: Mode, K: Mode, N: Mode>(
    x: &Matrix<M, K>,
    y: &Matrix<K, N>,
    z: &mut Matrix<M, N>,
) -> Result<f64, ShapeError> {
    contract!(z[i, k] = x[i, j] * y[j, k]).map_err(Into::into)?;
    let product = z.clone();
    z.zip_apply(&product, |z, x| *z += x).map_err(Into::into)?;
    let twice = (&*z + product.view()).sum().map_err(Into::into)?;
    z.copy_from(&product).map_err(Into::into)?;
    z.assign(&product).map_err(Into::into)?;
    let pattern = rearrange!(z[h, w] => [w, h])?.sum();
    let merged = rearrange!(z[h, w] => [(w h)])?.view().sum();
    let first = z.chip(slice![0, ..]).map_err(Into::into)?.sum();
    let windows = z.windows::<Named, _>(extents![1, 1]).map_err(Into::into)?.sum();
    Ok(twice + pattern + merged + first + windows)
}

/// As above, by `?` alone: any other error type that takes all errors.
fn into_a_box<E: Extents>(
    x: &TensorOf<E, f64>,
    y: &mut TensorOf<E, f64>,
) -> Result<f64, Box<dyn Error + Send + Sync>> {
    y.copy_from(x)?;
    y.zip_apply(x, |y, x| *y += x)?;
    Ok((x + &*y).sum()?)
}

/// Extents of two types: one bound.
fn distance<E: Extents, F: Extents + UnitesWith<E, United: Extents>>(
    x: &TensorOf<E, f64>,
    y: &TensorOf<F, f64>,
) -> Result<f64, Disagreement<E, F>> {
    let mut z = x.clone();
    z.assign(y)?;
    Ok(z.sum())
}

#[test]
fn modes_meet_themselves_without_a_bound() {
    let x = Tensor::from_vec(extents![1, 2], vec![3.0, 4.0]).unwrap();
    let sum: TensorOf<StaticExtents![1, 2], f64> = sum_over_modes(&x, &x).unwrap();
    assert_eq!(sum.as_slice(), [6.0, 8.0]);
    // `y` is four times `x`, so that `x - y` is three times `x`, whose norm is 5.
    let mut y = x.clone();
    let Ok(norm) = forms_over_modes(&x, &mut y);
    assert_eq!((norm, y.as_slice()), (15.0, [12.0, 16.0].as_slice()));
}

#[test]
fn extents_meet_themselves_without_a_bound() {
    fn norm<E: Extents>(extents: E) -> Result<f64, Disagreement<E>> {
        let x = Tensor::from_vec(extents.clone(), vec![3.0, 4.0]).unwrap();
        let mut y = Tensor::full(extents, 0.0).unwrap();
        forms_over_extents(&x.view(), &mut y.view_mut())
    }
    let Ok(known): Result<f64, Infallible> = norm(extents![1, 2]);
    assert_eq!(known, 15.0);
    assert_eq!(norm(extents![dyn 1, 2].unwrap()), Ok(15.0));
    assert_eq!(norm(DynExtents::new([2, 1]).unwrap()), Ok(15.0));
    assert_eq!(norm(DynRankExtents::new(&[2]).unwrap()), Ok(15.0));
}

#[test]
fn one_type_with_two_values_is_an_error_in_generic_code() {
    let differs = ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 3, found: 2 };
    let [x, y] = [2, 3].map(|n| Tensor::full(extents![dyn n].unwrap(), 1.0).unwrap());
    let mut target = y.clone();
    assert_eq!(forms_over_extents(&x.view(), &mut target.view_mut()), Err(differs));
    assert_eq!(zipped(&y, &x).unwrap_err(), differs);
    assert_eq!(zipped(&x, &x).unwrap().as_slice(), [3.0, 3.0]);
    assert_eq!(target.as_slice(), [1.0; 3]);
    let (x, y) = (Tensor::full(extents![4], 1.0).unwrap(), y);
    let expected = ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 4, found: 3 };
    assert_eq!(distance(&x, &y), Err(expected));
}

#[test]
fn each_error_becomes_a_shape_error_in_generic_code() {
    fn ones<M: Mode, K: Mode, N: Mode>([x, y, z]: [[usize; 2]; 3]) -> Result<f64, ShapeError> {
        let x = Tensor::full(StaticExtents::<(M, K)>::from_extents(&x)?, 1.0)?;
        let y = Tensor::full(StaticExtents::<(K, N)>::from_extents(&y)?, 1.0)?;
        let mut z = Tensor::full(StaticExtents::<(M, N)>::from_extents(&z)?, 0.0)?;
        into_shape_error(&x, &y, &mut z)
    }
    // Each of the 2 x 4 elements of the product is 3: 24, of which three in the first sum, two of patterns, one of windows;
    // the first row is 12.
    let shapes = [[2, 3], [3, 4], [2, 4]];
    let expected = 3.0 * 24.0 + 24.0 + 24.0 + 12.0 + 24.0;
    assert_eq!(ones::<Const<2>, Const<3>, Const<4>>(shapes), Ok(expected));
    assert_eq!(ones::<Const<2>, Dyn, Const<4>>(shapes), Ok(expected));
    assert_eq!(ones::<Dyn, Dyn, Dyn>(shapes), Ok(expected));
    let error = ones::<Dyn, Dyn, Dyn>([[2, 3], [5, 4], [2, 4]]).unwrap_err();
    assert_eq!(error.to_string(), "label `j` names modes of different extents: 3 and 5");
    assert!(matches!(error, ShapeError::ExtentMismatch { expected: 3, found: 5, .. }));
}

#[test]
fn each_error_becomes_a_boxed_one_by_a_question_mark() {
    let x = Tensor::full(extents![2], 1.0).unwrap();
    assert_eq!(into_a_box(&x, &mut x.clone()).unwrap(), 6.0);
    let [x, mut y] = [2, 3].map(|n| Tensor::full(extents![dyn n].unwrap(), 1.0).unwrap());
    assert_eq!(into_a_box(&x, &mut x.clone()).unwrap(), 6.0);
    let error = into_a_box(&x, &mut y).unwrap_err();
    let differs = ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 3, found: 2 };
    assert_eq!(error.downcast_ref(), Some(&differs));
}

/// An expression over one type of extents fails as one comparison does, however many operands it has.
#[test]
fn the_error_of_many_operands_is_that_of_two() {
    fn error<E: Extents>(x: &TensorOf<E, f64>) -> Result<f64, Disagreement<E>> {
        fn has<N: extents::expression::Node>(
            expression: extents::expression::Expression<N>,
        ) -> (extents::expression::Expression<N>, Option<Disagrees<N>>) {
            (expression, None)
        }
        let (many, none): (_, Option<Disagreement<E>>) = has(x + x * (x - 2.0 * x) + 1.0);
        assert!(none.is_none());
        many.sum()
    }
    assert_eq!(error(&Tensor::full(extents![2], 2.0).unwrap()), Ok::<_, Infallible>(-2.0));
    assert_eq!(
        error(&Tensor::full(extents![dyn 2].unwrap(), 2.0).unwrap()),
        Ok::<_, ShapeError>(-2.0)
    );
}
