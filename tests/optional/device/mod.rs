//! Arrays of a device: contractions, expressions, folds and views, on a device whose kernel is a loop over all indices, and
//! on the native one. Expected values are loops over the elements.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

mod choices;
mod gradients;
mod loops;
mod mixed;
mod named;
mod native;
mod paths;
mod queued;
mod wrapped;

use extents::arrange::IndexList;
use extents::backend::{
    Array, ArrayExpression, ArrayView, Device, Fold, Native, NativeError, concat,
};
use extents::label::{i, j, k, l};
use extents::{
    Const, Dyn, DynRankExtents, Extents, Mode, StaticExtents, Tensor, TensorOf, contract, dims,
    extents, modes, slice,
};
use loops::{Failure, Gathers, Loops};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// A matrix of distinct small integers.
fn matrix(rows: usize, columns: usize, seed: usize) -> Vec<f64> {
    (0..rows * columns).map(|n| ((n * 7 + seed * 3) % 11) as f64 - 5.0).collect()
}

fn product(a: &[f64], b: &[f64], (m, n, p): (usize, usize, usize)) -> Vec<f64> {
    let mut c = vec![0.0; m * p];
    for row in 0..m {
        for column in 0..p {
            for step in 0..n {
                c[row * p + column] += a[row * n + step] * b[step * p + column];
            }
        }
    }
    c
}

#[test]
fn contractions_are_checked_and_typed_as_those_of_tensors() -> Result<(), Failure> {
    let device = Loops::default();
    let (a, b) = (matrix(2, 3, 1), matrix(3, 4, 2));
    let x = Array::upload(&device, &Tensor::from_vec(extents![2, dyn 3]?, a.clone())?)?;
    let y = Array::upload(&device, &Tensor::from_vec(extents![3, dyn 4]?, b.clone())?)?;
    let z: Array<_, StaticExtents![2, dyn]> = contract!(x[i, j] * y[j, k] => [i, k])?;
    assert_eq!(z.download()?.as_slice(), product(&a, &b, (2, 3, 4)));
    let error = contract!(x[i, j] * y[k, j] => [i, k]).unwrap_err();
    assert_eq!(error.0, "label `j` names modes of different extents: 3 and 4");

    // One operand: sums, diagonals, transposes.
    let sums: Array<_, StaticExtents![2]> = contract!(x[i, j] => [i])?;
    let rows: Vec<f64> = a.chunks(3).map(|row| row.iter().sum()).collect();
    assert_eq!(sums.download()?.as_slice(), rows);
    let turned = contract!(x[i, j] => [j, i])?;
    assert_eq!(turned.download()?.as_slice(), [a[0], a[3], a[1], a[4], a[2], a[5]]);
    Ok(())
}

#[test]
fn arrays_take_further_modes_and_names_for_labels() -> Result<(), Failure> {
    dims! { Row, Column, Inner }
    let device = Loops::default();
    let (a, b) = (matrix(6, 4, 1), matrix(4, 2, 2));
    let x = Array::upload(&device, &Tensor::from_vec(extents![dyn 2, 3, 4]?, a.clone())?)?;
    let w = Array::upload(&device, &Tensor::from_vec(extents![4, 2], b.clone())?)?;
    let y: Array<_, StaticExtents![dyn, 3, 2]> = contract!(x[.., i] * w[i, j] => [.., j])?;
    assert_eq!(y.download()?.as_slice(), product(&a, &b, (6, 4, 2)));

    let named = Tensor::from_vec(extents![dyn Row = 6, dyn Inner = 4]?, a.clone())?;
    let x = Array::upload(&device, &named)?;
    let named = Tensor::from_vec(extents![dyn Inner = 4, dyn Column = 2]?, b.clone())?;
    let w = Array::upload(&device, &named)?;
    let y: Array<_, StaticExtents![dyn Row, dyn Column]> = contract!(x * w => [Row, Column])?;
    assert_eq!(y.download()?.as_slice(), product(&a, &b, (6, 4, 2)));
    Ok(())
}

