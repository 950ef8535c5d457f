//! docs/names.md has a row for each program, and each program is a test that says what the row says.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// How many programs the table has.
const PROGRAMS: usize = 40;

/// The files with programs that must not compile.
const REFUSED: [&str; 2] = ["names_of_sizes", "numbers_of_sizes"];

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The cells of the rows that begin with a number, of the table after this heading.
fn rows(heading: &str) -> BTreeMap<usize, Vec<String>> {
    let text = read("docs/names.md");
    let (_, table) = text.split_once(heading).unwrap();
    let table = table.split("\n#").next().unwrap();
    let mut rows = BTreeMap::new();
    for line in table.lines().filter_map(|line| line.strip_prefix("| ")) {
        let cells: Vec<String> = line.split(" | ").map(|cell| cell.trim().into()).collect();
        if let Ok(number) = cells[0].parse() {
            assert!(rows.insert(number, cells).is_none(), "row {number} twice");
        }
    }
    rows
}

/// The text of each function `p07_..` of a file, by its number.
fn programs(text: &str) -> Vec<(usize, String)> {
    text.split("fn p")
        .skip(1)
        .filter_map(|part| Some((part.get(..2)?.parse().ok()?, part.to_owned())))
        .collect()
}

/// What runs, of all files beside this one.
fn run() -> BTreeMap<usize, String> {
    ["attention", "broadcasting", "concatenation", "layers", "windows"]
        .iter()
        .flat_map(|file| programs(&read(format!("tests/names_programs/{file}.rs"))))
        .collect()
}

/// The first line of the first error in each program that does not compile.
fn refused() -> BTreeMap<usize, String> {
    let mut first_lines = BTreeMap::new();
    for file in REFUSED {
        let program = read(format!("ui-tests/{file}.rs"));
        let number = |line: usize| {
            let before: Vec<&str> = program.lines().take(line).collect();
            programs(&before.join("\n")).last().unwrap().0
        };
        let place = format!("ui-tests/{file}.rs:");
        for error in read(format!("ui-tests/{file}.stderr")).split("\nerror").map(without_paths) {
            let Some((_, at)) = error.split_once(&place) else { continue };
            let line = at.split(':').next().unwrap().parse().unwrap();
            let first = error.lines().next().unwrap().split_once(": ").unwrap().1;
            let first = first.strip_prefix("evaluation panicked: ").unwrap_or(first);
            // The compiler's own: what was expected stands under the line of the program.
            let expected = error.split_once("^ expected ").filter(|_| first == "mismatched types");
            let first = match expected {
                Some((_, types)) => format!("{first}: expected {}", types.lines().next().unwrap()),
                None => first.to_owned(),
            };
            first_lines.entry(number(line)).or_insert(first);
        }
    }
    first_lines
}

/// The text with `Const<3>` in the place of `extents::Const<3>`.
fn without_paths(text: &str) -> String {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut parts = text.split("::").peekable();
    let mut short = String::new();
    while let Some(part) = parts.next() {
        match parts.peek() {
            Some(after) if after.starts_with(is_name) => {
                short.push_str(part.trim_end_matches(is_name));
            }
            Some(_) => short = short + part + "::",
            None => short.push_str(part),
        }
    }
    short
}

#[test]
fn each_row_is_a_test() {
    let rows = rows("## The programs");
    assert_eq!(rows.keys().copied().collect::<Vec<_>>(), (1..=PROGRAMS).collect::<Vec<_>>());
    let (run, refused) = (run(), refused());
    let messages = self::rows("## What a refusal says");
    for (number, cells) in &rows {
        let compiles = run.contains_key(number);
        let (expected, found) = (cells[3].as_str(), cells[4].trim_end_matches(['²', '³']));
        if found == "✗" {
            assert!(!compiles && !refused.contains_key(number), "program {number}");
            continue;
        }
        assert_ne!(compiles, refused.contains_key(number), "program {number}");
        match expected {
            "accept" => assert!(compiles, "program {number}"),
            "refuse" => {
                let message = messages[number][1].trim_end_matches(" |").trim_matches('`').trim();
                match refused.get(number) {
                    Some(first) => {
                        assert!(["●", "◐"].contains(&found), "program {number}");
                        assert_eq!(first, message, "program {number}");
                    }
                    None => {
                        assert_eq!(found, "○", "program {number}");
                        assert!(run[number].contains(message), "{number}: {message}");
                    }
                }
            }
            other => panic!("program {number} is to {other}"),
        }
    }
    assert_eq!(
        messages.len(),
        rows.values().filter(|cells| cells[3] == "refuse" && cells[4] != "✗").count()
    );
}
