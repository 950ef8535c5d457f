//! [`IndicesInLayoutOrder`]: all indices, in the order in which their elements lie in memory.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "modes are below the rank, which is the length of each list"
)]

use core::cmp::Reverse;
use core::iter::FusedIterator;

use super::{Layout, StridedLayout};
use crate::{Extents, Indices, Mapping};

/// An iterator over the indices of a mapping in the order of memory: modes with longer strides are outer, and a mode
/// with a negative stride counts down.
///
/// Created by [`Mapping::indices_in_layout_order`]. If the offsets of one mode overlap those of another, the order is
/// still by the lengths of the strides, and by mode among equal ones.
///
/// ```
/// use extents::layout::{Canonical, ColMajor};
/// use extents::extents;
/// let columns = ColMajor.of(extents![2, 2]);
/// assert!(columns.indices_in_layout_order().eq([[0, 0], [1, 0], [0, 1], [1, 1]]));
/// ```
#[derive(Clone, Debug)]
pub struct IndicesInLayoutOrder<E: Extents> {
    // The indices of the sorted modes.
    sorted: Indices<E>,
    // The mode that stands at each place of the sorted ones.
    modes: E::Index,
    // For a mode that counts down its last coordinate, else nothing.
    last: ReversedFrom<E>,
}

/// For each mode the coordinate that a reversed one counts down from, plus 1; else 0.
type ReversedFrom<E> = <E as Extents>::Index;

/// The modes from the longest stride to the shortest; equal ones keep their order.
#[inline]
pub(crate) fn sort_modes(strides: &[isize], modes: &mut [usize]) {
    for (place, mode) in modes.iter_mut().enumerate() {
        *mode = place;
    }
    // Of so many as types have the compiler sorts those that it knows.
    if modes.len() > 12 {
        return sort_many(strides, modes);
    }
    for end in 1..modes.len() {
        let mut at = end;
        while at > 0 && strides[modes[at - 1]].unsigned_abs() < strides[modes[at]].unsigned_abs() {
            modes.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[inline(never)]
fn sort_many(strides: &[isize], modes: &mut [usize]) {
    modes.sort_unstable_by_key(|mode| (Reverse(strides[*mode].unsigned_abs()), *mode));
}

impl<E: Extents> IndicesInLayoutOrder<E> {
    #[inline]
    pub(crate) fn new(extents: &E, strides: &[isize]) -> Self {
        let shape = extents.extents();
        let (mut modes, mut last, mut sorted) = (shape.clone(), shape.clone(), shape.clone());
        sort_modes(strides, modes.as_mut());
        for (place, &mode) in modes.as_ref().iter().enumerate() {
            sorted.as_mut()[place] = shape.as_ref()[mode];
            last.as_mut()[mode] = if strides[mode] < 0 { shape.as_ref()[mode] } else { 0 };
        }
        IndicesInLayoutOrder { sorted: Indices::of_shape(sorted, extents.size()), modes, last }
    }

    /// The index of which these are the coordinates in sorted order.
    #[inline]
    fn restore(&self, sorted: &E::Index) -> E::Index {
        restore(&self.modes, &self.last, sorted)
    }
}

#[inline]
fn restore<I: AsRef<[usize]> + AsMut<[usize]> + Clone>(modes: &I, last: &I, sorted: &I) -> I {
    let mut index = sorted.clone();
    for (&mode, &coordinate) in modes.as_ref().iter().zip(sorted.as_ref()) {
        let end = last.as_ref()[mode];
        index.as_mut()[mode] = if end > 0 { end - 1 - coordinate } else { coordinate };
    }
    index
}

impl<E: Extents> Iterator for IndicesInLayoutOrder<E> {
    type Item = E::Index;

    #[inline]
    fn next(&mut self) -> Option<E::Index> {
        let sorted = self.sorted.next()?;
        Some(self.restore(&sorted))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.sorted.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<E::Index> {
        let sorted = self.sorted.nth(n)?;
        Some(self.restore(&sorted))
    }

    #[inline]
    fn fold<B, F: FnMut(B, E::Index) -> B>(self, init: B, mut f: F) -> B {
        let IndicesInLayoutOrder { sorted, modes, last } = self;
        sorted.fold(init, |all, sorted| f(all, restore(&modes, &last, &sorted)))
    }
}

impl<E: Extents> DoubleEndedIterator for IndicesInLayoutOrder<E> {
    #[inline]
    fn next_back(&mut self) -> Option<E::Index> {
        let sorted = self.sorted.next_back()?;
        Some(self.restore(&sorted))
    }
}

impl<E: Extents> ExactSizeIterator for IndicesInLayoutOrder<E> {}
impl<E: Extents> FusedIterator for IndicesInLayoutOrder<E> {}

impl<E: Extents, L: Layout<E>> Mapping<E, L> {
    /// Returns an iterator over the indices in the order of memory: modes with longer strides are outer, and a mode
    /// with a negative stride counts down.
    ///
    /// ```
    /// use extents::layout::Strided;
    /// use extents::{Mapping, extents};
    /// let reversed = Mapping::with_layout(extents![2, 2], Strided::new([1, -2]))?;
    /// assert!(reversed.indices_in_layout_order().eq([[0, 1], [1, 1], [0, 0], [1, 0]]));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn indices_in_layout_order(&self) -> IndicesInLayoutOrder<E>
    where
        L: StridedLayout<E>,
    {
        IndicesInLayoutOrder::new(self.extents(), self.strides().as_ref())
    }
}
