//! [`RowMajor`] and [`ColMajor`]: dense, every offset used once, strides from the extents alone.

use extents_static::__private::Order;

use super::known::{StaticPlaces, dense_strides, fastest_of, one_a_mode};
use super::{Layout, Padded, StridedLayout, Trusted};
use crate::{Extents, Mapping, Mode, ShapeError};

/// The layout whose last mode varies fastest. The default.
///
/// ```
/// use extents::layout::{RowMajor, StridedLayout};
/// assert_eq!(RowMajor.strides(&extents::extents![2, 3]), [3, 1]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RowMajor;

/// The layout whose first mode varies fastest.
///
/// ```
/// use extents::layout::{ColMajor, StridedLayout};
/// assert_eq!(ColMajor.strides(&extents::extents![2, 3]), [1, 2]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ColMajor;

/// [`RowMajor`] or [`ColMajor`]: a layout without state, which is const for static extents.
#[allow(private_bounds, reason = "a seal")]
pub trait Canonical:
    Copy
    + Default
    + core::fmt::Debug
    + PartialEq
    + Eq
    + core::hash::Hash
    + Send
    + Sync
    + super::sealed::Sealed
    + 'static
{
    #[doc(hidden)]
    const ORDER: Order;
    /// The only value.
    #[doc(hidden)]
    const VALUE: Self;

    /// Creates the mapping of these extents in this layout.
    ///
    /// ```
    /// use extents::layout::{Canonical, ColMajor};
    /// assert_eq!(ColMajor.of(extents::extents![2, 3]).strides(), [1, 2]);
    /// ```
    fn of<E: Extents>(self, extents: E) -> Mapping<E, Self>
    where
        Self: Layout<E>,
    {
        Mapping::of(extents)
    }

    /// Returns this layout with each run along the fastest mode padded to a multiple of `padding`.
    ///
    /// ```
    /// use extents::layout::{Canonical, ColMajor};
    /// use extents::{Const, Mapping, extents};
    /// let mapping = Mapping::with_layout(extents![6, 3], ColMajor.padded(Const::<4>))?;
    /// assert_eq!(mapping.strides(), [1, 8]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    fn padded<M: Mode>(self, padding: M) -> Padded<Self, M::AsStride> {
        Padded::of(super::padded::padding_of(padding))
    }
}

impl Canonical for RowMajor {
    const ORDER: Order = Order::RowMajor;
    const VALUE: Self = RowMajor;
}

impl Canonical for ColMajor {
    const ORDER: Order = Order::ColMajor;
    const VALUE: Self = ColMajor;
}

// Not every layout is canonical: generic code states `L: Layout<E>`.
#[diagnostic::do_not_recommend]
impl<E: Extents, L: Canonical> Layout<E> for L {
    type Trust = Trusted;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = true;
    const IS_ALWAYS_STRIDED: bool = true;
    const DENSE: Option<Order> = Some(L::ORDER);
    const STATIC_STRIDES: &'static [Option<isize>] = one_a_mode::<E>(
        const {
            let _ = E::STATIC_SIZE;
            let modes = E::STATIC_EXTENTS;
            let (rank, room) = (modes.len(), fastest_of(modes, L::ORDER));
            let list = L::ORDER.fastest_first(rank);
            &dense_strides(modes, list.split_at(if rank < 12 { rank } else { 12 }).0, room)
        },
    );
    const STATIC_PLACES: StaticPlaces = StaticPlaces::Strided;

    #[inline]
    fn strided(&self, extents: &E) -> Option<(E::Strides, usize)> {
        Some((self.strides(extents), 0))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn offset(&self, extents: &E, index: &E::Index) -> usize {
        L::ORDER.offset(extents.slice_in(&mut None), index.as_ref())
    }

    #[inline]
    fn required_span_size(&self, extents: &E) -> usize {
        extents.size()
    }

    #[inline]
    fn index(&self, extents: &E, offset: usize) -> Result<E::Index, ShapeError> {
        if offset >= self.required_span_size(extents) {
            return Err(self.no_index(extents, offset));
        }
        let mut index = extents.extents();
        L::ORDER.write_index(extents.slice_in(&mut None), offset, index.as_mut());
        Ok(index)
    }
}

#[diagnostic::do_not_recommend]
impl<E: Extents, L: Canonical> StridedLayout<E> for L {
    #[inline]
    fn strides(&self, extents: &E) -> E::Strides {
        let mut strides = extents.zero_strides();
        L::ORDER.write_strides(extents.slice_in(&mut None), strides.as_mut());
        strides
    }
}
