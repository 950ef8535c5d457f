//! [`Strides`]: the strides of extents in a layout, as a value of their own.

use core::fmt;

use super::{Canonical, StridedLayout};
use crate::{Extents, Mapping, ShapeError, error::Bounded};

/// The strides of extents `E` in the layout `L`, in elements: uBLAS's `stride_t`.
///
/// They are computed from the extents; if those are static, they take no space.
///
/// ```
/// use extents::layout::{ColMajor, Strides};
/// use extents::{StaticExtents, extents};
/// let strides = Strides::<_, ColMajor>::new(extents![4, 2, 3]);
/// assert_eq!(strides.to_array(), [1, 4, 8]);
/// assert_eq!(size_of_val(&strides), 0);
/// ```
#[derive(Clone, Copy)]
pub struct Strides<E, L>(Mapping<E, L>);

impl<E: Extents, L: Canonical> Strides<E, L> {
    /// Creates the strides of these extents.
    ///
    /// ```
    /// use extents::layout::{RowMajor, Strides};
    /// assert_eq!(Strides::<_, RowMajor>::new(extents::extents![2, 3]).to_string(), "[3, 1]");
    /// ```
    #[inline]
    pub fn new(extents: E) -> Self {
        Strides(L::default().of(extents))
    }

    /// Creates the strides of the extents in a list, which includes the static ones.
    ///
    /// # Errors
    /// As [`Extents::from_extents`].
    ///
    /// ```
    /// use extents::layout::{ColMajor, Strides};
    /// use extents::{DynExtents, ShapeError};
    /// let strides = Strides::<DynExtents<3>, ColMajor>::from_values(&[1, 3, 1])?;
    /// assert_eq!(strides.to_array(), [1, 1, 3]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    #[inline]
    pub fn from_values(extents: &[usize]) -> Result<Self, ShapeError> {
        E::from_extents(extents).map(Self::new)
    }

    /// Returns one stride per mode: an array if the rank is static.
    ///
    /// ```
    /// use extents::layout::{RowMajor, Strides};
    /// assert_eq!(Strides::<_, RowMajor>::new(extents::extents![2, 3]).to_array(), [3, 1]);
    /// ```
    #[inline]
    pub fn to_array(&self) -> E::Strides {
        self.0.layout().strides(self.0.extents())
    }

    /// Returns the stride of one mode, counted from 0.
    ///
    /// # Errors
    /// [`ShapeError::OutOfBounds`].
    ///
    /// ```
    /// use extents::layout::{RowMajor, Strides};
    /// assert_eq!(Strides::<_, RowMajor>::new(extents::extents![2, 3]).stride(0), Ok(3));
    /// ```
    #[inline]
    pub fn stride(&self, mode: usize) -> Result<isize, ShapeError> {
        let strides = self.to_array();
        let strides = strides.as_ref();
        strides.get(mode).copied().ok_or(ShapeError::OutOfBounds {
            of: Bounded::Mode,
            number: mode,
            limit: strides.len(),
        })
    }
}

impl<E: Extents, L: Canonical, F: Extents, M: Canonical> PartialEq<Strides<F, M>>
    for Strides<E, L>
{
    fn eq(&self, other: &Strides<F, M>) -> bool {
        self.to_array().as_ref() == other.to_array().as_ref()
    }
}

impl<E: Extents, L: Canonical> Eq for Strides<E, L> {}

impl<E: Extents, L: Canonical> fmt::Display for Strides<E, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.to_array().as_ref(), f)
    }
}

impl<E: Extents, L: Canonical> fmt::Debug for Strides<E, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
