//! Other extents of all modes at once, index by index.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test says what is wrong by panicking"
)]

use std::convert::Infallible;

use extents::layout::{Canonical, ColMajor, RowMajor, Strided};
use extents::{
    DynExtents, DynRankExtents, Extents, InlineTensor, ShapeError, StaticExtents, Tensor, View,
    error::{Place, Quantity},
    extents,
};

/// All extents of a rank with so many elements.
fn shapes_of(size: usize, rank: usize) -> Vec<Vec<usize>> {
    if rank == 0 {
        return if size == 1 { vec![Vec::new()] } else { Vec::new() };
    }
    let mut all = Vec::new();
    for first in (1..=size).filter(|first| size.is_multiple_of(*first)) {
        for mut rest in shapes_of(size / first, rank - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

/// The index at a place in row-major order.
fn index_at(extents: &[usize], mut place: usize) -> Vec<usize> {
    let mut index = vec![0; extents.len()];
    for mode in (0..extents.len()).rev() {
        index[mode] = place % extents[mode];
        place /= extents[mode];
    }
    index
}

#[test]
fn a_shape_is_that_of_the_elements_in_row_major_order() {
    let (mut given, mut refused) = (0, 0);
    for size in [1, 2, 6, 12] {
        let data: Vec<usize> = (0..size).collect();
        for from in (0..4).flat_map(|rank| shapes_of(size, rank)) {
            let extents = DynRankExtents::new(&from).unwrap();
            let rows = View::from_slice(extents.clone(), &data).unwrap();
            let columns = View::from_slice(ColMajor.of(extents), &data).unwrap();
            for to in (0..4).flat_map(|rank| shapes_of(size, rank)) {
                let part = rows.reshape(&to[..]).unwrap();
                assert_eq!(part.iter().copied().collect::<Vec<_>>(), data);
                let [a, b, c] = match to[..] {
                    [a, b, c] => [a, b, c],
                    _ => continue,
                };
                let part = rows.reshape(extents![dyn a, dyn b, dyn c].unwrap()).unwrap();
                assert_eq!(part.as_slice(), data);
                let typed = columns.reshape(extents![dyn a, dyn b, dyn c].unwrap());
                match columns.reshape([a, b, c]) {
                    Ok(part) => {
                        given += 1;
                        let typed = typed.unwrap();
                        for place in 0..size {
                            let index = index_at(&to, place);
                            let element = columns.get(&index_at(&from, place)[..]);
                            assert_eq!(part.get([index[0], index[1], index[2]]), element);
                            assert_eq!(typed.get([index[0], index[1], index[2]]), element);
                        }
                    }
                    Err(error) => {
                        refused += 1;
                        assert!(matches!(error, ShapeError::NotMergeable { .. }), "{error}");
                        assert_eq!(typed.unwrap_err(), error);
                    }
                }
            }
        }
    }
    assert!(given > 100 && refused > 100, "{given} {refused}");
}

#[test]
fn shapes_keep_what_the_types_know() {
    let a = InlineTensor::<i32, StaticExtents![2, 6]>::inline_from_fn(|[i, j]| (6 * i + j) as i32);
    type Cube<'a> = View<'a, i32, StaticExtents![3, 2, 2], RowMajor>;
    let cube: Result<Cube<'_>, Infallible> = a.reshape(extents![3, 2, 2]);
    let Ok(cube) = cube;
    assert_eq!((size_of_val(&cube), cube[[2, 1, 0]]), (size_of::<usize>(), 10));
    type Line<'a> = View<'a, i32, StaticExtents![12], Strided<[isize; 1]>>;
    let typed: Result<Line<'_>, ShapeError> = a.transpose().reshape(extents![12]);
    assert_eq!(
        typed.unwrap_err(),
        ShapeError::NotMergeable { mode: 0, stride: 1, expected: Some(12) }
    );
    let open = Tensor::full(DynExtents::new([2, 6]).unwrap(), 1).unwrap();
    let error = open.reshape(extents![5]).unwrap_err();
    assert_eq!(error, ShapeError::CountMismatch { of: Quantity::Elements, expected: 5, found: 12 });
    assert_eq!(error.to_string(), "the shape needs 5 elements, but 12 were given");
    let mut open = open.into_shape(extents![3, 4]).unwrap();
    let Ok(mut flat) = open.view_mut().reshape(extents![12]);
    flat[[11]] = 7;
    assert_eq!(open[[2, 3]], 7);
    let a = a.into_shape(DynRankExtents::new(&[12]).unwrap()).unwrap();
    assert_eq!(a.as_slice()[11], 11);
    let rejected = a.into_shape(DynRankExtents::null()).unwrap_err();
    assert_eq!((rejected.error, rejected.value.len()), (ShapeError::Null, 12));
    assert_eq!(Tensor::<i32>::null().reshape(extents![0]).unwrap_err(), ShapeError::Null);
    let none = Tensor::full(extents![0, 3], 1).unwrap();
    let Ok(other) = none.reshape(extents![7, 0, 2]);
    assert!(other.is_empty());
}

#[test]
fn a_broadcast_repeats_modes_of_one_entry() {
    let choices = [0, 1, 2, 3];
    let mut fits = 0;
    for case in 0..4_usize.pow(5) {
        let digits = index_at(&[4; 5], case);
        let all: Vec<usize> = digits.iter().map(|digit| choices[*digit]).collect();
        let (from, to) = (&all[..2], &all[2..]);
        let a = Tensor::from_fn(DynExtents::new([from[0], from[1]]).unwrap(), |[i, j]| 10 * i + j)
            .unwrap();
        // A mode of the source is the one that stands as far from the end.
        let wrong = (0..2).find(|mode| from[*mode] != 1 && from[*mode] != to[*mode + 1]);
        let typed = a.broadcast_to(DynExtents::new([to[0], to[1], to[2]]).unwrap());
        let part = a.broadcast_to([to[0], to[1], to[2]]);
        let any = a.broadcast_to(to);
        match wrong {
            Some(mode) => {
                let (expected, found) = (to[mode + 1], from[mode]);
                let place = Place::Repeated { mode, to: mode + 1 };
                let error = ShapeError::ExtentMismatch { place, expected, found };
                assert_eq!(part.unwrap_err(), error);
                assert_eq!(typed.unwrap_err(), error);
                assert_eq!(any.unwrap_err(), error);
            }
            None => {
                fits += 1;
                let (part, typed) = (part.unwrap(), typed.unwrap());
                assert_eq!(any.unwrap(), part);
                assert!(part.extents().iter().eq(to.iter().copied()));
                for ([k, i, j], element) in part.indexed_iter() {
                    let expected =
                        10 * if from[0] == 1 { 0 } else { i } + if from[1] == 1 { 0 } else { j };
                    assert_eq!((*element, typed[[k, i, j]]), (expected, expected));
                }
            }
        }
    }
    assert!(fits > 100);
    let one = InlineTensor::<_, StaticExtents![]>::from_array(7);
    let Ok(all) = one.broadcast_to(extents![2, 3]);
    assert_eq!(all.sum(), 42);
    assert_eq!(
        all.broadcast_to([6]).unwrap_err(),
        ShapeError::RankMismatch { expected: 1, found: 2 }
    );
    assert_eq!(Tensor::<i32>::null().broadcast_to([2]).unwrap_err(), ShapeError::Null);
}

#[test]
fn null_is_neither_the_source_nor_the_result_of_other_extents() {
    let null = Tensor::<i32>::null();
    let null_columns = ColMajor.of(DynRankExtents::null());
    let columns = View::<i32, _, _>::from_slice(null_columns, &[]).unwrap();
    assert_eq!(null.broadcast_to(extents![2]).unwrap_err(), ShapeError::Null);
    assert_eq!(columns.broadcast_to(extents![]).unwrap_err(), ShapeError::Null);
    assert_eq!(columns.reshape(extents![0]).unwrap_err(), ShapeError::Null);
    let scalar = Tensor::full(ColMajor.of(extents![]), 7).unwrap();
    assert_eq!(scalar.broadcast_like(&null).unwrap_err(), ShapeError::Null);
    assert_eq!(null.broadcast_like(&null).unwrap_err(), ShapeError::Null);
}
