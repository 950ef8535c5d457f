//! What programs of every day do: filters over windows, folds of lanes, products of tall matrices, and small operands
//! beside large ones.

#![allow(clippy::needless_range_loop, reason = "the loops that are measured")]

use std::hint::black_box;

use extents::label::{i, j, k, x, y};
use extents::{
    Const, Dyn, DynExtents, StaticExtents, TensorOf, View, contract, extents, modes, slice,
};
use extents_peers::{BY_HAND, Table, numbers};
use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use ndarray::{ArrayView2, Axis};

fn main() {
    filter();
    sums_of_windows();
    greatest_of_lanes();
    greatest_of_rows();
    place_of_greatest();
    means_of_windows();
    lanes_changed();
    gram();
    small_operand();
    sums_of_many_rows();
}

const ROWS: usize = 480;
const COLUMNS: usize = 640;
const SOBEL: [f32; 9] = [1.0, 0.0, -1.0, 2.0, 0.0, -2.0, 1.0, 0.0, -1.0];

#[inline(never)]
fn filter_by_hand(out: &mut [f32], image: &[f32], [rows, columns]: [usize; 2], filter: &[f32; 9]) {
    for i in 0..rows - 2 {
        for j in 0..columns - 2 {
            let mut sum = 0.0;
            for x in 0..3 {
                for y in 0..3 {
                    sum += image[(i + x) * columns + j + y] * filter[x * 3 + y];
                }
            }
            out[i * (columns - 2) + j] = sum;
        }
    }
}

/// `out[i, j] = windows[i, j, x, y] * filter[x, y]`.
fn filter() {
    let image: Vec<f32> = numbers(ROWS * COLUMNS);
    let shape = black_box([ROWS, COLUMNS]);
    let zeros = || vec![0.0; (ROWS - 2) * (COLUMNS - 2)];
    let mut table = Table::new("Filter of 3 x 3 by windows, f32");
    table.race("480 x 640", |race| {
        let by_hand =
            |out: &mut Vec<f32>| filter_by_hand(out, black_box(&image), shape, black_box(&SOBEL));
        race.enter_in_place(BY_HAND, zeros, by_hand, Vec::clone);
        let view = View::from_slice(extents![ROWS, COLUMNS], &image).unwrap();
        let filter = View::from_slice(extents![3, 3], &SOBEL).unwrap();
        let windows = view.windows::<StaticExtents![478, 638], _>(extents![3, 3]).unwrap();
        race.enter_in_place(
            "extents static",
            || TensorOf::<StaticExtents![478, 638], f32>::zeros(extents![478, 638]).unwrap(),
            move |out| {
                let (windows, filter) = (black_box(&windows), black_box(&filter));
                let Ok(()) = contract!(out[i, j] = windows[i, j, x, y] * filter[x, y]);
            },
            |out| out.as_slice().to_vec(),
        );
        let view = View::from_slice(DynExtents::new(shape).unwrap(), &image).unwrap();
        let filter = View::from_slice(DynExtents::new([3, 3]).unwrap(), &SOBEL).unwrap();
        let windows =
            view.windows::<StaticExtents![dyn, dyn], _>(extents![dyn 3, dyn 3].unwrap()).unwrap();
        race.enter_in_place(
            "extents static rank",
            || {
                TensorOf::<DynExtents<2>, f32>::full(DynExtents::new([478, 638]).unwrap(), 0.0)
                    .unwrap()
            },
            move |out| {
                let (windows, filter) = (black_box(&windows), black_box(&filter));
                contract!(out[i, j] = windows[i, j, x, y] * filter[x, y]).unwrap();
            },
            |out| out.as_slice().to_vec(),
        );
    });
}