#[test]
fn a_static_contraction_has_a_static_plan_and_fills_nothing() -> Result<(), Failure> {
    let device = Loops::default();
    let (a, b) = (matrix(2, 3, 1), matrix(3, 4, 2));
    let x = Array::upload(&device, &Tensor::from_vec(extents![2, 3], a.clone())?)?;
    let y = Array::upload(&device, &Tensor::from_vec(extents![3, 4], b.clone())?)?;
    let z = contract!(x[i, j] * y[j, k] => [i, k])?;
    assert_eq!(z.download()?.as_slice(), product(&a, &b, (2, 3, 4)));
    let counts = device.counts();
    // `download` copies once more, by a plan of its own.
    assert_eq!((counts.static_plans, counts.made_plans, counts.zeros), (1, 1, 0));
    Ok(())
}

#[test]
fn more_operands_contract_along_the_cheapest_path() -> Result<(), Failure> {
    let device = Loops::default();
    let (a, b, c) = (matrix(2, 3, 1), matrix(3, 4, 2), matrix(4, 1, 5));
    let x = Array::upload(&device, &Tensor::from_vec(extents![2, dyn 3]?, a.clone())?)?;
    let y = Array::upload(&device, &Tensor::from_vec(extents![3, 4], b.clone())?)?;
    let z = Array::upload(&device, &Tensor::from_vec(extents![4, 1], c.clone())?)?;
    let all = contract!(x[i, j] * y[j, k] * z[k, l] => [i, l])?;
    let expected = product(&product(&a, &b, (2, 3, 4)), &c, (2, 4, 1));
    assert_eq!(all.download()?.as_slice(), expected);
    // The temporary has 3 elements (of y by z), not 8 (of x by y), and was given back.
    assert_eq!((device.counts().largest_temporary, device.counts().released), (3, 1));

    // Nothing to sum up.
    let none = Array::upload(&device, &Tensor::from_vec(extents![dyn 3, dyn 0]?, vec![])?)?;
    let w = Array::upload(&device, &Tensor::from_vec(extents![dyn 0, 2]?, vec![])?)?;
    let zeros = contract!(x[i, j] * none[j, k] * w[k, l] => [i, l])?;
    assert_eq!(zeros.download()?.as_slice(), [0.0; 4]);
    let mut into = Array::upload(&device, &Tensor::full(extents![2, 2], 7.0)?)?;
    contract!(into[i, l] += x[i, j] * none[j, k] * w[k, l])?;
    assert_eq!(into.download()?.as_slice(), [7.0; 4]);
    contract!(into[i, l] = x[i, j] * none[j, k] * w[k, l])?;
    assert_eq!(into.download()?.as_slice(), [0.0; 4]);
    Ok(())
}

#[test]
fn outputs_are_overwritten_or_added_to() -> Result<(), Failure> {
    let device = Loops::default();
    let (a, b) = (matrix(2, 3, 1), matrix(3, 2, 2));
    let x = Array::upload(&device, &Tensor::from_vec(extents![2, 3], a.clone())?)?;
    let y = Array::upload(&device, &Tensor::from_vec(extents![3, 2], b.clone())?)?;
    let mut all = Array::upload(&device, &Tensor::full(extents![4, dyn 2]?, 1.0)?)?;
    let Ok(mut rows) = all.view_mut().slice(slice![1..3, ..]);
    contract!(rows[i, k] = x[i, j] * y[j, k])?;
    contract!(rows[i, k] += x[i, j] * y[j, k])?;
    let mut expected = vec![1.0, 1.0];
    expected.extend(product(&a, &b, (2, 3, 2)).iter().map(|x| 2.0 * x));
    expected.extend([1.0, 1.0]);
    assert_eq!(all.download()?.as_slice(), expected);

    let mut narrow = Array::zeros(&device, (), extents![2, dyn 3]?)?;
    let error = contract!(narrow[i, k] = x[i, j] * y[j, k]).unwrap_err();
    assert_eq!(error.0, "label `k` names modes of different extents: 2 and 3");
    Ok(())
}

