//! Shapes in tiles.

use extents::Extents;
use extents_shapes::{ShapeBase, StructureError, TiledShape};
use serde_json::{Value, json};

use super::made;
use crate::answer::{Check, ShapeOutcome, same};
use crate::json::{get, only};
use crate::spec::{Layered, described};

/// A tiled shape, made of the list of this name: the jagged shape of its tiles, and the smooth one in tiles.
pub(super) fn shape(case: &Value, name: &str) -> Check {
    let input: Value = get(case, "in")?;
    only(&input, &[name])?;
    let list: Vec<Vec<usize>> = get(&input, name)?;
    let found = match name {
        "chunks" => TiledShape::from_sizes(list),
        _ => TiledShape::from_boundaries(list),
    };
    match (case.get("error"), found) {
        (Some(_), Err(_)) => Ok(()),
        (Some(error), Ok(found)) => Err(format!("expected a refusal ({error}), found {found}")),
        (None, found) => compare(&get(case, "out")?, &found.map_err(|error| error.to_string())?),
    }
}

fn compare(expected: &Value, found: &TiledShape) -> Check {
    let logical: Vec<usize> = found.logical().iter().collect();
    let Some(fields) = expected.as_object() else { return Err("`out` is no object".into()) };
    for (name, expected) in fields {
        match name.as_str() {
            "as_jagged" => {
                let expected = Layered::expected(expected)?;
                let jagged = made(found.jagged())?;
                same(name, &expected, &made(described(&jagged))?)?;
                // The tiled shape as a shape, without the detour.
                same("rank", &json!(jagged.rank()), &json!(found.rank()))?;
                let indices = |shape: &mut dyn Iterator<Item = _>| shape.collect::<Vec<_>>();
                if indices(&mut jagged.indices()) != indices(&mut found.indices()) {
                    return Err("the indices are not those of the jagged shape".into());
                }
            }
            "logical" => {
                let logical = extents_shapes::Shape::new(found.logical().clone());
                same(name, &Layered::expected(expected)?, &made(described(&logical))?)?;
            }
            "n_tiles" => same(name, expected, &json!(found.tiles().to_vec()))?,
            "size" => same(name, expected, &json!(found.size()))?,
            name => return Err(format!("there is no check of a field `{name}` yet")),
        }
    }
    let size: usize = logical.iter().product();
    same("size", &json!(size), &json!(found.size()))
}

pub(super) fn tile_of(input: &Value) -> ShapeOutcome {
    only(input, &["chunks", "index"])?;
    let shape = made(TiledShape::from_sizes(get::<Vec<Vec<usize>>>(input, "chunks")?))?;
    let index: Vec<usize> = get(input, "index")?;
    let found = shape.tile_of(index.as_slice()).and_then(|(tile, within)| {
        let back = shape.element(&tile, &within)?;
        Ok((json!({ "tile": tile.to_vec(), "within": within.to_vec() }), back.to_vec()))
    });
    let found: Result<_, StructureError> = found;
    match found {
        Ok((_, back)) if back != index => Err(format!("the way back leads to {back:?}")),
        found => Ok(found.map(|(found, _)| found)),
    }
}
