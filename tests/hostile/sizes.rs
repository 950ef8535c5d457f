//! Contractions and expressions of extents, labels and elements at their limits.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test says what is wrong by panicking; the numbers are small"
)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use extents::expression::{computed, uniform_of};
use extents::label::{i, j, k, l};
use extents::layout::Strided;
use extents::plan::Path;
use extents::{
    Composition, ContractBy, DynExtents, DynRankExtents, Extents, Mapping, Scalar, ShapeError,
    Tensor, View, ViewMut, composition::DynOperand, contract, einsum, extents,
};

/// One element that is everywhere.
fn broadcast<const N: usize>(
    extents: [usize; N],
    one: &[f64],
) -> View<'_, f64, DynExtents<N>, Strided<[isize; N]>> {
    let mapping =
        Mapping::with_layout(DynExtents::new(extents).unwrap(), Strided::new([0; N])).unwrap();
    let slice = if extents.contains(&0) { &[] } else { one };
    View::from_slice(mapping, slice).unwrap()
}

#[test]
fn huge_extents_beside_none_take_no_time() {
    const HUGE: usize = 1 << 60;
    let one = [f64::NAN];
    // Nothing is summed, or there is no result.
    let (wide, none) = (broadcast([0, HUGE], &one), broadcast([HUGE, 0, 3], &one));
    assert_eq!(contract!(wide[i, j] => []).unwrap()[[]], 0.0);
    assert_eq!(contract!(wide[i, j] * none[j, l, k] => [k]).unwrap().as_slice(), [0.0; 3]);
    assert_eq!(contract!(wide[i, j] * none[j, l, k] => [l]).unwrap().as_slice(), [0.0; 0]);
    assert_eq!(contract!(wide[i, j] * none[j, l, k] => [j, l]).unwrap().as_slice(), [0.0; 0]);
    let long = broadcast([HUGE], &one);
    assert_eq!(contract!(wide[i, j] * long[j] * long[k] => []).unwrap()[[]], 0.0);
    assert_eq!(contract!(wide[i, j] * long[j] * long[k] => [i]).unwrap().as_slice(), [0.0; 0]);
    assert_eq!(contract!(wide[i, j] * long[j] * long[k] => [i, k]).unwrap().as_slice(), [0.0; 0]);
    let operands: [&dyn DynOperand<f64>; 3] = [&wide, &long, &long];
    assert_eq!(einsum("ij,j,k->", &operands).unwrap()[[]], 0.0);
    assert_eq!(einsum("ij,j,k->ik", &operands).unwrap().as_slice(), [0.0; 0]);
    let mut buffer = [7.0; 3];
    let mut target = ViewMut::from_slice(extents![3], &mut buffer).unwrap();
    contract!(target[k] += wide[i, j] * none[j, l, k]).unwrap();
    ContractBy::new(&Composition::einsum("ij,jlk,j->k").unwrap())
        .add_to(&[&wide, &none, &long], target.view_mut())
        .unwrap();
    assert_eq!(buffer, [7.0; 3]);
    // Expressions.
    assert_eq!((wide + wide).sum().unwrap(), 0.0);
    assert_eq!((wide.lazy() * 2.0).fold(0, |n, _| n + 1).unwrap(), 0);
    assert_eq!((wide * wide).eval().unwrap().as_slice(), [0.0; 0]);
    assert_eq!(uniform_of(DynExtents::new([0, HUGE]).unwrap(), 1.0).sum(), Ok(0.0));
    assert_eq!(computed(DynExtents::new([HUGE, 0]).unwrap(), |_| 1.0).sum(), Ok(0.0));
    // Running folds, along a mode that is not the innermost one too.
    for (extents, mode) in [([0, HUGE, 2], 1), ([2, 0, HUGE], 2), ([HUGE, 2, 0], 0)] {
        let mut nothing = Tensor::<f64, _>::zeros(DynExtents::new(extents).unwrap()).unwrap();
        assert_eq!(nothing.running_sum(mode).unwrap().as_slice(), [0.0; 0]);
        nothing.running_sum_inplace(mode).unwrap();
        nothing.running_product_inplace(mode).unwrap();
    }
    let layout = Strided::new([1, 1]);
    let beside = Mapping::with_layout(DynExtents::new([0, HUGE]).unwrap(), layout).unwrap();
    ViewMut::from_slice(beside, &mut [0.0; 0]).unwrap().running_sum_inplace(0).unwrap();
    // The last elements of many, from either end.
    let (first, last) = (broadcast([HUGE, 2], &[1.0]), 2 * HUGE - 1);
    assert_eq!((first.iter().nth_back(last), first.iter().count()), (Some(&1.0), 2 * HUGE));
    assert_eq!((first.iter().last(), first.iter().nth(last)), (Some(&1.0), Some(&1.0)));
    assert_eq!(first.indexed_iter().nth_back(last), Some(([0, 0], &1.0)));
    assert_eq!(first.indexed_iter().count(), 2 * HUGE);
    assert_eq!(first.indexed_iter().last(), Some(([HUGE - 1, 1], &1.0)));
    // And the last parts.
    assert!(first.along(0).unwrap().nth_back(HUGE - 1).is_some());
    assert!(first.lanes(1).unwrap().nth_back(HUGE - 1).is_some());
    assert!(first.chunks(0, 3).unwrap().nth(HUGE / 3).is_some());
    assert!(first.chunks(0, 3).unwrap().nth_back(HUGE / 3).is_some());
}

