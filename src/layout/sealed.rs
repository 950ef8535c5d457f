//! The seal of traits that only types of this crate and of those below have.

use super::{ColMajor, MinorToMajor, Padded, RowMajor, Strided};

/// Keeps a trait to this crate; which types have the trait, the trait says.
///
/// Another crate can implement a trait for types that are not its own only where a parameter of the trait is. So a trait
/// with parameters, whose promises nobody makes in an `unsafe impl`, has a seal `Of` its own.
pub(crate) trait Sealed<Of = ()> {}

/// The seal of [`TypedLayout`](super::TypedLayout), whose strides are believed.
#[derive(Debug)]
pub enum Typed {}

/// The seal of [`State`](super::sliced::State) and [`Move`](super::sliced::Move), whose layouts are believed.
#[derive(Debug)]
pub enum Slices {}

impl Sealed for RowMajor {}
impl Sealed for ColMajor {}
impl<P> Sealed for MinorToMajor<P> {}
impl<const N: usize> Sealed for [usize; N] {}
#[cfg(feature = "alloc")]
impl Sealed for crate::ModeArray<usize> {}

macro_rules! tuples {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<$($A),*> Sealed for ($($A,)*) {}
    };
}
extents_static::for_each_arity!(tuples);

impl Sealed<Typed> for RowMajor {}
impl Sealed<Typed> for ColMajor {}
impl<L, P> Sealed<Typed> for Padded<L, P> {}
impl<S> Sealed<Typed> for Strided<S> {}
impl<P> Sealed<Typed> for MinorToMajor<P> {}
