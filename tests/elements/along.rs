//! Views along a mode against the definition: the elements of a source listed by index.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a test says what is wrong by panicking"
)]

use extents::layout::{Canonical, ColMajor, Layout, RowMajor};
use extents::{
    Const, Dyn, DynExtents, Extents, ShapeError, StaticExtents, Tensor, View, ViewMut,
    error::{Bounded, Part, Place},
    extents, modes, slice,
};
use proptest::prelude::*;

/// The elements of a view in row-major order, by checked indices.
fn listed<E, L>(view: &View<'_, usize, E, L>) -> Vec<usize>
where
    E: Extents + for<'i> extents::generic::AddressedBy<&'i <E as Extents>::Index>,
    L: Layout<E>,
{
    view.extents().indices().map(|index| *view.get(&index).unwrap()).collect()
}

/// The entries of a view of `[a, b, c]`, whose layouts differ.
macro_rules! check_entries {
    ($view:expr) => {{
        let view = $view;
        let [a, b, c] = view.extents().extents();
        let at = |i: usize, j: usize, k: usize| (i * b + j) * c + k;
        for (i, entry) in view.along(Const::<0>).enumerate() {
            assert_eq!(entry.extents().extents(), [b, c]);
            let pairs = (0..b).flat_map(|j| (0..c).map(move |k| (j, k)));
            let expected: Vec<usize> = pairs.map(|(j, k)| at(i, j, k)).collect();
            assert_eq!(listed(&entry), expected);
        }
        for (j, entry) in view.along(Const::<1>).enumerate().rev() {
            let pairs = (0..a).flat_map(|i| (0..c).map(move |k| (i, k)));
            let expected: Vec<usize> = pairs.map(|(i, k)| at(i, j, k)).collect();
            assert_eq!(listed(&entry), expected);
        }
        assert_eq!((view.along(Const::<0>).len(), view.along(Const::<2>).len()), (a, c));
        assert_eq!(view.along(Const::<2>).count(), c);
    }};
}

proptest! {
    #[test]
    fn entries_lanes_and_chunks_are_those_of_the_definition(
        [a, b, c] in [0_usize..4, 0_usize..4, 0_usize..5],
        size in 1_usize..4,
        at in 0_usize..6,
    ) {
        let shape = DynExtents::new([a, b, c]).unwrap();
        let rows: Vec<usize> = (0..a * b * c).collect();
        let row_major = View::from_slice(shape, &rows).unwrap();
        check_entries!(&row_major);
        let columns = Tensor::from_fn(ColMajor.of(shape), |[i, j, k]| (i * b + j) * c + k).unwrap();
        check_entries!(columns.view());

        // Turned around along two modes, and two modes exchanged.
        let turned = row_major.permute(modes![1, 0, 2]).reverse(Const::<2>).reverse(Const::<0>);
        let [a, b] = [b, a];
        let at_index = |i: usize, j: usize, k: usize| ((j * a) + (a - 1 - i)) * c + (c - 1 - k);
        for [i, j, k] in turned.extents().indices() {
            prop_assert_eq!(turned[[i, j, k]], at_index(i, j, k));
        }
        let mut lanes = turned.lanes(Const::<1>);
        prop_assert_eq!(lanes.len(), a * c);
        for i in 0..a {
            for k in 0..c {
                let lane = lanes.next().unwrap();
                let expected: Vec<usize> = (0..b).map(|j| at_index(i, j, k)).collect();
                prop_assert_eq!(listed(&lane), expected);
            }
        }
        prop_assert!(lanes.next().is_none());
        let backwards: Vec<Vec<usize>> =
            turned.lanes(Const::<0>).rev().map(|lane| listed(&lane)).collect();
        let mut forwards: Vec<Vec<usize>> =
            turned.lanes(Const::<0>).map(|lane| listed(&lane)).collect();
        forwards.reverse();
        prop_assert_eq!(backwards, forwards);

        // By run-time numbers the parts are the same.
        let by_numbers: Vec<Vec<usize>> =
            turned.lanes(1).unwrap().map(|lane| listed(&lane)).collect();
        prop_assert_eq!(by_numbers, turned.lanes(Const::<1>).map(|lane| listed(&lane)).collect::<Vec<_>>());
        let by_numbers: Vec<Vec<usize>> =
            turned.along(2).unwrap().map(|entry| listed(&entry)).collect();
        prop_assert_eq!(by_numbers, turned.along(Const::<2>).map(|entry| listed(&entry)).collect::<Vec<_>>());
        prop_assert!(turned.lanes(3).is_err() && turned.along(3).is_err());
        prop_assert!(turned.chunks(3, size).is_err() && turned.split_at(3, 0).is_err());
        let by_numbers: Vec<Vec<usize>> =
            turned.chunks(2, size).unwrap().map(|chunk| listed(&chunk)).collect();
        prop_assert_eq!(by_numbers, turned.chunks(Const::<2>, size).unwrap().map(|chunk| listed(&chunk)).collect::<Vec<_>>());
        let by_numbers = turned.split_at(2, at).map(|(left, right)| (listed(&left), listed(&right)));
        let by_types = turned.split_at(Const::<2>, at).map(|(left, right)| (listed(&left), listed(&right)));
        prop_assert_eq!(by_numbers, by_types);

        let mut seen = 0;
        for chunk in turned.chunks(Const::<2>, size).unwrap() {
            let [x, y, entries] = chunk.extents().extents();
            prop_assert_eq!((x, y), (a, b));
            prop_assert!(entries > 0 && entries <= size);
            for [i, j, k] in chunk.extents().indices() {
                prop_assert_eq!(chunk[[i, j, k]], at_index(i, j, seen + k));
            }
            seen += entries;
        }
        prop_assert_eq!(seen, c);
        let firsts: Vec<usize> = turned.chunks(Const::<2>, size).unwrap().rev().map(|chunk| chunk.extents().extents()[2]).collect();
        let mut sizes: Vec<usize> = turned.chunks(Const::<2>, size).unwrap().map(|chunk| chunk.extents().extents()[2]).collect();
        sizes.reverse();
        prop_assert_eq!(firsts, sizes);

        match turned.split_at(Const::<2>, at) {
            Ok((left, right)) => {
                prop_assert!(at <= c);
                prop_assert_eq!(left.extents().extents(), [a, b, at]);
                for [i, j, k] in left.extents().indices() {
                    prop_assert_eq!(left[[i, j, k]], at_index(i, j, k));
                }
                for [i, j, k] in right.extents().indices() {
                    prop_assert_eq!(right[[i, j, k]], at_index(i, j, at + k));
                }
            }
            Err(error) => {
                prop_assert!(at > c);
                prop_assert_eq!(error.to_string(), format!("slice 0..{at} is out of bounds for mode 2 of extent {c}"));
            }
        }
    }

    #[test]
    fn mutable_parts_write_each_element_once(
        [a, b] in [0_usize..5, 0_usize..5],
        size in 1_usize..4,
        by_columns in any::<bool>(),
    ) {
        let mut data = vec![0_usize; a * b];
        let shape = DynExtents::new([a, b]).unwrap();
        let mut view = ViewMut::from_slice(shape, &mut data).unwrap();
        if by_columns {
            for (j, mut column) in view.along_mut(Const::<1>).enumerate() {
                for i in 0..a {
                    column[[i]] += 1 + i * b + j;
                }
            }
        } else {
            for (i, mut lane) in view.lanes_mut(Const::<1>).enumerate() {
                for j in 0..b {
                    lane[[j]] += 1 + i * b + j;
                }
            }
        }
        let expected: Vec<usize> = (1..=a * b).collect();
        prop_assert_eq!(&data, &expected);
        let mut view = ViewMut::from_slice(shape, &mut data).unwrap();
        // All parts at once: they share nothing.
        let mut parts: Vec<_> = view.chunks_mut(Const::<1>, size).unwrap().collect();
        for part in parts.iter_mut().rev() {
            part.fill(7);
        }
        prop_assert_eq!(&data, &vec![7; a * b]);
    }
}

#[test]
fn types_of_parts_keep_what_the_source_knows() {
    let data: Vec<usize> = (0..24).collect();
    let view = View::from_slice(extents![2, 3, 4], &data).unwrap();
    // The outer mode of a dense view leaves dense views.
    let entry: View<'_, usize, StaticExtents![3, 4], RowMajor> =
        view.along(Const::<0>).nth(1).unwrap();
    assert_eq!((size_of_val(&entry), entry[[2, 3]]), (size_of::<usize>(), 23));
    // The inner one leaves every fourth element.
    let column = view.along(Const::<2>).next_back().unwrap();
    assert_eq!(size_of_val(column.mapping()), 0);
    assert_eq!((column.mapping().strides(), column[[1, 2]]), ([12, 4], 23));
    let lane = view.lanes(Const::<1>).next().unwrap();
    assert_eq!((size_of_val(&lane), lane.mapping().strides()), (size_of::<usize>(), [4]));
    let chunk: View<'_, usize, StaticExtents![dyn, 3, 4], RowMajor> =
        view.chunks(Const::<0>, 1).unwrap().next().unwrap();
    assert_eq!(chunk.as_slice(), &data[..12]);
    let Ok(merged) = view.merge::<Const<12>, _>(Const::<1>);
    assert_eq!(merged.along(Const::<0>).map(|row| row[[0]]).collect::<Vec<_>>(), [0, 12]);
    assert_eq!(
        view.chunks(Const::<0>, 0).unwrap_err().to_string(),
        "mode 0 cannot be divided into parts of extent 0"
    );
    let Ok(row) = view.chip(slice![1, 2, ..]);
    assert_eq!(row.along(Const::<0>).map(|element| element[[]]).sum::<usize>(), 20 + 21 + 22 + 23);
}

/// Checks that chunks and halves whose extents are in the type are parts of `[2, 6, 3]` of definition `10 * (10 * i + j) + k`.
macro_rules! check_typed_parts {
    ($tensor:expr, $view:expr) => {{
        let tensor = $tensor;
        let view = $view(&tensor);
        let chunks = view.chunks(Const::<1>, Const::<2>).unwrap();
        assert_eq!(chunks.len(), 3);
        for (n, chunk) in chunks.enumerate() {
            assert_eq!(chunk.extents().extents(), [2, 2, 3]);
            let expected =
                [0, 1].map(|i| [0, 1].map(|j| [0, 1, 2].map(|k| 100 * i + 10 * (2 * n + j) + k)));
            assert_eq!(listed(&chunk), expected.as_flattened().as_flattened());
        }
        let mut chunks = view.chunks(Const::<1>, Const::<3>).unwrap();
        assert_eq!(chunks.next_back().map(|chunk| chunk[[1, 2, 1]]), Some(151));
        assert_eq!(chunks.next_back().map(|chunk| chunk[[0, 0, 0]]), Some(0));
        assert!(chunks.next_back().is_none());

        let (left, right) = view.split_at::<Const<4>, _, _>(Const::<1>, Const::<2>).unwrap();
        for i in 0..2 {
            for k in 0..3 {
                assert_eq!([0, 1].map(|j| left[[i, j, k]]), [0, 10].map(|j| 100 * i + j + k));
                let rest = [20, 30, 40, 50].map(|j| 100 * i + j + k);
                assert_eq!([0, 1, 2, 3].map(|j| right[[i, j, k]]), rest);
            }
        }
        // Everything on one side.
        let (none, all) = view.split_at::<Const<6>, _, _>(Const::<1>, Const::<0>).unwrap();
        assert_eq!((none.extents().size(), listed(&all)), (0, listed(&view)));
        let (all, none) = view.split_at::<Dyn, _, _>(Const::<1>, Const::<6>).unwrap();
        assert_eq!((none.extents().extents(), listed(&all)), ([2, 0, 3], listed(&view)));
    }};
}

#[test]
fn typed_chunks_and_halves_are_those_of_the_definition() {
    let at = |[i, j, k]: [usize; 3]| 100 * i + 10 * j + k;
    let shape = extents![2, 6, 3];
    check_typed_parts!(Tensor::from_fn(shape, at).unwrap(), |t| Tensor::view(t));
    check_typed_parts!(Tensor::from_fn(ColMajor.of(shape), at).unwrap(), |t| Tensor::view(t));
    let mixed = extents![2, dyn 6, 3].unwrap();
    check_typed_parts!(Tensor::from_fn(mixed, at).unwrap(), |t| Tensor::view(t));
    let numbers = DynExtents::new([2, 6, 3]).unwrap();
    check_typed_parts!(Tensor::from_fn(numbers, at).unwrap(), |t| Tensor::view(t));
    // Modes in another order, and one that goes backwards.
    let backwards = |[k, i, j]: [usize; 3]| at([i, 5 - j, k]);
    let tensor = Tensor::from_fn(extents![3, 2, 6], backwards).unwrap();
    check_typed_parts!(tensor, |t| Tensor::view(t).permute(modes![1, 2, 0]).reverse(Const::<1>));
}

#[test]
fn typed_chunks_and_halves_have_static_extents() {
    let data: Vec<usize> = (0..24).collect();
    let view = View::from_slice(extents![4, 6], &data).unwrap();
    // The outer mode of a dense view leaves dense views, of one word.
    let Ok(mut chunks) = view.chunks(Const::<0>, Const::<2>);
    let chunk: View<'_, usize, StaticExtents![2, 6], RowMajor> = chunks.nth(1).unwrap();
    assert_eq!((size_of_val(&chunk), chunk.as_slice()), (size_of::<usize>(), &data[12..]));
    // The inner one keeps the stride of the whole, in the type.
    let Ok(mut chunks) = view.chunks(Const::<1>, Const::<3>);
    let chunk: View<'_, usize, StaticExtents![4, 3], _> = chunks.next().unwrap();
    assert_eq!((size_of_val(&chunk), chunk.mapping().strides()), (size_of::<usize>(), [6, 1]));
    let Ok((left, right)) = view.split_at::<Const<3>, _, _>(Const::<0>, Const::<1>);
    let left: View<'_, usize, StaticExtents![1, 6], RowMajor> = left;
    let right: View<'_, usize, StaticExtents![3, 6], RowMajor> = right;
    assert_eq!((size_of_val(&left), size_of_val(&right)), (8, 8));
    let Ok((_, rest)) = view.split_at::<Dyn, _, _>(Const::<0>, Const::<1>);
    let _: View<'_, usize, StaticExtents![dyn, 6], RowMajor> = rest;

    // What one type does not know stays a value, and is checked.
    let mixed = View::from_slice(extents![dyn 4, 6].unwrap(), &data).unwrap();
    let Ok(mut chunks) = mixed.chunks(Const::<1>, Const::<2>);
    let _: View<'_, usize, StaticExtents![dyn, 2], _> = chunks.next().unwrap();
    let mut chunks = mixed.chunks(Const::<0>, Const::<2>).unwrap();
    let _: View<'_, usize, StaticExtents![2, 6], RowMajor> = chunks.next().unwrap();
    let error = mixed.chunks(Const::<0>, Const::<3>).unwrap_err();
    assert_eq!(error, ShapeError::PartMismatch { part: Part::Tile, mode: 0, size: 3, extent: 4 });
    let error = mixed.split_at::<Dyn, _, _>(Const::<0>, Const::<5>).unwrap_err();
    assert_eq!(error, ShapeError::SliceOutOfBounds { mode: 0, begin: 0, end: 5, extent: 4 });
    let error = mixed.split_at::<Const<2>, _, _>(Const::<0>, Const::<1>).unwrap_err();
    assert_eq!(error, ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 2, found: 3 });
}

