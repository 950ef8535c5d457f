//! Products of small squares of static extents, into an output: one, and a thousand beside each other in tensors of third order.
//! With the feature `xsmm`, `LIBXSMM` takes part.

#![allow(clippy::needless_range_loop, reason = "the loops that are measured")]

use std::hint::black_box;

use extents::label::{b, i, j, k};
use extents::{Extents, StaticExtents, TensorOf, contract};
use extents_peers::{BY_HAND, Table, numbers};
use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use nalgebra::{SMatrixView, SMatrixViewMut};

/// As many that one call of a function is nothing beside them.
const MANY: usize = 1000;

trait Number:
    extents::Scalar
    + nalgebra::RealField
    + faer::traits::ComplexField
    + From<u8>
    + std::ops::AddAssign
    + std::ops::Mul<Output = Self>
{
    /// The product of squares of so many rows, made at run time.
    #[cfg(feature = "xsmm")]
    fn xsmm(n: usize) -> extents_peers::xsmm::Product<Self>;
}

impl Number for f32 {
    #[cfg(feature = "xsmm")]
    fn xsmm(n: usize) -> extents_peers::xsmm::Product<f32> {
        extents_peers::xsmm::of_f32(n)
    }
}

impl Number for f64 {
    #[cfg(feature = "xsmm")]
    fn xsmm(n: usize) -> extents_peers::xsmm::Product<f64> {
        extents_peers::xsmm::of_f64(n)
    }
}

/// Element by element, as the formula says.
#[inline(always)]
fn by_hand<T: Number, const N: usize>(x: &[[T; N]; N], y: &[[T; N]; N], z: &mut [[T; N]; N]) {
    for row in 0..N {
        for column in 0..N {
            let mut sum = T::ZERO;
            for middle in 0..N {
                sum += x[row][middle] * y[middle][column];
            }
            z[row][column] = sum;
        }
    }
}

/// Row by row, which suits the processor's registers.
#[inline(always)]
fn by_rows<T: Number, const N: usize>(x: &[[T; N]; N], y: &[[T; N]; N], z: &mut [[T; N]; N]) {
    for row in 0..N {
        let mut sums = [T::ZERO; N];
        for middle in 0..N {
            for column in 0..N {
                sums[column] += x[row][middle] * y[middle][column];
            }
        }
        z[row] = sums;
    }
}

/// Multiplies square by square.
#[inline(always)]
fn each<T, const N: usize>(
    x: &[T],
    y: &[T],
    z: &mut [T],
    multiply: impl Fn(&[[T; N]; N], &[[T; N]; N], &mut [[T; N]; N]),
) {
    let squares = |all| black_box::<&[T]>(all).as_chunks::<N>().0.as_chunks::<N>().0;
    let targets = z.as_chunks_mut::<N>().0.as_chunks_mut::<N>().0;
    for ((z, x), y) in targets.iter_mut().zip(squares(x)).zip(squares(y)) {
        multiply(x, y, z);
    }
}

/// The same, of slices of so many elements.
#[inline(always)]
fn each_slice<T>(
    x: &[T],
    y: &[T],
    z: &mut [T],
    size: usize,
    multiply: impl Fn(&[T], &[T], &mut [T]),
) {
    let squares = |all| black_box::<&[T]>(all).chunks_exact(size);
    for ((z, x), y) in z.chunks_exact_mut(size).zip(squares(x)).zip(squares(y)) {
        multiply(x, y, z);
    }
}

/// Races products of as many squares of `N` rows as the extents say.
fn race<T: Number, E: Extents + Default, const N: usize>(
    table: &mut Table,
    contract: impl Fn(&TensorOf<E, T>, &TensorOf<E, T>, &mut TensorOf<E, T>) + Clone,
) {
    let size = E::default().size();
    let x: Vec<T> = numbers(size);
    let y: Vec<T> = x.iter().rev().copied().collect();
    let ours = |all: &[T]| TensorOf::<E, T>::from_vec(E::default(), all.to_vec()).expect("as many");
    let (our_x, our_y) = (ours(&x), ours(&y));
    let (x, y) = (&x, &y);
    let zeros = || vec![T::ZERO; size];
    let all = |z: &Vec<T>| z.clone();
    table.race(&N.to_string(), |race| {
        race.enter_in_place(BY_HAND, zeros, |z| each(x, y, z, by_hand::<T, N>), all);
        race.enter_in_place("by hand, by rows", zeros, |z| each(x, y, z, by_rows::<T, N>), all);
        race.enter_in_place(
            "extents static",
            || ours(&zeros()),
            |z| contract(black_box(&our_x), black_box(&our_y), z),
            |z| z.as_slice().to_vec(),
        );
        let with_nalgebra = |z: &mut Vec<T>| {
            each_slice(x, y, z, N * N, |x, y, z| {
                // Its columns are the rows here, so that the operands change sides.
                let of = SMatrixView::<T, N, N>::from_slice;
                of(y).mul_to(&of(x), &mut SMatrixViewMut::<T, N, N>::from_slice(z));
            });
        };
        race.enter_in_place("nalgebra", zeros, with_nalgebra, all);
        let with_faer = |z: &mut Vec<T>| {
            each_slice(x, y, z, N * N, |x, y, z| {
                let of = |slice| MatRef::from_row_major_slice(slice, N, N);
                let z = MatMut::from_row_major_slice_mut(z, N, N);
                matmul(z, Accum::Replace, of(x), of(y), T::from(1_u8), Par::Seq);
            });
        };
        race.enter_in_place("faer", zeros, with_faer, all);
        #[cfg(feature = "xsmm")]
        {
            let product = T::xsmm(N);
            let with_xsmm = move |z: &mut Vec<T>| {
                each_slice(x, y, z, N * N, |x, y, z| product.multiply(x, y, z));
            };
            race.enter_in_place("LIBXSMM", zeros, with_xsmm, all);
        }
    });
}

macro_rules! tables {
    ($T:ty: $($N:literal)*) => {
        let mut one = Table::new(concat!("One product of squares, ", stringify!($T)));
        $(race::<$T, StaticExtents![$N, $N], $N>(&mut one, |x, y, z| {
            let Ok(()) = contract!(z[i, k] = x[i, j] * y[j, k]);
        });)*
        drop(one);
        let mut many = Table::new(concat!("A thousand products of squares, ", stringify!($T)));
        $(race::<$T, StaticExtents![MANY, $N, $N], $N>(&mut many, |x, y, z| {
            let Ok(()) = contract!(z[b, i, k] = x[b, i, j] * y[b, j, k]);
        });)*
        drop(many);
    };
}

fn main() {
    tables!(f32: 2 3 4 6 8 12 16 24 32);
    tables!(f64: 2 3 4 6 8 12 16 24 32);
}
