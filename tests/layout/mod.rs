//! Layouts and mappings: where an index is in memory.

mod conversions;
mod device;
mod mapping;
mod memory_order;
mod search;
mod static_mappings;
mod strided;
mod tiles;
mod trusted;
mod unfit;
