//! Elements that are put, added and looked up at indices in a tensor, each compared with its definition, index by index.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test says what is wrong by panicking"
)]

use super::models::{Model, Random, in_all_layouts, model, shapes};
use extents::error::{Bounded, Place};
use extents::layout::{Canonical, ColMajor};
use extents::{
    Const, DynExtents, DynRankExtents, Extents, InlineTensor, ShapeError, StaticExtents, Tensor,
    TensorOf, View, extents, slice,
};

/// A tensor of indices below `end`.
fn indices(random: &mut Random, extents: &[usize], end: usize) -> Tensor<usize, DynRankExtents> {
    let all = (0..extents.iter().product()).map(|_| random.below(end.max(1))).collect();
    Tensor::from_vec(DynRankExtents::new(extents).unwrap(), all).unwrap()
}

/// Every index of these extents in row-major order.
fn all_indices(extents: &[usize]) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    Model::of(extents, |index| {
        all.push(index.to_vec());
        0
    });
    all
}

/// An operation whose order shows.
fn mix(to: &mut i32, from: i32) {
    *to = to.wrapping_mul(3).wrapping_sub(from);
}

#[test]
fn elements_are_put_and_added_where_indices_say() {
    shapes(21, |random, of, mode| {
        let mut extents = of.extents.clone();
        extents[mode] = if of.extents[mode] == 0 { 0 } else { random.below(6) };
        let at = indices(random, &extents, of.extents[mode]);
        let source = Model::random(random, &extents);
        let (mut put, mut added, mut applied) = (of.clone(), of.clone(), of.clone());
        for index in all_indices(&extents) {
            let mut to = index.clone();
            to[mode] = *at.get(&index[..]).unwrap();
            let place = to.iter().zip(&of.extents).fold(0, |at, (i, extent)| at * extent + i);
            put.elements[place] = source.at(&index);
            added.elements[place] = added.elements[place].wrapping_add(source.at(&index));
            mix(&mut applied.elements[place], source.at(&index));
        }
        in_all_layouts(&source, |view| {
            let mut target = of.tensor();
            target.put_along(mode, &at, &view).unwrap();
            assert_eq!(model(&target), put);
            let mut target = of.tensor();
            target.add_along(mode, &at, &view).unwrap();
            assert_eq!(model(&target), added);
            // Into a target, and by indices, of other strides.
            let order: Vec<usize> = (0..extents.len()).rev().collect();
            let turned = at.permute(&order).unwrap().map(|at| *at).unwrap();
            let backwards = turned.permute(&order).unwrap();
            let turned = of.tensor().permute(&order).unwrap().map(|x| *x).unwrap();
            let mut target = turned.clone();
            let mut target = target.view_mut().permute(&order).unwrap();
            target.add_along(mode, &backwards, &view).unwrap();
            assert_eq!(target.view().iter().copied().collect::<Vec<_>>(), added.elements);
            let mut target = of.tensor();
            let others = view.map(|x| Some(*x)).unwrap();
            target.apply_along(mode, &at, &others, |to, from| mix(to, from.unwrap())).unwrap();
            assert_eq!(model(&target), applied);
        });
    });
}

#[test]
fn sums_at_one_place_are_taken_in_row_major_order() {
    // 2^24 + 1 is 2^24 in `f32`, so the order shows.
    let values = Tensor::from_vec(extents![3], vec![1.0_f32, 16_777_216.0, 1.0]).unwrap();
    let mut sums = InlineTensor::<f32, StaticExtents![1]>::inline_zeros();
    sums.add_along(Const::<0>, &Tensor::full(extents![3], 0).unwrap(), &values).unwrap();
    assert_eq!(sums.into_array(), [(1.0 + 16_777_216.0) + 1.0]);
    // From the end: strides are no order.
    let mut last = InlineTensor::<f32, StaticExtents![1]>::inline_zeros();
    let at = Tensor::full(extents![3], 0).unwrap();
    last.put_along(Const::<0>, &at, &values.reverse(Const::<0>)).unwrap();
    assert_eq!(last.into_array(), [1.0]);
    // NaN is added as any number is.
    let nan = Tensor::from_vec(extents![2], vec![f32::NAN, 1.0]).unwrap();
    let mut sums = InlineTensor::<f32, StaticExtents![2]>::inline_zeros();
    sums.add_along(Const::<0>, &Tensor::from_vec(extents![2], vec![1, 0]).unwrap(), &nan).unwrap();
    assert!(sums[[0]] == 1.0 && sums[[1]].is_nan());
}

