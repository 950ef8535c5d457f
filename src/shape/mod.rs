//! Shapes beyond a box at zero: with an origin, jagged, tiled and nested.

mod base;
mod error;
mod indexed;
mod jagged;
mod region;

pub use base::{ShapeBase, SmoothShape};
pub use error::StructureError;
pub use indexed::{Indexable, Indexed, Labelling, Meets, ResultShape, Term};
pub use jagged::{IndexBuffer, Indices, IntoJagged, JaggedShape, Rows};
pub use region::{AsRegion, Region};
