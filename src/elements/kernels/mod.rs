//! The loops of contractions: under typed labels, and under labels that arrived as text.

#[cfg(feature = "alloc")]
mod dyn_source;
mod gemm;
mod nest;

#[cfg(feature = "alloc")]
pub use dyn_source::DynSource;
#[cfg(feature = "alloc")]
pub(crate) use dyn_source::run_plan;
pub(crate) use gemm::MatrixProduct;
#[cfg(feature = "gemm")]
pub(crate) use gemm::product;
pub(crate) use nest::{TargetCertainty, Views, contract_to_new, contract_views};
