//! Where the elements of an array lie, and back: by the array, its layout, mappings and views.

use core::ops::ControlFlow;
use extents_xla::error::Bounded;

use extents::{DynRankExtents, ShapeError, View};
use extents_xla::{ArrayShape, compare_indices};
use serde_json::{Value, json};

use super::listed::indices;
use super::read::{array_in_memory, only_array};
use crate::answer::{Found, Problem, both, each_field};
use crate::json::{get, only};
use crate::spec::check_walk;

/// Largest buffer that a view is made over.
const SMALL: usize = 1_000_000;

/// The places of all elements, and of the padding.
pub(super) fn map(input: &Value, case: &Value) -> Found {
    only_array(input, &[])?;
    let shape = array_in_memory(input)?;
    check_walk(shape.allocated_elements()?)?;
    let sizes = shape.sizes()?;
    let all = indices(&sizes)?;
    let places: Vec<usize> = all.iter().map(|at| place(&shape, at)).collect::<Result<_, _>>()?;
    read_through_views(&shape, &all, &places)?;
    each_field(case, |name, _| {
        Ok(Some(match name {
            "linear_of_rowmajor_index" => json!(places),
            "strides_elements" => strides(&shape)?,
            "allocated" | "allocated_elements" => allocated(&shape)?,
            "padding_slots" => json!(padding(&shape)?),
            _ => return Ok(None),
        }))
    })
}

/// The place of one element.
pub(super) fn one(input: &Value, case: &Value) -> Found {
    only_array(input, &["index"])?;
    let shape = array_in_memory(input)?;
    let linear = place(&shape, &get::<Vec<usize>>(input, "index")?)?;
    each_field(case, |name, _| {
        Ok(Some(match name {
            "linear" => json!(linear),
            "strides_elements" => strides(&shape)?,
            "allocated" | "allocated_elements" => allocated(&shape)?,
            _ => return Ok(None),
        }))
    })
}

pub(super) fn multi_to_linear(input: &Value) -> Found {
    only_array(input, &["index"])?;
    let shape = array_in_memory(input)?;
    Ok(json!(place(&shape, &get::<Vec<usize>>(input, "index")?)?))
}

pub(super) fn linear_to_multi(input: &Value) -> Found {
    only_array(input, &["linear"])?;
    let shape = array_in_memory(input)?;
    let found = index_at(&shape, get(input, "linear")?)?;
    if let Some(index) = &found {
        place(&shape, index)?;
    }
    Ok(json!(found))
}

/// The place of an element by each way there is, and back.
fn place(shape: &ArrayShape, index: &[usize]) -> Result<usize, Problem> {
    let layout = shape.to_layout()?;
    let mut linear = shape.linear_index(index)?;
    linear = both("a place", linear, &layout.linear_index(index)?)?;
    linear = both("a place", linear, &shape.explain(index)?.linear_index())?;
    let mapping = shape.mapping::<DynRankExtents>()?;
    linear = both("a place", linear, &mapping.offset(index)?)?;
    if layout.strides().is_some() {
        let strided = shape.strided_mapping::<DynRankExtents>()?;
        linear = both("a place", linear, &strided.offset(index)?)?;
    }
    both("an index", index_at(shape, linear)?.as_deref(), &Some(index))?;
    both("an index", mapping.index(linear)?.as_ref(), &index)?;
    Ok(linear)
}

/// The index of the element at a place, if it is not padding.
fn index_at(shape: &ArrayShape, linear: usize) -> Result<Option<Vec<usize>>, Problem> {
    let by_shape = shape.multi_index(linear)?.map(|index| index.to_vec());
    let by_layout = shape.to_layout()?.multi_index(linear)?.map(|index| index.to_vec());
    both("an index", by_shape, &by_layout)
}

/// Reads a buffer in which each place holds its number.
fn read_through_views(
    shape: &ArrayShape,
    all: &[Vec<usize>],
    places: &[usize],
) -> Result<(), Problem> {
    let mapping = shape.mapping::<DynRankExtents>()?;
    let span = mapping.required_span_size();
    if span > SMALL {
        return Ok(());
    }
    let buffer: Vec<usize> = (0..span).collect();
    let view = View::from_slice(mapping, &buffer)?;
    for (index, place) in all.iter().zip(places) {
        both("an element of a view", view.get(index.as_slice()), &Some(place))?;
    }
    both("the elements of a view", view.iter().collect::<Vec<_>>(), &places.iter().collect())?;
    let elements: Vec<Option<usize>> = (0..all.len()).map(Some).collect();
    let memory = shape.memory_order(&elements, None)?;
    let back: Vec<Option<usize>> =
        places.iter().map(|&place| memory.get(place).copied().flatten()).collect();
    both("the memory", back, &elements)?;
    Ok(())
}

fn strides(shape: &ArrayShape) -> Found {
    let strides = shape.strides()?.map(|strides| strides.to_vec());
    let layout = shape.to_layout()?;
    let strides = both("strides", strides, &layout.strides().map(<[isize]>::to_vec))?;
    for (dimension, stride) in strides.iter().flatten().enumerate() {
        both("a stride", shape.dimension_stride(dimension)?, &Some(*stride))?;
    }
    if let Some(strides) = &strides {
        let strided = shape.strided_mapping::<DynRankExtents>()?.strides().to_vec();
        both("strides", &strided, &strides)?;
    }
    Ok(json!(strides))
}

/// The stride of one dimension.
pub(super) fn dimension_stride(input: &Value) -> Found {
    only_array(input, &["dim"])?;
    let shape = array_in_memory(input)?;
    let dimension: usize = get(input, "dim")?;
    let stride = shape.dimension_stride(dimension)?;
    let all = shape.strides()?;
    let of_all = all.and_then(|strides| strides.get(dimension).copied());
    Ok(json!(both("a stride", stride, &of_all)?))
}

