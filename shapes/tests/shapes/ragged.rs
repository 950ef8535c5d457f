//! Ragged tensors against vectors of vectors.

use extents::{
    DynExtents, DynRankExtents, ShapeError, StaticExtents,
    error::{Place, Quantity},
};
use extents_shapes::error::Compared;
use extents_shapes::{JaggedShape, RaggedTensor, Shape, ShapeBase, StructureError, jagged};
use proptest::prelude::*;

type Matrix = Vec<Vec<i32>>;
/// Slices of rank 2: a list of matrices whose rows are ragged.
type Cube = Vec<Matrix>;

fn matrices() -> impl Strategy<Value = Matrix> {
    prop::collection::vec(prop::collection::vec(-9..9, 0..5), 0..6)
}

fn cubes() -> impl Strategy<Value = Cube> {
    prop::collection::vec(matrices(), 1..4)
}

fn shape_of_matrix(matrix: &Matrix) -> JaggedShape {
    JaggedShape::from_lengths(matrix.iter().map(Vec::len)).unwrap()
}

fn ragged_cube(cube: &Cube) -> RaggedTensor<Vec<i32>> {
    let slices: Vec<JaggedShape> = cube.iter().map(shape_of_matrix).collect();
    let elements = cube.iter().flatten().flatten().copied().collect();
    RaggedTensor::new(JaggedShape::from_slices(&slices).unwrap(), elements).unwrap()
}

