//! Files of NumPy, which all ranks read and write at a time, each its own ranges.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use bytemuck::Pod;
use extents::error::{FileProblem, Quantity};
use extents::npy::Header;
use extents::{DynRankExtents, Extents, HasDType, Scalar, Tensor};

use crate::call::{Call, agree, gather_text};
use crate::tensor::{fits, of_extents};
use crate::transport::{count, together};
use crate::{DistError, DistTensor, Distribution, Exchange, Message, Piece, World};

impl<T: Scalar + HasDType + Pod, E: Extents> DistTensor<T, E> {
    /// Reads a tensor from a file of NumPy, an `.npy`, of which each rank reads what it holds.
    ///
    /// The file is in row-major order and in the byte order of this machine; [`npy::read`](extents::npy::read) reads others as a whole.
    ///
    /// # Errors
    /// Returns [`DistError::File`], the same on all ranks; [`DistError::NoMemory`], [`DistError::MeshTooLarge`], [`DistError::Unreduced`],
    /// [`DistError::OtherCall`], [`DistError::RankEnded`]; [`ShapeError`](extents::ShapeError) where the distribution is of other extents.
    ///
    /// ```
    /// use extents::{Tensor, extents, npy};
    /// use extents_mpi::{DistTensor, Distribution, Mesh, Share, simulated};
    /// # let folder = std::env::temp_dir().join(format!("extents-mpi-read-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// let path = folder.join("a.npy");
    /// npy::write(&path, &Tensor::from_fn(extents![6, 2], |[i, j]| (10 * i + j) as i64)?)?;
    /// let mesh = Mesh::new([3])?;
    /// let rows = Distribution::new(&mesh, [Share::block(6, &mesh, &[0])?, Share::whole(2)?])?;
    /// let rows_of = simulated::run(3, |world| {
    ///     let tensor = DistTensor::<i64, _>::read_npy(world, &path, extents![6, 2], &rows)?;
    ///     Ok::<_, extents_mpi::DistError>(tensor.local().as_slice().to_vec())
    /// });
    /// assert_eq!(rows_of[1], Ok(vec![20, 21, 30, 31]));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_npy(
        world: &impl World,
        path: impl AsRef<Path>,
        extents: E,
        distribution: &Distribution,
    ) -> Result<Self, DistError> {
        let path = path.as_ref();
        agree(world, || {
            let call = Call::new::<T>("read_npy").with("file", path.display());
            call.placed("the target", distribution)
        })?;
        fits(world, distribution)?;
        of_extents(&extents, distribution)?;
        let first = Distribution::on_first(&distribution.extents())?;
        let message = Exchange::new(&first, distribution)?.message(0, world.rank());
        let shape = distribution.local_shape(world.rank());
        let local = shape.and_then(|shape| Ok(Tensor::<T, DynRankExtents>::zeros(shape)?));
        let mut local = together(world, local)?;
        let target = local.as_mut_slice();
        let read = || -> Result<(), FileProblem> {
            let mut file = File::open(path)?;
            let begin = begin::<T>(&mut file, &DynRankExtents::new(&distribution.extents())?)?;
            for_each_range(message, |piece| {
                let part = target.get_mut(piece.to..).and_then(|rest| rest.get_mut(..piece.count));
                file.seek(SeekFrom::Start(begin.saturating_add(bytes::<T>(piece.from))))?;
                file.read_exact(bytemuck::cast_slice_mut(part.unwrap_or(&mut [])))
            })
        };
        alike(world, path, read())?;
        Ok(DistTensor::from_local(extents, distribution.clone(), local))
    }

    /// Writes the tensor to a file of NumPy, an `.npy` in row-major order, to which each rank writes what it holds. A file that is
    /// there is replaced.
    ///
    /// The file is one that all ranks can open.
    ///
    /// # Errors
    /// Returns [`DistError::File`], the same on all ranks; [`DistError::MeshTooLarge`], [`DistError::Unreduced`],
    /// [`DistError::OtherCall`], [`DistError::RankEnded`].
    ///
    /// ```
    /// use extents::{StaticExtents, extents, npy};
    /// use extents_mpi::{DistTensor, Distribution, Mesh, Share, simulated};
    /// # let folder = std::env::temp_dir().join(format!("extents-mpi-write-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// let path = folder.join("a.npy");
    /// let mesh = Mesh::new([2])?;
    /// let columns = Distribution::new(&mesh, [Share::whole(2)?, Share::block(3, &mesh, &[0])?])?;
    /// let written = simulated::run(2, |world| {
    ///     let tensor = DistTensor::from_fn(world, extents![2, 3], &columns, |[i, j]| (10 * i + j) as i64)?;
    ///     tensor.write_npy(world, &path)
    /// });
    /// assert_eq!(written, [Ok(()), Ok(())]);
    /// let whole = npy::read::<i64, StaticExtents![2, 3]>(&path)?;
    /// assert_eq!(whole.as_slice(), [0, 1, 2, 10, 11, 12]);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_npy(&self, world: &impl World, path: impl AsRef<Path>) -> Result<(), DistError> {
        let path = path.as_ref();
        agree(world, || {
            let call = Call::new::<T>("write_npy").with("file", path.display());
            call.placed("the source", self.distribution())
        })?;
        fits(world, self.distribution())?;
        if let Some(&axis) = self.distribution().partial().first() {
            return Err(DistError::Unreduced { axis });
        }
        let source = self.local().as_slice();
        let held = self.distribution().held(world.rank());
        together(world, count(Quantity::Elements, held, source.len()))?;
        let extents = self.distribution().extents();
        // Rank 0 makes the file, as long as it will be.
        let make = || -> Result<(), FileProblem> {
            let extents = DynRankExtents::new(&extents)?;
            let mut file = File::create(path)?;
            let elements = extents.size();
            Header::row_major::<T>(extents)?.write(&mut file)?;
            let begin = file.stream_position()?;
            Ok(file.set_len(begin.saturating_add(bytes::<T>(elements)))?)
        };
        alike(world, path, if world.rank() == 0 { make() } else { Ok(()) })?;
        // Of copies, one is written.
        let exchange = Exchange::new(self.distribution(), &Distribution::on_first(&extents)?)?;
        let write = || -> Result<(), FileProblem> {
            let mut file = OpenOptions::new().read(true).write(true).open(path)?;
            let begin = begin::<T>(&mut file, &DynRankExtents::new(&extents)?)?;
            for_each_range(exchange.message(world.rank(), 0), |piece| {
                let part = source.get(piece.from..).and_then(|rest| rest.get(..piece.count));
                file.seek(SeekFrom::Start(begin.saturating_add(bytes::<T>(piece.to))))?;
                file.write_all(bytemuck::cast_slice(part.unwrap_or(&[])))
            })
        };
        alike(world, path, write())
    }
}

