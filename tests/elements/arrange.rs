//! Joined, stacked, padded, rolled, repeated, taken, put and swapped elements, each compared with its definition, index by
//! index.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test says what is wrong by panicking"
)]

use super::models::{Model, Random, in_all_layouts, model, shapes};
use extents::arrange::{Padding, concat, concat_into, stack, stack_into};
use extents::layout::{Canonical, ColMajor, Strided};
use extents::{Const, DynRankExtents, Mapping, ShapeError, Tensor, error::Bounded, extents, slice};

#[test]
fn concat_is_the_parts_after_each_other() {
    shapes(1, |random, first, mode| {
        let parts: Vec<Model> = (0..1 + random.below(3))
            .map(|n| {
                let mut extents = first.extents.clone();
                extents[mode] = random.below(4);
                if n == 0 { first.clone() } else { Model::random(random, &extents) }
            })
            .collect();
        let mut extents = first.extents.clone();
        extents[mode] = parts.iter().map(|part| part.extents[mode]).sum();
        let expected = Model::of(&extents, |index| {
            let mut index = index.to_vec();
            let mut at = 0;
            while index[mode] >= parts[at].extents[mode] {
                index[mode] -= parts[at].extents[mode];
                at += 1;
            }
            parts[at].at(&index)
        });
        let tensors: Vec<_> = parts.iter().map(Model::tensor).collect();
        assert_eq!(model(&concat(mode, &tensors).unwrap()), expected);
        in_all_layouts(first, |view| {
            let mut views = vec![view];
            let order: Vec<usize> = (0..first.extents.len()).collect();
            views.extend(tensors[1..].iter().map(|part| part.permute(&order).unwrap()));
            assert_eq!(model(&concat(mode, &views[..]).unwrap()), expected);
            let mut target = Model::of(&extents, |_| -9).tensor();
            concat_into(mode, &views[..], &mut target).unwrap();
            assert_eq!(model(&target), expected);
        });
    });
}

#[test]
fn stack_is_the_parts_as_entries() {
    shapes(2, |random, first, mode| {
        let mode = mode + random.below(2);
        let mut parts = vec![first.clone()];
        parts.extend((0..random.below(3)).map(|_| Model::random(random, &first.extents)));
        let mut extents = first.extents.clone();
        extents.insert(mode, parts.len());
        let expected = Model::of(&extents, |index| {
            let mut index = index.to_vec();
            let part = index.remove(mode);
            parts[part].at(&index)
        });
        let tensors: Vec<_> = parts.iter().map(Model::tensor).collect();
        assert_eq!(model(&stack(mode, &tensors).unwrap()), expected);
        in_all_layouts(first, |view| {
            let order: Vec<usize> = (0..first.extents.len()).collect();
            let mut views = vec![view];
            views.extend(tensors[1..].iter().map(|part| part.permute(&order).unwrap()));
            assert_eq!(model(&stack(mode, &views).unwrap()), expected);
            let mut target = Model::of(&extents, |_| -9).tensor();
            stack_into(mode, &views, &mut target).unwrap();
            assert_eq!(model(&target), expected);
        });
    });
    let (one, two) = (Tensor::full(extents![], 1).unwrap(), Tensor::full(extents![], 2).unwrap());
    assert_eq!(stack(Const::<0>, (&one, &two)).unwrap().as_slice(), [1, 2]);
}

/// The entry that stands at a place by the definition: a walk from the edge, one step at a time.
fn padded_entry(padding: &Padding<i32>, place: isize, extent: usize) -> Option<usize> {
    let end = extent as isize;
    let (mut at, mut step) = (0_isize, 1_isize);
    let there = place >= 0 && place < end;
    match padding {
        _ if there => Some(place as usize),
        Padding::Constant(_) => None,
        Padding::Edge => Some(if place < 0 { 0 } else { extent - 1 }),
        Padding::Wrap | Padding::Reflect | Padding::Symmetric => {
            // From entry 0 to the right or, mirrored, to the left.
            let towards = place.signum();
            for _ in 0..place.abs() {
                let ahead = at + step * if *padding == Padding::Wrap { towards } else { 1 };
                at = match padding {
                    Padding::Wrap => ahead.rem_euclid(end),
                    _ if (0..end).contains(&ahead) => ahead,
                    Padding::Symmetric => {
                        step = -step;
                        at
                    }
                    _ if end == 1 => 0,
                    _ => {
                        step = -step;
                        at + step
                    }
                };
            }
            // To the left a symmetric walk begins by standing still, which is one step later everywhere.
            if *padding == Padding::Symmetric && towards < 0 {
                return padded_entry(padding, -place - 1, extent);
            }
            Some(at as usize)
        }
    }
}

