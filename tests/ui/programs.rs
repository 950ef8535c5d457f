//! Runs `trybuild` so that all programs of a package are built in one go.
//!
//! `trybuild` can check programs all at once, or build them one by one, by two calls of cargo each that take longer than
//! the compiler. To check is not enough: what is found when generic code is instantiated counts too. So it asks for a
//! check, and the script `cargo` beside this file, in the place of cargo, builds.

use std::env;
use std::path::Path;
use std::process::Command;

use trybuild::TestCases;

/// The variable that says to the script which cargo is the true one.
const CARGO: &str = "BUILDING_CARGO";

/// Each program of `ui-tests/` fails to compile, as its `.stderr` file says.
pub(crate) fn fail(test: &str) {
    run(test, |cases| {
        if cfg!(not(unix)) {
            // With one that passes among them, they are built, if one by one.
            cases.pass("ui-tests/pass/*.rs");
        }
        cases.compile_fail("ui-tests/*.rs");
    });
}

/// Each program of `ui-tests/pass/` runs.
pub(crate) fn pass(test: &str) {
    run(test, |cases| cases.pass("ui-tests/pass/*.rs"));
}

/// Runs programs from the test of this name, which has nothing else to do: in a process of its own, since the
/// environment of one that runs cannot be changed safely.
#[allow(clippy::unwrap_used, reason = "a test says what is wrong by panicking")]
fn run(test: &str, add: impl FnOnce(&TestCases)) {
    if cfg!(not(unix)) || env::var_os(CARGO).is_some() {
        return add(&TestCases::new());
    }
    let packages = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let script = packages.map(|folder| folder.join("tests/ui/cargo")).find(|file| file.is_file());
    let status = Command::new(env::current_exe().unwrap())
        .args(["--exact", "--nocapture", test])
        .args(env::args().filter(|argument| argument.starts_with("trybuild=")))
        .env(CARGO, env::var_os("CARGO").unwrap_or("cargo".into()))
        .env("CARGO", script.unwrap())
        // Nobody debugs the library of these programs.
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .status()
        .unwrap();
    assert!(status.success(), "what `trybuild` says of it is printed above");
}