fn allocated(shape: &ArrayShape) -> Found {
    let layout = shape.to_layout()?;
    Ok(json!(both("a size", shape.allocated_elements()?, &layout.allocated_elements())?))
}

/// The places that hold no element.
fn padding(shape: &ArrayShape) -> Result<Vec<usize>, Problem> {
    let slots = shape.to_layout()?.slots().enumerate();
    let found: Vec<usize> = slots.filter(|(_, slot)| slot.is_none()).map(|(at, _)| at).collect();
    for &slot in &found {
        both("padding", index_at(shape, slot)?, &None)?;
    }
    both("padding", shape.has_padding_slots()?, &!found.is_empty())?;
    Ok(found)
}

// --- Walks ---

/// All indices from one on, until there is none left.
pub(super) fn bump(input: &Value, case: &Value) -> Found {
    only_array(input, &["start"])?;
    let shape = array_in_memory(input)?;
    check_walk(shape.elements_in()?)?;
    let mut index: Vec<usize> = get(input, "start")?;
    let mut sequence = vec![index.clone()];
    while shape.bump_index(&mut index)? {
        sequence.push(index.clone());
    }
    each_field(case, |name, _| {
        Ok(match name {
            "sequence" => Some(json!(sequence)),
            // At the end it starts again from zero.
            "then" => index.iter().all(|&at| at == 0).then(|| json!("end")),
            _ => None,
        })
    })
}

/// The visited indices, in order.
fn visited(input: &Value) -> Result<Vec<Vec<usize>>, Problem> {
    only_array(input, &["base", "count", "incr", "increment"])?;
    let shape = array_in_memory(input)?;
    check_walk(shape.elements_in()?)?;
    let sizes = shape.sizes()?;
    let list = |name: &str, default: Vec<usize>| match input.get(name) {
        None => Ok(default),
        Some(_) => get(input, name),
    };
    let same = |value| vec![value; sizes.len()];
    let base: Vec<usize> = list("base", same(0))?;
    let count: Vec<usize> = list("count", sizes.to_vec())?;
    let increment: Vec<usize> = list("increment", list("incr", same(1))?)?;
    let mut visited = Vec::new();
    shape.for_each_index(&base, &count, &increment, |index| {
        visited.push(index.to_vec());
        ControlFlow::Continue(())
    })?;
    if ["base", "count", "incr", "increment"].iter().all(|name| input.get(name).is_none()) {
        let mut every = Vec::new();
        shape.for_every_index(|index| {
            every.push(index.to_vec());
            ControlFlow::Continue(())
        })?;
        return both("a walk", visited, &every);
    }
    Ok(visited)
}

pub(super) fn visit_count(input: &Value) -> Found {
    Ok(json!(visited(input)?.len()))
}

pub(super) fn visit_order(input: &Value) -> Found {
    Ok(json!(visited(input)?))
}

// --- Checks of indices and layouts ---

pub(super) fn in_bounds(input: &Value) -> Found {
    only_array(input, &["index"])?;
    let shape = array_in_memory(input)?;
    let index: Vec<i64> = get(input, "index")?;
    let found = shape.index_in_bounds(&index);
    let unsigned: Option<Vec<usize>> = index.iter().map(|&at| at.try_into().ok()).collect();
    let has_place = unsigned.is_some_and(|index| match shape.linear_index(&index) {
        Ok(_) => true,
        Err(error) => is_other(error),
    });
    Ok(json!(both("bounds", found, &has_place)?))
}

/// Whether it is no error of an index: such a one as of an array that is too large.
fn is_other(error: extents_xla::XlaError) -> bool {
    use extents_xla::XlaError;
    !matches!(
        error,
        XlaError::OutOfBounds { of: Bounded::Index { .. }, .. }
            | XlaError::Shape(ShapeError::RankMismatch { .. })
    )
}

/// -1, 0 or 1.
pub(super) fn compare(input: &Value) -> Found {
    only(input, &["lhs", "rhs"])?;
    let (left, right): (Vec<i64>, Vec<i64>) = (get(input, "lhs")?, get(input, "rhs")?);
    let found = compare_indices(&left, &right)? as i8;
    let back = compare_indices(&right, &left)? as i8;
    Ok(json!(both("an order", found, &back.saturating_neg())?))
}

/// Whether a layout suits an array: by its parts, and as a text, which may say what no list of `usize` holds.
pub(super) fn validate(input: &Value) -> Found {
    let signed: Vec<i64> = get(input, "minor_to_major")?;
    let dimensions: Vec<usize> = get(input, "dims")?;
    let list = |numbers: Vec<String>| numbers.join(",");
    let text = format!(
        "f32[{}]{{{}}}",
        list(dimensions.iter().map(usize::to_string).collect()),
        list(signed.iter().map(i64::to_string).collect()),
    );
    only_array(input, &[])?;
    let is_more =
        ["tiles", "padded_dimensions", "splits"].iter().any(|name| input.get(name).is_some());
    let by_text = text.parse::<ArrayShape>().map(|_| ());
    if signed.iter().any(|&dimension| dimension < 0) {
        return Ok(by_text.map(|()| json!("ok"))?);
    }
    let by_parts = match array_in_memory(input) {
        Err(Problem::Unreadable(reason)) => return Err(Problem::Unreadable(reason)),
        other => other.map(|_| ()),
    };
    if !is_more {
        both("judge a layout", by_parts.is_ok(), &by_text.is_ok())?;
    }
    by_parts.map(|()| json!("ok"))
}
