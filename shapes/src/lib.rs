#![doc = include_str!("../README.md")]
#![no_std]
#![deny(unsafe_code)]

extern crate alloc;

mod base;
pub mod error;
#[cfg(any(doc, doctest))]
#[doc = include_str!("guide.md")]
pub mod guide {}
mod indexed;
mod jagged;
mod nested;
mod ragged;
mod region;
#[cfg(feature = "serde")]
mod serde;
mod smooth;
mod tiled;

pub use base::{ShapeBase, SmoothShape};
pub use error::StructureError;
pub use indexed::{Indexed, Labelled, LabelledShape, Labelling, Product, ResultOf, ShapeOf, Sum};
pub use jagged::{CompactMemory, IntoJagged, JaggedIndices, JaggedShape, Rows, Sampled};
pub use nested::{Layered, Nested, NestedOf};
pub use ragged::RaggedTensor;
#[cfg(feature = "arrow")]
pub use ragged::arrow;
pub use region::{AsRegion, Region};
pub use smooth::{
    AllModes, Chipped, Origin, PlacedShape, Shape, ShapeIndices, SliceError, SliceTyped,
    StaticOrigin, ValueOrigin, ZeroOrigin,
};
pub use tiled::{ContractedTilings, ModeTiling, ModeTilings, Refinement, Tile, TiledShape, Tiling};

mod sealed {
    /// Keeps traits to this crate: shapes trust what they say.
    pub(crate) trait Sealed {}
}
