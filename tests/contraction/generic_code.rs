//! `contract!` inside generic functions, and from a crate that has another name.
#![allow(
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::arrange::concat;
use extents::error::Place;
use extents::label::{LabelName, i, j, k};
use extents::{
    Compose, Composed, DynExtents, DynRankExtents, Extents, Mode, Rank, Scalar, ShapeError,
    StaticExtents, Tensor, TensorOf, View, contract, einsum, extents,
};

fn mismatch(label: &str, left: usize, right: usize) -> ShapeError {
    ShapeError::ExtentMismatch {
        place: Place::Label(LabelName::new(label)),
        expected: left,
        found: right,
    }
}

/// Const parameters need no bounds.
fn by_const_parameters<const M: usize, const K: usize, const N: usize>(
    x: &TensorOf<StaticExtents![M, K], f64>,
    y: &TensorOf<StaticExtents![K, N], f64>,
) -> Result<TensorOf<StaticExtents![M, N], f64>, ShapeError> {
    contract!(x[i, j] * y[j, k] => [i, k])
}

/// Nor do modes.
fn by_modes<M: Mode, K: Mode, N: Mode>(
    x: &TensorOf<StaticExtents<(M, K)>, f64>,
    y: &TensorOf<StaticExtents<(K, N)>, f64>,
) -> Result<TensorOf<StaticExtents<(N, M)>, f64>, ShapeError> {
    contract!(x[i, j] * y[j, k] => [k, i])
}

fn trace<M: Mode>(x: &TensorOf<StaticExtents<(M, M)>, f64>) -> Result<f64, ShapeError> {
    Ok(contract!(x[i, i] => [])?[[]])
}

type Product<A, B> = Composed<(A, B), ((i, j), (j, k)), (i, k)>;

/// Extents need the one bound, which gives the result's.
fn by_one_bound<A: Extents, B: Extents>(
    x: &TensorOf<A, f64>,
    y: &TensorOf<B, f64>,
) -> Result<TensorOf<Product<A, B>, f64>, ShapeError>
where
    (A, B): Compose<((i, j), (j, k)), (i, k)>,
{
    contract!(x[i, j] * y[j, k] => [i, k])
}

#[test]
fn generic_functions_contract_under_each_kind_of_bound() {
    let x = Tensor::from_vec(extents![1, 2], vec![1.0, 2.0]).unwrap();
    let y = Tensor::from_vec(extents![2, 3], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
    let product = [9.0, 12.0, 15.0];
    assert_eq!(by_const_parameters(&x, &y).unwrap().as_slice(), product);
    let r: TensorOf<StaticExtents![3, 1], f64> = by_modes(&x, &y).unwrap();
    assert_eq!(r.as_slice(), product);
    let r: TensorOf<StaticExtents![1, 3], f64> = by_one_bound(&x, &y).unwrap();
    assert_eq!(r.as_slice(), product);
    let (x, y) = (x.weaken::<StaticExtents![1, dyn]>(), y.weaken::<StaticExtents![dyn; 2]>());
    let r: TensorOf<StaticExtents![dyn, 1], f64> = by_modes(&x, &y).unwrap();
    assert_eq!(r.as_slice(), product);
    let y = y.weaken::<DynRankExtents>();
    let r: TensorOf<StaticExtents![1, dyn], f64> = by_one_bound(&x, &y).unwrap();
    assert_eq!(r.as_slice(), product);
    assert_eq!(by_one_bound(&x, &x).unwrap_err(), mismatch("j", 2, 1));
    assert_eq!(trace(&Tensor::full(extents![dyn 3, dyn 3].unwrap(), 2.0).unwrap()), Ok(6.0));
    assert_eq!(trace(&Tensor::full(extents![4, 4], 2.0).unwrap()), Ok(8.0));
}

/// To run-time rank from any extents, without a bound.
fn weakened<T: Scalar, E: Extents>(x: &Tensor<T, E>) -> View<'_, T, DynRankExtents> {
    x.view().weaken()
}

/// To run-time extents from any of one rank.
fn weakened_in_rank<E: Rank<2>>(x: &TensorOf<E, f64>) -> View<'_, f64, DynExtents<2>> {
    x.view().weaken()
}

/// Labels as text take operands of any extents.
fn transposed_by_text<T: Scalar, E: Extents>(
    x: &Tensor<T, E>,
) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
    einsum("ij->ji", &[x])
}

fn joined<T: Scalar, E: Extents>(
    parts: &[&Tensor<T, E>],
) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
    Ok(concat(0, parts)?.weaken())
}

#[test]
fn any_extents_weaken_to_those_of_run_time_in_generic_functions() {
    let typed = Tensor::from_vec(extents![2, 3], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
    let open = typed.clone().weaken::<DynExtents<2>>();
    let of_any_rank = typed.clone().weaken::<DynRankExtents>();
    for view in [weakened(&typed), weakened(&open), weakened(&of_any_rank)] {
        assert_eq!((view.extents().as_slice(), view.as_slice()), (&[2, 3][..], typed.as_slice()));
    }
    for view in [weakened_in_rank(&typed), weakened_in_rank(&open)] {
        assert_eq!((view.extents(), view.as_slice()), (open.extents(), typed.as_slice()));
    }
    let turned = [1.0, 4.0, 2.0, 5.0, 3.0, 6.0];
    assert_eq!(transposed_by_text(&typed).unwrap().as_slice(), turned);
    assert_eq!(transposed_by_text(&of_any_rank).unwrap().as_slice(), turned);
    let twice = joined(&[&typed, &typed]).unwrap();
    assert_eq!(twice.extents().as_slice(), [4, 3]);
    assert_eq!(twice.as_slice(), [typed.as_slice(), typed.as_slice()].concat());
    assert!(weakened(&Tensor::<f64>::null()).extents().is_null());
}

mod renamed {
    extern crate extents as shapes;

    use shapes::label::j;
    use shapes::{InlineTensor, StaticExtents, contract};

    shapes::labels! { own }
    shapes::check!(StaticExtents![2, 2]);

    #[test]
    fn the_macros_work_where_the_crate_is_renamed() {
        let x = InlineTensor::<i32, StaticExtents![2, 2]>::from_array([[1, 2], [3, 4]]);
        let Ok(transposed) = contract!(x[own, j] => [j, own]);
        assert_eq!(transposed.into_array(), [[1, 3], [2, 4]]);
        let mut sums = InlineTensor::<i32, StaticExtents![2]>::inline_zeros();
        let Ok(()) = contract!(sums[j] += x[own, j]);
        assert_eq!(sums.into_array(), [4, 6]);
        let mixed: StaticExtents![2, dyn] = shapes::extents![2, dyn 3].unwrap();
        assert_eq!(mixed, shapes::extents![2, 3]);
    }
}