#[test]
fn what_does_not_fit_changes_nothing() {
    let mut a = Tensor::from_vec(DynExtents::new([2, 3]).unwrap(), vec![1, 2, 3, 4, 5, 6]).unwrap();
    let before = a.clone();
    let at = |extents: [usize; 2], index| {
        Tensor::full(DynExtents::new(extents).unwrap(), index).unwrap()
    };
    let source = |extents: [usize; 2]| Tensor::full(DynExtents::new(extents).unwrap(), 9).unwrap();
    let mut wrong = at([2, 2], 0);
    wrong[[1, 0]] = 3;
    let error = ShapeError::EntryOutOfBounds { mode: 1, position: 2, index: 3, extent: 3 };
    assert_eq!(a.put_along(1, &wrong, &source([2, 2])), Err(error));
    assert_eq!(a.add_along(Const::<1>, &wrong, &source([2, 2])), Err(error));
    assert_eq!(a.apply_along(1, &wrong, &source([2, 2]), |_, _| panic!("is called")), Err(error));
    let joined = |operand, mode, expected, found| {
        Err(ShapeError::ExtentMismatch { place: Place::Joined { operand, mode }, expected, found })
    };
    assert_eq!(a.put_along(1, &at([3, 2], 0), &source([3, 2])), joined(1, 0, 2, 3));
    assert_eq!(a.put_along(1, &at([2, 2], 0), &source([2, 1])), joined(2, 1, 2, 1));
    let of = Bounded::Mode;
    let error = ShapeError::OutOfBounds { of, number: 2, limit: 2 };
    assert_eq!(a.add_along(2, &at([2, 2], 0), &source([2, 2])), Err(error));
    let null = Tensor::from_vec(DynRankExtents::null(), Vec::<usize>::new()).unwrap();
    assert_eq!(a.add_along(0, &null, &source([2, 2])), Err(ShapeError::Null));
    assert_eq!(a, before);
}

#[test]
fn entries_are_those_that_a_tensor_of_indices_names() {
    shapes(22, |random, of, mode| {
        for rank in 0..3 {
            let extents = random.extents(rank);
            let at = indices(random, &extents, of.extents[mode]);
            if of.extents[mode] == 0 && !at.is_empty() {
                assert!(of.tensor().take_by(mode, &at).is_err());
                continue;
            }
            let mut all = of.extents[..mode].to_vec();
            all.extend(&extents);
            all.extend(&of.extents[mode + 1..]);
            let expected = Model::of(&all, |index| {
                let mut from = index[..mode].to_vec();
                from.push(*at.get(&index[mode..mode + rank]).unwrap());
                from.extend(&index[mode + rank..]);
                of.at(&from)
            });
            in_all_layouts(of, |view| {
                assert_eq!(model(&view.take_by(mode, &at).unwrap()), expected);
            });
        }
    });
}

#[test]
fn entries_are_put_and_added_where_indices_say() {
    shapes(23, |random, of, mode| {
        for rank in 0..3 {
            let extents = random.extents(rank);
            let at = indices(random, &extents, of.extents[mode]);
            let mut all = of.extents[..mode].to_vec();
            all.extend(&extents);
            all.extend(&of.extents[mode + 1..]);
            let source = Model::random(random, &all);
            let (mut put, mut added, mut applied) = (of.clone(), of.clone(), of.clone());
            if of.extents[mode] == 0 && !at.is_empty() {
                let error = ShapeError::EntryOutOfBounds { mode, position: 0, index: 0, extent: 0 };
                assert_eq!(of.tensor().put_by(mode, &at, &source.tensor()), Err(error));
                continue;
            }
            for index in all_indices(&all) {
                let mut to = index[..mode].to_vec();
                to.push(*at.get(&index[mode..mode + rank]).unwrap());
                to.extend(&index[mode + rank..]);
                let place = to.iter().zip(&of.extents).fold(0, |at, (i, extent)| at * extent + i);
                put.elements[place] = source.at(&index);
                added.elements[place] = added.elements[place].wrapping_add(source.at(&index));
                mix(&mut applied.elements[place], source.at(&index));
            }
            in_all_layouts(&source, |view| {
                let mut target = of.tensor();
                target.put_by(mode, &at, &view).unwrap();
                assert_eq!(model(&target), put);
                // Into a target, and by indices, of other strides.
                let turned = at.permute(&(0..rank).rev().collect::<Vec<_>>()).unwrap();
                let turned = turned.map(|at| *at).unwrap();
                let backwards = turned.permute(&(0..rank).rev().collect::<Vec<_>>()).unwrap();
                let order: Vec<usize> = (0..of.extents.len()).rev().collect();
                let mut target = of.tensor().permute(&order).unwrap().map(|x| *x).unwrap();
                let mut target = target.view_mut().permute(&order).unwrap();
                target.add_by(mode, &backwards, &view).unwrap();
                assert_eq!(target.view().iter().copied().collect::<Vec<_>>(), added.elements);
                let mut target = of.tensor();
                let others = view.map(|x| Some(*x)).unwrap();
                target.apply_by(mode, &at, &others, |to, from| mix(to, from.unwrap())).unwrap();
                assert_eq!(model(&target), applied);
            });
        }
    });
}

