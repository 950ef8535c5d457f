//! The iterators along a mode. The methods that make them are in `methods`.

use core::fmt;
use core::iter::FusedIterator;

use super::PartView;
use crate::layout::{StridedLayout, TrustedLayout};
use crate::rearrange::{Chunked, EachEntry, Lane, Seal, Steps};
use crate::{Dyn, Extents, Indices, Mapping, ShapeError, TypedExtents};

/// How far so many steps are. In bounds it fits; elsewhere it may wrap.
#[inline]
pub(super) fn distance(stride: isize, steps: usize) -> isize {
    stride.wrapping_mul(steps.cast_signed())
}

/// The views of the entries of a mode, one after the other: what [`View::along`](crate::View::along) gives,
/// and its mutable twin.
///
/// ```
/// use extents::{View, extents};
/// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
/// let mut columns = view.along::<1>();
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

/// The entries of mode `MODE` of a view.
pub(super) type EntriesOf<V, const MODE: usize> = Entries<
    <V as PartView>::Part<
        <<V as PartView>::Layout as EachEntry<<V as PartView>::Extents, MODE>>::Extents,
        <<V as PartView>::Layout as EachEntry<<V as PartView>::Extents, MODE>>::Layout,
    >,
>;

/// The entries of a mode of a view.
#[inline]
pub(super) fn entries<V, const MODE: usize>(mut view: V) -> EntriesOf<V, MODE>
where
    V: PartView<Extents: TypedExtents, Layout: EachEntry<V::Extents, MODE>>,
{
    let (steps, mapping) = V::Layout::entries(view.mapping());
    // SAFETY: `entries` gives the mapping of entry 0; it is used only if there is one. The view ends here.
    unsafe { Entries::from(view.part_at(steps.begin, mapping), steps) }
}

impl<V: PartView> Entries<V> {
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
}

/// The views along a mode, one at each index of the other modes, in row-major order: what
/// [`View::lanes`](crate::View::lanes) gives, and its mutable twin.
///
/// ```
/// use extents::{View, extents};
/// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
/// let mut rows = view.lanes::<1>();
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

/// The lanes along mode `MODE` of a view.
pub(super) type LanesOf<V, const MODE: usize> = Lanes<
    <V as PartView>::Part<
        <<V as PartView>::Layout as Lane<<V as PartView>::Extents, MODE>>::Extents,
        <<V as PartView>::Layout as Lane<<V as PartView>::Extents, MODE>>::Layout,
    >,
    <<V as PartView>::Layout as Lane<<V as PartView>::Extents, MODE>>::Others,
    <<V as PartView>::Layout as Lane<<V as PartView>::Extents, MODE>>::OthersLayout,
>;

/// The lanes along a mode of a view.
#[inline]
pub(super) fn lanes<V, const MODE: usize>(view: V) -> LanesOf<V, MODE>
where
    V: PartView<Extents: TypedExtents, Layout: Lane<V::Extents, MODE>>,
{
    let (steps, others) = V::Layout::others(view.mapping());
    let lane = V::Layout::lane(view.mapping(), Seal);
    // SAFETY: the mappings and steps are those of the view.
    unsafe { lanes_from(view, steps, lane, others) }
}

/// # Safety
/// The steps are those along a mode of the view, `lane` is the mapping of that mode, and `others` that of
/// the other modes.
#[inline]
pub(super) unsafe fn lanes_from<V: PartView, F, M, O, N>(
    mut view: V,
    steps: Steps,
    lane: Mapping<F, M>,
    others: Mapping<O, N>,
) -> Lanes<V::Part<F, M>, O, N>
where
    F: Extents,
    M: TrustedLayout<F>,
    O: Extents,
    N: TrustedLayout<O>,
{
    let indices = others.extents().indices();
    // Where the mode goes backwards, a lane begins at its last entry; where there is no lane, nowhere.
    let base = distance(steps.stride.min(0), steps.count.saturating_sub(1));
    let offset = if indices.len() == 0 { 0 } else { steps.begin.wrapping_add_signed(base) };
    // SAFETY: the lane at the smallest offset of the others begins where entry 0 does or, turned around, at
    // its last entry. It is used only at the indices of the others. The view ends here.
    let first = unsafe { view.part_at(offset, lane) };
    Lanes { first, others, indices }
}

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
}

/// The views of neighbouring entries of mode `MODE`: what [`View::chunks`](crate::View::chunks) gives, and its
/// mutable twin.
///
/// ```
/// use extents::{View, extents};
/// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
/// let mut chunks = view.chunks::<1>(2)?;
/// assert_eq!((chunks.len(), chunks.next_back().map(|chunk| chunk[[0, 0]])), (2, Some(3)));
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct Chunks<V, const MODE: usize> {
    // INVARIANT: the entries from `front` to before `back` were not given out; `size` is not 0, and
    // `front` is a multiple of it.
    view: V,
    steps: Steps,
    size: usize,
    front: usize,
    back: usize,
}

/// A chunk of a view along mode `MODE`, of extent `N`.
pub(super) type ChunkOf<V, const MODE: usize, N = Dyn> = <V as PartView>::Part<
    <<V as PartView>::Layout as Chunked<<V as PartView>::Extents, MODE, N>>::Extents,
    <<V as PartView>::Layout as Chunked<<V as PartView>::Extents, MODE, N>>::Layout,
