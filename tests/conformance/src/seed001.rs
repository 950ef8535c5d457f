//! The examples of the document on Nervana's tensor descriptions.

use extents::DType;
use extents_graph::{
    Attribute, ComplexView, IndexMap, TensorDescription, TensorKind, column_major_strides,
    linear_offset, row_major_strides,
};
use serde_json::{Map, Value, json};

use crate::answer::{Check, Found, Problem, both, judge_found, made};
use crate::json::{get, get_if_any, only};
use crate::nervana::read::{dtype, paddings};
use crate::spec::check_walk;

/// Runs a case of section `seed001`.
pub(crate) fn run(op: &str, case: &Value) -> Check {
    only(case, &["id", "op", "in", "out", "error", "note", "reading", "as_written"])?;
    let input: Value = get(case, "in")?;
    let found = match op {
        "strides" => strides(&input),
        "helper_attributes" => attributes(&input),
        "linear_offset" => offset(&input),
        "linear_offset_checked" => checked_offset(&input),
        "byte_address" => address(&input),
        "validate_sizes" => sizes(&input, case),
        "transpose_view" => transpose(&input, case),
        "flatten_compatible" => flat_together(&input),
        "complex_view_pad" => pad(&input),
        "description_without_layout" => without_layout(&input),
        "allocatable" => allocatable(&input),
        "rank" => rank(&input),
        _ => Err(format!("no such operation yet: `{op}` of section `seed001`").into()),
    };
    judge_found(case, found)
}

fn open(input: &Value) -> Result<TensorDescription, Problem> {
    let shape: Vec<usize> = get(input, "shape")?;
    Ok(<TensorDescription>::of_shape(dtype(input)?, &shape)?)
}

/// A description of `shape`, `strides` and `offset`.
fn plain(input: &Value) -> Result<TensorDescription, Problem> {
    let offset = get_if_any(input, "offset")?.unwrap_or(0);
    Ok(open(input)?.with_strides(&signed(input, "strides")?, offset)?)
}

fn signed(input: &Value, name: &str) -> Result<Vec<isize>, Problem> {
    let numbers: Vec<i64> = get(input, name)?;
    let small = |number| isize::try_from(number).map_err(|_| format!("{number} is too large"));
    Ok(numbers.into_iter().map(small).collect::<Result<_, String>>()?)
}

// --- Strides and offsets ---

/// By the sizes alone, and by a description that has them.
fn strides(input: &Value) -> Found {
    only(input, &["shape", "sizes", "order"])?;
    let sizes: Vec<usize> = get(input, "sizes")?;
    let is_row_major = match get::<String>(input, "order")?.as_str() {
        "row_major" => true,
        "column_major" => false,
        other => return Err(format!("no such order: {other}").into()),
    };
    let found =
        if is_row_major { row_major_strides(&sizes)? } else { column_major_strides(&sizes)? };
    let shape = get_if_any(input, "shape")?.unwrap_or_else(|| sizes.clone());
    let open = <TensorDescription>::of_shape(DType::F32, &shape)?.with_sizes(&sizes)?;
    let laid = if is_row_major { open.row_major()? } else { open.column_major()? };
    both("strides", laid.sizes(), &sizes)?;
    Ok(json!(both("strides", laid.strides(), &Some(found))?))
}

fn offset(input: &Value) -> Found {
    only(input, &["strides", "offset", "index"])?;
    let (strides, index) = (signed(input, "strides")?, get::<Vec<usize>>(input, "index")?);
    let offset: usize = get(input, "offset")?;
    let found = linear_offset(&strides, offset, &index)?;
    // The same of a description that is just large enough.
    let shape: Vec<usize> = index.iter().map(|at| at.saturating_add(1)).collect();
    let open = <TensorDescription>::of_shape(DType::F32, &shape);
    let tensor = open.and_then(|open| open.with_strides(&strides, offset));
    if let Ok(tensor) = tensor {
        both("an offset", Some(tensor.offset_of(&index)?), &usize::try_from(found).ok())?;
    }
    Ok(json!(found))
}

fn checked_offset(input: &Value) -> Found {
    only(input, &["shape", "strides", "offset", "index"])?;
    let tensor = match plain(input) {
        Err(Problem::Refused(error)) => return made(Err(error)),
        tensor => tensor?,
    };
    let index: Vec<usize> = get(input, "index")?;
    Ok(json!(both(
        "an offset",
        tensor.offset_of(&index)?,
        &tensor.byte_address(0, &index).map(|at| at / 4)?
    )?))
}

fn address(input: &Value) -> Found {
    only(input, &["base", "itemsize", "strides", "offset", "index"])?;
    let index: Vec<usize> = get(input, "index")?;
    let shape: Vec<usize> = index.iter().map(|at| at.saturating_add(1)).collect();
    let open = <TensorDescription>::of_shape(dtype(input)?, &shape)?;
    let offset = get_if_any(input, "offset")?.unwrap_or(0);
    let tensor = open.with_strides(&signed(input, "strides")?, offset)?;
    Ok(json!(tensor.byte_address(get(input, "base")?, &index)?))
}

/// Sizes that are large enough are the answer; the case may also just say so.
fn sizes(input: &Value, case: &Value) -> Found {
    only(input, &["shape", "sizes"])?;
    let sized = made_open(input)?.with_sizes(&get::<Vec<usize>>(input, "sizes")?)?;
    Ok(match case.get("out") {
        Some(Value::String(_)) => json!("ok"),
        Some(Value::Bool(_)) => json!(true),
        _ => json!(sized.sizes()),
    })
}

