//! Labelled composition of tensors and of extents.
//!
//! Typed labels go through [`contract!`](crate::contract!), text through [`ContractBy`], of which
//! [`einsum`], [`contract_by`] and [`contract_along`] are short forms. Both follow the same rules, use
//! the same words, and take the same options: see `how`.

#[cfg(feature = "alloc")]
mod along;
#[cfg(feature = "alloc")]
mod by_text;
#[cfg(feature = "alloc")]
mod einsum;
mod how;
#[cfg(feature = "alloc")]
pub mod multilinear;
mod operand;
mod planned;
mod typed;

#[cfg(feature = "alloc")]
pub use along::{contract_along, contract_along_into, contract_along_with};
#[cfg(feature = "alloc")]
pub use by_text::ContractBy;
#[cfg(feature = "alloc")]
pub use einsum::{
    DynOperand, contract_by, contract_by_add, contract_by_assign, contract_by_into, einsum,
};
pub(crate) use how::{AddsUp, How, Pairing, Shared};
pub use how::{Along, Parallel, Plain, Sums, check_path};
pub use operand::{Operand, TensorOperand};
pub use planned::{Planned, PlannedPath, plan, plan_path};
pub use typed::{Contract, ContractInto, ContractTarget, add, assign, contract};
