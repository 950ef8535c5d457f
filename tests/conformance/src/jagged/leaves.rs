//! Ragged shapes as nested lists of the extents of their smooth slices.

use extents::{DynRankExtents, Extents};
use extents_shapes::{JaggedShape, Region, ShapeBase, StructureError};
use serde_json::{Value, json};

use crate::json::FromJson;

/// The ragged shape of nested lists, `rank - smooth_rank` deep, of smooth slices.
pub(super) fn build(
    leaves: &Value,
    rank: usize,
    smooth_rank: usize,
) -> Result<JaggedShape, String> {
    let odd = || format!("no leaves of a shape of rank {rank}: {leaves}");
    if rank <= smooth_rank {
        let extents = Vec::<usize>::from_json(leaves).filter(|leaf| leaf.len() == rank);
        let extents = DynRankExtents::new(&extents.ok_or_else(odd)?);
        return Ok(JaggedShape::from_extents(&extents.map_err(|error| error.to_string())?));
    }
    let slice_rank = rank.saturating_sub(1);
    let rows = leaves.as_array().ok_or_else(odd)?;
    let rows: Vec<JaggedShape> =
        rows.iter().map(|row| build(row, slice_rank, smooth_rank)).collect::<Result<_, _>>()?;
    let plain = made(JaggedShape::from_slices_of_rank(slice_rank, &rows))?;
    if !rows.is_empty() {
        return Ok(plain);
    }
    // No slice tells how many of the modes are spelled out slice by slice; what is left of a shape that
    // has slices still does, and is otherwise the same.
    let empty = empty(rank, smooth_rank)?;
    if empty == plain {
        Ok(empty)
    } else {
        Err(format!("two ways to no slices: {empty:?}, {plain:?}"))
    }
}

/// What is left without any row of a shape whose rows differ in all modes.
fn empty(rank: usize, smooth_rank: usize) -> Result<JaggedShape, String> {
    let leaf = |extent| {
        let extents = DynRankExtents::new(&vec![extent; smooth_rank]);
        extents.map(|extents| JaggedShape::from_extents(&extents)).map_err(|e| e.to_string())
    };
    let (mut one, mut two) = (leaf(1)?, leaf(2)?);
    for _ in smooth_rank..rank {
        let both = made(JaggedShape::from_slices([&one, &two]))?;
        one = made(JaggedShape::from_slices([&one]))?;
        two = both;
    }
    let (first, mut last) = (vec![0; rank], vec![1; rank]);
    if let Some(rows) = last.first_mut() {
        *rows = 0;
    }
    made(two.clip(Region::Box { first: &first, last: &last }))
}

/// The nested lists of a shape, taken apart element by element.
pub(super) fn leaves_of(shape: &JaggedShape, smooth_rank: usize) -> Result<Value, String> {
    if shape.rank() <= smooth_rank {
        let smooth = made(shape.to_smooth())?;
        return Ok(json!(smooth.extents().iter().collect::<Vec<usize>>()));
    }
    let origin = shape.origin().first().copied().unwrap_or(0);
    (0..shape.rows().len())
        .map(|row| leaves_of(&made(shape.element(&[origin.saturating_add(row)]))?, smooth_rank))
        .collect()
}

pub(super) fn made<T>(shape: Result<T, StructureError>) -> Result<T, String> {
    shape.map_err(|error| format!("refused: {error}"))
}