#[test]
fn views_move_no_element() -> Result<(), Failure> {
    let device = Loops::default();
    let a = matrix(4, 6, 1);
    let x = Array::upload(&device, &Tensor::from_vec(extents![4, dyn 6]?, a.clone())?)?;
    let before = device.counts();
    let turned = x.transpose();
    let part = turned.slice(slice![1..6; 2, 1..3])?;
    let back = part.reverse(Const::<1>);
    let split = x.split(1, [2, 3])?;
    let Ok(broadcast) = back.insert_mode(Const::<0>).broadcast(Const::<0>, Const::<5>);
    let windows = x.windows::<StaticExtents![3, dyn], _>(extents![2, 2])?;
    assert_eq!(device.counts(), before);

    let at = |row: usize, column: usize| a[row * 6 + column];
    let expected: Vec<f64> =
        [1, 3, 5].into_iter().flat_map(|column| [at(2, column), at(1, column)]).collect();
    assert_eq!(back.download()?.as_slice(), expected);
    assert_eq!(broadcast.download()?.as_slice(), expected.repeat(5));
    assert_eq!(split.download()?.as_slice(), a);
    let mut sums = Vec::new();
    for row in 0..3 {
        for column in 0..5 {
            sums.push(
                at(row, column)
                    + at(row, column + 1)
                    + at(row + 1, column)
                    + at(row + 1, column + 1),
            );
        }
    }
    assert_eq!(contract!(windows[i, j, k, l] => [i, j])?.download()?.as_slice(), sums);
    // A part contracts like a whole.
    let squares = contract!(back[i, j] * back[k, j] => [i, k])?;
    let pairs: Vec<&[f64]> = expected.chunks(2).collect();
    let dot = |x: &[f64], y: &[f64]| x[0] * y[0] + x[1] * y[1];
    let expected: Vec<f64> =
        pairs.iter().flat_map(|x| pairs.iter().map(move |y| dot(x, y))).collect();
    assert_eq!(squares.download()?.as_slice(), expected);
    Ok(())
}

#[test]
fn a_device_with_products_alone_adds_and_sums() -> Result<(), Failure> {
    let device = Loops::default();
    let (a, b) = (matrix(3, 4, 1), matrix(3, 4, 2));
    let x = Array::upload(&device, &Tensor::from_vec(extents![3, dyn 4]?, a.clone())?)?;
    let y = Array::upload(&device, &Tensor::from_vec(extents![dyn 3, 4]?, b.clone())?)?;
    let z: Array<_, StaticExtents![3, 4]> = (&x * &y + &x + &y * &y).eval()?;
    let expected: Vec<f64> = a.iter().zip(&b).map(|(x, y)| x * y + x + y * y).collect();
    assert_eq!(z.download()?.as_slice(), expected);
    let rows = (&x * &y).over(modes![1]).sum()?;
    let expected: Vec<f64> = a
        .chunks(4)
        .zip(b.chunks(4))
        .map(|(x, y)| x.iter().zip(y).map(|(x, y)| x * y).sum())
        .collect();
    assert_eq!(rows.download()?.as_slice(), expected);

    let refused =
        |result: Result<Array<Loops, StaticExtents![3, dyn]>, Failure>| result.unwrap_err().0;
    assert_eq!(refused((&x - 1.0).eval()), "the device has no kernel for `1`");
    assert_eq!(refused(x.exp().eval()), "the device has no kernel for `Exp`");
    assert_eq!(refused((&x / &x).eval()), "the device has no kernel for `Div`");
    let error = x.over(modes![0]).max().unwrap_err();
    assert_eq!(error.0, "the device has no kernel for the fold `Max`");
    Ok(())
}

#[test]
fn two_devices_and_unlike_elements_are_refused() -> Result<(), Failure> {
    let (one, other) = (Loops::default(), Loops::default());
    let x = Array::zeros(&one, (), extents![2, 2])?;
    let y = Array::zeros(&other, (), extents![2, 2])?;
    let refused = "the arrays belong to two devices";
    assert_eq!(contract!(x[i, j] * y[j, k] => [i, k]).unwrap_err().0, refused);
    assert_eq!((&x + &y).eval().unwrap_err().0, refused);
    let mut into = Array::zeros(&other, (), extents![2, 2])?;
    assert_eq!(contract!(into[i, j] = x[j, i]).unwrap_err().0, refused);
    assert_eq!(x.lazy().assign_to(&mut into.view_mut()).unwrap_err().0, refused);
    let error = Array::from_parts(one, vec![0.0; 3], *x.mapping()).unwrap_err();
    assert_eq!(error.0, "the shape needs 4 elements, but 3 were given");
    Ok(())
}

type Vector<const N: usize> = TensorOf<StaticExtents![N], f64>;

