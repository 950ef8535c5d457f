//! Each element of 80 x 80 x 80 that is not at the border becomes the sum of the 3 x 3 x 3 around it.

#![allow(
    clippy::reversed_empty_ranges,
    reason = "`1..-1` in a slice of ndarray counts from the end"
)]

use std::hint::black_box;

use extents::proof::with_proofs;
use extents::{
    Const, DynExtents, Extents, Rank, StaticExtents, TensorOf, View, ViewMut, extents, slice,
};
use extents_peers::{BY_HAND, Table, UNCHECKED, numbers};

const N: usize = 80;

fn main() {
    stencil::<f64>("Stencil3D, f64");
    stencil::<i32>("Stencil3D, i32");
}

trait Element:
    extents::Scalar + Default + PartialEq + std::fmt::Debug + std::ops::AddAssign + From<u8>
{
}
impl Element for f64 {}
impl Element for i32 {}

/// The paper's six loops, over whatever is indexed by three numbers.
macro_rules! stencil_by_index {
    ($out:ident, $data:ident, $extents:expr) => {{
        let [rows, columns, depth] = $extents;
        for i in 1..rows - 1 {
            for j in 1..columns - 1 {
                for k in 1..depth - 1 {
                    let mut sum = T::default();
                    for di in i - 1..i + 2 {
                        for dj in j - 1..j + 2 {
                            for dk in k - 1..k + 2 {
                                sum += $data[[di, dj, dk]];
                            }
                        }
                    }
                    $out[[i, j, k]] = sum;
                }
            }
        }
    }};
}

#[inline(never)]
fn stencil_by_hand<T: Element>(out: &mut [T], data: &[T], [rows, columns, depth]: [usize; 3]) {
    for i in 1..rows - 1 {
        for j in 1..columns - 1 {
            for k in 1..depth - 1 {
                let mut sum = T::default();
                for di in i - 1..i + 2 {
                    for dj in j - 1..j + 2 {
                        for dk in k - 1..k + 2 {
                            sum += data[(di * columns + dj) * depth + dk];
                        }
                    }
                }
                out[(i * columns + j) * depth + k] = sum;
            }
        }
    }
}

#[inline(never)]
fn stencil_unchecked<T: Element>(out: &mut [T], data: &[T], [rows, columns, depth]: [usize; 3]) {
    assert!(out.len() == rows * columns * depth && data.len() == out.len());
    for i in 1..rows - 1 {
        for j in 1..columns - 1 {
            for k in 1..depth - 1 {
                let mut sum = T::default();
                for di in i - 1..i + 2 {
                    for dj in j - 1..j + 2 {
                        for dk in k - 1..k + 2 {
                            // SAFETY: each coordinate is below its extent.
                            sum += unsafe { *data.get_unchecked((di * columns + dj) * depth + dk) };
                        }
                    }
                }
                // SAFETY: as above.
                unsafe { *out.get_unchecked_mut((i * columns + j) * depth + k) = sum };
            }
        }
    }
}

#[inline(never)]
fn by_index<T: Element, E: Rank<3>>(mut out: ViewMut<'_, T, E>, data: View<'_, T, E>) {
    stencil_by_index!(out, data, data.extents().extents());
}

#[inline(never)]
fn by_neighbors<T: Element, E: Rank<3>>(out: ViewMut<'_, T, E>, data: View<'_, T, E>) {
    with_proofs(data.extents(), |scope| {
        let (data, mut out) = (scope.view(&data).unwrap(), scope.view_mut(out).unwrap());
        scope.interior(extents![1, 1, 1]).for_each(|at| {
            let mut sum = T::default();
            for di in -1..2 {
                for dj in -1..2 {
                    for dk in -1..2 {
                        sum += data[at + [di, dj, dk]];
                    }
                }
            }
            out[at] = sum;
        });
    });
}

