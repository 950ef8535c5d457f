//! Folds of every type of element, of NaN, of equal values, of nothing, and of what owns something.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::float_cmp,
    clippy::panic,
    reason = "a panic fails the test, as it should; the numbers that are compared are exact"
)]

use std::cell::Cell;
use std::num::{Saturating, Wrapping};
use std::panic::{AssertUnwindSafe, catch_unwind};

use extents::layout::{Canonical, Checked, ColMajor, Layout};
use extents::{Const, Extents, InlineTensor, Mapping, StaticExtents, Tensor, View, extents, modes};

/// Folds rows and columns of small numbers of a type, which `$of` makes from those in `i32`.
macro_rules! rows_and_columns {
    ($($t:ty: $of:expr),* $(,)?) => {$({
        let of: fn(i32) -> $t = $of;
        // Long rows, so that they are folded in lanes.
        let a = Tensor::from_fn(extents![3, 35], |[i, j]| of(((7 * i + 5 * j) % 4) as i32)).unwrap();
        let number = |i: usize, j: usize| ((7 * i + 5 * j) % 4) as i32;
        let row = |i| (0..35).map(move |j| number(i, j));
        let column = |j| (0..3).map(move |i| number(i, j));
        let sums = a.over(modes![1]).sum().unwrap();
        assert!((0..3).all(|i| sums[[i]] == of(row(i).sum())));
        let sums = a.over(modes![0]).sum().unwrap();
        assert!((0..35).all(|j| sums[[j]] == of(column(j).sum())));
        let best = a.over(modes![1]).max().unwrap();
        assert!((0..3).all(|i| best[[i]] == of(row(i).max().unwrap())));
        let least = a.over(modes![0]).min().unwrap();
        assert!((0..35).all(|j| least[[j]] == of(column(j).min().unwrap())));
        let products = a.over(modes![0]).product().unwrap();
        assert!((0..35).all(|j| products[[j]] == of(column(j).product())));
        let powers = Tensor::from_fn(extents![2, 20], |[i, j]| of(if j == 7 * i { 3 } else { 1 }));
        assert!(powers.unwrap().over(modes![1]).product().unwrap().iter().all(|x| *x == of(3)));
        let at = a.over(modes![1]).argmax().unwrap();
        assert!((0..3).all(|i| at[[i]] == row(i).position(|x| x == 3).unwrap()));
        let count = a.over(modes![1]).count(|x| *x == of(0)).unwrap();
        assert!((0..3).all(|i| count[[i]] == row(i).filter(|x| *x == 0).count()));
    })*};
}

#[test]
fn every_type_of_element() {
    rows_and_columns! {
        i8: |x| x as i8, i32: |x| x, u64: |x| x as u64, i128: i128::from, f32: |x| x as f32,
        f64: f64::from, Wrapping<i32>: Wrapping, Saturating<u8>: |x| Saturating(x as u8),
    }
}

#[test]
fn integers_wrap_around_and_saturate_as_they_are_told() {
    let a = Tensor::from_vec(extents![2, 2], vec![200_u8, 100, 16, 17]).unwrap();
    assert_eq!(a.over(modes![1]).sum().unwrap().as_slice(), [44, 33]);
    assert_eq!(a.over(modes![1]).product().unwrap().as_slice(), [32, 16]);
    assert_eq!(a.running_sum(1).unwrap().as_slice(), [200, 44, 16, 33]);
    let b = a.map(|x| Saturating(*x)).unwrap();
    assert_eq!(b.over(modes![1]).sum().unwrap().as_slice(), [Saturating(255), Saturating(33)]);
    assert_eq!(b.over(modes![1]).product().unwrap().as_slice(), [Saturating(255); 2]);
}

#[test]
fn means() {
    let a =
        Tensor::from_vec(extents![2, 4], vec![1.0, 2.0, 3.0, 4.0, -1.0, 0.0, 0.5, 2.5]).unwrap();
    assert_eq!(a.over(modes![1]).mean().unwrap().as_slice(), [2.5, 0.5]);
    assert_eq!(a.over(modes![0]).mean().unwrap().as_slice(), [0.0, 1.0, 1.75, 3.25]);
    assert_eq!(a.over(modes![]).mean().unwrap().as_slice(), a.as_slice());
    let Ok(all) = a.over(modes![1, 0]).inline().mean();
    assert_eq!((all[[]], a.lazy().mean()), (1.5, Ok(Some(1.5))));
    let mut target = Tensor::full(extents![2], 9.0).unwrap();
    let Ok(()) = a.over(modes![1]).mean_into(&mut target);
    assert_eq!(target.as_slice(), [2.5, 0.5]);
    let b = a.map(|x| *x as f32).unwrap();
    assert_eq!(b.over(0).mean().unwrap().as_slice(), [0.0, 1.0, 1.75, 3.25]);
}

