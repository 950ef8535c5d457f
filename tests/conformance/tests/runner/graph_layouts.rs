//! The runner on the vectors of XLA's layouts and of Nervana's descriptions: it passes them, and it notices what is wrong.
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
use serde_json::{Map, Value, json};

/// The files, and how many cases each has.
const FILES: [(&str, usize); 4] =
    [("xla.json", 503), ("nervana.json", 78), ("seed001.json", 30), ("seed002.json", 29)];

#[test]
fn passes_layouts_and_descriptions() {
    for (file, count) in FILES {
        assert_run(&[vectors(file)], count, 0);
    }
}

/// All cases of a file, each with its section.
fn cases(file: &str) -> Vec<(String, Value)> {
    let all = read(file);
    let sections = all["sections"].as_object().unwrap();
    let cases = |(name, list): (&String, &Value)| {
        let list = list.as_array().unwrap().clone();
        let name = name.clone();
        list.into_iter().map(move |case| (name.clone(), case))
    };
    sections.iter().flat_map(cases).collect()
}

fn suite(cases: Vec<(String, Value)>) -> Value {
    let mut sections = Map::new();
    for (section, case) in cases {
        sections.entry(section).or_insert(json!([])).as_array_mut().unwrap().push(case);
    }
    json!({ "sections": sections })
}

/// The places in an answer that hold no object.
fn places(path: String, value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| places(format!("{path}/{name}"), value, found));
        }
        Value::Array(list) if list.iter().any(|value| value.is_object() || value.is_array()) => {
            let each = list.iter().enumerate();
            each.for_each(|(at, value)| places(format!("{path}/{at}"), value, found));
        }
        _ => found.push(path),
    }
}

#[test]
fn notices_each_wrong_answer_of_layouts_and_descriptions() {
    for (file, _) in FILES {
        let mut wrong = Vec::new();
        for (section, case) in cases(file) {
            let mut found = Vec::new();
            if let Some(out) = case.get("out") {
                places("/out".into(), out, &mut found);
            }
            for path in found {
                let mut case = case.clone();
                spoil(case.pointer_mut(&path).unwrap());
                case["id"] = json!(format!("{} {path}", case["id"].as_str().unwrap()));
                wrong.push((section.clone(), case));
            }
        }
        assert_all_fail(&format!("wrong_{file}"), &suite(wrong));
    }
}

#[test]
fn notices_answers_where_a_refusal_is_expected_and_the_reverse() {
    for (file, _) in FILES {
        let mut all = cases(file);
        for (_, case) in &mut all {
            let fields = case.as_object_mut().unwrap();
            match fields.remove("error") {
                Some(_) => fields.insert("out".into(), json!([2, 3])),
                None => {
                    fields.remove("out");
                    fields.insert("error".into(), json!("refused"))
                }
            };
        }
        assert_all_fail(&format!("reversed_{file}"), &suite(all));
    }
}

#[test]
fn names_what_it_does_not_check() {
    for (file, count) in FILES {
        let all = cases(file);
        let mut places = vec!["".to_owned(), "/in".to_owned()];
        places.extend(
            ["lhs", "rhs", "from", "to", "a", "b", "shape"].map(|name| format!("/in/{name}")),
        );
        places.extend(["/out", "/out/parsed"].map(str::to_owned));
        let mut odd = Vec::new();
        for place in places {
            for (section, case) in &all {
                let mut case = case.clone();
                if let Some(Value::Object(fields)) = case.pointer_mut(&place) {
                    fields.insert("colour".into(), json!(1));
                    odd.push((section.clone(), case));
                }
            }
        }
        let total = odd.len();
        assert!(total >= 2 * count);
        let text =
            assert_run(&[written(&format!("odd_{file}"), &suite(odd).to_string())], 0, total);
        assert!(failures(&text).iter().all(|line| line.contains("colour")), "{text}");
        let mut unknown = all;
        unknown.iter_mut().for_each(|(_, case)| case["op"] = json!("paint"));
        let file = written(&format!("unknown_{file}"), &suite(unknown).to_string());
        let text = assert_run(&[file], 0, count);
        assert!(failures(&text).iter().all(|line| line.contains("`paint`")), "{text}");
    }
}

