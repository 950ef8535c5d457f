//! Products by modes that are numbers in the type: each against sums that are written out, and the types of the results.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking"
)]

use core::convert::Infallible;

use extents::layout::{Canonical, ColMajor};
use extents::multilinear::{prod, trans, ttm, ttt, ttv};
use extents::{
    Const, DynExtents, Extents, InlineTensor, ShapeError, StaticExtents, Tensor, TensorOf, dims,
    error::Place, extents, modes,
};

type Inline<E> = InlineTensor<i64, E>;

/// The element of an operand at an index: no two alike in small tensors, and some negative.
fn value<const N: usize>(operand: i64, index: [usize; N]) -> i64 {
    let place = index.iter().fold(1, |sum, &coordinate| 7 * sum + coordinate as i64);
    (place + 5) * (operand * 2 - 3) - 40 * operand
}

/// An inline tensor `[2, 3, 4]`.
fn cube(operand: i64) -> Inline<StaticExtents![2, 3, 4]> {
    let at = |i, j, k| value(operand, [i, j, k]);
    InlineTensor::from_array([0, 1].map(|i| [0, 1, 2].map(|j| [0, 1, 2, 3].map(|k| at(i, j, k)))))
}

/// The sum over a coordinate.
fn sum(extent: usize, at: impl Fn(usize) -> i64) -> i64 {
    (0..extent).map(at).sum()
}

dims! { Batch, Key = 3 }

/// Modes of one name are summed together, and so are a name and a number that may be its extent.
#[test]
fn modes_with_names_are_summed_together() -> Result<(), ShapeError> {
    let a = Tensor::from_vec(
        <StaticExtents![dyn Batch, (Key)]>::from_extents(&[2, 3])?,
        vec![1, 2, 3, 4, 5, 6],
    )?;
    // The sums over the rows `1 2 3` and `4 5 6`.
    type Keys = StaticExtents![(Key), (Key)];
    type Batches = StaticExtents![dyn Batch, dyn Batch];
    let squares: TensorOf<Keys, i64> = ttt(&a, &a, modes![0], modes![0])?;
    assert_eq!(squares.as_slice(), [17, 22, 27, 22, 29, 36, 27, 36, 45]);
    let squares: TensorOf<Batches, i64> = ttt(&a, &a, modes![1], modes![1])?;
    assert_eq!(squares.as_slice(), [14, 32, 32, 77]);
    let all = prod(&a, &a, modes![0, 1])?;
    assert_eq!(all.as_slice(), [91]);
    let by_batch = Tensor::from_vec(<StaticExtents![dyn Batch]>::from_extents(&[2])?, vec![1, 10])?;
    assert_eq!(ttv(&a, &by_batch, Const::<0>)?.as_slice(), [41, 52, 63]);
    let (two, three) = (
        Tensor::from_vec(extents![2], vec![1, 10])?,
        Tensor::from_vec(extents![3], vec![1, 0, 2])?,
    );
    assert_eq!(ttv(&a, &two, Const::<0>)?.as_slice(), [41, 52, 63]);
    assert_eq!(ttv(&a, &three, Const::<1>)?.as_slice(), [7, 16]);
    let matrix = Tensor::from_vec(
        <StaticExtents![2, (Key)]>::from_extents(&[2, 3])?,
        vec![1, 1, 1, 1, 0, -1],
    )?;
    assert_eq!(ttm(&a, &matrix, Const::<1>)?.as_slice(), [6, -2, 15, -2]);
    // What one name has twice, with other numbers, is found when it runs.
    let long =
        Tensor::from_vec(<StaticExtents![dyn Batch]>::from_extents(&[3])?, vec![1, 10, 100])?;
    let (place, expected, found) = (Place::Pair(0, 0), 2, 3);
    let error = ttv(&a, &long, Const::<0>).unwrap_err();
    assert_eq!(error, ShapeError::ExtentMismatch { place, expected, found });
    Ok(())
}

#[test]
fn a_vector_along_each_mode() {
    let a = cube(1);
    let at = |i, j, k| value(1, [i, j, k]);
    let v = Inline::<StaticExtents![2]>::from_array([3, -5]);
    let Ok(c) = ttv(&a, &v, Const::<0>);
    let c: Inline<StaticExtents![3, 4]> = c;
    let expected = [0, 1, 2].map(|j| [0, 1, 2, 3].map(|k| 3 * at(0, j, k) - 5 * at(1, j, k)));
    assert_eq!(c.into_array(), expected);
    let w = Inline::<StaticExtents![3]>::from_array([2, 0, -7]);
    let Ok(c) = ttv(&a, &w, Const::<1>);
    let c: Inline<StaticExtents![2, 4]> = c;
    let expected = [0, 1].map(|i| [0, 1, 2, 3].map(|k| 2 * at(i, 0, k) - 7 * at(i, 2, k)));
    assert_eq!(c.into_array(), expected);
    let x = Inline::<StaticExtents![4]>::from_array([1, 10, 100, 1000]);
    let Ok(c) = ttv(&a, &x, Const::<2>);
    let c: Inline<StaticExtents![2, 3]> = c;
    let powers = [1, 10, 100, 1000];
    let expected = [0, 1].map(|i| [0, 1, 2].map(|j| sum(4, |k| at(i, j, k) * powers[k])));
    assert_eq!(c.into_array(), expected);
    assert_eq!(size_of_val(&c), 6 * size_of::<i64>());
    // A vector times a vector is a scalar.
    let Ok(c) = ttv(&x, &x, Const::<0>);
    let c: Inline<StaticExtents![]> = c;
    assert_eq!(c[[]], 1_010_101);
}

