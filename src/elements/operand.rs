//! What can stand in a contraction: extents, tensors, views, and references to them.

#[cfg(feature = "alloc")]
use super::{AsView, DynSource};
use super::{Storage, Tensor, View, ViewMut};
#[cfg(feature = "alloc")]
use crate::DynRankExtents;
use crate::layout::Layout;
#[cfg(feature = "alloc")]
use crate::layout::{StridedLayout, TrustedLayout};
use crate::placement::{NoOperand, OnHeap, Placement, ShapeOnly};
use crate::{DynExtents, Extents, ModeTuple, StaticExtents};

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
    message = "`{Self}` cannot be an operand: it is no tensor, view or extents",
    label = "expected a tensor, a view or extents",
    note = "an expression is not an operand: `(&a * 2.0).eval()?` evaluates it to one",
    note = "a factor is an operand without modes: of `let s = Tensor::full([], 0.5)?`, `contract!(s[] * a[i, j] => [i])`"
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

/// A tuple of references to operands.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of at most 12 operands",
    label = "typed contractions have 1 to 12 operands"
)]
pub trait OperandTuple {
    /// The first operand.
    type First;
    type Placement: Placement;
    /// The tuple of their extents.
    type Extents;
    fn extents(&self) -> Self::Extents;
}

/// Inline elements may stand under run-time extents (a tensor that was weakened); a result may not.
type PlacementOf<O> = <<O as Operand>::Placement as Placement>::Under<
    <<O as Operand>::Extents as Extents>::Certainty,
>;

macro_rules! operand_tuple {
    (@placement) => { NoOperand };
    (@placement $A:ident $($rest:ident)*) => {
        <PlacementOf<$A> as Placement>::And<operand_tuple!(@placement $($rest)*)>
    };
    (0;) => {};
    ($rank:literal; ($First:ident $B:ident $k:tt) $(($A:ident $C:ident $n:tt))*) => {
        impl<$First: Operand, $($A: Operand),*> OperandTuple for (&$First, $(&$A,)*) {
            type First = $First;
            type Placement = operand_tuple!(@placement $First $($A)*);
            type Extents = ($First::Extents, $($A::Extents,)*);
            #[inline]
            fn extents(&self) -> Self::Extents {
                (self.$k.operand_extents(), $(self.$n.operand_extents(),)*)
            }
        }
    };
}
extents_static::for_each_arity!(operand_tuple);

/// An operand of a composition by text: a tensor or a view, of any layer.
///
/// ```
/// use extents::{Tensor, composition::DynOperand, extents};
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
    O: AsView<Elem = T>,
    O::Layout: TrustedLayout<O::Extents> + StridedLayout<O::Extents>,
{
    fn source(&self) -> DynSource<'_, T> {
        DynSource::new(&self.as_view())
    }
}