#[test]
fn nan_is_the_lesser_and_the_greater_of_what_it_is_in() -> Result<(), NativeError> {
    const NAN: f64 = f64::NAN;
    let device = Native::<f64>::new();
    let of = |numbers: [f64; 6]| {
        Array::upload(&device, &Tensor::from_vec(extents![6], numbers.to_vec())?)
    };
    let x = of([1.0, NAN, 3.0, NAN, 0.0, -0.0])?;
    let y = of([2.0, 2.0, NAN, NAN, -0.0, 0.0])?;
    let check = |made: Array<Native<f64>, StaticExtents![6]>, expected: [f64; 6]| {
        let made = made.download()?.into_storage();
        for (made, expected) in made.into_iter().zip(expected) {
            let is_same = made.to_bits() == expected.to_bits();
            assert!(is_same || made.is_nan() && expected.is_nan(), "{made} and not {expected}");
        }
        Ok::<_, NativeError>(())
    };
    check(x.lazy().minimum(&y).eval()?, [1.0, NAN, NAN, NAN, 0.0, -0.0])?;
    check(x.lazy().maximum(&y).eval()?, [2.0, NAN, NAN, NAN, 0.0, -0.0])?;
    check(x.lazy().minimum(2.0).eval()?, [1.0, NAN, 2.0, NAN, 0.0, -0.0])?;
    check(x.lazy().maximum(2.0).eval()?, [2.0, NAN, 3.0, NAN, 2.0, 2.0])
}

#[test]
fn expressions_compute_by_the_element() -> Result<(), NativeError> {
    let device = Native::<f64>::new();
    let a: Vec<f64> = (0..700).map(|n| n as f64 / 100.0 + 0.25).collect();
    let x = Array::upload(&device, &Tensor::from_vec(extents![7, dyn 100]?, a.clone())?)?;
    let check = |made: Array<Native<f64>, StaticExtents![7, dyn]>, f: fn(f64) -> f64| {
        let expected: Vec<f64> = a.iter().map(|x| f(*x)).collect();
        assert_eq!(made.download().map(Tensor::into_storage), Ok(expected));
    };
    check((-&x).eval()?, |x| -x);
    check((&x - 3.0).abs().eval()?, |x| (x - 3.0).abs());
    check((1.0 / &x).eval()?, |x| 1.0 / x);
    check(x.recip().sqrt().eval()?, |x| x.recip().sqrt());
    check((x.exp() + x.ln()).eval()?, |x| x.exp() + x.ln());
    check((x.sin() * x.cos()).eval()?, |x| x.sin() * x.cos());
    check(x.tanh().eval()?, f64::tanh);
    check(x.lazy().minimum(2.0).maximum(&x * 0.5).eval()?, |x| x.min(2.0).max(x * 0.5));
    check(x.lazy().powf(1.5).eval()?, |x| x.powf(1.5));
    check((&x * 2.0).floor().eval()?, |x| (x * 2.0).floor());
    check((&x * 2.0).ceil().eval()?, |x| (x * 2.0).ceil());
    check((&x * 2.0).round().eval()?, |x| (x * 2.0).round());
    check((&x * 2.0).round_ties_even().eval()?, |x| (x * 2.0).round_ties_even());
    check((&x * -2.0).trunc().eval()?, |x| (x * -2.0).trunc());
    check(x.lazy().clamp(0.5, &x - 1.0).eval()?, |x| x.max(0.5).min(x - 1.0));
    check(x.lazy().greater(1.0).select(&x * 3.0, -1.0).eval()?, |x| {
        if x > 1.0 { x * 3.0 } else { -1.0 }
    });
    // A choice in the midst of a program, of choices.
    let inner = x.lazy().less(2.0).select(&x, 2.0);
    check((&x + x.lazy().at_least(1.0).select(inner, 1.0) * 2.0).eval()?, |x| {
        x + x.clamp(1.0, 2.0) * 2.0
    });
    check((x.lazy().less(3.0) + x.lazy().equals(0.25)).eval()?, |x| {
        f64::from(u8::from(x < 3.0)) + f64::from(u8::from(x == 0.25))
    });

    // A row, repeated.
    let row = Array::upload(&device, &Tensor::from_vec(extents![dyn 100]?, a[..100].to_vec())?)?;
    let rows = row.broadcast_to([7, 100])?;
    let expected: Vec<f64> = a.iter().enumerate().map(|(n, x)| x - a[n % 100]).collect();
    assert_eq!((&x - rows).eval()?.download()?.as_slice(), expected);
    let error = (&x - row.broadcast_to([7, 100])?.slice([0..6, 0..100])?).eval();
    assert_eq!(error.unwrap_err().to_string(), "mode 0 should have extent 7, but has 6");

    // In place, of a part.
    let mut y = Array::upload(&device, &Tensor::full(extents![3], 2.0)?)?;
    let three: Vector<3> = Tensor::from_vec(extents![3], vec![1.0, 2.0, 3.0])?;
    let three = Array::upload(&device, &three)?;
    three.lazy().update_in(&mut y.view_mut(), extents::backend::Binary::Sub)?;
    assert_eq!(y.download()?.as_slice(), [1.0, 0.0, -1.0]);
    (&three * 2.0).assign_to(&mut y.view_mut().reverse(Const::<0>))?;
    assert_eq!(y.download()?.as_slice(), [6.0, 4.0, 2.0]);
    Ok(())
}

