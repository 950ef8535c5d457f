//! `slice!` and `modes!` in all their forms, generic code that rearranges, typed errors at run time, and the typed
//! methods of mutable views.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use std::convert::Infallible;
use std::ops::AddAssign;

use extents::layout::{ColMajor, Layout, MinorToMajor, RowMajor, StridedLayout, TrustedLayout};
use extents::rearrange::{
    Broadcast, BroadcastTo, ByValue, Chip, Diagonal, DropMode, List, Merge, Permute, Rearrange,
    Reshape, Slice, Sliced, Split, Tiles, Transpose, Windows, WindowsAlong,
};
use extents::slice::{At, Full, Of, Range, Rest, Stepped, Until};
use extents::{
    Const, Dyn, DynExtents, Extents, Mapping, Rank, Scalar, ShapeError, StaticExtents, Tensor,
    View, ViewMut,
    error::{Bounded, Part, Place},
    extents, modes, slice,
};

/// A number that the compiler does not know.
fn run_time(n: usize) -> usize {
    std::hint::black_box(n)
}

// The forms of the macros.

#[test]
fn each_form_of_an_entry() {
    const TWO: usize = 2;
    let (n, all) = (run_time(3), [10, 20, 30]);
    assert_eq!(slice![], ());
    assert_eq!(slice![..], (Full,));
    assert_eq!(slice![.., ..,], (Full, Full));
    // One entry.
    assert_eq!(slice![2], (At(Const::<2>),));
    assert_eq!(slice![{ TWO }], (At(Const::<2>),));
    assert_eq!(slice![{ TWO + 1 },], (At(Const::<3>),));
    assert_eq!(slice![n], (At(Dyn::new(3)),));
    assert_eq!(
        slice![n - 1, all.len(), all[1] / 10],
        (At(Dyn::new(2)), At(Dyn::new(3)), At(Dyn::new(2)))
    );
    assert_eq!(slice![TWO], (At(Dyn::new(2)),));
    assert_eq!(slice![usize::max(n, 7)], (At(Dyn::new(7)),));
    assert_eq!(slice![(1)], (At(Dyn::new(1)),));
    // Ranges.
    let range = |begin, count| Range { begin: Dyn::new(begin), count };
    assert_eq!(slice![1..4], (Range { begin: Const::<1>, count: Const::<3> },));
    assert_eq!(slice![1..=3], (Range { begin: Const::<1>, count: Const::<3> },));
    assert_eq!(slice![..4], (Range { begin: Const::<0>, count: Const::<4> },));
    assert_eq!(slice![..=4], (Range { begin: Const::<0>, count: Const::<5> },));
    assert_eq!(slice![{ TWO }..4], (Range { begin: Const::<2>, count: Const::<2> },));
    assert_eq!(slice![1..{ TWO + 1 }], (Range { begin: Const::<1>, count: Const::<2> },));
    assert_eq!(slice![{ TWO - 1 }..={ TWO }], (Range { begin: Const::<1>, count: Const::<2> },));
    assert_eq!(slice![4..4], (Range { begin: Const::<4>, count: Const::<0> },));
    assert_eq!(slice![..n], (Range { begin: Const::<0>, count: Until(3) },));
    assert_eq!(slice![1..n + 1], (Range { begin: Const::<1>, count: Until(4) },));
    assert_eq!(slice![1..=n], (Range { begin: Const::<1>, count: Until(4) },));
    assert_eq!(
        slice![..=usize::MAX - n + n],
        (Range { begin: Const::<0>, count: Until(usize::MAX) },)
    );
    assert_eq!(slice![n - 2..n], (range(1, Until(3)),));
    assert_eq!(slice![n..8], (range(3, Until(8)),));
    assert_eq!(slice![2..], (Range { begin: Const::<2>, count: Rest },));
    assert_eq!(slice![n..], (Range { begin: Dyn::new(3), count: Rest },));
    // Counts.
    assert_eq!(slice![..+4], (Range { begin: Const::<0>, count: Const::<4> },));
    assert_eq!(slice![2..+4], (Range { begin: Const::<2>, count: Const::<4> },));
    assert_eq!(slice![n..+4], (Range { begin: Dyn::new(3), count: Const::<4> },));
    assert_eq!(slice![n * 2..+{ TWO }], (Range { begin: Dyn::new(6), count: Const::<2> },));
    assert_eq!(slice![2..+n], (Range { begin: Const::<2>, count: Dyn::new(3) },));
    // Steps.
    let (begin, step) = (Const::<1>, Const::<2>);
    assert_eq!(slice![1..7; 2], (Stepped { begin, count: Of::<3, 7>, step },));
    assert_eq!(slice![1..=7; 2], (Stepped { begin, count: Of::<4, 8>, step },));
    assert_eq!(slice![1..8; { TWO }], (Stepped { begin, count: Of::<4, 8>, step },));
    assert_eq!(slice![..5; 2], (Stepped { begin: Const::<0>, count: Of::<3, 5>, step },));
    assert_eq!(slice![..; 2], (Stepped { begin: Const::<0>, count: Rest, step },));
    assert_eq!(slice![1..; 2], (Stepped { begin, count: Rest, step },));
    assert_eq!(slice![1..+3; 2], (Stepped { begin, count: Const::<3>, step },));
    assert_eq!(slice![1..7; n], (Stepped { begin, count: Until(7), step: Dyn::new(3) },));
    assert_eq!(slice![1..n; 2], (Stepped { begin, count: Until(3), step },));
    assert_eq!(slice![n..+4; 2], (Stepped { begin: Dyn::new(3), count: Const::<4>, step },));
    assert_eq!(
        slice![n..+n; n],
        (Stepped { begin: Dyn::new(3), count: Dyn::new(3), step: Dyn::new(3) },)
    );
    // A step of 1 is none, as mdspan has it.
    assert_eq!(slice![1..4; 1], slice![1..4]);
    assert_eq!(slice![n..+4; 1, ..], slice![n..+4, ..]);
    assert_eq!(slice![1..n; 1], slice![1..n]);
    assert_eq!(slice![2..; 1, ..; 1,], slice![2.., ..]);
    // Fewer than two entries are no distance apart: the step is that of neighbours, as in mdspan.
    assert_eq!(slice![1..3; 2], (Stepped { begin, count: Of::<1, 3>, step: Const::<1> },));
    assert_eq!(slice![1..1; 2], (Stepped { begin, count: Of::<0, 1>, step: Const::<1> },));
    assert_eq!(slice![1..+1; 2], (Stepped { begin, count: Const::<1>, step: Const::<1> },));
    // Several.
    assert_eq!(
        slice![n, .., 1..3, ..; 2, ..+2,],
        (
            At(Dyn::new(3)),
            Full,
            Range { begin, count: Const::<2> },
            Stepped { begin: Const::<0>, count: Rest, step },
            Range { begin: Const::<0>, count: Const::<2> },
        )
    );
    const K: usize = 1;
    assert_eq!(modes![], ());
    assert_eq!(modes![2, K, { K - 1 },], (Const::<2>, Const::<1>, Const::<0>));
}

