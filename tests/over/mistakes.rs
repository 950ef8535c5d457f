//! Lists of modes that do not fit, and operands and targets of other extents.
#![allow(clippy::unwrap_used, reason = "a panic fails the test, as it should")]

use extents::error::{Bounded, Place};
use extents::{Const, DynRankExtents, ShapeError, Tensor, extents, modes};

#[test]
fn modes_that_are_not_there() {
    let a = Tensor::full(extents![2, dyn 3].unwrap(), 1).unwrap();
    let no_mode =
        |mode| Some(ShapeError::OutOfBounds { of: Bounded::Mode, number: mode, limit: 2 });
    assert_eq!(a.over(2).sum().err(), no_mode(2));
    assert_eq!(a.over([0, 5]).keep().max().err(), no_mode(5));
    assert_eq!(a.over([usize::MAX]).argmin().err(), no_mode(usize::MAX));
    assert_eq!(
        a.view().over(&[1, 0, 1][..]).any(|_| true).err(),
        Some(ShapeError::Repeated { place: Place::Mode(1) })
    );
    assert_eq!(
        (&a + 1).over(&[0, 0]).sum().err(),
        Some(ShapeError::Repeated { place: Place::Mode(0) })
    );
    assert_eq!(a.over(7).sum().unwrap_err().to_string(), "there is no mode 7 in a shape of rank 2");
    let mut target = Tensor::full(extents![3], 5).unwrap();
    assert_eq!(a.over(3).sum_into(&mut target).err(), no_mode(3));
    assert_eq!(target.as_slice(), [5, 5, 5]);
    let null = Tensor::<i32>::null();
    assert_eq!(null.over([0; 0]).sum().err(), Some(ShapeError::Null));
    assert_eq!(null.over(0).max().err(), Some(ShapeError::Null));
    assert_eq!(null.running_sum(0).err(), Some(ShapeError::Null));
    assert_eq!(a.running_product(2).err(), no_mode(2));
    let mut b = a.map(|x| *x).unwrap();
    assert_eq!(b.running_sum_inplace(2).err(), no_mode(2));
    assert_eq!(b.view_mut().running_product_inplace(9).err(), no_mode(9));
    assert_eq!(b.as_slice(), [1; 6]);
    // In lists of more modes than types have.
    let long = Tensor::full(DynRankExtents::new(&[1; 14]).unwrap(), 1).unwrap();
    let list = |last| (0..13).chain([last]).collect::<Vec<usize>>();
    let none = ShapeError::OutOfBounds { of: Bounded::Mode, number: 14, limit: 14 };
    let twice = ShapeError::Repeated { place: Place::Mode(3) };
    for (last, error) in [(14, none), (3, twice)] {
        assert_eq!(long.over(&list(last)).sum().err(), Some(error));
        assert_eq!(long.permute(&list(last)[..]).err(), Some(error));
    }
    assert_eq!(long.over(&list(13)).sum().unwrap().as_slice(), [1]);
    let empty = Tensor::from_vec(DynRankExtents::new(&[0; 14]).unwrap(), vec![0; 0]).unwrap();
    let nothing = Some(ShapeError::NothingToFold { mode: 0 });
    assert_eq!(empty.over(&list(13)).max().err(), nothing);
}

#[test]
fn operands_and_targets_of_other_extents() {
    let a = Tensor::full(extents![2, dyn 3].unwrap(), 1).unwrap();
    let b = Tensor::full(extents![2, dyn 4].unwrap(), 1).unwrap();
    let differ = Some(ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 3, found: 4 });
    assert_eq!((&a + &b).over(modes![1]).sum().err(), differ);
    assert_eq!((&a + &b).over(0).max().err(), differ);
    assert_eq!((&a + &b).over(Const::<0>).argmax().err(), differ);
    let mut target = Tensor::full(DynRankExtents::new(&[4]).unwrap(), 5).unwrap();
    let differs = Some(ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 4, found: 3 });
    assert_eq!(a.over(modes![0]).sum_into(&mut target).err(), differs);
    let rank = Some(ShapeError::RankMismatch { expected: 1, found: 2 });
    assert_eq!(a.over(modes![0]).keep().sum_into(&mut target).err(), rank);
    let mut places = Tensor::full(DynRankExtents::new(&[4]).unwrap(), 5).unwrap();
    assert_eq!(a.over(0).argmax_into(&mut places).err(), differs);
    assert_eq!((target.as_slice(), places.as_slice()), (&[5; 4][..], &[5; 4][..]));
    assert_eq!(b.over(modes![0]).sum_into(&mut target), Ok(()));
    assert_eq!(target.as_slice(), [2; 4]);
}
