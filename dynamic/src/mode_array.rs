//! [`ModeArray`]: one value a mode, for a rank that is known at run time.

use core::fmt;
use core::ops::{Deref, DerefMut};

use extents_static::{ShapeError, StrideList};
use smallvec::SmallVec;

/// A list with one value for each mode, stored inline up to 8 modes: an index or the strides of a shape of run-time
/// rank.
///
/// ```
/// use extents_dynamic::ModeArray;
/// let index: ModeArray<usize> = [1, 2, 3].into_iter().collect();
/// assert_eq!(index[2], 3);
/// assert_eq!(format!("{index:?}"), "[1, 2, 3]");
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct ModeArray<T>(SmallVec<[T; 8]>);

/// As an array.
impl<T: fmt::Debug> fmt::Debug for ModeArray<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T> ModeArray<T> {
    /// Appends a value for another mode.
    ///
    /// ```
    /// use extents_dynamic::ModeArray;
    /// let mut index = ModeArray::default();
    /// index.push(3);
    /// assert_eq!(index[0], 3);
    /// ```
    #[inline]
    pub fn push(&mut self, value: T) {
        self.0.push(value);
    }
}

impl<T> Deref for ModeArray<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> DerefMut for ModeArray<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T> AsRef<[T]> for ModeArray<T> {
    #[inline]
    fn as_ref(&self) -> &[T] {
        &self.0
    }
}

impl<T> AsMut<[T]> for ModeArray<T> {
    #[inline]
    fn as_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T: Copy> From<&[T]> for ModeArray<T> {
    #[inline]
    fn from(values: &[T]) -> Self {
        ModeArray(SmallVec::from_slice(values))
    }
}

impl<T> FromIterator<T> for ModeArray<T> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        ModeArray(values.into_iter().collect())
    }
}

impl<T> IntoIterator for ModeArray<T> {
    type Item = T;
    type IntoIter = smallvec::IntoIter<[T; 8]>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

// SAFETY: the strides are those of the list.
#[allow(unsafe_code)]
unsafe impl StrideList for ModeArray<isize> {
    const STATIC: &'static [Option<isize>] = &[];
    #[inline]
    fn with_strides<R>(&self, read: impl FnOnce(&[isize]) -> R) -> R {
        read(self)
    }
    #[inline]
    fn from_list(strides: &[isize]) -> Result<Self, ShapeError> {
        Ok(strides.into())
    }
    #[inline]
    fn from_strides(strides: &[isize]) -> Self {
        strides.into()
    }
}
