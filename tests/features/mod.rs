//! The tests that `docs/features.md` and `docs/names.md` name are there. That they fail without their feature, `.ci/rows` shows of a sample.

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

/// Whether a file has a test of this name, itself or by a macro that takes the name first.
fn has_test(file: &str, name: &str) -> bool {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = fs::read_to_string(path).unwrap_or_else(|_| panic!("no {file}"));
    let written = text.split("#[test]").skip(1).any(|test| {
        let head = test.split_once('{').map_or(test, |(head, _)| head);
        head.contains(&format!("fn {name}("))
    });
    written || ["program", "shapes"].iter().any(|by| text.contains(&format!("\n{by}! {{ {name},")))
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
            assert!(has_test(file, name), "{file} has no test {name}: {row}");
        }
        if named(row).is_empty() {
            without.push(id);
        }
    }
    // The heads of the five tables, and the two rows that say why they have none.
    assert_eq!(without, ["|", "T68", "T69", "|", "|", "|", "|"]);
    assert_eq!(rows.len(), 186);
}

#[test]
fn each_rule_of_names_has_its_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = fs::read_to_string(root.join("docs/names.md")).unwrap();
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| R")).collect();
    for (row, number) in rows.iter().zip(1..) {
        assert!(row.starts_with(&format!("| R{number} | ")), "{row}");
        assert!(!named(row).is_empty(), "{row}");
        for (file, name) in named(row) {
            assert!(has_test(file, name), "{file} has no test {name}: {row}");
        }
        let refused = row.split(" | ").nth(3).unwrap();
        for program in refused.split('`').skip(1).step_by(2) {
            for ending in ["rs", "stderr"] {
                let path = root.join("ui-tests").join(program).with_extension(ending);
                assert!(path.is_file(), "no {}: {row}", path.display());
            }
        }
    }
    assert_eq!(rows.len(), 25);
}

/// Each entry of the table is a row with a test that the row names, and a text that its file has once.
#[test]
fn features_that_are_broken_on_purpose_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rows = fs::read_to_string(root.join("docs/features.md")).unwrap();
    let table = fs::read_to_string(root.join("tests/features/broken.txt")).unwrap();
    let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines: Vec<&str> = lines.collect();
    let mut systems: Vec<char> = Vec::new();
    for entry in lines.chunks(4) {
        let &[head, file, before, after] = entry else { panic!("four lines, not {entry:?}") };
        let &[id, program, test] = &head.split(' ').collect::<Vec<_>>()[..] else {
            panic!("a row, a program and a test, not {head}")
        };
        let row = rows.lines().find(|line| line.starts_with(&format!("| {id} | "))).unwrap();
        // The modules lead to the file, or it is all of the program.
        let (place, name) = test.rsplit_once("::").unwrap_or((program, test));
        let place = format!("/{}", place.replace("::", "/"));
        let is_named = |(file, test): (&str, &str)| {
            let file = file.trim_end_matches(".rs");
            test == name && file.trim_end_matches("/mod").ends_with(&place)
        };
        assert!(named(row).into_iter().any(is_named), "{row} does not name {program} {test}");
        let before = before.strip_prefix("- ").unwrap();
        assert_ne!(after.strip_prefix("+ ").unwrap(), before);
        let text = fs::read_to_string(root.join(file)).unwrap();
        assert_eq!(text.matches(before).count(), 1, "{id}: {file} should have this once: {before}");
        systems.extend(id.chars().next());
    }
    assert!(lines.len() >= 4 * 15 && "TNXUC".chars().all(|system| systems.contains(&system)));
}