#[test]
fn results_that_are_too_large_are_errors() {
    let one = [1.0];
    let long = broadcast([1 << 40], &one);
    let overflow = ShapeError::SizeOverflow { mode: 1, elements: 1 << 40, extent: 1 << 40 };
    let memory = |elements| ShapeError::Allocation { elements };
    assert_eq!(contract!(long[i] * long[j] => [i, j]).unwrap_err(), overflow);
    assert_eq!(contract!(long[i] * long[j] * long[k] => [i, j, k]).unwrap_err(), overflow);
    assert_eq!(contract!(long[i] * long[i] => [i]).unwrap_err(), memory(1 << 40));
    let of_text =
        |text: &str, operands: &[&dyn DynOperand<f64>]| einsum(text, operands).unwrap_err();
    assert_eq!(of_text("i,j->ij", &[&long, &long]), overflow);
    assert_eq!(of_text("i,j,k->ijk", &[&long, &long, &long]), overflow);
    assert_eq!((long + long).eval().unwrap_err(), memory(1 << 40));
    // Temporaries that are too large together, along a path that is asked for: the first pair, and what is left of the last operand
    // without `l`.
    let two = broadcast([1 << 40, 2], &one);
    let pairs = contract!(two[i, j] * two[k, j] * two[i, l] => [j]; path [(0, 1), (0, 1)]);
    assert_eq!(pairs.unwrap_err(), memory(3 << 40));
}

#[test]
fn extents_that_are_null_are_errors() {
    let null = Tensor::from_vec(DynRankExtents::null(), Vec::<f64>::new()).unwrap();
    assert_eq!(contract!(null[i] => [i]).unwrap_err(), ShapeError::Null);
    assert_eq!(contract!(null[i] * null[i] * null[i] => []).unwrap_err(), ShapeError::Null);
    let of_text =
        |text: &str, operands: &[&dyn DynOperand<f64>]| einsum(text, operands).unwrap_err();
    assert_eq!(of_text("i->", &[&null]), ShapeError::Null);
    assert_eq!(of_text("->", &[&null]), ShapeError::Null);
    assert_eq!(of_text("i,i,i->", &[&null, &null, &null]), ShapeError::Null);
    let scalar = Tensor::full(extents![], 1.0).unwrap();
    assert_eq!(of_text(",,->", &[&null, &scalar, &scalar]), ShapeError::Null);
    // Expressions: there is no element, so a sum is that of nothing, and what is made is null as well.
    assert_eq!((&null + &null).sum(), Ok(0.0));
    assert!((&null + &null).eval().unwrap().extents().is_null());
    assert_eq!(uniform_of(DynRankExtents::null(), 1.0).sum(), Ok(0.0));
    assert!(uniform_of(DynRankExtents::null(), 1.0).eval().unwrap().extents().is_null());
    assert_eq!(computed(DynRankExtents::null(), |_| 1.0).sum(), Ok(0.0));
}

