//! Dimensions deleted, inserted and moved, and what is asked of an order.

use extents_xla::{ArrayShape, Dimension, Layout, XlaError};
use serde_json::{Value, json};

use super::read::{array, array_in_memory, dims_and_order, layout, only_array, only_layout};
use crate::answer::{Found, both};
use crate::json::{get, only};

/// Runs an operation that edits dimensions.
pub(super) fn run(op: &str, input: &Value) -> Found {
    match op {
        "delete_dimensions" => delete(input),
        "filter_dimensions" => {
            only_array(input, &["keep"])?;
            let keep: Vec<usize> = get(input, "keep")?;
            dims_and_order(&array(input)?.filter_dimensions(|dimension| keep.contains(&dimension)))
        }
        "drop_degenerate_dimensions" => {
            only_array(input, &[])?;
            dims_and_order(&array(input)?.drop_degenerate_dimensions())
        }
        "has_degenerate_dimensions" => {
            only_array(input, &[])?;
            let shape = array(input)?;
            let found = shape.has_degenerate_dimensions();
            let drops = shape.drop_degenerate_dimensions().rank() < shape.rank();
            Ok(json!(both("ask for ones", found, &drops)?))
        }
        "prepend_major_dimension" => grown(input, ArrayShape::prepend_major_dimension),
        "append_minor_dimension" => grown(input, ArrayShape::append_minor_dimension),
        "append_major_dimension" => grown(input, ArrayShape::append_major_dimension),
        "insert_dimensions_at_index" => {
            only_array(input, &["at", "bounds"])?;
            let bounds: Vec<usize> = get(input, "bounds")?;
            dims_and_order(&array(input)?.insert_dimensions(get(input, "at")?, bounds)?)
        }
        "move_dim_to_major" => moved(input, Layout::move_to_major),
        "move_dim_to_minor" => moved(input, Layout::move_to_minor),
        "is_effectively_most_major" => {
            only_array(input, &["dim"])?;
            Ok(json!(array_in_memory(input)?.is_effectively_most_major(get(input, "dim")?)?))
        }
        "descending_layout_same_physical" => {
            only_array(input, &[])?;
            let shape = array_in_memory(input)?;
            let ordered = shape.in_physical_order();
            let slowest_first: Vec<usize> =
                shape.layout().into_iter().flat_map(|layout| layout.major_to_minor()).collect();
            both("put in order", &ordered, &&shape.permute_dimensions(&slowest_first)?)?;
            dims_and_order(&ordered)
        }
        "descending_layout" => of_rank(input, Layout::descending),
        "ascending_layout" => of_rank(input, Layout::ascending),
        "logical_to_physical" => logical_to_physical(input),
        "are_dimensions_consecutive" => {
            // `dims` are the ones asked for, of a layout alone.
            only_layout(input, &["dims"])?;
            let dimensions: Vec<usize> = get(input, "dims")?;
            Ok(json!(layout(input)?.are_dimensions_consecutive(&dimensions)?))
        }
        "is_monotonic" => {
            only_layout(input, &[])?;
            let layout = layout(input)?;
            Ok(json!({
                "dim0_minor": layout.is_monotonic_with_dim0_minor(),
                "dim0_major": layout.is_monotonic_with_dim0_major(),
            }))
        }
        _ => Err(format!("no such operation yet: `{op}` of XLA").into()),
    }
}

fn delete(input: &Value) -> Found {
    only_array(input, &["delete"])?;
    let shape = array(input)?;
    let dimensions: Vec<usize> = get(input, "delete")?;
    let deleted = shape.delete_dimensions(&dimensions)?;
    let filtered = shape.filter_dimensions(|dimension| !dimensions.contains(&dimension));
    both("delete", &filtered, &&deleted)?;
    dims_and_order(&deleted)
}

fn grown(
    input: &Value,
    grow: impl Fn(&ArrayShape, Dimension) -> Result<ArrayShape, XlaError>,
) -> Found {
    only_array(input, &["bound"])?;
    dims_and_order(&grow(&array(input)?, Dimension::Static(get(input, "bound")?))?)
}

fn moved(input: &Value, to: impl Fn(&Layout, usize) -> Result<Layout, XlaError>) -> Found {
    only_layout(input, &["dim"])?;
    Ok(json!(to(&layout(input)?, get(input, "dim")?)?.minor_to_major()))
}

fn of_rank(input: &Value, make: impl Fn(usize) -> Layout) -> Found {
    only(input, &["rank"])?;
    let rank = get(input, "rank")?;
    crate::spec::check_walk(rank)?;
    Ok(json!(make(rank).minor_to_major()))
}

fn logical_to_physical(input: &Value) -> Found {
    only_layout(input, &[])?;
    let layout = layout(input)?;
    let places = layout.logical_to_physical();
    for (place, dimension) in layout.major_to_minor().enumerate() {
        let found = places.get(dimension).copied();
        both("a place", found, &Some(place))?;
    }
    Ok(json!(places.to_vec()))
}
