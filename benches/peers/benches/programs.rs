//! Programs that index: heat that spreads, LU and Cholesky, windows whose extents are run-time values, and entries that
//! are repeated. All extents are run-time values.

#![allow(clippy::needless_range_loop, reason = "the loops that are measured")]

use std::hint::black_box;

use extents::proof::with_proofs;
use extents::{Const, Dyn, DynExtents, Extents, StaticExtents, TensorOf, extents, slice};
use extents_peers::{BY_HAND, Table, numbers};

fn main() {
    heat();
    lu();
    cholesky();
    windows_of_any_extents();
    entries_repeated();
}

type Block = TensorOf<DynExtents<3>, f64>;
type Matrix = TensorOf<DynExtents<2>, f64>;
type Image = TensorOf<DynExtents<2>, f32>;

fn filled<T: Clone, const R: usize>(shape: [usize; R], data: &[T]) -> TensorOf<DynExtents<R>, T> {
    TensorOf::from_storage(DynExtents::new(shape).unwrap(), data.to_vec()).unwrap()
}

#[inline(never)]
fn heat_by_hand(to: &mut [f64], from: &[f64], [nx, ny, nz]: [usize; 3]) {
    let at = |i: usize, j: usize, k: usize| (i * ny + j) * nz + k;
    for i in 1..nx - 1 {
        for j in 1..ny - 1 {
            for k in 1..nz - 1 {
                let neighbors = from[at(i - 1, j, k)]
                    + from[at(i + 1, j, k)]
                    + from[at(i, j - 1, k)]
                    + from[at(i, j + 1, k)]
                    + from[at(i, j, k - 1)]
                    + from[at(i, j, k + 1)];
                to[at(i, j, k)] = from[at(i, j, k)] + 0.5 * (neighbors - 6.0 * from[at(i, j, k)]);
            }
        }
    }
}

#[inline(never)]
fn heat_by_index(to: &mut Block, from: &Block) {
    let [nx, ny, nz] = from.extents().extents();
    for i in 1..nx - 1 {
        for j in 1..ny - 1 {
            for k in 1..nz - 1 {
                let neighbors = from[[i - 1, j, k]]
                    + from[[i + 1, j, k]]
                    + from[[i, j - 1, k]]
                    + from[[i, j + 1, k]]
                    + from[[i, j, k - 1]]
                    + from[[i, j, k + 1]];
                to[[i, j, k]] = from[[i, j, k]] + 0.5 * (neighbors - 6.0 * from[[i, j, k]]);
            }
        }
    }
}

/// The neighbors of each place are a window of 3 x 3 x 3, in which an index is compared when it is compiled.
#[inline(never)]
fn heat_by_windows(to: &mut Block, from: &Block) {
    let [nx, ny, nz] = from.extents().extents();
    let windows = from.windows::<StaticExtents![dyn, dyn, dyn], _>(extents![3, 3, 3]).unwrap();
    let mut inside = to.view_mut().slice(slice![1..nx - 1, 1..ny - 1, 1..nz - 1]).unwrap();
    inside.indexed_iter_mut().for_each(|([i, j, k], to)| {
        let at = windows.chip(slice![i, j, k, .., .., ..]).unwrap();
        let neighbors = at[[0, 1, 1]]
            + at[[2, 1, 1]]
            + at[[1, 0, 1]]
            + at[[1, 2, 1]]
            + at[[1, 1, 0]]
            + at[[1, 1, 2]];
        *to = at[[1, 1, 1]] + 0.5 * (neighbors - 6.0 * at[[1, 1, 1]]);
    });
}

/// Each index is proven to have neighbors.
#[inline(never)]
fn heat_by_neighbors(to: &mut Block, from: &Block) {
    with_proofs(from.extents(), |scope| {
        let from = scope.view(&from.view()).unwrap();
        let mut to = scope.view_mut(to.view_mut()).unwrap();
        scope.interior(extents![1, 1, 1]).for_each(|at| {
            let neighbors = from[at + [-1, 0, 0]]
                + from[at + [1, 0, 0]]
                + from[at + [0, -1, 0]]
                + from[at + [0, 1, 0]]
                + from[at + [0, 0, -1]]
                + from[at + [0, 0, 1]];
            to[at] = from[at] + 0.5 * (neighbors - 6.0 * from[at]);
        });
    });
}

/// A step of heat in a block.
fn heat() {
    const N: usize = 64;
    let data: Vec<f64> = numbers(N * N * N);
    let shape = black_box([N; 3]);
    let zeros = || vec![0.0; N * N * N];
    let mut table = Table::new("Heat, f64");
    table.race("64 x 64 x 64", |race| {
        let by_hand = |to: &mut Vec<f64>| heat_by_hand(to, black_box(&data), shape);
        race.enter_in_place(BY_HAND, zeros, by_hand, Vec::clone);
        let from = filled(shape, &data);
        let zeros = move || filled(shape, &[0.0; N * N * N]);
        let all = |to: &Block| to.as_slice().to_vec();
        let ways: [(&str, fn(&mut Block, &Block)); 3] = [
            ("index", heat_by_index),
            ("neighbors", heat_by_neighbors),
            ("windows", heat_by_windows),
        ];
        for (name, way) in ways {
            let from = from.clone();
            let run = move |to: &mut Block| way(to, black_box(&from));
            race.enter_in_place(&format!("extents static rank, {name}"), zeros, run, all);
        }
    });
}

