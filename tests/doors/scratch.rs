//! Files that tests write, and Python programs that read them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder that is removed at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("extents-doors-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A file with this content.
    pub(crate) fn with(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.file(name);
        fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A file of this folder's tests.
pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/doors").join(name)
}

/// Runs a program of Python, by `EXTENTS_PYTHON` or `python3`, if it has the packages; else says so in a line. The answer is
/// what it prints.
pub(crate) fn python(program: &Path, packages: &str, arguments: &[&Path]) -> Option<String> {
    // `required` is for `.ci/python`.
    let named = std::env::var_os("EXTENTS_PYTHON").filter(|name| name != "required");
    let python = named.unwrap_or_else(|| "python3".into());
    let import = Command::new(&python).args(["-c", &format!("import {packages}")]).output();
    if !import.is_ok_and(|output| output.status.success()) {
        eprintln!(
            "left out: {} has no {packages}; EXTENTS_PYTHON may name another one",
            python.display()
        );
        return None;
    }
    let output = Command::new(&python).arg(program).args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    Some(text)
}
