//! Property tests of smooth shapes against lists of indices that are spelled out: for static, mixed and
//! run-time extents, with origins.

use extents::error::Place;
use extents_shapes::error::{Compared, Item};
use std::collections::hash_map::DefaultHasher;
use std::fmt::Write;
use std::hash::{Hash, Hasher};

use extents::generic::AddressedBy;
use extents::label::{LabelName, i, j, k};
use extents::{DynExtents, DynRankExtents, Extents, ShapeError, StaticExtents, slice};
use extents_shapes::{Origin, PlacedShape, Region, Shape, ShapeBase, SmoothShape, StructureError};
use proptest::prelude::*;

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// All indices of a box, by counting each mode for each index of the modes before it.
fn listed(extents: &[usize], origin: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for (&extent, &origin) in extents.iter().zip(origin) {
        let longer = all.iter().flat_map(|index: &Vec<usize>| {
            (origin..origin + extent).map(move |coordinate| [&index[..], &[coordinate]].concat())
        });
        all = longer.collect();
    }
    all
}

fn zeros(extents: &[usize]) -> Vec<usize> {
    vec![0; extents.len()]
}

fn collected<I: AsRef<[usize]>>(indices: impl Iterator<Item = I>) -> Vec<Vec<usize>> {
    indices.map(|index| index.as_ref().to_vec()).collect()
}

/// `[2, 3] at [4, 5]`, written by hand.
fn text(extents: &[usize], origin: &[usize]) -> String {
    let list = |numbers: &[usize]| {
        let mut text = String::new();
        for (k, number) in numbers.iter().enumerate() {
            write!(text, "{}{number}", if k == 0 { "" } else { ", " }).unwrap();
        }
        format!("[{text}]")
    };
    let moved = origin.iter().any(|&coordinate| coordinate > 0);
    if moved { format!("{} at {}", list(extents), list(origin)) } else { list(extents) }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A region: pins of the first modes, or a box.
#[derive(Clone, Debug)]
enum Part {
    Pins(Vec<usize>),
    Box(Vec<usize>, Vec<usize>),
}

impl Part {
    fn region(&self) -> Region<'_> {
        match self {
            Part::Pins(pins) => Region::Pins(pins),
            Part::Box(first, last) => Region::Box { first, last },
        }
    }

    /// First and last coordinate of a mode that spans `begin..end`, and whether a chip drops the mode.
    fn of_mode(&self, mode: usize, begin: usize, end: usize) -> (usize, usize, bool) {
        match self {
            Part::Pins(pins) if mode < pins.len() => (pins[mode], pins[mode] + 1, true),
            Part::Pins(_) => (begin, end, false),
            Part::Box(first, last) => (first[mode], last[mode], last[mode] - first[mode] == 1),
        }
    }
}

