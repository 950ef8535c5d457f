//! What is there to be run: read from the sources.

use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::ran::Run;

/// A package of the workspace.
pub(crate) struct Package {
    pub(crate) name: String,
    /// Its folder; empty for that of the workspace.
    folder: String,
    manifest: String,
    /// The names of its programs under `tests/`.
    programs: Vec<String>,
}

/// Where tests stand.
#[derive(Debug)]
pub(crate) struct File {
    /// From the folder of the workspace on.
    pub(crate) path: String,
    /// The programs that it can be a part of.
    pub(crate) programs: Vec<String>,
    /// The modules that lead to it; none where it is the root of its program.
    pub(crate) module: Vec<String>,
    /// Whether it has tests.
    pub(crate) has_tests: bool,
}

/// What some configuration must run.
#[derive(Debug)]
pub(crate) enum Wanted {
    /// A function.
    Test { file: File, name: String },
    /// An example in the documentation that begins on this line.
    Doc { file: File, line: usize },
    /// A program, with a test of it.
    Program { program: String },
    /// A test of a file with a feature, or without it; of its program, where it has no tests.
    With { file: File, feature: String, on: bool },
    /// A name in the scripts.
    Mention { what: String, is_there: bool },
}

impl Display for Wanted {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Wanted::Test { file, name } => write!(f, "{}: the test {name} never ran", file.path),
            Wanted::Doc { file, line } => {
                write!(f, "{}:{line}: this example never ran", file.path)
            }
            Wanted::Program { program } => write!(f, "no test of the program {program} ran"),
            Wanted::With { file, feature, on } => {
                let with = if *on { "with" } else { "without" };
                write!(f, "{}: never ran {with} the feature {feature}", file.path)
            }
            Wanted::Mention { what, .. } => write!(f, "no script of .ci has {what}"),
        }
    }
}

/// The packages of the workspace in a folder, but for this one: its texts have tests in them that are none.
pub(crate) fn packages(root: &Path) -> io::Result<Vec<Package>> {
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    let members = manifest.split_once("members = [").and_then(|(_, rest)| rest.split_once(']'));
    let members = members.map_or("", |(members, _)| members);
    let mut packages = Vec::new();
    let members = members.split('"').skip(1).step_by(2);
    for folder in [""].into_iter().chain(members.filter(|folder| *folder != "tests/every-test")) {
        let manifest = fs::read_to_string(root.join(folder).join("Cargo.toml"))?;
        let name =
            manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        let name =
            name.ok_or_else(|| io::Error::other(format!("no name in {folder}/Cargo.toml")))?;
        let tests = root.join(folder).join("tests");
        let programs = entries(&tests)?.into_iter().filter(|path| root_of(path).is_some());
        let programs = programs.map(|path| stem(&path));
        packages.push(Package {
            name: name.to_owned(),
            folder: folder.to_owned(),
            programs: programs.collect(),
            manifest,
        });
    }
    let mut programs: Vec<&String> =
        packages.iter().flat_map(|package| &package.programs).collect();
    programs.sort();
    match programs.windows(2).find(|pair| pair[0] == pair[1]) {
        // A log does not say of which package a program is.
        Some(pair) => Err(io::Error::other(format!("two programs of tests are named {}", pair[0]))),
        None => Ok(packages),
    }
}

