//! [`Mapped`]: elements in a file that is mapped into memory.

use core::fmt;
use core::marker::PhantomData;
use core::ops::{Deref, Range};
use std::fs::File;
use std::io;
use std::path::Path;

use ::bytemuck::checked::CheckedBitPattern;
use memmap2::Mmap;

use super::bytemuck::cast;
use super::bytes::BytesError;
use crate::elements::Storage;
use crate::placement::OnHeap;

/// A [`Storage`] of elements in a file that is mapped into memory, which the system reads page by page when it is asked for
/// them.
///
/// `npy::map` makes tensors of it, and [`Mapped::new`] those of other formats.
///
/// ```
/// use extents::storage::Mapped;
/// use extents::{Tensor, extents};
/// # let path = std::env::temp_dir().join(format!("extents-mapped-{}", std::process::id()));
/// std::fs::write(&path, [1, 0, 0, 0, 2, 0, 0, 0])?;
/// // SAFETY: nothing writes to the file.
/// let map = unsafe { memmap2::Mmap::map(&std::fs::File::open(&path)?)? };
/// let tensor = Tensor::from_storage(extents![2], Mapped::<u32>::new(map, 0..8)?)?;
/// assert_eq!(tensor[[1]], u32::from_le(2));
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Mapped<T> {
    // INVARIANT: `count` elements of type `T`, all of which have a value of the type, are `offset` bytes behind the begin
    // of the map, at a place where they can be. Nothing writes to them, as whoever made the map promised.
    map: Mmap,
    offset: usize,
    count: usize,
    elements: PhantomData<T>,
}

impl<T: CheckedBitPattern> Mapped<T> {
    /// Creates a storage of the elements whose bytes are those of a range of the map, in the byte order of this machine.
    ///
    /// # Errors
    /// As [`View::from_bytes`](crate::View::from_bytes); a range that is not within the map has the wrong length. Returns
    /// [`BytesError::Reversed`] for a range that ends before it begins.
    ///
    /// ```
    /// # let path = std::env::temp_dir().join(format!("extents-mapped-new-{}", std::process::id()));
    /// use extents::storage::{Mapped, Storage};
    /// std::fs::write(&path, [0, 1, 1])?;
    /// // SAFETY: nothing writes to the file.
    /// let map = unsafe { memmap2::Mmap::map(&std::fs::File::open(&path)?)? };
    /// assert_eq!(Mapped::<bool>::new(map, 1..3)?.as_slice(), [true, true]);
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(map: Mmap, bytes: Range<usize>) -> Result<Self, BytesError> {
        let offset = bytes.start;
        if bytes.end < offset {
            return Err(BytesError::Reversed { begin: offset, end: bytes.end });
        }
        let expected = bytes.len();
        let Some(bytes) = map.get(bytes) else {
            return Err(BytesError::Length { expected, found: map.len().saturating_sub(offset) });
        };
        let count = expected.checked_div(size_of::<T>()).ok_or(BytesError::NoSize)?;
        cast::<T>(count, bytes)?;
        Ok(Mapped { map, offset, count, elements: PhantomData })
    }
}

impl Mapped<u8> {
    /// Maps a whole file into memory, as bytes.
    ///
    /// # Errors
    /// Whatever keeps the system from it, such as a file that does not exist.
    ///
    /// # Safety
    /// Nothing may write to the file or truncate it, in this process or another, as long as the storage exists. So it is of
    /// every [map of a file](Mmap#safety).
    ///
    /// ```
    /// # let path = std::env::temp_dir().join(format!("extents-mapped-open-{}", std::process::id()));
    /// use extents::storage::Mapped;
    /// std::fs::write(&path, "three")?;
    /// // SAFETY: nothing writes to the file.
    /// let file = unsafe { Mapped::open(&path)? };
    /// assert_eq!(*file, *b"three");
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub unsafe fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        // SAFETY: the caller promises that nothing writes to the file or truncates it while it is mapped.
        let map = unsafe { Mmap::map(&File::open(path)?)? };
        let count = map.len();
        Ok(Mapped { map, offset: 0, count, elements: PhantomData })
    }

    /// The map of the whole file.
    #[cfg(feature = "npy")]
    pub(super) fn into_map(self) -> Mmap {
        self.map
    }
}

impl<T> Deref for Mapped<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        self.as_slice()
    }
}

// SAFETY: the number is stored, and never changes.
unsafe impl<T> Storage for Mapped<T> {
    type Elem = T;
    type Placement = OnHeap;
    #[inline]
    fn as_slice(&self) -> &[T] {
        if self.count == 0 {
            return &[];
        }
        // SAFETY: by the invariant of the fields `count` elements, aligned and of values, are in the map from `offset` on.
        unsafe {
            core::slice::from_raw_parts(self.map.as_ptr().add(self.offset).cast(), self.count)
        }
    }
}

impl<T> fmt::Debug for Mapped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mapped({} elements)", self.count)
    }
}
