//! Sums of many floats lose few digits, and each value is added once, however rows are cut into blocks.
#![allow(clippy::unwrap_used, reason = "a panic fails the test, as it should")]

use extents::expression::computed;
use extents::prelude::*;

/// A sum of `count` times `value` is within so many roundings, each of half an epsilon.
#[track_caller]
fn assert_few_roundings(sum: f32, count: usize, value: f32, roundings: f64) {
    let exact = f64::from(value) * count as f64;
    let error = (f64::from(sum) - exact).abs() / exact;
    assert!(error < roundings * f64::from(f32::EPSILON) / 2.0, "{sum} should be {exact}");
}

/// As many as the documentation of `View::sum` says: of each value in its block, and one more whenever blocks are added.
fn roundings(count: usize) -> f64 {
    140.0 + (count as f64 / 1024.0).log2().max(0.0).ceil()
}

#[test]
fn a_sum_of_twenty_million_keeps_its_digits() {
    let count = 20_000_000;
    let a = Tensor::full(extents![dyn count].unwrap(), 0.1_f32).unwrap();
    assert_few_roundings(a.sum(), count, 0.1, roundings(count));
}

#[test]
fn sums_of_millions_keep_their_digits() {
    let count = 3_000_000;
    let many = roundings(count);
    let a = Tensor::full(extents![dyn count].unwrap(), 0.1_f32).unwrap();
    assert_few_roundings(a.lazy().sum().unwrap(), count, 0.1, many);
    assert_few_roundings((&a + &a).sum().unwrap(), count, 0.2, many);
    assert_few_roundings(a.mean().unwrap(), 1, 0.1, many + 1.0);
    let rows = Tensor::full(extents![3, dyn count / 3].unwrap(), 0.1_f32).unwrap();
    for sum in rows.over(modes![1]).sum().unwrap().iter() {
        assert_few_roundings(*sum, count / 3, 0.1, many);
    }
    // Rows of a part, which do not follow each other in memory.
    let Ok(part) = rows.slice(slice![..3; 2, ..]);
    assert_few_roundings(part.sum(), 2 * (count / 3), 0.1, many);
    // Short rows, and steps over others: the values of a block are added one after the other.
    let short = Tensor::full(extents![dyn count / 10, 10].unwrap(), 0.1_f32).unwrap();
    let part = short.slice(slice![.., 1..9]).unwrap();
    assert_few_roundings(part.sum(), count / 10 * 8, 0.1, many + 1024.0);
    let part = short.slice(slice![.., ..10; 2]).unwrap();
    assert_few_roundings(part.sum(), count / 2, 0.1, many + 1024.0);
}

#[test]
fn each_value_of_a_long_row_is_added_once() {
    // All sums are integers below 2^24, so that none is rounded.
    for count in [15, 16, 17, 1023, 1024, 1025, 2047, 2048, 2049, 3071, 4096, 5121, 7168, 20_003] {
        let value = |n: usize| (n % 13) as f32;
        let expected: f32 = (0..count).map(value).sum();
        let a = Tensor::from_fn(extents![dyn count].unwrap(), |[n]| value(n)).unwrap();
        assert_eq!(a.sum().to_bits(), expected.to_bits(), "{count}");
        let rows = Tensor::from_fn(extents![2, dyn count].unwrap(), |[i, n]| value(n + i)).unwrap();
        let sums = rows.over(modes![1]).sum().unwrap();
        assert_eq!(sums[[0]].to_bits(), expected.to_bits(), "{count}");
        assert_eq!(sums[[1]].to_bits(), (expected + value(count)).to_bits(), "{count}");
    }
    // Rows that end within a block.
    for columns in [1, 7, 16, 33, 300, 1025] {
        let rows = 5000 / columns + 1;
        let value = |[i, j]: [usize; 2]| ((3 * i + j) % 13) as f32;
        let wide = Tensor::from_fn(extents![dyn rows, dyn columns + 1].unwrap(), value).unwrap();
        let part = wide.slice(slice![.., ..columns]).unwrap();
        let expected: f32 = part.extents().indices().map(value).sum();
        assert_eq!(part.sum().to_bits(), expected.to_bits(), "{rows} rows of {columns}");
        assert_eq!(part.lazy().sum().unwrap().to_bits(), expected.to_bits());
    }
}

/// As many as the documentation of `Over::sum` says of rows that are added to one, below a million of them: 1024 in a portion, and
/// the portions.
const ROUNDINGS_OF_ROWS: f64 = 2.0 * 1024.0;

