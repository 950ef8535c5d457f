//! The runner on the vectors of shapes: it passes them, and it notices what is wrong.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "helpers of tests"
)]

use crate::running::{
    assert_all_fail, assert_run, counts, failures, read, run, spoil, vectors, written,
};
use serde_json::{Value, json};

#[test]
fn passes_the_shapes_of_tensorwrapper() {
    assert_run(&[vectors("seed000.json")], 154, 0);
    assert_run(&[vectors("tensorwrapper.json")], 68, 0);
}

#[test]
fn passes_the_ragged_shapes() {
    assert_run(&[vectors("jagged.json")], 151, 0);
}

/// Fields that are no answers: what a case is made of, and remarks.
const GIVEN: &[&str] = &[
    "id",
    "kind",
    "op",
    "in",
    "note",
    "reading",
    "as_written",
    "tensorwrapper",
    "source",
    "input",
    "A_rows",
    "B_rows",
    "C_rows",
    "operands",
    "lo",
    "hi",
    "prefix",
    "tilings",
    "A",
    "B",
    "out_labels",
    "chunks",
    "map",
    "n",
    "procs",
    "block",
    "src",
    "text",
    "from",
    "to",
    "lhs",
    "rhs",
    "expr",
    "env",
    "error",
    "expected",
];

/// A copy of a case for each value in it that is an answer, with another one there.
fn tampered(case: &Value) -> Vec<Value> {
    let mut paths = Vec::new();
    push_paths(String::new(), case, &mut paths);
    let wrong = |path: &String| {
        let mut wrong = case.clone();
        spoil(wrong.pointer_mut(path).unwrap());
        wrong["id"] = json!(format!("{} {path}", case["id"].as_str().unwrap()));
        wrong
    };
    paths.iter().map(wrong).collect()
}

/// Each list is changed in one place, in each of its objects if it holds such.
fn push_paths(path: String, value: &Value, paths: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                if !GIVEN.contains(&name.as_str()) {
                    let name = name.replace('~', "~0").replace('/', "~1");
                    push_paths(format!("{path}/{name}"), value, paths);
                }
            }
        }
        Value::Array(list) if list.iter().any(Value::is_object) => {
            for (at, value) in list.iter().enumerate() {
                push_paths(format!("{path}/{at}"), value, paths);
            }
        }
        _ => paths.push(path),
    }
}

#[test]
fn notices_each_wrong_answer_of_the_tensorwrapper_examples() {
    for (file, sections) in
        [("seed000.json", &["seed000"][..]), ("tensorwrapper.json", &["tw_labels", "tw_impl"])]
    {
        for section in sections {
            let cases = read(file)["sections"][section].as_array().unwrap().clone();
            let wrong: Vec<Value> = cases.iter().flat_map(tampered).collect();
            let name = format!("wrong_{section}");
            assert_all_fail(&name, &json!({ "sections": { *section: wrong } }));
        }
    }
}

#[test]
fn notices_each_wrong_answer_about_ragged_shapes() {
    let cases = read("jagged.json")["cases"].as_array().unwrap().clone();
    let ragged = cases.iter().filter(|case| case["kind"] == "jagged").step_by(4);
    let wrong: Vec<Value> = ragged.flat_map(tampered_ragged).collect();
    assert_all_fail("wrong_ragged", &json!({ "cases": wrong }));
}

#[test]
fn notices_each_wrong_answer_about_tilings_and_products() {
    let cases = read("jagged.json")["cases"].as_array().unwrap().clone();
    // What is to be refused has no answers.
    let others =
        cases.iter().filter(|case| case["kind"] != "jagged" && case["kind"] != "tiling_invalid");
    let wrong: Vec<Value> = others.flat_map(tampered_ragged).collect();
    assert_all_fail("wrong_tilings", &json!({ "cases": wrong }));
}

/// The wrong copies whose value is not another way to say the same.
fn tampered_ragged(case: &Value) -> Vec<Value> {
    let mut wrong = tampered(case);
    // The leaves of a case are what it is made of; its other fields tell all but the extents of empty slices.
    wrong.retain(|wrong| !wrong["id"].as_str().unwrap().ends_with(" /leaves"));
    // Another index that is outside as well is no wrong answer; one that is inside is.
    wrong.retain(|wrong| !wrong["id"].as_str().unwrap().ends_with("/out_of_bounds"));
    if let Some(inside) = case.pointer("/index_to_offset/0/index") {
        let mut outside = case.clone();
        outside["out_of_bounds"] = json!([inside]);
        outside["id"] = json!(format!("{} /out_of_bounds", case["id"].as_str().unwrap()));
        wrong.push(outside);
    }
    wrong
}

