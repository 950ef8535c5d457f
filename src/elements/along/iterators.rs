//! The iterators along a mode. The methods that make them are in `methods`.

use core::fmt;
use core::iter::FusedIterator;

use extents_static::__private::{assert_chunks, assert_split_at};

use super::part_view::PartView;
use crate::elements::{View, ViewMut};
use crate::layout::{Layout, TrustedLayout};
use crate::rearrange::{Across, Along, Chunk, Entry, Lane, Outcome, Seal, Steps};
use crate::{
    Extents, Indices, Mapping, Mode, ShapeError,
    error::{Part, Place},
};

/// A part along a mode of a view.
pub(super) type ViewPart<'a, T, E, L, O> =
    View<'a, T, <O as Along<E, L>>::Extents, <O as Along<E, L>>::Layout>;

/// A part along a mode of a mutable view.
pub(super) type ViewMutPart<'a, T, E, L, O> =
    ViewMut<'a, T, <O as Along<E, L>>::Extents, <O as Along<E, L>>::Layout>;

/// A part along a mode of either.
type PartOf<V, O> = <V as PartView>::Part<
    <O as Along<<V as PartView>::Extents, <V as PartView>::Layout>>::Extents,
    <O as Along<<V as PartView>::Extents, <V as PartView>::Layout>>::Layout,
>;

/// Where a part begins from which the next ones are `stride` elements after each other, and its mapping.
type Parts<E, L, O> = (Steps, Mapping<<O as Along<E, L>>::Extents, <O as Along<E, L>>::Layout>);