proptest! {
    #[test]
    fn rows_are_the_rows(matrix in matrices()) {
        let tensor = RaggedTensor::from_rows(matrix.clone()).unwrap();
        prop_assert_eq!(tensor.as_slice(), matrix.concat());
        prop_assert_eq!(tensor.rows().len(), matrix.len());
        prop_assert!(tensor.rows().eq(matrix.iter().map(Vec::as_slice)));
        for row in 0..7 {
            prop_assert_eq!(tensor.row(row), matrix.get(row).map(Vec::as_slice));
            for column in 0..6 {
                let expected = matrix.get(row).and_then(|row| row.get(column));
                prop_assert_eq!(tensor.get([row, column]), expected);
                if let Some(expected) = expected {
                    prop_assert_eq!(&tensor[[row, column]], expected);
                }
            }
        }
        let doubled = tensor.map(|x| i64::from(*x) * 2).unwrap();
        prop_assert!(doubled.as_slice().iter().eq(matrix.iter().flatten().map(|x| i64::from(*x) * 2).collect::<Vec<_>>().iter()));
        let listed: Vec<(Vec<usize>, i32)> =
            tensor.indexed_iter().map(|(index, x)| (index.to_vec(), *x)).collect();
        let expected: Vec<(Vec<usize>, i32)> = matrix
            .iter()
            .enumerate()
            .flat_map(|(row, list)| list.iter().enumerate().map(move |(column, x)| (vec![row, column], *x)))
            .collect();
        prop_assert_eq!(listed, expected);
    }

    #[test]
    fn padding_stands_behind_the_rows(matrix in matrices(), origin in 0_usize..3) {
        let widest = matrix.iter().map(Vec::len).max().unwrap_or(0);
        let mut tensor = RaggedTensor::from_rows(matrix.clone()).unwrap();
        if !matrix.is_empty() {
            let shape = tensor.shape().with_origin(&[origin, origin]).unwrap();
            tensor = RaggedTensor::new(shape, tensor.into_parts().1).unwrap();
        }
        let padded = tensor.padded(77).unwrap();
        prop_assert_eq!(padded.extents(), &DynRankExtents::new(&[matrix.len(), widest]).unwrap());
        let expected: Vec<i32> = matrix
            .iter()
            .flat_map(|row| (0..widest).map(|at| row.get(at).copied().unwrap_or(77)))
            .collect();
        prop_assert_eq!(padded.as_slice(), expected);
    }

    #[test]
    fn slices_of_rows_are_ranges(matrix in matrices(), first in 0_usize..7, last in 0_usize..7) {
        let tensor = RaggedTensor::from_rows(matrix.clone()).unwrap();
        match tensor.slice_rows(first..last) {
            Ok(part) => {
                prop_assert!(part.rows().eq(matrix[first..last].iter().map(Vec::as_slice)));
                // Absolute indices.
                for (index, x) in part.indexed_iter() {
                    prop_assert!(first <= index[0] && matrix[index[0]][index[1]] == *x);
                    prop_assert_eq!(part.get(&index), Some(x));
                }
                let inner = part.slice_rows(first..first);
                prop_assert_eq!(inner.unwrap().as_slice().len(), 0);
            }
            Err(error) => {
                let begin = StructureError::Shape(ShapeError::BeginAfterEnd { mode: 0, begin: first, end: last });
                let (row, end) = (0, matrix.len());
                let out = StructureError::SliceOutOfBounds { mode: 0, row, first, last, begin: 0, end };
                prop_assert_eq!(error, if first > last { begin } else { out });
                prop_assert!(first > last || last > matrix.len());
            }
        }
    }

    #[test]
    fn changes_are_changes_of_the_rows(mut matrix in matrices(), row in 0_usize..6, column in 0_usize..5) {
        let mut tensor = RaggedTensor::from_rows(matrix.clone()).unwrap();
        let expected = matrix.get_mut(row).and_then(|row| row.get_mut(column));
        prop_assert_eq!(tensor.get_mut([row, column]).is_some(), expected.is_some());
        if let (Some(x), Some(y)) = (tensor.get_mut([row, column]), expected) {
            (*x, *y) = (100, 100);
            tensor[[row, column]] += 1;
            *y += 1;
        }
        prop_assert_eq!(tensor.row_mut(row).is_some(), row < matrix.len());
        if let Some(list) = tensor.row_mut(row) {
            list.reverse();
            matrix[row].reverse();
            let mut view = tensor.view_mut_at::<DynExtents<1>>(&[row]).unwrap();
            for at in 0..matrix[row].len() {
                view[[at]] -= 3;
                matrix[row][at] -= 3;
            }
        }
        for x in tensor.as_mut_slice() {
            *x *= 2;
        }
        for x in matrix.iter_mut().flatten() {
            *x *= 2;
        }
        prop_assert_eq!(tensor, RaggedTensor::from_rows(matrix).unwrap());
    }

    #[test]
    fn cubes_are_lists_of_matrices(cube in cubes()) {
        let tensor = ragged_cube(&cube);
        let by_index = RaggedTensor::from_fn(tensor.shape().clone(), |at| cube[at[0]][at[1]][at[2]]).unwrap();
        prop_assert_eq!(&by_index, &tensor);
        for (at, matrix) in cube.iter().enumerate() {
            prop_assert_eq!(tensor.row(at), Some(&matrix.concat()[..]));
            let element = tensor.element(&[at]).unwrap();
            prop_assert!(element.rows().eq(matrix.iter().map(Vec::as_slice)));
            // A matrix is a view if its rows are alike.
            let view = tensor.view_at::<DynExtents<2>>(&[at]);
            let alike = matrix.iter().all(|row| row.len() == matrix[0].len());
            prop_assert_eq!(view.is_ok(), alike && !matrix.is_empty() || tensor.shape().element(&[at]).unwrap().is_smooth());
            if let Ok(view) = view {
                for (row, list) in matrix.iter().enumerate() {
                    for (column, x) in list.iter().enumerate() {
                        prop_assert_eq!(&view[[row, column]], x);
                    }
                }
            }
            for (row, list) in matrix.iter().enumerate() {
                let vector = tensor.view_at::<StaticExtents![dyn]>(&[at, row]).unwrap();
                prop_assert!(vector.iter().eq(list));
                prop_assert_eq!(tensor.element(&[at, row]).unwrap().as_slice().to_vec(), list.clone());
                for (column, x) in list.iter().enumerate() {
                    let scalar = tensor.view_at::<StaticExtents![]>(&[at, row, column]).unwrap();
                    prop_assert_eq!(&scalar[[]], x);
                }
            }
        }
    }

    #[test]
    fn matrices_of_smooth_matrices(rows in prop::collection::vec((0_usize..4, 0_usize..4, 0_usize..4), 1..4)) {
        // Rank 4: each row a smooth cube of its own extents.
        let slices: Vec<JaggedShape> =
            rows.iter().map(|&(a, b, c)| Shape::from_list(&[a, b, c]).unwrap().to_jagged()).collect();
        let shape = JaggedShape::from_slices(&slices).unwrap();
        let mut next = 0;
        let tensor = RaggedTensor::from_fn(shape, |_| { next += 1; next }).unwrap();
        let mut first = 1;
        for (at, &(a, b, c)) in rows.iter().enumerate() {
            let cube = tensor.view_at::<DynExtents<3>>(&[at]).unwrap();
            prop_assert_eq!(cube.extents(), &DynExtents::new([a, b, c]).unwrap());
            prop_assert!(cube.iter().copied().eq(first..first + (a * b * c) as i32));
            if a > 0 {
                let matrix = tensor.view_at::<DynExtents<2>>(&[at, a - 1]).unwrap();
                prop_assert!(matrix.iter().copied().eq(first + ((a - 1) * b * c) as i32..first + (a * b * c) as i32));
            }
            first += (a * b * c) as i32;
        }
    }
}

#[test]
fn what_types_know_is_checked() {
    let mut tensor =
        RaggedTensor::new(jagged![[2, 2], [1, 2]].unwrap(), vec![1, 2, 3, 4, 5, 6]).unwrap();
    assert_eq!(tensor.view_at::<StaticExtents![2, 2]>(&[0]).unwrap()[[1, 0]], 3);
    assert_eq!(
        tensor.view_at::<StaticExtents![2, 2]>(&[1]).unwrap_err(),
        ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 2, found: 1 }.into(),
    );
    assert_eq!(
        tensor.view_at::<DynExtents<1>>(&[1]).unwrap_err(),
        ShapeError::RankMismatch { expected: 1, found: 2 }.into(),
    );
    tensor.view_mut_at::<StaticExtents![dyn, 2]>(&[1]).unwrap()[[0, 1]] = 9;
    assert_eq!(tensor.as_slice(), [1, 2, 3, 4, 5, 9]);
    let error = tensor.view_mut_at::<StaticExtents![dyn, 3]>(&[1]).unwrap_err();
    assert_eq!(
        error,
        ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 3, found: 2 }.into()
    );
}

