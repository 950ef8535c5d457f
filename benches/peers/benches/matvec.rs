//! A matrix times a vector, the matrix row-major or column-major: 128 x 128 and 2048 x 2048 `f64`.
//!
//! The loops by hand go along the elements of the matrix as they lie.

#![allow(clippy::needless_range_loop, reason = "the loops that are measured")]

use std::hint::black_box;

use extents::label::{i, j};
use extents::layout::{Canonical, ColMajor, RowMajor};
use extents::{DynExtents, Extents, Rank, StaticExtents, TensorOf, View, ViewMut, contract};
use extents_peers::{BY_HAND, Table, UNCHECKED, numbers};

fn main() {
    let mut table = Table::new("MatVec row-major, f64");
    rows::<128>(&mut table);
    rows::<2048>(&mut table);
    drop(table);
    let mut table = Table::new("MatVec column-major, f64");
    columns::<128>(&mut table);
    columns::<2048>(&mut table);
}

/// Row by row, as row-major elements lie.
macro_rules! by_rows {
    ($y:ident, $a:ident, $x:ident, $n:expr) => {
        for row in 0..$n {
            let mut sum = 0.0;
            for column in 0..$n {
                sum += $a[[row, column]] * $x[[column]];
            }
            $y[[row]] = sum;
        }
    };
}

/// Column by column, as column-major elements lie.
macro_rules! by_columns {
    ($y:ident, $a:ident, $x:ident, $n:expr) => {
        for row in 0..$n {
            $y[[row]] = 0.0;
        }
        for column in 0..$n {
            let factor = $x[[column]];
            for row in 0..$n {
                $y[[row]] += $a[[row, column]] * factor;
            }
        }
    };
}

#[inline(never)]
fn rows_by_hand(y: &mut [f64], a: &[f64], x: &[f64], n: usize) {
    for row in 0..n {
        let mut sum = 0.0;
        for column in 0..n {
            sum += a[row * n + column] * x[column];
        }
        y[row] = sum;
    }
}

#[inline(never)]
fn rows_unchecked(y: &mut [f64], a: &[f64], x: &[f64], n: usize) {
    assert!(y.len() == n && x.len() == n && a.len() == n * n);
    for row in 0..n {
        let mut sum = 0.0;
        for column in 0..n {
            // SAFETY: row and column are below n.
            sum += unsafe { a.get_unchecked(row * n + column) * x.get_unchecked(column) };
        }
        y[row] = sum;
    }
}

#[inline(never)]
fn columns_by_hand(y: &mut [f64], a: &[f64], x: &[f64], n: usize) {
    for row in 0..n {
        y[row] = 0.0;
    }
    for column in 0..n {
        let factor = x[column];
        for row in 0..n {
            y[row] += a[row + column * n] * factor;
        }
    }
}

#[inline(never)]
fn columns_unchecked(y: &mut [f64], a: &[f64], x: &[f64], n: usize) {
    assert!(y.len() == n && x.len() == n && a.len() == n * n);
    y.fill(0.0);
    for column in 0..n {
        let factor = x[column];
        for row in 0..n {
            // SAFETY: row and column are below n.
            unsafe { *y.get_unchecked_mut(row) += a.get_unchecked(row + column * n) * factor };
        }
    }
}