/// Lists of more modes than types have.
#[test]
fn folds_along_long_lists_are_those_of_the_elements() -> Result<(), NativeError> {
    let extents = [vec![2], vec![1; 12], vec![3]].concat();
    let x = Tensor::from_vec(DynRankExtents::new(&extents)?, vec![1.0, 2.0, 3.0, 4.0, 5.0, 9.0])?;
    let x = Array::upload(&Native::<f64>::new(), &x)?;
    let modes: Vec<usize> = (0..13).rev().collect();
    let columns = x.over(&modes).sum()?.download()?;
    assert_eq!(
        (columns.extents().as_slice(), columns.as_slice()),
        (&[3][..], &[5.0, 7.0, 12.0][..])
    );
    let modes: Vec<usize> = (1..14).collect();
    let kept = x.over(&modes).keep().max()?.download()?;
    assert_eq!(kept.extents().as_slice(), [vec![2], vec![1; 13]].concat());
    assert_eq!(kept.as_slice(), [3.0, 9.0]);
    Ok(())
}

/// What moves all operands for each new one takes a minute.
#[test]
fn expressions_grow_on_either_side_in_time_that_is_linear() -> Result<(), Failure> {
    const TERMS: usize = 10_000;
    let device = Loops::default();
    let arrays: Vec<_> = [[1.0, 2.0], [3.0, 5.0], [7.0, 11.0]]
        .into_iter()
        .map(|all| Array::upload(&device, &Tensor::from_vec(extents![2], all.to_vec())?))
        .collect::<Result<_, Failure>>()?;
    // Products of neighbors in the list: 3 + 21 + 7 of the first elements, 10 + 55 + 22 of the others.
    let term = |n: usize| &arrays[n % 3] * &arrays[(n + 1) % 3];
    let start = Instant::now();
    let (mut left, mut right) = (term(0), term(0));
    for n in 1..3 * TERMS {
        left = left + term(n);
        right = term(n) + right;
    }
    let expected = [31.0, 87.0].map(|sum| TERMS as f64 * sum);
    assert_eq!(left.eval()?.download()?.as_slice(), expected);
    assert_eq!(right.eval()?.download()?.as_slice(), expected);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());

    // Which operand is which: 1 - (3 / (7 - 1) - (7 * 3 - 1)), and 2 - (5 / (10 - 2) - (10 * 5 - 1)).
    let device = Native::<f64>::new();
    let arrays = [[1.0, 2.0], [3.0, 5.0], [7.0, 10.0]];
    let upload = |all: [f64; 2]| {
        Array::upload(&device, &Tensor::from_vec(extents![2], all.to_vec()).unwrap()).unwrap()
    };
    let [a, b, c] = arrays.map(upload);
    let nested = &a - (&b / (&c - &a) - (&c * &b - 1.0));
    assert_eq!(nested.eval()?.download()?.as_slice(), [20.5, 50.375]);
    Ok(())
}

