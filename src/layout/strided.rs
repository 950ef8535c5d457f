//! [`Strided`]: each mode has a stride of its own, in the type or in a value.

use core::fmt::{self, Debug};

use extents_static::__private::{KnownExtents, assert_list_of_rank};

use super::known::{StaticPlaces, all_strides};
use super::{Layout, StridedLayout, Trusted, affine, search};
use crate::{Extents, ShapeError, StrideList};

/// A layout with one stride per mode: mdspan's `layout_stride`, with strides that may be static.
///
/// `S` is a tuple of [strides](crate::layout::Stride) such as `(Const<12>, DynStride)`, or an array of run-time strides. A
/// stride may be 0 (broadcast: all entries along the mode are one element) or negative (the mode is reversed).
/// Offsets count from the element with the smallest one, so that the index of zeros has a [base
/// offset](StridedLayout::base_offset) if strides are negative; it follows from the extents and takes no space.
///
/// As in mdspan, it is exhaustive if the strides are those of a dense shape whose modes are permuted or reversed. A
/// broadcast is not, nor is a mode of extent 1 with any other stride.
///
/// If strides overlap, as those of overlapping windows do, whether the mapping is unique, and the index of an offset,
/// are found by a search. Broadcasts and equal strides, as of windows, need none. Both questions are subset sums, for
/// which no fast algorithm is known: for long strides of many lengths that nearly agree, the search gives up after
/// 4,194,304 combinations. The mapping then counts as not unique, and `index` returns [`ShapeError::SearchLimit`].
///
/// ```
/// use extents::layout::{Strided, StridedLayout};
/// use extents::{Mapping, extents, strides};
/// let every_other = Mapping::with_layout(extents![2, 3], Strided::new(strides![6, 2]))?;
/// assert_eq!(every_other.offset([1, 2])?, 10);
/// assert_eq!(size_of_val(&every_other), 0);
/// let reversed = Mapping::with_layout(extents![3], Strided::new([-1]))?;
/// assert_eq!((reversed.offset([0])?, reversed.offset([2])?), (2, 0));
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Strided<S> {
    strides: S,
}

impl<S: StrideList> Strided<S> {
    /// Creates the layout with these strides, one per mode: a tuple (as [`strides!`](crate::strides!) writes it) or
    /// an array.
    ///
    /// ```
    /// use extents::layout::Strided;
    /// use extents::{Mapping, extents};
    /// let padded = Mapping::with_layout(extents![2, 3], Strided::new([4, 1]))?;
    /// assert_eq!((padded.required_span_size(), padded.is_exhaustive()), (7, false));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn new(strides: S) -> Self {
        Strided { strides }
    }

    /// Returns the strides.
    ///
    /// ```
    /// use extents::layout::Strided;
    /// assert_eq!(Strided::new([4, 1]).list(), &[4, 1]);
    /// ```
    #[inline]
    pub const fn list(&self) -> &S {
        &self.strides
    }
}

impl<S: StrideList> Strided<S> {
    #[inline]
    fn read<E: Extents, R>(&self, extents: &E, read: impl FnOnce(&[usize], &[isize]) -> R) -> R {
        let mut room = None;
        let extents = extents.slice_in(&mut room);
        self.strides.with_strides(|strides| read(extents, strides))
    }

    /// The answer for extents that the layout has a mapping of; false for others.
    #[inline]
    fn ask<E: Extents>(
        &self,
        extents: &E,
        question: impl FnOnce(&[usize], &[isize]) -> bool,
    ) -> bool {
        self.read(extents, |extents, strides| {
            affine::check_span(extents, strides).is_ok() && question(extents, strides)
        })
    }
}

/// How many strides there are, if the type says so; an empty list does not.
pub(super) const fn rank_of<S: StrideList>() -> Option<usize> {
    match S::STATIC.len() {
        0 => None,
        rank => Some(rank),
    }
}

/// What the types know: all extents and all strides, or nothing.
const fn known<E: Extents>(strides: &[Option<isize>]) -> Option<(KnownExtents, [isize; 12])> {
    let extents = E::STATIC_EXTENTS;
    // Without a rank in the type an empty list says that nothing is known, not that there are no modes.
    if E::STATIC_RANK.is_none() {
        return None;
    }
    match (KnownExtents::all(extents), all_strides(extents.len(), strides)) {
        (Some(extents), Some(strides)) => Some((extents, strides)),
        _ => None,
    }
}

