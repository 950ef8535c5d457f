//! Rearrangements by run-time numbers against their definitions: random shapes in random layouts, and random
//! operations one after the other.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use super::draw::{Draw, Source};
use super::table::{Entry, Op, Table};
use extents::error::Bounded;
use extents::generic::AddressedBy;
use extents::layout::{
    Canonical, ColMajor, DynStride, Layout, MinorToMajor, Padded, RowMajor, Strided, StridedLayout,
    TrustedLayout,
};
use extents::rearrange::{
    Broadcast, ByValue, Diagonal, DropMode, InsertMode, Merge, Permute, Reverse, Slice, Split,
    Tiles, Transpose, Windows, WindowsAlong,
};
use extents::{
    Dyn, DynExtents, DynRankExtents, Extents, Mapping, ModeArray, ShapeError, View, ViewMut,
    extents, slice,
};
use proptest::prelude::*;

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn slices(entries: &[Entry]) -> Vec<Slice> {
    let slice = |entry: &Entry| match *entry {
        Entry::Index(index) => Slice::index(index),
        Entry::Range(begin, end, 1) => Slice::from(begin..end),
        Entry::Range(begin, end, step) if end > 0 => Slice::from(begin..=end - 1).step(step),
        Entry::Range(begin, end, step) => Slice::from(begin..end).step(step),
        Entry::From(0, step) => Slice::from(..).step(step),
        Entry::From(begin, step) => Slice::from(begin..).step(step),
        Entry::Count(begin, count, step) => Slice::count(begin, count).step(step),
    };
    entries.iter().map(slice).collect()
}

/// A slice that keeps everything.
fn all_of(extents: &impl Extents) -> Vec<Slice> {
    vec![Slice::from(..); extents.rank()]
}

type Part = Mapping<DynRankExtents, Strided<ModeArray<isize>>>;

/// The method of an operation, on any view.
macro_rules! apply {
    ($view:expr, $op:expr $(, $($Arm:ident($($x:ident),*) => $call:expr),*)?) => {
        match $op {
            Op::Slice(entries) => $view.slice(&slices(entries)[..]),
            Op::Chip(entries) => $view.chip(&slices(entries)),
            Op::Permute(order) => $view.permute(order),
            Op::Transpose => $view.rearrange(ByValue(Transpose)),
            // The extents stay what they are: a slice of all by number has run-time rank, as the others here.
            Op::Reverse(mode) => $view.reverse(*mode).and_then(|part| {
                let all = all_of(part.extents());
                part.slice(&all[..])
            }),
            Op::Split(mode, parts) => $view.split(*mode, parts),
            Op::Merge(mode) => $view.merge(*mode),
            Op::InsertMode(mode) => $view.insert_mode(*mode),
            Op::DropMode(mode) => $view.drop_mode(*mode),
            Op::Diagonal(first, second) => $view.diagonal(*first, *second),
            Op::Tiles(tile) => $view.tiles(tile),
            $($(Op::$Arm($($x),*) => $call,)*)?
        }
    };
}

fn on_view<'a, E, L>(
    view: &View<'a, usize, E, L>,
    op: &Op,
) -> Result<View<'a, usize, DynRankExtents, Strided<ModeArray<isize>>>, ShapeError>
where
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    apply!(view, op,
        Broadcast(mode, entries) => view.broadcast(*mode, *entries),
        Windows(window) => view.windows(window),
        WindowsAlong(mode, window) => view.windows_along(*mode, *window))
}

fn on_mut<'a, E, L>(
    view: ViewMut<'a, usize, E, L>,
    op: &Op,
) -> Result<ViewMut<'a, usize, DynRankExtents, Strided<ModeArray<isize>>>, ShapeError>
where
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    apply!(view, op,
        Broadcast(_m, _n) => unreachable!("not drawn here"),
        Windows(_w) => unreachable!("not drawn here"),
        WindowsAlong(_m, _w) => unreachable!("not drawn here"))
}

