//! The executor of contractions whose labels are values: under text, along paths, and on a backend.
//!
//! It knows no elements: a [`Machine`] holds them and multiplies. The kernels of this crate are one, in `elements`, and a
//! [`Backend`](crate::backend::Backend) is another.

mod backend;
#[cfg(feature = "device")]
pub(crate) mod device;
mod drive;
mod kept;

pub(crate) use backend::OnBackend;
pub use backend::{Backend, Contraction};
pub(crate) use drive::{Job, Labels, Machine, Strides, Task};
pub(crate) use kept::Kept;
