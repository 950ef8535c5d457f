//! Lists what is there to be run and was not: `extents-every-test LOG`, where `LOG` is what `.ci/cargo-test` wrote.
//!
//! Tests, examples in the documentation and sections of tests that a feature switches on are looked up in the sources of
//! the workspace in the current folder, and must each have been run in some configuration.
#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a tool of this project; what it reads is text of some thousand lines"
)]

mod ran;
mod sources;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

use ran::Run;
use sources::{Package, Wanted};

fn main() -> ExitCode {
    let Some(log) = env::args().nth(1) else {
        eprintln!("usage: extents-every-test LOG");
        return ExitCode::FAILURE;
    };
    match missing(Path::new("."), Path::new(&log)) {
        Ok((wanted, missing)) => {
            missing.iter().for_each(|line| eprintln!("{line}"));
            println!("{} of {wanted} were run in some configuration", wanted - missing.len());
            if missing.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// How much there is to be run, and what of it was not.
fn missing(root: &Path, log: &Path) -> io::Result<(usize, Vec<String>)> {
    let packages = sources::packages(root)?;
    let features = ran::features(&fs::read_to_string(root.join("Cargo.toml"))?);
    let runs = ran::runs(&fs::read_to_string(log)?, &features);
    let mut count = 0;
    let mut missing = Vec::new();
    for package in &packages {
        for wanted in package.wanted(root)? {
            count += 1;
            if !is_met(package, &wanted, &runs) {
                missing.push(wanted.to_string());
            }
        }
        // What is gated by a default feature is gone without it, and the rest must do without.
        for feature in package.defaults() {
            count += 1;
            if !runs.iter().any(|run| package.owns(run) && !run.had(feature, &package.name)) {
                missing
                    .push(format!("no test of {} ran without the feature {feature}", package.name));
            }
        }
    }
    Ok((count, missing))
}

/// Whether some run did what is wanted.
fn is_met(package: &Package, wanted: &Wanted, runs: &[Run]) -> bool {
    let mut own = runs.iter().filter(|run| package.owns(run));
    match wanted {
        Wanted::Test { file, name } => own.any(|run| run.ran_test(file, name)),
        Wanted::Doc { file, line } => own.any(|run| run.ran_doc(&file.path, *line)),
        Wanted::Program { program } => {
            own.any(|run| run.program == *program && !run.tests.is_empty())
        }
        Wanted::With { file, feature, on } => {
            own.any(|run| run.ran_part_of(file) && run.had(feature, &package.name) == *on)
        }
        Wanted::Mention { is_there, .. } => *is_there,
    }
}
