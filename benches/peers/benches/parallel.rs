//! Contractions on all processors (`par`) beside the same on one, and beside peers that have both. Figures are ratios to
//! `extents` on one thread.
//!
//! Needs the feature `rayon`. `benches/ratios.sh parallel` runs it with the crate `gemm` and without.

use std::hint::black_box;

use extents::label::{b, i, j, k};
use extents::{DynExtents, TensorOf, contract};
use extents_peers::{Table, is_test, numbers};
use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use ndarray::linalg::{general_mat_mul, general_mat_vec_mul};
use ndarray::parallel::prelude::*;
use ndarray::{ArrayView1, ArrayView2, ArrayView3, ArrayViewMut2, ArrayViewMut3, Axis, Zip};

/// Who is divided by.
const ONE: &str = "extents, one thread";
const ALL: &str = "extents, par";

type Tensor<T, const R: usize> = TensorOf<DynExtents<R>, T>;

fn main() {
    let with = if cfg!(feature = "with-gemm") { "feature `gemm`" } else { "without `gemm`" };
    let mut table = Table::beside_first(&format!("Products on two processors, {with}"));
    square::<f32>(&mut table, "1024 x 1024, f32", 1024);
    square::<f64>(&mut table, "1024 x 1024, f64", 1024);
    square::<f64>(&mut table, "128 x 128, f64", 128);
    batch(&mut table, "64 of 128 x 128, f64");
    gram(&mut table, "8 x 8 of a million rows, f64");
    drop(table);
    let mut table = Table::beside_first(&format!("Memory on two processors, f64, {with}"));
    matvec(&mut table, "4096 x 4096 by vector");
    matvec_of_columns(&mut table, "vector by 4096 x 4096");
    dot(&mut table, "dot of 10 million");
    outer(&mut table, "outer of 3000");
    elementwise(&mut table, "3000 x 3000 by element");
    drop(table);
    let mut table = Table::beside_first(&format!("Sums on two processors, f64, {with}"));
    total(&mut table, "all of 10 million");
    few_columns(&mut table, "columns of a million rows of 8");
    transpose(&mut table, "3000 x 3000 transposed");
}

/// As large as it is measured, or small where results are only compared.
fn size(measured: usize) -> usize {
    if is_test() { measured.min(97) } else { measured }
}

fn tensor<T: Copy, const R: usize>(extents: [usize; R], elements: &[T]) -> Tensor<T, R> {
    TensorOf::from_slice(DynExtents::new(extents).unwrap(), elements).unwrap()
}

/// Enters a contraction into an output, on one thread and on all.
macro_rules! ours {
    ($race:ident, $z:ident of $zeros:expr, $($task:tt)+) => {
        $race.enter_in_place(
            ONE,
            $zeros,
            |$z| contract!($($task)+).unwrap_or_default(),
            |z| z.as_slice().to_vec(),
        );
        $race.enter_in_place(
            ALL,
            $zeros,
            |$z| contract!($($task)+; par).unwrap_or_default(),
            |z| z.as_slice().to_vec(),
        );
    };
}

trait Element:
    extents::Scalar + faer::traits::ComplexField + From<u8> + PartialEq + Send + Sync
{
}
impl Element for f32 {}
impl Element for f64 {}

const PARS: [(&str, fn() -> Par); 2] =
    [("faer, one thread", || Par::Seq), ("faer, Par::rayon", || Par::rayon(0))];

