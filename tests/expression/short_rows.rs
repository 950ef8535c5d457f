//! Rows that are neither short nor many, beside operands that repeat, are not dense or lie in another order.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::op_ref,
    reason = "a test says what is wrong by panicking"
)]

use std::rc::Rc;

use extents::{Const, Dyn, DynExtents, Tensor, TensorOf, slice};

/// Extents whose loops run as they stand, and others beside them: shorter and longer rows, more rows, modes of one entry.
const SHAPES: [[usize; 3]; 17] = [
    [1, 16, 16],
    [4, 4, 8],
    [3, 1, 9],
    [1, 1, 12],
    [1, 32, 64],
    [1, 33, 64],
    [2, 5, 65],
    [2, 3, 7],
    [32, 1, 8],
    [5, 8, 1],
    [2, 0, 16],
    [6, 7, 30],
    [3, 3, 3],
    [1, 4, 3],
    [7, 1, 3],
    [5, 4, 3],
    [5, 5, 3],
];

type Cube = TensorOf<DynExtents<3>, i64>;

fn cube([planes, rows, columns]: [usize; 3], factor: usize) -> Cube {
    let value = |[a, b, c]: [usize; 3]| ((a * 101 + b * 13 + c * 3) * factor % 1009) as i64;
    Tensor::from_fn(DynExtents::new([planes, rows, columns]).unwrap(), value).unwrap()
}

/// All indices in row-major order.
fn indices([planes, rows, columns]: [usize; 3]) -> impl Iterator<Item = [usize; 3]> {
    (0..planes * rows * columns).map(move |n| [n / columns / rows, n / columns % rows, n % columns])
}

#[test]
fn values_are_those_of_each_index() {
    for shape in SHAPES {
        let [planes, rows, columns] = shape;
        let extents = DynExtents::new(shape).unwrap();
        let a = cube(shape, 1);
        // A row that repeats, the inside of a larger cube, and modes in another order.
        let row = Tensor::from_fn(DynExtents::new([columns]).unwrap(), |[c]| c as i64 * 5).unwrap();
        let repeated = row.insert_mode(Const::<0>).insert_mode(Const::<0>);
        let repeated = repeated.broadcast(Const::<0>, Dyn::new(planes)).unwrap();
        let repeated = repeated.broadcast(Const::<1>, Dyn::new(rows)).unwrap();
        let large = cube([planes + 1, rows + 2, columns + 1], 7);
        let inside = large.slice(slice![..planes, 1..rows + 1, 1..columns + 1]).unwrap();
        let turned = cube([rows, columns, planes], 3);
        let turned = turned.permute([2, 0, 1]).unwrap();

        let expected = |[p, r, c]: [usize; 3]| a[[p, r, c]] + row[[c]] - large[[p, r + 1, c + 1]];
        let all: Vec<i64> = indices(shape).map(expected).collect();
        let mut to = Cube::zeros(extents).unwrap();
        (&a + &repeated - &inside).assign_to(&mut to).unwrap();
        assert_eq!(to.as_slice(), all, "{shape:?}");
        assert_eq!((&a + &repeated - &inside).eval().unwrap().as_slice(), all, "{shape:?}");
        assert_eq!((&a + &repeated - &inside).sum().unwrap(), all.iter().sum::<i64>());

        // In row-major order, whichever operand is read.
        let digits = |all: i64, value: i64| all.wrapping_mul(31).wrapping_add(value);
        let in_order = indices(shape).map(|[p, r, c]| large[[p, r + 1, c + 1]]).fold(0, digits);
        assert_eq!(inside.fold(0, |all, value| digits(all, *value)), in_order, "{shape:?}");
        let in_order = all.iter().copied().fold(0, digits);
        assert_eq!((&a + &repeated - &inside).fold(0, digits).unwrap(), in_order, "{shape:?}");

        // Rows of which one operand has another stride.
        let sums: Vec<i64> =
            indices(shape).map(|[p, r, c]| a[[p, r, c]] + turned[[p, r, c]]).collect();
        assert_eq!((&a + &turned).eval().unwrap().as_slice(), sums, "{shape:?}");
    }
}

