//! Layouts: how an index becomes an offset into memory.
//!
//! | type | also known as |
//! |---|---|
//! | [`RowMajor`] | last_order (uBLAS), layout_right (mdspan), descending minor-to-major (XLA); the default |
//! | [`ColMajor`] | first_order, layout_left, ascending minor-to-major |
//! | [`Padded`] | layout_right_padded and layout_left_padded: room behind each run along the fastest mode |
//! | [`MinorToMajor`] | dense, the modes in any order: XLA's `minor_to_major` |
//! | [`Blocked`] | tile after tile, unequal ones too; each tile lies together in memory |
//! | [`Tiled`] | tiles of XLA, nested ones too, padded up to whole tiles |
//! | [`Strided`] | layout_stride; each stride in the type or a value, 0 for broadcast, negative for reversal |

pub(crate) mod affine;
mod blocked;
mod blocking;
mod canonical;
pub(crate) mod convert;
mod device;
pub(crate) mod known;
pub(crate) mod mapping;
mod memory_order;
mod minor_to_major;
mod mode_set;
mod padded;
pub(crate) mod sealed;
pub(crate) mod search;
#[doc(hidden)]
pub mod sliced;
mod strided;
mod strides;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod tiled;
mod typed;

pub use blocked::Blocked;
pub use blocking::{Block, Blocking, UniformTiles};
pub use canonical::{Canonical, ColMajor, RowMajor};
pub use convert::LayoutInto;
pub use device::DeviceMapping;
pub use extents_static::{DynStride, LeastMultiple, Neg, Plus, Stride, StrideList, Times};
#[doc(hidden)]
pub use known::StaticPlaces;
pub use mapping::{IntoMapping, OfNumbers, OfType};
pub use memory_order::IndicesInLayoutOrder;
pub(crate) use memory_order::sort_modes;
pub use minor_to_major::{MinorToMajor, ModeList};
pub(crate) use mode_set::{ModeSet, check_modes};
pub use padded::Padded;
pub use strided::Strided;
pub use strides::Strides;
pub use tiled::{TileList, TileOrder, Tiled};
pub use typed::TypedLayout;

use core::fmt::Debug;

use extents_static::__private::Order;

use crate::{Extents, ShapeError, error::Bounded};

/// A rule that maps the indices of extents `E` to offsets, in elements.
///
/// This is a safe trait that you can implement for your own type. [`Trust`](Self::Trust) says whether its offsets are
/// checked: with [`Checked`], views and tensors compare each offset with the length of their buffer; with [`Trusted`]
/// they do not, and you implement the unsafe [`TrustedLayout`].
///
/// ```
/// use extents::layout::{ColMajor, Layout, RowMajor};
/// use extents::extents;
/// let shape = extents![2, 3];
/// assert_eq!(RowMajor.offset(&shape, &[1, 2]), 1 * 3 + 2);
/// assert_eq!(ColMajor.offset(&shape, &[1, 2]), 1 + 2 * 2);
/// ```
///
/// Implementing a layout:
///
/// ```
/// use extents::layout::{Checked, Layout};
/// use extents::{Mapping, Rank, ShapeError, error::Bounded, View, extents};
///
/// /// A symmetric matrix, of which the lower triangle is stored, row by row.
/// #[derive(Clone, Debug)]
/// struct Symmetric;
/// impl<E: Rank<2>> Layout<E> for Symmetric {
///     type Trust = Checked;
///     const IS_ALWAYS_UNIQUE: bool = false;
///     const IS_ALWAYS_EXHAUSTIVE: bool = true;
///     const IS_ALWAYS_STRIDED: bool = false;
///     fn offset(&self, _: &E, &[i, j]: &[usize; 2]) -> usize {
///         let (low, high) = (i.min(j), i.max(j));
///         high * (high + 1) / 2 + low
///     }
///     fn required_span_size(&self, shape: &E) -> usize {
///         let [n, _] = shape.extents();
///         n * (n + 1) / 2
///     }
/// }
/// let data = [11, 21, 22];
/// let matrix = View::from_slice(Mapping::with_layout(extents![2, 2], Symmetric)?, &data)?;
/// assert_eq!((matrix[[0, 1]], matrix[[1, 0]]), (21, 21));
/// # Ok::<(), ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "layout `{Self}` does not lay out extents `{E}`",
    label = "expected a layout for these extents; generic code states it as a bound, `{Self}: Layout<{E}>`",
    note = "the chapter `generic_code` of the guide has the bound for each kind of work",
    note = "tiles in the type need the rank in the type, at most 12; `BufferLayout` of `extents-xla` takes any"
)]
#[allow(private_bounds, reason = "a seal")]
pub trait Layout<E: Extents>: Clone + Debug {
    /// [`Checked`], or [`Trusted`] for a [`TrustedLayout`].
    type Trust: Trust<E, Self>;
    /// Whether no two indices share an offset, for all extents.
    const IS_ALWAYS_UNIQUE: bool;
    /// Whether each offset below the span has an index, for all extents.
    const IS_ALWAYS_EXHAUSTIVE: bool;
    /// Whether each mode has one stride, for all extents.
    const IS_ALWAYS_STRIDED: bool;
    /// The stride of each mode, where the types know it; empty where they know none. Believed of a [`Trusted`] layout.
    #[doc(hidden)]
    const STATIC_STRIDES: &'static [Option<isize>] = &[];
    /// How the types say where elements are. Believed of a [`Trusted`] layout.
    #[doc(hidden)]
    const STATIC_PLACES: StaticPlaces = StaticPlaces::Unknown;
    /// The order, where the layout is always [`RowMajor`] or [`ColMajor`]. Believed of a [`Trusted`] one.
    #[doc(hidden)]
    const DENSE: Option<Order> = None;
    /// The error that `check` gives for all values of these types, where the types know it. Consts of a mapping refuse
    /// what `check` does. Believed of a [`Trusted`] layout.
    #[doc(hidden)]
    const STATIC_CHECK: Result<(), ShapeError> = Ok(());
    /// Fails to compile where the types know that `check` does not pass. Who takes extents and a layout evaluates it, so
    /// that the error shows the line of its own caller.
    #[doc(hidden)]
    const CHECK: () = ();

