//! Axes, slices and descriptions as the vectors write them, and what is told of a description.

use extents::{DType, View};
use extents_graph::{
    Axes, Axis, AxisPadding, AxisSlice, DescriptionError, Nesting, TensorDescription,
};
use serde_json::{Value, json};

use crate::answer::{Found, Problem, both, each_field, made};
use crate::json::{FromJson, get, get_if_any};

/// The type whose elements have so many bytes; four if nothing is said.
pub(crate) fn dtype(input: &Value) -> Result<DType, Problem> {
    Ok(match get_if_any::<usize>(input, "itemsize")? {
        Some(1) => DType::S8,
        Some(2) => DType::F16,
        None | Some(4) => DType::F32,
        Some(8) => DType::F64,
        Some(16) => DType::C128,
        Some(other) => return Err(format!("there is no type of {other} bytes").into()),
    })
}

/// An axis: its name and length, its name alone, or the axes it is made of.
fn axis(value: &Value, lengths: &Value) -> Result<Axis, Problem> {
    if let Some(name) = value.as_str() {
        return Ok(match get_if_any::<usize>(lengths, name)? {
            Some(length) => Axis::new(name, length),
            None => Axis::unknown(name),
        });
    }
    match value.as_array().map(Vec::as_slice) {
        Some([Value::String(name), Value::Null]) => Ok(Axis::unknown(name.as_str())),
        Some([Value::String(name), Value::Number(length)]) => {
            let length = length.as_i64().ok_or_else(|| format!("no length: {length}"))?;
            Ok(Axis::from_signed(name.as_str(), length)?)
        }
        Some(parts) => Ok(Axis::flattened(listed(parts, lengths)?)?),
        None => Err(format!("an axis cannot be read: {value}").into()),
    }
}

fn listed(list: &[Value], lengths: &Value) -> Result<Axes, Problem> {
    let axes: Vec<Axis> = list.iter().map(|one| axis(one, lengths)).collect::<Result<_, _>>()?;
    Ok(Axes::new(axes)?)
}

/// The axes in a field, whose lengths stand with them or in `lengths`.
pub(crate) fn axes_at(input: &Value, name: &str) -> Result<Axes, Problem> {
    let lengths = get_if_any::<Value>(input, "lengths")?.unwrap_or_default();
    listed(&get::<Vec<Value>>(input, name)?, &lengths)
}

/// The axes in a field of which names alone are said: `A` has length 2; `A'` has length 5 and the same name.
pub(crate) fn named(input: &Value, field: &str) -> Result<Axes, Problem> {
    let names: Vec<String> = get(input, field)?;
    Ok(Axes::new(names.iter().map(|name| match name.strip_suffix('\'') {
        Some(name) => Axis::new(name, 5),
        None => Axis::new(name.as_str(), 2),
    }))?)
}

/// The names of axes. Where the case tells lengths apart, so does the answer.
pub(crate) fn names(axes: &Axes, case: &Value) -> Value {
    let tells = case.get("out").and_then(Value::as_array).is_some_and(|names| {
        names.iter().filter_map(Value::as_str).any(|name| name.ends_with('\''))
    });
    let mark = |axis: &Axis| if tells && axis.length() == Some(5) { "'" } else { "" };
    let name = |(name, axis): (String, &Axis)| name + mark(axis);
    json!(axes.names().zip(axes).map(name).collect::<Vec<_>>())
}

/// The fields of which [`description`] is made.
pub(crate) const DESCRIPTION: &[&str] =
    &["axes", "shape", "lengths", "itemsize", "full_sizes", "strides_bytes", "offset_bytes"];

/// A description of `axes`, or of a shape alone: row-major, unless the input has strides.
pub(crate) fn description(input: &Value) -> Result<TensorDescription, Problem> {
    let axes = match get_if_any::<Vec<usize>>(input, "shape")? {
        Some(shape) if input.get("axes").is_none() => Axes::of_shape(&shape),
        _ => axes_at(input, "axes")?,
    };
    let mut open = <TensorDescription>::new(dtype(input)?, axes)?;
    if let Some(sizes) = get_if_any::<Value>(input, "full_sizes")? {
        open = open.with_sizes(&leaves(&sizes)?)?;
    }
    let offset: usize = get_if_any(input, "offset_bytes")?.unwrap_or(0);
    match get_if_any::<Value>(input, "strides_bytes")? {
        None => Ok(open.row_major()?),
        Some(strides) => Ok(open.with_byte_strides(&leaves(&strides)?, offset)?),
    }
}

