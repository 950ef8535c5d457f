//! Tensors in files: what is common to the formats.
//!
//! A file is input that nobody has checked. What its header says is compared with the type that is asked for and with the
//! bytes that are there, before there is a tensor.

mod error;
mod incoming;
#[cfg(feature = "npy")]
pub mod npy;
#[cfg(feature = "safetensors")]
pub mod safetensors;

pub use error::{FileError, FileProblem};

use crate::elements::View;
use crate::elements::foreign::bytemuck::cast;
use crate::layout::Canonical;
use crate::{DType, DynRankExtents, Extents, HasDType, Mapping};
use alloc::borrow::Cow;
use alloc::string::ToString;
use bytemuck::checked::CheckedBitPattern;
use std::path::Path;

/// A view of the elements of a file whose type is the one that is asked for.
fn view_of<'a, T, E, L>(
    extents: &DynRankExtents,
    bytes: &'a [u8],
) -> Result<View<'a, T, E, L>, FileProblem>
where
    T: HasDType + CheckedBitPattern,
    E: Extents,
    L: Canonical,
{
    check_width::<T>()?;
    let mapping: Mapping<E, L> = Mapping::of(extents_of(extents)?);
    let elements = cast(mapping.required_span_size(), bytes)?;
    Ok(View::from_slice(mapping, elements)?)
}

/// The extents of a file, if they are of this type.
fn extents_of<E: Extents>(found: &DynRankExtents) -> Result<E, FileProblem> {
    Ok(E::from_extents(found.as_slice())?)
}

/// Whoever implements [`HasDType`] may be wrong about the number of bytes.
fn check_width<T: HasDType>() -> Result<(), FileProblem> {
    let (dtype, found): (DType, _) = (T::DTYPE, size_of::<T>());
    match dtype.bits() == found.saturating_mul(8) {
        true => Ok(()),
        false => Err(FileProblem::Width { dtype, found }),
    }
}

/// The problem of a name that a writer is given a second time.
fn name_taken() -> FileProblem {
    FileProblem::Format(Cow::Borrowed("the file has a tensor of this name already"))
}

fn in_file(path: &Path, problem: FileProblem) -> FileError {
    FileError::named(path.display().to_string(), problem)
}
