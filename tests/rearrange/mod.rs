//! Other extents over the same elements.

mod draw;
mod macros;
mod random;
mod table;
mod types;
