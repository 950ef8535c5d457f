//! What the types of joined, padded, taken and swapped elements know, which errors they give, and what they do with elements
//! that count themselves.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test says what is wrong by panicking"
)]

use std::cell::Cell;
use std::rc::Rc;

use extents::arrange::{Padding, concat, concat_into, stack, stack_into};
use extents::{
    Const, Dyn, DynExtents, DynRankExtents, InlineTensor, ShapeError, StaticExtents, Tensor,
    error::{Bounded, Place, Quantity},
    extents,
};

#[test]
fn what_the_types_know_is_in_the_result() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let b = Tensor::full(extents![dyn 4, 3].unwrap(), 2).unwrap();
    let both: Tensor<i32, StaticExtents![dyn, 3]> =
        concat::<Dyn, _, _>(Const::<0>, (&a, &b)).unwrap();
    assert_eq!(both.extents(), &extents![dyn 6, 3].unwrap());
    let both: Tensor<i32, StaticExtents![6, 3]> =
        concat::<Const<6>, _, _>(Const::<0>, (&a, &b)).unwrap();
    assert_eq!(both.as_slice()[5..7], [1, 2]);
    let error = concat::<Const<7>, _, _>(Const::<0>, (&a, &b)).unwrap_err();
    assert_eq!(error, ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 7, found: 6 });
    let wide: Tensor<i32, StaticExtents![2, 9]> =
        concat::<Const<9>, _, _>(Const::<1>, [&a, &a, &a]).unwrap();
    assert_eq!(wide.sum(), 18);
    let open = Tensor::full(DynExtents::new([2, 3]).unwrap(), 1).unwrap();
    let longer: Tensor<i32, DynExtents<2>> = concat(0, [&open, &open]).unwrap();
    assert_eq!(longer.extents(), &DynExtents::new([4, 3]).unwrap());
    let stacked: Tensor<i32, StaticExtents![2, 2, 3]> = stack(Const::<0>, (&a, a.view())).unwrap();
    assert_eq!(stacked.len(), 12);
    let stacked: Tensor<i32, StaticExtents![2, 3, dyn]> =
        stack(Const::<2>, &vec![a.view(), a.view()]).unwrap();
    assert_eq!(stacked.len(), 12);
    let padded: Tensor<i32, StaticExtents![2, 5]> =
        a.pad::<Const<5>, _, _, _>(Const::<1>, (1, 1), Padding::Constant(0)).unwrap();
    assert_eq!(padded.as_slice(), [0, 1, 1, 1, 0, 0, 1, 1, 1, 0]);
    let error = a.pad::<Const<5>, _, _, _>(Const::<1>, (1, 2), Padding::Edge).unwrap_err();
    assert_eq!(error, ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 5, found: 6 });
    let rolled: Tensor<i32, StaticExtents![2, 3]> = a.roll(Const::<1>, 1).unwrap();
    assert_eq!(rolled.as_slice(), [1; 6]);
    let taken: Tensor<i32, StaticExtents![2, 4]> = a.take(Const::<1>, [0, 0, 2, 1]).unwrap();
    assert_eq!(taken.len(), 8);
    let taken: Tensor<i32, StaticExtents![2, dyn]> = a.take(Const::<1>, &[0, 0][..]).unwrap();
    assert_eq!(taken.len(), 4);
    let mut row = InlineTensor::<_, StaticExtents![4]>::inline_full(0);
    let ones = InlineTensor::<_, StaticExtents![3]>::from_array([1, 2, 3]);
    ones.pad_into(Const::<0>, (0, 1), Padding::Wrap, &mut row).unwrap();
    assert_eq!(row.into_array(), [1, 2, 3, 1]);
}

