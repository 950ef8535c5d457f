//! [`Writer`]: tensors that are written to one file.

use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use ::safetensors::tensor::{Dtype, TensorInfo};
use bytemuck::NoUninit;
use extents_static::__private::Order;

use super::{FileError, FileProblem, NOTES, check_width, in_file, name_taken, stored_as};
use crate::elements::AsView;
use crate::layout::{Layout, TrustedLayout};
use crate::{Extents, HasDType, ShapeError};

/// Collects tensors and writes them to a file. Row-major tensors and views are borrowed until then, others are copied.
///
/// See the [module](super) for an example.
#[derive(Debug, Default)]
pub struct Writer<'a> {
    tensors: BTreeMap<String, Entry<'a>>,
    notes: BTreeMap<String, String>,
}

#[derive(Debug)]
struct Entry<'a> {
    dtype: Dtype,
    shape: Vec<usize>,
    /// In row-major order, each number little-endian.
    bytes: Cow<'a, [u8]>,
}

impl<'a> Writer<'a> {
    /// Creates a writer of no tensor.
    ///
    /// ```
    /// let mut file = Vec::new();
    /// extents::safetensors::Writer::new().write_to(&mut file)?;
    /// assert_eq!(file, *b"\x08\0\0\0\0\0\0\0{}      ");
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn new() -> Self {
        Writer::default()
    }

