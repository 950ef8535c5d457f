//! Layouts: how an index becomes an offset into memory.
//!
//! | type | also known as |
//! |---|---|
//! | [`RowMajor`] | last_order (uBLAS), layout_right (mdspan), descending minor-to-major (XLA); the default |
//! | [`ColMajor`] | first_order, layout_left, ascending minor-to-major |

mod canonical;
mod strides;

pub use canonical::{Canonical, ColMajor, RowMajor};
pub use strides::Strides;

use core::fmt::Debug;

use crate::Extents;

/// A rule that maps the indices of extents `E` to offsets, in elements.
///
/// A safe trait: views and tensors, which trust the offsets, ask for a [`TrustedLayout`].
///
/// ```
/// use extents::layout::{ColMajor, Layout, RowMajor};
/// use extents::extents;
/// let shape = extents![2, 3];
/// assert_eq!(RowMajor.offset(&shape, &[1, 2]), 1 * 3 + 2);
/// assert_eq!(ColMajor.offset(&shape, &[1, 2]), 1 + 2 * 2);
/// ```
pub trait Layout<E: Extents>: Clone + Debug {
    /// Whether no two indices share an offset, whatever the extents are.
    const IS_ALWAYS_UNIQUE: bool;
    /// Whether each offset below the span has an index, whatever the extents are.
    const IS_ALWAYS_EXHAUSTIVE: bool;
    /// Whether each mode has one stride, whatever the extents are.
    const IS_ALWAYS_STRIDED: bool;

    /// The offset of an index that is in bounds; any number for one that is not.
    fn offset(&self, extents: &E, index: &E::Index) -> usize;

    /// One more than the largest offset; 0 where there is no element.
    fn required_span_size(&self, extents: &E) -> usize;

    /// The index that has this offset, if there is one.
    fn index(&self, extents: &E, offset: usize) -> Option<E::Index>;

    /// Whether no two indices of these extents share an offset.
    #[inline]
    fn is_unique(&self, _extents: &E) -> bool {
        Self::IS_ALWAYS_UNIQUE
    }

    /// Whether each offset below the span of these extents has an index.
    #[inline]
    fn is_exhaustive(&self, _extents: &E) -> bool {
        Self::IS_ALWAYS_EXHAUSTIVE
    }

    /// Whether each mode of these extents has one stride.
    #[inline]
    fn is_strided(&self, _extents: &E) -> bool {
        Self::IS_ALWAYS_STRIDED
    }
}

/// A layout in which each mode has a stride: moving one entry along it moves the offset by so much.
///
/// The offset of an index is the sum of its coordinates times the strides.
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
    /// The stride of each mode, in elements.
    fn strides(&self, extents: &E) -> E::Strides;
}

/// A layout whose offsets need no check.
///
/// # Safety
/// For each value of the layout and of `E`, at all times:
/// - `offset` is below `required_span_size` for every index in bounds, and neither depends on
///   anything but its arguments;
/// - a clone of the layout gives the same answers;
/// - `is_unique` is true only where no two indices in bounds share an offset;
/// - where the layout is a [`StridedLayout`], `offset` is the sum of coordinates times `strides`;
/// - for equal extents of another type `F` for which it is trusted, all answers are the same.
pub unsafe trait TrustedLayout<E: Extents>: Layout<E> {}