#[test]
fn pad_is_what_is_beyond_the_edge() {
    let paddings =
        [Padding::Constant(-1), Padding::Edge, Padding::Reflect, Padding::Symmetric, Padding::Wrap];
    shapes(3, |random, of, mode| {
        let padding = paddings[random.below(5)];
        let (before, after) = (random.below(8), random.below(8));
        let extent = of.extents[mode];
        let is_constant = padding == Padding::Constant(-1);
        in_all_layouts(of, |view| {
            let padded = view.pad(mode, (before, after), padding);
            if extent == 0 && !is_constant && before + after > 0 {
                let error = ShapeError::EntryOutOfBounds { mode, position: 0, index: 0, extent };
                assert_eq!(padded.unwrap_err(), error);
                return;
            }
            let expected = of.picked(mode, extent + before + after, |place| {
                padded_entry(&padding, place as isize - before as isize, extent)
            });
            assert_eq!(model(&padded.unwrap()), expected, "{padding:?} {before} {after}");
            let mut target = Model::of(&expected.extents, |_| -9).tensor();
            view.pad_into(mode, (before, after), padding, &mut target).unwrap();
            assert_eq!(model(&target), expected);
        });
    });
}

#[test]
fn roll_moves_entries_around_the_end() {
    shapes(4, |random, of, mode| {
        let shift = random.below(30) as isize - 15;
        let extent = of.extents[mode];
        let expected = of.picked(mode, extent, |place| {
            // Entry `n` comes to `n + shift`, around the end.
            (0..extent)
                .find(|n| (*n as isize + shift).rem_euclid(extent as isize) as usize == place)
        });
        in_all_layouts(of, |view| {
            assert_eq!(model(&view.roll(mode, shift).unwrap()), expected);
            let mut target = Model::of(&expected.extents, |_| -9).tensor();
            view.roll_into(mode, shift, &mut target).unwrap();
            assert_eq!(model(&target), expected);
        });
    });
    let a = Tensor::from_vec(extents![3], vec![0, 1, 2]).unwrap();
    assert_eq!(a.roll(0, isize::MIN).unwrap().as_slice(), {
        let by = isize::MIN.rem_euclid(3) as usize;
        let mut all = [0, 1, 2];
        all.rotate_right(by);
        all
    });
}

#[test]
fn repetitions_are_in_a_row_or_after_each_other() {
    shapes(5, |random, of, mode| {
        let times = random.below(8);
        let extent = of.extents[mode];
        let each = of.picked(mode, extent * times, |place| Some(place / times));
        let whole = of.picked(mode, extent * times, |place| Some(place % extent));
        in_all_layouts(of, |view| {
            assert_eq!(model(&view.repeat_each(mode, times).unwrap()), each);
            assert_eq!(model(&view.repeat_whole(mode, times).unwrap()), whole);
            let mut target = Model::of(&each.extents, |_| -9).tensor();
            view.repeat_each_into(mode, times, &mut target).unwrap();
            assert_eq!(model(&target), each);
            view.repeat_whole_into(mode, times, &mut target).unwrap();
            assert_eq!(model(&target), whole);
        });
    });
}

#[test]
fn taken_entries_are_those_at_the_indices() {
    shapes(6, |random, of, mode| {
        let extent = of.extents[mode];
        let indices: Vec<usize> = match extent {
            0 => Vec::new(),
            _ => (0..random.below(70)).map(|_| random.below(extent)).collect(),
        };
        let expected = of.picked(mode, indices.len(), |place| Some(indices[place]));
        in_all_layouts(of, |view| {
            assert_eq!(model(&view.take(mode, &indices).unwrap()), expected);
            let mut target = Model::of(&expected.extents, |_| -9).tensor();
            view.take_into(mode, &indices[..], &mut target).unwrap();
            assert_eq!(model(&target), expected);
        });
        let mut wrong = indices.clone();
        wrong.push(extent);
        let error = of.tensor().take(mode, &wrong).unwrap_err();
        let position = indices.len();
        assert_eq!(error, ShapeError::EntryOutOfBounds { mode, position, index: extent, extent });
    });
    // Entries that are long.
    let of = Model::random(&mut Random(7), &[3, 50]);
    let expected = of.picked(0, 4, |place| Some([2, 0, 0, 1][place]));
    assert_eq!(model(&of.tensor().take(0, [2, 0, 0, 1]).unwrap()), expected);
}

#[test]
fn elements_are_taken_along_a_mode() {
    shapes(8, |random, of, mode| {
        let mut extents = of.extents.clone();
        extents[mode] = if of.extents[mode] == 0 { 0 } else { random.below(5) };
        let all = of.extents[mode].max(1);
        let size = extents.iter().product();
        let indices: Vec<usize> = (0..size).map(|_| random.below(all)).collect();
        let at = Tensor::from_vec(DynRankExtents::new(&extents).unwrap(), indices).unwrap();
        let expected = Model::of(&extents, |index| {
            let mut from = index.to_vec();
            from[mode] = *at.get(index).unwrap();
            of.at(&from)
        });
        in_all_layouts(of, |view| {
            assert_eq!(model(&view.take_along(mode, &at).unwrap()), expected);
            let mut target = Model::of(&extents, |_| -9).tensor();
            view.take_along_into(mode, &at, &mut target).unwrap();
            assert_eq!(model(&target), expected);
        });
    });
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let at = Tensor::from_vec(extents![2, 2], vec![0, 1, 2, 3]).unwrap();
    let error = a.take_along(Const::<1>, &at).unwrap_err();
    assert_eq!(error.to_string(), "index 3 at position 3 is out of bounds for mode 1 of extent 3");
    // It is the target that differs, and no operand.
    let mut narrow = Tensor::full(extents![dyn 2, dyn 1].unwrap(), 0).unwrap();
    let error = a.take_along_into(1, &at, &mut narrow).unwrap_err();
    assert_eq!(error.to_string(), "mode 1 should have extent 2, but has 1");
}

