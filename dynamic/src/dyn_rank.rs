//! [`DynRankExtents`]: neither the rank nor the extents are in the type.

use core::fmt;
use core::hash::{Hash, Hasher};

use extents_static::__private::{
    DynEntries, LabelList, LabelledBy, Open, Tuple, check_index, debug, display,
};
use extents_static::{AddressedBy, Extents, ModeTuple, ShapeError, StaticExtents, check_size};

use crate::{DynExtents, ModeArray};

/// Extents of a rank that is known at run time, stored inline up to 8 modes and on the heap beyond.
///
/// Only this layer has the [null](DynRankExtents::null) value, which is its `Default`.
///
/// ```
/// use extents_dynamic::DynRankExtents;
/// use extents_static::{Extents, StaticExtents};
/// let shape = DynRankExtents::new(&[1797, 8, 8])?;
/// let images = shape.strengthen::<StaticExtents![dyn, 8, 8]>()?;
/// assert_eq!(format!("{images:?}"), "[dyn 1797, 8, 8]");
/// # Ok::<(), extents_static::ShapeError>(())
/// ```
#[derive(Clone, Default)]
pub struct DynRankExtents {
    // INVARIANT: `check_size` passes. `None` is the null shape.
    extents: Option<ModeArray<usize>>,
}

impl DynRankExtents {
    /// Creates a shape of these extents.
    ///
    /// # Errors
    /// Returns [`ShapeError::SizeOverflow`].
    ///
    /// ```
    /// use extents_dynamic::DynRankExtents;
    /// use extents_static::Extents;
    /// assert_eq!(DynRankExtents::new(&[2, 3])?.rank(), 2);
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    #[inline]
    pub fn new(extents: &[usize]) -> Result<Self, ShapeError> {
        check_size(extents)?;
        Ok(DynRankExtents { extents: Some(extents.into()) })
    }

    /// Creates the null shape, which has neither modes nor elements. It differs from the scalar, is not valid, composes
    /// with nothing and strengthens to nothing.
    ///
    /// ```
    /// use extents_dynamic::DynRankExtents;
    /// use extents_static::{Extents, extents, valid};
    /// let null = DynRankExtents::null();
    /// assert_eq!((null.rank(), null.size(), valid(&null)), (0, 0, false));
    /// assert_ne!(null, extents![]);
    /// ```
    #[inline]
    pub const fn null() -> Self {
        DynRankExtents { extents: None }
    }

    /// Creates the extents of any shape as values: what generic code has instead of
    /// [`weaken`](extents_static::Extents::weaken), without a bound. The null shape stays null, and
    /// [`from_extents`](extents_static::Extents::from_extents) is the way back.
    ///
    /// ```
    /// use extents_dynamic::DynRankExtents;
    /// use extents_static::{Extents, ShapeError, StaticExtents, extents};
    /// fn through_a_file<E: Extents>(extents: &E) -> Result<E, ShapeError> {
    ///     let values = DynRankExtents::of(extents);
    ///     E::from_extents(values.as_slice())
    /// }
    /// assert_eq!(DynRankExtents::of(&extents![2, 3]).as_slice(), [2, 3]);
    /// assert_eq!(through_a_file(&extents![2, dyn 3]?)?, extents![2, 3]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    pub fn of<E: Extents>(extents: &E) -> Self {
        let values = (!extents.is_null()).then(|| extents.with_slice(|all| ModeArray::from(all)));
        DynRankExtents { extents: values }
    }

    /// Returns the extents as a slice, which is empty for the scalar and for the null shape.
    ///
    /// ```
    /// use extents_dynamic::DynRankExtents;
    /// assert_eq!(DynRankExtents::new(&[2, 3])?.as_slice(), [2, 3]);
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    #[inline]
    pub fn as_slice(&self) -> &[usize] {
        self.extents.as_deref().unwrap_or(&[])
    }
}

