//! Labelled composition of tensors and of extents.
//!
//! Typed labels go through [`contract!`](crate::contract!), text through [`ContractBy`], of which
//! [`einsum`] is the short form. Both follow the same rules, use the same words, and take the same options.

mod by_name;
#[cfg(feature = "alloc")]
mod by_text;
#[cfg(feature = "alloc")]
mod einsum;
mod elsewhere;
#[cfg(all(feature = "alloc", feature = "gradients"))]
mod gradients;
mod into;
#[cfg(all(feature = "alloc", feature = "multilinear"))]
pub mod multilinear;
mod open;
mod planned;
mod typed;

pub use crate::elements::{Along, Parallel, Plain, Sums, check_path};
pub use by_name::{Own, contract_named, named, plan, plan_path};
#[cfg(feature = "alloc")]
pub use by_text::ContractBy;
#[cfg(feature = "alloc")]
pub use einsum::einsum;
#[cfg(all(feature = "device", feature = "gradients"))]
pub(crate) use gradients::{Spread, Spreads};
#[cfg(all(feature = "alloc", feature = "gradients"))]
pub use gradients::{gradient, gradient_by, gradients};
pub use into::{ContractInto, add, assign};
pub use open::{Open, contract_open};
pub use planned::Planned;
pub use typed::{Contract, contract};
