//! `tests/vectors/xla_index.json`: what XLA answers, and what the document on shapes and layouts says.

use core::cmp::Ordering;

use extents::DType;
use extents_xla::{
    ArrayShape, Layout, PaddingValue, SplitConfig, Tile, TileDimension, XlaError, compare_indices,
};
use serde_json::Value;

use super::model::indices;

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

fn list(value: &Value) -> Vec<usize> {
    value.as_array().unwrap().iter().map(number).collect()
}

fn signed(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect()
}

/// The cases of a section, each with its name.
fn section(name: &str) -> Vec<(String, Value)> {
    let all: Value =
        serde_json::from_str(include_str!("../../../../tests/vectors/xla_index.json")).unwrap();
    let all = all["sections"][name].as_array().unwrap().clone();
    assert!(!all.is_empty());
    all.into_iter().map(|case| (case["id"].as_str().unwrap().to_owned(), case)).collect()
}

fn tile(value: &Value) -> Tile {
    Tile::of(value.as_array().unwrap().iter().map(|size| match size.as_str() {
        Some("*") => TileDimension::Combine,
        _ => TileDimension::Size(number(size)),
    }))
}

/// The shape that the input of a case describes. What is not said is the default.
fn shape(input: &Value) -> Result<ArrayShape, XlaError> {
    let dims = list(&input["dims"]);
    let mut layout = match input.get("minor_to_major") {
        Some(order) => Layout::new(list(order))?,
        None => Layout::descending(dims.len()),
    };
    if let Some(widths) = input.get("padded_dimensions") {
        layout = layout.with_padding(list(widths), PaddingValue::Zero);
    }
    if let Some(tiles) = input.get("tiles") {
        layout = layout.with_tiles(tiles.as_array().unwrap().iter().map(tile))?;
    }
    if let Some(bits) = input.get("element_bits") {
        layout = layout.with_element_size_in_bits(number(bits));
    }
    if let Some(splits) = input.get("splits") {
        let split = |s: &Value| SplitConfig { dimension: number(&s[0]), indices: list(&s[1]) };
        layout = layout.with_split_configs(splits.as_array().unwrap().iter().map(split));
    }
    let dtype =
        input.get("type").map_or(DType::F32, |name| name.as_str().unwrap().parse().unwrap());
    ArrayShape::new(dtype, dims).with_layout(layout)
}

fn check_map(id: &str, case: &Value) {
    let shape = shape(&case["in"]).unwrap();
    let expected = list(&case["out"]["linear_of_rowmajor_index"]);
    let all = indices(&list(&case["in"]["dims"]));
    assert_eq!(all.len(), expected.len(), "{id}");
    for (index, &linear) in all.iter().zip(&expected) {
        assert_eq!(shape.linear_index(index), Ok(linear), "{id} {index:?}");
        assert_eq!(shape.multi_index(linear).unwrap().as_deref(), Some(index.as_slice()), "{id}");
    }
    let out = &case["out"];
    if let Some(strides) = out.get("strides_elements") {
        let strides = list(strides);
        let found = shape.strides().unwrap().unwrap();
        assert!(found.iter().map(|stride| stride.unsigned_abs()).eq(strides), "{id} {found:?}");
    }
    let allocated = out.get("allocated").or(out.get("allocated_elements"));
    let allocated = allocated.map_or(expected.len(), number);
    assert_eq!(shape.allocated_elements(), Ok(allocated), "{id}");
    if let Some(padding) = out.get("padding_slots") {
        let found = (0..allocated).filter(|&slot| shape.multi_index(slot).unwrap().is_none());
        assert!(found.eq(list(padding)), "{id}");
    }
}

#[test]
fn dense_maps() {
    section("xla_index").iter().for_each(|(id, case)| check_map(id, case));
}

#[test]
fn padded_maps() {
    section("xla_padded_index").iter().for_each(|(id, case)| check_map(id, case));
}

#[test]
fn tiled_maps() {
    for (id, case) in section("xla_tiled_index") {
        let (input, out) = (&case["in"], &case["out"]);
        let shape = shape(input).unwrap();
        match case["op"].as_str().unwrap() {
            "tiled_linear_map" => check_map(&id, &case),
            "tiled_linear_index" => {
                let index = list(&input["index"]);
                let linear = number(&out["linear"]);
                assert_eq!(shape.linear_index(&index), Ok(linear), "{id}");
                assert_eq!(shape.multi_index(linear).unwrap().as_deref(), Some(&index[..]), "{id}");
                let allocated = number(&out["allocated_elements"]);
                assert_eq!(shape.allocated_elements(), Ok(allocated), "{id}");
            }
            "is_untiled_layout" => {
                assert_eq!(shape.is_untiled().unwrap(), out.as_bool().unwrap(), "{id}");
            }
            "max_split_size" => {
                assert_eq!(shape.max_split_size(number(&input["dim"])), Ok(number(out)), "{id}");
            }
            other => panic!("{id}: {other}"),
        }
    }
}