#[test]
fn typed_chunks_of_nothing() {
    let empty: [usize; 0] = [];
    let view = View::from_slice(extents![dyn 0, 6].unwrap(), &empty).unwrap();
    let mut chunks = view.reverse(Const::<1>).chunks(Const::<0>, Const::<2>).unwrap();
    assert!(chunks.next().is_none() && chunks.next_back().is_none());
    let view = View::from_slice(extents![0, 6], &empty).unwrap();
    let Ok(chunks) = view.reverse(Const::<0>).chunks(Const::<0>, Const::<4>);
    assert_eq!(chunks.len(), 0);
    // Chunks without elements are chunks.
    let Ok(chunks) = view.reverse(Const::<1>).chunks(Const::<1>, Const::<2>);
    assert_eq!(chunks.map(|chunk| chunk.extents().extents()).collect::<Vec<_>>(), [[0, 2]; 3]);
}

#[test]
fn chunks_of_an_empty_mode_are_none_whatever_their_size() {
    // A chunk of this size would have more elements than memory.
    let empty: [usize; 0] = [];
    let view = View::from_slice(extents![0, dyn 1 << 40].unwrap(), &empty).unwrap();
    let Ok(chunks) = view.chunks(Const::<0>, Const::<{ 1 << 40 }>);
    assert_eq!(chunks.count(), 0);
    assert_eq!(view.chunks(Const::<0>, usize::MAX).unwrap().count(), 0);
    assert_eq!(view.chunks(0, usize::MAX).unwrap().count(), 0);
    let all = View::from_slice(extents![2, 3], &[0; 6]).unwrap();
    assert_eq!(
        all.chunks(1, usize::MAX).unwrap().map(|all| all.extents().size()).sum::<usize>(),
        6
    );
}

