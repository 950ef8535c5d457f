//! Products of large square matrices, all row-major, on one thread: 64, 256, 512 and 1024 rows. Figures are ratios to the
//! fastest of the peers.

use std::hint::black_box;

use extents::label::{i, j, k};
use extents::{DynExtents, Extents, StaticExtents, TensorOf, contract};
use extents_peers::{Table, is_test, numbers};
use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use ndarray::linalg::general_mat_mul;

fn main() {
    into_output::<f32>("Product of large squares, into an output, f32");
    into_output::<f64>("Product of large squares, into an output, f64");
    to_new::<f32>("Product of large squares, to a new tensor, f32");
    to_new::<f64>("Product of large squares, to a new tensor, f64");
}

fn into_output<T: Element>(task: &str) {
    let mut table = Table::beside_best_peer(task);
    into_output_of::<T, 64>(&mut table);
    if is_test() {
        return;
    }
    into_output_of::<T, 256>(&mut table);
    into_output_of::<T, 512>(&mut table);
    into_output_of::<T, 1024>(&mut table);
}

fn to_new<T: Element>(task: &str) {
    let mut table = Table::beside_best_peer(task);
    to_new_of::<T, 64>(&mut table);
    if is_test() {
        return;
    }
    to_new_of::<T, 256>(&mut table);
    to_new_of::<T, 512>(&mut table);
    to_new_of::<T, 1024>(&mut table);
}

trait Element:
    extents::Scalar
    + nalgebra::RealField
    + faer::traits::ComplexField
    + ndarray::LinalgScalar
    + From<u8>
{
    /// # Safety
    /// The pointers lead to n x n elements each; those of `z` are nobody else's.
    unsafe fn matrixmultiply(n: usize, x: *const Self, y: *const Self, z: *mut Self);
}

macro_rules! element {
    ($T:ty, $gemm:ident) => {
        impl Element for $T {
            unsafe fn matrixmultiply(n: usize, x: *const Self, y: *const Self, z: *mut Self) {
                let row = n as isize;
                // SAFETY: row-major matrices of n x n elements, as the caller says.
                unsafe { matrixmultiply::$gemm(n, n, n, 1.0, x, row, 1, y, row, 1, 0.0, z, row, 1) }
            }
        }
    };
}
element!(f32, sgemm);
element!(f64, dgemm);

fn with_gemm<T: Element>(n: usize, x: &[T], y: &[T], z: &mut [T]) {
    assert!([x.len(), y.len(), z.len()] == [n * n; 3]);
    let (row, zero, one) = (n as isize, T::from(0_u8), T::from(1_u8));
    let [x, y] = [x.as_ptr(), y.as_ptr()];
    let none = gemm::Parallelism::None;
    // SAFETY: row-major matrices of n x n elements.
    unsafe {
        gemm::gemm(
            n,
            n,
            n,
            z.as_mut_ptr(),
            1,
            row,
            false,
            x,
            1,
            row,
            y,
            1,
            row,
            zero,
            one,
            false,
            false,
            false,
            none,
        );
    }
}

fn with_matrixmultiply<T: Element>(n: usize, x: &[T], y: &[T], z: &mut [T]) {
    assert!([x.len(), y.len(), z.len()] == [n * n; 3]);
    // SAFETY: the lengths are n x n.
    unsafe { T::matrixmultiply(n, x.as_ptr(), y.as_ptr(), z.as_mut_ptr()) };
}

fn with_faer<T: Element>(n: usize, x: &[T], y: &[T], z: &mut [T]) {
    let of = |slice| MatRef::from_row_major_slice(slice, n, n);
    let z = MatMut::from_row_major_slice_mut(z, n, n);
    matmul(z, Accum::Replace, of(x), of(y), T::from(1_u8), Par::Seq);
}

/// The right operand is another than the left.
fn operands<T: Element>(n: usize) -> (Vec<T>, Vec<T>) {
    let x: Vec<T> = numbers(n * n);
    (x.clone(), x.into_iter().rev().collect())
}

