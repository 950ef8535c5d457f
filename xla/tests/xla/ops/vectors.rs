//! The vectors: each operation by its name.

use extents::DType;
use extents_xla::{
    ArrayShape, BitcastDecomposition, Dimension, Layout, ProgramShape, Shape, SplitConfig, Tile,
    TileDimension, XlaError, inverse_permutation,
};
use serde_json::{Value, json};

use super::{array, order, sizes};

fn section(name: &str) -> Vec<Value> {
    let all: Value =
        serde_json::from_str(include_str!("../../../../tests/vectors/xla_ops.json")).unwrap();
    all[name].as_array().unwrap().clone()
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

fn list(value: &Value) -> Vec<usize> {
    value.as_array().unwrap().iter().map(number).collect()
}

fn pairs(value: &[(usize, usize)]) -> Value {
    value.iter().map(|&(a, b)| json!([a, b])).collect()
}

/// An array of `f32` unless it says otherwise, with a layout if it has one.
fn array_of(value: &Value) -> Result<ArrayShape, XlaError> {
    let dtype = value.get("type").map_or("f32", |name| name.as_str().unwrap());
    let dynamic = value.get("dynamic").map(|flags| flags.as_array().unwrap().clone());
    let dimensions = list(&value["dims"]).into_iter().enumerate().map(|(at, size)| {
        let is_dynamic = dynamic.as_ref().is_some_and(|flags| flags[at] == true);
        if is_dynamic { Dimension::Bounded(size) } else { Dimension::Static(size) }
    });
    let shape = ArrayShape::new(dtype.parse().unwrap(), dimensions);
    if value.get("m2m").is_none() {
        return Ok(shape);
    }
    shape.with_layout(layout_of(value)?)
}

fn layout_of(value: &Value) -> Result<Layout, XlaError> {
    let mut layout = Layout::new(list(&value["m2m"]))?;
    let field = |name: &str| value.get(name).map_or(0, number);
    if let Some(tiles) = value.get("tiles") {
        let dimension = |size: &Value| match size.as_str() {
            Some(_) => TileDimension::Combine,
            None => TileDimension::Size(number(size)),
        };
        let tile = |tile: &Value| Tile::of(tile.as_array().unwrap().iter().map(dimension));
        layout = layout.with_tiles(tiles.as_array().unwrap().iter().map(tile))?;
    }
    if let Some(splits) = value.get("split_configs") {
        let split =
            |split: &Value| SplitConfig { dimension: number(&split[0]), indices: list(&split[1]) };
        layout = layout.with_split_configs(splits.as_array().unwrap().iter().map(split));
    }
    if let Some(alignment) = value.get("tail_padding_alignment_in_elements") {
        layout = layout.with_tail_padding_alignment(number(alignment))?;
    }
    Ok(layout
        .with_element_size_in_bits(field("element_size_in_bits"))
        .with_memory_space(field("memory_space").try_into().unwrap())
        .with_metadata_prefix_bytes(field("dynamic_shape_metadata_prefix_bytes")))
}

fn shape_of(value: &Value) -> Shape {
    if let Some(text) = value.get("text") {
        return text.as_str().unwrap().parse().unwrap();
    }
    match value.get("tuple") {
        Some(parts) => Shape::tuple(parts.as_array().unwrap().iter().map(shape_of)).unwrap(),
        None if value.get("token").is_some() => Shape::Token,
        None if value.get("opaque").is_some() => Shape::Opaque,
        None => array_of(value).unwrap().into(),
    }
}

fn described(shape: &ArrayShape) -> Value {
    json!({"dims": sizes(shape), "m2m": order(shape)})
}

#[test]
fn reshape_is_bitcast() {
    for case in section("xla_reshape_bitcast") {
        let (from, to) = (array_of(&case["in"]["from"]), array_of(&case["in"]["to"]));
        let found = from.unwrap().reshape_is_bitcast(&to.unwrap()).unwrap();
        assert_eq!(json!(found), case["out"], "{}", case["id"]);
    }
}

#[test]
fn transpose_is_bitcast() {
    for case in section("xla_transpose_bitcast") {
        let input = &case["in"];
        let (from, to) = (array_of(&input["from"]).unwrap(), array_of(&input["to"]).unwrap());
        let permutation = list(&input["dimensions"]);
        let found = json!({
            "xla": from.transpose_is_bitcast_xla(&to, &permutation).unwrap(),
            "exact": from.transpose_is_bitcast_exact(&to, &permutation).unwrap(),
        });
        assert_eq!(found, case["out"], "{}", case["id"]);
    }
}

#[test]
fn permute() {
    for case in section("xla_permute") {
        let input = &case["in"];
        let between = || (array_of(&input["from"]).unwrap(), array_of(&input["to"]).unwrap());
        let found = match case["op"].as_str().unwrap() {
            "permute_dimensions" => {
                let permutation = list(&input["permutation"]);
                let from = array_of(input).unwrap();
                let to = from.permute_dimensions(&permutation).unwrap();
                assert_eq!(from.transpose_is_bitcast_xla(&to, &permutation), Ok(true));
                let back = inverse_permutation(&permutation).unwrap();
                assert_eq!(to.permute_dimensions(&back), Ok(from.clone()));
                let ignoring = from.permute_dimensions_ignoring_layout(&permutation).unwrap();
                assert_eq!((sizes(&ignoring), order(&ignoring)), (sizes(&to), order(&from)));
                described(&to)
            }
            "reorder_logical_dimensions" => {
                let shape = array_of(input).unwrap();
                described(&shape.reorder_logical_dimensions(&list(&input["permutation"])).unwrap())
            }
            "deduce_transpose_for_bitcast" => {
                let (from, to) = between();
                json!(from.deduce_transpose_for_bitcast(&to).unwrap())
            }
            "decompose_bitcast_trt" => {
                let (from, to) = between();
                let Some(BitcastDecomposition::TransposeReshapeTranspose(parts)) =
                    from.decompose_bitcast(&to).unwrap()
                else {
                    panic!("{}: needs all three", case["id"])
                };
                let descending = |shape: &ArrayShape| {
                    assert_eq!(shape.layout(), Some(&Layout::descending(shape.rank())));
                    sizes(shape)
                };
                json!({
                    "transpose1_dims": parts.transpose1,
                    "transpose1_shape": descending(&parts.transposed),
                    "reshape_shape": descending(&parts.reshaped),
                    "transpose2_dims": parts.transpose2,
                    "all_intermediate_layouts": "descending",
                })
            }
            op => panic!("{op}"),
        };
        assert_eq!(found, case["out"], "{}", case["id"]);
    }
}

#[test]
fn align() {
    for case in section("xla_align") {
        let input = &case["in"];
        let shape = |value: &Value| ArrayShape::new(DType::F32, list(value));
        let (from, to) = (&input["from"], &input["to"]);
        let found = match case["op"].as_str().unwrap() {
            "align_layouts" => {
                let aligned = array_of(from).unwrap().align_layouts(&shape(&input["to_dims"]));
                json!(aligned.unwrap().map(|aligned| described(&aligned)))
            }
            "dimensions_unmodified_by_reshape" => {
                pairs(&shape(from).dimensions_unmodified_by_reshape(&shape(to)).unwrap())
            }
            "reshape_leaves_dimensions_unmodified" => {
                let dimensions = list(&input["input_dims"]);
                let found =
                    shape(from).reshape_leaves_dimensions_unmodified(&shape(to), &dimensions);
                json!(found.unwrap())
            }
            "inserted_or_deleted_1_sized" => {
                let found = shape(from).inserted_or_deleted_one_sized(&shape(to)).unwrap();
                json!(found.map(|ones| json!({"deleted": ones.deleted, "inserted": ones.inserted})))
            }
            op => panic!("{op}"),
        };
        assert_eq!(found, case["out"], "{}", case["id"]);
    }
}

#[test]
fn edit_dimensions() {
    for case in section("xla_dims_edit") {
        let input = &case["in"];
        let shape = || array_of(input).unwrap();
        let size = || Dimension::Static(number(&input["bound"]));
        let dimension = || number(&input["dim"]);
        let layout = || layout_of(input).unwrap();
        let found = match case["op"].as_str().unwrap() {
            "delete_dimensions" => {
                described(&shape().delete_dimensions(&list(&input["delete"])).unwrap())
            }
            "drop_degenerate_dimensions" => described(&shape().drop_degenerate_dimensions()),
            "has_degenerate_dimensions" => json!(shape().has_degenerate_dimensions()),
            "prepend_major_dimension" => {
                described(&shape().prepend_major_dimension(size()).unwrap())
            }
            "append_minor_dimension" => described(&shape().append_minor_dimension(size()).unwrap()),
            "append_major_dimension" => described(&shape().append_major_dimension(size()).unwrap()),
            "insert_dimensions_at_index" => {
                let bounds = list(&input["bounds"]);
                described(&shape().insert_dimensions(number(&input["at"]), bounds).unwrap())
            }
            "move_dim_to_major" => {
                json!(layout().move_to_major(dimension()).unwrap().minor_to_major())
            }
            "move_dim_to_minor" => {
                json!(layout().move_to_minor(dimension()).unwrap().minor_to_major())
            }
            "is_effectively_most_major" => {
                json!(shape().is_effectively_most_major(dimension()).unwrap())
            }
            "descending_layout" => {
                json!(Layout::descending(number(&input["rank"])).minor_to_major())
            }
            "ascending_layout" => json!(Layout::ascending(number(&input["rank"])).minor_to_major()),
            "are_dimensions_consecutive" => {
                json!(layout().are_dimensions_consecutive(&list(&input["dims"])).unwrap())
            }
            "same_dimensions" => {
                let shape = |side: &str| ArrayShape::new(DType::F32, list(&input[side]));
                json!(shape("lhs").same_dimensions(&shape("rhs")))
            }
            "normalized_logical_transpose" => {
                let permutation = list(&input["dimensions"]);
                let operand = ArrayShape::new(DType::F32, list(&input["input"]));
                let output = operand.permute_dimensions(&permutation).unwrap();
                assert_eq!(sizes(&output), list(&input["output"]), "{}", case["id"]);
                let normal = operand.normalized_logical_transpose(&permutation).unwrap();
                json!({"normalized_output": normal.output, "permutation": normal.permutation})
            }
            // In the tests of index maps.
            "logical_to_physical"
            | "is_monotonic"
            | "elements_in"
            | "for_each_index_count"
            | "for_each_index_order" => continue,
            op => panic!("{op}"),
        };
        assert_eq!(found, case["out"], "{}", case["id"]);
    }
}

#[test]
fn compare() {
    for case in section("xla_compat") {
        let input = &case["in"];
        let (left, right) = (|| shape_of(&input["lhs"]), || shape_of(&input["rhs"]));
        let index = || -> Vec<i64> {
            input["index"].as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect()
        };
        let shape = || shape_of(&input["shape"]);
        let found = match case["op"].as_str().unwrap() {
            "compatible" => json!(left().is_compatible(&right())),
            "compatible_ignoring_element_type" => {
                json!(left().is_compatible_ignoring_element_type(&right()))
            }
            "equal" => json!(left() == right()),
            "equal_ignoring_fp_precision" => json!(left().equal_ignoring_float_precision(&right())),
            "equal_ignoring_element_type" => json!(left().equal_ignoring_element_type(&right())),
            "equal_structure" => json!(left().equal_structure(&right())),
            "layouts_in_shapes_equal" => json!(left().layouts_equal(&right())),
            "copy_layout" => {
                assert!(case.get("error").is_some(), "{}", case["id"]);
                assert!(right().with_layouts_of(&left()).is_err(), "{}", case["id"]);
                continue;
            }
            "is_leaf_index" => json!(shape().is_leaf_index(&index()).unwrap()),
            "subshape" => {
                assert!(case.get("error").is_some(), "{}", case["id"]);
                assert!(shape().subshape(&index()).is_err(), "{}", case["id"]);
                continue;
            }
            "leaf_count" => json!(shape().leaf_count()),
            "dynamic_array_shape_is_compatible" => {
                let shape = |side: &str| ArrayShape::new(DType::F32, list(&input[side]));
                json!(shape("dynamic").dynamic_array_shape_is_compatible(&shape("bounded")))
            }
            "tuple_index_table_bytes" => {
                let tuple = Shape::tuple(vec![Shape::Token; number(&input["n"])]).unwrap();
                json!(tuple.tuple_index_table_bytes(number(&input["pointer_size"])).unwrap())
            }
            op => panic!("{op}"),
        };
        assert_eq!(found, case["out"], "{}", case["id"]);
    }
}

/// Scalars: the vectors give them an empty order, which a text without braces does not have.
fn with_scalar_layouts(shape: Shape) -> Shape {
    match shape {
        Shape::Array(array) if array.rank() == 0 => array.with_default_layout().into(),
        Shape::Tuple(tuple) => {
            Shape::tuple(tuple.into_parts().into_iter().map(with_scalar_layouts)).unwrap()
        }
        other => other,
    }
}

#[test]
fn text() {
    for case in section("xla_text") {
        let (id, input) = (&case["id"], &case["in"]);
        let text = || input["text"].as_str().unwrap();
        match case["op"].as_str().unwrap() {
            "parse_print" => {
                let shape: Shape = text().parse().unwrap();
                let expected = with_scalar_layouts(shape_of(&case["out"]["parsed"]));
                assert_eq!(with_scalar_layouts(shape.clone()), expected, "{id}");
                assert_eq!(json!(shape.to_string()), case["out"]["print_with_layout"], "{id}");
            }
            "print_layout" => {
                let layout = layout_of(input).unwrap();
                assert_eq!(json!(layout.to_string()), case["out"], "{id}");
                assert_eq!(layout.to_string().parse(), Ok(layout), "{id}");
            }
            "parse" => {
                assert!(case.get("error").is_some(), "{id}");
                assert!(text().parse::<Shape>().is_err(), "{id}");
            }
            "print_program_shape" => {
                let shape = |text: &Value| text.as_str().unwrap().parse::<Shape>().unwrap();
                let parameters = input["params"].as_array().unwrap().iter();
                let parameters = parameters.map(|p| (p[0].as_str().unwrap(), shape(&p[1])));
                let program = ProgramShape::new(parameters, shape(&input["result"]));
                assert_eq!(json!(program.to_string()), case["out"], "{id}");
            }
            op => panic!("{op}"),
        }
    }
}

#[test]
fn the_loader_reads_what_it_should() {
    assert_eq!(array_of(&json!({"dims": [2, 3], "m2m": [0, 1]})), Ok(array("f32[2,3]{0,1}")));
    let counts = [
        ("xla_reshape_bitcast", 60),
        ("xla_transpose_bitcast", 27),
        ("xla_permute", 31),
        ("xla_align", 8),
        ("xla_dims_edit", 66),
        ("xla_compat", 29),
        ("xla_text", 38),
    ];
    for (name, count) in counts {
        assert_eq!(section(name).len(), count);
    }
}
