//! The cases of Boost.uBLAS: products as einsums and by its functions, the functions on shapes, bounds.

mod functions;

use extents::layout::{Canonical, ColMajor, RowMajor, TrustedLayout};
use extents::ublas::{in_bounds, squeeze};
use extents::{
    Composition, ContractBy, DynRankExtents, Extents, Mapping, ShapeError, Tensor,
    composition::DynOperand, einsum,
};
use serde_json::{Value, json};

use crate::answer::{Answer, Check, Outcome, judge};
use crate::json::{get, get_if_any, overlaid};
use crate::layers::each_layer;
use crate::seed004::predicates;

/// Runs a case of `ublas.json`.
pub(crate) fn run(op: &str, case: &Value) -> Check {
    let input: Value = get(case, "in")?;
    let outcome = match op {
        "contraction" => contraction(&input),
        "shape_functions" => shape_functions(&get::<Vec<usize>>(&input, "extents")?),
        "in_bounds" => {
            bounds(&get::<Vec<usize>>(&input, "extents")?, &get::<Vec<_>>(&input, "index")?)
        }
        _ => Err(format!("no such operation yet: `{op}`")),
    };
    judge(case, outcome?)
}

fn contraction(input: &Value) -> Outcome {
    let text: String = get(input, "einsum")?;
    let shapes: Vec<Vec<usize>> = get(input, "operands")?;
    let fill = get_if_any::<String>(input, "fill")?;
    if fill.is_some_and(|fill| !fill.contains("1, 2, 3, .. in memory order")) {
        return Err("no such fill yet".into());
    }
    match get_if_any::<String>(input, "layout")?.as_deref() {
        // Where labels or extents are to be refused, the layout is left out.
        Some("col_major") | None => contract_counted::<ColMajor>(&text, &shapes),
        Some("row_major") => contract_counted::<RowMajor>(&text, &shapes),
        Some(layout) => Err(format!("no such layout yet: `{layout}`")),
    }
}

/// Contracts operands that hold 1, 2, 3, .. in memory order.
fn contract_counted<L>(text: &str, shapes: &[Vec<usize>]) -> Outcome
where
    L: Canonical + TrustedLayout<DynRankExtents>,
{
    let operands = shapes.iter().map(|shape| counted(shape)).collect::<Result<Vec<_>, _>>();
    let operands = operands.map_err(|error| format!("an operand cannot be made: {error}"))?;
    agree_on(text, &operands)?;
    Ok(contract::<L>(text, &operands))
}

/// Passes where the functions of uBLAS, loops over all indices and einsum answer the same.
fn agree_on<L>(text: &str, operands: &[Tensor<i64, DynRankExtents, L>]) -> Result<(), String>
where
    L: Canonical + TrustedLayout<DynRankExtents>,
{
    let tensors: Vec<_> = operands.iter().map(|operand| operand as &dyn DynOperand<i64>).collect();
    let element = |operand: &Tensor<i64, DynRankExtents, L>, index: &[usize]| {
        operand.get(index).copied().unwrap_or(0)
    };
    let elements: Vec<_> =
        operands.iter().map(|operand| move |index: &[usize]| element(operand, index)).collect();
    let loops: Vec<_> = operands
        .iter()
        .zip(&elements)
        .map(|(operand, of)| (operand.extents().as_slice(), of as &dyn Fn(&[usize]) -> i64))
        .collect();
    let answer = einsum(text, &tensors);
    let answer = answer.map(|all| (all.extents().as_slice().to_vec(), all.into_storage()));
    functions::compare(text, &tensors, &loops, &answer)
}

fn counted<L>(shape: &[usize]) -> Result<Tensor<i64, DynRankExtents, L>, ShapeError>
where
    L: Canonical + TrustedLayout<DynRankExtents>,
{
    let mut last = 0_i64;
    Tensor::from_fn(L::default().of(DynRankExtents::new(shape)?), |_| {
        last = last.saturating_add(1);
        last
    })
}

fn contract<L>(text: &str, operands: &[Tensor<i64, DynRankExtents, L>]) -> Answer
where
    L: Canonical + TrustedLayout<DynRankExtents>,
{
    let composition = Composition::einsum(text)?;
    let shapes: Vec<_> = operands.iter().map(|operand| operand.extents().clone()).collect();
    let operands: Vec<_> = operands.iter().map(|operand| operand as &dyn DynOperand<i64>).collect();
    let mut result = Tensor::zeros(L::default().of(composition.resolve(&shapes)?.result))?;
    ContractBy::new(&composition).update(&operands, result.view_mut(), |to, value| *to = value)?;
    Ok(json!({
        "extents": result.extents().as_slice(),
        "data_in_memory_order": result.as_slice(),
    }))
}

fn shape_functions(extents: &[usize]) -> Outcome {
    each_layer!(extents.len(), E => E::from_extents(extents).map(|shape| functions_of(&shape)))
}

fn functions_of<E: Extents>(shape: &E) -> Value {
    let others = json!({
        "squeeze": squeeze(shape).as_slice(),
        "strides": {
            "col_major": ColMajor.of(shape.clone()).strides().as_ref(),
            "row_major": Mapping::new(shape.clone()).strides().as_ref(),
        },
    });
    overlaid(&predicates(shape), &others)
}

fn bounds(extents: &[usize], index: &[usize]) -> Outcome {
    each_layer!(extents.len(), E => {
        E::from_extents(extents).map(|shape| json!(in_bounds(&shape, index)))
    })
}