impl Package {
    fn crate_name(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Whether a run is of a program of this package.
    pub(crate) fn owns(&self, run: &Run) -> bool {
        let program = run.program.trim_start_matches("doc ");
        program == self.crate_name() || self.programs.iter().any(|own| own == program)
    }

    /// The features that are on by default.
    pub(crate) fn defaults(&self) -> impl Iterator<Item = &str> {
        let line = self.manifest.lines().find(|line| line.starts_with("default = ["));
        line.into_iter().flat_map(|line| line.split('"').skip(1).step_by(2))
    }

    /// All that there is to be run.
    pub(crate) fn wanted(&self, root: &Path) -> io::Result<Vec<Wanted>> {
        let folder = root.join(&self.folder);
        let mut wanted = Vec::new();
        let source = folder.join("src");
        for path in files(&source)? {
            let text = fs::read_to_string(&path)?;
            let file = || File {
                path: relative(root, &path),
                programs: vec![self.crate_name()],
                module: module(path.strip_prefix(&source).unwrap_or(&path)),
                has_tests: !test_names(&text).is_empty(),
            };
            let docs = || File {
                programs: vec![format!("doc {}", self.crate_name())],
                has_tests: false,
                ..file()
            };
            wanted.extend(
                test_names(&text).into_iter().map(|name| Wanted::Test { file: file(), name }),
            );
            let documentation = documentation(&path, &text);
            // An example with a part from a macro is counted at the lines where the macro is called.
            let lines: Vec<&str> = text.lines().collect();
            let is_whole = |&begin: &usize| {
                let body = lines[begin..].iter().take_while(|line| !line.trim().ends_with("```"));
                !body.into_iter().any(|line| line.trim_start().starts_with("#[doc"))
            };
            let whole = examples(&documentation).filter(is_whole);
            wanted.extend(whole.map(|line| Wanted::Doc { file: docs(), line }));
            let lines = documentation.iter().flatten().copied();
            wanted.extend(gates(lines).map(|gate| with(docs(), gate)));
            if text.contains("include_str!(\"../README.md\")") {
                let path = folder.join("README.md");
                let readme = fs::read_to_string(&path)?;
                let file = || File { path: relative(root, &path), ..docs() };
                let lines: Vec<_> = readme.lines().map(Some).collect();
                wanted.extend(examples(&lines).map(|line| Wanted::Doc { file: file(), line }));
            }
        }
        let tests = folder.join("tests");
        for path in files(&tests)? {
            let text = fs::read_to_string(&path)?;
            let (programs, module) = self.programs_with(&tests, &path)?;
            let file = || File {
                path: relative(root, &path),
                programs: programs.clone(),
                module: module.clone(),
                has_tests: !test_names(&text).is_empty(),
            };
            wanted.extend(
                test_names(&text).into_iter().map(|name| Wanted::Test { file: file(), name }),
            );
            wanted.extend(gates(text.lines()).map(|gate| with(file(), gate)));
        }
        wanted.extend(self.programs.iter().cloned().map(|program| Wanted::Program { program }));
        let scripts = scripts(root)?;
        for (part, option) in [("examples", "--example"), ("benches", "--bench")] {
            for path in
                entries(&folder.join(part))?.into_iter().filter(|path| root_of(path).is_some())
            {
                let what = format!("{option} {}", stem(&path));
                let is_there = mentions(&scripts, &what);
                wanted.push(Wanted::Mention { what, is_there });
            }
        }
        Ok(wanted)
    }

    /// The programs that a file under `tests/` is a part of, and the modules that lead to it: the program it is, or whose
    /// folder it is in; and where no program has that name, those that mention the folder.
    fn programs_with(&self, tests: &Path, path: &Path) -> io::Result<(Vec<String>, Vec<String>)> {
        let place = path.strip_prefix(tests).unwrap_or(path);
        let first = stem(Path::new(place.iter().next().unwrap_or_default()));
        let mut modules = module(place);
        if self.programs.contains(&first) {
            modules.remove(0);
            return Ok((vec![first], modules));
        }
        let mut programs = Vec::new();
        for root in entries(tests)?.iter().filter_map(|path| root_of(path)) {
            let text = fs::read_to_string(&root)?;
            if text.contains(&format!("mod {first};")) || text.contains(&format!("\"{first}/")) {
                programs.extend(module(root.strip_prefix(tests).unwrap_or(&root)));
            }
        }
        Ok((programs, modules))
    }
}

/// The path of a file from a folder on.
fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().into_owned()
}

