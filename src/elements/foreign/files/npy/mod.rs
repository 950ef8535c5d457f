//! Files of NumPy: `.npy`, which hold a tensor each, and `.npz`, which hold several.
//!
//! The type of the result says what the file should hold, and everything is compared with it: the type of the elements, the
//! rank, each static extent. Extents of run-time rank take any file.
//!
//! | function | what |
//! |---|---|
//! | [`read`], [`read_from`] | a tensor in row-major order, whatever the order and the byte order of the file are |
//! | [`map`] | a tensor whose elements stay in the file, mapped into memory |
//! | [`view`] | a view of a file in memory |
//! | [`write()`], [`write_to`] | a file, in the order of the tensor |
//! | [`Header`] | the type, the extents and the order |
//! | [`Archive`], [`ArchiveWriter`] | `.npz` |
//!
//! ```
//! use extents::{StaticExtents, Tensor, extents, npy};
//! # let path = std::env::temp_dir().join(format!("extents-npy-{}.npy", std::process::id()));
//! let tensor = Tensor::from_fn(extents![dyn 2, 3]?, |[i, j]| (10 * i + j) as f32)?;
//! npy::write(&path, &tensor)?;
//! let found = npy::read::<f32, StaticExtents![dyn, 3]>(&path)?;
//! assert_eq!(found, tensor);
//!
//! let error = npy::read::<f32, StaticExtents![dyn, 4]>(&path).unwrap_err();
//! assert!(error.to_string().ends_with("mode 1 should have extent 4, but has 3"));
//! let error = npy::read::<f64, StaticExtents![dyn, 3]>(&path).unwrap_err();
//! assert!(error.to_string().ends_with("the elements should be f64, but are <f4"));
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Elements are Rust's numbers and `bool`, with the feature `half` those of 16 bits, with `num-complex` complex numbers.
//! Those that NumPy has no name for, such as `bf16`, are bytes without a type in these files, `V2`; so `ml_dtypes` writes
//! them.

mod archive;
mod header;
mod sink;

pub use archive::{Archive, ArchiveWriter};
pub use header::Header;

use alloc::borrow::Cow;
use alloc::vec::Vec;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

use bytemuck::NoUninit;
use bytemuck::checked::CheckedBitPattern;
use extents_static::__private::Order;

use super::incoming::read_elements;
use super::{FileError, FileProblem, check_width, extents_of, in_file, name_taken, view_of};
use crate::elements::foreign::mapped::Mapped;
use crate::elements::{AsView, Tensor, View};
use crate::layout::{Canonical, ColMajor, Layout};
use crate::{DynRankExtents, Extents, HasDType, Mapping, ShapeError};

/// Reads a tensor from a file, whatever the order and the byte order of the file are.
///
/// # Errors
/// [`FileError`], with the path: [`FileProblem::DType`], [`FileProblem::Shape`] with the mode and both extents,
/// [`FileProblem::Bytes`] with the numbers of bytes, [`FileProblem::Format`], [`FileProblem::Io`].
///
/// ```
/// use extents::{DynRankExtents, npy};
/// # let path = std::env::temp_dir().join(format!("extents-npy-read-{}.npy", std::process::id()));
/// # npy::write(&path, &extents::Tensor::full(extents::extents![2, 3], 1_i8)?)?;
/// let any = npy::read::<i8, DynRankExtents>(&path)?;
/// assert_eq!(any[[1, 2]], 1);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read<T, E>(path: impl AsRef<Path>) -> Result<Tensor<T, E>, FileError>
where
    T: HasDType + CheckedBitPattern,
    E: Extents,
{
    let path = path.as_ref();
    let read = || {
        let file = File::open(path)?;
        let mut reader = BufReader::new(&file);
        let tensor = Header::read(&mut reader)?.read_elements(&mut reader)?;
        check_end(reader)?;
        Ok(tensor)
    };
    read().map_err(|problem: FileProblem| in_file(path, problem))
}

/// Reads a tensor from a stream, which is left behind the last element.
///
/// # Errors
/// As [`read`], without a name.
///
/// ```
/// use extents::{StaticExtents, Tensor, extents, npy};
/// let mut stream = Vec::new();
/// npy::write_to(&mut stream, &Tensor::full(extents![2], 1.0)?)?;
/// npy::write_to(&mut stream, &Tensor::full(extents![3], 2.0)?)?;
/// let mut rest = stream.as_slice();
/// let first = npy::read_from::<f64, StaticExtents![2]>(&mut rest)?;
/// let second = npy::read_from::<f64, StaticExtents![3]>(&mut rest)?;
/// assert_eq!((first[[1]], second[[2]]), (1.0, 2.0));
/// # Ok::<(), extents::error::FileError>(())
/// ```
pub fn read_from<T, E>(mut reader: impl Read) -> Result<Tensor<T, E>, FileError>
where
    T: HasDType + CheckedBitPattern,
    E: Extents,
{
    Ok(Header::read(&mut reader)?.read_elements(reader)?)
}

