//! Small contractions of static extents: products of matrices, 4 x 4, 8 x 8 and 16 x 16, and a tensor of third order
//! times a matrix, all extents 4. Results are returned inline, or written into an output.

#![allow(clippy::needless_range_loop, reason = "the loops that are measured")]

use std::hint::black_box;

use extents::label::{i, j, k, l};
use extents::{InlineTensor, StaticExtents, contract};
use extents_peers::{Aligned, BY_HAND, Table, numbers};
use nalgebra::SMatrix;

type Square<T, const N: usize> = [[T; N]; N];
type Cube<T, const N: usize> = [[[T; N]; N]; N];

fn square<T: From<u8> + Copy, const N: usize>() -> Square<T, N> {
    let all: Vec<T> = numbers(N * N);
    std::array::from_fn(|row| std::array::from_fn(|column| all[row * N + column]))
}

/// So that the right operand is another than the left.
fn reversed<T, const N: usize>(mut row: [T; N]) -> [T; N] {
    row.reverse();
    row
}

fn cube<T: From<u8> + Copy, const N: usize>() -> Cube<T, N> {
    let all: Vec<T> = numbers(N * N * N);
    std::array::from_fn(|a| {
        std::array::from_fn(|b| std::array::from_fn(|c| all[(a * N + b) * N + c]))
    })
}

trait Number: extents::Scalar + std::ops::AddAssign + std::ops::Mul<Output = Self> {}
impl Number for f32 {}
impl Number for f64 {}

/// Element by element, as the formula says.
#[inline(always)]
fn by_hand<T: Number, const N: usize>(x: &Square<T, N>, y: &Square<T, N>) -> Square<T, N> {
    let mut z = [[T::ZERO; N]; N];
    for row in 0..N {
        for column in 0..N {
            for middle in 0..N {
                z[row][column] += x[row][middle] * y[middle][column];
            }
        }
    }
    z
}

/// Row by row, which suits the processor's registers.
#[inline(always)]
fn by_rows<T: Number, const N: usize>(x: &Square<T, N>, y: &Square<T, N>) -> Square<T, N> {
    let mut z = [[T::ZERO; N]; N];
    for row in 0..N {
        let mut sums = [T::ZERO; N];
        for middle in 0..N {
            for column in 0..N {
                sums[column] += x[row][middle] * y[middle][column];
            }
        }
        z[row] = sums;
    }
    z
}

#[inline(always)]
fn cube_by_hand<T: Number, const N: usize>(x: &Cube<T, N>, y: &Square<T, N>) -> Cube<T, N> {
    let mut z = [[[T::ZERO; N]; N]; N];
    for a in 0..N {
        for b in 0..N {
            for d in 0..N {
                for c in 0..N {
                    z[a][b][d] += x[a][b][c] * y[c][d];
                }
            }
        }
    }
    z
}

#[inline(always)]
fn cube_by_rows<T: Number, const N: usize>(x: &Cube<T, N>, y: &Square<T, N>) -> Cube<T, N> {
    let mut z = [[[T::ZERO; N]; N]; N];
    for a in 0..N {
        z[a] = by_rows(&x[a], y);
    }
    z
}

// Columns of `nalgebra` are the rows of the others, so that operands change sides: the same numbers in the same places.

macro_rules! returned {
    ($table:ident, $T:ty, $N:literal) => {
        let (x, y) = (Aligned(square::<$T, $N>()), Aligned(square::<$T, $N>().map(reversed)));
        let ours = |of: &Aligned<_>| Aligned(InlineTensor::<$T, StaticExtents![$N, $N]>::from_array(of.0));
        let (our_x, our_y) = (ours(&x), ours(&y));
        let theirs = |of: &Aligned<Square<$T, $N>>| {
            Aligned(SMatrix::<$T, $N, $N>::from_column_slice(of.0.as_flattened()))
        };
        let (na_x, na_y) = (theirs(&x), theirs(&y));
        $table.race(stringify!($N), |race| {
            race.enter(BY_HAND, || by_hand(black_box(&x.0), black_box(&y.0)));
            race.enter("by hand, by rows", || by_rows(black_box(&x.0), black_box(&y.0)));
            race.enter("extents inline", || {
                let (x, y) = (black_box(&our_x.0), black_box(&our_y.0));
                let Ok(z) = contract!(x[i, j] * y[j, k] => [i, k]);
                z.into_array()
            });
            race.enter("nalgebra", || {
                let product: Square<$T, $N> = (black_box(&na_y.0) * black_box(&na_x.0)).into();
                product
            });
        });
    };
}