#[test]
fn each_error_by_value() {
    let rows = RaggedTensor::from_rows([vec![1], vec![2, 3]]).unwrap();
    let out = StructureError::IndexOutOfBounds { mode: 0, row: 0, index: 2, begin: 0, end: 2 };
    assert_eq!(rows.view_at::<DynExtents<1>>(&[2]).unwrap_err(), out);
    assert_eq!(rows.element(&[2]).unwrap_err(), out);
    let pins = StructureError::TooManyPins { pins: 3, rank: 2 };
    assert_eq!(rows.view_at::<DynExtents<1>>(&[0, 0, 0]).unwrap_err(), pins);
    assert_eq!(rows.element(&[0, 0, 0]).unwrap_err(), pins);
    let ragged = StructureError::Mismatch {
        place: Place::Mode(1),
        of: Compared::RowLength { row: 1 },
        left: 1,
        right: 2,
    };
    assert_eq!(rows.view_at::<DynExtents<2>>(&[]).unwrap_err(), ragged);
    let rejected = RaggedTensor::new(rows.shape().clone(), vec![1, 2]).unwrap_err();
    assert_eq!(
        rejected.error,
        ShapeError::CountMismatch { of: Quantity::Elements, expected: 3, found: 2 }
    );
    assert_eq!(rejected.value, [1, 2]);
    let huge = JaggedShape::from_lengths([1 << 61, 1]).unwrap();
    let error = RaggedTensor::full(huge.clone(), 0_u64).unwrap_err();
    assert_eq!(error, ShapeError::Allocation { elements: (1 << 61) + 1 }.into());
    assert_eq!(
        RaggedTensor::from_fn(huge, |_| 0_u64).unwrap_err().to_string(),
        "there is no memory for 2305843009213693953 elements"
    );
}

#[test]
fn scalars_nulls_and_empty_tensors() {
    let scalar = RaggedTensor::full(JaggedShape::scalar(), 5).unwrap();
    assert_eq!((scalar.get([]), scalar.row(0), scalar.rows().len()), (Some(&5), None, 0));
    assert_eq!(scalar.view_at::<StaticExtents![]>(&[]).unwrap()[[]], 5);
    assert_eq!(scalar.padded(0).unwrap().as_slice(), [5]);
    assert_eq!(
        scalar.slice_rows(0..0).unwrap_err().to_string(),
        "there is no mode 0 in a shape of rank 0"
    );
    let null = RaggedTensor::new(JaggedShape::null(), Vec::<i32>::new()).unwrap();
    assert_eq!((null.get([]), null.row(0)), (None, None));
    assert_eq!(null.view_at::<StaticExtents![]>(&[]).unwrap_err(), ShapeError::Null.into());
    assert!(null.padded(0).unwrap().as_slice().is_empty());
    let whole = null.element(&[]).unwrap();
    assert!(whole.shape().is_null() && whole.as_slice().is_empty());
    let pins = null.element(&[0]).map(|_| ()).unwrap_err();
    assert_eq!(pins, JaggedShape::null().element(&[0]).unwrap_err());
    let none = RaggedTensor::from_rows(Vec::<Vec<i32>>::new()).unwrap();
    assert_eq!((none.shape().rank(), none.rows().len()), (2, 0));
    assert!(none.slice_rows(0..0).unwrap().as_slice().is_empty());
    assert!(none != RaggedTensor::new(jagged![].unwrap(), Vec::new()).unwrap());
}

#[test]
#[should_panic(expected = "index 2 is out of bounds for row 1 of mode 1, which spans 0..2")]
fn brackets_panic_beyond_a_row() {
    let rows = RaggedTensor::from_rows([vec![1], vec![2, 3]]).unwrap();
    let _ = rows[[1, 2]];
}

#[test]
fn origins_are_absolute() {
    let shape = jagged![[1], [2]].unwrap().with_origin(&[10, 5]).unwrap();
    let mut tensor = RaggedTensor::new(shape, vec![1, 2, 3]).unwrap();
    assert_eq!((tensor.get([11, 6]), tensor.get([1, 1])), (Some(&3), None));
    // Rows are counted from 0, and a view is indexed from 0.
    assert_eq!(tensor.row(1), Some(&[2, 3][..]));
    assert_eq!(tensor.view_at::<DynExtents<1>>(&[11]).unwrap()[[1]], 3);
    assert_eq!(tensor.slice_rows(11..12).unwrap().as_slice(), [2, 3]);
    tensor[[10, 5]] = 7;
    assert_eq!(tensor.as_slice(), [7, 2, 3]);
}