/// A matrix whose diagonal is so large that no pivot need be looked for.
fn dominant(n: usize) -> Vec<f64> {
    (0..n * n).map(|at| if at / n == at % n { 64.0 * n as f64 } else { (at % 7) as f64 }).collect()
}

#[inline(never)]
fn lu_by_hand(a: &mut [f64], n: usize) {
    for k in 0..n {
        for i in k + 1..n {
            a[i * n + k] /= a[k * n + k];
            let factor = a[i * n + k];
            for j in k + 1..n {
                a[i * n + j] -= factor * a[k * n + j];
            }
        }
    }
}

#[inline(never)]
fn lu_by_index(a: &mut Matrix) {
    let [n, _] = a.extents().extents();
    for k in 0..n {
        for i in k + 1..n {
            a[[i, k]] /= a[[k, k]];
            let factor = a[[i, k]];
            for j in k + 1..n {
                a[[i, j]] -= factor * a[[k, j]];
            }
        }
    }
}

/// The rows below the pivot, each less a multiple of the row of the pivot.
#[inline(never)]
fn lu_by_rows(a: &mut Matrix) {
    let [n, _] = a.extents().extents();
    for k in 0..n {
        let (upper, mut lower) = a.split_at_mut::<Dyn, _, _>(Const::<0>, k + 1).unwrap();
        let pivots = upper.view().chip(slice![k, k..n]).unwrap();
        for mut row in lower.along_mut(Const::<0>) {
            let mut row = row.view_mut().slice(slice![k..n]).unwrap();
            let factor = row[[0]] / pivots[[0]];
            row.zip_apply(&pivots, |x, pivot| *x -= factor * pivot).unwrap();
            row[[0]] = factor;
        }
    }
}

fn lu() {
    const N: usize = 96;
    let data = dominant(N);
    let n = black_box(N);
    let mut table = Table::new("LU, f64");
    table.race("96 x 96", |race| {
        let again = data.clone();
        let by_hand = move |a: &mut Vec<f64>| {
            a.copy_from_slice(&again);
            lu_by_hand(a, n);
        };
        race.enter_in_place(BY_HAND, || data.clone(), by_hand, Vec::clone);
        let make = || filled([n, n], &data);
        let again = data.clone();
        let by_index = move |a: &mut Matrix| {
            a.as_mut_slice().copy_from_slice(&again);
            lu_by_index(a);
        };
        race.enter_in_place("extents static rank, index", make, by_index, |a| {
            a.as_slice().to_vec()
        });
        let again = data.clone();
        let by_rows = move |a: &mut Matrix| {
            a.as_mut_slice().copy_from_slice(&again);
            lu_by_rows(a);
        };
        race.enter_in_place("extents static rank, rows", make, by_rows, |a| a.as_slice().to_vec());
    });
}

#[inline(never)]
fn cholesky_by_hand(l: &mut [f64], a: &[f64], n: usize) {
    for j in 0..n {
        for i in j..n {
            let dot: f64 = (0..j).map(|k| l[i * n + k] * l[j * n + k]).sum();
            let rest = a[i * n + j] - dot;
            l[i * n + j] = if i == j { rest.sqrt() } else { rest / l[j * n + j] };
        }
    }
}

#[inline(never)]
fn cholesky_by_index(l: &mut Matrix, a: &Matrix) {
    let [n, _] = a.extents().extents();
    for j in 0..n {
        for i in j..n {
            let dot: f64 = (0..j).map(|k| l[[i, k]] * l[[j, k]]).sum();
            let rest = a[[i, j]] - dot;
            l[[i, j]] = if i == j { rest.sqrt() } else { rest / l[[j, j]] };
        }
    }
}

/// Row by row, each entry by a product of two rows up to its column.
#[inline(never)]
fn cholesky_by_rows(l: &mut Matrix, a: &Matrix) {
    let [n, _] = a.extents().extents();
    for i in 0..n {
        let (above, mut below) = l.split_at_mut::<Dyn, _, _>(Const::<0>, i).unwrap();
        let mut row = below.along_mut(Const::<0>).next().unwrap();
        let from = a.chip(slice![i, ..]).unwrap();
        for (j, other) in above.along(Const::<0>).enumerate() {
            let known = row.view().slice(slice![0..j]).unwrap();
            let dot = (known * other.slice(slice![0..j]).unwrap()).sum().unwrap();
            row[[j]] = (from[[j]] - dot) / other[[j]];
        }
        let known = row.view().slice(slice![0..i]).unwrap();
        let squares = known.fold(0.0, |sum, x| sum + x * x);
        row[[i]] = (from[[i]] - squares).sqrt();
    }
}