#[test]
fn parts_by_number_of_what_has_no_such_mode() {
    let null = Tensor::<i32>::null();
    assert_eq!(null.along(0).unwrap_err(), ShapeError::Null);
    assert_eq!(null.lanes(0).unwrap_err(), ShapeError::Null);
    assert_eq!(null.chunks(0, 1).unwrap_err(), ShapeError::Null);
    assert_eq!(null.split_at(0, 1).unwrap_err(), ShapeError::Null);
    let tensor = Tensor::full(extents![2, 3], 0).unwrap();
    let error = ShapeError::OutOfBounds { of: Bounded::Mode, number: 2, limit: 2 };
    assert_eq!(tensor.along(2).unwrap_err(), error);
    assert_eq!(tensor.lanes(2).unwrap_err(), error);
    assert_eq!(tensor.chunks(2, 1).unwrap_err(), error);
    assert_eq!(tensor.split_at(2, 1).unwrap_err(), error);
    assert_eq!(
        tensor.chunks(1, 0).unwrap_err(),
        ShapeError::ZeroSize { part: Part::Tile, mode: 1 }
    );
    assert_eq!(
        tensor.chunks(1, Const::<0>).unwrap_err(),
        ShapeError::ZeroSize { part: Part::Tile, mode: 1 }
    );
    let error = ShapeError::PartMismatch { part: Part::Tile, mode: 1, size: 2, extent: 3 };
    assert_eq!(tensor.chunks(1, Const::<2>).unwrap_err(), error);
    let error = ShapeError::SliceOutOfBounds { mode: 1, begin: 0, end: 4, extent: 3 };
    assert_eq!(tensor.split_at(1, 4).unwrap_err(), error);
    let error = ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 1, found: 2 };
    assert_eq!(tensor.split_at::<Const<1>, _, _>(1, Const::<1>).unwrap_err(), error);
}

