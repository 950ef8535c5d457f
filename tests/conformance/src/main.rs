//! Runs expected answers made by other implementations against `extents`.
//!
//! `extents-conformance FILE...` reads JSON files of cases, runs each case through the library,
//! prints a line for each that fails, and ends with `N passed, M failed`. The exit code is 0 where
//! none failed, 1 where some did, and 2 without arguments. A case that cannot be run has failed.

mod answer;
mod jagged;
mod json;
mod layers;
mod mdspan;
mod nervana;
mod seed000;
mod seed001;
mod seed002;
mod seed004;
mod spec;
mod suite;
mod tensorwrapper;
mod ublas;
mod xla;

use std::env;
use std::io::{self, BufWriter, Write};
use std::panic;
use std::path::Path;
use std::process::ExitCode;

use answer::Check;
use suite::{Case, read_suite};

fn main() -> ExitCode {
    let files: Vec<_> = env::args_os().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: extents-conformance FILE...");
        return ExitCode::from(2);
    }
    let mut report = Report::new(BufWriter::new(io::stdout().lock()));
    for file in &files {
        let path = Path::new(file);
        match read_suite(path) {
            Ok(cases) => cases.iter().for_each(|case| report.add(&case.id, run(case))),
            Err(reason) => report.add(&path.display().to_string(), Err(reason)),
        }
    }
    if report.finish() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether the library gives the answer that a case expects. A panic is a case that failed, not the
/// end of the run.
fn run(case: &Case) -> Check {
    panic::catch_unwind(|| dispatch(case)).unwrap_or_else(|_| Err("the library panicked".into()))
}

fn dispatch(case: &Case) -> Check {
    let (op, fields) = (case.op.as_str(), &case.fields);
    match (case.section.as_deref(), op) {
        (Some("seed000"), _) => seed000::run(op, fields),
        (Some("tw_labels" | "tw_impl"), _) => tensorwrapper::run(op, fields),
        (Some("seed001"), _) => seed001::run(op, fields),
        (Some("seed002"), _) => seed002::run(op, fields),
        (Some("ngraph"), _) => nervana::run(op, fields),
        (Some(section), _) if section.starts_with("xla_") => xla::run(op, fields),
        (Some("seed004"), _) => seed004::run(op, fields),
        (None, "contraction" | "shape_functions" | "in_bounds") => ublas::run(op, fields),
        (None, "mapping" | "submdspan" | "conv_extents" | "conv_mapping") => {
            mdspan::run(op, fields)
        }
        (
            None,
            "jagged" | "compose" | "tiling" | "tiling_invalid" | "unify_tilings"
            | "contract_tiling" | "ownership",
        ) => jagged::run(op, fields),
        (Some(section), _) => Err(format!("no such operation yet: `{op}` of section `{section}`")),
        (None, _) => Err(format!("no such operation yet: `{op}`")),
    }
}

/// Prints failures as they come, and counts.
///
/// A reader who has gone away (`| head`) is no reason to panic, so what `write` says is dropped;
/// `finish` notices on flushing.
struct Report<W: Write> {
    out: W,
    passed: usize,
    failed: usize,
}

impl<W: Write> Report<W> {
    fn new(out: W) -> Self {
        Report { out, passed: 0, failed: 0 }
    }

    fn add(&mut self, id: &str, check: Check) {
        match check {
            Ok(()) => self.passed = self.passed.saturating_add(1),
            Err(reason) => {
                self.failed = self.failed.saturating_add(1);
                let _ = writeln!(self.out, "FAIL {id}: {reason}");
            }
        }
    }

    /// Prints the last line; whether all passed.
    fn finish(mut self) -> bool {
        let _ = writeln!(self.out, "{} passed, {} failed", self.passed, self.failed);
        self.out.flush().is_ok() && self.failed == 0
    }
}