/// `out[i, j] = windows[i, j, x, y]`, summed.
fn sums_of_windows() {
    let image: Vec<f32> = numbers(ROWS * COLUMNS);
    let shape = black_box([ROWS, COLUMNS]);
    let zeros = || vec![0.0; (ROWS - 2) * (COLUMNS - 2)];
    let mut table = Table::new("Sums of windows of 3 x 3, f32");
    table.race("480 x 640", |race| {
        let by_hand = |out: &mut Vec<f32>| sums_by_hand(out, black_box(&image), shape);
        race.enter_in_place(BY_HAND, zeros, by_hand, Vec::clone);
        let view = View::from_slice(extents![ROWS, COLUMNS], &image).unwrap();
        let windows = view.windows::<StaticExtents![478, 638], _>(extents![3, 3]).unwrap();
        race.enter_in_place(
            "extents static",
            || TensorOf::<StaticExtents![478, 638], f32>::zeros(extents![478, 638]).unwrap(),
            move |out| {
                let windows = black_box(&windows);
                let Ok(()) = contract!(out[i, j] = windows[i, j, x, y]);
            },
            |out| out.as_slice().to_vec(),
        );
        let view = View::from_slice(DynExtents::new(shape).unwrap(), &image).unwrap();
        let windows =
            view.windows::<StaticExtents![dyn, dyn], _>(extents![dyn 3, dyn 3].unwrap()).unwrap();
        race.enter_in_place(
            "extents static rank",
            || TensorOf::<DynExtents<2>, f32>::zeros(DynExtents::new([478, 638]).unwrap()).unwrap(),
            move |out| {
                let windows = black_box(&windows);
                contract!(out[i, j] = windows[i, j, x, y]).unwrap();
            },
            |out| out.as_slice().to_vec(),
        );
    });
}

#[inline(never)]
fn sums_by_hand(out: &mut [f32], image: &[f32], [rows, columns]: [usize; 2]) {
    for i in 0..rows - 2 {
        for j in 0..columns - 2 {
            let mut sum = 0.0;
            for x in 0..3 {
                for y in 0..3 {
                    sum += image[(i + x) * columns + j + y];
                }
            }
            out[i * (columns - 2) + j] = sum;
        }
    }
}

/// The greatest of each row.
fn greatest_of_lanes() {
    let data: Vec<f64> = numbers(1000 * 128);
    let shape = black_box([1000, 128]);
    let mut table = Table::new("Greatest of each lane of 128, f64");
    table.race("1000 x 128", |race| {
        race.enter(BY_HAND, || greatest_by_hand(black_box(&data), shape));
        let view = View::from_slice(extents![1000, 128], &data).unwrap();
        race.enter("extents static", move || {
            black_box(&view).lanes(Const::<1>).map(|lane| lane.lazy().max().unwrap().unwrap()).sum()
        });
        let view = View::from_slice(DynExtents::new(shape).unwrap(), &data).unwrap();
        race.enter("extents static rank", move || {
            black_box(&view).lanes(Const::<1>).map(|lane| lane.lazy().max().unwrap().unwrap()).sum()
        });
        let view = View::from_slice(DynExtents::new(shape).unwrap(), &data).unwrap();
        race.enter("extents static rank, iter", move || {
            black_box(&view)
                .lanes(Const::<1>)
                .map(|lane| {
                    lane.iter().copied().fold(f64::NEG_INFINITY, |a, b| if b > a { b } else { a })
                })
                .sum()
        });
    });
}

#[inline(never)]
fn greatest_by_hand(data: &[f64], [_, columns]: [usize; 2]) -> f64 {
    let greatest =
        |lane: &[f64]| lane.iter().fold(f64::NEG_INFINITY, |a, &b| if b > a { b } else { a });
    data.chunks_exact(columns).map(greatest).sum()
}

