//! The strides of dense and padded shapes as types: what a mapping's type knows of its strides.

use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use crate::mode::{Const, Mode};
use crate::stride::Stride;

/// The stride of the fastest mode, and how much room it is given.
pub trait Room {
    /// The stride of the fastest mode.
    type Start: Stride;
    /// The distance from one run along the fastest mode to the next.
    type Of<M: Mode>: Stride;
}

/// As much as the mode has entries.
#[derive(Debug)]
pub enum Dense {}

/// The least multiple of `P`.
#[derive(Debug)]
pub struct PaddedTo<P>(PhantomData<P>);

/// As much as the mode has entries, which are `S` apart: a mode of this stride splits so.
#[derive(Debug)]
pub struct StartingAt<S>(PhantomData<S>);

impl Room for Dense {
    type Start = Const<1>;
    type Of<M: Mode> = M::AsStride;
}

impl<P: Stride> Room for PaddedTo<P> {
    type Start = Const<1>;
    type Of<M: Mode> = M::PaddedTo<P>;
}

impl<S: Stride> Room for StartingAt<S> {
    type Start = S;
    type Of<M: Mode> = M::Scale<S>;
}

/// The stride of a mode before which there are these faster ones, the slowest of them first.
macro_rules! stride_over {
    ($R:ident;) => { <$R as Room>::Start };
    ($R:ident; $M:ident) => { <$R as Room>::Of<$M> };
    ($R:ident; $M:ident $($faster:ident)+) => { <$M as Mode>::Scale<stride_over!($R; $($faster)+)> };
}
pub(crate) use stride_over;

/// The strides of modes, the last one fastest.
macro_rules! row_major {
    ($R:ident; $($M:ident)*) => { row_major!(@each $R; [] $($M)*) };
    (@each $R:ident; [$([$($faster:ident)*])*]) => { ($(stride_over!($R; $($faster)*),)*) };
    (@each $R:ident; [$($strides:tt)*] $M:ident $($faster:ident)*) => {
        row_major!(@each $R; [$($strides)* [$($faster)*]] $($faster)*)
    };
}
pub(crate) use row_major;

/// The strides of modes, the first one fastest.
macro_rules! col_major {
    ($R:ident; $($M:ident)*) => { col_major!(@each $R; [] [] $($M)*) };
    (@each $R:ident; [$([$($faster:ident)*])*] $all:tt) => { ($(stride_over!($R; $($faster)*),)*) };
    (@each $R:ident; [$($strides:tt)*] [$($faster:ident)*] $M:ident $($slower:ident)*) => {
        col_major!(@each $R; [$($strides)* [$($faster)*]] [$M $($faster)*] $($slower)*)
    };
}
pub(crate) use col_major;

/// Strides that are computed as a whole, where the compiler knows them: one a mode, then anything. The array `A` may be as
/// long as there are modes, and its reader need not know how long.
pub trait FixedStrides<A = [isize; 12]> {
    /// The strides.
    const STRIDES: A;
}

/// The first strides of `S`.
#[derive(Debug)]
pub struct FirstOf<S>(PhantomData<S>);

impl<S: FixedStrides, const R: usize> FixedStrides<[isize; R]> for FirstOf<S> {
    #[allow(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        reason = "const functions have no iterators; `mode` counts below the lengths"
    )]
    const STRIDES: [isize; R] = {
        let mut strides = [0; R];
        let mut mode = 0;
        while mode < R {
            strides[mode] = S::STRIDES[mode];
            mode += 1;
        }
        strides
    };
}

/// Stride `K` of [`FixedStrides`].
pub struct StrideOf<C, const K: usize>(pub(crate) PhantomData<fn() -> C>);

impl<C, const K: usize> Clone for StrideOf<C, K> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<C, const K: usize> Copy for StrideOf<C, K> {}

impl<C, const K: usize> PartialEq for StrideOf<C, K> {
    #[inline]
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<C, const K: usize> Eq for StrideOf<C, K> {}

impl<C, const K: usize> Hash for StrideOf<C, K> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