#[test]
fn a_matrix_along_each_mode() {
    let a = cube(1);
    let at = |i, j, k| value(1, [i, j, k]);
    let entry = |row, column| value(2, [row, column]);
    let m = Tensor::from_fn(extents![5, 3], |[row, column]| entry(row, column)).unwrap();
    let c: TensorOf<StaticExtents![2, 5, 4], i64> = ttm(&a, &m, Const::<1>).unwrap();
    for [i, row, k] in extents![2, 5, 4].indices() {
        assert_eq!(c[[i, row, k]], sum(3, |j| at(i, j, k) * entry(row, j)));
    }
    let m = Tensor::from_fn(ColMajor.of(extents![1, 2]), |[row, column]| entry(row, column));
    let c: TensorOf<StaticExtents![1, 3, 4], i64> = ttm(&a, &m.unwrap(), Const::<0>).unwrap();
    for [row, j, k] in extents![1, 3, 4].indices() {
        assert_eq!(c[[row, j, k]], sum(2, |i| at(i, j, k) * entry(row, i)));
    }
    let m = Inline::<StaticExtents![2, 4]>::from_array(
        [0, 1].map(|row| [0, 1, 2, 3].map(|column| entry(row, column))),
    );
    let Ok(c) = ttm(&a, &m, Const::<2>);
    let c: Inline<StaticExtents![2, 3, 2]> = c;
    for [i, j, row] in extents![2, 3, 2].indices() {
        assert_eq!(c[[i, j, row]], sum(4, |k| at(i, j, k) * entry(row, k)));
    }
}

#[test]
fn tensors_over_lists_of_modes() {
    let (a, b) = (cube(1), cube(2));
    let (at, by) = (|i, j, k| value(1, [i, j, k]), |i, j, k| value(2, [i, j, k]));
    // Lists in any order: mode 2 against mode 0 of a transposed one, mode 0 against mode 2.
    let Ok(turned) = trans(&b, modes![2, 1, 0]);
    let turned: Inline<StaticExtents![4, 3, 2]> = turned;
    let Ok(c) = ttt(&a, &turned, modes![2, 0], modes![0, 2]);
    let c: Inline<StaticExtents![3, 3]> = c;
    for [j, l] in extents![3, 3].indices() {
        assert_eq!(c[[j, l]], sum(2, |i| sum(4, |k| at(i, j, k) * by(i, l, k))));
    }
    let Ok(same) = prod(&a, &b, modes![0, 2]);
    let same: Inline<StaticExtents![3, 3]> = same;
    assert_eq!(same.into_array(), c.into_array());
    let Ok(c) = prod(&a, &b, modes![1]);
    let c: Inline<StaticExtents![2, 4, 2, 4]> = c;
    for [i, k, l, m] in extents![2, 4, 2, 4].indices() {
        assert_eq!(c[[i, k, l, m]], sum(3, |j| at(i, j, k) * by(l, j, m)));
    }
    // All modes, and none.
    let all = sum(2, |i| sum(3, |j| sum(4, |k| at(i, j, k) * by(i, j, k))));
    let c: Result<Inline<StaticExtents![]>, Infallible> = prod(&a, &b, modes![0, 1, 2]);
    assert_eq!(c.map(|c| c[[]]), Ok(all));
    let Ok(c) = ttt(&a, &turned, modes![0, 1, 2], modes![2, 1, 0]);
    let c: Inline<StaticExtents![]> = c;
    assert_eq!(c[[]], all);
    let v = Inline::<StaticExtents![2]>::from_array([3, -5]);
    let Ok(c) = ttt(&v, &a, modes![], modes![]);
    let c: Inline<StaticExtents![2, 2, 3, 4]> = c;
    for [n, i, j, k] in extents![2, 2, 3, 4].indices() {
        assert_eq!(c[[n, i, j, k]], [3, -5][n] * at(i, j, k));
    }
}

