//! Elementwise work between layouts and layers, against the brute-force oracle.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::error::Place;
use std::cell::Cell;

use crate::oracle::{self, strided};
use extents::generic::{AsView, UnitesWith};
use extents::layout::{Canonical, Checked, ColMajor, Layout, RowMajor, Strided, TrustedLayout};
use extents::{
    DynExtents, DynRankExtents, Extents, InlineTensor, Mapping, ModeArray, ShapeError,
    StaticExtents, Tensor, View, ViewMut, extents, strides,
};
use proptest::prelude::*;

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// A source: extents, strides, and the elements, which are numbers that differ.
#[derive(Clone, Debug)]
struct Source {
    strides: Vec<isize>,
    data: Vec<i64>,
    /// The elements in row-major order.
    elements: Vec<i64>,
}

impl Source {
    fn new(extents: &[usize], strides: Vec<isize>, seed: i64) -> Self {
        let data: Vec<i64> =
            (0..strided::span(extents, &strides) as i64).map(|n| seed + 3 * n).collect();
        let offsets = strided::offsets(extents, &strides);
        Source { elements: offsets.into_iter().map(|offset| data[offset]).collect(), data, strides }
    }

    fn open(&self, extents: &[usize]) -> View<'_, i64, DynRankExtents, Strided<ModeArray<isize>>> {
        let shape = DynRankExtents::new(extents).unwrap();
        let layout = Strided::new(ModeArray::from(self.strides.as_slice()));
        View::from_slice(Mapping::with_layout(shape, layout).unwrap(), &self.data).unwrap()
    }

    fn ranked<const R: usize>(
        &self,
        extents: &[usize],
    ) -> View<'_, i64, DynExtents<R>, Strided<[isize; R]>> {
        let shape = DynExtents::new(extents.try_into().unwrap()).unwrap();
        let layout = Strided::new(self.strides.as_slice().try_into().unwrap());
        View::from_slice(Mapping::with_layout(shape, layout).unwrap(), &self.data).unwrap()
    }
}

