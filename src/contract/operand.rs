//! What can stand in a contraction: extents, tensors, views, and references to them.

use extents_static::__private::{Cons, Nil};

#[cfg(feature = "alloc")]
use crate::DynRankExtents;
use crate::layout::{StridedLayout, TrustedLayout};
use crate::placement::{NoOperand, OnHeap, Placement, ShapeOnly};
use crate::{DynExtents, Extents, ModeTuple, StaticExtents, Storage, Tensor, View, ViewMut};

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
    message = "`{Self}` cannot stand in a contraction",
    label = "expected a tensor, a view or extents"
)]
pub trait Operand {
    /// The extents, or those of the tensor.
    type Extents: Extents;
    /// Whether there are elements, and where.
    type Placement: Placement;
    /// The extents, or those of the tensor.
    fn operand_extents(&self) -> Self::Extents;
}

/// An operand with elements.
///
/// ```
/// use extents::{Tensor, TensorOperand, extents};
/// let a = Tensor::full(extents![2, 3], 7)?;
/// assert_eq!(a.operand_view()[[1, 2]], 7);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no elements to contract",
    label = "expected a tensor or a view"
)]
pub trait TensorOperand: Operand {
    /// The type of an element.
    type Elem;
    /// The layout.
    type Layout: TrustedLayout<Self::Extents> + StridedLayout<Self::Extents>;
    /// The elements.
    fn operand_view(&self) -> View<'_, Self::Elem, Self::Extents, Self::Layout>;
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

        impl<$($generics)*> TensorOperand for $tensor {
            type Elem = T;
            type Layout = L;
            #[inline]
            fn operand_view(&self) -> View<'_, T, E, L> {
                self.view()
            }
        }
    )*};
}
tensor_operand! {
    [T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>, S: Storage<Elem = T>]
        Tensor<T, E, L, S>, S::Placement;
    [T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>] View<'_, T, E, L>, OnHeap;
    [T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>] ViewMut<'_, T, E, L>, OnHeap;
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

        impl<O: TensorOperand + ?Sized> TensorOperand for $reference {
            type Elem = O::Elem;
            type Layout = O::Layout;
            #[inline]
            fn operand_view(&self) -> View<'_, O::Elem, O::Extents, O::Layout> {
                (**self).operand_view()
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
#[doc(hidden)]
pub trait TensorList<T> {
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
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "elements of type `{T}` meet `{Self}`, which has none of that type",
    label = "all operands of a contraction, and its output, have elements of one type",
    note = "`map` makes a tensor of other elements: `a.map(|&x| f64::from(x))`"
)]
pub trait OperandOf<T>: TensorOperand<Elem = T> {}
#[diagnostic::do_not_recommend]
impl<T, O: TensorOperand<Elem = T>> OperandOf<T> for O {}

impl<'a, T: 'a, O: OperandOf<T>, Rest: TensorList<T>> TensorList<T> for Cons<&'a O, Rest> {
    type Views = Cons<View<'a, T, O::Extents, O::Layout>, Rest::Views>;
    #[inline]
    fn views(&self) -> Self::Views {
        Cons(self.0.operand_view(), self.1.views())
    }
}
