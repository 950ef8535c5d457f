//! Elementwise work in generic code: over one type of extents it needs no bound, over two one bound.
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::error::Place;
use extents::expression::{Disagreement, Disagrees};
use extents::generic::UnitesWith;
use extents::layout::Layout;
use extents::{
    DynExtents, DynRankExtents, Extents, Mode, ShapeError, StaticExtents, Tensor, TensorOf, View,
    ViewMut, extents,
};
use std::convert::Infallible;

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
