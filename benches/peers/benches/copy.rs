//! Row-major elements to column-major ones, 1000 x 1000, and a plain copy.

use std::hint::black_box;

use extents::layout::{Canonical, ColMajor};
use extents::{DynExtents, Extents, Rank, StaticExtents, TensorOf, View, ViewMut};
use extents_peers::{BY_HAND, Table, UNCHECKED, numbers};

const N: usize = 1000;

fn main() {
    transposing();
    plain();
}

#[inline(never)]
fn by_hand(out: &mut [f64], data: &[f64], [rows, columns]: [usize; 2]) {
    for i in 0..rows {
        for j in 0..columns {
            out[i + rows * j] = data[i * columns + j];
        }
    }
}

#[inline(never)]
fn unchecked(out: &mut [f64], data: &[f64], [rows, columns]: [usize; 2]) {
    assert!(out.len() == rows * columns && data.len() == rows * columns);
    for i in 0..rows {
        for j in 0..columns {
            // SAFETY: i and j are below the extents.
            unsafe { *out.get_unchecked_mut(i + rows * j) = *data.get_unchecked(i * columns + j) };
        }
    }
}

/// Tile by tile, so that each line of the cache is used whole.
#[inline(never)]
fn in_tiles(out: &mut [f64], data: &[f64], [rows, columns]: [usize; 2]) {
    const TILE: usize = 32;
    for row in (0..rows).step_by(TILE) {
        for column in (0..columns).step_by(TILE) {
            for i in row..rows.min(row + TILE) {
                for j in column..columns.min(column + TILE) {
                    out[i + rows * j] = data[i * columns + j];
                }
            }
        }
    }
}

#[inline(never)]
fn by_index<E: Rank<2>>(mut out: ViewMut<'_, f64, E, ColMajor>, data: View<'_, f64, E>) {
    let [rows, columns] = data.extents().extents();
    for i in 0..rows {
        for j in 0..columns {
            out[[i, j]] = data[[i, j]];
        }
    }
}

fn transposing() {
    let data: Vec<f64> = numbers(N * N);
    let extents = black_box([N; 2]);
    let (zeros, all) = (|| vec![0.0; N * N], |out: &Vec<f64>| out.clone());
    let md = mdarray::DTensor::<f64, 1>::from(data.clone()).into_shape(extents);
    let na = nalgebra::DMatrix::from_column_slice(N, N, &data);
    let mut table = Table::new("Copy2D to column-major, f64");
    table.race(&N.to_string(), |race| {
        race.enter_in_place(BY_HAND, zeros, |out| by_hand(out, black_box(&data), extents), all);
        race.enter_in_place(UNCHECKED, zeros, |out| unchecked(out, black_box(&data), extents), all);
        race.enter_in_place(
            "by hand, in tiles",
            zeros,
            |out| in_tiles(out, black_box(&data), extents),
            all,
        );

        macro_rules! ours {
            ($name:literal, $E:ty) => {{
                let extents = <$E>::from_extents(&extents).unwrap();
                let data = View::from_slice(extents, &data).unwrap();
                let make =
                    move || TensorOf::<$E, f64, ColMajor>::zeros(ColMajor.of(extents)).unwrap();
                let elements = |out: &TensorOf<$E, f64, ColMajor>| out.as_slice().to_vec();
                race.enter_in_place(
                    concat!("extents ", $name, ", index"),
                    make,
                    move |out| by_index(out.view_mut(), *black_box(&data)),
                    elements,
                );
                race.enter_in_place(
                    concat!("extents ", $name, ", assign"),
                    make,
                    move |out| out.view_mut().assign(black_box(&data)).expect("equal extents"),
                    elements,
                );
            }};
        }
        ours!("static", StaticExtents![N, N]);
        ours!("static rank", DynExtents<2>);

        let nd = ndarray::ArrayView2::from_shape(extents, &data).unwrap();
        let make = move || ndarray::Array2::zeros(extents);
        race.enter_in_place(
            "ndarray, index",
            make,
            move |out| {
                // Its rows are the columns: the transposed view is column-major.
                let (mut out, nd) = (out.view_mut().reversed_axes(), *black_box(&nd));
                for i in 0..nd.nrows() {
                    for j in 0..nd.ncols() {
                        out[[i, j]] = nd[[i, j]];
                    }
                }
            },
            |out| out.as_slice().unwrap().to_vec(),
        );
        race.enter_in_place(
            "ndarray, assign",
            make,
            move |out| out.view_mut().reversed_axes().assign(black_box(&nd)),
            |out| out.as_slice().unwrap().to_vec(),
        );
        race.enter_in_place(
            "mdarray, assign",
            move || mdarray::DTensor::<f64, 2>::from_elem(extents, 0.0),
            |out| out.transpose_mut().assign(black_box(&md)),
            |out| out.iter().copied().collect(),
        );
        // Column-major only: from the transposed elements.
        race.enter_in_place(
            "nalgebra, transpose_to",
            || nalgebra::DMatrix::zeros(N, N),
            |out| black_box(&na).transpose_to(out),
            |out| out.as_slice().to_vec(),
        );
    });
}

fn plain() {
    let mut table = Table::new("Copy2D of one layout, f64");
    let data: Vec<f64> = numbers(N * N);
    let extents = black_box([N; 2]);
    let md = mdarray::DTensor::<f64, 1>::from(data.clone()).into_shape(extents);
    table.race(&N.to_string(), |race| {
        race.enter_in_place(
            BY_HAND,
            || vec![0.0; N * N],
            |out| out.copy_from_slice(black_box(&data)),
            |out| out.clone(),
        );
        let extents = DynExtents::new(extents).unwrap();
        let view = View::from_slice(extents, &data).unwrap();
        race.enter_in_place(
            "extents static rank, assign",
            move || TensorOf::<_, f64>::zeros(extents).unwrap(),
            move |out| out.view_mut().assign(black_box(&view)).expect("equal extents"),
            |out| out.as_slice().to_vec(),
        );
        let nd = ndarray::ArrayView2::from_shape([N; 2], &data).unwrap();
        race.enter_in_place(
            "ndarray, assign",
            || ndarray::Array2::zeros([N; 2]),
            move |out| out.assign(black_box(&nd)),
            |out| out.as_slice().unwrap().to_vec(),
        );
        race.enter_in_place(
            "mdarray, assign",
            || mdarray::DTensor::<f64, 2>::from_elem([N; 2], 0.0),
            |out| out.assign(black_box(&md)),
            |out| out.iter().copied().collect(),
        );
    });
}