/// The greatest of each row, by one fold along the last mode, of a small matrix that the types know and of short rows.
fn greatest_of_rows() {
    let data: Vec<f64> = numbers(1000 * 8);
    let mut table = Table::new("Greatest of each row, f64");
    table.race("4 x 4", |race| {
        let data: [f64; 16] = data[..16].try_into().unwrap();
        race.enter(BY_HAND, move || greatest_of_four_by_hand(black_box(&data)));
        let view = View::from_slice(extents![4, 4], data.to_vec().leak()).unwrap();
        race.enter("extents static", move || {
            let Ok(greatest) = black_box(&view).over(modes![1]).inline().max();
            greatest.into_array()
        });
    });
    let shape = black_box([1000, 8]);
    table.race("1000 x 8", |race| {
        let by_hand = |out: &mut Vec<f64>| greatest_of_each_by_hand(out, black_box(&data), shape);
        race.enter_in_place(BY_HAND, || vec![0.0; 1000], by_hand, Vec::clone);
        let view = View::from_slice(DynExtents::new(shape).unwrap(), &data).unwrap();
        race.enter_in_place(
            "extents static rank",
            || TensorOf::<DynExtents<1>, f64>::zeros(DynExtents::new([1000]).unwrap()).unwrap(),
            move |out| black_box(&view).over(modes![1]).max_into(out).unwrap(),
            |out| out.as_slice().to_vec(),
        );
    });
}

#[inline(never)]
fn greatest_of_four_by_hand(data: &[f64; 16]) -> [f64; 4] {
    let mut out = [0.0; 4];
    for i in 0..4 {
        out[i] = data[4 * i];
        for j in 1..4 {
            if data[4 * i + j] > out[i] {
                out[i] = data[4 * i + j];
            }
        }
    }
    out
}

#[inline(never)]
fn greatest_of_each_by_hand(out: &mut [f64], data: &[f64], [_, columns]: [usize; 2]) {
    for (out, row) in out.iter_mut().zip(data.chunks_exact(columns)) {
        *out = row.iter().fold(f64::NEG_INFINITY, |a, &b| if b > a { b } else { a });
    }
}

/// The place of the greatest of each lane.
fn place_of_greatest() {
    let data: Vec<f64> = numbers(1000 * 128);
    let shape = black_box([1000, 128]);
    let mut table = Table::new("Place of the greatest of each lane of 128, f64");
    table.race("1000 x 128", |race| {
        race.enter(BY_HAND, || places_by_hand(black_box(&data), shape));
        let view = View::from_slice(DynExtents::new(shape).unwrap(), &data).unwrap();
        race.enter("extents static rank", move || {
            let places = black_box(&view).lanes(Const::<1>);
            places.map(|lane| lane.lazy().argmax().unwrap().unwrap()[0]).sum::<usize>()
        });
    });
}

#[inline(never)]
fn places_by_hand(data: &[f64], [_, columns]: [usize; 2]) -> usize {
    let mut all = 0;
    for lane in data.chunks_exact(columns) {
        let (mut best, mut place) = (lane[0], 0);
        for (n, &x) in lane.iter().enumerate() {
            if x > best {
                (best, place) = (x, n);
            }
        }
        all += place;
    }
    all
}

/// The sum of each window of 3 x 3, window by window.
fn means_of_windows() {
    let image: Vec<f32> = numbers(ROWS * COLUMNS);
    let shape = black_box([ROWS, COLUMNS]);
    let zeros = || vec![0.0; (ROWS - 2) * (COLUMNS - 2)];
    let mut table = Table::new("Sums of windows of 3 x 3, one after the other, f32");
    table.race("480 x 640", |race| {
        let by_hand = |out: &mut Vec<f32>| sums_by_hand(out, black_box(&image), shape);
        race.enter_in_place(BY_HAND, zeros, by_hand, Vec::clone);
        let view = View::from_slice(DynExtents::new(shape).unwrap(), &image).unwrap();
        let inner = || DynExtents::new([ROWS - 2, COLUMNS - 2]).unwrap();
        race.enter_in_place(
            "extents static rank, along",
            move || TensorOf::<DynExtents<2>, f32>::zeros(inner()).unwrap(),
            move |out| {
                let windows = black_box(&view)
                    .windows::<StaticExtents![dyn, dyn], _>(extents![3, 3])
                    .unwrap();
                for (windows, mut out) in windows.along(Const::<0>).zip(out.along_mut(Const::<0>)) {
                    for (window, out) in windows.along(Const::<0>).zip(out.iter_mut()) {
                        *out = window.sum();
                    }
                }
            },
            |out| out.as_slice().to_vec(),
        );
        race.enter_in_place(
            "extents static rank, chip",
            move || TensorOf::<DynExtents<2>, f32>::zeros(inner()).unwrap(),
            move |out| {
                let windows = black_box(&view)
                    .windows::<StaticExtents![dyn, dyn], _>(extents![3, 3])
                    .unwrap();
                out.indexed_iter_mut().for_each(|([i, j], out)| {
                    *out = windows.chip(slice![i, j, .., ..]).unwrap().sum();
                });
            },
            |out| out.as_slice().to_vec(),
        );
    });
}

