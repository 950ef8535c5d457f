//! Contractions that wait for memory: a dot product, an outer product, sums along each mode, and a batch of matrices times
//! a batch of vectors, all `f64`. A single matrix times a vector is in `matvec.rs`.

#![allow(clippy::needless_range_loop, reason = "the loops that are measured")]

use std::hint::black_box;

use extents::label::{b, i, j, k};
use extents::{DynExtents, Extents, StaticExtents, TensorOf, contract};
use extents_peers::{BY_HAND, Table, numbers};
use ndarray::{Array2, ArrayView1, ArrayView2, ArrayView3, Axis, Zip};

/// The loop by hand, but with as many sums as a register holds: the compiler may not reorder those of floats.
const MANY_SUMS: &str = "by hand, eight sums";

fn main() {
    let mut table = Table::new("Dot product, f64");
    dot::<1000>(&mut table);
    dot::<1_000_000>(&mut table);
    drop(table);
    let mut table = Table::new("Outer product, f64");
    outer::<64>(&mut table);
    outer::<1000>(&mut table);
    drop(table);
    sums();
    let mut table = Table::new("Batch of 100 matrices times vectors, f64");
    batch::<8>(&mut table);
    batch::<64>(&mut table);
}

fn tensor<E: Extents>(elements: &[f64], extents: &[usize]) -> TensorOf<E, f64> {
    TensorOf::from_slice(E::from_extents(extents).unwrap(), elements).unwrap()
}

#[inline(never)]
fn dot_by_hand(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (x, y) in x.iter().zip(y) {
        sum += x * y;
    }
    sum
}

#[inline(always)]
fn dot_with_many_sums(x: &[f64], y: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let ((x, x_rest), (y, y_rest)) = (x.as_chunks::<8>(), y.as_chunks::<8>());
    for (x, y) in x.iter().zip(y) {
        for lane in 0..8 {
            sums[lane] += x[lane] * y[lane];
        }
    }
    sums.iter().sum::<f64>() + x_rest.iter().zip(y_rest).map(|(x, y)| x * y).sum::<f64>()
}

fn dot<const N: usize>(table: &mut Table) {
    let (x, y): (Vec<f64>, Vec<f64>) = (numbers(N), numbers(N).into_iter().rev().collect());
    table.race(&N.to_string(), |race| {
        race.enter(BY_HAND, || dot_by_hand(black_box(&x), black_box(&y)));
        race.enter(MANY_SUMS, || dot_with_many_sums(black_box(&x), black_box(&y)));
        let (nd_x, nd_y) = (ArrayView1::from(&x), ArrayView1::from(&y));
        race.enter("ndarray", move || black_box(&nd_x).dot(black_box(&nd_y)));
        macro_rules! ours {
            ($name:literal, $E:ty) => {{
                let (x, y) = (tensor::<$E>(&x, &[N]), tensor::<$E>(&y, &[N]));
                race.enter_of(
                    $name,
                    move || {
                        let (x, y) = (black_box(&x), black_box(&y));
                        contract!(x[i] * y[i] => []).unwrap()
                    },
                    |sum| sum[[]],
                );
            }};
        }
        ours!("extents static", StaticExtents![N]);
        ours!("extents static rank", DynExtents<1>);
    });
}

#[inline(never)]
fn outer_by_hand(z: &mut [f64], x: &[f64], y: &[f64]) {
    for (row, x) in z.chunks_exact_mut(y.len()).zip(x) {
        for (z, y) in row.iter_mut().zip(y) {
            *z = x * y;
        }
    }
}

