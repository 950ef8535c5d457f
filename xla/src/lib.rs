#![doc = include_str!("../README.md")]
#![no_std]
#![deny(unsafe_code)]

extern crate alloc;

mod bridge;
mod buffer;
mod bytes;
mod checks;
mod draw;
pub mod error;
mod explain;
mod fill;
#[cfg(any(doc, doctest))]
#[doc = include_str!("guide.md")]
pub mod guide {}
mod index;
mod layout;
mod levels;
mod ops;
mod predicates;
mod shape;
mod text;
mod tiles;
#[allow(unsafe_code, reason = "the one file of `unsafe impl`s")]
mod trusted;
mod validate;
mod walk;

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
