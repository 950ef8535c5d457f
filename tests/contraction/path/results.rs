//! What comes out along a path.

use std::cell::{Cell, RefCell};
use std::num::Saturating;

use extents::backend::{Native, Prepared, contract_on};
use extents::error::{Limit, Place, Quantity};
use extents::plan::Path;
use extents::rearrange::Slice;
use extents::{
    Composition, ContractBy, DynRankExtents, Scalar, ShapeError, Tensor, composition::DynOperand,
    einsum, extents,
};

use super::network::{Draw, Network};

type DynTensor<T> = Tensor<T, DynRankExtents>;

fn tensors(network: &Network, draw: &mut Draw) -> Vec<DynTensor<i64>> {
    let tensor = |shape: DynRankExtents| {
        Tensor::from_fn(shape, |_| i64::try_from(draw.below(1 << 30)).unwrap() << 20).unwrap()
    };
    network.shapes().into_iter().map(tensor).collect()
}

fn drawn_pairs(draw: &mut Draw, operands: usize) -> Vec<(usize, usize)> {
    let pair = |left| {
        let first = draw.below(left);
        (first, (first + 1 + draw.below(left - 1)) % left)
    };
    (2..=operands).rev().map(pair).collect()
}

#[test]
fn integers_come_out_the_same_along_any_path() {
    let mut draw = Draw::new(11);
    for round in 0..400 {
        let extents: &[usize] = if round % 8 == 0 { &[0, 1, 2, 3] } else { &[1, 2, 3, 4] };
        let network = Network::draw(&mut draw, 1 + round % 6, 5, extents);
        let data = tensors(&network, &mut draw);
        let elements: Vec<Vec<i64>> = data.iter().map(|each| each.as_slice().to_vec()).collect();
        let expected = network.value(&elements);
        let operands: Vec<&dyn DynOperand<i64>> = data.iter().map(|each| each as _).collect();
        let (composition, shapes) = (network.composition(), network.shapes());

        assert_eq!(einsum(&network.text(), &operands).unwrap().as_slice(), expected, "{network:?}");
        let by_hand = drawn_pairs(&mut draw, operands.len());
        for path in [
            Path::cheapest(&composition, &shapes).unwrap(),
            Path::in_order(&composition, &shapes).unwrap(),
            Path::direct(&composition, &shapes).unwrap(),
            Path::given(&composition, &shapes, &by_hand).unwrap(),
        ] {
            let result = ContractBy::along(&path).eval(&operands).unwrap();
            assert_eq!(result.as_slice(), expected, "{network:?}\n{path}");
            let mut sums = Tensor::full(result.extents().clone(), 5).unwrap();
            ContractBy::along(&path)
                .update(&operands, sums.view_mut(), |to, new| {
                    *to = to.wrapping_add(new);
                })
                .unwrap();
            let more: Vec<i64> = expected.iter().map(|value| value.wrapping_add(5)).collect();
            assert_eq!(sums.as_slice(), more, "{network:?}\n{path}");
        }
        let mut target = Tensor::full(result_shape(&network), -1).unwrap();
        ContractBy::new(&composition)
            .update(&operands, target.view_mut(), |to, new| *to = new)
            .unwrap();
        assert_eq!(target.as_slice(), expected, "{network:?}");
    }
}

fn result_shape(network: &Network) -> DynRankExtents {
    network.composition().resolve(&network.shapes()).unwrap().result
}

