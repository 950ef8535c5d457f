//! The shapes and layouts of XLA: how a compiler for machine learning describes arrays.
//!
//! A [`Shape`] is an array, a tuple, a token or opaque. An array has a type of elements, dimensions, and, once it is
//! decided, a [`Layout`]: the order of the dimensions from minor to major, padding, tiles.
//!
//! ```
//! use extents::xla::{ArrayShape, Shape};
//! let shape: ArrayShape = "f32[3,5]{1,0:T(2,2)}".parse()?;
//! assert_eq!((shape.rank(), shape.true_rank()), (2, 2));
//! assert_eq!(shape.to_string(), "f32[3,5]{1,0:T(2,2)}");
//! # Ok::<(), extents::xla::XlaError>(())
//! ```

mod bridge;
mod buffer;
mod bytes;
mod checks;
mod draw;
mod error;
mod explain;
mod fill;
mod index;
mod layout;
mod levels;
mod ops;
mod predicates;
mod shape;
mod text;
mod tiles;
mod validate;
mod walk;

pub use bridge::TypedTiles;
pub use buffer::BufferLayout;
pub use error::XlaError;
pub use explain::Explanation;
pub use fill::PaddingElement;
pub use index::compare_indices;
pub use layout::{Layout, PaddingValue, SplitConfig, Tile, TileDimension};
pub use levels::{DimLevel, LevelFormat};
pub use ops::{
    BitcastDecomposition, Compare, Leaves, NormalizedTranspose, OneSized, ShapeIndex, Subshapes,
    TransposeReshapeTranspose, inverse_permutation,
};
pub use shape::{ArrayShape, Dimension, Shape, TupleShape};

pub use text::{ProgramShape, TextError};
pub use walk::Slots;
