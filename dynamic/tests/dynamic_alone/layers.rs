//! Extents of all layers: what they take in memory, how they compare and print, and what all answer alike.

use std::hash::{BuildHasher, RandomState};

use extents_dynamic::{DynExtents, DynRankExtents, squeeze, squeeze_octave, to_string};
use extents_static::{
    AddressedBy, Extents, ShapeError, StaticExtents, TypedExtents, UnitesWith, check_size,
    error::{Bounded, Place},
    extents, in_bounds, is_matrix, is_scalar, is_tensor, is_vector, product, valid,
};
use static_assertions::{assert_eq_size, const_assert};

const LARGEST: usize = isize::MAX as usize;

fn dynamic(extents: &[usize]) -> DynRankExtents {
    DynRankExtents::new(extents).unwrap()
}

// Sizes in memory: a word for each extent.

assert_eq_size!(DynExtents<0>, ());
assert_eq_size!(DynExtents<3>, [usize; 3]);
assert_eq_size!(DynExtents<20>, [usize; 20]);

// What the types know, in const contexts.

const_assert!(matches!(<DynExtents<2> as Extents>::STATIC_EXTENTS, [None, None]));
const_assert!(DynRankExtents::STATIC_EXTENTS.is_empty());
const_assert!(matches!(<DynExtents<20> as Extents>::STATIC_RANK, Some(20)));
const_assert!(DynRankExtents::STATIC_RANK.is_none());
const_assert!(matches!(<DynExtents<0> as Extents>::STATIC_SIZE, Some(1)));
const_assert!(<DynExtents<2> as Extents>::STATIC_SIZE.is_none());
const_assert!(DynRankExtents::STATIC_SIZE.is_none());
const_assert!(<DynExtents<20> as Extents>::IS_TENSOR.is_none());
const_assert!(DynRankExtents::IS_VALID.is_none());
const_assert!(DynRankExtents::IS_SCALAR.is_none());
const OPEN: Result<DynExtents<2>, ShapeError> = DynExtents::new([2, 3]);

#[test]
fn static_ranks_are_made_in_consts() {
    assert_eq!(OPEN, Ok(DynExtents::new([2, 3]).unwrap()));
}

/// The same shape `[2, 3]` in each way to know it.
macro_rules! each_pairing {
    ($check:ident: $($a:expr),* $(,)?) => {{
        $(each_pairing!(@with $check $a;
            extents![2, 3], extents![2, dyn 3].unwrap(), extents![dyn 2, 3].unwrap(),
            extents![dyn 2, dyn 3].unwrap(), DynExtents::new([2, 3]).unwrap(), dynamic(&[2, 3]));)*
    }};
    (@with $check:ident $a:expr; $($b:expr),*) => { $($check!($a, $b);)* };
}

macro_rules! assert_equal_with_equal_hash {
    ($a:expr, $b:expr) => {{
        let (a, b) = ($a, $b);
        assert_eq!(a, b);
        assert!(a.same_extents(&b));
        let state = RandomState::new();
        assert_eq!(state.hash_one(&a), state.hash_one(&b));
        assert_eq!(a.to_string(), b.to_string());
    }};
}

macro_rules! assert_unequal {
    ($a:expr, $b:expr) => {{
        let (a, b) = ($a, $b);
        assert_ne!(a, b);
        assert!(!a.same_extents(&b));
    }};
}

#[test]
fn equal_extents_are_equal_in_all_layers_and_hash_alike() {
    each_pairing!(assert_equal_with_equal_hash:
        extents![2, 3], extents![2, dyn 3].unwrap(), extents![dyn 2, 3].unwrap(),
        extents![dyn 2, dyn 3].unwrap(), DynExtents::new([2, 3]).unwrap(), dynamic(&[2, 3]));
}

#[test]
fn other_extents_are_unequal_in_all_layers() {
    // Another extent, the same size, another rank, more modes of extent 1.
    each_pairing!(assert_unequal: extents![2, 4], extents![dyn 3, dyn 2].unwrap(), extents![6],
        extents![2, 3, 1], extents![], DynExtents::new([3, 2]).unwrap(),
        DynExtents::new([2, 3, 1]).unwrap(), DynExtents::new([]).unwrap(), dynamic(&[2, 3, 1]),
        dynamic(&[2]), dynamic(&[]), DynRankExtents::null());
}