#[test]
fn operands_and_target_with_strides_of_their_own() {
    // Every second row of a, the columns of b backwards, c transposed; a target with gaps.
    let a = Tensor::from_fn(extents![6, 4], |[i, j]| (10 * i + j) as i64).unwrap();
    let b = Tensor::from_fn(extents![4, 5], |[i, j]| (3 * i + 7 * j) as i64).unwrap();
    let c = Tensor::from_fn(extents![2, 5], |[i, j]| (i + 2 * j) as i64 - 4).unwrap();
    let rows = Slice::from(0..6).step(2);
    let (a, b) = (a.view().slice(&[rows, Slice::from(..)]).unwrap(), b.view().reverse(1).unwrap());
    let c = c.view().transpose();
    let operands: [&dyn DynOperand<i64>; 3] = [&a, &b, &c];
    let mut expected = vec![0; 6];
    for i in 0..3 {
        for j in 0..4 {
            for k in 0..5 {
                for l in 0..2 {
                    let (x, y, z) = (10 * 2 * i + j, 3 * j + 7 * (4 - k), l + 2 * k);
                    expected[l * 3 + i] += (x * y) as i64 * (z as i64 - 4);
                }
            }
        }
    }
    let composition = Composition::einsum("ij,jk,kl->li").unwrap();
    assert_eq!(ContractBy::new(&composition).eval(&operands).unwrap().as_slice(), expected);
    let mut wide = Tensor::full(extents![2, 6], 0_i64).unwrap();
    let every_second = Slice::from(0..6).step(2);
    let target = wide.view_mut().slice(&[Slice::from(..), every_second]).unwrap();
    ContractBy::new(&composition).update(&operands, target, |to, new| *to += new).unwrap();
    let spread: Vec<i64> = expected.iter().flat_map(|&value| [value, 0]).collect();
    assert_eq!(wide.as_slice(), spread);
}

#[test]
fn floats_keep_the_bound() {
    let mut draw = Draw::new(12);
    let all: Vec<(char, usize)> = "abcdef".chars().map(|label| (label, 7)).collect();
    let network = Network::of("ab,bc,cd,de,ef->af", &all);
    let (composition, shapes) = (network.composition(), network.shapes());
    let mut number = || draw.below(1 << 20) as f32 / 524_288.0 - 1.0;
    let data: Vec<DynTensor<f32>> =
        shapes.iter().map(|shape| Tensor::from_fn(shape.clone(), |_| number()).unwrap()).collect();
    let operands: Vec<&dyn DynOperand<f32>> = data.iter().map(|each| each as _).collect();
    // In f64, 2^29 times as exact.
    let exact = |absolute: bool| {
        let mut sums = vec![0.0_f64; 49];
        let at = |m: usize, i: usize, j: usize| {
            let value = f64::from(data[m].as_slice()[7 * i + j]);
            if absolute { value.abs() } else { value }
        };
        for index in 0..7_usize.pow(6) {
            let digit = |n: u32| index / 7_usize.pow(n) % 7;
            let term = (0..5).map(|m| at(m as usize, digit(m), digit(m + 1))).product::<f64>();
            sums[7 * digit(0) + digit(5)] += term;
        }
        sums
    };
    let (exact, absolute) = (exact(false), exact(true));
    let mut draw = Draw::new(13);
    for round in 0..20 {
        let pairs = drawn_pairs(&mut draw, 5);
        let path = match round {
            0 => Path::cheapest(&composition, &shapes).unwrap(),
            1 => Path::in_order(&composition, &shapes).unwrap(),
            _ => Path::given(&composition, &shapes, &pairs).unwrap(),
        };
        // How many terms each step adds up for one element.
        let terms: u128 = path
            .steps()
            .iter()
            .map(|step| {
                let result: u128 = step.composition().result().iter().map(|_| 7).product();
                step.cost().multiply_adds / result
            })
            .sum();
        let unit = f64::from(f32::EPSILON) / 2.0;
        let bound = terms as f64 * unit / (1.0 - terms as f64 * unit);
        let result = ContractBy::along(&path).eval(&operands).unwrap();
        for ((found, exact), absolute) in result.as_slice().iter().zip(&exact).zip(&absolute) {
            let error = (f64::from(*found) - exact).abs();
            assert!(error <= bound * absolute, "{error} > {bound} * {absolute}\n{path}");
        }
    }
}