#[test]
fn sums_of_many_rows_keep_their_digits() {
    for (rows, columns) in [(1_000_000, 2), (300_000, 9), (100_000, 33)] {
        let a = Tensor::full(extents![dyn rows, dyn columns].unwrap(), 0.1_f32).unwrap();
        let turned = a.transpose();
        let doubled = &a + &a;
        let sums = [
            (a.over(0).sum().unwrap(), rows, 0.1),
            (a.over(0).mean().unwrap(), 1, 0.1),
            (a.over(0).norm_l1().unwrap(), rows, 0.1),
            (turned.over(1).sum().unwrap(), rows, 0.1),
            (doubled.over(0).sum().unwrap(), rows, 0.2),
        ];
        for (sums, count, value) in sums {
            assert_eq!(sums.as_slice().len(), columns);
            for sum in sums.as_slice() {
                assert_few_roundings(*sum, count, value, ROUNDINGS_OF_ROWS);
            }
        }
    }
    // All of them, of rows that do not follow each other in memory.
    let a = Tensor::full(extents![dyn 100_000, 4].unwrap(), 0.1_f32).unwrap();
    let part = a.slice(slice![.., ..3]).unwrap();
    let sum = part.over(modes![0, 1]).sum().unwrap();
    assert_few_roundings(sum[[]], 300_000, 0.1, ROUNDINGS_OF_ROWS);
    let mean = part.over(modes![1, 0]).mean().unwrap();
    assert_few_roundings(mean[[]], 1, 0.1, ROUNDINGS_OF_ROWS);
    // Entries of a row that others stand between.
    let a = Tensor::full(extents![2, 600_000], 0.1_f32).unwrap();
    let Ok(part) = a.slice(slice![.., ..600_000; 2]);
    for sum in part.over(1).sum().unwrap().as_slice() {
        assert_few_roundings(*sum, 300_000, 0.1, roundings(300_000));
    }
}

#[test]
fn each_value_of_many_rows_is_added_once() {
    // All sums are integers below 2^24, so that none is rounded.
    fn value(index: &[usize]) -> f32 {
        index.iter().fold(0, |all, i| (7 * all + i) % 11) as f32
    }
    #[track_caller]
    fn check(extents: &[usize], modes: &[usize]) {
        let shape = DynRankExtents::new(extents).unwrap();
        let mut kept = extents.to_vec();
        modes.iter().for_each(|mode| kept[*mode] = 1);
        let mut expected = Tensor::full(DynRankExtents::new(&kept).unwrap(), 0.0_f32).unwrap();
        for index in shape.indices() {
            let of_modes = |(mode, i)| if modes.contains(&mode) { 0 } else { i };
            let at: Vec<usize> = index.as_ref().iter().copied().enumerate().map(of_modes).collect();
            expected[at.as_slice()] += value(index.as_ref());
        }
        let a = Tensor::from_fn(shape.clone(), |index| value(index.as_ref())).unwrap();
        let columns = a.lazy().eval_in(ColMajor).unwrap();
        let keeps = a.over(modes).keep().sum().unwrap();
        assert_eq!(keeps.as_slice(), expected.as_slice(), "{extents:?} over {modes:?}");
        let backwards = a.view().reverse(modes[0]).unwrap();
        let mut target = Tensor::full(DynRankExtents::new(&kept).unwrap(), -1.0_f32).unwrap();
        columns.over(modes).keep().sum_into(&mut target.view_mut()).unwrap();
        for sums in [
            target,
            a.over(modes).sum().unwrap(),
            columns.over(modes).sum().unwrap(),
            backwards.over(modes).sum().unwrap(),
            ((&a + &columns) / 2.0).over(modes).sum().unwrap(),
            computed(shape.clone(), |index| value(index.as_ref())).over(modes).sum().unwrap(),
        ] {
            assert_eq!(sums.as_slice(), expected.as_slice(), "{extents:?} over {modes:?}");
        }
    }
    check(&[2051, 3], &[0]);
    check(&[3, 1500, 2], &[0, 1]);
    check(&[2, 1100, 3], &[1]);
    check(&[2, 3, 1100], &[0, 1]);
    check(&[3, 2, 20, 30, 5], &[2, 0, 3]);
    check(&[600, 3, 2, 5], &[0, 2]);
    // So few results in a row that each is a loop of its own.
    check(&[3000, 4], &[0]);
    check(&[40, 50, 3], &[0, 1]);
    check(&[2, 1100, 2, 2], &[1]);
    check(&[500, 2, 3, 2], &[0, 2]);
    // Of static extents, and to an inline tensor and a part of another one.
    let a = Tensor::from_fn(extents![2051, 3], |index| value(&index)).unwrap();
    let expected = [0, 1, 2].map(|j| (0..2051).map(|i| value(&[i, j])).sum::<f32>());
    assert_eq!(a.over(modes![0]).sum().unwrap().as_slice(), expected);
    let Ok(sums) = a.over(modes![0]).inline().sum();
    assert_eq!(sums.into_array(), expected);
    let mut wide = Tensor::full(extents![6], -1.0_f32).unwrap();
    let Ok(mut part) = wide.slice_mut(slice![..6; 2]);
    let Ok(()) = a.over(modes![0]).sum_into(&mut part);
    assert_eq!(wide.as_slice(), [expected[0], -1.0, expected[1], -1.0, expected[2], -1.0]);
}

