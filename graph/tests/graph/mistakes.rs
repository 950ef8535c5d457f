//! The programs of `graph/ui-tests/`: mistakes, and beside each what the compiler says.

use std::fs;

/// Each program, and how its error begins.
const MISTAKES: &[(&str, &str)] =
    &[("assign_to_a_read_only_tensor", "error[E0277]: a read-only tensor cannot be assigned to")];

#[test]
fn mistakes_do_not_compile() {
    let cases = trybuild::TestCases::new();
    // With a program that passes among them the others are built, not only checked.
    cases.pass("ui-tests/pass/*.rs");
    cases.compile_fail("ui-tests/*.rs");
}

#[test]
fn each_error_starts_as_the_table_says() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/ui-tests");
    for (name, first) in MISTAKES {
        let text = fs::read_to_string(format!("{folder}/{name}.stderr")).unwrap();
        assert_eq!(text.lines().next(), Some(*first), "{name}");
    }
    let programs = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let programs = programs.filter(|path| path.extension().is_some_and(|found| found == "rs"));
    assert_eq!(programs.count(), MISTAKES.len());
}