fn square<T: Element>(table: &mut Table, column: &str, n: usize) {
    let n = size(n);
    let x: Vec<T> = numbers(n * n);
    let y: Vec<T> = x.iter().rev().copied().collect();
    let zeros = || vec![T::from(0_u8); n * n];
    let (tx, ty) = (tensor([n, n], &x), tensor([n, n], &y));
    table.race(column, |race| {
        ours!(race, z of || tensor([n, n], &zeros()), z[i, k] = (black_box(&tx))[i, j] * (black_box(&ty))[j, k]);
        for (name, par) in PARS {
            let (x, y) = (&x, &y);
            race.enter_in_place(
                name,
                zeros,
                move |z: &mut Vec<T>| {
                    let of = |slice| MatRef::from_row_major_slice(slice, n, n);
                    let (x, y) = (of(black_box(x)), of(black_box(y)));
                    let z = MatMut::from_row_major_slice_mut(z, n, n);
                    matmul(z, Accum::Replace, x, y, T::from(1_u8), par());
                },
                Vec::clone,
            );
        }
    });
}

fn batch(table: &mut Table, column: &str) {
    let (count, n) = (64, size(128));
    let x: Vec<f64> = numbers(count * n * n);
    let y: Vec<f64> = x.iter().rev().copied().collect();
    let zeros = || vec![0.0; count * n * n];
    let of = [count, n, n];
    let (tx, ty) = (tensor(of, &x), tensor(of, &y));
    let view = |slice| ArrayView3::from_shape(of, slice).unwrap();
    table.race(column, |race| {
        ours!(race, z of || tensor(of, &zeros()), z[b, i, k] = (black_box(&tx))[b, i, j] * (black_box(&ty))[b, j, k]);
        let each = |mut z: ArrayViewMut2<'_, f64>, x: ArrayView2<'_, f64>, y: ArrayView2<'_, f64>| {
            general_mat_mul(1.0, &x, &y, 0.0, &mut z);
        };
        for (name, is_parallel) in
            [("ndarray, Zip of general_mat_mul", false), ("ndarray, the same, par", true)]
        {
            let (x, y) = (&x, &y);
            race.enter_in_place(
                name,
                zeros,
                move |z: &mut Vec<f64>| {
                    let (x, y) = (view(black_box(x)), view(black_box(y)));
                    let mut z = ArrayViewMut3::from_shape(of, z).unwrap();
                    let zip = Zip::from(z.axis_iter_mut(Axis(0)))
                        .and(x.axis_iter(Axis(0)))
                        .and(y.axis_iter(Axis(0)));
                    if is_parallel { zip.par_for_each(each) } else { zip.for_each(each) }
                },
                Vec::clone,
            );
        }
    });
}

/// All products of eight columns: much to sum, for few elements.
fn gram(table: &mut Table, column: &str) {
    let (rows, n) = (size(1_000_000), 8);
    let x: Vec<f64> = numbers(rows * n);
    let tx = tensor([rows, n], &x);
    let zeros = || vec![0.0; n * n];
    table.race(column, |race| {
        ours!(race, z of || tensor([n, n], &zeros()), z[j, k] = (black_box(&tx))[i, j] * (black_box(&tx))[i, k]);
        for (name, par) in PARS {
            let x = &x;
            race.enter_in_place(
                name,
                zeros,
                move |z: &mut Vec<f64>| {
                    let x = MatRef::from_row_major_slice(black_box(x), rows, n);
                    let z = MatMut::from_row_major_slice_mut(z, n, n);
                    matmul(z, Accum::Replace, x.transpose(), x, 1.0, par());
                },
                Vec::clone,
            );
        }
    });
}

