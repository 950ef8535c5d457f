//! Run-time numbers as arguments of the methods that also take types: what the types of the result keep, on views,
//! mutable views and tensors.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "small numbers, and a panic fails the test"
)]

use extents::layout::{RowMajor, Strided};
use extents::rearrange::{
    Broadcast, ByValue, Chip, Diagonal, DropMode, InsertMode, List, Merge, Permute, Rearrange,
    Reverse, Slice, Sliced, Split, Tiles, Transpose, Windows, WindowsAlong,
};
use extents::{
    Const, DynExtents, DynRankExtents, Extents, ShapeError, StaticExtents, Tensor, View, ViewMut,
    error::{Bounded, Place, Quantity},
    extents, modes, slice,
};

/// Element `[i, j, k]` is `100 i + 10 j + k`.
fn counted() -> Tensor<usize, StaticExtents![2, 3, 4]> {
    let place = |n: usize| 100 * (n / 12) + 10 * (n / 4 % 3) + n % 4;
    Tensor::from_vec(extents![2, 3, 4], (0..24).map(place).collect()).unwrap()
}

#[test]
fn an_array_keeps_the_rank_and_a_slice_of_numbers_does_not() {
    let tensor = counted();
    let array: View<'_, _, DynExtents<3>, _> = tensor.permute([2, 0, 1]).unwrap();
    let slice: View<'_, _, DynRankExtents, _> = tensor.permute(&[2, 0, 1][..]).unwrap();
    let vec: View<'_, _, DynRankExtents, _> = tensor.permute(&vec![2, 0, 1]).unwrap();
    assert_eq!(array.extents().extents(), [4, 2, 3]);
    for (i, j, k) in (0..24).map(|n| (n / 12, n / 4 % 3, n % 4)) {
        let element = 100 * i + 10 * j + k;
        assert_eq!(array[[k, i, j]], element);
        assert_eq!(slice[&[k, i, j][..]], element);
        assert_eq!(vec[&[k, i, j][..]], element);
    }

    let part: View<'_, _, DynExtents<3>, _> =
        tensor.slice([Slice::index(1), Slice::from(1..), Slice::from(..).step(3)]).unwrap();
    assert_eq!(part.extents().extents(), [1, 2, 2]);
    let elements: Vec<usize> = part.iter().copied().collect();
    assert_eq!(elements, [110, 113, 120, 123]);
    // A slice that begins at the end of a mode has no elements.
    let none = tensor.slice([Slice::from(..), Slice::from(3..), Slice::from(..)]).unwrap();
    assert_eq!((none.extents().extents(), none.iter().count()), ([2, 0, 4], 0));
}

#[test]
fn arrays_of_another_length_are_refused_with_both_numbers() {
    let tensor = counted();
    let error = ShapeError::RankMismatch { expected: 3, found: 2 };
    assert_eq!(tensor.permute([1, 0]).map(|_| ()), Err(error));
    assert_eq!(tensor.permute(&[1, 0][..]).map(|_| ()), Err(error));
    let error = ShapeError::CountMismatch { of: Quantity::SliceEntries, expected: 3, found: 1 };
    assert_eq!(tensor.slice([Slice::index(0)]).map(|_| ()), Err(error));
    assert_eq!(tensor.slice(&[Slice::index(0)][..]).map(|_| ()), Err(error));
    let error = ShapeError::Repeated { place: Place::Mode(1) };
    assert_eq!(tensor.permute([1, 1, 0]).map(|_| ()), Err(error));
    let null = View::<i32, _>::from_slice(DynRankExtents::null(), &[]).unwrap();
    assert_eq!(null.permute([]).map(|_| ()), Err(ShapeError::Null));
    assert_eq!(null.slice::<[Slice; 0]>([]).map(|_| ()), Err(ShapeError::Null));
    assert_eq!(null.transpose().map(|_| ()), Err(ShapeError::Null));
}

#[test]
fn a_mode_reversed_by_number_leaves_the_extents_as_they_are() {
    type Reversed<'a> = View<'a, usize, StaticExtents![2, 3, 4], Strided<[isize; 3]>>;
    let tensor = counted();
    let reversed: Reversed<'_> = tensor.reverse(1).unwrap();
    assert_eq!(reversed.strides(), [12, -4, 1]);
    assert_eq!(reversed[[1, 0, 3]], 123);
    let again = reversed.reverse(2).unwrap().reverse(1).unwrap();
    assert_eq!((again[[1, 2, 0]], again[[0, 0, 3]]), (123, 0));
    let of_any_rank = tensor.view().weaken::<DynRankExtents>();
    assert_eq!(of_any_rank.reverse(1).unwrap()[&[1, 0, 3][..]], 123);
    let error = ShapeError::OutOfBounds { of: Bounded::Mode, number: 3, limit: 3 };
    assert_eq!(tensor.reverse(3).map(|_| ()), Err(error));
    let null = View::<i32, _>::from_slice(DynRankExtents::null(), &[]).unwrap();
    assert_eq!(null.reverse(0).map(|_| ()), Err(ShapeError::Null));
    // Nothing to begin with: the part lies anywhere within the memory that there is.
    let none = Tensor::<u8, _>::from_vec(extents![0, 3], Vec::new()).unwrap();
    assert!(none.reverse(0).unwrap().iter().next().is_none());
}

