//! Reshapes and transposes that move nothing, and what they leave as it is.

use extents_xla::{ArrayShape, BitcastDecomposition, Layout, inverse_permutation};
use serde_json::{Value, json};

use super::read::{array, array_at, dims_and_order, only_array, sized};
use crate::answer::{Found, Problem, both, each_field};
use crate::json::{get, only};

/// Both sides of a bitcast.
fn between(input: &Value) -> Result<(ArrayShape, ArrayShape), Problem> {
    Ok((array_at(input, "from")?, array_at(input, "to")?))
}

fn sizes_between(input: &Value) -> Result<(ArrayShape, ArrayShape), Problem> {
    Ok((sized(input, "from")?, sized(input, "to")?))
}

pub(super) fn reshape(input: &Value) -> Found {
    only(input, &["from", "to"])?;
    let (from, to) = between(input)?;
    Ok(json!(both("judge", from.reshape_is_bitcast(&to)?, &to.reshape_is_bitcast(&from)?)?))
}

pub(super) fn transpose(input: &Value) -> Found {
    only(input, &["from", "to", "dimensions"])?;
    let (from, to) = between(input)?;
    let permutation: Vec<usize> = get(input, "dimensions")?;
    let exact = from.transpose_is_bitcast_exact(&to, &permutation)?;
    let back = to.transpose_is_bitcast_exact(&from, &inverse_permutation(&permutation)?)?;
    Ok(json!({
        "xla": from.transpose_is_bitcast_xla(&to, &permutation)?,
        "exact": both("judge", exact, &back)?,
    }))
}

pub(super) fn permute(input: &Value) -> Found {
    only_array(input, &["permutation"])?;
    let permutation: Vec<usize> = get(input, "permutation")?;
    let from = array(input)?;
    let to = from.permute_dimensions(&permutation)?;
    let back = to.permute_dimensions(&inverse_permutation(&permutation)?)?;
    both("permute", &back, &&from)?;
    if from.layout().is_some() {
        both("permute", from.transpose_is_bitcast_xla(&to, &permutation)?, &true)?;
    }
    dims_and_order(&to)
}

/// The order of the layout stays as it is, if there is one.
pub(super) fn permute_ignoring_layout(input: &Value) -> Found {
    only_array(input, &["permutation"])?;
    let permutation: Vec<usize> = get(input, "permutation")?;
    let from = array(input)?;
    let to = from.permute_dimensions_ignoring_layout(&permutation)?;
    let back = to.permute_dimensions_ignoring_layout(&inverse_permutation(&permutation)?)?;
    both("permute", &back, &&from)?;
    dims_and_order(&to)
}

pub(super) fn inverse(input: &Value) -> Found {
    only(input, &["permutation"])?;
    Ok(json!(inverse_permutation(&get::<Vec<usize>>(input, "permutation")?)?))
}

pub(super) fn reorder(input: &Value) -> Found {
    only_array(input, &["permutation"])?;
    let permutation: Vec<usize> = get(input, "permutation")?;
    dims_and_order(&array(input)?.reorder_logical_dimensions(&permutation)?)
}

pub(super) fn deduce(input: &Value) -> Found {
    only(input, &["from", "to"])?;
    let (from, to) = between(input)?;
    let found = from.deduce_transpose_for_bitcast(&to)?;
    if let Some(permutation) = &found {
        both("deduce", from.transpose_is_bitcast_exact(&to, permutation)?, &true)?;
    }
    Ok(json!(found))
}

/// Which of the three decompositions it is, and its permutation if it is a transpose; `null` if it is none.
pub(super) fn decompose(input: &Value, case: &Value) -> Found {
    only(input, &["from", "to"])?;
    let (from, to) = between(input)?;
    let (kind, permutation) = match from.decompose_bitcast(&to)? {
        None => return Ok(Value::Null),
        Some(BitcastDecomposition::Reshape) => ("reshape", None),
        Some(BitcastDecomposition::Transpose(permutation)) => ("transpose", Some(permutation)),
        Some(BitcastDecomposition::TransposeReshapeTranspose(_)) => {
            if let Some(fields) = case.get("out").and_then(Value::as_object)
                && fields.contains_key("transpose1_dims")
            {
                return decompose_to_transposes(input);
            }
            ("trt", None)
        }
    };
    match case.get("out") {
        Some(Value::String(_)) => Ok(json!(kind)),
        _ => each_field(case, |name, _| {
            Ok(match name {
                "kind" => Some(json!(kind)),
                "transpose_dims" => Some(json!(permutation)),
                _ => None,
            })
        }),
    }
}

