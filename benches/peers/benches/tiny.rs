//! Small static shapes: many matrices of 3 x 3 added to others, and the product of two of 4 x 4.

use std::fmt::Debug;
use std::hint::black_box;
use std::ops::AddAssign;

use extents::label::{i, j, k};
use extents::{
    Extents, InlineTensor, Rank, StaticExtents, TensorOf, View, ViewMut, contract, extents,
};
use extents_peers::{BY_HAND, Table, UNCHECKED, numbers};

fn main() {
    sums::<f64>("TinyMatrixSum, f64");
    sums::<i32>("TinyMatrixSum, i32");
    product();
}

type Many = StaticExtents![dyn, 3, 3];

trait Element: extents::Scalar + Default + PartialEq + Debug + AddAssign + From<u8> + 'static {}
impl Element for f64 {}
impl Element for i32 {}

/// `out(i, j, k) += data(i, j, k)`, over whatever is indexed by three numbers.
macro_rules! add_by_index {
    ($out:ident, $data:ident, $count:expr) => {
        for n in 0..$count {
            for row in 0..3 {
                for column in 0..3 {
                    $out[[n, row, column]] += $data[[n, row, column]];
                }
            }
        }
    };
}

#[inline(never)]
fn add_by_hand<T: Element>(out: &mut [T], data: &[T], count: usize) {
    for n in 0..count {
        for row in 0..3 {
            for column in 0..3 {
                out[(n * 3 + row) * 3 + column] += data[(n * 3 + row) * 3 + column];
            }
        }
    }
}

#[inline(never)]
fn add_unchecked<T: Element>(out: &mut [T], data: &[T], count: usize) {
    assert!(out.len() == 9 * count && data.len() == 9 * count);
    for n in 0..count {
        for row in 0..3 {
            for column in 0..3 {
                let at = (n * 3 + row) * 3 + column;
                // SAFETY: n is below the count, row and column below 3.
                unsafe { *out.get_unchecked_mut(at) += *data.get_unchecked(at) };
            }
        }
    }
}

#[inline(never)]
fn add_flat<T: Element>(out: &mut [T], data: &[T]) {
    for (out, &element) in out.iter_mut().zip(data) {
        *out += element;
    }
}

#[inline(never)]
fn add<T: Element, E: Rank<3>>(mut out: ViewMut<'_, T, E>, data: View<'_, T, E>) {
    let [count, ..] = data.extents().extents();
    add_by_index!(out, data, count);
}

#[inline(never)]
fn zip<T: Element>(mut out: ViewMut<'_, T, Many>, data: View<'_, T, Many>) {
    out.zip_apply(&data, |out, element| *out += *element).expect("equal extents");
}

fn sums<T: Element>(task: &str)
where
    for<'t> ndarray::Array3<T>: AddAssign<&'t ndarray::ArrayView3<'t, T>>,
    nalgebra::Matrix3<T>: AddAssign + Copy,
{
    let mut table = Table::new(task);
    for count in [1000, 1_000_000] {
        let data: Vec<T> = numbers(9 * count);
        let fitting = black_box(count);
        let md = mdarray::DTensor::<T, 1>::from(data.clone());
        let matrices = |elements: &[T]| -> Vec<nalgebra::Matrix3<T>> {
            elements.chunks_exact(9).map(nalgebra::Matrix3::from_column_slice).collect()
        };
        let na = matrices(&data);
        let zeros = || vec![T::default(); 9 * count];
        let all = |out: &Vec<T>| out.clone();
        table.race(&count.to_string(), |race| {
            race.enter_in_place(
                BY_HAND,
                zeros,
                |out| add_by_hand(out, black_box(&data), fitting),
                all,
            );
            race.enter_in_place(
                UNCHECKED,
                zeros,
                |out| add_unchecked(out, black_box(&data), fitting),
                all,
            );
            race.enter_in_place("by hand, flat", zeros, |out| add_flat(out, black_box(&data)), all);

            let view = View::from_slice(Many::from_extents(&[fitting, 3, 3]).unwrap(), &data);
            let view = view.unwrap();
            let make = move || TensorOf::<Many, T>::full(*view.extents(), T::default()).unwrap();
            let elements = |out: &TensorOf<Many, T>| out.as_slice().to_vec();
            race.enter_in_place(
                "extents mixed, index",
                make,
                move |out| add(out.view_mut(), *black_box(&view)),
                elements,
            );
            race.enter_in_place(
                "extents mixed, zip_apply",
                make,
                move |out| zip(out.view_mut(), *black_box(&view)),
                elements,
            );

            let nd = ndarray::ArrayView3::from_shape([fitting, 3, 3], &data).unwrap();
            let make = move || ndarray::Array3::from_elem([count, 3, 3], T::default());
            let elements = |out: &ndarray::Array3<T>| out.iter().copied().collect();
            race.enter_in_place(
                "ndarray, index",
                make,
                move |out| {
                    let (mut out, nd) = (out.view_mut(), *black_box(&nd));
                    add_by_index!(out, nd, nd.dim().0);
                },
                elements,
            );
            race.enter_in_place("ndarray, +=", make, move |out| *out += black_box(&nd), elements);
            race.enter_in_place(
                "mdarray, index",
                || mdarray::DTensor::<T, 1>::from_elem([9 * count], T::default()),
                |out| {
                    let shape = (fitting, mdarray::Const::<3>, mdarray::Const::<3>);
                    let (mut out, md) = (out.reshape_mut(shape), black_box(&md).reshape(shape));
                    add_by_index!(out, md, md.dim(0));
                },
                |out| out.iter().copied().collect(),
            );
            race.enter_in_place(
                "nalgebra, Vec of Matrix3",
                || matrices(&zeros()),
                |out| {
                    for (out, matrix) in out.iter_mut().zip(black_box(&na)) {
                        *out += *matrix;
                    }
                },
                |out| out.iter().flat_map(|matrix| matrix.iter().copied()).collect(),
            );
        });
    }
}

