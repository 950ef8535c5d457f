#![doc = include_str!("../README.md")]
#![no_std]
#![deny(unsafe_code)]

extern crate alloc;

mod access;
mod algebra;
mod assigned;
mod attributes;
mod axes;
mod axis;
mod bridge;
mod complex;
pub mod error;
mod evaluate;
mod flat;
mod flatten;
#[cfg(any(doc, doctest))]
#[doc = include_str!("guide.md")]
pub mod guide {}
mod identity;
mod index_map;
mod lane;
mod layout;
mod lookup;
mod places;
mod select;
mod slices;
mod spread;
mod steps;
mod storage;
mod strides;
mod tensor;
mod views;

pub use access::{Access, Assignable, ReadOnly};
pub use algebra::{AxesMap, AxisPadding};
pub use attributes::{Attribute, Attributes, TensorKind};
pub use axes::Axes;
pub use axis::Axis;
pub use bridge::DescriptionMapping;
pub use complex::{ComplexView, Piece};
pub use error::DescriptionError;
pub use index_map::IndexMap;

pub use places::{Nesting, ParameterKey};
pub use slices::AxisSlice;
pub use storage::{StoragePlan, StorageRequest, check_allocatable};
pub use strides::{
    align, column_major_strides, linear_offset, row_major_strides, strides_in_order,
};
pub use tensor::{ElementSource, TensorDescription};
