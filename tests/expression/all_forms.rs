//! Lazy expressions of all layers and layouts, against a loop over all indices.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::float_cmp,
    reason = "a panic fails the test, as it should; the numbers are small, and those that are compared exact"
)]

use crate::oracle::{self, strided};
use extents::expression::{computed, uniform, uniform_of};
use extents::layout::{Canonical, Checked, ColMajor, Layout, Padded, RowMajor, Strided, Tiled};
use extents::{
    Const, DynExtents, DynRankExtents, Extents, InlineTensor, Mapping, ModeArray, Rank, ShapeError,
    StaticExtents, Tensor, View, ViewMut, error::Place, extents, strides,
};
use proptest::prelude::*;

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// An operand: strides, the elements in memory, and in row-major order.
#[derive(Clone, Debug)]
struct Source {
    strides: Vec<isize>,
    data: Vec<i64>,
    elements: Vec<i64>,
}

impl Source {
    fn new(extents: &[usize], strides: Vec<isize>, seed: i64) -> Self {
        let data: Vec<i64> = (0..strided::span(extents, &strides) as i64)
            .map(|n| (7 * n + seed) % 23 - 11)
            .collect();
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

/// A number that tells indices apart.
fn number<I: AsRef<[usize]>>(index: I) -> i64 {
    index.as_ref().iter().fold(1, |all, &i| 10 * all + i as i64)
}

fn digits(all: i64, x: i64) -> i64 {
    all.wrapping_mul(31).wrapping_add(x)
}

/// Every kind of expression of two operands, whatever their types are, beside a loop over all indices.
macro_rules! all_forms {
    ($a:expr, $b:expr, $x:expr, $y:expr, $extents:expr) => {{
        let (a, b, x, y, extents) = (&$a, &$b, &$x, &$y, $extents);
        let indices = oracle::indices(extents);
        let each = |f: &dyn Fn(i64, i64, i64) -> i64| -> Vec<i64> {
            let all = x.iter().zip(y).zip(&indices);
            all.map(|((&x, &y), index)| f(x, y, number(index))).collect()
        };
        let shape = a.extents().clone();
        assert_eq!((a + b).eval().unwrap().as_slice(), each(&|x, y, _| x + y));
        assert_eq!((a - b).eval().unwrap().extents().extents().as_ref(), extents);
        assert_eq!((-a).eval().unwrap().as_slice(), each(&|x, _, _| -x));
        let long = (a - b) * (a + 3) - uniform(2) * b + b * b - 2 * a.lazy();
        let of_long = each(&|x, y, _| (x - y) * (x + 3) - 2 * y + y * y - 2 * x);
        assert_eq!(long.eval().unwrap().as_slice(), of_long);
        assert_eq!((&long - &long).eval().unwrap().as_slice(), each(&|_, _, _| 0));
        assert_eq!(((b - a) * 3).abs().eval().unwrap().as_slice(), each(&|x, y, _| 3 * (y - x).abs()));
        let with_index = computed(shape.clone(), number) * a - b;
        assert_eq!(with_index.eval().unwrap().as_slice(), each(&|x, y, n| n * x - y));
        assert_eq!(with_index.fold(1, digits), Ok(each(&|x, y, n| n * x - y).into_iter().fold(1, digits)));
        assert_eq!(with_index.sum(), Ok(each(&|x, y, n| n * x - y).iter().sum()));
        let choice = a.lazy().less(b).select(b, uniform_of(shape.clone(), -5));
        assert_eq!(choice.eval().unwrap().as_slice(), each(&|x, y, _| if x < y { y } else { -5 }));
        let three = a.lazy().zip3(b, 2, |x, y, z| x * y - z);
        assert_eq!(three.eval().unwrap().as_slice(), each(&|x, y, _| x * y - 2));
        let parity = b.lazy().zip(a, |y, x| (x + y) % 2 == 0).map(i64::from);
        assert_eq!(parity.eval().unwrap().as_slice(), each(&|x, y, _| i64::from((x + y) % 2 == 0)));

        assert_eq!(long.fold(1, digits), Ok(of_long.iter().copied().fold(1, digits)));
        assert_eq!(long.sum(), Ok(of_long.iter().sum()));
        assert_eq!(long.max(), Ok(of_long.iter().max().copied()));
        assert_eq!(long.min(), Ok(of_long.iter().min().copied()));
        assert_eq!(long.norm_l1(), Ok(of_long.iter().map(|x| x.abs()).sum()));
        assert_eq!(long.norm_max(), Ok(of_long.iter().map(|x| x.abs()).max().unwrap_or(0)));
        assert_eq!(a.lazy().dot(b), Ok(each(&|x, y, _| x * y).iter().sum()));
        for wanted in [0, 3, -40] {
            assert_eq!(long.any(|x| x == wanted), Ok(of_long.contains(&wanted)));
            assert_eq!(long.all(|x| x > wanted), Ok(of_long.iter().all(|&x| x > wanted)));
        }

        // Elements of column-major tensors, at their indices.
        let columns = long.eval_in(ColMajor).unwrap();
        assert_eq!(columns.iter().copied().collect::<Vec<_>>(), of_long);
        assert_eq!((&columns + &columns).sum(), Ok(2 * of_long.iter().sum::<i64>()));
        assert_eq!((&columns * a).fold(1, digits), {
            Ok(of_long.iter().zip(x).map(|(long, x)| long * x).fold(1, digits))
        });
        of_long
    }};
}

/// Writes to a target, and looks at what was reached and at the gaps, which stay.
macro_rules! all_targets {
    ($mapping:expr, $strides:expr, $a:expr, $b:expr, $x:expr, $y:expr) => {{
        let (mapping, a, b, x, y) = ($mapping, &$a, &$b, &$x, &$y);
        let extents = mapping.extents().extents().as_ref().to_vec();
        let offsets = strided::offsets(&extents, $strides);
        let span = strided::span(&extents, $strides);
        let indices = oracle::indices(&extents);
        let check = |data: Vec<i64>, f: &dyn Fn(i64, i64, i64) -> i64| {
            let mut wanted = vec![100; span];
            for (((&offset, &x), &y), index) in offsets.iter().zip(x).zip(y).zip(&indices) {
                wanted[offset] = f(x, y, number(index));
            }
            assert_eq!(data, wanted);
        };
        let mut data = vec![100; span];
        let mut target = ViewMut::from_slice(mapping.clone(), &mut data).unwrap();
        assert!((2 * a.lazy() - b).assign_to(&mut target).is_ok());
        assert!((a * b).add_to(&mut target).is_ok());
        assert!((a - 1).sub_from(&mut target).is_ok());
        assert!(b.lazy().mul_to(&mut target).is_ok());
        check(data, &|x, y, _| (2 * x - y + x * y - (x - 1)) * y);
        let mut data = vec![100; span];
        let mut target = ViewMut::from_slice(mapping.clone(), &mut data).unwrap();
        assert!(uniform(7).assign_to(&mut target).is_ok());
        let counted = computed(mapping.extents().clone(), number);
        assert!((counted + a).apply_to(&mut target, |to, n| *to = 3 * *to - n).is_ok());
        check(data, &|x, _, n| 21 - n - x);
    }};
}

fn shapes() -> impl Strategy<Value = (Vec<usize>, Vec<isize>, Source, Source)> {
    strided::extents().prop_flat_map(|extents| {
        let source = |seed| {
            let shape = extents.clone();
            prop_oneof![
                strided::any_strides(extents.len()),
                strided::unique_strides(extents.clone()),
                Just(oracle::strides(&extents, oracle::Order::RowMajor)),
                Just(oracle::strides(&extents, oracle::Order::ColMajor)),
            ]
            .prop_map(move |strides| Source::new(&shape, strides, seed))
        };
        let target = prop_oneof![
            strided::unique_strides(extents.clone()),
            Just(oracle::strides(&extents, oracle::Order::RowMajor)),
        ];
        (Just(extents.clone()), target, source(1), source(5))
    })
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn expressions_agree_with_a_loop_over_all_indices((extents, strides, a, b) in shapes()) {
        let (x, y) = (a.elements.clone(), b.elements.clone());
        let shape = DynRankExtents::new(&extents).unwrap();
        let layout = Strided::new(ModeArray::from(strides.as_slice()));
        let open = Mapping::with_layout(shape, layout).unwrap();
        all_forms!(a.open(&extents), b.open(&extents), x, y, &extents[..]);
        all_targets!(&open, &strides, a.open(&extents), b.open(&extents), x, y);
        macro_rules! of_rank {
            ($($rank:tt)*) => { match extents.len() {
                $($rank => {
                    let (u, v) = (a.ranked::<$rank>(&extents), b.ranked::<$rank>(&extents));
                    all_forms!(u, v, x, y, &extents[..]);
                    all_forms!(u, b.open(&extents), x, y, &extents[..]);
                    all_targets!(&open, &strides, u, v, x, y);
                    let typed = <StaticExtents![dyn; $rank]>::from_extents(&extents).unwrap();
                    let dense = oracle::strides(&extents, oracle::Order::ColMajor);
                    all_targets!(&ColMajor.of(typed), &dense, a.open(&extents), v, x, y);
                    let rows = Tensor::from_vec(typed, x.clone()).unwrap();
                    all_forms!(rows, v, x, y, &extents[..]);
                    all_forms!(rows, rows, x, x, &extents[..]);
                    let dense = oracle::strides(&extents, oracle::Order::RowMajor);
                    all_targets!(&RowMajor.of(typed), &dense, rows, rows, x, x);
                })*
                _ => {}
            } };
        }
        of_rank!(1 2 3);
    }
}

proptest! {
    #![proptest_config(cases(40))]

    /// Rows that are long enough for sums side by side, and for early ends.
    #[test]
    fn long_rows_agree_with_a_loop(
        rows in 1_usize..4,
        columns in 0_usize..3000,
        step in prop::sample::select(vec![-2_isize, -1, 0, 1, 3]),
        needle in 0_usize..3000,
    ) {
        let extents = [rows, columns];
        let a = Source::new(&extents, vec![columns as isize * step.abs(), step], 3);
        let b = Source::new(&extents, vec![columns as isize, 1], 4);
        let (u, v) = (a.ranked::<2>(&extents), b.ranked::<2>(&extents));
        // Halves are exact, however they are added.
        let halves = (u * v).map(|x| x as f32 / 2.0);
        let doubled: i64 = a.elements.iter().zip(&b.elements).map(|(x, y)| x * y).sum();
        prop_assert_eq!(halves.sum(), Ok(doubled as f32 / 2.0));
        let squares: i64 = a.elements.iter().zip(&b.elements).map(|(x, y)| (x - y) * (x - y)).sum();
        prop_assert_eq!((u - v).map(|x| x as f64).norm_l2(), Ok((squares as f64).sqrt()));
        let at = computed(*u.extents(), |[i, j]| i * columns + j);
        prop_assert_eq!(at.any(|n| n == needle), Ok(needle < rows * columns));
        prop_assert_eq!(at.all(|n| n != needle), Ok(needle >= rows * columns));
        let sum = (u + v).eval().unwrap();
        let expected: Vec<i64> = a.elements.iter().zip(&b.elements).map(|(x, y)| x + y).collect();
        prop_assert_eq!(sum.as_slice(), expected);
    }
}

/// A matrix whose element at `[i, j]` is where one looks for `[j, i]`: a layout of a user's own.
#[derive(Clone, Debug)]
struct Turned;

impl<E: Rank<2>> Layout<E> for Turned {
    type Trust = Checked;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = true;
    const IS_ALWAYS_STRIDED: bool = false;
    fn offset(&self, shape: &E, &[i, j]: &[usize; 2]) -> usize {
        j * shape.extents()[0] + i
    }
    fn required_span_size(&self, shape: &E) -> usize {
        shape.size()
    }
}

/// A layout that lies about its span.
#[derive(Clone, Debug)]
struct Beyond;

impl<E: Rank<2>> Layout<E> for Beyond {
    type Trust = Checked;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = true;
    const IS_ALWAYS_STRIDED: bool = false;
    fn offset(&self, _: &E, &[i, j]: &[usize; 2]) -> usize {
        100 * i + j
    }
    fn required_span_size(&self, shape: &E) -> usize {
        shape.size()
    }
}

#[test]
fn layouts_of_all_kinds_meet() {
    let shape = extents![4, 6];
    let value = |[i, j]: [usize; 2]| (10 * i + j) as i64;
    let x: Vec<i64> =
        oracle::indices(&[4, 6]).iter().map(|index| value([index[0], index[1]])).collect();
    let rows = Tensor::from_fn(shape, value).unwrap();
    let columns = Tensor::from_fn(ColMajor.of(shape), value).unwrap();
    let tiles = Mapping::with_layout(shape, <Tiled<(Const<2>, Const<3>)>>::default());
    let tiles = Tensor::from_fn(tiles.unwrap(), value).unwrap();
    let turned = Tensor::from_fn(Mapping::with_layout(shape, Turned).unwrap(), value).unwrap();
    let inline = InlineTensor::<i64, StaticExtents![4, 6]>::inline_from_fn(value);
    let data: Vec<i64> =
        (0..48).map(|n| if n % 8 < 6 { value([n / 8, n % 8]) } else { -1 }).collect();
    let padded = Mapping::with_layout(extents![4, 6], <Padded<RowMajor, Const<8>>>::default());
    let padded = View::from_slice(padded.unwrap(), &data[..30]).unwrap();
    let reversed: Vec<i64> = x.iter().rev().copied().collect();
    let back = Mapping::with_layout(shape, Strided::new(strides![-6, -1])).unwrap();
    let back = View::from_slice(back, &reversed).unwrap();
    all_forms!(rows, columns, x, x, &[4, 6][..]);
    all_forms!(columns, columns, x, x, &[4, 6][..]);
    all_forms!(tiles, rows, x, x, &[4, 6][..]);
    all_forms!(turned, tiles, x, x, &[4, 6][..]);
    all_forms!(inline, turned, x, x, &[4, 6][..]);
    all_forms!(padded, inline, x, x, &[4, 6][..]);
    all_forms!(padded, back, x, x, &[4, 6][..]);
    all_forms!(back, back, x, x, &[4, 6][..]);
    all_targets!(&RowMajor.of(shape), &[6, 1], turned, columns, x, x);
    all_targets!(&RowMajor.of(shape), &[6, 1], padded, back, x, x);
    all_targets!(&ColMajor.of(shape), &[1, 4], columns, inline, x, x);
}

#[test]
#[should_panic(expected = "no index has offset 100")]
fn a_layout_that_lies_panics_as_an_index_does() {
    let mapping = Mapping::with_layout(extents![2, 2], Beyond).unwrap();
    let lies = View::from_slice(mapping, &[1, 2, 3, 4]).unwrap();
    let _ = (&lies + 1).sum();
}

/// More loops than a nest has, and none that can be merged.
#[test]
fn more_modes_than_a_nest_has_loops() {
    let extents = [2; 14];
    let order: Vec<isize> = (0..14).map(|mode| 1 << ((5 * mode) % 14)).collect();
    let a = Source::new(&extents, order, 1);
    let b = Source::new(&extents, oracle::strides(&extents, oracle::Order::RowMajor), 2);
    let sum = (a.open(&extents) - b.open(&extents)).eval().unwrap();
    let expected: Vec<i64> = a.elements.iter().zip(&b.elements).map(|(x, y)| x - y).collect();
    assert_eq!(sum.as_slice(), expected);
    assert_eq!((a.open(&extents) - b.open(&extents)).sum(), Ok(expected.iter().sum()));
    assert_eq!((a.open(&extents) * 1).any(|x| x == 99), Ok(false));
}

#[test]
fn what_either_operand_knows_the_result_knows() {
    let a = Tensor::full(extents![2, dyn 3, dyn 4].unwrap(), 1).unwrap();
    let b = Tensor::full(extents![dyn 2, 3, dyn 4].unwrap(), 2).unwrap();
    let c = Tensor::full(DynExtents::new([2, 3, 4]).unwrap(), 3).unwrap();
    let d = Tensor::full(DynRankExtents::new(&[2, 3, 4]).unwrap(), 4).unwrap();
    let ab: Tensor<i32, StaticExtents![2, 3, dyn]> = (&a + &b).eval().unwrap();
    let da: Tensor<i32, StaticExtents![2, dyn, dyn]> = (&d + &a).eval().unwrap();
    let cd: Tensor<i32, DynExtents<3>> = (&c + &d).eval().unwrap();
    let dd: Tensor<i32> = (&d + &d).eval().unwrap();
    assert_eq!((ab.sum(), da.sum(), cd.sum(), dd.sum()), (24 * 3, 24 * 5, 24 * 7, 24 * 8));
    let known = uniform_of(extents![2, 3, 4], 10);
    let inline: InlineTensor<i32, StaticExtents![2, 3, 4]> = (&d + known).eval_inline().unwrap();
    assert_eq!(inline[[1, 2, 3]], 14);
}

#[test]
fn what_disagrees_is_named_and_nothing_is_written() {
    let fits = Tensor::full(extents![2, dyn 3].unwrap(), 1).unwrap();
    let longer = Tensor::full(extents![dyn 2, dyn 4].unwrap(), 9).unwrap();
    let other_rank = Tensor::full(DynRankExtents::new(&[2]).unwrap(), 9).unwrap();
    let null = Tensor::<i32>::null();
    let mode_1 = ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 3, found: 4 };
    let rank = ShapeError::RankMismatch { expected: 2, found: 1 };
    assert_eq!((&fits + &longer).eval().unwrap_err(), mode_1);
    assert_eq!((&fits + &longer).sum(), Err(mode_1));
    assert_eq!((&fits * 2 - 3 * &other_rank).max(), Err(rank));
    assert_eq!((&fits + &null).sum(), Err(ShapeError::Null));
    assert_eq!(fits.lazy().less(1).select(&fits, &longer).sum(), Err(mode_1));
    assert_eq!(fits.lazy().zip3(&longer, &fits, |a, _, _| a).sum(), Err(mode_1));
    let mut target = Tensor::full(extents![2, 3], 5).unwrap();
    assert_eq!((&fits + &longer).assign_to(&mut target), Err(mode_1));
    assert_eq!((&longer + 1).assign_to(&mut target), Err(mode_1));
    assert_eq!(other_rank.lazy().add_to(&mut target), Err(rank));
    assert_eq!(uniform_of(null.extents().clone(), 1).add_to(&mut target), Err(ShapeError::Null));
    assert_eq!((&longer + 1).sub_from(&mut target), Err(mode_1));
    assert_eq!(other_rank.lazy().mul_to(&mut target), Err(rank));
    assert_eq!(target.as_slice(), [5; 6]);
    assert_eq!((&fits + &fits).assign_to(&mut target), Ok(()));
    assert_eq!(target.as_slice(), [2; 6]);
    let (mut halves, by) = (Tensor::full([2], 1.0).unwrap(), Tensor::full([2], 2.0).unwrap());
    assert_eq!(by.lazy().div_to(&mut halves), Ok(()));
    assert_eq!(halves.as_slice(), [0.5; 2]);
    let three = Tensor::full([3], 2.0).unwrap();
    let mode_0 = ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 2, found: 3 };
    assert_eq!(three.lazy().div_to(&mut halves), Err(mode_0));
    assert_eq!(halves.as_slice(), [0.5; 2]);
}

