//! Labelled composition of tensors and of extents.
//!
//! Typed labels go through [`contract!`](crate::contract!), text through [`ContractBy`], of which
//! [`einsum`] is the short form. Both follow the same rules, use the same words, and take the same options: see `how`.
//!
//! `drive` runs what is known at run time, on the kernels or on a backend.

#[cfg(feature = "alloc")]
mod by_text;
#[cfg(feature = "alloc")]
mod drive;
#[cfg(feature = "alloc")]
mod einsum;
mod how;
#[cfg(feature = "alloc")]
pub mod multilinear;
mod operand;
mod planned;
mod typed;

#[cfg(feature = "alloc")]
pub use by_text::ContractBy;
#[cfg(feature = "alloc")]
pub(crate) use drive::{Job, Labels, Machine, Strides, Task};
#[cfg(feature = "alloc")]
pub use einsum::{DynOperand, einsum};
pub(crate) use how::{AddsUp, How, Pairing, Shared};
pub use how::{Along, Parallel, Plain, Sums, check_path};
pub use operand::{Operand, TensorOperand};
pub use planned::{Planned, PlannedPath, plan, plan_path};
pub use typed::{Contract, ContractInto, ContractTarget, add, assign, contract};