#[test]
fn the_null_shape_is_no_scalar_anywhere() {
    let null = DynRankExtents::null();
    assert!(null.is_null());
    assert_eq!(DynRankExtents::default(), null);
    assert_eq!((null.rank(), null.size(), product(&null)), (0, 0, 0));
    assert_eq!((null.to_string(), format!("{null:?}")), ("null".into(), "null".into()));
    assert_eq!(null.iter().len(), 0);
    assert_eq!(
        null.extent(0),
        Err(ShapeError::OutOfBounds { of: Bounded::Mode, number: 0, limit: 0 })
    );
    assert!(!valid(&null) && !is_scalar(&null) && !is_vector(&null));
    assert!(!is_matrix(&null) && !is_tensor(&null));
    assert!(!in_bounds(&null, &[]));
    assert!(squeeze(&null).is_null() && squeeze_octave(&null).is_null());
    assert_ne!(null, dynamic(&[]));
    assert_ne!(dynamic(&[]), null);
    assert_ne!(null, extents![]);
    assert_ne!(extents![], null);
    assert_ne!(null, DynExtents::new([]).unwrap());
    assert_ne!(DynExtents::new([]).unwrap(), null);
    assert_ne!(null, dynamic(&[0]));
    assert_eq!(null.strengthen::<StaticExtents![]>(), Err(ShapeError::Null));
    assert_eq!(null.strengthen::<DynExtents<0>>(), Err(ShapeError::Null));
    assert_eq!(null.strengthen::<StaticExtents![dyn]>(), Err(ShapeError::Null));
}

#[test]
fn a_scalar_has_one_element_in_each_layer() {
    fn check<E: Extents>(scalar: &E) {
        assert!(!scalar.is_null());
        assert_eq!((scalar.rank(), scalar.size(), product(scalar)), (0, 1, 1));
        assert!(valid(scalar) && is_scalar(scalar));
        assert!(!is_vector(scalar) && !is_matrix(scalar) && !is_tensor(scalar));
        assert!(in_bounds(scalar, &[]));
        assert_eq!((scalar.to_string(), format!("{scalar:?}")), ("[]".into(), "[]".into()));
    }
    check(&extents![]);
    check(&DynExtents::new([]).unwrap());
    check(&dynamic(&[]));
}

#[test]
fn display_shows_extents_and_debug_what_is_static() {
    let mixed = extents![2, dyn 3].unwrap();
    assert_eq!((mixed.to_string(), format!("{mixed:?}")), ("[2, 3]".into(), "[2, dyn 3]".into()));
    assert_eq!(format!("{:?}", extents![2, 3]), "[2, 3]");
    assert_eq!(format!("{:?}", DynExtents::new([2, 3]).unwrap()), "[dyn 2, dyn 3]");
    assert_eq!(format!("{:?}", dynamic(&[2, 0])), "[dyn 2, dyn 0]");
    assert_eq!(to_string(&dynamic(&[2, 0])), "[2, 0]");
    assert_eq!(to_string(&extents![1797, dyn 8, 8].unwrap()), "[1797, 8, 8]");
}

#[test]
fn extents_are_iterated_from_both_ends() {
    fn check<E: Extents>(shape: &E) {
        let mut iter = shape.iter();
        assert_eq!(iter.len(), 4);
        assert_eq!((iter.next(), iter.next_back(), iter.len()), (Some(2), Some(5), 2));
        assert_eq!((iter.next_back(), iter.next(), iter.next()), (Some(4), Some(3), None));
        assert!(shape.iter().rev().eq([5, 4, 3, 2]));
        assert_eq!(
            (0..4).map(|mode| shape.extent(mode).unwrap()).collect::<Vec<_>>(),
            [2, 3, 4, 5]
        );
        assert_eq!(
            shape.extent(4),
            Err(ShapeError::OutOfBounds { of: Bounded::Mode, number: 4, limit: 4 })
        );
        assert_eq!(
            shape.extent(usize::MAX),
            Err(ShapeError::OutOfBounds { of: Bounded::Mode, number: usize::MAX, limit: 4 })
        );
    }
    let (mixed, open) = (extents![2, dyn 3, 4, dyn 5].unwrap(), dynamic(&[2, 3, 4, 5]));
    check(&extents![2, 3, 4, 5]);
    check(&mixed);
    check(&DynExtents::new([2, 3, 4, 5]).unwrap());
    check(&open);
    let by_loop: Vec<usize> = (&mixed).into_iter().chain(&open).collect();
    assert_eq!(by_loop, [2, 3, 4, 5, 2, 3, 4, 5]);
}

#[test]
fn run_time_ranks_have_no_cap() {
    let twenty: Vec<usize> = (1..=20).map(|n| n % 3 + 1).collect();
    let open = dynamic(&twenty);
    assert_eq!((open.rank(), open.as_slice()), (20, twenty.as_slice()));
    let array = DynExtents::<20>::new(twenty.as_slice().try_into().unwrap()).unwrap();
    assert_eq!(array, open);
    assert_eq!(open.clone().iter().sum::<usize>(), twenty.iter().sum());
    let last: Vec<usize> = twenty.iter().map(|extent| extent - 1).collect();
    assert_eq!(open.indices().next_back().unwrap().as_ref(), last);
}

