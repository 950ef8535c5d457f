//! Tuples of distributed tensors, as the operands of a contraction.

use extents::composition::DynOperand;
use extents::{Extents, Scalar};
use extents_static::for_each_arity;

use super::dist::Dist;
use super::place::Reduced;
use crate::DistTensor;

/// A distributed tensor, or a reference to one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a distributed tensor",
    label = "all operands of a contraction are distributed on one mesh"
)]
pub trait DistOperand {
    /// The type of the elements.
    type Elem: Scalar;
    /// The extents of the whole.
    type Extents: Extents;
    /// The mesh.
    type Mesh;
    /// The placement of each mode.
    type Placements;
    /// The axes along which it is unreduced.
    type Sums;
    /// Returns the tensor without its placement in the type.
    #[doc(hidden)]
    fn untyped(&self) -> &DistTensor<Self::Elem, Self::Extents>;
}

impl<T: Scalar, E: Extents, M, P, S> DistOperand for Dist<T, E, M, P, S> {
    type Elem = T;
    type Extents = E;
    type Mesh = M;
    type Placements = P;
    type Sums = S;
    fn untyped(&self) -> &DistTensor<T, E> {
        self.tensor()
    }
}

impl<A: DistOperand + ?Sized> DistOperand for &A {
    type Elem = A::Elem;
    type Extents = A::Extents;
    type Mesh = A::Mesh;
    type Placements = A::Placements;
    type Sums = A::Sums;
    fn untyped(&self) -> &DistTensor<A::Elem, A::Extents> {
        (**self).untyped()
    }
}

/// A tuple of references to distributed tensors on the mesh `M`.
pub trait DistTuple<T: Scalar, M> {
    /// The tuple of their extents.
    type Extents;
    /// The tuple of their placements.
    type Placements;
    fn extents(&self) -> Self::Extents;
    /// What this rank holds of each.
    fn locals(&self) -> Vec<&dyn DynOperand<T>>;
}

macro_rules! dist_tuple {
    (0;) => {};
    ($rank:literal; $(($A:ident $B:ident $n:tt))*) => {
        impl<T: Scalar, M, $($A),*> DistTuple<T, M> for ($(&$A,)*)
        where
            $($A: DistOperand<Elem = T, Mesh = M, Sums: Reduced>,)*
        {
            type Extents = ($($A::Extents,)*);
            type Placements = ($($A::Placements,)*);
            fn extents(&self) -> Self::Extents {
                ($(self.$n.untyped().extents().clone(),)*)
            }
            fn locals(&self) -> Vec<&dyn DynOperand<T>> {
                vec![$(self.$n.untyped().local()),*]
            }
        }
    };
}
for_each_arity!(dist_tuple);
