//! [`Target`]: what results are written to.

use super::{StorageMut, Tensor, ViewMut};
use crate::Extents;
use crate::layout::TrustedLayout;

/// A tensor or a mutable view that an expression can be written to.
///
/// ```
/// use extents::expression::Target;
/// use extents::{Tensor, extents};
/// let mut a = Tensor::full(extents![2], 7)?;
/// assert_eq!(a.target()[[1]], 7);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "an expression cannot be written to `{Self}`",
    label = "expected a tensor that owns its elements, or a `ViewMut`"
)]
pub trait Target {
    /// The type of an element.
    type Elem;
    /// The extents.
    type Extents: Extents;
    /// The layout.
    type Layout: TrustedLayout<Self::Extents>;
    /// Returns a mutable view of the elements.
    fn target(&mut self) -> ViewMut<'_, Self::Elem, Self::Extents, Self::Layout>;
}

impl<T, E: Extents, L: TrustedLayout<E>> Target for ViewMut<'_, T, E, L> {
    type Elem = T;
    type Extents = E;
    type Layout = L;
    #[inline]
    fn target(&mut self) -> ViewMut<'_, T, E, L> {
        self.view_mut()
    }
}

impl<T, E: Extents, L: TrustedLayout<E>, S: StorageMut<Elem = T>> Target for Tensor<T, E, L, S> {
    type Elem = T;
    type Extents = E;
    type Layout = L;
    #[inline]
    fn target(&mut self) -> ViewMut<'_, T, E, L> {
        self.view_mut()
    }
}