/// NaN is the largest and the smallest, wherever it stands: in a lane, behind the lanes, in a column.
#[test]
fn nan_stays() {
    for place in 0..40 {
        let mut a = Tensor::from_fn(extents![2, 40], |[i, j]| ((i + 3 * j) % 7) as f64).unwrap();
        a[[1, place]] = f64::NAN;
        for rows in [a.over(modes![1]).max().unwrap(), a.over(modes![1]).min().unwrap()] {
            assert!(!rows[[0]].is_nan() && rows[[1]].is_nan());
        }
        for columns in [a.over(modes![0]).max().unwrap(), a.over(modes![0]).min().unwrap()] {
            assert!((0..40).all(|j| columns[[j]].is_nan() == (j == place)));
        }
        assert_eq!(a.over(modes![1]).argmax().unwrap().as_slice(), [2, place]);
        assert_eq!(a.over(modes![1]).argmin().unwrap().as_slice(), [0, place]);
        assert_eq!(a.over(modes![0]).argmin().unwrap()[[place]], 1);
        assert_eq!(a.lazy().argmax(), Ok(Some([1, place])));
        assert_eq!(a.lazy().argmin(), Ok(Some([1, place])));
        assert!(a.over(modes![1]).sum().unwrap()[[1]].is_nan());
        // The first of several.
        a[[1, 39]] = f64::NAN;
        a[[0, 39]] = f64::NAN;
        assert_eq!(a.over(modes![1]).argmax().unwrap().as_slice(), [39, place]);
        assert_eq!(a.over(modes![0]).argmax().unwrap()[[39]], 0);
        assert_eq!(a.lazy().argmin(), Ok(Some([0, 39])));
    }
}

/// What holds NaN can be compared with others, before or behind them; it is the largest and the smallest all the same.
#[test]
fn what_holds_nan_stays() {
    fn check<T: PartialOrd + Copy + std::fmt::Debug>(nan: T, values: [T; 3]) {
        let holds_nan = |x: &T| x.partial_cmp(x).is_none();
        for place in 0..40 {
            let a = Tensor::from_fn(extents![2, 40], |[i, j]| match i == 1 && j == place {
                true => nan,
                false => values[(i + 3 * j) % 3],
            });
            let a = a.unwrap();
            for rows in [a.over(modes![1]).max().unwrap(), a.over(modes![1]).min().unwrap()] {
                assert!(!holds_nan(&rows[[0]]) && holds_nan(&rows[[1]]), "{nan:?} {place}");
            }
            for columns in [a.over(modes![0]).max().unwrap(), a.over(modes![0]).min().unwrap()] {
                assert!((0..40).all(|j| holds_nan(&columns[[j]]) == (j == place)), "{nan:?}");
            }
            for all in [a.lazy().max(), a.lazy().min()] {
                assert!(holds_nan(&all.unwrap().unwrap()), "{nan:?} {place}");
            }
            assert_eq!(a.over(modes![1]).argmax().unwrap()[[1]], place);
            assert_eq!(a.over(modes![1]).argmin().unwrap()[[1]], place);
            assert_eq!(a.over(modes![0]).argmax().unwrap()[[place]], 1);
            assert_eq!(a.over(modes![0]).argmin().unwrap()[[place]], 1);
            assert_eq!(a.lazy().argmax(), Ok(Some([1, place])));
            assert_eq!(a.lazy().argmin(), Ok(Some([1, place])));
        }
    }
    check(Some(f64::NAN), [None, Some(-1.0), Some(2.0)]);
    check((1, f64::NAN), [(0, 0.0), (1, 1.0), (2, -1.0)]);
    check((f64::NAN, 1), [(0.0, 0), (1.0, 1), (2.0, -1)]);
}

