//! [`AsView`]: what has elements under a mapping, and whether two of them have the same extents.

pub(in crate::elements) use extents_static::__private::agree;
use extents_static::__private::{AlignsWith, Certainty, CheckError, Checked, Wiring};
use extents_static::Anything;

use crate::elements::kernels::{Input, origin};
use crate::elements::{Operand, Storage, Tensor, View, ViewMut};
use crate::layout::{Layout, StridedLayout, TrustedLayout};
use crate::{Extents, ShapeError};

/// A view or a tensor that is an operand of elementwise work.
///
/// ```
/// use extents::generic::AsView;
/// use extents::{Tensor, extents};
/// fn first<A: AsView<Elem = i32>>(a: &A) -> Option<i32> {
///     a.as_view().iter().next().copied()
/// }
/// assert_eq!(first(&Tensor::full(extents![2], 7)?), Some(7));
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no elements to work on",
    label = "expected a tensor or a view",
    note = "an expression is evaluated first, `(&a * 2.0).eval()?`, or written to a target, `(&a * 2.0).assign_to(&mut target)?`"
)]
pub trait AsView: Operand {
    /// The type of an element.
    type Elem;
    /// The layout.
    type Layout: Layout<Self::Extents>;
    /// Returns a view of the elements.
    fn as_view(&self) -> View<'_, Self::Elem, Self::Extents, Self::Layout>;

    /// Returns the element at the index of zeros. Kernels believe it, so that only this crate can write it: the view of
    /// anybody else's operand is asked.
    #[doc(hidden)]
    #[inline]
    fn kernel_start(&self, _: Seal) -> *const Self::Elem
    where
        Self::Layout: TrustedLayout<Self::Extents> + StridedLayout<Self::Extents>,
    {
        let view = self.as_view();
        origin(view.first(), view.mapping().parts())
    }

