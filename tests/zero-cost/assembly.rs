//! What a function costs, read from the assembly of its crate (x86-64, as LLVM prints it for GNU's assembler).

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The functions of an assembly.
pub(crate) struct Assembly {
    /// The lines of each function: instructions, and labels with their colon.
    functions: HashMap<String, Vec<String>>,
    /// What else is the name of a function.
    aliases: HashMap<String, String>,
}

impl Assembly {
    /// The assembly of `tests/zero-cost`, optimised for a processor.
    pub(crate) fn of(cpu: &str) -> Self {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("zero-cost-{cpu}"));
        let mut cargo = Command::new(env!("CARGO"));
        if cfg!(unix) {
            let wrapper = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/zero-cost/rustc");
            cargo.env("RUSTC_WORKSPACE_WRAPPER", wrapper);
        }
        let output = cargo
            .args(["rustc", "--quiet", "--release", "--package", "extents-zero-cost", "--lib"])
            // What is not inlined is not looked at, and need not be optimised well.
            .args(["--config", "profile.release.package.extents.opt-level=1"])
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
        Self::parse(&std::fs::read_to_string(newest_assembly(&target)).expect("it is text"))
    }

    pub(crate) fn parse(text: &str) -> Self {
        let mut assembly = Assembly { functions: HashMap::new(), aliases: HashMap::new() };
        let mut current = None;
        for line in text.lines() {
            // The name of a function stands at the margin; labels within start with a dot.
            if let Some(name) = line.strip_suffix(':').filter(|name| !name.starts_with(['.', '\t']))
            {
                current = Some(assembly.functions.entry(name.to_owned()).or_default());
            } else if line.starts_with(".Lfunc_end") {
                current = None;
            } else if let Some((alias, name)) = alias(line) {
                assembly.aliases.insert(alias.to_owned(), name.to_owned());
            } else if let Some(lines) = &mut current {
                // Directives start with a dot too, and have no colon.
                let line = line.trim();
                if line.ends_with(':') || !line.starts_with('.') && !line.is_empty() {
                    lines.push(line.to_owned());
                }
            }
        }
        assembly
    }

    /// The cost of the function whose mangled name ends in `name` and a hash.
    pub(crate) fn cost(&self, name: &str) -> Cost {
        let mangled = format!("{}{name}17h", name.len());
        let symbol =
            self.functions.keys().chain(self.aliases.keys()).find(|s| s.contains(&mangled));
        let symbol = symbol.unwrap_or_else(|| panic!("{name} is in the assembly"));
        let mut reached = BTreeSet::new();
        self.reach(self.resolve(symbol), &mut reached);
        let mut cost = Cost::default();
        for symbol in &reached {
            self.add(&self.functions[*symbol], &mut cost);
        }
        cost
    }

    fn resolve<'a>(&'a self, symbol: &'a str) -> &'a str {
        self.aliases.get(symbol).map_or(symbol, |original| self.resolve(original))
    }

    /// The function of ours that an instruction calls, jumps to or takes the address of.
    fn mentions<'a>(&'a self, line: &'a str) -> Option<&'a str> {
        let symbol = |c: char| c.is_ascii_alphanumeric() || "_.$".contains(c);
        let mut names = line.split(|c| !symbol(c)).map(|name| self.resolve(name));
        names.find(|name| self.functions.contains_key(*name))
    }

    /// Adds a function and all behind it, each once.
    fn reach<'a>(&'a self, symbol: &'a str, reached: &mut BTreeSet<&'a str>) {
        if reached.insert(symbol) {
            for line in &self.functions[symbol] {
                self.mentions(line).into_iter().for_each(|next| self.reach(next, reached));
            }
        }
    }

    /// The instructions of all that a function reaches.
    fn behind(&self, symbol: &str) -> usize {
        let mut reached = BTreeSet::new();
        self.reach(symbol, &mut reached);
        let lines = reached.iter().flat_map(|symbol| &self.functions[*symbol]);
        lines.filter(|line| !line.ends_with(':')).count()
    }

    /// Adds what the lines of one function cost.
    fn add(&self, lines: &[String], cost: &mut Cost) {
        let is_label = |line: &&String| line.ends_with(':');
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| !is_label(line)) {
            let (mnemonic, operands) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            cost.instructions += 1;
            cost.vector = cost.vector.max(packed(mnemonic, operands));
            let jumps = mnemonic.starts_with('j');
            if !jumps && !mnemonic.starts_with("call") {
                continue;
            }
            let target = operands.trim_start_matches('*').split(['@', '(']).next().unwrap_or("");
            if target.starts_with(".L") {
                // A jump back closes a loop.
                let back = lines[..at].iter().position(|l| l.strip_suffix(':') == Some(target));
                if let Some(start) = back {
                    let body = &lines[start..=at];
                    cost.loops += 1;
                    cost.turns = turns(&lines[..start], body).filter(|_| cost.loops == 1);
                    cost.in_loops += body.iter().filter(|line| !is_label(line)).count();
                    // What a loop calls, it goes through as often.
                    let called = body.iter().filter_map(|line| self.mentions(line));
                    cost.in_loops += called.map(|symbol| self.behind(symbol)).sum::<usize>();
                }
            } else if self.mentions(line).is_none() {
                // In a register, it could lead anywhere.
                let known = !target.is_empty() && !target.starts_with('%');
                cost.outside
                    .insert(if known { target } else { "wherever a register points" }.into());
            }
        }
    }
}

