//! The run-time layer alone: without `alloc` there are extents of static rank, which ask for no memory; with it
//! those of any rank, and labels as text.

use crate::counting::{Asked, asked_by, with_at_most};
use extents_dynamic::DynExtents;
use extents_static::{
    Extents, ShapeError, StaticExtents,
    error::{Bounded, Place},
    extents,
};

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
fn extents_of_static_rank_are_an_array() {
    without_memory(|| {
        let shape = DynExtents::new([2, 3, 4]).unwrap();
        assert_eq!(size_of_val(&shape), 3 * size_of::<usize>());
        assert_eq!((shape.rank(), shape.size(), shape.extents()), (3, 24, [2, 3, 4]));
        assert_eq!(shape.extent(1), Ok(3));
        assert_eq!(
            shape.extent(3),
            Err(ShapeError::OutOfBounds { of: Bounded::Mode, number: 3, limit: 3 })
        );
        let error = DynExtents::new([usize::MAX, 2]);
        assert!(matches!(error, Err(ShapeError::SizeOverflow { .. })));
        assert_eq!(DynExtents::new([0, 5]).unwrap().size(), 0);
    });
}

#[test]
fn layers_convert_and_compare() {
    without_memory(|| {
        let shape: DynExtents<2> = extents![2, 3].weaken();
        assert_eq!(shape, extents![2, 3]);
        assert_ne!(shape, extents![3, 2]);
        assert_eq!(shape.strengthen::<StaticExtents![dyn, 3]>().unwrap().extents(), [2, 3]);
        let error = shape.strengthen::<StaticExtents![2, 5]>();
        assert_eq!(
            error,
            Err(ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 5, found: 3 })
        );
    });
}

#[test]
fn indices_are_those_of_the_extents() {
    without_memory(|| {
        let shape = DynExtents::new([2, 2]).unwrap();
        assert!(shape.indices().eq([[0, 0], [0, 1], [1, 0], [1, 1]]));
        assert!(shape.indices().rev().eq([[1, 1], [1, 0], [0, 1], [0, 0]]));
        let count =
            |extents: [usize; 5]| DynExtents::new(extents).unwrap().indices().fold(0, |n, _| n + 1);
        assert_eq!(
            [count([2, 1, 3, 1, 2]), count([0, 1, 3, 1, 2]), count([2, 1, 3, 1, 0])],
            [12, 0, 0]
        );
    });
}

/// Loops around nothing would take years.
#[test]
fn folds_over_no_index_do_not_turn() {
    const MOST: usize = isize::MAX as usize;
    fn count<const N: usize>(extents: [usize; N]) -> usize {
        DynExtents::new(extents).unwrap().indices().fold(0, |n, _| n + 1)
    }
    without_memory(|| {
        assert_eq!([count([MOST, 0]), count([0, MOST])], [0, 0]);
        assert_eq!([count([MOST, 1, 0]), count([1, MOST, 0]), count([1, 0, MOST])], [0, 0, 0]);
        assert_eq!(
            [count([1, MOST, 0, 1]), count([MOST, 1, 1, 0]), count([0, 1, 1, MOST])],
            [0, 0, 0]
        );
        assert_eq!([count([MOST, 1, 1, 1, 0]), count([0, 1, 1, 1, MOST])], [0, 0]);
    });
}

#[cfg(feature = "alloc")]
mod with_memory {
    use super::*;
    use extents_dynamic::{Composition, DynRankExtents, parse_labels};
    use extents_static::AddressedBy;

    /// Eight modes are stored in place.
    #[test]
    fn extents_of_up_to_eight_modes_ask_for_nothing() {
        without_memory(|| {
            let shape = DynRankExtents::new(&[1, 2, 1, 2, 1, 2, 1, 2]).unwrap();
            assert_eq!((shape.rank(), shape.size()), (8, 16));
            assert_eq!(DynRankExtents::null().indices().fold(0, |n, _| n + 1), 0);
        });
        let (asked, shape) = asked_by(|| DynRankExtents::new(&[1; 9]).unwrap());
        assert_eq!((asked.times, shape.rank()), (1, 9));
    }

    /// What kernels ask of all extents, each by its definition, and what only a null value answers.
    #[test]
    fn extents_of_any_rank_answer_as_all_do() {
        let shape = DynRankExtents::from_extents(&[4, 5]).unwrap();
        assert_eq!((&shape.extents()[..], shape.is_null()), (&[4, 5][..], false));
        assert_eq!(&shape.zero_strides()[..], [0, 0]);
        assert_eq!(&shape.locate([3, 4]).unwrap()[..], [3, 4]);
        assert_eq!(&shape.locate(&[1, 2]).unwrap()[..], [1, 2]);
        assert_eq!(&shape.locate(&[0, 4][..]).unwrap()[..], [0, 4]);
        let index = shape.locate([2, 0]).unwrap();
        assert_eq!(&shape.locate(&index).unwrap()[..], [2, 0]);
        assert!(shape.locate([3, 5]).is_err() && shape.locate([0, 0, 0]).is_err());

        let adopted = DynRankExtents::adopt(&DynExtents::new([4, 5]).unwrap()).unwrap();
        assert_eq!((&adopted.extents()[..], adopted.is_null()), (&[4, 5][..], false));
        let null = DynRankExtents::adopt(&DynRankExtents::null()).unwrap();
        assert!(null.is_null() && null != DynRankExtents::new(&[]).unwrap());
        assert_eq!(null.locate([0; 0]), Err(ShapeError::Null));
    }

    #[test]
    fn labels_are_text() {
        assert_eq!(parse_labels("i, jk").unwrap(), ["i", "jk"]);
        let composition = Composition::einsum("ij,jk->ik").unwrap();
        let shapes = [[2, 3], [3, 4]].map(|extents| DynRankExtents::new(&extents).unwrap());
        let resolved = composition.resolve(&shapes);
        assert!(resolved.is_ok());
    }
}