/// Runs `change` on a view of a mapping, and looks at what it reached (`expected`, in row-major order)
/// and at the gaps, which stay.
fn changed<E, L>(
    mapping: &Mapping<E, L>,
    strides: &[isize],
    expected: &[i64],
    change: impl FnOnce(&mut ViewMut<'_, i64, E, L>),
) where
    E: Extents,
    L: TrustedLayout<E>,
{
    let extents = mapping.extents().extents().as_ref().to_vec();
    let mut data = vec![100; strided::span(&extents, strides)];
    change(&mut ViewMut::from_slice(mapping.clone(), &mut data).unwrap());
    let mut wanted = vec![100; data.len()];
    for (offset, element) in strided::offsets(&extents, strides).into_iter().zip(expected) {
        wanted[offset] = *element;
    }
    assert_eq!(data, wanted);
}

/// All forms with a target in the mapping, with each of two kinds of sources.
fn all_forms<E, L, A, B>(
    mapping: &Mapping<E, L>,
    strides: &[isize],
    a: &A,
    b: &B,
    sources: [&Source; 2],
) where
    E: Extents,
    L: TrustedLayout<E>,
    A: AsView<Elem = i64, Extents: UnitesWith<E>>,
    B: AsView<Elem = i64, Extents: UnitesWith<E>>,
{
    let [x, y] = sources.map(|source| source.elements.as_slice());
    let both = |f: fn(i64, i64) -> i64| x.iter().zip(y).map(|(&x, &y)| f(x, y)).collect::<Vec<_>>();
    let one = |f: fn(i64) -> i64| x.iter().map(|&x| f(x)).collect::<Vec<_>>();
    changed(mapping, strides, x, |view| assert!(view.assign(a).is_ok()));
    changed(mapping, strides, y, |view| assert!(view.copy_from(b).is_ok()));
    changed(mapping, strides, &one(|x| 2 * x), |view| {
        assert!(view.assign_map(a, |x| 2 * x).is_ok());
    });
    changed(mapping, strides, &both(|x, y| 7 * x - y), |view| {
        assert!(view.assign_zip(a, b, |x, y| 7 * x - y).is_ok());
    });
    changed(mapping, strides, &one(|x| 100 - x), |view| {
        assert!(view.zip_apply(a, |to, x| *to -= x).is_ok());
    });
    changed(mapping, strides, &both(|x, y| 100 - x * 3 + y), |view| {
        assert!(view.zip_apply2(a, b, |to, x, y| *to += y - x * 3).is_ok());
    });
    changed(mapping, strides, &one(|_| 101), |view| view.map_inplace(|x| x + 1));
    changed(mapping, strides, &one(|_| 101), |view| view.apply(|x| *x += 1));
    changed(mapping, strides, &one(|_| 5), |view| view.fill(5));
}

/// All forms that give new tensors, and folds.
fn new_tensors<E, L, B>(a: &View<'_, i64, E, L>, b: &B, sources: [&Source; 2])
where
    E: Extents,
    L: Layout<E>,
    B: AsView<Elem = i64, Extents: UnitesWith<E>>,
{
    let [x, y] = sources.map(|source| source.elements.as_slice());
    let zipped =
        |f: fn(i64, i64) -> i64| x.iter().zip(y).map(|(&x, &y)| f(x, y)).collect::<Vec<_>>();
    assert_eq!(a.map(|x| x + 1).unwrap().as_slice(), x.iter().map(|x| x + 1).collect::<Vec<_>>());
    assert_eq!(a.zip_with(b, |x, y| 5 * x - y).unwrap().as_slice(), zipped(|x, y| 5 * x - y));
    let three = a.zip_with3(b, a, |x, y, z| x * y - z).unwrap();
    assert_eq!(three.as_slice(), zipped(|x, y| x * y - x));
    assert_eq!(a.sum(), x.iter().sum::<i64>());
    let digits = |all: i64, x: &i64| all.wrapping_mul(31).wrapping_add(*x);
    assert_eq!(a.fold(1, digits), x.iter().fold(1, digits));
    let mut seen = Vec::new();
    a.for_each(|x| seen.push(*x));
    assert_eq!(seen, x);
    let b = b.as_view();
    assert_eq!(*a == b, x == y);
    assert!(*a == a.map(|x| *x).unwrap());
    if !x.is_empty() {
        let mut other = a.map(|x| *x).unwrap();
        other.as_mut_slice()[x.len() - 1] += 1;
        assert!(*a != other);
        let (tensor, of_tensor) = (other != *a, other.view() != *a);
        assert!(tensor && of_tensor && other.view_mut() != *a);
    }
}

fn shapes() -> impl Strategy<Value = (Vec<usize>, Vec<isize>, Source, Source)> {
    strided::extents().prop_flat_map(|extents| {
        let source = |seed| {
            let shape = extents.clone();
            prop_oneof![
                strided::any_strides(extents.len()),
                strided::unique_strides(extents.clone()),
                Just(oracle::strides(&extents, oracle::Order::RowMajor)),
            ]
            .prop_map(move |strides| Source::new(&shape, strides, seed))
        };
        let target = prop_oneof![
            strided::unique_strides(extents.clone()),
            Just(oracle::strides(&extents, oracle::Order::RowMajor)),
        ];
        (Just(extents.clone()), target, source(1), source(-2))
    })
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn forms_agree_with_the_oracle((extents, strides, a, b) in shapes()) {
        let shape = DynRankExtents::new(&extents).unwrap();
        let layout = Strided::new(ModeArray::from(strides.as_slice()));
        let open = Mapping::with_layout(shape, layout).unwrap();
        all_forms(&open, &strides, &a.open(&extents), &b.open(&extents), [&a, &b]);
        new_tensors(&a.open(&extents), &b.open(&extents), [&a, &b]);
        macro_rules! of_rank {
            ($($rank:tt)*) => { match extents.len() {
                $($rank => {
                    let shape = DynExtents::<$rank>::from_extents(&extents).unwrap();
                    let layout = Strided::new(<[isize; $rank]>::try_from(strides.as_slice()).unwrap());
                    let ranked = Mapping::with_layout(shape, layout).unwrap();
                    let (x, y) = (a.ranked::<$rank>(&extents), b.ranked::<$rank>(&extents));
                    all_forms(&ranked, &strides, &x, &b.open(&extents), [&a, &b]);
                    all_forms(&open, &strides, &x, &y, [&a, &b]);
                    new_tensors(&x, &y, [&a, &b]);
                    new_tensors(&x, &b.open(&extents), [&a, &b]);
                    let typed = <StaticExtents![dyn; $rank]>::from_extents(&extents).unwrap();
                    let mapping = RowMajor.of(typed);
                    let dense = oracle::strides(&extents, oracle::Order::RowMajor);
                    all_forms(&mapping, &dense, &x, &y, [&a, &b]);
                    let mapping = ColMajor.of(typed);
                    let dense = oracle::strides(&extents, oracle::Order::ColMajor);
                    all_forms(&mapping, &dense, &x, &y, [&a, &b]);
                })*
                _ => {}
            } };
        }
        of_rank!(0 1 2 3 4 5);
    }

}

proptest! {
    #![proptest_config(cases(12))]

    /// Long modes in different orders go tile by tile.
    #[test]
    fn transposed_copies_agree_with_the_oracle(
        rows in 30_usize..140,
        columns in 30_usize..140,
        planes in 1_usize..3,
        order in prop::sample::select(vec![[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]),
        turned in any::<[bool; 3]>(),
    ) {
        let extents = [rows, planes, columns];
        let (mut strides, mut stride) = (vec![0; 3], 1);
        for mode in order {
            strides[mode] = if turned[mode] { -stride } else { stride };
            stride *= extents[mode] as isize;
        }
        let source = Source::new(&extents, strides, 1);
        let dense = Source::new(&extents, oracle::strides(&extents, oracle::Order::RowMajor), 4);
        let shape = DynExtents::new(extents).unwrap();
        let view = source.ranked::<3>(&extents);
        all_forms(&RowMajor.of(shape), &dense.strides, &view, &dense.open(&extents), [&source, &dense]);
        all_forms(&RowMajor.of(shape), &dense.strides, &dense.open(&extents), &view, [&dense, &source]);
        new_tensors(&view, &dense.open(&extents), [&source, &dense]);
    }
}

#[test]
fn typed_forms_agree_with_loops() {
    let extents = [3, 4, 2];
    let a = Source::new(&extents, vec![1, 3, 12], 1);
    let b = Source::new(&extents, vec![-2, 6, 1], -5);
    let shape = extents![3, 4, 2];
    let x = View::from_slice(ColMajor.of(shape), &a.data).unwrap();
    let mapping = Mapping::with_layout(shape, Strided::new(strides![-2, 6, 1])).unwrap();
    let y = View::from_slice(mapping, &b.data).unwrap();
    all_forms(&RowMajor.of(shape), &[8, 2, 1], &x, &y, [&a, &b]);
    all_forms(&mapping, &[-2, 6, 1], &x, &y, [&a, &b]);
    all_forms(&ColMajor.of(shape), &[1, 3, 12], &y, &x, [&b, &a]);
    new_tensors(&x, &y, [&a, &b]);
    new_tensors(&y, &x, [&b, &a]);
    let zip = x.zip_inline(&y, |x, y| x - y);
    let Ok(zip) = zip;
    let expected: Vec<_> = a.elements.iter().zip(&b.elements).map(|(x, y)| x - y).collect();
    assert_eq!(zip.as_slice(), expected);
    assert_eq!(y.map_inline(|y| *y).as_slice(), b.elements);
}

#[test]
fn nothing_and_one_thing() {
    let null = Tensor::<i64>::null();
    let mut other = Tensor::<i64>::null();
    assert_eq!(other.assign(&null), Ok(()));
    assert!(null.map(|x| x + 1).unwrap().extents().is_null());
    assert_eq!((null.sum(), null == other), (0, true));
    let scalar = Tensor::full(DynRankExtents::new(&[]).unwrap(), 7).unwrap();
    assert_eq!(other.assign(&scalar), Err(ShapeError::Null));
    assert!(null != scalar);
    assert_eq!(scalar.map(|x| x + 1).unwrap()[[]], 8);
    let mut one = Tensor::full(extents![1, 1], 0).unwrap();
    let from = Tensor::full(extents![1, dyn 1].unwrap(), 5).unwrap();
    assert_eq!(one.assign(&from), Ok(()));
    assert_eq!(one.as_slice(), [5]);
    let mut none = Tensor::full(ColMajor.of(extents![3, 0]), 0).unwrap();
    let Ok(()) = none.assign(&Tensor::full(extents![3, 0], 1).unwrap());
    assert_eq!(none.sum(), 0);
}

#[test]
fn what_disagrees_is_named_and_nothing_is_written() {
    let mut a = Tensor::full(extents![2, dyn 3].unwrap(), 1).unwrap();
    let longer = Tensor::full(extents![dyn 2, 4].unwrap(), 9).unwrap();
    let other_rank = Tensor::full(DynRankExtents::new(&[2]).unwrap(), 9).unwrap();
    let fits = Tensor::full(extents![2, 3], 9).unwrap();
    let mode_1 = ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 3, found: 4 };
    let rank = ShapeError::RankMismatch { expected: 2, found: 1 };
    assert_eq!(a.assign(&longer), Err(mode_1));
    assert_eq!(a.view_mut().copy_from(&other_rank), Err(rank));
    assert_eq!(a.view_mut().assign_zip(&fits, &longer, |x, y| x + y), Err(mode_1));
    assert_eq!(a.view_mut().zip_apply2(&longer, &fits, |x, _, _| *x = 9), Err(mode_1));
    assert_eq!(a.view_mut().assign_map(&other_rank, |x| *x), Err(rank));
    assert!(a.iter().all(|&x| x == 1));
    assert_eq!(a.zip_with(&longer, |x, y| x + y).unwrap_err(), mode_1);
    assert_eq!(a.view().zip_with3(&fits, &longer, |x, _, _| *x).unwrap_err(), mode_1);
    assert_eq!(a.assign(&fits), Ok(()));
    assert!(a != longer && a == fits);
}

#[test]
fn elements_that_own_something() {
    let a = Tensor::from_fn(ColMajor.of(extents![2, 3]), |[i, j]| format!("{i}{j}")).unwrap();
    let mut b = Tensor::full(extents![2, 3], String::new()).unwrap();
    let Ok(()) = b.assign(&a);
    assert_eq!(b.as_slice(), ["00", "01", "02", "10", "11", "12"]);
    assert!(a == b);
    assert!(b.view() == a);
    assert_eq!(a.map(String::len).unwrap().sum(), 12);
    let c = a.zip_with(&b, |x, y| format!("{x}{y}")).unwrap();
    assert_eq!(c[[1, 2]], "1212");
    assert_eq!(a.map_inline(String::clone).into_array()[1][0], "10");
}

/// A panic in the middle drops nothing twice, and nothing that is not there.
#[test]
fn a_function_that_panics_leaks_at_most() {
    struct Counts<'c>(&'c Cell<i32>);
    impl Drop for Counts<'_> {
        fn drop(&mut self) {
            self.0.set(self.0.get() + 1);
        }
    }
    let dropped = Cell::new(0);
    let a = Tensor::from_fn(extents![2, 3], |[i, j]| 3 * i + j).unwrap();
    let make = |&n: &usize| if n == 4 { panic!("four") } else { Counts(&dropped) };
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| a.map(make).unwrap()));
    assert!(result.is_err() && dropped.get() == 0);
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| a.map_inline(make)));
    assert!(result.is_err() && dropped.get() == 0);
    drop(a.map(|_| Counts(&dropped)).unwrap());
    assert_eq!(dropped.get(), 6);
}

