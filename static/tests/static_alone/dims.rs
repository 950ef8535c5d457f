//! Names for extents: what a mode holds, what it refuses, and how it prints.

use extents_static::error::Place;
use extents_static::{Const, LabelName, Mode, ShapeError, StaticExtents, Sym, dims, extents};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

dims! { Time, Batch ..= 9, Heads = 8, once Hidden, once Small ..= 4, once Unset, once Largest, }

fn mismatch(dim: &str, expected: usize, found: usize) -> ShapeError {
    ShapeError::ExtentMismatch { place: Place::Dim(LabelName::new(dim)), expected, found }
}

fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn a_mode_holds_its_extent() {
    let time = Sym::<Time>::try_new(5).unwrap();
    assert_eq!((time.extent(), Sym::<Time>::from_extent(7).unwrap().extent()), (5, 7));
    assert!(time == Sym::<Time>::try_new(5).unwrap() && time != Sym::<Time>::try_new(6).unwrap());
    assert_ne!(hash_of(time), hash_of(Sym::<Time>::try_new(6).unwrap()));
    assert_eq!(format!("{time:?}"), "Time = 5");
}

#[test]
fn a_number_with_a_name_is_that_number() {
    let heads = Sym::<Heads>::try_new(8).unwrap();
    assert_eq!(heads.extent(), 8);
    assert_eq!(Sym::<Heads>::try_new(7).unwrap_err(), mismatch("Heads", 8, 7));
    assert_eq!(Sym::<Heads>::from_extent(9), None);
    assert_eq!(Const::<8>::from_extent(9), None);
}

#[test]
fn the_largest_extent_is_allowed() {
    assert_eq!(Sym::<Batch>::try_new(9).unwrap().extent(), 9);
    let dim = LabelName::new("Batch");
    let error = ShapeError::DimOverflow { dim, found: 10, most: 9 };
    assert_eq!(Sym::<Batch>::try_new(10).unwrap_err(), error);
}

#[test]
fn a_dim_is_bound_once() {
    assert_eq!(Sym::<Unset>::bound(), None);
    let dim = LabelName::new("Unset");
    assert_eq!(Sym::<Unset>::try_new(1).unwrap_err(), ShapeError::Unbound { dim });
    // Neither what no mode could have nor more than the largest extent is bound.
    let most = isize::MAX as usize;
    let dim = LabelName::new("Hidden");
    let error = ShapeError::DimOverflow { dim, found: most + 1, most };
    assert_eq!(Sym::<Hidden>::bind(most + 1).unwrap_err(), error);
    let dim = LabelName::new("Small");
    let error = ShapeError::DimOverflow { dim, found: 5, most: 4 };
    assert_eq!(Sym::<Small>::bind(5).unwrap_err(), error);
    assert_eq!((Sym::<Hidden>::bound(), Sym::<Small>::bound()), (None, None));

    assert_eq!(Sym::<Hidden>::bind(64).unwrap().extent(), 64);
    assert_eq!(Sym::<Hidden>::bind(65).unwrap_err(), mismatch("Hidden", 64, 65));
    assert_eq!(Sym::<Hidden>::try_new(65).unwrap_err(), mismatch("Hidden", 64, 65));
    assert_eq!(Sym::<Hidden>::bound().unwrap().extent(), 64);
    assert_eq!(Sym::<Small>::bind(4).unwrap().extent(), 4);
    assert_eq!(Sym::<Largest>::bind(most).unwrap().extent(), most);
}

#[test]
fn extents_print_their_names() -> Result<(), ShapeError> {
    let named: StaticExtents![dyn Time, (Heads), 64] = extents![dyn Time = 3, (Heads), 64]?;
    assert_eq!(format!("{named:?}"), "[Time = 3, Heads = 8, 64]");
    // A product of numbers is a number, and nothing else is known by it.
    let product: StaticExtents![dyn Time, (8 * 64)] = extents![dyn Time = 3, (8 * 64)]?;
    assert_eq!(format!("{product:?}"), "[Time = 3, 512]");
    Ok(())
}
