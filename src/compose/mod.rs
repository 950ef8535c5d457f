//! Labelled composition of tensors and of extents.
//!
//! Typed labels go through [`contract!`](crate::contract), text through [`einsum`]. Both follow the
//! same rules and use the same words.

#[cfg(feature = "alloc")]
mod along;
mod contract;
#[cfg(feature = "alloc")]
mod einsum;
mod operand;

#[cfg(feature = "alloc")]
pub use along::{contract_along, contract_along_into, contract_along_with};
pub use contract::{Contract, ContractInto, ContractTarget, add, assign, contract};
#[cfg(feature = "alloc")]
pub use einsum::{
    DynOperand, contract_by, contract_by_add, contract_by_assign, contract_by_into, einsum,
};
pub use operand::{Operand, TensorOperand};
