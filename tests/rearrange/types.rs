//! What the types of rearranged shapes know: extents, layout and strides of each typed operation on each layout,
//! whether it can fail, and that its numbers are those of the operation by value.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use std::any::TypeId;
use std::convert::Infallible;

use crate::oracle;
use extents::generic::{AddressedBy, TypedExtents};
use extents::layout::{
    Canonical, ColMajor, DynStride, MinorToMajor, Neg, Padded, Plus, RowMajor, Strided,
    StridedLayout, Times, TrustedLayout,
};
use extents::rearrange::{
    Broadcast, ByValue, Chip, Diagonal, DropMode, InsertMode, Merge, Permute, Rearrange, Reverse,
    Slice, Sliced, Split, Tiles, Transpose, Windows, WindowsAlong,
};
use extents::{
    Const, Dyn, DynExtents, DynRankExtents, Extents, Mapping, ShapeError, StaticExtents, View,
    extents, modes, slice, strides,
};

/// The operation gives extents `F` in the layout `M`, and the numbers that the operation by value gives.
fn check<E, L, O, F, M, B>(mapping: Mapping<E, L>, operation: O, by: B, is_sure: bool)
where
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    O: Rearrange<E, L, Extents = F, Layout = M, Error: 'static> + Copy,
    F: TypedExtents + for<'a> AddressedBy<&'a <F as Extents>::Index>,
    M: TrustedLayout<F> + StridedLayout<F>,
    B: Rearrange<E, L, Error = ShapeError, Layout: StridedLayout<B::Extents>>
        + Copy
        + std::fmt::Debug,
    B::Layout: TrustedLayout<DynRankExtents>,
{
    let error = if is_sure { TypeId::of::<Infallible>() } else { TypeId::of::<ShapeError>() };
    assert_eq!(TypeId::of::<O::Error>(), error, "the error of {by:?}");
    if is_sure && size_of::<Mapping<E, L>>() == 0 && F::STATIC_SIZE.is_some() {
        assert_eq!(size_of::<Mapping<F, M>>(), 0, "{by:?}");
        assert_eq!(size_of::<View<'_, u8, F, M>>(), size_of::<usize>(), "{by:?}");
    }

    let data: Vec<usize> = (0..mapping.required_span_size()).collect();
    let view = View::from_slice(mapping.clone(), &data).unwrap();
    let typed_view = view.rearrange(operation).unwrap();
    let view = view.rearrange(by).unwrap().weaken::<DynRankExtents>();
    let typed = mapping.rearrange(operation).unwrap();
    let part = mapping.rearrange(by).unwrap();

    let (extents, expected) = (typed.mapping().extents(), view.extents());
    assert!(extents.same_extents(part.mapping().extents()), "{typed:?} {part:?}");
    assert_eq!(typed_view.mapping().strides().as_ref(), typed.mapping().strides().as_ref());
    assert_eq!(typed.offset(), part.offset(), "{typed:?} {part:?}");
    assert_eq!(typed.mapping().required_span_size(), part.mapping().required_span_size());
    let numbers = typed.mapping().strides();
    let by_value = part.mapping().strides();
    let all = numbers.as_ref().iter().zip(by_value.as_ref()).zip(expected.as_slice());
    for ((typed, by_value), extent) in all {
        // Along a mode of one entry nothing moves, whatever its stride is.
        assert!(typed == by_value || *extent <= 1, "{typed} {by_value} {part:?}");
    }
    for index in oracle::indices(expected.as_slice()) {
        let mut typed_index = extents.extents();
        typed_index.as_mut().copy_from_slice(&index);
        let element = view.get(index.as_slice());
        assert!(element.is_some());
        assert_eq!(typed_view.get(&typed_index), element, "{by:?} at {index:?}");
    }
}

/// `mapping, operation, the same by value => extents, layout, sure or not;`
macro_rules! rows {
    ($($mapping:expr, $operation:expr, $by:expr => $F:ty, $M:ty, $sure:ident;)*) => {$(
        check::<_, _, _, $F, $M, _>($mapping, $operation, $by, stringify!($sure) == "sure");
    )*};
}

/// Entries by value.
fn all() -> Slice {
    Slice::from(..)
}

/// A number that the compiler does not know.
fn run_time(n: usize) -> usize {
    std::hint::black_box(n)
}

type Row3 = (Times<Const<5>, Const<6>>, Const<6>, Const<1>);
type Col3 = (Const<1>, Const<4>, Times<Const<5>, Const<4>>);

#[test]
fn types_of_slices_of_row_major_layouts() {
    let m = Mapping::new(extents![4, 5, 6]);
    let index = Slice::index;
    rows! {
        m, Sliced(slice![.., .., ..]), Sliced(ByValue([all(), all(), all()]))
            => StaticExtents![4, 5, 6], RowMajor, sure;
        m, Sliced(slice![1, .., ..]), Sliced(ByValue([index(1), all(), all()]))
            => StaticExtents![1, 5, 6], RowMajor, sure;
        m, Sliced(slice![1..3, .., ..]), Sliced(ByValue([(1..3).into(), all(), all()]))
            => StaticExtents![2, 5, 6], RowMajor, sure;
        m, Sliced(slice![1, 2..4, ..]), Sliced(ByValue([index(1), (2..4).into(), all()]))
            => StaticExtents![1, 2, 6], Strided<Row3>, sure;
        m, Sliced(slice![.., 2..4, ..]), Sliced(ByValue([all(), (2..4).into(), all()]))
            => StaticExtents![4, 2, 6], Strided<Row3>, sure;
        m, Sliced(slice![.., .., 1..3]), Sliced(ByValue([all(), all(), (1..3).into()]))
            => StaticExtents![4, 5, 2], Padded<RowMajor, Const<6>>, sure;
        m, Sliced(slice![1..3, .., 1..3]), Sliced(ByValue([(1..3).into(), all(), (1..3).into()]))
            => StaticExtents![2, 5, 2], Padded<RowMajor, Const<6>>, sure;
        m, Sliced(slice![.., 1..3, 1..3]), Sliced(ByValue([all(), (1..3).into(), (1..3).into()]))
            => StaticExtents![4, 2, 2], Strided<Row3>, sure;
        m, Sliced(slice![.., .., 1..6; 2]), Sliced(ByValue([all(), all(), Slice::from(1..6).step(2)]))
            => StaticExtents![4, 5, 3],
            Strided<(Times<Const<5>, Const<6>>, Const<6>, Times<Const<2>, Const<1>>)>, sure;
        m, Sliced(slice![..; 3, .., ..]), Sliced(ByValue([all().step(3), all(), all()]))
            => StaticExtents![dyn, 5, 6],
            Strided<(Times<Const<3>, Times<Const<5>, Const<6>>>, Const<6>, Const<1>)>, unsure;
        m, Sliced(slice![0..0, .., ..]), Sliced(ByValue([(0..0).into(), all(), all()]))
            => StaticExtents![0, 5, 6], RowMajor, sure;
        m, Sliced(slice![.., 5..5, ..]), Sliced(ByValue([all(), (5..5).into(), all()]))
            => StaticExtents![4, 0, 6], Strided<Row3>, sure;
        m, Sliced(slice![run_time(1), .., ..]), Sliced(ByValue([index(1), all(), all()]))
            => StaticExtents![1, 5, 6], RowMajor, unsure;
        m, Sliced(slice![run_time(1)..+2, .., ..]), Sliced(ByValue([Slice::count(1, 2), all(), all()]))
            => StaticExtents![2, 5, 6], RowMajor, unsure;
        m, Sliced(slice![2.., .., ..]), Sliced(ByValue([(2..).into(), all(), all()]))
            => StaticExtents![dyn, 5, 6], RowMajor, unsure;
    }
}

#[test]
fn types_of_chips_of_row_major_layouts() {
    let m = Mapping::new(extents![4, 5, 6]);
    let index = Slice::index;
    rows! {
        m, Chip(slice![1, .., ..]), Chip(ByValue([index(1), all(), all()]))
            => StaticExtents![5, 6], RowMajor, sure;
        m, Chip(slice![1, 2, ..]), Chip(ByValue([index(1), index(2), all()]))
            => StaticExtents![6], RowMajor, sure;
        m, Chip(slice![1, 2, 3]), Chip(ByValue([index(1), index(2), index(3)]))
            => StaticExtents![], RowMajor, sure;
        m, Chip(slice![1, 2..4, ..]), Chip(ByValue([index(1), (2..4).into(), all()]))
            => StaticExtents![2, 6], RowMajor, sure;
        m, Chip(slice![.., 2, ..]), Chip(ByValue([all(), index(2), all()]))
            => StaticExtents![4, 6], Padded<RowMajor, Times<Const<5>, Const<6>>>, sure;
        m, Chip(slice![1..3, 2, 1..3]), Chip(ByValue([(1..3).into(), index(2), (1..3).into()]))
            => StaticExtents![2, 2], Padded<RowMajor, Times<Const<5>, Const<6>>>, sure;
        m, Chip(slice![.., .., 2]), Chip(ByValue([all(), all(), index(2)]))
            => StaticExtents![4, 5], Strided<(Times<Const<5>, Const<6>>, Const<6>)>, sure;
        m, Chip(slice![1, .., 2]), Chip(ByValue([index(1), all(), index(2)]))
            => StaticExtents![5], Strided<(Const<6>,)>, sure;
        m, Chip(slice![1, 0..5; 2, ..]), Chip(ByValue([index(1), Slice::from(0..5).step(2), all()]))
            => StaticExtents![3, 6], Strided<(Times<Const<2>, Const<6>>, Const<1>)>, sure;
        m, Chip(slice![run_time(3), .., ..]), Chip(ByValue([index(3), all(), all()]))
            => StaticExtents![5, 6], RowMajor, unsure;
    }
}

#[test]
fn types_of_slices_of_column_major_layouts() {
    let m = Mapping::<_, ColMajor>::of(extents![4, 5, 6]);
    let index = Slice::index;
    rows! {
        m, Sliced(slice![.., .., 1..3]), Sliced(ByValue([all(), all(), (1..3).into()]))
            => StaticExtents![4, 5, 2], ColMajor, sure;
        m, Sliced(slice![.., 1..3, ..]), Sliced(ByValue([all(), (1..3).into(), all()]))
            => StaticExtents![4, 2, 6], Strided<Col3>, sure;
        m, Sliced(slice![1..3, .., ..]), Sliced(ByValue([(1..3).into(), all(), all()]))
            => StaticExtents![2, 5, 6], Padded<ColMajor, Const<4>>, sure;
        m, Sliced(slice![1..3, .., 2..5]), Sliced(ByValue([(1..3).into(), all(), (2..5).into()]))
            => StaticExtents![2, 5, 3], Padded<ColMajor, Const<4>>, sure;
        m, Chip(slice![.., .., 2]), Chip(ByValue([all(), all(), index(2)]))
            => StaticExtents![4, 5], ColMajor, sure;
        m, Chip(slice![.., 2, ..]), Chip(ByValue([all(), index(2), all()]))
            => StaticExtents![4, 6], Padded<ColMajor, Times<Const<5>, Const<4>>>, sure;
        m, Chip(slice![2, .., ..]), Chip(ByValue([index(2), all(), all()]))
            => StaticExtents![5, 6], Strided<(Const<4>, Times<Const<5>, Const<4>>)>, sure;
    }
}

#[test]
fn types_of_slices_of_padded_layouts() {
    type P8 = Padded<RowMajor, Const<8>>;
    // The room is a multiple of 4: 8.
    let m = Mapping::with_layout(extents![3, 5, 6], RowMajor.padded(Const::<4>)).unwrap();
    type Room = extents::layout::LeastMultiple<Const<4>, Const<6>>;
    rows! {
        m, Sliced(slice![1..3, .., ..]), Sliced(ByValue([(1..3).into(), all(), all()]))
            => StaticExtents![2, 5, 6], Padded<RowMajor, Room>, sure;
        m, Sliced(slice![.., .., 1..3]), Sliced(ByValue([all(), all(), (1..3).into()]))
            => StaticExtents![3, 5, 2], Padded<RowMajor, Room>, sure;
        m, Chip(slice![1, .., ..]), Chip(ByValue([Slice::index(1), all(), all()]))
            => StaticExtents![5, 6], Padded<RowMajor, Room>, sure;
        m, Chip(slice![1, 2, ..]), Chip(ByValue([Slice::index(1), Slice::index(2), all()]))
            => StaticExtents![6], RowMajor, sure;
        m, Chip(slice![.., 2, ..]), Chip(ByValue([all(), Slice::index(2), all()]))
            => StaticExtents![3, 6], Padded<RowMajor, Times<Const<5>, Room>>, sure;
        m, Transpose, ByValue(Transpose) => StaticExtents![6, 5, 3], Padded<ColMajor, Const<4>>, sure;
    }
    let m = Mapping::with_layout(extents![3, 6], P8::default()).unwrap();
    type Strides = (extents::layout::LeastMultiple<Const<8>, Const<6>>, Const<1>);
    rows! {
        m, Permute(modes![0, 1]), Permute(ByValue([0, 1])) => StaticExtents![3, 6], Strided<Strides>, sure;
        m, Reverse(Const::<0>), Reverse(0)
            => StaticExtents![3, 6],
            Strided<(Neg<extents::layout::LeastMultiple<Const<8>, Const<6>>>, Const<1>)>, sure;
    }
    // A padding by value.
    let m = Mapping::with_layout(extents![3, 6], RowMajor.padded(Dyn::new(5))).unwrap();
    rows! {
        m, Sliced(slice![.., 1..4]), Sliced(ByValue([all(), (1..4).into()]))
            => StaticExtents![3, 3], Padded<RowMajor, DynStride>, sure;
        m, Transpose, ByValue(Transpose) => StaticExtents![6, 3], Padded<ColMajor, DynStride>, sure;
    }
}

#[test]
fn slices_of_mixed_and_run_time_extents() {
    let m = Mapping::new(extents![dyn run_time(4), 5, dyn run_time(6)].unwrap());
    rows! {
        m, Sliced(slice![1..3, .., ..]), Sliced(ByValue([(1..3).into(), all(), all()]))
            => StaticExtents![2, 5, dyn], RowMajor, unsure;
        m, Sliced(slice![.., .., 2..5]), Sliced(ByValue([all(), all(), (2..5).into()]))
            => StaticExtents![dyn, 5, 3], Padded<RowMajor, DynStride>, unsure;
        // What is static in the type cannot fail, whatever stands beside it.
        m, Sliced(slice![.., 2, ..]), Sliced(ByValue([all(), Slice::index(2), all()]))
            => StaticExtents![dyn, 1, dyn], Strided<(DynStride, DynStride, Const<1>)>, sure;
        m, Chip(slice![.., 2, ..]), Chip(ByValue([all(), Slice::index(2), all()]))
            => StaticExtents![dyn, dyn], Padded<RowMajor, DynStride>, sure;
        m, Chip(slice![0, .., ..]), Chip(ByValue([Slice::index(0), all(), all()]))
            => StaticExtents![5, dyn], RowMajor, unsure;
        m, Sliced(slice![..run_time(3), 1..=3, ..]), Sliced(ByValue([(..3).into(), (1..4).into(), all()]))
            => StaticExtents![dyn, 3, dyn], Strided<(DynStride, DynStride, Const<1>)>, unsure;
        m, Chip(slice![run_time(1).., 0..5; run_time(2), 3]),
            Chip(ByValue([(1..).into(), Slice::from(0..5).step(2), Slice::index(3)]))
            => StaticExtents![dyn, dyn], Strided<(DynStride, DynStride)>, unsure;
        m, Transpose, ByValue(Transpose) => StaticExtents![dyn, 5, dyn], ColMajor, sure;
        m, Permute(modes![1, 2, 0]), Permute(ByValue([1, 2, 0]))
            => StaticExtents![5, dyn, dyn], Strided<(DynStride, Const<1>, DynStride)>, sure;
    }
    // As many modes as the type says, whatever their extents are.
    let m = Mapping::new(DynExtents::new([run_time(4), 6]).unwrap());
    rows! {
        m, Sliced(slice![1..3, ..]), Sliced(ByValue([(1..3).into(), all()]))
            => StaticExtents![2, dyn], RowMajor, unsure;
        m, Transpose, ByValue(Transpose) => StaticExtents![dyn, dyn], ColMajor, sure;
        m, Split(Const::<1>, extents![2, 3]), Split(1, ByValue([2, 3]))
            => StaticExtents![dyn, 2, 3],
            Strided<(DynStride, Times<Const<3>, Const<1>>, Const<1>)>, unsure;
    }
}

#[test]
fn slices_of_strides_in_the_type_and_by_value() {
    let m = Mapping::with_layout(extents![2, 3, 4], Strided::new(strides![-24, 0, 3])).unwrap();
    rows! {
        m, Sliced(slice![.., 1..3, 0..4; 2]),
            Sliced(ByValue([all(), (1..3).into(), Slice::from(0..4).step(2)]))
            => StaticExtents![2, 2, 2],
            Strided<(Neg<Const<24>>, Const<0>, Times<Const<2>, Const<3>>)>, sure;
        m, Chip(slice![0, .., ..]), Chip(ByValue([Slice::index(0), all(), all()]))
            => StaticExtents![3, 4], Strided<(Const<0>, Const<3>)>, sure;
        m, Transpose, ByValue(Transpose)
            => StaticExtents![4, 3, 2], Strided<(Const<3>, Const<0>, Neg<Const<24>>)>, sure;
        m, Reverse(Const::<0>), Reverse(0)
            => StaticExtents![2, 3, 4], Strided<(Const<24>, Const<0>, Const<3>)>, sure;
        m, Reverse(Const::<2>), Reverse(2)
            => StaticExtents![2, 3, 4], Strided<(Neg<Const<24>>, Const<0>, Neg<Const<3>>)>, sure;
    }
    let m = Mapping::with_layout(extents![2, 3], Strided::new([-1, 2])).unwrap();
    rows! {
        m, Sliced(slice![1, ..]), Sliced(ByValue([Slice::index(1), all()]))
            => StaticExtents![1, 3], Strided<(DynStride, DynStride)>, sure;
        m, Transpose, ByValue(Transpose) => StaticExtents![3, 2], Strided<(DynStride, DynStride)>, sure;
    }
    let m = Mapping::with_layout(extents![2, 3], Strided::new(strides![dyn 9, 2])).unwrap();
    rows! {
        m, Sliced(slice![.., 0..3; 2]), Sliced(ByValue([all(), Slice::from(0..3).step(2)]))
            => StaticExtents![2, 2], Strided<(DynStride, Times<Const<2>, Const<2>>)>, sure;
    }
}

#[test]
fn types_of_permuted_modes() {
    let m = Mapping::new(extents![2, 3, 4]);
    type Slow = Times<Const<3>, Const<4>>;
    rows! {
        m, Transpose, ByValue(Transpose) => StaticExtents![4, 3, 2], ColMajor, sure;
        m, Permute(modes![2, 0, 1]), Permute(ByValue([2, 0, 1]))
            => StaticExtents![4, 2, 3], Strided<(Const<1>, Slow, Const<4>)>, sure;
        m, Reverse(Const::<1>), Reverse(1)
            => StaticExtents![2, 3, 4], Strided<(Slow, Neg<Const<4>>, Const<1>)>, sure;
        Mapping::<_, ColMajor>::of(extents![2, 3]), Transpose, ByValue(Transpose)
            => StaticExtents![3, 2], RowMajor, sure;
        Mapping::new(extents![]), Transpose, ByValue(Transpose) => StaticExtents![], ColMajor, sure;
        Mapping::new(extents![]), Permute(modes![]), Permute(ByValue([]))
            => StaticExtents![], Strided<()>, sure;
        Mapping::new(extents![0, 3]), Reverse(Const::<0>), Reverse(0)
            => StaticExtents![0, 3], Strided<(Neg<Const<3>>, Const<1>)>, sure;
    }
    // The strides of a list of modes are computed as a whole, so that their types have no short names.
    let m = Mapping::with_layout(extents![2, 3, 4], MinorToMajor::new(modes![1, 2, 0])).unwrap();
    check(m, Transpose, ByValue(Transpose), true);
    check(m, Permute(modes![1, 2, 0]), Permute(ByValue([1, 2, 0])), true);
    check(
        m,
        Sliced(slice![1, .., 0..2]),
        Sliced(ByValue([Slice::index(1), all(), (..2).into()])),
        true,
    );
    check(m, Reverse(Const::<2>), Reverse(2), true);
    check(m, Split(Const::<2>, extents![2, 2]), Split(2, ByValue([2, 2])), true);
    let m = Mapping::with_layout(extents![2, 3], MinorToMajor::new([0, 1])).unwrap();
    rows! {
        m, Transpose, ByValue(Transpose) => StaticExtents![3, 2], Strided<(DynStride, DynStride)>, sure;
    }
}

#[test]
fn one_mode_as_several_and_several_as_one() {
    let m = Mapping::new(extents![2, 6, 4]);
    type Slow = Times<Const<6>, Const<4>>;
    let mixed = Mapping::new(extents![dyn run_time(2), 6].unwrap());
    rows! {
        m, Split(Const::<1>, extents![3, 2]), Split(1, ByValue([3, 2]))
            => StaticExtents![2, 3, 2, 4],
            Strided<(Slow, Times<Const<2>, Const<4>>, Const<4>, Const<1>)>, sure;
        m, Split(Const::<0>, extents![2, 1]), Split(0, ByValue([2, 1]))
            => StaticExtents![2, 1, 6, 4],
            Strided<(Times<Const<1>, Slow>, Slow, Const<4>, Const<1>)>, sure;
        m, Split(Const::<2>, extents![dyn run_time(2), 2].unwrap()), Split(2, ByValue([2, 2]))
            => StaticExtents![2, 6, dyn, 2],
            Strided<(Slow, Const<4>, Times<Const<2>, Const<1>>, Const<1>)>, unsure;
        mixed, Split(Const::<1>, extents![3, 2]), Split(1, ByValue([3, 2]))
            => StaticExtents![dyn, 3, 2],
            Strided<(Const<6>, Times<Const<2>, Const<1>>, Const<1>)>, sure;
        mixed, Split(Const::<0>, extents![2, 1]), Split(0, ByValue([2, 1]))
            => StaticExtents![2, 1, 6],
            Strided<(Times<Const<1>, Const<6>>, Const<6>, Const<1>)>, unsure;
        m, Merge::<Const<12>, _>::of(Const::<0>), Merge::of(0)
            => StaticExtents![12, 4], Strided<(Const<4>, Const<1>)>, sure;
        m, Merge::<Const<24>, _>::of(Const::<1>), Merge::of(1)
            => StaticExtents![2, 24], Strided<(Slow, Const<1>)>, sure;
        m, Merge::<Dyn, _>::of(Const::<1>), Merge::of(1)
            => StaticExtents![2, dyn], Strided<(Slow, Const<1>)>, sure;
        mixed, Merge::<Dyn, _>::of(Const::<0>), Merge::of(0)
            => StaticExtents![dyn], Strided<(Const<1>,)>, unsure;
        mixed, Merge::<Const<12>, _>::of(Const::<0>), Merge::of(0)
            => StaticExtents![12], Strided<(Const<1>,)>, unsure;
        m, InsertMode(Const::<0>), InsertMode(0)
            => StaticExtents![1, 2, 6, 4], Strided<(Const<1>, Slow, Const<4>, Const<1>)>, sure;
        m, InsertMode(Const::<3>), InsertMode(3)
            => StaticExtents![2, 6, 4, 1], Strided<(Slow, Const<4>, Const<1>, Const<1>)>, sure;
        mixed, InsertMode(Const::<1>), InsertMode(1)
            => StaticExtents![dyn, 1, 6], Strided<(Const<6>, Const<1>, Const<1>)>, sure;
        Mapping::new(extents![]), InsertMode(Const::<0>), InsertMode(0)
            => StaticExtents![1], Strided<(Const<1>,)>, sure;
        Mapping::new(extents![2, 1, 3]), DropMode(Const::<1>), DropMode(1)
            => StaticExtents![2, 3], Strided<(Times<Const<1>, Const<3>>, Const<1>)>, sure;
        Mapping::new(extents![dyn run_time(1), 3].unwrap()), DropMode(Const::<0>), DropMode(0)
            => StaticExtents![3], Strided<(Const<1>,)>, unsure;
    }
}

#[test]
fn elements_at_several_indices() {
    let m = Mapping::new(extents![1, 6]);
    let mixed = Mapping::new(extents![1, dyn run_time(6)].unwrap());
    let square = Mapping::new(extents![3, 2, 3]);
    rows! {
        m, Broadcast(Const::<0>, Const::<4>), Broadcast(0, 4)
            => StaticExtents![4, 6], Strided<(Const<0>, Const<1>)>, sure;
        m, Broadcast(Const::<0>, Const::<0>), Broadcast(0, 0)
            => StaticExtents![0, 6], Strided<(Const<0>, Const<1>)>, sure;
        m, Broadcast(Const::<0>, Dyn::new(4)), Broadcast(0, 4)
            => StaticExtents![dyn, 6], Strided<(Const<0>, Const<1>)>, unsure;
        mixed, Broadcast(Const::<0>, Const::<4>), Broadcast(0, 4)
            => StaticExtents![4, dyn], Strided<(Const<0>, Const<1>)>, unsure;
        square, Diagonal(Const::<0>, Const::<2>), Diagonal(0, 2)
            => StaticExtents![3, 2],
            Strided<(Plus<Times<Const<2>, Const<3>>, Const<1>>, Const<3>)>, sure;
        square, Diagonal(Const::<2>, Const::<0>), Diagonal(2, 0)
            => StaticExtents![2, 3],
            Strided<(Const<3>, Plus<Const<1>, Times<Const<2>, Const<3>>>)>, sure;
        Mapping::new(extents![3, dyn run_time(3)].unwrap()), Diagonal(Const::<0>, Const::<1>), Diagonal(0, 1)
            => StaticExtents![3], Strided<(DynStride,)>, unsure;
        Mapping::new(extents![dyn run_time(3), 3].unwrap()), Diagonal(Const::<0>, Const::<1>), Diagonal(0, 1)
            => StaticExtents![3], Strided<(Plus<Const<3>, Const<1>>,)>, unsure;
        m, Windows::<StaticExtents![1, 4], _>::of(extents![1, 3]), Windows::of(ByValue([1, 3]))
            => StaticExtents![1, 4, 1, 3], Strided<(Const<6>, Const<1>, Const<6>, Const<1>)>, sure;
        m, Windows::<StaticExtents![1, dyn], _>::of(extents![1, 3]), Windows::of(ByValue([1, 3]))
            => StaticExtents![1, dyn, 1, 3],
            Strided<(Const<6>, Const<1>, Const<6>, Const<1>)>, unsure;
        mixed, Windows::<StaticExtents![1, 4], _>::of(extents![1, 3]), Windows::of(ByValue([1, 3]))
            => StaticExtents![1, 4, 1, 3],
            Strided<(DynStride, Const<1>, DynStride, Const<1>)>, unsure;
        m, WindowsAlong::<Const<4>, _, _>::of(Const::<1>, Const::<3>), WindowsAlong::of(1, 3)
            => StaticExtents![1, 4, 3], Strided<(Const<6>, Const<1>, Const<1>)>, sure;
        m, WindowsAlong::<Dyn, _, _>::of(Const::<1>, Const::<3>), WindowsAlong::of(1, 3)
            => StaticExtents![1, dyn, 3], Strided<(Const<6>, Const<1>, Const<1>)>, sure;
        m, WindowsAlong::<Dyn, _, _>::of(Const::<0>, Dyn::new(1)), WindowsAlong::of(0, 1)
            => StaticExtents![dyn, 6, dyn], Strided<(Const<6>, Const<1>, Const<6>)>, unsure;
        mixed, WindowsAlong::<Const<4>, _, _>::of(Const::<1>, Const::<3>), WindowsAlong::of(1, 3)
            => StaticExtents![1, 4, 3], Strided<(DynStride, Const<1>, Const<1>)>, unsure;
        m, Tiles::<StaticExtents![1, 3], _>::of(extents![1, 2]), Tiles::of(ByValue([1, 2]))
            => StaticExtents![1, 3, 1, 2],
            Strided<(Times<Const<1>, Const<6>>, Times<Const<2>, Const<1>>, Const<6>, Const<1>)>,
            sure;
        m, Tiles::<StaticExtents![1, 2], _>::of(extents![1, dyn run_time(3)].unwrap()), Tiles::of(ByValue([1, 3]))
            => StaticExtents![1, 2, 1, dyn],
            Strided<(Times<Const<1>, Const<6>>, DynStride, Const<6>, Const<1>)>, unsure;
        mixed, Tiles::<StaticExtents![1, dyn], _>::of(extents![1, 2]), Tiles::of(ByValue([1, 2]))
            => StaticExtents![1, dyn, 1, 2],
            Strided<(DynStride, Times<Const<2>, Const<1>>, DynStride, Const<1>)>, unsure;
    }
}
