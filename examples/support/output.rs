//! Writing a `.npy` file: whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use npyz::{AutoSerialize, Serialize, WriteOptions, WriterBuilder};

use crate::npy::{Dtype, Failure, Kind, Number};

/// Writes numbers that `dtype` holds, in row-major order, to a file of this name.
///
/// They go to a temporary file beside it, which takes its place in one step once it is complete. A
/// failure leaves no file behind, and one that was there before as it was.
pub(crate) fn write(
    path: &Path,
    dtype: Dtype,
    shape: &[usize],
    numbers: impl Iterator<Item = Number>,
) -> Result<(), Failure> {
    let complain = |error: io::Error| format!("cannot write {}: {error}", path.display());
    // The last step would replace a device or a pipe, which nobody means.
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(complain(io::Error::other("it exists and is not a regular file")).into());
    }
    let temporary = Temporary::beside(path).map_err(complain)?;
    encode(&temporary.file, dtype, shape, numbers).map_err(complain)?;
    temporary.file.sync_all().map_err(complain)?;
    temporary.rename(path).map_err(complain)?;
    Ok(())
}

/// A file that is removed unless it is renamed.
struct Temporary {
    file: File,
    path: PathBuf,
}

impl Temporary {
    fn beside(path: &Path) -> io::Result<Self> {
        let name = path.file_name().ok_or_else(|| io::Error::other("it names no file"))?;
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}.part", std::process::id()));
        let path = path.with_file_name(hidden);
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        Ok(Temporary { file, path })
    }

    fn rename(self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // After renaming there is nothing left to remove.
        let _ = fs::remove_file(&self.path);
    }
}

fn encode(
    file: &File,
    dtype: Dtype,
    shape: &[usize],
    numbers: impl Iterator<Item = Number>,
) -> io::Result<()> {
    let integers = |number| match number {
        Number::Integer(value) => value,
        Number::Float(value) => value as i128,
    };
    let floats = |number: Number| number.to_f64().map_err(io::Error::other);
    match (dtype.kind, dtype.bytes) {
        (Kind::Signed, 1) => save(file, shape, numbers.map(|n| i8::try_from(integers(n)))),
        (Kind::Signed, 2) => save(file, shape, numbers.map(|n| i16::try_from(integers(n)))),
        (Kind::Signed, 4) => save(file, shape, numbers.map(|n| i32::try_from(integers(n)))),
        (Kind::Signed, _) => save(file, shape, numbers.map(|n| i64::try_from(integers(n)))),
        (Kind::Unsigned, 1) => save(file, shape, numbers.map(|n| u8::try_from(integers(n)))),
        (Kind::Unsigned, 2) => save(file, shape, numbers.map(|n| u16::try_from(integers(n)))),
        (Kind::Unsigned, 4) => save(file, shape, numbers.map(|n| u32::try_from(integers(n)))),
        (Kind::Unsigned, _) => save(file, shape, numbers.map(|n| u64::try_from(integers(n)))),
        (Kind::Float, 4) => save(file, shape, numbers.map(|n| floats(n).map(|v| v as f32))),
        (Kind::Float, _) => save(file, shape, numbers.map(floats)),
    }
}

fn save<T, E>(
    file: &File,
    shape: &[usize],
    values: impl Iterator<Item = Result<T, E>>,
) -> io::Result<()>
where
    T: Serialize + AutoSerialize,
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let shape: Vec<u64> = shape.iter().map(|&extent| extent as u64).collect();
    let mut buffer = BufWriter::new(file);
    let options = WriteOptions::new().default_dtype().shape(&shape);
    let mut writer = options.writer(&mut buffer).begin_nd()?;
    for value in values {
        writer.push(&value.map_err(io::Error::other)?)?;
    }
    writer.finish()?;
    buffer.flush()
}
