//! Types of other crates, one folder or file a crate.

#[cfg(feature = "approx")]
mod approx;
#[cfg(feature = "arrow")]
pub mod arrow;
#[cfg(feature = "bytemuck")]
mod bytemuck;
#[cfg(any(feature = "bytemuck", feature = "zerocopy"))]
mod bytes;
#[cfg(feature = "dlpack")]
pub mod dlpack;
#[cfg(feature = "faer")]
mod faer;
#[cfg(any(feature = "npy", feature = "safetensors"))]
mod files;
#[cfg(feature = "generic-array")]
mod generic_array;
#[cfg(any(feature = "npy", feature = "safetensors"))]
mod mapped;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "ndarray")]
mod ndarray;
#[cfg(feature = "num-traits")]
mod num_traits;
#[cfg(feature = "rand")]
mod rand;
#[cfg(feature = "serde")]
mod serde;
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
#[cfg(feature = "nalgebra")]
pub use nalgebra::NalgebraDim;
#[cfg(feature = "ndarray")]
pub use ndarray::{NdArray, NdarrayDim};
#[cfg(feature = "num-traits")]
pub use num_traits::Num;

/// The list of these strides, compared with what its type knows of them.
#[cfg(any(feature = "faer", feature = "nalgebra", feature = "serde"))]
fn strides_of<S: crate::StrideList>(strides: &[isize]) -> Result<S, crate::ShapeError> {
    let list = S::from_list(strides).map_err(|error| match error {
        // Here it is the type that asks for a rank.
        crate::ShapeError::RankMismatch { expected: found, found: expected } => {
            crate::ShapeError::RankMismatch { expected, found }
        }
        error => error,
    })?;
    let differs = |known: &[isize]| known.iter().zip(strides).position(|(a, b)| a != b);
    match list.with_strides(|known| differs(known).map(|mode| (mode, known.get(mode).copied()))) {
        Some((mode, expected)) => Err(crate::ShapeError::StrideMismatch {
            mode,
            expected: expected.unwrap_or_default(),
            found: strides.get(mode).copied().unwrap_or_default(),
        }),
        None => Ok(list),
    }
}