#[test]
fn what_the_library_answers_on_indices() {
    for (id, case) in section("xla_index_upstream") {
        let (input, out) = (&case["in"], &case["out"]);
        match case["op"].as_str().unwrap() {
            "multi_to_linear" => {
                let linear = shape(input).unwrap().linear_index(&list(&input["index"]));
                assert_eq!(linear, Ok(number(out)), "{id}");
            }
            "linear_to_multi" => {
                let index = shape(input).unwrap().multi_index(number(&input["linear"])).unwrap();
                assert_eq!(index.as_deref(), Some(&list(out)[..]), "{id}");
            }
            "index_in_bounds" => {
                let found = shape(input).unwrap().index_in_bounds(&signed(&input["index"]));
                assert_eq!(found, out.as_bool().unwrap(), "{id}");
            }
            "bump_indices" => {
                let shape = shape(input).unwrap();
                let mut index = list(&input["start"]);
                let sequence = out["sequence"].as_array().unwrap();
                for (k, expected) in sequence.iter().enumerate() {
                    assert_eq!(index, list(expected), "{id}");
                    assert_eq!(shape.bump_index(&mut index), Ok(k + 1 < sequence.len()), "{id}");
                }
            }
            "compare_indices" => {
                let (left, right) = (signed(&input["lhs"]), signed(&input["rhs"]));
                let found = compare_indices(&left, &right).unwrap();
                assert_eq!(found, out.as_i64().unwrap().cmp(&0), "{id}");
                assert_eq!(compare_indices(&left, &left), Ok(Ordering::Equal));
            }
            "validate_layout" => {
                // Negative numbers cannot be written down.
                let order = signed(&input["minor_to_major"]);
                let is_wrong = order.iter().any(|&n| n < 0) || shape(input).is_err();
                assert!(is_wrong && case.get("error").is_some(), "{id}");
            }
            other => panic!("{id}: {other}"),
        }
    }
}

#[test]
fn bytes() {
    for (id, case) in section("xla_bytes") {
        let (input, out) = (&case["in"], &case["out"]);
        let shape = shape(input).unwrap();
        match case["op"].as_str().unwrap() {
            "array_bytes" => {
                assert_eq!(shape.padded_bytes(), Ok(number(&out["padded"])), "{id}");
                assert_eq!(shape.unpadded_bytes(), Ok(number(&out["unpadded"])), "{id}");
            }
            "unpacked_byte_strides" => {
                let strides = shape.unpacked_byte_strides().unwrap().unwrap();
                assert!(strides.iter().map(|s| s.unsigned_abs()).eq(list(out)), "{id}");
            }
            "byte_strides_is_major_to_minor" => {
                let found = shape.byte_strides_is_major_to_minor(&signed(&input["byte_strides"]));
                assert_eq!(found, out.as_bool().unwrap(), "{id}");
            }
            other => panic!("{id}: {other}"),
        }
    }
}

#[test]
fn what_the_document_says() {
    for (id, case) in section("seed002") {
        let (input, out) = (&case["in"], &case["out"]);
        match case["op"].as_str().unwrap() {
            "default_minor_to_major" => {
                let layout = Layout::descending(number(&input["rank"]));
                assert_eq!(layout.minor_to_major(), list(out), "{id}");
                assert!(layout.is_default() && layout.is_monotonic_with_dim0_major(), "{id}");
            }
            "rank" => assert_eq!(shape(input).unwrap().rank(), number(out), "{id}"),
            "true_rank_gt1" => assert_eq!(shape(input).unwrap().true_rank(), number(out), "{id}"),
            "dimension" => {
                let shape = shape(input).unwrap();
                let size = shape.dimension(input["dim"].as_i64().unwrap());
                let size = size.map(|at| shape.dimensions()[at].bound().unwrap());
                assert_eq!(size.ok(), case.get("out").map(number), "{id}");
            }
            "dim_letters" => {
                let shape = ArrayShape::new(DType::F32, vec![1; number(&input["rank"])]);
                let letters: Vec<String> =
                    shape.letters().unwrap().iter().map(char::to_string).collect();
                let expected = out.as_array().unwrap().iter().map(|s| s.as_str().unwrap());
                assert!(letters.iter().map(String::as_str).eq(expected), "{id}");
            }
            "memory_order" => {
                let texts = |value: &Value| -> Vec<String> {
                    let texts = value.as_array().unwrap().iter();
                    texts.map(|text| text.as_str().unwrap().to_owned()).collect()
                };
                let padding = input.get("padding_value").map_or("none", |p| p.as_str().unwrap());
                let elements = texts(&input["elements"]);
                let memory = shape(input).unwrap().memory_order(&elements, padding.to_owned());
                assert_eq!(memory.unwrap(), texts(out), "{id}");
            }
            "validate_padding" => {
                assert_eq!(shape(input).is_ok(), case.get("out").is_some(), "{id}");
            }
            "is_padded" => {
                assert_eq!(shape(input).unwrap().is_padded(), out.as_bool().unwrap(), "{id}");
            }
            "allocated_elements" => {
                assert_eq!(shape(input).unwrap().allocated_elements(), Ok(number(out)), "{id}");
            }
            other => panic!("{id}: {other}"),
        }
    }
}