#[test]
fn a_run_time_value_is_evaluated_once() {
    let mut calls = 0;
    let mut next = || {
        calls += 1;
        calls
    };
    let entries = slice![next(), next()..next(), next()..+next(), ..; next()];
    assert_eq!(calls, 6);
    let mapping = Mapping::new(extents![2, 5, 12, 8]);
    assert_eq!(mapping.slice(entries).unwrap().mapping().extents(), &extents![1, 1, 5, 2]);
}

/// Without imports, and under another name.
mod by_path {
    extern crate extents as shapes;

    #[test]
    fn macros_work_by_path_and_under_another_name() {
        let entries = extents::slice![1, 0..4; 2, ..+2];
        assert_eq!(entries, shapes::slice![1, 0..{ 2 + 2 }; 2, 0..2]);
        assert_eq!(extents::modes![1, 0], shapes::modes![1, { 0 }]);
        let mapping = shapes::Mapping::new(shapes::extents![2, 4, 3]);
        let Ok(part) = mapping.slice(entries);
        assert_eq!(part.mapping().extents(), &extents::extents![1, 2, 2]);
        let strides: shapes::layout::Strided<_> =
            shapes::layout::Strided::new(shapes::strides![4, -1]);
        let mapping = shapes::Mapping::with_layout(shapes::extents![2, 4], strides).unwrap();
        let Ok(part) = mapping.rearrange(shapes::rearrange::Permute(shapes::modes![1, 0]));
        assert_eq!(part.mapping().strides(), [-1, 4]);
    }
}

