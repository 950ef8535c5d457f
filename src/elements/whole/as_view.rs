//! [`AsView`]: what has elements under a mapping, and whether two of them have the same extents.

use extents_static::__private::Certainty;
pub(in crate::elements) use extents_static::__private::agree;

use crate::Extents;
use crate::elements::{Storage, Tensor, View, ViewMut};
use crate::layout::Layout;

/// A view or a tensor, as an operand of elementwise work.
///
/// ```
/// use extents::{AsView, Tensor, extents};
/// fn first<A: AsView<Elem = i32>>(a: &A) -> Option<i32> {
///     a.as_view().iter().next().copied()
/// }
/// assert_eq!(first(&Tensor::full(extents![2], 7)?), Some(7));
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no elements to work on",
    label = "expected a tensor or a view"
)]
pub trait AsView {
    /// The type of an element.
    type Elem;
    /// The extents.
    type Extents: Extents;
    /// The layout.
    type Layout: Layout<Self::Extents>;
    /// The elements.
    fn as_view(&self) -> View<'_, Self::Elem, Self::Extents, Self::Layout>;
}

macro_rules! as_view {
    ($([$($generics:tt)*] $tensor:ty;)*) => {$(
        impl<$($generics)*> AsView for $tensor {
            type Elem = T;
            type Extents = E;
            type Layout = L;
            #[inline]
            fn as_view(&self) -> View<'_, T, E, L> {
                self.view()
            }
        }
    )*};
}
as_view! {
    [T, E: Extents, L: Layout<E>] View<'_, T, E, L>;
    [T, E: Extents, L: Layout<E>] ViewMut<'_, T, E, L>;
    [T, E: Extents, L: Layout<E>, S: Storage<Elem = T>] Tensor<T, E, L, S>;
}

impl<A: AsView + ?Sized> AsView for &A {
    type Elem = A::Elem;
    type Extents = A::Extents;
    type Layout = A::Layout;
    #[inline]
    fn as_view(&self) -> View<'_, A::Elem, A::Extents, A::Layout> {
        (**self).as_view()
    }
}

/// How the extents of two or three operands may disagree at run time: [`Infallible`] where all are static,
/// and the compiler has compared them, else [`ShapeError`](crate::ShapeError).
///
/// ```
/// use extents::{Disagreement, StaticExtents};
/// use std::convert::Infallible;
/// let none: Option<Disagreement<StaticExtents![2], StaticExtents![2]>> = None::<Infallible>;
/// ```
///
/// [`Infallible`]: core::convert::Infallible
pub type Disagreement<E, F, G = F> = <Together<E, F, G> as Certainty>::Error;

type Together<E, F, G> =
    <<<E as Extents>::Certainty as Certainty>::And<<F as Extents>::Certainty> as Certainty>::And<
        <G as Extents>::Certainty,
    >;

/// As [`agree`]; the error is what is left to fail.
#[inline]
pub(in crate::elements) fn settle<E: Extents, F: Extents>(
    target: &E,
    source: &F,
) -> Result<(), Disagreement<E, F>> {
    Together::<E, F, F>::settle(agree(target, source))
}

/// As [`settle`], of two sources.
#[inline]
pub(in crate::elements) fn settle_both<E: Extents, F: Extents, G: Extents>(
    target: &E,
    a: &F,
    b: &G,
) -> Result<(), Disagreement<E, F, G>> {
    Together::<E, F, G>::settle(agree(target, a).and_then(|()| agree(target, b)))
}
