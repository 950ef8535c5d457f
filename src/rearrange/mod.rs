//! Views of the same elements under other extents: slices, permutations, broadcasts and the like.

#[doc(hidden)]
pub mod layout;
