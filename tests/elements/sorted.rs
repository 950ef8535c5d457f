//! Elements in order along a mode, by definition: the place of an element is the number of those which come before it.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use std::cmp::Ordering;

use crate::oracle::strided;
use extents::error::Bounded;
use extents::layout::Strided;
use extents::{
    Const, DynExtents, DynRankExtents, Mapping, ModeArray, ShapeError, StaticExtents, Tensor, View,
    ViewMut, extents,
};
use proptest::prelude::*;

/// For each index in row-major order, the number of the entry along the mode that comes there.
fn places<T>(
    extents: &[usize],
    mode: usize,
    all: &[T],
    compare: impl Fn(&T, &T) -> Ordering,
) -> Vec<usize> {
    let step: usize = extents[mode + 1..].iter().product();
    let mut numbers = vec![usize::MAX; all.len()];
    for at in 0..all.len() {
        let entry = at / step % extents[mode];
        let first = at - entry * step;
        let is_before = |other: usize| match compare(&all[first + other * step], &all[at]) {
            Ordering::Less => true,
            Ordering::Equal => other < entry,
            Ordering::Greater => false,
        };
        let place = (0..extents[mode]).filter(|other| is_before(*other)).count();
        numbers[first + place * step] = entry;
    }
    numbers
}

/// Of such numbers the first ones along the mode.
fn first(extents: &[usize], mode: usize, numbers: &[usize], count: usize) -> Vec<usize> {
    let step: usize = extents[mode + 1..].iter().product();
    let is_first = |at: &usize| at / step % extents[mode] < count;
    (0..numbers.len()).filter(is_first).map(|at| numbers[at]).collect()
}