fn matvec(table: &mut Table, column: &str) {
    let n = size(4096);
    let (x, y): (Vec<f64>, Vec<f64>) = (numbers(n * n), numbers(n));
    let (tx, ty) = (tensor([n, n], &x), tensor([n], &y));
    let zeros = || vec![0.0; n];
    table.race(column, |race| {
        ours!(race, z of || tensor([n], &zeros()), z[i] = (black_box(&tx))[i, j] * (black_box(&ty))[j]);
        for (name, par) in PARS {
            let (x, y) = (&x, &y);
            race.enter_in_place(
                name,
                zeros,
                move |z: &mut Vec<f64>| {
                    let x = MatRef::from_row_major_slice(black_box(x), n, n);
                    let y = MatRef::from_column_major_slice(black_box(y), n, 1);
                    let z = MatMut::from_column_major_slice_mut(z, n, 1);
                    matmul(z, Accum::Replace, x, y, 1.0, par());
                },
                Vec::clone,
            );
        }
        let (x, y) = (ArrayView2::from_shape([n, n], &x).unwrap(), ArrayView1::from(&y));
        race.enter_in_place(
            "ndarray, general_mat_vec_mul",
            || ndarray::Array1::zeros(n),
            move |z| general_mat_vec_mul(1.0, black_box(&x), black_box(&y), 0.0, z),
            |z| z.to_vec(),
        );
    });
}

/// The rows of the matrix are added up: neighbours in memory are neighbours in the result.
fn matvec_of_columns(table: &mut Table, column: &str) {
    let n = size(4096);
    let (x, y): (Vec<f64>, Vec<f64>) = (numbers(n * n), numbers(n));
    let (tx, ty) = (tensor([n, n], &x), tensor([n], &y));
    let zeros = || vec![0.0; n];
    table.race(column, |race| {
        ours!(race, z of || tensor([n], &zeros()), z[j] = (black_box(&ty))[i] * (black_box(&tx))[i, j]);
        for (name, par) in PARS {
            let (x, y) = (&x, &y);
            race.enter_in_place(
                name,
                zeros,
                move |z: &mut Vec<f64>| {
                    let x = MatRef::from_column_major_slice(black_box(x), n, n);
                    let y = MatRef::from_column_major_slice(black_box(y), n, 1);
                    let z = MatMut::from_column_major_slice_mut(z, n, 1);
                    matmul(z, Accum::Replace, x, y, 1.0, par());
                },
                Vec::clone,
            );
        }
    });
}

fn dot(table: &mut Table, column: &str) {
    let n = size(10_000_000);
    let (x, y): (Vec<f64>, Vec<f64>) = (numbers(n), numbers(n));
    let (tx, ty) = (tensor([n], &x), tensor([n], &y));
    table.race(column, |race| {
        ours!(race, z of || tensor([], &[0.0]), z[] = (black_box(&tx))[i] * (black_box(&ty))[i]);
        let (x, y) = (ArrayView1::from(&x), ArrayView1::from(&y));
        race.enter("ndarray, dot", move || vec![black_box(&x).dot(black_box(&y))]);
        race.enter("ndarray, Zip::par_fold", move || {
            let zip = Zip::from(black_box(&x)).and(black_box(&y));
            vec![zip.par_fold(|| 0.0, |sum, x, y| sum + x * y, |a, b| a + b)]
        });
    });
}

const ZIPS: [(&str, bool); 2] = [("ndarray, Zip", false), ("ndarray, Zip, par", true)];

fn outer(table: &mut Table, column: &str) {
    let n = size(3000);
    let (x, y): (Vec<f64>, Vec<f64>) = (numbers(n), numbers(n));
    let (tx, ty) = (tensor([n], &x), tensor([n], &y));
    let zeros = || vec![0.0; n * n];
    table.race(column, |race| {
        ours!(race, z of || tensor([n, n], &zeros()), z[i, j] = (black_box(&tx))[i] * (black_box(&ty))[j]);
        let x = ArrayView2::from_shape([n, 1], &x).unwrap();
        let y = ArrayView2::from_shape([1, n], &y).unwrap();
        for (name, is_parallel) in ZIPS {
            race.enter_in_place(
                name,
                || ndarray::Array2::zeros([n, n]),
                move |z: &mut ndarray::Array2<f64>| {
                    let zip = Zip::from(z).and_broadcast(black_box(&x)).and_broadcast(black_box(&y));
                    let set = |z: &mut f64, x: &f64, y: &f64| *z = x * y;
                    if is_parallel { zip.par_for_each(set) } else { zip.for_each(set) }
                },
                |z| z.iter().copied().collect(),
            );
        }
    });
}

