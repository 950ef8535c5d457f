//! The product through the crate beside a loop over all three indices, for each kind of strides.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "small numbers of a test, which fails by panicking"
)]

use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;

use super::{MatrixProduct, One, product};
use crate::Scalar;

/// Where the elements of a matrix lie: from an offset, by the strides of a row and of a column, in so many slots.
#[derive(Clone, Copy, Debug)]
struct Place {
    start: usize,
    strides: [isize; 2],
    slots: usize,
}

impl Place {
    fn slot(&self, row: usize, column: usize) -> usize {
        let [along_row, along_column] = self.strides;
        (self.start as isize + row as isize * along_row + column as isize * along_column) as usize
    }
}

/// All kinds of strides of a matrix in which no two elements meet.
fn distinct(rows: usize, columns: usize) -> Vec<Place> {
    let (down, across) = (rows.max(1) as isize, columns.max(1) as isize);
    let kinds = [
        [across, 1],         // row-major
        [1, down],           // column-major
        [across + 3, 1],     // padded rows
        [1, down + 5],       // padded columns
        [2 * across + 1, 2], // every second element
        [3, 3 * down + 2],   // every third, column-major
        [-across, 1],        // reversed
        [across, -1],
        [-across, -1],
        [-1, down],
        [1, -down],
        [-2, -2 * down],
    ];
    kinds.map(|strides| placed(rows, columns, strides)).into()
}

/// Those of an operand: also broadcast along a mode or both, and strides whose elements meet.
fn any(rows: usize, columns: usize) -> Vec<Place> {
    let mut all = distinct(rows, columns);
    for strides in [[0, 1], [1, 0], [0, 0], [0, -2], [-3, 0], [1, 1], [2, -1]] {
        all.push(placed(rows, columns, strides));
    }
    all
}

fn placed(rows: usize, columns: usize, strides: [isize; 2]) -> Place {
    let ends = [rows, columns].map(|extent| extent.saturating_sub(1) as isize);
    let reach = [strides[0] * ends[0], strides[1] * ends[1]];
    let below: isize = reach.iter().map(|each| each.min(&0)).sum();
    let above: isize = reach.iter().map(|each| each.max(&0)).sum();
    Place { start: -below as usize, strides, slots: (above - below + 1) as usize }
}

/// Small whole numbers, of which each sum is exact.
fn numbers<T>(count: usize, seed: usize, from: fn(f32) -> T) -> Vec<T> {
    (0..count).map(|n| from((((n + seed) * 7) % 11) as f32 - 5.0)).collect()
}

#[derive(Clone, Copy, Debug)]
struct Case {
    extents: [usize; 3],
    places: [Place; 3],
    adds: bool,
    threads: usize,
}

/// The elements of operands: those in all of their slots.
fn operands<T>([left, right]: [Place; 2], from: fn(f32) -> T) -> [Vec<T>; 2] {
    [numbers(left.slots, 1, from), numbers(right.slots, 4, from)]
}

/// The product by a loop, row by row.
fn looped<T: Scalar>(
    [rows, columns, depth]: [usize; 3],
    places @ [left_at, right_at]: [Place; 2],
    from: fn(f32) -> T,
) -> Vec<T> {
    let [left, right] = operands(places, from);
    let mut product = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let factors =
                |step| (left[left_at.slot(row, step)], right[right_at.slot(step, column)]);
            let terms = (0..depth).map(factors).map(|(left, right)| left.times(right));
            product.push(terms.fold(T::ZERO, T::plus));
        }
    }
    product
}

/// Compares a product with that of the loop.
fn agrees<T: Scalar + One + PartialEq + Debug + 'static>(
    case: Case,
    from: fn(f32) -> T,
    looped: &[T],
) {
    let Case {
        extents: [rows, columns, depth],
        places: [left_at, right_at, result_at],
        adds,
        threads,
    } = case;
    let [left, right] = operands([left_at, right_at], from);
    // The old elements of a result that is overwritten are NaN: a factor of 0 would show.
    let old = if adds {
        numbers(result_at.slots, 9, from)
    } else {
        vec![from(f32::NAN); result_at.slots]
    };
    let mut expected = old.clone();
    let slots = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    for ((row, column), &sum) in slots.zip(looped) {
        let slot = result_at.slot(row, column);
        expected[slot] = if adds { old[slot].plus(sum) } else { sum };
    }
    let mut result = old;
    let of = MatrixProduct {
        rows,
        columns,
        depth,
        left: left.as_ptr().wrapping_add(left_at.start),
        left_strides: left_at.strides,
        right: right.as_ptr().wrapping_add(right_at.start),
        right_strides: right_at.strides,
        result: result.as_mut_ptr().wrapping_add(result_at.start),
        result_strides: result_at.strides,
        adds,
        threads,
    };
    // SAFETY: `placed` gives each matrix so many slots that all its elements are in its buffer, which is
    // initialised, and those of the result come from `distinct`; the buffers are three.
    unsafe { product(&of) };
    for (slot, (found, expected)) in result.iter().zip(&expected).enumerate() {
        // Slots between the elements of the result keep their NaN.
        #[allow(clippy::eq_op, reason = "only a NaN differs from itself")]
        let both_nan = found != found && expected != expected;
        assert!(
            found == expected || both_nan,
            "slot {slot}: {found:?}, not {expected:?}: {case:?}"
        );
    }
}

