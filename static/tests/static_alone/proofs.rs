//! Indices that carry their proof, and what is asked of an index without one.

use std::hash::{BuildHasher, RandomState};

use extents_static::__private::check_index;
use extents_static::{
    AddressedBy, Anything, Coordinates, Extents, InBounds, Outcome, ShapeError, StaticExtents,
    TypedExtents, UnitesWith,
    error::{Bounded, Place},
    extents,
};

type Known = StaticExtents![3, 4];

#[test]
fn proofs_are_the_indices_in_bounds() {
    for i in 0..5 {
        for j in 0..6 {
            let proof = Known::prove([i, j]);
            assert_eq!(proof.map(|proof| proof.index()), (i < 3 && j < 4).then_some([i, j]));
            assert_eq!(Known::contains(&[i, j]), i < 3 && j < 4);
            let located = extents![3, 4].locate([i, j]);
            assert_eq!(located.ok(), (i < 3 && j < 4).then_some([i, j]));
        }
    }
    assert!(!Known::contains(&[1]) && !Known::contains(&[1, 1, 0]));
}

#[test]
fn proofs_are_as_their_indices_are() {
    let proof = |index| Known::prove(index).unwrap();
    let (one, other) = (proof([1, 2]), proof([2, 1]));
    assert!(one == proof([1, 2]) && one != other && !(one == other));
    assert_eq!(one.clone(), one);
    assert_eq!(format!("{one:?}"), "[1, 2]");
    let state = RandomState::new();
    assert_eq!(state.hash_one(one), state.hash_one([1_usize, 2]));
    assert_ne!(state.hash_one(one), state.hash_one(other));
    assert_eq!(extents![3, 4].locate(other), Ok([2, 1]));
    assert_eq!(
        extents![3, 4].locate([3, 1]),
        Err(ShapeError::OutOfBounds { of: Bounded::Index { mode: 0 }, number: 3, limit: 3 })
    );
}

#[test]
fn proofs_come_in_the_order_of_their_indices() {
    let all: Vec<[usize; 2]> = (0..3).flat_map(|i| (0..4).map(move |j| [i, j])).collect();
    let proofs = || extents![3, 4].proven_indices();
    let index = |proof: InBounds<Known>| proof.index();
    assert_eq!(proofs().map(index).collect::<Vec<_>>(), all);
    assert_eq!(proofs().len(), 12);
    assert_eq!(proofs().size_hint(), (12, Some(12)));
    assert_eq!(proofs().nth(5).map(index), Some(all[5]));
    assert_eq!(proofs().nth(12).map(index), None);
    assert_eq!(proofs().next_back().map(index), Some(all[11]));
    let mut rest = proofs();
    assert_eq!(
        (rest.nth(2).map(index), rest.next_back().map(index)),
        (Some(all[2]), Some(all[11]))
    );
    assert_eq!(rest.size_hint(), (8, Some(8)));
    let folded = rest.fold(Vec::new(), |mut list, proof| {
        list.push(proof.index());
        list
    });
    assert_eq!(folded, all[3..11]);
}

#[test]
fn coordinates_are_compared_one_by_one() {
    assert_eq!(check_index(&[2, 3], [1, 2]), Ok([1, 2]));
    let error = |mode, index, extent| ShapeError::OutOfBounds {
        of: Bounded::Index { mode },
        number: index,
        limit: extent,
    };
    assert_eq!(check_index(&[2, 3], [2, 9]), Err(error(0, 2, 2)));
    assert_eq!(check_index(&[2, 3], [1, 3]), Err(error(1, 3, 3)));
    let rank = ShapeError::RankMismatch { expected: 2, found: 3 };
    assert_eq!(check_index(&[2, 3], [0, 0, 0]), Err(rank));
    assert_eq!(Coordinates::<2>::coordinates([4, 5]), [4, 5]);
    let by_reference = &[4, 5];
    assert_eq!(Coordinates::<2>::coordinates(by_reference), [4, 5]);
}

#[test]
fn a_value_that_is_the_same_everywhere_has_the_extents_of_what_it_meets() {
    let shape = extents![2, dyn 3].unwrap();
    assert_eq!(Anything.unite(&shape), Ok(shape));
    assert_eq!(shape.unite(&Anything), Ok(shape));
    assert_eq!(Anything.unite(&Anything), Ok(Anything));
    assert_eq!(shape.unite(&extents![dyn 2, 3].unwrap()).unwrap().extents(), [2, 3]);
    let error = ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 4, found: 3 };
    assert_eq!(shape.unite(&extents![dyn 2, 4].unwrap()), Err(error));
    assert_eq!(shape.typed(), shape);
}

#[test]
fn an_outcome_is_the_value_where_nothing_can_fail() {
    let certain: Result<i32, std::convert::Infallible> = Ok(7);
    assert_eq!(Outcome::of(certain), 7);
    assert_eq!(Outcome::of(Ok::<i32, ShapeError>(7)), Ok(7));
    assert_eq!(Outcome::of(Err::<i32, _>(ShapeError::Null)), Err(ShapeError::Null));
}
