//! The programs of `ui-tests/` about the same elements under other extents, and in a new arrangement.

use crate::gallery::First::{self, Compilers, Ours};
use crate::gallery::LIST_OF_ONE;

/// What an entry of `slice!` looks like.
const ENTRY: &str = "each entry of a slice is `..`, an index such as `2`, a range such as `1..4` or \
                     `n..+4`, or a range and a step such as `1..7; 2`";

const COLONS: &str =
    "a slice has no colons: a range is `1..4`, and a step follows a `;`, as in `..; 2`";

/// As the other table.
pub(crate) const REARRANGED: &[(&str, First)] = &[
    // Patterns, and an ellipsis.
    (
        "contract_of_two_ellipses",
        Ours(
            "`..` stands for modes `(Const<7>,)` of one operand and for `(Const<7>, Const<5>)` of another",
        ),
    ),
    (
        "contract_of_unlike_ellipses",
        Ours(
            "mode 1 of those that `..` stands for has different extents: `Const<4>` and `Const<5>`",
        ),
    ),
    ("pattern_of_an_unknown_label", Ours("label `d` of the result occurs in no operand")),
    (
        "pattern_that_loses_a_label",
        Ours("label `b` of the operand does not occur in the result: `reduce!` folds its mode"),
    ),
    (
        "pattern_that_repeats_a_label",
        Compilers("E0428", &["the name `a` is defined multiple times"]),
    ),
    (
        "pattern_that_repeats_a_label_beside_a_number",
        Compilers("E0428", &["the name `a` is defined multiple times"]),
    ),
    (
        "pattern_that_repeats_a_new_label",
        Compilers("E0428", &["the name `k` is defined multiple times"]),
    ),
    (
        "pattern_that_repeats_a_size",
        Compilers("E0428", &["the name `a` is defined multiple times"]),
    ),
    (
        "pattern_with_an_unused_size",
        Ours("label `row` has a size, but does not occur in the pattern"),
    ),
    ("pattern_that_repeats_a_label_of_the_result", Ours("a label occurs twice in the result")),
    ("pattern_that_does_not_divide", Ours("tiles of extent 2 do not cover mode 1 of extent 7")),
    (
        "pattern_of_other_sizes",
        Ours("mode 1 of extent 8 cannot split into parts whose product is 6"),
    ),
    ("pattern_of_another_size", Ours("mode 1 should have extent 3, but has 8")),
    (
        "pattern_without_sizes",
        Ours(
            "of the labels in one pair of parentheses at most one has no size: give the others after `;`, `p = 2`",
        ),
    ),
    (
        "pattern_of_fewer_modes",
        Ours(
            "the brackets of the operand do not have one entry for each mode of `(Const<2>, Const<3>, Const<4>)`",
        ),
    ),
    (
        "pattern_of_more_modes",
        Ours(
            "the brackets of the operand do not have one entry for each mode of `(Const<2>, Const<3>)`",
        ),
    ),
    ("repeat_without_a_size", Ours("label `copy` has no size: give it after `;`, `copy = 2`")),
    (
        "reduce_without_a_fold",
        Ours("`reduce!` needs a fold after `;`: `reduce!(x[h, w] => [h]; max)`"),
    ),
    ("pattern_of_run_time_rank", Ours("the modes of `DynRankExtents` are not in the type")),
    ("pattern_that_drops_a_mode", Ours("mode 1 should have extent 1, but has 3")),
    (
        "pattern_of_two_ellipses",
        Ours(
            "`..` occurs twice in the brackets of the operand: it stands for all modes that have no label",
        ),
    ),
    (
        "pattern_that_loses_an_ellipsis",
        Ours("the modes of `..` do not occur in the result: `reduce!` folds them"),
    ),
    (
        "pattern_with_an_ellipsis_of_nothing",
        Ours("`..` of the result does not occur in the operand"),
    ),
    ("pattern_that_repeats_an_ellipsis", Ours("`..` occurs twice in the result")),
    (
        "pattern_of_few_modes_beside_an_ellipsis",
        Ours("an operand has fewer modes than labels beside `..`"),
    ),
    (
        "pattern_of_another_factor",
        Ours(
            "a label is given as `Past`, and is `Batch` in the product that is split: `dyn n` gives a size that is no factor",
        ),
    ),
    (
        "pattern_of_another_number",
        Ours(
            "a label is given as `4`, and is `2` in the product that is split: `dyn n` gives a size that is no factor",
        ),
    ),
    // Slices.
    ("slice_index_out_of_bounds", Ours("index 2 is out of bounds for mode 0 of extent 2")),
    ("slice_range_out_of_bounds", Ours("slice 1..5 is out of bounds for mode 1 of extent 3")),
    ("rearranged_behind_a_function", Ours("slice 1..5 is out of bounds for mode 1 of extent 3")),
    (
        "broadcast_like_other_extents",
        Ours("mode 1 of extent 2 does not repeat to mode 1 of extent 4: only extent 1 repeats"),
    ),
    (
        "broadcast_of_another_name",
        Ours(
            "mode 1 should be `Time`, but is `Past`: there is no `Past` in the extents to broadcast to",
        ),
    ),
    ("broadcast_to_names_in_part", Ours("mode 0 should be `Time`, but is `Batch`")),
    ("roll_into_other_names", Ours("mode 0 of the target should be `Batch`, but is `Time`")),
    ("stack_into_other_names", Ours("mode 1 of the target should be `Batch`, but is `Time`")),
    ("take_along_of_other_names", Ours("mode 0 of operand 1 should be `Batch`, but is `Past`")),
    ("add_along_of_other_names", Ours("mode 0 of operand 2 should be `Batch`, but is `Time`")),
    ("mask_of_another_name", Ours("mode 0 of operand 1 should be `Time`, but is `Batch`")),
    ("mask_of_another_length", Ours("mode 0 of operand 1 should have extent 3, but has 2")),
    (
        "into_rearranged_behind_a_gap",
        Ours(
            "a tensor in layout `Late` is not rearranged in place: the layout may leave a gap in front of its elements",
        ),
    ),
    (
        "into_rearranged_by_a_slice",
        Ours(
            "a tensor keeps all of its elements, each once, and this operation may leave some out or repeat them: take a view by \
             `rearrange`",
        ),
    ),
    (
        "slice_from_the_end_by_two_tokens",
        Ours(
            "an entry from the end is one number behind a minus, `-1`, `-n` or `-(a.len())`, without a step",
        ),
    ),
    ("slice_before_the_first_entry", Ours("index -4 is out of bounds for mode 1 of extent 3")),
    ("arg_largest_of_too_few", Ours("there are no 5 entries in mode 1 of extent 3")),
    ("put_along_of_other_extents", Ours("mode 0 of operand 1 should have extent 2, but has 3")),
    ("add_by_of_other_names", Ours("mode 0 of operand 2 should be `Time`, but is `Batch`")),
    ("add_by_of_other_extents", Ours("mode 0 of operand 2 should have extent 5, but has 4")),
    ("take_by_floats", Ours("`{float}` numbers no entries")),
    ("take_by_of_no_mode", Ours("there is no mode 2 in `(Const<2>, Const<3>)`")),
    ("concat_of_other_ranks", Ours("operand 1 should have rank 2, but has 1")),
    (
        "concat_without_its_extent",
        Compilers("E0284", &["NamedOrExtent", "concat(Const::<0>, (&a, &a))"]),
    ),
    (
        "reshape_to_extents_of_run_time_rank",
        Ours("`DynRankExtents` is not a list of modes, extents or entries"),
    ),
    (
        "split_of_a_typed_mode_into_numbers",
        Ours("the modes of `ByValue<[{integer}; 2]>` are not in the type"),
    ),
    (
        "pad_along_two_modes",
        Ours(
            "`[({integer}, {integer}); 2]` is not a mode or a number of entries here: write `Const::<N>` or, for run-time \
             extents, a `usize`",
        ),
    ),
    ("reshape_to_a_tuple", Ours("the modes of `({integer}, {integer})` are not in the type")),
    ("index_of_extents_without_a_rank", Ours("`_` does not address an element of `E`")),
    ("label_not_imported", Compilers("E0425", &["cannot find type `j`"])),
    ("into_a_shape_of_a_tuple", Ours("`({integer}, {integer})` is neither extents nor a mapping")),
    ("slice_with_step_out_of_bounds", Ours("slice 0..4 is out of bounds for mode 1 of extent 3")),
    ("slice_count_out_of_bounds", Ours("slice 2..4 is out of bounds for mode 1 of extent 3")),
    ("slice_begins_after_its_end", Ours("slice 2..1 of mode 1 begins after its end")),
    ("slice_step_of_zero", Ours("the step along mode 1 is 0")),
    ("open_slice_step_of_zero", Ours("the step along mode 1 is 0")),
    (
        "slice_of_too_few_entries",
        Ours(
            "extents `(Const<2>, Const<3>)` are sliced by one entry per mode, and not by `(At<Const<1>>,)`",
        ),
    ),
    (
        "chip_of_too_many_entries",
        Ours(
            "extents `(Const<2>, Const<3>)` are sliced by one entry per mode, and not by \
             `(At<Const<1>>, Full, At<Const<2>>)`",
        ),
    ),
    (
        "chip_of_nothing",
        Ours(
            "a chip drops the modes that have an index, and there is none: `slice` keeps all modes",
        ),
    ),
    ("slice_without_comma", Ours(ENTRY)),
    ("slice_of_index_and_step", Ours(ENTRY)),
    ("slice_without_count", Ours(ENTRY)),
    (
        "slice_between_ends_that_cross",
        Ours("mode 0 of extent 3 has fewer entries than the 2 and 2 that are left out"),
    ),
    (
        "slice_from_a_negative_entry",
        Ours(
            "a slice has brackets around entries up to the end, whose number has a name: `(2..)`, `(..-1)`, `(1..-1)`, `(1..; 2)`; \
             any other range stands without: `1..3`",
        ),
    ),
    (
        "slice_in_brackets",
        Ours(
            "a slice has brackets around entries up to the end, whose number has a name: `(2..)`, `(..-1)`, `(1..-1)`, `(1..; 2)`; \
             any other range stands without: `1..3`",
        ),
    ),
    ("slice_with_colon", Ours(COLONS)),
    ("slice_with_colons", Ours(COLONS)),
    ("slice_without_last_entry", Compilers("E0586", &["inclusive range with no end"])),
    (
        "slice_with_negative_index",
        Ours(
            "a range of a slice counts entries from 0 at the front of a mode, and leaves out the last ones in brackets: `(..-1)` is \
             all but the last, `(1..-1)` leaves out the first too; `-1` alone is the last entry, and `n - 2..` the last two of `n`",
        ),
    ),
    (
        "slice_with_negative_end",
        Ours(
            "a range of a slice counts entries from 0 at the front of a mode, and leaves out the last ones in brackets: `(..-1)` is \
             all but the last, `(1..-1)` leaves out the first too; `-1` alone is the last entry, and `n - 2..` the last two of `n`",
        ),
    ),
    ("slice_of_an_array", Ours("`Range<{integer}>` is not an entry of a slice")),
    ("slice_may_fail", Compilers("E0005", &["StaticExtents<(Const<3>,)>", "ShapeError"])),
    ("typed_slice_of_dyn_rank_extents", Ours("the modes of `DynRankExtents` are not in the type")),
    (
        "slice_of_ones_own_layout",
        Ours(
            "the strides of layout `Triangle` for extents `StaticExtents<(Const<2>, Const<2>)>` are \
             not in the type",
        ),
    ),
    (
        "view_slice_of_ones_own_layout",
        Ours(
            "the strides of layout `Triangle` for extents `StaticExtents<(Const<2>, Const<2>)>` are \
             not in the type",
        ),
    ),
    (
        "slice_without_a_bound",
        Ours("`Sliced<ByValue<[Slice; 2]>>` does not apply to extents `E` in layout `L`"),
    ),
    (
        "contract_views_without_a_layout_bound",
        Ours("layout `L` has no strides for extents `StaticExtents<(M, N)>`"),
    ),
    (
        "with_layout_of_another_rank",
        Ours("the rank should be 2, but is 3: a list has one number per mode"),
    ),
    ("view_of_a_layout_without_a_bound", Ours("layout `L` does not lay out extents `E`")),
    // Other rearrangements.
    (
        "merge_of_distant_modes",
        Ours(
            "mode 0 of stride 3 cannot merge with the next: it needs stride 2, or a copy, as `to_tensor()` makes",
        ),
    ),
    ("merge_to_other_extent", Ours("mode 0 should have extent 5, but has 6")),
    (
        "merge_of_the_last_mode",
        Ours("mode 1 is the last one: there is no next one to merge it with"),
    ),
    (
        "split_to_other_product",
        Ours("mode 1 of extent 3 cannot split into parts whose product is 4"),
    ),
    ("split_of_no_mode", Ours("there is no mode 2 in `(Const<2>, Const<3>)`")),
    (
        "split_of_no_entries_beside_dyn",
        Ours(
            "a mode of extent 0 beside a `dyn` mode splits only into `dyn` parts: the extents that \
             are not 0 may multiply to more than isize::MAX",
        ),
    ),
    (
        "broadcast_of_other_extent",
        Ours("mode 0 has extent `Const<2>`: only a mode of extent 1 can be broadcast or dropped"),
    ),
    (
        "drop_of_other_extent",
        Ours("mode 1 has extent `Const<3>`: only a mode of extent 1 can be broadcast or dropped"),
    ),
    ("reverse_of_no_mode", Ours("there is no mode 2 in `(Const<2>, Const<3>)`")),
    ("insert_of_no_mode", Ours("there is no place 3 for a mode in `(Const<2>, Const<3>)`")),
    (
        "diagonal_of_unlike_modes",
        Ours("modes 0 and 1 have no diagonal: their extents are `Const<2>` and `Const<3>`"),
    ),
    ("reshape_to_other_size", Ours("the shape needs 8 elements, but 6 were given")),
    ("into_a_shape_of_other_size", Ours("the shape needs 8 elements, but 6 were given")),
    (
        "broadcast_to_other_extents",
        Ours("mode 0 of extent 2 does not repeat to mode 1 of extent 4: only extent 1 repeats"),
    ),
    (
        "broadcast_to_be_changed",
        Ours(
            "a mutable view reaches each element by one index, and a broadcast or windows reach some by several: take `view()` to read them",
        ),
    ),
    // Elements in a new arrangement.
    ("concat_of_other_extents", Ours("mode 0 of operand 1 should have extent 2, but has 4")),
    ("concat_of_other_names", Ours("mode 0 of operand 1 should be `Rows`, but is `Columns`")),
    ("concat_to_another_sum", Ours("mode 0 should have extent 7, but has 6")),
    ("concat_along_no_mode", Ours("there is no mode 2 in `(Const<2>, Const<3>)`")),
    ("concat_of_no_tensor", Ours("`{integer}` has no elements to work on")),
    ("stack_of_other_extents", Ours("mode 0 of operand 1 should have extent 2, but has 4")),
    ("pad_to_other_extent", Ours("mode 1 should have extent 6, but has 5")),
    ("repeat_to_other_extent", Ours("mode 1 should have extent 5, but has 6")),
    ("roll_of_no_mode", Ours("there is no mode 2 in a shape of rank 2")),
    ("swap_with_other_extents", Ours("mode 0: extent `Const<2>` does not match `Const<4>`")),
    (
        "transpose_of_any_extents",
        Ours(
            "the modes of `E` are not known here: `transpose` needs them in the type, or of run-time rank",
        ),
    ),
    ("diagonal_of_one_mode", Ours("a diagonal is that of two modes, not of mode 1 with itself")),
    ("window_longer_than_its_mode", Ours("a window of extent 4 does not fit mode 1 of extent 3")),
    (
        "windows_along_longer_than_their_mode",
        Ours("a window of extent 4 does not fit mode 1 of extent 3"),
    ),
    ("windows_along_of_other_places", Ours("mode 1 should have extent 3, but has 2")),
    ("windows_of_other_places", Ours("mode 1 should have extent 3, but has 2")),
    ("window_of_other_rank", Ours(LIST_OF_ONE)),
    ("tiles_do_not_cover", Ours("tiles of extent 2 do not cover mode 1 of extent 3")),
    ("along_no_mode", Ours("there is no mode 2 in `(Const<2>, Const<6>)`")),
    ("fold_along_no_mode", Ours("there is no mode 2 in `(Const<2>, Const<6>)`")),
    ("fold_repeats_a_mode", Ours("mode 1 occurs twice in the list: it names each mode once")),
    (
        "fold_of_no_entries",
        Ours("mode 1 has extent 0: it has no smallest or largest entry, no mean and no variance"),
    ),
    (
        "along_an_array",
        Ours(
            "`Entry<[{integer}; 1]>` is not a part along a mode of extents \
             `StaticExtents<(Const<2>, Const<6>)>` in layout `RowMajor`",
        ),
    ),
    (
        "chunks_of_a_range",
        Ours(
            "`Range<{integer}>` is not a mode or a number of entries here: write `Const::<N>` or, for run-time extents, a `usize`",
        ),
    ),
    ("chunks_do_not_cover", Ours("tiles of extent 4 do not cover mode 1 of extent 6")),
    ("chunks_of_no_mode", Ours("there is no mode 2 in `(Const<2>, Const<6>)`")),
    ("chunks_of_nothing", Ours("mode 1 cannot be divided into parts of extent 0")),
    ("split_at_other_rest", Ours("mode 1 should have extent 3, but has 4")),
    ("split_at_out_of_bounds", Ours("slice 0..7 is out of bounds for mode 1 of extent 6")),
    (
        "plan_of_three_operands_that_differ",
        Ours("label `k` names modes of different extents: `Const<4>` and `Const<5>`"),
    ),
    (
        "offset_in_blocks_of_other_rank",
        Ours("the rank should be 2, but is 3: a list has one number per mode"),
    ),
    ("offset_in_blocks_of_zero", Ours("mode 0 cannot be divided into parts of extent 0")),
];