/// What a number does to what an array lends is what it does to the array.
#[test]
fn numbers_stand_on_both_sides_of_views() -> Result<(), NativeError> {
    fn doubled<'a, D: Device, E: Extents>(
        view: &'a ArrayView<'_, D, E>,
    ) -> ArrayExpression<'a, D, E> {
        2.0 * view
    }
    let device = Native::<f64>::new();
    let mut x = Array::upload(&device, &Tensor::from_vec(extents![3], vec![1.0, 2.0, 4.0])?)?;
    let check = |made: Array<Native<f64>, StaticExtents![3]>, expected: [f64; 3]| {
        assert_eq!(made.download().map(Tensor::into_storage), Ok(expected.to_vec()));
    };
    let view = x.view();
    check((2.0 * &view).eval()?, [2.0, 4.0, 8.0]);
    check(doubled(&view).eval()?, [2.0, 4.0, 8.0]);
    check((2.0 - x.view()).eval()?, [1.0, 0.0, -2.0]);
    check((4.0 / x.view().reverse(Const::<0>)).eval()?, [1.0, 2.0, 4.0]);
    let view = x.view_mut();
    check((&view * 2.0).eval()?, [2.0, 4.0, 8.0]);
    check((1.0 + &view).eval()?, [2.0, 3.0, 5.0]);
    check((4.0 / &view - &view).eval()?, [3.0, 0.0, -3.0]);
    check((-&view).eval()?, [-1.0, -2.0, -4.0]);
    Ok(())
}

#[test]
fn folds_along_any_modes_are_those_of_the_elements() -> Result<(), NativeError> {
    let device = Native::<f64>::new();
    // Longer than a run of the interpreter along each mode, and short.
    for (rows, columns) in [(3, 700), (700, 3), (5, 1), (1, 5), (600, 2), (20, 30)] {
        let a = matrix(rows, columns, 4);
        let x = Tensor::from_vec(extents![dyn rows, dyn columns]?, a.clone())?;
        let x = Array::upload(&device, &x)?;
        let column =
            |n: usize| -> Vec<f64> { a.iter().skip(n).step_by(columns).copied().collect() };
        let row = |n: usize| a[n * columns..(n + 1) * columns].to_vec();
        let by_rows: Vec<Vec<f64>> = (0..rows).map(row).collect();
        let by_columns: Vec<Vec<f64>> = (0..columns).map(column).collect();
        for (fold, of) in [
            (Fold::Sum, (|x| x.iter().sum()) as fn(&[f64]) -> f64),
            (Fold::Product, |x| x.iter().product()),
            (Fold::Min, |x| x.iter().copied().fold(f64::INFINITY, f64::min)),
            (Fold::Max, |x| x.iter().copied().fold(f64::NEG_INFINITY, f64::max)),
        ] {
            let expected =
                |parts: &[Vec<f64>]| parts.iter().map(|part| of(part)).collect::<Vec<_>>();
            assert_eq!(
                x.over(modes![1]).fold(fold)?.download()?.into_storage(),
                expected(&by_rows)
            );
            assert_eq!(
                x.over(modes![0]).fold(fold)?.download()?.into_storage(),
                expected(&by_columns)
            );
            let turned = x.transpose();
            assert_eq!(
                turned.over([1]).fold(fold)?.download()?.into_storage(),
                expected(&by_columns)
            );
            assert_eq!(x.over([0, 1]).fold(fold)?.download()?.into_storage(), [of(&a)]);
        }
        let kept: Array<_, StaticExtents![dyn, 1]> = x.over(modes![1]).keep().mean()?;
        let means: Vec<f64> =
            by_rows.iter().map(|row| row.iter().sum::<f64>() / columns as f64).collect();
        assert_eq!(kept.download()?.into_storage(), means);
    }
    Ok(())
}

#[test]
fn folds_of_nothing_have_a_value_or_an_error() -> Result<(), NativeError> {
    let device = Native::<f64>::new();
    let x = Array::upload(&device, &Tensor::from_vec(extents![2, dyn 0]?, vec![])?)?;
    assert_eq!(x.over(modes![1]).sum()?.download()?.into_storage(), [0.0, 0.0]);
    assert_eq!(x.over(modes![1]).product()?.download()?.into_storage(), [1.0, 1.0]);
    let nothing =
        "mode 1 has extent 0: it has no smallest or largest entry, no mean and no variance";
    assert_eq!(x.over(modes![1]).max().unwrap_err().to_string(), nothing);
    assert_eq!(x.over(modes![1]).mean().unwrap_err().to_string(), nothing);
    assert_eq!(
        x.over([3]).sum().unwrap_err().to_string(),
        "there is no mode 3 in a shape of rank 2"
    );
    Ok(())
}