#[test]
fn typed_mutable_parts_share_nothing() {
    let mut data = [0; 24];
    let mut view = ViewMut::from_slice(extents![4, 6], &mut data).unwrap();
    let Ok(chunks) = view.chunks_mut(Const::<1>, Const::<2>);
    // All at once.
    let mut chunks: Vec<_> = chunks.collect();
    for (n, chunk) in chunks.iter_mut().enumerate() {
        for [i, j] in chunk.extents().indices() {
            chunk[[i, j]] += 1 + 6 * i + 2 * n + j;
        }
    }
    let Ok((mut above, mut below)) = view.split_at_mut::<Const<3>, _, _>(Const::<0>, Const::<1>);
    core::mem::swap(&mut above[[0, 0]], &mut below[[2, 5]]);
    let mut expected: [usize; 24] = core::array::from_fn(|n| n + 1);
    expected.swap(0, 23);
    assert_eq!(data, expected);
}

#[test]
fn parts_go_where_their_elements_may_go() {
    fn is_send<T: Send>(_: &T) {}
    let mut data = [0; 6];
    let mut view = ViewMut::from_slice(extents![2, 3], &mut data).unwrap();
    is_send(&view.view().along(Const::<0>));
    is_send(&view.along_mut(Const::<0>));
    is_send(&view.lanes_mut(Const::<0>));
    is_send(&view.chunks_mut(Const::<0>, 1).unwrap());
}

#[test]
fn iterators_skip_parts_from_either_end() {
    macro_rules! check {
        ($($iterator:expr;)*) => {$(
            let all: Vec<Vec<usize>> = $iterator.unwrap().map(|part| listed(&part)).collect();
            for (n, m) in (0..6).flat_map(|n| (0..6).map(move |m| (n, m))) {
                let (mut parts, mut list) = ($iterator.unwrap(), all.iter().cloned());
                assert_eq!(parts.nth(n).map(|part| listed(&part)), list.nth(n), "{n} {m}");
                assert_eq!(parts.nth_back(m).map(|part| listed(&part)), list.nth_back(m), "{n} {m}");
                assert_eq!(parts.len(), list.len(), "{n} {m}");
                assert_eq!(parts.next_back().map(|part| listed(&part)), list.next_back(), "{n} {m}");
            }
        )*};
    }
    let data: Vec<usize> = (0..20).collect();
    let view = View::from_slice(extents![4, 5], &data).unwrap();
    // Chunks with a last one that is shorter, without, and that alone.
    check! { view.chunks(1, 2); view.chunks(0, 2); view.chunks(1, 9); view.along(1); view.lanes(0); }
}
