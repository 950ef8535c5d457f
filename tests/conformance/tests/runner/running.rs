//! Running the runner, and suites of wrong answers.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "helpers of tests, each of which uses some"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

// --- Running ---

/// Runs the runner: what it printed, and all of it.
pub(crate) fn run(files: &[PathBuf]) -> (String, Output) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_extents-conformance")).args(files).output().unwrap();
    (String::from_utf8(output.stdout.clone()).unwrap(), output)
}

/// Runs the runner and compares its last line and its exit code; gives what it printed.
pub(crate) fn assert_run(files: &[PathBuf], passed: usize, failed: usize) -> String {
    let (text, output) = run(files);
    assert_eq!(
        text.lines().last(),
        Some(format!("{passed} passed, {failed} failed").as_str()),
        "{text}"
    );
    assert_eq!(output.status.code(), Some(i32::from(failed > 0)));
    assert_eq!(failures(&text).len(), failed);
    text
}

pub(crate) fn assert_all_fail(name: &str, suite: &Value) {
    let (text, output) = run(&[written(name, &suite.to_string())]);
    let lists = suite.get("cases").into_iter().chain(
        suite.get("sections").and_then(Value::as_object).into_iter().flat_map(|all| all.values()),
    );
    let cases: Vec<&Value> = lists.flat_map(|list| list.as_array().unwrap()).collect();
    let failed = failures(&text);
    let missed = cases.iter().filter_map(|case| case["id"].as_str()).filter(|id| {
        let start = format!("FAIL {id}: ");
        !failed.iter().any(|line| line.starts_with(&start))
    });
    assert_eq!(missed.collect::<Vec<_>>(), Vec::<&str>::new(), "passed with a wrong answer");
    assert!(cases.len() >= 7 && counts(&text) == (0, cases.len()), "{}", counts(&text).0);
    assert_eq!(output.status.code(), Some(1));
}

pub(crate) fn failures(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with("FAIL ")).collect()
}

/// The two numbers of the last line.
pub(crate) fn counts(text: &str) -> (usize, usize) {
    let last = text.lines().last().unwrap();
    let (passed, failed) = last.split_once(" passed, ").unwrap();
    (passed.parse().unwrap(), failed.strip_suffix(" failed").unwrap().parse().unwrap())
}

// --- Files ---

pub(crate) fn vectors(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors").join(file)
}

pub(crate) fn read(file: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(vectors(file)).unwrap()).unwrap()
}

pub(crate) fn cases(file: &str) -> Vec<Value> {
    read(file)["cases"].as_array().unwrap().clone()
}

pub(crate) fn written(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("json");
    fs::write(&path, text).unwrap();
    path
}

// --- Wrong answers ---

/// Puts something else in place of a value: of a list, its last element or one more.
pub(crate) fn spoil(value: &mut Value) {
    match value {
        Value::Bool(truth) => *truth = !*truth,
        Value::Array(list) => match list.last_mut() {
            Some(last) => spoil(last),
            None => list.push(json!(1)),
        },
        Value::Null => *value = json!(1),
        Value::String(text) => text.push_str("_padded"),
        Value::Number(number) => {
            *value = number
                .as_i64()
                .map_or_else(|| json!(number.as_f64().unwrap() + 1.0), |number| json!(number + 1));
        }
        other => panic!("no wrong answer for {other}"),
    }
}
