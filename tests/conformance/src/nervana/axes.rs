//! Axes added, compared, cast and padded.
#![allow(clippy::arithmetic_side_effects, reason = "axes are put together, not numbers")]

use extents::DType;
use extents_graph::{Axes, AxesMap, Axis, TensorDescription, align};
use serde_json::{Map, Value, json};

use super::read::{axes_at, named, names, paddings, slice};
use crate::answer::{Found, Problem, both, each_field, made};
use crate::json::{get, get_if_any, only};

/// Runs an operation on axes.
pub(super) fn run(op: &str, input: &Value, case: &Value) -> Found {
    match op {
        "slice_axis" => {
            only(input, &["length", "slice"])?;
            let slice = slice(&get(input, "slice")?)?;
            let length: usize = get(input, "length")?;
            let left = slice.length_of(length)?;
            let sliced = Axes::of_shape(&[length]).slice_axes(&[slice])?;
            // An index leaves no axis.
            both("slice", sliced.lengths()?.first().is_none_or(|&found| found == left), &true)?;
            Ok(json!(left))
        }
        "cast_axes" => cast(input, case),
        "pad_axes" => {
            only(input, &["lengths", "paddings"])?;
            let axes = Axes::of_shape(&get::<Vec<usize>>(input, "lengths")?);
            Ok(json!(axes.pad_axes(&paddings(input, "paddings")?)?.lengths()?))
        }
        "align" => {
            only(input, &["size", "alignment"])?;
            Ok(json!(align(get(input, "size")?, get(input, "alignment")?)?))
        }
        "make_axis" => make_axis(input, case),
        "make_axes" => {
            only(input, &["names"])?;
            Ok(names(&named(input, "names")?, case))
        }
        "axes_map" => {
            only(input, &["map", "axes"])?;
            let map: Value = get(input, "map")?;
            if input.get("axes").is_none() {
                // Whether there is such a map.
                map_of(&map)?;
                return Ok(json!("ok"));
            }
            Ok(names(&map_of(&map)?.apply(&named(input, "axes")?)?, case))
        }
        "reduce_axes" => {
            only(input, &["axes", "reduction"])?;
            let (axes, over) = (named(input, "axes")?, named(input, "reduction")?);
            Ok(names(&axes.reduce_axes(&over)?, case))
        }
        "axes_add"
        | "axes_sub"
        | "axes_or"
        | "axes_and"
        | "binary_axes_order"
        | "dot_axes"
        | "axes_eq"
        | "axes_ne"
        | "axes_is_sub_set"
        | "axes_is_super_set"
        | "axes_is_equal_set"
        | "axes_is_not_equal_set" => of_two(op, input, case),
        _ => Err(format!("no such operation yet: `{op}` of axes").into()),
    }
}

/// What two lists of axes give together.
fn of_two(op: &str, input: &Value, case: &Value) -> Found {
    only(input, &["lhs", "rhs"])?;
    let (left, right) = (named(input, "lhs")?, named(input, "rhs")?);
    let truth = |found: bool| Ok(json!(found));
    let sets = match op {
        "axes_add" => both("add", left.concat(&right), &(&left + &right))??,
        "axes_sub" => both("subtract", left.difference(&right), &(&left - &right))?,
        "axes_or" => both("unite", left.union(&right), &(&left | &right))?,
        "axes_and" => both("intersect", left.intersection(&right), &(&left & &right))?,
        "binary_axes_order" => left.binary_axes_order(&right)?,
        "dot_axes" => left.dot_axes(&right)?,
        "axes_eq" => return truth(left == right),
        "axes_ne" => return truth(left != right),
        "axes_is_sub_set" => return truth(subset(&left, &right)?),
        "axes_is_super_set" => return truth(subset(&right, &left)?),
        "axes_is_equal_set" => return truth(left.is_equal_set(&right)),
        "axes_is_not_equal_set" => return truth(!left.is_equal_set(&right)),
        _ => return Err(format!("no such operation yet: `{op}` of axes").into()),
    };
    Ok(names(&sets, case))
}

fn subset(left: &Axes, right: &Axes) -> Result<bool, Problem> {
    both("compare", left.is_subset(right), &right.is_superset(left))
}

fn map_of(map: &Value) -> Result<AxesMap, Problem> {
    let empty = Map::new();
    let pairs = map.as_object().unwrap_or(&empty).iter();
    let pairs: Vec<(&str, &str)> = pairs
        .map(|(old, new)| {
            let new = new.as_str().ok_or_else(|| format!("no name: {new}"))?;
            Ok((old.as_str(), new))
        })
        .collect::<Result<_, String>>()?;
    if !map.is_object() {
        return Err(format!("no map: {map}").into());
    }
    Ok(AxesMap::new(pairs)?)
}

/// An axis of a length, which may be negative in the question.
fn make_axis(input: &Value, case: &Value) -> Found {
    only(input, &["length", "name"])?;
    let name: String = get_if_any(input, "name")?.unwrap_or_else(|| "A".to_owned());
    let axis = match input.get("length") {
        None | Some(Value::Null) => Axis::unknown(name),
        Some(_) => Axis::from_signed(name, get::<i64>(input, "length")?)?,
    };
    match case.get("out") {
        Some(Value::Object(_)) => each_field(case, |field, _| {
            Ok(match field {
                "length" => Some(json!(axis.length())),
                "name" => Some(json!(axis.to_string())),
                _ => None,
            })
        }),
        Some(Value::String(_)) => Ok(json!("ok")),
        _ => Ok(json!(axis.length())),
    }
}

/// Whether axes may be called by others: the answer is those, or that it is so.
fn cast(input: &Value, case: &Value) -> Found {
    only(input, &["axes", "to"])?;
    let (from, to) = (axes_at(input, "axes")?, axes_at(input, "to")?);
    let checked = from.check_cast(&to);
    let found = <TensorDescription>::new(DType::F32, from).and_then(|tensor| {
        let cast = tensor.cast(to)?;
        Ok((tensor, cast))
    });
    checked?;
    let (tensor, cast) = made(found)?;
    let to = cast.axes().clone();
    let names: Vec<String> = to.names().collect();
    let lengths = to.lengths()?;
    let out = case.get("out").and_then(Value::as_array);
    let holds = |kind: fn(&Value) -> bool| out.is_some_and(|list| list.iter().any(kind));
    Ok(match case.get("out") {
        Some(Value::Bool(_)) => json!(true),
        Some(Value::String(_)) => json!("ok"),
        Some(Value::Object(_)) => {
            let laid_out = tensor.row_major()?;
            let cast = laid_out.cast(to)?;
            each_field(case, |field, _| {
                let stay =
                    (cast.strides(), cast.offset()) == (laid_out.strides(), laid_out.offset());
                Ok(match field {
                    "axes" => Some(json!(names)),
                    "shape" | "lengths" => Some(json!(lengths)),
                    "strides" if stay => Some(json!("unchanged")),
                    "strides" => Some(json!(cast.strides())),
                    _ => None,
                })
            })?
        }
        _ if holds(Value::is_string) => json!(names),
        _ if holds(Value::is_number) => json!(lengths),
        _ => names.into_iter().zip(lengths).map(|(name, length)| json!([name, length])).collect(),
    })
}
