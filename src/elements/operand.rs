//! What can stand in a contraction: extents, tensors, views, and references to them.

use extents_static::__private::{Cons, Nil};

#[cfg(feature = "alloc")]
use super::DynSource;
use super::{AsView, Storage, Tensor, View, ViewMut};
use crate::layout::{Layout, StridedLayout, TrustedLayout};
use crate::placement::{NoOperand, OnHeap, Placement, ShapeOnly};
use crate::{DynExtents, Extents, ModeTuple, StaticExtents};
#[cfg(feature = "alloc")]
use crate::{DynRankExtents, WeakensTo};

/// An operand of a contraction: extents or a tensor of them.
///
/// ```
/// use extents::{Operand, Tensor, extents};
/// fn extents_of<O: Operand>(operand: &O) -> O::Extents {
///     operand.operand_extents()
/// }
/// assert_eq!(extents_of(&Tensor::full(extents![2, 3], 0)?), extents![2, 3]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an operand: it has no extents",
    label = "expected a tensor, a view or extents"
)]
pub trait Operand {
    /// Returns the extents, or those of the tensor.
    type Extents: Extents;
    /// Whether there are elements, and where.
    type Placement: Placement;
    /// Returns the extents, or those of the tensor.
    fn operand_extents(&self) -> Self::Extents;
}

macro_rules! extents_operand {
    ($([$($generics:tt)*] $extents:ty;)*) => {$(
        impl<$($generics)*> Operand for $extents {
            type Extents = Self;
            type Placement = ShapeOnly;
            #[inline]
            fn operand_extents(&self) -> Self {
                self.clone()
            }
        }
    )*};
}
extents_operand! {
    [T: ModeTuple] StaticExtents<T>;
    [const N: usize] DynExtents<N>;
}
#[cfg(feature = "alloc")]
extents_operand! { [] DynRankExtents; }

/// Operands with a method `view`.
macro_rules! tensor_operand {
    ($([$($generics:tt)*] $tensor:ty, $placement:ty;)*) => {$(
        impl<$($generics)*> Operand for $tensor {
            type Extents = E;
            type Placement = $placement;
            #[inline]
            fn operand_extents(&self) -> E {
                self.extents().clone()
            }
        }
    )*};
}
tensor_operand! {
    [T, E: Extents, L: Layout<E>, S: Storage<Elem = T>] Tensor<T, E, L, S>, S::Placement;
    [T, E: Extents, L: Layout<E>] View<'_, T, E, L>, OnHeap;
    [T, E: Extents, L: Layout<E>] ViewMut<'_, T, E, L>, OnHeap;
}

macro_rules! operand_by_reference {
    ($($reference:ty),*) => {$(
        impl<O: Operand + ?Sized> Operand for $reference {
            type Extents = O::Extents;
            type Placement = O::Placement;
            #[inline]
            fn operand_extents(&self) -> O::Extents {
                (**self).operand_extents()
            }
        }
    )*};
}
operand_by_reference!(&O, &mut O);

/// A list of references to operands.
#[doc(hidden)]
pub trait OperandList {
    type Placement: Placement;
    type Extents;
    fn extents(&self) -> Self::Extents;
}

impl OperandList for Nil {
    type Placement = NoOperand;
    type Extents = Nil;
    #[inline]
    fn extents(&self) -> Nil {
        Nil
    }
}

/// Inline elements may stand under run-time extents (a tensor that was weakened); a result may not.
type PlacementOf<O> = <<O as Operand>::Placement as Placement>::Under<
    <<O as Operand>::Extents as Extents>::Certainty,
>;

impl<O: Operand, Rest: OperandList> OperandList for Cons<&O, Rest> {
    type Placement = <PlacementOf<O> as Placement>::And<Rest::Placement>;
    type Extents = Cons<O::Extents, Rest::Extents>;
    #[inline]
    fn extents(&self) -> Self::Extents {
        Cons(self.0.operand_extents(), self.1.extents())
    }
}

/// A list of references to operands with elements of `T`.
pub(crate) trait TensorList<T> {
    type Views;
    fn views(&self) -> Self::Views;
}

impl<T> TensorList<T> for Nil {
    type Views = Nil;
    #[inline]
    fn views(&self) -> Nil {
        Nil
    }
}

/// An operand with elements of type `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold elements of type `{T}`",
    label = "all operands of a contraction, and its output, have elements of one type",
    note = "`map` makes a tensor of other elements: `a.map(|&x| f64::from(x))`"
)]
pub(crate) trait OperandOf<T>: AsView<Elem = T> {}
#[diagnostic::do_not_recommend]
impl<T, O: AsView<Elem = T>> OperandOf<T> for O {}

impl<'a, T: 'a, O, Rest: TensorList<T>> TensorList<T> for Cons<&'a O, Rest>
where
    O: OperandOf<T>,
    O::Layout: TrustedLayout<O::Extents> + StridedLayout<O::Extents>,
{
    type Views = Cons<View<'a, T, O::Extents, O::Layout>, Rest::Views>;
    #[inline]
    fn views(&self) -> Self::Views {
        Cons(self.0.as_view(), self.1.views())
    }
}

/// An operand of a composition by text: a tensor or a view, of any layer.
///
/// ```
/// use extents::{DynOperand, Tensor, extents};
/// let operands: [&dyn DynOperand<f64>; 1] = [&Tensor::full(extents![2, 3], 1.0)?];
/// assert_eq!(operands[0].source().extents(), &extents![2, 3]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[cfg(feature = "alloc")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold elements of type `{T}`",
    label = "all operands have elements of one type",
    note = "`map` makes a tensor of other elements: `a.map(|&x| f64::from(x))`"
)]
pub trait DynOperand<T> {
    /// Returns the elements, with run-time extents and strides.
    fn source(&self) -> DynSource<'_, T>;
}

#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
impl<T, O> DynOperand<T> for O
where
    O: AsView<Elem = T, Extents: WeakensTo<DynRankExtents>>,
    O::Layout: TrustedLayout<O::Extents> + StridedLayout<O::Extents>,
{
    fn source(&self) -> DynSource<'_, T> {
        DynSource::new(&self.as_view())
    }
}
