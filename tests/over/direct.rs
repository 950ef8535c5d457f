//! Folds of whole tensors and views, without an expression, against definitions; and views with the extents of another.
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers that are compared are exact"
)]

use crate::elements::models::{in_all_layouts, shapes};
use extents::error::Place;
use extents::layout::{Canonical, ColMajor};
use extents::over::Modes;
use extents::{
    Const, DynExtents, DynRankExtents, Extents, ShapeError, StaticExtents, Tensor, TensorOf, View,
    extents, modes,
};

#[test]
fn folds_of_elements_in_all_layouts() {
    shapes(31, |_, of, _| {
        let all: Vec<i64> = of.elements.iter().map(|x| i64::from(*x) % 17 - 8).collect();
        let place = |best: Option<&i64>| {
            let at = all.iter().position(|x| Some(x) == best)?;
            let mut index = vec![0; of.extents.len()];
            let mut rest = at;
            for mode in (0..of.extents.len()).rev() {
                index[mode] = rest % of.extents[mode];
                rest /= of.extents[mode];
            }
            Some(index)
        };
        in_all_layouts(of, |view| {
            let a = view.map(|x| i64::from(*x) % 17 - 8).unwrap();
            // In the layout of the view, since `map` gives row-major.
            let (max, min) = (all.iter().max(), all.iter().min());
            let rest = view.lazy().map(|x| i64::from(x) % 17 - 8);
            assert_eq!((a.max(), a.min()), (max.copied(), min.copied()));
            assert_eq!(rest.max().unwrap(), max.copied());
            assert_eq!(view.max(), of.elements.iter().max().copied());
            assert_eq!(view.min(), of.elements.iter().min().copied());
            assert_eq!(a.argmax().map(|index| index.to_vec()), place(max));
            assert_eq!(a.argmin().map(|index| index.to_vec()), place(min));
            let product = all.iter().fold(1_i64, |product, x| product.wrapping_mul(*x));
            assert_eq!(a.product(), product);
            assert_eq!(view.any(|x| x % 5 == 0), of.elements.iter().any(|x| x % 5 == 0));
            assert_eq!(view.all(|x| x % 5 != 0), of.elements.iter().all(|x| x % 5 != 0));
            let count = of.elements.iter().filter(|x| **x % 5 == 0).count();
            assert_eq!(view.count(|x| x % 5 == 0), count);
            let floats = view.map(|x| f64::from(*x)).unwrap();
            // Whole numbers of few bits: their sum is exact.
            let sum: f64 = of.elements.iter().map(|x| f64::from(*x)).sum();
            let mean = (!all.is_empty()).then(|| sum / all.len() as f64);
            assert_eq!(floats.mean(), mean);
        });
    });
}

#[test]
fn views_and_mutable_views_of_all_layers() {
    let mut a =
        Tensor::from_vec(ColMajor.of(extents![2, dyn 2].unwrap()), vec![1.0, 4.0, 3.0, 2.0])
            .unwrap();
    assert_eq!((a.max(), a.argmax()), (Some(4.0), Some([1, 0])));
    assert_eq!((a.view_mut().min(), a.view_mut().argmin()), (Some(1.0), Some([0, 0])));
    assert_eq!((a.product(), a.mean()), (24.0, Some(2.5)));
    let one = View::from_slice(extents![1], &[3]).unwrap();
    let Ok(many) = one.broadcast_to(extents![2, 4]);
    assert_eq!((many.max(), many.product(), many.count(|x| *x == 3)), (Some(3), 6561, 8));
    assert_eq!((many.argmax(), many.argmin()), (Some([0, 0]), Some([0, 0])));
    // Elements that are not `Copy`.
    let words =
        Tensor::from_vec(extents![3], vec!["b".to_string(), "c".into(), "a".into()]).unwrap();
    assert_eq!((words.max(), words.min()), (Some("c".to_string()), Some("a".to_string())));
    assert_eq!((words.argmax(), words.any(String::is_empty)), (Some([1]), false));
    let none = Tensor::<f64, _>::zeros(extents![2, 0]).unwrap();
    assert_eq!((none.max(), none.min(), none.mean(), none.argmax()), (None, None, None, None));
    assert_eq!((none.product(), none.sum(), none.count(|_| true)), (1.0, 0.0, 0));
    assert!(none.all(|_| false) && !none.any(|_| true));
    let null = Tensor::from_vec(DynRankExtents::null(), Vec::<i32>::new()).unwrap();
    assert_eq!((null.max(), null.argmin(), null.product()), (None, None, 1));
}

