//! All folds of random views in all layers, value by value.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use super::{groups, shape};
use crate::oracle::{self, strided};
use extents::layout::{Canonical, ColMajor, Layout, Strided};
use extents::{
    DynExtents, DynRankExtents, Extents, Mapping, ModeArray, ShapeError, StaticExtents, Tensor,
    View, ViewMut, extents, modes, strides,
};
use proptest::prelude::*;

/// All folds of what `$over` gives, of the values of each result.
macro_rules! all_folds {
    ($over:expr, $extents:expr, $modes:expr, $elements:expr, $keeps:expr) => {{
        let (extents, modes, elements): (&[usize], &[usize], &[i64]) =
            ($extents, $modes, $elements);
        let groups = groups(extents, modes, elements);
        let shape = shape(extents, modes, $keeps);
        let of = |f: fn(&[i64]) -> i64| groups.iter().map(|all| f(all)).collect::<Vec<_>>();
        let sum = $over.sum().unwrap();
        assert_eq!(sum.extents().extents().as_ref(), shape);
        assert_eq!(sum.as_slice(), of(|all| all.iter().sum()));
        let product = of(|all| all.iter().fold(1, |product, x| product.wrapping_mul(*x)));
        assert_eq!($over.product().unwrap().as_slice(), product);
        let digits = |all: i64, x: &i64| all.wrapping_mul(31).wrapping_add(*x);
        assert_eq!(
            $over.fold(7, digits).unwrap().as_slice(),
            groups.iter().map(|all| all.iter().fold(7, digits)).collect::<Vec<_>>()
        );
        let found = |f: fn(&[i64]) -> bool| groups.iter().map(|all| f(all)).collect::<Vec<_>>();
        let any = found(|all| all.iter().any(|x| x % 3 == 0));
        assert_eq!($over.any(|x| x % 3 == 0).unwrap().as_slice(), any);
        let all = found(|all| all.iter().all(|x| x % 3 != 0));
        assert_eq!($over.all(|x| x % 3 != 0).unwrap().as_slice(), all);
        let count: Vec<usize> =
            groups.iter().map(|all| all.iter().filter(|x| **x % 3 == 0).count()).collect();
        assert_eq!($over.count(|x| x % 3 == 0).unwrap().as_slice(), count);
        let empty = (0..extents.len()).find(|mode| modes.contains(mode) && extents[*mode] == 0);
        if let (Some(mode), true) = (empty, !groups.is_empty()) {
            let error = ShapeError::NothingToFold { mode };
            assert_eq!($over.max().unwrap_err(), error);
            assert_eq!($over.min().unwrap_err(), error);
            assert_eq!($over.argmax().unwrap_err(), error);
            assert_eq!($over.argmin().unwrap_err(), error);
        } else {
            let max = of(|all| *all.iter().max().unwrap());
            assert_eq!($over.max().unwrap().as_slice(), max);
            let min = of(|all| *all.iter().min().unwrap());
            assert_eq!($over.min().unwrap().as_slice(), min);
            let first = |of: &[i64]| -> Vec<usize> {
                let all = groups.iter().zip(of);
                all.map(|(all, best)| all.iter().position(|x| x == best).unwrap()).collect()
            };
            assert_eq!($over.argmax().unwrap().as_slice(), first(&max));
            assert_eq!($over.argmin().unwrap().as_slice(), first(&min));
        }
    }};
}

/// Two folds, which stand for all, since one loop runs them.
macro_rules! some_folds {
    ($over:expr, $extents:expr, $modes:expr, $elements:expr, $keeps:expr) => {{
        let (extents, modes): (&[usize], &[usize]) = ($extents, $modes);
        let groups = groups(extents, modes, $elements);
        let sum = $over.sum().unwrap();
        assert_eq!(sum.extents().extents().as_ref(), shape(extents, modes, $keeps));
        let sums: Vec<i64> = groups.iter().map(|all| all.iter().sum()).collect();
        assert_eq!(sum.as_slice(), sums);
        if groups.iter().all(|all| !all.is_empty()) {
            let max: Vec<i64> = groups.iter().map(|all| *all.iter().max().unwrap()).collect();
            assert_eq!($over.max().unwrap().as_slice(), max);
        }
    }};
}

