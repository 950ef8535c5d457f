//! Ragged shapes: what they are made of, where their elements are, chips and slices.

use extents::Extents;
use extents_shapes::{JaggedShape, Nested, Region, ShapeBase};
use serde_json::{Value, json};

use super::leaves::{build, leaves_of, made};
use crate::answer::{Check, same};
use crate::json::{get, only};
use crate::spec::check_walk;

pub(super) fn run(case: &Value) -> Check {
    only(
        case,
        &[
            "id",
            "kind",
            "rank",
            "smooth_rank",
            "layers_min",
            "leaves",
            "size",
            "n_leaves",
            "leaf_element_offsets",
            "axis_offsets",
            "smooth_extents",
            "padded",
            "padding_elements",
            "index_to_offset",
            "out_of_bounds",
            "iter_first",
            "iter_last",
            "chips",
            "slices",
        ],
    )?;
    let (rank, smooth_rank): (usize, usize) = (get(case, "rank")?, get(case, "smooth_rank")?);
    let shape = build(&get(case, "leaves")?, rank, smooth_rank)?;
    check_walk(shape.size())?;
    let indices: Vec<Vec<usize>> = shape.indices().map(|index| index.to_vec()).collect();
    let all = Walked { shape, indices };
    let compare = |name: &str, found: Value| same(name, &get(case, name)?, &found);
    compare("rank", json!(all.shape.rank()))?;
    compare("smooth_rank", json!(all.shape.smooth_rank()))?;
    compare("leaves", leaves_of(&all.shape, smooth_rank)?)?;
    compare("size", json!(all.shape.size()))?;
    compare("smooth_extents", json!(all.shape.smooth_extents().map(|extents| extents.to_vec())))?;
    let padded = made(all.shape.padded())?;
    compare("padded", json!(padded.iter().collect::<Vec<usize>>()))?;
    compare("padding_elements", json!(made(all.shape.padding())?))?;
    layers(case, &all.shape)?;
    let (leaves, offsets) = all.leaf_offsets()?;
    compare("n_leaves", json!(leaves))?;
    compare("leaf_element_offsets", json!(offsets))?;
    compare("axis_offsets", axis_offsets(&all.shape)?)?;
    all.places(case)?;
    all.order(case)?;
    for chip in &get::<Vec<Value>>(case, "chips")? {
        all.chip(chip)?;
    }
    for slice in &get::<Vec<Value>>(case, "slices")? {
        all.slice(slice)?;
    }
    Ok(())
}

/// A shape and all its indices.
struct Walked {
    shape: JaggedShape,
    indices: Vec<Vec<usize>>,
}

/// The least number of layers: so many can share out the modes, one fewer cannot.
fn layers(case: &Value, shape: &JaggedShape) -> Check {
    let least: usize = get(case, "layers_min")?;
    same("layers_min", &json!(least), &json!(shape.least_layers()))?;
    // The first layer takes what is left of the rank.
    let nested = |layers: usize| {
        let first = shape.rank().checked_sub(layers.checked_sub(1)?)?;
        let ranks = std::iter::once(first).chain(std::iter::repeat(1)).take(layers);
        Some(Nested::new(ranks, shape.clone()))
    };
    match nested(least) {
        Some(Ok(_)) => {}
        Some(Err(error)) => return Err(format!("`layers_min`: {least} layers refused: {error}")),
        None => return Err(format!("`layers_min`: {least} layers cannot be written")),
    }
    match nested(least.saturating_sub(1)) {
        Some(Ok(_)) => Err(format!("`layers_min`: fewer than {least} layers were taken")),
        _ => Ok(()),
    }
}

/// For each axis from the second on: where its rows begin among its entries, and where the last ends.
fn axis_offsets(shape: &JaggedShape) -> Result<Value, String> {
    let mut all = serde_json::Map::new();
    for axis in 1..shape.rank() {
        // The modes before the axis in one, and none behind it: a matrix.
        let mut matrix = made(shape.first_modes(axis.saturating_add(1)))?;
        for _ in 1..axis {
            matrix = made(matrix.flatten(0))?;
        }
        let ends = matrix.rows().iter().map(|row| row.end);
        let offsets: Vec<usize> = std::iter::once(0).chain(ends).collect();
        if matrix.rows().iter().zip(&offsets).any(|(row, &begin)| row.start != begin) {
            return Err(format!("`axis_offsets`: the rows of axis {axis} do not adjoin"));
        }
        all.insert(axis.to_string(), json!(offsets));
    }
    Ok(Value::Object(all))
}

impl Walked {
    /// The number of smooth slices, and where each begins among all elements.
    fn leaf_offsets(&self) -> Result<(usize, Vec<usize>), String> {
        let outer = made(self.shape.first_modes(self.shape.outer_rank()))?;
        let (mut offsets, mut end) = (vec![0], 0_usize);
        for prefix in outer.indices() {
            let leaf = made(self.shape.leaf(&prefix))?;
            if let Some(first) = leaf.indices().next() {
                let index = [&prefix[..], first.as_ref()].concat();
                same(
                    "leaf_element_offsets",
                    &json!(end),
                    &json!(made(self.shape.offset(&index))?),
                )?;
            }
            end = end.saturating_add(leaf.size());
            offsets.push(end);
        }
        Ok((outer.size(), offsets))
    }

