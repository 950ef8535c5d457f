//! Contractions on a backend that runs plans loop by loop, against the sums over all indices; and what it may say wrong.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking"
)]

use std::cell::Cell;

use extents::backend::{
    Backend, Contraction, Prepared, contract_on, contract_on_add, contract_on_assign,
};
use extents::error::{Limit, Place};
use extents::label::{i, j, k};
use extents::layout::{RowMajor, StridedLayout};
use extents::plan::Loop;
use extents::{Composition, DynRankExtents, Extents, ModeArray, ShapeError};

use super::path::network::{Draw, Network};

#[derive(Clone, Debug, PartialEq)]
struct Array {
    extents: DynRankExtents,
    strides: ModeArray<isize>,
    elements: Vec<i64>,
}

impl Array {
    fn of(extents: &DynRankExtents, elements: Vec<i64>) -> Self {
        Array { extents: extents.clone(), strides: RowMajor.strides(extents), elements }
    }
}

#[derive(Default)]
struct Loops {
    runs: usize,
    texts: Vec<String>,
    /// The extents of all arrays that it makes, if not those that it is asked for.
    makes: Option<DynRankExtents>,
    /// How often it was asked for zeros, and for the extents of an array.
    zeros: usize,
    asked: Cell<usize>,
    /// The address of the last plan.
    plan: usize,
}

impl Backend for Loops {
    type Array = Array;
    type Tensor = Array;
    type Error = ShapeError;

    fn extents(&self, array: &Array) -> Result<DynRankExtents, ShapeError> {
        self.asked.set(self.asked.get() + 1);
        Ok(array.extents.clone())
    }

    fn strides(&self, array: &Array) -> ModeArray<isize> {
        array.strides.clone()
    }

    fn zeros(&mut self, extents: &DynRankExtents) -> Result<Array, ShapeError> {
        self.zeros += 1;
        let extents = self.makes.as_ref().unwrap_or(extents);
        Ok(Array::of(extents, vec![0; extents.size()]))
    }

    /// What is read before it is written shows in each result.
    fn room(&mut self, extents: &DynRankExtents) -> Result<Array, ShapeError> {
        let extents = self.makes.as_ref().unwrap_or(extents);
        Ok(Array::of(extents, vec![1 << 40; extents.size()]))
    }

    fn contract(&mut self, mut task: Contraction<'_, Self>) -> Result<(), ShapeError> {
        self.runs += 1;
        self.texts.push(format!("{task:?}"));
        let (plan, left, right) = (task.plan(), task.left(), task.right());
        self.plan = std::ptr::from_ref(plan).addr();
        if !task.adds() {
            task.target().elements.fill(0);
        }
        let extents: Vec<usize> = plan.loops().iter().map(|each| each.extent).collect();
        for index in crate::oracle::indices(&extents) {
            let at = |stride: fn(&Loop) -> isize| {
                let steps = plan.loops().iter().zip(&index);
                steps.map(|(each, at)| stride(each) * *at as isize).sum::<isize>() as usize
            };
            let factor = right.map_or(1, |right| right.elements[at(|each| each.right)]);
            let product = left.elements[at(|each| each.left)].wrapping_mul(factor);
            let sum = &mut task.target().elements[at(|each| each.result)];
            *sum = sum.wrapping_add(product);
        }
        Ok(())
    }
}

/// Labels of one entry need no loop. What is refused for its labels has no elements here: they are not read.
#[test]
fn a_backend_is_given_no_plan_of_too_many_loops() {
    let labels = |from: usize| (from..from + 22).map(|n| format!("m{n}")).collect::<Vec<_>>();
    let composition = Composition::from_labels(&[labels(0), labels(22)], &[]).unwrap();
    let extents = DynRankExtents::new(&[&[2; 21][..], &[1]].concat()).unwrap();
    let array = Array::of(&extents, Vec::new());
    let mut backend = Loops::default();
    let error = contract_on(&mut backend, &composition, &[&array, &array]).unwrap_err();
    assert_eq!(error, ShapeError::LimitExceeded { of: Limit::Loops, found: 42, most: 40 });
    assert_eq!(backend.runs, 0);
}

