//! Parts of views: the sum over subviews of 20 x 20 x 20 and 200 x 200 x 200 elements, and over every
//! second element of two modes.

#![allow(clippy::needless_range_loop, reason = "the loops that are measured")]

use std::fmt::Debug;
use std::hint::black_box;
use std::iter::Sum;
use std::ops::AddAssign;

use extents::{Extents, StaticExtents, View, slice};
use extents_peers::{BY_HAND, Table, UNCHECKED, numbers};

fn main() {
    subspans::<f64>("Subspan3D, f64");
    subspans::<i32>("Subspan3D, i32");
    every_second::<f64>("Every second of two modes, f64");
    every_second::<i32>("Every second of two modes, i32");
}

trait Element:
    extents::Scalar + Default + PartialEq + Debug + AddAssign + From<u8> + Sum + for<'t> Sum<&'t Self>
{
}
impl Element for f64 {}
impl Element for i32 {}

#[inline(never)]
fn sum_by_hand<T: Element>(data: &[T], [rows, columns, depth]: [usize; 3]) -> T {
    let mut sum = T::default();
    for i in 0..rows {
        let plane = &data[i * columns * depth..(i + 1) * columns * depth];
        for j in 0..columns {
            let row = &plane[j * depth..(j + 1) * depth];
            for k in 0..depth {
                sum += row[k];
            }
        }
    }
    sum
}

fn subspans<T: Element>(task: &str) {
    let mut table = Table::new(task);
    subspans_of::<T, 20>(&mut table);
    subspans_of::<T, 200>(&mut table);
}

fn subspans_of<T: Element, const N: usize>(table: &mut Table) {
    let data: Vec<T> = numbers(N * N * N);
    let extents = black_box([N; 3]);
    let md = mdarray::DTensor::<T, 1>::from(data.clone()).into_shape(extents);
    let md_known = md.reshape((mdarray::Const::<N>, mdarray::Const::<N>, mdarray::Const::<N>));
    let nd = ndarray::ArrayView3::from_shape(extents, &data).unwrap();
    table.race(&N.to_string(), |race| {
        race.enter(BY_HAND, || sum_by_hand(black_box(&data), black_box(extents)));
        race.enter("by hand, static extents", || sum_by_hand(black_box(&data), [N; 3]));

        macro_rules! ours {
            ($name:literal, $E:ty) => {{
                let view = View::from_slice(<$E>::from_extents(&extents).unwrap(), &data).unwrap();
                race.enter(concat!("extents ", $name, ", index"), move || {
                    let view = *black_box(&view);
                    let [rows, columns, depth] = view.extents().extents();
                    let mut sum = T::default();
                    for i in 0..rows {
                        let plane = view.chip(slice![i, .., ..]).unwrap();
                        for j in 0..columns {
                            let row = plane.chip(slice![j, ..]).unwrap();
                            for k in 0..depth {
                                sum += row[[k]];
                            }
                        }
                    }
                    sum
                });
                race.enter(concat!("extents ", $name, ", iter"), move || {
                    let view = *black_box(&view);
                    let [rows, columns, _] = view.extents().extents();
                    let mut sum = T::default();
                    for i in 0..rows {
                        let plane = view.chip(slice![i, .., ..]).unwrap();
                        for j in 0..columns {
                            sum =
                                plane.chip(slice![j, ..]).unwrap().fold(sum, |sum, x| sum.plus(*x));
                        }
                    }
                    sum
                });
            }};
        }
        ours!("static", StaticExtents![N, N, N]);
        ours!("all `dyn`", StaticExtents![dyn, dyn, dyn]);

        race.enter("ndarray, index", || {
            let array = *black_box(&nd);
            let mut sum = T::default();
            for plane in array.outer_iter() {
                for row in plane.outer_iter() {
                    for k in 0..row.len() {
                        sum += row[k];
                    }
                }
            }
            sum
        });
        race.enter("ndarray, iter", || {
            let array = *black_box(&nd);
            let mut sum = T::default();
            for plane in array.outer_iter() {
                for row in plane.outer_iter() {
                    sum = row.fold(sum, |sum, x| sum.plus(*x));
                }
            }
            sum
        });
        macro_rules! of_mdarray {
            ($array:expr) => {{
                let array = $array;
                let mut sum = T::default();
                for i in 0..array.dim(0) {
                    let plane = array.at(i);
                    for j in 0..plane.dim(0) {
                        let row = plane.at(j);
                        for k in 0..row.dim(0) {
                            sum += row[[k]];
                        }
                    }
                }
                sum
            }};
        }
        race.enter("mdarray static, index", || of_mdarray!(black_box(&md_known).expr()));
        race.enter("mdarray static rank, index", || of_mdarray!(black_box(&md).expr()));
    });
}