#[test]
fn arrays_are_joined_padded_and_taken_from_as_tensors_are() -> Result<(), Failure> {
    let device = Loops::default();
    let (a, b) = (matrix(2, 3, 1), matrix(2, 4, 2));
    let x = Array::upload(&device, &Tensor::from_vec(extents![2, 3], a.clone())?)?;
    let y = Array::upload(&device, &Tensor::from_vec(extents![2, dyn 4]?, b.clone())?)?;
    let both: Array<_, StaticExtents![2, dyn]> = concat::<Dyn, _, _>(Const::<1>, (&x, &y))?;
    let rows = a.chunks(3).zip(b.chunks(4));
    let expected: Vec<f64> = rows.flat_map(|(x, y)| [x, y].concat()).collect();
    assert_eq!(both.download()?.as_slice(), expected);
    let twice = concat::<Const<6>, _, _>(Const::<0>, [&x.transpose(), &x.transpose()])?;
    let turned = [a[0], a[3], a[1], a[4], a[2], a[5]];
    assert_eq!(twice.download()?.as_slice(), turned.repeat(2));
    let error = concat(0, (&x, &y)).unwrap_err();
    assert_eq!(error.0, "mode 1 of operand 1 should have extent 3, but has 4");

    let Ok(backwards) = x.rearrange(extents::rearrange::Reverse(Const::<1>));
    let taken = backwards.take(1, &[0, 2, 2][..])?;
    assert_eq!(taken.download()?.as_slice(), [a[2], a[0], a[0], a[5], a[3], a[3]]);
    let error = backwards.take(Const::<1>, [3]).unwrap_err();
    assert_eq!(error.0, "index 3 at position 0 is out of bounds for mode 1 of extent 3");

    let padded: Array<_, StaticExtents![2, 5]> =
        x.pad::<Const<5>, _, _, _>(Const::<1>, (Const::<1>, Const::<1>), 0.0)?;
    let expected = [0.0, a[0], a[1], a[2], 0.0, 0.0, a[3], a[4], a[5], 0.0];
    assert_eq!(padded.download()?.as_slice(), expected);

    let other = Array::zeros(&Loops::default(), (), extents![2, 3])?;
    let error = concat(0, (&x, &other)).unwrap_err();
    assert_eq!(error.0, "the arrays belong to two devices");
    Ok(())
}

type Column<D, N> = Array<D, StaticExtents<(N,)>>;
type Matrix<D, N, M> = Array<D, StaticExtents<(N, M)>>;

/// Each row of `x` times that of `y`: both are references, and the views in the expression end before it is evaluated.
fn products_of_rows<D: Device, B: Mode, M: Mode>(
    x: &Matrix<D, B, M>,
    y: &Matrix<D, B, M>,
    scale: &Column<D, M>,
) -> Result<[Column<D, B>; 2], D::Error> {
    let product = contract!(x[i, j] * y[i, j] * scale[j] => [i])?;
    let scaled = x.view().lazy() * scale.broadcast_like(x)?.lazy();
    Ok([product, (scaled * y).over(modes![1]).sum()?])
}

#[test]
fn references_to_arrays_are_operands() -> Result<(), Failure> {
    let device = Loops::default();
    let (a, b, c) = (matrix(3, 4, 1), matrix(3, 4, 2), matrix(1, 4, 5));
    let x = Array::upload(&device, &Tensor::from_vec(extents![dyn 3, 4]?, a.clone())?)?;
    let y = Array::upload(&device, &Tensor::from_vec(extents![dyn 3, 4]?, b.clone())?)?;
    let scale = Array::upload(&device, &Tensor::from_vec(extents![4], c.clone())?)?;
    let expected: Vec<f64> =
        (0..3).map(|row| (0..4).map(|n| a[4 * row + n] * b[4 * row + n] * c[n]).sum()).collect();
    // A product of three has no kernel here but that of contractions.
    let product = products_of_rows(&x, &y, &scale).unwrap_err();
    assert_eq!(product.0, "the device has no kernel for `Mul`");
    let device = Native::<f64>::new();
    let native = |from: &[f64]| -> Result<_, Failure> {
        Ok(Array::upload(&device, &Tensor::from_vec(extents![dyn 3, 4]?, from.to_vec())?)?)
    };
    let scale = Array::upload(&device, &Tensor::from_vec(extents![4], c)?)?;
    for found in products_of_rows(&native(&a)?, &native(&b)?, &scale)? {
        assert_eq!(found.download()?.as_slice(), expected);
    }
    Ok(())
}

