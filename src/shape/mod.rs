//! Shapes beyond a box at zero: with an origin, jagged, tiled and nested.

mod base;
mod error;
mod indexed;
mod jagged;
mod region;
mod smooth;

pub use base::{ShapeBase, SmoothShape};
pub use error::StructureError;
pub use indexed::{Labelled, Product, ResultOf, ShapeOf, Sum};
pub use jagged::JaggedShape;
pub use region::{AsRegion, Region};
pub use smooth::{
    ChipTyped, Origin, PlacedShape, Shape, ShapeIndices, SliceTyped, ValueOrigin, ZeroOrigin,
};
