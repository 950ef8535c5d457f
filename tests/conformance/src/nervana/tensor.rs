//! Descriptions transposed, sliced, flattened, cast and broadcast.

use extents_graph::{Axes, Axis, TensorDescription};
use serde_json::Value;

use super::read::{DESCRIPTION, axes_at, description, slices, told};
use crate::answer::{Found, Problem, both};
use crate::json::{get, get_if_any, only};

/// Runs an operation on a description.
pub(super) fn run(op: &str, input: &Value, case: &Value) -> Found {
    let with = |more: &[&str]| only(input, &[DESCRIPTION, more].concat());
    let result = match op {
        "td" => {
            with(&[])?;
            description(input)?
        }
        "td_transpose" => {
            with(&[])?;
            description(input)?.transpose()?
        }
        "td_broadcast" => {
            with(&["to"])?;
            let tensor = description(input)?;
            tensor.broadcast(&known(input, &tensor)?)?
        }
        "td_expand_dims" | "expand_dims" => {
            with(&["dim", "axis", "name", "length"])?;
            expand_dims(input)?
        }
        "td_reorder" => {
            with(&["to"])?;
            let names: Vec<String> = get(input, "to")?;
            description(input)?.reorder(&names)?
        }
        "td_reorder_and_broadcast" => {
            with(&["to"])?;
            let tensor = description(input)?;
            tensor.reorder_and_broadcast(&known(input, &tensor)?)?
        }
        "td_reshape" => {
            with(&["to"])?;
            description(input)?.reshape(axes_at(input, "to")?)?
        }
        "td_flatten" => {
            with(&["to"])?;
            description(input)?.flatten(&axes_at(input, "to")?)?
        }
        "td_unflatten" => {
            with(&["to"])?;
            description(input)?.unflatten(&axes_at(input, "to")?)?
        }
        "td_slice" => {
            with(&["slices", "n_new_axes"])?;
            slice(input, &description(input)?)?
        }
        "op_slice" => {
            with(&["slices"])?;
            description(input)?.slice_forward(&slices(input)?)?
        }
        "td_cast" => {
            with(&["to"])?;
            description(input)?.cast(axes_at(input, "to")?)?
        }
        _ => return Err(format!("no such operation yet: `{op}` of descriptions").into()),
    };
    match case.get("out") {
        // The lengths alone.
        Some(Value::Array(_)) => Ok(Value::from(result.shape())),
        _ => told(&result, case),
    }
}

/// The tensor with one more axis, which stands before axis `dim`, or behind all.
fn expand_dims(input: &Value) -> Result<TensorDescription, Problem> {
    let tensor = description(input)?;
    let axis = match get_if_any::<(String, usize)>(input, "axis")? {
        Some((name, length)) => Axis::new(name, length),
        None => {
            let name: Option<String> = get_if_any(input, "name")?;
            Axis::new(name.unwrap_or_else(|| "new".to_owned()), get(input, "length")?)
        }
    };
    let place: usize = get(input, "dim")?;
    let expanded = tensor.expand_dims(axis.clone(), place)?;
    let axes = tensor.axes().expand_dims(axis, place)?;
    both("expand", expanded, &tensor.broadcast(&axes)?)
}

/// The axes of `to`, where those that are named alone are as long as in the tensor.
fn known(input: &Value, tensor: &TensorDescription) -> Result<Axes, Problem> {
    let axes = axes_at(input, "to")?;
    let with_length = |axis: &Axis| match axis.length() {
        Some(_) => axis.clone(),
        None => tensor
            .axes()
            .position(axis)
            .and_then(|at| tensor.axes().get(at))
            .unwrap_or(axis)
            .clone(),
    };
    Ok(Axes::new(axes.iter().map(with_length))?)
}

/// The part that slices leave, under so many new axes, if it says how many.
fn slice(input: &Value, tensor: &TensorDescription) -> Result<TensorDescription, Problem> {
    let slices = slices(input)?;
    let part = tensor.slice(&slices)?;
    let Some(count) = get_if_any::<usize>(input, "n_new_axes")? else { return Ok(part) };
    crate::spec::check_walk(count)?;
    // As long as what is left; there is nothing left for axes too many.
    let mut lengths = part.shape();
    lengths.resize(count, 1);
    Ok(tensor.slice_as(&slices, Axes::of_shape(&lengths))?)
}