// SAFETY: the extents are those of the list, whose size the constructors check; index and strides are lists of as many
// numbers.
#[allow(unsafe_code)]
unsafe impl Extents for DynRankExtents {
    const STATIC_RANK: Option<usize> = None;
    const STATIC_EXTENTS: &'static [Option<usize>] = &[];
    const STATIC_SIZE: Option<usize> = None;
    type Certainty = Open;
    type Opened = Self;
    type TypedOr<E: Extents> = E;
    type ComposedOf<T: ModeTuple> = T::Ranked<DynExtents<0>>;
    type OfRank<const R: usize> = DynExtents<R>;
    type Index = ModeArray<usize>;
    type Strides = ModeArray<isize>;

    #[inline]
    fn extents(&self) -> ModeArray<usize> {
        self.as_slice().into()
    }

    #[inline]
    fn with_slice<R>(&self, read: impl FnOnce(&[usize]) -> R) -> R {
        read(self.as_slice())
    }

    #[inline]
    fn slice_in<'s>(&'s self, _: &'s mut Option<ModeArray<usize>>) -> &'s [usize] {
        self.as_slice()
    }

    #[inline]
    fn zero_strides(&self) -> ModeArray<isize> {
        self.as_slice().iter().map(|_| 0).collect()
    }

    #[inline]
    fn from_extents(extents: &[usize]) -> Result<Self, ShapeError> {
        Self::new(extents)
    }

    #[inline]
    fn composed<T: ModeTuple>(modes: StaticExtents<T>) -> Result<Self::ComposedOf<T>, ShapeError> {
        Extents::adopt(&modes)
    }

    #[inline]
    fn adopt<E: Extents>(other: &E) -> Result<Self, ShapeError> {
        Ok(Self::of(other))
    }

    #[inline]
    fn is_null(&self) -> bool {
        self.extents.is_none()
    }

    #[inline]
    fn rank(&self) -> usize {
        self.as_slice().len()
    }
}

// SAFETY: as for a slice.
#[allow(unsafe_code)]
unsafe impl<const N: usize> AddressedBy<[usize; N]> for DynRankExtents {
    #[inline]
    fn locate(&self, index: [usize; N]) -> Result<ModeArray<usize>, ShapeError> {
        self.locate(index.as_slice())
    }
}

// SAFETY: as for a slice.
#[allow(unsafe_code)]
unsafe impl<const N: usize> AddressedBy<&[usize; N]> for DynRankExtents {
    #[inline]
    fn locate(&self, index: &[usize; N]) -> Result<ModeArray<usize>, ShapeError> {
        self.locate(index.as_slice())
    }
}

// SAFETY: `check_index` compares the number of coordinates, and each of them.
#[allow(unsafe_code)]
unsafe impl AddressedBy<&[usize]> for DynRankExtents {
    #[inline]
    fn locate(&self, index: &[usize]) -> Result<ModeArray<usize>, ShapeError> {
        if self.is_null() {
            return Err(ShapeError::Null);
        }
        Ok(check_index(self.as_slice(), index)?.into())
    }
}

// SAFETY: as for a slice.
#[allow(unsafe_code)]
unsafe impl AddressedBy<&ModeArray<usize>> for DynRankExtents {
    #[inline]
    fn locate(&self, index: &ModeArray<usize>) -> Result<ModeArray<usize>, ShapeError> {
        self.locate(&**index)
    }
}

// SAFETY: as for a slice.
#[allow(unsafe_code)]
unsafe impl AddressedBy<ModeArray<usize>> for DynRankExtents {
    #[inline]
    fn locate(&self, index: ModeArray<usize>) -> Result<ModeArray<usize>, ShapeError> {
        self.locate(&*index)
    }
}

// SAFETY: each label gets a mode that knows nothing.
#[allow(unsafe_code)]
unsafe impl<Labels: Tuple<List: LabelList>> LabelledBy<Labels> for DynRankExtents {
    type Entries = DynEntries<Labels>;
}

impl Eq for DynRankExtents {}

impl Hash for DynRankExtents {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.extents {
            Some(extents) => extents.as_ref().hash(state),
            None => usize::MAX.hash(state),
        }
    }
}

impl fmt::Debug for DynRankExtents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(self, f)
    }
}

impl fmt::Display for DynRankExtents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(self, f)
    }
}

impl<'a> IntoIterator for &'a DynRankExtents {
    type Item = usize;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, usize>>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter().copied()
    }
}
