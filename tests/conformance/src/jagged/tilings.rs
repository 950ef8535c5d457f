//! Tilings: the tiles of elements, tilings that do not fit, and tilings of several operands.

use extents::{Composition, DynRankExtents, Extents};
use extents_shapes::{
    ContractedTilings, ModeTiling, ModeTilings, ShapeBase, StructureError, TiledShape,
};
use serde_json::{Value, json};

use super::leaves::{leaves_of, made};
use crate::answer::{Check, same};
use crate::json::{FromJson, get, only};
use crate::spec::check_walk;

/// A shape in tiles.
pub(super) fn shape(case: &Value) -> Check {
    only(
        case,
        &[
            "id",
            "kind",
            "source",
            "input",
            "shape",
            "tiles",
            "boundaries",
            "tiles_per_mode",
            "n_tiles",
            "element_to_tile",
            "largest_tile",
            "smallest_tile",
            "as_jagged_leaves",
            "rank_as_jagged",
            "size",
        ],
    )?;
    let tiles: Vec<Vec<usize>> = get(case, "tiles")?;
    let shape = made(TiledShape::from_sizes(&tiles))?;
    check_walk(shape.size())?;
    let boundaries: Vec<Vec<usize>> = get(case, "boundaries")?;
    if made(TiledShape::from_boundaries(&boundaries))? != shape {
        return Err("the sizes and the boundaries are of different tilings".into());
    }
    if let Some(input) = case.get("input") {
        only(input, &["extent", "target_tile_size"])?;
        let balanced = ModeTiling::balanced(get(input, "extent")?, get(input, "target_tile_size")?);
        let balanced: Vec<usize> = made(balanced)?.sizes().collect();
        same("tiles", &get(case, "tiles")?, &json!([balanced]))?;
    }
    let compare = |name: &str, found: Value| same(name, &get(case, name)?, &found);
    let modes = || shape.tilings();
    compare("shape", json!(shape.logical().iter().collect::<Vec<usize>>()))?;
    let sizes = |mode: &ModeTiling| mode.sizes().collect::<Vec<usize>>();
    compare("tiles", json!(modes().iter().map(sizes).collect::<Vec<_>>()))?;
    let bounds = |mode: &ModeTiling| {
        let ends = mode.ranges().map(|range| range.end);
        std::iter::once(0).chain(ends).collect::<Vec<usize>>()
    };
    compare("boundaries", json!(modes().iter().map(bounds).collect::<Vec<_>>()))?;
    compare("tiles_per_mode", json!(shape.tiles().to_vec()))?;
    compare("n_tiles", json!(shape.n_tiles()))?;
    compare("largest_tile", json!(shape.largest_tile().to_vec()))?;
    compare("smallest_tile", json!(shape.smallest_tile().to_vec()))?;
    compare("size", json!(shape.size()))?;
    compare("rank_as_jagged", json!(shape.rank()))?;
    let jagged = made(shape.jagged())?;
    same("rank", &json!(shape.rank()), &json!(jagged.rank()))?;
    same("size", &json!(shape.size()), &json!(jagged.size()))?;
    compare("as_jagged_leaves", leaves_of(&jagged, shape.logical().rank())?)?;
    for element in &get::<Vec<Value>>(case, "element_to_tile")? {
        place(element, &shape)?;
    }
    Ok(())
}

/// The tile of an element, the way back, and where the element is in memory.
fn place(case: &Value, shape: &TiledShape) -> Check {
    only(
        case,
        &[
            "element",
            "tile",
            "tile_ordinal",
            "tile_lo",
            "tile_hi",
            "offset_in_tile",
            "offset_tile_major",
        ],
    )?;
    let element: Vec<usize> = get(case, "element")?;
    let compare = |name: &str, found: Value| same(name, &get(case, name)?, &found);
    let (place, within) = made(shape.tile_of(element.as_slice()))?;
    compare("tile", json!(place.to_vec()))?;
    compare("tile_ordinal", json!(made(shape.ordinal(&place))?))?;
    let tile = made(shape.tile(&place))?;
    if made(shape.nth_tile(made(shape.ordinal(&place))?))? != tile {
        return Err("the tile of the number is another one".into());
    }
    compare("tile_lo", json!(tile.origin().to_vec()))?;
    compare("tile_hi", json!(tile.ranges().map(|range| range.end).collect::<Vec<usize>>()))?;
    compare("element", json!(made(shape.element(&place, &within))?.to_vec()))?;
    let offset = tile.elements().position(|other| other[..] == element[..]);
    compare("offset_in_tile", json!(offset))?;
    let begin = made(shape.span_of(&place))?.start;
    compare("offset_tile_major", json!(offset.map(|offset| begin.saturating_add(offset))))?;
    let stored = shape.mapping().offset(element.as_slice()).map_err(|error| error.to_string())?;
    compare("offset_tile_major", json!(stored))
}