    /// Returns the offset of an index in bounds; any number for an index out of bounds.
    fn offset(&self, extents: &E, index: &E::Index) -> usize;

    /// Returns one more than the largest offset, or 0 if there are no elements.
    fn required_span_size(&self, extents: &E) -> usize;

    /// Checks that the layout has a mapping of these extents. [`Mapping::with_layout`](crate::Mapping::with_layout)
    /// calls it first.
    ///
    /// # Errors
    /// What is wrong, such as the rank, or a span of more than `isize::MAX`.
    #[inline]
    fn check(&self, _extents: &E) -> Result<(), ShapeError> {
        Ok(())
    }

    /// Returns the index with this offset: the first in row-major order if there are several. The provided method
    /// tries all indices.
    ///
    /// # Errors
    /// [`ShapeError::OutOfBounds`] if no index has the offset; [`ShapeError::SearchLimit`] if that is not
    /// known, as for a [`Strided`] layout of many overlapping strides.
    fn index(&self, extents: &E, offset: usize) -> Result<E::Index, ShapeError> {
        let found = extents.indices().find(|index| self.offset(extents, index) == offset);
        found.ok_or_else(|| self.no_index(extents, offset))
    }

    /// Returns the error of [`index`](Self::index) for an offset that no index has.
    ///
    /// ```
    /// use extents::layout::{Layout, RowMajor};
    /// use extents::{ShapeError, error::Bounded, extents};
    /// let error = RowMajor.no_index(&extents![2, 3], 6);
    /// assert_eq!(error, ShapeError::OutOfBounds { of: Bounded::Offset, number: 6, limit: 6 });
    /// ```
    fn no_index(&self, extents: &E, offset: usize) -> ShapeError {
        ShapeError::OutOfBounds {
            of: Bounded::Offset,
            number: offset,
            limit: self.required_span_size(extents),
        }
    }

    /// Returns the strides and the base offset of a [`StridedLayout`], for code that takes any layout. Without them,
    /// elements are reached index by index, which is slower.
    ///
    /// ```
    /// use extents::extents;
    /// use extents::layout::{ColMajor, Layout};
    /// assert_eq!(ColMajor.strided(&extents![2, 3]), Some(([1, 2], 0)));
    /// ```
    #[inline]
    fn strided(&self, _extents: &E) -> Option<(E::Strides, usize)> {
        None
    }

    /// Returns whether no two indices of these extents share an offset.
    #[inline]
    fn is_unique(&self, _extents: &E) -> bool {
        Self::IS_ALWAYS_UNIQUE
    }

