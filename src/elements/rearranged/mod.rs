//! Views of the same elements under other extents.

mod view;
#[cfg(feature = "alloc")]
mod view_by;
mod view_mut;
#[cfg(feature = "alloc")]
mod view_mut_by;