#[test]
fn nothing_and_one_thing() {
    let null = Tensor::<i32>::null();
    assert!((&null + &null).eval().unwrap().extents().is_null());
    assert_eq!((&null + 7).sum(), Ok(0));
    assert_eq!((null.lazy().max(), null.lazy().min()), (Ok(None), Ok(None)));
    assert_eq!((null.lazy().norm_max(), null.lazy().norm_l1()), (Ok(0), Ok(0)));
    assert_eq!((null.lazy().any(|_| true), null.lazy().all(|_| false)), (Ok(false), Ok(true)));
    let scalar = Tensor::full(extents![], 6).unwrap();
    assert_eq!((&scalar * 7).eval().unwrap()[[]], 42);
    assert_eq!((&scalar * 7 + computed(extents![], |[]| 1)).sum(), Ok(43));
    assert!(uniform_of(extents![3, 0], 1).eval().unwrap().as_slice().is_empty());
    let none = Tensor::full(ColMajor.of(extents![0, 3]), 1.0_f64).unwrap();
    assert_eq!(((&none + 1.0).sum(), none.lazy().norm_l2()), (Ok(0.0), Ok(0.0)));
    let mut empty = Tensor::full(extents![0, 3], 1.0).unwrap();
    assert_eq!((2.0 * &none).assign_to(&mut empty), Ok(()));
    // Nobody is asked for what is not there.
    let never = computed(extents![2, 0], |_| -> i32 { unreachable!("there is no index") });
    assert_eq!(never.sum(), Ok(0));
}