#[test]
fn an_empty_sum_is_zero_whatever_the_others_hold() {
    let none = Tensor::full(extents![2, 0], 1.0_f64).unwrap();
    let turned = Tensor::full(extents![0, 3], 1.0_f64).unwrap();
    let infinite = Tensor::full(extents![3, 2], f64::INFINITY).unwrap();
    let operands: [&dyn DynOperand<f64>; 3] = [&none, &turned, &infinite];
    assert_eq!(einsum("ij,jk,kl->il", &operands).unwrap().as_slice(), [0.0; 4]);
    let shapes: Vec<_> = operands.iter().map(|each| each.source().extents().clone()).collect();
    let composition = Composition::einsum("ij,jk,kl->il").unwrap();
    let path = Path::in_order(&composition, &shapes).unwrap();
    assert_eq!(ContractBy::along(&path).eval(&operands).unwrap().as_slice(), [0.0; 4]);
    let mut target = Tensor::full(extents![2, 2], 7.0).unwrap();
    ContractBy::along(&path).update(&operands, target.view_mut(), |to, new| *to += new).unwrap();
    assert_eq!(target.as_slice(), [7.0; 4]);
    // NaN and infinities pass through where there is something to sum.
    let one = Tensor::full(extents![2, 3], 1.0).unwrap();
    let operands: [&dyn DynOperand<f64>; 3] = [&one, &infinite, &one];
    assert_eq!(einsum("ij,jk,kl->il", &operands).unwrap().as_slice(), [f64::INFINITY; 6]);
}

/// 2 x 2 matrices: their product depends on its order.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Matrix([i32; 4]);

impl Scalar for Matrix {
    const ZERO: Self = Matrix([0; 4]);
    fn plus(self, other: Self) -> Self {
        Matrix(std::array::from_fn(|n| self.0[n] + other.0[n]))
    }
    fn times(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Matrix([a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h])
    }
}

#[test]
fn elements_whose_product_depends_on_its_order_keep_it() {
    let (x, y, z) = (Matrix([1, 1, 0, 1]), Matrix([1, 0, 1, 1]), Matrix([2, 0, 0, 1]));
    let a = Tensor::from_vec(extents![1], vec![x]).unwrap();
    let b = Tensor::from_vec(extents![2], vec![y, y]).unwrap();
    let c = Tensor::from_vec(extents![1], vec![z]).unwrap();
    // The cheapest order is a with c.
    let composition = Composition::einsum("i,j,i->j").unwrap();
    let operands: [&dyn DynOperand<Matrix>; 3] = [&a, &b, &c];
    let shapes: Vec<_> = operands.iter().map(|each| each.source().extents().clone()).collect();
    assert_eq!(Path::cheapest(&composition, &shapes).unwrap().pairs()[0], (0, 2));
    let expected = x.times(y).times(z);
    assert_ne!(expected, x.times(z).times(y));
    assert_eq!(ContractBy::new(&composition).eval(&operands).unwrap().as_slice(), [expected; 2]);
}

#[test]
fn saturating_integers_keep_their_order() {
    let number = |value: i8| Tensor::from_vec(extents![1], vec![Saturating(value)]).unwrap();
    let many = Tensor::from_vec(extents![2], vec![Saturating(100_i8); 2]).unwrap();
    let (two, less) = (number(2), number(-1));
    let operands: [&dyn DynOperand<Saturating<i8>>; 3] = [&many, &two, &less];
    // 100 * 2 = 127, times -1; 2 * -1 first would give -128.
    let result = einsum("j,i,i->j", &operands).unwrap();
    assert_eq!(result.as_slice(), [Saturating(-127); 2]);
    // On a backend more than two contract two at a time, or not at all.
    let composition = Composition::einsum("j,i,i->j").unwrap();
    let tensor = |numbers: &[i8]| {
        let elements = numbers.iter().map(|number| Saturating(*number)).collect();
        Tensor::from_vec(DynRankExtents::new(&[numbers.len()]).unwrap(), elements).unwrap()
    };
    let (many, two, less) = (tensor(&[100, 100]), tensor(&[2]), tensor(&[-1]));
    let error = contract_on(&mut Native::new(), &composition, &[&many, &two, &less]).unwrap_err();
    let refused = ShapeError::LimitExceeded { of: Limit::OrderedOperands, found: 3, most: 2 };
    assert_eq!(error, refused);
    // So it is with plans that were made for numbers which may contract in any order.
    let numbers = |numbers: &[i8]| {
        Tensor::from_vec(DynRankExtents::new(&[numbers.len()]).unwrap(), numbers.to_vec()).unwrap()
    };
    let wrapping = [numbers(&[100, 100]), numbers(&[2]), numbers(&[-1])];
    let mut kept = Prepared::new(composition);
    kept.eval(&mut Native::new(), &wrapping.each_ref()).unwrap();
    assert_eq!(kept.eval(&mut Native::new(), &[&many, &two, &less]).unwrap_err(), refused);
    let mut target = tensor(&[7, 7]);
    kept.eval(&mut Native::new(), &wrapping.each_ref()).unwrap();
    let added = kept.add_to(&mut Native::new(), &[&many, &two, &less], &mut target);
    assert_eq!((added, target.as_slice()), (Err(refused), [Saturating(7); 2].as_slice()));
}

