//! The vectors again, with everything in types: the build script writes a test for each case, and
//! here stands what they assert.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "helpers of tests"
)]

use extents::error::{Bounded, Place};
use std::marker::PhantomData;

use extents::generic::{AddressedBy, TypedExtents, UnitesWith, WeakenedFrom};
use extents::label::*;
use extents::layout::{
    Canonical, ColMajor, DynStride, IntoMapping, Layout, LayoutInto, Padded, RowMajor, StrideList,
    Strided, StridedLayout, Strides, TrustedLayout, TypedLayout,
};
use extents::ublas::{in_bounds, is_matrix, is_scalar, is_tensor, is_vector, valid};
use extents::{
    Const, Dyn, DynExtents, DynRankExtents, Extents, Mapping, Rank, ShapeError, StaticExtents,
    Tensor, TensorOf, contract, extents,
};

/// The cases are there, and reach what they are meant to reach.
#[test]
fn the_cases_cover_ranks_zero_extents_and_mixes() {
    assert!(IDS.len() >= 200, "{} cases", IDS.len());
    let some = |what: fn(&[Option<usize>]) -> bool| MAPPINGS.iter().any(|modes| what(modes));
    for rank in 0..=6 {
        assert!(MAPPINGS.iter().any(|modes| modes.len() == rank), "no mapping of rank {rank}");
    }
    assert!(some(|modes| modes.contains(&Some(0))));
    assert!(some(|modes| modes.contains(&None) && modes.iter().any(Option::is_some)));
}

/// What the type says of itself: all it knows, and a word for each mode that it does not.
fn check_type<E: Extents>(known: &[Option<usize>], dynamic: usize) {
    assert_eq!(E::STATIC_EXTENTS, known);
    assert_eq!(E::STATIC_RANK, Some(known.len()));
    assert_eq!(E::STATIC_SIZE, known.iter().copied().product());
    assert_eq!(size_of::<E>(), dynamic * size_of::<usize>());
}

fn knows<E: Extents>(_: &E, known: &[Option<usize>]) {
    assert_eq!(E::STATIC_EXTENTS, known);
}

// --- Mappings ---

fn check_mapping<E: Rank<R>, L: Canonical, const R: usize>(
    extents: &[usize; R],
    strides: [isize; R],
    span: usize,
    offsets: &[([usize; R], usize)],
) {
    let mapping = L::default().of(E::from_extents(extents).unwrap());
    assert_eq!(size_of_val(&mapping), size_of::<E>());
    assert_eq!(mapping.strides(), strides);
    assert_eq!(mapping.required_span_size(), span);
    assert!(mapping.is_unique() && mapping.is_exhaustive() && mapping.is_strided());
    const {
        assert!(<L as Layout<E>>::IS_ALWAYS_UNIQUE);
        assert!(<L as Layout<E>>::IS_ALWAYS_EXHAUSTIVE);
        assert!(<L as Layout<E>>::IS_ALWAYS_STRIDED);
    }
    for &(index, offset) in offsets {
        assert_eq!(mapping.offset(index), Ok(offset));
        assert_eq!(mapping.index(offset), Ok(index));
    }
    assert_eq!(
        mapping.index(span),
        Err(ShapeError::OutOfBounds { of: Bounded::Offset, number: span, limit: span })
    );
}

/// The same in const contexts, where all extents are static.
macro_rules! const_mapping {
    ($E:ty, $L:ty, $rank:literal, $strides:expr, $span:expr, [$($index:expr => $offset:expr,)*]) => {
        const SIZE: usize = <$E>::SIZE;
        const SPAN: usize = Mapping::<$E, $L>::REQUIRED_SPAN_SIZE;
        const STRIDES: [isize; $rank] = Mapping::<$E, $L>::STRIDES;
        const OFFSETS: &[Option<usize>] = &[$(Mapping::<$E, $L>::offset_of($index)),*];
        const INDICES: &[Option<[usize; $rank]>] = &[$(Mapping::<$E, $L>::index_of($offset)),*];
        const PAST_THE_END: Option<[usize; $rank]> = Mapping::<$E, $L>::index_of(SPAN);
        assert_eq!((SIZE, SPAN, STRIDES), ($span, $span, $strides));
        assert_eq!(OFFSETS, [$(Some::<usize>($offset)),*]);
        assert_eq!(INDICES, [$(Some::<[usize; $rank]>($index)),*]);
        assert_eq!(PAST_THE_END, None);
    };
}

