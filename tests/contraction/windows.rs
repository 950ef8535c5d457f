//! Sums over windows, whose modes overlap in memory, against the same sums taken index by index.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a test says what is wrong by panicking"
)]

use std::fmt::Debug;
use std::ops::{Add, Mul};

use extents::label::{i, j, x, y};
use extents::{DynRankExtents, Extents, Scalar, Tensor, TensorOf, View, contract};

/// For each way that rows are added: few and many, of one loop and of two.
const WINDOWS: [[usize; 2]; 8] =
    [[1, 1], [3, 3], [2, 5], [4, 4], [5, 4], [1, 16], [17, 1], [1, 40]];
/// Rows of sums that are shorter than a vector, that are vectors and a rest, and that are longer than a block.
const IMAGES: [[usize; 2]; 4] = [[18, 41], [21, 47], [17, 106], [19, 640]];

/// Small whole numbers, of which every sum is exact in whatever order.
fn numbers<T: From<u8>>([rows, columns]: [usize; 2]) -> TensorOf<DynRankExtents, T> {
    let number =
        |at: &[usize]| T::from(u8::try_from((at[0] * 7 + at[1] * 3 + at[0] * at[1]) % 3).unwrap());
    Tensor::from_fn(DynRankExtents::new(&[rows, columns]).unwrap(), |at| number(&at)).unwrap()
}

/// The elements of a matrix, row by row.
fn rows_of<T>(rows: usize, columns: usize, element: impl Fn([usize; 2]) -> T) -> Vec<Vec<T>> {
    (0..rows).map(|row| (0..columns).map(|column| element([row, column])).collect()).collect()
}

/// Filters an image of two modes, and compares with the definition.
macro_rules! check {
    ($image:expr, $window:expr, $T:ty) => {
        let (image, window) = ($image, $window);
        let extents = image.extents();
        let [rows, columns] = [0, 1].map(|mode| extents.extent(mode).unwrap());
        let filter = numbers::<$T>(window);
        // Each element is read by its index once: in the loops below that would be most of the time.
        let pixels = rows_of(rows, columns, |at| image[at]);
        let weights = rows_of(window[0], window[1], |at| filter[at]);
        let windows = image.windows(window).unwrap();
        let filtered = contract!(windows[i, j, x, y] * filter[x, y] => [i, j]).unwrap();
        let mut twice = filtered.clone();
        contract!(twice[i, j] += filter[x, y] * windows[i, j, x, y]).unwrap();
        let sums = contract!(windows[i, j, x, y] => [i, j]).unwrap();
        // Both operands go along.
        let squares = contract!(windows[i, j, x, y] * windows[i, j, x, y] => [i, j]).unwrap();
        for row in 0..=rows - window[0] {
            for column in 0..=columns - window[1] {
                let (mut product, mut sum, mut square) = (<$T>::from(0), <$T>::from(0), <$T>::from(0));
                for (pixels, weights) in pixels[row..].iter().zip(&weights) {
                    for (&pixel, &weight) in pixels[column..].iter().zip(weights) {
                        product = product + pixel * weight;
                        sum = sum + pixel;
                        square = square + pixel * pixel;
                    }
                }
                let at = [row, column];
                let found = (filtered[at], twice[at], sums[at], squares[at]);
                let expected = (product, product + product, sum, square);
                assert_eq!(found, expected, "{window:?} of {rows} x {columns} at {at:?}");
            }
        }
    };
}

fn check_all<T>()
where
    T: Scalar + From<u8> + PartialEq + Debug + Add<Output = T> + Mul<Output = T>,
{
    for shape in IMAGES {
        let image = numbers::<T>(shape);
        for [a, b] in WINDOWS {
            check!(image.view(), [a, b], T);
            check!(image.permute([1, 0]).unwrap(), [b, a], T);
            check!(image.reverse(1).unwrap(), [a, b], T);
        }
    }
}

#[test]
fn filters_and_sums_over_windows_are_those_of_each_index() {
    check_all::<f32>();
    check_all::<f64>();
    check_all::<i64>();
    check_all::<u16>();
}

/// What is summed in a wider type is no memory of the result.
#[test]
fn windows_are_summed_in_a_wider_type() {
    let image: Vec<u8> = (0..20 * 47).map(|n| u8::try_from(n % 251).unwrap()).collect();
    let image = View::from_slice(DynRankExtents::new(&[20, 47]).unwrap(), &image).unwrap();
    let windows = image.windows([3, 3]).unwrap();
    let sums = contract!(windows[i, j, x, y] => [i, j]; sum in u32).unwrap();
    for row in 0..18 {
        for column in 0..45 {
            let nine = (0..9).map(|n| u32::from(image[[row + n / 3, column + n % 3]]));
            assert_eq!(u32::from(sums[[row, column]]), nine.sum::<u32>() % 256);
        }
    }
}