/// The first one, in the order of indices and not in that of memory.
#[test]
fn the_first_among_equals() {
    let equal = Tensor::full(extents![3, 4], 5).unwrap();
    assert_eq!(equal.over(modes![0]).argmax().unwrap().as_slice(), [0; 4]);
    assert_eq!(equal.over(modes![1]).argmin().unwrap().as_slice(), [0; 3]);
    assert_eq!(equal.over(modes![1, 0]).argmin().unwrap()[[]], 0);
    assert_eq!(
        (equal.lazy().argmax(), equal.lazy().argmin()),
        (Ok(Some([0, 0])), Ok(Some([0, 0])))
    );
    let a = Tensor::from_vec(ColMajor.of(extents![2, 3]), vec![1, 7, 9, 9, 9, 1]).unwrap();
    // [[1, 9, 9], [7, 9, 1]]
    assert_eq!(a.over(modes![0, 1]).argmax().unwrap()[[]], 1);
    assert_eq!(a.over(modes![1, 0]).argmax().unwrap()[[]], 1);
    assert_eq!(a.over(modes![1]).argmax().unwrap().as_slice(), [1, 1]);
    assert_eq!(a.reverse(Const::<1>).over(modes![1]).argmax().unwrap().as_slice(), [0, 1]);
    assert_eq!(a.reverse(Const::<1>).over(modes![0, 1]).argmin().unwrap()[[]], 2);
    assert_eq!(a.lazy().argmax(), Ok(Some([0, 1])));
}
#[test]
fn folds_of_nothing() {
    let a = Tensor::<f64, _>::zeros(extents![2, dyn 0, 3].unwrap()).unwrap();
    assert_eq!(a.over(modes![1]).sum().unwrap().as_slice(), [0.0; 6]);
    assert_eq!(a.over(modes![1]).product().unwrap().as_slice(), [1.0; 6]);
    assert_eq!(a.over(modes![1]).any(|_| true).unwrap().as_slice(), [false; 6]);
    assert_eq!(a.over(modes![1]).all(|_| false).unwrap().as_slice(), [true; 6]);
    assert_eq!(a.over(modes![1]).count(|_| true).unwrap().as_slice(), [0; 6]);
    assert_eq!(a.over(modes![1]).fold(7, |_, _| 8).unwrap().as_slice(), [7; 6]);
    let error = |mode| extents::ShapeError::NothingToFold { mode };
    assert_eq!(a.over(modes![2, 1]).max().unwrap_err(), error(1));
    assert_eq!(a.over(1).keep().min().unwrap_err(), error(1));
    assert_eq!(a.over([0, 1, 2]).mean().unwrap_err(), error(1));
    assert_eq!(a.over(1).argmax().unwrap_err(), error(1));
    assert_eq!(
        a.over(1).argmin().unwrap_err().to_string(),
        "mode 1 has extent 0: it has no smallest or largest entry, no mean and no variance"
    );
    // Without results nothing is missing.
    assert_eq!(a.over(modes![2]).max().unwrap().as_slice(), [0.0; 0]);
    assert_eq!(a.over(modes![0]).mean().unwrap().extents(), &extents![dyn 0, 3].unwrap());
    let b = Tensor::<f64, _>::zeros(extents![dyn 0, dyn 0].unwrap()).unwrap();
    assert_eq!(b.over(modes![1]).argmax().unwrap().as_slice(), [0; 0]);
    // A target keeps its elements where there is an error.
    let mut target = Tensor::full(extents![2, 3], 4.0).unwrap();
    assert_eq!(a.over(modes![1]).max_into(&mut target), Err(error(1)));
    assert_eq!(target.as_slice(), [4.0; 6]);
    // The whole.
    assert_eq!((a.lazy().mean(), a.lazy().argmin()), (Ok(None), Ok(None)));
    assert_eq!((a.lazy().product(), a.lazy().count(|_| true)), (Ok(1.0), Ok(0)));
    let scalar = Tensor::full(extents![], 3.0).unwrap();
    assert_eq!(
        (scalar.over(modes![]).max().unwrap()[[]], scalar.lazy().argmax()),
        (3.0, Ok(Some([])))
    );
}

#[test]
fn elements_that_own_something() {
    let words = ["pear", "fig", "apple", "plum", "date", "lime"];
    let a = Tensor::from_fn(extents![2, 3], |[i, j]| words[3 * i + j].to_owned()).unwrap();
    assert_eq!(a.over(modes![1]).max().unwrap().as_slice(), ["pear", "plum"]);
    assert_eq!(a.over(modes![0]).min().unwrap().as_slice(), ["pear", "date", "apple"]);
    assert_eq!(a.over(modes![1]).argmin().unwrap().as_slice(), [2, 1]);
    let joined = a.over(modes![0]).fold(String::new(), |all, x| all + x).unwrap();
    assert_eq!(joined.as_slice(), ["pearplum", "figdate", "applelime"]);
    assert_eq!(a.over(modes![1]).count(|x| x.len() == 4).unwrap().as_slice(), [1, 3]);
    let mut target = Tensor::full(extents![2], "was here".to_owned()).unwrap();
    let Ok(()) = a.over(modes![1]).min_into(&mut target);
    assert_eq!(target.as_slice(), ["apple", "date"]);
    let Ok(()) = a.over(modes![1]).fold_into(String::new(), |all, x| all + &x[..1], &mut target);
    assert_eq!(target.as_slice(), ["pfa", "pdl"]);
}