#[test]
fn a_temporary_without_memory_is_an_error_and_nothing_is_written() {
    let one = Tensor::full(extents![1], 1_i64).unwrap();
    let wide = one.view().broadcast(0, 1 << 30).unwrap();
    let operands: [&dyn DynOperand<i64>; 4] = [&wide, &wide, &wide, &wide];
    let shapes: Vec<_> = operands.iter().map(|each| each.source().extents().clone()).collect();
    let composition = Composition::einsum("i,j,i,j->").unwrap();
    let path = Path::given(&composition, &shapes, &[(0, 1), (0, 1), (0, 1)]).unwrap();
    let mut target = Tensor::full(extents![], 7).unwrap();
    let found = ContractBy::along(&path).update(&operands, target.view_mut(), |to, new| *to = new);
    assert_eq!(found, Err(ShapeError::Allocation { elements: 1 << 60 }));
    assert_eq!(target.as_slice(), [7]);
    assert_eq!(ContractBy::along(&path).eval(&operands).unwrap_err(), found.unwrap_err());
    // More than any shape has.
    let wide = one.view().broadcast(0, 1 << 40).unwrap();
    let operands: [&dyn DynOperand<i64>; 4] = [&wide, &wide, &wide, &wide];
    let error = ContractBy::along(&path).eval(&operands).unwrap_err();
    assert!(matches!(error, ShapeError::SizeOverflow { mode: 1, .. }), "{error}");
}

#[test]
fn what_does_not_fit_is_said_before_any_work() {
    let matrix = Tensor::full(extents![2, 2], 1).unwrap();
    let row = Tensor::full(extents![3], 1).unwrap();
    let composition = Composition::einsum("ij,jk,k->i").unwrap();
    let square = DynRankExtents::new(&[2, 2]).unwrap();
    let shapes = [square.clone(), square, DynRankExtents::new(&[2]).unwrap()];
    let path = Path::cheapest(&composition, &shapes).unwrap();
    let mut target = Tensor::full(extents![2], 7).unwrap();
    let mismatch =
        ContractBy::along(&path).update(&[&matrix, &matrix, &row], target.view_mut(), |_, _| ());
    let label = extents::label::LabelName::new("k");
    assert_eq!(
        mismatch,
        Err(ShapeError::ExtentMismatch { place: Place::Label(label), expected: 2, found: 3 })
    );
    let error = ContractBy::along(&path).eval::<i32>(&[&matrix, &matrix]).unwrap_err();
    assert_eq!(error, ShapeError::CountMismatch { of: Quantity::Operands, expected: 3, found: 2 });
    let fits = Tensor::full(extents![2], 1).unwrap();
    let mut wrong = Tensor::full(extents![4], 7).unwrap();
    let found =
        ContractBy::along(&path).update(&[&matrix, &matrix, &fits], wrong.view_mut(), |_, _| ());
    assert_eq!(
        found,
        Err(ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 2, found: 4 })
    );
    let mut wrong = Tensor::full(extents![2, 1], 7).unwrap();
    let found =
        ContractBy::along(&path).update(&[&matrix, &matrix, &fits], wrong.view_mut(), |_, _| ());
    assert_eq!(found, Err(ShapeError::RankMismatch { expected: 1, found: 2 }));
    let mut null = Tensor::null();
    let found =
        ContractBy::along(&path).update(&[&matrix, &matrix, &fits], null.view_mut(), |_, _| ());
    assert_eq!(found, Err(ShapeError::Null));
}