/// The mapping alone: where it begins, and itself.
fn on_mapping<E, L>(mapping: &Mapping<E, L>, op: &Op) -> Result<(usize, Part), ShapeError>
where
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    let part = match op {
        Op::Slice(entries) => mapping.slice(&slices(entries)),
        Op::Chip(entries) => mapping.chip(&slices(entries)),
        Op::Permute(order) => mapping.rearrange(Permute(ByValue(&order[..]))),
        Op::Transpose => mapping.rearrange(ByValue(Transpose)),
        Op::Reverse(mode) => {
            let (begin, reversed) = mapping.rearrange(Reverse(*mode))?.into_parts();
            let (offset, part) = reversed.slice(&all_of(mapping.extents()))?.into_parts();
            return Ok((begin + offset, part));
        }
        Op::Split(mode, parts) => mapping.rearrange(Split(*mode, ByValue(parts))),
        Op::Merge(mode) => mapping.rearrange(Merge::of(*mode)),
        Op::InsertMode(mode) => mapping.rearrange(InsertMode(*mode)),
        Op::DropMode(mode) => mapping.rearrange(DropMode(*mode)),
        Op::Broadcast(mode, entries) => mapping.rearrange(Broadcast(*mode, *entries)),
        Op::Diagonal(first, second) => mapping.rearrange(Diagonal(*first, *second)),
        Op::Windows(window) => mapping.rearrange(Windows::of(ByValue(window))),
        Op::WindowsAlong(mode, window) => mapping.rearrange(WindowsAlong::of(*mode, *window)),
        Op::Tiles(tile) => mapping.rearrange(Tiles::of(ByValue(tile))),
    };
    part.map(extents::rearrange::Part::into_parts)
}

// The comparison.

/// Each element is the one of the table, through `get`; beyond the extents there is none.
fn same<L>(view: &View<'_, usize, DynRankExtents, L>, table: &Table)
where
    L: Layout<DynRankExtents>,
{
    assert_eq!(view.extents(), &DynRankExtents::new(&table.extents).unwrap());
    for (index, element) in &table.at {
        assert_eq!(view.get(index.as_slice()), Some(element), "at {index:?} of {table:?}");
    }
    for (mode, extent) in table.extents.iter().enumerate() {
        let mut outside = vec![0; table.extents.len()];
        outside[mode] = *extent;
        assert_eq!(view.get(outside.as_slice()), None);
    }
}

/// The mapping of a part leads to the same elements, and stays within the source.
fn leads_to((begin, mapping): &(usize, Part), table: &Table, span: usize) {
    assert!(begin + mapping.required_span_size() <= span, "{begin} {mapping:?} of {span}");
    for (index, element) in &table.at {
        assert_eq!(begin + mapping.offset(index.as_slice()).unwrap(), *element);
    }
}

/// The operations one after the other, on a view and on mappings; then the same on a mutable view.
fn compare<E, L>(extents: E, layout: L, strides: &[isize], draw: &mut Draw<'_>)
where
    E: Extents + for<'a> AddressedBy<&'a <E as Extents>::Index>,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    let table = Table::of(extents.extents().as_ref(), strides);
    let mapping = Mapping::with_layout(extents, layout).unwrap();
    assert_eq!(mapping.strides().as_ref(), strides);
    assert_eq!(mapping.required_span_size(), table.span());
    let data: Vec<usize> = (0..table.span()).collect();
    let view = View::from_slice(mapping.clone(), &data).unwrap();
    let op = draw.op(&table.extents);
    let (part, found) = (on_mapping(&mapping, &op), on_view(&view, &op));
    let expected = table.apply(&op, strides);
    let (mut part, mut view, mut current) = match (part, found, expected) {
        (Ok(part), Ok(view), Ok(table)) => (part, view, table),
        (part, found, expected) => {
            assert_eq!(part.map(|_| ()), expected.clone().map(|_| ()), "{op:?} of {table:?}");
            assert_eq!(found.map(|_| ()), expected.map(|_| ()), "{op:?} of {table:?}");
            return;
        }
    };
    let mut ops = vec![op];
    loop {
        same(&view, &current);
        leads_to(&part, &current, table.span());
        let op = draw.op(&current.extents);
        let is_long = |table: &Table| table.at.len() > 400 || table.extents.len() > 12;
        if ops.len() > 4 || is_long(&current) {
            break;
        }
        let strides = part.1.strides();
        let expected = current.apply(&op, strides.as_ref());
        let (found, of_mapping) = (on_view(&view, &op), on_mapping(&part.1, &op));
        match expected {
            Ok(next) => {
                let (offset, mapping) = of_mapping.unwrap();
                (part, view) = ((part.0 + offset, mapping), found.unwrap());
                current = next;
                ops.push(op);
            }
            Err(error) => {
                assert_eq!(found.map(|_| ()), Err(error), "{op:?} of {current:?}");
                assert_eq!(of_mapping.map(|_| ()), Err(error), "{op:?} of {current:?}");
            }
        }
        if draw.one_in(6) {
            break;
        }
    }
    assert_eq!(part.1.is_unique(), current.is_unique(), "{part:?}");
    if table.is_unique() && !ops.iter().any(Op::repeats) {
        assert!(current.is_unique());
        writes(&mapping, &ops, &current, data);
    }
}

/// Writing through a mutable view changes the elements of the table, and no other.
fn writes<E, L>(mapping: &Mapping<E, L>, ops: &[Op], table: &Table, mut data: Vec<usize>)
where
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    let mut expected = data.clone();
    for (k, element) in table.at.values().enumerate() {
        expected[*element] = 1000 + k;
    }
    let source = ViewMut::from_slice(mapping.clone(), &mut data).unwrap();
    let mut view = on_mut(source, &ops[0]).unwrap();
    for op in &ops[1..] {
        view = on_mut(view, op).unwrap();
    }
    for (k, index) in table.at.keys().enumerate() {
        *view.get_mut(index.as_slice()).unwrap() = 1000 + k;
    }
    assert_eq!(data, expected, "{ops:?}");
}

