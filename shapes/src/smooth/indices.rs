//! [`ShapeIndices`]: the indices of a smooth shape, and their places among them.

use crate::error::Item;
use core::iter::FusedIterator;

use extents_static::__private::Order;

use super::{Origin, Shape};
use crate::StructureError;
use extents::generic::AddressedBy;
use extents::iter::Indices;
use extents::{Extents, ShapeError};

/// An iterator over the indices of a [`Shape`] in lexicographic order, starting at its origin.
///
/// [`Shape::indices`] makes one.
///
/// ```
/// use extents_shapes::Shape;
/// use extents::extents;
/// let s = Shape::at(extents![2, 3], [10, 10])?;
/// assert_eq!((s.indices().len(), s.indices().next_back()), (6, Some([11, 12])));
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ShapeIndices<E: Extents, O> {
    offsets: Indices<E>,
    origin: O,
}

impl<E: Extents, O: Origin<E>> Shape<E, O> {
    /// Returns an iterator over all indices in lexicographic order, starting at the origin: one index without
    /// coordinates for a scalar, none for the null shape and where an extent is 0.
    ///
    /// ```
    /// use extents_shapes::Shape;
    /// use extents::extents;
    /// assert!(Shape::at(extents![2, 2], [5, 0])?.indices().eq([[5, 0], [5, 1], [6, 0], [6, 1]]));
    /// assert_eq!(Shape::new(extents![]).indices().collect::<Vec<_>>(), [[0_usize; 0]]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn indices(&self) -> ShapeIndices<E, O> {
        ShapeIndices { offsets: self.indices_from_zero(), origin: self.origin.clone() }
    }

    /// Returns an iterator over all indices in lexicographic order, counted from zero whatever the origin is.
    ///
    /// ```
    /// use extents_shapes::Shape;
    /// use extents::extents;
    /// assert!(Shape::at(extents![1, 2], [0, 1])?.indices_from_zero().eq([[0, 0], [0, 1]]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn indices_from_zero(&self) -> Indices<E> {
        self.extents.indices()
    }

    /// Returns whether the shape contains an absolute index.
    ///
    /// ```
    /// use extents_shapes::Shape;
    /// use extents::extents;
    /// let s = Shape::at(extents![2, 3], [10, 10])?;
    /// assert!(s.contains([11, 12]));
    /// assert!(!s.contains([1, 2]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn contains<I: AsRef<[usize]>>(&self, index: I) -> bool
    where
        E: AddressedBy<I>,
    {
        self.relative(index.as_ref()).is_ok()
    }

    /// Returns the number of indices before an absolute index.
    ///
    /// # Errors
    /// Returns [`StructureError::IndexOutOfBounds`]; of [`ShapeError`] `Null`, and `RankMismatch` where the rank is a
    /// value.
    ///
    /// ```
    /// use extents_shapes::Shape;
    /// use extents::extents;
    /// let s = Shape::at(extents![2, 3], [10, 10])?;
    /// assert_eq!(s.offset([11, 12])?, 5);
    /// assert_eq!(
    ///     s.offset([11, 2]).unwrap_err().to_string(),
    ///     "index 2 is out of bounds for row 0 of mode 1, which spans 10..13",
    /// );
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn offset<I: AsRef<[usize]>>(&self, index: I) -> Result<usize, StructureError>
    where
        E: AddressedBy<I>,
    {
        let relative = self.relative(index.as_ref())?;
        Ok(self.extents.with_slice(|extents| Order::RowMajor.offset(extents, relative.as_ref())))
    }

    /// Returns the absolute index with `offset` indices before it.
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`].
    ///
    /// ```
    /// use extents_shapes::Shape;
    /// use extents::extents;
    /// let s = Shape::at(extents![2, 3], [10, 10])?;
    /// assert_eq!(s.index(5)?, [11, 12]);
    /// assert!(s.index(6).is_err());
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn index(&self, offset: usize) -> Result<E::Index, StructureError> {
        let size = self.extents.size();
        if offset >= size {
            return Err(StructureError::OutOfRange {
                of: Item::Element,
                number: offset,
                count: size,
            });
        }
        let mut index = self.extents.extents();
        self.extents
            .with_slice(|extents| Order::RowMajor.write_index(extents, offset, index.as_mut()));
        Ok(self.origin.shift(index))
    }

    /// An index, counted from zero, if it is one of this shape.
    #[inline]
    fn relative(&self, index: &[usize]) -> Result<E::Index, StructureError> {
        if self.extents.is_null() {
            return Err(ShapeError::Null.into());
        }
        let mut relative = self.extents.extents();
        let rank = relative.as_ref().len();
        if index.len() != rank {
            return Err(ShapeError::RankMismatch { expected: rank, found: index.len() }.into());
        }
        for (mode, (to, &index)) in relative.as_mut().iter_mut().zip(index).enumerate() {
            let (begin, end) = self.span(mode, *to);
            match index.checked_sub(begin) {
                Some(offset) if offset < *to => *to = offset,
                _ => {
                    let row = 0;
                    return Err(StructureError::IndexOutOfBounds { mode, row, index, begin, end });
                }
            }
        }
        Ok(relative)
    }
}

impl<E: Extents, O: Origin<E>> Iterator for ShapeIndices<E, O> {
    type Item = E::Index;

    #[inline]
    fn next(&mut self) -> Option<E::Index> {
        self.offsets.next().map(|offset| self.origin.shift(offset))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.offsets.size_hint()
    }

    #[inline]
    fn count(self) -> usize {
        self.offsets.count()
    }

    #[inline]
    fn last(mut self) -> Option<E::Index> {
        self.next_back()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<E::Index> {
        self.offsets.nth(n).map(|offset| self.origin.shift(offset))
    }

    #[inline]
    fn fold<B, F: FnMut(B, E::Index) -> B>(self, init: B, mut f: F) -> B {
        self.offsets.fold(init, |all, offset| f(all, self.origin.shift(offset)))
    }
}

impl<E: Extents, O: Origin<E>> DoubleEndedIterator for ShapeIndices<E, O> {
    #[inline]
    fn next_back(&mut self) -> Option<E::Index> {
        self.offsets.next_back().map(|offset| self.origin.shift(offset))
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<E::Index> {
        self.offsets.nth_back(n).map(|offset| self.origin.shift(offset))
    }
}

impl<E: Extents, O: Origin<E>> ExactSizeIterator for ShapeIndices<E, O> {}
impl<E: Extents, O: Origin<E>> FusedIterator for ShapeIndices<E, O> {}

impl<E: Extents, O: Origin<E>> IntoIterator for &Shape<E, O> {
    type Item = E::Index;
    type IntoIter = ShapeIndices<E, O>;
    #[inline]
    fn into_iter(self) -> ShapeIndices<E, O> {
        self.indices()
    }
}
