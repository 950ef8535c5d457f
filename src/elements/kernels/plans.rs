//! The plans of typed contractions, for `plan!`: consts where the types know them.

use extents_static::__private::{LabelList, Tuple};

use super::known_modes::{KnownModes, tables};
use super::views::{Views, modes_of};
use crate::layout::{RowMajor, StridedLayout};
use crate::plan::{ModeTable, PathPlan, Plan};
use crate::{
    Compose, Scalar, ShapeError,
    error::{Limit, Quantity},
};

/// The plan of one operand or two, where the types know it: the result is row-major.
pub(crate) const fn static_plan<V, T, Ins, Out, Shapes>() -> Option<Plan>
where
    V: Views<T, Ins>,
    Out: Tuple<List: LabelList>,
    Shapes: Compose<Ins, Out>,
{
    let result = KnownModes::of::<Out::List, Shapes::Output, RowMajor>();
    plan_of_known(&V::KNOWN, V::COUNT, &result)
}

/// The plan of one operand or two, where their types and that of the result together know all modes.
pub(super) const fn plan_of_known(
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

/// The plan of a contraction of one or two views to a row-major result.
pub(crate) fn plan_of<V, T, Ins, Out, Shapes>(views: &V) -> Result<Plan, ShapeError>
where
    V: Views<T, Ins, Shapes = Shapes>,
    Out: Tuple<List: LabelList>,
    Shapes: Compose<Ins, Out>,
{
    let output = views.shapes().compose().map_err(Into::into)?;
    if V::COUNT > 2 {
        return Err(ShapeError::CountMismatch {
            of: Quantity::Operands,
            expected: 2,
            found: V::COUNT,
        });
    }
    let result = modes_of::<Out::List, _>(&output, RowMajor.strides(&output).as_ref());
    let (left, right) = (views.source(0), views.source(1));
    let right = (V::COUNT == 2).then_some(&right.modes);
    // Two operands have at most 24 labels.
    plan_of_tables(&left.modes, right, &result).ok_or(ShapeError::LimitExceeded {
        of: Limit::Loops,
        found: 25,
        most: Plan::MOST_LOOPS,
    })
}

/// The plans of the steps of more than two views to a row-major result, if their types know it.
pub(crate) const fn static_path<V, T, Ins, Out, Shapes>() -> Option<PathPlan>
where
    V: Views<T, Ins>,
    T: Scalar,
    Out: Tuple<List: LabelList>,
    Shapes: Compose<Ins, Out>,
{
    let result = KnownModes::of::<Out::List, Shapes::Output, RowMajor>();
    let others = V::KNOWN.split_at(V::COUNT).0;
    match (tables(&V::KNOWN, V::COUNT, &result), result.table(others, &result)) {
        (Some(operands), Some(result)) => {
            Some(PathPlan::new(operands, V::COUNT, result, T::CONTRACTS_IN_ANY_ORDER))
        }
        _ => None,
    }
}

/// The plans of the steps of more than two views to a row-major result.
pub(crate) fn path_of<V, T, Ins, Out, Shapes>(views: &V) -> Result<PathPlan, ShapeError>
where
    V: Views<T, Ins, Shapes = Shapes>,
    T: Scalar,
    Out: Tuple<List: LabelList>,
    Shapes: Compose<Ins, Out>,
{
    let output = views.shapes().compose().map_err(Into::into)?;
    let result = modes_of::<Out::List, _>(&output, RowMajor.strides(&output).as_ref());
    let operands = core::array::from_fn(|operand| views.source(operand).modes);
    Ok(PathPlan::new(operands, V::COUNT, result, T::CONTRACTS_IN_ANY_ORDER))
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