fn cholesky() {
    const N: usize = 96;
    let data = dominant(N);
    let n = black_box(N);
    // Sums of rows are added in another order than by hand, so that the last digits differ.
    let rounded = |l: &[f64]| l.iter().map(|x| (x * 1e6).round()).collect::<Vec<f64>>();
    let mut table = Table::new("Cholesky, f64");
    table.race("96 x 96", |race| {
        let by_hand = |l: &mut Vec<f64>| cholesky_by_hand(l, black_box(&data), n);
        race.enter_in_place(BY_HAND, || vec![0.0; N * N], by_hand, |l| rounded(l));
        let ways: [(&str, fn(&mut Matrix, &Matrix)); 2] =
            [("index", cholesky_by_index), ("rows", cholesky_by_rows)];
        for (name, way) in ways {
            let a = filled([n, n], &data);
            race.enter_in_place(
                &format!("extents static rank, {name}"),
                || filled([n, n], &[0.0; N * N]),
                move |l| way(l, black_box(&a)),
                |l| rounded(l.as_slice()),
            );
        }
    });
}

#[inline(never)]
fn sums_by_hand(out: &mut [f32], image: &[f32], [rows, columns]: [usize; 2], [x, y]: [usize; 2]) {
    for i in 0..=rows - x {
        for j in 0..=columns - y {
            let mut sum = 0.0;
            for di in 0..x {
                for dj in 0..y {
                    sum += image[(i + di) * columns + j + dj];
                }
            }
            out[i * (columns + 1 - y) + j] = sum;
        }
    }
}

/// Walks over the windows and the places of their sums.
macro_rules! each_window {
    ($out:ident, $image:ident, $extents:ident, $window:ident => $sum:expr) => {
        let window = extents![dyn $extents[0], dyn $extents[1]].unwrap();
        let windows = $image.windows::<StaticExtents![dyn, dyn], _>(window).unwrap();
        for (windows, mut out) in windows.along(Const::<0>).zip($out.along_mut(Const::<0>)) {
            for ($window, out) in windows.along(Const::<0>).zip(out.iter_mut()) {
                *out = $sum;
            }
        }
    };
}

#[inline(never)]
fn windows_summed(out: &mut Image, image: &Image, window: [usize; 2]) {
    each_window!(out, image, window, window => window.sum());
}

#[inline(never)]
fn windows_folded(out: &mut Image, image: &Image, window: [usize; 2]) {
    each_window!(out, image, window, window => window.fold(0.0, |sum, x| sum + x));
}

/// The sum of each window, one after the other, whose extents are run-time values by hand as well.
fn windows_of_any_extents() {
    let mut table = Table::new("Sums of windows of run-time extents, one after the other, f32");
    windows_of(&mut table, [3, 3]);
    windows_of(&mut table, [5, 7]);
}

fn windows_of(table: &mut Table, window: [usize; 2]) {
    const SHAPE: [usize; 2] = [240, 320];
    let image: Vec<f32> = numbers(SHAPE[0] * SHAPE[1]);
    let (shape, window) = black_box((SHAPE, window));
    let inner = [shape[0] + 1 - window[0], shape[1] + 1 - window[1]];
    table.race(&format!("{} x {}", window[0], window[1]), |race| {
        let zeros = || vec![0.0; inner[0] * inner[1]];
        let by_hand = |out: &mut Vec<f32>| sums_by_hand(out, black_box(&image), shape, window);
        race.enter_in_place(BY_HAND, zeros, by_hand, Vec::clone);
        let view = filled(shape, &image);
        let ways: [(&str, fn(&mut Image, &Image, [usize; 2])); 2] =
            [("sum", windows_summed), ("fold", windows_folded)];
        for (name, way) in ways {
            let view = view.clone();
            race.enter_in_place(
                &format!("extents static rank, {name}"),
                move || Image::zeros(DynExtents::new(inner).unwrap()).unwrap(),
                move |out| way(out, black_box(&view), window),
                |out| out.as_slice().to_vec(),
            );
        }
    });
}

#[inline(never)]
fn repeated_by_hand(out: &mut [f64], entries: &[f64], times: usize) {
    for (out, x) in out.chunks_exact_mut(times).zip(entries) {
        out.fill(*x);
    }
}

/// Each entry of the last mode three times.
fn entries_repeated() {
    let mut table = Table::new("Each entry of the last mode three times, f64");
    table.race("500 x 400", |race| {
        let data: Vec<f64> = numbers(500 * 400);
        let shape = black_box([500, 400]);
        let view = filled(shape, &data);
        let by_hand =
            move |out: &mut Vec<f64>| repeated_by_hand(out, black_box(&data), black_box(3));
        race.enter_in_place(BY_HAND, || vec![0.0; 500 * 1200], by_hand, Vec::clone);
        race.enter_in_place(
            "extents static rank",
            || filled([500, 1200], &[0.0; 500 * 1200]),
            move |out| black_box(&view).repeat_each_into(Const::<1>, black_box(3), out).unwrap(),
            |out| out.as_slice().to_vec(),
        );
    });
}
