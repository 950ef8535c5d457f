//! Labels and smooth shapes, as TensorWrapper parses and composes them.
#![allow(clippy::arithmetic_side_effects, reason = "shapes are composed, not numbers")]

use extents::label::{
    is_contraction, is_hadamard, label_permutation, labels_concatenation, labels_difference,
    labels_intersection, labels_union, parse_labels,
};
use extents::{Composition, DynExtents, DynRankExtents, Extents, ShapeError};
use extents_shapes::{Indexed, JaggedShape, PlacedShape, Shape, ShapeBase, StructureError};
use serde_json::{Value, json};
use std::ops::Mul;

use crate::answer::{Check, ShapeAnswer, ShapeOutcome, each_field, judge};
use crate::json::{get, only};
use crate::seed000::forms::{agreed, with_rank};

/// Labels and the extents they name.
type Operand = (String, Vec<usize>);

/// Runs a case of `tensorwrapper.json`.
pub(crate) fn run(op: &str, case: &Value) -> Check {
    // What TensorWrapper answers itself stands beside what is right.
    only(case, &["id", "op", "in", "out", "error", "note", "reading", "tensorwrapper"])?;
    let input: Value = get(case, "in")?;
    let outcome = match op {
        "parse" => parse(&input),
        "permutation" => permutation(&input),
        "set_ops" => set_ops(&input, case),
        "is_hadamard" => kind(&input, is_hadamard),
        "is_contraction" => kind(&input, is_contraction),
        "permute_assign" => permute_assign(&input),
        "add" | "subtract" => add(&input),
        "multiply" => multiply(&input),
        "einsum" => product(&input, "out"),
        "shape_from_labels" => product(&input, "labels"),
        "extent" => extent(&input),
        "rank" => number(&input, |shape| shape.rank()),
        "size" => number(&input, |shape| shape.size()),
        "equal" => equal(&input),
        _ => return Err(format!("no such operation yet: `{op}` of TensorWrapper")),
    };
    judge(case, outcome?)
}

// --- Labels ---

fn parse(input: &Value) -> ShapeOutcome {
    only(input, &["text"])?;
    Ok(labels(input, "text")?.map(|labels| json!(labels)).map_err(StructureError::from))
}

fn permutation(input: &Value) -> ShapeOutcome {
    only(input, &["from", "to"])?;
    let (from, to) = (parsed(input, "from")?, parsed(input, "to")?);
    Ok(label_permutation(&from, &to).map(|list| json!(list)).map_err(StructureError::from))
}

/// Lists and sets of labels, as texts that name them in order.
fn set_ops(input: &Value, case: &Value) -> ShapeOutcome {
    only(input, &["a", "b"])?;
    let (left, right) = (parsed(input, "a")?, parsed(input, "b")?);
    let found = each_field(case, |name, _| {
        let labels = match name {
            "concatenation" => labels_concatenation(&left, &right),
            "union" => labels_union(&left, &right),
            "intersection" => labels_intersection(&left, &right),
            "difference" => labels_difference(&left, &right),
            _ => return Ok(None),
        };
        Ok(Some(json!(labels.join(","))))
    });
    found.map(Ok).map_err(|problem| problem.to_string())
}

fn kind(input: &Value, answer: impl Fn(&[String], &[String], &[String]) -> bool) -> ShapeOutcome {
    only(input, &["out", "lhs", "rhs"])?;
    let (out, lhs, rhs) = (parsed(input, "out")?, parsed(input, "lhs")?, parsed(input, "rhs")?);
    Ok(Ok(json!(answer(&out, &lhs, &rhs))))
}

fn labels(input: &Value, name: &str) -> Result<Result<Vec<String>, ShapeError>, String> {
    Ok(parse_labels(&get::<String>(input, name)?))
}

fn parsed(input: &Value, name: &str) -> Result<Vec<String>, String> {
    labels(input, name)?.map_err(|error| format!("the labels of `{name}` do not parse: {error}"))
}

// --- Shapes ---

/// A label that the result does not name is summed, of one operand as of several.
fn permute_assign(input: &Value) -> ShapeOutcome {
    only(input, &["out", "rhs"])?;
    let (to, rhs): (String, Operand) = (get(input, "out")?, get(input, "rhs")?);
    let shape = smooth(&rhs.1)?;
    agreed([
        extents_of(shape.ix(&rhs.0).to(&to)),
        extents_of(shape.to_jagged().ix(&rhs.0).to(&to)),
        product_of(&[rhs], &to)?,
    ])
}

fn add(input: &Value) -> ShapeOutcome {
    only(input, &["out", "lhs", "rhs"])?;
    let to: String = get(input, "out")?;
    let (lhs, rhs): (Operand, Operand) = (get(input, "lhs")?, get(input, "rhs")?);
    let (left, right) = (smooth(&lhs.1)?, smooth(&rhs.1)?);
    let jagged = (left.to_jagged(), right.to_jagged());
    agreed([
        extents_of((left.ix(&lhs.0) + right.ix(&rhs.0)).to(&to)),
        extents_of((left.ix(&lhs.0) - right.ix(&rhs.0)).to(&to)),
        extents_of((jagged.0.ix(&lhs.0) + jagged.1.ix(&rhs.0)).to(&to)),
        extents_of((left.ix(&lhs.0) + jagged.1.ix(&rhs.0)).to(&to)),
    ])
}

