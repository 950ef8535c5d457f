//! Many small products of matrices of static extents beside each other.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::label::{b, i, j, k};
use extents::layout::Canonical;
use extents::{Extents, StaticExtents, Tensor, TensorOf, contract, extents};

/// As many that all of them together are not small.
const MANY: usize = 400;

fn left(batch: usize, row: usize, sum: usize) -> i64 {
    ((batch * 7 + row * 5 + sum * 3) % 11) as i64 - 5
}

fn right(batch: usize, sum: usize, column: usize) -> i64 {
    ((batch * 3 + sum * 2 + column * 9) % 13) as i64 - 6
}

fn product(batch: usize, row: usize, column: usize) -> i64 {
    (0..7).map(|sum| left(batch, row, sum) * right(batch, sum, column)).sum()
}

/// A tensor of what a function says of each index.
fn made<E: Extents<Index = [usize; 3]> + Default>(
    element: impl Fn([usize; 3]) -> i64,
) -> TensorOf<E, i64> {
    Tensor::from_fn(E::default(), element).unwrap()
}

#[test]
fn batches_are_the_outermost_mode_or_the_innermost_one() {
    let x = made::<StaticExtents![MANY, 6, 7]>(|[b, i, j]| left(b, i, j));
    let y = made::<StaticExtents![MANY, 7, 5]>(|[b, j, k]| right(b, j, k));
    let z = contract!(x[b, i, j] * y[b, j, k] => [b, i, k]).unwrap();
    assert_eq!(z, made::<StaticExtents![MANY, 6, 5]>(|[b, i, k]| product(b, i, k)));
    let z = contract!(x[b, i, j] * y[b, j, k] => [k, i, b]).unwrap();
    assert_eq!(z, made::<StaticExtents![5, 6, MANY]>(|[k, i, b]| product(b, i, k)));

    let x = made::<StaticExtents![6, 7, MANY]>(|[i, j, b]| left(b, i, j));
    let y = made::<StaticExtents![5, 7, MANY]>(|[k, j, b]| right(b, j, k));
    let z = contract!(x[i, j, b] * y[k, j, b] => [i, k, b]).unwrap();
    assert_eq!(z, made::<StaticExtents![6, 5, MANY]>(|[i, k, b]| product(b, i, k)));
}

#[test]
fn batches_are_added_to_what_is_there() {
    let x = made::<StaticExtents![MANY, 6, 7]>(|[b, i, j]| left(b, i, j));
    let y = made::<StaticExtents![MANY, 7, 5]>(|[b, j, k]| right(b, j, k));
    let start = |batch, row, column| (batch + 10 * row + 3 * column) as i64;
    let shape = extents![MANY, 6, 5];
    let mut z = Tensor::from_fn(extents::layout::ColMajor.of(shape), |[b, i, k]: [usize; 3]| {
        start(b, i, k)
    })
    .unwrap();
    contract!(z[b, i, k] += x[b, i, j] * y[b, j, k]).unwrap();
    for at @ [b, i, k] in shape.indices() {
        assert_eq!(z[at], start(b, i, k) + product(b, i, k), "{at:?}");
    }
}
