//! `&`, `|`, `^` and `!` of masks and bits, kinds of floats, and rounding.
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should; the numbers that are compared are exact"
)]

use crate::elements::models::{in_all_layouts, model, shapes};
use extents::error::Place;
use extents::expression::uniform;
use extents::layout::{Canonical, ColMajor};
use extents::{
    Const, DynExtents, DynRankExtents, Extents, ShapeError, StaticExtents, Tensor, TensorOf, View,
    extents, modes,
};

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

#[test]
fn elements_are_chosen_in_row_major_order() {
    shapes(51, |random, of, mode| {
        let is: Vec<bool> = of.elements.iter().map(|_| random.below(2) == 1).collect();
        let pairs = of.elements.iter().zip(&is).filter(|(_, is)| **is);
        let expected: Vec<i32> = pairs.map(|(x, _)| *x).collect();
        let mask = Tensor::from_vec(DynRankExtents::new(&of.extents).unwrap(), is).unwrap();
        // Along a mode.
        let list: Vec<bool> = (0..of.extents[mode]).map(|_| random.below(3) > 0).collect();
        let named: Vec<usize> = (0..list.len()).filter(|at| list[*at]).collect();
        let entries = of.picked(mode, named.len(), |n| Some(named[n]));
        let list = Tensor::from_vec(extents![dyn list.len()].unwrap(), list).unwrap();
        in_all_layouts(of, |view| {
            assert_eq!(view.masked_select(&mask).unwrap().as_slice(), expected);
            let odd = view.masked_select(view.lazy().map(|x| x % 2 == 1)).unwrap();
            assert!(odd.iter().eq(of.elements.iter().filter(|x| **x % 2 == 1)));
            assert_eq!(model(&view.compress(mode, &list).unwrap()), entries);
        });
    });
}

#[test]
fn what_is_chosen_has_typed_extents() {
    let a = Tensor::from_vec(extents![2, 3], vec!["a", "b", "c", "d", "e", "f"]).unwrap();
    let columns = Tensor::from_vec(extents![3], vec![true, false, true]).unwrap();
    let b: TensorOf<StaticExtents![2, dyn], &str> = a.compress(Const::<1>, &columns).unwrap();
    assert_eq!(b.as_slice(), ["a", "c", "d", "f"]);
    let c = a.view().compress(1, !&columns).unwrap();
    assert_eq!((c.extents().extents(), c.as_slice()), ([2, 1], &["b", "e"][..]));
    // One value for all.
    assert_eq!(a.masked_select(uniform(true)).unwrap().as_slice(), a.as_slice());
    let none: TensorOf<StaticExtents![dyn], &str> = a.masked_select(uniform(false)).unwrap();
    assert!(none.is_empty());
    // A function that changes its mind gives what there is room for.
    let calls = std::cell::Cell::new(0);
    let fickle = a.map(|_| false).unwrap();
    let fickle = fickle.lazy().map(|_| {
        calls.set(calls.get() + 1);
        calls.get() > 4
    });
    assert_eq!(a.masked_select(fickle).unwrap().as_slice(), ["a", "b"]);
}

#[test]
fn masks_of_other_extents_are_refused() {
    let a = Tensor::full(DynExtents::new([2, 3]).unwrap(), 1).unwrap();
    let mask =
        |extents: &[usize]| Tensor::full(DynRankExtents::new(extents).unwrap(), true).unwrap();
    let error = ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 3, found: 4 };
    assert_eq!(a.masked_select(mask(&[2, 4])).unwrap_err(), error);
    let place = Place::Joined { operand: 1, mode: 0 };
    let error = ShapeError::ExtentMismatch { place, expected: 3, found: 2 };
    assert_eq!(a.compress(1, mask(&[2])).unwrap_err(), error);
    let error = ShapeError::RankMismatch { expected: 1, found: 2 };
    assert_eq!(a.compress(1, mask(&[3, 1])).unwrap_err(), error);
    let null = Tensor::full(DynRankExtents::null(), 1).unwrap();
    assert_eq!(null.compress(0, mask(&[1])).unwrap_err(), ShapeError::Null);
    let of = extents::error::Bounded::Mode;
    let error = ShapeError::OutOfBounds { of, number: 2, limit: 2 };
    assert_eq!(a.compress(2, mask(&[2])).unwrap_err(), error);
}
