//! What repeats, and what does not.

use super::*;

#[test]
fn p32_a_column_repeats_where_that_is_written() {
    let column = Tensor::from_fn(extents![dyn Rows = 3, 1].unwrap(), number).unwrap();
    let wide = Tensor::from_fn(extents![dyn Rows = 3, 4].unwrap(), number).unwrap();
    let sum: TensorOf<StaticExtents![dyn Rows, 4], f64> =
        (&wide + column.broadcast_like(&wide).unwrap()).eval().unwrap();
    for ([m, n], sum) in sum.indexed_iter() {
        assert_eq!(*sum, number([m, n]) + number([m, 0]));
    }
}

#[test]
fn p34_a_name_and_a_number() {
    let add = |extent: usize| {
        let named = Tensor::full(extents![dyn Rows = extent].unwrap(), 1.0).unwrap();
        let four = Tensor::full(extents![4], 2.0).unwrap();
        let sum: Result<TensorOf<StaticExtents![4], f64>, ShapeError> = (&four + &named).eval();
        sum
    };
    assert_eq!(add(4).unwrap().as_slice(), [3.0; 4]);
    let error = add(3).unwrap_err();
    assert_eq!(error, of_mode(0, 4, 3));
    assert_eq!(error.to_string(), "mode 0 should have extent 4, but has 3");
}

#[test]
fn p36_a_batch_of_one_does_not_repeat() {
    let one = Tensor::full(extents![dyn Batch = 1, 3].unwrap(), 1.0).unwrap();
    let five = Tensor::full(extents![dyn Batch = 5, 3].unwrap(), 1.0).unwrap();
    let error = (&one + &five).eval().unwrap_err();
    assert_eq!(error, of_mode(0, 1, 5));
    assert_eq!(error.to_string(), "mode 0 should have extent 1, but has 5");
}