/// Rows of each length from none to beyond four vectors of eight, with a row that repeats, a column that repeats, and
/// a row that goes backwards.
#[test]
fn rows_of_any_length_beside_what_repeats_go_to_any_target() {
    const ROWS: usize = 5;
    for columns in 0..70 {
        let of = |shape: [usize; 2], factor: usize| {
            let value = |[r, c]: [usize; 2]| ((r * 71 + c * 3) * factor % 1009) as i64;
            Tensor::from_fn(DynExtents::new(shape).unwrap(), value).unwrap()
        };
        let a = of([ROWS, columns], 1);
        let row = of([1, columns], 5);
        let row = row.broadcast(Const::<0>, Dyn::new(ROWS)).unwrap();
        let column = of([ROWS, 1], 7);
        let column = column.broadcast(Const::<1>, Dyn::new(columns)).unwrap();
        let back = of([ROWS, columns], 11);
        let back = back.view().reverse(Const::<1>);
        let value = |r: usize, c: usize| a[[r, c]] - row[[r, c]] + column[[r, c]] * back[[r, c]];
        let before = |r: usize, c: usize| (1000 * r + c) as i64;

        // The whole of a target, and a part of a larger one, along its rows, backwards, in steps, and down its columns.
        let whole = || of([ROWS, columns], 13);
        let mut to = whole();
        (&a - &row + &column * &back).assign_to(&mut to).unwrap();
        (&a - &row + &column * &back).add_to(&mut to).unwrap();
        (&a - &row + &column * &back).apply_to(&mut to, |to, value| *to -= 3 * value).unwrap();
        let new = (&a - &row + &column * &back).eval().unwrap();
        let mapped = new.map(|x| x + 1).unwrap();
        for r in 0..ROWS {
            for c in 0..columns {
                assert_eq!(to[[r, c]], -value(r, c), "{columns}: {r}, {c}");
                assert_eq!(new[[r, c]], value(r, c), "{columns}: {r}, {c}");
                assert_eq!(mapped[[r, c]], value(r, c) + 1, "{columns}: {r}, {c}");
            }
        }
        for is_turned in [false, true] {
            for step in [1, 2] {
                for is_back in [false, true] {
                    let (wide, high) = (columns * step + 2, ROWS + 2);
                    let shape = if is_turned { [wide, high] } else { [high, wide] };
                    let index = |r: usize, c: usize| {
                        let c = if is_back { columns - 1 - c } else { c };
                        let (r, c) = (r + 1, c * step + 1);
                        if is_turned { [c, r] } else { [r, c] }
                    };
                    let mut large = of(shape, 0);
                    let target = large.view_mut();
                    let order = if is_turned { [1, 0] } else { [0, 1] };
                    let target = target.permute(order).unwrap();
                    let end = 1 + columns * step;
                    let mut target = target.slice(slice![1..=ROWS, 1..end; step]).unwrap();
                    let fill = |([r, c], to): ([usize; 2], &mut i64)| *to = before(r, c);
                    if is_back {
                        let mut target = target.reverse(Const::<1>);
                        target.indexed_iter_mut().for_each(fill);
                        (&a - &row + &column * &back).add_to(&mut target).unwrap();
                    } else {
                        target.indexed_iter_mut().for_each(fill);
                        (&a - &row + &column * &back).add_to(&mut target).unwrap();
                    }
                    let mut expected = of(shape, 0);
                    for r in 0..ROWS {
                        for c in 0..columns {
                            expected[index(r, c)] = before(r, c) + value(r, c);
                        }
                    }
                    let context = format!("{columns}, {is_turned}, {step}, {is_back}");
                    assert_eq!(large.as_slice(), expected.as_slice(), "{context}");
                }
            }
        }
    }
}