fn elementwise(table: &mut Table, column: &str) {
    let n = size(3000);
    let (x, y): (Vec<f64>, Vec<f64>) = (numbers(n * n), numbers(n * n));
    let (tx, ty) = (tensor([n, n], &x), tensor([n, n], &y));
    let zeros = || vec![0.0; n * n];
    table.race(column, |race| {
        ours!(race, z of || tensor([n, n], &zeros()), z[i, j] = (black_box(&tx))[i, j] * (black_box(&ty))[i, j]);
        let x = ArrayView2::from_shape([n, n], &x).unwrap();
        let y = ArrayView2::from_shape([n, n], &y).unwrap();
        for (name, is_parallel) in ZIPS {
            race.enter_in_place(
                name,
                || ndarray::Array2::zeros([n, n]),
                move |z: &mut ndarray::Array2<f64>| {
                    let zip = Zip::from(z).and(black_box(&x)).and(black_box(&y));
                    let set = |z: &mut f64, x: &f64, y: &f64| *z = x * y;
                    if is_parallel { zip.par_for_each(set) } else { zip.for_each(set) }
                },
                |z| z.iter().copied().collect(),
            );
        }
    });
}

fn total(table: &mut Table, column: &str) {
    let n = size(10_000_000);
    let x: Vec<f64> = numbers(n);
    let tx = tensor([n], &x);
    table.race(column, |race| {
        ours!(race, z of || tensor([], &[0.0]), z[] = (black_box(&tx))[i]);
        let x = ArrayView1::from(&x);
        race.enter("ndarray, sum", move || vec![black_box(&x).sum()]);
        race.enter("ndarray, Zip::par_fold", move || {
            vec![Zip::from(black_box(&x)).par_fold(|| 0.0, |sum, x| sum + x, |a, b| a + b)]
        });
    });
}

/// Eight sums, which lie side by side: whoever shares out the columns reads all memory several times.
fn few_columns(table: &mut Table, column: &str) {
    let (rows, n) = (size(1_000_000), 8);
    let x: Vec<f64> = numbers(rows * n);
    let tx = tensor([rows, n], &x);
    table.race(column, |race| {
        ours!(race, z of || tensor([n], &vec![0.0; n]), z[j] = (black_box(&tx))[i, j]);
        let x = ArrayView2::from_shape([rows, n], &x).unwrap();
        race.enter("ndarray, sum_axis", move || black_box(&x).sum_axis(Axis(0)).to_vec());
        race.enter("ndarray, par_axis_chunks of sum_axis", move || {
            let chunks = black_box(&x).axis_chunks_iter(Axis(0), 1 << 14).into_par_iter();
            let sums = chunks.map(|chunk| chunk.sum_axis(Axis(0)));
            sums.reduce(|| ndarray::Array1::zeros(n), |a, b| a + b).to_vec()
        });
    });
}

fn transpose(table: &mut Table, column: &str) {
    let n = size(3000);
    let x: Vec<f64> = numbers(n * n);
    let tx = tensor([n, n], &x);
    let zeros = || vec![0.0; n * n];
    table.race(column, |race| {
        ours!(race, z of || tensor([n, n], &zeros()), z[j, i] = (black_box(&tx))[i, j]);
        let x = ArrayView2::from_shape([n, n], &x).unwrap();
        for (name, is_parallel) in ZIPS {
            race.enter_in_place(
                name,
                || ndarray::Array2::zeros([n, n]),
                move |z: &mut ndarray::Array2<f64>| {
                    let zip = Zip::from(z).and(black_box(&x).t());
                    let set = |z: &mut f64, x: &f64| *z = *x;
                    if is_parallel { zip.par_for_each(set) } else { zip.for_each(set) }
                },
                |z| z.iter().copied().collect(),
            );
        }
    });
}
