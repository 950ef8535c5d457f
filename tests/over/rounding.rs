//! Sums of many floats lose few digits, and each value is added once, however rows are cut into blocks.
#![allow(clippy::unwrap_used, reason = "a panic fails the test, as it should")]

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
