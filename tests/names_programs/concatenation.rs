//! What is put one after the other.

use extents::arrange::concat;

use super::*;

dims! { First, Second, Third }

/// Those above zero: how many is known only when it was done.
fn positive(x: &TensorOf<StaticExtents![dyn Time], f64>) -> TensorOf<StaticExtents![dyn], f64> {
    let kept: Vec<f64> = x.iter().copied().filter(|x| *x > 0.0).collect();
    Tensor::from_vec(extents![dyn kept.len()].unwrap(), kept).unwrap()
}

#[test]
fn p17_what_a_filter_keeps_before_each_row() {
    let x = Tensor::from_vec(extents![dyn Time = 4].unwrap(), vec![3.0, -1.0, 2.0, -5.0]).unwrap();
    let rows = Tensor::from_fn(extents![dyn Rows = 2, dyn Columns = 3].unwrap(), number).unwrap();
    let kept = positive(&x);
    let kept = kept.broadcast_to(extents![dyn Rows = 2, dyn kept.len()].unwrap()).unwrap();
    let all: TensorOf<StaticExtents![dyn Rows, dyn], f64> =
        concat::<Dyn, _, _>(Const::<1>, (&kept, &rows)).unwrap();
    assert_eq!(all.extents().extents(), [2, 5]);
    for ([m, n], entry) in all.indexed_iter() {
        let expected = match n {
            0 => 3.0,
            1 => 2.0,
            _ => number([m, n - 2]),
        };
        assert_eq!(*entry, expected);
    }
}

#[test]
fn p18_what_two_filters_keep() {
    let vector =
        |x: [f64; 3]| Tensor::from_vec(extents![dyn Time = 3].unwrap(), x.to_vec()).unwrap();
    let three = positive(&vector([1.0, 2.0, 3.0]));
    let two = positive(&vector([-1.0, 2.0, 3.0]));
    let error = (&three + &two).eval().unwrap_err();
    assert_eq!(error, of_mode(0, 3, 2));
    assert_eq!(error.to_string(), "mode 0 should have extent 3, but has 2");
}

/// The entries `0..extent` of a vector of this name, as [`number`]s from `from` on.
fn vector<D: Dim>(extent: usize, from: usize) -> TensorOf<StaticExtents![dyn D], f64> {
    Tensor::from_fn(extents![dyn D = extent].unwrap(), |[n]| (from + n) as f64).unwrap()
}

#[test]
fn p13_one_more_before_and_one_more_after() {
    let (x, one) = (vector::<Time>(3, 0), Tensor::full(extents![1], 9.0).unwrap());
    let after = concat::<Named, _, _>(Const::<0>, (&x, &one)).unwrap();
    let _: &StaticExtents![(Time + 1)] = after.extents();
    let before = concat::<Named, _, _>(Const::<0>, (&one, &x)).unwrap();
    let _: &StaticExtents![(1 + Time)] = before.extents();
    // The order of a sum is that of the entries; to take one for the other is written.
    let before = before.same::<StaticExtents![(Time + 1)]>().unwrap();
    let sum: TensorOf<StaticExtents![(Time + 1)], f64> = (&after + before).eval().unwrap();
    assert_eq!(sum.as_slice(), [9.0, 1.0, 3.0, 11.0]);
}

#[test]
fn p14_one_entry_then_all_but_the_last() {
    let (x, one) = (vector::<Time>(4, 0), Tensor::full(extents![1], 9.0).unwrap());
    let all_but_the_last = x.slice(slice![(..-1)]).unwrap();
    let shifted = concat::<Named, _, _>(Const::<0>, (&one, &all_but_the_last)).unwrap();
    let _: &StaticExtents![(1 + (Time - 1))] = shifted.extents();
    let shifted = shifted.same::<StaticExtents![dyn Time]>().unwrap();
    let product: TensorOf<StaticExtents![dyn Time], f64> = (shifted * &x).eval().unwrap();
    assert_eq!(product.as_slice(), [0.0, 0.0, 2.0, 6.0]);
}

#[test]
fn p15_brackets_make_no_difference() {
    let (a, b, c) = (vector::<First>(1, 0), vector::<Second>(2, 1), vector::<Third>(3, 3));
    let left = concat::<Named, _, _>(Const::<0>, (&a, &b)).unwrap();
    let left = concat::<Named, _, _>(Const::<0>, (&left, &c)).unwrap();
    let right = concat::<Named, _, _>(Const::<0>, (&b, &c)).unwrap();
    let right = concat::<Named, _, _>(Const::<0>, (&a, &right)).unwrap();
    let sum: TensorOf<StaticExtents![(First + Second + Third)], f64> =
        (&left + &right).eval().unwrap();
    assert_eq!(sum.as_slice(), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
}

#[test]
fn p19_a_vector_after_itself() {
    let x = vector::<Time>(3, 0);
    let doubled = concat::<Named, _, _>(Const::<0>, (&x, &x)).unwrap();
    let _: &StaticExtents![(Time + Time)] = doubled.extents();
    let twice = <StaticExtents![(2 * Time)]>::from_extents(&[6]).unwrap();
    let twice = Tensor::from_fn(twice, |[n]| n as f64).unwrap();
    let doubled = doubled.same::<StaticExtents![(2 * Time)]>().unwrap();
    let sum: TensorOf<StaticExtents![(2 * Time)], f64> = (doubled + &twice).eval().unwrap();
    assert_eq!(sum.as_slice(), [0.0, 2.0, 4.0, 3.0, 5.0, 7.0]);
}

/// What changes from one entry to the next, weighted.
fn changes(
    states: &TensorOf<StaticExtents![(Time + 1)], f64>,
    weights: &TensorOf<StaticExtents![dyn Time], f64>,
) -> Result<TensorOf<StaticExtents![dyn Time], f64>, ShapeError> {
    let (later, earlier) = (states.slice(slice![(1..)])?, states.slice(slice![(..-1)])?);
    let changes: TensorOf<StaticExtents![(Time + 1 - 1)], f64> = (later - earlier).eval()?;
    (changes.same::<StaticExtents![dyn Time]>()? * weights).eval()
}

#[test]
fn p20_one_more_state_than_steps() {
    let states = <StaticExtents![(Time + 1)]>::from_extents(&[3]).unwrap();
    let states = Tensor::from_vec(states, vec![1.0, 4.0, 9.0]).unwrap();
    let weights = Tensor::from_vec(extents![dyn Time = 2].unwrap(), vec![1.0, 2.0]).unwrap();
    assert_eq!(changes(&states, &weights).unwrap().as_slice(), [3.0, 10.0]);
    assert!(changes(&states, &vector::<Time>(3, 0)).is_err());
}
