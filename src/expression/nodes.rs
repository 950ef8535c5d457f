//! The functions of the operators.

use super::{Divide, Negate, Subtract};
use crate::Scalar;
use crate::elements::Function;

macro_rules! functions {
    ($($(#[$doc:meta])* $Name:ident: $Bound:ident, ($($a:ident),*) => $value:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Name;
        impl<T: $Bound> Function<($(functions!(@ $a T),)*)> for $Name {
            type Output = T;
            #[inline(always)]
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
    Subtracted: Subtract, (a, b) => a.minus(b);
    /// The function of `*`.
    Multiplied: Scalar, (a, b) => a.times(b);
    /// The function of `/`.
    Divided: Divide, (a, b) => a.over(b);
    /// The function of unary `-`.
    Negated: Negate, (a) => a.negative();
}