#[inline(never)]
fn every_second_by_hand<T: Element>(data: &[T], n: usize) -> T {
    let mut sum = T::default();
    for i in 0..n / 2 {
        for j in 0..n / 2 {
            sum += data[2 * i * n + 2 * j];
        }
    }
    sum
}

#[inline(never)]
fn every_second_unchecked<T: Element>(data: &[T], n: usize) -> T {
    assert!(data.len() == n * n);
    let mut sum = T::default();
    for i in 0..n / 2 {
        for j in 0..n / 2 {
            // SAFETY: 2 * i and 2 * j are below n.
            sum += unsafe { *data.get_unchecked(2 * i * n + 2 * j) };
        }
    }
    sum
}

/// By index in two loops.
macro_rules! sum_by_index {
    ($part:ident, $extents:expr) => {{
        let [rows, columns] = $extents;
        let mut sum = T::default();
        for i in 0..rows {
            for j in 0..columns {
                sum += $part[[i, j]];
            }
        }
        sum
    }};
}

fn every_second<T: Element>(task: &str) {
    let mut table = Table::new(task);
    every_second_of::<T, 128, 64>(&mut table);
    every_second_of::<T, 2048, 1024>(&mut table);
}

fn every_second_of<T: Element, const N: usize, const HALF: usize>(table: &mut Table) {
    let data: Vec<T> = numbers(N * N);
    let n = black_box(N);
    let md = mdarray::DTensor::<T, 1>::from(data.clone()).into_shape([n, n]);
    table.race(&N.to_string(), |race| {
        race.enter(BY_HAND, || every_second_by_hand(black_box(&data), black_box(n)));
        race.enter(UNCHECKED, || every_second_unchecked(black_box(&data), black_box(n)));

        macro_rules! ours {
            ($name:literal, $E:ty, $slice:expr) => {{
                let view = View::from_slice(<$E>::from_extents(&[n, n]).unwrap(), &data).unwrap();
                let part = view.slice($slice).unwrap();
                race.enter(concat!("extents ", $name, ", index"), move || {
                    let part = *black_box(&part);
                    sum_by_index!(part, part.extents().extents())
                });
                race.enter(concat!("extents ", $name, ", iter"), move || {
                    black_box(&part).iter().sum::<T>()
                });
                race.enter(concat!("extents ", $name, ", sum"), move || black_box(&part).sum());
            }};
        }
        ours!("static", StaticExtents![N, N], slice![0..+{ HALF }; 2, 0..+{ HALF }; 2]);
        ours!("all `dyn`", StaticExtents![dyn, dyn], slice![..; 2, ..; 2]);

        let nd = ndarray::ArrayView2::from_shape([n, n], &data).unwrap();
        let part = nd.slice_move(ndarray::s![..;2, ..;2]);
        race.enter("ndarray, index", move || {
            let part = *black_box(&part);
            sum_by_index!(part, <[usize; 2]>::from(part.dim()))
        });
        race.enter("ndarray, iter", move || black_box(&part).iter().sum::<T>());
        race.enter("ndarray, fold", move || {
            black_box(&part).fold(T::default(), |sum, x| sum.plus(*x))
        });
        let part = md.view(mdarray::step(.., 2), mdarray::step(.., 2));
        race.enter("mdarray, index", move || {
            let part = *black_box(&part);
            sum_by_index!(part, [part.dim(0), part.dim(1)])
        });
        race.enter("mdarray, iter", move || black_box(&part).iter().sum::<T>());
    });
}