pub(super) const fn is_always_unique<E: Extents>(strides: &[Option<isize>]) -> bool {
    match known::<E>(strides) {
        Some((extents, strides)) => {
            let (strides, _) = strides.split_at(extents.as_slice().len());
            affine::is_nested(extents.as_slice(), strides)
        }
        None => false,
    }
}

pub(super) const fn is_always_exhaustive<E: Extents>(strides: &[Option<isize>]) -> bool {
    match known::<E>(strides) {
        Some((extents, strides)) => {
            let (strides, _) = strides.split_at(extents.as_slice().len());
            affine::is_exhaustive(extents.as_slice(), strides)
        }
        None => {
            let extents = E::STATIC_EXTENTS;
            let mut mode = 0;
            #[allow(
                clippy::indexing_slicing,
                clippy::arithmetic_side_effects,
                reason = "const functions have no iterators; `mode` counts below the length"
            )]
            while mode < extents.len() {
                if matches!(extents[mode], Some(0)) {
                    return true;
                }
                mode += 1;
            }
            false
        }
    }
}

impl<E: Extents, S: StrideList> Layout<E> for Strided<S> {
    type Trust = Trusted;
    const IS_ALWAYS_UNIQUE: bool = is_always_unique::<E>(S::STATIC);
    const IS_ALWAYS_EXHAUSTIVE: bool = is_always_exhaustive::<E>(S::STATIC);
    const IS_ALWAYS_STRIDED: bool = true;
    const STATIC_STRIDES: &'static [Option<isize>] = S::STATIC;
    const STATIC_PLACES: StaticPlaces = StaticPlaces::Strided;
    const CHECK: () = assert_list_of_rank(E::STATIC_RANK, rank_of::<S>());

    #[inline]
    fn strided(&self, extents: &E) -> Option<(E::Strides, usize)> {
        Some((self.strides(extents), self.base_offset(extents)))
    }

    #[inline]
    fn check(&self, extents: &E) -> Result<(), ShapeError> {
        self.read(extents, affine::check_span)
    }

    #[inline]
    fn offset(&self, extents: &E, index: &E::Index) -> usize {
        self.read(extents, |extents, strides| affine::offset(extents, strides, index.as_ref()))
    }

    #[inline]
    fn required_span_size(&self, extents: &E) -> usize {
        if extents.is_null() { 0 } else { self.read(extents, affine::span) }
    }

    fn index(&self, extents: &E, offset: usize) -> Result<E::Index, ShapeError> {
        let mut index = extents.extents();
        let found = match offset < self.required_span_size(extents) {
            true => self.read(extents, |extents, strides| {
                affine::check_span(extents, strides)?;
                if affine::is_nested_but_broadcast(extents, strides) {
                    Ok(affine::write_nested_index(extents, strides, offset, index.as_mut()))
                } else {
                    search::write_first_index(extents, strides, offset, index.as_mut())
                        .map_err(|_| ShapeError::SearchLimit { offset, tried: search::MOST_TRIED })
                }
            })?,
            false => false,
        };
        if found { Ok(index) } else { Err(self.no_index(extents, offset)) }
    }

    #[inline]
    fn is_unique(&self, extents: &E) -> bool {
        <Self as Layout<E>>::IS_ALWAYS_UNIQUE || self.ask(extents, search::is_unique)
    }

    #[inline]
    fn is_exhaustive(&self, extents: &E) -> bool {
        <Self as Layout<E>>::IS_ALWAYS_EXHAUSTIVE || self.ask(extents, affine::is_exhaustive)
    }
}

impl<E: Extents, S: StrideList> StridedLayout<E> for Strided<S> {
    #[inline]
    fn strides(&self, extents: &E) -> E::Strides {
        let mut strides = extents.zero_strides();
        self.strides.with_strides(|all| {
            for (to, from) in strides.as_mut().iter_mut().zip(all) {
                *to = *from;
            }
        });
        strides
    }

    #[inline]
    fn base_offset(&self, extents: &E) -> usize {
        self.read(extents, affine::base_offset)
    }
}

impl<S: StrideList> Debug for Strided<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Strided [")?;
        self.strides.with_strides(|strides| {
            for (mode, stride) in strides.iter().enumerate() {
                let comma = if mode > 0 { ", " } else { "" };
                let known = S::STATIC.get(mode).copied().flatten().is_some();
                write!(f, "{comma}{}{stride}", if known { "" } else { "dyn " })?;
            }
            Ok(())
        })?;
        f.write_str("]")
    }
}
