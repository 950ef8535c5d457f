//! `+`, `-`, `*`, `/` and `-x` of arrays, views of arrays, expressions and numbers.

use core::ops::{Add, Div, Mul, Neg, Sub};

use extents_static::__private::AlignsWith;

use super::expression::United;
use super::{Array, ArrayExpression, ArrayTerm, ArrayView, ArrayViewMut, Binary, Device, Unary};
use crate::Extents;
use crate::layout::{StridedLayout, TrustedLayout};

/// The operators of an operand that has extents `E` and is a term of `D`: to the left, and to the right of a number.
macro_rules! operators {
    ($([$($generics:tt)*] [$($bounds:tt)*] $operand:ty;)*) => {
        $(
            operators!(@one [$($generics)*] [$($bounds)*] $operand, Add add Sub sub Mul mul Div div);
            impl<$($generics)* D: Device, E: Extents> Neg for $operand
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
    (@one $generics:tt $bounds:tt $operand:ty, $($Operator:ident $method:ident)*) => {
        $(operators!(@operator $generics $bounds $operand, $Operator $method);)*
    };
    (@operator [$($generics:tt)*] [$($bounds:tt)*] $operand:ty, $Operator:ident $method:ident) => {
        impl<$($generics)* D: Device, E, R: ArrayTerm<'a, D>> $Operator<R> for $operand
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
        impl<$($generics)* D: Device, E: Extents> $Operator<$operand> for f64
        where
            $($bounds)*
        {
            type Output = ArrayExpression<'a, D, E>;
            fn $method(self, right: $operand) -> Self::Output {
                let left: ArrayExpression<'a, D, _> = self.into_expression();
                left.with(Binary::$Operator, right.into_expression())
            }
        }
    };
}
operators! {
    ['a, L,] [L: TrustedLayout<E> + StridedLayout<E>] &'a Array<D, E, L>;
    ['a, L,] [L: TrustedLayout<E> + StridedLayout<E>] ArrayView<'a, D, E, L>;
    ['a, L,] [L: TrustedLayout<E> + StridedLayout<E>] &'a ArrayView<'a, D, E, L>;
    ['a, 'v, L,] [L: TrustedLayout<E> + StridedLayout<E>] &'a ArrayViewMut<'v, D, E, L>;
    ['a,] [] ArrayExpression<'a, D, E>;
}
