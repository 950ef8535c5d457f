//! The layer of a result: `DynExtents<R>` where no operand has modes in its type, else `StaticExtents<_>`.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test says what is wrong by panicking"
)]

use extents::label::{i, j, k, l};
use extents::{
    Compose, Composed, DynExtents, DynRankExtents, Extents, ShapeError, StaticExtents, Tensor,
    TensorOf, contract, dims, extents, plan,
};

type Matrix = TensorOf<DynExtents<2>, f64>;

fn matrix(rows: usize, columns: usize) -> Matrix {
    let elements = (0..rows * columns).map(|n| n as f64).collect();
    Tensor::from_vec(DynExtents::new([rows, columns]).unwrap(), elements).unwrap()
}

/// Each element of the product, by the definition.
fn product(a: &Matrix, b: &Matrix) -> Vec<f64> {
    let ([rows, inner], [_, columns]) = (a.extents().extents(), b.extents().extents());
    let each = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    each.map(|(row, column)| (0..inner).map(|n| a[[row, n]] * b[[n, column]]).sum()).collect()
}

#[test]
fn operands_of_values_give_values() {
    let (a, b) = (matrix(2, 3), matrix(3, 4));
    let c: Matrix = contract!(a[i, j] * b[j, k] => [i, k]).unwrap();
    assert_eq!((c.extents().extents(), c.as_slice()), ([2, 4], &product(&a, &b)[..]));

    // One operand, three, and results of other ranks.
    let transposed: Matrix = contract!(a[i, j] => [j, i]).unwrap();
    assert_eq!(transposed.as_slice(), [0.0, 3.0, 1.0, 4.0, 2.0, 5.0]);
    let all: TensorOf<DynExtents<0>, f64> = contract!(a[i, j] => []).unwrap();
    assert_eq!(all[[]], 15.0);
    let outer: TensorOf<DynExtents<4>, f64> = contract!(a[i, j] * b[k, l] => [i, k, j, l]).unwrap();
    assert_eq!((outer.extents().extents(), outer[[1, 2, 0, 3]]), ([2, 3, 3, 4], 3.0 * 11.0));
    let chain: Matrix = contract!(a[i, j] * b[j, k] * b[l, k] => [i, l]).unwrap();
    let right = contract!(b[l, k] => [k, l]).unwrap();
    assert_eq!(chain.as_slice(), product(&c, &right));

    // Views, and options.
    let of_views: Matrix =
        contract!((a.view())[i, j] * (b.view())[j, k] => [i, k]; sum in f64).unwrap();
    assert_eq!(of_views.as_slice(), c.as_slice());
    let mut target: Matrix = Tensor::zeros(DynExtents::new([2, 4]).unwrap()).unwrap();
    contract!(target[i, k] = a[i, j] * b[j, k]).unwrap();
    assert_eq!(target.as_slice(), c.as_slice());
}

#[test]
fn one_operand_with_typed_modes_gives_typed_modes() {
    let (a, b) = (matrix(2, 3), Tensor::full(extents![3, dyn 4].unwrap(), 1.0).unwrap());
    let c: TensorOf<StaticExtents![dyn, dyn], f64> =
        contract!(a[i, j] * b[j, k] => [i, k]).unwrap();
    assert_eq!(c.as_slice(), [3.0, 3.0, 3.0, 3.0, 12.0, 12.0, 12.0, 12.0]);
    // Wherever it stands.
    let c: TensorOf<StaticExtents![dyn, dyn], f64> =
        contract!(b[j, k] * a[i, j] * a[l, j] => [i, k]).unwrap();
    // The columns of `a` add up to 3, 5 and 7: 0 * 3 + 1 * 5 + 2 * 7, and 3 * 3 + 4 * 5 + 5 * 7.
    assert_eq!(c.as_slice(), [19.0, 19.0, 19.0, 19.0, 64.0, 64.0, 64.0, 64.0]);
    let c: TensorOf<StaticExtents![3, dyn], f64> =
        contract!(a[i, j] * a[i, l] * b[j, k] => [j, k]).unwrap();
    assert_eq!(c.extents().extents(), [3, 4]);

    dims! { Time }
    let named = Tensor::full(extents![dyn Time = 3].unwrap(), 2.0).unwrap();
    let c: TensorOf<StaticExtents![dyn, dyn Time], f64> =
        contract!(a[i, Time] * named => [i, Time]).unwrap();
    assert_eq!(c.as_slice(), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
}

#[test]
fn the_labels_are_the_rank_of_operands_without_one() {
    let a = matrix(2, 3);
    let b = matrix(3, 2).weaken::<DynRankExtents>();
    let mixed: Matrix = contract!(a[i, j] * b[j, k] => [i, k]).unwrap();
    let other: Matrix = contract!(b[j, k] * a[i, j] => [i, k]).unwrap();
    let square: Matrix = contract!(b[i, j] * b[k, j] => [i, k]).unwrap();
    assert_eq!(mixed.as_slice(), product(&a, &matrix(3, 2)));
    assert_eq!(other.as_slice(), mixed.as_slice());
    assert_eq!(square.as_slice(), [1.0, 3.0, 5.0, 3.0, 13.0, 23.0, 5.0, 23.0, 41.0]);
}

#[test]
fn extents_alone_compose_in_their_layer() {
    let (a, b) = (DynExtents::new([2, 3]).unwrap(), DynExtents::new([3, 4]).unwrap());
    let c: DynExtents<2> = contract!(a[i, j] * b[j, k] => [i, k]).unwrap();
    assert_eq!(c.extents(), [2, 4]);
    let c: StaticExtents![dyn, 4] = contract!(a[i, j] * extents![3, 4][j, k] => [i, k]).unwrap();
    assert_eq!(c.extents(), [2, 4]);
    let error = contract!(a[i, j] * b[k, j] => [i, k]).unwrap_err();
    assert!(matches!(error, ShapeError::ExtentMismatch { expected: 3, found: 4, .. }));
    let large = DynExtents::new([1 << 40]).unwrap();
    let error = contract!(large[i] * large[j] => [i, j]).unwrap_err();
    assert!(matches!(error, ShapeError::SizeOverflow { .. }));
}

/// The bound of generic code says the layer of its result.
#[test]
fn generic_code_gives_the_layer_of_its_operands() {
    type Product<A, B> = Composed<(A, B), ((i, j), (j, k)), (i, k)>;
    fn matmul<A: Extents, B: Extents>(
        a: &TensorOf<A, f64>,
        b: &TensorOf<B, f64>,
    ) -> Result<TensorOf<Product<A, B>, f64>, ShapeError>
    where
        (A, B): Compose<((i, j), (j, k)), (i, k)>,
    {
        contract!(a[i, j] * b[j, k] => [i, k])
    }
    let (a, b) = (matrix(2, 3), matrix(3, 4));
    let c: Matrix = matmul(&a, &b).unwrap();
    assert_eq!(c.as_slice(), product(&a, &b));
}

#[test]
fn plans_are_those_of_the_same_numbers() {
    let (a, b) = (matrix(2, 3), matrix(3, 4));
    let plan = plan!(a[i, j] * b[j, k] => [i, k]).unwrap();
    let table = plan.to_string();
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split_whitespace().collect()).collect();
    // Label, class, extent, and the steps in the operands and in a row-major result.
    assert_eq!(rows[1], ["i", "left", "free", "2", "3", "0", "4"]);
    assert_eq!(rows[2], ["k", "right", "free", "4", "0", "1", "1"]);
    assert_eq!(rows[3], ["j", "contracted", "3", "1", "4", "0"]);
}