#[test]
fn elements_without_size_are_counted() {
    let a = Tensor::full(ColMajor.of(extents![2, 3]), ()).unwrap();
    assert_eq!(a.iter().count(), 6);
    let mut b = Tensor::full(extents![2, 3], ()).unwrap();
    let Ok(()) = b.assign(&a);
    assert_eq!(a.map(|()| 1).unwrap().sum(), 6);
}

/// A user's layout that claims strides which it has not: it is asked index by index.
#[derive(Clone, Debug)]
struct Diagonal;
impl<E: Extents> Layout<E> for Diagonal {
    type Trust = Checked;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = true;
    const IS_ALWAYS_STRIDED: bool = true;
    const STATIC_STRIDES: &'static [Option<isize>] = &[Some(1 << 40); 2];
    fn offset(&self, _: &E, index: &E::Index) -> usize {
        index.as_ref().iter().sum()
    }
    fn required_span_size(&self, extents: &E) -> usize {
        extents.with_slice(|extents| extents.iter().sum::<usize>() + 1 - extents.len())
    }
    fn strided(&self, extents: &E) -> Option<(E::Strides, usize)> {
        Some((extents.zero_strides(), 1 << 40))
    }
}

#[test]
fn sources_of_checked_layouts() {
    let mapping = Mapping::with_layout(extents![2, 3], Diagonal).unwrap();
    let hankel = View::from_slice(mapping, &[1, 2, 3, 4]).unwrap();
    let mut a = Tensor::full(extents![2, 3], 0).unwrap();
    let Ok(()) = a.assign(&hankel);
    assert_eq!(a.as_slice(), [1, 2, 3, 2, 3, 4]);
    assert_eq!(hankel.sum(), 15);
    assert!(hankel == a);
    assert_eq!(hankel.zip_with3(&a, &hankel, |x, y, z| x + y + z).unwrap().sum(), 45);
    assert_eq!(hankel.map_inline(|x| 2 * x).into_array(), [[2, 4, 6], [4, 6, 8]]);
}

