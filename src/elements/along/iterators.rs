//! The iterators over the entries and the lanes along a mode. The methods that make them are in `methods`.

use core::fmt;
use core::iter::FusedIterator;

use super::part_view::PartView;
use crate::elements::{View, ViewMut};
use crate::layout::TrustedLayout;
use crate::rearrange::{Across, Along, Entry, Lane, Outcome, Seal, Steps};
use crate::{Extents, Indices, Mapping, ShapeError};

/// A part along a mode of a view.
pub(super) type ViewPart<'a, T, E, L, O> =
    View<'a, T, <O as Along<E, L>>::Extents, <O as Along<E, L>>::Layout>;

/// A part along a mode of a mutable view.
pub(super) type ViewMutPart<'a, T, E, L, O> =
    ViewMut<'a, T, <O as Along<E, L>>::Extents, <O as Along<E, L>>::Layout>;

/// A part along a mode of either.
pub(super) type PartOf<V, O> = <V as PartView>::Part<
    <O as Along<<V as PartView>::Extents, <V as PartView>::Layout>>::Extents,
    <O as Along<<V as PartView>::Extents, <V as PartView>::Layout>>::Layout,
>;

/// Where a part begins from which the next ones are `stride` elements after each other, and its mapping.
pub(super) type Parts<E, L, O> =
    (Steps, Mapping<<O as Along<E, L>>::Extents, <O as Along<E, L>>::Layout>);

/// The parts of a view along a mode.
#[inline]
pub(super) fn parts<V: PartView, O: Along<V::Extents, V::Layout>>(
    view: &V,
    along: O,
) -> Result<Parts<V::Extents, V::Layout, O>, ShapeError> {
    along.parts(view.mapping(), Seal)
}

/// How far so many steps are. In bounds it fits; elsewhere it may wrap.
#[inline]
pub(super) fn distance(stride: isize, steps: usize) -> isize {
    stride.wrapping_mul(steps.cast_signed())
}

/// An iterator over the views of the entries of a mode, which [`View::along`](crate::View::along) and its mutable
/// counterpart return.
///
/// ```
/// use extents::{Const, View, extents};
/// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
/// let mut columns = view.along(Const::<1>);
/// assert_eq!((columns.len(), columns.next_back().map(|column| column[[1]])), (3, Some(6)));
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct Entries<V> {
    // INVARIANT: the entries from `front` to before `back` are parts of a view, `stride` elements after
    // each other, and none was given out; `first` is that of entry 0, if there is one.
    first: V,
    stride: isize,
    front: usize,
    back: usize,
}

/// The entries of a mode of a view.
pub(super) type EntriesOf<P, E, L, M> =
    <<Entry<M> as Along<E, L>>::Error as Outcome>::Of<Entries<P>>;

/// The entries of a mode of a view.
#[inline]
pub(super) fn entries<V: PartView, M>(
    view: V,
    mode: M,
) -> EntriesOf<PartOf<V, Entry<M>>, V::Extents, V::Layout, M>
where
    Entry<M>: Along<V::Extents, V::Layout>,
{
    Outcome::of(Entry::<M>::settle(try_entries(view, mode)))
}

/// As [`entries`], or an error.
#[inline]
pub(in crate::elements) fn try_entries<V: PartView, M>(
    mut view: V,
    mode: M,
) -> Result<Entries<PartOf<V, Entry<M>>>, ShapeError>
where
    Entry<M>: Along<V::Extents, V::Layout>,
{
    let (steps, mapping) = parts(&view, Entry(mode))?;
    // Without entries, what would be the first one is not used, and begins nowhere.
    let offset = if steps.count == 0 { 0 } else { steps.begin };
    // SAFETY: `parts` gives the mapping of entry 0; it is used only if there is one. The view ends here.
    Ok(unsafe { Entries::from(view.part_at(offset, mapping), steps) })
}

impl<V> Entries<V> {
    /// # Safety
    /// `first` is the first of the entries that are `steps`.
    #[inline]
    pub(super) unsafe fn from(first: V, steps: Steps) -> Self {
        Entries { first, stride: steps.stride, front: 0, back: steps.count }
    }
}

impl<V: PartView> Iterator for Entries<V> {
    type Item = V;

