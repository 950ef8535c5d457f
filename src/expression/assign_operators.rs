//! The operators `+=`, `-=`, `*=` and `/=` of tensors and mutable views.

use core::convert::Infallible;
use core::ops::{AddAssign, DivAssign, MulAssign, SubAssign};

use extents_static::__private::{AlignsWith, Certainty, Checked, Known};

use super::evaluate::Together;
use super::{Divide, Node, Number, Target, Term};
use crate::layout::TrustedLayout;
use crate::storage::StorageMut;
use crate::{Extents, Scalar, Tensor, ViewMut, elements};

/// Whether nothing is left to compare at run time. An operator has no way to return an error.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the compiler cannot compare the extents of both sides of this operator, which cannot return an error",
    label = "these extents are compared at run time",
    note = "`b.lazy().add_to(&mut a)?` compares them and adds, and `sub_from`, `mul_to` and `div_to` do what the other operators do",
    note = "numbers, and extents that are all in the type, need no comparison: `a *= 2.0`"
)]
pub(crate) trait NothingToCompare {}
impl NothingToCompare for Known {}
// A trait of one type would be believed to be meant, and its message not shown.
impl NothingToCompare for Infallible {}

macro_rules! assign_operator {
    ($Trait:ident $method:ident $Bound:ident $function:ident: $(
        [$($generics:tt)*] $target:ty;
    )*) => {$(
        /// The other side is a number, or a term whose extents the compiler has compared: those of both sides are all in
        /// the types. Others are compared by [`add_to`](super::Expression::add_to),
        /// [`sub_from`](super::Expression::sub_from), [`mul_to`](super::Expression::mul_to) and
        /// [`div_to`](super::Expression::div_to), which return an error.
        impl<$($generics)*, T, E: Extents, L: TrustedLayout<E>, R> $Trait<R> for $target
        where
            R: Term<T>,
            // Of the elements to the right, which are as those to the left: then the message is ours.
            <R::Node as Node>::Elem: $Bound,
            <R::Node as Node>::Extents: AlignsWith<E>,
            Checked<Together<R::Node, E>, E>: NothingToCompare,
        {
            #[inline]
            #[track_caller]
            fn $method(&mut self, other: R) {
                let node = other.term().node;
                let replaced = elements::replace(self.target(), &node, $Bound::$function);
                let Ok(()) = Known::settle(replaced);
            }
        }
    )*};
}

macro_rules! assign_operators {
    ($($left:tt)*) => {
        assign_operator! { AddAssign add_assign Scalar plus: $($left)* }
        assign_operator! { SubAssign sub_assign Number minus: $($left)* }
        assign_operator! { MulAssign mul_assign Scalar times: $($left)* }
        assign_operator! { DivAssign div_assign Divide over: $($left)* }
    };
}
assign_operators! {
    [S: StorageMut<Elem = T>] Tensor<T, E, L, S>;
    ['a] ViewMut<'a, T, E, L>;
}
