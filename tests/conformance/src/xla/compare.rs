//! Shapes compared, tuples walked, layouts copied.

use extents::DType;
use extents_xla::{Compare, Shape};
use serde_json::{Value, json};

use super::read::{describe, expected, shape as read_shape, shape_at, sized};
use crate::answer::{Check, Found, Problem, both, judge_as, judge_found};
use crate::json::{get, get_if_any, only};

/// A relation of two shapes.
pub(super) fn two(op: &str, input: &Value) -> Found {
    only(input, &["lhs", "rhs"])?;
    let (left, right) = (shape_at(input, "lhs")?, shape_at(input, "rhs")?);
    let relation = |left: &Shape, right: &Shape| -> Result<bool, Problem> {
        Ok(match op {
            "compatible" => left.is_compatible(right),
            "compatible_ignoring_element_type" => left.is_compatible_ignoring_element_type(right),
            "compatible_ignoring_fp_precision" => {
                left.is_compatible_ignoring_float_precision(right)
            }
            "equal" => both("compare", left == right, &Compare::new().equal(left, right))?,
            "equal_ignoring_element_type" => left.equal_ignoring_element_type(right),
            "equal_ignoring_fp_precision" => left.equal_ignoring_float_precision(right),
            "equal_ignoring_layout" => left.equal_ignoring_layout(right),
            "equal_structure" => left.equal_structure(right),
            "layouts_in_shapes_equal" => left.layouts_equal(right),
            "compatible_kind" => left.is_compatible_kind(right),
            _ => {
                let comparison = op.strip_prefix("equal_ignoring_").and_then(ignoring);
                let unknown = || format!("no such comparison yet: `{op}`");
                comparison.ok_or_else(unknown)?.equal(left, right)
            }
        })
    };
    // Each of them is the same both ways.
    Ok(json!(both("compare", relation(&left, &right)?, &relation(&right, &left)?)?))
}

/// The comparison that ignores what is named, in XLA's words or in those of the library.
fn ignoring(what: &str) -> Option<Compare> {
    let all = Compare::new();
    Some(match what {
        "tiles" | "tiles_in_layout" => all.ignore_tiles(),
        "element_size" | "element_size_in_layout" => all.ignore_element_size(),
        "memory_space" | "memory_space_in_layout" => all.ignore_memory_space(),
        "tail_padding" | "tail_padding_alignment" | "tail_padding_alignment_in_elements" => {
            all.ignore_tail_padding()
        }
        "split_configs" | "split_config_in_layout" => all.ignore_split_configs(),
        "dynamic_dimension" | "dynamic_dimensions" => all.ignore_dynamic_dimensions(),
        "dimensions" => all.ignore_dimensions(),
        _ => return None,
    })
}

pub(super) fn same_dimensions(input: &Value) -> Found {
    only(input, &["lhs", "rhs"])?;
    let (left, right) = (sized(input, "lhs")?, sized(input, "rhs")?);
    Ok(json!(both("compare", left.same_dimensions(&right), &right.same_dimensions(&left))?))
}

/// The layouts of the left shape put on the right one, which is the answer where it can be done.
pub(super) fn copy_layout(input: &Value, case: &Value) -> Check {
    let copied = || -> Result<Shape, Problem> {
        only(input, &["lhs", "rhs"])?;
        let (from, to) = (shape_at(input, "lhs")?, shape_at(input, "rhs")?);
        let copied = to.with_layouts_of(&from)?;
        both("copy", copied.layouts_equal(&from), &true)?;
        both("copy", copied.is_compatible(&to), &true)?;
        Ok(copied)
    };
    match (copied(), case.get("out")) {
        // Whether the layouts are now the same.
        (Ok(copied), Some(Value::Bool(_))) => {
            let from = shape_at(input, "lhs");
            let equal = from.map(|from| json!(copied.layouts_equal(&from)));
            judge_found(case, equal)
        }
        // That it can be done.
        (Ok(_), Some(Value::String(word))) if word == "ok" => judge_found(case, Ok(json!("ok"))),
        (copied, _) => judge_shape(case, copied),
    }
}

