//! The programs of `ui-tests/`, each with the beginning of its error.

use First::{Compilers, Ours};

/// How a `.stderr` begins.
pub(crate) enum First {
    /// With this sentence of ours.
    Ours(&'static str),
    /// With this code of the compiler; each of these stands in the text.
    Compilers(&'static str, &'static [&'static str]),
}

/// A list that is too short.
pub(crate) const LIST_OF_ONE: &str =
    "the rank should be 2, but is 1: a list has one number per mode";

/// Each program, and how its error begins.
pub(crate) const GALLERY: &[(&str, First)] = &[
    // Labels and the extents that they name.
    (
        "contracted_modes_differ",
        Ours("label `j` names modes of different extents: `Const<3>` and `Const<8>`"),
    ),
    (
        "contracted_extents_differ",
        Ours("label `j` names modes of different extents: `Const<3>` and `Const<8>`"),
    ),
    (
        "batch_modes_differ",
        Ours("label `n` names modes of different extents: `Const<16>` and `Const<10>`"),
    ),
    (
        "third_operand_differs",
        Ours("label `k` names modes of different extents: `Const<4>` and `Const<5>`"),
    ),
    (
        "diagonal_of_unequal_modes",
        Ours("label `i` names modes of different extents: `Const<2>` and `Const<3>`"),
    ),
    (
        "output_of_other_extents",
        Ours("label `k` names modes of different extents: `Const<4>` and `Const<5>`"),
    ),
    ("output_of_other_rank", Ours("labels `(i, k)` for extents of rank 1")),
    ("too_few_labels", Ours("labels `(i, j)` for extents of rank 3")),
    ("too_many_labels", Ours("labels `(i, j, k)` for extents of rank 2")),
    ("too_many_labels_for_dyn_extents", Ours("labels `(i, j, k)` for extents of rank 2")),
    ("unknown_result_label", Ours("label `m` of the result occurs in no operand")),
    ("repeated_result_label", Ours("label `i` occurs twice in the result")),
    (
        "names_told_apart_by_nothing",
        Ours(
            "labels `Time` and `Other` of two `labels!` cannot be told apart: write one of these elsewhere",
        ),
    ),
    (
        "fresh_axis_of_a_mutable_view",
        Ours(
            "a mutable view reaches each element by one index, and a broadcast or windows reach some by several: take `view()` to read them",
        ),
    ),
    (
        "labels_told_apart_by_nothing",
        Ours(
            "labels `batch` and `other` of two `labels!` cannot be told apart: write one of these elsewhere",
        ),
    ),
    (
        "struct_as_label",
        Ours(
            "`Column` is not a label: labels are made by `labels!` or taken from `label::{a, .., z}`",
        ),
    ),
    ("variable_as_label", Compilers("E0573", &["expected type, found local variable `column`"])),
    ("label_as_value", Compilers("E0423", &["expected value, found enum `i`"])),
    // Assignment and arguments.
    (
        "assign_other_extents",
        Compilers(
            "E0308",
            &["StaticExtents<(Const<2>, Const<3>)>", "StaticExtents<(Const<2>, Const<4>)>"],
        ),
    ),
    (
        "assign_other_rank",
        Compilers(
            "E0308",
            &[
                "StaticExtents<(Const<2>, Const<3>)>",
                "StaticExtents<(Const<2>, Const<3>, Const<1>)>",
            ],
        ),
    ),
    (
        "array_of_other_extents",
        Compilers("E0308", &["expected an array with a size of 2, found one with a size of 3"]),
    ),
    (
        "other_layout_expected",
        Compilers(
            "E0308",
            &[
                "View<'_, f32, StaticExtents<(Const<2>, Const<3>)>, ColMajor>",
                "View<'_, {float}, StaticExtents<(Const<2>, Const<3>)>, RowMajor>",
            ],
        ),
    ),
    (
        "rank_3_expected",
        Ours("extents of rank 3 are needed here, found `StaticExtents<(Const<2>, Const<3>)>`"),
    ),
    // Indexing.
    (
        "too_few_coordinates_for_view",
        Ours("an index into extents of rank 3 is a `[usize; 3]`, not `[{integer}; 2]`"),
    ),
    (
        "too_many_coordinates_for_tensor",
        Ours("an index into extents of rank 2 is a `[usize; 2]`, not `[{integer}; 3]`"),
    ),
    (
        "one_number_as_index",
        Ours("an index into extents of rank 2 is a `[usize; 2]`, not `{integer}`"),
    ),
    // Weakening and strengthening.
    ("strengthen_to_other_extent", Ours("mode 1: extent `Const<16>` does not match `Const<8>`")),
    (
        "strengthen_to_other_rank",
        Ours(
            "extents `StaticExtents<(Dyn, Const<8>, Const<8>)>` do not match \
             `StaticExtents<(Dyn, Const<64>)>`",
        ),
    ),
    (
        "strengthen_dyn_extents_to_other_rank",
        Ours("extents of rank 2 are needed here, found `StaticExtents<(Dyn, Const<8>, Const<8>)>`"),
    ),
    ("weaken_to_static", Ours("mode 0: extent `Dyn` does not weaken to `Const<10>`")),
    (
        "weaken_to_other_rank",
        Ours(
            "`StaticExtents<(Const<10>, Const<64>)>` does not weaken to \
             `StaticExtents<(Dyn, Const<8>, Const<8>)>`",
        ),
    ),
    ("weaken_dyn_extents_to_static", Ours("mode 1: extent `Dyn` does not weaken to `Const<8>`")),
    ("weaken_dyn_rank_extents", Ours("extents of rank 2 are needed here, found `DynRankExtents`")),
    // Layouts.
    (
        "convert_to_other_order",
        Ours(
            "layout `RowMajor` can become layout `ColMajor` only for extents of rank 0 or 1, not for \
             `StaticExtents<(Const<2>, Const<3>)>`",
        ),
    ),
    (
        "convert_padded_to_other_order",
        Ours("layout `Padded<RowMajor, Const<4>>` can never become layout `ColMajor`"),
    ),
    (
        "convert_without_a_check",
        Ours(
            "layout `Strided<[isize; 2]>` becomes layout `RowMajor` without a check only for extents \
             of rank at most 0, not for `StaticExtents<(Const<2>, Const<3>)>`",
        ),
    ),
    (
        "convert_to_a_list_without_a_check",
        Ours(
            "layout `RowMajor` does not become layout `MinorToMajor<(Const<1>, Const<0>)>` without a \
             check",
        ),
    ),
    (
        "strides_known_to_differ",
        Ours(
            "the compiler does not know the two layouts to have the same strides: \
             `try_convert::<_, _>()` compares them at run time",
        ),
    ),
    (
        "addressing_of_ones_own",
        Compilers("E0200", &["`AddressedBy<Anywhere>` requires an `unsafe impl` declaration"]),
    ),
    // What unsafe code believes is implemented in this workspace only.
    (
        "sealed_comparison_of_labels",
        Compilers(
            "E0432",
            &[
                "no `Truth` in `label`",
                "no `Digits` in `label`",
                "trait `Truth` is private",
                "trait `Digits` is private",
                "no `Unify` in `__private`",
                "no `Count` in `slice`",
            ],
        ),
    ),
    (
        "sealed_modes",
        Compilers(
            "E0200",
            &[
                "`Mode` requires an `unsafe impl` declaration",
                "`AddressedBy<Anywhere>` requires an `unsafe impl` declaration",
                "`UnitesWith<Agreeable>` requires an `unsafe impl` declaration",
                "`Tuple` requires an `unsafe impl` declaration",
                "`Nth<0>` requires an `unsafe impl` declaration",
                "`ModeTuple` requires an `unsafe impl` declaration",
                "`Extents` requires an `unsafe impl` declaration",
                "`TypedExtents` requires an `unsafe impl` declaration",
                "`WeakenedFrom<Mine>` requires an `unsafe impl` declaration",
            ],
        ),
    ),
    (
        "sealed_compositions",
        Compilers(
            "E0200",
            &[
                "`Tuple` requires an `unsafe impl` declaration",
                "`LabelledBy<Liars>` requires an `unsafe impl` declaration",
                "`LabelTuple<Dyn, 3>` requires an `unsafe impl` declaration",
                "`LabelList` requires an `unsafe impl` declaration",
                "`ToTuple` requires an `unsafe impl` declaration",
                "`Compose<Others, (i, k)>` requires an `unsafe impl` declaration",
            ],
        ),
    ),
    ("sealed_operations", Compilers("E0050", &["has 2 parameters but the declaration in trait"])),
    ("sealed_parts", Compilers("E0061", &["argument #2 of type `Seal`"])),
    (
        "sealed_strides",
        Compilers(
            "E0200",
            &[
                "`Stride` requires an `unsafe impl` declaration",
                "`StrideList` requires an `unsafe impl` declaration",
                "`Blocking` requires an `unsafe impl` declaration",
                "`SliceEntry` requires an `unsafe impl` declaration",
            ],
        ),
    ),
    ("sealed_trust", Compilers("E0603", &["trait `Trust` is private"])),
    ("sealed_arrays", Compilers("E0277", &["trait bound `Liar: ", "Sealed` is not satisfied"])),
    ("sealed_operands", Compilers("E0603", &["module `elements` is private"])),
    ("sealed_slices", Compilers("E0200", &["`SliceTuple` requires an `unsafe impl` declaration"])),
    (
        "assign_elements_of_other_extents",
        Ours("mode 1: extent `Const<4>` does not match `Const<3>`"),
    ),
    // Products by modes in the type.
    (
        "ttv_of_other_extent",
        Ours(
            "mode 1 of the left operand has extent `Const<3>`, but mode 0 of the right one has `Const<4>`",
        ),
    ),
    ("ttv_of_no_mode", Ours("there is no mode 2 in `(Const<2>, Const<3>)`")),
    (
        "ttv_of_a_matrix",
        Ours("extents of rank 1 are needed here, found `StaticExtents<(Const<3>, Const<1>)>`"),
    ),
    (
        "ttm_of_other_extent",
        Ours(
            "mode 0 of the left operand has extent `Const<2>`, but mode 1 of the right one has `Const<4>`",
        ),
    ),
    (
        "ttt_of_lists_of_other_lengths",
        Ours("2 modes of the left operand cannot be contracted with 1 of the right one"),
    ),
    ("ttt_repeats_a_mode", Ours("mode 0 occurs twice in the list: it names each mode once")),
    ("prod_of_other_rank", Ours("there is no mode 1 in `(Const<2>,)`")),
    ("trans_repeats_a_mode", Ours("label `mode1` occurs twice in the result")),
    // Tiled shapes.
    ("blocked_of_other_rank", Ours(LIST_OF_ONE)),
    (
        "stride_that_a_dyn_mode_decides",
        Ours("the stride of mode 0 of extents [8, dyn, 8] is known only at run time"),
    ),
    (
        "offset_in_a_dyn_mode",
        Ours("the size of extents [dyn, 8, 8] is known only at run time: a mode is `dyn`"),
    ),
    (
        "padding_that_makes_too_much_room",
        Ours(
            "the layout takes more than 9223372036854775807 elements: 6 before mode 2, times \
             4611686018427387904 for that mode",
        ),
    ),
    ("strides_of_tiles", Ours("the types do not know the strides of this layout")),
    // Tiles of XLA.
    ("xla_tile_of_zero", Ours("mode 1 cannot be divided into parts of extent 0")),
    ("xla_tile_of_numbers", Ours("`usize` is not a tile")),
    (
        "xla_tiles_in_order_of_other_rank",
        Ours("the rank should be 3, but is 2: a list has one number per mode"),
    ),
    (
        "xla_tiles_of_unknown_rank",
        Ours("layout `Tiled<(Const<8>, Const<128>)>` does not lay out extents `DynRankExtents`"),
    ),
    // Slices and windows whose rank grows.
    (
        "insert_of_a_13th_mode",
        Ours("the result has more than 12 modes: typed extents go to rank 12"),
    ),
    ("windows_of_rank_7", Ours("the result has more than 12 modes: typed extents go to rank 12")),
    // Orders of modes and strides.
    (
        "permutation_repeats_a_mode",
        Ours("mode 1 occurs twice in the list: it names each mode once"),
    ),
    ("permutation_lacks_a_mode", Ours(LIST_OF_ONE)),
    ("permutation_of_no_mode", Ours("there is no mode 2 in `(Const<2>, Const<3>)`")),
    (
        "minor_to_major_repeats_a_mode",
        Ours("mode 1 occurs twice in the list: it names each mode once"),
    ),
    (
        "minor_to_major_of_no_mode",
        Ours("there is no mode 2 in a shape of rank 2: modes are counted from 0"),
    ),
    (
        "minor_to_major_lacks_a_mode",
        Ours("the rank should be 3, but is 2: a list has one number per mode"),
    ),
    (
        "strides_of_other_rank",
        Ours("the rank should be 2, but is 3: a list has one number per mode"),
    ),
    // Elements that are lent twice.
    (
        "mutable_view_of_a_broadcast",
        Ours(
            "a mutable view reaches each element by one index, and a broadcast or windows reach some by \
             several: take `view()` to read them",
        ),
    ),
    (
        "mutable_windows",
        Ours(
            "a mutable view reaches each element by one index, and a broadcast or windows reach some by \
             several: take `view()` to read them",
        ),
    ),
    (
        "view_mut_of_shared_elements",
        Ours(
            "a mutable view needs a layout that is always unique: `try_view_mut` checks at run time",
        ),
    ),
    ("part_outlives_its_elements", Compilers("E0597", &["`data` does not live long enough"])),
    ("two_mutable_parts", Compilers("E0382", &["`view` moved due to this method call"])),
    (
        "trusted_without_promise",
        Ours(
            "`Triangle` is not a trusted layout: `type Trust = Trusted` needs \
             `unsafe impl TrustedLayout`",
        ),
    ),
    // Writing extents.
    (
        "too_many_elements",
        Ours("extents [4294967296, 4294967296] hold more than isize::MAX elements"),
    ),
    (
        "check_too_many_elements",
        Ours("extents [4294967296, 4294967296] hold more than isize::MAX elements"),
    ),
    (
        "size_of_too_many_elements",
        Ours("extents [4294967296, 4294967296] hold more than isize::MAX elements"),
    ),
    (
        "size_of_dyn_as_array_length",
        Ours("the size of extents [dyn, 3] is known only at run time: a mode is `dyn`"),
    ),
    (
        "inline_with_dyn_mode",
        Ours(
            "`StaticExtents<(Dyn, Const<3>)>` cannot be stored inline: each mode must be a number, a name of a number, or a product or sum of these",
        ),
    ),
    (
        "inline_tensor_as_a_tensor_in_a_vec",
        Compilers("E0308", &["expected `&Tensor<f64, _>`, found `&Tensor<f64, ..., ..., ...>`"]),
    ),
    (
        "new_with_dyn_mode",
        Ours("`(Dyn, Const<3>)` has a `dyn` mode, whose extent is known only at run time"),
    ),
    ("rank_13", Ours("typed extents have 0 to 12 modes, each `Const<N>` or `Dyn`")),
    (
        "result_of_rank_13",
        Ours("`(a, b, c, d, e, f, g, h, i, j, k, l, m)` is not a tuple of at most 12 elements"),
    ),
    ("missing_dyn_value", Ours("`dyn` needs its run-time extent here: write `dyn n`")),
    ("run_time_value_without_dyn", Compilers("E0435", &["extents![n, 3]"])),
    (
        "count_is_a_const",
        Ours(
            "the count after `;` is a literal from 0 to 12: for another rank or a const, use \
             `DynExtents<N>`",
        ),
    ),
    (
        "expression_without_braces",
        Ours(
            "each mode is a literal, a const, `{ a const expression }`, `(Heads)`, `dyn` and a run-time extent, \
             `dyn Batch = n`, `(Past + Time) = n`, or `dyn = mode`",
        ),
    ),
    ("generic_without_bound", Ours("nothing says that the modes of `A` can be labelled `(i, j)`")),
    (
        "missing_question_mark",
        Ours(
            "`Result<StaticExtents<(Dyn, Const<3>)>, ShapeError>` is neither extents nor a mapping",
        ),
    ),
    (
        "number_as_label",
        Ours(
            "the labels in `contract!` are types, such as `i` of `extents::label::i`: text goes to \
             `einsum`, coordinates to `[[..]]`",
        ),
    ),
    (
        "text_as_label",
        Ours(
            "the labels in `contract!` are types, such as `i` of `extents::label::i`: text goes to \
             `einsum`, coordinates to `[[..]]`",
        ),
    ),
];