impl Header {
    /// Reads the elements that follow the header.
    ///
    /// # Errors
    /// As [`read`].
    ///
    /// ```
    /// # use extents::{Tensor, StaticExtents, extents, npy};
    /// # let mut file = Vec::new();
    /// # npy::write_to(&mut file, &Tensor::full(extents![2], 3_u16)?)?;
    /// let mut rest = file.as_slice();
    /// let header = npy::Header::read(&mut rest)?;
    /// assert_eq!(header.read_elements::<u16, StaticExtents![2]>(rest)?.as_slice(), [3, 3]);
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn read_elements<T, E>(&self, reader: impl Read) -> Result<Tensor<T, E>, FileProblem>
    where
        T: HasDType + CheckedBitPattern,
        E: Extents,
    {
        check_width::<T>()?;
        let unit = self.unit(T::DTYPE)?;
        let extents: E = extents_of(&self.extents)?;
        let elements = read_elements(reader, extents.size(), unit)?;
        if self.is_col_major && !self.is_line() {
            let columns = View::from_slice(ColMajor.of(extents), &elements)?;
            return Ok(columns.map(|element| *element)?);
        }
        Ok(Tensor::from_vec(extents, elements).map_err(ShapeError::from)?)
    }

    /// The bytes of the elements, which follow the header, if they can be elements of this type and layout as they are.
    fn view<'a, T, E, L>(&self, bytes: &'a [u8]) -> Result<View<'a, T, E, L>, FileProblem>
    where
        T: HasDType + CheckedBitPattern,
        E: Extents,
        L: Canonical,
    {
        if self.unit(T::DTYPE)?.is_some() {
            return Err(FileProblem::ByteOrder { found: self.code.clone() });
        }
        let is_col_major = self.is_col_major;
        // The rank and the extents are what a reader looks at first.
        extents_of::<E>(&self.extents)?;
        if is_col_major != matches!(L::ORDER, Order::ColMajor) && !self.is_line() {
            return Err(FileProblem::MemoryOrder { is_col_major });
        }
        view_of(&self.extents, bytes)
    }
}

/// Views a file in memory, without a copy. The layout is [`RowMajor`](crate::layout::RowMajor) or [`ColMajor`], as the file has it.
///
/// # Errors
/// As [`read`]; [`FileProblem::ByteOrder`], [`FileProblem::MemoryOrder`] and
/// [`BytesError::Alignment`](crate::error::BytesError::Alignment) for a file that would have to be converted.
///
/// ```
/// use extents::layout::RowMajor;
/// use extents::{StaticExtents, Tensor, extents, npy};
/// let mut file = Vec::new();
/// npy::write_to(&mut file, &Tensor::full(extents![2, 3], 7_u8)?)?;
/// let view = npy::view::<u8, StaticExtents![dyn, 3], RowMajor>(&file)?;
/// assert_eq!(view[[1, 2]], 7);
/// # Ok::<(), extents::error::FileError>(())
/// ```
pub fn view<T, E, L>(file: &[u8]) -> Result<View<'_, T, E, L>, FileError>
where
    T: HasDType + CheckedBitPattern,
    E: Extents,
    L: Canonical,
{
    let mut rest = file;
    Ok(Header::read(&mut rest)?.view(rest)?)
}

/// Maps a file into memory: a tensor whose elements stay in the file, and are read when they are asked for, page by page.
///
/// # Errors
/// As [`view`], with the path.
///
/// # Safety
/// Nothing may write to the file or truncate it, in this process or another, as long as the tensor exists. So it is of every
/// [map of a file](memmap2::Mmap#safety).
///
/// ```
/// use extents::layout::RowMajor;
/// use extents::{StaticExtents, Tensor, extents, npy};
/// # let path = std::env::temp_dir().join(format!("extents-npy-map-{}.npy", std::process::id()));
/// npy::write(&path, &Tensor::full(extents![2, 3], 1.5)?)?;
/// // SAFETY: nothing writes to the file while `tensor` lives.
/// let tensor = unsafe { npy::map::<f64, StaticExtents![dyn, 3], RowMajor>(&path)? };
/// assert_eq!(tensor[[1, 2]], 1.5);
/// # drop(tensor);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub unsafe fn map<T, E, L>(path: impl AsRef<Path>) -> Result<Tensor<T, E, L, Mapped<T>>, FileError>
where
    T: HasDType + CheckedBitPattern,
    E: Extents,
    L: Canonical,
{
    let path = path.as_ref();
    let map = || {
        // SAFETY: the caller promises that nothing writes to the file or truncates it while the tensor exists.
        let map = unsafe { Mapped::open(path)? }.into_map();
        let mut rest: &[u8] = &map;
        let header = Header::read(&mut rest)?;
        let extents = header.view::<T, E, L>(rest)?.extents().clone();
        let begin = map.len().saturating_sub(rest.len());
        let end = map.len();
        let mapped = Mapped::new(map, begin..end)?;
        let mapping: Mapping<E, L> = Mapping::of(extents);
        Ok(Tensor::from_storage(mapping, mapped).map_err(ShapeError::from)?)
    };
    map().map_err(|problem: FileProblem| in_file(path, problem))
}

