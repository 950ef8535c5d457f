//! Labelled composition of tensors and of extents.
//!
//! Typed labels go through [`contract!`](crate::contract), text through [`ContractBy`], of which
//! [`einsum`], [`contract_by`] and [`contract_along`] are short forms. Both follow the same rules, use
//! the same words, and take the same options: see `how`.

#[cfg(feature = "alloc")]
mod along;
mod contract;
#[cfg(feature = "alloc")]
mod contract_by;
#[cfg(feature = "alloc")]
mod einsum;
mod how;
mod operand;
mod planned;

#[cfg(feature = "alloc")]
pub use along::{contract_along, contract_along_into, contract_along_with};
pub use contract::{Contract, ContractInto, ContractTarget, add, assign, contract};
#[cfg(feature = "alloc")]
pub use contract_by::ContractBy;
#[cfg(feature = "alloc")]
pub use einsum::{
    DynOperand, contract_by, contract_by_add, contract_by_assign, contract_by_into, einsum,
};
pub(crate) use how::{AddsUp, How, Path, Shared};
pub use how::{Along, Parallel, Plain, Sums, check_path};
pub use operand::{Operand, TensorOperand};
pub use planned::{Planned, PlannedPath, plan, plan_path};