/// Looks that a file has such elements, and returns where they begin.
fn begin<T: HasDType>(file: &mut File, extents: &DynRankExtents) -> Result<u64, FileProblem> {
    let header = Header::read(&mut *file)?;
    let wrong = |what: String| FileProblem::Format(what.into());
    let found = header.extents();
    if found != extents {
        return Err(wrong(format!(
            "the file has extents {found:?}, but they are {extents:?} here"
        )));
    }
    if header.is_col_major() && extents.rank() > 1 {
        return Err(FileProblem::MemoryOrder { is_col_major: true });
    }
    if header.descr() != Header::row_major::<T>(extents.clone())?.descr() {
        let found = header.descr().into();
        return Err(match header.dtype() == Some(T::DTYPE) {
            true => FileProblem::ByteOrder { found },
            false => FileProblem::DType { expected: T::DTYPE, found },
        });
    }
    let begin = file.stream_position()?;
    let (expected, found) =
        (begin.saturating_add(bytes::<T>(extents.size())), file.metadata()?.len());
    match expected == found {
        true => Ok(begin),
        false => Err(wrong(format!("the file has {found} bytes, but {expected} by its header"))),
    }
}

/// The number of bytes of so many elements.
fn bytes<T>(elements: usize) -> u64 {
    elements.saturating_mul(size_of::<T>()) as u64
}

/// Visits the ranges of a message until one fails.
fn for_each_range(
    message: Option<Message>,
    mut visit: impl FnMut(Piece) -> std::io::Result<()>,
) -> Result<(), FileProblem> {
    let mut end = Ok(());
    if let Some(message) = message {
        message.for_each_piece(|piece| {
            if end.is_ok() {
                end = visit(piece);
            }
        });
    }
    Ok(end?)
}

/// The problem of the first rank that has one, on all ranks.
fn alike(world: &impl World, path: &Path, end: Result<(), FileProblem>) -> Result<(), DistError> {
    let mine = end.err().map(|problem| format!("{}: {problem}", path.display()));
    let all = gather_text(world, mine.as_deref().unwrap_or(""))?;
    match all.into_iter().enumerate().find(|(_, problem)| !problem.is_empty()) {
        Some((rank, problem)) => Err(DistError::File { rank, problem }),
        None => Ok(()),
    }
}
