//! What is done for every backend: checks, plans, the order of pairs, temporaries.

use alloc::vec::Vec;
use core::borrow::{Borrow, BorrowMut};

use super::{Backend, Contraction};
use crate::plan::{Path, Plan, Source, Step};
use crate::{Composition, DynRankExtents, Extents, ModeArray, Resolved, ShapeError};

/// Contracts arrays of a backend under the labels of a [`Composition`], into a new tensor of the backend.
///
/// The rules are those of [`contract_by`](crate::contract_by). More than two operands contract two at a time, along
/// the cheapest [`Path`]; elements whose arithmetic depends on the order get what that order gives.
///
/// # Errors
/// Those of [`Composition::resolve`]; [`ShapeError::RankMismatch`] where a backend gives an array another number of
/// strides than modes; [`ShapeError::TooManyLoops`]; what the backend itself says.
///
/// ```
/// use extents::backend::{Native, contract_on};
/// use extents::{Composition, DynRankExtents, Tensor};
/// let a = Tensor::from_vec(DynRankExtents::new(&[2, 2])?, vec![1, 2, 3, 4])?;
/// let squared = contract_on(&mut Native::new(), &Composition::einsum("ij,jk->ik")?, &[&a, &a])?;
/// assert_eq!(squared.as_slice(), [7, 10, 15, 22]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn contract_on<B: Backend>(
    backend: &mut B,
    composition: &Composition,
    operands: &[&B::Array],
) -> Result<B::Tensor, B::Error> {
    let resolved = resolve(backend, composition, operands)?;
    let mut result = backend.zeros(&resolved.result)?;
    run(backend, composition, operands, &resolved, result.borrow_mut(), false)?;
    Ok(result)
}

/// As [`contract_on`], into an array that is there. Nothing is written before everything was checked.
///
/// # Errors
/// As [`contract_on`]; [`ShapeError::RankMismatch`] and [`ShapeError::ExtentMismatch`] where the target has
/// other extents than the result. The target is then unchanged.
///
/// ```
/// use extents::backend::{Native, contract_on_assign};
/// use extents::{Composition, DynRankExtents, Tensor};
/// let a = Tensor::from_vec(DynRankExtents::new(&[2, 2])?, vec![1, 2, 3, 4])?;
/// let mut sums = Tensor::full(DynRankExtents::new(&[2])?, 100)?;
/// contract_on_assign(&mut Native::new(), &Composition::einsum("ij->i")?, &[&a], &mut sums)?;
/// assert_eq!(sums.as_slice(), [3, 7]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn contract_on_assign<B: Backend>(
    backend: &mut B,
    composition: &Composition,
    operands: &[&B::Array],
    target: &mut B::Array,
) -> Result<(), B::Error> {
    run_into(backend, composition, operands, target, false)
}

/// As [`contract_on_assign`], and adds to what the target holds.
///
/// # Errors
/// As [`contract_on_assign`].
///
/// ```
/// use extents::backend::{Native, contract_on_add};
/// use extents::{Composition, DynRankExtents, Tensor};
/// let a = Tensor::from_vec(DynRankExtents::new(&[2, 2])?, vec![1, 2, 3, 4])?;
/// let mut sums = Tensor::full(DynRankExtents::new(&[2])?, 100)?;
/// contract_on_add(&mut Native::new(), &Composition::einsum("ij->i")?, &[&a], &mut sums)?;
/// assert_eq!(sums.as_slice(), [103, 107]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn contract_on_add<B: Backend>(
    backend: &mut B,
    composition: &Composition,
    operands: &[&B::Array],
    target: &mut B::Array,
) -> Result<(), B::Error> {
    run_into(backend, composition, operands, target, true)
}

fn run_into<B: Backend>(
    backend: &mut B,
    composition: &Composition,
    operands: &[&B::Array],
    target: &mut B::Array,
    adds: bool,
) -> Result<(), B::Error> {
    let resolved = resolve(backend, composition, operands)?;
    check_target(&resolved.result, &backend.extents(target)?)?;
    run(backend, composition, operands, &resolved, target, adds)
}

fn resolve<B: Backend>(
    backend: &B,
    composition: &Composition,
    operands: &[&B::Array],
) -> Result<Resolved, B::Error> {
    let shapes = operands.iter().map(|operand| backend.extents(operand));
    Ok(composition.resolve(&shapes.collect::<Result<Vec<_>, _>>()?)?)
}

