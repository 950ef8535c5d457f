//! Tilings as dask and TiledArray have them: `tests/vectors/tilings.json`.

use extents::{Composition, DynRankExtents, Extents};
use extents_shapes::{ContractedTilings, ModeTiling, ModeTilings, ShapeBase, TiledShape};
use serde_json::Value;

/// The cases of a kind.
fn cases(kind: &str) -> Vec<Value> {
    let all: Value =
        serde_json::from_str(include_str!("../../../tests/vectors/tilings.json")).unwrap();
    let all = all["cases"].as_array().unwrap().clone();
    let cases: Vec<Value> = all.into_iter().filter(|case| case["kind"] == kind).collect();
    assert!(!cases.is_empty(), "there are cases of kind {kind}");
    cases
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

fn list(value: &Value) -> Vec<usize> {
    value.as_array().unwrap().iter().map(number).collect()
}

fn lists(value: &Value) -> Vec<Vec<usize>> {
    value.as_array().unwrap().iter().map(list).collect()
}

/// Innermost lists, however deep they lie.
fn leaves(value: &Value) -> Vec<Vec<usize>> {
    match value.as_array() {
        Some(items) if items.iter().any(Value::is_array) => items.iter().flat_map(leaves).collect(),
        _ => vec![list(value)],
    }
}

#[test]
fn tiles_of_a_shape() {
    for case in cases("tiling") {
        let id = &case["id"];
        let shape = TiledShape::from_sizes(lists(&case["tiles"])).unwrap();
        assert_eq!(shape.logical().as_slice(), list(&case["shape"]), "{id}");
        assert_eq!(shape, TiledShape::from_boundaries(lists(&case["boundaries"])).unwrap(), "{id}");
        if let Some(input) = case.get("input") {
            let (extent, target) = (number(&input["extent"]), number(&input["target_tile_size"]));
            let balanced = ModeTiling::balanced(extent, target).unwrap();
            assert_eq!(shape, TiledShape::from_tilings([balanced]).unwrap(), "{id}");
        }
        assert_eq!(shape.tiles().to_vec(), list(&case["tiles_per_mode"]), "{id}");
        assert_eq!(shape.n_tiles(), number(&case["n_tiles"]), "{id}");
        assert_eq!(shape.largest_tile().to_vec(), list(&case["largest_tile"]), "{id}");
        assert_eq!(shape.smallest_tile().to_vec(), list(&case["smallest_tile"]), "{id}");
        assert_eq!(shape.rank(), number(&case["rank_as_jagged"]), "{id}");
        assert_eq!(shape.size(), number(&case["size"]), "{id}");
        let extents: Vec<Vec<usize>> = shape.iter().map(|tile| tile.extents().to_vec()).collect();
        assert_eq!(extents, leaves(&case["as_jagged_leaves"]), "{id}");

        let mapping = shape.mapping();
        for expected in case["element_to_tile"].as_array().unwrap() {
            let element = list(&expected["element"]);
            let (place, within) = shape.tile_of(&element[..]).unwrap();
            assert_eq!(place.to_vec(), list(&expected["tile"]), "{id}");
            assert_eq!(shape.element(&place, &within).unwrap().to_vec(), element, "{id}");
            assert_eq!(shape.ordinal(&place), Ok(number(&expected["tile_ordinal"])), "{id}");
            let tile = shape.tile(&place).unwrap();
            let (low, high): (Vec<_>, Vec<_>) = tile.ranges().map(|r| (r.start, r.end)).unzip();
            assert_eq!(low, list(&expected["tile_lo"]), "{id}");
            assert_eq!(high, list(&expected["tile_hi"]), "{id}");
            let offset = mapping.offset(&element[..]).unwrap();
            assert_eq!(offset, number(&expected["offset_tile_major"]), "{id}");
            let begin = shape.span_of(&place).unwrap().start;
            assert_eq!(
                offset.checked_sub(begin),
                Some(number(&expected["offset_in_tile"])),
                "{id}"
            );
        }
    }
}

#[test]
fn what_is_no_tiling() {
    for case in cases("tiling_invalid") {
        let chunks = &case["chunks"];
        let extents = DynRankExtents::new(&list(&case["shape"])).unwrap();
        // A flat list is a tiling of one mode.
        let sizes = if chunks[0].is_array() { lists(chunks) } else { vec![list(chunks)] };
        let tilings = ModeTilings::from_sizes(sizes).unwrap();
        assert!(TiledShape::new(extents, tilings).is_err(), "{}", case["id"]);
    }
}

#[test]
fn unified_tilings() {
    for case in cases("unify_tilings") {
        let id = &case["id"];
        let tilings = lists(&case["tilings"]);
        let tilings: Vec<_> =
            tilings.iter().map(|sizes| ModeTiling::from_sizes(sizes).unwrap()).collect();
        let first = tilings[0].clone();
        let unified = tilings
            .iter()
            .fold(first.clone(), |all, tiling| all.refine(tiling).unwrap().into_tiling());
        assert!(unified.sizes().eq(list(&case["unified"])), "{id}");
        assert_eq!(
            unified,
            ModeTiling::from_boundaries(list(&case["boundaries"])).unwrap(),
            "{id}"
        );
        let is_congruent = tilings.iter().all(|tiling| first.same_as(tiling).is_ok());
        assert_eq!(Some(is_congruent), case["congruent"].as_bool(), "{id}");
    }
}

#[test]
fn tilings_of_contractions() {
    for case in cases("contract_tiling") {
        let id = &case["id"];
        let label = |operand: &Value| operand["labels"].as_str().unwrap().to_owned();
        let (a, b) = (&case["A"], &case["B"]);
        let out = case["out_labels"].as_str().unwrap();
        let text = format!("{},{}->{out}", label(a), label(b));
        let operands = [a, b].map(|operand| {
            let sizes = lists(&operand["tiles"]);
            ModeTilings::from_sizes(sizes).unwrap()
        });
        let composition = Composition::einsum(&text).unwrap();
        let refined = ContractedTilings::refined(&composition, &operands).unwrap();
        let expected = ModeTilings::from_sizes(lists(&case["out_tiles"])).unwrap();
        assert_eq!(refined.result(), &expected, "{id}");
        assert_eq!(refined.result_shape().unwrap().logical().rank(), out.len(), "{id}");
        for (name, tiling) in composition.names().iter().zip(refined.labels()) {
            assert!(tiling.sizes().eq(list(&case["unified"][&**name])), "{id}: {name}");
        }
        if case["contracted_tiles_congruent_as_given(TiledArray rule)"] == false {
            assert!(ContractedTilings::strict(&composition, &operands).is_err(), "{id}");
        }
    }
}
