//! Views along one mode: its entries, its lanes and its chunks, shared or to be changed, and the elements of lanes in order.

mod chunks;
mod iterators;
mod methods;
mod part_view;
#[cfg(feature = "alloc")]
mod sort;

pub use chunks::Chunks;
pub use iterators::{Entries, Lanes};
pub(in crate::elements) use iterators::{try_entries, try_lanes};
