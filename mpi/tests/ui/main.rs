//! The programs of `ui-tests/`: mistakes with placements, and beside each what the compiler says.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[path = "../../../tests/ui/programs.rs"]
mod programs;

/// Each program, and the first line of its error, without the code and without paths.
const MISTAKES: &[(&str, &str)] = &[
    ("axis_named_twice", "mesh axis `node` is named twice"),
    ("axis_of_another_mesh", "the mesh has no axis `rack`"),
    ("axis_of_two_sums", "mesh axis `node` would be used twice in one tensor"),
    ("axis_used_twice", "mesh axis `node` would be used twice in one tensor"),
    (
        "chip_of_a_sharded_mode",
        "mode 0 is `Shard<node>`, and only modes that are whole on each process are sliced, joined or folded: `.reshard()` it to `Replicated`",
    ),
    (
        "dist_added_elsewhere",
        "elements of one index are placed differently: `(Shard<node>, Replicated)` and `(Replicated, Shard<node>)`",
    ),
    (
        "dist_extents_differ",
        "label `k` names modes of different extents: `Const<7>` and `Const<8>`",
    ),
    ("dist_of_two_meshes", "borrowed data escapes outside of closure"),
    (
        "dist_with_a_local_tensor",
        "tensors of this process cannot be mixed with arrays of a device or with distributed tensors in one contraction",
    ),
    (
        "joined_along_a_sharded_mode",
        "mode 0 is `Shard<node>`, and only modes that are whole on each process are sliced, joined or folded: `.reshard()` it to `Replicated`",
    ),
    ("joined_to_another_extent", "mode 1 should have extent 13, but has 14"),
    (
        "largest_of_a_sharded_mode",
        "mode 0 is `Shard<node>`, and only modes that are whole on each process are sliced, joined or folded: `.reshard()` it to `Replicated`",
    ),
    ("mesh_of_too_few_lengths", "mismatched types"),
    ("order_that_repeats_a_mode", "there is no mode 1, or it is named twice"),
    (
        "output_placed_differently",
        "elements of one index are placed differently: `(Shard<node>, Replicated)` and `(Replicated, Shard<node>)`",
    ),
    (
        "placed_and_whole",
        "label `k` is placed differently in the operands: `Replicated` and `Shard<node>`",
    ),
    (
        "placed_differently",
        "label `k` is placed differently in the operands: `Shard<core>` and `Shard<node>`",
    ),
    (
        "placements_of_another_rank",
        "`(Shard<node>,)` are the placements of another number of modes than the tensor has",
    ),
    (
        "ordered_sums_in_parts",
        "sums of these elements depend on the order of the terms, so that a label that is summed is whole on each process: `.reshard()` the operands",
    ),
    ("reduced_already", "nothing is unreduced here"),
    (
        "slice_of_a_sharded_mode",
        "mode 0 is `Shard<node>`, and only modes that are whole on each process are sliced, joined or folded: `.reshard()` it to `Replicated`",
    ),
    ("sum_of_a_mode_that_is_not_there", "there is no mode 2, or it is named twice"),
    (
        "unreduced_contracted",
        "unreduced: each process holds only a part of each sum, along the axes `(Partial<core>,)`",
    ),
    (
        "unreduced_gathered",
        "unreduced: each process holds only a part of each sum, along the axes `(Partial<core>,)`",
    ),
    (
        "unreduced_read",
        "unreduced: each process holds only a part of each sum, along the axes `(Partial<core>,)`",
    ),
];

#[test]
fn mistakes_do_not_compile() {
    programs::fail("mistakes_do_not_compile");
}

#[test]
fn put_right_they_run() {
    programs::pass("put_right_they_run");
}

#[test]
fn each_mistake_has_a_first_line_that_says_what_is_wrong() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui-tests");
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|it| it == "rs") {
            found.insert(path.file_stem().unwrap().to_str().unwrap().to_owned());
        }
    }
    let listed: BTreeSet<String> = MISTAKES.iter().map(|(name, _)| (*name).into()).collect();
    assert_eq!(found, listed);
    for (name, sentence) in MISTAKES {
        let text = fs::read_to_string(folder.join(format!("{name}.stderr"))).unwrap();
        let line = text.lines().next().unwrap();
        let (code, message) = line.split_once(": ").unwrap();
        assert!(code.starts_with("error"), "{name}: {line}");
        let message = message.replace("evaluation panicked: ", "");
        assert_eq!(without_paths(&message), *sentence, "{name}");
    }
}

/// Types without the modules that they are in.
fn without_paths(message: &str) -> String {
    let mut text = String::new();
    for word in message.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
        text.push_str(word.rsplit("::").next().unwrap_or(word));
    }
    text
}
