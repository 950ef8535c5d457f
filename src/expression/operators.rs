//! The operators `+`, `-`, `*`, `/`, `&`, `|`, `^` between terms, and unary `-` and `!`.

use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};

use extents_static::__private::AlignsWith;

use super::{
    Added, Anything, BothOf, Divide, Divided, EitherOf, Expression, Function, Map, Multiplied,
    Negated, Node, Number, OneOf, Opposite, Subtracted, Term, Uniform, Zip,
};
use crate::elements::Storage;
use crate::layout::Layout;
use crate::{Extents, Scalar, Tensor, UnitesWith, View, ViewMut};

/// One operator, with what is to its left as the first operand and any term as the second.
macro_rules! operator {
    ($Trait:ident $method:ident $Function:ident $Bound:ident: $(
        [$($generics:tt)*] $left:ty => $node:ty, $T:ty, $E:ty, $this:ident => $make:expr;
    )*) => {$(
        impl<$($generics)*, R> $Trait<R> for $left
        where
            R: Term<$T>,
            // Of the elements to the right, which are as those to the left: then the message is ours.
            <R::Node as Node>::Elem: $Bound,
            <R::Node as Node>::Extents: AlignsWith<$E>,
        {
            type Output = Expression<Zip<$node, R::Node, $Function>>;
            #[inline]
            fn $method(self, other: R) -> Self::Output {
                const { <<R::Node as Node>::Extents as AlignsWith<$E>>::AGREES };
                let ($this, other) = (self, <R as Term<$T>>::term(other));
                Expression { node: Zip { a: $make, b: other.node, f: $Function } }
            }
        }
    )*};
}

/// All operators of what can be to the left.
macro_rules! operators {
    ($($left:tt)*) => {
        operator! { Add add Added Scalar: $($left)* }
        operator! { Sub sub Subtracted Number: $($left)* }
        operator! { Mul mul Multiplied Scalar: $($left)* }
        operator! { Div div Divided Divide: $($left)* }
        bit_operator! { BitAnd bitand BothOf: $($left)* }
        bit_operator! { BitOr bitor EitherOf: $($left)* }
        bit_operator! { BitXor bitxor OneOf: $($left)* }
        unary! { Neg neg Negated: $($left)* }
        unary! { Not not Opposite: $($left)* }
    };
}

/// As `operator`, of the operators on `bool` and on the bits of integers.
macro_rules! bit_operator {
    ($Trait:ident $method:ident $Function:ident: $(
        [$($generics:tt)*] $left:ty => $node:ty, $T:ty, $E:ty, $this:ident => $make:expr;
    )*) => {$(
        impl<$($generics)*, R> $Trait<R> for $left
        where
            R: Term<$T>,
            $Function: Function<($T, $T), Output = $T>,
            <R::Node as Node>::Extents: AlignsWith<$E>,
        {
            type Output = Expression<Zip<$node, R::Node, $Function>>;
            #[inline]
            fn $method(self, other: R) -> Self::Output {
                const { <<R::Node as Node>::Extents as AlignsWith<$E>>::AGREES };
                let ($this, other) = (self, <R as Term<$T>>::term(other));
                Expression { node: Zip { a: $make, b: other.node, f: $Function } }
            }
        }
    )*};
}

macro_rules! unary {
    ($Trait:ident $method:ident $Function:ident: $(
        [$($generics:tt)*] $term:ty => $node:ty, $T:ty, $E:ty, $this:ident => $make:expr;
    )*) => {$(
        impl<$($generics)*> $Trait for $term
        where
            $Function: Function<($T,), Output = $T>,
        {
            type Output = Expression<Map<$node, $Function>>;
            #[inline]
            fn $method(self) -> Self::Output {
                let $this = self;
                Expression { node: Map { a: $make, f: $Function } }
            }
        }
    )*};
}

operators! {
    ['a, T: Copy, E: Extents, L: Layout<E>, S: Storage<Elem = T>] &'a Tensor<T, E, L, S> => View<'a, T, E, L>, T, E, a => a.view();
    [T: Copy, E: Extents, L: Layout<E>, S: Storage<Elem = T>] Tensor<T, E, L, S> => Tensor<T, E, L, S>, T, E, a => a;
    ['a, T: Copy, E: Extents, L: Layout<E>] View<'a, T, E, L> => View<'a, T, E, L>, T, E, a => a;
    ['a, T: Copy, E: Extents, L: Layout<E>] &View<'a, T, E, L> => View<'a, T, E, L>, T, E, a => a.view();
    ['a, T: Copy, E: Extents, L: Layout<E>] &'a ViewMut<'_, T, E, L> => View<'a, T, E, L>, T, E, a => a.view();
    [N: Node] Expression<N> => N, N::Elem, N::Extents, a => a.node;
    ['a, N: Node] &'a Expression<N> => &'a N, N::Elem, N::Extents, a => &a.node;
}

#[inline]
fn constant<T>(value: T) -> Uniform<T> {
    Uniform { value, extents: Anything }
}

/// A number of a type to the left of an operator, and to its right all that can be to its left.
macro_rules! number_and {
    ($Trait:ident $method:ident $Function:ident $t:ty: $(
        [$($generics:tt)*] $right:ty => $node:ty, $this:ident => $make:expr;
    )*) => {$(
        impl<$($generics)*> $Trait<$right> for $t {
            type Output = Expression<Zip<Uniform<$t>, $node, $Function>>;
            #[inline]
            fn $method(self, other: $right) -> Self::Output {
                let $this = other;
                Expression { node: Zip { a: constant(self), b: $make, f: $Function } }
            }
        }
    )*};
}

macro_rules! number {
    ($Trait:ident $method:ident $Function:ident: $($t:ty)*) => {$(
        number_and! { $Trait $method $Function $t:
            ['a, E: Extents, L: Layout<E>, S: Storage<Elem = $t>] &'a Tensor<$t, E, L, S> => View<'a, $t, E, L>, a => a.view();
            [E: Extents, L: Layout<E>, S: Storage<Elem = $t>] Tensor<$t, E, L, S> => Tensor<$t, E, L, S>, a => a;
            ['a, E: Extents, L: Layout<E>] View<'a, $t, E, L> => View<'a, $t, E, L>, a => a;
            ['a, E: Extents, L: Layout<E>] &View<'a, $t, E, L> => View<'a, $t, E, L>, a => a.view();
            ['a, E: Extents, L: Layout<E>] &'a ViewMut<'_, $t, E, L> => View<'a, $t, E, L>, a => a.view();
            [N: Node<Elem = $t, Extents: UnitesWith<Anything>>] Expression<N> => N, a => a.node;
            ['a, N: Node<Elem = $t, Extents: UnitesWith<Anything>>] &'a Expression<N> => &'a N, a => &a.node;
        }
    )*};
}
number! { Add add Added: f32 f64 u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
number! { Sub sub Subtracted: f32 f64 u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
number! { Mul mul Multiplied: f32 f64 u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
number! { Div div Divided: f32 f64 }
#[cfg(feature = "num-complex")]
number! { Add add Added: num_complex::Complex<f32> num_complex::Complex<f64> }
#[cfg(feature = "num-complex")]
number! { Sub sub Subtracted: num_complex::Complex<f32> num_complex::Complex<f64> }
#[cfg(feature = "num-complex")]
number! { Mul mul Multiplied: num_complex::Complex<f32> num_complex::Complex<f64> }
#[cfg(feature = "num-complex")]
number! { Div div Divided: num_complex::Complex<f32> num_complex::Complex<f64> }