fn check_layout<E: Rank<R>, L: StridedLayout<E>, const R: usize>(
    layout: L,
    extents: [usize; R],
    strides: [isize; R],
    span: usize,
    is_exhaustive: bool,
    is_always_exhaustive: Option<bool>,
    offsets: &[([usize; R], usize)],
) {
    let mapping = Mapping::with_layout(E::from_extents(&extents).unwrap(), layout).unwrap();
    assert_eq!(size_of_val(&mapping), size_of::<E>() + size_of::<L>());
    assert_eq!((mapping.strides(), mapping.required_span_size()), (strides, span));
    assert!(mapping.is_unique() && mapping.is_strided() && L::IS_ALWAYS_STRIDED);
    assert_eq!(mapping.is_exhaustive(), is_exhaustive);
    assert!(is_always_exhaustive.is_none_or(|always| L::IS_ALWAYS_EXHAUSTIVE == always));
    assert!(!L::IS_ALWAYS_EXHAUSTIVE || is_exhaustive);
    for &(index, offset) in offsets {
        assert_eq!((mapping.offset(index), mapping.index(offset)), (Ok(offset), Ok(index)));
    }
    assert_eq!(
        mapping.index(span),
        Err(ShapeError::OutOfBounds { of: Bounded::Offset, number: span, limit: span })
    );
}

/// What the type of a mapping knows of one stride.
fn knows_stride<E: TypedExtents, L: TypedLayout<E>>(_: L, mode: usize, known: Option<isize>) {
    assert_eq!(<L::Strides as StrideList>::STATIC[mode], known);
}

// --- Conversions ---

/// Whether `A` strengthens to `B`, and whether it weakens to `B`, as the compiler sees it.
///
/// An associated const of the type itself, where its bound holds, hides the one of a trait.
macro_rules! verdict {
    ($A:ty, $B:ty) => {
        (<StrengthensFromTo<$A, $B>>::HOLDS, <WeakensFromTo<$A, $B>>::HOLDS)
    };
}

/// Whether a mapping may become another, and whether it always does, as the compiler sees it.
macro_rules! layout_verdict {
    ($A:ty, $L:ty, $B:ty, $M:ty) => {
        (<MayBecome<$A, $L, $B, $M>>::HOLDS, <Becomes<$A, $L, $B, $M>>::HOLDS)
    };
}

struct MayBecome<A, L, B, M>(PhantomData<(A, L, B, M)>);
struct Becomes<A, L, B, M>(PhantomData<(A, L, B, M)>);

impl<A: Extents + UnitesWith<B>, L: LayoutInto<M, B, ShapeError>, B: Extents, M>
    MayBecome<A, L, B, M>
{
    const HOLDS: bool = true;
}
impl<A: Extents, L: LayoutInto<M, B>, B: WeakenedFrom<A>, M> Becomes<A, L, B, M> {
    const HOLDS: bool = true;
}
impl<A, L, B, M> Otherwise for MayBecome<A, L, B, M> {}
impl<A, L, B, M> Otherwise for Becomes<A, L, B, M> {}

/// A mapping of any of the layouts that is there for all extents.
trait Sample<E: Extents>: Sized {
    fn sample(extents: &E) -> Self;
}
impl<E: Extents> Sample<E> for RowMajor {
    fn sample(_: &E) -> Self {
        RowMajor
    }
}
impl<E: Extents> Sample<E> for ColMajor {
    fn sample(_: &E) -> Self {
        ColMajor
    }
}
impl<E: Extents, L: Canonical, const P: usize> Sample<E> for Padded<L, Const<P>> {
    fn sample(_: &E) -> Self {
        L::default().padded(Const::<P>)
    }
}
impl<E: Extents, L: Canonical> Sample<E> for Padded<L, DynStride> {
    fn sample(_: &E) -> Self {
        L::default().padded(Dyn::new(4))
    }
}
impl<E: Rank<R>, const R: usize> Sample<E> for Strided<[isize; R]> {
    fn sample(extents: &E) -> Self {
        Strided::new(RowMajor.strides(extents))
    }
}

/// Converts a mapping of each index to its offset, or refuses for a stride.
fn keeps_offsets<A, L, B, M>(extents: &[usize], never_fails: bool)
where
    A: Extents + UnitesWith<B> + for<'a> AddressedBy<&'a <A as Extents>::Index>,
    B: Extents<Index = A::Index> + for<'a> AddressedBy<&'a <A as Extents>::Index>,
    L: StridedLayout<A> + LayoutInto<M, B, ShapeError> + Sample<A>,
    M: StridedLayout<B>,
{
    let shape = A::from_extents(extents).unwrap();
    let layout = L::sample(&shape);
    let source = Mapping::with_layout(shape, layout).unwrap();
    let converted = match source.try_convert::<B, M>() {
        Ok(converted) => converted,
        Err(ShapeError::StrideMismatch { mode, expected, found }) if !never_fails => {
            assert!(extents[mode] > 1 && expected != found);
            assert_eq!(source.strides().as_ref()[mode], found);
            return;
        }
        Err(error) => panic!("refused: {error}"),
    };
    assert_eq!(converted.required_span_size(), source.required_span_size());
    for offset in 0..source.required_span_size() {
        let index = source.index(offset);
        assert_eq!(converted.index(offset), index);
        if let Ok(index) = index {
            assert_eq!(converted.offset(&index), Ok(offset));
        }
    }
}