fn stencil<T: Element>(task: &str) {
    let data: Vec<T> = numbers(N * N * N);
    let extents = black_box([N; 3]);
    let zeros = || vec![T::default(); N * N * N];
    let all = |out: &Vec<T>| out.clone();
    let md = mdarray::DTensor::<T, 1>::from(data.clone()).into_shape(extents);
    let mut table = Table::new(task);
    table.race(&N.to_string(), |race| {
        race.enter_in_place(
            BY_HAND,
            zeros,
            |out| stencil_by_hand(out, black_box(&data), black_box(extents)),
            all,
        );
        race.enter_in_place(
            "by hand, static extents",
            zeros,
            |out| stencil_by_hand(out, black_box(&data), [N; 3]),
            all,
        );
        race.enter_in_place(
            UNCHECKED,
            zeros,
            |out| stencil_unchecked(out, black_box(&data), black_box(extents)),
            all,
        );

        macro_rules! ours {
            ($name:literal, $E:ty) => {{
                let data = View::from_slice(<$E>::from_extents(&extents).unwrap(), &data).unwrap();
                race.enter_in_place(
                    concat!("extents ", $name, ", index"),
                    move || TensorOf::<$E, T>::full(*data.extents(), T::default()).unwrap(),
                    move |out| by_index(out.view_mut(), *black_box(&data)),
                    |out| out.as_slice().to_vec(),
                );
                race.enter_in_place(
                    concat!("extents ", $name, ", neighbors"),
                    move || TensorOf::<$E, T>::full(*data.extents(), T::default()).unwrap(),
                    move |out| by_neighbors(out.view_mut(), *black_box(&data)),
                    |out| out.as_slice().to_vec(),
                );
            }};
        }
        ours!("static", StaticExtents![N, N, N]);
        ours!("mixed", StaticExtents![dyn, N, N]);
        ours!("static rank", DynExtents<3>);

        // Each place of a window of 3 x 3 x 3 is an index of the view of all windows.
        macro_rules! windows {
            ($name:literal, $E:ty, $Places:ty, $inner:expr) => {{
                let extents = <$E>::from_extents(&extents).unwrap();
                let data = View::from_slice(extents, &data).unwrap();
                let windows = data.windows::<$Places, _>(extents![3, 3, 3]).unwrap();
                race.enter_in_place(
                    concat!("extents ", $name, ", along the windows"),
                    zeros,
                    move |out| {
                        let windows = *black_box(&windows);
                        let out = ViewMut::from_slice(extents, out).unwrap();
                        let mut inner = out.slice($inner).unwrap();
                        let planes = windows.along(Const::<0>).zip(inner.along_mut(Const::<0>));
                        for (windows, mut out) in planes {
                            let rows = windows.along(Const::<0>).zip(out.along_mut(Const::<0>));
                            for (windows, mut out) in rows {
                                for (window, out) in windows.along(Const::<0>).zip(out.iter_mut()) {
                                    *out = window.fold(T::default(), |sum, x| sum.plus(*x));
                                }
                            }
                        }
                    },
                    all,
                );
                race.enter_in_place(
                    concat!("extents ", $name, ", iter of each window"),
                    zeros,
                    move |out| {
                        let windows = *black_box(&windows);
                        let out = ViewMut::from_slice(extents, out).unwrap();
                        let mut inner = out.slice($inner).unwrap();
                        inner.indexed_iter_mut().for_each(|([i, j, k], out)| {
                            let window = windows.chip(slice![i, j, k, .., .., ..]).unwrap();
                            *out = window.fold(T::default(), |sum, x| sum.plus(*x));
                        });
                    },
                    all,
                );
                race.enter_in_place(
                    concat!("extents ", $name, ", index of windows"),
                    zeros,
                    move |out| {
                        let windows = *black_box(&windows);
                        let out = ViewMut::from_slice(extents, out).unwrap();
                        let mut inner = out.slice($inner).unwrap();
                        inner.indexed_iter_mut().for_each(|([i, j, k], out)| {
                            let around = extents![3, 3, 3].indices();
                            *out = around.fold(T::default(), |sum, [di, dj, dk]| {
                                sum.plus(windows[[i, j, k, di, dj, dk]])
                            });
                        });
                    },
                    all,
                );
            }};
        }
        windows!(
            "static",
            StaticExtents![N, N, N],
            StaticExtents![78, 78, 78],
            slice![1..79, 1..79, 1..79]
        );
        let inner = slice![1..N - 1, 1..N - 1, 1..N - 1];
        windows!("all `dyn`", StaticExtents![dyn, dyn, dyn], StaticExtents![dyn, dyn, dyn], inner);

        let nd = ndarray::ArrayView3::from_shape(extents, &data).unwrap();
        race.enter_in_place(
            "ndarray, index",
            move || ndarray::Array3::from_elem(extents, T::default()),
            move |out| {
                let (nd, mut out) = (*black_box(&nd), out.view_mut());
                stencil_by_index!(out, nd, <[usize; 3]>::from(nd.dim()));
            },
            |out| out.iter().copied().collect(),
        );
        race.enter_in_place(
            "ndarray, windows",
            move || ndarray::Array3::from_elem(extents, T::default()),
            move |out| {
                let windows = black_box(&nd).windows((3, 3, 3)).into_iter();
                let inner = out.slice_mut(ndarray::s![1..-1, 1..-1, 1..-1]);
                inner.into_iter().zip(windows).for_each(|(out, window)| {
                    *out = window.fold(T::default(), |sum, x| sum.plus(*x));
                });
            },
            |out| out.iter().copied().collect(),
        );
        let zeros = move || mdarray::DTensor::<T, 3>::from_elem(extents, T::default());
        let elements = |out: &mdarray::DTensor<T, 3>| out.iter().copied().collect();
        race.enter_in_place(
            "mdarray static, index",
            zeros,
            |out| {
                let known = (mdarray::Const::<N>, mdarray::Const::<N>, mdarray::Const::<N>);
                let md = md.reshape(known);
                let mut out = out.reshape_mut(known);
                stencil_by_index!(out, md, [md.dim(0), md.dim(1), md.dim(2)]);
            },
            elements,
        );
        race.enter_in_place(
            "mdarray static rank, index",
            zeros,
            |out| {
                let (md, mut out) = (black_box(&md).expr(), out.expr_mut());
                stencil_by_index!(out, md, [md.dim(0), md.dim(1), md.dim(2)]);
            },
            elements,
        );
    });
}
