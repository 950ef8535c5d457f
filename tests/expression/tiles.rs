//! Lazy expressions of matrices that are read across each other, and go tile by tile: each value is
//! the one that its index says.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_wrap,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use std::cell::Cell;

use extents::expression::computed;
use extents::{Const, DynExtents, Tensor, modes};

/// A matrix with a different number in each place.
fn numbered(rows: usize, columns: usize) -> Tensor<i64, DynExtents<2>> {
    let numbers = (0..rows * columns).map(|n| n as i64 * 7 - 3).collect();
    Tensor::from_vec(DynExtents::new([rows, columns]).unwrap(), numbers).unwrap()
}

/// Sizes at, below and above whole tiles, at strides that go tile by tile, and two that go row by row.
const SIZES: [(usize, usize); 7] =
    [(256, 128), (256, 143), (512, 159), (256, 161), (256, 300), (512, 127), (257, 191)];

#[test]
fn a_matrix_and_a_transposed_one_meet_place_by_place() {
    for (rows, columns) in SIZES {
        let (a, b) = (numbered(rows, columns), numbered(columns, rows));
        let across = b.view().transpose();
        let sum = (&a - &across * 2).eval().unwrap();
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            assert_eq!(sum[[i, j]], a[[i, j]] - 2 * b[[j, i]], "{rows} x {columns} at {i}, {j}");
        }
        let products: i64 = (0..rows)
            .flat_map(|i| (0..columns).map(move |j| (i, j)))
            .map(|(i, j)| a[[i, j]].wrapping_mul(b[[j, i]]))
            .fold(0, i64::wrapping_add);
        assert_eq!((&a * across).sum(), Ok(products));
        let mut target = numbered(columns, rows);
        (&a + 0).assign_to(&mut target.view_mut().transpose()).unwrap();
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            assert_eq!(target[[j, i]], a[[i, j]]);
        }
    }
}

#[test]
fn modes_that_run_backwards_and_indices_go_tile_by_tile_too() {
    for (rows, columns) in SIZES {
        let (a, b) = (numbered(rows, columns), numbered(columns, rows));
        let across = b.view().transpose().reverse(Const::<0>);
        let index =
            computed(DynExtents::new([rows, columns]).unwrap(), |[i, j]| (1000 * i + j) as i64);
        let sum = (&a + across + index).eval().unwrap();
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            let expected = a[[i, j]] + b[[j, rows - 1 - i]] + (1000 * i + j) as i64;
            assert_eq!(sum[[i, j]], expected, "{rows} x {columns} at {i}, {j}");
        }
    }
}

#[test]
fn three_modes_in_another_order() {
    let extents = [256, 3, 140];
    let numbers: Vec<i64> = (0..extents.iter().product::<usize>() as i64).collect();
    let a = Tensor::from_vec(DynExtents::new(extents).unwrap(), numbers.clone()).unwrap();
    let b = Tensor::from_vec(DynExtents::new([140, 3, 256]).unwrap(), numbers).unwrap();
    let turned = b.view().permute(modes![2, 1, 0]);
    let sum = (&a * 5 + turned).eval().unwrap();
    for i in 0..256 {
        for (j, k) in (0..3).flat_map(|j| (0..140).map(move |k| (j, k))) {
            assert_eq!(sum[[i, j, k]], a[[i, j, k]] * 5 + b[[k, j, i]], "at {i}, {j}, {k}");
        }
    }
}

#[test]
fn a_search_ends_with_the_tile_that_has_it() {
    let (a, b) = (numbered(256, 256), numbered(256, 256));
    let across = b.view().transpose();
    let asked = Cell::new(0);
    let counted = (&a - across).map(|difference| {
        asked.set(asked.get() + 1);
        difference
    });
    assert_eq!(counted.any(|difference| difference == 0), Ok(true));
    assert!(asked.get() < 256 * 256, "the first tile has a zero, but {} were asked", asked.get());
    assert_eq!(counted.any(|difference| difference == i64::MAX), Ok(false));
}
