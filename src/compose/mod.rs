//! Labelled composition of tensors and of extents.
//!
//! Typed labels go through [`contract!`](crate::contract), text through [`einsum`]. Both follow the
//! same rules and use the same words.

mod contract;
#[cfg(feature = "alloc")]
mod einsum;
mod operand;

pub use contract::{Contract, ContractInto, ContractTarget, add, assign, contract};
#[cfg(feature = "alloc")]
pub use einsum::{DynOperand, contract_by, contract_by_into, einsum};
pub use operand::{Operand, TensorOperand};
