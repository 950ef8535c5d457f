//! Jagged shapes against trees of slices, which list their indices by definition.

pub(crate) mod model;

use extents_shapes::error::Item;
use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use extents::{Extents, ShapeError, error::Bounded};
use extents_shapes::{JaggedShape, ShapeBase, StructureError};
use model::{Draw, Model, Pick, Zeros};
use proptest::prelude::*;

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn hash_of(shape: &JaggedShape) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(shape)
}

/// Everything that the shape tells of its indices.
fn check(model: &Model, shape: &JaggedShape) {
    let (all, from_zero) = (model.indices(true), model.indices(false));
    assert_eq!((shape.rank(), shape.size()), (model.rank(), all.len()));
    assert!(!shape.is_null());
    assert!(shape.indices().eq(all.iter().map(|index| index[..].into())));
    assert!(shape.indices_from_zero().eq(from_zero.iter().map(|index| index[..].into())));
    match model.rank() {
        0 => walk::<0>(&all, shape),
        1 => walk::<1>(&all, shape),
        2 => walk::<2>(&all, shape),
        3 => walk::<3>(&all, shape),
        4 => walk::<4>(&all, shape),
        _ => walk::<5>(&all, shape),
    }
    for (offset, index) in all.iter().enumerate() {
        assert_eq!(shape.offset(index), Ok(offset));
        assert_eq!(shape.index(offset).unwrap().as_ref(), index);
    }
    for every in [0, 1, 2, 7, 64, usize::MAX] {
        let sampled = shape.sampled(every).unwrap();
        for offset in (0..=all.len()).chain([usize::MAX]) {
            assert_eq!(sampled.index(offset), shape.index(offset));
        }
    }
    for offset in [all.len(), all.len() + 1, usize::MAX] {
        let size = all.len();
        assert_eq!(
            shape.index(offset),
            Err(StructureError::OutOfRange { of: Item::Element, number: offset, count: size })
        );
    }
    let rank = model.rank();
    if rank == 0 {
        return assert!(shape.rows().is_empty());
    }
    assert!(shape.rows().len() == model.first().0 && shape.rows().get(model.first().0).is_none());
    let sizes = model.slices().iter().map(|slice| slice.indices(true).len()).collect::<Vec<_>>();
    let ends = sizes.iter().scan(0, |end, size| {
        *end += size;
        Some(*end - size..*end)
    });
    assert!(shape.rows().iter().eq(ends.clone()));
    for (row, elements) in ends.enumerate() {
        assert_eq!(shape.rows().get(row), Some(elements));
    }
    if (0..rank - 1).all(|mode| model.rows(mode).iter().all(|row| row.0 > 0)) {
        let origin: Vec<usize> = (0..rank).map(|mode| model.rows(mode)[0].1).collect();
        assert_eq!(shape.origin().as_ref(), origin);
    }
}

/// All ways to walk over the indices.
fn walk<const R: usize>(all: &[Vec<usize>], shape: &JaggedShape) {
    let expected: Vec<[usize; R]> = all.iter().map(|i| i[..].try_into().unwrap()).collect();
    let indices = || shape.indices_of::<R>().unwrap();
    assert!(indices().eq(expected.iter().copied()));
    for taken in 0..=expected.len().min(20) {
        let mut rest = indices();
        for _ in 0..taken {
            rest.next();
        }
        assert_eq!(rest.size_hint(), (expected.len() - taken, Some(expected.len() - taken)));
        let mut folded = Vec::new();
        rest.clone().for_each(|index| folded.push(index));
        assert_eq!(folded, expected[taken..]);
        assert!(rest.eq(expected[taken..].iter().copied()));
    }
    let mut spent = indices();
    assert_eq!(spent.by_ref().count(), expected.len());
    assert_eq!((spent.next(), spent.next()), (None, None));
    for (offset, index) in expected.iter().enumerate() {
        assert_eq!(shape.index_of::<R>(offset), Ok(*index));
    }
    let found = R + 1;
    let wrong = ShapeError::RankMismatch { expected: R, found };
    assert_eq!(shape.offset(&vec![0; found]), Err(wrong.into()));
}

