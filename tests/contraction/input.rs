//! Bad input of contractions: extents of zero beside huge ones, results that no memory holds, operands
//! and targets that do not fit. Infinities and NaN are in `floats.rs`.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::error::{Limit, Place, Quantity};
use std::cell::Cell;
use std::num::Saturating;
use std::time::{Duration, Instant};

use extents::backend::{Native, Prepared, contract_on, contract_on_add};
use extents::label::{LabelName, i, j, k, l};
use extents::layout::Strided;
use extents::{
    Composition, ContractBy, DynExtents, DynRankExtents, InlineTensor, Mapping, ShapeError,
    StaticExtents, Tensor, TensorOf, View, composition::DynOperand, contract, einsum, extents,
    strides,
};

// Extents of zero, and huge ones.

const HUGE: usize = 1 << 40;

/// What takes longer would go through huge extents.
fn soon<R>(work: impl FnOnce() -> R) -> R {
    let start = Instant::now();
    let result = work();
    assert!(start.elapsed() < Duration::from_secs(10));
    result
}

/// A tensor without elements.
fn empty(extents: &[usize]) -> TensorOf<DynRankExtents, f64> {
    Tensor::zeros(DynRankExtents::new(extents).unwrap()).unwrap()
}

/// Huge extents of one element.
fn constant<'a, const N: usize>(
    extents: [usize; N],
    element: &'a [f64; 1],
) -> View<'a, f64, DynExtents<N>, Strided<[isize; N]>> {
    let extents = DynExtents::new(extents).unwrap();
    View::from_slice(Mapping::with_layout(extents, Strided::new([0; N])).unwrap(), element).unwrap()
}