fn product() {
    type Square = StaticExtents![4, 4];
    let left: [[f64; 4]; 4] =
        [[1., 2., 3., 4.], [5., 6., 7., 8.], [9., 8., 7., 6.], [5., 4., 3., 2.]];
    let right = left.map(|row| row.map(|element| element + 1.0));
    let (x, y) =
        (InlineTensor::<_, Square>::from_array(left), InlineTensor::<_, Square>::from_array(right));
    let in_vec =
        |array: &[[f64; 4]; 4]| TensorOf::from_slice(extents![4, 4], array.as_flattened()).unwrap();
    let (x_vec, y_vec) = (in_vec(&left), in_vec(&right));
    let (nd_x, nd_y) = (ndarray::arr2(&left), ndarray::arr2(&right));
    // Column-major, so of the transposed operands: the same numbers in the same places.
    let na = |array: &[[f64; 4]; 4]| nalgebra::Matrix4::from_column_slice(array.as_flattened());
    let (na_x, na_y) = (na(&left), na(&right));
    let mut table = Table::new("Product of 4 x 4, f64");

    table.race("returned", |race| {
        race.enter(BY_HAND, || product_by_hand(black_box(&left), black_box(&right)));
        race.enter("extents inline", || {
            let (x, y) = (black_box(&x), black_box(&y));
            let Ok(z) = contract!(x[i, j] * y[j, k] => [i, k]);
            z.into_array()
        });
        race.enter("nalgebra", || {
            let product: [[f64; 4]; 4] = (black_box(&na_y) * black_box(&na_x)).into();
            product
        });
    });
    table.race("into an output", |race| {
        race.enter_in_place(
            BY_HAND,
            || [[0.0; 4]; 4],
            |out| *out = product_by_hand(black_box(&left), black_box(&right)),
            |out| *out,
        );
        race.enter_in_place(
            "extents inline",
            InlineTensor::<f64, Square>::inline_zeros,
            |z| {
                let (x, y) = (black_box(&x), black_box(&y));
                let Ok(()) = contract!(z[i, k] = x[i, j] * y[j, k]);
            },
            |z| (*z).into_array(),
        );
        race.enter_in_place(
            "nalgebra",
            nalgebra::Matrix4::zeros,
            |out| black_box(&na_y).mul_to(black_box(&na_x), out),
            |out| (*out).into(),
        );
    });
    table.race("in a Vec", |race| {
        race.enter(BY_HAND, || product_by_hand(black_box(&left), black_box(&right)).concat());
        race.enter("extents in a Vec", || {
            let (x, y) = (black_box(&x_vec), black_box(&y_vec));
            contract!(x[i, j] * y[j, k] => [i, k]).unwrap().into_storage()
        });
        race.enter("ndarray dot", || {
            black_box(&nd_x).dot(black_box(&nd_y)).into_raw_vec_and_offset().0
        });
    });
}

fn product_by_hand(left: &[[f64; 4]; 4], right: &[[f64; 4]; 4]) -> [[f64; 4]; 4] {
    let mut result = [[0.0; 4]; 4];
    for row in 0..4 {
        for column in 0..4 {
            for middle in 0..4 {
                result[row][column] += left[row][middle] * right[middle][column];
            }
        }
    }
    result
}
