//! [`Archive`] and [`ArchiveWriter`]: several tensors in one file, `.npz`.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, BufWriter, Error, Read, Seek, Write};
use std::path::Path;

use bytemuck::NoUninit;
use bytemuck::checked::CheckedBitPattern;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::sink::{IsOver, Sink};
use super::{FileError, FileProblem, Header, check_end, in_file, name_taken, write_elements};
use crate::elements::{AsView, Tensor};
use crate::{Extents, HasDType};

/// An `.npz` file: tensors by name.
///
/// ```
/// use extents::{StaticExtents, Tensor, extents, npy};
/// use std::io::Cursor;
/// let mut writer = npy::ArchiveWriter::new(Cursor::new(Vec::new())).compressed();
/// writer.add("weights", &Tensor::full(extents![2, 3], 0.5)?)?;
/// writer.add("counts", &Tensor::from_slice(extents![2], &[3_u32, 4])?)?;
/// let mut archive = npy::Archive::new(writer.finish()?)?;
/// assert_eq!(archive.names()?, ["weights", "counts"]);
/// let counts = archive.read::<u32, StaticExtents![2]>("counts")?;
/// assert_eq!(counts.as_slice(), [3, 4]);
///
/// let error = archive.read::<f64, StaticExtents![dyn, 4]>("weights").unwrap_err();
/// assert_eq!(error.to_string(), "`weights`: mode 1 should have extent 4, but has 3");
/// # Ok::<(), extents::error::FileError>(())
/// ```
pub struct Archive<R> {
    zip: ZipArchive<R>,
}

impl Archive<BufReader<File>> {
    /// Opens an archive and reads the names in it.
    ///
    /// # Errors
    /// As [`new`](Self::new), with the path.
    ///
    /// ```
    /// let error = extents::npy::Archive::open("no/such/file.npz").unwrap_err();
    /// assert_eq!(error.name(), Some("no/such/file.npz"));
    /// ```
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let open = || open_zip(BufReader::new(File::open(path)?));
        open().map_err(|problem| in_file(path, problem))
    }
}

fn open_zip<R: Read + Seek>(reader: R) -> Result<Archive<R>, FileProblem> {
    let zip = ZipArchive::new(reader).map_err(problem)?;
    match zip.has_duplicate_names() {
        true => Err(FileProblem::Format(Cow::Borrowed("two tensors of the archive have one name"))),
        false => Ok(Archive { zip }),
    }
}

impl<R: Read + Seek> Archive<R> {
    /// Reads the names of an archive.
    ///
    /// # Errors
    /// [`FileProblem::Format`] for what is not a ZIP archive, and one in which a name occurs twice; [`FileProblem::Io`].
    ///
    /// ```
    /// let error = extents::npy::Archive::new(std::io::Cursor::new(b"no archive")).unwrap_err();
    /// assert!(error.to_string().starts_with("the archive cannot be read"));
    /// ```
    pub fn new(reader: R) -> Result<Self, FileError> {
        Ok(open_zip(reader)?)
    }

    /// Returns the names of the tensors, in the order of the archive.
    ///
    /// # Errors
    /// [`FileProblem::Format`] for a name that is not a text.
    ///
    /// ```
    /// # use extents::{Tensor, extents, npy};
    /// # let mut writer = npy::ArchiveWriter::new(std::io::Cursor::new(Vec::new()));
    /// # writer.add("a", &Tensor::full(extents![1], 1_u8)?)?;
    /// let archive = npy::Archive::new(writer.finish()?)?;
    /// assert_eq!(archive.names()?, ["a"]);
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn names(&self) -> Result<Vec<String>, FileError> {
        let mut names = Vec::new();
        for name in self.zip.file_names() {
            if let Some(name) = name.map_err(problem)?.strip_suffix(".npy") {
                names.push(name.into());
            }
        }
        Ok(names)
    }

    /// Reads the header of a tensor.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    ///
    /// ```
    /// # use extents::{DType, Tensor, extents, npy};
    /// # let mut writer = npy::ArchiveWriter::new(std::io::Cursor::new(Vec::new()));
    /// # writer.add("a", &Tensor::full(extents![1], 1_u8)?)?;
    /// let mut archive = npy::Archive::new(writer.finish()?)?;
    /// assert_eq!(archive.header("a")?.dtype(), Some(DType::U8));
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn header(&mut self, name: &str) -> Result<Header, FileError> {
        self.with(name, |reader| Header::read(reader))
    }