/// What holds of each shape with these extents and this origin, and of its parts.
fn check<E, O>(shape: &Shape<E, O>, extents: &[usize], origin: &[usize], parts: &[Part])
where
    E: Extents + for<'a> AddressedBy<&'a <E as Extents>::Index>,
    O: Origin<E>,
{
    let (all, offsets) = (listed(extents, origin), listed(extents, &zeros(extents)));
    assert_eq!((shape.rank(), shape.size()), (extents.len(), all.len()));
    assert_eq!(shape.smooth_extents().unwrap().as_ref(), extents);
    assert_eq!(SmoothShape::extents(shape).extents().as_ref(), extents);
    assert_eq!(shape.origin().as_ref(), origin);
    assert!(!shape.is_null() && shape.is_smooth());

    // Iteration.
    assert_eq!(collected(shape.indices()), all);
    assert_eq!(collected(shape.into_iter()), all);
    assert_eq!(collected(ShapeBase::indices(shape)), all);
    assert_eq!(collected(shape.indices_from_zero()), offsets);
    assert_eq!(collected(ShapeBase::indices_from_zero(shape)), offsets);
    let mut backwards = collected(shape.indices().rev());
    backwards.reverse();
    assert_eq!(backwards, all);
    assert_eq!((shape.indices().len(), shape.indices().count()), (all.len(), all.len()));
    assert_eq!(shape.indices().last().map(|index| index.as_ref().to_vec()), all.last().cloned());
    let mut folded = Vec::new();
    shape.indices().for_each(|index| folded.push(index.as_ref().to_vec()));
    assert_eq!(folded, all);
    for n in 0..=all.len() {
        let nth = |index: Option<E::Index>| index.map(|index| index.as_ref().to_vec());
        assert_eq!(nth(shape.indices().nth(n)), all.get(n).cloned());
        assert_eq!(nth(shape.indices().nth_back(n)), all.iter().rev().nth(n).cloned());
    }

    // Places.
    for (offset, index) in all.iter().enumerate() {
        let at = shape.index(offset).unwrap();
        assert_eq!(at.as_ref(), index.as_slice());
        assert_eq!(shape.offset(&at), Ok(offset));
    }
    for offset in [all.len(), all.len() + 1, usize::MAX] {
        let size = all.len();
        assert_eq!(
            shape.index(offset),
            Err(StructureError::OutOfRange { of: Item::Element, number: offset, count: size })
        );
    }
    let around: Vec<usize> = extents.iter().map(|extent| extent + 2).collect();
    let corner: Vec<usize> = origin.iter().map(|first| first.saturating_sub(1)).collect();
    for index in listed(&around, &corner) {
        let mut at = shape.origin();
        at.as_mut().copy_from_slice(&index);
        assert_eq!(shape.contains(&at), all.contains(&index));
        let outside = (0..index.len())
            .find(|&mode| !(origin[mode]..origin[mode] + extents[mode]).contains(&index[mode]));
        let expected = outside.map(|mode| StructureError::IndexOutOfBounds {
            mode,
            row: 0,
            index: index[mode],
            begin: origin[mode],
            end: origin[mode] + extents[mode],
        });
        assert_eq!(shape.offset(&at).err(), expected);
    }

    // Texts, equality and hashes.
    assert_eq!(shape.to_string(), text(extents, origin));
    assert_eq!(shape.to_string().parse::<PlacedShape<E>>().unwrap(), *shape);
    let dynamic = Shape::at(DynRankExtents::new(extents).unwrap(), origin).unwrap();
    assert_eq!(*shape, dynamic);
    assert_eq!(hash(shape), hash(&dynamic));
    assert_eq!(shape.weaken_to_values(), dynamic);
    let moved = dynamic.clone().with_origin(vec![7; extents.len()]).unwrap();
    assert!(shape.same_extents(&moved));
    assert_eq!(*shape == moved, origin == vec![7; extents.len()]);
    let longer = Shape::from_extents(extents.iter().copied().chain([1])).unwrap();
    assert!(!shape.same_extents(&longer));

    for part in parts {
        check_part(shape, extents, origin, part);
    }
}

