//! Iteration over indices against lists of them, and what the extents themselves answer.

use std::hash::{BuildHasher, RandomState};

use crate::iterators::behaves_as;
use extents_static::error::Bounded;
use extents_static::{Extents, ShapeError, StaticExtents, extents};

/// All indices in bounds, the last mode fastest.
fn listed(extents: &[usize]) -> Vec<Vec<usize>> {
    let Some((&first, rest)) = extents.split_first() else { return vec![vec![]] };
    let rest = listed(rest);
    (0..first).flat_map(|i| rest.iter().map(move |rest| [&[i], rest.as_slice()].concat())).collect()
}

#[test]
fn indices_are_as_a_list_of_them() {
    fn check<E: Extents<Index: AsRef<[usize]>>>(all: &[&[usize]]) {
        for extents in all {
            let (shape, expected) = (E::from_extents(extents).unwrap(), listed(extents));
            for (front, back) in [(0, 0), (1, 0), (0, 1), (2, 3), (5, 4), (0, 9)] {
                for skip in [0, 1, 3, 7] {
                    behaves_as(shape.indices(), &expected, front, back, skip);
                }
            }
        }
    }
    check::<StaticExtents![]>(&[&[]]);
    check::<StaticExtents![dyn]>(&[&[0], &[1], &[9]]);
    check::<StaticExtents![3, dyn]>(&[&[3, 4], &[3, 0], &[3, 1]]);
    check::<StaticExtents![dyn; 2]>(&[&[0, 3], &[1, 5], &[4, 3]]);
    check::<StaticExtents![dyn; 3]>(&[&[2, 3, 4], &[3, 1, 2], &[2, 0, 3], &[0, 2, 2]]);
    check::<StaticExtents![dyn; 4]>(&[&[2, 3, 2, 2], &[1, 2, 1, 3], &[2, 2, 2, 0], &[0, 1, 1, 1]]);
    check::<StaticExtents![dyn; 5]>(&[&[2, 1, 3, 2, 2], &[3, 2, 1, 1, 2], &[2, 0, 2, 2, 2]]);
    check::<StaticExtents![dyn; 6]>(&[
        &[2, 2, 1, 2, 3, 2],
        &[1, 3, 2, 1, 1, 2],
        &[2, 2, 2, 2, 2, 0],
    ]);
}

#[test]
fn each_mode_has_its_extent() {
    let shape = extents![2, dyn 7, 5].unwrap();
    let extents = [shape.extent(0), shape.extent(1), shape.extent(2)];
    assert_eq!(extents, [Ok(2), Ok(7), Ok(5)]);
    assert_eq!(
        shape.extent(3),
        Err(ShapeError::OutOfBounds { of: Bounded::Mode, number: 3, limit: 3 })
    );
    assert_eq!((shape.rank(), shape.size()), (3, 70));
    assert!(shape.iter().eq([2, 7, 5]) && (&shape).into_iter().eq([2, 7, 5]));
    assert_eq!(
        (shape.to_string(), format!("{shape:?}")),
        ("[2, 7, 5]".into(), "[2, dyn 7, 5]".into())
    );
}

#[test]
fn extents_are_the_same_where_each_is() {
    let same = |other: &[usize]| {
        let shape = extents![2, dyn 3].unwrap();
        match other.len() {
            1 => shape.same_extents(&<StaticExtents![dyn]>::from_extents(other).unwrap()),
            2 => shape.same_extents(&<StaticExtents![dyn; 2]>::from_extents(other).unwrap()),
            _ => shape.same_extents(&<StaticExtents![dyn; 3]>::from_extents(other).unwrap()),
        }
    };
    assert!(same(&[2, 3]));
    for other in [&[3, 2][..], &[2, 4], &[1, 3], &[6], &[2], &[2, 3, 1], &[1, 2, 3]] {
        assert!(!same(other), "{other:?}");
    }
    assert_eq!(extents![2, 3], extents![2, dyn 3].unwrap());
    assert_ne!(extents![2, 3], extents![3, 2]);
    let state = RandomState::new();
    assert_eq!(state.hash_one(extents![2, 3]), state.hash_one(extents![2, dyn 3].unwrap()));
    assert_ne!(state.hash_one(extents![2, 3]), state.hash_one(extents![3, 2]));
}

#[test]
fn consts_of_static_extents_say_what_they_are() {
    fn classes<E: Extents>() -> [Option<bool>; 5] {
        [E::IS_VALID, E::IS_SCALAR, E::IS_VECTOR, E::IS_MATRIX, E::IS_TENSOR]
    }
    let only = |class: usize| {
        let mut all = [Some(true), Some(false), Some(false), Some(false), Some(false)];
        all[class] = Some(true);
        all
    };
    assert_eq!(classes::<StaticExtents![1, 1]>(), only(1));
    assert_eq!(classes::<StaticExtents![1, 4]>(), only(2));
    assert_eq!(classes::<StaticExtents![3, 4, 1]>(), only(3));
    assert_eq!(classes::<StaticExtents![1, 1, 4]>(), only(4));
    assert_eq!(classes::<StaticExtents![3, 0]>(), [Some(false); 5]);
    assert_eq!(classes::<StaticExtents![3, dyn]>(), [None; 5]);
}

#[test]
fn free_functions_tell_the_classes_apart() {
    use extents_static::{is_matrix, is_scalar, is_tensor, is_vector, valid};
    fn classes<E: Extents>(shape: E) -> [bool; 5] {
        let of = [is_scalar(&shape), is_vector(&shape), is_matrix(&shape), is_tensor(&shape)];
        [valid(&shape), of[0], of[1], of[2], of[3]]
    }
    assert_eq!(classes(extents![1, 1]), [true, true, false, false, false]);
    assert_eq!(classes(extents![1, 4]), [true, false, true, false, false]);
    assert_eq!(classes(extents![3, 4, 1]), [true, false, false, true, false]);
    assert_eq!(classes(extents![1, 1, 4]), [true, false, false, false, true]);
    assert_eq!(classes(extents![3, 0]), [false; 5]);
}