    /// Reads a tensor.
    ///
    /// # Errors
    /// As [`npy::read`](super::read), with the name of the tensor; [`FileProblem::Missing`].
    ///
    /// ```
    /// # use extents::{StaticExtents, Tensor, extents, npy};
    /// # let writer = npy::ArchiveWriter::new(std::io::Cursor::new(Vec::new()));
    /// let mut archive = npy::Archive::new(writer.finish()?)?;
    /// let error = archive.read::<f32, StaticExtents![2]>("bias").unwrap_err();
    /// assert_eq!(error.to_string(), "`bias`: the file has no tensor of this name");
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn read<T, E>(&mut self, name: &str) -> Result<Tensor<T, E>, FileError>
    where
        T: HasDType + CheckedBitPattern,
        E: Extents,
    {
        self.with(name, |reader| {
            let tensor = Header::read(&mut *reader)?.read_elements(&mut *reader)?;
            // Behind the last byte, the archive compares its checksum.
            check_end(reader)?;
            Ok(tensor)
        })
    }

    fn with<A>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut dyn Read) -> Result<A, FileProblem>,
    ) -> Result<A, FileError> {
        let with = || match self.zip.by_name(&file_name(name)) {
            Ok(mut entry) => read(&mut entry),
            Err(error) => Err(problem(error)),
        };
        with().map_err(|problem| FileError::named(name, problem))
    }
}

impl<R> core::fmt::Debug for Archive<R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Archive")
    }
}

/// Writes an `.npz` file, tensor by tensor. What is written counts once it is [finished](Self::finish): what is dropped before has
/// no table of contents, and is no archive.
///
/// ```
/// use extents::{Tensor, extents, npy};
/// let mut writer = npy::ArchiveWriter::new(std::io::Cursor::new(Vec::new()));
/// writer.add("a", &Tensor::full(extents![2], true)?)?;
/// let bytes = writer.finish()?.into_inner();
/// assert!(bytes.starts_with(b"PK"));
/// # Ok::<(), extents::error::FileError>(())
/// ```
pub struct ArchiveWriter<W: Write + Seek> {
    // Dropped before `zip`, which writes the table of contents when it is dropped.
    unfinished: Unfinished,
    zip: ZipWriter<Sink<W>>,
    names: HashSet<String>,
    method: CompressionMethod,
}

/// Ends what is written when it is dropped.
struct Unfinished(IsOver);

impl Drop for Unfinished {
    fn drop(&mut self) {
        self.0.set();
    }
}

impl ArchiveWriter<BufWriter<File>> {
    /// Creates or replaces a file.
    ///
    /// # Errors
    /// [`FileProblem::Io`], with the path.
    ///
    /// ```
    /// let error = extents::npy::ArchiveWriter::create("no/such/folder.npz").unwrap_err();
    /// assert_eq!(error.name(), Some("no/such/folder.npz"));
    /// ```
    pub fn create(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        match File::create(path) {
            Ok(file) => Ok(ArchiveWriter::new(BufWriter::new(file))),
            Err(error) => Err(in_file(path, error.into())),
        }
    }
}

impl<W: Write + Seek> ArchiveWriter<W> {
    /// Begins an archive whose tensors are not compressed.
    ///
    /// ```
    /// let writer = extents::npy::ArchiveWriter::new(std::io::Cursor::new(Vec::new()));
    /// assert!(writer.finish().is_ok());
    /// ```
    pub fn new(writer: W) -> Self {
        let is_over = IsOver::default();
        ArchiveWriter {
            zip: ZipWriter::new(Sink::new(writer, is_over.clone())),
            unfinished: Unfinished(is_over),
            names: HashSet::new(),
            method: CompressionMethod::Stored,
        }
    }

