//! The runner itself: it passes the vectors, and it notices what is wrong.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "helpers of tests"
)]

use std::path::Path;

use crate::running::{
    assert_all_fail, assert_run, cases, counts, failures, read, run, spoil, vectors, written,
};
use serde_json::{Value, json};

#[test]
fn passes_ublas() {
    assert_run(&[vectors("ublas.json")], 230, 0);
}

#[test]
fn passes_the_left_and_right_mappings_of_mdspan() {
    assert_run(&[vectors("mdspan_left_right.json")], 554, 0);
}

#[test]
fn passes_the_padded_and_strided_mappings_of_mdspan() {
    assert_run(&[vectors("mdspan_layouts.json")], 689, 0);
}

#[test]
fn passes_the_slices_of_mdspan() {
    assert_run(&[vectors("mdspan_submdspan.json")], 578, 0);
}

/// Whole files, each case of which has an operation of its own kind.
#[test]
fn passes_mdspan_and_all_examples_of_the_documents() {
    assert_run(&[vectors("mdspan.json")], 3579, 0);
    assert_run(&[vectors("seed_examples.json")], 281, 0);
}

#[test]
fn counts_over_all_files() {
    assert_run(&[vectors("ublas.json"), vectors("mdspan_left_right.json")], 784, 0);
}

#[test]
fn notices_each_wrong_answer_about_ublas() {
    assert_all_fail("wrong_ublas", &spoiled(&cases("ublas.json"), |case| answers(case, "out")));
}

/// The standard's answers, where they differ, in the place of the original's.
fn by_the_standard(mut case: Value) -> Value {
    if let Some(Value::Object(standard)) = case.as_object_mut().unwrap().remove("std") {
        case.as_object_mut().unwrap().extend(standard);
    }
    case
}

#[test]
fn notices_each_wrong_answer_about_mappings_and_conversions() {
    let unchecked = [
        "dyn_padding_arg",
        "id",
        "kind",
        "layout",
        "padding",
        "index_type",
        "extents",
        "static_extents",
        "from",
        "to",
    ];
    let of_cpp =
        ["sizeof_extents", "sizeof_mapping", "alignof_mapping", "empty_mapping", "sizeof_mdspan"];
    for (file, name) in [
        ("mdspan_left_right.json", "wrong_mdspan"),
        ("mdspan_layouts.json", "wrong_mdspan_layouts"),
    ] {
        let cases: Vec<Value> = cases(file).into_iter().map(by_the_standard).collect();
        let suite = spoiled(&cases, |case| {
            // The strides of a strided mapping are what it is made of.
            let is_input = |name: &str| name == "strides" && case["layout"] == "stride";
            let fields = case.as_object().unwrap().iter();
            let fields = fields.filter(|(name, value)| !value.is_null() && !is_input(name));
            let names = fields.map(|(name, _)| name.as_str());
            names
                .filter(|name| !unchecked.contains(name) && !of_cpp.contains(name))
                .map(|name| format!("/{name}"))
                .collect()
        });
        assert_all_fail(name, &suite);
    }
}

#[test]
fn notices_each_wrong_answer_about_slices() {
    let unchecked = ["index_type", "sizeof_mapping"];
    let cases: Vec<Value> = cases("mdspan_submdspan.json").into_iter().map(right_slice).collect();
    let suite = spoiled(&cases, |case| {
        let fields = case["result"].as_object().unwrap().iter();
        let fields = fields.filter(|(name, _)| !unchecked.contains(&name.as_str()));
        fields.map(|(name, _)| format!("/result/{name}")).collect()
    });
    assert_all_fail("wrong_slices", &suite);
}

/// A slice with the standard's answers in the place of the original's.
fn right_slice(mut case: Value) -> Value {
    let Some(Value::Object(standard)) = case.as_object_mut().unwrap().remove("std") else {
        return case;
    };
    // The offsets of wrong strides are wrong as well, and were compared with the right ones.
    if case.as_object_mut().unwrap().remove("reference_addressing_wrong").is_some() {
        for pair in case["result"]["offsets"].as_array_mut().unwrap() {
            let coordinates = pair[0].as_array().unwrap().iter();
            let distances = coordinates.zip(standard["strides"].as_array().unwrap());
            let distances = distances.map(|(at, by)| at.as_i64().unwrap() * by.as_i64().unwrap());
            pair[1] = json!(distances.sum::<i64>());
        }
    }
    case["result"].as_object_mut().unwrap().extend(standard);
    case
}

