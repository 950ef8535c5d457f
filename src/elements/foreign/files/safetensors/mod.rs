//! Files of the format `safetensors`, which hold tensors by name, such as the weights of a model.
//!
//! The fields of a struct say what a file should hold. It is compared with the file while the struct is made, so that
//! there is no struct of a file that holds anything else. Nothing is copied: elements stay in the file, which is in memory
//! or [mapped](crate::storage::Mapped::open) into it.
//!
//! ```
//! use extents::safetensors::{Archive, Writer};
//! use extents::{StaticExtents, Tensor, View, error::FileError, extents};
//!
//! struct Layer<'a> {
//!     weight: View<'a, f32, StaticExtents![dyn, 8]>,
//!     bias: View<'a, f32, StaticExtents![8]>,
//! }
//!
//! impl<'a> Layer<'a> {
//!     fn load(file: &Archive<'a>) -> Result<Self, FileError> {
//!         file.check_names(&["layer.weight", "layer.bias"])?;
//!         Ok(Layer { weight: file.view("layer.weight")?, bias: file.view("layer.bias")? })
//!     }
//! }
//!
//! let (weight, bias) = (Tensor::full(extents![3, 8], 0.5_f32)?, Tensor::full(extents![8], 1_f32)?);
//! let mut writer = Writer::new();
//! writer.add("layer.weight", &weight)?.add("layer.bias", &bias)?;
//! let mut bytes = Vec::new();
//! writer.write_to(&mut bytes)?;
//! # // An address where the elements can be, as that of a map is.
//! # let mut place = vec![0_u8; bytes.len() + 64];
//! # let from = place.as_ptr().align_offset(64);
//! # place[from..from + bytes.len()].copy_from_slice(&bytes);
//! # let bytes = &place[from..from + bytes.len()];
//! let layer = Layer::load(&Archive::new(&bytes)?)?;
//! assert_eq!((layer.weight[[2, 7]], layer.bias[[0]]), (0.5, 1.0));
//!
//! let error = Archive::new(&bytes)?.view::<f32, StaticExtents![dyn, 9]>("layer.weight").unwrap_err();
//! assert_eq!(error.to_string(), "`layer.weight`: mode 1 should have extent 9, but has 8");
//! # Ok::<(), FileError>(())
//! ```
//!
//! Numbers are little-endian in these files. On other machines they can be [read](Archive::read), but not viewed.

mod check;
mod repeats;
mod writer;

pub use writer::Writer;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use std::collections::HashSet;

use ::safetensors::tensor::{Dtype, Metadata, TensorInfo};
use bytemuck::checked::CheckedBitPattern;

use super::incoming::read_elements;
use super::{FileError, FileProblem, check_width, extents_of, in_file, name_taken, view_of};
use crate::elements::{Tensor, View};
use crate::layout::RowMajor;
use crate::{DType, DynRankExtents, Extents, HasDType, ShapeError};

/// The entry of a header that is not a tensor: texts by their keys.
const NOTES: &str = "__metadata__";

/// The header of a file, checked, and the bytes of the file.
///
/// See the [module](self) for an example.
pub struct Archive<'a> {
    // INVARIANT: the offsets of all tensors are within the bytes.
    metadata: Metadata,
    elements: &'a [u8],
}

impl<'a> Archive<'a> {
    /// Reads the header of a file, and checks that the bytes of the tensors follow each other without gaps up to the end of
    /// the file, as many for each tensor as its elements take, and that no name or key of a text is there twice.
    ///
    /// # Errors
    /// [`FileProblem::Format`], with the name of the tensor that is wrong.
    ///
    /// ```
    /// use extents::safetensors::Archive;
    /// let error = Archive::new(b"short").unwrap_err();
    /// assert_eq!(error.to_string(), "the file has 5 bytes, but its header alone begins with 8");
    /// ```
    pub fn new(file: &'a [u8]) -> Result<Self, FileError> {
        let (metadata, elements) = check::read(file)?;
        Ok(Archive { metadata, elements })
    }

    /// Returns the names of the tensors, in the order of the file.
    ///
    /// ```
    /// # use extents::{Tensor, extents, safetensors::{Archive, Writer}};
    /// # let (mut bytes, a) = (Vec::new(), Tensor::full(extents![2], 1_u8)?);
    /// # let mut writer = Writer::new();
    /// # writer.add("b", &a)?.add("a", &a)?.write_to(&mut bytes)?;
    /// assert_eq!(Archive::new(&bytes)?.names(), ["a", "b"]);
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn names(&self) -> Vec<String> {
        self.metadata.offset_keys()
    }

