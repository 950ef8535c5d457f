//! What expressions are made of, beside views and tensors.

use extents_static::Anything;

/// A constant; see [`uniform`](crate::expression::uniform) and [`uniform_of`](crate::expression::uniform_of).
#[derive(Clone, Copy, Debug)]
pub struct Uniform<T, E = Anything> {
    pub(crate) value: T,
    pub(crate) extents: E,
}

/// A function of the index; see [`computed`](crate::expression::computed).
#[derive(Clone, Copy, Debug)]
pub struct Computed<E, F> {
    pub(crate) extents: E,
    pub(crate) value: F,
}

/// A function applied to the values of a node.
#[derive(Clone, Copy, Debug)]
pub struct Map<A, F> {
    pub(crate) a: A,
    pub(crate) f: F,
}

/// A function applied to the values of two nodes.
#[derive(Clone, Copy, Debug)]
pub struct Zip<A, B, F> {
    pub(crate) a: A,
    pub(crate) b: B,
    pub(crate) f: F,
}

/// A function applied to the values of three nodes.
#[derive(Clone, Copy, Debug)]
pub struct Zip3<A, B, C, F> {
    pub(crate) a: A,
    pub(crate) b: B,
    pub(crate) c: C,
    pub(crate) f: F,
}

/// A function of a tuple of values: a closure, or the named function of an operator.
///
/// ```
/// use extents::expression::{Function, Added};
/// assert_eq!(Added.call((200_u8, 100)), 44);
/// assert_eq!((|x: i32| x + 1).call((2,)), 3);
/// ```
#[doc(hidden)]
pub trait Function<Values> {
    /// The type of the result.
    type Output;
    /// Calls the function.
    fn call(&self, values: Values) -> Self::Output;
}

impl<A, U, F: Fn(A) -> U> Function<(A,)> for F {
    type Output = U;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn call(&self, (a,): (A,)) -> U {
        self(a)
    }
}

impl<A, B, U, F: Fn(A, B) -> U> Function<(A, B)> for F {
    type Output = U;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn call(&self, (a, b): (A, B)) -> U {
        self(a, b)
    }
}

impl<A, B, C, U, F: Fn(A, B, C) -> U> Function<(A, B, C)> for F {
    type Output = U;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn call(&self, (a, b, c): (A, B, C)) -> U {
        self(a, b, c)
    }
}