/// Coordinates next to those of the shape, and far from them.
fn check_outside(model: &Model, shape: &JaggedShape) {
    let all: HashSet<Vec<usize>> = model.indices(true).into_iter().collect();
    let mut near: Vec<Vec<usize>> = all.iter().take(60).cloned().collect();
    near.push(vec![0; model.rank()]);
    for index in near {
        for mode in 0..model.rank() {
            for change in [1, 2, 3, 0_usize.wrapping_sub(1), 0_usize.wrapping_sub(2), 1 << 63] {
                let mut index = index.clone();
                index[mode] = index[mode].wrapping_add(change);
                assert_eq!(shape.contains(&index), all.contains(&index));
                if all.contains(&index) {
                    continue;
                }
                let Err(StructureError::IndexOutOfBounds { mode, index: at, begin, end, .. }) =
                    shape.offset(&index)
                else {
                    panic!("{index:?} of {shape}")
                };
                let (extent, origin) = model.element(&index[..mode]).first();
                assert_eq!((at, begin, end), (index[mode], origin, origin + extent));
                assert!(at < begin || at >= end);
            }
        }
    }
}

/// Whether each mode has a row, so that its extents are no matter of spelling.
fn has_rows(model: &Model) -> bool {
    (0..model.rank()).all(|mode| !model.rows(mode).is_empty())
}

/// The shape of each prefix.
fn check_elements(model: &Model, shape: &JaggedShape, zeros: Zeros) {
    for length in 0..=model.rank() {
        let prefixes: HashSet<Vec<usize>> =
            model.indices(true).into_iter().map(|index| index[..length].to_vec()).collect();
        for prefix in prefixes.into_iter().take(20) {
            let (expected, found) = (model.element(&prefix), shape.element(&prefix).unwrap());
            assert!(found.indices().eq(expected.indices(true).iter().map(|i| i[..].into())));
            if zeros == Zeros::Last {
                assert_eq!(found, expected.build());
                assert_eq!(hash_of(&found), hash_of(&expected.build()));
            }
        }
    }
}

/// Random parts.
fn check_parts(model: &Model, shape: &JaggedShape, draw: &mut Draw) {
    let rank = model.rank();
    let (mut first, mut last) = (vec![0; rank], vec![0; rank]);
    for mode in 0..rank {
        let (extent, origin) =
            model.rows(mode).first().copied().unwrap_or_else(|| (draw.below(3), 0));
        first[mode] = origin.saturating_sub(draw.below(2) / (1 + draw.below(4)));
        first[mode] += draw.below(3) / 2 * draw.below(extent + 1);
        last[mode] = first[mode] + [extent, draw.below(extent + 2), 1][draw.below(3)];
    }
    let boxed: Vec<Pick> = (0..rank)
        .map(|mode| Pick {
            range: Some((first[mode], last[mode])),
            drop: last[mode] - first[mode] == 1,
        })
        .collect();
    let corners = (&first[..], &last[..]);
    let region = extents_shapes::Region::Box { first: corners.0, last: corners.1 };
    compare(model, &boxed, shape.slice(region), shape.chip(region), shape.clip(region));

    let pins = &first[..draw.below(rank + 1)];
    let pinned: Vec<Pick> = (0..rank)
        .map(|mode| Pick {
            range: pins.get(mode).map(|&pin| (pin, pin + 1)),
            drop: mode < pins.len(),
        })
        .collect();
    compare(model, &pinned, shape.slice(pins), shape.chip(pins), shape.clip(pins));
}

type Part = Result<JaggedShape, StructureError>;