fn outer<const N: usize>(table: &mut Table) {
    let (x, y): (Vec<f64>, Vec<f64>) = (numbers(N), numbers(N).into_iter().rev().collect());
    let zeros = || vec![0.0; N * N];
    table.race(&N.to_string(), |race| {
        race.enter_in_place(
            BY_HAND,
            zeros,
            |z| outer_by_hand(z, black_box(&x), black_box(&y)),
            |z: &Vec<f64>| z.clone(),
        );
        let nd_x = ArrayView2::from_shape([N, 1], &x).unwrap();
        let nd_y = ArrayView2::from_shape([1, N], &y).unwrap();
        race.enter_in_place(
            "ndarray, Zip",
            || Array2::zeros([N, N]),
            move |z: &mut Array2<f64>| {
                let zip =
                    Zip::from(z).and_broadcast(black_box(&nd_x)).and_broadcast(black_box(&nd_y));
                zip.for_each(|z, x, y| *z = x * y);
            },
            |z| z.iter().copied().collect(),
        );
        macro_rules! ours {
            ($name:literal, $V:ty, $E:ty) => {{
                let (x, y) = (tensor::<$V>(&x, &[N]), tensor::<$V>(&y, &[N]));
                race.enter_in_place(
                    $name,
                    move || tensor::<$E>(&zeros(), &[N, N]),
                    move |z| {
                        let (x, y) = (black_box(&x), black_box(&y));
                        contract!(z[i, j] = x[i] * y[j]).unwrap_or_default();
                    },
                    |z| z.as_slice().to_vec(),
                );
            }};
        }
        ours!("extents static", StaticExtents![N], StaticExtents![N, N]);
        ours!("extents static rank", DynExtents<1>, DynExtents<2>);
    });
}

/// Along the first mode: whole planes are added.
#[inline(never)]
fn sum_of_planes(z: &mut [f64], x: &[f64]) {
    z.fill(0.0);
    for plane in x.chunks_exact(z.len()) {
        for (z, x) in z.iter_mut().zip(plane) {
            *z += x;
        }
    }
}

/// Along the second mode: the rows of each plane are added.
#[inline(never)]
fn sum_of_rows(z: &mut [f64], x: &[f64], n: usize) {
    for (z, plane) in z.chunks_exact_mut(n).zip(x.chunks_exact(n * n)) {
        sum_of_planes(z, plane);
    }
}

/// Along the last mode: the elements of each row.
#[inline(never)]
fn sum_in_rows(z: &mut [f64], x: &[f64], n: usize) {
    for (z, row) in z.iter_mut().zip(x.chunks_exact(n)) {
        let mut sum = 0.0;
        for x in row {
            sum += x;
        }
        *z = sum;
    }
}

#[inline(never)]
fn many_sums_in_rows(z: &mut [f64], x: &[f64], n: usize) {
    for (z, row) in z.iter_mut().zip(x.chunks_exact(n)) {
        let (eights, rest) = row.as_chunks::<8>();
        let mut sums = [0.0; 8];
        for eight in eights {
            for lane in 0..8 {
                sums[lane] += eight[lane];
            }
        }
        *z = sums.iter().sum::<f64>() + rest.iter().sum::<f64>();
    }
}

/// Of 100 x 100 x 100 elements.
fn sums() {
    const N: usize = 100;
    let x: Vec<f64> = numbers(N * N * N);
    let n = black_box(N);
    let zeros = || vec![0.0; N * N];
    let all = |z: &Vec<f64>| z.clone();
    let mut table = Table::new("Sum along a mode of 100 x 100 x 100, f64");
    macro_rules! race {
        ($column:literal, $axis:literal, [$($kept:ident),*], $by_hand:expr, $($many:expr)?) => {
            table.race($column, |race| {
                race.enter_in_place(BY_HAND, zeros, |z| ($by_hand)(z, black_box(&x)), all);
                $(race.enter_in_place(MANY_SUMS, zeros, |z| ($many)(z, black_box(&x)), all);)?
                let nd_x = ArrayView3::from_shape([N, N, N], &x).unwrap();
                race.enter_of(
                    "ndarray, sum_axis to a new array",
                    move || black_box(&nd_x).sum_axis(Axis($axis)),
                    |z| z.iter().copied().collect(),
                );
                race!(@ours race "static" [$($kept),*] StaticExtents![N, N], StaticExtents![N, N, N]);
                race!(@ours race "static rank" [$($kept),*] DynExtents<2>, DynExtents<3>);
            });
        };
        (@ours $race:ident $name:literal [$($kept:ident),*] $Out:ty, $In:ty) => {{
            let x = tensor::<$In>(&x, &[N, N, N]);
            $race.enter_in_place(
                concat!("extents ", $name),
                move || tensor::<$Out>(&zeros(), &[N, N]),
                move |z| {
                    let x = black_box(&x);
                    contract!(z[$($kept),*] = x[i, j, k]).unwrap_or_default();
                },
                |z| z.as_slice().to_vec(),
            );
        }};
    }
    race!("first", 0, [j, k], |z: &mut Vec<f64>, x: &Vec<f64>| sum_of_planes(z, x),);
    race!("second", 1, [i, k], |z: &mut Vec<f64>, x: &Vec<f64>| sum_of_rows(z, x, n),);
    race!(
        "last",
        2,
        [i, j],
        |z: &mut Vec<f64>, x: &Vec<f64>| sum_in_rows(z, x, n),
        |z: &mut Vec<f64>, x: &Vec<f64>| many_sums_in_rows(z, x, n)
    );
}

