//! Sums of many floats lose few digits, and no value is left out or added twice where rows are cut in halves.
#![allow(clippy::unwrap_used, reason = "a panic fails the test, as it should")]

use extents::prelude::*;

/// `sum` is within a few roundings of `count` times `value`, although each of the values is rounded.
#[track_caller]
fn assert_few_roundings(sum: f32, count: usize, value: f32) {
    let exact = f64::from(value) * count as f64;
    let error = (f64::from(sum) - exact).abs() / exact;
    assert!(error < 40.0 * f64::from(f32::EPSILON), "{sum} should be {exact}");
}

#[test]
fn sums_of_millions_keep_their_digits() {
    let count = 3_000_000;
    let a = Tensor::full(extents![dyn count].unwrap(), 0.1_f32).unwrap();
    assert_few_roundings(a.sum(), count, 0.1);
    assert_few_roundings(a.lazy().sum().unwrap(), count, 0.1);
    assert_few_roundings((&a + &a).sum().unwrap(), count, 0.2);
    assert_few_roundings(a.mean().unwrap(), 1, 0.1);
    let rows = Tensor::full(extents![3, dyn count / 3].unwrap(), 0.1_f32).unwrap();
    for sum in rows.over(modes![1]).sum().unwrap().iter() {
        assert_few_roundings(*sum, count / 3, 0.1);
    }
    // Rows of a part, which do not follow each other in memory.
    let Ok(part) = rows.slice(slice![..3; 2, ..]);
    assert_few_roundings(part.sum(), 2 * (count / 3), 0.1);
}

#[test]
fn each_value_of_a_long_row_is_added_once() {
    // All sums are integers below 2^24, so that none is rounded.
    for count in [511, 512, 513, 4095, 4096, 4097, 8191, 8192, 8193, 12_289, 16_385, 20_003] {
        let value = |n: usize| (n % 13) as f32;
        let expected: f32 = (0..count).map(value).sum();
        let a = Tensor::from_fn(extents![dyn count].unwrap(), |[n]| value(n)).unwrap();
        assert_eq!(a.sum().to_bits(), expected.to_bits(), "{count}");
        let rows = Tensor::from_fn(extents![2, dyn count].unwrap(), |[i, n]| value(n + i)).unwrap();
        let sums = rows.over(modes![1]).sum().unwrap();
        assert_eq!(sums[[0]].to_bits(), expected.to_bits(), "{count}");
        assert_eq!(sums[[1]].to_bits(), (expected + value(count)).to_bits(), "{count}");
    }
}