/// `alias = original`, or `.set alias, original`: a name, and that of which it is an alias.
fn alias(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    match line.strip_prefix(".set ") {
        Some(set) => set.split_once(", "),
        None => line.split_once(" = "),
    }
}

/// How often a loop turns, if it counts from zero by constant steps up to a constant: `xorl %r, %r` before it, and
/// `addq $step, %r`, `cmpq $end, %r`, `jne` as its last lines.
fn turns(before: &[String], body: &[String]) -> Option<usize> {
    let [.., add, compare, jump] = body else { return None };
    let (step, register) = add.strip_prefix("addq\t$")?.split_once(", %")?;
    let (end, compared) = compare.strip_prefix("cmpq\t$")?.split_once(", %")?;
    let name = register.trim_start_matches(['r', 'e']).trim_end_matches('d');
    let zero = before.iter().rev().find(|line| line.contains(name) && !line.contains('('))?;
    let starts_at_zero = zero.starts_with("xorl\t") && zero.matches(name).count() == 2;
    let counts = register == compared && jump.starts_with("jne") && starts_at_zero;
    let (step, end): (usize, usize) = (step.parse().ok()?, end.parse().ok()?);
    (counts && end % step == 0).then(|| end / step)
}

/// The bytes of the vectors that an instruction computes with: none where it moves them only, or works on one
/// number.
fn packed(mnemonic: &str, operands: &str) -> usize {
    let name = mnemonic.strip_prefix('v').unwrap_or(mnemonic);
    let one = name.ends_with("ss") || name.ends_with("sd");
    // A register exclusive-or itself is how it becomes zero.
    if one
        || ["mov", "xor", "pxor", "zero", "cvt", "comi", "ucomi"]
            .iter()
            .any(|n| name.starts_with(n))
    {
        return 0;
    }
    let widths = [("%zmm", 64), ("%ymm", 32), ("%xmm", 16)];
    widths.iter().find(|(register, _)| operands.contains(register)).map_or(0, |&(_, bytes)| bytes)
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

/// What a function costs, and all that it calls or jumps to, each counted once.
#[derive(Debug, Default)]
pub(crate) struct Cost {
    pub(crate) instructions: usize,
    pub(crate) loops: usize,
    /// Instructions between the first and the last of each loop, with what is called there.
    pub(crate) in_loops: usize,
    /// How often the only loop turns, where the assembly says it.
    pub(crate) turns: Option<usize>,
    /// The bytes of the widest vectors that it computes with.
    pub(crate) vector: usize,
    /// Calls of and jumps to what is not in the assembly.
    pub(crate) outside: BTreeSet<String>,
}

impl Cost {
    /// Fails unless this is no more than `twin` in each respect. A turn of a loop here does what `turns` of the twin's
    /// do: how often a loop turns, most assembly does not say. Where that of both says it, what counts is how many
    /// instructions the loops run: a processor may get more of them written out, for fewer turns.
    pub(crate) fn no_more_than(&self, twin: &Cost, turns: usize) -> Result<(), String> {
        let mut all = (self.instructions, twin.instructions);
        let mut loops = (self.in_loops, turns * twin.in_loops);
        if let (Some(mine), Some(its)) = (self.turns, twin.turns) {
            all = (all.0 - loops.0, twin.instructions - twin.in_loops);
            loops = (mine * loops.0, its * twin.in_loops);
        }
        let more = [
            ("instructions", all.0 > all.1),
            ("loops", self.loops > twin.loops),
            ("instructions in loops", loops.0 > loops.1),
            ("narrower vectors", self.vector < twin.vector),
            ("calls of other functions", !self.outside.is_subset(&twin.outside)),
        ];
        let more: Vec<&str> =
            more.iter().filter(|(_, more)| *more).map(|(what, _)| *what).collect();
        if more.is_empty() { Ok(()) } else { Err(more.join(", ")) }
    }
}