>;

impl<V, const MODE: usize> Chunks<V, MODE>
where
    V: PartView<Extents: TypedExtents, Layout: Chunked<V::Extents, MODE>>,
{
    /// All chunks of `size` entries.
    #[inline]
    pub(super) fn of(view: V, size: usize) -> Result<Self, ShapeError> {
        if size == 0 {
            return Err(ShapeError::ZeroStep { mode: MODE });
        }
        let steps = V::Layout::steps(view.mapping());
        Ok(Chunks { view, steps, size, front: 0, back: steps.count })
    }

    /// The entries before `at`, and the others.
    #[inline]
    #[allow(clippy::type_complexity, reason = "two views")]
    pub(super) fn split(
        mut view: V,
        at: usize,
    ) -> Result<(ChunkOf<V, MODE>, ChunkOf<V, MODE>), ShapeError> {
        let steps = V::Layout::steps(view.mapping());
        let extent = steps.count;
        let Some(rest) = extent.checked_sub(at) else {
            return Err(ShapeError::SliceOutOfBounds { mode: MODE, begin: 0, end: at, extent });
        };
        // SAFETY: the entries before `at`, and those from there on, which are `rest`.
        Ok(unsafe { (chunk(&mut view, steps, 0, at), chunk(&mut view, steps, at, rest)) })
    }
}

/// The view of some entries of mode `MODE`.
///
/// # Safety
/// `steps` are those of the mode. It has so many entries from `from` on, which are as many as `N` says where it is
/// known, or none, and then the view is not used; if the view is mutable, they were not given out.
#[inline]
pub(super) unsafe fn chunk<V, const MODE: usize, N>(
    view: &mut V,
    steps: Steps,
    from: usize,
    entries: usize,
) -> ChunkOf<V, MODE, N>
where
    V: PartView<Extents: TypedExtents, Layout: Chunked<V::Extents, MODE, N>>,
{
    let mapping = V::Layout::chunk(view.mapping(), entries, Seal);
    let base = mapping.layout().base_offset(mapping.extents());
    let origin = steps.begin.wrapping_add_signed(distance(steps.stride, from));
    // Of a mode without entries, what would be the first chunk is not used, and begins nowhere.
    let offset = if steps.count == 0 { 0 } else { origin.wrapping_sub(base) };
    // SAFETY: the entries of the mode from `from` on, which the caller says are there; the smallest
    // offset of a chunk is that of its index of zeros less its base.
    unsafe { view.part_at(offset, mapping) }
}

impl<V, const MODE: usize> Iterator for Chunks<V, MODE>
where
    V: PartView<Extents: TypedExtents, Layout: Chunked<V::Extents, MODE>>,
{
    type Item = ChunkOf<V, MODE>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let left = self.back.saturating_sub(self.front);
        if left == 0 {
            return None;
        }
        let (from, entries) = (self.front, left.min(self.size));
        self.front = from.wrapping_add(entries);
        // SAFETY: these entries were in the range that is left.
        Some(unsafe { chunk(&mut self.view, self.steps, from, entries) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let chunks = self.back.saturating_sub(self.front).div_ceil(self.size);
        (chunks, Some(chunks))
    }
}

impl<V, const MODE: usize> DoubleEndedIterator for Chunks<V, MODE>
where
    V: PartView<Extents: TypedExtents, Layout: Chunked<V::Extents, MODE>>,
{
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let left = self.back.saturating_sub(self.front);
        let last = left.checked_sub(1)?.checked_rem(self.size)?.wrapping_add(1);
        self.back = self.back.wrapping_sub(last);
        // SAFETY: these entries were in the range that is left.
        Some(unsafe { chunk(&mut self.view, self.steps, self.back, last) })
    }
}

impl<V: PartView> ExactSizeIterator for Entries<V> {}
impl<V: PartView> FusedIterator for Entries<V> {}
impl<V: PartView, O: Extents, M: TrustedLayout<O>> ExactSizeIterator for Lanes<V, O, M> {}
impl<V: PartView, O: Extents, M: TrustedLayout<O>> FusedIterator for Lanes<V, O, M> {}
impl<V, const MODE: usize> ExactSizeIterator for Chunks<V, MODE> where
    V: PartView<Extents: TypedExtents, Layout: Chunked<V::Extents, MODE>>
{
}
impl<V, const MODE: usize> FusedIterator for Chunks<V, MODE> where
    V: PartView<Extents: TypedExtents, Layout: Chunked<V::Extents, MODE>>
{
}

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

impl<V: PartView, const MODE: usize> fmt::Debug for Chunks<V, MODE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entries {}..{} by {}", self.front, self.back, self.size)
    }
}

#[cfg(test)]
#[test]
fn chunks_of_a_mode_without_entries_begin_where_the_view_does() {
    let none: [i32; 0] = [];
    let view = crate::View::from_slice(crate::extents![0, 3], &none);
    let view = view.map(|view| (view.reverse(crate::Const::<0>), view.reverse(crate::Const::<1>)));
    let Ok((rows, columns)) = view else { unreachable!("no element is enough") };
    let (Ok(of_rows), Ok(of_columns)) =
        (rows.chunks_typed::<0, 2>(), columns.chunks_typed::<0, 2>());
    assert_eq!((of_rows.first.start(), of_columns.first.start()), (rows.start(), columns.start()));
}
