//! Zero cost, proved: the typed functions of `tests/zero-cost` compile to no more machine code than
//! their hand-written twins, and the controls do differ.
//!
//! Where two functions optimise to the same code, LLVM merges them and one symbol becomes an alias of
//! the other, which the assembly shows. Where they do not merge, the typed one must have no more
//! instructions, no more in its loops, no more loops, and no call that the twin has not.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a test says what is wrong by panicking"
)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Each has a `_typed`, a `_twin` and a `_control` function.
const PAIRS: [&str; 29] = [
    "offset_static",
    "offset_mixed",
    "blocked_offset",
    "blocked_sum",
    "tiled_offset",
    "tiled_padded",
    "tiled_nested",
    "tiled_index",
    "strides",
    "slice_static",
    "subview",
    "permuted",
    "padded",
    "iterate_static",
    "proven_sum",
    "flat",
    "sum_static",
    "sum_strengthened",
    "matmul",
    "matmul_into",
    "modes",
    "matvec",
    "proof",
    "zip",
    "indices",
    "iter",
    "expr_axpy",
    "expr_norm_l2_of_difference",
    "expr_orders",
];

#[test]
fn typed_code_is_no_more_than_its_twin_on_the_default_target() {
    compare("x86-64");
}

#[test]
fn typed_code_is_no_more_than_its_twin_on_x86_64_v3() {
    compare("x86-64-v3");
}

#[test]
fn typed_code_is_no_more_than_its_twin_on_this_machine() {
    compare("native");
}

fn compare(cpu: &str) {
    if cfg!(not(target_arch = "x86_64")) && cpu != "native" {
        return;
    }
    let assembly = Assembly::of(cpu);
    for pair in PAIRS {
        let typed = assembly.function(&format!("{pair}_typed"));
        let twin = assembly.function(&format!("{pair}_twin"));
        let control = assembly.function(&format!("{pair}_control"));
        assert!(
            typed.same_as(&twin) || typed.no_more_than(&twin),
            "{pair} on {cpu}: the typed function is more than its twin\n{typed:#?}\n{twin:#?}"
        );
        assert!(!control.same_as(&twin), "{pair} on {cpu}: the comparison cannot tell code apart");
        assert!(!control.same_as(&typed), "{pair} on {cpu}: the comparison cannot tell code apart");
    }
    // Nor does the count of instructions let everything pass: a check at each access shows.
    let checked = assembly.function("sum_strengthened_control");
    assert!(!checked.no_more_than(&assembly.function("sum_strengthened_twin")), "{checked:#?}");
}

/// A 4x4 product is straight code: nothing loops, nothing is called.
#[test]
fn a_small_static_contraction_unrolls() {
    let matmul = Assembly::of("x86-64").function("matmul_typed");
    assert_eq!((matmul.loops, matmul.calls), (0, 0), "{matmul:#?}");
}

struct Assembly(String);

impl Assembly {
    /// The assembly of `tests/zero-cost`, optimised for a processor.
    fn of(cpu: &str) -> Self {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("zero-cost-{cpu}"));
        let output = Command::new(env!("CARGO"))
            .args(["rustc", "--quiet", "--release", "--package", "extents-zero-cost", "--lib"])
            .arg("--target-dir")
            .arg(&target)
            .args(["--", "--emit=asm", "-Ccodegen-units=1", "-Copt-level=3"])
            .env("RUSTFLAGS", format!("-Ctarget-cpu={cpu}"))
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("cargo runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "tests/zero-cost does not build:\n{errors}");
        Assembly(std::fs::read_to_string(newest_assembly(&target)).expect("the assembly is text"))
    }

    /// The function whose mangled name ends in `name` and a hash; aliases are followed.
    fn function(&self, name: &str) -> Function {
        let mangled = format!("{}{name}17h", name.len());
        // `alias = original`, or `.set alias, original`.
        let mut alias = self.0.lines().map(str::trim).filter_map(|line| {
            line.strip_prefix(".set ").map_or(line.split_once(" = "), |set| set.split_once(", "))
        });
        if let Some((_, original)) = alias.find(|(alias, _)| alias.contains(&mangled)) {
            return self.body(original);
        }
        let label = self
            .0
            .lines()
            .find(|line| line.ends_with(':') && line.contains(&mangled))
            .unwrap_or_else(|| panic!("{name} is in the assembly"));
        self.body(label.trim_end_matches(':'))
    }

    fn body(&self, symbol: &str) -> Function {
        let lines = self.0.lines().skip_while(|line| *line != format!("{symbol}:")).skip(1);
        let body = lines.take_while(|line| !line.starts_with(".Lfunc_end")).map(str::trim);
        // Directives start with a dot; so do labels, which end with a colon.
        Function::new(body.filter(|line| !line.starts_with('.') || line.ends_with(':')).collect())
    }
}

/// The newest `.s` file; an older build may have left another.
fn newest_assembly(target: &Path) -> PathBuf {
    std::fs::read_dir(target.join("release/deps"))
        .expect("cargo made the folder")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "s"))
        .max_by_key(|path| path.metadata().and_then(|data| data.modified()).expect("has a time"))
        .expect("rustc wrote the assembly")
}

#[derive(Debug)]
struct Function {
    /// Instructions, with jump targets replaced by nothing.
    instructions: Vec<String>,
    calls: usize,
    loops: usize,
    in_loops: usize,
}

impl Function {
    fn new(lines: Vec<&str>) -> Self {
        let is_label = |line: &str| line.ends_with(':');
        let mut function = Function { instructions: Vec::new(), calls: 0, loops: 0, in_loops: 0 };
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| !is_label(line)) {
            let mnemonic = line.split_whitespace().next().unwrap_or_default();
            let target = line.rsplit(char::is_whitespace).next().unwrap_or_default();
            function.calls += usize::from(mnemonic.starts_with("call"));
            // A jump back closes a loop.
            let back = lines[..at].iter().position(|l| l.strip_suffix(':') == Some(target));
            if let (true, Some(start)) = (mnemonic.starts_with('j'), back) {
                function.loops += 1;
                function.in_loops += lines[start..=at].iter().filter(|l| !is_label(l)).count();
            }
            let text = if mnemonic.starts_with('j') { mnemonic } else { line };
            function.instructions.push(text.to_owned());
        }
        function
    }

    fn same_as(&self, other: &Function) -> bool {
        self.instructions == other.instructions
    }

    fn no_more_than(&self, twin: &Function) -> bool {
        self.instructions.len() <= twin.instructions.len()
            && self.calls <= twin.calls
            && self.loops <= twin.loops
            && self.in_loops <= twin.in_loops
    }
}
