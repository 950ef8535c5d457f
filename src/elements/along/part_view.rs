//! [`PartView`]: what views and mutable views have in common, for iterators that give either.

use crate::elements::{View, ViewMut};
use crate::layout::TrustedLayout;
use crate::{Extents, Mapping};

/// A [`View`] or a [`ViewMut`], whose parts are views of the same kind.
pub(crate) trait PartView: Sized {
    /// The extents.
    type Extents: Extents;
    /// The layout.
    type Layout: TrustedLayout<Self::Extents>;
    /// A view of the same kind under another mapping.
    type Part<F: Extents, M: TrustedLayout<F>>: PartView<Extents = F, Layout = M>;

    fn mapping(&self) -> &Mapping<Self::Extents, Self::Layout>;

    /// Returns the view of a part.
    ///
    /// # Safety
    /// Each index in bounds of `mapping`, which is unique if the view is mutable, leads, from `offset` on,
    /// to an element that this view reaches. Of several mutable parts that are used at a time, no two reach
    /// the same element, and the view itself is not used as long as they are.
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
    unsafe fn moved(&mut self, elements: isize) -> Self;
}

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