#[test]
fn notices_answers_where_a_refusal_is_expected_and_the_reverse() {
    for (file, section) in [
        ("seed000.json", "seed000"),
        ("tensorwrapper.json", "tw_labels"),
        ("tensorwrapper.json", "tw_impl"),
    ] {
        let mut cases = read(file)["sections"][section].as_array().unwrap().clone();
        let answers: Vec<Value> =
            cases.iter().filter_map(|case| case.get("out").cloned()).collect();
        for case in &mut cases {
            let fields = case.as_object_mut().unwrap();
            match fields.remove("error") {
                Some(_) => fields.insert("out".into(), answers[0].clone()),
                None => {
                    fields.remove("out");
                    fields.insert("error".into(), json!("refused"))
                }
            };
        }
        assert_all_fail(&format!("reversed_{section}"), &json!({ "sections": { section: cases } }));
    }
    let refused = |case: &&Value| case["kind"] == "tiling_invalid";
    let cases = read("jagged.json")["cases"].as_array().unwrap().clone();
    let valid: Vec<Value> = cases
        .iter()
        .filter(refused)
        .cloned()
        .map(|mut case| {
            case["chunks"] = json!([[3, 2], [6]]);
            case["shape"] = json!([5, 6]);
            case
        })
        .collect();
    let text =
        assert_run(&[written("valid_tilings", &json!({ "cases": valid }).to_string())], 0, 3);
    assert!(failures(&text)[0].contains("expected a refusal"), "{text}");
}

#[test]
fn names_a_field_that_it_does_not_check() {
    let ragged = read("jagged.json")["cases"].as_array().unwrap().clone();
    let mut wrong: Vec<Value> = ragged.iter().step_by(10).cloned().collect();
    let labels = read("tensorwrapper.json")["sections"]["tw_labels"][0].clone();
    let example = read("seed000.json")["sections"]["seed000"][0].clone();
    wrong.iter_mut().for_each(|case| case["colour"] = json!(1));
    let suite = json!({ "cases": wrong });
    let text = assert_run(&[written("odd_ragged", &suite.to_string())], 0, wrong.len());
    assert!(failures(&text).iter().all(|line| line.contains("`colour`")), "{text}");
    for place in ["", "/in"] {
        let odd = |case: &Value| {
            let mut case = case.clone();
            case.pointer_mut(place).unwrap()["colour"] = json!(1);
            case
        };
        let suite =
            json!({ "sections": { "seed000": [odd(&example)], "tw_labels": [odd(&labels)] } });
        let text = assert_run(&[written("odd_fields", &suite.to_string())], 0, 2);
        assert!(failures(&text).iter().all(|line| line.contains("`colour`")), "{text}");
    }
}

/// Whatever is taken away from a case, or put in its place, the runner goes on.
#[test]
fn survives_odd_cases() {
    let mut sections = serde_json::Map::new();
    let mut count = 0;
    for (file, section) in [("seed000.json", "seed000"), ("tensorwrapper.json", "tw_impl")] {
        let cases = read(file)["sections"][section].as_array().unwrap().clone();
        let odd: Vec<Value> = cases.iter().flat_map(oddities).collect();
        count += odd.len();
        sections.insert(section.to_owned(), json!(odd));
    }
    let ragged = read("jagged.json")["cases"].as_array().unwrap().clone();
    let odd: Vec<Value> = ragged.iter().step_by(6).flat_map(oddities).collect();
    for suite in [json!({ "sections": sections }), json!({ "cases": odd })] {
        let (text, output) = run(&[written("odd_shapes", &suite.to_string())]);
        assert_eq!(output.status.code(), Some(1));
        let (passed, failed) = counts(&text);
        let expected = if suite.get("cases").is_some() { odd.len() } else { count };
        assert_eq!(passed + failed, expected);
        assert!(failed > expected / 3, "{failed} of {expected}");
        assert!(!text.contains("panicked"), "{text}");
    }
}

/// Copies with one field odd or away, in the case and in its input.
fn oddities(case: &Value) -> Vec<Value> {
    let mut odd = Vec::new();
    for place in ["", "/in"] {
        let Some(Value::Object(fields)) = case.pointer(place) else { continue };
        for name in fields.keys().filter(|name| *name != "op" && *name != "kind") {
            let huge = json!([u64::MAX, 1_u64 << 62]);
            let strange =
                [json!(null), json!(-1), json!("?"), json!([[[]]]), json!({ "in": 1 }), huge];
            for strange in strange {
                let mut case = case.clone();
                case.pointer_mut(place).unwrap()[name] = strange;
                odd.push(case);
            }
            let mut case = case.clone();
            case.pointer_mut(place).unwrap().as_object_mut().unwrap().remove(name);
            odd.push(case);
        }
    }
    odd
}