/// The elements in the order of such numbers.
fn taken<T: Clone>(extents: &[usize], mode: usize, all: &[T], numbers: &[usize]) -> Vec<T> {
    let step: usize = extents[mode + 1..].iter().product();
    let first = |at: usize| at - at / step % extents[mode] * step;
    numbers.iter().enumerate().map(|(at, number)| all[first(at) + number * step].clone()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn orders_agree_with_the_definition(
        (extents, strides) in strided::extents().prop_flat_map(|extents| {
            (Just(extents.clone()), strided::unique_strides(extents))
        }),
    ) {
        let offsets = strided::offsets(&extents, &strides);
        // Few keys, so that many are equal, and a number that tells them apart.
        let data: Vec<(usize, usize)> =
            (0..strided::span(&extents, &strides)).map(|n| (n * 7 % 11 / 3, n)).collect();
        let all: Vec<(usize, usize)> = offsets.iter().map(|offset| data[*offset]).collect();
        let layout = Strided::new(ModeArray::from(strides.as_slice()));
        let open = Mapping::with_layout(DynRankExtents::new(&extents).unwrap(), layout).unwrap();
        let by_key = |a: &(usize, usize), b: &(usize, usize)| a.0.cmp(&b.0);
        for mode in 0..extents.len() {
            let numbers = places(&extents, mode, &all, by_key);
            let view = View::from_slice(open.clone(), &data).unwrap();
            prop_assert_eq!(view.argsort_by(mode, by_key).unwrap().into_storage(), numbers.clone());
            // In place, where the elements between stay.
            let mut memory = data.clone();
            ViewMut::from_slice(open.clone(), &mut memory).unwrap().sort_by(mode, by_key).unwrap();
            let mut wanted = data.clone();
            for (offset, element) in offsets.iter().zip(taken(&extents, mode, &all, &numbers)) {
                wanted[*offset] = element;
            }
            prop_assert_eq!(&memory, &wanted);
            // All are different now.
            let numbers = places(&extents, mode, &all, Ord::cmp);
            prop_assert_eq!(view.argsort(mode).unwrap().into_storage(), numbers.clone());
            let from_the_end = places(&extents, mode, &all, |a, b| b.cmp(a));
            for count in 0..=extents[mode] {
                let smallest = view.arg_smallest(mode, count).unwrap().into_storage();
                prop_assert_eq!(smallest, first(&extents, mode, &numbers, count));
                let largest = view.arg_largest(mode, count).unwrap().into_storage();
                prop_assert_eq!(largest, first(&extents, mode, &from_the_end, count));
            }
            let mut memory = data.clone();
            ViewMut::from_slice(open.clone(), &mut memory).unwrap().sort(mode).unwrap();
            for (offset, element) in offsets.iter().zip(taken(&extents, mode, &all, &numbers)) {
                wanted[*offset] = element;
            }
            prop_assert_eq!(memory, wanted);
        }
    }
}

#[test]
fn lanes_of_any_length_are_sorted() {
    for count in (0..40).chain([63, 64, 65, 1000]) {
        let data: Vec<usize> = (0..count).map(|n| n * 7919 % 101).collect();
        let mut a = Tensor::from_vec(extents![dyn count].unwrap(), data.clone()).unwrap();
        assert_eq!(a.argsort(0).unwrap().as_slice(), places(&[count], 0, &data, Ord::cmp));
        a.sort(Const::<0>).unwrap();
        assert!(a.as_slice().is_sorted());
        let mut sorted = data;
        sorted.sort_unstable();
        assert_eq!(a.as_slice(), sorted);
    }
}

#[test]
fn typed_modes_keep_the_extents() {
    let data: Vec<i64> = (0..24).map(|n| n * 7 % 11 - 4).collect();
    let a = Tensor::from_vec(extents![2, 3, 4], data.clone()).unwrap();
    let of = |mode| places(&[2, 3, 4], mode, &data, Ord::cmp);
    let first: Tensor<usize, StaticExtents![2, 3, 4]> = a.argsort(Const::<0>).unwrap();
    assert_eq!(first.as_slice(), of(0));
    assert_eq!(a.argsort(Const::<1>).unwrap().as_slice(), of(1));
    assert_eq!(a.view().argsort(Const::<2>).unwrap().as_slice(), of(2));
    let mut ranked = Tensor::from_vec(DynExtents::new([2, 3, 4]).unwrap(), data.clone()).unwrap();
    assert_eq!(ranked.view_mut().argsort(Const::<1>).unwrap().as_slice(), of(1));
    ranked.sort(Const::<1>).unwrap();
    assert_eq!(ranked.as_slice(), taken(&[2, 3, 4], 1, &data, &of(1)));
    // The elements of these numbers are those in order.
    assert_eq!(
        a.take_along(Const::<1>, &a.argsort(Const::<1>).unwrap()).unwrap().as_slice(),
        ranked.as_slice()
    );
}

/// As NumPy sorts them (`numpy.sort`, "The sort order for floating point numbers").
#[test]
fn nan_is_last_and_zeros_stay_in_their_order() {
    let numbers = [f64::NAN, 0.0, f64::INFINITY, -0.0, -1.0, f64::NAN, f64::NEG_INFINITY, 0.0];
    let mut a = Tensor::from_vec(extents![8], numbers.to_vec()).unwrap();
    assert_eq!(a.argsort(Const::<0>).unwrap().as_slice(), [6, 4, 1, 3, 7, 2, 0, 5]);
    a.sort(Const::<0>).unwrap();
    let bits = |numbers: &[f64]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<_>>();
    let sorted = [f64::NEG_INFINITY, -1.0, 0.0, -0.0, 0.0, f64::INFINITY, f64::NAN, f64::NAN];
    assert_eq!(bits(a.as_slice()), bits(&sorted));
}

/// What holds NaN is last too, though it can be compared with some of the others: the order would go round in a circle.
#[test]
fn what_holds_nan_is_last() {
    let pairs = |n: i32| match n % 3 {
        0 => (f64::from(n), f64::NAN),
        1 => (f64::from(n % 7), f64::from(n)),
        _ => (f64::NAN, f64::from(n)),
    };
    let mut a = Tensor::from_fn(extents![90], |[n]| pairs(n as i32)).unwrap();
    let numbers = a.argsort(Const::<0>).unwrap();
    let mut numbered: Vec<usize> = (0..90).filter(|n| n % 3 == 1).collect();
    numbered.sort_by_key(|n| (n % 7, *n));
    numbered.extend((0..90).filter(|n| n % 3 != 1));
    assert_eq!(numbers.as_slice(), numbered);
    a.sort(Const::<0>).unwrap();
    let bits = |(x, y): (f64, f64)| (x.to_bits(), y.to_bits());
    let sorted: Vec<_> = numbered.iter().map(|n| bits(pairs(*n as i32))).collect();
    assert_eq!(a.iter().copied().map(bits).collect::<Vec<_>>(), sorted);
    let options = [Some(f64::NAN), None, Some(2.0), Some(-1.0)];
    let options = Tensor::from_vec(extents![4], options.to_vec()).unwrap();
    assert_eq!(options.argsort(Const::<0>).unwrap().as_slice(), [1, 3, 2, 0]);
}

/// As `torch.topk` finds them: NaN is the largest. Equal elements are in their order.
#[test]
fn the_first_of_many() {
    let data: Vec<f64> = (0..1000).map(|n| f64::from(n * 7919 % 101)).collect();
    let mut a = Tensor::from_vec(extents![1000], data.clone()).unwrap();
    for count in [0, 1, 2, 99, 999, 1000] {
        let mut all: Vec<usize> = (0..1000).collect();
        all.sort_by(|a, b| data[*b].total_cmp(&data[*a]));
        assert_eq!(a.arg_largest(0, count).unwrap().as_slice(), &all[..count]);
        all.sort_by(|a, b| data[*a].total_cmp(&data[*b]).then(a.cmp(b)));
        assert_eq!(a.arg_smallest(0, count).unwrap().as_slice(), &all[..count]);
    }
    a[[30]] = f64::NAN;
    a[[20]] = f64::NAN;
    a[[40]] = f64::INFINITY;
    a[[50]] = f64::NEG_INFINITY;
    let largest: Tensor<usize, StaticExtents![3]> = a.arg_largest(Const::<0>, Const::<3>).unwrap();
    assert_eq!(largest.as_slice(), [20, 30, 40]);
    let smallest = a.arg_smallest(Const::<0>, 1000).unwrap();
    assert_eq!((smallest[[0]], smallest[[998]], smallest[[999]]), (50, 20, 30));
}

#[test]
fn more_than_there_are_and_modes_that_are_not_there() {
    let a = Tensor::from_vec(DynExtents::new([2, 3]).unwrap(), vec![1; 6]).unwrap();
    let error = ShapeError::OutOfBounds { of: Bounded::Entries { mode: 1 }, number: 4, limit: 3 };
    assert_eq!(error.to_string(), "there are no 4 entries in mode 1 of extent 3");
    assert_eq!(a.arg_largest(1, 4).unwrap_err(), error);
    assert_eq!(a.arg_smallest(Const::<1>, Const::<4>).unwrap_err(), error);
    let error = ShapeError::OutOfBounds { of: Bounded::Mode, number: 2, limit: 2 };
    assert_eq!(a.arg_largest(2, 0).unwrap_err(), error);
    let null = View::<i32, _>::from_slice(DynRankExtents::null(), &[]).unwrap();
    assert_eq!(null.arg_smallest(0, 0).unwrap_err(), ShapeError::Null);
    let none = Tensor::<u8, _>::from_vec(extents![0, 3], Vec::new()).unwrap();
    assert!(none.arg_largest(Const::<1>, 2).unwrap().is_empty());
    assert!(none.arg_largest(0, 0).unwrap().is_empty());
    // Many lanes without elements, of which nothing is asked.
    let most = 1 << 40;
    let many = Tensor::<u8, _>::from_vec(DynExtents::new([most, 0]).unwrap(), Vec::new()).unwrap();
    let extents = DynRankExtents::new(&[most, 0]).unwrap();
    assert_eq!(many.arg_largest(1, 0).unwrap().extents(), &extents);
    let one = View::from_slice(extents![1], &[7]).unwrap();
    let all = one.broadcast_to([most, most >> 20]).unwrap();
    assert!(all.arg_largest(0, 0).unwrap().is_empty());
}

#[test]
fn elements_that_are_not_copied_move() {
    let words = ["pear", "fig", "apple", "plum", "date", "kiwi"].map(String::from);
    let mut a = Tensor::from_vec(extents![2, 3], words.to_vec()).unwrap();
    a.sort(Const::<1>).unwrap();
    assert_eq!(a.as_slice(), ["apple", "fig", "pear", "date", "kiwi", "plum"]);
    let mut columns = a.view_mut().transpose();
    columns.sort_by(Const::<1>, |a, b| b.cmp(a)).unwrap();
    assert_eq!(a.as_slice(), ["date", "kiwi", "plum", "apple", "fig", "pear"]);
}

#[test]
fn modes_that_are_not_there_and_too_many_numbers_are_errors() {
    let mut a = Tensor::from_vec(extents![2, 3], vec![1; 6]).unwrap();
    let error = ShapeError::OutOfBounds { of: Bounded::Mode, number: 2, limit: 2 };
    assert_eq!(a.argsort(2).unwrap_err(), error);
    assert_eq!(a.sort(2), Err(error));
    let null = View::<i32, _>::from_slice(DynRankExtents::null(), &[]).unwrap();
    assert_eq!(null.argsort(0).unwrap_err(), ShapeError::Null);
    let mut none = Tensor::<u8, _>::from_vec(extents![0, 3], Vec::new()).unwrap();
    assert!(none.argsort(Const::<1>).unwrap().is_empty());
    assert_eq!((none.sort(0), none.sort(1)), (Ok(()), Ok(())));
    let most = 1 << 60;
    let one = View::from_slice(extents![1], &[7]).unwrap();
    let all = one.broadcast_to([most]).unwrap();
    assert_eq!(all.argsort(0).unwrap_err(), ShapeError::Allocation { elements: most });
}

#[test]
fn elements_without_a_size_are_in_order() {
    let mut memory = [(); 1 << 60];
    let extents = DynExtents::new([1 << 20; 3]).unwrap();
    let mut all = ViewMut::from_slice(extents, &mut memory).unwrap();
    all.sort(Const::<0>).unwrap();
    all.view_mut().transpose().sort(1).unwrap();
    assert_eq!(all.len(), 1 << 60);
    assert!(all.sort(3).is_err());
}