/// In the layout of the source.
fn compare_source<E>(extents: E, source: &Source, draw: &mut Draw<'_>)
where
    E: Extents + for<'a> AddressedBy<&'a <E as Extents>::Index>,
{
    let strides = source.strides(extents.extents().as_ref());
    match source {
        Source::RowMajor => compare(extents, RowMajor, &strides, draw),
        Source::ColMajor => compare(extents, ColMajor, &strides, draw),
        Source::RowMajorPadded(padding) => {
            let layout: Padded<RowMajor, DynStride> = RowMajor.padded(Dyn::new(*padding));
            compare(extents, layout, &strides, draw);
        }
        Source::ColMajorPadded(padding) => {
            compare(extents, ColMajor.padded(Dyn::new(*padding)), &strides, draw);
        }
        Source::MinorToMajor(order) => {
            let order: ModeArray<usize> = order.iter().copied().collect();
            compare(extents, MinorToMajor::new(order), &strides, draw);
        }
        Source::Strided(list) => {
            let list: ModeArray<isize> = list.iter().copied().collect();
            compare(extents, Strided::new(list), &strides, draw);
        }
    }
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn operations_by_value_do_what_their_definitions_say(
        extents in prop::collection::vec(0_usize..=5, 0..=5),
        zeros_are_ones in prop::bool::weighted(0.8),
        numbers in prop::collection::vec(any::<u32>(), 64),
    ) {
        // Empty shapes are a case of their own, not most cases.
        let one = |n: usize| if zeros_are_ones { n.max(1) } else { n };
        let extents: Vec<usize> = extents.into_iter().map(one).collect();
        let mut draw = Draw::from(&numbers);
        let source = Source::draw(&mut draw, &extents);
        compare_source(DynRankExtents::new(&extents).unwrap(), &source, &mut draw);
        match extents.len() {
            0 => compare_source(DynExtents::<0>::from_extents(&extents).unwrap(), &source, &mut draw),
            1 => compare_source(DynExtents::<1>::from_extents(&extents).unwrap(), &source, &mut draw),
            2 => compare_source(DynExtents::<2>::from_extents(&extents).unwrap(), &source, &mut draw),
            3 => compare_source(DynExtents::<3>::from_extents(&extents).unwrap(), &source, &mut draw),
            4 => compare_source(DynExtents::<4>::from_extents(&extents).unwrap(), &source, &mut draw),
            _ => compare_source(DynExtents::<5>::from_extents(&extents).unwrap(), &source, &mut draw),
        }
    }
}

// What random operations do not reach.

#[test]
fn null_has_no_rearrangement() {
    let null = View::<u8, _>::from_slice(DynRankExtents::null(), &[]).unwrap();
    for op in [
        Op::Slice(vec![]),
        Op::Chip(vec![]),
        Op::Permute(vec![]),
        Op::Transpose,
        Op::Reverse(0),
        Op::Split(0, vec![]),
        Op::Merge(0),
        Op::InsertMode(0),
        Op::DropMode(0),
        Op::Broadcast(0, 1),
        Op::Diagonal(0, 1),
        Op::Windows(vec![]),
        Op::WindowsAlong(0, 1),
        Op::Tiles(vec![]),
    ] {
        let part = on_mapping(null.mapping(), &op);
        assert_eq!(part.map(|_| ()), Err(ShapeError::Null), "{op:?}");
    }
}

/// A result of more than `isize::MAX` elements is refused, also where it has none.
#[test]
fn results_that_are_too_large_are_refused() {
    const HALF: usize = 1 << 40;
    let one = View::from_slice(DynExtents::new([1, 1]).unwrap(), &[7]).unwrap();
    let wide = one.broadcast(0, HALF).unwrap();
    assert_eq!(wide.get(&[HALF - 1, 0][..]), Some(&7));
    let error = ShapeError::SizeOverflow { mode: 1, elements: HALF, extent: HALF };
    assert_eq!(wide.broadcast(1, HALF).map(|_| ()), Err(error));
    let error = wide.broadcast(1, usize::MAX).map(|_| ());
    let expected = ShapeError::SizeOverflow { mode: 1, elements: HALF, extent: usize::MAX };
    assert_eq!(error, Err(expected));
    // Windows repeat elements, so there are more of them than elements.
    let error = wide.windows(&[HALF / 2, 1]).map(|_| ());
    let elements = HALF / 2 + 1;
    assert_eq!(error, Err(ShapeError::SizeOverflow { mode: 2, elements, extent: HALF / 2 }));

    let none = View::<u8, _>::from_slice(DynExtents::new([0, HALF]).unwrap(), &[]).unwrap();
    let error = none.split(0, &[0, HALF]).map(|_| ());
    assert_eq!(error, Err(ShapeError::SizeOverflow { mode: 2, elements: HALF, extent: HALF }));
    let error = none.tiles(&[HALF, 1]).map(|_| ());
    assert_eq!(error, Err(ShapeError::SizeOverflow { mode: 2, elements: HALF, extent: HALF }));
    // The parts multiply to 0, in whatever order they stand.
    let none = View::<u8, _>::from_slice(DynExtents::new([0]).unwrap(), &[]).unwrap();
    let error = none.split(0, &[HALF, HALF, 0]).map(|_| ());
    assert_eq!(error, Err(ShapeError::SizeOverflow { mode: 1, elements: HALF, extent: HALF }));
}

/// Numbers that overflow a `usize` are refused as out of bounds.
#[test]
fn entries_that_overflow_are_refused() {
    const MAX: usize = usize::MAX;
    let mapping = Mapping::new(DynExtents::new([4]).unwrap());
    let error = |slice: Slice| mapping.slice(&[slice]).map(|_| ()).unwrap_err();
    let outside = |begin, end| ShapeError::SliceOutOfBounds { mode: 0, begin, end, extent: 4 };
    assert_eq!(error(Slice::from(1..=MAX)), outside(1, MAX));
    assert_eq!(error(Slice::count(2, MAX)), outside(2, MAX));
    assert_eq!(error(Slice::count(1, 3).step(MAX)), outside(1, MAX));
    assert_eq!(error(Slice::count(MAX, 0)), outside(MAX, MAX));
    assert_eq!(error(Slice::from(MAX..)), outside(MAX, MAX));
    let index = MAX;
    let expected =
        ShapeError::OutOfBounds { of: Bounded::Index { mode: 0 }, number: index, limit: 4 };
    assert_eq!(error(Slice::index(index)), expected);
    let one = mapping.slice(&[Slice::from(1..).step(MAX)]).unwrap();
    assert_eq!((one.offset(), *one.mapping().extents()), (1, DynExtents::new([1]).unwrap()));
    // A count of none may begin at the end, and has no elements there.
    let none = mapping.slice(&[Slice::count(4, 0)]).unwrap();
    assert_eq!((none.offset(), none.mapping().required_span_size()), (4, 0));
}

/// As `submdspan` of C++26 has it, [mdspan.sub.map]: where a slice begins at the extent of some mode, the offset is the
/// required span size of the whole.
#[test]
fn slices_from_the_end_of_a_mode_are_behind_all_elements() {
    let source = Mapping::with_layout(extents![2, 3], Strided::new([5, 1])).unwrap();
    assert_eq!(source.required_span_size(), 8);
    for (i, j) in (0..=2).flat_map(|i| (0..=3).map(move |j| (i, j))) {
        let expected = if i == 2 || j == 3 { 8 } else { 5 * i + j };
        let values = source.slice(&[Slice::from(i..), Slice::from(j..)]).unwrap();
        let typed = source.slice(slice![i.., j..]).unwrap();
        assert_eq!((values.offset(), typed.offset()), (expected, expected), "{i} {j}");
    }
    let typed = source.slice(slice![1.., { 3 }..]).unwrap();
    assert_eq!((typed.offset(), typed.mapping().required_span_size()), (8, 0));
    assert_eq!(format!("{typed:?}"), format!("{:?} from 8", typed.mapping()));
}

#[test]
fn modes_that_overflow_are_refused() {
    let view = View::from_slice(DynExtents::new([2]).unwrap(), &[1, 2]).unwrap();
    let mode = usize::MAX;
    for op in [
        Op::Reverse(mode),
        Op::Split(mode, vec![2]),
        Op::Merge(mode),
        Op::DropMode(mode),
        Op::Broadcast(mode, 1),
        Op::Diagonal(mode, 0),
        Op::Diagonal(0, mode),
        Op::Permute(vec![mode]),
    ] {
        let error = ShapeError::OutOfBounds { of: Bounded::Mode, number: mode, limit: 1 };
        assert_eq!(on_view(&view, &op).map(|_| ()), Err(error), "{op:?}");
    }
    let error = ShapeError::OutOfBounds { of: Bounded::Mode, number: mode, limit: 2 };
    assert_eq!(view.insert_mode(mode).map(|_| ()), Err(error));
}

/// The list of extents in the type of run-time rank is empty, which does not say that there are no modes.
#[test]
fn strides_of_run_time_rank_are_not_taken_for_those_of_a_scalar() {
    type Runtime = Strided<ModeArray<isize>>;
    const { assert!(!<Runtime as Layout<DynRankExtents>>::IS_ALWAYS_UNIQUE) };
    const { assert!(!<Runtime as Layout<DynRankExtents>>::IS_ALWAYS_EXHAUSTIVE) };
    let extents = DynRankExtents::new(&[2, 2]).unwrap();
    let strides: Runtime = Strided::new([4, 4].into_iter().collect());
    let mapping = Mapping::with_layout(extents, strides).unwrap();
    assert!(!mapping.is_unique() && !mapping.is_exhaustive());
    let mut data = [0; 9];
    assert_eq!(ViewMut::from_slice(mapping, &mut data).map(|_| ()), Err(ShapeError::NotUnique));
}
