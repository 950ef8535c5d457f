//! Conversions between the layers: which exist, and what they check.

use extents_dynamic::{DynExtents, DynRankExtents};
use extents_static::{
    Dyn, Extents, Mode, ShapeError, StaticExtents, UnitesWith, WeakenedFrom, error::Place, extents,
};
use static_assertions::assert_impl_all;

type Known = StaticExtents![2, 3];
type Mixed = StaticExtents![2, dyn];
type Other = StaticExtents![dyn, 3];
type Open = StaticExtents![dyn; 2];
type Array = DynExtents<2>;
type Slice = DynRankExtents;

fn mismatch(mode: usize, expected: usize, found: usize) -> ShapeError {
    ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found }
}

// `From` towards less knowledge, `TryFrom` the other way.
assert_impl_all!(Array: From<Known>, From<Mixed>, From<Open>, TryFrom<Slice>);
assert_impl_all!(Slice: From<Known>, From<Mixed>, From<Open>, From<Array>, From<DynExtents<0>>);
assert_impl_all!(Known: TryFrom<Array>, TryFrom<Slice>);
assert_impl_all!(Mixed: TryFrom<Array>, TryFrom<Slice>);
assert_impl_all!(Open: TryFrom<Array>, TryFrom<Slice>);
assert_impl_all!(StaticExtents![]: TryFrom<DynExtents<0>>, TryFrom<Slice>);
assert_impl_all!(StaticExtents![dyn; 12]: TryFrom<DynExtents<12>>, TryFrom<Slice>);

// `weaken` and `strengthen` span all layers.
assert_impl_all!(Known: WeakenedFrom<Known>);
assert_impl_all!(Mixed: WeakenedFrom<Known>);
assert_impl_all!(Other: WeakenedFrom<Known>);
assert_impl_all!(Open: WeakenedFrom<Known>);
assert_impl_all!(Array: WeakenedFrom<Known>);
assert_impl_all!(Slice: WeakenedFrom<Known>);
assert_impl_all!(Mixed: WeakenedFrom<Mixed>);
assert_impl_all!(Open: WeakenedFrom<Mixed>);
assert_impl_all!(Array: WeakenedFrom<Mixed>);
assert_impl_all!(Slice: WeakenedFrom<Mixed>);
assert_impl_all!(Open: WeakenedFrom<Open>);
assert_impl_all!(Array: WeakenedFrom<Open>);
assert_impl_all!(Slice: WeakenedFrom<Open>);
assert_impl_all!(Open: WeakenedFrom<Array>);
assert_impl_all!(Array: WeakenedFrom<Array>);
assert_impl_all!(Slice: WeakenedFrom<Array>);
assert_impl_all!(StaticExtents![]: WeakenedFrom<DynExtents<0>>);
assert_impl_all!(StaticExtents![dyn; 12]: WeakenedFrom<DynExtents<12>>);
assert_impl_all!(Slice: WeakenedFrom<Slice>);
assert_impl_all!(Known: UnitesWith<Known>, UnitesWith<Mixed>, UnitesWith<Array>);
assert_impl_all!(Mixed: UnitesWith<Known>, UnitesWith<Other>, UnitesWith<Open>);
assert_impl_all!(Open: UnitesWith<Known>, UnitesWith<Mixed>, UnitesWith<Slice>);
assert_impl_all!(Array: UnitesWith<Known>, UnitesWith<Mixed>, UnitesWith<Open>);
assert_impl_all!(Array: UnitesWith<Array>, UnitesWith<Slice>);
assert_impl_all!(Slice: UnitesWith<Known>, UnitesWith<Mixed>, UnitesWith<Open>);
assert_impl_all!(Slice: UnitesWith<Array>, UnitesWith<Slice>);
static_assertions::assert_not_impl_any!(Known: WeakenedFrom<Mixed>);
static_assertions::assert_not_impl_any!(Other: WeakenedFrom<Mixed>);
static_assertions::assert_not_impl_any!(Known: WeakenedFrom<Array>);
static_assertions::assert_not_impl_any!(Mixed: WeakenedFrom<Array>);
static_assertions::assert_not_impl_any!(Array: From<Slice>);
static_assertions::assert_not_impl_any!(Known: WeakenedFrom<Slice>);
static_assertions::assert_not_impl_any!(Array: WeakenedFrom<Slice>);
static_assertions::assert_not_impl_any!(Known: UnitesWith<StaticExtents![2, 4]>);
static_assertions::assert_not_impl_any!(Known: UnitesWith<StaticExtents![2, 3, 1]>);
static_assertions::assert_not_impl_any!(Known: UnitesWith<DynExtents<3>>);
static_assertions::assert_not_impl_any!(Array: UnitesWith<DynExtents<3>>);

