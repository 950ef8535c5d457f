//! [`DynExtents`]: the rank in the type, the extents in the value.

use core::fmt;
use core::hash::{Hash, Hasher};

use extents_static::__private::{LabelTuple, LabelledBy, Open, check_index, debug, display};
use extents_static::{
    AddressedBy, Coordinates, Dyn, Extents, ModeTuple, Rank, ShapeError, StaticExtents, check_size,
};

/// Extents of any rank `N` whose values are known at run time.
///
/// `DynExtents<4>` and `StaticExtents![dyn; 4]` weaken into each other.
///
/// ```
/// use extents_dynamic::DynExtents;
/// use extents_static::Extents;
/// let shape = DynExtents::new([2, 3])?;
/// assert_eq!((shape.size(), shape.to_string()), (6, "[2, 3]".to_string()));
/// # Ok::<(), extents_static::ShapeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct DynExtents<const N: usize> {
    // INVARIANT: `check_size` passes.
    extents: [usize; N],
}

impl<const N: usize> DynExtents<N> {
    /// Creates a shape of these extents.
    ///
    /// # Errors
    /// Returns [`ShapeError::SizeOverflow`].
    ///
    /// ```
    /// use extents_dynamic::DynExtents;
    /// assert!(DynExtents::new([2, 3]).is_ok());
    /// assert!(DynExtents::new([usize::MAX, 2]).is_err());
    /// ```
    #[inline]
    pub const fn new(extents: [usize; N]) -> Result<Self, ShapeError> {
        match check_size(&extents) {
            Ok(_) => Ok(DynExtents { extents }),
            Err(error) => Err(error),
        }
    }
}

// SAFETY: the extents are those of the array, whose size the constructors check; index and strides are arrays of as many
// numbers.
#[allow(unsafe_code)]
unsafe impl<const N: usize> Extents for DynExtents<N> {
    const STATIC_RANK: Option<usize> = Some(N);
    const STATIC_EXTENTS: &'static [Option<usize>] = &[None; N];
    const STATIC_SIZE: Option<usize> = if N == 0 { Some(1) } else { None };
    type Certainty = Open;
    type Opened = Self;
    type TypedOr<E: Extents> = E;
    type ComposedOf<T: ModeTuple> = T::Ranked<Self>;
    type OfRank<const R: usize> = DynExtents<R>;
    type Index = [usize; N];
    type Strides = [isize; N];

    #[inline]
    fn extents(&self) -> [usize; N] {
        self.extents
    }

    #[inline]
    fn zero_strides(&self) -> [isize; N] {
        [0; N]
    }

    #[inline]
    fn from_extents(extents: &[usize]) -> Result<Self, ShapeError> {
        Self::new(read(extents)?)
    }

    #[inline]
    fn composed<T: ModeTuple>(modes: StaticExtents<T>) -> Result<Self::ComposedOf<T>, ShapeError> {
        Extents::adopt(&modes)
    }

    #[inline]
    fn adopt<E: Extents>(other: &E) -> Result<Self, ShapeError> {
        if other.is_null() {
            return Err(ShapeError::Null);
        }
        Ok(DynExtents { extents: read(other.slice_in(&mut None))? })
    }
}

#[inline]
fn read<const N: usize>(extents: &[usize]) -> Result<[usize; N], ShapeError> {
    <[usize; N]>::try_from(extents)
        .map_err(|_| ShapeError::RankMismatch { expected: N, found: extents.len() })
}

impl<const N: usize> Rank<N> for DynExtents<N> {}

// SAFETY: `check_index` compares each coordinate; what `coordinates` gives is asked for once.
#[allow(unsafe_code)]
unsafe impl<I: Coordinates<N>, const N: usize> AddressedBy<I> for DynExtents<N> {
    #[inline(always)]
    fn locate(&self, index: I) -> Result<[usize; N], ShapeError> {
        check_index(&self.extents, index.coordinates())
    }
}

// SAFETY: there are `N` labels, and each gets the extent at its place.
#[allow(unsafe_code)]
unsafe impl<Labels: LabelTuple<Dyn, N>, const N: usize> LabelledBy<Labels> for DynExtents<N> {
    type Entries = Labels::Entries;
}

impl<const N: usize> Eq for DynExtents<N> {}

impl<const N: usize> Hash for DynExtents<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.extents.as_slice().hash(state);
    }
}

impl<const N: usize> fmt::Debug for DynExtents<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(self, f)
    }
}

impl<const N: usize> fmt::Display for DynExtents<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(self, f)
    }
}

impl<const N: usize> IntoIterator for &DynExtents<N> {
    type Item = usize;
    type IntoIter = core::array::IntoIter<usize, N>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