fn made_open(input: &Value) -> Result<TensorDescription, Problem> {
    match open(input) {
        Err(Problem::Refused(error)) => made(Err(error)),
        open => open,
    }
}

// --- Views ---

/// A transposed view. The case says an index of which it wants to know where it comes from.
fn transpose(input: &Value, case: &Value) -> Found {
    only(input, &["shape", "strides", "perm", "offset"])?;
    let (tensor, order) = (plain(input)?, get::<Vec<usize>>(input, "perm")?);
    let view = tensor.permute(&order)?;
    let map = IndexMap::permute(&tensor.shape(), &order)?;
    both("a map of indices", view.index_map(), &&map)?;
    let mut all = Map::new();
    all.insert("shape".into(), json!(view.shape()));
    all.insert("strides".into(), json!(view.strides()));
    if let Some(same) = case.pointer("/out/same_linear_for") {
        let first = same.get(0).cloned().unwrap_or_default();
        let index: Vec<usize> = get(&json!({ "index": first }), "index")?;
        let moved: Vec<usize> = order.iter().filter_map(|&mode| index.get(mode).copied()).collect();
        let place = tensor.offset_of(&index)?;
        both("an offset", view.offset_of(&moved)?, &place)?;
        both("an index", &map.apply(&moved)?, &&index)?;
        all.insert("same_linear_for".into(), json!([index, moved, place]));
    }
    Ok(Value::Object(all))
}

fn flat_together(input: &Value) -> Found {
    only(input, &["a", "b"])?;
    let [left, right] = ["a", "b"].map(|name| -> Result<TensorDescription, Problem> {
        let value: Value = get(input, name)?;
        only(&value, &["shape", "strides", "offset"])?;
        plain(&value)
    });
    let (left, right) = (left?, right?);
    let found = left.flatten_compatible(&right);
    Ok(json!(both("compare", found, &right.flatten_compatible(&left))?))
}

/// The view of a tensor and of what is around it, element by element.
fn pad(input: &Value) -> Found {
    only(input, &["x", "padding", "pad_tensor"])?;
    let (x, around): (Value, Value) = (get(input, "x")?, get(input, "pad_tensor")?);
    let tensor = <TensorDescription>::of_shape(DType::F32, &shape_of(&x))?;
    let view = ComplexView::pad(&tensor, &paddings(input, "padding")?)?;
    check_walk(view.shape().iter().fold(1, |size: usize, n| size.saturating_mul(*n)))?;
    let values = view.values(|source, index| match source {
        0 => index.iter().try_fold(&x, |list, &at| list.get(at)).cloned().unwrap_or_default(),
        _ => around.clone(),
    })?;
    folded(&values, view.shape()).map_err(Problem::from)
}

fn shape_of(nested: &Value) -> Vec<usize> {
    let Some(list) = nested.as_array() else { return Vec::new() };
    let inner = list.first().map(shape_of).unwrap_or_default();
    std::iter::once(list.len()).chain(inner).collect()
}

/// Values as nested lists.
fn folded(values: &[Value], shape: &[usize]) -> Result<Value, String> {
    let Some((&count, rest)) = shape.split_first() else {
        return values.first().cloned().ok_or_else(|| "there is no value".into());
    };
    let each = values.len().checked_div(count).unwrap_or(0);
    if each == 0 {
        let empty = Value::Array(Vec::new());
        return Ok(if rest.is_empty() { empty } else { vec![empty; count].into() });
    }
    values.chunks(each).map(|part| folded(part, rest)).collect()
}

// --- What a description says ---

fn attributes(input: &Value) -> Found {
    only(input, &["helper"])?;
    let kind = match get::<String>(input, "helper")?.as_str() {
        "constant" => TensorKind::Constant,
        "placeholder" => TensorKind::Placeholder,
        "persistent_tensor" => TensorKind::Persistent,
        "variable" => TensorKind::Variable,
        "temporary" => TensorKind::Temporary,
        other => return Err(format!("no such helper: {other}").into()),
    };
    let attributes = kind.attributes();
    both("name a kind", attributes.kind(), &Some(kind))?;
    let all = [Attribute::Constant, Attribute::Persistent, Attribute::Trainable, Attribute::Input];
    let told = all.map(|one| (one.name().to_owned(), json!(attributes.has(one))));
    Ok(Value::Object(told.into_iter().collect()))
}

fn without_layout(input: &Value) -> Found {
    only(input, &["shape", "dtype"])?;
    let dtype: DType = made(get::<String>(input, "dtype")?.parse())?;
    let open = <TensorDescription>::of_shape(dtype, &get::<Vec<usize>>(input, "shape")?)?;
    both("ask for the type", open.dtype(), &dtype)?;
    Ok(json!({ "rank": open.rank(), "layout": open.strides() }))
}

/// Whether a description can be allocated: of no layout, or of the one that is said.
fn allocatable(input: &Value) -> Found {
    only(input, &["layout"])?;
    let open = <TensorDescription>::of_shape(DType::F32, &[2, 3])?;
    let tensor = match get::<Value>(input, "layout")? {
        Value::Null => open,
        Value::String(order) if order == "row_major" => open.row_major()?,
        Value::String(order) if order == "column_major" => open.column_major()?,
        other => return Err(format!("no such layout: {other}").into()),
    };
    Ok(json!(tensor.is_allocatable()))
}

fn rank(input: &Value) -> Found {
    only(input, &["shape"])?;
    let shape: Vec<usize> = get(input, "shape")?;
    let open = <TensorDescription>::of_shape(DType::F32, &shape)?;
    both("ask for extents", open.shape(), &shape)?;
    Ok(json!(open.rank()))
}