#[test]
fn from_forgets_and_try_from_finds_again() {
    let array = Array::from(extents![2, 3]);
    assert_eq!(array.extents(), [2, 3]);
    assert_eq!(Array::from(extents![2, dyn 3].unwrap()), array);
    let slice = Slice::from(array);
    assert_eq!(slice.as_slice(), [2, 3]);
    assert_eq!(Slice::from(extents![2, 3]), slice);
    assert_eq!(Slice::from(extents![dyn 2, 3].unwrap()), slice);
    assert_eq!(Array::try_from(slice.clone()), Ok(array));
    assert_eq!(Known::try_from(slice.clone()), Ok(extents![2, 3]));
    assert_eq!(Mixed::try_from(slice.clone()).unwrap().modes().1, Dyn::new(3));
    assert_eq!(Open::try_from(slice), Ok(extents![dyn 2, dyn 3].unwrap()));
    assert_eq!(Known::try_from(array), Ok(extents![2, 3]));
    assert_eq!(Other::try_from(array).unwrap().extents(), [2, 3]);
    let scalar = Slice::from(extents![]);
    assert!(!scalar.is_null());
    assert_eq!(<StaticExtents![]>::try_from(scalar), Ok(extents![]));
}

#[test]
fn try_from_names_the_mode_and_both_extents() {
    let array = DynExtents::new([2, 4]).unwrap();
    assert_eq!(Known::try_from(array), Err(mismatch(1, 3, 4)));
    assert_eq!(Other::try_from(Slice::from(array)), Err(mismatch(1, 3, 4)));
    assert_eq!(Mixed::try_from(DynExtents::new([5, 4]).unwrap()), Err(mismatch(0, 2, 5)));
    // The first mode that differs is named.
    assert_eq!(Known::try_from(DynExtents::new([9, 9]).unwrap()), Err(mismatch(0, 2, 9)));
    let three = Slice::new(&[2, 3, 1]).unwrap();
    let rank = ShapeError::RankMismatch { expected: 2, found: 3 };
    assert_eq!(Known::try_from(three.clone()), Err(rank));
    assert_eq!(Open::try_from(three.clone()), Err(rank));
    assert_eq!(Array::try_from(three), Err(rank));
    assert_eq!(Known::try_from(Slice::null()), Err(ShapeError::Null));
    assert_eq!(DynExtents::<0>::try_from(Slice::null()), Err(ShapeError::Null));
    assert_eq!(mismatch(1, 3, 4).to_string(), "mode 1 should have extent 3, but has 4");
    assert_eq!(rank.to_string(), "the rank should be 2, but is 3");
}

#[test]
fn every_weakening_keeps_the_extents_and_strengthens_back() {
    fn round_trip<E: Extents, F: WeakenedFrom<E> + UnitesWith<E>>(strong: E) {
        let weak = strong.weaken::<F>();
        assert_eq!(weak.extents().as_ref(), strong.extents().as_ref());
        assert!(weak.strengthen::<E>().unwrap().same_extents(&strong));
    }
    round_trip::<Known, Mixed>(extents![2, 3]);
    round_trip::<Known, Other>(extents![2, 3]);
    round_trip::<Known, Open>(extents![2, 3]);
    round_trip::<Known, Array>(extents![2, 3]);
    round_trip::<Known, Slice>(extents![2, 3]);
    let mixed = extents![2, dyn 7].unwrap();
    round_trip::<Mixed, Mixed>(mixed);
    round_trip::<Mixed, Open>(mixed);
    round_trip::<Mixed, Array>(mixed);
    round_trip::<Mixed, Slice>(mixed);
    round_trip::<Open, Array>(mixed.weaken());
    round_trip::<Open, Slice>(mixed.weaken());
    round_trip::<Array, Open>(mixed.weaken());
    round_trip::<Array, Array>(mixed.weaken());
    round_trip::<Array, Slice>(mixed.weaken());
    round_trip::<Slice, Slice>(mixed.weaken());
    assert!(Slice::null().weaken::<Slice>().is_null());
}