/// Each lane takes away its first element.
fn lanes_changed() {
    let data: Vec<f64> = numbers(1000 * 128);
    let shape = black_box([1000, 128]);
    let mut table = Table::new("Each lane of 128 changed, f64");
    table.race("1000 x 128", |race| {
        race.enter_in_place(
            BY_HAND,
            || data.clone(),
            |data| changed_by_hand(data, shape),
            Vec::clone,
        );
        race.enter_in_place(
            "extents static",
            || {
                TensorOf::<StaticExtents![1000, 128], f64>::from_storage(
                    extents![1000, 128],
                    data.clone(),
                )
                .unwrap()
            },
            move |data| {
                for mut lane in data.lanes_mut(Const::<1>) {
                    let first = lane[[0]];
                    lane.apply(|x| *x -= first);
                }
            },
            |out| out.as_slice().to_vec(),
        );
        race.enter_in_place(
            "extents static rank",
            || {
                TensorOf::<DynExtents<2>, f64>::from_storage(
                    DynExtents::new(shape).unwrap(),
                    data.clone(),
                )
                .unwrap()
            },
            move |data| {
                for mut lane in data.lanes_mut(Const::<1>) {
                    let first = lane[[0]];
                    lane.apply(|x| *x -= first);
                }
            },
            |out| out.as_slice().to_vec(),
        );
    });
}

#[inline(never)]
fn changed_by_hand(data: &mut [f64], [_, columns]: [usize; 2]) {
    for lane in data.chunks_exact_mut(columns) {
        let first = lane[0];
        for x in lane {
            *x -= first;
        }
    }
}

/// `out[i, j] = a[k, i] * b[k, j]`, 8 x 8 from a hundred thousand rows.
fn gram() {
    const N: usize = 100_000;
    let data: Vec<f64> = numbers(N * 8);
    let mut table = Table::new("8 x 8 from rows of 8, f64");
    table.race("100000", |race| {
        race.enter(BY_HAND, || gram_by_hand(black_box(&data), black_box(&data)));
        race.enter("faer", || gram_by_faer(black_box(&data), black_box(&data)));
        let view = View::from_slice(extents![N, 8], &data).unwrap();
        race.enter("extents static", move || {
            let (a, b) = (black_box(&view), black_box(&view));
            let c = contract!(a[k, i] * b[k, j] => [i, j]).unwrap();
            c.as_slice().to_vec()
        });
        let view = View::from_slice(DynExtents::new(black_box([N, 8])).unwrap(), &data).unwrap();
        race.enter("extents static rank", move || {
            let (a, b) = (black_box(&view), black_box(&view));
            let c = contract!(a[k, i] * b[k, j] => [i, j]).unwrap();
            c.as_slice().to_vec()
        });
    });
}

#[inline(never)]
fn gram_by_faer(a: &[f64], b: &[f64]) -> Vec<f64> {
    let rows = a.len() / 8;
    let of = |slice| MatRef::from_row_major_slice(slice, rows, 8);
    let mut c = vec![0.0; 64];
    let out = MatMut::from_row_major_slice_mut(&mut c, 8, 8);
    matmul(out, Accum::Replace, of(a).transpose(), of(b), 1.0, Par::Seq);
    c
}

