//! The programs of `shapes/ui-tests/`: mistakes, and beside each what the compiler says.

use std::fs;
use std::path::Path;

use crate::programs;

/// Each program, and the first line of its error, without the code and without paths.
const MISTAKES: &[(&str, &str)] = &[
    ("chip_of_no_region", "`&str` is not a region of a shape"),
    ("jagged_entry_of_no_extents", "`{integer}` is not a slice of a jagged shape"),
    ("jagged_entry_of_text", "`&str` is not a slice of a jagged shape"),
    ("jagged_shape_as_smooth", "a smooth shape is required here, but `JaggedShape` may be jagged"),
    ("nested_and_plain_shape", "a `Nested<JaggedShape>` and a `JaggedShape` do not compose"),
    ("nested_labels_in_other_layers", "layer 0 of the result has 0 modes, but 1 are stated"),
    ("nested_layers_of_no_ranks", "`[usize; 2]` is not a list of ranks of layers"),
    (
        "nested_layers_of_other_rank",
        "the ranks of the layers add up to 3, but the rank of the shape is 2",
    ),
    ("nested_sum_of_other_layers", "label `j` is in layer 1 and in layer 0"),
    ("refinement_of_tiles_that_do_not_fit", "tiles of extent 4 do not cover mode 0 of extent 6"),
    ("refinement_to_other_tiles", "mode 0 should have extent 8, but has 4"),
    (
        "shape_chip_of_nothing",
        "a chip drops the modes that have an index, and there is none: `slice` keeps all modes",
    ),
    ("shape_chip_out_of_bounds", "index 10 is out of bounds for mode 0 of extent 10"),
    ("shape_chip_outside_of_a_slice", "index 8 is out of bounds for mode 0, which spans 5..8"),
    (
        "shape_index_of_other_rank",
        "an index into extents of rank 2 is a `[usize; 2]`, not `[usize; 3]`",
    ),
    (
        "shape_labels_of_other_extents",
        "label `j` names modes of different extents: `Const<3>` and `Const<8>`",
    ),
    (
        "shape_slice_ends_before_it_begins",
        "slice 5..3 is out of bounds for mode 0, which spans 1..4",
    ),
    (
        "shape_slice_of_too_few_entries",
        "extents `(Const<2>, Const<3>)` are sliced by one entry per mode, and not by `(At<Const<1>>,)`",
    ),
    ("shape_slice_out_of_bounds", "slice 8..11 is out of bounds for mode 0 of extent 10"),
    ("shape_slice_outside_of_a_slice", "slice 4..6 is out of bounds for mode 0, which spans 5..8"),
    (
        "shape_slice_with_step",
        "a slice of a shape takes absolute indices, one after the other: `Stepped<Const<0>, Of<5, 10>, Const<2>>` skips some, or counts from the end",
    ),
    ("shape_sum_of_a_product", "only labelled shapes and their sums can be added"),
    (
        "shape_sum_of_other_labels",
        "label `j` is missing on one side: sums permute modes, and neither add nor drop them",
    ),
    (
        "shape_sum_that_drops_a_label",
        "label `j` is missing on one side: sums permute modes, and neither add nor drop them",
    ),
    ("shape_sum_with_a_diagonal", "label `i` occurs twice on one side of a sum"),
    ("shape_with_too_few_labels", "labels `(i, j)` for extents of rank 3"),
    ("slice_of_no_region", "`[Range<{integer}>; 2]` is not a region of a shape"),
    ("tile_of_other_rank", "the rank should be 2, but is 1: a list has one number per mode"),
    ("tile_of_zero", "mode 1 cannot be divided into parts of extent 0"),
    ("tile_with_a_rest", "tiles of extent 16 do not cover mode 1 of extent 60"),
    ("tiling_of_plain_numbers", "a shape cannot be tiled by `[[{integer}; 2]; 2]`"),
];

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/ui-tests"))
}

fn stderr_of(name: &str) -> String {
    fs::read_to_string(folder().join(name).with_extension("stderr")).unwrap()
}

#[test]
fn mistakes_do_not_compile() {
    programs::fail("mistakes::mistakes_do_not_compile");
}

#[test]
fn put_right_they_run() {
    programs::pass("mistakes::put_right_they_run");
}

#[test]
fn each_error_starts_as_the_table_says() {
    for (name, sentence) in MISTAKES {
        let text = stderr_of(name);
        let (_, first) = text.lines().next().unwrap().split_once(": ").unwrap();
        let first = first.strip_prefix("evaluation panicked: ").unwrap_or(first);
        let first = first.replace("extents::", "").replace("std::ops::", "");
        assert_eq!(first, *sentence, "{name}");
    }
}

#[test]
fn the_table_lists_each_program_once() {
    for extension in ["rs", "stderr"] {
        let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
        let files = files.filter(|path| path.extension().is_some_and(|found| found == extension));
        let mut names: Vec<String> =
            files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
        names.sort();
        assert!(MISTAKES.iter().map(|(name, _)| *name).eq(names), "{extension}");
    }
}

#[test]
fn no_error_shows_numbers_as_types_or_a_path_of_one_machine() {
    for (name, _) in MISTAKES {
        for line in stderr_of(name).lines() {
            assert!(!line.contains("UInt") && !line.contains("written to '"), "{name}: {line}");
            let place = line.trim_start();
            let place = place.strip_prefix("--> ").or(place.strip_prefix("::: "));
            assert!(place.is_none_or(|place| !place.starts_with('/')), "{name}: {line}");
        }
    }
}
