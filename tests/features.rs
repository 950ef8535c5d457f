//! The tests that `docs/features.md` names are there.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

#[test]
fn each_feature_has_its_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = fs::read_to_string(root.join("docs/features.md")).unwrap();
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| ")).collect();
    let mut tests = 0;
    for row in &rows {
        let mut code = row.rsplit_once(" | ").unwrap().1.split('`').skip(1).step_by(2);
        let (Some(file), Some(name)) = (code.next(), code.next()) else { continue };
        let text =
            fs::read_to_string(root.join(file)).unwrap_or_else(|_| panic!("no {file}: {row}"));
        assert!(text.contains(&format!("fn {name}(")), "{file} has no test {name}: {row}");
        tests += 1;
    }
    // All but the two rows that say why they have none.
    assert_eq!((rows.len() - 5, tests), (180, 178));
}