/// The modules that a path names: `a/b.rs`, `a/b/mod.rs` and `a/b/main.rs` are `a::b`.
fn module(path: &Path) -> Vec<String> {
    let mut parts: Vec<String> = path.iter().map(|part| stem(Path::new(part))).collect();
    if parts.last().is_some_and(|last| ["lib", "main", "mod"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}

/// The root of the program that an entry of a folder of tests is, as cargo finds it.
fn root_of(path: &Path) -> Option<PathBuf> {
    let main = path.join("main.rs");
    if main.exists() { Some(main) } else { is_rust(path).then(|| path.to_owned()) }
}

fn with(file: File, (feature, on): (String, bool)) -> Wanted {
    Wanted::With { file, feature, on }
}

/// The names of the tests in a text: of the functions, and those that a macro of the file is given, each as the first
/// word of a line.
pub(crate) fn test_names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut makers = Vec::new();
    let (mut current, mut is_test, mut call) = (None, false, None);
    for line in text.lines() {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        if let Some(end) = call {
            if trimmed.starts_with('}') && indent == end {
                call = None;
            } else if let Some(name) =
                trimmed.split(|c| !is_of_name(c)).next().filter(|name| !name.is_empty())
            {
                names.push(name.to_owned());
            }
            continue;
        }
        if let Some(name) = trimmed.strip_prefix("macro_rules! ") {
            current = name.split(' ').next();
        }
        let is_call = |maker: &&str| trimmed.strip_prefix(*maker).is_some_and(|rest| rest == "! {");
        if makers.iter().any(is_call) {
            call = Some(indent);
        }
        let is_text = trimmed.starts_with("//") || trimmed.contains("\"#[test]\"");
        is_test |= trimmed.contains("#[test]") && !is_text;
        if let (true, Some((_, function))) = (is_test, trimmed.split_once("fn ")) {
            is_test = false;
            match function.strip_prefix('$') {
                Some(_) => makers.extend(current),
                None => names.extend(function.split(|c| !is_of_name(c)).next().map(str::to_owned)),
            }
        }
    }
    names
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The lines of a file, those that are no documentation as nothing.
pub(crate) fn documentation<'t>(path: &Path, text: &'t str) -> Vec<Option<&'t str>> {
    let comment = |line: &'t str| {
        let line = line.trim_start();
        // Attributes stand between, `#[doc = ..]` among them.
        let attribute = line.starts_with("#[").then_some("");
        line.strip_prefix("///").or(line.strip_prefix("//!")).or(attribute)
    };
    let of = |line| if is_rust(path) { comment(line) } else { Some(line) };
    text.lines().map(of).collect()
}

/// The lines, counted from 1, where the examples in a documentation begin.
pub(crate) fn examples(lines: &[Option<&str>]) -> impl Iterator<Item = usize> {
    let mut is_open = false;
    lines.iter().enumerate().filter_map(move |(at, line)| {
        let fence = line.and_then(|line| line.trim().strip_prefix("```"));
        // Outside of comments nothing is open.
        is_open &= line.is_some();
        let fence = fence?;
        is_open = !is_open;
        let of_rust = |word: &str| {
            ["", "rust", "compile_fail", "should_panic", "no_run", "ignore"].contains(&word)
                || word.starts_with("edition")
                || word.starts_with("E0")
        };
        (is_open && fence.split(',').all(of_rust)).then_some(at + 1)
    })
}

/// The features that lines ask for, and whether on or off.
pub(crate) fn gates<'t>(
    lines: impl Iterator<Item = &'t str>,
) -> impl Iterator<Item = (String, bool)> {
    lines.filter(|line| line.contains("cfg")).flat_map(|line| {
        let mut parts = line.split("feature = \"");
        let mut before = parts.next().unwrap_or_default();
        parts.filter_map(move |part| {
            let (feature, rest) = part.split_once('"')?;
            let is_off = before.ends_with("not(");
            before = rest;
            Some((feature.to_owned(), !is_off))
        })
    })
}

/// Whether a command of these scripts has these words one after the other.
fn mentions(scripts: &str, what: &str) -> bool {
    let commands = scripts.lines().filter(|line| !line.trim_start().starts_with('#'));
    let words: Vec<&str> = commands.flat_map(str::split_whitespace).collect();
    let wanted: Vec<&str> = what.split_whitespace().collect();
    words.windows(wanted.len()).any(|some| some == wanted)
}

/// All that the scripts say.
fn scripts(root: &Path) -> io::Result<String> {
    entries(&root.join(".ci"))?.into_iter().map(fs::read_to_string).collect()
}

fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rs")
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// What is in a folder, in order; nothing where there is none.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    entries.sort();
    Ok(entries)
}

/// The sources and texts in a folder and below, but for packages of their own.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            if !path.join("Cargo.toml").exists() {
                files.extend(self::files(&path)?);
            }
        } else if is_rust(&path) || path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
    Ok(files)
}
