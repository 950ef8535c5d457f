//! The tests that `docs/features.md` names are there. That they fail without their feature, `.ci/rows` shows of a sample.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::fs;
use std::path::Path;

/// The tests that a row names, each with its file: `` `file`: `name`; `file`: `name` ``.
fn named(row: &str) -> Vec<(&str, &str)> {
    let (_, tests) = row.rsplit_once(" | ").unwrap();
    let code: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
    code.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

#[test]
fn each_feature_has_its_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = fs::read_to_string(root.join("docs/features.md")).unwrap();
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| ")).collect();
    let mut without = Vec::new();
    for row in &rows {
        let id = row.split(' ').nth(1).unwrap();
        for (file, name) in named(row) {
            let text =
                fs::read_to_string(root.join(file)).unwrap_or_else(|_| panic!("no {file}: {row}"));
            let test = text.split("#[test]").skip(1).any(|test| {
                let head = test.split_once('{').map_or(test, |(head, _)| head);
                head.contains(&format!("fn {name}("))
            });
            assert!(test, "{file} has no test {name}: {row}");
        }
        if named(row).is_empty() {
            without.push(id);
        }
    }
    // The heads of the five tables, and the two rows that say why they have none.
    assert_eq!(without, ["|", "T68", "T69", "|", "|", "|", "|"]);
    assert_eq!(rows.len(), 185);
}
