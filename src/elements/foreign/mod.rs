//! Types of other crates, one folder or file a crate.

#[cfg(feature = "bytemuck")]
mod bytemuck;
#[cfg(any(feature = "bytemuck", feature = "zerocopy"))]
mod bytes;
#[cfg(any(feature = "npy", feature = "safetensors"))]
mod files;
#[cfg(any(feature = "npy", feature = "safetensors"))]
mod mapped;
#[cfg(feature = "ndarray")]
mod ndarray;
#[cfg(feature = "zerocopy")]
mod zerocopy;

#[cfg(any(feature = "bytemuck", feature = "zerocopy"))]
pub use bytes::BytesError;
#[cfg(feature = "npy")]
pub use files::npy;
#[cfg(feature = "safetensors")]
pub use files::safetensors;
#[cfg(any(feature = "npy", feature = "safetensors"))]
pub use files::{FileError, FileProblem};
#[cfg(any(feature = "npy", feature = "safetensors"))]
pub use mapped::Mapped;
#[cfg(feature = "ndarray")]
pub use ndarray::{Axes, NdArray};