#[test]
fn notices_each_wrong_answer_of_the_ublas_examples() {
    let examples = read("seed_examples.json")["sections"]["seed004"].clone();
    let suite = spoiled(examples.as_array().unwrap(), |case| {
        let mut paths = answers(case, "out");
        paths.extend(case.get("octave").map(|_| "/octave".to_owned()));
        paths
    });
    let suite = json!({ "sections": { "seed004": suite["cases"] } });
    assert_all_fail("wrong_examples", &suite);
}

#[test]
fn notices_answers_where_a_refusal_is_expected_and_the_reverse() {
    let (mut answered, mut refused) = (Vec::new(), Vec::new());
    for mut case in cases("ublas.json") {
        let fields = case.as_object_mut().unwrap();
        if fields.remove("error").is_some() {
            fields.insert("out".into(), json!({ "extents": [], "data_in_memory_order": [0] }));
            answered.push(case);
        } else {
            fields.remove("out");
            fields.insert("error".into(), json!("refused"));
            refused.push(case);
        }
    }
    assert!(!answered.is_empty() && !refused.is_empty());
    assert_all_fail("wrong_refusals", &json!({ "cases": answered }));
    assert_all_fail("wrong_answers", &json!({ "cases": refused }));
}

/// A case that expects nothing one way or the other is not passed by whatever comes.
#[test]
fn takes_null_for_no_error_and_refuses_an_error_with_an_answer() {
    let given = json!({ "shape": [2], "slices": [5] });
    let case = |id, error| json!({ "id": id, "op": "td_slice", "in": given, "error": error, "out": { "shape": [] } });
    let sections = json!({ "ngraph": [case("x/1", json!(null)), case("x/2", json!("refused"))] });
    assert_run(&[written("null_error", &json!({ "sections": sections }).to_string())], 0, 2);
}

#[test]
fn an_answer_that_expects_nothing_is_not_passed() {
    let given = json!({ "axes": [["H", 2], ["W", 3]] });
    let case = json!({ "id": "x/1", "op": "td_transpose", "in": given, "out": {} });
    let suite = json!({ "sections": { "ngraph": [case] } });
    let text = assert_run(&[written("expects_nothing", &suite.to_string())], 0, 1);
    assert!(failures(&text)[0].contains("`out` expects nothing"), "{text}");
}

#[test]
fn runs_the_cases_beside_the_sections() {
    let suite = json!({ "sections": {}, "cases": [{ "id": "x/1", "op": "knit", "in": {} }] });
    assert_run(&[written("beside_sections", &suite.to_string())], 0, 1);
}

#[test]
fn names_a_wrong_case() {
    let mut suite = read("ublas.json");
    suite["cases"][5]["out"]["extents"] = json!([9, 9]);
    let id = suite["cases"][5]["id"].as_str().unwrap().to_owned();
    let text = assert_run(&[written("one_wrong", &suite.to_string())], 229, 1);
    assert!(
        failures(&text)[0].starts_with(&format!("FAIL {id}: `extents`: expected [9,9]")),
        "{text}"
    );
}

#[test]
fn names_an_unknown_operation_kind_and_section() {
    let cases =
        json!([{ "id": "x/1", "op": "knit", "in": {} }, { "id": "x/2", "kind": "purl", "in": {} }]);
    let file = written("unknown", &json!({ "cases": cases }).to_string());
    let text = assert_run(&[file], 0, 2);
    assert_eq!(failures(&text)[0], "FAIL x/1: no such operation yet: `knit`");
    assert_eq!(failures(&text)[1], "FAIL x/2: no such operation yet: `purl`");
    let sections = json!({ "sections": { "seed004": cases, "wool": cases } });
    let text = assert_run(&[written("unknown_sections", &sections.to_string())], 0, 4);
    assert!(failures(&text).iter().all(|line| line.contains("no such operation yet")), "{text}");
}