/// Slices, chips and clips of a region are those of the list of indices.
fn check_part<E: Extents, O: Origin<E>>(
    shape: &Shape<E, O>,
    extents: &[usize],
    origin: &[usize],
    part: &Part,
) {
    let rank = extents.len();
    let (slice, chip) = (shape.slice(part.region()), shape.chip(part.region()));
    let clip = shape.clip(part.region());
    if let Part::Pins(pins) = part
        && pins.len() > rank
    {
        let error = StructureError::TooManyPins { pins: pins.len(), rank };
        assert_eq!(
            (slice.unwrap_err(), chip.unwrap_err(), clip.unwrap_err()),
            (error, error, error)
        );
        return;
    }
    let modes: Vec<(usize, usize, bool)> = (0..rank)
        .map(|mode| part.of_mode(mode, origin[mode], origin[mode] + extents[mode]))
        .collect();
    let taken = |index: &Vec<usize>| {
        index.iter().zip(&modes).all(|(at, (first, last, _))| first <= at && at < last)
    };
    let inside: Vec<Vec<usize>> = listed(extents, origin).into_iter().filter(taken).collect();

    let clip = clip.unwrap();
    assert_eq!(collected(clip.indices()), inside);
    for (mode, ((&extent, &begin), at)) in
        clip.extents().extents().as_ref().iter().zip(origin).zip(clip.origin().as_ref()).enumerate()
    {
        assert!(begin <= *at && at + extent <= begin + extents[mode]);
        let (first, last, _) = modes[mode];
        let entries = (begin..begin + extents[mode]).filter(|at| first <= *at && *at < last);
        assert_eq!(extent, entries.count());
    }

    let outside = (0..rank).find(|&mode| {
        let ((first, last, pin), (begin, end)) =
            (modes[mode], (origin[mode], origin[mode] + extents[mode]));
        // An empty range may stand at either end; a pin needs an entry.
        let is_pin = pin && matches!(part, Part::Pins(_));
        first < begin || last > end || (is_pin && first >= end)
    });
    if let Some(mode) = outside {
        let (begin, end) = (origin[mode], origin[mode] + extents[mode]);
        let (first, last, _) = modes[mode];
        let expected = match part {
            Part::Pins(_) => {
                StructureError::IndexOutOfBounds { mode, row: 0, index: first, begin, end }
            }
            Part::Box(..) => {
                StructureError::SliceOutOfBounds { mode, row: 0, first, last, begin, end }
            }
        };
        assert_eq!((slice.unwrap_err(), chip.unwrap_err()), (expected, expected));
        return;
    }

    let slice = slice.unwrap();
    assert_eq!(slice.rank(), rank);
    assert_eq!(collected(slice.indices()), inside);
    let firsts: Vec<usize> = modes.iter().map(|(first, ..)| *first).collect();
    assert_eq!(slice.origin().as_ref(), firsts);
    let lengths: Vec<usize> = modes.iter().map(|(first, last, _)| last - first).collect();
    assert_eq!(slice.extents().extents().as_ref(), lengths);

    let kept: Vec<usize> = (0..rank).filter(|&mode| !modes[mode].2).collect();
    if kept.len() == rank {
        assert_eq!(chip.unwrap_err(), StructureError::Shape(ShapeError::NothingToChip));
        return;
    }
    let chip = chip.unwrap();
    let rest = |index: &Vec<usize>| kept.iter().map(|&mode| index[mode]).collect::<Vec<usize>>();
    assert_eq!(collected(chip.indices()), inside.iter().map(rest).collect::<Vec<_>>());
    assert_eq!(chip.extents().as_slice(), rest(&lengths));
    assert_eq!(chip.origin().as_ref(), rest(&firsts));
}

/// The same shape with nothing in the type, for a generic `E`: `weaken` needs a bound on each.
trait WeakenToValues {
    fn weaken_to_values(&self) -> PlacedShape;
}

impl<E: Extents, O: Origin<E>> WeakenToValues for Shape<E, O> {
    fn weaken_to_values(&self) -> PlacedShape {
        let extents = DynRankExtents::new(SmoothShape::extents(self).extents().as_ref()).unwrap();
        Shape::at(extents, self.origin()).unwrap()
    }
}

/// A result without its types.
fn values<E: Extents>(
    result: Result<PlacedShape<E>, StructureError>,
) -> Result<PlacedShape, StructureError> {
    result.map(|shape| shape.weaken_to_values())
}

/// Extents, an origin and a few regions near the shape.
fn drawn() -> impl Strategy<Value = (Vec<usize>, Vec<usize>, Vec<Part>)> {
    proptest::collection::vec((0..4_usize, 0..4_usize), 0..5).prop_flat_map(|modes| {
        let (extents, origin): (Vec<usize>, Vec<usize>) = modes.into_iter().unzip();
        let parts = proptest::collection::vec(near(extents.clone(), origin.clone()), 6);
        (Just(extents), Just(origin), parts)
    })
}