#[test]
fn sums_of_many_rows_go_to_targets_of_any_strides() {
    // All sums are integers below 2^24, so that none is rounded.
    let value = |[n, i, j]: [usize; 3]| ((n + 5 * i + 7 * j) % 11) as f32;
    let a = Tensor::from_fn(extents![dyn 3000, 2, 3].unwrap(), value).unwrap();
    let expected = |i, j| (0..3000).map(|n| value([n, i, j])).sum::<f32>();
    let mut columns = Tensor::full(extents![3, 4], -1.0_f32).unwrap();
    let Ok(part) = columns.slice_mut(slice![.., ..4; 2]);
    let mut target = part.transpose();
    a.over(modes![0]).sum_into(&mut target).unwrap();
    for (i, j) in (0..2).flat_map(|i| (0..3).map(move |j| (i, j))) {
        assert_eq!((columns[[j, 2 * i]], columns[[j, 2 * i + 1]]), (expected(i, j), -1.0));
    }
}

#[test]
fn one_value_along_no_mode_is_its_own_sum() {
    let scalar = Tensor::full(extents![], 3.0_f32).unwrap();
    assert_eq!(scalar.over(modes![]).sum().unwrap().as_slice(), [3.0]);
    assert_eq!(scalar.over(modes![]).mean().unwrap().as_slice(), [3.0]);
    assert_eq!(scalar.over(modes![]).var(0).unwrap().as_slice(), [0.0]);
    let scalar = Tensor::full(DynRankExtents::new(&[]).unwrap(), 3.0_f32).unwrap();
    assert_eq!(scalar.over([0; 0]).sum().unwrap().as_slice(), [3.0]);
    assert_eq!((&scalar * 2.0).over([0; 0]).keep().sum().unwrap().as_slice(), [6.0]);
    let row = Tensor::full(extents![dyn 3].unwrap(), 3.0_f32).unwrap();
    assert_eq!(row.over([0; 0]).sum().unwrap().as_slice(), [3.0; 3]);
}

/// By hand: half of the values are `above` and half are `below` their mean, which is far from 0 and may have no number of this type.
#[test]
fn variances_of_values_far_from_zero_keep_their_digits() {
    for (count, low, step) in [
        (1000, 1e8_f32, 0.0),
        (1000, 1e8, 8.0),
        (100_000, 999.5, 1.0),
        (300_000, 1000.1, 0.0),
        (300_000, -1e6, 0.125),
    ] {
        let value = |[i, _]: [usize; 2]| low + step * (i % 2) as f32;
        let a = Tensor::from_fn(extents![dyn count, 3].unwrap(), value).unwrap();
        let turned = a.transpose().lazy().eval().unwrap();
        let exact = f64::from(step * step) / 4.0;
        let name = format!("{count} of {low} and {step} more");
        let check = |var: f32| {
            let error = (f64::from(var) - exact).abs();
            assert!(error <= 1e-5 * exact, "{name}: {var} should be {exact}");
        };
        check(a.var(0).unwrap());
        check((&a + &a).var(0).unwrap().unwrap() / 4.0);
        check(a.std(0).unwrap().powi(2));
        for vars in [
            a.over(0).var(0).unwrap(),
            a.transpose().over(1).var(0).unwrap(),
            turned.over(1).var(0).unwrap(),
            turned.transpose().over(0).var(0).unwrap(),
        ] {
            vars.as_slice().iter().for_each(|var| check(*var));
        }
        a.over(modes![0]).std(0).unwrap().as_slice().iter().for_each(|std| check(std.powi(2)));
    }
}
