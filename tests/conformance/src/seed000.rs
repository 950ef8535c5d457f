//! The examples of the TensorWrapper document: smooth, jagged, nested and tiled shapes.
//!
//! Each case is put to every type of the library that can hold its shape: `Shape` of extents of
//! run-time and of compile-time rank, with and without an origin, and `JaggedShape`. They must agree.

mod assign;
pub(crate) mod forms;
mod nested;
mod parts;
mod tiled;

use extents::{DynRankExtents, Extents};
use extents_shapes::{JaggedShape, Shape, ShapeBase, StructureError};
use serde_json::{Value, json};

use crate::answer::{Check, ShapeAnswer, ShapeOutcome, judge, judge_as};
use crate::json::{get, only};
use crate::spec::{Layered, Spec, check_walk, described};
use forms::{Ask, agreed, each_form};

/// Runs a case of section `seed000`.
pub(crate) fn run(op: &str, case: &Value) -> Check {
    only(case, &["id", "op", "in", "out", "error", "reading", "note", "as_written"])?;
    let input: Value = get(case, "in")?;
    let (outcome, gives_shape) = match op {
        "tiled_from_chunks" => return tiled::shape(case, "chunks"),
        "tiled_from_boundaries" => return tiled::shape(case, "boundaries"),
        "tile_of_element" => (tiled::tile_of(&input), false),
        "shape_info" => (of_shape(&input, &Info), false),
        "rank_size" => (of_shape(&input, &RankSize), false),
        "iterate" => (of_shape(&input, &Iterate { absolute: true }), false),
        "iterate_offsets" => (of_shape(&input, &Iterate { absolute: false }), false),
        "equal" => (parts::equal(&input), false),
        "equal_underlying" => (nested::equal_underlying(&input), false),
        "same_extents" => (parts::same_extents(&input), false),
        "jagged_element" => (jagged_element(&input), true),
        "jagged_from_iter" => (jagged_from_iter(&input), true),
        "jagged_with_origin" => (jagged_with_origin(&input), false),
        "to_padded_smooth" => (padded(&input), true),
        "nested_new" => (nested::new(&input), false),
        "nested_layer_info" => (nested::layer_info(&input), false),
        "nested_inner_shape" => (nested::inner_shape(&input), true),
        "nested_origin" => (nested::origin(&input), false),
        "rank_layer" => (nested::rank_layer(&input), false),
        "assign" => (assign::run(&input), true),
        "slice" => (parts::part(&input, parts::Cut::Slice), true),
        "chip" => (parts::part(&input, parts::Cut::Chip), true),
        "set_origin" => (parts::set_origin(&input), true),
        _ => return Err(format!("no such operation yet: `{op}` of section `seed000`")),
    };
    if gives_shape {
        judge_as(case, "out", Layered::expected, outcome?)
    } else {
        judge(case, outcome?)
    }
}

/// The answer about the only input, a shape.
fn of_shape(input: &Value, ask: &impl Ask) -> ShapeOutcome {
    only(input, &["shape"])?;
    let shape = Layered::field(input, "shape")?;
    check_walk(shape.spec.size())?;
    each_form(&shape, ask)
}

struct Info;

impl Ask for Info {
    fn ask<S: ShapeBase>(&self, shape: &S) -> ShapeAnswer {
        Ok(json!({
            "rank": shape.rank(),
            "size": shape.size(),
            "is_smooth": shape.is_smooth(),
            "extents": shape.smooth_extents().map(|extents| extents.to_vec()),
        }))
    }
}

struct RankSize;

impl Ask for RankSize {
    fn ask<S: ShapeBase>(&self, shape: &S) -> ShapeAnswer {
        Ok(json!({ "rank": shape.rank(), "size": shape.size() }))
    }
}

struct Iterate {
    absolute: bool,
}

impl Ask for Iterate {
    fn ask<S: ShapeBase>(&self, shape: &S) -> ShapeAnswer {
        let list = |index: S::Index| index.as_ref().to_vec();
        let all: Vec<Vec<usize>> = if self.absolute {
            shape.indices().map(list).collect()
        } else {
            shape.indices_from_zero().map(list).collect()
        };
        Ok(json!(all))
    }
}

fn jagged_element(input: &Value) -> ShapeOutcome {
    only(input, &["shape", "index"])?;
    let spec = Spec::read(&get(input, "shape")?)?;
    let index: Vec<usize> = get(input, "index")?;
    let shape = made(spec.jagged())?;
    let element = shape.element(&index).and_then(|element| described(&element));
    if index.len() < shape.outer_rank() {
        return Ok(element);
    }
    // At the end of the outer modes the element is smooth.
    let leaf = shape.leaf(&index).and_then(|leaf| described(&leaf));
    agreed([element, leaf])
}

fn jagged_from_iter(input: &Value) -> ShapeOutcome {
    only(input, &["elements"])?;
    Ok(from_elements(&elements(input)?).and_then(|shape| described(&shape)))
}

fn jagged_with_origin(input: &Value) -> ShapeOutcome {
    only(input, &["elements", "origin"])?;
    let (elements, origin) = (elements(input)?, get::<Vec<usize>>(input, "origin")?);
    let mut set = made(from_elements(&elements))?;
    let answer = |shape: &JaggedShape| {
        let all: Vec<Vec<usize>> = shape.indices().map(|index| index.to_vec()).collect();
        json!({ "first": all.first(), "last": all.last(), "size": shape.size() })
    };
    let with = set.with_origin(&origin).map(|shape| answer(&shape));
    let set = set.set_origin(&origin).map(|()| answer(&set));
    agreed([with, set])
}

fn elements(input: &Value) -> Result<Vec<JaggedShape>, String> {
    let elements: Vec<Value> = get(input, "elements")?;
    elements.iter().map(|element| made(Spec::read(element)?.jagged())).collect()
}

fn from_elements(elements: &[JaggedShape]) -> Result<JaggedShape, StructureError> {
    JaggedShape::from_slices(elements.iter())
}

fn padded(input: &Value) -> ShapeOutcome {
    only(input, &["shape"])?;
    let shape = made(Spec::read(&get(input, "shape")?)?.jagged())?;
    Ok(shape
        .padded()
        .and_then(|extents: DynRankExtents| described(&Shape::from_extents(extents.iter())?)))
}

/// A shape that a case is about, and not what it asks.
fn made<T>(shape: Result<T, StructureError>) -> Result<T, String> {
    shape.map_err(|error| format!("an operand cannot be made: {error}"))
}
