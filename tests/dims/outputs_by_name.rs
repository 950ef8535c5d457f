//! Contractions into outputs, and plans, of operands without labels.

use super::*;
use extents::plan;

dims! { Key }

/// The products of two tensors, summed over `Key`, by definition.
fn scores(q: &Queries, k: &Keys, [b, t, p]: [usize; 3]) -> i64 {
    (0..q.extents().extents()[2]).map(|key| q[[b, t, key]] * k[[b, p, key]]).sum()
}

type Queries = TensorOf<StaticExtents![dyn Batch, dyn Time, dyn Key], i64>;
type Keys = TensorOf<StaticExtents![dyn Batch, dyn Past, dyn Key], i64>;

fn queries_and_keys() -> Result<(Queries, Keys), ShapeError> {
    let q = Tensor::from_fn(extents![dyn Batch = 2, dyn Time = 3, dyn Key = 4]?, |[b, t, x]| {
        (1 + b + 3 * t + 5 * x) as i64
    })?;
    let k = Tensor::from_fn(extents![dyn Batch = 2, dyn Past = 5, dyn Key = 4]?, |[b, p, x]| {
        (7 * b + 2 * p * x) as i64 - 4
    })?;
    Ok((q, k))
}

#[test]
fn names_are_the_labels_of_outputs_too() -> Result<(), ShapeError> {
    let (q, k) = queries_and_keys()?;
    let mut out = Tensor::full(extents![dyn Past = 5, dyn Batch = 2, dyn Time = 3]?, 100)?;
    contract!(out = q * k)?;
    let check =
        |out: &TensorOf<StaticExtents![dyn Past, dyn Batch, dyn Time], i64>, times, more| {
            for ([p, b, t], x) in out.indexed_iter() {
                assert_eq!(*x, times * scores(&q, &k, [b, t, p]) + more);
            }
        };
    check(&out, 1, 0);
    contract!(out += q * k)?;
    check(&out, 2, 0);
    contract!(out[Past, Batch, Time] = q * k; sum in i64)?;
    check(&out, 1, 0);
    contract!(out = q[Batch, Time, x] * k[Batch, Past, x])?;
    check(&out, 1, 0);
    contract!(out[Past, Batch, Time] += q[Batch, Time, Key] * k)?;
    check(&out, 2, 0);
    contract!(out.view_mut() = q.view() * (&k); path [(0, 1)])?;
    check(&out, 1, 0);
    // One operand: a sum over what the output lacks, and a permutation.
    let mut sums = Tensor::full(extents![dyn Key = 4, dyn Batch = 2]?, 0)?;
    contract!(sums = q)?;
    for ([x, b], sum) in sums.indexed_iter() {
        assert_eq!(*sum, (0..3).map(|t| q[[b, t, x]]).sum::<i64>());
    }
    let mut short = Tensor::full(extents![dyn Past = 5, dyn Batch = 2, dyn Time = 4]?, 0)?;
    let place = Place::Label(LabelName::new("Time"));
    let error = ShapeError::ExtentMismatch { place, expected: 3, found: 4 };
    assert_eq!(contract!(short = q * k), Err(error));
    Ok(())
}

#[test]
fn plans_of_names() -> Result<(), ShapeError> {
    let (q, k) = queries_and_keys()?;
    let by_label = plan!(q[Batch, Time, Key] * k[Batch, Past, Key] => [Time, Batch, Past])?;
    assert_eq!(plan!(q * k => [Time, Batch, Past])?, by_label);
    assert_eq!(plan!(q[Batch, Time, Key] * k => [Time, Batch, Past])?, by_label);
    assert_eq!(by_label.iterations(), 2 * 3 * 5 * 4);
    let weights = Tensor::full(extents![dyn Past = 5]?, 1)?;
    let path = plan!(q * k * weights => [Batch, Time])?;
    let by_label =
        plan!(q[Batch, Time, Key] * k[Batch, Past, Key] * weights[Past] => [Batch, Time])?;
    assert_eq!(path.to_string(), by_label.to_string());
    Ok(())
}