/// A region whose numbers are within the shape, or a little outside.
fn near(extents: Vec<usize>, origin: Vec<usize>) -> impl Strategy<Value = Part> {
    let ends = origin.iter().zip(&extents).map(|(origin, extent)| origin + extent);
    let begins: Vec<_> = ends
        .map(|end| (0..=end + 1, 0..=end + 1).prop_map(|(a, b)| (a.min(b), a.max(b))))
        .collect();
    let rank = extents.len();
    (begins, 0..=rank + 1, any::<bool>(), any::<bool>()).prop_map(
        move |(ranges, pins, is_box, tight)| {
            if is_box {
                // Half of the boxes lie within the shape.
                let within = |(mode, (a, b)): (usize, &(usize, usize))| {
                    let (begin, end) = (origin[mode], origin[mode] + extents[mode]);
                    if tight { (*a.clamp(&begin, &end), *b.clamp(&begin, &end)) } else { (*a, *b) }
                };
                let (first, last) = ranges.iter().enumerate().map(within).unzip();
                Part::Box(first, last)
            } else {
                let inner = ranges.iter().map(|range| range.0).chain([0]);
                Part::Pins(inner.take(pins).collect())
            }
        },
    )
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn shapes_of_run_time_rank_are_their_lists((extents, origin, parts) in drawn()) {
        let plain = Shape::from_list(&extents).unwrap();
        let moved = Shape::at(plain.extents().clone(), &origin).unwrap();
        check(&moved, &extents, &origin, &parts);
        check(&plain, &extents, &zeros(&extents), &parts);
        check(&PlacedShape::from(plain), &extents, &zeros(&extents), &parts);
    }

    #[test]
    fn typed_shapes_are_their_lists((extents, origin, parts) in drawn()) {
        macro_rules! check_as {
            ($($E:ty),*) => {$(
                if let Ok(typed) = <$E>::from_extents(&extents) {
                    check(&Shape::new(typed), &extents, &zeros(&extents), &parts);
                    check(&Shape::at(typed, &origin).unwrap(), &extents, &origin, &parts);
                }
            )*};
        }
        check_as!(
            DynExtents<0>, DynExtents<1>, DynExtents<2>, DynExtents<3>, DynExtents<4>,
            StaticExtents![], StaticExtents![dyn], StaticExtents![dyn, 3], StaticExtents![2, dyn],
            StaticExtents![dyn, 3, dyn], StaticExtents![dyn; 4]
        );
    }

    #[test]
    fn static_shapes_are_their_lists(
        origin in proptest::collection::vec(0..4_usize, 3),
        parts in proptest::collection::vec(near(vec![2, 3, 2], vec![0; 3]), 6),
    ) {
        check(&Shape::new(extents::extents![2, 3, 2]), &[2, 3, 2], &[0; 3], &parts);
        check(&Shape::at(extents::extents![2, 3, 2], &origin).unwrap(), &[2, 3, 2], &origin, &[]);
        check(&Shape::new(extents::extents![2, 0]), &[2, 0], &[0; 2], &[]);
    }

    #[test]
    fn typed_slices_are_those_of_values(
        origin in (0..5_usize, 0..5_usize),
        (first, last) in (0..10_usize, 0..10_usize),
        pin in 0..10_usize,
    ) {
        macro_rules! check_as {
            ($E:ty) => {{
                let extents = <$E>::from_extents(&[3, 4]).unwrap();
                let shape = Shape::at(extents, [origin.0, origin.1]).unwrap();
                let ends = [origin.0 + 3, origin.1 + 4];
                // A range.
                let typed = shape.slice_typed(slice![.., first..last]);
                let by_value = shape.slice(([origin.0, first], [ends[0], last]));
                prop_assert_eq!(values(typed), values(by_value));
                // An index, and the rest of the other mode.
                let typed = shape.slice_typed(slice![pin, first..]);
                let by_value = shape.slice(([pin, first], [pin + 1, ends[1].max(first)]));
                prop_assert_eq!(typed.is_ok(), by_value.is_ok());
                if let Ok(typed) = typed {
                    prop_assert_eq!(typed, by_value.unwrap());
                }
                // A chip.
                let typed = shape.chip_typed(slice![.., pin]);
                match shape.chip(([origin.0, pin], [ends[0], pin + 1])) {
                    Ok(by_value) => prop_assert_eq!(typed.unwrap(), by_value),
                    Err(_) => {
                        let (begin, end) = (origin.1, ends[1]);
                        let error = StructureError::IndexOutOfBounds {
                            mode: 1, row: 0, index: pin, begin, end
                        };
                        prop_assert_eq!(typed.unwrap_err(), error);
                    }
                }
                // Static numbers are absolute as well.
                let typed = shape.slice_typed(slice![.., 2..4]);
                let by_value = shape.slice(([origin.0, 2], [ends[0], 4]));
                prop_assert_eq!(values(typed), values(by_value));
            }};
        }
        check_as!(StaticExtents![3, 4]);
        check_as!(StaticExtents![3, dyn]);
        check_as!(DynExtents<2>);
    }

    #[test]
    fn composition_keeps_extents_and_origins(
        extents in [1..4_usize, 1..4, 1..4],
        origin in [0..3_usize, 0..3, 0..3],
        other in (1..4_usize, 0..3_usize),
    ) {
        let [e_i, e_j, e_k] = extents;
        let [o_i, o_j, o_k] = origin;
        let a = Shape::at(DynRankExtents::new(&[e_i, e_j]).unwrap(), [o_i, o_j]).unwrap();
        let b = Shape::at(DynExtents::new([other.0, e_k]).unwrap(), [other.1, o_k]).unwrap();
        let product = (a.labelled::<(i, j)>() * b.labelled::<(j, k)>()).to::<(k, i)>();
        let expected = if other.0 != e_j {
            let label = LabelName::new("j");
            Err(ShapeError::ExtentMismatch { place: Place::Label(label), expected: e_j, found: other.0 }.into())
        } else if other.1 != o_j {
            let label = LabelName::new("j");
            Err(StructureError::Mismatch { place: Place::Label(label), of: Compared::Origin, left: o_j, right: other.1 })
        } else {
            Ok(text(&[e_k, e_i], &[o_k, o_i]))
        };
        prop_assert_eq!(product.map(|shape| shape.to_string()), expected);

        let c = Shape::at(DynExtents::new([e_j, e_i]).unwrap(), [o_j, o_i]).unwrap();
        let sum = (a.labelled::<(i, j)>() + c.labelled::<(j, i)>()).to::<(i, j)>();
        prop_assert_eq!(sum.unwrap(), a);
    }

    #[test]
    fn texts_come_back((extents, origin, _) in drawn(), spaces in proptest::collection::vec(0..3_usize, 40)) {
        let shape = Shape::at(DynRankExtents::new(&extents).unwrap(), &origin).unwrap();
        let mut wide = String::new();
        for (k, part) in shape.to_string().chars().filter(|c| !c.is_whitespace()).enumerate() {
            // `at` is one word.
            let space = if part == 't' { 0 } else { spaces[k % spaces.len()] };
            wide.extend(std::iter::repeat_n([' ', '\n', '\u{2003}'][k % 3], space));
            wide.push(part);
        }
        prop_assert_eq!(wide.parse::<PlacedShape>().unwrap(), shape);
    }

    #[test]
    fn garbage_is_an_error_or_a_shape(text in "([\\[\\], atnul0-9]|null|\\[2, 3\\]| at ){0,12}|\\PC{0,20}") {
        if let Ok(shape) = text.parse::<PlacedShape>() {
            prop_assert_eq!(shape.to_string().parse::<PlacedShape>().unwrap(), shape);
        }
        if let Err(StructureError::Shape(ShapeError::Text { position, .. })) = text.parse::<Shape>() {
            prop_assert!(text.is_char_boundary(position));
        }
        let _ = text.parse::<PlacedShape<StaticExtents![2, dyn]>>();
        let _ = text.parse::<Shape<DynExtents<2>>>();
    }
}