#[inline(never)]
fn rows_by_index<V, E>(mut y: ViewMut<'_, f64, V>, a: View<'_, f64, E>, x: View<'_, f64, V>)
where
    V: Rank<1>,
    E: Rank<2>,
{
    let [n, _] = a.extents().extents();
    by_rows!(y, a, x, n);
}

#[inline(never)]
fn columns_by_index<V, E>(
    mut y: ViewMut<'_, f64, V>,
    a: View<'_, f64, E, ColMajor>,
    x: View<'_, f64, V>,
) where
    V: Rank<1>,
    E: Rank<2>,
{
    let [n, _] = a.extents().extents();
    by_columns!(y, a, x, n);
}

/// The contestants of both orders.
macro_rules! enter {
    ($race:ident, $n:ident, $N:ident, $a:ident, $x:ident, $Layout:ident, $by_index:ident) => {
        macro_rules! ours {
                    ($name:literal, $V:ty, $E:ty) => {{
                        let a = $Layout.of(<$E>::from_extents(&[$n, $n]).unwrap());
                        let a = View::from_slice(a, &$a).unwrap();
                        let x = View::from_slice(<$V>::from_extents(&[$n]).unwrap(), &$x).unwrap();
                        let make = move || TensorOf::<$V, f64>::zeros(*x.extents()).unwrap();
                        let elements = |y: &TensorOf<$V, f64>| y.as_slice().to_vec();
                        $race.enter_in_place(
                            concat!("extents ", $name, ", index"),
                            make,
                            move |y| $by_index(y.view_mut(), *black_box(&a), *black_box(&x)),
                            elements,
                        );
                        $race.enter_in_place(
                            concat!("extents ", $name, ", contract!"),
                            make,
                            move |y| {
                                let (a, x) = (black_box(&a), black_box(&x));
                                contract!(y[i] = a[i, j] * x[j]).unwrap_or_default();
                            },
                            elements,
                        );
                    }};
                }
        ours!("static", StaticExtents![$N], StaticExtents![$N, $N]);
        ours!("static rank", DynExtents<1>, DynExtents<2>);
    };
}

fn rows<const N: usize>(table: &mut Table) {
    let (a, x): (Vec<f64>, Vec<f64>) = (numbers(N * N), numbers(N));
    let n = black_box(N);
    let (zeros, all) = (|| vec![0.0; N], |y: &Vec<f64>| y.clone());
    let md_a = mdarray::DTensor::<f64, 1>::from(a.clone()).into_shape([n, n]);
    let md_x = mdarray::DTensor::<f64, 1>::from(x.clone());
    table.race(&N.to_string(), |race| {
        race.enter_in_place(
            BY_HAND,
            zeros,
            |y| rows_by_hand(y, black_box(&a), black_box(&x), n),
            all,
        );
        race.enter_in_place(
            UNCHECKED,
            zeros,
            |y| rows_unchecked(y, black_box(&a), black_box(&x), n),
            all,
        );
        enter!(race, n, N, a, x, RowMajor, rows_by_index);

        let nd_a = ndarray::ArrayView2::from_shape([n, n], &a).unwrap();
        let nd_x = ndarray::ArrayView1::from(&x);
        race.enter_in_place(
            "ndarray, index",
            || ndarray::Array1::zeros(N),
            move |y| {
                let (mut y, a, x) = (y.view_mut(), *black_box(&nd_a), *black_box(&nd_x));
                by_rows!(y, a, x, a.nrows());
            },
            |y| y.to_vec(),
        );
        race.enter_in_place(
            "ndarray, general_mat_vec_mul",
            || ndarray::Array1::zeros(N),
            move |y| {
                let (a, x) = (black_box(&nd_a), black_box(&nd_x));
                ndarray::linalg::general_mat_vec_mul(1.0, a, x, 0.0, y);
            },
            |y| y.to_vec(),
        );
        race.enter_in_place(
            "mdarray, index",
            || mdarray::DTensor::<f64, 1>::from_elem([N], 0.0),
            |y| {
                let mut y = y.expr_mut();
                let (a, x) = (black_box(&md_a).expr(), black_box(&md_x).expr());
                by_rows!(y, a, x, a.dim(0));
            },
            |y| y.to_vec(),
        );
    });
}

fn columns<const N: usize>(table: &mut Table) {
    let (a, x): (Vec<f64>, Vec<f64>) = (numbers(N * N), numbers(N));
    let n = black_box(N);
    let (zeros, all) = (|| vec![0.0; N], |y: &Vec<f64>| y.clone());
    let md_a = mdarray::DTensor::<f64, 1>::from(a.clone()).into_shape([n, n]);
    let md_x = mdarray::DTensor::<f64, 1>::from(x.clone());
    let na_a = nalgebra::DMatrix::from_column_slice(n, n, &a);
    let na_x = nalgebra::DVector::from_column_slice(&x);
    table.race(&N.to_string(), |race| {
        race.enter_in_place(
            BY_HAND,
            zeros,
            |y| columns_by_hand(y, black_box(&a), black_box(&x), n),
            all,
        );
        race.enter_in_place(
            UNCHECKED,
            zeros,
            |y| columns_unchecked(y, black_box(&a), black_box(&x), n),
            all,
        );
        enter!(race, n, N, a, x, ColMajor, columns_by_index);

        let nd_a = ndarray::ArrayView2::from_shape([n, n], &a).unwrap().reversed_axes();
        let nd_x = ndarray::ArrayView1::from(&x);
        race.enter_in_place(
            "ndarray, index",
            || ndarray::Array1::zeros(N),
            move |y| {
                let (mut y, a, x) = (y.view_mut(), *black_box(&nd_a), *black_box(&nd_x));
                by_columns!(y, a, x, a.nrows());
            },
            |y| y.to_vec(),
        );
        race.enter_in_place(
            "ndarray, general_mat_vec_mul",
            || ndarray::Array1::zeros(N),
            move |y| {
                let (a, x) = (black_box(&nd_a), black_box(&nd_x));
                ndarray::linalg::general_mat_vec_mul(1.0, a, x, 0.0, y);
            },
            |y| y.to_vec(),
        );
        race.enter_in_place(
            "mdarray, index",
            || mdarray::DTensor::<f64, 1>::from_elem([N], 0.0),
            |y| {
                let mut y = y.expr_mut();
                let (a, x) = (black_box(&md_a).transpose(), black_box(&md_x).expr());
                by_columns!(y, a, x, a.dim(0));
            },
            |y| y.to_vec(),
        );
        race.enter_in_place(
            "nalgebra, gemv",
            || nalgebra::DVector::zeros(N),
            |y| y.gemv(1.0, black_box(&na_a), black_box(&na_x), 0.0),
            |y| y.as_slice().to_vec(),
        );
    });
}