// Generic code.

/// `N` columns from column `B` on: const parameters in each place.
fn columns<T, const B: usize, const N: usize, const R: usize, const C: usize>(
    view: View<'_, T, StaticExtents![R, C]>,
) -> View<'_, T, StaticExtents![R, N], extents::layout::Padded<RowMajor, Const<C>>> {
    let Ok(part) = view.slice(slice![.., { B }..+{ N }]);
    part
}

/// Every `S`-th row, `N` of them, and the row at `I`.
fn rows<const S: usize, const N: usize, const I: usize>(
    mapping: Mapping<StaticExtents![8, 3]>,
) -> ([usize; 2], [usize; 1]) {
    let Ok(every) = mapping.slice(slice![0..+{ N }; { S }, ..]);
    let Ok(row) = mapping.chip(slice![{ I }, ..]);
    let Ok(open) = mapping.chip(slice![0, ..]);
    assert_eq!(open.mapping(), &Mapping::new(extents![3]));
    assert_eq!(mapping.slice(slice![..; { S }, ..]).unwrap().mapping().extents().size() % 3, 0);
    (every.mapping().extents().extents(), [row.offset()])
}

/// The modes in an order of const parameters: which modes these are decides a type, so there is a bound.
fn ordered<const A: usize, const B: usize, E, L>(mapping: &Mapping<E, L>) -> usize
where
    E: Rank<2>,
    L: TrustedLayout<E>,
    Permute<(Const<A>, Const<B>)>: Rearrange<E, L, Extents: Rank<2>, Error = Infallible>,
{
    let Ok(part) = mapping.rearrange(Permute(modes![A, { B }]));
    part.mapping().extents().extents()[0]
}

/// Strides by an order of const parameters, without a bound.
fn minor_to_major<const A: usize, const B: usize>() -> [isize; 2] {
    MinorToMajor::new(modes![A, { B }]).strides(&extents![2, 3])
}

#[test]
fn const_parameters_stand_in_slices() {
    let data: Vec<usize> = (0..12).collect();
    let view = View::from_slice(extents![2, 6], &data).unwrap();
    let part = columns::<_, 2, 3, 2, 6>(view);
    assert_eq!((part[[0, 0]], part[[1, 2]]), (2, 10));
    assert_eq!(rows::<3, 2, 5>(Mapping::new(extents![8, 3])), ([2, 3], [15]));
    assert_eq!(rows::<9, 1, 0>(Mapping::new(extents![8, 3])), ([1, 3], [0]));
    assert_eq!(ordered::<1, 0, _, _>(&Mapping::new(extents![2, 3])), 3);
    assert_eq!(ordered::<0, 1, _, _>(&Mapping::new(extents![2, 3])), 2);
    assert_eq!((minor_to_major::<1, 0>(), minor_to_major::<0, 1>()), ([3, 1], [1, 2]));
}

