//! [`Padded`]: dense, but with room behind each run along the fastest mode.

use core::fmt::{self, Debug};
use core::marker::PhantomData;

use extents_static::__private::{KnownExtents, Order, least_multiple};

use super::known::{StaticPlaces, dense_strides, fastest_of, one_a_mode};
use super::{Canonical, Layout, StridedLayout, Trusted, affine};
use crate::{Extents, Mode, ShapeError, Stride, check_size};

/// [`RowMajor`](super::RowMajor) or [`ColMajor`](super::ColMajor) with padding after each run along the fastest mode:
/// mdspan's `layout_right_padded` and `layout_left_padded`.
///
/// Each run takes the least multiple of the padding `P` that is not below the extent of the fastest mode. With
/// `Const<8>`, each row of a matrix starts at a multiple of 8 elements; for an extent of at most 8, each run takes
/// `P` elements. A static padding takes no space.
///
/// ```
/// use extents::layout::{Canonical, RowMajor};
/// use extents::{Const, Dyn, Mapping, extents};
/// let padded = Mapping::with_layout(extents![3, 6], RowMajor.padded(Const::<8>))?;
/// assert_eq!((padded.strides(), padded.required_span_size()), ([8, 1], 22));
/// assert_eq!(size_of_val(&padded), 0);
/// let n = 5;
/// let padded = Mapping::with_layout(extents![3, 6], RowMajor.padded(Dyn::new(n)))?;
/// assert_eq!(padded.strides(), [10, 1]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Padded<L, P> {
    padding: P,
    order: PhantomData<L>,
}

impl<L: Canonical, P: Stride> Padded<L, P> {
    #[inline]
    pub(crate) const fn of(padding: P) -> Self {
        Padded { padding, order: PhantomData }
    }

    /// Returns the padding, in elements.
    ///
    /// ```
    /// use extents::layout::{Canonical, ColMajor};
    /// assert_eq!(ColMajor.padded(extents::Const::<8>).padding(), 8);
    /// ```
    #[inline]
    pub fn padding(&self) -> usize {
        self.padding.stride().max(0).cast_unsigned()
    }

    /// The same padding in the other order.
    #[inline]
    pub(crate) const fn in_order<M: Canonical>(&self, _: M) -> Padded<M, P> {
        Padded::of(self.padding)
    }

    /// The room for a run along the fastest mode; nothing for less than two modes.
    #[inline]
    fn room(&self, extents: &[usize]) -> Option<usize> {
        if extents.len() < 2 {
            return None;
        }
        let extent = extents.get(L::ORDER.fastest(extents.len())?)?;
        Some(least_multiple(self.padding(), *extent))
    }
}

impl<L: Canonical, P: Stride> From<L> for Padded<L, P>
where
    P: Default,
{
    #[inline]
    fn from(_: L) -> Self {
        Padded::of(P::default())
    }
}

impl<L: Canonical, P: Stride + Default> Default for Padded<L, P> {
    #[inline]
    fn default() -> Self {
        Padded::of(P::default())
    }
}

/// Whether the types know that no room is left over.
pub(super) const fn has_no_gaps(
    order: Order,
    modes: &[Option<usize>],
    padding: Option<isize>,
) -> bool {
    let (Some(fastest), true) = (order.fastest(modes.len()), modes.len() >= 2) else {
        return true;
    };
    #[allow(clippy::indexing_slicing, reason = "the fastest mode is one of the modes")]
    match (modes[fastest], padding) {
        (Some(extent), Some(padding)) if padding >= 0 => {
            least_multiple(padding.cast_unsigned(), extent) == extent
        }
        _ => false,
    }
}

/// The room for a run along the fastest mode, where the types know it.
pub(super) const fn known_room(
    order: Order,
    modes: &[Option<usize>],
    padding: Option<isize>,
) -> Option<usize> {
    match (fastest_of(modes, order), padding) {
        // Of less than two modes none has room, and a negative padding is none.
        (Some(extent), Some(padding)) if modes.len() >= 2 => {
            Some(least_multiple(if padding > 0 { padding.cast_unsigned() } else { 0 }, extent))
        }
        _ => None,
    }
}

/// Passes where the product of the extents, with the room for a run in the place of the fastest one, fits `isize`.
#[inline]
const fn check_room(extents: &[usize]) -> Result<(), ShapeError> {
    match check_size(extents) {
        Err(ShapeError::SizeOverflow { mode, elements, extent: room }) => {
            Err(ShapeError::RoomOverflow { mode, elements, room })
        }
        Err(other) => Err(other),
        Ok(_) => Ok(()),
    }
}