    /// Returns a text that the file has under this key, beside its tensors.
    ///
    /// ```
    /// # use extents::safetensors::{Archive, Writer};
    /// # let mut bytes = Vec::new();
    /// # Writer::new().note("format", "pt").write_to(&mut bytes)?;
    /// assert_eq!(Archive::new(&bytes)?.note("format"), Some("pt"));
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn note(&self, key: &str) -> Option<&str> {
        self.metadata.metadata().as_ref()?.get(key).map(String::as_str)
    }

    /// Returns the type of a tensor, or `None` if it is none of [`DType`]'s.
    ///
    /// # Errors
    /// [`FileProblem::Missing`].
    ///
    /// ```
    /// # use extents::{DType, Tensor, extents, safetensors::{Archive, Writer}};
    /// # let (mut bytes, a) = (Vec::new(), Tensor::full(extents![2], 1_u8)?);
    /// # Writer::new().add("a", &a)?.write_to(&mut bytes)?;
    /// assert_eq!(Archive::new(&bytes)?.dtype("a")?, Some(DType::U8));
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn dtype(&self, name: &str) -> Result<Option<DType>, FileError> {
        Ok(dtype_of(self.info(name)?.dtype))
    }

    /// Returns the extents of a tensor.
    ///
    /// # Errors
    /// [`FileProblem::Missing`]; [`ShapeError::SizeOverflow`] for extents of a tensor without elements.
    ///
    /// ```
    /// # use extents::{Extents, Tensor, extents, safetensors::{Archive, Writer}};
    /// # let (mut bytes, a) = (Vec::new(), Tensor::full(extents![2, 3], 1_u8)?);
    /// # Writer::new().add("a", &a)?.write_to(&mut bytes)?;
    /// assert!(Archive::new(&bytes)?.extents("a")?.same_extents(&extents![2, 3]));
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn extents(&self, name: &str) -> Result<DynRankExtents, FileError> {
        let extents = DynRankExtents::new(&self.info(name)?.shape);
        extents.map_err(|error| FileError::named(name, error))
    }

    /// Views a tensor, without a copy.
    ///
    /// # Errors
    /// [`FileError`], with the name: [`FileProblem::Missing`], [`FileProblem::DType`], [`FileProblem::Shape`] with the mode
    /// and both extents, [`BytesError::Alignment`](crate::error::BytesError::Alignment).
    ///
    /// ```
    /// # use extents::{StaticExtents, Tensor, extents, safetensors::{Archive, Writer}};
    /// # let (mut bytes, a) = (Vec::new(), Tensor::full(extents![2, 3], 1_u8)?);
    /// # Writer::new().add("a", &a)?.write_to(&mut bytes)?;
    /// let file = Archive::new(&bytes)?;
    /// assert_eq!(file.view::<u8, StaticExtents![2, 3]>("a")?[[1, 2]], 1);
    /// let error = file.view::<f32, StaticExtents![2, 3]>("a").unwrap_err();
    /// assert_eq!(error.to_string(), "`a`: the elements should be f32, but are U8");
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn view<T, E>(&self, name: &str) -> Result<View<'a, T, E>, FileError>
    where
        T: HasDType + CheckedBitPattern,
        E: Extents,
    {
        self.with(name, |found, extents, bytes| {
            if cfg!(target_endian = "big") && size_of::<T>() > 1 {
                return Err(FileProblem::ByteOrder { found });
            }
            view_of::<T, E, RowMajor>(extents, bytes)
        })
    }

    /// Reads a tensor: a copy, also of elements that are not aligned.
    ///
    /// # Errors
    /// As [`view`](Self::view), less those of alignment and byte order; [`ShapeError::Allocation`].
    ///
    /// ```
    /// # use extents::{DynExtents, Tensor, extents, safetensors::{Archive, Writer}};
    /// # let (mut bytes, a) = (Vec::new(), Tensor::full(extents![2, 3], 1.5)?);
    /// # Writer::new().add("a", &a)?.write_to(&mut bytes)?;
    /// let tensor = Archive::new(&bytes)?.read::<f64, DynExtents<2>>("a")?;
    /// assert_eq!(tensor[[1, 2]], 1.5);
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn read<T, E>(&self, name: &str) -> Result<Tensor<T, E>, FileError>
    where
        T: HasDType + CheckedBitPattern,
        E: Extents,
    {
        self.with(name, |_, extents, bytes| {
            check_width::<T>()?;
            let extents: E = extents_of(extents)?;
            let parts = if T::DTYPE.is_complex() { 2 } else { 1 };
            let unit = size_of::<T>().checked_div(parts).filter(|_| cfg!(target_endian = "big"));
            let elements = read_elements(bytes, extents.size(), unit)?;
            Ok(Tensor::from_vec(extents, elements).map_err(ShapeError::from)?)
        })
    }