/// The sum of the elements of a matrix, in whatever layout.
fn sum<T, E, L>(view: &View<'_, T, E, L>) -> T
where
    T: Scalar + AddAssign,
    E: Rank<2>,
    L: Layout<E>,
{
    let [rows, columns] = view.extents().extents();
    let mut sum = T::ZERO;
    for i in 0..rows {
        for j in 0..columns {
            sum += view[[i, j]];
        }
    }
    sum
}

/// Generic over extents, layout and slice, with one bound for the operation.
fn sum_of_part<T, E, L, S>(view: &View<'_, T, E, L>, part: S) -> Result<T, ShapeError>
where
    T: Scalar + AddAssign,
    E: Extents,
    L: TrustedLayout<E>,
    S: List,
    Sliced<S::As>: Rearrange<E, L, Extents: Rank<2>>,
{
    Ok(sum(&view.slice(part).map_err(Into::into)?))
}

/// The same where nothing can fail.
fn sum_of_plane<T, E, L, S>(view: &View<'_, T, E, L>, plane: S) -> T
where
    T: Scalar + AddAssign,
    E: Extents,
    L: TrustedLayout<E>,
    S: List,
    Chip<S::As>: Rearrange<E, L, Extents: Rank<2>, Error = Infallible>,
{
    let Ok(plane) = view.chip(plane);
    sum(&plane)
}

/// Two operations one after the other: the second on what the first gives.
fn transposed_back<T, E, L, I>(view: &View<'_, T, E, L>, index: I) -> Option<T>
where
    T: Copy,
    E: Extents + extents::generic::AddressedBy<I>,
    L: TrustedLayout<E>,
    Transpose: Rearrange<E, L, Error = Infallible>
        + Rearrange<
            <Transpose as Rearrange<E, L>>::Extents,
            <Transpose as Rearrange<E, L>>::Layout,
            Extents = E,
            Layout = L,
            Error = Infallible,
        >,
{
    view.transpose().transpose().get(index).copied()
}

#[test]
fn generic_functions_rearrange_under_one_bound() {
    let data: Vec<i32> = (0..24).collect();
    let rows = View::from_slice(extents![4, 6], &data).unwrap();
    let columns = View::from_slice(Mapping::<_, ColMajor>::of(extents![4, 6]), &data).unwrap();
    let open = View::from_slice(DynExtents::new([4, run_time(6)]).unwrap(), &data).unwrap();
    // Rows 1 and 2, columns 1, 3 and 5: by hand.
    assert_eq!(sum_of_part(&rows, slice![1..3, 1..6; 2]), Ok(7 + 9 + 11 + 13 + 15 + 17));
    assert_eq!(sum_of_part(&columns, slice![1..3, 1..6; 2]), Ok(5 + 13 + 21 + 6 + 14 + 22));
    assert_eq!(sum_of_part(&open, slice![1..3, 1..6; 2]), Ok(7 + 9 + 11 + 13 + 15 + 17));
    let error = ShapeError::SliceOutOfBounds { mode: 1, begin: 1, end: 7, extent: 6 };
    assert_eq!(sum_of_part(&open, slice![1..3, 1..7]), Err(error));
    let cube = View::from_slice(extents![2, 3, 4], &data).unwrap();
    assert_eq!(sum_of_plane(&cube, slice![.., 1, ..]), (4..8).sum::<i32>() + (16..20).sum::<i32>());
    assert_eq!(transposed_back(&cube, [1, 2, 3]), Some(23));
    let columns = View::from_slice(Mapping::<_, ColMajor>::of(extents![2, 3, 4]), &data).unwrap();
    assert_eq!(transposed_back(&columns, [1, 2, 3]), Some(23));
}

// Errors at run time.

/// The typed operation is refused as the one by value is, for the reason that is written here.
fn refused<E, L, O, B>(mapping: &Mapping<E, L>, operation: O, by: B, error: ShapeError)
where
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    O: Rearrange<E, L>,
    B: Rearrange<E, L, Error = ShapeError>,
{
    assert_eq!(mapping.rearrange(operation).map(|_| ()).map_err(Into::into), Err(error));
    assert_eq!(mapping.rearrange(by).map(|_| ()), Err(error));
}

#[test]
fn typed_operations_are_refused_as_those_by_value() {
    let all = Slice::from(..);
    let (mode, extent, four) = (0, 4, run_time(4));
    let m = Mapping::new(extents![dyn four, 5].unwrap());
    let outside = |begin, end| ShapeError::SliceOutOfBounds { mode, begin, end, extent };
    let index = ShapeError::OutOfBounds { of: Bounded::Index { mode }, number: 4, limit: extent };
    refused(&m, Sliced(slice![4, ..]), Sliced(ByValue([Slice::index(4), all])), index);
    refused(&m, Chip(slice![four, ..]), Chip(ByValue([Slice::index(4), all])), index);
    refused(&m, Sliced(slice![2..5, ..]), Sliced(ByValue([(2..5).into(), all])), outside(2, 5));
    refused(
        &m,
        Sliced(slice![2..=four, ..]),
        Sliced(ByValue([(2..=4).into(), all])),
        outside(2, 5),
    );
    refused(&m, Sliced(slice![5.., ..]), Sliced(ByValue([(5..).into(), all])), outside(5, 5));
    refused(&m, Sliced(slice![5..5, ..]), Sliced(ByValue([(5..5).into(), all])), outside(5, 5));
    refused(
        &m,
        Sliced(slice![1..+four, ..]),
        Sliced(ByValue([Slice::count(1, 4), all])),
        outside(1, 5),
    );
    refused(
        &m,
        Sliced(slice![0..+3; 2, ..]),
        Sliced(ByValue([Slice::count(0, 3).step(2), all])),
        outside(0, 5),
    );
    // The range as it is written, though its last entry is in bounds.
    refused(
        &m,
        Sliced(slice![0..5; 3, ..]),
        Sliced(ByValue([Slice::from(0..5).step(3), all])),
        outside(0, 5),
    );
    // What is left out in all.
    refused(
        &m,
        Sliced(slice![(3..-2), ..]),
        Sliced(ByValue([Slice::inner(3, 2), all])),
        ShapeError::TooManyLeftOut { mode, front: 3, back: 2, extent },
    );
    let after = |begin, end| ShapeError::BeginAfterEnd { mode, begin, end };
    refused(
        &m,
        Sliced(slice![3..four - 2, ..]),
        Sliced(ByValue([Slice::from(3..four - 2), all])),
        after(3, 2),
    );
    refused(
        &m,
        Sliced(slice![9..four + 4, ..]),
        Sliced(ByValue([Slice::from(9..four + 4), all])),
        after(9, 8),
    );
    let zero = ShapeError::ZeroSize { part: Part::Step, mode };
    let step = four - 4;
    refused(
        &m,
        Sliced(slice![0..2; step, ..]),
        Sliced(ByValue([Slice::from(0..2).step(0), all])),
        zero,
    );
    refused(&m, Sliced(slice![..; step, ..]), Sliced(ByValue([all.step(0), all])), zero);
    // The first mode that is wrong is named.
    let wrong = ShapeError::OutOfBounds { of: Bounded::Index { mode: 1 }, number: 5, limit: 5 };
    refused(
        &m,
        Chip(slice![3, four + 1]),
        Chip(ByValue([Slice::index(3), Slice::index(5)])),
        wrong,
    );

    let parts = extents![dyn four, 2].unwrap();
    let error = ShapeError::PartMismatch { part: Part::Split, mode: 1, size: 8, extent: 5 };
    refused(&m, Split(Const::<1>, parts), Split(1, ByValue([4, 2])), error);
    refused(
        &m,
        DropMode(Const::<0>),
        DropMode(0),
        ShapeError::ExtentMismatch { place: Place::Mode(mode), expected: 1, found: extent },
    );
    let error = ShapeError::ExtentMismatch { place: Place::Mode(mode), expected: 1, found: extent };
    refused(&m, Broadcast(Const::<0>, Const::<3>), Broadcast(0, 3), error);
    let error = ShapeError::ExtentMismatch { place: Place::Diagonal(0, 1), expected: 4, found: 5 };
    refused(&m, Diagonal(Const::<0>, Const::<1>), Diagonal(0, 1), error);
    let error = ShapeError::PartMismatch { part: Part::Tile, mode, size: 3, extent };
    let tiles = Tiles::<StaticExtents![dyn, 1], _>::of(extents![3, 5]);
    refused(&m, tiles, Tiles::of(ByValue([3, 5])), error);
    let error = ShapeError::PartMismatch { part: Part::Window, mode, size: 5, extent };
    let windows = Windows::<StaticExtents![dyn, dyn], _>::of(extents![5, 5]);
    refused(&m, windows, Windows::of(ByValue([5, 5])), error);
    let part = m.slice(slice![.., 1..3]).unwrap();
    let error = ShapeError::NotMergeable { mode, stride: 5, expected: Some(2) };
    refused(part.mapping(), Merge::<Dyn, _>::of(Const::<0>), Merge::of(0), error);
}

/// Extents of 0 are left out, so that what is large beside them counts.
#[test]
fn results_that_are_too_large_are_refused_as_those_by_value() {
    const FAR: usize = 1 << (usize::BITS - 24);
    let (none, far) = (run_time(0), run_time(FAR));
    let overflow = |mode, elements, extent| ShapeError::SizeOverflow { mode, elements, extent };
    let empty = Mapping::new(extents![dyn none, dyn far].unwrap());
    let parts = extents![dyn none, dyn far].unwrap();
    let error = overflow(2, FAR, FAR);
    refused(&empty, Split(Const::<0>, parts), Split(0, ByValue([0, FAR])), error);
    // No tile of `FAR` columns, beside one of as many.
    let tile = extents![dyn far, dyn far];
    assert_eq!(tile.unwrap_err(), overflow(1, FAR, FAR));
    let tiles = Tiles::of(ByValue([FAR, FAR]));
    assert_eq!(empty.rearrange(tiles).unwrap_err(), overflow(3, FAR, FAR));
    // Half as many positions as entries, of a window of the other half.
    let line = Mapping::new(extents![dyn far].unwrap());
    let windows = Windows::<StaticExtents![dyn], _>::of(extents![dyn far / 2].unwrap());
    let error = overflow(1, FAR / 2 + 1, FAR / 2);
    refused(&line, windows, Windows::of(ByValue([FAR / 2])), error);
    // Typed extents are not too large.
    let none_long = Mapping::new(extents![dyn none].unwrap());
    let error = overflow(2, FAR, FAR);
    assert_eq!(none_long.rearrange(Reshape(ByValue([0, FAR, FAR]))).unwrap_err(), error);
    let one = Mapping::new(extents![1]);
    let repeated = one.rearrange(BroadcastTo(ByValue([FAR, FAR])));
    assert_eq!(repeated.unwrap_err(), overflow(1, FAR, FAR));
}

#[test]
fn stated_counts_of_windows_and_tiles_are_compared() {
    let m = Mapping::new(extents![dyn run_time(6)].unwrap());
    let other =
        |expected, found| ShapeError::ExtentMismatch { place: Place::Mode(0), expected, found };
    let windows = Windows::<StaticExtents![5], _>::of(extents![3]);
    assert_eq!(m.rearrange(windows).unwrap_err(), other(5, 4));
    let windows = WindowsAlong::<Const<5>, _, _>::of(Const::<0>, Const::<3>);
    assert_eq!(m.rearrange(windows).unwrap_err(), other(5, 4));
    let tiles = Tiles::<StaticExtents![2], _>::of(extents![2]);
    assert_eq!(m.rearrange(tiles).unwrap_err(), other(2, 3));
}

#[test]
fn an_extent_that_was_stated_wrong_is_refused() {
    let m = Mapping::new(extents![dyn run_time(4), 5].unwrap());
    let expect = |error: Result<(), ShapeError>, mode, expected, found| {
        assert_eq!(
            error,
            Err(ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found })
        );
    };
    expect(m.rearrange(Merge::<Const<15>, _>::of(Const::<0>)).map(|_| ()), 0, 15, 20);
    let windows = Windows::<StaticExtents![3, 2], _>::of(extents![3, 4]);
    expect(m.rearrange(windows).map(|_| ()), 0, 3, 2);
    let tiles = Tiles::<StaticExtents![4, 1], _>::of(extents![2, 5]);
    expect(m.rearrange(tiles).map(|_| ()), 0, 4, 2);
}

/// Parts of a mode without entries may hold too many elements, which nothing but a value tells.
#[test]
fn a_mode_of_no_entries_splits_into_run_time_parts() {
    let half = run_time(1 << 40);
    let m = Mapping::new(extents![dyn half, 0].unwrap());
    let split = |parts: usize| m.rearrange(Split(Const::<1>, extents![0, dyn parts].unwrap()));
    assert_eq!(split(7).unwrap().mapping().extents(), &extents![dyn half, 0, 7].unwrap());
    let error = ShapeError::SizeOverflow { mode: 2, elements: half, extent: half };
    assert_eq!(split(half).map(|_| ()), Err(error));
    let Ok(part) = Mapping::new(extents![3, 0]).rearrange(Split(Const::<1>, extents![0, 7]));
    assert_eq!(part.mapping().extents(), &extents![3, 0, 7]);
}

// Mutable views.

/// Fills what the typed method and what the method by value give; the rest stays. Then the elements are those
/// that are written here.
macro_rules! fills {
    ($($mapping:expr, $len:literal: |$view:ident| $typed:expr, $by:expr => $expected:expr;)*) => {$(
        let mut data = [0_u8; $len];
        let $view = ViewMut::from_slice($mapping, &mut data).unwrap();
        let mut part = $typed;
        part.fill(1);
        assert_eq!(data, $expected, "{}", stringify!($typed));
        let mut data = [0_u8; $len];
        let $view = ViewMut::from_slice($mapping, &mut data).unwrap();
        let mut part = $by.unwrap();
        part.fill(1);
        assert_eq!(data, $expected, "{}", stringify!($by));
    )*};
}

/// What the pattern of a refutable result gives, where nothing can fail.
fn sure<T>(result: Result<T, Infallible>) -> T {
    let Ok(value) = result;
    value
}

#[test]
fn typed_methods_of_mutable_views_reach_the_elements_of_their_definition() {
    let m = extents![3, 4];
    let all = || Slice::from(..);
    fills! {
        m, 12: |v| sure(v.slice(slice![1..3, 0..4; 2])),
            v.slice(&[(1..3).into(), all().step(2)]) => [0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0];
        m, 12: |v| sure(v.slice(slice![(1..-1), (1..-2)])),
            v.slice([Slice::inner(1, 1), Slice::inner(1, 2)])
            => [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
        m, 12: |v| sure(v.chip(slice![.., 2])),
            v.chip(&[all(), Slice::index(2)]) => [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0];
        m, 12: |v| sure(v.permute(modes![1, 0]).slice(slice![1, ..])),
            v.permute(&[1, 0]).unwrap().slice(&[Slice::index(1), all()])
            => [0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0];
        m, 12: |v| sure(v.transpose().chip(slice![3, ..])),
            v.transpose().chip(&[Slice::index(3), all()])
            => [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
        m, 12: |v| sure(v.reverse(Const::<1>).slice(slice![0..2, 0..1])),
            v.reverse(1).unwrap().slice([..2, ..1])
            => [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0];
        m, 12: |v| sure(sure(v.split(Const::<1>, extents![2, 2])).chip(slice![.., 1, 0])),
            v.split(1, &[2, 2]).unwrap().chip(&[all(), Slice::index(1), Slice::index(0)])
            => [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0];
        m, 12: |v| sure(sure(v.merge::<Const<12>, _>(Const::<0>)).slice(slice![0..12; 5])),
            v.merge(0).unwrap().slice(&[all().step(5)])
            => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
        m, 12: |v| sure(v.insert_mode(Const::<1>).chip(slice![0, 0, ..])),
            v.insert_mode(1).unwrap().chip(&[Slice::index(0), Slice::index(0), all()])
            => [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0];
        m, 12: |v| sure(sure(v.slice(slice![2, ..])).drop_mode(Const::<0>)),
            v.slice(&[Slice::index(2), all()]).unwrap().drop_mode(0)
            => [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1];
        m, 12: |v| sure(sure(v.slice(slice![.., 1..4])).diagonal(Const::<0>, Const::<1>)),
            v.slice(&[all(), (1..4).into()]).unwrap().diagonal(0, 1)
            => [0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
        m, 12: |v| sure(sure(v.tiles::<StaticExtents![1, 2], _>(extents![3, 2])).chip(slice![0, 1, .., ..])),
            v.tiles(&[3, 2]).unwrap().chip(&[Slice::index(0), Slice::index(1), all(), all()])
            => [0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1];
    }
}

/// A tensor lends views of parts, one at a time, and the parts of a shared view may outlive it.
#[test]
fn parts_borrow_the_elements() {
    let mut tensor = Tensor::from_fn(extents![2, 3], |[i, j]| 10 * i + j).unwrap();
    let Ok(mut row) = tensor.view_mut().chip(slice![1, ..]);
    row[[0]] = 7;
    let part = {
        let view = tensor.view();
        let Ok(column) = view.chip(slice![.., 0]);
        column
    };
    assert_eq!((part[[0]], part[[1]]), (0, 7));
}
