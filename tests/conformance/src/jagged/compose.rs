//! Sums and products of jagged matrices.
#![allow(clippy::arithmetic_side_effects, reason = "shapes are composed, not numbers")]

use extents_shapes::{Indexed, JaggedShape, Region, ShapeBase, StructureError};
use serde_json::{Value, json};

use super::leaves::{leaves_of, made};
use crate::answer::{Check, same};
use crate::json::{get, get_if_any, only};
use crate::spec::check_walk;

type Composed = Result<JaggedShape, StructureError>;

pub(super) fn run(case: &Value) -> Check {
    let Some(fields) = case.as_object() else { return Err("a case is an object".into()) };
    let a = rows(case, "A_rows")?;
    let b = rows(case, "B_rows")?;
    rows(case, "C_rows")?;
    for (name, expected) in fields {
        let check = match name.as_str() {
            "id" | "kind" | "A_rows" | "B_rows" | "C_rows" => Ok(()),
            "add ij,ij->ij" => shape_of(expected, (a.ix("i,j") + b.ix("i,j")).to("i,j")),
            "direct ij,ik->ijk" => shape_of(expected, (a.ix("i,j") * b.ix("i,k")).to("i,j,k")),
            "contract ij,ij->i" => contract(expected, a.ix("i,j") * b.ix("i,j"), "i"),
            "contract ij,ij->" => contract(expected, a.ix("i,j") * b.ix("i,j"), ""),
            "contract ij,kj->ik" => forms(case, expected),
            "permute ij->ji" => permute(expected, &a),
            name => Err(format!("no such composition yet: `{name}`")),
        };
        check.map_err(|reason| format!("`{name}`: {reason}"))?;
    }
    Ok(())
}

fn rows(case: &Value, name: &str) -> Result<JaggedShape, String> {
    let shape = made(JaggedShape::from_lengths(get::<Vec<usize>>(case, name)?))?;
    check_walk(shape.size())?;
    Ok(shape)
}

/// Whether the answer is to be a shape at all: where nothing is said, it is.
fn is_ok(expected: &Value) -> Result<bool, String> {
    Ok(get_if_any(expected, "ok")?.unwrap_or(true))
}

/// Refuses an answer where none is expected; gives it where one is.
fn wanted(expected: &Value, found: Composed) -> Result<Option<JaggedShape>, String> {
    match (is_ok(expected)?, found) {
        (true, found) => made(found).map(Some),
        (false, Err(_)) => Ok(None),
        (false, Ok(found)) => Err(format!("expected a refusal, found {found}")),
    }
}

/// A result by its leaves: rows of a matrix, or smooth matrices of rank 3.
fn shape_of(expected: &Value, found: Composed) -> Check {
    only(expected, &["ok", "leaves", "smooth_rank", "size"])?;
    let Some(found) = wanted(expected, found)? else { return Ok(()) };
    // A matrix of rows has slices of rank 1.
    let smooth_rank = get_if_any::<usize>(expected, "smooth_rank")?.unwrap_or(1);
    same("rank", &json!(smooth_rank.saturating_add(1)), &json!(found.rank()))?;
    same("leaves", &get(expected, "leaves")?, &leaves_of(&found, smooth_rank)?)?;
    match get_if_any::<usize>(expected, "size")? {
        Some(size) => same("size", &json!(size), &json!(found.size())),
        None => Ok(()),
    }
}

/// A contraction over `j`. Where it is refused, the shape is that of the form that adds zeros.
fn contract(expected: &Value, product: Indexed<JaggedShape>, to: &str) -> Check {
    only(expected, &["ok", "shape", "terms"])?;
    let found = wanted(expected, product.clone().to(to))?;
    let is_refused = found.is_none();
    // A sum over everything is a scalar.
    let shape = if to.is_empty() { Some(vec![]) } else { get_if_any(expected, "shape")? };
    match (shape, found) {
        (Some(shape), Some(found)) => is_smooth(&shape, &found)?,
        (Some(shape), None) => is_smooth(&shape, &made(product.clone().zero_extend().to(to))?)?,
        (None, Some(found)) => return Err(format!("no shape is expected, found {found}")),
        (None, None) => {}
    }
    match (expected.get("terms"), is_refused) {
        (None, _) | (Some(Value::Null), true) => Ok(()),
        // One term for each element of the product that is not summed.
        (Some(terms), false) => same("terms", terms, &json!(made(product.to("i,j"))?.size())),
        (Some(terms), true) => Err(format!("expected {terms} terms of what is refused")),
    }
}