/// Writes a tensor or a view to a file, which is created or replaced. Whatever is [`ColMajor`] goes in that order, all else
/// in row-major order; the byte order is that of this machine.
///
/// # Errors
/// [`FileProblem::Io`]; [`ShapeError::Null`] for the null tensor, which no file holds.
///
/// ```
/// use extents::{StaticExtents, Tensor, extents, npy};
/// # let path = std::env::temp_dir().join(format!("extents-npy-write-{}.npy", std::process::id()));
/// let tensor = Tensor::from_slice(extents![2, 2], &[1, 2, 3, 4])?;
/// npy::write(&path, &tensor.view().transpose())?;
/// assert_eq!(npy::read::<i32, StaticExtents![2, 2]>(&path)?.as_slice(), [1, 3, 2, 4]);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write<A>(path: impl AsRef<Path>, tensor: &A) -> Result<(), FileError>
where
    A: AsView<Elem: HasDType + NoUninit>,
{
    let path = path.as_ref();
    let write = || {
        let mut writer = write_elements(|| Ok(BufWriter::new(File::create(path)?)), tensor)?;
        Ok(writer.flush()?)
    };
    write().map_err(|problem: FileProblem| in_file(path, problem))
}

/// Writes a tensor or a view to a stream.
///
/// # Errors
/// As [`write()`], without a name.
///
/// ```
/// use extents::{Tensor, extents, npy};
/// let mut file = Vec::new();
/// npy::write_to(&mut file, &Tensor::full(extents![2], 1_u8)?)?;
/// assert!(file.starts_with(b"\x93NUMPY\x01\x00"));
/// assert!(file.ends_with(b" \n\x01\x01"));
/// # Ok::<(), extents::error::FileError>(())
/// ```
pub fn write_to<A>(writer: impl Write, tensor: &A) -> Result<(), FileError>
where
    A: AsView<Elem: HasDType + NoUninit>,
{
    write_elements(|| Ok(writer), tensor)?;
    Ok(())
}

/// Writes to what `open` gives, which is not called where there is no header.
fn write_elements<A, W: Write>(
    open: impl FnOnce() -> Result<W, FileProblem>,
    tensor: &A,
) -> Result<W, FileProblem>
where
    A: AsView<Elem: HasDType + NoUninit>,
{
    check_width::<A::Elem>()?;
    let view = tensor.as_view();
    let is_col_major = matches!(<A::Layout as Layout<A::Extents>>::DENSE, Some(Order::ColMajor));
    let extents = match view.extents().is_null() {
        true => return Err(ShapeError::Null.into()),
        false => DynRankExtents::new(view.extents().extents().as_ref())?,
    };
    let header = Header::of(A::Elem::DTYPE, extents, is_col_major).to_bytes()?;
    let mut writer = open()?;
    writer.write_all(&header)?;
    let mut elements = match is_col_major {
        true => view.iter_in_layout_order(),
        false => view.iter(),
    };
    let mut buffer: Vec<A::Elem> = Vec::with_capacity(WRITTEN_AT_ONCE);
    loop {
        buffer.clear();
        buffer.extend(elements.by_ref().take(WRITTEN_AT_ONCE).copied());
        if buffer.is_empty() {
            return Ok(writer);
        }
        writer.write_all(bytemuck::cast_slice(&buffer))?;
    }
}

/// How many elements are copied together, before they are written.
const WRITTEN_AT_ONCE: usize = 1 << 12;

/// Refuses bytes behind the elements: there are more elements than the header says, or another one follows.
fn check_end(mut reader: impl Read) -> Result<(), FileProblem> {
    match std::io::copy(&mut reader.by_ref().take(1), &mut std::io::sink())? {
        0 => Ok(()),
        _ => Err(FileProblem::Format(Cow::Borrowed("the file goes on behind the last element"))),
    }
}