#[test]
fn a_fold_with_nan_is_nan() -> Result<(), NativeError> {
    let device = Native::<f64>::new();
    for at in 0..6 {
        let mut a = vec![1.0, 5.0, 2.0, 4.0, 3.0, 6.0];
        a[at] = f64::NAN;
        let x = Array::upload(&device, &Tensor::from_vec(extents![3, 2], a)?)?;
        for fold in [Fold::Min, Fold::Max] {
            for (modes, nan) in [([0], at % 2), ([1], at / 2)] {
                let made = x.over(&modes).fold(fold)?.download()?;
                let is_nan: Vec<bool> = made.as_slice().iter().map(|x| x.is_nan()).collect();
                assert_eq!(is_nan, (0..is_nan.len()).map(|n| n == nan).collect::<Vec<_>>());
            }
        }
    }
    Ok(())
}

/// Indices that are others when they are asked for again.
struct Shifty<'c>([Vec<usize>; 2], &'c Cell<usize>);

impl IndexList for Shifty<'_> {
    type Count = Dyn;
    fn indices(&self) -> &[usize] {
        self.1.set(self.1.get() + 1);
        &self.0[(self.1.get() - 1).min(1)]
    }
}

#[test]
fn indices_are_asked_for_once() -> Result<(), NativeError> {
    let a = Tensor::from_vec(extents![dyn 4]?, vec![1, 2, 3, 4])?;
    let a = Array::upload(&Native::<i32>::new(), &a)?;
    let calls = Cell::new(0);
    let taken = a.take(0, Shifty([vec![3, 0], vec![1000; 4000]], &calls))?;
    assert_eq!((taken.download()?.as_slice(), calls.get()), (&[4, 1][..], 1));
    calls.set(0);
    assert!(a.take(0, Shifty([vec![1000; 4000], vec![3, 0]], &calls)).is_err());
    Ok(())
}

/// By one task where the device has a kernel for that, else by one an index.
#[test]
fn entries_are_taken_by_one_task_with_their_indices() -> Result<(), Failure> {
    let (gathers, loops) = (Gathers::default(), Loops::default());
    let a = matrix(3, 4, 1);
    let tensor = Tensor::from_vec(extents![3, dyn 4]?, a.clone())?;
    let (x, y) = (Array::upload(&gathers, &tensor)?, Array::upload(&loops, &tensor)?);
    let rows: Array<_, StaticExtents![2, dyn]> = x.take(Const::<0>, [2, 0])?;
    let same = y.take(Const::<0>, [2, 0])?;
    let counts = gathers.0.counts();
    assert_eq!((counts.gathers, counts.made_plans + counts.static_plans), (1, 0));
    assert_eq!(loops.counts().made_plans, 2);
    let expected = [&a[8..], &a[..4]].concat();
    assert_eq!(rows.download()?.as_slice(), expected);
    assert_eq!(same.download()?.as_slice(), expected);
    // Of a view whose strides are negative, of whatever can be written, and of nothing.
    let turned = x.reverse(Const::<1>);
    let columns = turned.take(Const::<1>, &[1, 1, 3][..])?;
    let expected: Vec<f64> = a.chunks(4).flat_map(|row| [row[2], row[2], row[0]]).collect();
    assert_eq!(columns.download()?.as_slice(), expected);
    let mut z = Array::upload(&gathers, &tensor)?;
    let column = z.view_mut().take(Const::<1>, [3])?;
    assert_eq!(column.download()?.as_slice(), [a[3], a[7], a[11]]);
    assert!(x.take(1, &[][..])?.download()?.as_slice().is_empty());
    assert_eq!(gathers.0.counts().gathers, 4);
    let error = x.take(Const::<0>, [3]).unwrap_err();
    assert_eq!(error.0, "index 3 at position 0 is out of bounds for mode 0 of extent 3");
    Ok(())
}