    /// Checks that the file has these tensors and no other, in any order.
    ///
    /// # Errors
    /// [`FileProblem::Missing`] and [`FileProblem::Unexpected`], with the first name.
    ///
    /// ```
    /// # use extents::{Tensor, extents, safetensors::{Archive, Writer}};
    /// # let (mut bytes, a) = (Vec::new(), Tensor::full(extents![2], 1_u8)?);
    /// # Writer::new().add("a", &a)?.add("b", &a)?.write_to(&mut bytes)?;
    /// let file = Archive::new(&bytes)?;
    /// assert!(file.check_names(&["a", "b"]).is_ok());
    /// let error = file.check_names(&["a"]).unwrap_err();
    /// assert_eq!(error.to_string(), "`b`: the file has this tensor, for which nobody asked");
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn check_names(&self, names: &[&str]) -> Result<(), FileError> {
        for name in names {
            self.info(name)?;
        }
        let asked: HashSet<&str> = names.iter().copied().collect();
        match self.names().into_iter().find(|name| !asked.contains(name.as_str())) {
            Some(name) => Err(FileError::named(name, FileProblem::Unexpected)),
            None => Ok(()),
        }
    }

    fn info(&self, name: &str) -> Result<&TensorInfo, FileError> {
        self.metadata.info(name).ok_or_else(|| FileError::named(name, FileProblem::Missing))
    }

    /// The type, the extents and the bytes of a tensor whose elements are of type `T`.
    fn with<A: WithElements>(
        &self,
        name: &str,
        make: impl FnOnce(Box<str>, &DynRankExtents, &'a [u8]) -> Result<A, FileProblem>,
    ) -> Result<A, FileError> {
        let info = self.info(name)?;
        let make = || {
            let found = info.dtype.to_string().into_boxed_str();
            if dtype_of(info.dtype) != Some(A::DTYPE) {
                return Err(FileProblem::DType { expected: A::DTYPE, found });
            }
            let extents = DynRankExtents::new(&info.shape)?;
            let (begin, end) = info.data_offsets;
            let bytes = self.elements.get(begin..end).unwrap_or_default();
            make(found, &extents, bytes)
        };
        make().map_err(|problem| FileError::named(name, problem))
    }
}

/// What has elements of a type.
trait WithElements {
    const DTYPE: DType;
}

impl<T: HasDType, E: Extents> WithElements for View<'_, T, E> {
    const DTYPE: DType = T::DTYPE;
}

impl<T: HasDType, E: Extents> WithElements for Tensor<T, E> {
    const DTYPE: DType = T::DTYPE;
}

impl fmt::Debug for Archive<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Archive").field(&self.names()).finish()
    }
}

/// The types of these files that [`DType`] has too.
const TYPES: [(Dtype, DType); 19] = [
    (Dtype::BOOL, DType::Pred),
    (Dtype::U8, DType::U8),
    (Dtype::I8, DType::S8),
    (Dtype::F8_E5M2, DType::F8E5M2),
    (Dtype::F8_E4M3, DType::F8E4M3Fn),
    (Dtype::F8_E8M0, DType::F8E8M0Fnu),
    (Dtype::F8_E4M3FNUZ, DType::F8E4M3Fnuz),
    (Dtype::F8_E5M2FNUZ, DType::F8E5M2Fnuz),
    (Dtype::I16, DType::S16),
    (Dtype::U16, DType::U16),
    (Dtype::F16, DType::F16),
    (Dtype::BF16, DType::Bf16),
    (Dtype::I32, DType::S32),
    (Dtype::U32, DType::U32),
    (Dtype::F32, DType::F32),
    (Dtype::C64, DType::C64),
    (Dtype::F64, DType::F64),
    (Dtype::I64, DType::S64),
    (Dtype::U64, DType::U64),
];

fn dtype_of(dtype: Dtype) -> Option<DType> {
    TYPES.iter().find(|pair| pair.0 == dtype).map(|pair| pair.1)
}

fn stored_as(dtype: DType) -> Result<Dtype, FileProblem> {
    let found = TYPES.iter().find(|pair| pair.1 == dtype).map(|pair| pair.0);
    found.ok_or_else(|| {
        FileProblem::Format(Cow::Owned(format!("the format has no type for {dtype}")))
    })
}
