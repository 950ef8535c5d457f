//! [`InBounds`]: an index that carries the proof that it is in bounds of static extents.

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::extents::AddressedBy;
use crate::order::contains;
use crate::size::KnownExtents;
use crate::{Extents, ModeTuple, ShapeError, StaticExtents, StaticModes};

/// An index that is proven to be in bounds of the static extents `E`, and so of every tensor of these extents. Indexing
/// with it needs no check.
///
/// [`StaticExtents::prove`] makes one, and [`StaticExtents::proven_indices`] all of them; there is no
/// other way.
///
/// ```
/// use extents_static::{AddressedBy, InBounds, StaticExtents, extents};
/// type Square = StaticExtents![8, 8];
/// const CENTRE: InBounds<Square> = match Square::prove([4, 4]) {
///     Some(proof) => proof,
///     None => panic!("out of bounds"),
/// };
/// assert_eq!(extents![8, 8].locate(CENTRE), Ok([4, 4]));
/// assert_eq!(Square::prove([4, 8]), None);
/// ```
/// It cannot be written by hand:
/// ```compile_fail,E0451
/// use extents_static::{InBounds, StaticExtents};
/// let _ = InBounds::<StaticExtents![2]> { index: [7] };
/// ```
/// It does not fit other extents:
/// ```compile_fail,E0277
/// use extents_static::{AddressedBy, StaticExtents, extents};
/// let proof = <StaticExtents![8]>::prove([7]).unwrap();
/// let _ = extents![2].locate(proof);
/// ```
/// It becomes no proof for others:
/// ```compile_fail,E0277
/// use extents_static::{InBounds, StaticExtents};
/// let proof = <StaticExtents![8]>::prove([7]).unwrap();
/// let _: InBounds<StaticExtents![2]> = proof.into();
/// ```
/// The index in it cannot be changed:
/// ```compile_fail,E0616
/// use extents_static::StaticExtents;
/// let mut proof = <StaticExtents![8]>::prove([7]).unwrap();
/// proof.index[0] = 9;
/// ```
/// And extents with a `dyn` mode prove nothing:
/// ```compile_fail,E0277
/// use extents_static::StaticExtents;
/// let _ = <StaticExtents![2, dyn]>::prove([1, 1]);
/// ```
pub struct InBounds<E: Extents> {
    // INVARIANT: `E` is `StaticExtents` of static modes, and the index in bounds of its one value.
    index: E::Index,
}

impl<E: Extents> InBounds<E> {
    /// `E` is static, and the index in bounds.
    #[inline]
    pub(crate) fn trusted(index: E::Index) -> Self {
        InBounds { index }
    }

    /// Returns the index.
    ///
    /// ```
    /// use extents_static::StaticExtents;
    /// assert_eq!(<StaticExtents![2, 3]>::prove([1, 2]).unwrap().index(), [1, 2]);
    /// ```
    #[inline]
    pub fn index(&self) -> E::Index {
        self.index.clone()
    }
}

impl<T: ModeTuple> StaticExtents<T> {
    /// Creates the proof that an index is in bounds, or returns `None` if it is not. Usable in constants.
    ///
    /// ```
    /// use extents_static::StaticExtents;
    /// assert!(<StaticExtents![2, 3]>::prove([1, 2]).is_some());
    /// assert!(<StaticExtents![2, 3]>::prove([1, 3]).is_none());
    /// ```
    #[inline]
    pub const fn prove<const R: usize>(index: [usize; R]) -> Option<InBounds<Self>>
    where
        T: StaticModes,
        Self: Extents<Index = [usize; R]>,
    {
        let () = Self::CHECK;
        if contains(KnownExtents::static_part(T::STATIC).as_slice(), &index) {
            Some(InBounds { index })
        } else {
            None
        }
    }
}

// SAFETY: by the invariant of `index` it is in bounds of all extents of this type.
#[allow(unsafe_code)]
unsafe impl<T: ModeTuple> AddressedBy<InBounds<StaticExtents<T>>> for StaticExtents<T> {
    #[inline]
    fn locate(&self, proof: InBounds<Self>) -> Result<T::Index, ShapeError> {
        Ok(proof.index)
    }
}

impl<E: Extents> Clone for InBounds<E> {
    #[inline]
    fn clone(&self) -> Self {
        InBounds { index: self.index.clone() }
    }
}

impl<E: Extents<Index: Copy>> Copy for InBounds<E> {}

impl<E: Extents> PartialEq for InBounds<E> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl<E: Extents> Eq for InBounds<E> {}

impl<E: Extents> Hash for InBounds<E> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

impl<E: Extents> fmt::Debug for InBounds<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.index.fmt(f)
    }
}