#[test]
fn nan_is_what_a_fold_finds() {
    let a = Tensor::from_vec(extents![2, 2], vec![1.0, f64::NAN, 9.0, f64::NAN]).unwrap();
    assert!(a.max().unwrap().is_nan() && a.min().unwrap().is_nan());
    assert_eq!((a.argmax(), a.argmin()), (Some([0, 1]), Some([0, 1])));
    assert!(a.mean().unwrap().is_nan() && a.product().is_nan());
    assert_eq!(a.count(|x| x.is_nan()), 2);
    // Of equal numbers the first.
    let zeros = Tensor::from_vec(extents![2], vec![-0.0_f64, 0.0]).unwrap();
    assert!(zeros.max().unwrap().is_sign_negative() && zeros.min().unwrap().is_sign_negative());
}

/// Softmax along some modes of extents of any type.
fn softmax<E: Extents, M: Modes<E>>(
    x: &TensorOf<E, f64>,
    modes: M,
) -> Result<TensorOf<E, f64>, ShapeError> {
    let max = x.over(modes).keep().max()?;
    let powers = (x - max.broadcast_like(x)?).exp().eval()?;
    let sums = powers.over(modes).keep().sum()?;
    (&powers / sums.broadcast_like(x)?).eval()
}

#[test]
fn softmax_of_extents_of_any_type() {
    let values = vec![0.5, -1.0, 2.0, 1.5, 0.25, -3.0];
    let expected: Vec<f64> = values
        .chunks(3)
        .flat_map(|row| {
            let max = row.iter().copied().fold(f64::MIN, f64::max);
            let powers: Vec<f64> = row.iter().map(|x| (x - max).exp()).collect();
            let sum: f64 = powers.iter().sum();
            powers.into_iter().map(move |x| x / sum)
        })
        .collect();
    let near = |found: &[f64]| {
        found.iter().zip(&expected).all(|(x, y)| (x - y).abs() < 1e-15) && found.len() == 6
    };
    let a = Tensor::from_vec(extents![2, 3], values.clone()).unwrap();
    assert!(near(softmax(&a, modes![1]).unwrap().as_slice()));
    let a = Tensor::from_vec(extents![dyn 2, 3].unwrap(), values.clone()).unwrap();
    assert!(near(softmax(&a, Const::<1>).unwrap().as_slice()));
    let a = Tensor::from_vec(DynExtents::new([2, 3]).unwrap(), values.clone()).unwrap();
    assert!(near(softmax(&a, 1).unwrap().as_slice()));
    let a = Tensor::from_vec(DynRankExtents::new(&[2, 3]).unwrap(), values).unwrap();
    assert!(near(softmax(&a, [1]).unwrap().as_slice()));
}

#[test]
fn views_take_the_extents_of_another() {
    let row = Tensor::from_vec(extents![1, 3], vec![1, 2, 3]).unwrap();
    let like = Tensor::full(extents![dyn 2, 4, 3].unwrap(), 0.5).unwrap();
    let wide = row.broadcast_like(&like).unwrap();
    assert!(wide.indexed_iter().all(|([_, _, k], x)| *x == k + 1) && wide.len() == 24);
    let reversed = row.reverse(Const::<1>);
    let wide = reversed.broadcast_like(&extents![2, 3]).unwrap();
    assert_eq!(wide.iter().copied().collect::<Vec<_>>(), [3, 2, 1, 3, 2, 1]);
    let place = Place::Repeated { mode: 1, to: 1 };
    let other = Tensor::full(DynExtents::new([2, 4]).unwrap(), 0).unwrap();
    let error = ShapeError::ExtentMismatch { place, expected: 4, found: 3 };
    assert_eq!(row.broadcast_like(&other).unwrap_err(), error);
    let short = DynRankExtents::new(&[3]).unwrap();
    let error = ShapeError::RankMismatch { expected: 1, found: 2 };
    assert_eq!(row.broadcast_like(&short).unwrap_err(), error);
    assert_eq!(row.broadcast_like(&DynRankExtents::null()).unwrap_err(), ShapeError::Null);
}

#[test]
fn an_array_of_numbers_is_a_shape() {
    let a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6]).unwrap();
    let b: Tensor<i32, DynExtents<2>> = a.into_shape([3, 2]).unwrap();
    assert_eq!((b[[2, 0]], b.extents()), (5, &DynExtents::new([3, 2]).unwrap()));
    let rejected = b.into_shape([4, 2]).unwrap_err();
    assert_eq!(rejected.to_string(), "the shape needs 8 elements, but 6 were given");
    let huge = rejected.value.into_shape([usize::MAX, 2]).unwrap_err();
    assert!(matches!(huge.error, ShapeError::SizeOverflow { .. }));
    let c: Tensor<i32, StaticExtents![6]> = huge.value.into_shape(extents![6]).unwrap();
    assert_eq!(c.as_slice(), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn the_place_of_the_largest_element_is_an_index() {
    let a = Tensor::from_vec(DynRankExtents::new(&[2, 2]).unwrap(), vec![1, 7, 3, 2]).unwrap();
    assert_eq!(a[a.argmax().unwrap()], 7);
}
