//! The examples of the document on XLA's shapes and layouts.

use extents::DType;
use extents_xla::{ArrayShape, Layout, XlaError};
use serde_json::{Value, json};

use crate::answer::{Check, Found, Problem, both, judge_found};
use crate::json::{get, get_if_any, only};
use crate::spec::check_walk;
use crate::xla::read::{array, array_in_memory, only_array};

/// Runs a case of section `seed002`.
pub(crate) fn run(op: &str, case: &Value) -> Check {
    only(case, &["id", "op", "in", "out", "error", "note", "reading", "as_written"])?;
    let input: Value = get(case, "in")?;
    let found = match op {
        "default_minor_to_major" => default_order(&input),
        "rank" => of_array(&input, |shape| Ok(json!(shape.rank()))),
        "true_rank_gt1" => of_array(&input, |shape| Ok(json!(shape.true_rank()))),
        "dimension" => dimension(&input),
        "dim_letters" => letters(&input),
        "memory_order" => memory_order(&input),
        // `validate_padding` asks whether the array can be made.
        "validate_padding" => of_array(&input, |_| Ok(json!("ok"))),
        "is_padded" => of_array(&input, is_padded),
        "allocated_elements" => of_array(&input, |shape| {
            let layout = shape.to_layout()?;
            both("a size", shape.allocated_elements(), &Ok(layout.allocated_elements()))
                .and_then(|found| Ok(json!(found?)))
        }),
        _ => Err(format!("no such operation yet: `{op}` of section `seed002`").into()),
    };
    judge_found(case, found)
}

/// An answer about an array, which is the only input.
fn of_array(input: &Value, answer: impl FnOnce(&ArrayShape) -> Found) -> Found {
    only_array(input, &[])?;
    answer(&array_in_memory(input)?)
}

fn default_order(input: &Value) -> Found {
    only(input, &["rank"])?;
    let rank: usize = get(input, "rank")?;
    check_walk(rank)?;
    let layout = Layout::descending(rank);
    let of_array = ArrayShape::new(DType::F32, vec![1; rank]).with_default_layout();
    both("make a layout", of_array.layout(), &Some(&layout))?;
    both("judge a layout", layout.is_default(), &true)?;
    Ok(json!(layout.minor_to_major()))
}

fn dimension(input: &Value) -> Found {
    only_array(input, &["dim"])?;
    let shape = array(input)?;
    let dimension = shape.dimension(get(input, "dim")?)?;
    Ok(json!(shape.sizes()?.get(dimension)))
}

fn letters(input: &Value) -> Found {
    only(input, &["rank"])?;
    let rank: usize = get(input, "rank")?;
    check_walk(rank)?;
    let shape = ArrayShape::new(DType::F32, vec![1; rank]);
    let letters = shape.letters().ok_or_else(|| Problem::Refused("it has no letters".into()))?;
    Ok(json!(letters.iter().map(char::to_string).collect::<Vec<_>>()))
}

fn is_padded(shape: &ArrayShape) -> Found {
    let more = shape.allocated_elements()? > shape.elements_in()?;
    both("ask for padding", shape.has_padding_slots()?, &more)?;
    Ok(json!(both("ask for padding", shape.is_padded(), &more)?))
}

fn memory_order(input: &Value) -> Found {
    only_array(input, &["elements", "padding_value"])?;
    let shape = array_in_memory(input)?;
    check_walk(shape.allocated_elements()?)?;
    let elements: Vec<Value> = get(input, "elements")?;
    let padding = get_if_any::<Value>(input, "padding_value")?;
    let memory = shape.memory_order(&elements, padding.clone().unwrap_or_default())?;
    // The other way: a buffer without padding, into which it is filled.
    let marked = shape.memory_order(&elements.iter().map(Some).collect::<Vec<_>>(), None)?;
    if padding.is_none() && marked.contains(&None) {
        return Err("there is padding, but no value of it".to_owned().into());
    }
    let mut filled: Vec<Value> =
        marked.into_iter().map(|slot| slot.cloned().unwrap_or_default()).collect();
    shape.fill_padding_with(&mut filled, padding.unwrap_or_default()).map_err(
        |error: XlaError| Problem::Unreadable(format!("padding cannot be filled: {error}")),
    )?;
    Ok(json!(both("order memory", memory, &filled)?))
}