/// Whatever is put in the place of an input, the runner goes on.
#[test]
fn survives_odd_layouts_and_descriptions() {
    for (file, _) in FILES {
        let mut odd = Vec::new();
        let step = if file == "xla.json" { 3 } else { 1 };
        for (section, case) in cases(file).into_iter().step_by(step) {
            let mut found = vec!["/out".to_owned()];
            let fields = case["in"].as_object().unwrap();
            found.extend(fields.keys().map(|name| format!("/in/{name}")));
            for path in found {
                let huge = json!([u64::MAX, 1_u64 << 62]);
                for strange in
                    [json!(null), json!(-1), json!("?"), json!([[[]]]), json!({ "in": 1 }), huge]
                {
                    let mut case = case.clone();
                    if let Some(place) = case.pointer_mut(&path) {
                        *place = strange;
                        odd.push((section.clone(), case));
                    }
                }
            }
        }
        let total = odd.len();
        let (text, output) = run(&[written(&format!("strange_{file}"), &suite(odd).to_string())]);
        assert_eq!(output.status.code(), Some(1));
        let (passed, failed) = counts(&text);
        assert_eq!(passed + failed, total);
        assert!(failed > total / 2, "{failed} of {total}");
        assert!(!text.contains("panicked"), "{text}");
    }
}

/// What would be refused, made right: the runner says that it expected a refusal.
#[test]
fn expects_a_refusal_of_the_question_itself() {
    let axes = json!([["A", 2], ["B", 3]]);
    let (array, row) = (json!({ "dims": [2, 3], "m2m": [0, 1] }), json!({ "text": "(f32[2])" }));
    let valid = [
        (
            "xla_index_upstream",
            "validate_layout",
            json!({ "dims": [2, 3], "minor_to_major": [0, 1] }),
        ),
        ("xla_compat", "copy_layout", json!({ "lhs": array, "rhs": array })),
        ("xla_compat", "subshape", json!({ "shape": row, "index": [0] })),
        ("xla_text", "parse", json!({ "text": "f32[2,3]{0,1}" })),
        ("ngraph", "td", json!({ "axes": axes })),
        ("ngraph", "td_reorder", json!({ "axes": axes, "to": ["B", "A"] })),
        ("ngraph", "td_flatten", json!({ "axes": axes, "to": [["A", "B"]] })),
        ("ngraph", "td_slice", json!({ "axes": axes, "slices": ["::"], "n_new_axes": 2 })),
        ("ngraph", "op_slice", json!({ "axes": axes, "slices": ["0:2:1"] })),
        ("ngraph", "cast_axes", json!({ "axes": axes, "to": [["C", 2], ["D", 3]] })),
        ("ngraph", "axes_add", json!({ "lhs": ["A"], "rhs": ["B"] })),
        ("ngraph", "make_axes", json!({ "names": ["X", "Y"] })),
        (
            "seed001",
            "linear_offset_checked",
            json!({ "shape": [5, 3], "strides": [3, 1], "offset": 0, "index": [4, 2] }),
        ),
        ("seed001", "validate_sizes", json!({ "shape": [5, 3], "sizes": [5, 4] })),
        ("seed002", "dimension", json!({ "dims": [4, 5, 6], "dim": -3 })),
        ("seed002", "validate_padding", json!({ "dims": [2, 3], "padded_dimensions": [2, 4] })),
    ];
    let count = valid.len();
    let case = |(section, op, input): (&str, &str, Value)| {
        (section.to_owned(), json!({ "id": op, "op": op, "in": input, "error": "Refused" }))
    };
    let file = written("valid_layouts", &suite(valid.into_iter().map(case).collect()).to_string());
    let text = assert_run(&[file], 0, count);
    assert!(failures(&text).iter().all(|line| line.contains("expected a refusal")), "{text}");
}

/// A shape that a text should have said is no shape; that is no refusal of what is asked.
#[test]
fn tells_an_operand_that_cannot_be_made_from_a_refusal() {
    let broken = json!({ "text": "f32[2" });
    let cases = [
        ("xla_compat", "subshape", json!({ "shape": broken, "index": [0] })),
        ("xla_compat", "copy_layout", json!({ "lhs": broken, "rhs": broken })),
        ("ngraph", "op_slice", json!({ "axes": [["A", 2]], "slices": ["a:b"] })),
        (
            "seed001",
            "linear_offset_checked",
            json!({ "shape": [2, 2], "strides": [1], "offset": 0, "index": [0, 9] }),
        ),
    ];
    let count = cases.len();
    let case = |(section, op, input): (&str, &str, Value)| {
        (section.to_owned(), json!({ "id": op, "op": op, "in": input, "error": "Refused" }))
    };
    let suite = suite(cases.into_iter().map(case).collect());
    assert_run(&[written("broken_operands", &suite.to_string())], 0, count);
}