#[test]
fn every_strengthening_checks_what_the_new_type_knows() {
    fn fails<E: Extents + UnitesWith<F>, F: Extents>(weak: E, error: ShapeError) {
        assert_eq!(weak.strengthen::<F>(), Err(error));
    }
    let open = extents![dyn 2, dyn 4].unwrap();
    fails::<Open, Known>(open, mismatch(1, 3, 4));
    fails::<Open, Other>(open, mismatch(1, 3, 4));
    fails::<Mixed, Known>(extents![2, dyn 4].unwrap(), mismatch(1, 3, 4));
    fails::<Mixed, Other>(extents![2, dyn 4].unwrap(), mismatch(1, 3, 4));
    fails::<Other, Mixed>(extents![dyn 7, 3].unwrap(), mismatch(0, 2, 7));
    fails::<Array, Known>(open.weaken(), mismatch(1, 3, 4));
    fails::<Array, Mixed>(DynExtents::new([0, 4]).unwrap(), mismatch(0, 2, 0));
    fails::<Slice, Known>(open.weaken(), mismatch(1, 3, 4));
    let (one, three) = (Slice::new(&[2]).unwrap(), Slice::new(&[2, 3, 4]).unwrap());
    fails::<Slice, Known>(one.clone(), ShapeError::RankMismatch { expected: 2, found: 1 });
    fails::<Slice, Array>(three, ShapeError::RankMismatch { expected: 2, found: 3 });
    fails::<Slice, StaticExtents![]>(one, ShapeError::RankMismatch { expected: 0, found: 1 });
    fails::<Slice, Open>(Slice::null(), ShapeError::Null);
    assert!(open.strengthen::<Mixed>().unwrap().same_extents(&open));
    assert!(open.strengthen::<Slice>().unwrap().same_extents(&open));
}

#[test]
fn lists_of_extents_are_checked_in_full() {
    assert_eq!(Mixed::from_extents(&[2, 9]).unwrap().extents(), [2, 9]);
    assert_eq!(Mixed::from_extents(&[3, 9]), Err(mismatch(0, 2, 3)));
    let rank = ShapeError::RankMismatch { expected: 2, found: 1 };
    assert_eq!(Mixed::from_extents(&[2]), Err(rank));
    assert_eq!(Array::from_extents(&[2]), Err(rank));
    let overflow = ShapeError::SizeOverflow { mode: 1, elements: 2, extent: usize::MAX };
    assert_eq!(Mixed::from_extents(&[2, usize::MAX]), Err(overflow));
    assert_eq!(Array::from_extents(&[2, usize::MAX]), Err(overflow));
    assert_eq!(Slice::from_extents(&[2, usize::MAX]), Err(overflow));
    assert!(!Slice::from_extents(&[]).unwrap().is_null());
}

#[test]
fn generic_code_weakens_by_one_bound() {
    fn rank<E: Extents>(shape: &E) -> usize {
        shape.weaken::<DynRankExtents>().as_slice().len()
    }
    fn size<M: Mode, K: Mode>(shape: StaticExtents<(M, K)>) -> usize {
        DynExtents::<2>::from(shape).size() + DynRankExtents::from(shape).size()
    }
    assert_eq!(rank(&extents![2, 3]), 2);
    assert_eq!(size(extents![2, dyn 3].unwrap()), 12);
}