fn into_output_of<T: Element, const N: usize>(table: &mut Table) {
    let (x, y) = operands::<T>(N);
    let n = black_box(N);
    let zeros = || vec![T::from(0_u8); N * N];
    let all = |z: &Vec<T>| z.clone();
    table.race(&N.to_string(), |race| {
        let with = [with_gemm::<T>, with_matrixmultiply, with_faer];
        for (name, multiply) in ["gemm", "matrixmultiply", "faer"].into_iter().zip(with) {
            let (x, y) = (&x, &y);
            race.enter_in_place(
                name,
                zeros,
                move |z| multiply(n, black_box(x), black_box(y), z),
                all,
            );
        }
        // Its columns are the rows of the others, so that operands change sides.
        let matrix = |slice: &[T]| nalgebra::DMatrix::from_column_slice(N, N, slice);
        let (na_x, na_y) = (matrix(&x), matrix(&y));
        race.enter_in_place(
            "nalgebra",
            || nalgebra::DMatrix::zeros(N, N),
            move |z| black_box(&na_y).mul_to(black_box(&na_x), z),
            |z| z.as_slice().to_vec(),
        );
        let matrix = |slice| ndarray::ArrayView2::from_shape([N, N], slice).unwrap();
        let (nd_x, nd_y) = (matrix(&x), matrix(&y));
        race.enter_in_place(
            "ndarray",
            || ndarray::Array2::zeros([N, N]),
            move |z| {
                let (x, y) = (black_box(&nd_x), black_box(&nd_y));
                general_mat_mul(T::from(1_u8), x, y, T::from(0_u8), z);
            },
            |z| z.iter().copied().collect(),
        );
        macro_rules! ours {
            ($name:literal, $E:ty) => {{
                let tensor = |slice: &[T]| {
                    let extents = <$E>::from_extents(&[N, N]).unwrap();
                    TensorOf::<$E, T>::from_slice(extents, slice).unwrap()
                };
                let (x, y) = (tensor(&x), tensor(&y));
                race.enter_in_place(
                    $name,
                    move || tensor(&zeros()),
                    move |z| {
                        let (x, y) = (black_box(&x), black_box(&y));
                        contract!(z[i, k] = x[i, j] * y[j, k]).unwrap_or_default();
                    },
                    |z| z.as_slice().to_vec(),
                );
            }};
        }
        ours!("extents static", StaticExtents![N, N]);
        ours!("extents static rank", DynExtents<2>);
    });
}

fn to_new_of<T: Element, const N: usize>(table: &mut Table) {
    let (x, y) = operands::<T>(N);
    let n = black_box(N);
    table.race(&N.to_string(), |race| {
        let with = [with_gemm::<T>, with_matrixmultiply];
        for (name, multiply) in ["gemm", "matrixmultiply"].into_iter().zip(with) {
            let (x, y) = (&x, &y);
            race.enter(name, move || {
                let mut z = vec![T::from(0_u8); n * n];
                multiply(n, black_box(x), black_box(y), &mut z);
                z
            });
        }
        // Their columns are the rows of the others, so that operands change sides.
        let matrix = |slice: &[T]| MatRef::from_column_major_slice(slice, N, N).to_owned();
        let (faer_x, faer_y) = (matrix(&x), matrix(&y));
        race.enter_of(
            "faer",
            move || black_box(&faer_y) * black_box(&faer_x),
            |z| {
                (0..N)
                    .flat_map(|column| (0..N).map(move |row| (row, column)))
                    .map(|at| z[at])
                    .collect()
            },
        );
        let matrix = |slice: &[T]| nalgebra::DMatrix::from_column_slice(N, N, slice);
        let (na_x, na_y) = (matrix(&x), matrix(&y));
        race.enter_of(
            "nalgebra",
            move || black_box(&na_y) * black_box(&na_x),
            |z| z.as_slice().to_vec(),
        );
        let matrix = |slice| ndarray::ArrayView2::from_shape([N, N], slice).unwrap();
        let (nd_x, nd_y) = (matrix(&x), matrix(&y));
        race.enter_of(
            "ndarray",
            move || black_box(&nd_x).dot(black_box(&nd_y)),
            |z| z.into_raw_vec_and_offset().0,
        );
        macro_rules! ours {
            ($name:literal, $E:ty) => {{
                let tensor = |slice: &[T]| {
                    let extents = <$E>::from_extents(&[N, N]).unwrap();
                    TensorOf::<$E, T>::from_slice(extents, slice).unwrap()
                };
                let (x, y) = (tensor(&x), tensor(&y));
                race.enter_of(
                    $name,
                    move || {
                        let (x, y) = (black_box(&x), black_box(&y));
                        contract!(x[i, j] * y[j, k] => [i, k]).unwrap()
                    },
                    |z| z.as_slice().to_vec(),
                );
            }};
        }
        ours!("extents static", StaticExtents![N, N]);
        ours!("extents static rank", DynExtents<2>);
    });
}