    /// Returns whether each offset below the span of these extents has exactly one index.
    ///
    /// Strided layouts use the rule of `mdspan`'s `layout_stride`: the shortest stride is 1, and every other one is
    /// the product of the extents of the shorter ones. It is therefore false also if the stride of a mode of extent
    /// 1, which is never used, does not fit this order.
    #[inline]
    fn is_exhaustive(&self, _extents: &E) -> bool {
        Self::IS_ALWAYS_EXHAUSTIVE
    }

    /// Returns whether each mode of these extents has one stride.
    #[inline]
    fn is_strided(&self, _extents: &E) -> bool {
        Self::IS_ALWAYS_STRIDED
    }
}

/// A layout in which each mode has a stride: the distance between the offsets of neighbors along the mode.
///
/// The offset of an index is the [base offset](Self::base_offset) plus the sum of its coordinates times the strides.
///
/// ```
/// use extents::layout::{RowMajor, StridedLayout};
/// assert_eq!(RowMajor.strides(&extents::extents![2, 3, 4]), [12, 4, 1]);
/// ```
#[diagnostic::on_unimplemented(
    message = "layout `{Self}` has no strides for extents `{E}`",
    label = "needs a layout with one stride per mode"
)]
pub trait StridedLayout<E: Extents>: Layout<E> {
    /// Returns the stride of each mode, in elements.
    fn strides(&self, extents: &E) -> E::Strides;

    /// Returns the offset of the index of zeros. It is greater than 0 only if strides are negative.
    #[inline]
    fn base_offset(&self, _extents: &E) -> usize {
        0
    }
}

/// A layout whose offsets are not checked on access.
///
/// # Safety
/// For each value of the layout and of `E` for which `check` passes, at all times:
/// - `offset` is below `required_span_size` for every index in bounds, that is at most `isize::MAX`,
///   and neither depends on anything but its arguments;
/// - a clone of the layout gives the same answers;
/// - `is_unique` is true only where no two indices in bounds share an offset, `is_exhaustive` only
///   where each offset below the span has an index;
/// - where the layout is a [`StridedLayout`], `offset` is `base_offset` plus the sum of coordinates
///   times `strides`; where [`strided`](Layout::strided) gives strides, the same holds of them, and so of the
///   hidden constants;
/// - for equal extents of another type `F` for which it is trusted, all answers are the same.
pub unsafe trait TrustedLayout<E: Extents>: Layout<E, Trust = Trusted> {}

/// Whether the offsets of a layout `L` for extents `E` are checked on access: [`Checked`] or [`Trusted`], which nobody else adds to.
///
/// # Safety
/// `check` passes for an offset below the length that `length` was given, else only where `L` is a
/// [`TrustedLayout`] of `E`; and only there `IS_PROVEN` is true.
#[diagnostic::on_unimplemented(
    message = "`{L}` is not a trusted layout: `type Trust = {Self}` needs `unsafe impl TrustedLayout`",
    label = "`Checked` needs nothing"
)]
pub(crate) unsafe trait Trust<E: Extents, L: Layout<E>> {
    /// What a view keeps to check offsets.
    type Length: Copy + Debug + Send + Sync;
    /// Whether what the layout says is true.
    const IS_PROVEN: bool;
    fn length(length: usize) -> Self::Length;
    fn check(length: Self::Length, offset: usize) -> Result<(), ShapeError>;
}

/// Offsets are compared with the length of the buffer on each access.
#[derive(Debug)]
pub enum Checked {}

/// Offsets are not checked: the layout is a [`TrustedLayout`].
#[derive(Debug)]
pub enum Trusted {}

// SAFETY: `check` compares.
unsafe impl<E: Extents, L: Layout<E>> Trust<E, L> for Checked {
    type Length = usize;
    const IS_PROVEN: bool = false;
    #[inline]
    fn length(length: usize) -> usize {
        length
    }
    #[inline]
    fn check(length: usize, offset: usize) -> Result<(), ShapeError> {
        if offset < length {
            Ok(())
        } else {
            Err(ShapeError::OutOfBounds { of: Bounded::Offset, number: offset, limit: length })
        }
    }
}

// SAFETY: `L` is a trusted layout.
#[diagnostic::do_not_recommend]
unsafe impl<E: Extents, L: TrustedLayout<E>> Trust<E, L> for Trusted {
    type Length = ();
    const IS_PROVEN: bool = true;
    #[inline]
    fn length(_: usize) {}
    #[cfg_attr(not(unoptimized), inline(always))]
    fn check((): (), _: usize) -> Result<(), ShapeError> {
        Ok(())
    }
}