#[test]
fn a_backend_of_loops_gives_the_sums_of_the_definition() {
    let mut draw = Draw::new(12);
    for round in 0..200 {
        let extents: &[usize] = if round % 8 == 0 { &[0, 1, 2] } else { &[1, 2, 3] };
        let network = Network::draw(&mut draw, 1 + round % 5, 5, extents);
        let (composition, shapes) = (network.composition(), network.shapes());
        let arrays: Vec<Array> = shapes
            .iter()
            .map(|shape| {
                let elements = (0..shape.size()).map(|_| draw.below(19) as i64 - 9);
                Array::of(shape, elements.collect())
            })
            .collect();
        let data: Vec<Vec<i64>> = arrays.iter().map(|array| array.elements.clone()).collect();
        let expected = network.value(&data);
        let operands: Vec<&Array> = arrays.iter().collect();
        let mut backend = Loops::default();
        let result = contract_on(&mut backend, &composition, &operands).unwrap();
        assert_eq!(result.elements, expected, "{network:?}");
        assert!(backend.runs <= 2 * operands.len(), "{network:?}");
        let mut target = Array { elements: vec![7; expected.len()], ..result };
        contract_on_add(&mut backend, &composition, &operands, &mut target).unwrap();
        let added: Vec<i64> = expected.iter().map(|element| 7 + element).collect();
        assert_eq!(target.elements, added, "{network:?}");
        contract_on_assign(&mut backend, &composition, &operands, &mut target).unwrap();
        assert_eq!(target.elements, expected, "{network:?}");

        let mut prepared = Prepared::new(composition);
        for times in 1..4 {
            let result = prepared.eval(&mut backend, &operands).unwrap();
            assert_eq!(result.elements, expected, "{network:?}");
            prepared.add_to(&mut backend, &operands, &mut target).unwrap();
            let added: Vec<i64> = expected.iter().map(|element| element * (1 + times)).collect();
            assert_eq!(target.elements, added, "{network:?}");
        }
        prepared.assign_to(&mut backend, &operands, &mut target).unwrap();
        assert_eq!(target.elements, expected, "{network:?}");
    }
}

fn filled(extents: &[usize]) -> Array {
    let extents = DynRankExtents::new(extents).unwrap();
    Array::of(&extents, (1..).take(extents.size()).collect())
}

/// Zeros are for sums of nothing along a path alone, which are copied.
#[test]
fn results_and_temporaries_are_not_asked_for_as_zeros() {
    let mut backend = Loops::default();
    let chain = Composition::einsum("ij,jk,k->i").unwrap();
    let (a, b, c) = (filled(&[1, 2]), filled(&[2, 2]), filled(&[2]));
    let result = contract_on(&mut backend, &chain, &[&a, &b, &c]).unwrap();
    // 1 (1 + 2 * 2) + 2 (3 + 2 * 4)
    assert_eq!((result.elements, backend.zeros), (vec![27], 0));
    let none = filled(&[2, 0]);
    let sum = contract_on(&mut backend, &Composition::einsum("ij->i").unwrap(), &[&none]).unwrap();
    assert_eq!((sum.elements, backend.zeros), (vec![0, 0], 0));
    let (none, no) = (filled(&[2, 0]), filled(&[0]));
    let sum = contract_on(&mut backend, &chain, &[&a, &none, &no]).unwrap();
    assert_eq!((sum.elements, backend.zeros), (vec![0], 1));
}

#[test]
fn plans_that_are_kept_are_handed_over_as_they_are() {
    let mut backend = Loops::default();
    let mut product = const { Prepared::new(Composition::of_types::<((i, j), (j, k)), (i, k)>()) };
    let (a, b) = (filled(&[1, 2]), filled(&[2, 1]));
    let expected = [5];
    assert_eq!(product.eval(&mut backend, &[&a, &b]).unwrap().elements, expected);
    assert_eq!(product.eval(&mut backend, &[&a, &b]).unwrap().elements, expected);
    let (plan, asked) = (backend.plan, backend.asked.get());
    assert_eq!(product.eval(&mut backend, &[&a, &b]).unwrap().elements, expected);
    // The same plan, and each array was asked once.
    assert_eq!((backend.plan, backend.asked.get()), (plan, asked + 3));

    // Other strides, other extents, another target.
    let reversed = Array { strides: [0, 0].into_iter().collect(), ..b.clone() };
    assert_eq!(product.eval(&mut backend, &[&a, &reversed]).unwrap().elements, [3]);
    let wide = filled(&[2, 2]);
    assert_eq!(product.eval(&mut backend, &[&a, &wide]).unwrap().elements, [7, 10]);
    let mut columns = Array { strides: [1, 2].into_iter().collect(), ..filled(&[2, 2]) };
    product.assign_to(&mut backend, &[&wide, &wide], &mut columns).unwrap();
    assert_eq!(columns.elements, [7, 15, 10, 22]);
    let mut rows = filled(&[2, 2]);
    product.assign_to(&mut backend, &[&wide, &wide], &mut rows).unwrap();
    assert_eq!(rows.elements, [7, 10, 15, 22]);
}