/// A transpose, a reshape and a transpose, each of which moves nothing.
pub(super) fn decompose_to_transposes(input: &Value) -> Found {
    only(input, &["from", "to"])?;
    let (from, to) = between(input)?;
    let parts = from.decompose_bitcast_to_transposes(&to)?;
    match from.decompose_bitcast(&to)? {
        None => return Err(Problem::Unreadable("there is no decomposition, but of three".into())),
        Some(BitcastDecomposition::Reshape) => {
            both("decompose", from.reshape_is_bitcast(&to)?, &true)?;
        }
        Some(BitcastDecomposition::Transpose(permutation)) => {
            both("decompose", from.transpose_is_bitcast_exact(&to, &permutation)?, &true)?;
        }
        Some(BitcastDecomposition::TransposeReshapeTranspose(all)) => {
            both("decompose", &*all, &&parts)?;
        }
    }
    let moves_nothing = from.transpose_is_bitcast_exact(&parts.transposed, &parts.transpose1)?
        && parts.transposed.reshape_is_bitcast(&parts.reshaped)?
        && parts.reshaped.transpose_is_bitcast_exact(&to, &parts.transpose2)?;
    both("decompose", moves_nothing, &true)?;
    let is_descending =
        |shape: &ArrayShape| shape.layout() == Some(&Layout::descending(shape.rank()));
    let descending = is_descending(&parts.transposed) && is_descending(&parts.reshaped);
    Ok(json!({
        "transpose1_dims": parts.transpose1,
        "transpose1_shape": parts.transposed.sizes()?.to_vec(),
        "reshape_shape": parts.reshaped.sizes()?.to_vec(),
        "transpose2_dims": parts.transpose2,
        "all_intermediate_layouts": if descending { "descending" } else { "other" },
    }))
}

// --- Reshapes ---

/// The shape with a layout, if there is one; its order alone where the case says no more.
pub(super) fn align(input: &Value, case: &Value) -> Found {
    only(input, &["from", "to_dims"])?;
    let from = array_at(input, "from")?;
    let Some(aligned) = from.align_layouts(&sized(input, "to_dims")?)? else {
        return Ok(Value::Null);
    };
    both("align", from.reshape_is_bitcast(&aligned)?, &true)?;
    let order = aligned.layout().map(Layout::minor_to_major);
    match case.get("out") {
        Some(Value::Array(_)) => Ok(json!(order)),
        Some(Value::Object(fields)) if !fields.contains_key("dims") => Ok(json!({ "m2m": order })),
        _ => dims_and_order(&aligned),
    }
}

pub(super) fn unmodified(input: &Value) -> Found {
    only(input, &["from", "to"])?;
    let (from, to) = sizes_between(input)?;
    let pairs = from.dimensions_unmodified_by_reshape(&to)?;
    let mut back = to.dimensions_unmodified_by_reshape(&from)?;
    back.iter_mut().for_each(|pair| *pair = (pair.1, pair.0));
    both("compare dimensions", &pairs, &&back)?;
    Ok(pairs.into_iter().map(|(from, to)| json!([from, to])).collect())
}

pub(super) fn leaves_unmodified(input: &Value) -> Found {
    only(input, &["from", "to", "input_dims"])?;
    let (from, to) = sizes_between(input)?;
    let dimensions: Vec<usize> = get(input, "input_dims")?;
    Ok(json!(from.reshape_leaves_dimensions_unmodified(&to, &dimensions)?))
}

pub(super) fn one_sized(input: &Value) -> Found {
    only(input, &["from", "to"])?;
    let (from, to) = sizes_between(input)?;
    let found = from.inserted_or_deleted_one_sized(&to)?;
    Ok(json!(found.map(|ones| json!({ "deleted": ones.deleted, "inserted": ones.inserted }))))
}

pub(super) fn normalized(input: &Value) -> Found {
    only(input, &["input", "output", "dimensions"])?;
    let permutation: Vec<usize> = get(input, "dimensions")?;
    let operand = sized(input, "input")?;
    let output = operand.permute_dimensions(&permutation)?;
    both("permute", output.sizes()?, &sized(input, "output")?.sizes()?)?;
    let normal = operand.normalized_logical_transpose(&permutation)?;
    Ok(json!({ "normalized_output": normal.output, "permutation": normal.permutation }))
}