/// All folds along modes that are numbers.
fn by_numbers<E: Extents, L: Layout<E>>(
    view: &View<'_, i64, E, L>,
    extents: &[usize],
    modes: &[usize],
    elements: &[i64],
) {
    all_folds!(view.over(modes), extents, modes, elements, false);
    all_folds!(view.over(modes).keep(), extents, modes, elements, true);
}

/// Elements of extents and strides: numbers some of which are equal.
fn data(extents: &[usize], strides: &[isize]) -> (Vec<i64>, Vec<i64>) {
    let span = strided::span(extents, strides) as i64;
    let data: Vec<i64> = (0..span).map(|n| n * 7 % 11 - 4).collect();
    let elements = strided::offsets(extents, strides).into_iter().map(|offset| data[offset]);
    (elements.collect(), data)
}

fn sources() -> impl Strategy<Value = (Vec<usize>, Vec<isize>, Vec<usize>)> {
    strided::extents().prop_flat_map(|extents| {
        let strides = prop_oneof![
            strided::any_strides(extents.len()),
            strided::unique_strides(extents.clone()),
            Just(oracle::strides(&extents, oracle::Order::RowMajor)),
            Just(oracle::strides(&extents, oracle::Order::ColMajor)),
        ];
        let all: Vec<usize> = (0..extents.len()).collect();
        let modes = prop::sample::subsequence(all.clone(), 0..=all.len()).prop_shuffle();
        (Just(extents), strides, modes)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn folds_agree_with_the_definition((extents, strides, modes) in sources()) {
        let (elements, data) = data(&extents, &strides);
        let layout = Strided::new(ModeArray::from(strides.as_slice()));
        let open = Mapping::with_layout(DynRankExtents::new(&extents).unwrap(), layout).unwrap();
        let view = View::from_slice(open, &data).unwrap();
        let list = modes.as_slice();
        by_numbers(&view, &extents, list, &elements);
        if let [mode] = *list {
            some_folds!(view.over(mode), &extents, list, &elements, false);
        }
        // An expression of two operands, by value.
        let twice: Vec<i64> = elements.iter().map(|x| 3 * x - 1).collect();
        let sums: Vec<i64> = groups(&extents, list, &twice).iter().map(|all| all.iter().sum()).collect();
        let of_three = (&view * 2 + &view - 1).over(list).sum().unwrap();
        prop_assert_eq!(of_three.as_slice(), sums);
        macro_rules! of_rank {
            ($($rank:tt)*) => { match extents.len() {
                $($rank => {
                    let shape = DynExtents::<$rank>::from_extents(&extents).unwrap();
                    let layout = Strided::new(<[isize; $rank]>::try_from(strides.as_slice()).unwrap());
                    let mapping = Mapping::with_layout(shape, layout).unwrap();
                    let view = View::from_slice(mapping, &data).unwrap();
                    some_folds!(view.over(list), &extents, list, &elements, false);
                })*
                _ => {}
            } };
        }
        of_rank!(0 1 2 3 5);
    }

    /// Into elements that are there, in any order of memory, and into no others.
    #[test]
    fn targets_of_any_layout(
        (extents, strides, modes) in sources(),
        seed in any::<prop::sample::Index>(),
        keeps in any::<bool>(),
    ) {
        let (elements, data) = data(&extents, &strides);
        let layout = Strided::new(ModeArray::from(strides.as_slice()));
        let open = Mapping::with_layout(DynRankExtents::new(&extents).unwrap(), layout).unwrap();
        let view = View::from_slice(open, &data).unwrap();
        let results = shape(&extents, &modes, keeps);
        // Unique strides with a gap, each mode perhaps turned around.
        let (mut steps, mut stride) = (vec![0; results.len()], 2);
        for at in 0..results.len() {
            let mode = (at + seed.index(results.len().max(1))) % results.len();
            steps[mode] = if at % 2 == 0 { stride } else { -stride };
            stride *= results[mode].max(1) as isize;
        }
        let layout = Strided::new(ModeArray::from(steps.as_slice()));
        let mapping = Mapping::with_layout(DynRankExtents::new(&results).unwrap(), layout).unwrap();
        let mut memory = vec![100; strided::span(&results, &steps)];
        let mut target = ViewMut::from_slice(mapping.clone(), &mut memory).unwrap();
        let list = modes.as_slice();
        if keeps {
            view.over(list).keep().sum_into(&mut target).unwrap();
        } else {
            view.over(list).sum_into(&mut target).unwrap();
        }
        let mut wanted = vec![100; memory.len()];
        let groups = groups(&extents, list, &elements);
        for (offset, all) in strided::offsets(&results, &steps).into_iter().zip(&groups) {
            wanted[offset] = all.iter().sum();
        }
        prop_assert_eq!(&memory, &wanted);
        if groups.iter().all(|all| !all.is_empty()) {
            let mut places = vec![100; memory.len()];
            let mut target = ViewMut::from_slice(mapping, &mut places).unwrap();
            if keeps {
                view.over(list).keep().argmin_into(&mut target).unwrap();
            } else {
                view.over(list).argmin_into(&mut target).unwrap();
            }
            let mut wanted = vec![100; places.len()];
            for (offset, all) in strided::offsets(&results, &steps).into_iter().zip(&groups) {
                let min = all.iter().min().unwrap();
                wanted[offset] = all.iter().position(|x| x == min).unwrap();
            }
            prop_assert_eq!(places, wanted);
        }
    }
}

/// Long modes, whose rows are folded in lanes, and whose columns crowd the cache.
#[test]
fn long_modes() {
    for strides in
        [[300_isize, 1], [1, 300], [-300, 1], [1, -300], [256, 1], [1, 256], [0, 1], [2, 0]]
    {
        let extents = [140, 256];
        let extents = if strides[0].abs() == 1 { [extents[1], extents[0]] } else { extents };
        let (elements, data) = data(&extents, &strides);
        let mapping =
            Mapping::with_layout(DynExtents::new(extents).unwrap(), Strided::new(strides)).unwrap();
        let view = View::from_slice(mapping, &data).unwrap();
        for modes in [&[][..], &[0], &[1], &[0, 1]] {
            by_numbers(&view, &extents, modes, &elements);
        }
        some_folds!(view.over(modes![1]), &extents, &[1], &elements, false);
        some_folds!(view.over(modes![0]).keep(), &extents, &[0], &elements, true);
    }
}

/// More modes than a nest has loops.
#[test]
fn more_modes_than_loops() {
    let extents = [2; 13];
    let strides: Vec<isize> = (0..13).map(|mode| 1 << ((5 * mode) % 13)).collect();
    let (elements, data) = data(&extents, &strides);
    let layout = Strided::new(ModeArray::from(strides.as_slice()));
    let mapping = Mapping::with_layout(DynRankExtents::new(&extents).unwrap(), layout).unwrap();
    let view = View::from_slice(mapping, &data).unwrap();
    by_numbers(&view, &extents, &[0, 12, 7, 3], &elements);
    by_numbers(&view, &extents, &[8, 0, 12, 7, 3, 1, 11, 4, 2, 10, 9, 6, 5], &elements);
}

/// Lists of more modes than types have.
#[test]
fn long_lists_of_modes() {
    let extents = [2, 1, 3, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 3, 1];
    let strides = oracle::strides(&extents, oracle::Order::ColMajor);
    let (elements, data) = data(&extents, &strides);
    let layout = Strided::new(ModeArray::from(strides.as_slice()));
    let mapping = Mapping::with_layout(DynRankExtents::new(&extents).unwrap(), layout).unwrap();
    let view = View::from_slice(mapping, &data).unwrap();
    by_numbers(&view, &extents, &[15, 0, 1, 3, 4, 14, 6, 7, 8, 9, 10, 11, 12, 13], &elements);
    by_numbers(&view, &extents, &[2, 1, 3, 4, 5, 6, 7, 8, 9, 15, 11, 12, 13], &elements);
}

/// Lists in the types, of extents of every layer that has a rank in the type, and of every layout.
#[test]
fn typed_lists() {
    let extents = [2, 3, 4];
    macro_rules! lists {
        ($view:expr, $elements:expr, $([$($mode:tt),*])*) => {{
            let (view, elements) = ($view, $elements);
            $(
                let list: &[usize] = &[$($mode),*];
                some_folds!(view.over(modes![$($mode),*]), &extents, list, elements, false);
                some_folds!(view.over(modes![$($mode),*]).keep(), &extents, list, elements, true);
            )*
        }};
    }
    let (rows, row_data) = data(&extents, &[12, 4, 1]);
    let (columns, column_data) = data(&extents, &[1, 2, 6]);
    let (turned, turned_data) = data(&extents, &[-4, 8, 1]);
    let typed = Mapping::with_layout(extents![2, 3, 4], Strided::new(strides![-4, 8, 1])).unwrap();
    let typed = View::from_slice(typed, &turned_data).unwrap();
    lists!(typed, &turned, [] [0] [1] [2] [0, 1] [0, 2] [2, 1] [2, 0, 1]);
    lists!(View::from_slice(extents![2, 3, 4], &row_data).unwrap(), &rows, [1] [2, 0]);
    let static_columns = View::from_slice(ColMajor.of(extents![2, 3, 4]), &column_data).unwrap();
    lists!(static_columns, &columns, [0] [2, 1]);
    let mixed = extents![2, dyn 3, 4].unwrap();
    lists!(View::from_slice(mixed, &row_data).unwrap(), &rows, [1] [0, 2]);
    let ranked = DynExtents::new(extents).unwrap();
    lists!(View::from_slice(ranked, &row_data).unwrap(), &rows, [1]);
    let mut tensor = Tensor::from_vec(extents![2, 3, 4], row_data.clone()).unwrap();
    some_folds!(tensor.over(modes![1]), &extents, &[1], &rows, false);
    some_folds!(tensor.view_mut().over(modes![1]), &extents, &[1], &rows, false);
    let whole = Tensor::from_vec(extents![4, 3, 2], column_data).unwrap();
    some_folds!(whole.transpose().over(modes![1]), &extents, &[1], &columns, false);
}

/// What is static of the modes that are left is static in the result.
#[test]
fn the_types_of_results() {
    let a = Tensor::full(extents![2, dyn 3, 4].unwrap(), 1).unwrap();
    let dropped: Tensor<i32, StaticExtents![2, 4]> = a.over(modes![1]).sum().unwrap();
    let kept: Tensor<i32, StaticExtents![1, dyn, 4]> = a.over(modes![0]).keep().sum().unwrap();
    let all: Tensor<i32, StaticExtents![]> = a.over(modes![2, 0, 1]).sum().unwrap();
    assert_eq!((dropped[[1, 1]], kept[[0, 2, 3]], all[[]]), (3, 2, 24));
    let open: Tensor<i32, DynRankExtents> = a.over([0, 2]).sum().unwrap();
    assert_eq!((open.extents().to_string(), open.as_slice()), ("[3]".into(), &[8, 8, 8][..]));
    let ranked: Tensor<i32, DynExtents<2>> = {
        let b = Tensor::full(DynExtents::new([2, 3]).unwrap(), 1).unwrap();
        b.over(1).keep().sum().unwrap()
    };
    assert_eq!(ranked.as_slice(), [3, 3]);
    let typed: Tensor<i32, StaticExtents![dyn]> = ranked.over(modes![1]).sum().unwrap();
    assert_eq!(typed.as_slice(), [3, 3]);
    // All static: nothing can fail.
    let b = Tensor::full(extents![2, 3], 2).unwrap();
    let Ok(inline) = b.over(modes![1]).inline().sum();
    let Ok(max) = b.over(modes![1]).inline().max();
    let Ok(at) = b.over(modes![0]).keep().inline().argmin();
    assert_eq!(
        (inline.into_array(), max.into_array(), at.into_array()),
        ([6; 2], [2; 2], [[0; 3]])
    );
    let mut target = Tensor::full(extents![3], 0).unwrap();
    let Ok(()) = b.over(modes![0]).max_into(&mut target);
    assert_eq!(target.as_slice(), [2; 3]);
    // The mode that is folded may be the only one that is not.
    let Ok(inline) = a.over(modes![1]).inline().sum();
    assert_eq!(inline.into_array(), [[3; 4]; 2]);
}
