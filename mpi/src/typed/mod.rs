//! Tensors whose placement on a mesh is in the type.
//!
//! | | |
//! |---|---|
//! | [`NamedMesh`] | a mesh whose axes are labels, of one scope |
//! | [`Dist`] | a tensor on it: elements, extents, mesh, the placement of each mode, and what is unreduced |
//! | [`Shard`], [`Replicated`] | where a mode is: in blocks along an axis, or whole on each process |
//! | [`Partial`] | an axis along which each process has a part of each sum |
//!
//! Only [`from_fn`](Dist::from_fn) and what is named for it moves elements between ranks: [`scatter`](Dist::scatter),
//! [`gather`](Dist::gather), [`reshard`](Dist::reshard) and [`reduce`](Dist::reduce). All else works on what each rank holds: slices and joined
//! tensors are along modes that are whole on each process.

mod axes;
mod compose;
mod contract;
mod dist;
mod elementwise;
mod fold;
mod mesh;
mod operands;
mod order;
mod part;
mod place;

pub use compose::Place;
pub use contract::DistMut;
pub use dist::Dist;
pub use fold::WholeAlong;
pub use mesh::{MeshAxes, NamedMesh};
pub use operands::DistOperand;
pub use order::{Lettered, Ordered, Without};
pub use part::Slices;
pub use place::{Partial, Placed, PlacedAs, PlacementsFor, Reduced, Replicated, Shard, Unreduced};
