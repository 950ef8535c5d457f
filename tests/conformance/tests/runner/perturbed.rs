//! No operation takes its answer from what is expected: each value of an expected answer, put wrong in several ways, fails.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "helpers of tests"
)]

use std::collections::BTreeMap;

use crate::running::{failures, read, run, spoil, written};
use serde_json::{Value, json};

/// Whole files, each with the number of its operations.
const FILES: [(&str, usize); 7] = [
    ("ublas.json", 3),
    ("tensorwrapper.json", 11),
    ("nervana.json", 25),
    ("xla.json", 65),
    ("seed_examples.json", 48),
    ("mdspan.json", 4),
    ("jagged.json", 7),
];

/// So many cases of each operation, and so many values of each.
const CASES: usize = 6;
const VALUES: usize = 30;

/// The fields of a case that are answers, where they do not stand in `out`: those of the reference, for which the
/// standard's are put in.
const ANSWERS: &[&str] = &[
    "constructible",
    "implicit",
    "rank",
    "rank_dynamic",
    "strides",
    "required_span_size",
    "is_unique",
    "is_exhaustive",
    "is_strided",
    "is_always_unique",
    "is_always_exhaustive",
    "is_always_strided",
    "padded_stride",
    "static_padding_stride",
    "offsets",
    "result",
    "size",
    "smooth_rank",
    "layers_min",
    "n_leaves",
    "leaf_element_offsets",
    "axis_offsets",
    "smooth_extents",
    "padded",
    "padding_elements",
    "chips",
    "slices",
    "expected",
    "iter_first",
    "iter_last",
    "owner",
    "local_index",
    "local_count",
    "unified",
    "boundaries",
    "congruent",
    "out_tiles",
    "n_tiles",
    "tiles_per_mode",
    "largest_tile",
    "smallest_tile",
    "element_to_tile",
    "as_jagged_leaves",
    "rank_as_jagged",
    "add ij,ij->ij",
    "direct ij,ik->ijk",
    "contract ij,ij->i",
    "contract ij,ij->",
    "contract ij,kj->ik",
    "permute ij->ji",
];

fn operation(case: &Value) -> String {
    ["op", "kind"].iter().find_map(|name| case.get(name)?.as_str()).unwrap().to_owned()
}

/// The cases of a file by section and operation, with the standard's answers.
fn by_operation(file: &str) -> BTreeMap<(String, String), Vec<Value>> {
    let all = read(file);
    let mut found: BTreeMap<_, Vec<Value>> = BTreeMap::new();
    let mut add = |section: &str, list: &Value| {
        for case in list.as_array().unwrap() {
            // These have the standard's answers in the place of answers.
            if case.get("std").is_none() && case.get("error").is_none() {
                let key = (section.to_owned(), operation(case));
                found.entry(key).or_default().push(case.clone());
            }
        }
    };
    match all.get("sections") {
        Some(sections) => {
            sections.as_object().unwrap().iter().for_each(|(name, list)| add(name, list));
        }
        None => add("", &all["cases"]),
    }
    found
}

/// The places of all values that are no lists or objects, and of lists without any.
fn leaves(path: String, value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let name = |name: &String| name.replace('~', "~0").replace('/', "~1");
            for (field, value) in fields {
                leaves(format!("{path}/{}", name(field)), value, found);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let each = list.iter().enumerate();
            each.for_each(|(at, value)| leaves(format!("{path}/{at}"), value, found));
        }
        _ => found.push(path),
    }
}

/// The value put wrong: another one of its kind, and none or a list where there is neither.
fn wrong(value: &Value) -> Vec<Value> {
    let mut other = value.clone();
    if value.is_object() {
        other = json!({ "odd": 1 });
    } else {
        spoil(&mut other);
    }
    let mut all = vec![other, json!([[7]])];
    if !value.is_null() {
        all.push(Value::Null);
    }
    all
}

#[test]
fn each_wrong_value_of_each_operation_fails() {
    for (file, operations) in FILES {
        let all = by_operation(file);
        let mut names: Vec<&String> = all.keys().map(|(_, operation)| operation).collect();
        names.sort();
        names.dedup();
        let mut asked = BTreeMap::new();
        let (mut sections, mut count) = (serde_json::Map::new(), 0);
        for ((section, operation), cases) in &all {
            let step = cases.len().div_ceil(CASES);
            for case in cases.iter().step_by(step) {
                let mut places = Vec::new();
                for name in ["out"].iter().chain(ANSWERS) {
                    let is_input =
                        *name == "strides" && case.get("layout") == Some(&json!("stride"));
                    if let Some(value) = case.get(name).filter(|_| !is_input) {
                        leaves(format!("/{name}"), value, &mut places);
                    }
                }
                places.retain(|place| !is_unchecked(case, place));
                let step = places.len().div_ceil(VALUES).max(1);
                for place in places.iter().step_by(step) {
                    for value in wrong(case.pointer(place).unwrap()) {
                        let mut case = case.clone();
                        count += 1;
                        *case.pointer_mut(place).unwrap() = value;
                        case["id"] = json!(format!("{count} {operation} {place}"));
                        let list = sections.entry(section.clone()).or_insert(json!([]));
                        list.as_array_mut().unwrap().push(case);
                        *asked.entry(operation).or_insert(0) += 1;
                    }
                }
            }
        }
        let suite = match sections.remove("") {
            Some(cases) => json!({ "cases": cases }),
            None => json!({ "sections": sections }),
        };
        let (text, _) = run(&[written(&format!("perturbed_{file}"), &suite.to_string())]);
        let failed = failures(&text).len();
        let lists = suite.get("cases").into_iter().chain(
            suite.get("sections").and_then(Value::as_object).into_iter().flat_map(|s| s.values()),
        );
        let passed: Vec<String> = lists
            .flat_map(|list| list.as_array().unwrap())
            .map(|case| case["id"].as_str().unwrap().to_owned())
            .filter(|id| !text.contains(&format!("FAIL {id}: ")))
            .collect();
        assert_eq!(passed, Vec::<String>::new(), "{file}: passed with a wrong answer");
        assert_eq!(failed, count, "{file}");
        // No operation is left out but those all of whose cases are refusals.
        assert_eq!((names.len(), asked.len()), (operations, operations), "{file}: {names:?}");
    }
}

/// What the runner has no question for: the types of C++, and what a case is made of.
fn is_unchecked(case: &Value, place: &str) -> bool {
    let of_cpp = ["index_type", "_extents", "_mapping", "_mdspan"];
    let is_of_cpp = |name: &&str| place.ends_with(*name) && !place.ends_with("/static_extents");
    let of_cpp = of_cpp.iter().any(is_of_cpp);
    let is_input = ["/index/", "/element/", "/operands", "/note", "/prefix", "/lo/", "/hi/"];
    let is_input = is_input.iter().any(|name| place.contains(name));
    let is_wrong_reference = case.get("reference_addressing_wrong").is_some();
    of_cpp || is_input || is_wrong_reference
}