struct StrengthensFromTo<A, B>(PhantomData<(A, B)>);
struct WeakensFromTo<A, B>(PhantomData<(A, B)>);

impl<A: Extents + UnitesWith<B>, B: Extents> StrengthensFromTo<A, B> {
    const HOLDS: bool = true;
}
impl<A: Extents, B: WeakenedFrom<A>> WeakensFromTo<A, B> {
    const HOLDS: bool = true;
}

trait Otherwise {
    const HOLDS: bool = false;
}
impl<A, B> Otherwise for StrengthensFromTo<A, B> {}
impl<A, B> Otherwise for WeakensFromTo<A, B> {}

fn strengthens_to<A: Extents + UnitesWith<B>, B: Extents>(extents: &[usize]) {
    let strengthened = A::from_extents(extents).unwrap().strengthen::<B>().unwrap();
    assert_eq!(strengthened.extents().as_ref(), extents);
}

fn refuses<A: Extents + UnitesWith<B>, B: Extents>(
    extents: &[usize],
    mode: usize,
    expected: usize,
) {
    let refused = A::from_extents(extents).unwrap().strengthen::<B>();
    let found = extents[mode];
    assert_eq!(
        refused,
        Err(ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found })
    );
}

fn weakens_to<A: Extents, B: WeakenedFrom<A>>(extents: &[usize]) {
    let weakened: B = A::from_extents(extents).unwrap().weaken();
    assert_eq!(weakened.extents().as_ref(), extents);
}

/// Whether two types, which become each other for nothing, know the same.
fn check_equivalent<A: WeakenedFrom<B>, B: WeakenedFrom<A>>(expected: bool) {
    let same = A::STATIC_EXTENTS == B::STATIC_EXTENTS && size_of::<A>() == size_of::<B>();
    assert_eq!(same, expected);
}

// --- Shapes and tensors ---

/// The predicates of static extents, as consts and as functions.
macro_rules! predicates {
    ($E:ty, $classes:expr, $product:expr) => {
        const CLASSES: [Option<bool>; 5] = [
            <$E as Extents>::IS_VALID,
            <$E as Extents>::IS_SCALAR,
            <$E as Extents>::IS_VECTOR,
            <$E as Extents>::IS_MATRIX,
            <$E as Extents>::IS_TENSOR,
        ];
        const SIZE: usize = <$E>::SIZE;
        let shape = <$E>::new();
        let classes: [bool; 5] = $classes;
        assert_eq!((CLASSES, SIZE), (classes.map(Some), $product));
        assert_eq!(
            [
                valid(&shape),
                is_scalar(&shape),
                is_vector(&shape),
                is_matrix(&shape),
                is_tensor(&shape)
            ],
            classes,
        );
    };
}

macro_rules! squeezed {
    ($E:ty, $extents:expr) => {
        const SQUEEZED: &[usize] = <$E>::SQUEEZED;
        let extents: &[usize] = &$extents;
        assert_eq!(SQUEEZED, extents);
    };
}

/// The strides of static extents, which take no space.
macro_rules! strides {
    ($E:ty, $L:ident, $rank:literal, $strides:expr) => {{
        const STRIDES: [isize; $rank] = Mapping::<$E, $L>::STRIDES;
        let strides = Strides::<$E, $L>::new(<$E>::new());
        assert_eq!((STRIDES, strides.to_array()), ($strides, $strides));
        assert_eq!(size_of_val(&strides), 0);
    }};
}

/// Whether an index is in bounds, and has an offset in a const context.
fn check_bounds<E: Extents>(shape: &E, index: &[usize], offset: Option<usize>, expected: bool) {
    assert_eq!((in_bounds(shape, index), offset.is_some()), (expected, expected));
}

/// A tensor that holds 1, 2, 3, .. in memory order.
fn counted<M: IntoMapping>(mapping: M) -> Tensor<i64, M::Extents, M::Layout>
where
    M::Layout: TrustedLayout<M::Extents>,
{
    let Ok(mapping) = mapping.into_mapping() else { unreachable!("extents are one") };
    let elements = mapping.required_span_size() as i64;
    Tensor::from_vec(mapping, (1..=elements).collect()).unwrap()
}

/// The default tensor of static extents: zeros, of `f32`.
fn zeroed<E: Extents + Default>(rank: usize, size: usize) {
    let tensor: TensorOf<E> = TensorOf::default();
    assert_eq!((tensor.extents().rank(), tensor.extents().size()), (rank, size));
    assert_eq!(tensor.as_slice(), vec![0.0_f32; size]);
}

// Last, since macros are in scope below their definition.
include!(concat!(env!("OUT_DIR"), "/typed.rs"));
