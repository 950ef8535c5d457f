//! [`PartView`]: what views and mutable views have in common, for iterators that give either.

use crate::elements::{View, ViewMut};
use crate::layout::sealed::Sealed;
use crate::layout::{Layout, TrustedLayout};
use crate::{Extents, Mapping};

/// A [`View`] or a [`ViewMut`], whose parts are views of the same kind. Sealed.
///
/// ```
/// use extents::generic::PartView;
/// use extents::iter::Entries;
/// use extents::{Const, View, extents};
/// fn count<V: PartView>(entries: Entries<V>) -> usize {
///     entries.len()
/// }
/// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
/// assert_eq!(count(view.along(Const::<1>)), 3);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[allow(private_bounds, reason = "a seal")]
pub trait PartView: Sized + Sealed {
    /// The extents.
    type Extents: Extents;
    /// The layout.
    type Layout: TrustedLayout<Self::Extents>;
    /// A view of the same kind under another mapping.
    type Part<F: Extents, M: TrustedLayout<F>>: PartView<Extents = F, Layout = M>;

    #[doc(hidden)]
    fn mapping(&self) -> &Mapping<Self::Extents, Self::Layout>;

    /// Returns the view of a part.
    ///
    /// # Safety
    /// Each index in bounds of `mapping`, which is unique if the view is mutable, leads, from `offset` on,
    /// to an element that this view reaches. Of several mutable parts that are used at a time, no two reach
    /// the same element, and the view itself is not used as long as they are.
    #[doc(hidden)]
    unsafe fn part_at<F: Extents, M: TrustedLayout<F>>(
        &mut self,
        offset: usize,
        mapping: Mapping<F, M>,
    ) -> Self::Part<F, M>;

    /// Returns the same view of other elements, so many elements on.
    ///
    /// # Safety
    /// If the view has elements, there are such elements there, of the same allocation and borrowed as long
    /// as the view's; if the view is mutable, no other view that is used reaches them.
    #[doc(hidden)]
    unsafe fn moved(&mut self, elements: isize) -> Self;
}

impl<T, E: Extents, L: Layout<E>> Sealed for View<'_, T, E, L> {}
impl<T, E: Extents, L: Layout<E>> Sealed for ViewMut<'_, T, E, L> {}

macro_rules! part_view {
    ($View:ident) => {
        impl<'a, T, E: Extents, L: TrustedLayout<E>> PartView for $View<'a, T, E, L> {
            type Extents = E;
            type Layout = L;
            type Part<F: Extents, M: TrustedLayout<F>> = $View<'a, T, F, M>;

            #[inline]
            fn mapping(&self) -> &Mapping<E, L> {
                $View::mapping(self)
            }

            #[inline]
            unsafe fn part_at<F: Extents, M: TrustedLayout<F>>(
                &mut self,
                offset: usize,
                mapping: Mapping<F, M>,
            ) -> $View<'a, T, F, M> {
                // SAFETY: `part` asks for the same: indices of the mapping lead to elements of this view, and parts in
                // use reach none of each other's.
                unsafe { self.part(offset, mapping) }
            }

            #[inline]
            unsafe fn moved(&mut self, elements: isize) -> Self {
                // SAFETY: `moved_by` asks for the same: if there are elements, they are there too, and no other view in
                // use reaches them mutably.
                unsafe { self.moved_by(elements) }
            }
        }
    };
}
part_view!(View);
part_view!(ViewMut);