#[test]
fn put_is_the_inverse_of_take() {
    shapes(9, |random, of, mode| {
        let extent = of.extents[mode];
        let count = if extent == 0 { 0 } else { random.below(6) };
        let indices: Vec<usize> = (0..count).map(|_| random.below(extent)).collect();
        let mut extents = of.extents.clone();
        extents[mode] = count;
        let source = Model::random(random, &extents);
        // The last of equal indices stays.
        let expected = Model::of(&of.extents, |index| {
            let mut from = index.to_vec();
            match indices.iter().rposition(|at| *at == index[mode]) {
                Some(last) => {
                    from[mode] = last;
                    source.at(&from)
                }
                None => of.at(index),
            }
        });
        in_all_layouts(&source, |view| {
            let mut target = of.tensor();
            target.put(mode, &indices, &view).unwrap();
            assert_eq!(model(&target), expected);
        });
    });
}

#[test]
fn swaps_move_elements() {
    shapes(10, |random, of, mode| {
        let extent = of.extents[mode];
        let mut target = of.tensor();
        target.reverse_in_place(mode).unwrap();
        assert_eq!(model(&target), of.picked(mode, extent, |place| Some(extent - 1 - place)));
        let mut other = Model::random(random, &of.extents).tensor();
        let was = model(&other);
        other.swap_with(&mut target).unwrap();
        assert_eq!(model(&target), was);
        other.reverse_in_place(mode).unwrap();
        assert_eq!(model(&other), *of);
        if extent > 0 {
            let (a, b) = (random.below(extent), random.below(extent));
            other.swap_entries(mode, a, b).unwrap();
            let swapped = |place| match place {
                _ if place == a => Some(b),
                _ if place == b => Some(a),
                _ => Some(place),
            };
            assert_eq!(model(&other), of.picked(mode, extent, swapped));
        }
        let error = other.swap_entries(mode, extent, 0).unwrap_err();
        assert_eq!(
            error,
            ShapeError::OutOfBounds { of: Bounded::Index { mode }, number: extent, limit: extent }
        );
    });
    // Views with strides of their own, and elements that are not `Clone`.
    struct Only(i32);
    let mut a = Tensor::from_fn(extents![3, 4], |[i, j]| Only((4 * i + j) as i32)).unwrap();
    let Ok(column) = a.view_mut().slice(slice![.., 1]);
    let mut column = column.transpose();
    column.reverse_in_place(Const::<1>).unwrap();
    column.swap([0, 0], [0, 0]).unwrap();
    column.swap([0, 0], [0, 1]).unwrap();
    assert!(column.swap([0, 0], [0, 3]).is_err());
    let all: Vec<i32> = a.iter().map(|only| only.0).collect();
    assert_eq!(all, [0, 5, 2, 3, 4, 9, 6, 7, 8, 1, 10, 11]);
    let mut b = Tensor::from_fn(ColMajor.of(extents![3, 4]), |_| Only(7)).unwrap();
    let Ok(()) = a.swap_with(&mut b);
    assert_eq!((a[[2, 1]].0, b[[2, 1]].0), (7, 1));
}

#[test]
fn targets_may_have_any_strides() {
    let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4]).unwrap();
    let mut wide = Tensor::full(extents![4, 6], 0).unwrap();
    let Ok(part) = wide.view_mut().slice(slice![.., 1..5; 2]);
    let mut part = part.reverse(Const::<0>);
    concat_into(Const::<0>, (&a, &a), &mut part).unwrap();
    let expected = Model::of(&[4, 6], |index| match (3 - index[0], index[1]) {
        (i, 1) => [1, 3, 1, 3][i],
        (i, 3) => [2, 4, 2, 4][i],
        _ => 0,
    });
    assert_eq!(wide.as_slice(), expected.elements);
    let mapping = Mapping::with_layout(extents![3], Strided::new([-1])).unwrap();
    let mut backwards = Tensor::full(mapping, 0).unwrap();
    let row = Tensor::from_vec(extents![3], vec![1, 2, 3]).unwrap();
    row.roll_into(Const::<0>, 0, &mut backwards.try_view_mut().unwrap()).unwrap();
    assert_eq!(backwards.as_slice(), [3, 2, 1]);
    // What the target lacks is no mode of the source that is not there.
    let square = Tensor::full(DynRankExtents::new(&[2, 3]).unwrap(), 1).unwrap();
    let mut row = Tensor::full(DynRankExtents::new(&[2]).unwrap(), 7).unwrap();
    let error = square.roll_into(1, 1, &mut row).unwrap_err();
    assert_eq!(error, ShapeError::RankMismatch { expected: 1, found: 2 });
    assert_eq!(row.as_slice(), [7, 7]);
}