#[test]
fn tensors_are_made_in_memory_order() {
    let mut seen = Vec::new();
    let columns = Tensor::from_fn(ColMajor.of(extents![2, dyn 2].unwrap()), |index| {
        seen.push(index);
        index
    });
    assert_eq!(seen, [[0, 0], [1, 0], [0, 1], [1, 1]]);
    assert_eq!(columns.unwrap().as_slice(), seen);
    let mapping = Mapping::with_layout(extents![2, 2], Strided::new([-1, 2])).unwrap();
    let turned = Tensor::from_fn(mapping, |index| index).unwrap();
    assert_eq!(turned.as_slice(), [[1, 0], [0, 0], [1, 1], [0, 1]]);
    assert_eq!(turned[[1, 0]], [1, 0]);
    let gaps = Mapping::with_layout(extents![2, 2], Strided::new([3, 1])).unwrap();
    assert_eq!(
        Tensor::from_fn(gaps, |index| index).unwrap_err().to_string(),
        "no index has offset 2: the mapping spans 5 elements"
    );
    let inline = InlineTensor::<_, StaticExtents![2, 2], ColMajor>::inline_from_fn(|index| index);
    assert_eq!(inline.as_slice(), [[0, 0], [1, 0], [0, 1], [1, 1]]);
}