/// Extents on both sides of each boundary of the kernels: none, one, two, a few, a register, some blocks.
const EXTENTS: [[usize; 3]; 12] = [
    [0, 3, 2],
    [3, 0, 2],
    [3, 2, 0],
    [1, 1, 1],
    [1, 7, 5],
    [6, 1, 5],
    [5, 4, 1],
    [4, 5, 2],
    [3, 5, 7],
    [17, 16, 15],
    [33, 9, 21],
    [50, 34, 9],
];

/// Each kind of left under each kind of right, with the kinds of results by turns.
fn all_strides_agree<T: Scalar + One + PartialEq + Debug + 'static>(from: fn(f32) -> T) {
    for extents @ [rows, columns, depth] in EXTENTS {
        let mut results = distinct(rows, columns).into_iter().cycle();
        for left in any(rows, depth) {
            for right in any(depth, columns) {
                let looped = looped(extents, [left, right], from);
                // Five of twelve, so that each kind of result meets both.
                let adds = [false, true, false, true, true];
                for (adds, result) in adds.into_iter().zip(results.by_ref()) {
                    let places = [left, right, result];
                    agrees(Case { extents, places, adds, threads: 1 }, from, &looped);
                }
            }
        }
    }
}

#[test]
fn products_of_f32_are_those_of_the_loop() {
    all_strides_agree(|number| number);
}

#[test]
fn products_of_f64_are_those_of_the_loop() {
    all_strides_agree(f64::from);
}

/// A real number times `1 - i/2`, so that a swapped part or a lost conjugate shows.
#[cfg(feature = "num-complex")]
fn slanted<T: From<f32>>(number: f32) -> num_complex::Complex<T> {
    num_complex::Complex { re: number.into(), im: (number * -0.5).into() }
}

#[test]
#[cfg(feature = "num-complex")]
fn products_of_complex_numbers_are_those_of_the_loop() {
    all_strides_agree(slanted::<f32>);
    all_strides_agree(slanted::<f64>);
}

/// Large enough that operands are packed in several blocks, and that several threads work where they may.
#[test]
fn large_products_are_those_of_the_loop() {
    let extents @ [rows, columns, depth] = [200, 9, 530];
    let operands = any(rows, depth).into_iter().zip(any(depth, columns));
    for ((left, right), result) in operands.zip(distinct(rows, columns).into_iter().cycle()) {
        let singles = looped::<f32>(extents, [left, right], |number| number);
        let doubles = looped::<f64>(extents, [left, right], f64::from);
        for (adds, threads) in [(false, 1), (true, 2), (false, 0)] {
            let case = Case { extents, places: [left, right, result], adds, threads };
            agrees::<f32>(case, |number| number, &singles);
            agrees::<f64>(case, f64::from, &doubles);
        }
    }
}

/// NaN and infinities pass through as IEEE says, also beside factors of 0, in products of each shape.
#[test]
fn numbers_that_are_not_finite_pass_through() {
    for extents in SHAPES {
        for special in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for factor in [0.0, 1.0, -2.0] {
                let (with_special, others) = special_in_the_first_row(extents, special, factor);
                let expected = special * factor;
                for found in with_special {
                    let both_nan = found.is_nan() && expected.is_nan();
                    assert!(found == expected || both_nan, "{found}, not {expected}");
                }
                assert!(others.iter().all(|&found| found == extents[2] as f64 * factor));
            }
        }
    }
}

/// Of complex numbers an infinity may become NaN, as it may in a loop, but never a finite number.
#[test]
#[cfg(feature = "num-complex")]
fn complex_numbers_that_are_not_finite_stay_so() {
    use num_complex::Complex;
    for extents in SHAPES {
        for special in [Complex::new(f64::INFINITY, 0.0), Complex::new(0.0, f64::NAN)] {
            let factor = Complex::new(3.0, 0.5);
            let (with_special, others) = special_in_the_first_row(extents, special, factor);
            assert!(with_special.iter().all(|found| !found.is_finite()));
            assert!(others.iter().all(|found| *found == factor * extents[2] as f64));
        }
    }
}

/// A vector on either side or on both, an outer product, and matrices.
const SHAPES: [[usize; 3]; 6] =
    [[1, 1, 3], [1, 40, 3], [40, 1, 3], [4, 4, 1], [4, 4, 2], [40, 30, 20]];

/// Ones, and at the end of the first row a special number, times equal factors: the first row, and the others.
fn special_in_the_first_row<T: Scalar + One + 'static>(
    [rows, columns, depth]: [usize; 3],
    special: T,
    factor: T,
) -> (Vec<T>, Vec<T>) {
    let mut left = vec![T::ONE; rows * depth];
    left[depth - 1] = special;
    let right = vec![factor; depth * columns];
    let mut result = vec![special; rows * columns];
    let of = MatrixProduct {
        rows,
        columns,
        depth,
        left: left.as_ptr(),
        left_strides: [depth as isize, 1],
        right: right.as_ptr(),
        right_strides: [columns as isize, 1],
        result: result.as_mut_ptr(),
        result_strides: [columns as isize, 1],
        adds: false,
        threads: 1,
    };
    // SAFETY: three row-major matrices in buffers of their size.
    unsafe { product(&of) };
    let others = result.split_off(columns);
    (result, others)
}