#[test]
fn what_does_not_fit_a_kept_plan_is_refused_as_without() {
    let mut backend = Loops::default();
    let chain = Composition::einsum("ij,jk,k->i").unwrap();
    let mut kept = Prepared::new(chain.clone());
    let (a, b, c) = (filled(&[1, 2]), filled(&[2, 2]), filled(&[2]));
    let _ = kept.eval(&mut backend, &[&a, &b, &c]).unwrap();
    let wrong = filled(&[3]);
    for operands in [&[&a, &b, &wrong][..], &[&a, &b], &[]] {
        let expected = contract_on(&mut backend, &chain, operands).unwrap_err();
        assert_eq!(kept.eval(&mut backend, operands).unwrap_err(), expected);
        let _ = kept.eval(&mut backend, &[&a, &b, &c]).unwrap();
    }
    let (mut target, runs) = (wrong.clone(), backend.runs);
    let error = ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 1, found: 3 };
    let found = kept.assign_to(&mut backend, &[&a, &b, &c], &mut target);
    assert_eq!((found, target, backend.runs), (Err(error), wrong, runs));
    // A backend that makes other arrays than before.
    let _ = kept.eval(&mut backend, &[&a, &b, &c]).unwrap();
    backend.makes = Some(filled(&[5]).extents);
    assert!(kept.eval(&mut backend, &[&a, &b, &c]).is_err());
    backend.makes = None;
    assert_eq!(kept.eval(&mut backend, &[&a, &b, &c]).unwrap().elements, [27]);

    // Modes under `...`, of another number each time.
    let mut sum = Prepared::new(Composition::einsum("...i->...").unwrap());
    assert_eq!(sum.eval(&mut backend, &[&filled(&[3])]).unwrap().elements, [6]);
    assert_eq!(sum.eval(&mut backend, &[&filled(&[2, 3])]).unwrap().elements, [6, 15]);
    assert_eq!(sum.composition().to_string(), "...i->...");
}

#[test]
fn a_task_says_its_plan() {
    let two = DynRankExtents::new(&[2]).unwrap();
    let array = Array::of(&two, vec![3, 4]);
    let mut backend = Loops::default();
    let sum = Composition::einsum("i->").unwrap();
    assert_eq!(contract_on(&mut backend, &sum, &[&array]).unwrap().elements, [7]);
    let text = &backend.texts[0];
    assert!(text.starts_with("Contraction { plan: [Loop { label: "), "{text}");
    assert!(text.ends_with("], adds: false, .. }"), "{text}");
}

/// Too few strides, and too many: of an operand, of one of two, and of the target.
#[test]
fn another_number_of_strides_than_modes_is_refused_before_anything_is_written() {
    let square = DynRankExtents::new(&[2, 2]).unwrap();
    let right = Array::of(&square, vec![1, 2, 3, 4]);
    for strides in [&[1_isize][..], &[], &[2, 1, 1]] {
        let wrong = Array { strides: strides.into(), ..right.clone() };
        let error = Err(ShapeError::RankMismatch { expected: 2, found: strides.len() });
        let mut backend = Loops::default();
        let mut target = right.clone();
        let copy = Composition::einsum("ij->ji").unwrap();
        let product = Composition::einsum("ij,jk->ik").unwrap();
        let mut assign = |composition: &Composition, operands: &[&Array], target: &mut Array| {
            contract_on_assign(&mut backend, composition, operands, target)
        };
        assert_eq!(assign(&copy, &[&wrong], &mut target), error);
        assert_eq!(assign(&product, &[&wrong, &right], &mut target), error);
        assert_eq!(assign(&product, &[&right, &wrong], &mut target), error);
        assert_eq!(target, right);
        let mut target = wrong.clone();
        assert_eq!(assign(&copy, &[&right], &mut target), error);
        assert_eq!(target, wrong);
        assert_eq!(backend.runs, 0);
    }
}

/// The elements of a temporary, or of zeros, are where its extents say.
#[test]
fn an_array_of_other_extents_than_asked_for_is_refused() {
    let of = |extents: &[usize]| {
        let extents = DynRankExtents::new(extents).unwrap();
        Array::of(&extents, vec![1; extents.size()])
    };
    let (matrix, vector, mut target) = (of(&[2, 3]), of(&[3]), of(&[2]));
    let mut backend = Loops { makes: Some(of(&[4]).extents), ..Loops::default() };
    let error =
        |expected| Err(ShapeError::ExtentMismatch { place: Place::Mode(0), expected, found: 4 });
    let product = Composition::einsum("ij,j,j->i").unwrap();
    let operands = [&matrix, &vector, &vector];
    let found = contract_on_assign(&mut backend, &product, &operands, &mut target);
    // The vectors first, which is cheapest.
    assert_eq!(found, error(3));
    // Sums of nothing are zeros, which are copied.
    let none = of(&[2, 0]);
    let sum = Composition::einsum("ij->i").unwrap();
    assert_eq!(contract_on_assign(&mut backend, &sum, &[&none], &mut target), Ok(()));
    assert_eq!(target.elements, [0, 0]);
    let (mut target, empty) = (of(&[2]), of(&[0]));
    let product = Composition::einsum("ij,j,j->i").unwrap();
    let operands = [&none, &empty, &empty];
    let found = contract_on_assign(&mut backend, &product, &operands, &mut target);
    assert_eq!((found, &target.elements[..]), (error(2), &[1, 1][..]));
    assert_eq!(contract_on_add(&mut backend, &product, &operands, &mut target), Ok(()));
    assert_eq!(target.elements, [1, 1]);
}