#[test]
fn each_permutation_moves_the_extents_and_the_elements() {
    let a = cube(1);
    macro_rules! check {
        ($(($x:literal, $y:literal, $z:literal) of [$($extent:literal),*];)*) => {$(
            let Ok(c) = trans(&a, modes![$x, $y, $z]);
            let c: Inline<StaticExtents![$($extent),*]> = c;
            for index in extents![2, 3, 4].indices() {
                assert_eq!(c[[index[$x], index[$y], index[$z]]], value(1, index));
            }
        )*};
    }
    check! {
        (0, 1, 2) of [2, 3, 4]; (0, 2, 1) of [2, 4, 3]; (1, 0, 2) of [3, 2, 4];
        (1, 2, 0) of [3, 4, 2]; (2, 0, 1) of [4, 2, 3]; (2, 1, 0) of [4, 3, 2];
    }
}

#[test]
fn mixed_extents_stay_mixed() {
    let at = |i, j, k| value(1, [i, j, k]);
    let a = Tensor::from_fn(extents![2, dyn 3, 4].unwrap(), |[i, j, k]| at(i, j, k)).unwrap();
    let v = Tensor::from_vec(DynExtents::new([3]).unwrap(), vec![2, 0, -7]).unwrap();
    let c: TensorOf<StaticExtents![2, 4], i64> = ttv(&a, &v, Const::<1>).unwrap();
    for [i, k] in extents![2, 4].indices() {
        assert_eq!(c[[i, k]], 2 * at(i, 0, k) - 7 * at(i, 2, k));
    }
    let w = Tensor::from_vec(extents![4], vec![1, 0, 0, -1]).unwrap();
    let c: TensorOf<StaticExtents![2, dyn], i64> = ttv(&a, &w, Const::<2>).unwrap();
    assert_eq!(c.extents(), &extents![2, dyn 3].unwrap());
    for [i, j] in extents![2, 3].indices() {
        assert_eq!(c[[i, j]], at(i, j, 0) - at(i, j, 3));
    }
    let m = Tensor::full(extents![dyn 5, 2].unwrap(), 1).unwrap();
    let c: TensorOf<StaticExtents![dyn, dyn, 4], i64> = ttm(&a, &m, Const::<0>).unwrap();
    assert_eq!(c[[4, 2, 1]], at(0, 2, 1) + at(1, 2, 1));
    let c: TensorOf<StaticExtents![2, dyn, 2, 3], i64> =
        ttt(&a, &cube(2), modes![2], modes![2]).unwrap();
    for [i, j, l, m] in extents![2, 3, 2, 3].indices() {
        assert_eq!(c[[i, j, l, m]], sum(4, |k| at(i, j, k) * value(2, [l, m, k])));
    }
}

/// Extents without elements give extents.
#[test]
fn extents_without_elements_give_extents() {
    const A: StaticExtents![2, 3, 4] = extents![2, 3, 4];
    let Ok(c) = ttv(&A, &extents![3], Const::<1>);
    let _: StaticExtents![2, 4] = c;
    let Ok(c) = ttm(&A, &extents![7, 3], Const::<1>);
    let _: StaticExtents![2, 7, 4] = c;
    let Ok(c) = trans(&A, modes![2, 0, 1]);
    let _: StaticExtents![4, 2, 3] = c;
    let c = ttt(&A, &extents![dyn 5].unwrap(), modes![], modes![]);
    assert_eq!(c, extents![2, 3, 4, dyn 5]);
}

/// What the types do not know is checked, and the error names the modes.
#[test]
fn what_the_types_do_not_know_is_checked() {
    let a = Tensor::full(extents![2, dyn 3, 4].unwrap(), 1_i64).unwrap();
    let pair = |left_mode, right_mode, left, right| {
        Some(ShapeError::ExtentMismatch {
            place: Place::Pair(left_mode, right_mode),
            expected: left,
            found: right,
        })
    };
    let v = Tensor::full(extents![5], 1_i64).unwrap();
    assert_eq!(ttv(&a, &v, Const::<1>).err(), pair(1, 0, 3, 5));
    let m = Tensor::full(extents![5, dyn 6].unwrap(), 1_i64).unwrap();
    assert_eq!(ttm(&a, &m, Const::<2>).err(), pair(2, 1, 4, 6));
    let b = Tensor::full(DynExtents::new([4, 3, 2, 9]).unwrap(), 1_i64).unwrap();
    assert_eq!(ttt(&a, &b, modes![2, 1], modes![0, 3]).err(), pair(1, 3, 3, 9));
    let b = Tensor::full(DynExtents::new([2, 3, 5]).unwrap(), 1_i64).unwrap();
    assert_eq!(prod(&a, &b, modes![0, 1, 2]).err(), pair(2, 2, 4, 5));
    assert_eq!(prod(&a, &b, modes![0, 2]).err(), pair(2, 2, 4, 5));
}