#[test]
fn a_path_serves_other_extents_too() {
    let composition = Composition::einsum("ij,jk,k->i").unwrap();
    let shapes = [&[2, 2][..], &[2, 2], &[2]].map(|extents| DynRankExtents::new(extents).unwrap());
    let path = Path::cheapest(&composition, &shapes).unwrap();
    let (a, b) =
        (Tensor::full(extents![1, 3], 2).unwrap(), Tensor::full(extents![3, 4], 3).unwrap());
    let c = Tensor::full(extents![4], 5).unwrap();
    assert_eq!(ContractBy::along(&path).eval(&[&a, &b, &c]).unwrap().as_slice(), [2 * 3 * 5 * 12]);
}

#[test]
fn each_step_is_reported_once_it_is_done() {
    let row = Tensor::full(extents![4], 1).unwrap();
    let matrix = Tensor::full(extents![4, 4], 1).unwrap();
    let operands: [&dyn DynOperand<i32>; 3] = [&matrix, &matrix, &row];
    let shapes: Vec<_> = operands.iter().map(|each| each.source().extents().clone()).collect();
    let path = Path::cheapest(&Composition::einsum("ij,jk,k->").unwrap(), &shapes).unwrap();
    let done = RefCell::new(Vec::new());
    let result = ContractBy::along(&path).eval_with(&operands, |step| {
        done.borrow_mut().push(step.cost().multiply_adds);
    });
    assert_eq!(result.unwrap().as_slice(), [64]);
    let costs: Vec<u128> = path.steps().iter().map(|step| step.cost().multiply_adds).collect();
    assert_eq!(done.into_inner(), costs);
}

thread_local! {
    static PRODUCTS: Cell<u128> = const { Cell::new(0) };
}

/// An integer that counts products.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Counted(i64);

impl Scalar for Counted {
    const ZERO: Self = Counted(0);
    const CONTRACTS_IN_ANY_ORDER: bool = true;
    fn plus(self, other: Self) -> Self {
        Counted(self.0 + other.0)
    }
    fn times(self, other: Self) -> Self {
        PRODUCTS.set(PRODUCTS.get() + 1);
        Counted(self.0 * other.0)
    }
}

#[test]
fn text_takes_the_cheapest_path() {
    let extents = [3, 9, 2, 8, 4, 5];
    let data: Vec<DynTensor<Counted>> = extents
        .windows(2)
        .map(|pair| Tensor::full(DynRankExtents::new(pair).unwrap(), Counted(1)).unwrap())
        .collect();
    let operands: Vec<&dyn DynOperand<Counted>> = data.iter().map(|each| each as _).collect();
    let shapes: Vec<_> = data.iter().map(|each| each.extents().clone()).collect();
    let text = "ab,bc,cd,de,ef->af";
    let composition = Composition::einsum(text).unwrap();
    let path = Path::cheapest(&composition, &shapes).unwrap();
    // ((a b) ((c d) e)): 3*9*2 + 2*8*4 + 2*4*5 + 3*2*5.
    assert_eq!(path.cost().multiply_adds, 54 + 64 + 40 + 30);
    let expected = [Counted(9 * 2 * 8 * 4); 15];
    assert_eq!(einsum(text, &operands).unwrap().as_slice(), expected);
    assert_eq!(PRODUCTS.take(), 188);
    let mut target = Tensor::full(extents![3, 5], Counted(0)).unwrap();
    ContractBy::new(&composition)
        .update(&operands, target.view_mut(), |to, new| *to = new)
        .unwrap();
    assert_eq!(target.as_slice(), expected);
    assert_eq!(PRODUCTS.take(), 188);
}
