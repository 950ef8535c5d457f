//! Shapes beyond a box at zero: with an origin, jagged, tiled and nested.

mod base;
mod error;
mod jagged;
mod region;
mod tiled;

pub use base::{ShapeBase, SmoothShape};
pub use error::StructureError;
pub use jagged::JaggedShape;
pub use region::{AsRegion, Region};
pub use tiled::{
    ContractedTilings, GridOwnership, ModeTiling, ModeTilings, Ownership, Refinement, Tile,
    TiledShape, Tiling,
};
