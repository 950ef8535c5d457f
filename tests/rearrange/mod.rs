//! Other extents over the same elements.

mod draw;
mod macros;
mod numbers_in_methods;
mod random;
mod ranks;
mod reshape;
mod table;
mod types;
mod whole;
