//! Comparisons, what is chosen by them, and folds of all elements.

use extents::backend::{Array, ArrayExpression, Native, NativeError};
use extents::{DynRankExtents, Extents, ShapeError, StaticExtents, Tensor, extents};

/// Of numbers that differ, that are equal, and NaN.
#[test]
fn comparisons_and_what_they_choose() -> Result<(), NativeError> {
    let device = Native::<f64>::new();
    let (a, b) =
        ([1.0, 2.0, 3.0, f64::NAN, 5.0, f64::NAN], [2.0, 2.0, 2.0, 2.0, f64::NAN, f64::NAN]);
    let left = Array::upload(&device, &Tensor::from_vec(extents![6], a.to_vec())?)?;
    let right = Array::upload(&device, &Tensor::from_vec(extents![6], b.to_vec())?)?;
    let compared = |made: ArrayExpression<'_, Native<f64>, StaticExtents![6]>,
                    is: fn(&f64, &f64) -> bool| {
        let expected: Vec<f64> =
            a.iter().zip(&b).map(|(x, y)| f64::from(u8::from(is(x, y)))).collect();
        assert_eq!(made.eval()?.download()?.as_slice(), expected);
        Ok::<_, NativeError>(())
    };
    compared(left.lazy().less(&right), f64::lt)?;
    compared(left.lazy().at_most(&right), f64::le)?;
    compared(left.lazy().greater(&right), f64::gt)?;
    compared(left.lazy().at_least(&right), f64::ge)?;
    compared(left.lazy().equals(&right), f64::eq)?;
    compared(left.lazy().differs(&right), f64::ne)?;
    // What is not 0 is true, NaN too; what is not chosen does not matter, NaN neither.
    let chosen = left.lazy().select(1.0, 0.0).eval()?;
    assert_eq!(chosen.download()?.as_slice(), [1.0; 6]);
    let known = left.lazy().equals(&left).select(&left, 0.0).eval()?;
    assert_eq!(known.download()?.as_slice(), [1.0, 2.0, 3.0, 0.0, 5.0, 0.0]);
    let short = Array::upload(&device, &Tensor::full(extents![dyn 5]?, 1.0)?)?;
    let error = left.lazy().less(&right).select(&short, &left).eval().unwrap_err();
    assert_eq!(error.to_string(), "mode 0 should have extent 6, but has 5");
    let error = left.lazy().less(&right).select(0.0, &short).eval().unwrap_err();
    assert_eq!(error.to_string(), "mode 0 should have extent 6, but has 5");
    Ok(())
}

#[test]
fn folds_of_all_elements_leave_no_mode() -> Result<(), NativeError> {
    let device = Native::<f64>::new();
    for extents in [vec![], vec![1], vec![700], vec![3, 700], vec![700, 3], vec![2, 3, 4]] {
        let extents = DynRankExtents::new(&extents)?;
        let count = extents.size();
        let values: Vec<f64> = (0..count).map(|n| f64::from(n as u32 * 7 % 11) - 5.0).collect();
        let x = Array::upload(&device, &Tensor::from_vec(extents, values.clone())?)?;
        let of = |made: Array<Native<f64>, StaticExtents![]>| made.download().map(|made| made[[]]);
        assert_eq!(of(x.sum()?), Ok(values.iter().sum()));
        assert_eq!(of(x.lazy().max()?), Ok(values.iter().copied().fold(f64::MIN, f64::max)));
        assert_eq!(of(x.view().min()?), Ok(values.iter().copied().fold(f64::MAX, f64::min)));
        assert_eq!(
            of((&x * &x).mean()?),
            Ok(values.iter().map(|x| x * x).sum::<f64>() / count as f64)
        );
        // Powers of two, whose product is exact in any order.
        let powers = x.lazy().greater(0.0).select(2.0, -1.0);
        assert_eq!(
            of(powers.product()?),
            Ok(values.iter().map(|x| if *x > 0.0 { 2.0 } else { -1.0 }).product())
        );
        // A number of no modes goes with all elements.
        let total = x.sum()?;
        let shares = (&x / total.broadcast_like(&x)?).eval()?.download()?;
        let all: f64 = values.iter().sum();
        assert!(
            shares
                .iter()
                .zip(&values)
                .all(|(share, x)| *share == x / all || (share.is_nan() && all == 0.0))
        );
    }
    let none = Array::upload(&device, &Tensor::full(extents![2, dyn 0]?, 1.0)?)?;
    assert_eq!(none.sum()?.download()?[[]], 0.0);
    assert_eq!(none.product()?.download()?[[]], 1.0);
    for refused in [none.max(), none.min(), none.mean()] {
        assert_eq!(refused.unwrap_err(), ShapeError::NothingToFold { mode: 1 }.into());
    }
    Ok(())
}