/// Few rows of each length up to those of five elements, among them windows of 3 x 3, read along any strides.
#[test]
fn few_short_rows_are_folded_along_any_strides() {
    for rows in 1..8 {
        for columns in 1..6 {
            for planes in 1..3 {
                let whole = cube([planes, 2 * rows, 3 * columns], 1);
                let view = whole.slice(slice![.., 1..; 2, ..; 3]).unwrap();
                let back = view.reverse(Const::<2>);
                let turned = view.permute([2, 0, 1]).unwrap();
                let row = view.chip(slice![0, 0, ..]).unwrap();
                let repeated = row.insert_mode(Const::<0>);
                let repeated = repeated.broadcast(Const::<0>, Dyn::new(rows)).unwrap();
                let at = |p: usize, r: usize, c: usize| whole[[p, 2 * r + 1, 3 * c]];
                let digits = |all: i64, value: i64| all.wrapping_mul(31).wrapping_add(value);
                let [mut forward, mut backward, mut other, mut again] = [0; 4];
                let [mut sum, mut sum_of_rows] = [0; 2];
                for [p, r, c] in indices([planes, rows, columns]) {
                    forward = digits(forward, at(p, r, c));
                    backward = digits(backward, at(p, r, columns - 1 - c));
                    sum += at(p, r, c);
                }
                for [c, p, r] in indices([columns, planes, rows]) {
                    other = digits(other, at(p, r, c));
                }
                for [_, _, c] in indices([1, rows, columns]) {
                    again = digits(again, at(0, 0, c));
                    sum_of_rows += at(0, 0, c);
                }
                let context = format!("{planes}, {rows}, {columns}");
                assert_eq!(view.fold(0, |all, value| digits(all, *value)), forward, "{context}");
                assert_eq!(back.fold(0, |all, value| digits(all, *value)), backward, "{context}");
                assert_eq!(turned.fold(0, |all, value| digits(all, *value)), other, "{context}");
                assert_eq!(repeated.fold(0, |all, value| digits(all, *value)), again, "{context}");
                assert_eq!([view.sum(), back.sum(), turned.sum()], [sum; 3], "{context}");
                assert_eq!(repeated.sum(), sum_of_rows, "{context}");
                // Whole numbers, whose sums are exact in any order.
                let floats = whole.map(|x| *x as f64).unwrap();
                let floats = floats.slice(slice![.., 1..; 2, ..; 3]).unwrap();
                assert_eq!(floats.sum(), sum as f64, "{context}");
                assert_eq!((&floats + &floats).sum().unwrap(), 2.0 * sum as f64, "{context}");
            }
        }
    }
}

/// Rows that lie in order beside a column that repeats, and such a column alone, few and many, of each length.
#[test]
fn columns_that_repeat_are_read_in_order() {
    for rows in [1, 2, 31, 32, 33] {
        for columns in [2, 7, 8, 9, 40, 64, 65] {
            let a = cube([1, rows, columns], 1);
            let a = a.drop_mode(Const::<0>).unwrap();
            let values: Vec<i64> = (0..rows as i64).map(|r| 7 * r + 1).collect();
            let column = Tensor::from_vec(DynExtents::new([rows, 1]).unwrap(), values).unwrap();
            let column = column.broadcast(Const::<1>, Dyn::new(columns)).unwrap();
            let value = |r: usize, c: usize| a[[r, c]] + 7 * r as i64 + 1;
            let sums = (&a + &column).eval().unwrap();
            let alone = (&column + &column).eval().unwrap();
            let mut all = 0;
            for r in 0..rows {
                for c in 0..columns {
                    assert_eq!(sums[[r, c]], value(r, c), "{rows}, {columns}: {r}, {c}");
                    assert_eq!(alone[[r, c]], 14 * r as i64 + 2, "{rows}, {columns}: {r}, {c}");
                    all += value(r, c);
                }
            }
            assert_eq!((&a + &column).sum().unwrap(), all, "{rows}, {columns}");
        }
    }
}

/// What was at a place is dropped, and dropped once, where a value takes it.
#[test]
fn values_that_are_dropped_take_the_place_of_others() {
    let (old, new) = (Rc::new(1), Rc::new(2));
    let extents = DynExtents::new([3, 9]).unwrap();
    let ones = Tensor::full(extents, 1).unwrap();
    let mut to = Tensor::from_fn(extents, |_| Rc::clone(&old)).unwrap();
    assert_eq!((Rc::strong_count(&old), Rc::strong_count(&new)), (28, 1));
    ones.lazy().map(|_| Rc::clone(&new)).assign_to(&mut to).unwrap();
    assert_eq!((Rc::strong_count(&old), Rc::strong_count(&new)), (1, 28));
    let mut columns = to.view_mut().slice(slice![.., ..; 4]).unwrap();
    let few = Tensor::full(DynExtents::new([3, 3]).unwrap(), 1).unwrap();
    few.lazy().map(|_| Rc::clone(&old)).assign_to(&mut columns).unwrap();
    assert_eq!((Rc::strong_count(&old), Rc::strong_count(&new)), (10, 19));
    drop(to);
    assert_eq!((Rc::strong_count(&old), Rc::strong_count(&new)), (1, 1));
}
