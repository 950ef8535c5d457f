//! The functions of the operators.

use super::{Divide, Number, Signed};
use core::ops::{BitAnd, BitOr, BitXor, Not};

use crate::Scalar;
use crate::elements::Function;

macro_rules! functions {
    ($($(#[$doc:meta])* $Name:ident: $Bound:ident, ($($a:ident),*) => $value:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Name;
        impl<T: $Bound> Function<($(functions!(@ $a T),)*)> for $Name {
            type Output = T;
            #[cfg_attr(not(unoptimized), inline(always))]
            fn call(&self, ($($a,)*): ($(functions!(@ $a T),)*)) -> T {
                $value
            }
        }
    )*};
    (@ $a:ident $T:ident) => { $T };
}
functions! {
    /// The function of `+`.
    Added: Scalar, (a, b) => a.plus(b);
    /// The function of `-`.
    Subtracted: Number, (a, b) => a.minus(b);
    /// The function of `*`.
    Multiplied: Scalar, (a, b) => a.times(b);
    /// The function of `/`.
    Divided: Divide, (a, b) => a.over(b);
    /// The function of unary `-`.
    Negated: Signed, (a) => a.negative();
}

/// Functions of the operators on bits: of `bool`, integers, and whatever else has the operator.
macro_rules! bits {
    ($($(#[$doc:meta])* $Name:ident: $Trait:ident $method:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Name;
        impl<T: $Trait<Output = T>> Function<(T, T)> for $Name {
            type Output = T;
            #[cfg_attr(not(unoptimized), inline(always))]
            fn call(&self, (a, b): (T, T)) -> T {
                a.$method(b)
            }
        }
    )*};
}
bits! {
    /// The function of `&`.
    BothOf: BitAnd bitand;
    /// The function of `|`.
    EitherOf: BitOr bitor;
    /// The function of `^`.
    OneOf: BitXor bitxor;
}

/// The function of `!`.
#[derive(Clone, Copy, Debug)]
pub struct Opposite;
impl<T: Not<Output = T>> Function<(T,)> for Opposite {
    type Output = T;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn call(&self, (a,): (T,)) -> T {
        !a
    }
}
