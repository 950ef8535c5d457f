//! How the errors of names for extents begin.

use super::First::{self, Compilers, Ours};

/// As the other table.
pub(crate) const DIMS: &[(&str, First)] = &[
    ("dims_under_one_label", Ours("label `t` names modes of different extents: `Time` and `Past`")),
    ("dims_of_one_sum", Ours("mode 0: extent `Sym<Batch>` does not match `Sym<Time>`")),
    ("dims_that_do_not_weaken", Ours("mode 0: extent `Sym<Batch>` does not weaken to `Sym<Time>`")),
    ("dims_that_do_not_strengthen", Ours("mode 0: extent `Sym<Time>` does not match `Sym<Batch>`")),
    ("dims_by_hand", Ours("`Batch` is not a dim: dims are made by `dims!`")),
    (
        "dims_with_types",
        Ours(
            "dims are names with commas between, each with a visibility or none: `dims! { pub Batch, Time }`",
        ),
    ),
    ("dims_without_extent", Compilers("E0423", &["expected value, found enum `Batch`"])),
];
