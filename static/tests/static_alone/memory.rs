//! The compile-time layer alone, as a crate that depends on nothing else uses it: it has neither `std` nor `alloc`,
//! and nothing in it asks for memory.

use crate::counting::{Asked, asked_by, with_at_most};
use extents_static::{
    Const, Dyn, Extents, LabelName, ShapeError, StaticExtents, check_size, error::Place, extents,
    in_bounds, is_matrix, is_scalar, is_tensor, is_vector, modes, product, slice, squeeze_into,
    valid,
};

type Mixed = StaticExtents![2, dyn, 4];

/// Runs `work` where no memory is to be had.
fn without_memory<R>(work: impl FnOnce() -> R) -> R {
    let (asked, result) = asked_by(|| with_at_most(0, work));
    assert_eq!(asked, Asked { times: 0, bytes: 0 });
    result
}

#[test]
fn memory_that_is_asked_for_is_counted() {
    assert_eq!(asked_by(|| Box::new(7_u64)).0, Asked { times: 1, bytes: 8 });
}

#[test]
fn extents_know_rank_and_size() {
    without_memory(|| {
        let shape = extents![2, 3, 4];
        assert_eq!(size_of_val(&shape), 0);
        assert_eq!((shape.rank(), shape.size(), shape.extents()), (3, 24, [2, 3, 4]));
        assert_eq!(Mixed::STATIC_EXTENTS, [Some(2), None, Some(4)]);
        let mixed: Mixed = extents![2, dyn 3, 4].unwrap();
        assert_eq!(size_of_val(&mixed), size_of::<usize>());
        assert_eq!((mixed.rank(), mixed.size()), (3, 24));
        assert_eq!(mixed, shape);
        assert_eq!(product(&shape), 24);
        assert_eq!(check_size(&[2, 3, 4]), Ok(24));
        assert!(check_size(&[usize::MAX, 2]).is_err());
    });
}

#[test]
fn extents_weaken_and_strengthen() {
    without_memory(|| {
        let mixed: Mixed = extents![2, 3, 4].weaken();
        assert_eq!(mixed.extents(), [2, 3, 4]);
        assert_eq!(mixed.strengthen::<StaticExtents![2, 3, 4]>(), Ok(extents![2, 3, 4]));
        let wrong = mixed.strengthen::<StaticExtents![2, 5, 4]>();
        assert_eq!(
            wrong,
            Err(ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 5, found: 3 })
        );
    });
}

#[test]
fn indices_come_in_order_from_both_ends() {
    without_memory(|| {
        let mut indices = extents![2, 2].indices();
        assert_eq!((indices.next(), indices.next_back()), (Some([0, 0]), Some([1, 1])));
        assert_eq!((indices.next_back(), indices.next()), (Some([1, 0]), Some([0, 1])));
        assert_eq!((indices.next(), indices.next_back()), (None, None));
        let folded = extents![2, 3].proven_indices().fold(0, |sum, at| 10 * sum + at.index()[1]);
        assert_eq!(folded, 12012);
    });
}

/// By definition: as many indices as the product, and none for a zero extent, at each rank.
#[test]
fn folds_turn_once_an_index() {
    without_memory(|| {
        assert_eq!(extents![].indices().fold(0, |n, _| n + 1), 1);
        assert_eq!(extents![3].indices().fold(0, |n, _| n + 1), 3);
        assert_eq!(extents![0].indices().fold(0, |n, _| n + 1), 0);
        assert_eq!(extents![2, 0].indices().fold(0, |n, _| n + 1), 0);
        assert_eq!(extents![0, 2, 2, 3].indices().fold(0, |n, _| n + 1), 0);
        assert_eq!(extents![2, 2, 2, 3].indices().fold(0, |n, _| n + 1), 24);
        assert_eq!(extents![0, 2, 2, 2, 3].indices().fold(0, |n, _| n + 1), 0);
        assert_eq!(extents![2, 2, 0, 2, 3].indices().fold(0, |n, _| n + 1), 0);
        assert_eq!(extents![2, 2, 2, 2, 0].indices().fold(0, |n, _| n + 1), 0);
        assert_eq!(extents![2, 1, 2, 2, 2, 3].indices().fold(0, |n, _| n + 1), 48);
    });
}

#[test]
fn classes_of_shapes() {
    without_memory(|| {
        assert!(
            is_scalar(&extents![1, 1]) && is_vector(&extents![1, 5]) && is_matrix(&extents![3, 5])
        );
        assert!(is_tensor(&extents![3, 5, 2]) && !is_matrix(&extents![3, 5, 2]));
        assert!(valid(&extents![1, 2]) && !valid(&extents![0, 2]));
        assert!(in_bounds(&extents![2, 3], &[1, 2]) && !in_bounds(&extents![2, 3], &[1, 3]));
        let mut kept = [0; 4];
        assert_eq!((squeeze_into(&[1, 3, 1, 2], &mut kept), kept), (2, [3, 2, 0, 0]));
    });
}

#[test]
fn modes_slices_and_names() {
    without_memory(|| {
        assert_eq!(modes![2, 3], (Const::<2>, Const::<3>));
        assert_eq!(slice![1..3].0.count, Const::<2>);
        let n = 5;
        assert_eq!(extents![dyn n].unwrap().modes().0, Dyn::new(5));
        assert_eq!(LabelName::new("batch").as_str(), "batch");
    });
}