/// 200 labels of one entry, and as many operands.
#[test]
fn many_labels_and_operands_are_counted() {
    for count in [1, 2, 3, 12, 13, 24, 64, 65, 127, 128, 129, 200] {
        let one = Tensor::full(extents![1], 2_u64).unwrap();
        let operands: Vec<&dyn DynOperand<u64>> = vec![&one; count];
        let labels: Vec<String> = (0..count).map(|n| format!("l{n}")).collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        let power = if count < 64 { 1 << count } else { 0 };
        let composition = Composition::of_labels(&labels, "").unwrap();
        assert_eq!(ContractBy::new(&composition).eval(&operands).unwrap()[[]], power, "{count}");
        let composition = Composition::of_labels(&labels, &labels.join(",")).unwrap();
        assert_eq!(
            ContractBy::new(&composition).eval(&operands).unwrap().as_slice(),
            [power],
            "{count}"
        );
        let shapes: Vec<_> = operands.iter().map(|each| each.source().extents().clone()).collect();
        let path = Path::direct(&composition, &shapes).unwrap();
        assert_eq!(
            ContractBy::along(&path).eval(&operands).unwrap().as_slice(),
            [power],
            "{count}"
        );
        // All in one operand, each of two entries but most of them without a step.
        let all = Tensor::full(DynRankExtents::new(&vec![1; count]).unwrap(), 3_u64).unwrap();
        let composition = Composition::of_labels(&[&labels.join(",")], labels[0]).unwrap();
        assert_eq!(ContractBy::new(&composition).eval(&[&all]).unwrap().as_slice(), [3], "{count}");
        // One label that all operands have.
        let same = vec!["x"; count];
        let two = Tensor::full(extents![2], 2_u64).unwrap();
        let twos: Vec<&dyn DynOperand<u64>> = vec![&two; count];
        let composition = Composition::of_labels(&same, "").unwrap();
        let twice = power.wrapping_mul(2);
        assert_eq!(ContractBy::new(&composition).eval(&twos).unwrap()[[]], twice, "{count}");
    }
}