/// Tiles that are to be refused.
pub(super) fn invalid(case: &Value) -> Check {
    only(case, &["id", "kind", "chunks", "shape", "expected"])?;
    same("expected", &get(case, "expected")?, &json!("reject"))?;
    let extents: Vec<usize> = get(case, "shape")?;
    let extents = DynRankExtents::new(&extents).map_err(|error| error.to_string())?;
    let chunks: Value = get(case, "chunks")?;
    // A list of numbers gives the tile of each mode; else each mode has a list of its own.
    let found = if let Some(tile) = Vec::<usize>::from_json(&chunks).filter(|all| !all.is_empty()) {
        let tile = DynRankExtents::new(&tile).map_err(|error| error.to_string())?;
        TiledShape::uniform(extents, tile).map(|_| ()).map_err(StructureError::from)
    } else if is_negative(&chunks) {
        // No `usize`.
        return Ok(());
    } else {
        let chunks: Vec<Vec<usize>> = get(case, "chunks")?;
        ModeTilings::from_sizes(&chunks)
            .and_then(|tilings| TiledShape::new(extents, tilings))
            .map(|_| ())
    };
    match found {
        Err(_) => Ok(()),
        Ok(()) => Err("expected a refusal, found a tiled shape".into()),
    }
}

fn is_negative(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().any(is_negative),
        value => value.as_i64().is_some_and(|number| number < 0),
    }
}

/// What is to be refused instead of answered, in either way of saying so.
fn is_refused(case: &Value) -> bool {
    case.get("error").is_some() || case.get("expected") == Some(&json!("reject"))
}

/// The coarsest tiling that refines several ones of a mode.
pub(super) fn unify(case: &Value) -> Check {
    only(
        case,
        &["id", "kind", "tilings", "unified", "boundaries", "congruent", "error", "expected"],
    )?;
    let tilings: Vec<Vec<usize>> = get(case, "tilings")?;
    let tilings: Vec<ModeTiling> =
        made(tilings.iter().map(ModeTiling::from_sizes).collect::<Result<_, _>>())?;
    let Some((first, others)) = tilings.split_first() else { return Err("no tilings".into()) };
    let unified = others.iter().try_fold(first.clone(), |known, other| {
        known.refine(other).map(|refinement| refinement.into_tiling())
    });
    if is_refused(case) {
        return match unified {
            Err(_) => Ok(()),
            Ok(found) => Err(format!("expected a refusal, found {found}")),
        };
    }
    let unified = made(unified)?;
    let compare = |name: &str, found: Value| same(name, &get(case, name)?, &found);
    compare("unified", json!(unified.sizes().collect::<Vec<usize>>()))?;
    let ends = unified.ranges().map(|range| range.end);
    compare("boundaries", json!(std::iter::once(0).chain(ends).collect::<Vec<usize>>()))?;
    let congruent = others.iter().all(|other| first.same_as(other).is_ok());
    compare("congruent", json!(congruent))
}

/// The tilings of a product and of each of its labels.
pub(super) fn contract(case: &Value) -> Check {
    let congruent = "contracted_tiles_congruent_as_given(TiledArray rule)";
    only(
        case,
        &[
            "id",
            "kind",
            "A",
            "B",
            "out_labels",
            "unified",
            "out_tiles",
            congruent,
            "error",
            "expected",
        ],
    )?;
    let (left, right) = (operand(case, "A")?, operand(case, "B")?);
    let text = format!("{},{}->{}", left.0, right.0, get::<String>(case, "out_labels")?);
    let composition = Composition::einsum(&text).map_err(|error| error.to_string())?;
    let operands = [left.1, right.1];
    let refined = ContractedTilings::refined(&composition, &operands);
    let strict = ContractedTilings::strict(&composition, &operands);
    if is_refused(case) {
        return match (refined, strict) {
            (Err(_), Err(_)) => Ok(()),
            _ => Err("expected a refusal, found tilings".into()),
        };
    }
    let refined = made(refined)?;
    let sizes = |tiling: &ModeTiling| json!(tiling.sizes().collect::<Vec<usize>>());
    let labels = composition.names().iter().map(ToString::to_string);
    let unified = labels.zip(refined.labels().iter().map(sizes)).collect();
    same("unified", &get(case, "unified")?, &Value::Object(unified))?;
    let found: Vec<Value> = refined.result().iter().map(sizes).collect();
    same("out_tiles", &get(case, "out_tiles")?, &json!(found))?;
    same(congruent, &get(case, congruent)?, &json!(strict.is_ok()))?;
    match strict {
        // Where nothing is to be refined, both are one.
        Ok(strict) if strict.result() != refined.result() => {
            Err("the tiles of the result differ, though all operands agree".into())
        }
        _ => Ok(()),
    }
}

fn operand(case: &Value, name: &str) -> Result<(String, ModeTilings), String> {
    let operand: Value = get(case, name)?;
    only(&operand, &["labels", "tiles"])?;
    let tiles: Vec<Vec<usize>> = get(&operand, "tiles")?;
    Ok((get(&operand, "labels")?, made(ModeTilings::from_sizes(&tiles))?))
}