fn multiply(input: &Value) -> ShapeOutcome {
    only(input, &["out", "lhs", "rhs"])?;
    let operands: [Operand; 2] = [get(input, "lhs")?, get(input, "rhs")?];
    let to: String = get(input, "out")?;
    let (left, right) = (smooth(&operands[0].1)?, smooth(&operands[1].1)?.to_jagged());
    let mixed = (left.ix(&operands[0].0) * right.ix(&operands[1].0)).to(&to);
    agreed([product_of(&operands, &to)?, extents_of(mixed)])
}

/// The product of any number of operands.
fn product(input: &Value, result: &str) -> ShapeOutcome {
    only(input, &[result, "operands"])?;
    let operands: Vec<Operand> = get(input, "operands")?;
    product_of(&operands, &get::<String>(input, result)?)
}

/// Of smooth shapes, of jagged ones, and of extents alone.
fn product_of(operands: &[Operand], to: &str) -> Result<ShapeAnswer, String> {
    let shapes: Vec<PlacedShape> =
        operands.iter().map(|operand| smooth(&operand.1)).collect::<Result<_, _>>()?;
    let jagged: Vec<JaggedShape> = shapes.iter().map(PlacedShape::to_jagged).collect();
    let texts: Vec<&str> = operands.iter().map(|operand| operand.0.as_str()).collect();
    let extents: Vec<DynRankExtents> = shapes.iter().map(|shape| shape.extents().clone()).collect();
    let resolved = Composition::of_labels(&texts, to)
        .and_then(|composition| composition.resolve(&extents))
        .map(|resolved| list(&resolved.result))
        .map_err(StructureError::from);
    let mut answers = vec![resolved];
    for result in [
        times(&shapes, &texts).map(|all| extents_of(all.to(to))),
        times(&jagged, &texts).map(|all| extents_of(all.to(to))),
    ] {
        answers.push(result.ok_or("there is no operand")?);
    }
    agreed(answers)
}

/// The product of shapes with these labels, if there is any.
fn times<S>(shapes: &[S], labels: &[&str]) -> Option<Indexed<S>>
where
    S: ShapeBase<Composed = S>,
    Indexed<S>: Mul<Output = Indexed<S>>,
{
    let factors = shapes.iter().zip(labels).map(|(shape, labels)| shape.ix(labels));
    factors.reduce(|product, factor| product * factor)
}

fn extent(input: &Value) -> ShapeOutcome {
    only(input, &["shape", "mode"])?;
    let (all, mode): (Vec<usize>, usize) = (get(input, "shape")?, get(input, "mode")?);
    let shape = smooth(&all)?;
    let open = shape.extents().extent(mode).map(|n| json!(n)).map_err(StructureError::from);
    let ranked = with_rank!(all.len(), E => {
        let shape = Shape::new(E::from_extents(&all).map_err(|error| error.to_string())?);
        shape.extents().extent(mode).map(|n| json!(n)).map_err(StructureError::from)
    });
    let answers: Vec<ShapeAnswer> = std::iter::once(open).chain(ranked).collect();
    agreed(answers)
}

fn number(input: &Value, ask: impl Fn(&dyn Numbers) -> usize) -> ShapeOutcome {
    only(input, &["shape"])?;
    let shape = smooth(&get::<Vec<usize>>(input, "shape")?)?;
    agreed([Ok(json!(ask(&shape))), Ok(json!(ask(&shape.to_jagged())))])
}

/// What all shapes tell by a number.
trait Numbers {
    fn rank(&self) -> usize;
    fn size(&self) -> usize;
}

impl<S: ShapeBase> Numbers for S {
    fn rank(&self) -> usize {
        ShapeBase::rank(self)
    }
    fn size(&self) -> usize {
        ShapeBase::size(self)
    }
}

fn equal(input: &Value) -> ShapeOutcome {
    only(input, &["lhs", "rhs"])?;
    let (lhs, rhs): (Vec<usize>, Vec<usize>) = (get(input, "lhs")?, get(input, "rhs")?);
    let (left, right) = (smooth(&lhs)?, smooth(&rhs)?);
    let mut found = vec![
        left == right,
        left.to_jagged() == right.to_jagged(),
        left == right.to_jagged(),
        left.to_jagged() == right,
    ];
    found.extend(with_rank!(lhs.len(), E => {
        let left = Shape::new(E::from_extents(&lhs).map_err(|error| error.to_string())?);
        left == right
    }));
    agreed(found.into_iter().map(|equal| Ok(json!(equal))))
}

fn smooth(extents: &[usize]) -> Result<PlacedShape, String> {
    let shape = Shape::from_list(extents).map_err(|error| error.to_string())?;
    Ok(shape.into())
}

fn list(extents: &impl Extents) -> Value {
    json!(extents.iter().collect::<Vec<usize>>())
}

/// The extents of what is smooth; a refusal where it is not.
fn extents_of<S: ShapeBase>(shape: Result<S, StructureError>) -> ShapeAnswer {
    Ok(list(shape?.jagged()?.to_smooth()?.extents()))
}