macro_rules! into_output {
    ($table:ident, $T:ty, $N:literal) => {
        let (x, y) = (Aligned(square::<$T, $N>()), Aligned(square::<$T, $N>().map(reversed)));
        let ours = |of: &Aligned<_>| Aligned(InlineTensor::<$T, StaticExtents![$N, $N]>::from_array(of.0));
        let (our_x, our_y) = (ours(&x), ours(&y));
        let theirs = |of: &Aligned<Square<$T, $N>>| {
            Aligned(SMatrix::<$T, $N, $N>::from_column_slice(of.0.as_flattened()))
        };
        let (na_x, na_y) = (theirs(&x), theirs(&y));
        let zeros = || [[0.0; $N]; $N];
        $table.race(stringify!($N), |race| {
            race.enter_in_place(
                BY_HAND,
                zeros,
                |z: &mut Square<$T, $N>| *z = by_hand(black_box(&x.0), black_box(&y.0)),
                |z| *z,
            );
            race.enter_in_place(
                "by hand, by rows",
                zeros,
                |z: &mut Square<$T, $N>| *z = by_rows(black_box(&x.0), black_box(&y.0)),
                |z| *z,
            );
            race.enter_in_place(
                "extents inline",
                InlineTensor::<$T, StaticExtents![$N, $N]>::inline_zeros,
                |z| {
                    let (x, y) = (black_box(&our_x.0), black_box(&our_y.0));
                    let Ok(()) = contract!(z[i, k] = x[i, j] * y[j, k]);
                },
                |z| (*z).into_array(),
            );
            race.enter_in_place(
                "nalgebra",
                SMatrix::<$T, $N, $N>::zeros,
                |z| black_box(&na_y.0).mul_to(black_box(&na_x.0), z),
                |z| (*z).into(),
            );
        });
    };
}

macro_rules! products {
    ($($T:ty),*) => {$({
        let mut table = Table::new(concat!("Product of squares, returned, ", stringify!($T)));
        returned!(table, $T, 4);
        returned!(table, $T, 8);
        returned!(table, $T, 16);
        drop(table);
        let mut table = Table::new(concat!("Product of squares, into an output, ", stringify!($T)));
        into_output!(table, $T, 4);
        into_output!(table, $T, 8);
        into_output!(table, $T, 16);
    })*};
}

macro_rules! third_order {
    ($($T:ty),*) => {$({
        let (x, y) = (Aligned(cube::<$T, 4>()), Aligned(square::<$T, 4>()));
        let our_x = Aligned(InlineTensor::<$T, StaticExtents![4, 4, 4]>::from_array(x.0));
        let our_y = Aligned(InlineTensor::<$T, StaticExtents![4, 4]>::from_array(y.0));
        let na_x = SMatrix::<$T, 4, 16>::from_column_slice(x.0.as_flattened().as_flattened());
        let (na_x, na_y) = (Aligned(na_x), Aligned(SMatrix::<$T, 4, 4>::from_column_slice(y.0.as_flattened())));
        let mut table = Table::new(concat!("ijk,kl->ijl, all extents 4, ", stringify!($T)));
        table.race("returned", |race| {
            race.enter(BY_HAND, || cube_by_hand(black_box(&x.0), black_box(&y.0)));
            race.enter("by hand, by rows", || cube_by_rows(black_box(&x.0), black_box(&y.0)));
            race.enter("extents inline", || {
                let (x, y) = (black_box(&our_x.0), black_box(&our_y.0));
                let Ok(z) = contract!(x[i, j, k] * y[k, l] => [i, j, l]);
                z.into_array()
            });
            race.enter("nalgebra, as matrices", || {
                let product: [[$T; 4]; 16] = (black_box(&na_y.0) * black_box(&na_x.0)).into();
                // The same elements in the same places.
                std::array::from_fn(|a| std::array::from_fn(|b| product[a * 4 + b]))
            });
        });
        table.race("into an output", |race| {
            race.enter_in_place(
                BY_HAND,
                || [[[0.0; 4]; 4]; 4],
                |z: &mut Cube<$T, 4>| *z = cube_by_hand(black_box(&x.0), black_box(&y.0)),
                |z| *z,
            );
            race.enter_in_place(
                "by hand, by rows",
                || [[[0.0; 4]; 4]; 4],
                |z: &mut Cube<$T, 4>| *z = cube_by_rows(black_box(&x.0), black_box(&y.0)),
                |z| *z,
            );
            race.enter_in_place(
                "extents inline",
                InlineTensor::<$T, StaticExtents![4, 4, 4]>::inline_zeros,
                |z| {
                    let (x, y) = (black_box(&our_x.0), black_box(&our_y.0));
                    let Ok(()) = contract!(z[i, j, l] = x[i, j, k] * y[k, l]);
                },
                |z| (*z).into_array(),
            );
            race.enter_in_place(
                "nalgebra, as matrices",
                SMatrix::<$T, 4, 16>::zeros,
                |z| black_box(&na_y.0).mul_to(black_box(&na_x.0), z),
                |z| {
                    std::array::from_fn(|a| {
                        std::array::from_fn(|b| std::array::from_fn(|c| z[(c, a * 4 + b)]))
                    })
                },
            );
        });
    })*};
}

fn main() {
    products!(f32, f64);
    third_order!(f32, f64);
}