#[test]
fn views_of_a_tensor_and_of_its_view_are_the_same() {
    let tensor = counted();
    let view = tensor.view();
    assert_eq!(tensor.transpose(), view.transpose());
    assert_eq!(tensor.transpose()[[3, 2, 1]], 123);
    assert_eq!(tensor.permute(modes![1, 0, 2])[[2, 1, 3]], 123);
    assert_eq!(tensor.reverse(Const::<2>)[[1, 2, 0]], 123);
    assert_eq!(tensor.reverse(2).unwrap()[[1, 2, 0]], 123);
    assert_eq!(tensor.insert_mode(1).unwrap()[&[1, 0, 2, 3][..]], 123);
    assert_eq!(tensor.windows([1, 1, 2]).unwrap()[&[1, 2, 2, 0, 0, 1][..]], 123);
    let Ok(plane) = tensor.chip(slice![1, .., ..]);
    assert_eq!(plane[[2, 3]], 123);
    // A part of a part lives as long as the elements.
    let row = {
        let Ok(plane) = view.chip(slice![1, .., ..]);
        let Ok(row) = plane.chip(slice![2, ..]);
        row
    };
    assert_eq!(row.as_slice(), [120, 121, 122, 123]);
}

#[test]
fn mutable_views_take_every_operation_that_reaches_an_element_once() {
    let mut tensor = counted();
    let view: ViewMut<'_, _, StaticExtents![2, 3, 4]> = tensor.view_mut();
    let Ok(turned) = view.rearrange(Transpose);
    let mut turned =
        turned.rearrange(ByValue(Transpose)).unwrap().permute([0, 2, 1].listed().0).unwrap();
    turned[[1, 3, 2]] = 7;
    assert_eq!(tensor[[1, 2, 3]], 7);
}

/// By definition: entries of a broadcast are one element, windows overlap, and all else has a different element at each
/// index. Mutable views believe it.
#[test]
fn only_broadcasts_and_windows_reach_an_element_twice() {
    macro_rules! keeps_unique {
        ($($operation:ty),* $(,)?) => {
            [$(<$operation as Rearrange<StaticExtents![1, 4], RowMajor>>::KEEPS_UNIQUE),*]
        };
    }
    type Pair = ByValue<[usize; 2]>;
    type Whole = StaticExtents![1, 2];
    let twice = keeps_unique![
        Broadcast<usize, usize>,
        Broadcast<Const<0>, Const<3>>,
        Windows<(), Pair>,
        Windows<StaticExtents![1, 3], Whole>,
        WindowsAlong<(), usize, usize>,
        WindowsAlong<Const<3>, Const<1>, Const<2>>,
    ];
    assert_eq!(twice, [false; 6]);
    let once = keeps_unique![
        Sliced<ByValue<[Slice; 2]>>,
        Chip<ByValue<[Slice; 2]>>,
        Permute<Pair>,
        ByValue<Transpose>,
        Reverse<usize>,
        Split<usize, Pair>,
        Merge<(), usize>,
        InsertMode<usize>,
        DropMode<usize>,
        Diagonal<usize, usize>,
        Tiles<(), Pair>,
        Transpose,
        Reverse<Const<1>>,
        Split<Const<1>, StaticExtents![2, 2]>,
        Merge<Const<4>, Const<0>>,
        InsertMode<Const<1>>,
        DropMode<Const<0>>,
        Tiles<StaticExtents![1, 2], Whole>,
    ];
    assert_eq!(once, [true; 18]);
}

/// Parts of a mode that is a number have extents of their rank, in the type.
#[test]
fn chunks_halves_and_lanes_by_number_keep_their_rank() {
    let tensor = counted();
    let backwards = tensor.reverse(2).unwrap();
    type Opened = StaticExtents![dyn, dyn, dyn];
    let chunks: Vec<View<'_, _, Opened, _>> = backwards.chunks(2, 2).unwrap().collect();
    assert_eq!(chunks.len(), 2);
    assert_eq!(chunks[1].extents().extents(), [2, 3, 2]);
    assert_eq!(
        (chunks[0][[1, 2, 0]], chunks[1][[1, 2, 1]]),
        (tensor[[1, 2, 3]], tensor[[1, 2, 0]])
    );
    let run_time = backwards.strengthen::<DynExtents<3>>().unwrap();
    let (first, rest): (View<'_, _, DynExtents<3>, _>, View<'_, _, DynExtents<3>, _>) =
        run_time.split_at(1, 1).unwrap();
    assert_eq!((first.extents().extents(), rest.extents().extents()), ([2, 1, 4], [2, 2, 4]));
    assert_eq!((first[[1, 0, 0]], rest[[1, 1, 3]]), (tensor[[1, 0, 3]], tensor[[1, 2, 0]]));
    let lanes: Vec<View<'_, _, DynExtents<1>, _>> = run_time.lanes(1).unwrap().collect();
    assert_eq!(
        (lanes.len(), lanes[4].extents().extents(), lanes[4][[2]]),
        (8, [3], tensor[[1, 2, 3]])
    );
    assert!(run_time.chunks(3, 1).is_err() && run_time.lanes(3).is_err());
}