/// Judges a shape against one that the case expects.
pub(super) fn judge_shape(case: &Value, found: Result<Shape, Problem>) -> Check {
    match found {
        Ok(shape) => judge_as(case, "out", expected, Ok::<_, String>(describe(&shape))),
        Err(problem) => judge_found(case, Err(problem)),
    }
}

// --- Tuples ---

pub(super) fn is_leaf(input: &Value) -> Found {
    only(input, &["shape", "index"])?;
    let (shape, index): (Shape, Vec<i64>) = (shape_at(input, "shape")?, get(input, "index")?);
    let found = shape.is_leaf_index(&index)?;
    let among = shape.leaves().any(|(leaf, _)| leaf == index);
    Ok(json!(both("ask for a leaf", found, &among)?))
}

pub(super) fn subshape(input: &Value, case: &Value) -> Check {
    let part = || -> Result<Shape, Problem> {
        only(input, &["shape", "index"])?;
        let (shape, index): (Shape, Vec<i64>) = (shape_at(input, "shape")?, get(input, "index")?);
        let part = shape.subshape(&index)?.clone();
        let walked = shape.subshapes().find(|(at, _)| *at == index);
        both("take a part", walked.map(|(_, part)| part), &Some(&part))?;
        Ok(part)
    };
    judge_shape(case, part())
}

pub(super) fn leaf_count(input: &Value) -> Found {
    only(input, &["shape"])?;
    let shape = shape_at(input, "shape")?;
    let walked = shape.subshapes().filter(|(_, part)| !matches!(part, Shape::Tuple(_))).count();
    Ok(json!(both("count", shape.leaf_count(), &walked)?))
}

pub(super) fn subshape_count(input: &Value) -> Found {
    only(input, &["shape"])?;
    let shape = shape_at(input, "shape")?;
    let tuples = shape.subshapes().filter(|(_, part)| matches!(part, Shape::Tuple(_))).count();
    let all = shape.leaf_count().saturating_add(tuples);
    Ok(json!(both("count", shape.subshape_count(), &all)?))
}

/// Whether a shape is sound, which stands by itself or in a field.
pub(super) fn validate(op: &str, input: &Value) -> Found {
    let mut shape: Value = get_if_any(input, "shape")?.unwrap_or_else(|| input.clone());
    if let Some(fields) = shape.as_object_mut() {
        // Words for the reader, and no dynamic dimension.
        fields.remove("note");
        fields.retain(|name, value| name != "dynamic" || !value.is_null());
    }
    if let Some(name) = get_if_any::<String>(&shape, "type")?
        && let Err(error) = name.parse::<DType>()
    {
        // Elements of no type are what is not sound.
        return Err(Problem::Refused(error.to_string()));
    }
    let shape = read_shape(&shape)?;
    match op {
        "validate_shape" => shape.validate()?,
        _ => shape.validate_with_optional_layout()?,
    }
    Ok(json!("ok"))
}

/// Of sizes, as arrays and as shapes whose dimensions are dynamic.
pub(super) fn dynamic_fits(input: &Value) -> Found {
    only(input, &["dynamic", "bounded"])?;
    let (dynamic, bounded) = (sized(input, "dynamic")?, sized(input, "bounded")?);
    Ok(json!(dynamic.dynamic_array_shape_is_compatible(&bounded)))
}

pub(super) fn table_bytes(input: &Value) -> Found {
    only(input, &["n", "pointer_size"])?;
    let parts: usize = get(input, "n")?;
    crate::spec::check_walk(parts)?;
    let tuple = crate::answer::made(Shape::tuple(vec![Shape::Token; parts]))?;
    Ok(json!(tuple.tuple_index_table_bytes(get(input, "pointer_size")?)?))
}
