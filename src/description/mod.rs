//! Descriptions of tensors: what is known of a tensor before it exists, as Nervana's graph has them.
//!
//! A [`TensorDescription`] has a type of elements, [named axes](Axes), and, once it is decided, a layout. It is
//! [`ReadOnly`] or [`Assignable`], by its type. Views record their base and their [index function](IndexMap); a
//! [`ComplexView`] reads several tensors. A [`StoragePlan`] finds a place for each tensor of a program.
//!
//! ```
//! use extents::description::{Assignable, Axes, Axis, StoragePlan, TensorDescription};
//! use extents::DType;
//! let axes = Axes::new([Axis::new("N", 8), Axis::new("C", 3)])?;
//! let x = TensorDescription::<Assignable>::new(DType::F32, axes)?.row_major()?;
//! let turned = x.transpose()?;
//! assert_eq!((turned.axes().to_string(), turned.strides()), ("[C, N]".to_string(), Some(vec![1, 3])));
//! assert!(turned.is_view_of_same(&x));
//!
//! let y = turned.materialise()?;
//! let plan = StoragePlan::for_tensors(&[(x, 0..2), (turned, 0..2), (y, 1..3)], 64)?;
//! assert_eq!(plan.total(), 128 + 96);
//! # Ok::<(), extents::description::DescriptionError>(())
//! ```

mod access;
mod algebra;
mod attributes;
mod axes;
mod axis;
mod bridge;
mod complex;
mod error;
mod evaluate;
mod flat;
mod flatten;
mod identity;
mod index_map;
mod layout;
mod numbers;
mod places;
mod select;
mod slices;
mod spread;
mod steps;
mod storage;
mod tensor;
mod views;

pub use access::{Access, Assignable, CanAssign, ReadOnly};
pub use algebra::{AxesMap, Padding};
pub use attributes::{Attribute, Attributes, TensorKind};
pub use axes::Axes;
pub use axis::Axis;
pub use bridge::DescriptionMapping;
pub use complex::{ComplexView, Piece};
pub use error::DescriptionError;
pub use index_map::IndexMap;

pub use numbers::{
    align, column_major_strides, linear_offset, row_major_strides, strides_in_order,
};
pub use places::{Nesting, ParameterKey};
pub use slices::AxisSlice;
pub use storage::{StoragePlan, StorageRequest, check_allocatable};
pub use tensor::{Source, TensorDescription};