    /// Compresses the tensors that are added from now on, as `numpy.savez_compressed` does.
    ///
    /// ```
    /// use extents::{Tensor, extents, npy};
    /// let mut writer = npy::ArchiveWriter::new(std::io::Cursor::new(Vec::new())).compressed();
    /// writer.add("zeros", &Tensor::full(extents![100, 100], 0.0)?)?;
    /// assert!(writer.finish()?.into_inner().len() < 1000);
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    #[must_use]
    pub fn compressed(self) -> Self {
        ArchiveWriter { method: CompressionMethod::Deflated, ..self }
    }

    /// Adds a tensor or a view.
    ///
    /// # Errors
    /// As [`npy::write`](super::write), with the name of the tensor; [`FileProblem::Format`] for a name that the archive has, and for
    /// one of more than 65,000 bytes. After [`FileProblem::Io`], the archive takes no tensor and is not finished.
    ///
    /// ```
    /// use extents::{Tensor, extents, npy};
    /// let mut writer = npy::ArchiveWriter::new(std::io::Cursor::new(Vec::new()));
    /// let a = Tensor::full(extents![2], 1_u8)?;
    /// writer.add("a", &a)?;
    /// let error = writer.add("a", &a).unwrap_err();
    /// assert_eq!(error.to_string(), "`a`: the file has a tensor of this name already");
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn add<A>(&mut self, name: &str, tensor: &A) -> Result<(), FileError>
    where
        A: AsView<Elem: HasDType + NoUninit>,
    {
        // The size is not known to the archive yet, so that it takes the room of a large one.
        let options = SimpleFileOptions::default().compression_method(self.method).large_file(true);
        let (zip, names, is_over) = (&mut self.zip, &mut self.names, &self.unfinished.0);
        let start = || {
            if is_over.get() {
                return Err(ended());
            }
            if names.contains(name) {
                return Err(name_taken());
            }
            let file_name = file_name(name);
            if file_name.len() > LONGEST_NAME {
                return Err(name_too_long(name.len()));
            }
            zip.start_file(file_name, options).map_err(|error| {
                is_over.set();
                unwritten(error)
            })?;
            Ok(zip)
        };
        match write_elements(start, tensor) {
            Ok(_) => {
                names.insert(name.into());
                Ok(())
            }
            Err(problem) => {
                // The archive has a part of the tensor. Other errors come before that.
                if matches!(problem, FileProblem::Io(_)) {
                    is_over.set();
                }
                Err(FileError::named(name, problem))
            }
        }
    }

    /// Writes the table of contents and returns the writer.
    ///
    /// # Errors
    /// [`FileProblem::Io`].
    ///
    /// ```
    /// let writer = extents::npy::ArchiveWriter::new(std::io::Cursor::new(Vec::new()));
    /// assert!(!writer.finish()?.into_inner().is_empty());
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn finish(self) -> Result<W, FileError> {
        let ArchiveWriter { zip, unfinished, .. } = self;
        if unfinished.0.get() {
            return Err(ended().into());
        }
        let mut writer = zip.finish().map_err(unwritten)?.into_inner();
        writer.flush()?;
        Ok(writer)
    }
}

impl<W: Write + Seek> core::fmt::Debug for ArchiveWriter<W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("ArchiveWriter")
    }
}

fn file_name(name: &str) -> String {
    format!("{name}.npy")
}

/// A ZIP file has room for 65,535 bytes of a name and what goes with it.
const LONGEST_NAME: usize = 65_000;

fn name_too_long(bytes: usize) -> FileProblem {
    FileProblem::Format(format!("a name of {bytes} bytes is too long for an archive").into())
}

/// The error of what is added behind one.
fn ended() -> FileProblem {
    FileProblem::Io(Error::other("an earlier tensor could not be written to the archive"))
}

fn problem(error: ZipError) -> FileProblem {
    match error {
        ZipError::FileNotFound => FileProblem::Missing,
        ZipError::Io(error) => FileProblem::Io(error),
        error => FileProblem::Format(format!("the archive cannot be read: {error}").into()),
    }
}

fn unwritten(error: ZipError) -> FileProblem {
    match error {
        ZipError::Io(error) => FileProblem::Io(error),
        error => FileProblem::Format(format!("the archive cannot be written: {error}").into()),
    }
}
