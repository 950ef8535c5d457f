//! Shapes beyond a box at zero: with an origin, jagged, tiled and nested.

mod base;
mod error;
mod jagged;
mod region;

pub use base::{ShapeBase, SmoothShape};
pub use error::StructureError;
pub use jagged::{IndexBuffer, Indices, IntoJagged, JaggedShape, Rows, Sampled};
pub use region::{AsRegion, Region};
