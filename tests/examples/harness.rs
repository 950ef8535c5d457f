//! Runs an example in a folder of its own, and writes the files that it is to read.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

use super::NAMES;

/// The built example. `cargo test` builds all examples, `cargo test --test all` none.
fn example(name: &str) -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let folder = BUILT.get_or_init(|| {
        let this = std::env::current_exe().unwrap();
        let profile = this.parent().unwrap().parent().unwrap();
        let folder = profile.join("examples");
        let changed = last_change();
        let is_current = |name: &str| {
            let program = folder.join(name).with_extension(std::env::consts::EXE_EXTENSION);
            modified(&program).is_some_and(|built| built >= changed)
        };
        if !NAMES.into_iter().all(is_current) {
            build_examples(profile);
        }
        folder
    });
    folder.join(name).with_extension(std::env::consts::EXE_EXTENSION)
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|found| found.modified()).ok()
}

/// When a source of the examples last changed: theirs, those of their package, and those of the packages below.
fn last_change() -> SystemTime {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.ancestors().find(|folder| folder.join("Cargo.lock").is_file()).unwrap();
    let below = ["src", "static/src", "dynamic/src"].map(|folder| root.join(folder));
    let own = ["src", "examples"].map(|folder| package.join(folder));
    below.iter().chain(&own).map(|folder| newest(folder)).max().unwrap()
}

/// When the newest file of a folder was written.
fn newest(folder: &Path) -> SystemTime {
    let ages = fs::read_dir(folder).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() { newest(&path) } else { modified(&path).unwrap() }
    });
    ages.max().unwrap_or(SystemTime::UNIX_EPOCH)
}

/// Builds into the folder of a profile, `target/debug` for instance, on the library that the tests were built on.
fn build_examples(profile: &Path) {
    let name = match profile.file_name().unwrap().to_str().unwrap() {
        "debug" => "test",
        other => other,
    };
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet"])
        .args(NAMES.into_iter().flat_map(|name| ["--example", name]))
        .args(["--profile", name, "--manifest-path"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .arg("--target-dir")
        .arg(profile.parent().unwrap())
        .status()
        .unwrap();
    assert!(status.success(), "the examples do not build");
}

/// A folder of this test's own, removed at its end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("extents-examples-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.join(name), bytes).unwrap();
    }

    /// Runs an example in this folder.
    pub(crate) fn run(&self, name: &str, arguments: &[&str]) -> Output {
        Command::new(example(name)).args(arguments).current_dir(&self.0).output().unwrap()
    }

    /// Runs an example in this folder with its output on a terminal, and gives what stands there.
    /// `None` where there is no `script` to make a terminal.
    pub(crate) fn run_on_terminal(&self, name: &str, arguments: &[&str]) -> Option<String> {
        let program = example(name);
        let words = [program.to_str().unwrap()].into_iter().chain(arguments.iter().copied());
        let quoted: Vec<String> = words.map(|word| format!("'{word}'")).collect();
        let output = Command::new("script")
            .args(["--quiet", "--return", "--command", &quoted.join(" "), "/dev/null"])
            .env("TERM", "xterm")
            .current_dir(&self.0)
            .output()
            .ok()?;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        Some(String::from_utf8(output.stdout).unwrap())
    }

    pub(crate) fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A `.npy` file of version 1.0, as numpy.lib.format describes it.
pub(crate) fn npy(descr: &str, is_fortran: bool, shape: &str, elements: &[u8]) -> Vec<u8> {
    let order = if is_fortran { "True" } else { "False" };
    let mut text = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}");
    while (10 + text.len() + 1) % 64 != 0 {
        text.push(' ');
    }
    text.push('\n');
    npy_with_header(&text, elements)
}

pub(crate) fn npy_with_header(header: &str, elements: &[u8]) -> Vec<u8> {
    let length = u16::try_from(header.len()).unwrap().to_le_bytes();
    [b"\x93NUMPY\x01\x00".as_slice(), &length, header.as_bytes(), elements].concat()
}

/// The header text and the elements of a file of version 1.0.
pub(crate) fn read(path: &Path) -> (String, Vec<u8>) {
    let bytes = fs::read(path).unwrap();
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let header = String::from_utf8(bytes[10..10 + length].to_vec()).unwrap();
    (header, bytes[10 + length..].to_vec())
}

/// The bytes of numbers, by `to_le_bytes` or `to_be_bytes`.
macro_rules! bytes_of {
    ($values:expr, $to:ident) => {
        $values.iter().flat_map(|value| value.$to()).collect::<Vec<u8>>()
    };
}
pub(crate) use bytes_of;

pub(crate) fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The one line on stderr of a run that ended with exit code 2.
pub(crate) fn sentence(output: &Output) -> String {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.ends_with('\n') && text.lines().count() == 1, "not one line: {text:?}");
    text.trim_end().to_owned()
}

/// Values that a reader can tell apart: 1, 4, 7, ...
pub(crate) fn counting<T: TryFrom<i32>>(count: i32) -> Vec<T>
where
    T::Error: std::fmt::Debug,
{
    (0..count).map(|n| T::try_from(3 * n + 1).unwrap()).collect()
}
