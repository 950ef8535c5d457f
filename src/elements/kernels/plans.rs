//! The plans of typed contractions, for `plan!`: consts where the types know them.

use core::borrow::Borrow;

use extents_static::__private::{Tag, Wiring};

use super::known_modes::{Known, KnownModes, tables};
use super::operands::{Sources, TensorTuple, read_modes};
use crate::elements::OperandTuple;
use crate::layout::RowMajor;
use crate::plan::{ModeTable, PathPlan, Plan, too_many_operands};
use crate::rearrange::equal;
use crate::{Compose, Extents, Scalar, ShapeError, error::Limit};

/// The plan of one operand or two, where the types know it: the result is row-major.
pub(crate) const fn static_plan<V, T, Ins, Out, S>() -> Option<Plan>
where
    V: TensorTuple<T>,
    S: Compose<Ins, Out>,
{
    let operands = KnownModes::of_all(S::WIRING, &V::KNOWN);
    plan_of_known(
        &operands,
        V::COUNT,
        &known_result(S::WIRING, &Known::of::<S::Output, RowMajor>()),
    )
}

const fn known_result(wiring: &Wiring, result: &Known) -> KnownModes {
    KnownModes::of(wiring.labels_of_result(), result)
}

/// The plan of one operand or two, where their types and that of the result together know all modes.
pub(crate) const fn plan_of_known(
    operands: &[KnownModes; 12],
    count: usize,
    result: &KnownModes,
) -> Option<Plan> {
    if count != 1 && count != 2 {
        return None;
    }
    let (operands, others) = (tables(operands, count, result), operands.split_at(count).0);
    match (operands, result.table(others, result)) {
        (Some([left, right, ..]), Some(result)) => {
            plan_of_tables(&left, if count == 2 { Some(&right) } else { None }, &result)
        }
        _ => None,
    }
}

/// The plan of a contraction of one operand or two to a row-major result.
pub(crate) fn plan_of<V, T, Ins, Out, S>(operands: &V) -> Result<Plan, ShapeError>
where
    V: TensorTuple<T> + OperandTuple<Extents = S>,
    S: Compose<Ins, Out>,
{
    let (inputs, result) = read::<V, T, Ins, Out, S>(operands)?;
    if V::COUNT > 2 {
        return Err(too_many_operands(V::COUNT));
    }
    let (left, right) = (inputs.input(0, S::WIRING)?, inputs.input(1, S::WIRING)?);
    let right = (V::COUNT == 2).then_some(&right.borrow().modes);
    // Two operands have at most 24 labels.
    plan_of_tables(&left.borrow().modes, right, &result).ok_or(ShapeError::LimitExceeded {
        of: Limit::Loops,
        found: 25,
        most: Plan::MOST_LOOPS,
    })
}

/// The extents of the result, whose numbers were read: those that the extents of the operands compose to, where one is of a
/// scope.
// As that of `typed_extents`, a constant chooses.
#[inline]
pub(crate) fn output<V, Ins, Out, S>(
    operands: &V,
    numbers: &[usize],
) -> Result<S::Output, ShapeError>
where
    V: OperandTuple<Extents = S>,
    S: Compose<Ins, Out>,
{
    let create: fn(&V, &[usize]) -> _ = const {
        if S::Output::IS_SCOPED { composed } else { |_, numbers| S::Output::from_extents(numbers) }
    };
    create(operands, numbers)
}

fn composed<V, Ins, Out, S>(operands: &V, numbers: &[usize]) -> Result<S::Output, ShapeError>
where
    V: OperandTuple<Extents = S>,
    S: Compose<Ins, Out>,
{
    let output = operands.extents().compose().map_err(Into::into)?;
    // Of an operand that is not ours, other extents may have been read.
    equal(numbers, output.slice_in(&mut None))?;
    Ok(output)
}

/// What is read of the operands, and the modes of the result.
fn read<V, T, Ins, Out, S>(operands: &V) -> Result<(V::Inputs, ModeTable), ShapeError>
where
    V: TensorTuple<T> + OperandTuple<Extents = S>,
    S: Compose<Ins, Out>,
{
    let mut inputs = V::unread();
    let extents = operands.read(S::WIRING, &mut inputs)?;
    let labels = S::WIRING.labels_of_result();
    let output = output::<V, Ins, Out, S>(operands, extents.split_at(Tag::count(labels)).0)?;
    let mut result = ModeTable::NONE;
    read_modes(&mut result, labels, &output, &RowMajor);
    Ok((inputs, result))
}

/// The plans of the steps of more than two operands to a row-major result, if their types know it.
pub(crate) const fn static_path<V, T, Ins, Out, S>() -> Option<PathPlan>
where
    V: TensorTuple<T>,
    T: Scalar,
    S: Compose<Ins, Out>,
{
    let result = known_result(S::WIRING, &Known::of::<S::Output, RowMajor>());
    let all = KnownModes::of_all(S::WIRING, &V::KNOWN);
    path_of_known(&all, V::COUNT, &result, T::CONTRACTS_IN_ANY_ORDER, None)
}

/// The plans of the steps of more than two operands, where their types and that of the result together know all modes.
pub(crate) const fn path_of_known(
    operands: &[KnownModes; 12],
    count: usize,
    result: &KnownModes,
    in_any_order: bool,
    given: Option<&[(usize, usize)]>,
) -> Option<PathPlan> {
    let others = operands.split_at(count).0;
    match (tables(operands, count, result), result.table(others, result)) {
        (Some(operands), Some(result)) => {
            Some(PathPlan::new(operands, count, result, in_any_order, given))
        }
        _ => None,
    }
}

/// The plans of the steps of more than two operands to a row-major result.
pub(crate) fn path_of<V, T, Ins, Out, S>(operands: &V) -> Result<PathPlan, ShapeError>
where
    V: TensorTuple<T> + OperandTuple<Extents = S>,
    T: Scalar,
    S: Compose<Ins, Out>,
{
    let (inputs, result) = read::<V, T, Ins, Out, S>(operands)?;
    let mut tables = [ModeTable::NONE; 12];
    for (operand, table) in tables.iter_mut().enumerate().take(V::COUNT) {
        *table = inputs.input(operand, S::WIRING)?.borrow().modes;
    }
    Ok(PathPlan::new(tables, V::COUNT, result, T::CONTRACTS_IN_ANY_ORDER, None))
}

#[inline]
const fn plan_of_tables(
    left: &ModeTable,
    right: Option<&ModeTable>,
    result: &ModeTable,
) -> Option<Plan> {
    let right = match right {
        Some(right) => Some(right.modes()),
        None => None,
    };
    Plan::of_modes(left.modes(), right, result.modes())
}
