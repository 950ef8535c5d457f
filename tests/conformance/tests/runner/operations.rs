//! Operations, and forms of answers, that no case of the files has: each by cases that follow from its definition.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "helpers of tests"
)]

use crate::running::{assert_run, spoil, written};
use serde_json::{Value, json};

/// Runs the cases of a section, each of which is an operation, its input and its answer; then each answer put wrong.
/// Where the answer is `"refused"`, the input is.
fn run_section(section: &str, cases: &[(&str, Value, Value)]) {
    let case = |out: Value, (number, (op, input, _)): (usize, &(&str, Value, Value))| {
        let answer = if out == "refused" { "error" } else { "out" };
        json!({ "id": format!("{section}/{number} {op}"), "op": op, "in": input, answer: out })
    };
    let suite = |cases: Vec<Value>| json!({ "sections": { section: cases } }).to_string();
    let all = cases.iter().enumerate();
    let right = all.clone().map(|one| case(one.1.2.clone(), one)).collect();
    assert_run(&[written(&format!("operations_{section}"), &suite(right))], cases.len(), 0);
    let wrong = all.map(|one| {
        let mut out = one.1.2.clone();
        match &mut out {
            Value::Object(fields) => fields.values_mut().for_each(spoil),
            out if *out == "refused" => *out = json!([1]),
            out => spoil(out),
        }
        case(out, one)
    });
    let wrong = suite(wrong.collect());
    assert_run(&[written(&format!("wrong_operations_{section}"), &wrong)], 0, cases.len());
}

#[test]
fn of_tensorwrapper() {
    run_section(
        "tw_labels",
        &[(
            "set_ops",
            json!({ "a": "i,i,j", "b": "j,k" }),
            json!({ "concatenation": "i,i,j,j,k", "union": "i,j,k", "intersection": "j", "difference": "i" }),
        )],
    );
    run_section(
        "tw_impl",
        &[
            ("permute_assign", json!({ "out": "", "rhs": ["i", [4]] }), json!([])),
            ("permute_assign", json!({ "out": "k,i", "rhs": ["i,j,k", [2, 3, 4]] }), json!([4, 2])),
            ("permute_assign", json!({ "out": "i,j", "rhs": ["", []] }), json!("refused")),
            (
                "subtract",
                json!({ "out": "j,i", "lhs": ["i,j", [2, 3]], "rhs": ["j,i", [3, 2]] }),
                json!([3, 2]),
            ),
            ("rank", json!({ "shape": [3, 4, 5] }), json!(3)),
            ("size", json!({ "shape": [3, 4, 5] }), json!(60)),
        ],
    );
}

#[test]
fn of_nervana() {
    run_section(
        "ngraph",
        &[
            ("axes_map", json!({ "map": { "aaa": "zzz", "bbb": "zzz" } }), json!("refused")),
            ("axes_map", json!({ "map": { "aaa": "yyy", "bbb": "zzz" } }), json!("ok")),
            ("make_axis", json!({ "length": 3, "name": "C" }), json!({ "length": 3, "name": "C" })),
            ("make_axis", json!({ "length": 0 }), json!(0)),
            (
                "expand_dims",
                json!({ "axes": [["A", 2], ["B", 3]], "dim": 2, "axis": ["N", 5], "itemsize": 8 }),
                json!({ "axes": ["A", "B", "N"], "strides_bytes": [24, 8, 0] }),
            ),
            ("expand_dims", json!({ "shape": [2], "dim": 2, "length": 3 }), json!("refused")),
            (
                "td_reshape",
                json!({ "shape": [2, 6], "to": [["A", 4], ["B", 3]] }),
                json!({ "shape": [4, 3], "strides_bytes": [12, 4] }),
            ),
            ("cast_axes", json!({ "axes": [["C", 3]], "to": [["D", 4]] }), json!("refused")),
        ],
    );
}

#[test]
fn of_xla_in_memory() {
    let float = |dims: Value, order: Value| json!({ "type": "f32", "dims": dims, "m2m": order });
    run_section(
        "xla_bytes",
        &[
            ("byte_strides", float(json!([3, 5, 7]), json!([2, 1, 0])), json!([140, 28, 4])),
            (
                "array_bytes",
                json!({ "type": "f32", "dims": [3, 5], "m2m": [1, 0], "tiles": [[2, 2]] }),
                json!({ "padded": 96, "buffer": 96, "expansion_factor": 1.6 }),
            ),
            (
                "dimension_stride",
                json!({ "dims": [5, 8], "m2m": [0, 1], "dim": 2 }),
                json!("refused"),
            ),
            (
                "permute_dimensions_ignoring_layout",
                json!({ "dims": [10, 100, 1000], "permutation": [1, 2, 0] }),
                json!({ "dims": [100, 1000, 10], "m2m": null }),
            ),
            (
                "filter_dimensions",
                json!({ "dims": [5, 3, 2], "m2m": [2, 0, 1], "keep": [0, 2] }),
                json!({ "dims": [5, 2], "m2m": [1, 0] }),
            ),
            (
                "decompose_bitcast",
                json!({ "from": { "dims": [2, 3], "m2m": [1, 0] }, "to": { "dims": [6], "m2m": [0] } }),
                json!("reshape"),
            ),
            (
                "decompose_bitcast",
                json!({
                    "from": { "dims": [2, 3], "m2m": [1, 0] },
                    "to": { "dims": [3, 2], "m2m": [0, 1] },
                }),
                json!({ "kind": "transpose", "transpose_dims": [1, 0] }),
            ),
        ],
    );
}

#[test]
fn of_xla_shapes() {
    let text = |text: &str| json!({ "text": text });
    let two = |lhs: &str, rhs: &str| json!({ "lhs": text(lhs), "rhs": text(rhs) });
    run_section(
        "xla_text",
        &[
            ("equal_ignoring_memory_space", two("f32[2]{0:S(1)}", "f32[2]{0}"), json!(true)),
            ("equal_ignoring_tiles", two("f32[2]{0:T(2)}", "f32[3]{0}"), json!(false)),
            ("equal_ignoring_dynamic_dimension", two("f32[<=2]", "f32[2]"), json!(true)),
            ("compatible_kind", two("f32[2]", "s8[3]"), json!(true)),
            ("validate_shape", json!({ "shape": text("(f32[2]{0}, token[])") }), json!("ok")),
            ("validate_shape", json!({ "type": "f32", "dims": [2] }), json!("refused")),
            (
                "validate_shape_with_optional_layout",
                json!({ "type": "f32", "dims": [2], "dynamic": null }),
                json!("ok"),
            ),
            ("validate_shape", json!({ "type": "tuple", "dims": [] }), json!("refused")),
            (
                "print_layout",
                json!({
                    "m2m": [1, 0],
                    "dim_level_types": ["DIM_COMPRESSED", "S"],
                    "dim_unique": [false, true],
                    "dim_ordered": [true, false],
                }),
                json!("{1,0:D(C+,S~)}"),
            ),
            (
                "parse",
                text("f32[2,3]{1,0:D(D,C+)}"),
                json!({
                    "type": "f32",
                    "dims": [2, 3],
                    "m2m": [1, 0],
                    "dim_level_types": ["D", "C+"],
                }),
            ),
            ("print_tuple_of_2", json!({ "element": "s8[3]{0}" }), json!("(s8[3]{0}, s8[3]{0})")),
        ],
    );
}