    /// Adds a tensor or a view.
    ///
    /// # Errors
    /// With the name: [`FileProblem::Format`] for a name that is there already, for `__metadata__`, which is not the name of a
    /// tensor, and for a type that the format does not have; [`ShapeError::Null`].
    ///
    /// ```
    /// use extents::{Tensor, extents, safetensors::Writer};
    /// let mut writer = Writer::new();
    /// let a = Tensor::full(extents![2], 1_u8)?;
    /// let error = writer.add("a", &a)?.add("a", &a).unwrap_err();
    /// assert_eq!(error.to_string(), "`a`: the file has a tensor of this name already");
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn add<A>(&mut self, name: &str, tensor: &'a A) -> Result<&mut Self, FileError>
    where
        A: AsView<Elem: HasDType + NoUninit>,
        A::Layout: TrustedLayout<A::Extents>,
    {
        let entry = match self.tensors.contains_key(name) {
            _ if name == NOTES => Err(FileProblem::Format(Cow::Borrowed(
                "the format has texts under this name, not a tensor",
            ))),
            true => Err(name_taken()),
            false => Entry::of(tensor),
        };
        let entry = entry.map_err(|problem| FileError::named(name, problem))?;
        self.tensors.insert(name.to_owned(), entry);
        Ok(self)
    }

    /// Adds a text, which is kept beside the tensors. A later one of the same key replaces it. The file has texts in the order
    /// of their keys, whatever the order in which they were added.
    ///
    /// ```
    /// use extents::safetensors::{Archive, Writer};
    /// let mut file = Vec::new();
    /// Writer::new().note("made by", "hand").note("for", "us").write_to(&mut file)?;
    /// assert_eq!(Archive::new(&file)?.note("made by"), Some("hand"));
    /// assert_eq!(file[8..], *br#"{"__metadata__":{"for":"us","made by":"hand"}}  "#);
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn note(&mut self, key: &str, text: &str) -> &mut Self {
        self.notes.insert(key.to_owned(), text.to_owned());
        self
    }

    /// Writes the file to a stream: the types of most bytes first, so that all elements are aligned, and those of one size
    /// by name.
    ///
    /// # Errors
    /// [`FileProblem::Io`].
    ///
    /// ```
    /// use extents::{Tensor, extents, safetensors::{Archive, Writer}};
    /// let (a, b) = (Tensor::full(extents![1], 1_u8)?, Tensor::full(extents![1], 1_u64)?);
    /// let mut file = Vec::new();
    /// Writer::new().add("a", &a)?.add("b", &b)?.write_to(&mut file)?;
    /// assert_eq!(Archive::new(&file)?.names(), ["b", "a"]);
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn write_to(&self, mut writer: impl Write) -> Result<(), FileError> {
        // By name as they are, and those of one size stay so.
        let mut tensors: Vec<(&String, &Entry<'a>)> = self.tensors.iter().collect();
        tensors.sort_by_key(|(_, entry)| Reverse(entry.dtype.bitsize()));
        writer.write_all(&self.header(&tensors)?)?;
        for (_, entry) in tensors {
            writer.write_all(&entry.bytes)?;
        }
        Ok(())
    }

    /// Creates or replaces a file.
    ///
    /// # Errors
    /// [`FileProblem::Io`], with the path.
    ///
    /// ```
    /// let error = extents::safetensors::Writer::new().write("no/such/folder").unwrap_err();
    /// assert_eq!(error.name(), Some("no/such/folder"));
    /// ```
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        let write = || {
            let mut writer = BufWriter::new(File::create(path)?);
            self.write_to(&mut writer)?;
            Ok(writer.flush()?)
        };
        write().map_err(|error: FileError| in_file(path, error.problem))
    }

    /// The length of the header, and the header, which ends with spaces at a multiple of 8 bytes.
    fn header(&self, tensors: &[(&String, &Entry<'a>)]) -> Result<Vec<u8>, io::Error> {
        // Each time in one order, which the crate's `Metadata` does not keep for texts.
        let (mut entries, mut begin) = (Vec::new(), 0_usize);
        if !self.notes.is_empty() {
            entries.push(format!("\"{NOTES}\":{}", serde_json::to_string(&self.notes)?));
        }
        for (name, entry) in tensors {
            let end = begin.saturating_add(entry.bytes.len());
            let (dtype, shape) = (entry.dtype, entry.shape.clone());
            let info = TensorInfo { dtype, shape, data_offsets: (begin, end) };
            let (name, info) = (serde_json::to_string(name)?, serde_json::to_string(&info)?);
            entries.push(format!("{name}:{info}"));
            begin = end;
        }
        let mut text = format!("{{{}}}", entries.join(",")).into_bytes();
        text.resize(text.len().next_multiple_of(8), b' ');
        let mut header = (text.len() as u64).to_le_bytes().to_vec();
        header.append(&mut text);
        Ok(header)
    }
}

impl<'a> Entry<'a> {
    fn of<A>(tensor: &'a A) -> Result<Self, FileProblem>
    where
        A: AsView<Elem: HasDType + NoUninit>,
        A::Layout: TrustedLayout<A::Extents>,
    {
        check_width::<A::Elem>()?;
        let view = tensor.as_view();
        if view.extents().is_null() {
            return Err(ShapeError::Null.into());
        }
        let is_row_major =
            matches!(<A::Layout as Layout<A::Extents>>::DENSE, Some(Order::RowMajor));
        let borrowed =
            view.try_as_slice().filter(|_| is_row_major && cfg!(target_endian = "little"));
        let bytes = match borrowed {
            Some(elements) => Cow::Borrowed(bytemuck::cast_slice(elements)),
            None => Cow::Owned(copied(view.iter().copied())?),
        };
        Ok(Entry {
            dtype: stored_as(A::Elem::DTYPE)?,
            shape: view.extents().extents().as_ref().to_vec(),
            bytes,
        })
    }
}

/// The bytes of elements, each number little-endian.
fn copied<T: HasDType + NoUninit>(
    elements: impl ExactSizeIterator<Item = T>,
) -> Result<Vec<u8>, FileProblem> {
    let count = elements.len();
    let mut bytes: Vec<u8> = Vec::new();
    let room = count.saturating_mul(size_of::<T>());
    bytes.try_reserve_exact(room).map_err(|_| ShapeError::Allocation { elements: count })?;
    elements.for_each(|element| bytes.extend_from_slice(bytemuck::bytes_of(&element)));
    if cfg!(target_endian = "big") {
        let parts = if T::DTYPE.is_complex() { 2 } else { 1 };
        let unit = size_of::<T>().checked_div(parts).unwrap_or(1).max(1);
        bytes.chunks_exact_mut(unit).for_each(<[u8]>::reverse);
    }
    Ok(bytes)
}
