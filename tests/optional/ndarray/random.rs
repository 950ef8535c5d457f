//! Random einsums of arrays, against a loop over all indices.

use std::num::Wrapping;

use crate::einsums::chance::Chance;
use crate::einsums::draw::{Case, Size, Update, case};
use crate::einsums::number::Number;
use crate::einsums::{Placed, definition, same, updated};
use extents::backend::{Native, NdArray, contract_on, contract_on_add, contract_on_assign};
use extents::{
    Composition, ContractBy, DynRankExtents, Tensor, ViewMut, composition::DynOperand, einsum,
};
use ndarray::{ArrayView, ArrayViewD, ArrayViewMutD, Axis, IxDyn, LinalgScalar, ShapeBuilder};

/// What `ndarray` makes strides of: none negative, and the axes that it turns around then.
fn turned<T>(placed: &Placed<T>) -> (ndarray::StrideShape<IxDyn>, Vec<Axis>) {
    // It wants to be able to walk along the axes of an array without elements.
    let step = |stride: &isize| {
        if placed.extents.contains(&0) { 0 } else { stride.unsigned_abs() }
    };
    let strides: Vec<usize> = placed.strides.iter().map(step).collect();
    let axes = 0..placed.strides.len();
    let axes = axes.filter(|&axis| placed.strides[axis] < 0 && !placed.extents.contains(&0));
    (IxDyn(&placed.extents).strides(IxDyn(&strides)), axes.map(Axis).collect())
}

fn array_of<T: Copy>(placed: &Placed<T>) -> ArrayViewD<'_, T> {
    let (shape, axes) = turned(placed);
    let mut array = ArrayView::from_shape(shape, &placed.buffer[placed.slots()]).unwrap();
    axes.into_iter().for_each(|axis| array.invert_axis(axis));
    array
}

fn array_mut_of<T: Copy>(placed: &mut Placed<T>) -> ArrayViewMutD<'_, T> {
    let (shape, axes) = turned(placed);
    let slots = placed.slots();
    let mut array = ArrayViewMutD::from_shape(shape, &mut placed.buffer[slots]).unwrap();
    axes.into_iter().for_each(|axis| array.invert_axis(axis));
    array
}

/// Prints the case when a check of it fails.
struct Report<'a, T>(&'a Case<T>);

impl<T> Drop for Report<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{:?}", self.0);
        }
    }
}

fn check<T: Number + LinalgScalar>(case: &Case<T>) {
    let _report = Report(case);
    let expected = definition(&case.of_labels, &case.operands, &case.result);
    let composition = Composition::einsum(&case.text).unwrap();
    let arrays: Vec<ArrayViewD<'_, T>> = case.operands.iter().map(array_of).collect();

    // Our kernels, on their arrays.
    let operands: Vec<&dyn DynOperand<T>> = arrays.iter().map(|a| a as _).collect();
    let found = einsum(&case.text, &operands).unwrap();
    assert!(same(found.as_slice(), &expected), "{:?}\nis not\n{expected:?}", found.as_slice());
    let mut target = case.target.clone();
    let in_target = updated(&target, &expected, |to, value| *to = value);
    let view = ViewMut::from(array_mut_of(&mut target));
    ContractBy::new(&composition).assign_to(&operands, view).unwrap();
    assert!(same(&target.buffer, &in_target), "{:?}\nis not\n{in_target:?}", target.buffer);

    // Their kernels, on their arrays.
    let arrays: Vec<_> = arrays.iter().map(|array| &**array).collect();
    let found = contract_on(&mut NdArray::new(), &composition, &arrays).unwrap();
    assert_eq!(found.shape(), case.target.extents);
    assert!(same(found.as_slice().unwrap(), &expected), "{found:?}\nis not\n{expected:?}");
    let mut target = case.target.clone();
    let in_target = updated(&target, &expected, |to, value| match case.update {
        Update::Assign => *to = value,
        _ => *to = to.and(value),
    });
    let mut view = array_mut_of(&mut target);
    match case.update {
        Update::Assign => contract_on_assign(&mut NdArray::new(), &composition, &arrays, &mut view),
        _ => contract_on_add(&mut NdArray::new(), &composition, &arrays, &mut view),
    }
    .unwrap();
    drop(view);
    assert!(same(&target.buffer, &in_target), "{:?}\nis not\n{in_target:?}", target.buffer);

    // Our kernels as a backend, on tensors.
    let tensors: Vec<Tensor<T, DynRankExtents>> = arrays
        .iter()
        .map(|array| {
            let shape = DynRankExtents::new(array.shape()).unwrap();
            Tensor::from_vec(shape, array.iter().copied().collect()).unwrap()
        })
        .collect();
    let tensors: Vec<_> = tensors.iter().collect();
    let found = contract_on(&mut Native::new(), &composition, &tensors).unwrap();
    assert!(same(found.as_slice(), &expected), "{:?}\nis not\n{expected:?}", found.as_slice());
}

fn run<T: Number + LinalgScalar>(seed: u64) {
    for n in 0..3_000 {
        check(&case::<T>(Chance(seed + (n << 32)).next(), Size::Small));
    }
    for n in 0..20 {
        check(&case::<T>(Chance(seed + (!n << 32)).next(), Size::Large));
    }
}

#[test]
fn random_einsums_of_wide_floats() {
    run::<f64>(1);
}

#[test]
fn random_einsums_of_floats() {
    run::<f32>(2);
}

#[test]
fn random_einsums_of_integers() {
    run::<Wrapping<i64>>(3);
}
