//! [`Indices`]: all indices of extents, in row-major order.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "each loop counts below the lengths it indexes; the number of indices fits `isize`"
)]

use core::iter::FusedIterator;

use crate::order::{Order, next_index};
use crate::{Extents, InBounds, ModeTuple, StaticExtents, StaticModes};

/// An iterator over all indices of extents `E` in row-major order: the last coordinate varies fastest.
///
/// [`Extents::indices`] makes one. `fold`, and what is built on it such as `for_each` and `sum`, runs as
/// plain nested loops.
///
/// ```
/// use extents_static::{Extents, extents};
/// assert!(extents![2, 2].indices().eq([[0, 0], [0, 1], [1, 0], [1, 1]]));
/// assert_eq!(extents![2, 3].indices().rev().next(), Some([1, 2]));
/// assert_eq!(extents![].indices().len(), 1);
/// assert_eq!(extents![2, 0].indices().len(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Indices<E: Extents> {
    // INVARIANT: where `left` is not 0, `front` and `back` are in bounds of `shape`, and `left` indices
    // lie from the one to the other. `size` is the product of `shape`, 0 for the null shape.
    shape: E::Index,
    front: E::Index,
    back: E::Index,
    left: usize,
    size: usize,
}

impl<E: Extents> Indices<E> {
    #[inline]
    pub(crate) fn new(extents: &E) -> Self {
        Self::of_shape(extents.extents(), extents.size())
    }

    /// Creates an iterator over all indices below `shape`, whose product is `size`.
    #[doc(hidden)]
    #[inline]
    pub fn of_shape(shape: E::Index, size: usize) -> Self {
        let mut front = shape.clone();
        front.as_mut().fill(0);
        let mut back = shape.clone();
        for coordinate in back.as_mut() {
            *coordinate = coordinate.wrapping_sub(1);
        }
        Indices { shape, front, back, left: size, size }
    }

    /// Returns the extents that are iterated over.
    #[doc(hidden)]
    #[inline]
    pub fn shape(&self) -> &E::Index {
        &self.shape
    }

    /// Returns whether no index was taken yet.
    #[doc(hidden)]
    #[inline]
    pub fn is_whole(&self) -> bool {
        self.left == self.size
    }

    /// The loops of a fold over all indices: four explicit ones inside, the others counted around them.
    #[inline]
    fn fold_whole<B>(mut self, init: B, mut f: impl FnMut(B, E::Index) -> B) -> B {
        let shape = self.shape.as_ref();
        let rank = shape.len();
        let outer = rank.saturating_sub(4);
        // The extent of the mode that is `k`-th from the end; no mode counts once.
        let extent = |k: usize| if k < rank { shape[rank - 1 - k] } else { 1 };
        let (third, second, first, last) = (extent(3), extent(2), extent(1), extent(0));
        // Asked of each extent where there are no other loops: the compiler has to ask that anyway, and no loop turns
        // around one that has nothing to do.
        let is_empty = match rank {
            1..=4 => [third, second, first, last].contains(&0),
            _ => self.size == 0,
        };
        if is_empty {
            return init;
        }
        let mut index = self.front.clone();
        let set = |k: usize, coordinate: usize, index: &mut E::Index| {
            if k < rank {
                index.as_mut()[rank - 1 - k] = coordinate;
            }
        };
        let mut all = init;
        loop {
            for i in 0..third {
                set(3, i, &mut index);
                for j in 0..second {
                    set(2, j, &mut index);
                    for k in 0..first {
                        set(1, k, &mut index);
                        for l in 0..last {
                            set(0, l, &mut index);
                            all = f(all, index.clone());
                        }
                    }
                }
            }
            if !next_index(&shape[..outer], &mut self.front.as_mut()[..outer]) {
                return all;
            }
            index.as_mut()[..outer].copy_from_slice(&self.front.as_ref()[..outer]);
        }
    }
}

