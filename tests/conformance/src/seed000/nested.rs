//! Shapes in layers.

use extents_shapes::{JaggedShape, Nested, ShapeBase, StructureError};
use serde_json::{Value, json};

use super::forms::agreed;
use super::made;
use crate::answer::{ShapeAnswer, ShapeOutcome};
use crate::json::{get, only};
use crate::spec::{Layered, Spec, described};

/// Evaluates the answer `$ask` of a nested shape for each type that can hold it.
macro_rules! each_nested {
    ($shape:expr, $nested:ident => $ask:expr) => {{
        let shape: &Layered = $shape;
        let layers = shape.layers.clone().ok_or("the shape has no layers")?;
        let jagged = Nested::new(layers.clone(), made(shape.spec.jagged())?);
        let mut answers: Vec<ShapeAnswer> = vec![jagged.and_then(|$nested| $ask)];
        if shape.spec.is_smooth_type() {
            let smooth = Nested::new(layers, made(shape.spec.smooth())?);
            answers.push(smooth.and_then(|$nested| $ask));
        }
        agreed(answers)
    }};
}

pub(super) fn new(input: &Value) -> ShapeOutcome {
    only(input, &["layers", "shape"])?;
    each_nested!(&Layered::read(input)?, nested => Ok(json!({
        "n_layers": nested.n_layers(),
        "rank": nested.rank(),
        "size": nested.size(),
    })))
}

pub(super) fn layer_info(input: &Value) -> ShapeOutcome {
    each_nested!(&only_nested(input, &["nested"])?, nested => info(&nested))
}

fn info<S: ShapeBase>(nested: &Nested<S>) -> ShapeAnswer {
    let layers = || 0..nested.n_layers();
    let ranks: Vec<usize> =
        layers().map(|layer| nested.rank_layer(layer)).collect::<Result<_, _>>()?;
    let elements: Vec<usize> =
        layers().map(|layer| nested.elements_in_layer(layer)).collect::<Result<_, _>>()?;
    Ok(json!({
        "n_layers": nested.n_layers(),
        "rank_layer": ranks,
        "elements_in_layer": elements,
    }))
}

pub(super) fn rank_layer(input: &Value) -> ShapeOutcome {
    let shape = only_nested(input, &["nested", "layer"])?;
    let layer: usize = get(input, "layer")?;
    made_nested(&shape)?;
    each_nested!(&shape, nested => nested.rank_layer(layer).map(|rank| json!(rank)))
}

pub(super) fn inner_shape(input: &Value) -> ShapeOutcome {
    let shape = only_nested(input, &["nested", "outer_index"])?;
    let index: Vec<usize> = get(input, "outer_index")?;
    made_nested(&shape)?;
    each_nested!(&shape, nested => nested.inner(&index).and_then(|inner| described(&inner)))
}

/// The origins of the outermost layer and of the one inside of it, of shapes of two layers.
pub(super) fn origin(input: &Value) -> ShapeOutcome {
    let shape = only_nested(input, &["nested"])?;
    if shape.layers.as_ref().is_some_and(|layers| layers.len() != 2) {
        return Err("no origins of other than two layers yet".into());
    }
    each_nested!(&shape, nested => Ok(json!({
        "outer_origin": nested.layer_origin(0)?.to_vec(),
        "inner_origin": nested.layer_origin(1)?.to_vec(),
    })))
}

/// A nested and a plain shape.
pub(super) fn equal_underlying(input: &Value) -> ShapeOutcome {
    only(input, &["lhs", "rhs"])?;
    let nested = Layered::field(input, "lhs")?;
    let plain = Spec::read(&get(input, "rhs")?)?;
    let jagged = made(plain.jagged())?;
    let against_jagged = each_nested!(&nested, nested => Ok(json!(nested.same_shape(&jagged))))?;
    if !plain.is_smooth_type() {
        return Ok(against_jagged);
    }
    let smooth = made(plain.smooth())?;
    let against_smooth = each_nested!(&nested, nested => Ok(json!(nested.same_shape(&smooth))))?;
    agreed([against_jagged, against_smooth])
}

fn only_nested(input: &Value, names: &[&str]) -> Result<Layered, String> {
    only(input, names)?;
    Layered::field(input, "nested")
}

/// Sees to it that what is refused is not the nested shape itself.
fn made_nested(shape: &Layered) -> Result<Nested<JaggedShape>, String> {
    let layers = shape.layers.clone().ok_or("the shape has no layers")?;
    let nested: Result<_, StructureError> = Nested::new(layers, made(shape.spec.jagged())?);
    made(nested)
}
