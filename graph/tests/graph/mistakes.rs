//! The programs of `graph/ui-tests/`: mistakes, and beside each what the compiler says.

use std::fs;

use crate::programs;

/// Each program, and how its error begins.
const MISTAKES: &[(&str, &str)] =
    &[("assign_to_a_read_only_tensor", "error[E0277]: a read-only tensor cannot be assigned to")];

#[test]
fn mistakes_do_not_compile() {
    programs::fail("mistakes::mistakes_do_not_compile");
}

#[test]
fn put_right_they_run() {
    programs::pass("mistakes::put_right_they_run");
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