/// Moves to the index before, in row-major order; in front of the first one goes to the last.
#[inline]
fn previous_index(extents: &[usize], index: &mut [usize]) {
    for (coordinate, extent) in index.iter_mut().zip(extents).rev() {
        if *coordinate > 0 {
            *coordinate -= 1;
            return;
        }
        *coordinate = extent - 1;
    }
}

impl<E: Extents> Iterator for Indices<E> {
    type Item = E::Index;

    #[inline]
    fn next(&mut self) -> Option<E::Index> {
        self.left = self.left.checked_sub(1)?;
        let index = self.front.clone();
        next_index(self.shape.as_ref(), self.front.as_mut());
        Some(index)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    #[inline]
    fn count(self) -> usize {
        self.left
    }

    #[inline]
    fn last(mut self) -> Option<E::Index> {
        self.next_back()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<E::Index> {
        if n >= self.left {
            self.left = 0;
            return None;
        }
        self.left -= n;
        let at = Order::RowMajor.offset(self.shape.as_ref(), self.front.as_ref()) + n;
        Order::RowMajor.write_index(self.shape.as_ref(), at, self.front.as_mut());
        self.next()
    }

    #[inline]
    fn fold<B, F: FnMut(B, E::Index) -> B>(self, init: B, mut f: F) -> B {
        if self.is_whole() {
            return self.fold_whole(init, f);
        }
        let mut all = init;
        for index in self {
            all = f(all, index);
        }
        all
    }
}

impl<E: Extents> DoubleEndedIterator for Indices<E> {
    #[inline]
    fn next_back(&mut self) -> Option<E::Index> {
        self.left = self.left.checked_sub(1)?;
        let index = self.back.clone();
        previous_index(self.shape.as_ref(), self.back.as_mut());
        Some(index)
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<E::Index> {
        if n >= self.left {
            self.left = 0;
            return None;
        }
        self.left -= n;
        let at = Order::RowMajor.offset(self.shape.as_ref(), self.back.as_ref()) - n;
        Order::RowMajor.write_index(self.shape.as_ref(), at, self.back.as_mut());
        self.next_back()
    }
}

impl<E: Extents> ExactSizeIterator for Indices<E> {}
impl<E: Extents> FusedIterator for Indices<E> {}

/// An iterator like [`Indices`] whose indices are proven to be in bounds. See [`StaticExtents::proven_indices`].
///
/// ```
/// use extents_static::{StaticExtents, extents};
/// let proofs: Vec<_> = extents![2, 2].proven_indices().collect();
/// assert_eq!(proofs.last().map(|proof| proof.index()), Some([1, 1]));
/// ```
#[derive(Clone, Debug)]
pub struct ProvenIndices<E: Extents>(Indices<E>);

impl<T: ModeTuple> StaticExtents<T> {
    /// Returns an iterator over all indices in row-major order, each proven to be in bounds.
    ///
    /// ```
    /// use extents_static::{Extents, extents};
    /// let shape = extents![2, 2];
    /// assert!(shape.proven_indices().map(|proof| proof.index()).eq(shape.indices()));
    /// ```
    #[inline]
    pub fn proven_indices(self) -> ProvenIndices<Self>
    where
        T: StaticModes,
    {
        ProvenIndices(self.indices())
    }
}

impl<E: Extents> Iterator for ProvenIndices<E> {
    type Item = InBounds<E>;

    #[inline]
    fn next(&mut self) -> Option<InBounds<E>> {
        self.0.next().map(InBounds::trusted)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<InBounds<E>> {
        self.0.nth(n).map(InBounds::trusted)
    }

    #[inline]
    fn fold<B, F: FnMut(B, InBounds<E>) -> B>(self, init: B, mut f: F) -> B {
        self.0.fold(init, |all, index| f(all, InBounds::trusted(index)))
    }
}

impl<E: Extents> DoubleEndedIterator for ProvenIndices<E> {
    #[inline]
    fn next_back(&mut self) -> Option<InBounds<E>> {
        self.0.next_back().map(InBounds::trusted)
    }
}

impl<E: Extents> ExactSizeIterator for ProvenIndices<E> {}
impl<E: Extents> FusedIterator for ProvenIndices<E> {}