fn compare(model: &Model, picks: &[Pick], slice: Part, chip: Part, clip: Part) {
    let kept: Vec<Pick> = picks.iter().map(|&pick| Pick { drop: false, ..pick }).collect();
    let inside: Vec<Vec<usize>> = model
        .indices(true)
        .into_iter()
        .filter(|index| {
            let mut each = index.iter().zip(picks);
            each.all(|(&i, pick)| pick.range.is_none_or(|(first, last)| first <= i && i < last))
        })
        .collect();
    let lists = |shape: &JaggedShape, expected: &[Vec<usize>]| {
        assert!(shape.indices().eq(expected.iter().map(|index| index[..].into())));
    };
    let clip = clip.unwrap();
    lists(&clip, &inside);
    assert_eq!(clip.rank(), model.rank());
    let (is_outside, may_be_outside) = model.leaves(picks);
    if is_outside {
        assert!(slice.is_err() && chip.is_err());
        return;
    }
    if may_be_outside && slice.is_err() {
        return;
    }
    let (slice, expected) = (slice.unwrap(), model.part(&kept));
    lists(&slice, &inside);
    if has_rows(&expected) && has_rows(model) && !may_be_outside {
        assert_eq!(slice, clip);
        assert_eq!(slice, expected.build());
        check(&expected, &slice);
    }
    if !picks.iter().any(|pick| pick.drop) {
        return assert_eq!(chip.unwrap_err(), ShapeError::NothingToChip.into());
    }
    let chip = chip.unwrap();
    let keep = |index: &Vec<usize>| {
        index.iter().zip(picks).filter(|(_, pick)| !pick.drop).map(|(&i, _)| i).collect()
    };
    lists(&chip, &inside.iter().map(keep).collect::<Vec<_>>());
    if has_rows(&expected) && has_rows(model) && !may_be_outside {
        assert_eq!(chip, model.part(picks).build());
    }
}

/// The same shape, in other ways.
fn spellings(model: &Model, draw: &mut Draw) -> Vec<JaggedShape> {
    let rank = model.rank();
    let mut all = vec![model.respelled(draw).build(), model.respelled(draw).build()];
    // In the midst of a larger one.
    let other = || draw.clone().model(rank, Zeros::Last).build();
    let slices = [other(), all[1].clone(), other()];
    let outer = JaggedShape::from_slices(&slices).unwrap();
    all.push(outer.chip([1]).unwrap());
    let larger: Vec<JaggedShape> = slices.iter().filter(|_| rank > 0).flat_map(parts_of).collect();
    if rank > 0 && !larger.is_empty() {
        let (count, origin) = model.first();
        let before = parts_of(&slices[0]).len();
        let joined = JaggedShape::from_slices_of_rank(rank - 1, &larger).unwrap();
        let (mut first, mut last) = (vec![0; rank], vec![usize::MAX; rank]);
        (first[0], last[0]) = (before, before + count);
        let rows = joined.clip((first, last)).unwrap();
        all.push(rows.with_origin(&[origin]).unwrap());
    }
    let lengths = |mode| model.rows(mode).into_iter().map(|row| row.0);
    let offsets = |mode| {
        let ends = lengths(mode).scan(0, |end, length| {
            *end += length;
            Some(*end)
        });
        std::iter::once(0).chain(ends).collect::<Vec<_>>()
    };
    if rank >= 2 && (0..rank).all(|mode| model.rows(mode).iter().all(|row| row.1 == 0)) {
        all.push(JaggedShape::from_offset_levels((1..rank).map(offsets)).unwrap());
        if rank == 2 {
            all.push(JaggedShape::from_lengths(lengths(1)).unwrap());
            all.push(JaggedShape::compact_from_lengths(lengths(1)).unwrap());
            all.push(JaggedShape::from_lengths_in(vec![7; 9], lengths(1)).unwrap());
            all.push(JaggedShape::from_offsets(offsets(1)).unwrap());
        }
    }
    all
}

fn parts_of(shape: &JaggedShape) -> Vec<JaggedShape> {
    let origin = shape.origin().as_ref()[0];
    (0..shape.rows().len()).map(|row| shape.element(&[origin + row]).unwrap()).collect()
}