/// The numbers of nested lists.
fn leaves<T: TryFrom<i64>>(nested: &Value) -> Result<Vec<T>, Problem> {
    match nested {
        Value::Array(list) => {
            let lists: Vec<Vec<T>> = list.iter().map(leaves).collect::<Result<_, _>>()?;
            Ok(lists.into_iter().flatten().collect())
        }
        number => {
            let found = number.as_i64().and_then(|number| T::try_from(number).ok());
            Ok(vec![found.ok_or_else(|| format!("no such number: {number}"))?])
        }
    }
}

/// Slices as Python writes them, and indices.
pub(crate) fn slices(input: &Value) -> Result<Vec<AxisSlice>, Problem> {
    let list: Vec<Value> = get(input, "slices")?;
    list.iter().map(slice).collect()
}

/// A text that is no slice is no refusal of the slice.
pub(crate) fn slice(value: &Value) -> Result<AxisSlice, Problem> {
    match (value.as_i64(), value.as_str()) {
        (Some(index), _) => Ok(AxisSlice::from(index)),
        (None, Some(text)) => text.parse().map_err(|error| match error {
            DescriptionError::SliceText { .. } => {
                Problem::Unreadable(format!("`{text}` is no slice"))
            }
            other => Problem::from(other),
        }),
        (None, None) => Err(format!("a slice cannot be read: {value}").into()),
    }
}

/// Paddings: `1`, or `[0, 1]`.
pub(crate) fn paddings(input: &Value, name: &str) -> Result<Vec<AxisPadding>, Problem> {
    let padding =
        |value: &Value| match (usize::from_json(value), <(usize, usize)>::from_json(value)) {
            (Some(both), _) => Ok(AxisPadding::from(both)),
            (_, Some(pair)) => Ok(AxisPadding::from(pair)),
            (None, None) => Err(format!("a padding cannot be read: {value}").into()),
        };
    get::<Vec<Value>>(input, name)?.iter().map(padding).collect()
}

fn tree<T: Copy>(nesting: &[Nesting<T>], one: &impl Fn(T) -> Value) -> Value {
    let each = |nesting: &Nesting<T>| match nesting {
        Nesting::One(value) => one(*value),
        Nesting::Parts(parts) => tree(parts, one),
    };
    Value::Array(nesting.iter().map(each).collect())
}

/// What a case asks of a description.
pub(crate) fn told(tensor: &TensorDescription, case: &Value) -> Found {
    // A view that cannot be made is no refusal of what the case asks.
    made(check_view(tensor))?;
    let item = isize::try_from(tensor.dtype().bytes()).map_err(|error| error.to_string())?;
    each_field(case, |name, _| {
        Ok(Some(match name {
            "shape" | "lengths" => json!(tensor.shape()),
            "rank" => json!(tensor.rank()),
            "axes" => json!(tensor.axes().names().collect::<Vec<_>>()),
            "strides" => json!(tensor.strides()),
            "strides_bytes" => json!(tensor.byte_strides()),
            "sizes" => json!(tensor.sizes()),
            "full_sizes" => tree(&tensor.full_sizes(), &|size: usize| json!(size)),
            "full_strides" => match tensor.full_strides() {
                Some(strides) => {
                    tree(&strides, &|stride: isize| json!(stride.saturating_mul(item)))
                }
                None => Value::Null,
            },
            "offset" => json!(tensor.offset()),
            "offset_bytes" => json!(tensor.byte_offset()),
            "tensor_size_bytes" => json!(tensor.tensor_size()),
            "c_contiguous" => json!(tensor.c_contiguous()),
            "broadcast_contiguous" => json!(tensor.broadcast_contiguous()),
            _ => return Ok(None),
        }))
    })
}

/// Largest tensor whose elements are looked up one by one.
const SMALL: usize = 10_000;

/// The offsets of a description are those of its strides, of its mapping, and of a view.
fn check_view(tensor: &TensorDescription) -> Result<(), Problem> {
    let (Some(strides), Some(offset)) = (tensor.strides(), tensor.offset()) else { return Ok(()) };
    let span = tensor.span()?;
    if tensor.size() > SMALL || span > SMALL {
        return Ok(());
    }
    let shape = tensor.shape();
    let spanned: Vec<usize> = tensor.spanned()?.collect();
    let view = View::from_slice(tensor.mapping()?, &spanned)?;
    let mut index = vec![0_usize; shape.len()];
    for element in 0..tensor.size() {
        let mut rest = element;
        for (at, extent) in index.iter_mut().zip(&shape).rev() {
            *at = rest.checked_rem(*extent).unwrap_or(0);
            rest = rest.checked_div(*extent).unwrap_or(0);
        }
        let steps = index.iter().zip(&strides).try_fold(offset, |place, (&at, stride)| {
            place.checked_add_signed(isize::try_from(at).ok()?.checked_mul(*stride)?)
        });
        both("an offset", Some(tensor.offset_of(&index)?), &steps)?;
        both("an element", view.get(index.as_slice()).copied(), &steps)?;
    }
    Ok(())
}
