//! `examples/ragged.rs`.

#[allow(dead_code, unused, reason = "other examples read and write files")]
#[path = "../../../tests/examples/harness.rs"]
mod harness;

use harness::{Folder, stdout};

const NAMES: [&str; 1] = ["ragged"];

#[test]
fn counts_the_words_of_the_speech() {
    let text = stdout(&Folder::new().run("ragged", &[]));
    // The Bliss copy is known for its 272 words.
    let speech = include_str!("../../examples/data/gettysburg.txt");
    let letters = speech.chars().filter(|c| c.is_alphabetic()).count();
    for fact in [
        format!("rank 2, 272 words, {letters} letters"),
        // 273 offsets of 8 bytes, or of 2 and a base for each of 2 blocks.
        "offsets: 2184 bytes, compact 562 bytes".into(),
        "\"consecrated\" of extents [11]".into(),
        "line 0: four score and seven years ago our fathers brought forth on this continent".into(),
        format!(
            "padded to a box: [272, 11] for {letters} letters, of which {}",
            272 * 11 - letters
        ),
        "  score......\n".into(),
        // 272 / 64 and 11 / 4, rounded up.
        "a grid of [5, 3], 15 tiles".into(),
    ] {
        assert!(text.contains(&fact), "no {fact:?} in\n{text}");
    }
}

#[test]
fn takes_any_text() {
    let folder = Folder::new();
    folder.write("text", "Ein Öl,\n\n42 x\u{df}".as_bytes());
    let text = stdout(&folder.run("ragged", &["text"]));
    for fact in [
        "words -> letters  {[3], [2], [2]}",
        "rank 2, 3 words, 7 letters",
        // Letter 3 is the first of the second word.
        "letter 3 is 'ö', at [1, 0], and that is letter 3",
        "lines -> words -> letters  rank 3, largest [3, 2, 3]",
        "line 0: ein öl",
        "[3, 3] for 7 letters, of which 2 are padding",
    ] {
        assert!(text.contains(fact), "no {fact:?} in\n{text}");
    }
    for (name, bytes) in [("empty", &b""[..]), ("blank", b"\n\n"), ("binary", &[0xff, 0xfe, 0, 7])]
    {
        folder.write(name, bytes);
        let text = stdout(&folder.run("ragged", &[name]));
        assert!(text.contains("rank 2, 0 words, 0 letters"), "{name}: {text}");
    }
}

#[test]
fn says_what_cannot_be_read() {
    let output = Folder::new().run("ragged", &["missing"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("missing: "));
}