/// Each of these has a zero extent beside a huge one: first the operands' extents, then the result's. A
/// huge operand without a zero is a broadcast element.
#[test]
fn zero_extents_beside_huge_ones_take_no_time() {
    type Case = (&'static str, &'static [&'static [usize]], &'static [usize]);
    let cases: [Case; 14] = [
        ("ij->ij", &[&[0, HUGE]], &[0, HUGE]),
        ("ij->ji", &[&[HUGE, 0]], &[0, HUGE]),
        ("ij->", &[&[HUGE, 0]], &[]),
        ("ij->", &[&[0, HUGE]], &[]),
        ("ij->i", &[&[0, HUGE]], &[0]),
        ("ijk->i", &[&[2, 0, HUGE]], &[2]),
        ("ijk->i", &[&[2, HUGE, 0]], &[2]),
        ("ij,jk->ik", &[&[0, HUGE], &[HUGE, 3]], &[0, 3]),
        ("ij,jk->ik", &[&[0, HUGE], &[HUGE, 0]], &[0, 0]),
        ("ijl,jlk->ik", &[&[2, 0, HUGE], &[0, HUGE, 3]], &[2, 3]),
        ("i,j->", &[&[HUGE], &[0]], &[]),
        ("i,j->", &[&[0], &[HUGE]], &[]),
        ("i,j,k->k", &[&[HUGE], &[0], &[3]], &[3]),
        ("i,ik,j->k", &[&[HUGE], &[HUGE, 2], &[0]], &[2]),
    ];
    for (text, operands, result) in cases {
        let element = [5.0];
        let composition = Composition::einsum(text).unwrap();
        let operands: Vec<Box<dyn DynOperand<f64> + '_>> = operands
            .iter()
            .map(|&extents| -> Box<dyn DynOperand<f64>> {
                match *extents {
                    _ if extents.contains(&0) => Box::new(empty(extents)),
                    [x] => Box::new(constant([x], &element)),
                    [x, y] => Box::new(constant([x, y], &element)),
                    _ => unreachable!("{extents:?}"),
                }
            })
            .collect();
        let operands: Vec<&dyn DynOperand<f64>> = operands.iter().map(|x| &**x).collect();
        let found = soon(|| ContractBy::new(&composition).eval(&operands)).unwrap();
        assert_eq!(found.extents(), &DynRankExtents::new(result).unwrap(), "{text}");
        // A sum of nothing, or nothing.
        let count: usize = result.iter().product();
        assert_eq!(found.as_slice(), vec![0.0; count], "{text}");

        // It is set, and added: each element once, with 0.
        let mut target = Tensor::full(DynRankExtents::new(result).unwrap(), 7.0).unwrap();
        let calls = Cell::new(0);
        let add = |to: &mut f64, value: f64| {
            calls.set(calls.get() + 1);
            *to += value;
        };
        soon(|| ContractBy::new(&composition).update(&operands, target.view_mut(), add)).unwrap();
        assert_eq!((calls.get(), target.as_slice()), (count, &vec![7.0; count][..]), "{text}");
        let set = |to: &mut f64, value: f64| *to = value;
        soon(|| ContractBy::new(&composition).update(&operands, target.view_mut(), set)).unwrap();
        assert_eq!(target.as_slice(), vec![0.0; count], "{text}");
    }
}

#[test]
fn zero_extents_beside_huge_ones_take_no_time_under_typed_labels() {
    let wide = Tensor::<f64, _>::zeros(extents![0, dyn HUGE].unwrap()).unwrap();
    let turned = soon(|| contract!(wide[i, j] => [j, i])).unwrap();
    assert_eq!(turned.extents(), &extents![dyn HUGE, 0].unwrap());
    assert_eq!(soon(|| contract!(wide[i, j] => [])).unwrap()[[]], 0.0);
    assert!(soon(|| contract!(wide[i, j] * wide[k, j] => [i, k])).unwrap().as_slice().is_empty());
    let mut one = InlineTensor::<f64, StaticExtents![2]>::from_array([7.0, 8.0]);
    let deep = Tensor::<f64, _>::zeros(DynExtents::new([2, HUGE, 0]).unwrap()).unwrap();
    soon(|| contract!(one[i] += deep[i, j, k])).unwrap();
    assert_eq!(one.into_array(), [7.0, 8.0]);
    let element = [5.0];
    let long = constant([HUGE], &element);
    let none = Tensor::<f64, _>::zeros(extents![0]).unwrap();
    soon(|| contract!(one[i] += deep[i, j, k] * long[j])).unwrap();
    soon(|| contract!(one[l] += long[i] * none[j] * one_of_two()[l])).unwrap();
    assert_eq!(one.into_array(), [7.0, 8.0]);
    let mut scalar = InlineTensor::<f64, StaticExtents![]>::from_array(3.0);
    soon(|| contract!(scalar[] = long[i] * none[j])).unwrap();
    assert_eq!(scalar.into_array(), 0.0);
}

fn one_of_two() -> InlineTensor<f64, StaticExtents![2]> {
    InlineTensor::from_array([1.0, 2.0])
}

/// A sum of nothing is 0 whatever stands beside it: there is no product that could be NaN.
#[test]
fn a_contracted_extent_of_zero_sums_to_zero() {
    let none = Tensor::<f64, _>::zeros(DynExtents::new([3, 0]).unwrap()).unwrap();
    let other = Tensor::<f64, _>::zeros(DynExtents::new([0, 2]).unwrap()).unwrap();
    let strange = Tensor::from_vec(extents![2], vec![f64::NAN, f64::INFINITY]).unwrap();
    assert_eq!(contract!(none[i, j] * other[j, k] => [i, k]).unwrap().as_slice(), [0.0; 6]);
    assert_eq!(einsum("ij,jk->ik", &[&none, &other]).unwrap().as_slice(), [0.0; 6]);
    assert_eq!(contract!(none[i, j] * strange[k] => [i, k]).unwrap().as_slice(), [0.0; 6]);
    assert_eq!(einsum("ij,k->ki", &[&none, &strange]).unwrap().as_slice(), [0.0; 6]);
    let found = einsum("ij,jk,k->ik", &[&none, &other, &strange]).unwrap();
    assert_eq!(found.as_slice(), [0.0; 6]);
    let found = contract!(none[i, j] * other[j, k] * strange[k] => [k, i]).unwrap();
    assert_eq!(found.as_slice(), [0.0; 6]);
    // Added to a target, it leaves what is there, NaN and infinities too.
    let mut target = Tensor::from_vec(extents![3], vec![f64::INFINITY, -1.5, f64::NAN]).unwrap();
    contract!(target[i] += none[i, j]).unwrap();
    contract!(target[i] += none[i, j] * strange[k]).unwrap();
    assert_eq!(target.as_slice()[..2], [f64::INFINITY, -1.5]);
    assert!(target[[2]].is_nan());
    contract!(target[i] = none[i, j]).unwrap();
    assert_eq!(target.as_slice(), [0.0; 3]);
    // Integers and inline tensors alike.
    let empty = InlineTensor::<i8, StaticExtents![2, 0]>::from_array([[], []]);
    let Ok(zeros) = contract!(empty[i, j] * empty[k, j] => [i, k]);
    assert_eq!(zeros.into_array(), [[0; 2]; 2]);
}

/// More labels of two entries than a plan has loops; but there is nothing to loop over.
#[test]
fn zero_extents_beside_more_labels_than_loops() {
    let names: Vec<String> = (0..50).map(|n| format!("m{n}")).collect();
    let composition = Composition::of_labels(&[&names.join(", "), "m0"], "m0").unwrap();
    let extents: Vec<usize> = (0..50).map(|n| if n == 49 { 0 } else { 2 }).collect();
    let none = Tensor::from_vec(DynRankExtents::new(&extents).unwrap(), vec![]).unwrap();
    let two = Tensor::full(extents![2], f64::INFINITY).unwrap();
    assert_eq!(ContractBy::new(&composition).eval(&[&none, &two]).unwrap().as_slice(), [0.0, 0.0]);
    let mut target = Tensor::full(extents![2], 5.0).unwrap();
    ContractBy::new(&composition).add_to(&[&none, &two], target.view_mut()).unwrap();
    assert_eq!(target.as_slice(), [5.0, 5.0]);
}

#[test]
fn nothing_is_written_to_more_empty_modes_than_loops() {
    let extents: Vec<usize> = (0..50).map(|n| if n == 0 { 0 } else { 2 }).collect();
    let shape = DynRankExtents::new(&extents).unwrap();
    let mut none: Tensor<f64, _> = Tensor::from_vec(shape.clone(), vec![]).unwrap();
    let modes: Vec<usize> = (0..50).collect();
    let copy = Composition::from_numbers(&[&modes], &modes).unwrap();
    let found = ContractBy::new(&copy).eval(&[&none]).unwrap();
    assert_eq!((found.extents(), found.as_slice()), (&shape, [].as_slice()));
    let source = none.clone();
    ContractBy::new(&copy).assign_to(&[&source], none.view_mut()).unwrap();
    ContractBy::new(&copy).add_to(&[&source], none.view_mut()).unwrap();
    // A target of other extents is refused all the same.
    let mut other = Tensor::full(extents![2], 5.0).unwrap();
    let refused = ContractBy::new(&copy).assign_to(&[&source], other.view_mut());
    assert_eq!(refused, Err(ShapeError::RankMismatch { expected: 50, found: 1 }));

    let of_three = Composition::from_numbers(&[&modes, &[0], &[50]], &modes).unwrap();
    let empty: Tensor<f64, _> =
        Tensor::from_vec(DynRankExtents::new(&[0]).unwrap(), vec![]).unwrap();
    let two = Tensor::full(DynRankExtents::new(&[2]).unwrap(), 3.0).unwrap();
    assert!(ContractBy::new(&of_three).eval(&[&none, &empty, &two]).unwrap().is_empty());
    let native = &mut Native::new();
    assert_eq!(contract_on(native, &copy, &[&none]).unwrap().extents(), &shape);
    assert!(contract_on(native, &of_three, &[&none, &empty, &two]).unwrap().is_empty());
    // Sums of nothing under as many labels.
    let sums = Composition::from_numbers(&[&modes, &[50]], &[50]).unwrap();
    assert_eq!(contract_on(native, &sums, &[&none, &two]).unwrap().as_slice(), [0.0; 2]);
    let mut target = two.clone();
    contract_on_add(native, &sums, &[&none, &two], &mut target).unwrap();
    assert_eq!(target.as_slice(), [3.0; 2]);
    let mut kept = Prepared::new(sums);
    for _ in 0..2 {
        assert_eq!(kept.eval(native, &[&none, &two]).unwrap().as_slice(), [0.0; 2]);
    }
}

/// All temporaries together are more than can be counted.
#[test]
fn temporaries_beyond_all_counts_are_an_error() {
    let byte = [3_u8];
    let line = View::from_slice(
        Mapping::with_layout(DynExtents::new([1 << 31]).unwrap(), Strided::new([0])).unwrap(),
        &byte,
    );
    let line = line.unwrap();
    // Twice 2^62, and a third one.
    let sum = soon(|| {
        contract!(line[i] * line[j] * line[k] * line[l] * line[i] * line[k] => [];
            path [(0, 1), (0, 1), (0, 1), (0, 1), (0, 1)])
    });
    assert!(matches!(sum.unwrap_err(), ShapeError::Allocation { elements } if elements > 1 << 62));
}

// Results that no memory holds.

#[test]
fn what_cannot_be_allocated_is_an_error() {
    let element = [5.0];
    let elements = 1 << 60;
    let side = constant([1 << 30], &element);
    let refused = ShapeError::Allocation { elements };
    assert_eq!(soon(|| contract!(side[i] * side[j] => [i, j])).unwrap_err(), refused);
    assert_eq!(soon(|| einsum("i,j->ji", &[&side, &side])).unwrap_err(), refused);
    // It is the last mode of many that is too much, and none of them is looped over.
    let plane = constant([1 << 20, 1 << 20], &element);
    let found = soon(|| einsum("ij,kl->ijkl", &[&plane, &plane])).unwrap_err();
    assert!(matches!(found, ShapeError::SizeOverflow { mode: 3, .. }), "{found}");
    let found = soon(|| contract!(plane[i, j] * plane[k, l] => [i, j, k, l])).unwrap_err();
    assert!(matches!(found, ShapeError::SizeOverflow { mode: 3, .. }), "{found}");
    let found = soon(|| einsum("ij,jk,kl->ijkl", &[&plane, &plane, &plane])).unwrap_err();
    assert!(matches!(found, ShapeError::SizeOverflow { mode: 3, .. }), "{found}");
    // A copy, of no more elements than a broadcast view has.
    let huge = constant([1 << 30, 1 << 30], &element);
    assert_eq!(soon(|| einsum("ij->ji", &[&huge])).unwrap_err(), refused);
    assert_eq!(soon(|| contract!(huge[i, j] => [j, i])).unwrap_err(), refused);
    // One byte an element, more than there are addresses.
    let byte = [3_u8];
    let extents = DynExtents::new([1 << 31]).unwrap();
    let mapping = Mapping::with_layout(extents, Strided::new([0])).unwrap();
    let bytes = View::from_slice(mapping, &byte).unwrap();
    let refused = ShapeError::Allocation { elements: 1 << 62 };
    assert_eq!(soon(|| einsum("i,j->ij", &[&bytes, &bytes])).unwrap_err(), refused);
    assert_eq!(soon(|| contract!(bytes[i] * bytes[j] => [i, j])).unwrap_err(), refused);
}

/// A temporary of static extents too, rather than loops without end. (There, one nest of loops is what is left where
/// nothing may fail.)
#[test]
fn a_temporary_that_cannot_be_allocated_is_an_error() {
    let byte = [3_u8];
    let (extents, refused) =
        (extents![1_073_741_824], ShapeError::Allocation { elements: 1 << 61 });
    let known = Mapping::with_layout(extents, Strided::new(strides![0])).unwrap();
    let known = View::from_slice(known, &byte).unwrap();
    let open = View::from_slice(Mapping::with_layout(extents, Strided::new([0])).unwrap(), &byte);
    let open = open.unwrap();
    let sum = soon(
        || contract!(known[i] * known[j] * known[i] * known[j] => []; path [(0, 1), (0, 1), (0, 1)]),
    );
    assert_eq!(sum.unwrap_err(), refused);
    let sum = soon(
        || contract!(open[i] * open[j] * open[i] * open[j] => []; path [(0, 1), (0, 1), (0, 1)]),
    );
    assert_eq!(sum.unwrap_err(), refused);
}

/// Extents in the types, strides that are not: the order of pairs is found all the same.
#[test]
fn operands_of_static_extents_and_open_strides_contract_two_at_a_time() {
    let mapping = Mapping::with_layout(extents![128, 128], Strided::new([0, 0])).unwrap();
    let known = View::from_slice(mapping, &[2.0]).unwrap();
    let mut sums = InlineTensor::<f64, StaticExtents![]>::inline_zeros();
    let Ok(()) = soon(|| contract!(sums[] = known[i, j] * known[j, k] * known[k, l]));
    assert_eq!(sums[[]], 8.0 * 2_f64.powi(28));
}

// Operands and targets that do not fit.

fn mismatch(label: &str, left: usize, right: usize) -> ShapeError {
    ShapeError::ExtentMismatch {
        place: Place::Label(LabelName::new(label)),
        expected: left,
        found: right,
    }
}

/// Elements of which each bit counts.
fn precious(count: usize) -> Vec<f64> {
    (0..count).map(|n| [-0.0, f64::from_bits(0x7ff8_0000_dead_beef), 1.5][n % 3]).collect()
}

fn bits(elements: &[f64]) -> Vec<u64> {
    elements.iter().map(|x| x.to_bits()).collect()
}

#[test]
fn nothing_is_written_where_something_is_refused() {
    let null = Tensor::<f64>::null();
    let full =
        |extents: &[usize]| Tensor::full(DynRankExtents::new(extents).unwrap(), 1.0).unwrap();
    let [x, y, cube] = [full(&[2, 3]), full(&[3, 4]), full(&[2, 3, 4])];
    let element = [1.0];
    let huge = constant([HUGE], &element);
    type Case<'a> = (&'a str, &'a [&'a dyn DynOperand<f64>], &'a [usize], ShapeError);
    let cases: [Case<'_>; 12] = [
        (
            "ij,jk->ik",
            &[&x],
            &[2, 4],
            ShapeError::CountMismatch { of: Quantity::Operands, expected: 2, found: 1 },
        ),
        (
            "ij,jk->ik",
            &[&x, &y, &y],
            &[2, 4],
            ShapeError::CountMismatch { of: Quantity::Operands, expected: 2, found: 3 },
        ),
        ("ij,jk->ik", &[&y, &y], &[3, 4], mismatch("j", 4, 3)),
        ("ij,jk->ik", &[&x, &x], &[2, 3], mismatch("j", 3, 2)),
        ("ij,jk,kl->il", &[&x, &y, &x], &[2, 3], mismatch("k", 4, 2)),
        ("ii->i", &[&x], &[2], mismatch("i", 2, 3)),
        (
            "ij,jk->ik",
            &[&x, &cube],
            &[2, 4],
            ShapeError::CountMismatch {
                of: Quantity::Labels { operand: 1 },
                expected: 3,
                found: 2,
            },
        ),
        ("ij,jk->ik", &[&x, &null], &[2, 4], ShapeError::Null),
        ("ij,jk->ik", &[&x, &y], &[2, 4, 1], ShapeError::RankMismatch { expected: 2, found: 3 }),
        ("ij,jk->ik", &[&x, &y], &[], ShapeError::RankMismatch { expected: 2, found: 0 }),
        (
            "ij,jk->ik",
            &[&x, &y],
            &[2, 5],
            ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 4, found: 5 },
        ),
        (
            "ij,jk->ki",
            &[&x, &y],
            &[2, 4],
            ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 4, found: 2 },
        ),
    ];
    for (text, operands, extents, error) in cases {
        let before = precious(extents.iter().product());
        let extents = DynRankExtents::new(extents).unwrap();
        let mut target = Tensor::from_vec(extents, before.clone()).unwrap();
        let composition = Composition::einsum(text).unwrap();
        for is_added in [false, true] {
            let calls = Cell::new(0);
            let update = |to: &mut f64, value: f64| {
                calls.set(calls.get() + 1);
                *to = if is_added { *to + value } else { value };
            };
            let found = ContractBy::new(&composition).update(operands, target.view_mut(), update);
            assert_eq!(found.unwrap_err(), error, "{text}");
            assert_eq!((calls.get(), bits(target.as_slice())), (0, bits(&before)), "{text}");
        }
    }
    let mut nothing = Tensor::<f64>::null();
    let composition = Composition::einsum("ij,jk->ik").unwrap();
    let update = |_: &mut f64, _| unreachable!("a null tensor has no element");
    let found = ContractBy::new(&composition).update(&[&x, &y], nothing.view_mut(), update);
    assert_eq!(found.unwrap_err(), ShapeError::Null);
    // A result too large to exist: no target has its extents.
    let before = precious(6);
    let mut target = Tensor::from_vec(extents![2, 3], before.clone()).unwrap();
    let outer = Composition::einsum("i,j->ij").unwrap();
    let update = |_: &mut f64, _| unreachable!("it is refused");
    let found = soon(|| ContractBy::new(&outer).update(&[&huge, &huge], target.view_mut(), update));
    assert!(matches!(found.unwrap_err(), ShapeError::SizeOverflow { mode: 1, .. }));
    assert_eq!(bits(target.as_slice()), bits(&before));
}