#[inline(never)]
fn gram_by_hand(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut sums = [[0.0; 8]; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for i in 0..8 {
            for j in 0..8 {
                sums[i][j] += a[i] * b[j];
            }
        }
    }
    sums.as_flattened().to_vec()
}

/// `out = a + b`, where `b` has one row.
fn small_operand() {
    let mut table = Table::new("A row added to each row, f64");
    row_added::<16, 16>(&mut table);
    row_added::<1000, 8>(&mut table);
    row_added::<1000, 32>(&mut table);
    row_added::<500, 500>(&mut table);
}

fn row_added<const N: usize, const M: usize>(table: &mut Table) {
    let (a, b): (Vec<f64>, Vec<f64>) = (numbers(N * M), numbers(M));
    let shape = black_box([N, M]);
    let zeros = || vec![0.0; N * M];
    table.race(&format!("{N} x {M}"), |race| {
        race.enter_in_place(
            BY_HAND,
            zeros,
            |out: &mut Vec<f64>| row_added_by_hand(out, black_box(&a), black_box(&b)),
            Vec::clone,
        );
        let view = View::from_slice(extents![N, M], &a).unwrap();
        let row = View::from_slice(extents![M], &b).unwrap();
        race.enter_in_place(
            "extents static",
            || TensorOf::<StaticExtents![N, M], f64>::zeros(extents![N, M]).unwrap(),
            move |out| {
                let (a, b) = (*black_box(&view), *black_box(&row));
                let Ok(b) = b.insert_mode(Const::<0>).broadcast(Const::<0>, Const::<N>);
                let Ok(()) = (&a + &b).assign_to(out);
            },
            |out| out.as_slice().to_vec(),
        );
        let view = View::from_slice(DynExtents::new(shape).unwrap(), &a).unwrap();
        let row = View::from_slice(DynExtents::new([shape[1]]).unwrap(), &b).unwrap();
        race.enter_in_place(
            "extents static rank",
            || TensorOf::<DynExtents<2>, f64>::zeros(DynExtents::new(shape).unwrap()).unwrap(),
            move |out| {
                let (a, b) = (*black_box(&view), *black_box(&row));
                let b = b.insert_mode(Const::<0>).broadcast(Const::<0>, Dyn::new(N)).unwrap();
                (&a + &b).assign_to(out).unwrap();
            },
            |out| out.as_slice().to_vec(),
        );
    });
}

#[inline(never)]
fn row_added_by_hand(out: &mut [f64], a: &[f64], b: &[f64]) {
    for (out, a) in out.chunks_exact_mut(b.len()).zip(a.chunks_exact(b.len())) {
        for j in 0..b.len() {
            out[j] = a[j] + b[j];
        }
    }
}

/// The sum of each column, as of the channels of an image, or of the features of samples.
fn sums_of_many_rows() {
    let mut table = Table::new("Sums of many rows into one, f32");
    for [rows, columns] in [[300_000, 1], [300_000, 3], [100_000, 16], [3000, 300]] {
        let all: Vec<f32> = numbers(rows * columns);
        table.race(&format!("{rows} x {columns}"), |race| {
            race.enter(BY_HAND, || {
                let mut sums = vec![0.0; columns];
                for row in black_box(&all).chunks_exact(columns) {
                    for (sum, value) in sums.iter_mut().zip(row) {
                        *sum += value;
                    }
                }
                sums
            });
            let view = View::from_slice(DynExtents::new([rows, columns]).unwrap(), &all).unwrap();
            race.enter("extents static rank", move || {
                black_box(&view).over(modes![0]).sum().unwrap().into_storage()
            });
            let array = ArrayView2::from_shape([rows, columns], &all).unwrap();
            race.enter("ndarray", move || black_box(&array).sum_axis(Axis(0)).to_vec());
        });
    }
}
