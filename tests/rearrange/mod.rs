//! Other extents over the same elements.

mod draw;
mod macros;
mod numbers_in_methods;
mod random;
mod reshape;
mod table;
mod types;
mod whole;
