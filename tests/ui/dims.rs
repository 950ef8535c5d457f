//! How the errors of names for extents begin.

use super::First::{self, Compilers, Ours};

/// As the other table.
pub(crate) const DIMS: &[(&str, First)] = &[
    ("dims_under_one_label", Ours("label `t` names modes of different extents: `Time` and `Past`")),
    ("dims_of_one_sum", Ours("mode 0: extent `Sym<Batch>` does not match `Sym<Time>`")),
    ("dims_that_do_not_weaken", Ours("mode 0: extent `Sym<Batch>` does not weaken to `Sym<Time>`")),
    ("dims_that_do_not_strengthen", Ours("mode 0: extent `Sym<Time>` does not match `Sym<Batch>`")),
    (
        "equality_of_dims_of_one_printed_name",
        Ours("mode 0 of operand 1 should be `Batch`, but is another dim of that name"),
    ),
    (
        "stack_of_dims_of_one_printed_name",
        Ours("mode 0 of operand 1 should be `Batch`, but is another dim of that name"),
    ),
    ("dims_by_hand", Ours("`Batch` is not a dim: dims are made by `dims!`")),
    (
        "dims_with_types",
        Ours(
            "a dim is a name, alone or as in `once Name`, `Name ..= 64` or `Name = 8`: `dims! { pub Batch, Heads = 8 }`",
        ),
    ),
    ("dims_number_of_another_extent", Ours("label `h` names modes of different extents: 8 and 9")),
    ("dims_of_a_sum_with_another_number", Ours("mode 0 should have extent 8, but has 9")),
    ("dims_compared", Compilers("E0005", &["ShapeError"])),
    ("dims_bound", Ours("dim `Batch` is not bound once a process")),
    (
        "dims_run_time_as_number",
        Ours("`(Sym<Batch>, Const<3>)` has a `dyn` mode, whose extent is known only at run time"),
    ),
    ("dims_of_two_types", Compilers("E0308", &["one type is more general than the other"])),
    ("dims_of_a_cell_of_each_use", Compilers("E0492", &["interior mutable"])),
    ("dims_of_two_cells", Compilers("E0015", &["cannot call non-const method"])),
    (
        "dims_of_a_kind_by_hand",
        Ours("`Mine` is not a kind of dim `Mine`: dims are made by `dims!`"),
    ),
    ("dims_forged", Compilers("E0451", &["`held`"])),
    ("scope_of_another", Compilers("E0521", &["escapes", "In<'_, Batch>"])),
    ("scope_is_left", Compilers("E0521", &["escapes", "In<'_, Batch>"])),
    ("scope_made_shorter", Compilers("E0521", &["`other` escapes", "invariant"])),
    ("scope_as_any", Compilers("E0521", &["`batch` escapes", "must outlive `'static`"])),
    ("scope_in_a_thread", Compilers("E0521", &["`batch` escapes", "must outlive `'static`"])),
    ("scope_kind_taken", Ours("`Scoped` is not a kind of dim `Forged`: dims are made by `dims!`")),
    (
        "scope_same",
        Ours("mode 0: nothing says whether `Batch` and `Batch'` are the same for all extents"),
    ),
    (
        "dims_too_large",
        Ours("extents up to [4294967296, 4294967296] may hold more than isize::MAX elements"),
    ),
    (
        "sum_over_a_name_that_no_mode_has",
        Ours("there is no mode `Past` in `(Sym<Batch>, Sym<Time>)`"),
    ),
    ("dot_over_a_name_that_one_lacks", Ours("there is no mode `Time` to sum over")),
    ("contraction_of_a_mode_without_name", Ours("mode 1 has no name: `Const<64>`")),
    (
        "contraction_of_names_known_at_run_time",
        Ours(
            "the modes of `DynExtents<2>` have no names in the type: write labels in brackets behind this operand",
        ),
    ),
    ("name_of_two_modes", Ours("two modes have the name `Time`")),
    ("contraction_of_a_name_twice", Ours("two modes have the name `Time`")),
    ("aligned_to_other_names", Ours("there is no mode `Past` in `(Sym<Batch>, Sym<Time>)`")),
    ("same_of_another_sum", Ours("mode 0: `1+Time` and `Time+2` are not the same for all extents")),
    ("slice_of_no_name", Ours("there is no mode `Past` in `(Sym<Batch>, Sym<Time>)`")),
    ("permutation_of_no_name", Ours("there is no mode `Past` in `(Sym<Batch>, Sym<Time>)`")),
    (
        "extents_of_a_mode_and_a_number",
        Ours(
            "beside a mode, `dyn = batch`, others of a dim are modes too: `dyn = Sym::<Time>::new(n)`; a number without a name is `dyn n`",
        ),
    ),
    (
        "extents_of_names_without_dyn",
        Ours(
            "before the name of an extent stands `dyn`: `dyn Batch = n`; a name that is a number, `dims! { Heads = 8 }`, is written `(Heads)`",
        ),
    ),
    ("extent_of_no_mode", Ours("there is no mode `Past` in `(Sym<Batch>, Sym<Time>)`")),
    ("rename_of_no_mode", Ours("there is no mode `Past` in `(Sym<Batch>, Sym<Time>)`")),
    (
        "numbers_as_names",
        Ours("`names!` takes the names of modes, which are types: `names![Batch, Time]`"),
    ),
    (
        "dims_merged_in_another_order",
        Ours(
            "label `b` names modes of different extents: `Product<Batch, Time>` and `Product<Time, Batch>`",
        ),
    ),
    (
        "dims_product_of_another_number",
        Ours("label `h` names modes of different extents: 512 and 500"),
    ),
    (
        "dims_in_brackets",
        Ours(
            "in brackets stands a dim, or what `+`, `-`, `*` and `/` make of dims and numbers: `(Batch * Time)`, `(Past + 1)`",
        ),
    ),
    (
        "dims_in_brackets_with_dyn",
        Ours("what is made of dims has no `dyn`: write `(Past + Time) = n`"),
    ),
    (
        "slice_with_and_without_names",
        Ours("where one entry of a slice has a name, each has: `slice![Time = 1..4, Key = 0]`"),
    ),
    (
        "dims_unknown",
        Compilers("E0425", &["cannot find type `Batsh`", "enum `Batch` defined here"]),
    ),
    ("dims_twice", Compilers("E0428", &["the name `Heads` is defined multiple times"])),
    ("dims_of_two_numbers", Ours("mode 0 should have extent 8, but has 9")),
    ("dims_below_a_number", Ours("dim `Batch` has at most 4096 entries, but should get 5000")),
    (
        "dims_of_a_sum_below_a_number",
        Ours("dim `Batch` has at most 4096 entries, but should get 5000"),
    ),
    ("dims_as_labels_of_others", Ours("label `Time` names a mode of another name: `Batch`")),
    (
        "dims_as_labels_of_another_module",
        Ours("label `Batch` is not the dim of its mode, which is another one of that name"),
    ),
    (
        "dims_that_are_numbers",
        Ours(
            "before `=` stands the name of the extent, a dim: `dyn Batch = n`; without a name it is `dyn n`",
        ),
    ),
    (
        "dims_as_number_parameter",
        Compilers("E0747", &["constant provided when a type was expected"]),
    ),
    ("equality_of_other_names", Ours("mode 0 of operand 1 should be `Batch`, but is `Past`")),
    ("elementwise_of_strangers", Ours("mode 0: extent `Sym<Batch>` does not match `Sym<Past>`")),
    ("sum_into_of_strangers", Ours("mode 0: extent `Sym<Past>` does not match `Sym<Batch>`")),
    ("arrays_of_strangers", Ours("mode 0: extent `Sym<Batch>` does not match `Sym<Past>`")),
    ("elementwise_by_a_name_twice", Ours("two modes have the name `Batch`")),
    // Pairs of functions at random: `refused.rs` looks at each.
    (
        "names_that_differ",
        Ours(
            "mode 0: extent `Sym<Join<Const<4>, Const<3>>>` does not weaken to `Sym<Join<Const<3>, Const<3>>>`",
        ),
    ),
    (
        "names_that_constants_tell_apart",
        Ours("mode 1 of operand 1 should be `Rows`, but is `Batch`"),
    ),
    ("dims_without_extent", Compilers("E0423", &["expected value, found enum `Batch`"])),
];
