//! The largest and smallest of all values, and where they are, against loops over numbers: rows of all lengths, short and
//! long ones, forwards, backwards and across, with NaN anywhere.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::float_cmp,
    reason = "a panic fails the test, as it should; the numbers that are compared are exact"
)]

use extents::{Const, DynExtents, InlineTensor, StaticExtents, Tensor, View, extents, modes};

/// Numbers without order, some of them twice.
fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|n| ((n * 37 + 11) % 53) as f64 - 26.0).collect()
}

/// The extreme of some values and its number, by definition: the first NaN, else the first one that none exceeds.
fn extreme(values: &[f64], exceeds: fn(f64, f64) -> bool) -> Option<(f64, usize)> {
    let nan = values.iter().position(|x| x.is_nan());
    let best = || values.iter().position(|&x| values.iter().all(|&y| !exceeds(y, x)));
    nan.or_else(best).map(|at| (values[at], at))
}

/// Compares what is found with the definition, NaN with NaN.
fn compare(found: [(Option<f64>, Option<usize>); 2], values: &[f64], what: &str) {
    let expected = [extreme(values, |x, y| x > y), extreme(values, |x, y| x < y)];
    for ((value, at), expected) in found.into_iter().zip(expected) {
        assert_eq!(value.map(f64::to_bits), expected.map(|(x, _)| x.to_bits()), "{what}");
        assert_eq!(at, expected.map(|(_, at)| at), "{what}");
    }
}

#[test]
fn of_rows_of_all_lengths() {
    for count in 0..70_usize {
        for nan in [None, Some(0), Some(count / 2), count.checked_sub(1)] {
            let mut values = numbers(count);
            if let Some(nan) = nan.filter(|nan| *nan < count) {
                values[nan] = f64::NAN;
            }
            let what = format!("{count} values, NaN at {nan:?}");
            let view = View::from_slice(DynExtents::new([count]).unwrap(), &values).unwrap();
            let all = view.lazy();
            let number = |at: Option<[usize; 1]>| at.map(|[at]| at);
            let most = (all.max().unwrap(), number(all.argmax().unwrap()));
            let least = (all.min().unwrap(), number(all.argmin().unwrap()));
            compare([most, least], &values, &what);
            let back = view.reverse(Const::<0>);
            let all = back.lazy();
            let most = (all.max().unwrap(), number(all.argmax().unwrap()));
            let least = (all.min().unwrap(), number(all.argmin().unwrap()));
            values.reverse();
            compare([most, least], &values, &format!("{what}, backwards"));
        }
    }
}

#[test]
fn of_lanes_and_columns() {
    let (rows, columns) = (5, 40);
    let values = numbers(rows * columns);
    let view = View::from_slice(DynExtents::new([rows, columns]).unwrap(), &values).unwrap();
    for (row, lane) in view.lanes(Const::<1>).enumerate() {
        let all = lane.lazy();
        let most = (all.max().unwrap(), all.argmax().unwrap().map(|[at]| at));
        let least = (all.min().unwrap(), all.argmin().unwrap().map(|[at]| at));
        compare([most, least], &values[row * columns..][..columns], &format!("row {row}"));
    }
    for (column, lane) in view.lanes(Const::<0>).enumerate() {
        let all = lane.lazy();
        let most = (all.max().unwrap(), all.argmax().unwrap().map(|[at]| at));
        let least = (all.min().unwrap(), all.argmin().unwrap().map(|[at]| at));
        let values: Vec<f64> = (0..rows).map(|row| values[row * columns + column]).collect();
        compare([most, least], &values, &format!("column {column}"));
    }
}

