//! A small workspace, and logs of runs that leave a gap each.
#![allow(clippy::unwrap_used, reason = "a panic fails the test, as it should")]

use std::fs;
use std::path::PathBuf;

use crate::missing;
use crate::ran::{features, runs};
use crate::sources::{examples, gates, test_names};

const MANIFEST: &str = r#"
[workspace]
members = ["layer"]
[package]
name = "root-crate"
[features]
default = ["std"]
std = []
# A comment.
draw = ["std", "dep:svg"]
half = ["dep:half"]
float8 = ["half", "dep:float8"]
"#;

const FILES: [(&str, &str); 15] = [
    ("Cargo.toml", MANIFEST),
    ("src/lib.rs", "//! ```\n//! assert!(true);\n//! ```\n#[cfg(test)]\nmod tests;\n"),
    ("src/tests.rs", "#[test]\nfn inner() {}\n"),
    ("tests/plain.rs", "#[test]\nfn one() {}\n#[test]\n#[should_panic]\nfn two() { panic!() }\n"),
    ("tests/gated.rs", "#![cfg(feature = \"draw\")]\n#[test]\nfn drawn() {}\n"),
    ("tests/partly.rs", "#[test]\nfn whole() {\n    #[cfg(feature = \"float8\")]\n    {}\n}\n"),
    ("layer/Cargo.toml", "[package]\nname = \"layer\"\n"),
    ("layer/src/lib.rs", "/// Text.\n"),
    ("tests/whole/inner/shared.rs", "#[test]\nfn two() {}\n"),
    (
        "tests/whole/main.rs",
        "#[path = \"inner/shared.rs\"]\nmod shared;\nmod inner;\n#[cfg(feature = \"half\")]\nmod short;\n",
    ),
    ("tests/whole/inner/mod.rs", "#[test]\nfn one() {}\n"),
    ("tests/whole/short.rs", "#[test]\nfn one() {}\n"),
    ("examples/small.rs", "fn main() {}\n"),
    ("examples/large/main.rs", "fn main() {}\n"),
    (".ci/test", "cargo test\ncargo run --example small\ncargo run --example large\n"),
];

/// What a complete run prints, in three configurations.
const LOG: &str = "\
+ cargo test --workspace
     Running unittests src/lib.rs (target/debug/deps/root_crate-0123)
test tests::inner ... ok
     Running tests/plain.rs (target/debug/deps/plain-0123)
test one ... ok
test two - should panic ... ok
     Running tests/whole/main.rs (target/debug/deps/whole-0123)
test inner::one ... ok
test shared::two ... ok
     Running tests/partly.rs (target/debug/deps/partly-0123)
test whole ... ok
   Doc-tests root_crate
test src/lib.rs - (line 1) ... ok
+ cargo test --all-features --test gated --test partly
     Running tests/gated.rs (target/debug/deps/gated-0123)
test drawn ... ok
     Running tests/whole/main.rs (target/debug/deps/whole-4567)
test short::one ... ok
     Running tests/partly.rs (target/debug/deps/partly-4567)
test whole ... ok
+ cargo test --no-default-features --test plain
     Running tests/plain.rs (target/debug/deps/plain-4567)
test one ... ok
";

/// What is missing where this was printed, in a workspace of [`FILES`] that is made for one test.
fn missing_in(test: &str, log: &str) -> Vec<String> {
    missing_of(test, log, &FILES)
}

/// What is missing in a workspace of these files.
fn missing_of(test: &str, log: &str, files: &[(&str, &str)]) -> Vec<String> {
    let root: PathBuf =
        std::env::temp_dir().join(format!("every-test-{test}-{}", std::process::id()));
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    fs::write(root.join("log"), log).unwrap();
    let (_, missing) = missing(&root, &root.join("log")).unwrap();
    fs::remove_dir_all(root).unwrap();
    missing
}

#[test]
fn nothing_is_missing_where_all_ran() {
    assert_eq!(missing_in("all", LOG), [""; 0]);
}

/// The harness writes a name and what follows it at once, the outcome by itself; what else is written falls anywhere between.
#[test]
fn a_test_is_found_among_what_another_one_prints() {
    for line in [
        "test ui/program.rs ... test inner::one ... ok",
        "test test inner::one ... ok",
        "test ui/program.rstest inner::one ... ok",
        "test inner::one ... test ok",
        "test inner::one ... \u{1b}[0m",
        "test inner::one ... \nok",
    ] {
        let mixed = LOG.replace("test inner::one ... ok", line);
        assert_eq!(missing_in("mixed", &mixed), [""; 0], "{line}");
    }
    for line in ["test test inner::one ... ignored", "inner::one ... ok", "test inner::one"] {
        let mixed = LOG.replace("test inner::one ... ok", line);
        assert_eq!(
            missing_in("mixed-not", &mixed),
            ["tests/whole/inner/mod.rs: the test one never ran"],
            "{line}"
        );
    }
}

