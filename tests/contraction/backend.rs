//! Contractions on a backend that runs plans loop by loop, against the sums over all indices; and what it may say wrong.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking"
)]

use extents::backend::{Backend, Contraction, contract_on, contract_on_add, contract_on_assign};
use extents::layout::{RowMajor, StridedLayout};
use extents::plan::Loop;
use extents::{Composition, DynRankExtents, Extents, ModeArray, ShapeError, error::Place};

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
}

impl Backend for Loops {
    type Array = Array;
    type Tensor = Array;
    type Error = ShapeError;

    fn extents(&self, array: &Array) -> Result<DynRankExtents, ShapeError> {
        Ok(array.extents.clone())
    }

    fn strides(&self, array: &Array) -> ModeArray<isize> {
        array.strides.clone()
    }

    fn zeros(&mut self, extents: &DynRankExtents) -> Result<Array, ShapeError> {
        let extents = self.makes.as_ref().unwrap_or(extents);
        Ok(Array::of(extents, vec![0; extents.size()]))
    }

    fn contract(&mut self, mut task: Contraction<'_, Self>) -> Result<(), ShapeError> {
        self.runs += 1;
        self.texts.push(format!("{task:?}"));
        let (plan, left, right) = (task.plan(), task.left(), task.right());
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
    }
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