#[test]
fn nothing_is_written_where_something_is_refused_under_typed_labels() {
    let null = Tensor::<f64>::null();
    let [x, y] = [[2, 3], [3, 4]]
        .map(|extents| Tensor::full(DynExtents::new(extents).unwrap(), 1.0).unwrap());
    let open = Tensor::full(DynRankExtents::new(&[2, 3, 4]).unwrap(), 1.0).unwrap();
    /// Each refusal, by `=` and by `+=`, leaves the target as it was.
    macro_rules! refused {
        ($target:ident $out:tt, $($first:ident $of_first:tt)? $(* $rest:ident $of_rest:tt)*, $error:expr) => {{
            let before = bits($target.as_slice());
            let found = contract!($target $out = $($first $of_first)? $(* $rest $of_rest)*);
            assert_eq!(found.unwrap_err(), $error);
            assert_eq!(bits($target.as_slice()), before);
            let found = contract!($target $out += $($first $of_first)? $(* $rest $of_rest)*);
            assert_eq!(found.unwrap_err(), $error);
            assert_eq!(bits($target.as_slice()), before);
        }};
    }
    let mut target = Tensor::from_vec(DynExtents::new([2, 4]).unwrap(), precious(8)).unwrap();
    refused!(target[i, k], x[i, j] * x[j, k], mismatch("j", 3, 2));
    refused!(target[k, i], x[i, j] * y[j, k], mismatch("k", 4, 2));
    refused!(target[i, k], x[i, i] * y[j, k], mismatch("i", 2, 3));
    refused!(target[i, k], x[i, j] * open[j, k], ShapeError::CountMismatch { of: Quantity::Labels { operand: 1 }, expected: 3, found: 2 });
    refused!(target[i, k], x[i, j] * null[j, k], ShapeError::Null);
    refused!(target[i, k], x[i, j] * y[j, k] * y[k, l], mismatch("k", 4, 3));
    let mut target = Tensor::from_vec(DynRankExtents::new(&[8]).unwrap(), precious(8)).unwrap();
    refused!(target[i, k], x[i, j] * y[j, k], ShapeError::RankMismatch { expected: 2, found: 1 });
    let mut target = InlineTensor::<f64, StaticExtents![2, 5]>::inline_full(-0.0);
    refused!(target[i, k], x[i, j] * y[j, k], mismatch("k", 4, 5));
}

