//! The gallery of shape errors: each program of `ui-tests/` is a newcomer's mistake, and beside it
//! stands what the compiler says.
//!
//! `.stderr` files hold for the pinned toolchain; after a change of it or of a message,
//! `TRYBUILD=overwrite cargo test --test ui` writes them anew. The other tests read these files and
//! hold for any compiler: the first line is a sentence of ours, without paths, which names the label
//! or the mode and both extents or ranks where there are such. Where the error is the compiler's own,
//! its code and the types in it are asserted.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

mod dims;
mod expressions;
mod gallery;
mod names;
mod programs;
mod rearranged;
mod refused;

use dims::DIMS;
use expressions::EXPRESSIONS;
use gallery::First::{self, Compilers, Ours};
use gallery::GALLERY;
use names::NAMES;
use rearranged::REARRANGED;

/// Each program, and how its error begins.
fn gallery() -> impl Iterator<Item = &'static (&'static str, First)> {
    GALLERY.iter().chain(REARRANGED).chain(EXPRESSIONS).chain(DIMS).chain(NAMES)
}

#[test]
fn mistakes_do_not_compile() {
    programs::fail("mistakes_do_not_compile");
}

#[test]
fn put_right_they_run() {
    programs::pass("put_right_they_run");
}

#[test]
fn each_error_starts_as_the_table_says() -> io::Result<()> {
    for (name, first) in gallery() {
        let stderr = without_paths(&stderr_of(name)?);
        let first_line = stderr.lines().next().unwrap_or_default();
        match first {
            Ours(sentence) => assert_eq!(message(first_line), without_paths(sentence), "{name}"),
            Compilers(code, parts) => {
                assert!(
                    first_line.starts_with(&format!("error[{code}]: ")),
                    "{name}: {first_line}"
                );
                for part in *parts {
                    let shown = without_paths(part);
                    assert!(stderr.contains(&shown), "{name} does not show `{part}`");
                }
            }
        }
    }
    Ok(())
}

#[test]
fn the_table_lists_each_program_once() -> io::Result<()> {
    let listed: Vec<String> = gallery().map(|(name, _)| name.to_string()).collect();
    let distinct: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), distinct.len());
    assert_eq!(distinct, stems("rs")?);
    assert_eq!(distinct, stems("stderr")?);
    Ok(())
}

#[test]
fn no_error_shows_numbers_as_types() -> io::Result<()> {
    for (name, _) in gallery() {
        assert!(!stderr_of(name)?.contains("UInt"), "{name}");
    }
    Ok(())
}

#[test]
fn no_error_shows_a_path_of_one_machine() -> io::Result<()> {
    for (name, _) in gallery() {
        for line in stderr_of(name)?.lines() {
            let place =
                line.trim_start().strip_prefix("--> ").or(line.trim_start().strip_prefix("::: "));
            assert!(place.is_none_or(|place| !place.starts_with('/')), "{name}: {line}");
            assert!(!line.contains("written to '"), "{name}: {line}");
        }
    }
    Ok(())
}

#[test]
fn each_error_shows_the_line_of_the_program() -> io::Result<()> {
    for (name, _) in gallery() {
        let place = format!("--> ui-tests/{name}.rs");
        assert!(stderr_of(name)?.contains(&place), "{name}");
    }
    Ok(())
}

/// What the compiler says about a program.
fn stderr_of(name: &str) -> io::Result<String> {
    fs::read_to_string(folder().join(name).with_extension("stderr"))
}

/// The names of the files with this extension.
fn stems(extension: &str) -> io::Result<BTreeSet<String>> {
    let mut stems = BTreeSet::new();
    for entry in fs::read_dir(folder())? {
        let path = entry?.path();
        if path.extension().is_some_and(|found| found == extension) {
            stems.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    Ok(stems)
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/ui-tests"))
}

/// A first line without `error[E0277]: `, and without what the compiler puts before const panics.
fn message(first_line: &str) -> &str {
    let message = first_line.split_once(": ").map_or("", |(_, message)| message);
    message.strip_prefix("evaluation panicked: ").unwrap_or(message)
}

/// The text with `Const<3>` in the place of `extents::Const<3>`.
///
/// Which names come with their path depends on what else has the same name.
fn without_paths(text: &str) -> String {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut short = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("::") {
        if after.starts_with(is_name) {
            short.push_str(before.trim_end_matches(is_name));
        } else {
            short.push_str(before);
            short.push_str("::");
        }
        rest = after;
    }
    short + rest
}
