//! How the errors of the programs of docs/names.md begin, of which `tests/names_programs/table.rs` reads all.

use super::First::{self, Ours};

/// As the other table.
pub(crate) const NAMES: &[(&str, First)] = &[
    ("names_of_sizes", Ours("label `t` names modes of different extents: `Time` and `Past`")),
    ("numbers_of_sizes", Ours("tiles of extent 2 do not cover mode 1 of extent 85")),
];