#[test]
fn entries_that_do_not_fit_change_nothing() {
    let mut a = Tensor::from_vec(extents![dyn 2, 3].unwrap(), vec![1, 2, 3, 4, 5, 6]).unwrap();
    let before = a.clone();
    let full = |extents: &[usize]| Tensor::full(DynRankExtents::new(extents).unwrap(), 9).unwrap();
    let at = |list: &[usize]| {
        Tensor::from_vec(DynRankExtents::new(&[list.len()]).unwrap(), list.to_vec()).unwrap()
    };
    let error = ShapeError::EntryOutOfBounds { mode: 0, position: 1, index: 2, extent: 2 };
    assert_eq!(a.put_by(0, &at(&[0, 2]), &full(&[2, 3])), Err(error));
    assert_eq!(a.add_by(0, &at(&[0, 2]), &full(&[2, 3])), Err(error));
    assert_eq!(a.apply_by(0, &at(&[0, 2]), &full(&[2, 3]), |_, _| panic!("is called")), Err(error));
    let joined = |mode, expected, found| {
        let place = Place::Joined { operand: 2, mode };
        Err(ShapeError::ExtentMismatch { place, expected, found })
    };
    assert_eq!(a.put_by(0, &at(&[0]), &full(&[2, 3])), joined(0, 1, 2));
    assert_eq!(a.add_by(0, &at(&[0, 1]), &full(&[2, 2])), joined(1, 3, 2));
    let found = Err(ShapeError::RankMismatch { expected: 2, found: 3 });
    assert_eq!(a.add_by(1, &at(&[0, 1]), &full(&[2, 2, 1])), found);
    let of = Bounded::Mode;
    let error = ShapeError::OutOfBounds { of, number: 2, limit: 2 };
    assert_eq!(a.add_by(2, &at(&[0]), &full(&[2, 1])), Err(error));
    let null = Tensor::from_vec(DynRankExtents::null(), Vec::<usize>::new()).unwrap();
    assert_eq!(a.put_by(0, &null, &full(&[2, 3])), Err(ShapeError::Null));
    assert_eq!(a, before);
    // What is added twice is added in the order of the indices: 2^24 + 1 is 2^24 in `f32`.
    let mut sums = InlineTensor::<f32, StaticExtents![1, 1]>::inline_zeros();
    let values = Tensor::from_vec(extents![3, 1], vec![1.0_f32, 16_777_216.0, 1.0]).unwrap();
    sums.add_by(Const::<0>, &Tensor::full(extents![3], 0).unwrap(), &values).unwrap();
    assert_eq!(sums.into_array(), [[(1.0 + 16_777_216.0) + 1.0]]);
}