#[test]
fn an_example_that_no_script_runs_is_listed() {
    for name in ["small", "large"] {
        let script = FILES[FILES.len() - 1].1.replace(&format!("--example {name}"), "");
        let files = [&FILES[..FILES.len() - 1], &[(".ci/test", script.as_str())]].concat();
        let expected = format!("no script of .ci has --example {name}");
        assert_eq!(missing_of(&format!("example-{name}"), LOG, &files), [expected]);
    }
}

/// A comment runs nothing, and a longer name is another one.
#[test]
fn an_example_that_is_only_spoken_of_is_listed() {
    for (n, spoken) in
        ["# cargo run --example large", "cargo run --example larger"].iter().enumerate()
    {
        let script = FILES[FILES.len() - 1].1.replace("cargo run --example large", spoken);
        let files = [&FILES[..FILES.len() - 1], &[(".ci/test", script.as_str())]].concat();
        let expected = "no script of .ci has --example large";
        assert_eq!(missing_of(&format!("spoken-{n}"), LOG, &files), [expected], "{spoken}");
    }
}

/// Each gap, and the one line that says it.
#[test]
fn each_gap_is_listed() {
    let gaps = [
        ("test two - should panic ... ok\n", "tests/plain.rs: the test two never ran"),
        ("test tests::inner ... ok\n", "src/tests.rs: the test inner never ran"),
        ("test inner::one ... ok\n", "tests/whole/inner/mod.rs: the test one never ran"),
        ("test shared::two ... ok\n", "tests/whole/inner/shared.rs: the test two never ran"),
        ("test short::one ... ok\n", "tests/whole/short.rs: the test one never ran"),
        ("test src/lib.rs - (line 1) ... ok\n", "src/lib.rs:1: this example never ran"),
    ];
    for (n, (line, expected)) in gaps.into_iter().enumerate() {
        assert!(LOG.contains(line));
        assert_eq!(missing_in(&format!("gap-{n}"), &LOG.replace(line, "")), [expected]);
    }
    let ignored = LOG.replace("two - should panic ... ok", "two - should panic ... ignored");
    assert_eq!(missing_in("ignored", &ignored), ["tests/plain.rs: the test two never ran"]);
}

/// The harness prints a program that a feature leaves empty, and what is gated inside of a test that it ran.
#[test]
fn features_that_no_run_had_are_listed() {
    let without =
        LOG.replace("--all-features", "--features half").replace("test drawn ... ok\n", "");
    let expected = [
        "tests/gated.rs: the test drawn never ran",
        "tests/gated.rs: never ran with the feature draw",
        "tests/partly.rs: never ran with the feature float8",
        "no test of the program gated ran",
    ];
    assert_eq!(missing_in("features", &without), expected);
    let with_std = LOG.replace("--no-default-features", "");
    assert_eq!(
        missing_in("default", &with_std),
        ["no test of root-crate ran without the feature std"]
    );
}

#[test]
fn a_feature_switches_on_what_it_needs() {
    let log =
        "+ cargo test --features float8 -- half --all-features\n Running tests/x.rs (target/x-1)\n";
    let runs = runs(log, &features(MANIFEST));
    assert_eq!(runs.len(), 1);
    let had = ["default", "float8", "half", "std"];
    assert!(had.iter().all(|feature| runs[0].had(feature, "root-crate")));
    assert!(!runs[0].had("draw", "root-crate"));
    assert_eq!(runs[0].program, "x");
}

#[test]
fn a_feature_of_one_package_is_not_that_of_another() {
    let log = "+ cargo test --features inner/half\n Running tests/x.rs (target/x-1)\n";
    let runs = runs(log, &features(MANIFEST));
    assert!(runs[0].had("half", "inner"));
    assert!(!runs[0].had("half", "root-crate"));
}

#[test]
fn tests_that_a_macro_makes_are_found() {
    let text = "
macro_rules! each {
    ($($name:ident $t:ty;)*) => {$(
        #[test]
        fn $name() {}
    )*};
}
each! {
    bytes u8;
    words u16;
}
mod more {
    each! {
        longs u64;
    }
}
// #[test]
fn helper() {}
#[test]
#[should_panic(expected = \"x\")]
fn last() {}
";
    assert_eq!(test_names(text), ["bytes", "words", "longs", "last"]);
}

#[test]
fn examples_begin_at_fences_of_rust() {
    let lines = [
        "```",
        "code",
        "```",
        "```text",
        "```",
        "",
        "```compile_fail,E0277",
        "```",
        "```sh",
        "```",
    ];
    let lines = lines.map(Some);
    assert!(examples(&lines).eq([1, 7]));
}

#[test]
fn gates_are_on_or_off() {
    let lines = [
        "#[cfg(feature = \"a\")]",
        "#[cfg(all(feature = \"b\", not(feature = \"c\")))]",
        "\"feature = \\\"d\"",
    ];
    let expected = [("a", true), ("b", true), ("c", false)].map(|(name, on)| (name.to_owned(), on));
    assert!(gates(lines.into_iter()).eq(expected));
}