    #[inline]
    fn next(&mut self) -> Option<V> {
        if self.front >= self.back {
            return None;
        }
        let entry = self.front;
        self.front = self.front.wrapping_add(1);
        // SAFETY: the entry was in the range that is left.
        Some(unsafe { self.first.moved(distance(self.stride, entry)) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.back.saturating_sub(self.front);
        (left, Some(left))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<V> {
        self.front = self.front.saturating_add(n).min(self.back);
        self.next()
    }
}

impl<V: PartView> DoubleEndedIterator for Entries<V> {
    #[inline]
    fn next_back(&mut self) -> Option<V> {
        if self.front >= self.back {
            return None;
        }
        self.back = self.back.wrapping_sub(1);
        // SAFETY: the entry was in the range that is left.
        Some(unsafe { self.first.moved(distance(self.stride, self.back)) })
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<V> {
        self.back = self.back.saturating_sub(n).max(self.front);
        self.next_back()
    }
}

/// An iterator over the views along a mode, one at each index of the other modes, in row-major order, which
/// [`View::lanes`](crate::View::lanes) and its mutable counterpart return.
///
/// ```
/// use extents::{Const, View, extents};
/// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
/// let mut rows = view.lanes(Const::<1>);
/// assert_eq!((rows.len(), rows.next_back().map(|row| row[[1]])), (2, Some(5)));
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct Lanes<V, O: Extents, M> {
    // INVARIANT: `first` is moved to a lane by each offset that `others` gives an index of `indices`, and
    // none of these lanes was given out.
    first: V,
    others: Mapping<O, M>,
    indices: Indices<O>,
}

/// The lanes along a mode of a view.
pub(super) type LanesOf<P, E, L, M> =
    <<Lane<M> as Along<E, L>>::Error as Outcome>::Of<LanesAlong<P, E, L, M>>;

/// The lanes along a mode of a view, without what may be left to fail.
type LanesAlong<P, E, L, M> =
    Lanes<P, <Across<M> as Along<E, L>>::Extents, <Across<M> as Along<E, L>>::Layout>;

/// The lanes of either.
type EachLane<V, M> =
    LanesAlong<PartOf<V, Lane<M>>, <V as PartView>::Extents, <V as PartView>::Layout, M>;

/// The lanes along a mode of a view.
#[inline]
pub(super) fn lanes<V: PartView, M: Copy>(
    view: V,
    mode: M,
) -> LanesOf<PartOf<V, Lane<M>>, V::Extents, V::Layout, M>
where
    Lane<M>: Along<V::Extents, V::Layout>,
    Across<M>: Along<V::Extents, V::Layout>,
{
    Outcome::of(Lane::<M>::settle(try_lanes(view, mode)))
}

/// As [`lanes`], or an error.
#[inline]
pub(in crate::elements) fn try_lanes<V: PartView, M: Copy>(
    mut view: V,
    mode: M,
) -> Result<EachLane<V, M>, ShapeError>
where
    Lane<M>: Along<V::Extents, V::Layout>,
    Across<M>: Along<V::Extents, V::Layout>,
{
    let (_, lane) = parts(&view, Lane(mode))?;
    let (steps, others) = parts(&view, Across(mode))?;
    let indices = others.extents().indices();
    // Where the mode goes backwards, a lane begins at its last entry; where there is no lane, nowhere.
    let base = distance(steps.stride.min(0), steps.count.saturating_sub(1));
    let offset = if indices.len() == 0 { 0 } else { steps.begin.wrapping_add_signed(base) };
    // SAFETY: the lane at the smallest offset of the others begins where entry 0 does or, turned around, at its last
    // entry. It is used only at the indices of the others. The view ends here.
    let first = unsafe { view.part_at(offset, lane) };
    Ok(Lanes { first, others, indices })
}

#[allow(private_bounds, reason = "for the iterator")]
impl<V: PartView, O: Extents, M: TrustedLayout<O>> Lanes<V, O, M> {
    /// The lane at an index that `indices` gave.
    #[inline]
    fn lane(&mut self, index: &O::Index) -> V {
        let offset = self.others.layout().offset(self.others.extents(), index);
        // SAFETY: `indices` gives each index once.
        unsafe { self.first.moved(offset.cast_signed()) }
    }
}

impl<V: PartView, O: Extents, M: TrustedLayout<O>> Iterator for Lanes<V, O, M> {
    type Item = V;

    #[inline]
    fn next(&mut self) -> Option<V> {
        let index = self.indices.next()?;
        Some(self.lane(&index))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<V> {
        let index = self.indices.nth(n)?;
        Some(self.lane(&index))
    }
}

impl<V: PartView, O: Extents, M: TrustedLayout<O>> DoubleEndedIterator for Lanes<V, O, M> {
    #[inline]
    fn next_back(&mut self) -> Option<V> {
        let index = self.indices.next_back()?;
        Some(self.lane(&index))
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<V> {
        let index = self.indices.nth_back(n)?;
        Some(self.lane(&index))
    }
}

impl<V: PartView> ExactSizeIterator for Entries<V> {}
impl<V: PartView> FusedIterator for Entries<V> {}
impl<V: PartView, O: Extents, M: TrustedLayout<O>> ExactSizeIterator for Lanes<V, O, M> {}
impl<V: PartView, O: Extents, M: TrustedLayout<O>> FusedIterator for Lanes<V, O, M> {}

impl<V: PartView> fmt::Debug for Entries<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entries {}..{} of {:?}", self.front, self.back, self.first.mapping())
    }
}

impl<V: PartView, O: Extents, M> fmt::Debug for Lanes<V, O, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lanes of {:?}", self.first.mapping())
    }
}
