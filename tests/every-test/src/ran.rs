//! What was run: read from what cargo printed.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources::File;

/// One program of tests, in one configuration.
#[derive(Debug)]
pub(crate) struct Run {
    /// The name of the crate; with `doc ` before it, the examples of its documentation.
    pub(crate) program: String,
    /// As the arguments have them: those of one package alone with its name before, as in `package/feature`.
    features: BTreeSet<String>,
    /// As the harness printed them; those that it ignored are left out.
    pub(crate) tests: Vec<String>,
}

impl Run {
    /// Whether a feature of a package was on.
    pub(crate) fn had(&self, feature: &str, package: &str) -> bool {
        self.features.contains(feature) || self.features.contains(&format!("{package}/{feature}"))
    }

    /// Whether it ran a test of this name that stands in this file.
    pub(crate) fn ran_test(&self, file: &File, name: &str) -> bool {
        file.programs.contains(&self.program)
            && self
                .tests
                .iter()
                .any(|test| is_in(file, test) && test.split("::").last() == Some(name))
    }

    /// Whether it ran a test that stands in this file; where the file has none, whether it is of its program.
    pub(crate) fn ran_part_of(&self, file: &File) -> bool {
        let has_part = || self.tests.iter().any(|test| is_in(file, test));
        file.programs.contains(&self.program) && (!file.has_tests || has_part())
    }

    /// Whether it ran the example that begins on a line of a file.
    pub(crate) fn ran_doc(&self, path: &str, line: usize) -> bool {
        self.program.starts_with("doc ")
            && self.tests.iter().any(|test| {
                let here = format!("(line {line})");
                let (file, item) = test.split_once(" - ").unwrap_or((test, ""));
                file.replace("src/../", "") == path && item.contains(&here)
            })
    }
}

/// Whether a test is in the module that a file is, or in one below. The outer modules are not there where the root of the
/// program states the path of the file.
fn is_in(file: &File, test: &str) -> bool {
    let path: Vec<&str> = test.split("::").collect();
    let module = &file.module;
    module.is_empty() || (0..module.len()).any(|outer| begins_with(&path, &module[outer..]))
}

fn begins_with(path: &[&str], module: &[String]) -> bool {
    path.len() > module.len() && path.iter().zip(module).all(|(part, name)| part == name)
}

/// What each feature switches on, itself included.
pub(crate) type Features = BTreeMap<String, BTreeSet<String>>;

/// Reads the features of a manifest.
pub(crate) fn features(manifest: &str) -> Features {
    let section = manifest.lines().skip_while(|line| *line != "[features]").skip(1);
    let mut direct = Features::new();
    for line in section.take_while(|line| !line.starts_with('[')) {
        if let Some((name, list)) = line.split_once(" = ") {
            let parts = list.split('"').skip(1).step_by(2);
            // Not what it switches on in another crate.
            let own = parts.filter(|part| !part.contains([':', '/'])).map(str::to_owned);
            direct.insert(name.to_owned(), own.collect());
        }
    }
    let closure = |name: &String| {
        let mut all = BTreeSet::new();
        let mut open = vec![name.clone()];
        while let Some(next) = open.pop() {
            if all.insert(next.clone()) {
                open.extend(direct.get(&next).into_iter().flatten().cloned());
            }
        }
        all
    };
    direct.keys().map(|name| (name.clone(), closure(name))).collect()
}

/// The features that the arguments of `cargo test` switch on.
fn switched_on(arguments: &str, features: &Features) -> BTreeSet<String> {
    let mut words = arguments.split_whitespace().take_while(|word| *word != "--");
    let mut named = vec!["default".to_owned()];
    while let Some(word) = words.next() {
        match word {
            "--all-features" => named.extend(features.keys().cloned()),
            "--no-default-features" => named.retain(|name| name != "default"),
            "--features" => {
                named.extend(
                    words.next().into_iter().flat_map(|list| list.split(',')).map(str::to_owned),
                );
            }
            _ => {}
        }
    }
    let all = |name: &String| features.get(name).cloned().unwrap_or_else(|| [name.clone()].into());
    named.iter().flat_map(all).collect()
}

/// The runs of a log: of what cargo printed after lines that state its arguments.
pub(crate) fn runs(log: &str, features: &Features) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut on = BTreeSet::new();
    let mut is_open = false;
    for line in log.lines() {
        let line = line.trim();
        let mut begins = |program: String| {
            runs.push(Run { program, features: on.clone(), tests: Vec::new() });
            is_open = true;
        };
        if let Some(arguments) = line.strip_prefix("+ cargo test") {
            on = switched_on(arguments, features);
            is_open = false;
        } else if let Some(name) = line.strip_prefix("Doc-tests ") {
            begins(format!("doc {name}"));
        } else if let Some(program) = line.strip_prefix("Running ").and_then(program) {
            begins(program);
        } else if is_open && let Some(run) = runs.last_mut() {
            run.tests.extend(passed(line).map(str::to_owned));
        }
    }
    runs
}

/// The crate of `tests/name.rs (target/debug/deps/name-0123456789abcdef)`.
fn program(text: &str) -> Option<String> {
    let (_, path) = text.strip_suffix(')')?.split_once(" (")?;
    let (name, _) = path.rsplit('/').next()?.rsplit_once('-')?;
    Some(name.to_owned())
}

/// The name in `test name ... ok`. The harness writes `test name ... ` at once: what another program or test writes between, such as
/// the parts of `test program.rs ... ok`, can stand before it and behind it.
fn passed(line: &str) -> impl Iterator<Item = &str> {
    line.split(" ...").zip(line.split(" ...").skip(1)).filter_map(|(name, outcome)| {
        let (_, name) = name.rsplit_once("test ")?;
        let was_ignored = outcome.trim_start().starts_with("ignored");
        (!was_ignored).then(|| name.trim_end_matches(" - should panic"))
    })
}
