//! Sizes in elements and bytes, splits, and whether tiles do anything.

use extents_xla::ArrayShape;
use serde_json::{Value, json};

use super::read::{array, array_in_memory, only_array};
use crate::answer::{Found, both, each_field};
use crate::json::get;

pub(super) fn tiles(op: &str, input: &Value) -> Found {
    if op == "max_split_size" {
        only_array(input, &["dim"])?;
        return Ok(json!(array_in_memory(input)?.max_split_size(get(input, "dim")?)?));
    }
    only_array(input, &[])?;
    let shape = array_in_memory(input)?;
    if op == "max_elements_per_split" {
        return Ok(json!(shape.max_elements_per_split()?));
    }
    Ok(json!(shape.is_untiled()?))
}

pub(super) fn of_array(input: &Value, case: &Value) -> Found {
    only_array(input, &[])?;
    let shape = array_in_memory(input)?;
    each_field(case, |name, _| {
        Ok(Some(match name {
            // Without a prefix these are all there is.
            "padded" => json!(match shape.layout().map(|layout| layout.metadata_prefix_bytes()) {
                Some(0) | None => {
                    both("padded bytes", shape.padded_bytes()?, &shape.buffer_bytes()?)?
                }
                Some(_) => shape.padded_bytes()?,
            }),
            "unpadded" => json!(shape.unpadded_bytes()?),
            "buffer" => json!(shape.buffer_bytes()?),
            "expansion_factor" => json!(shape.expansion_factor()?),
            _ => return Ok(None),
        }))
    })
}

/// Those of packed elements; where they take whole bytes, the same as without packing.
pub(super) fn strides(input: &Value) -> Found {
    only_array(input, &[])?;
    let shape = array_in_memory(input)?;
    let strides = shape.byte_strides()?.map(|strides| strides.to_vec());
    if shape.element_bits() == shape.dtype().bytes().saturating_mul(8) {
        let unpacked = shape.unpacked_byte_strides()?.map(|strides| strides.to_vec());
        both("byte strides", &strides, &&unpacked)?;
    }
    Ok(json!(strides))
}

pub(super) fn unpacked_strides(input: &Value) -> Found {
    only_array(input, &[])?;
    let shape = array_in_memory(input)?;
    Ok(json!(shape.unpacked_byte_strides()?.map(|strides| strides.to_vec())))
}

pub(super) fn is_major_to_minor(input: &Value) -> Found {
    only_array(input, &["byte_strides"])?;
    let strides: Vec<i64> = get(input, "byte_strides")?;
    let found = array_in_memory(input)?.byte_strides_is_major_to_minor(&strides);
    // Without a layout it is the same question.
    Ok(json!(both("byte strides", found, &bare(input)?.byte_strides_is_major_to_minor(&strides))?))
}

fn bare(input: &Value) -> Result<ArrayShape, crate::answer::Problem> {
    Ok(array(input)?.without_layout())
}

pub(super) fn elements_in(input: &Value) -> Found {
    only_array(input, &[])?;
    let shape = array_in_memory(input)?;
    both("a size", shape.elements_in()?, &shape.to_layout()?.elements())?;
    Ok(json!(both("a size", shape.elements_in()?, &bare(input)?.elements_in()?)?))
}
