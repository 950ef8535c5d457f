//! What two modes are together: in elementwise work, on a diagonal, and from type to type.

use super::*;

#[test]
fn elementwise_work_takes_the_name_that_one_side_has() {
    let named = batch_by_time(2, 3).unwrap();
    let plain = Tensor::full(extents![dyn 2, dyn 3].unwrap(), 1.0).unwrap();
    let _: TensorOf<BatchByTime, f64> = (&named + &named).eval().unwrap();
    let sum: TensorOf<BatchByTime, f64> = (&named + &plain).eval().unwrap();
    let turned: TensorOf<BatchByTime, f64> = (&plain + &named).eval().unwrap();
    assert_eq!(sum[[1, 2]], 13.0);
    assert_eq!(turned[[1, 2]], 13.0);
}

#[test]
fn equality_is_of_extents_and_elements_of_modes_that_may_be_equal() {
    let named = batch_by_time(2, 3).unwrap();
    let numbers: Vec<f64> = named.as_slice().to_vec();
    assert!(
        named == Tensor::from_vec(extents![dyn 2, dyn Time = 3].unwrap(), numbers.clone()).unwrap()
    );
    assert!(named == Tensor::from_vec(extents![2, 3], numbers.clone()).unwrap());
    assert!(named == Tensor::from_vec(DynRankExtents::new(&[2, 3]).unwrap(), numbers).unwrap());
    assert!(named == named.transpose().aligned_to(&named));
    assert!(named != batch_by_time(3, 2).unwrap());
    assert!(named != (&named + 1.0).eval().unwrap());
    Sym::<Batch>::new(2).scope(|batch| {
        let scoped =
            Tensor::from_vec(extents![dyn = batch, dyn 3].unwrap(), named.as_slice().to_vec());
        assert!(named == scoped.unwrap());
    });
}

#[test]
fn a_number_wins_over_a_name() {
    let named = batch_by_time(2, 3).unwrap();
    let known = Tensor::full(extents![dyn 2, 3].unwrap(), 1.0).unwrap();
    let sum: TensorOf<StaticExtents![dyn Batch, 3], f64> = (&named + &known).eval().unwrap();
    assert_eq!(sum[[1, 2]], 13.0);
    let other = Tensor::full(extents![dyn 2, 4].unwrap(), 1.0).unwrap();
    assert_eq!(
        (&named + &other).eval().unwrap_err(),
        ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 3, found: 4 },
    );
    let weights = Tensor::full(extents![3, 2], 1.0).unwrap();
    let _: TensorOf<StaticExtents![dyn Batch, 2], f64> =
        contract!(named[b, t] * weights[t, k] => [b, k]).unwrap();
    let _: TensorOf<StaticExtents![3], f64> =
        contract!(named[b, t] * weights[t, k] => [t]).unwrap();
}

#[test]
fn one_name_with_two_extents_is_an_error() {
    let (two, three) = (batch_by_time(2, 3).unwrap(), batch_by_time(3, 3).unwrap());
    assert_eq!(
        (&two + &three).eval().unwrap_err(),
        ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 2, found: 3 },
    );
}

#[test]
fn a_diagonal_has_the_name_of_its_modes() {
    let square =
        Tensor::from_fn(extents![dyn Time = 3, dyn Time = 3].unwrap(), |[n, m]| n * 3 + m).unwrap();
    let diagonal = square.diagonal(Const::<0>, Const::<1>).unwrap();
    let _: &StaticExtents![dyn Time] = diagonal.extents();
    assert_eq!(diagonal.iter().copied().collect::<Vec<_>>(), [0, 4, 8]);
}

#[test]
fn weaken_forgets_and_strengthen_names() {
    let named = extents![dyn Batch = 2, dyn Time = 3].unwrap();
    let open = named.weaken::<StaticExtents![dyn, dyn Time]>();
    assert_eq!(open.modes(), (Dyn::new(2), Sym::new(3)));
    let ranked = named.weaken::<DynExtents<2>>();
    assert_eq!(ranked.strengthen::<BatchByTime>(), Ok(named));
    assert_eq!(open.strengthen::<BatchByTime>(), Ok(named));
    assert_eq!(
        named.strengthen::<StaticExtents![dyn Batch, 4]>(),
        Err(ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 4, found: 3 }),
    );
}

/// Generic code over dims needs no bound but `Dim`, and over modes none but `Mode`.
fn linear<B: Dim, I: Dim, O: Dim>(
    x: &Matrix<B, I>,
    weights: &Matrix<I, O>,
) -> Result<Matrix<B, O>, ShapeError> {
    contract!(x[b, h] * weights[h, k] => [b, k])
}

#[test]
fn generic_code_over_dims_states_no_bound_beyond_dim() {
    let x = batch_by_time(2, 3).unwrap();
    let weights = Tensor::full(extents![dyn Time = 3, dyn Past = 4].unwrap(), 1.0).unwrap();
    let y = linear(&x, &weights).unwrap();
    assert_eq!(y.extents().extents(), [2, 4]);
    assert_eq!(y[[1, 0]], 33.0);
}
