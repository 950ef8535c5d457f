//! `+`, `-`, `*`, `/` and `-x` of arrays, views of arrays, expressions and numbers.

use core::ops::{Add, Div, Mul, Neg, Sub};

use extents_static::__private::AlignsWith;

use super::expression::United;
use super::{Array, ArrayExpression, ArrayTerm, ArrayView, AsArrayView, Binary, Device, Unary};
use crate::Extents;
use crate::layout::{StridedLayout, TrustedLayout};

/// The operators of a left operand, which has extents `E` and is a term of `D`.
macro_rules! operators {
    ($([$($generics:tt)*] [$($bounds:tt)*] $left:ty;)*) => {
        $(
            operators!(@one [$($generics)*] [$($bounds)*] $left, Add add Sub sub Mul mul Div div);
            impl<$($generics)* D: Device, E: Extents> Neg for $left
            where
                $($bounds)*
            {
                type Output = ArrayExpression<'a, D, E>;
                fn neg(self) -> Self::Output {
                    self.into_expression().then(Unary::Neg)
                }
            }
        )*
    };
    (@one $generics:tt $bounds:tt $left:ty, $($Operator:ident $method:ident)*) => {
        $(operators!(@operator $generics $bounds $left, $Operator $method);)*
    };
    (@operator [$($generics:tt)*] [$($bounds:tt)*] $left:ty, $Operator:ident $method:ident) => {
        impl<$($generics)* D: Device, E, R: ArrayTerm<'a, D>> $Operator<R> for $left
        where
            E: Extents,
            R::Extents: AlignsWith<E>,
            $($bounds)*
        {
            type Output = ArrayExpression<'a, D, United<R::Extents, E>>;
            fn $method(self, right: R) -> Self::Output {
                self.into_expression().with(Binary::$Operator, right.into_expression())
            }
        }
    };
}
operators! {
    ['a, L,] [L: TrustedLayout<E> + StridedLayout<E>] &'a Array<D, E, L>;
    ['a, L,] [L: TrustedLayout<E> + StridedLayout<E>] ArrayView<'a, D, E, L>;
    ['a, L,] [L: TrustedLayout<E> + StridedLayout<E>] &'a ArrayView<'a, D, E, L>;
    ['a,] [] ArrayExpression<'a, D, E>;
}

/// A number to the left.
macro_rules! of_numbers {
    ($($Operator:ident $method:ident)*) => {$(
        impl<'a, D: Device, E: Extents> $Operator<ArrayExpression<'a, D, E>> for f64 {
            type Output = ArrayExpression<'a, D, E>;
            fn $method(self, right: ArrayExpression<'a, D, E>) -> Self::Output {
                let left: ArrayExpression<'a, D, _> = self.into_expression();
                left.with(Binary::$Operator, right)
            }
        }
        impl<'a, D, E, L> $Operator<&'a Array<D, E, L>> for f64
        where
            D: Device,
            E: Extents,
            L: TrustedLayout<E> + StridedLayout<E>,
        {
            type Output = ArrayExpression<'a, D, E>;
            fn $method(self, right: &'a Array<D, E, L>) -> Self::Output {
                self.$method(ArrayExpression::of(&right.as_array_view()))
            }
        }
    )*};
}
of_numbers!(Add add Sub sub Mul mul Div div);
