//! Which process owns a tile, and which of its own tiles it is.

use extents_mpi::Ownership;
use extents_shapes::StructureError;
use serde_json::{Value, json};

use super::leaves::made;
use crate::answer::{Check, same};
use crate::json::{get, get_if_any, only};
use crate::spec::check_walk;

pub(super) fn run(case: &Value) -> Check {
    only(
        case,
        &[
            "id",
            "kind",
            "map",
            "n",
            "procs",
            "block",
            "src",
            "owner",
            "local_index",
            "local_count",
            "imbalance(max*p/n)",
            "error",
        ],
    )?;
    let (tiles, processes): (usize, usize) = (get(case, "n")?, get(case, "procs")?);
    check_walk(tiles.saturating_mul(processes))?;
    let map = match (case.get("error"), map(case, tiles, processes)?) {
        (Some(_), Err(_)) => return Ok(()),
        (Some(error), Ok(found)) => {
            return Err(format!("expected a refusal ({error}), found {found:?}"));
        }
        (None, map) => made(map)?,
    };
    same("n", &json!(tiles), &json!(map.tiles()))?;
    same("procs", &json!(processes), &json!(map.processes()))?;
    let all = |ask: &dyn Fn(usize) -> Result<usize, StructureError>, count| {
        let found = (0..count).map(ask).collect::<Result<Vec<usize>, _>>();
        made(found).map(|found| json!(found))
    };
    let compare = |name: &str, found: Value| same(name, &get(case, name)?, &found);
    compare("owner", all(&|tile| map.owner(tile), tiles)?)?;
    compare("local_index", all(&|tile| map.local(tile), tiles)?)?;
    compare("local_count", all(&|process| map.count(process), processes)?)?;
    let back = |tile| map.global(map.owner(tile)?, map.local(tile)?);
    same("the way back", &json!((0..tiles).collect::<Vec<usize>>()), &all(&back, tiles)?)?;
    for process in 0..processes {
        let own = (0..tiles).filter(|&tile| map.owner(tile) == Ok(process));
        let found: Vec<usize> = made(map.tiles_of(process))?.collect();
        same("the tiles of a process", &json!(own.collect::<Vec<usize>>()), &json!(found))?;
    }
    if map.owner(tiles).is_ok() || map.count(processes).is_ok() {
        return Err("a tile or a process beyond the last has an answer".into());
    }
    imbalance(&get(case, "imbalance(max*p/n)")?, &map)
}

/// The map that a case names, or why it cannot be asked for.
fn map(
    case: &Value,
    tiles: usize,
    processes: usize,
) -> Result<Result<Ownership, StructureError>, String> {
    let name: String = get(case, "map")?;
    let block = match case.get("block") {
        None | Some(Value::Null) => None,
        Some(_) => Some(get::<usize>(case, "block")?),
    };
    let source = get_if_any::<usize>(case, "src")?.unwrap_or(0);
    match (name.as_str(), block, source) {
        ("block", None, 0) => Ok(Ownership::block(tiles, processes)),
        ("block_ceil", None, 0) => Ok(Ownership::block_ceil(tiles, processes)),
        ("cyclic", None | Some(1), 0) => Ok(Ownership::cyclic(tiles, processes)),
        ("cyclic", None | Some(1), source) => {
            Ok(Ownership::block_cyclic(tiles, processes, 1, source))
        }
        ("block_cyclic", Some(block), source) => {
            Ok(Ownership::block_cyclic(tiles, processes, block, source))
        }
        _ => Err(format!("no map `{name}` with block {block:?} and source {source} yet")),
    }
}

/// The vectors round to six digits.
fn imbalance(expected: &Value, map: &Ownership) -> Check {
    let found = map.imbalance();
    match expected.as_f64() {
        Some(number) if (number - found).abs() <= 5.1e-7 => Ok(()),
        // Of no tiles there is no mean.
        None if expected.is_null() && map.tiles() == 0 => Ok(()),
        _ => Err(format!("`imbalance`: expected {expected}, found {found}")),
    }
}