#[test]
fn of_several_modes_in_row_major_order() {
    let (rows, columns) = (7, 20);
    let values = numbers(rows * columns);
    let view = View::from_slice(DynExtents::new([rows, columns]).unwrap(), &values).unwrap();
    let across = view.transpose();
    let values: Vec<f64> =
        (0..columns * rows).map(|n| values[n % rows * columns + n / rows]).collect();
    let all = across.lazy();
    let number = |at: Option<[usize; 2]>| at.map(|[i, j]| i * rows + j);
    let most = (all.max().unwrap(), number(all.argmax().unwrap()));
    let least = (all.min().unwrap(), number(all.argmin().unwrap()));
    compare([most, least], &values, "transposed");
}

/// What cannot be copied is moved, and dropped once.
#[test]
fn of_what_owns_memory() {
    let words = ["pear", "fig", "quince", "apple"].repeat(10);
    let view = View::from_slice(extents![40], &words).unwrap();
    let longest = view.lazy().map(|word: &str| word.to_owned()).max();
    assert_eq!(longest, Ok(Some("quince".to_owned())));
}

/// Folds along modes whose loops the types know, of every second mode and of one that is not the last.
#[test]
fn along_modes_of_static_extents() {
    let at = |[i, j, k]: [usize; 3]| ((i * 5 + j * 3 + k * 7) % 11) as i64;
    let a = InlineTensor::<i64, StaticExtents![2, 3, 4]>::inline_from_fn(at);
    let range = |n: usize| 0..n;
    let Ok(rows) = a.over(modes![2]).inline().sum();
    for i in 0..2 {
        for j in 0..3 {
            assert_eq!(rows[[i, j]], range(4).map(|k| at([i, j, k])).sum::<i64>());
        }
    }
    let Ok(middle) = a.over(modes![1]).keep().inline().max();
    for i in 0..2 {
        for k in 0..4 {
            assert_eq!(middle[[i, 0, k]], range(3).map(|j| at([i, j, k])).max().unwrap());
        }
    }
    let Ok(outer) = a.over(modes![2, 0]).inline().min();
    for j in 0..3 {
        let all = range(2).flat_map(|i| range(4).map(move |k| at([i, j, k])));
        assert_eq!(outer[[j]], all.min().unwrap());
    }
    let Ok(firsts) = a.over(modes![0, 2]).inline().argmax();
    for j in 0..3 {
        let all: Vec<i64> = range(2).flat_map(|i| range(4).map(move |k| at([i, j, k]))).collect();
        let best = all.iter().position(|x| Some(x) == all.iter().max());
        assert_eq!(Some(firsts[[j]]), best);
    }
    let Ok(back) = a.reverse(Const::<2>).over(modes![1]).inline().fold(0, |d, x| 100 * d + x);
    for i in 0..2 {
        for k in 0..4 {
            let digits = range(3).fold(0, |d, j| 100 * d + at([i, j, 3 - k]));
            assert_eq!(back[[i, k]], digits);
        }
    }
    let mut columns = Tensor::full(extents![4, 3], -1_i64).unwrap();
    let mut across = columns.view_mut().transpose();
    let Ok(()) = a.over(modes![0]).sum_into(&mut across);
    for j in 0..3 {
        for k in 0..4 {
            assert_eq!(columns[[k, j]], range(2).map(|i| at([i, j, k])).sum::<i64>());
        }
    }
}

/// Rows of lengths that are written out, and of lengths that are not, beside a row that stays.
#[test]
fn a_row_beside_rows_of_static_extents() {
    fn check<const N: usize, const M: usize>() {
        let (a, b) = (numbers(N * M), numbers(M));
        let rows = View::from_slice(extents![N, M], &a).unwrap();
        let row = View::from_slice(extents![M], &b).unwrap();
        let Ok(row) = row.insert_mode(Const::<0>).broadcast(Const::<0>, Const::<N>);
        let sum = (rows + row).eval().unwrap();
        for i in 0..N {
            for j in 0..M {
                assert_eq!(sum[[i, j]], a[i * M + j] + b[j], "{N} x {M} at [{i}, {j}]");
            }
        }
    }
    check::<3, 7>();
    check::<3, 8>();
    check::<16, 16>();
    check::<5, 33>();
}
