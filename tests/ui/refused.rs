//! Random functions over names, in pairs of one that compiles and one that does not: `tests/dims/write_refused.py` writes them,
//! each that does not under the message that it computed by the rules of names.

use std::collections::BTreeMap;
use std::{fs, io};

use super::{folder, message, stderr_of, without_paths};

/// The files of such functions.
const FILES: [&str; 2] = ["names_that_differ", "names_that_constants_tell_apart"];

/// Each function of a file by the line that it begins in: its name, and the message above it.
fn functions(file: &str) -> io::Result<BTreeMap<usize, (String, Option<String>)>> {
    let text = fs::read_to_string(folder().join(file).with_extension("rs"))?;
    let (mut all, mut above) = (BTreeMap::new(), None);
    for (at, line) in (1..).zip(text.lines()) {
        if let Some(name) = line.strip_prefix("fn p").and_then(|line| line.split('(').next()) {
            all.insert(at, (name.to_owned(), above.take()));
        }
        above = line.strip_prefix("// ").map(str::to_owned);
    }
    Ok(all)
}

/// What the compiler says first of each function that it refuses, by the line that the function begins in.
fn refusals(file: &str, lines: &[usize]) -> io::Result<BTreeMap<usize, String>> {
    let mut first = BTreeMap::new();
    let stderr = format!("\n{}", stderr_of(file)?);
    for error in stderr.split("\nerror").skip(1) {
        let place = error.split_once(&format!("--> ui-tests/{file}.rs:"));
        let Some((_, place)) = place else { continue };
        let line: usize = place.split(':').next().unwrap_or_default().parse().unwrap_or_default();
        let begin = lines.iter().copied().rfind(|begin| *begin <= line).unwrap_or_default();
        let error = without_paths(error);
        first.entry(begin).or_insert(message(error.lines().next().unwrap_or_default()).to_owned());
    }
    Ok(first)
}

#[test]
fn of_random_functions_those_are_refused_in_which_names_differ() -> io::Result<()> {
    for (file, pairs) in FILES.into_iter().zip([40, 20]) {
        let functions = functions(file)?;
        let lines: Vec<usize> = functions.keys().copied().collect();
        let refusals = refusals(file, &lines)?;
        for (line, (name, expected)) in &functions {
            assert_eq!(name.ends_with("_differing"), expected.is_some(), "{file}: {name}");
            assert_eq!(refusals.get(line), expected.as_ref(), "{file}: {name}");
        }
        let differing = functions.values().filter(|(_, expected)| expected.is_some()).count();
        assert_eq!(
            (functions.len().abs_diff(differing), differing, refusals.len()),
            (pairs, pairs, pairs)
        );
    }
    Ok(())
}
