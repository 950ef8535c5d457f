//! The iterator over chunks along a mode, and the two halves of one. The methods that make them are in `methods`.

use core::fmt;
use core::iter::FusedIterator;

use extents_static::__private::{assert_chunks, assert_split_at};

use super::iterators::{Entries, PartOf, distance, parts};
use super::part_view::PartView;
use crate::layout::{Layout, TrustedLayout};
use crate::rearrange::{Along, Chunk, Steps};
use crate::{Extents, Mapping, Mode, ShapeError, error::Part};

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
    let rest = Rest::read(found, mode_number)?;
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

impl<V: PartView> ExactSizeIterator for Chunks<V> {}
impl<V: PartView> FusedIterator for Chunks<V> {}

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
