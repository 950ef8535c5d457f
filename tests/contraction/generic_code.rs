//! `contract!` inside generic functions, and from a crate that has another name.
#![allow(
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::error::Place;
use extents::label::{LabelName, i, j, k};
use extents::{
    Compose, Composed, DynRankExtents, Extents, Mode, ShapeError, StaticExtents, Tensor, TensorOf,
    contract, extents,
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