#[inline(never)]
fn batch_by_hand(z: &mut [f64], x: &[f64], y: &[f64], n: usize) {
    for ((z, x), y) in z.chunks_exact_mut(n).zip(x.chunks_exact(n * n)).zip(y.chunks_exact(n)) {
        for (z, row) in z.iter_mut().zip(x.chunks_exact(n)) {
            let mut sum = 0.0;
            for (x, y) in row.iter().zip(y) {
                sum += x * y;
            }
            *z = sum;
        }
    }
}

#[inline(never)]
fn batch_with_many_sums(z: &mut [f64], x: &[f64], y: &[f64], n: usize) {
    for ((z, x), y) in z.chunks_exact_mut(n).zip(x.chunks_exact(n * n)).zip(y.chunks_exact(n)) {
        for (z, row) in z.iter_mut().zip(x.chunks_exact(n)) {
            *z = dot_with_many_sums(row, y);
        }
    }
}

fn batch<const N: usize>(table: &mut Table) {
    const B: usize = 100;
    let (x, y): (Vec<f64>, Vec<f64>) = (numbers(B * N * N), numbers(B * N));
    let n = black_box(N);
    let (zeros, all) = (|| vec![0.0; B * N], |z: &Vec<f64>| z.clone());
    table.race(&N.to_string(), |race| {
        race.enter_in_place(
            BY_HAND,
            zeros,
            |z| batch_by_hand(z, black_box(&x), black_box(&y), n),
            all,
        );
        race.enter_in_place(
            MANY_SUMS,
            zeros,
            |z| batch_with_many_sums(z, black_box(&x), black_box(&y), n),
            all,
        );
        let nd_x = ArrayView3::from_shape([B, N, N], &x).unwrap();
        let nd_y = ArrayView2::from_shape([B, N], &y).unwrap();
        race.enter_in_place(
            "ndarray, general_mat_vec_mul of each",
            || Array2::zeros([B, N]),
            move |z: &mut Array2<f64>| {
                let (x, y) = (black_box(&nd_x), black_box(&nd_y));
                for ((mut z, x), y) in z.outer_iter_mut().zip(x.outer_iter()).zip(y.outer_iter()) {
                    ndarray::linalg::general_mat_vec_mul(1.0, &x, &y, 0.0, &mut z);
                }
            },
            |z| z.iter().copied().collect(),
        );
        macro_rules! ours {
            ($name:literal, $Y:ty, $X:ty) => {{
                let (x, y) = (tensor::<$X>(&x, &[B, N, N]), tensor::<$Y>(&y, &[B, N]));
                race.enter_in_place(
                    $name,
                    move || tensor::<$Y>(&zeros(), &[B, N]),
                    move |z| {
                        let (x, y) = (black_box(&x), black_box(&y));
                        contract!(z[b, i] = x[b, i, j] * y[b, j]).unwrap_or_default();
                    },
                    |z| z.as_slice().to_vec(),
                );
            }};
        }
        ours!("extents static", StaticExtents![B, N], StaticExtents![B, N, N]);
        ours!("extents static rank", DynExtents<2>, DynExtents<3>);
    });
}