    /// Reads what kernels believe too: the modes of the operand of this number, under its labels.
    #[doc(hidden)]
    #[inline]
    fn kernel_input(
        &self,
        labels: (usize, &'static Wiring),
        input: &mut Input<Self::Elem>,
        _: Seal,
    ) -> Result<(), ShapeError>
    where
        Self::Layout: TrustedLayout<Self::Extents> + StridedLayout<Self::Extents>,
    {
        let view = self.as_view();
        input.read(view.first(), view.mapping().parts(), labels)
    }
}

mod sealed {
    /// What a function takes that only this crate may write for a type of its own.
    #[derive(Clone, Copy, Debug)]
    pub struct Seal;
}
pub(in crate::elements) use sealed::Seal;

macro_rules! as_view {
    ($([$($generics:tt)*] $tensor:ty, |$this:ident| $first:expr;)*) => {$(
        impl<$($generics)*> AsView for $tensor {
            type Elem = T;
            type Layout = L;
            #[inline]
            fn as_view(&self) -> View<'_, T, E, L> {
                self.view()
            }
            // Without a view, which is a dozen functions of each type of extents to compile.
            #[inline]
            fn kernel_start(&self, _: Seal) -> *const T
            where
                L: TrustedLayout<E> + StridedLayout<E>,
            {
                let $this = self;
                origin($first, self.mapping.parts())
            }
            #[inline]
            fn kernel_input(
                &self,
                labels: (usize, &'static Wiring),
                input: &mut Input<T>,
                _: Seal,
            ) -> Result<(), ShapeError>
            where
                L: TrustedLayout<E> + StridedLayout<E>,
            {
                let $this = self;
                input.read($first, self.mapping.parts(), labels)
            }
        }
    )*};
}
as_view! {
    [T, E: Extents, L: Layout<E>] View<'_, T, E, L>, |view| view.start.as_ptr();
    [T, E: Extents, L: Layout<E>] ViewMut<'_, T, E, L>, |view| view.start.as_ptr();
    [T, E: Extents, L: Layout<E>, S: Storage<Elem = T>] Tensor<T, E, L, S>, |tensor| tensor.storage.as_slice().as_ptr();
}

macro_rules! as_view_by_reference {
    ($($reference:ty),*) => {$(
        impl<A: AsView + ?Sized> AsView for $reference {
            type Elem = A::Elem;
            type Layout = A::Layout;
            #[inline]
            fn as_view(&self) -> View<'_, A::Elem, A::Extents, A::Layout> {
                (**self).as_view()
            }
            #[inline]
            fn kernel_start(&self, seal: Seal) -> *const A::Elem
            where
                A::Layout: TrustedLayout<A::Extents> + StridedLayout<A::Extents>,
            {
                (**self).kernel_start(seal)
            }
            #[inline]
            fn kernel_input(
                &self,
                labels: (usize, &'static Wiring),
                input: &mut Input<A::Elem>,
                seal: Seal,
            ) -> Result<(), ShapeError>
            where
                A::Layout: TrustedLayout<A::Extents> + StridedLayout<A::Extents>,
            {
                (**self).kernel_input(labels, input, seal)
            }
        }
    )*};
}
as_view_by_reference!(&A, &mut A);

/// The error of operands whose extents disagree at run time: [`Infallible`] where all are static, so that the compiler
/// has compared them, else [`ShapeError`](crate::ShapeError).
///
/// `Disagreement<E>` is of operands that all have extents of the type `E`: the error of generic code over one `E`.
/// `Disagreement<E, F>` and `Disagreement<E, F, G>` are of a target `E` and one or two sources.
///
/// ```
/// use extents::expression::Disagreement;
/// use extents::StaticExtents;
/// use std::convert::Infallible;
/// let none: Option<Disagreement<StaticExtents![2], StaticExtents![2]>> = None::<Infallible>;
/// ```
///
/// ```
/// use extents::expression::Disagreement;
/// use extents::{Extents, Tensor, TensorOf, extents};
/// fn axpy<E: Extents>(a: f64, x: &TensorOf<E, f64>, y: &mut TensorOf<E, f64>) -> Result<(), Disagreement<E>> {
///     (a * x).add_to(y)?;
///     Ok(())
/// }
/// let (x, mut y) = (Tensor::full(extents![2], 3.0)?, Tensor::full(extents![2], 1.0)?);
/// let Ok(()) = axpy(2.0, &x, &mut y);
/// assert_eq!(y.as_slice(), [7.0, 7.0]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
///
/// [`Infallible`]: core::convert::Infallible
pub type Disagreement<E, F = E, G = Anything> = CheckError<Related<E, F, G>, E>;

/// What the sources say of the target.
type Related<E, F, G> =
    <<G as AlignsWith<E>>::Meeting as Certainty>::And<<F as AlignsWith<E>>::Meeting>;

/// As [`agree`], once the modes of the source stand in the order of the target; the error is what is left to fail.
#[inline]
pub(in crate::elements) fn settle<E: Extents, F: Extents + AlignsWith<E>>(
    target: &E,
    source: &F,
) -> Result<(), Disagreement<E, F>> {
    Checked::<Related<E, F, Anything>, E>::settle(aligned(target, source))
}

/// Passes where the extents of a source are those of a target, in its order.
#[inline]
fn aligned<E: Extents, F: Extents + AlignsWith<E>>(
    target: &E,
    source: &F,
) -> Result<(), ShapeError> {
    if const { <F as AlignsWith<E>>::ORDER.is_none() } {
        agree(target, source)
    } else {
        AlignsWith::<E>::align(source, target).map(|_| ())
    }
}

/// As [`settle`], of two sources.
#[inline]
pub(in crate::elements) fn settle_both<
    E: Extents,
    F: Extents + AlignsWith<E>,
    G: Extents + AlignsWith<E>,
>(
    target: &E,
    a: &F,
    b: &G,
) -> Result<(), Disagreement<E, F, G>> {
    Checked::<Related<E, F, G>, E>::settle(aligned(target, a).and_then(|()| aligned(target, b)))
}