/// Integers as files have them number entries as `usize` does, and those that number none are named as they are.
#[test]
fn indices_are_integers_of_any_type() {
    macro_rules! check {
        ($($t:ident)*) => {$(
            let at = Tensor::from_vec([2, 2], vec![2_u8, 0, 1, 1]).unwrap().map(|&at| at as $t).unwrap();
            let a = Tensor::from_vec([2, 3], vec![1, 2, 3, 4, 5, 6]).unwrap();
            assert_eq!(a.take_along(1, &at).unwrap().as_slice(), [3, 1, 5, 5]);
            let mut taken = Tensor::full([2, 2], 0).unwrap();
            a.take_along_into(1, &at, &mut taken).unwrap();
            assert_eq!(taken.as_slice(), [3, 1, 5, 5]);
            let mut b = Tensor::full([2, 3], 0).unwrap();
            b.put_along(1, &at, &taken).unwrap();
            assert_eq!(b.as_slice(), [1, 0, 3, 0, 5, 0]);
            b.add_along(1, &at, &taken).unwrap();
            assert_eq!(b.as_slice(), [2, 0, 6, 0, 15, 0]);
            let entries = a.take_by(1, &at.chip(slice![0, ..]).unwrap()).unwrap();
            assert_eq!(entries.as_slice(), [3, 1, 6, 4]);
            b.put_by(1, &at.chip(slice![0, ..]).unwrap(), &entries).unwrap();
            assert_eq!(b.as_slice(), [1, 0, 3, 4, 15, 6]);
            b.add_by(1, &at.chip(slice![1, ..]).unwrap(), &entries).unwrap();
            assert_eq!(b.as_slice(), [1, 4, 3, 4, 25, 6]);
            let large = Tensor::full([1], $t::MAX).unwrap();
            let error = a.take_by(0, &large).unwrap_err();
            let index = $t::MAX as usize;
            assert_eq!(error, ShapeError::EntryOutOfBounds { mode: 0, position: 0, index, extent: 2 });
        )*};
    }
    check! { u8 i8 u16 i16 u32 i32 u64 i64 usize isize }
    macro_rules! refused {
        ($($t:ident)*) => {$(
            let a = Tensor::from_vec([2, 3], vec![1, 2, 3, 4, 5, 6]).unwrap();
            let at = Tensor::from_vec([2, 1], vec![1 as $t, -1]).unwrap();
            let error = |mode| ShapeError::NegativeEntry { mode, position: 1, index: -1 };
            assert_eq!(a.take_along(1, &at).unwrap_err(), error(1));
            assert_eq!(a.take_by(0, &at).unwrap_err(), error(0));
            // The mode comes first, and of wrong indices the first.
            assert_eq!(a.take_by(5, &at).unwrap_err().to_string(), "there is no mode 5 in a shape of rank 2");
            let far = Tensor::from_vec([2], vec![9 as $t, -1]).unwrap();
            let first = ShapeError::EntryOutOfBounds { mode: 0, position: 0, index: 9, extent: 2 };
            assert_eq!(a.take_by(0, &far).unwrap_err(), first);
            let (mut b, source) = (a.clone(), Tensor::full([2, 1], 9).unwrap());
            assert_eq!(b.put_along(1, &at, &source), Err(error(1)));
            assert_eq!(b.add_along(1, &at, &source), Err(error(1)));
            let entries = Tensor::full([2, 1, 3], 9).unwrap();
            assert_eq!(b.put_by(0, &at, &entries), Err(error(0)));
            assert_eq!(b.add_by(0, &at, &entries), Err(error(0)));
            assert_eq!(b, a);
        )*};
    }
    refused! { i8 i16 i32 i64 isize }
}

#[test]
fn indices_in_types_give_types() {
    let a =
        Tensor::from_fn(extents![2, dyn 3, 4].unwrap(), |[i, j, k]| 100 * i + 10 * j + k).unwrap();
    let at = Tensor::from_vec(ColMajor.of(extents![2, 2]), vec![2, 0, 1, 1]).unwrap();
    let b: TensorOf<StaticExtents![2, 2, 2, 4], usize> = a.take_by(Const::<1>, &at).unwrap();
    for [i, x, y, k] in b.extents().indices() {
        assert_eq!(b[[i, x, y, k]], 100 * i + 10 * [[2, 1], [0, 1]][x][y] + k);
    }
    // One index for all: a broadcast view; and of rank 0: the entry itself.
    let one = View::from_slice(extents![1], &[1]).unwrap();
    let Ok(many) = one.broadcast_to(extents![3]);
    let c: TensorOf<StaticExtents![3, 3, 4], usize> =
        a.take_by(Const::<0>, &many).unwrap().strengthen().unwrap();
    assert!(c.extents().indices().all(|[i, j, k]| c[[i, j, k]] == 100 + 10 * j + k));
    let scalar = Tensor::full(extents![], 2).unwrap();
    let d: TensorOf<StaticExtents![2, 4], usize> = a.take_by(Const::<1>, &scalar).unwrap();
    assert_eq!(d.as_slice(), [20, 21, 22, 23, 120, 121, 122, 123]);
    // By number, and of run-time extents.
    let e: Tensor<_, DynRankExtents> = a.take_by(1, &at).unwrap();
    assert_eq!(e, b);
    let error =
        a.take_by(Const::<2>, &Tensor::from_vec(extents![2], vec![0, 4]).unwrap()).unwrap_err();
    assert_eq!(error, ShapeError::EntryOutOfBounds { mode: 2, position: 1, index: 4, extent: 4 });
    let of = Bounded::Mode;
    assert_eq!(a.take_by(3, &at).unwrap_err(), ShapeError::OutOfBounds { of, number: 3, limit: 3 });
}