/// A panic in the middle drops nothing twice, and nothing that is not there.
#[test]
fn a_function_that_panics_leaks_at_most() {
    #[derive(Clone)]
    struct Counts<'c>(&'c Cell<i32>, bool);
    impl Drop for Counts<'_> {
        fn drop(&mut self) {
            assert!(self.1, "dropped twice");
            self.1 = false;
            self.0.set(self.0.get() + 1);
        }
    }
    let dropped = Cell::new(0);
    let a = Tensor::from_fn(extents![3, 2], |[i, j]| 2 * i + j).unwrap();
    let mut target = Tensor::from_fn(extents![2], |_| Counts(&dropped, true)).unwrap();
    for modes in [0, 1] {
        let new = AssertUnwindSafe(|| {
            let three = |all, x: &usize| if *x == 3 { panic!("three") } else { all };
            a.over(modes).fold(Counts(&dropped, true), three).map(drop)
        });
        assert!(catch_unwind(new).is_err());
    }
    let panics = |all, x: &usize| if *x == 3 { panic!("three") } else { all };
    let over = AssertUnwindSafe(|| {
        a.over(modes![0]).fold_into(Counts(&dropped, true), panics, &mut target)
    });
    assert!(catch_unwind(over).is_err());
    // Each is there, and dropped once.
    let before = dropped.get();
    drop(target);
    assert_eq!(dropped.get(), before + 2);
}

/// The closest to a hand-written sum that there is: that of the row as a tensor of its own.
#[test]
fn sums_of_rows_round_as_sums_of_wholes() {
    let a = Tensor::from_fn(extents![5, 1003], |[i, j]| 1.0 / (1 + i + 3 * j) as f32).unwrap();
    let sums = a.over(modes![1]).sum().unwrap();
    for (i, row) in a.as_slice().chunks(1003).enumerate() {
        assert_eq!(sums[[i]], View::from_slice(extents![1003], row).unwrap().sum());
        let exact: f64 = row.iter().map(|x| f64::from(*x)).sum();
        assert!((f64::from(sums[[i]]) - exact).abs() < 1e-6 * exact);
    }
}

/// A layout whose offsets are checked, without strides that anyone may rely on.
#[derive(Clone, Debug)]
struct Diagonal;
impl<E: Extents> Layout<E> for Diagonal {
    type Trust = Checked;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = true;
    const IS_ALWAYS_STRIDED: bool = true;
    const STATIC_STRIDES: &'static [Option<isize>] = &[Some(1 << 40); 2];
    fn offset(&self, _: &E, index: &E::Index) -> usize {
        index.as_ref().iter().sum()
    }
    fn required_span_size(&self, extents: &E) -> usize {
        extents.with_slice(|extents| extents.iter().sum::<usize>() + 1 - extents.len())
    }
    fn strided(&self, extents: &E) -> Option<(E::Strides, usize)> {
        Some((extents.zero_strides(), 1 << 40))
    }
}

#[test]
fn sources_of_checked_layouts() {
    let mapping = Mapping::with_layout(extents![2, 3], Diagonal).unwrap();
    let hankel = View::from_slice(mapping, &[1, 2, 3, 4]).unwrap();
    // [[1, 2, 3], [2, 3, 4]]
    assert_eq!(hankel.over(modes![1]).sum().unwrap().as_slice(), [6, 9]);
    assert_eq!(hankel.over(modes![0]).max().unwrap().as_slice(), [2, 3, 4]);
    assert_eq!(hankel.over(modes![1]).keep().argmax().unwrap().as_slice(), [2, 2]);
    assert_eq!(hankel.over(modes![0, 1]).argmin().unwrap()[[]], 0);
    assert_eq!(hankel.over(0).fold(0, |all, x| 10 * all + x).unwrap().as_slice(), [12, 23, 34]);
    assert_eq!(hankel.running_sum(Const::<1>).unwrap().as_slice(), [1, 3, 6, 2, 5, 9]);
}

/// A kernel in generic code states what the results are made of.
#[test]
fn in_generic_code() {
    use extents::generic::TypedExtents;
    use extents::over::Modes;
    fn row_maxima<E>(a: &Tensor<f64, E>) -> Tensor<f64, <Const<1> as Modes<E>>::Result>
    where
        E: TypedExtents,
        Const<1>: Modes<E>,
    {
        a.over(Const::<1>).max().unwrap()
    }
    type Matrix = InlineTensor<i32, StaticExtents![2, 2]>;
    let a = Tensor::from_vec(extents![2, dyn 2].unwrap(), vec![1.0, 2.0, 4.0, 3.0]).unwrap();
    let maxima: Tensor<f64, StaticExtents![2]> = row_maxima(&a);
    assert_eq!(maxima.as_slice(), [2.0, 4.0]);
    let b = Matrix::from_array([[1, 2], [3, 4]]);
    let Ok(sums) = b.over(modes![0]).inline().sum();
    assert_eq!(sums.into_array(), [4, 6]);
}
