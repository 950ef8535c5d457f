//! Other extents over the same elements.

mod draw;
mod from_end;
mod macros;
mod numbers_in_methods;
mod owned;
mod random;
mod ranks;
mod reshape;
mod table;
mod types;
mod whole;