/// Whatever is taken away from a case, or put in its place, it fails, and the runner goes on.
#[test]
fn survives_odd_cases() {
    let mut all = cases("ublas.json");
    all.extend(cases("mdspan_left_right.json").into_iter().step_by(7));
    all.extend(cases("mdspan_submdspan.json").into_iter().step_by(29));
    let mut odd = vec![json!(null), json!([]), json!("case"), json!(7), json!({})];
    for case in &all {
        for name in case.as_object().unwrap().keys() {
            for strange in [json!(null), json!(-1), json!("?"), json!([[[]]]), json!({ "in": 1 })] {
                let mut case = case.clone();
                case[name] = strange;
                odd.push(case);
            }
            let mut case = case.clone();
            case.as_object_mut().unwrap().remove(name);
            odd.push(case);
        }
    }
    let huge = u64::MAX;
    for extents in [json!([huge, huge]), json!([huge]), json!([1_u64 << 62]), json!(vec![1; 40])] {
        let given = json!({ "extents": extents, "index": [0] });
        odd.push(json!({ "id": "huge", "op": "shape_functions", "in": given }));
        odd.push(json!({ "id": "huge", "op": "in_bounds", "in": given }));
        let given = json!({ "einsum": "ab->ba", "operands": [extents] });
        odd.push(json!({ "id": "huge", "op": "contraction", "in": given }));
    }
    let (text, output) = run(&[written("odd", &json!({ "cases": odd }).to_string())]);
    let (passed, failed) = counts(&text);
    assert_eq!(passed + failed, odd.len());
    assert_eq!(output.status.code(), Some(1));
    assert!(failed > odd.len() / 3, "{failed} of {}", odd.len());
    assert!(!text.contains("panicked"), "{text}");
}

#[test]
fn counts_a_file_that_cannot_be_read_as_failed() {
    let missing = Path::new(env!("CARGO_TARGET_TMPDIR")).join("missing.json");
    let text = assert_run(&[missing, vectors("ublas.json")], 230, 1);
    assert!(failures(&text)[0].contains("missing.json: cannot be read"), "{text}");
    let text = assert_run(&[written("no_json", "{\"cases\": [")], 0, 1);
    assert!(failures(&text)[0].contains("is not JSON"), "{text}");
    let text = assert_run(&[written("no_cases", "[1, 2]")], 0, 1);
    assert!(failures(&text)[0].contains("has neither `cases` nor `sections`"), "{text}");
    for (name, empty) in
        [("empty", "{\"cases\": []}"), ("empty_section", "{\"sections\": {\"a\": []}}")]
    {
        let text = assert_run(&[written(name, empty)], 0, 1);
        assert!(failures(&text)[0].contains("has no cases"), "{text}");
    }
}

#[test]
fn explains_itself_without_arguments() {
    let (text, output) = run(&[]);
    assert_eq!((text.as_str(), output.status.code()), ("", Some(2)));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("usage: "));
}

// --- Wrong answers ---

/// A copy of the cases for each path that `paths` names, with another value there.
fn spoiled(cases: &[Value], paths: impl Fn(&Value) -> Vec<String>) -> Value {
    let mut wrong = Vec::new();
    for case in cases {
        for path in paths(case) {
            let mut case = case.clone();
            spoil(case.pointer_mut(&path).unwrap());
            case["id"] = json!(format!("{} {path}", case["id"].as_str().unwrap()));
            wrong.push(case);
        }
    }
    json!({ "cases": wrong })
}

/// The path of each field of an answer, to any depth; none where the case has no such field.
fn answers(case: &Value, name: &str) -> Vec<String> {
    fn push(path: String, value: &Value, paths: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    push(format!("{path}/{name}"), value, paths);
                }
            }
            _ => paths.push(path),
        }
    }
    let mut paths = Vec::new();
    if let Some(value) = case.get(name) {
        push(format!("/{name}"), value, &mut paths);
    }
    paths
}
