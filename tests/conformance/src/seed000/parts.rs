//! Slices, chips, origins and equality.

use std::hash::{DefaultHasher, Hash, Hasher};

use extents_shapes::{JaggedShape, Nested, Region, ShapeBase};
use serde_json::{Value, json};

use super::forms::{Ask, agreed, each_form};
use super::made;
use crate::answer::{ShapeAnswer, ShapeOutcome};
use crate::json::{get, only};
use crate::spec::{Layered, Spec, described, described_nested};

#[derive(Clone, Copy)]
pub(super) enum Cut {
    Slice,
    Chip,
}

/// A slice or a chip, by pins or by its first and last index.
pub(super) fn part(input: &Value, cut: Cut) -> ShapeOutcome {
    let shape = Layered::field(input, "shape")?;
    let (pins, first, last): (Vec<usize>, Vec<usize>, Vec<usize>);
    let region = if input.get("pins").is_some() {
        only(input, &["shape", "pins"])?;
        pins = get(input, "pins")?;
        Region::Pins(&pins)
    } else {
        only(input, &["shape", "first", "last"])?;
        (first, last) = (get(input, "first")?, get(input, "last")?);
        Region::Box { first: &first, last: &last }
    };
    let ask = Part { cut, region };
    let Some(layers) = &shape.layers else { return each_form(&shape, &ask) };
    let jagged = made(Nested::new(layers.clone(), made(shape.spec.jagged())?))?;
    let mut answers = vec![ask.of_nested(&jagged)];
    if shape.spec.is_smooth_type() {
        let smooth = made(Nested::new(layers.clone(), made(shape.spec.smooth())?))?;
        answers.push(ask.of_nested(&smooth));
    }
    agreed(answers)
}

struct Part<'a> {
    cut: Cut,
    region: Region<'a>,
}

impl Ask for Part<'_> {
    fn ask<S: ShapeBase>(&self, shape: &S) -> ShapeAnswer {
        match self.cut {
            Cut::Slice => described(&shape.slice(self.region)?),
            Cut::Chip => described(&shape.chip(self.region)?),
        }
    }
}

impl Part<'_> {
    fn of_nested<S: ShapeBase>(&self, shape: &Nested<S>) -> ShapeAnswer {
        match self.cut {
            Cut::Slice => described_nested(&shape.slice(self.region)?),
            Cut::Chip => described_nested(&shape.chip(self.region)?),
        }
    }
}

/// Smooth shapes of both kinds, and jagged ones for which all modes need an origin as well.
pub(super) fn set_origin(input: &Value) -> ShapeOutcome {
    only(input, &["shape", "origin"])?;
    let spec = Spec::read(&get(input, "shape")?)?;
    let origin: Vec<usize> = get(input, "origin")?;
    if !spec.is_smooth_type() {
        let shape = made(spec.jagged())?;
        return Ok(shape.with_origin(&origin).and_then(|shape| described(&shape)));
    }
    let mut shape = made(spec.smooth())?;
    let with = shape.clone().with_origin(&origin).and_then(|shape| described(&shape));
    let set = shape.set_origin(&origin).and_then(|()| described(&shape));
    agreed([with, set])
}

/// `==` of all types that can hold the shapes, from both sides. What is equal has one hash.
pub(super) fn equal(input: &Value) -> ShapeOutcome {
    only(input, &["lhs", "rhs"])?;
    let (left, right) = (Layered::field(input, "lhs")?, Layered::field(input, "rhs")?);
    let both = (made(left.spec.jagged())?, made(right.spec.jagged())?);
    let smooth = |spec: &Spec| match spec.is_smooth_type() {
        true => made(spec.smooth()).map(Some),
        false => Ok(None),
    };
    let smooth = (smooth(&left.spec)?, smooth(&right.spec)?);
    let mut found = Vec::new();
    match (left.layers, right.layers) {
        (None, None) => {
            found.extend([both.0 == both.1, both.1 == both.0]);
            if let Some(left) = &smooth.0 {
                found.extend([*left == both.1, both.1 == *left]);
            }
            if let Some(right) = &smooth.1 {
                found.extend([*right == both.0, both.0 == *right]);
            }
            if let (Some(left), Some(right)) = &smooth {
                found.extend([left == right, right == left]);
                if left == right && hashed(left) != hashed(right) {
                    return Err("what is equal has two hashes".into());
                }
            }
        }
        (Some(left), Some(right)) => {
            let jagged = (
                made(Nested::new(left.clone(), both.0.clone()))?,
                made(Nested::new(right.clone(), both.1.clone()))?,
            );
            found.extend([jagged.0 == jagged.1, jagged.1 == jagged.0]);
            if let (Some(first), Some(second)) = smooth {
                let smooth = (made(Nested::new(left, first))?, made(Nested::new(right, second))?);
                found.extend([smooth.0 == smooth.1, smooth.0 == jagged.1, jagged.0 == smooth.1]);
            }
        }
        _ => return Err("a nested and a plain shape have no `==`, by type".into()),
    }
    if both.0 == both.1 && hashed(&both.0) != hashed(&both.1) {
        return Err("what is equal has two hashes".into());
    }
    agreed(found.into_iter().map(|equal| Ok(json!(equal))))
}

fn hashed(shape: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    shape.hash(&mut hasher);
    hasher.finish()
}

/// Of smooth shapes; of jagged ones, those that are equal where all begin at zero.
pub(super) fn same_extents(input: &Value) -> ShapeOutcome {
    only(input, &["lhs", "rhs"])?;
    let left = Spec::read(&get(input, "lhs")?)?;
    let right = Spec::read(&get(input, "rhs")?)?;
    let mut found = Vec::new();
    if left.is_smooth_type() && right.is_smooth_type() {
        let (left, right) = (made(left.smooth())?, made(right.smooth())?);
        found.extend([left.same_extents(&right), right.same_extents(&left)]);
        found.push(left.without_origin() == right.without_origin());
    }
    let (left, right) = (made(left.jagged())?, made(right.jagged())?);
    found.push(at_zero(&left)? == at_zero(&right)?);
    agreed(found.into_iter().map(|same| Ok(json!(same))))
}

/// The shape with all origins zero.
pub(crate) fn at_zero(shape: &JaggedShape) -> Result<JaggedShape, String> {
    if shape.is_null() {
        return Ok(shape.clone());
    }
    made(shape.with_origin(&vec![0; shape.rank()]))
}