/// The target has the extents of the result.
fn run<B: Backend>(
    backend: &mut B,
    composition: &Composition,
    operands: &[&B::Array],
    resolved: &Resolved,
    target: &mut B::Array,
    adds: bool,
) -> Result<(), B::Error> {
    if operands.len() <= 2 {
        return run_pair(backend, composition, operands, target, adds);
    }
    // Along a path, zeros that a step makes of nothing could meet an infinity.
    if resolved.extents.contains(&0) {
        return if adds { Ok(()) } else { write_zeros(backend, &resolved.result, target) };
    }
    let shapes = operands.iter().map(|operand| backend.extents(operand));
    let path = Path::cheapest(composition, &shapes.collect::<Result<Vec<_>, _>>()?)?;
    let Some((last, steps)) = path.steps().split_last() else {
        return Err(ShapeError::OperandCount { expected: 1, found: 0 }.into());
    };
    let mut temporaries: Vec<Option<B::Tensor>> = Vec::new();
    for step in steps {
        let taken = taken::<B>(step, operands, &temporaries);
        let made = contract_on(backend, step.composition(), &taken)?;
        // A temporary lives until the step that takes it is done.
        for source in step.sources() {
            if let Source::Temporary(number) = *source
                && let Some(temporary) = temporaries.get_mut(number)
            {
                *temporary = None;
            }
        }
        temporaries.push(Some(made));
    }
    let taken = taken::<B>(last, operands, &temporaries);
    run_pair(backend, last.composition(), &taken, target, adds)
}

/// What a step takes: a path names only operands of its composition, and temporaries of earlier steps that no
/// other step takes.
fn taken<'a, B: Backend>(
    step: &Step,
    operands: &[&'a B::Array],
    temporaries: &'a [Option<B::Tensor>],
) -> Vec<&'a B::Array> {
    let find = |source: &Source| match *source {
        Source::Operand(position) => operands.get(position).copied(),
        Source::Temporary(number) => {
            temporaries.get(number).and_then(Option::as_ref).map(Borrow::borrow)
        }
    };
    step.sources().iter().filter_map(find).collect()
}

/// One plan, of one operand or two.
fn run_pair<B: Backend>(
    backend: &mut B,
    composition: &Composition,
    operands: &[&B::Array],
    target: &mut B::Array,
    adds: bool,
) -> Result<(), B::Error> {
    let mut shapes = Vec::new();
    let mut strides = Vec::new();
    for operand in operands {
        let extents = backend.extents(operand)?;
        strides.push(strides_of(backend, operand, &extents)?);
        shapes.push(extents);
    }
    let resolved = composition.resolve(&shapes)?;
    let found = backend.extents(target)?;
    // A backend may have made a tensor of other extents than those that it was asked for.
    check_target(&resolved.result, &found)?;
    let target_strides = strides_of(backend, target, &found)?;
    let strides: Vec<&[isize]> = strides.iter().map(AsRef::as_ref).collect();
    let plan = Plan::of_resolved(composition, &resolved, &strides, &target_strides)?;
    let Some((&left, others)) = operands.split_first() else {
        return Err(ShapeError::OperandCount { expected: 1, found: 0 }.into());
    };
    let right = others.first().copied();
    backend.contract(Contraction { plan: &plan, left, right, target, adds })
}

/// A copy of zeros.
fn write_zeros<B: Backend>(
    backend: &mut B,
    extents: &DynRankExtents,
    target: &mut B::Array,
) -> Result<(), B::Error> {
    let zeros = backend.zeros(extents)?;
    let labels: Vec<_> = (0..extents.rank()).map(|mode| alloc::format!("mode{mode}")).collect();
    let labels = labels.join(",");
    let copy = Composition::labelled(&[&labels], &labels)?;
    run_pair(backend, &copy, &[zeros.borrow()], target, false)
}

fn strides_of<B: Backend>(
    backend: &B,
    array: &B::Array,
    extents: &DynRankExtents,
) -> Result<ModeArray<isize>, B::Error> {
    let strides = backend.strides(array);
    let (expected, found) = (extents.rank(), strides.len());
    if expected != found {
        return Err(ShapeError::RankMismatch { expected, found }.into());
    }
    Ok(strides)
}

fn check_target(result: &DynRankExtents, target: &DynRankExtents) -> Result<(), ShapeError> {
    if target.is_null() {
        return Err(ShapeError::Null);
    }
    let (expected, found) = (result.rank(), target.rank());
    if expected != found {
        return Err(ShapeError::RankMismatch { expected, found });
    }
    for (mode, (expected, found)) in result.into_iter().zip(target).enumerate() {
        if expected != found {
            return Err(ShapeError::ExtentMismatch { mode, expected, found });
        }
    }
    Ok(())
}