/// The parts of a view along a mode.
#[inline]
fn parts<V: PartView, O: Along<V::Extents, V::Layout>>(
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

/// An iterator over the views of neighboring entries of a mode, which [`View::chunks`](crate::View::chunks) and its
/// mutable counterpart return.
///
/// ```
/// use extents::{Const, View, extents};
/// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
/// let mut chunks = view.chunks(Const::<1>, 2)?;
/// assert_eq!((chunks.len(), chunks.next_back().map(|chunk| chunk[[0, 0]])), (2, Some(3)));
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct Chunks<V> {
    /// Those that have all their entries, if there are entries.
    all: Option<Entries<V>>,
    /// The last one, if it has fewer.
    rest: Option<V>,
}

/// The chunks along a mode of a view.
pub(super) type ChunksOf<P, E, L, O> = Result<Chunks<P>, <O as Along<E, L>>::Error>;

/// A chunk along a mode of a view, and the rest.
pub(super) type HalvesOf<P, Q, E, L, O> = Result<(P, Q), <O as Along<E, L>>::Error>;

/// Fails where the types know that chunks do not cover the mode.
#[track_caller]
pub(super) const fn check_chunks<E: Extents, L: Layout<E>, O: Along<E, L>>() {
    if let Some(size) = O::CHUNK {
        assert_chunks(O::MODE, O::EXTENTS, size);
    }
}

/// Fails where the types know that a chunk and the rest are not the mode.
#[track_caller]
pub(super) const fn check_halves<E, L, O, Rest>()
where
    E: Extents,
    L: Layout<E>,
    O: Along<E, L>,
    Rest: Along<E, L>,
{
    if let Some(at) = O::CHUNK {
        assert_split_at(O::MODE, O::EXTENTS, at, Rest::CHUNK);
    }
}

/// The extent of the mode, and its number.
#[inline]
fn extent_along<V: PartView, O: Along<V::Extents, V::Layout>>(
    view: &V,
    along: O,
) -> Result<(usize, usize), ShapeError> {
    let (extents, mode) = (view.mapping().extents(), along.mode());
    if extents.is_null() {
        return Err(ShapeError::Null);
    }
    Ok((extents.extent(mode)?, mode))
}

/// All chunks. The caller has evaluated [`check_chunks`].
#[inline]
#[allow(clippy::type_complexity, reason = "the chunks of a view, or an error")]
pub(super) fn chunks<V: PartView, M: Copy, X: Mode>(
    view: V,
    mode: M,
    size: X,
) -> ChunksOf<PartOf<V, Chunk<M, X>>, V::Extents, V::Layout, Chunk<M, X>>
where
    Chunk<M, X>: Along<V::Extents, V::Layout>,
{
    Chunk::<M, X>::settle(try_chunks(view, mode, size))
}

#[inline]
#[allow(clippy::type_complexity, reason = "the chunks of a view, or an error")]
fn try_chunks<V: PartView, M: Copy, X: Mode>(
    mut view: V,
    mode: M,
    size: X,
) -> Result<Chunks<PartOf<V, Chunk<M, X>>>, ShapeError>
where
    Chunk<M, X>: Along<V::Extents, V::Layout>,
{
    let (extent, number) = extent_along(&view, Chunk(mode, size))?;
    let each = size.extent();
    let (Some(count), Some(left)) = (extent.checked_div(each), extent.checked_rem(each)) else {
        return Err(ShapeError::ZeroSize { part: Part::Tile, mode: number });
    };
    if left > 0 && X::EXTENT.is_some() {
        return Err(ShapeError::PartMismatch {
            part: Part::Tile,
            mode: number,
            size: each,
            extent,
        });
    }
    let mut chunks = Chunks { all: None, rest: None };
    if count > 0 {
        let part = parts(&view, Chunk(mode, size))?;
        let steps = Steps { count, stride: distance(part.0.stride, each), ..part.0 };
        // SAFETY: the first chunk, which is there, and so many after each other.
        chunks.all = Some(unsafe { Entries::from(chunk(&mut view, part, 0), steps) });
    }
    if left > 0 {
        let fewer = X::read(left, number)?;
        let part = parts(&view, Chunk(mode, fewer))?;
        // SAFETY: these are the entries behind all chunks.
        chunks.rest = Some(unsafe { chunk(&mut view, part, extent.wrapping_sub(left)) });
    }
    Ok(chunks)
}

/// Both halves. The caller has evaluated [`check_halves`].
#[inline]
#[allow(clippy::type_complexity, reason = "two views, or an error")]
pub(super) fn halves<V: PartView, M: Copy, X: Mode, Rest: Mode>(
    view: V,
    mode: M,
    at: X,
) -> HalvesOf<PartOf<V, Chunk<M, X>>, PartOf<V, Chunk<M, Rest>>, V::Extents, V::Layout, Chunk<M, X>>
where
    Chunk<M, X>: Along<V::Extents, V::Layout>,
    Chunk<M, Rest>: Along<V::Extents, V::Layout>,
{
    Chunk::<M, X>::settle(try_halves::<_, _, _, Rest>(view, mode, at))
}

#[inline]
#[allow(clippy::type_complexity, reason = "two views")]
fn try_halves<V: PartView, M: Copy, X: Mode, Rest: Mode>(
    mut view: V,
    mode: M,
    at: X,
) -> Result<(PartOf<V, Chunk<M, X>>, PartOf<V, Chunk<M, Rest>>), ShapeError>
where
    Chunk<M, X>: Along<V::Extents, V::Layout>,
    Chunk<M, Rest>: Along<V::Extents, V::Layout>,
{
    let (extent, mode_number) = extent_along(&view, Chunk(mode, at))?;
    let entries = at.extent();
    let Some(found) = extent.checked_sub(entries) else {
        let (mode, end) = (mode_number, entries);
        return Err(ShapeError::SliceOutOfBounds { mode, begin: 0, end, extent });
    };
    let Some(rest) = Rest::from_extent(found) else {
        let expected = Rest::EXTENT.unwrap_or(found);
        return Err(ShapeError::ExtentMismatch {
            place: Place::Mode(mode_number),
            expected,
            found,
        });
    };
    let front = parts(&view, Chunk(mode, at))?;
    let back = parts(&view, Chunk(mode, rest))?;
    // SAFETY: the entries before `at`, and those from there on, which are `rest`.
    Ok(unsafe { (chunk(&mut view, front, 0), chunk(&mut view, back, entries)) })
}

/// The view of some entries of a mode, which `part` is of.
///
/// # Safety
/// The mode has as many entries from `from` on, or the part has no elements; if the view is mutable, they were not given
/// out.
#[inline]
unsafe fn chunk<V: PartView, E: Extents, L: TrustedLayout<E>>(
    view: &mut V,
    (steps, mapping): (Steps, Mapping<E, L>),
    from: usize,
) -> V::Part<E, L> {
    let offset = steps.begin.wrapping_add_signed(distance(steps.stride, from));
    // SAFETY: a chunk begins so many steps behind the first one, and the caller says that there are such entries.
    unsafe { view.part_at(offset, mapping) }
}

impl<V: PartView> Iterator for Chunks<V> {
    type Item = V;

    #[inline]
    fn next(&mut self) -> Option<V> {
        let chunk = self.all.as_mut().and_then(Entries::next);
        chunk.or_else(|| self.rest.take())
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let all = self.all.as_ref().map_or(0, Entries::len);
        let chunks = all.saturating_add(usize::from(self.rest.is_some()));
        (chunks, Some(chunks))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<V> {
        let whole = self.all.as_ref().map_or(0, Entries::len);
        if n < whole {
            self.all.as_mut()?.nth(n)
        } else {
            self.all = None;
            self.rest.take().filter(|_| n == whole)
        }
    }
}

impl<V: PartView> DoubleEndedIterator for Chunks<V> {
    #[inline]
    fn next_back(&mut self) -> Option<V> {
        let chunk = self.rest.take();
        chunk.or_else(|| self.all.as_mut().and_then(Entries::next_back))
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<V> {
        match (self.rest.take(), n.checked_sub(1)) {
            (Some(rest), None) => Some(rest),
            (Some(_), Some(further)) => self.all.as_mut()?.nth_back(further),
            (None, _) => self.all.as_mut()?.nth_back(n),
        }
    }
}

impl<V: PartView> ExactSizeIterator for Entries<V> {}
impl<V: PartView> FusedIterator for Entries<V> {}
impl<V: PartView, O: Extents, M: TrustedLayout<O>> ExactSizeIterator for Lanes<V, O, M> {}
impl<V: PartView, O: Extents, M: TrustedLayout<O>> FusedIterator for Lanes<V, O, M> {}
impl<V: PartView> ExactSizeIterator for Chunks<V> {}
impl<V: PartView> FusedIterator for Chunks<V> {}

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

impl<V: PartView> fmt::Debug for Chunks<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.all, &self.rest) {
            (Some(all), _) => all.fmt(f)?,
            (None, _) => f.write_str("entries 0..0")?,
        }
        match &self.rest {
            Some(rest) => write!(f, ", then {:?}", rest.mapping()),
            None => Ok(()),
        }
    }
}
