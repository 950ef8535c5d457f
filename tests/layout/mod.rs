//! Layouts and mappings: where an index is in memory.

mod conversions;
mod mapping;
mod search;
mod static_mappings;
mod strided;
mod trusted;