/// Literals take the type of the elements, to the left and to the right.
#[test]
fn numbers_on_either_side() {
    let a = Tensor::full(extents![2], 2.0_f32).unwrap();
    let b: Tensor<f32, StaticExtents![2]> = (2.0 * &a / 4.0 - 1.0).eval().unwrap();
    assert_eq!(b.as_slice(), [0.0; 2]);
    let c: Tensor<f32, _> = (1.0 - a.view() + (3.0 - &a * 0.5)).eval().unwrap();
    assert_eq!(c.as_slice(), [1.0; 2]);
    let d = Tensor::full(extents![2], 2_u16).unwrap();
    assert_eq!((10 - &d * 3).eval().unwrap().as_slice(), [4_u16; 2]);
    let mut e = Tensor::full(extents![2], 1).unwrap();
    assert_eq!((&e.view_mut() + 1_u8).sum(), Ok(4));
    assert_eq!((e.clone() + e.clone() * e).sum(), Ok(4_u8));
}

/// What can stand to the left of an operator can stand to the right of one, beside a number too.
#[test]
fn numbers_are_to_the_left_of_what_they_are_to_the_right_of() {
    let mut a = Tensor::from_vec(extents![2], vec![1_i32, 3]).unwrap();
    assert_eq!((10 - &a.view_mut()).eval().unwrap().as_slice(), [9, 7]);
    let (view, double) = (a.view(), &a * 2);
    assert_eq!((10 - &view).eval().unwrap().as_slice(), [9, 7]);
    assert_eq!((10 - &double).eval().unwrap().as_slice(), [8, 4]);
    assert_eq!((10 - double).eval().unwrap().as_slice(), [8, 4]);
    assert_eq!((10 - view).eval().unwrap().as_slice(), [9, 7]);
    assert_eq!((10 - a).eval().unwrap().as_slice(), [9, 7]);
    let held = 1.0 / InlineTensor::<f64, StaticExtents![2]>::from_array([2.0, 4.0]);
    let Ok(quotients) = held.eval_inline();
    assert_eq!(quotients.into_array(), [0.5, 0.25]);
}

/// An expression can be read more than once, and moved; what it holds by value moves with it.
#[test]
fn expressions_are_values() {
    fn shifted(by: f64) -> impl Fn() -> f64 {
        let a = InlineTensor::<_, StaticExtents![2]>::from_array([1.0, 2.0]);
        let moved = a + by;
        move || {
            let Ok(sum) = moved.sum();
            sum
        }
    }
    let add = shifted(10.0);
    assert_eq!((add(), add()), (23.0, 23.0));
    let a = Tensor::full(extents![2], 3).unwrap();
    let e = &a + 1;
    let (f, g) = (e, e);
    assert_eq!((f * g).sum(), Ok(32));
}

#[test]
fn generic_code_over_one_type_of_extents_needs_no_bound() {
    fn distance<E: Extents>(a: &Tensor<f64, E>, b: &Tensor<f64, E>) -> Result<f64, ShapeError> {
        (0.5 * (a - b) + 1.0).norm_l2().map_err(Into::into)
    }
    let (a, b) = (Tensor::full(extents![4], 5.0).unwrap(), Tensor::full(extents![4], 3.0).unwrap());
    assert_eq!(distance(&a, &b), Ok(4.0));
}
