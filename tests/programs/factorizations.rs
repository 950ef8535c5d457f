//! LU with pivots and Cholesky, in place, by parts of a view.

use extents::layout::TrustedLayout;
use extents::prelude::*;

use super::{assert_close, noise};

/// Replaces a matrix by its factors, and gives the order of the rows; `None` if it has no inverse.
fn lu<N: Mode, L: TrustedLayout<StaticExtents<(N, N)>>>(
    a: &mut ViewMut<'_, f64, StaticExtents<(N, N)>, L>,
) -> Option<Vec<usize>> {
    let [n, _] = a.extents().extents();
    let mut order: Vec<usize> = (0..n).collect();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| a[[i, k]].abs().total_cmp(&a[[j, k]].abs()))?;
        if a[[pivot, k]] == 0.0 {
            return None;
        }
        order.swap(k, pivot);
        for j in 0..n {
            a.swap([k, j], [pivot, j]).ok()?;
        }
        for i in k + 1..n {
            a[[i, k]] /= a[[k, k]];
            let factor = a[[i, k]];
            for j in k + 1..n {
                a[[i, j]] -= factor * a[[k, j]];
            }
        }
    }
    Some(order)
}

type Square<N> = TensorOf<StaticExtents<(N, N)>, f64>;

/// The lower factor of a positive definite matrix, by its columns.
fn cholesky<N: Mode>(a: &Square<N>) -> Option<Square<N>> {
    let [n, _] = a.extents().extents();
    let mut l = Tensor::full(*a.extents(), 0.0).ok()?;
    for j in 0..n {
        for i in j..n {
            let dot: f64 = (0..j).map(|k| l[[i, k]] * l[[j, k]]).sum();
            let rest = a[[i, j]] - dot;
            if i == j && rest <= 0.0 {
                return None;
            }
            l[[i, j]] = if i == j { rest.sqrt() } else { rest / l[[j, j]] };
        }
    }
    Some(l)
}

#[test]
fn factors_of_lu_multiply_to_the_rows_in_their_order() {
    let n = 7;
    let element = |i: usize, j: usize| noise(11 * i + j);
    let mut a = Tensor::from_fn(extents![7, 7], |[i, j]| element(i, j)).unwrap();
    let order = lu(&mut a.view_mut()).unwrap();
    for i in 0..n {
        for j in 0..n {
            let product: f64 = (0..=i.min(j))
                .map(|k| if k == i { a[[k, j]] } else { a[[i, k]] * a[[k, j]] })
                .sum();
            assert_close(product, element(order[i], j));
        }
    }
    let mut singular = Tensor::full(extents![dyn 3, dyn 3].unwrap(), 1.0).unwrap();
    assert_eq!(lu(&mut singular.view_mut()), None);
}

#[test]
fn factors_of_cholesky_multiply_to_the_matrix() {
    let n = 6;
    let root = |i: usize, j: usize| noise(13 * i + j) + if i == j { 2.0 } else { 0.0 };
    let matrix = |i: usize, j: usize| -> f64 { (0..n).map(|k| root(i, k) * root(j, k)).sum() };
    let a = Tensor::from_fn(extents![6, 6], |[i, j]| matrix(i, j)).unwrap();
    let l = cholesky(&a).unwrap();
    for i in 0..n {
        for j in 0..n {
            assert_close((0..n).map(|k| l[[i, k]] * l[[j, k]]).sum(), matrix(i, j));
            assert!(j <= i || l[[i, j]] == 0.0);
        }
    }
    let indefinite = Tensor::from_vec(extents![2, 2], vec![1.0, 2.0, 2.0, 1.0]).unwrap();
    assert!(cholesky(&indefinite).is_none());
}
