//! Rows that are neither short nor many, beside operands that repeat, are not dense or lie in another order.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::op_ref,
    reason = "a test says what is wrong by panicking"
)]

use extents::{Const, Dyn, DynExtents, Tensor, TensorOf, slice};

/// Extents whose loops run as they stand, and others beside them: shorter and longer rows, more rows, modes of one entry.
const SHAPES: [[usize; 3]; 12] = [
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