    /// The offsets of some indices and back, and some indices that are outside.
    fn places(&self, case: &Value) -> Check {
        for place in &get::<Vec<Value>>(case, "index_to_offset")? {
            only(place, &["index", "offset"])?;
            let (index, offset): (Vec<usize>, usize) =
                (get(place, "index")?, get(place, "offset")?);
            same("offset", &json!(offset), &json!(made(self.shape.offset(&index))?))?;
            let back = made(self.shape.index(offset))?;
            same("index", &json!(index), &json!(back[..]))?;
            same("iterated", &json!(index), &json!(self.indices.get(offset)))?;
            if !self.shape.contains(&index) {
                return Err(format!("{index:?} is not contained"));
            }
        }
        for index in &get::<Vec<Vec<usize>>>(case, "out_of_bounds")? {
            if let Ok(offset) = self.shape.offset(index) {
                return Err(format!("`out_of_bounds`: {index:?} has offset {offset}"));
            }
            if self.shape.contains(index) || self.indices.contains(index) {
                return Err(format!("`out_of_bounds`: {index:?} is contained"));
            }
        }
        Ok(())
    }

    /// The first and the last indices of all, which are as many as there are elements.
    fn order(&self, case: &Value) -> Check {
        let count = self.indices.len();
        same("iterated", &json!(self.shape.size()), &json!(count))?;
        let offsets: Vec<Vec<usize>> =
            self.shape.indices_from_zero().map(|index| index.to_vec()).collect();
        if offsets != self.indices {
            return Err("the indices of a shape without origin are not its offsets".into());
        }
        let first: Vec<Vec<usize>> = get(case, "iter_first")?;
        let last: Vec<Vec<usize>> = get(case, "iter_last")?;
        if count > 0 && (first.is_empty() || last.is_empty()) {
            return Err(format!("no first or no last index is expected, of {count}"));
        }
        let found: Vec<_> = self.indices.iter().take(first.len()).collect();
        same("iter_first", &json!(first), &json!(found))?;
        let found: Vec<_> = self.indices.iter().skip(count.saturating_sub(last.len())).collect();
        same("iter_last", &json!(last), &json!(found))
    }

    fn chip(&self, case: &Value) -> Check {
        only(case, &["prefix", "rank", "smooth_rank", "leaves", "size", "first_offset"])?;
        let prefix: Vec<usize> = get(case, "prefix")?;
        let chip = made(self.shape.element(&prefix))?;
        if !prefix.is_empty() && made(self.shape.chip(&prefix))? != chip {
            return Err(format!("the chip and the element at {prefix:?} differ"));
        }
        let compare = |name: &str, found: Value| same(name, &get(case, name)?, &found);
        let smooth_rank: usize = get(case, "smooth_rank")?;
        compare("rank", json!(chip.rank()))?;
        compare("smooth_rank", json!(chip.smooth_rank()))?;
        compare("leaves", leaves_of(&chip, smooth_rank)?)?;
        // Without elements, the shape may know from other rows what its own do not tell.
        if chip.size() > 0 && chip != build(&get(case, "leaves")?, chip.rank(), smooth_rank)? {
            return Err(format!("the chip at {prefix:?} is not the shape of its leaves: {chip:?}"));
        }
        compare("size", json!(chip.size()))?;
        let before = |index: &&Vec<usize>| {
            index.iter().zip(&prefix).find(|(i, p)| i != p).is_some_and(|(i, p)| i < p)
        };
        compare("first_offset", json!(self.indices.iter().filter(before).count()))?;
        match chip.indices().next() {
            Some(first) => {
                let index = [&prefix[..], &first[..]].concat();
                compare("first_offset", json!(made(self.shape.offset(&index))?))
            }
            None => Ok(()),
        }
    }

    /// The slice that is cut row by row, and the strict one, which is refused where a row is left.
    fn slice(&self, case: &Value) -> Check {
        only(
            case,
            &[
                "lo",
                "hi",
                "in_bounds_every_row",
                "leaves",
                "size",
                "parent_offsets",
                "parent_offsets_truncated",
            ],
        )?;
        let (first, last): (Vec<usize>, Vec<usize>) = (get(case, "lo")?, get(case, "hi")?);
        let region = Region::Box { first: &first, last: &last };
        let slice = made(self.shape.clip(region))?;
        let compare = |name: &str, found: Value| same(name, &get(case, name)?, &found);
        let (rank, smooth_rank) = (self.shape.rank(), self.shape.smooth_rank());
        same("rank", &json!(rank), &json!(slice.rank()))?;
        same("smooth_rank", &json!(smooth_rank), &json!(slice.smooth_rank()))?;
        compare("leaves", leaves_of(&slice, smooth_rank)?)?;
        compare("size", json!(slice.size()))?;
        let offsets = slice.indices().map(|index| made(self.shape.offset(&index)));
        let offsets: Vec<usize> = offsets.collect::<Result<_, _>>()?;
        same("iterated", &json!(slice.size()), &json!(offsets.len()))?;
        let expected: Vec<usize> = get(case, "parent_offsets")?;
        let shown: Vec<usize> = offsets.iter().take(expected.len()).copied().collect();
        same("parent_offsets", &json!(expected), &json!(shown))?;
        compare("parent_offsets_truncated", json!(shown.len() < offsets.len()))?;
        let strict = self.shape.slice(region);
        compare("in_bounds_every_row", json!(strict.is_ok()))?;
        match strict {
            Ok(strict) if strict != slice => {
                Err(format!("strict and clipped slices differ: {strict:?} and {slice:?}"))
            }
            _ => Ok(()),
        }
    }
}
