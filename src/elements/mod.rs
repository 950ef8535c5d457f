//! Elements under a mapping: borrowed ([`View`], [`ViewMut`]) or owned ([`Tensor`]).
//!
//! All unsafe code of the crate is in this folder. It rests on two invariants, kept by the
//! constructors: the size of every extents value fits `isize`, and a view or tensor has at least
//! `required_span_size` elements in memory, so that every index in bounds has an element.

#[cfg(feature = "alloc")]
mod dyn_source;
mod inline;
mod nest;
mod rejected;
mod storage;
mod tensor;
mod trusted;
#[cfg(feature = "alloc")]
mod vec_tensor;
mod view;
mod view_mut;

#[cfg(feature = "alloc")]
pub use dyn_source::DynSource;
#[cfg(feature = "alloc")]
pub(crate) use dyn_source::run_plan;
pub use inline::{Inline, InlineExtents, InlineTensor};
pub(crate) use nest::{TargetCertainty, Views, contract_to_new, contract_views};
pub use rejected::Rejected;
pub use storage::{Storage, StorageMut};
pub use tensor::Tensor;
#[cfg(feature = "alloc")]
pub use tensor::TensorOf;
pub use view::View;
pub use view_mut::ViewMut;