#[test]
fn errors_name_operand_mode_and_both_numbers() {
    let a = Tensor::full(DynExtents::new([2, 3]).unwrap(), 1).unwrap();
    let b = Tensor::full(DynExtents::new([2, 4]).unwrap(), 1).unwrap();
    let error = concat(0, [&a, &a, &b]).unwrap_err();
    assert_eq!(error.to_string(), "mode 1 of operand 2 should have extent 3, but has 4");
    let error = stack(0, (&a, &b)).unwrap_err();
    assert_eq!(error.to_string(), "mode 1 of operand 1 should have extent 3, but has 4");
    assert_eq!(
        concat(2, [&a]).unwrap_err(),
        ShapeError::OutOfBounds { of: Bounded::Mode, number: 2, limit: 2 }
    );
    assert_eq!(
        stack(3, [&a]).unwrap_err(),
        ShapeError::OutOfBounds { of: Bounded::Mode, number: 3, limit: 3 }
    );
    let none: &[&Tensor<i32, DynExtents<2>>] = &[];
    assert_eq!(
        concat(0, none).unwrap_err(),
        ShapeError::CountMismatch { of: Quantity::Parts, expected: 1, found: 0 }
    );
    assert_eq!(
        stack(0, none).unwrap_err(),
        ShapeError::CountMismatch { of: Quantity::Parts, expected: 1, found: 0 }
    );
    let flat = Tensor::full(DynExtents::new([3]).unwrap(), 1).unwrap();
    let error =
        concat(0, (a.view().weaken::<DynRankExtents>(), flat.view().weaken::<DynRankExtents>()));
    let error = error.unwrap_err();
    let of = Quantity::Modes { operand: 1 };
    assert_eq!(error, ShapeError::CountMismatch { of, expected: 2, found: 1 });
    assert_eq!(error.to_string(), "operand 1 should have rank 2, but has 1");
    let none = concat(0, none).unwrap_err();
    assert_eq!(none.to_string(), "there should be at least 1 operand, but there are 0");
    let mut three = Tensor::full(DynExtents::new([2, 3, 3]).unwrap(), 1).unwrap();
    let error = concat_into(0, [&a, &a], &mut three).unwrap_err();
    assert_eq!(error.to_string(), "operand 0 should have rank 3, but has 2");
    let error = stack_into(0, [&flat, &flat], &mut three).unwrap_err();
    assert_eq!(error, ShapeError::RankMismatch { expected: 2, found: 3 });
    let null = Tensor::<i32>::null();
    assert_eq!(concat(0, [&null]).unwrap_err(), ShapeError::Null);
    assert_eq!(stack(0, [&null]).unwrap_err(), ShapeError::Null);
    // The null shape is no scalar, which has an element.
    let scalar = Tensor::full(DynRankExtents::new(&[]).unwrap(), 1).unwrap();
    assert_eq!(stack(0, [&scalar, &null]).unwrap_err(), ShapeError::Null);
    let mut row = Tensor::full(DynRankExtents::new(&[2]).unwrap(), 1).unwrap();
    assert_eq!(stack_into(0, [&scalar, &null], &mut row).unwrap_err(), ShapeError::Null);
    assert_eq!(stack_into(0, [&scalar], &mut Tensor::null()).unwrap_err(), ShapeError::Null);
    assert_eq!(Tensor::<i32>::null().swap_entries(0, 0, 0).unwrap_err(), ShapeError::Null);
    assert!(Tensor::<i32>::null().swap([0; 0], [0; 0]).is_err());
    let Ok(()) = Tensor::<i32>::null().swap_with(&mut Tensor::null()) else { panic!() };
    assert!(Tensor::<i32>::null().swap_with(&mut scalar.clone()).is_err());
    assert_eq!(null.roll(0, 1).unwrap_err(), ShapeError::Null);
    assert_eq!(null.take(0, [0]).unwrap_err(), ShapeError::Null);
    assert_eq!(null.repeat_each(0, 1).unwrap_err(), ShapeError::Null);
    assert_eq!(null.pad(0, (0, 0), Padding::Edge).unwrap_err(), ShapeError::Null);
    // Nothing is written where something is wrong.
    let mut target = Tensor::full(DynExtents::new([4, 3]).unwrap(), 9).unwrap();
    let error = concat_into(0, (&a, &b), &mut target).unwrap_err();
    assert_eq!(
        error,
        ShapeError::ExtentMismatch {
            place: Place::Joined { operand: 1, mode: 1 },
            expected: 3,
            found: 4
        }
    );
    let error = concat_into(0, [&a, &a, &a], &mut target).unwrap_err();
    assert_eq!(error, ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 4, found: 6 });
    let error = a.roll_into(0, 1, &mut target).unwrap_err();
    assert_eq!(error, ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 2, found: 4 });
    let error = target.put(0, [0, 4], &a).unwrap_err();
    assert_eq!(error, ShapeError::EntryOutOfBounds { mode: 0, position: 1, index: 4, extent: 4 });
    assert_eq!(target.as_slice(), [9; 12]);
    // What has no elements takes no time.
    let nothing = Tensor::<i32, _>::full(DynExtents::new([1 << 60, 0]).unwrap(), 1).unwrap();
    assert_eq!(nothing.roll(0, 1).unwrap().len(), 0);
    let huge = a.repeat_each(0, usize::MAX).unwrap_err();
    assert!(matches!(huge, ShapeError::SizeOverflow { .. }), "{huge}");
}

#[test]
fn more_modes_than_a_nest_has_loops() {
    let extents = DynRankExtents::new(&[2; 14]).unwrap();
    let backwards: Vec<usize> = (0..14).rev().collect();
    let mut next = 0;
    let a = Tensor::from_fn(extents, |_| {
        next += 1;
        next
    })
    .unwrap();
    let turned = a.permute(&backwards).unwrap();
    let rolled = turned.roll(3, 1).unwrap();
    for (index, element) in rolled.indexed_iter() {
        let mut from: Vec<usize> = index.as_ref().to_vec();
        from[3] = 1 - from[3];
        from.reverse();
        assert_eq!(Some(element), a.get(&from[..]));
    }
}

/// An element that counts how many of it there are, and panics when it is cloned too often.
struct Counted {
    alive: Rc<Cell<i32>>,
    clones: Rc<Cell<i32>>,
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        self.clones.set(self.clones.get() - 1);
        assert!(self.clones.get() >= 0, "no more clones");
        self.alive.set(self.alive.get() + 1);
        Counted { alive: self.alive.clone(), clones: self.clones.clone() }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.alive.set(self.alive.get() - 1);
    }
}

#[test]
fn a_clone_that_panics_leaves_nothing_behind() {
    let (alive, clones) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
    let a = Tensor::from_fn(extents![3, 2], |_| {
        alive.set(alive.get() + 1);
        Counted { alive: alive.clone(), clones: clones.clone() }
    })
    .unwrap();
    let make: [&dyn Fn() -> usize; 4] = [
        &|| concat::<Const<4>, _, _>(Const::<1>, (&a, &a)).unwrap().len(),
        &|| a.roll(Const::<0>, 1).unwrap().len(),
        &|| a.repeat_each(0, 2).unwrap().len(),
        &|| a.take(1, [0, 0, 1]).unwrap().len(),
    ];
    for make in make {
        for allowed in [0, 1, 5] {
            clones.set(allowed);
            let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(make));
            assert!(made.is_err());
            assert_eq!(alive.get(), 6);
        }
        clones.set(100);
        assert!(make() >= 6);
        assert_eq!(alive.get(), 6);
    }
    drop(a);
    assert_eq!(alive.get(), 0);
}