fn is_smooth(expected: &[usize], found: &JaggedShape) -> Check {
    let found = found.smooth_extents().map(|extents| extents.to_vec());
    same("shape", &json!(expected), &json!(found))
}

/// The forms of a contraction of matrices with rows of their own.
fn forms(case: &Value, expected: &Value) -> Check {
    only(expected, &["operands", "default (equal profiles)", "zero_extend", "strict"])?;
    let names: String = get(expected, "operands")?;
    let Some((left, right)) = names.split_once(", ") else {
        return Err(format!("no two operands: {names}"));
    };
    let (left, right) = (rows(case, left)?, rows(case, right)?);
    let product = || left.ix("i,j") * right.ix("k,j");
    let zeros: Value = get(expected, "zero_extend")?;
    for (name, form) in [
        ("default (equal profiles)", product()),
        ("zero_extend", product().zero_extend()),
        ("strict", product().strict()),
    ] {
        let expected: Value = get(expected, name)?;
        only(&expected, &["ok", "shape", "terms_per_output"])?;
        let found =
            wanted(&expected, form.to("i,k")).map_err(|reason| format!("{name}: {reason}"))?;
        let Some(found) = found else { continue };
        // All forms that give anything give the same.
        let shape: Vec<usize> =
            get_if_any(&expected, "shape")?.map_or_else(|| get(&zeros, "shape"), Ok)?;
        is_smooth(&shape, &found)?;
        if let Some(terms) = expected.get("terms_per_output") {
            same("terms_per_output", terms, &terms_of(&left, &right)?)?;
        }
    }
    Ok(())
}

/// How many terms that are no zeros each element of the result has: those of both rows.
fn terms_of(left: &JaggedShape, right: &JaggedShape) -> Result<Value, String> {
    let rows = |shape: &JaggedShape| -> Result<Vec<JaggedShape>, String> {
        (0..shape.rows().len()).map(|row| made(shape.element(&[row]))).collect()
    };
    let (left, right) = (rows(left)?, rows(right)?);
    let common = |row: &JaggedShape, other: &JaggedShape| {
        let region = Region::Box { first: &[0], last: &[other.size()] };
        Ok::<usize, String>(made(row.clip(region))?.size())
    };
    let terms = left.iter().map(|row| right.iter().map(|other| common(row, other)).collect());
    Ok(json!(terms.collect::<Result<Vec<Vec<usize>>, _>>()?))
}

fn permute(expected: &Value, shape: &JaggedShape) -> Check {
    only(expected, &["contiguous", "column_lengths", "note"])?;
    let lengths: Vec<usize> = get(expected, "column_lengths")?;
    let columns = made(shape.padded())?;
    let columns = extents::Extents::extent(&columns, 1).map_err(|error| error.to_string())?;
    let length = |column| shape.indices().filter(|index| index.get(1) == Some(&column)).count();
    let counted: Vec<usize> = (0..columns).map(length).collect();
    same("column_lengths", &json!(lengths), &json!(counted))?;
    let contiguous: bool = get(expected, "contiguous")?;
    for found in [shape.ix("i,j").to("j,i"), shape.ix("i,j").permuted("j,i")] {
        same("contiguous", &json!(contiguous), &json!(found.is_ok()))?;
        let Ok(found) = found else { continue };
        let columns: Vec<[usize; 1]> = lengths.iter().map(|&length| [length]).collect();
        same("column_lengths", &json!(columns), &leaves_of(&found, 1)?)?;
        same("rank", &json!(2), &json!(found.rank()))?;
        let columns = made(JaggedShape::from_lengths(lengths.iter().copied()))?;
        // Without a column the lengths do not tell the number of rows, which the shape still knows.
        if !lengths.is_empty() && found != columns {
            return Err(format!("expected columns of {lengths:?}, found {found}"));
        }
    }
    Ok(())
}