#[test]
fn what_does_not_fit_isize_is_refused() {
    let overflow = |mode, elements, extent| ShapeError::SizeOverflow { mode, elements, extent };
    assert_eq!(check_size(&[LARGEST]), Ok(LARGEST));
    assert_eq!(check_size(&[LARGEST, 1, 0]), Ok(LARGEST));
    for zeros in [&[LARGEST + 1][..], &[LARGEST + 1, 0], &[0, 0, LARGEST + 1]] {
        let mode = zeros.iter().position(|extent| *extent > 0).unwrap();
        let error = overflow(mode, 1, LARGEST + 1);
        assert_eq!(check_size(zeros), Err(error));
        assert_eq!(DynRankExtents::new(zeros), Err(error));
    }
    let half = LARGEST / 2;
    let error = overflow(2, 2 * half, 2);
    assert!(DynExtents::new([2, half]).is_ok());
    assert_eq!(DynExtents::new([2, half, 2]), Err(error));
    assert_eq!(dynamic(&[2, half]).size(), 2 * half);
    assert_eq!(DynRankExtents::new(&[2, half, 2, 0]), Err(error));
    assert_eq!(extents![2, dyn half, 2], Err(error));
    assert_eq!(<StaticExtents![2, dyn, 2, 0]>::from_extents(&[2, half, 2, 0]), Err(error));
    assert_eq!(extents![dyn usize::MAX, dyn usize::MAX], Err(overflow(0, 1, usize::MAX)));
    assert_eq!(
        error.to_string(),
        format!(
            "the extents other than 0 make more than {LARGEST} elements: {} before mode 2, times its extent 2",
            2 * half
        )
    );
}

/// What a kernel asks of extents by reference, in a loop or by an index.
#[test]
fn extents_are_looped_over_located_and_typed() {
    let (array, open) = (DynExtents::new([4, 5]).unwrap(), dynamic(&[4, 5]));
    let by_loop: Vec<usize> = (&array).into_iter().chain(&open).collect();
    assert_eq!(by_loop, [4, 5, 4, 5]);
    let outside =
        Err(ShapeError::OutOfBounds { of: Bounded::Index { mode: 1 }, number: 5, limit: 5 });
    assert_eq!((array.locate([3, 4]), array.locate([3, 5])), (Ok([3, 4]), outside));
    assert_eq!(array.locate(&[2, 3]), Ok([2, 3]));
    assert_eq!(open.locate(&[2, 3]).unwrap().as_ref(), [2, 3]);
    assert_eq!(open.locate([3, 5]).map(|_| [0, 0]), outside);
    assert_eq!(array.zero_strides(), [0, 0]);
    assert_eq!(array.typed().extents(), [4, 5]);
    let _: StaticExtents![dyn, dyn] = array.typed();
}

#[test]
fn null_hashes_alike_and_unlike_the_scalar() {
    let state = RandomState::new();
    let hash = |shape: &DynRankExtents| state.hash_one(shape);
    assert_eq!(hash(&DynRankExtents::null()), hash(&DynRankExtents::default()));
    assert_ne!(hash(&DynRankExtents::null()), hash(&dynamic(&[])));
    assert_ne!(hash(&dynamic(&[2, 3])), hash(&dynamic(&[3, 2])));
    let array = |extents| state.hash_one(DynExtents::<2>::new(extents).unwrap());
    assert_ne!(array([2, 3]), array([3, 2]));
}

/// The extents of both, in the type that knows more, whichever is on the left.
#[test]
fn extents_of_two_layers_unite() {
    type Mixed = StaticExtents![2, dyn];
    let (mixed, array) = (extents![2, dyn 3].unwrap(), DynExtents::new([2, 3]).unwrap());
    let (open, other) = (dynamic(&[2, 3]), dynamic(&[2, 4]));
    let united: [Mixed; 4] = [
        mixed.unite(&array).unwrap(),
        array.unite(&mixed).unwrap(),
        mixed.unite(&open).unwrap(),
        open.unite(&mixed).unwrap(),
    ];
    assert!(united.iter().all(|united| *united == mixed));
    let united: [DynExtents<2>; 3] =
        [array.unite(&array).unwrap(), array.unite(&open).unwrap(), open.unite(&array).unwrap()];
    assert_eq!(united, [array; 3]);
    assert_eq!(open.unite(&open), Ok(open.clone()));
    let differs =
        |expected, found| ShapeError::ExtentMismatch { place: Place::Mode(1), expected, found };
    assert_eq!(mixed.unite(&other), Err(differs(4, 3)));
    assert_eq!(other.unite(&mixed), Err(differs(3, 4)));
    assert_eq!(array.unite(&other), Err(differs(4, 3)));
    assert_eq!(other.unite(&array), Err(differs(3, 4)));
    assert_eq!(open.unite(&other), Err(differs(4, 3)));
    assert_eq!(open.unite(&DynRankExtents::null()), Err(ShapeError::Null));
    assert_eq!(DynRankExtents::null().unite(&array), Err(ShapeError::Null));
    let rank = ShapeError::RankMismatch { expected: 1, found: 2 };
    assert_eq!(open.unite(&dynamic(&[2])), Err(rank));
}