#[test]
fn labels_beyond_the_loops_of_a_plan_are_counted() {
    let labels = |from: usize| (from..from + 21).map(|n| format!("m{n}")).collect::<Vec<_>>();
    let composition = Composition::from_labels(&[labels(0), labels(21)], &[]).unwrap();
    let element = [1.0];
    let (left, right) = (constant([2; 21], &element), constant([2; 21], &element));
    let error = soon(|| ContractBy::new(&composition).eval(&[&left, &right])).unwrap_err();
    assert_eq!(error, ShapeError::LimitExceeded { of: Limit::Loops, found: 42, most: 40 });
    // A label of one entry needs no loop.
    let mut extents = [2; 21];
    extents[3] = 1;
    let few = constant(extents, &element);
    let error = ContractBy::new(&composition).eval(&[&few, &left]).unwrap_err();
    assert_eq!(error, ShapeError::LimitExceeded { of: Limit::Loops, found: 41, most: 40 });
}

/// Elements whose order counts have one nest. A label of one entry needs no loop, and six are those of two operands.
#[test]
fn labels_beyond_the_loops_of_one_nest_are_counted() {
    let labels = |from: usize| (from..from + 22).map(|n| format!("m{n}")).collect::<Vec<_>>();
    let operands = [labels(0), labels(22), labels(44), labels(60)];
    let composition = Composition::from_labels(&operands, &["m7".to_owned()]).unwrap();
    let element = [Saturating(1)];
    let of = |extents: [usize; 22]| {
        let extents = DynExtents::new(extents).unwrap();
        let layout = Strided::new([0; 22]);
        View::from_slice(Mapping::with_layout(extents, layout).unwrap(), &element).unwrap()
    };
    let (all, mut extents) = (of([2; 22]), [2; 22]);
    extents[3] = 1;
    let few = of(extents);
    let error = soon(|| ContractBy::new(&composition).eval(&[&few, &all, &all, &all])).unwrap_err();
    assert_eq!(error, ShapeError::LimitExceeded { of: Limit::Loops, found: 82 - 1, most: 64 });
}