proptest! {
    #![proptest_config(cases(1500))]

    /// What a shape tells is what its tree says.
    #[test]
    fn a_shape_is_its_indices(seed in any::<u64>(), rank in 0_usize..=5, any in any::<bool>()) {
        let mut draw = Draw(seed);
        let zeros = if any { Zeros::Any } else { Zeros::Last };
        let model = draw.model(rank, zeros);
        for shape in [model.build(), model.respelled(&mut draw).build()] {
            check(&model, &shape);
            check_outside(&model, &shape);
            check_elements(&model, &shape, zeros);
            check_parts(&model, &shape, &mut draw);
        }
    }

    /// Extents, padding and classes.
    #[test]
    fn summaries(seed in any::<u64>(), rank in 0_usize..=5, any in any::<bool>()) {
        let mut draw = Draw(seed);
        let model = draw.model(rank, if any { Zeros::Any } else { Zeros::Last });
        let (shape, canonical) = (model.build(), model.canonical());
        let extents = match &canonical {
            Model::Box(modes) => Some(modes.iter().map(|mode| mode.0).collect::<Vec<_>>()),
            Model::List { .. } => None,
        };
        prop_assert_eq!(shape.smooth_extents().map(|found| found.to_vec()), extents.clone());
        prop_assert_eq!(shape.is_smooth(), extents.is_some());
        let padded = shape.padded().unwrap();
        for (mode, largest) in model.largest().into_iter().enumerate() {
            let reached = model.rows(mode).into_iter().map(|row| row.0).max().unwrap_or(0);
            let found = padded.extent(mode).unwrap();
            prop_assert!((reached..=largest).contains(&found));
            prop_assert!(any || found == largest);
        }
        prop_assert_eq!(shape.padding().unwrap(), padded.size() - shape.size());
    }

    /// Two shapes are equal if their trees are, however each was spelled.
    #[test]
    fn equality_is_of_structure(seed in any::<u64>(), rank in 0_usize..=4) {
        let mut draw = Draw(seed);
        let model = draw.model(rank, Zeros::Last);
        let shape = model.build();
        for other in spellings(&model, &mut draw) {
            prop_assert_eq!(&shape, &other);
            prop_assert_eq!(hash_of(&shape), hash_of(&other));
            check(&model, &other);
            check_parts(&model, &other, &mut draw);
        }
        for changed in [model.changed(&mut draw), draw.model(rank, Zeros::Last)] {
            let is_equal = changed.canonical() == model.canonical();
            for other in spellings(&changed, &mut draw) {
                prop_assert_eq!(shape == other, is_equal, "{} and {}", shape, other);
                prop_assert!(!is_equal || hash_of(&shape) == hash_of(&other));
            }
        }
    }

    /// Two modes as one, and new origins.
    #[test]
    fn modes_change(seed in any::<u64>(), rank in 0_usize..=5, any in any::<bool>()) {
        let mut draw = Draw(seed);
        let model = draw.model(rank, if any { Zeros::Any } else { Zeros::Last });
        let shape = model.respelled(&mut draw).build();
        for mode in 0..=rank {
            if mode + 1 >= rank {
                let error = ShapeError::OutOfBounds { of: Bounded::Mode, number: mode + 1, limit: rank };
                prop_assert_eq!(shape.flatten(mode), Err(error.into()));
                continue;
            }
            let (flat, expected) = (shape.flatten(mode).unwrap(), model.flatten(mode));
            check(&expected, &flat);
            if !any {
                prop_assert_eq!(flat, expected.build());
            }
        }
        let origin: Vec<usize> = (0..draw.below(rank + 1)).map(|_| draw.below(4)).collect();
        let moved = shape.with_origin(&origin).unwrap();
        let shift = |index: &Vec<usize>, zero: &Vec<usize>| -> Vec<usize> {
            let mut index = index.clone();
            for (mode, &origin) in origin.iter().enumerate() {
                index[mode] = origin + zero[mode];
            }
            index
        };
        let (all, from_zero) = (model.indices(true), model.indices(false));
        let expected = all.iter().zip(&from_zero).map(|(index, zero)| shift(index, zero));
        prop_assert!(moved.indices().eq(expected.map(|index| index[..].into())));
        let mut set = shape.clone();
        set.set_origin(&origin).unwrap();
        prop_assert_eq!(set, moved);
    }
}
