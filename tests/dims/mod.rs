//! Names for run-time extents: what meets under one label or at one place keeps or takes a name, and extents are compared
//! whatever their names.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]
#![allow(clippy::type_complexity, reason = "the types are what is tested")]

use extents::error::Place;
use extents::label::LabelName;
use extents::prelude::*;

mod aligned;
mod arithmetic;
mod arranged;
mod broadcast;
mod by_name;
mod entries;
mod hostile;
mod inline;
mod kinds;
mod layers;
mod outputs_by_name;
mod parts_by_name;
mod random;
mod random_programs;
mod random_shapes;
mod random_steps;
mod rules;
mod same;
mod scopes;
mod scopes_hostile;
mod sets;

dims! { pub Batch, pub Time, Past }

type BatchByTime = StaticExtents![dyn Batch, dyn Time];
type Matrix<A, B> = TensorOf<StaticExtents![dyn A, dyn B], f64>;

fn batch_by_time(batch: usize, time: usize) -> Result<TensorOf<BatchByTime, f64>, ShapeError> {
    Tensor::from_fn(extents![dyn Batch = batch, dyn Time = time]?, |[n, m]| {
        10.0 * n as f64 + m as f64
    })
}

#[test]
fn names_are_in_the_type_and_take_no_room() {
    assert_eq!(size_of::<StaticExtents![dyn Batch, 64]>(), size_of::<usize>());
    let _: StaticExtents![dyn Batch, 3, dyn self::Time, dyn] =
        extents![dyn Batch = 2, 3, dyn self::Time = 5, dyn 7].unwrap();
    let _: StaticExtents<(Sym<Batch>, Const<3>)> = extents![dyn Batch = 1 + 1, 3,].unwrap();
}

#[test]
fn debug_shows_names_and_display_does_not() {
    let shape = extents![dyn Batch = 3, dyn 5, 64].unwrap();
    assert_eq!(format!("{shape:?}"), "[Batch = 3, dyn 5, 64]");
    assert_eq!(shape.to_string(), "[3, 5, 64]");
    assert_eq!(format!("{:?}", Sym::<Past>::new(4)), "Past = 4");
}

#[test]
fn a_question_mark_in_an_extent_belongs_to_the_function_around_it() -> Result<(), ShapeError> {
    let batch = || Ok::<usize, ShapeError>(3);
    let shape = extents![dyn Batch = batch()?, dyn batch()?]?;
    assert_eq!(shape.extents(), [3, 3]);
    Ok(())
}

#[test]
fn extents_that_are_too_large_are_an_error_with_names_too() {
    assert_eq!(
        extents![dyn Batch = usize::MAX, dyn Time = 2],
        extents![dyn usize::MAX, dyn 2].map(|_| unreachable!()),
    );
}

#[test]
fn a_contraction_keeps_names_and_compares_what_has_the_same() {
    let x = batch_by_time(2, 3).unwrap();
    let w = Tensor::from_fn(extents![dyn Time = 3, 4].unwrap(), |[m, n]| (m * n) as f64).unwrap();
    let y: TensorOf<StaticExtents![dyn Batch, 4], f64> =
        contract!(x[b, t] * w[t, k] => [b, k]).unwrap();
    for (n, m) in (0..2).flat_map(|n| (0..4).map(move |m| (n, m))) {
        let sum: f64 = (0..3).map(|l| ((10 * n + l) * (l * m)) as f64).sum();
        assert_eq!(y[[n, m]], sum);
    }
    let short = Tensor::full(extents![dyn Time = 2, 4].unwrap(), 1.0).unwrap();
    assert_eq!(
        contract!(x[b, t] * short[t, k] => [b, k]).unwrap_err(),
        ShapeError::ExtentMismatch {
            place: Place::Label(LabelName::new("t")),
            expected: 3,
            found: 2
        },
    );
}

#[test]
fn dims_are_labels() {
    let x = batch_by_time(2, 3).unwrap();
    let sums: TensorOf<StaticExtents![dyn Batch], f64> =
        contract!(x[Batch, Time] => [Batch]).unwrap();
    assert_eq!(sums.iter().copied().collect::<Vec<_>>(), [3.0, 33.0]);
    let columns: TensorOf<StaticExtents![dyn Time], f64> = contract!(x[h, Time] => [Time]).unwrap();
    assert_eq!(columns.iter().copied().collect::<Vec<_>>(), [10.0, 12.0, 14.0]);
    // Of modes without a name too, and of those of a scope.
    let twos = Tensor::full(extents![dyn 2, 3].unwrap(), 2.0).unwrap();
    let sums = contract!(x[Batch, Time] * twos[Batch, Time] => [Batch]).unwrap();
    assert_eq!(sums.as_slice(), [6.0, 66.0]);
    Sym::<Batch>::new(2).scope(|batch| {
        let threes = Tensor::full(extents![dyn = batch, 3].unwrap(), 3.0).unwrap();
        let sums = contract!(x[Batch, Time] * threes[Batch, Time] => [Batch]).unwrap();
        assert_eq!(sums.as_slice(), [9.0, 99.0]);
    });
}

#[test]
fn rearrangements_keep_names() {
    let x = batch_by_time(2, 3).unwrap();
    let turned = x.permute(modes![1, 0]);
    let _: &StaticExtents![dyn Time, dyn Batch] = turned.extents();
    let rows = x.slice(slice![.., 1..3]).unwrap();
    let _: &StaticExtents![dyn Batch, 2] = rows.extents();
    let row = x.chip(slice![1, ..]).unwrap();
    let _: &StaticExtents![dyn Time] = row.extents();
    assert_eq!(row.iter().copied().collect::<Vec<_>>(), [10.0, 11.0, 12.0]);
}

#[test]
fn folds_keep_the_names_of_what_is_left() {
    let x = batch_by_time(2, 3).unwrap();
    let sums: TensorOf<StaticExtents![dyn Batch], f64> = x.over(modes![1]).sum().unwrap();
    assert_eq!(sums.iter().copied().collect::<Vec<_>>(), [3.0, 33.0]);
}