/// As [`check_room`], of what the types know. An unknown extent counts as 1, so that an error holds for all values.
#[allow(clippy::indexing_slicing, reason = "the fastest mode is one of at most 12 modes")]
const fn check_known_room(
    order: Order,
    modes: &[Option<usize>],
    padding: Option<isize>,
) -> Result<(), ShapeError> {
    let (Some(room), Some(fastest)) =
        (known_room(order, modes, padding), order.fastest(modes.len()))
    else {
        return Ok(());
    };
    let mut extents = [1; 12];
    let known = KnownExtents::static_part(modes);
    let extents = extents.split_at_mut(known.as_slice().len()).0;
    extents.copy_from_slice(known.as_slice());
    extents[fastest] = room;
    check_room(extents)
}

impl<E: Extents, L: Canonical, P: Stride> Layout<E> for Padded<L, P> {
    type Trust = Trusted;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool =
        E::STATIC_RANK.is_some() && has_no_gaps(L::ORDER, E::STATIC_EXTENTS, P::STRIDE);
    const IS_ALWAYS_STRIDED: bool = true;
    const STATIC_STRIDES: &'static [Option<isize>] = one_a_mode::<E>(
        const {
            let _ = E::STATIC_SIZE;
            let modes = E::STATIC_EXTENTS;
            let (rank, room) = (modes.len(), known_room(L::ORDER, modes, P::STRIDE));
            let list = L::ORDER.fastest_first(rank);
            &dense_strides(modes, list.split_at(if rank < 12 { rank } else { 12 }).0, room)
        },
    );
    const STATIC_PLACES: StaticPlaces = StaticPlaces::Strided;
    const STATIC_CHECK: Result<(), ShapeError> =
        check_known_room(L::ORDER, E::STATIC_EXTENTS, P::STRIDE);

    #[inline]
    fn strided(&self, extents: &E) -> Option<(E::Strides, usize)> {
        Some((self.strides(extents), 0))
    }

    fn check(&self, extents: &E) -> Result<(), ShapeError> {
        let mut allocated = extents.extents();
        let room = self.room(allocated.as_ref());
        let fastest = L::ORDER.fastest(allocated.as_ref().len());
        if let (Some(room), Some(fastest)) = (room, fastest)
            && let Some(extent) = allocated.as_mut().get_mut(fastest)
        {
            *extent = room;
        }
        check_room(allocated.as_ref())
    }

    #[inline]
    fn offset(&self, extents: &E, index: &E::Index) -> usize {
        extents.with_slice(|extents| {
            L::ORDER.padded_offset(extents, self.room(extents), index.as_ref())
        })
    }

    #[inline]
    fn required_span_size(&self, extents: &E) -> usize {
        if extents.is_null() {
            return 0;
        }
        let strides = self.strides(extents);
        extents.with_slice(|extents| affine::span(extents, strides.as_ref()))
    }

    fn index(&self, extents: &E, offset: usize) -> Result<E::Index, ShapeError> {
        let mut index = extents.extents();
        let is_there = offset < self.required_span_size(extents)
            && extents.with_slice(|extents| {
                L::ORDER.write_padded_index(extents, self.room(extents), offset, index.as_mut());
                extents_static::__private::contains(extents, index.as_ref())
            });
        if is_there { Ok(index) } else { Err(self.no_index(extents, offset)) }
    }

    #[inline]
    fn is_exhaustive(&self, extents: &E) -> bool {
        extents.with_slice(|extents| {
            let fastest = L::ORDER.fastest(extents.len()).and_then(|mode| extents.get(mode));
            self.room(extents).is_none_or(|room| Some(&room) == fastest)
        })
    }
}

impl<E: Extents, L: Canonical, P: Stride> StridedLayout<E> for Padded<L, P> {
    #[inline]
    fn strides(&self, extents: &E) -> E::Strides {
        let mut strides = extents.zero_strides();
        extents.with_slice(|extents| {
            L::ORDER.write_padded_strides(extents, self.room(extents), strides.as_mut());
        });
        strides
    }
}

impl<L: Canonical, P: Stride> Debug for Padded<L, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = if P::STRIDE.is_some() { "" } else { "dyn " };
        write!(f, "{:?} padded to {known}{}", L::VALUE, self.padding())
    }
}

/// The padding of a mode's extent, as a stride.
pub(super) fn padding_of<M: Mode>(padding: M) -> M::AsStride {
    // A padding beyond `isize::MAX` gives a span that is refused.
    M::AsStride::from_stride(isize::try_from(padding.extent()).unwrap_or(isize::MAX))
}
