//! Owners of tiles: which process has which tile, along one mode and along several.

mod grid;
mod listed;
mod ownership;
#[cfg(feature = "serde")]
mod serde;
mod weights;

pub use grid::GridOwnership;
pub use ownership::Ownership;