macro_rules! ring {
    ($name:ident, $align:literal, $bytes:literal) => {
        #[repr(align($align))]
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct $name([u8; $bytes]);

        impl Scalar for $name {
            const ZERO: Self = $name([0; $bytes]);
            const CONTRACTS_IN_ANY_ORDER: bool = true;
            fn plus(self, other: Self) -> Self {
                assert!((&raw const self).is_aligned());
                $name(std::array::from_fn(|n| self.0[n].wrapping_add(other.0[n])))
            }
            fn times(self, other: Self) -> Self {
                $name(std::array::from_fn(|n| self.0[n].wrapping_mul(other.0[n])))
            }
        }

        impl $name {
            fn check() {
                for [rows, depth, columns] in [[3, 3, 3], [5, 70, 6], [40, 41, 42], [1, 200, 3], [130, 3, 1], [1, 700, 1]] {
                    let elements = |count: usize, from: usize| -> Vec<Self> {
                        (from..from + count).map(|m| $name(std::array::from_fn(|n| (m * 31 + n * 7) as u8))).collect()
                    };
                    let (left, right) = (elements(rows * depth, 1), elements(depth * columns, 9));
                    let a = View::from_slice(DynExtents::new([rows, depth]).unwrap(), &left).unwrap();
                    let b = View::from_slice(DynExtents::new([depth, columns]).unwrap(), &right).unwrap();
                    let sum = |row: usize, column: usize| {
                        (0..depth).map(|n| a[[row, n]].times(b[[n, column]])).fold($name::ZERO, $name::plus)
                    };
                    let c = contract!(a[i, j] * b[j, k] => [i, k]).unwrap();
                    let d = contract!(b[j, k] * a[i, j] => [k, i]).unwrap();
                    let e = contract!(a[i, j] * b[j, k] * b[l, k] => [i, l]).unwrap();
                    let columns_of = contract!(a[i, j] => [j]).unwrap();
                    let turned = contract!(a[i, j] => [j, i]).unwrap();
                    for row in 0..rows {
                        for column in 0..columns {
                            assert_eq!(c[[row, column]], sum(row, column));
                            assert_eq!(d[[column, row]], sum(row, column));
                        }
                    }
                    for (row, n) in (0..rows).map(|row| (row, row % depth)) {
                        let all = (0..columns).map(|m| sum(row, m).times(b[[n, m]]));
                        assert_eq!(e[[row, n]], all.fold($name::ZERO, $name::plus));
                        assert_eq!(turned[[n, row]], a[[row, n]]);
                    }
                    for n in 0..depth {
                        let all = (0..rows).map(|row| a[[row, n]]);
                        assert_eq!(columns_of[[n]], all.fold($name::ZERO, $name::plus));
                    }
                }
            }
        }
    };
}
ring!(Three, 1, 3);
ring!(Single, 1, 1);
ring!(Eleven, 4, 11);
ring!(Line, 64, 64);
ring!(Page, 4096, 5);
ring!(Seventeen, 2, 62);

#[test]
fn elements_of_any_size_and_alignment_contract() {
    Three::check();
    Single::check();
    Eleven::check();
    Line::check();
    Page::check();
    Seventeen::check();
}

/// An element whose sums panic at some number of them.
#[derive(Clone, Copy, Debug)]
struct Bomb(u32);

thread_local! {
    static LEFT: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

impl Scalar for Bomb {
    const ZERO: Self = Bomb(0);
    const CONTRACTS_IN_ANY_ORDER: bool = true;
    fn plus(self, other: Self) -> Self {
        LEFT.set(LEFT.get().checked_sub(1).expect("that many sums"));
        Bomb(self.0 + other.0)
    }
    fn times(self, other: Self) -> Self {
        Bomb(self.0 * other.0)
    }
}

#[test]
fn arithmetic_that_panics_leaves_tensors_whole() {
    let a = Tensor::full(DynExtents::new([9, 9]).unwrap(), Bomb(1)).unwrap();
    for sums in [0, 1, 7, 80, 300, 700] {
        let mut target = Tensor::full(DynExtents::new([9, 9]).unwrap(), Bomb(5)).unwrap();
        LEFT.set(sums);
        let result = catch_unwind(AssertUnwindSafe(|| contract!(a[i, j] * a[j, k] => [i, k])));
        assert!(result.is_err());
        LEFT.set(sums);
        let result = catch_unwind(AssertUnwindSafe(
            || contract!(target[i, k] += a[i, j] * a[j, k] * a[j, k]),
        ));
        assert!(result.is_err());
        LEFT.set(sums);
        assert!(
            catch_unwind(AssertUnwindSafe(|| (&a * Bomb(2))
                .map(|x: Bomb| x
                    .plus(x)
                    .plus(x)
                    .plus(x)
                    .plus(x)
                    .plus(x)
                    .plus(x)
                    .plus(x)
                    .plus(x)
                    .plus(x)
                    .plus(x))
                .eval()))
            .is_err()
        );
        // Each element has its whole sum, or nothing of it.
        let found: Vec<u32> = target.as_slice().iter().map(|element| element.0).collect();
        assert!(found.iter().all(|&element| element == 5 || element == 14), "{sums}: {found:?}");
    }
}
